use super::*;

fn position(fen: &str) -> Position {
    fen.parse().expect(fen)
}

fn says(fen: &str, text: &str) -> String {
    let written = text.parse().expect(text);
    // As the FEN says it, the en passant square that no legal capture can use included.
    let setup: crate::chess::Setup = fen.parse().expect(fen);
    let past = MoveHistory::of_fen(setup.en_passant);
    match position(fen).explain(written, Some(&past)) {
        Ok(legal) => legal.to_string(),
        Err(illegal) => illegal.to_string(),
    }
}

#[track_caller]
fn check(table: &[(&str, &str, &str)]) {
    for (fen, text, message) in table {
        assert_eq!(says(fen, text), *message, "{fen}");
    }
}

#[test]
fn men_that_do_not_go_there() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const PAWNS: &str = "4k3/8/8/8/4p3/3pPP2/8/4K3 w - - 0 1";
    check(&[
        (START, "e4e5", "e4e5 is illegal: e4 is empty"),
        (
            START,
            "e7e5",
            "e7e5 is illegal: e7 holds a black pawn, and white is to move",
        ),
        (
            START,
            "e1e1",
            "e1e1 is illegal: it ends where it begins, on e1",
        ),
        (
            START,
            "g1g3",
            "g1g3 is illegal: a knight does not move from g1 to g3",
        ),
        (
            START,
            "a1a5",
            "a1a5 is illegal: the rook on a1 cannot reach a5: the pawn on a2 stands in the way",
        ),
        (
            START,
            "f1g2",
            "f1g2 is illegal: g2 holds a white pawn, and nobody takes his own men",
        ),
        (
            START,
            "e2d3",
            "e2d3 is illegal: a pawn goes diagonally only to take, and d3 is empty",
        ),
        (
            PAWNS,
            "e3e4",
            "e3e4 is illegal: the pawn on e3 cannot reach e4: the pawn on e4 stands in the way",
        ),
        (
            PAWNS,
            "f3f5",
            "f3f5 is illegal: the pawn on f3 has left its first rank, and goes one square at a time",
        ),
        (
            PAWNS,
            "f3f2",
            "f3f2 is illegal: a pawn does not move from f3 to f2",
        ),
        (
            "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1",
            "b7b8",
            "b7b8 is illegal: a promotion on b8 must offer n, b, r, q",
        ),
        (
            PAWNS,
            "f3f4q",
            "f3f4q is illegal: no promotion on f4: a pawn promotes on the last rank only",
        ),
    ]);
}

#[test]
fn men_that_their_king_holds_back() {
    check(&[
        (
            "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1",
            "d2f3",
            "d2f3 is illegal: the knight on d2 is pinned by the bishop on b4 along b4-e1",
        ),
        (
            "4r1k1/8/8/8/8/8/8/R3K3 w - - 0 1",
            "a1a2",
            "a1a2 is illegal: the king is in check from the rook on e8, and the move neither takes \
             it nor comes between",
        ),
        (
            "6k1/8/8/8/8/5n2/8/R3K3 w - - 0 1",
            "a1a2",
            "a1a2 is illegal: the king is in check from the knight on f3, and the move does not \
             take it",
        ),
        (
            "4r1k1/8/8/8/8/5n2/6P1/4K3 w - - 0 1",
            "g2f3",
            "g2f3 is illegal: double check from the knight on f3 and the rook on e8: only the king \
             may move",
        ),
        (
            "6k1/8/8/8/8/8/8/r3K3 w - - 0 1",
            "e1f1",
            "e1f1 is illegal: the king stays in the line of the rook on a1, which reaches f1 \
             through e1",
        ),
    ]);
    check(&[
        (
            "8/8/8/8/8/4k3/8/4K3 w - - 0 1",
            "e1e2",
            "e1e2 is illegal: e2 is next to the king on e3",
        ),
        (
            "4k3/8/8/8/7b/8/5n2/4K3 w - - 0 1",
            "e1f2",
            "e1f2 is illegal: the knight on f2 is guarded by the bishop on h4",
        ),
        (
            "4k3/8/8/8/8/1n6/6r1/4K3 w - - 0 1",
            "e1d2",
            "e1d2 is illegal: d2 is attacked by the rook on g2 and the knight on b3",
        ),
        (
            "7k/1P6/8/8/8/8/K6r/8 w - - 0 1",
            "b7b8",
            "b7b8 is illegal: the king is in check from the rook on h2, and the move neither takes \
             it nor comes between; a promotion on b8 must offer n, b, r, q",
        ),
    ]);
}

#[test]
fn en_passant() {
    check(&[
        (
            "8/8/8/1r2Pp1K/8/8/8/4k3 w - f6 0 2",
            "e5f6",
            "e5f6 en passant is illegal: it uncovers the rook on b5 against the king on h5",
        ),
        (
            "4k3/8/8/1b1pP3/8/8/8/7K w - d6 0 2",
            "e5d6",
            "e5d6 en passant is legal: the pawn on d5 has just gone two squares, past d6",
        ),
        (
            "4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 2",
            "e5d6",
            "e5d6 en passant is legal: the pawn on d5 has just gone two squares, past d6; it takes \
             the pawn on d5, which gives check",
        ),
        (
            "4k3/1b6/8/3pP3/8/5K2/8/8 w - d6 0 2",
            "e5d6",
            "e5d6 en passant is illegal: it uncovers the bishop on b7 against the king on f3",
        ),
        (
            "3rk3/8/8/3pP3/8/8/8/3K4 w - d6 0 2",
            "e5d6",
            "e5d6 en passant is legal: the pawn on d5 has just gone two squares, past d6",
        ),
        (
            "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "e5d6",
            "e5d6 en passant is illegal: the pawn on e5 is pinned by the rook on e8 along e8-e1",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2",
            "e5d6",
            "e5d6 en passant is illegal: d6 can be taken en passant only directly after d7d5",
        ),
        (
            "4k3/8/8/4P3/8/8/8/4K3 w - - 0 2",
            "e5d6",
            "e5d6 en passant is illegal: d6 is empty, and no pawn that has just passed it stands \
             on d5",
        ),
    ]);
}

