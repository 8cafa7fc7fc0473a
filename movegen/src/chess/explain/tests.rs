use super::*;

fn position(fen: &str) -> Position {
    fen.parse().expect(fen)
}

fn explanation(fen: &str, text: &str) -> String {
    let uci = text.parse().expect(text);
    // The en passant square as the FEN names it, even if no legal capture uses it.
    let setup: crate::chess::Setup = fen.parse().expect(fen);
    let history = MoveHistory::from_fen(setup.en_passant);
    match position(fen).explain(uci, Some(&history)) {
        Ok(legal) => legal.to_string(),
        Err(illegal) => illegal.to_string(),
    }
}

#[track_caller]
fn check(table: &[(&str, &str, &str)]) {
    for (fen, text, message) in table {
        assert_eq!(explanation(fen, text), *message, "{fen}");
    }
}

#[test]
fn moves_that_the_piece_cannot_make() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const PAWNS: &str = "4k3/8/8/8/4p3/3pPP2/8/4K3 w - - 0 1";
    check(&[
        (START, "e4e5", "e4e5 is illegal: there is no piece on e4"),
        (
            START,
            "e7e5",
            "e7e5 is illegal: e7 holds a black pawn, but white is to move",
        ),
        (
            START,
            "e1e1",
            "e1e1 is illegal: the move starts and ends on e1",
        ),
        (
            START,
            "g1g3",
            "g1g3 is illegal: a knight cannot move from g1 to g3",
        ),
        (
            START,
            "a1a5",
            "a1a5 is illegal: the rook on a1 cannot reach a5: it is blocked by the pawn on a2",
        ),
        (
            START,
            "f1g2",
            "f1g2 is illegal: g2 is occupied by white's own pawn",
        ),
        (
            START,
            "e2d3",
            "e2d3 is illegal: a pawn moves diagonally only when it captures, and d3 is empty",
        ),
        (
            PAWNS,
            "e3e4",
            "e3e4 is illegal: the pawn on e3 cannot reach e4: it is blocked by the pawn on e4",
        ),
        (
            PAWNS,
            "f3f5",
            "f3f5 is illegal: the pawn on f3 is not on its starting rank and can advance only one square",
        ),
        (
            PAWNS,
            "f3f2",
            "f3f2 is illegal: a pawn cannot move from f3 to f2",
        ),
        (
            "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1",
            "b7b8",
            "b7b8 is illegal: a pawn move to b8 must name the promotion piece: n, b, r or q",
        ),
        (
            PAWNS,
            "f3f4q",
            "f3f4q is illegal: no promotion on f4: a pawn promotes only on the last rank",
        ),
    ]);
}

#[test]
fn moves_that_leave_the_king_attacked() {
    check(&[
        (
            "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1",
            "d2f3",
            "d2f3 is illegal: the knight on d2 is pinned to the king on e1 by the bishop on b4",
        ),
        (
            "4r1k1/8/8/8/8/8/8/R3K3 w - - 0 1",
            "a1a2",
            "a1a2 is illegal: the king is in check from the rook on e8, and the move neither captures it nor blocks the check",
        ),
        (
            "6k1/8/8/8/8/5n2/8/R3K3 w - - 0 1",
            "a1a2",
            "a1a2 is illegal: the king is in check from the knight on f3, and the move does not capture it",
        ),
        (
            "4r1k1/8/8/8/8/5n2/6P1/4K3 w - - 0 1",
            "g2f3",
            "g2f3 is illegal: double check from the knight on f3 and the rook on e8: only the king can move",
        ),
        (
            "6k1/8/8/8/8/8/8/r3K3 w - - 0 1",
            "e1f1",
            "e1f1 is illegal: the king stays in check: the rook on a1 attacks f1 through e1",
        ),
    ]);
    check(&[
        (
            "8/8/8/8/8/4k3/8/4K3 w - - 0 1",
            "e1e2",
            "e1e2 is illegal: e2 is adjacent to the enemy king on e3",
        ),
        (
            "4k3/8/8/8/7b/8/5n2/4K3 w - - 0 1",
            "e1f2",
            "e1f2 is illegal: the knight on f2 is defended by the bishop on h4",
        ),
        (
            "4k3/8/8/8/8/1n6/6r1/4K3 w - - 0 1",
            "e1d2",
            "e1d2 is illegal: d2 is attacked by the rook on g2 and the knight on b3",
        ),
        (
            "7k/1P6/8/8/8/8/K6r/8 w - - 0 1",
            "b7b8",
            "b7b8 is illegal: the king is in check from the rook on h2, and the move neither captures it nor blocks the check; a pawn move to b8 must name the promotion piece: n, b, r or q",
        ),
    ]);
}

