use super::*;
use crate::chess::CastlingStyle;

fn read_move(fen: &str, text: &str) -> Result<String, String> {
    let position: Position = fen.parse().expect(fen);
    let mv = position.parse_san(text);
    mv.map(|mv| position.uci(mv, CastlingStyle::Chess960))
        .map_err(|error| error.to_string())
}

const KNIGHTS: &str = "4k3/8/8/8/1N3N2/8/8/R3K2R w KQ - 0 1";
const PAWNS: &str = "1r2k3/P1P5/8/3pP3/2P5/8/1P6/4K3 w - d6 0 1";

#[test]
fn moves_may_leave_out_what_is_not_needed() {
    for (fen, text, uci) in [
        (KNIGHTS, "Nbd5", "b4d5"),
        (KNIGHTS, "Nb4d5", "b4d5"),
        (KNIGHTS, "Na2", "b4a2"),
        (KNIGHTS, "N4a2", "b4a2"),
        (KNIGHTS, "O-O", "e1h1"),
        (KNIGHTS, "0-0-0", "e1a1"),
        (KNIGHTS, "Rh8+", "h1h8"),
        (KNIGHTS, "Rh8", "h1h8"),
        (PAWNS, "b4", "b2b4"),
        (PAWNS, "cxd5", "c4d5"),
        (PAWNS, "cd5", "c4d5"),
        (PAWNS, "c4xd5", "c4d5"),
        (PAWNS, "exd6", "e5d6"),
        (PAWNS, "axb8=Q+", "a7b8q"),
        (PAWNS, "axb8Q", "a7b8q"),
        (PAWNS, "cxb8N", "c7b8n"),
        (PAWNS, "c8=R+", "c7c8r"),
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "Rd8#", "d1d8"),
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "Rd8+", "d1d8"),
    ] {
        assert_eq!(read_move(fen, text), Ok(uci.to_owned()), "{fen} {text}");
    }
}

#[test]
fn what_is_no_legal_move_is_explained() {
    for (fen, text, error) in [
        (KNIGHTS, "Nd5", "Nd5 is ambiguous: Nbd5 or Nfd5"),
        (KNIGHTS, "N4d5", "N4d5 is ambiguous: Nbd5 or Nfd5"),
        (
            KNIGHTS,
            "Nbf3",
            "Nbf3 is illegal: no white knight on the b-file can go to f3",
        ),
        (
            KNIGHTS,
            "Bc4",
            "Bc4 is illegal: no white bishop can go to c4",
        ),
        (KNIGHTS, "Nxa2", "Nxa2 is wrong: the move is Na2"),
        (KNIGHTS, "Na2+", "Na2+ is wrong: the move is Na2"),
        (KNIGHTS, "Rh8#", "Rh8# is wrong: the move is Rh8+"),
        (KNIGHTS, "Kg1", "Kg1 is illegal: no white king can go to g1"),
        (
            KNIGHTS,
            "e4",
            "e4 is illegal: no white pawn on the e-file can go to e4",
        ),
        (
            PAWNS,
            "b5",
            "b5 is illegal: no white pawn on the b-file can go to b5",
        ),
        (
            PAWNS,
            "d5",
            "d5 is illegal: no white pawn on the d-file can go to d5",
        ),
        (
            PAWNS,
            "c8",
            "c8 is illegal: a pawn move to c8 must name the promotion piece: n, b, r or q",
        ),
        (
            PAWNS,
            "b3=Q",
            "b3=Q is illegal: no promotion on b3: a pawn promotes only on the last rank",
        ),
        (
            PAWNS,
            "bxc3",
            "bxc3 is illegal: a pawn moves diagonally only when it captures, and c3 is empty",
        ),
        (
            "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
            "Nc3",
            "Nc3 is illegal: the knight on e2 is pinned to the king on e1 by the rook on e8",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            "O-O",
            "O-O is illegal: white has no right to castle with a rook on h1",
        ),
        (
            "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
            "O-O",
            "O-O is illegal: the king passes through f1, which is attacked by the rook on f8",
        ),
        (
            "4k3/8/8/8/8/8/4K3/8 w - - 0 1",
            "O-O-O",
            "O-O-O is illegal: white has no right to castle with a rook on a1",
        ),
    ] {
        assert_eq!(read_move(fen, text), Err(error.to_owned()), "{fen} {text}");
    }
}

#[test]
fn other_texts_are_no_san() {
    let texts = [
        "",
        "+",
        "x",
        "e",
        "4",
        "e9",
        "i4",
        "E4",
        "nf3",
        "NF3",
        "Nf",
        "Nf3=Q",
        "Pe4",
        "ee4",
        "e2e4",
        "xd5",
        "5xd6",
        "e8=K",
        "e8=q",
        "e8q",
        "e8=",
        "=Q",
        "Q",
        "O-0",
        "o-o",
        "O-O-O-O",
        "OO",
        "Nf3++",
        "Nf3!",
        "N-f3",
        "Nxxf3",
        "Nf3x",
        "Nabf3",
        "N1gf3",
        "\u{e9}4",
        "N\u{e9}f3",
        "e\u{34f}4",
        "--",
    ];
    for text in texts {
        let found = Position::startpos().parse_san(text);
        assert_eq!(found, Err(SanError::Syntax(text.to_owned())), "{text}");
    }
}

#[test]
fn castling_of_chess960_goes_by_the_side_of_the_rook() {
    let fen = "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1";
    assert_eq!(read_move(fen, "O-O"), Ok("f1g1".to_owned()));
    assert_eq!(read_move(fen, "O-O-O"), Ok("f1b1".to_owned()));
    assert_eq!(
        read_move(fen, "Kg1"),
        Err("Kg1 is illegal: no white king can go to g1".to_owned())
    );
}