#[test]
fn castling() {
    const BOTH: &str = "r3k2r/8/8/8/8/8/8/R3K2R";
    let with = |men: &str, rest: &str| men.to_owned() + rest;
    check(&[
        (
            "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "e1c1",
            "e1c1 castling is legal: the right to castle with the rook on a1 is there, the way is \
             free, and nobody attacks d1 or c1; b1 may be attacked (by the rook on b8): the rook \
             passes it, the king does not",
        ),
        (
            "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "e1c1",
            "e1c1 castling is legal: the right to castle with the rook on a1 is there, the way is \
             free, and nobody attacks d1 or c1; the rook on a1 may be attacked (by the rook on \
             a8): only the king may not",
        ),
        (
            "2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "e1c1",
            "e1c1 castling is illegal: the king would end on c1, attacked by the rook on c8",
        ),
        (
            "4r1k1/8/8/8/8/8/8/RN2K3 w Q - 0 1",
            "e1c1",
            "e1c1 castling is illegal: the knight on b1 stands in the way; the king is in check \
             from the rook on e8, and may not castle out of it",
        ),
        (
            &with(BOTH, " w q - 0 1"),
            "e1h1",
            "e1h1 castling is illegal: the FEN gives white no right to castle with h1",
        ),
        (
            "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1",
            "d1b1",
            "d1b1 castling is illegal: the rook on b1 shields the king from the rook on a1, which \
             reaches c1 once it is gone",
        ),
    ]);
    check(&[(
        "4k3/8/8/8/8/8/8/6KR w H - 0 1",
        "g1h1",
        "g1h1 castling is legal: the right to castle with the rook on h1 is there, the way is \
             free, and the king is not in check; the king is on g1 already, and only the rook \
             moves",
    )]);
}

#[test]
fn what_the_moves_before_tell() {
    let told = |fen: &str, moves: &str, text: &str| {
        let mut here = position(fen);
        let mut past = MoveHistory::of_fen(here.en_passant());
        for text in moves.split(' ') {
            let mv = here.parse_uci(text).expect(text);
            past.push(here, mv);
            here = here.play(mv);
        }
        let error = here.parse_uci_after(text, &past);
        error.expect_err(text).to_string()
    };
    const ROOKS: &str = "4k3/8/8/8/8/8/b7/R3K2R b KQ - 0 1";
    assert_eq!(
        told(
            "4k3/1b6/8/8/8/8/7P/4K2R b K - 0 1",
            "e8e7 h2h4 b7h1",
            "e1g1"
        ),
        "e1g1 castling is illegal: castling right lost when the rook on h1 was captured at ply 3 \
         (b7h1)"
    );
    assert_eq!(
        told(ROOKS, "a2b1 e1e2 b1a2 e2e1 a2b1", "e1g1"),
        "e1g1 castling is illegal: castling right lost when the king on e1 moved at ply 2 (e1e2)"
    );
    assert_eq!(
        told(ROOKS, "a2b3 h1h2 b3a2 h2h1 a2b3", "e1h1"),
        "e1h1 castling is illegal: castling right lost when the rook on h1 moved at ply 2 (h1h2)"
    );
    assert_eq!(
        told(
            "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
            "d7d5 e1e2 e8e7",
            "e5d6"
        ),
        "e5d6 en passant is illegal: d6 can be taken en passant only directly after d7d5, which \
         was ply 1"
    );
}

#[test]
fn what_is_easily_overlooked() {
    check(&[
        (
            "4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1",
            "e2e4",
            "e2e4 is legal: the rook on e2 is pinned, but stays in the line e4-e1 of the rook on e4",
        ),
        (
            "4r1k1/8/8/8/8/8/R7/4K3 w - - 0 1",
            "a2e2",
            "a2e2 is legal: on e2 it comes between the rook on e8 and the king on e1",
        ),
        (
            "4k3/8/8/8/8/5n2/6P1/4K3 w - - 0 1",
            "g2f3",
            "g2f3 is legal: it takes the knight on f3, which gives check",
        ),
        (
            "4k3/8/8/8/8/8/3q4/4K3 w - - 0 1",
            "e1d2",
            "e1d2 is legal: the king may take the queen on d2, which nobody guards",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "e1d2",
            "e1d2 is legal: nobody attacks d2",
        ),
        (
            "n3k3/1P6/8/8/8/8/8/4K3 w - - 0 1",
            "b7a8n",
            "b7a8n is legal: a promotion on a8 must offer n, b, r, q",
        ),
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "e2e4",
            "e2e4 is legal: the pawn on e2 is on its first rank, and e3 and e4 are empty",
        ),
        (
            "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1",
            "e2d3",
            "e2d3 is legal: the pawn on e2 may take the pawn on d3",
        ),
        (
            "4k3/8/8/8/8/8/8/N3K3 w - - 0 1",
            "a1c2",
            "a1c2 is legal: the knight on a1 can go to c2, and nothing pins it",
        ),
    ]);
}