#[test]
fn en_passant() {
    check(&[
        (
            "8/8/8/1r2Pp1K/8/8/8/4k3 w - f6 0 2",
            "e5f6",
            "e5f6 en passant is illegal: the capture exposes the king on h5 to the rook on b5",
        ),
        (
            "4k3/8/8/1b1pP3/8/8/8/7K w - d6 0 2",
            "e5d6",
            "e5d6 en passant is legal: the pawn on d5 has just advanced two squares, passing d6",
        ),
        (
            "4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 2",
            "e5d6",
            "e5d6 en passant is legal: the pawn on d5 has just advanced two squares, passing d6; it captures the pawn on d5, which gives check",
        ),
        (
            "4k3/1b6/8/3pP3/8/5K2/8/8 w - d6 0 2",
            "e5d6",
            "e5d6 en passant is illegal: the capture exposes the king on f3 to the bishop on b7",
        ),
        (
            "3rk3/8/8/3pP3/8/8/8/3K4 w - d6 0 2",
            "e5d6",
            "e5d6 en passant is legal: the pawn on d5 has just advanced two squares, passing d6",
        ),
        (
            "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "e5d6",
            "e5d6 en passant is illegal: the pawn on e5 is pinned to the king on e1 by the rook on e8",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2",
            "e5d6",
            "e5d6 en passant is illegal: an en passant capture on d6 is legal only immediately after d7d5",
        ),
        (
            "4k3/8/8/4P3/8/8/8/4K3 w - - 0 2",
            "e5d6",
            "e5d6 en passant is illegal: d6 is empty, and there is no enemy pawn on d5 to capture en passant",
        ),
    ]);
}

#[test]
fn castling() {
    const BOTH: &str = "r3k2r/8/8/8/8/8/8/R3K2R";
    let with = |pieces: &str, rest: &str| pieces.to_owned() + rest;
    check(&[
        (
            "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "e1c1",
            "e1c1 castling is legal: the right to castle with the rook on a1 still exists, the path is clear, and neither d1 nor c1 is attacked; b1 is attacked by the rook on b8, but only the rook crosses it",
        ),
        (
            "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "e1c1",
            "e1c1 castling is legal: the right to castle with the rook on a1 still exists, the path is clear, and neither d1 nor c1 is attacked; the rook on a1 is attacked by the rook on a8, which does not prevent castling",
        ),
        (
            "2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "e1c1",
            "e1c1 castling is illegal: the king would end on c1, which is attacked by the rook on c8",
        ),
        (
            "4r1k1/8/8/8/8/8/8/RN2K3 w Q - 0 1",
            "e1c1",
            "e1c1 castling is illegal: the knight on b1 is in the way; the king is in check from the rook on e8 and cannot castle out of it",
        ),
        (
            &with(BOTH, " w q - 0 1"),
            "e1h1",
            "e1h1 castling is illegal: the FEN gives white no right to castle with a rook on h1",
        ),
        (
            "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1",
            "d1b1",
            "d1b1 castling is illegal: castling moves the rook on b1 away, and the rook on a1 then attacks c1",
        ),
    ]);
    check(&[(
        "4k3/8/8/8/8/8/8/6KR w H - 0 1",
        "g1h1",
        "g1h1 castling is legal: the right to castle with the rook on h1 still exists, the path is clear, and the king is not in check; the king is already on g1, so only the rook moves",
    )]);
}

#[test]
fn the_history_tells_how_a_right_was_lost() {
    let after_moves = |fen: &str, moves: &str, text: &str| {
        let mut here = position(fen);
        let mut history = MoveHistory::from_fen(here.en_passant());
        for text in moves.split(' ') {
            let mv = here.parse_uci(text).expect(text);
            history.push(here, mv);
            here = here.play(mv);
        }
        let error = here.parse_uci_after(text, &history);
        error.expect_err(text).to_string()
    };
    const ROOKS: &str = "4k3/8/8/8/8/8/b7/R3K2R b KQ - 0 1";
    assert_eq!(
        after_moves(
            "4k3/1b6/8/8/8/8/7P/4K2R b K - 0 1",
            "e8e7 h2h4 b7h1",
            "e1g1"
        ),
        "e1g1 castling is illegal: the castling right was lost when the rook on h1 was captured at ply 3 (b7h1)"
    );
    assert_eq!(
        after_moves(ROOKS, "a2b1 e1e2 b1a2 e2e1 a2b1", "e1g1"),
        "e1g1 castling is illegal: the castling right was lost when the king on e1 moved at ply 2 (e1e2)"
    );
    assert_eq!(
        after_moves(ROOKS, "a2b3 h1h2 b3a2 h2h1 a2b3", "e1h1"),
        "e1h1 castling is illegal: the castling right was lost when the rook on h1 moved at ply 2 (h1h2)"
    );
    assert_eq!(
        after_moves(
            "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
            "d7d5 e1e2 e8e7",
            "e5d6"
        ),
        "e5d6 en passant is illegal: an en passant capture on d6 is legal only immediately after d7d5, which was played at ply 1"
    );
}

#[test]
fn facts_that_are_easily_overlooked() {
    check(&[
        (
            "4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1",
            "e2e4",
            "e2e4 is legal: the rook on e2 is pinned by the rook on e4 but moves along the line of the pin, e4-e1",
        ),
        (
            "4r1k1/8/8/8/8/8/R7/4K3 w - - 0 1",
            "a2e2",
            "a2e2 is legal: on e2 it blocks the check from the rook on e8 to the king on e1",
        ),
        (
            "4k3/8/8/8/8/5n2/6P1/4K3 w - - 0 1",
            "g2f3",
            "g2f3 is legal: it captures the knight on f3, which gives check",
        ),
        (
            "4k3/8/8/8/8/8/3q4/4K3 w - - 0 1",
            "e1d2",
            "e1d2 is legal: the king captures the queen on d2, which is not defended",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "e1d2",
            "e1d2 is legal: d2 is not attacked",
        ),
        (
            "4k3/8/8/8/6K1/8/5p2/4q3 w - - 0 1",
            "g4g3",
            "g4g3 is legal: g3 is not attacked; the pawn on f2 shields g3 from the queen on e1",
        ),
        (
            "3rk3/8/8/3P4/8/8/3p4/4K3 w - - 0 1",
            "e1d2",
            "e1d2 is legal: the king captures the pawn on d2, which is not defended; the pawn on d5 shields d2 from the rook on d8",
        ),
        (
            "n3k3/1P6/8/8/8/8/8/4K3 w - - 0 1",
            "b7a8n",
            "b7a8n is legal: a pawn that reaches a8 promotes to n, b, r or q",
        ),
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "e2e4",
            "e2e4 is legal: the pawn on e2 is on its starting rank, and e3 and e4 are empty",
        ),
        (
            "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1",
            "e2d3",
            "e2d3 is legal: the pawn on e2 can capture the pawn on d3",
        ),
        (
            "4k3/8/8/8/8/8/8/N3K3 w - - 0 1",
            "a1c2",
            "a1c2 is legal: the knight on a1 can move to c2 and is not pinned",
        ),
    ]);
}
