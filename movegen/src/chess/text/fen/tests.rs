use super::*;
use crate::chess::CastlingStyle;

fn error(text: &str) -> String {
    text.parse::<ParsedFen>().expect_err(text).to_string()
}

fn parsed(text: &str) -> (String, Vec<String>) {
    let parsed: ParsedFen = text.parse().expect(text);
    let warnings = parsed.warnings.iter().map(ToString::to_string).collect();
    (parsed.setup.fen(CastlingStyle::Chess960), warnings)
}

#[test]
fn errors_say_what_where_and_what_is_allowed() {
    for (text, message) in [
        (
            "",
            "column 1: the board field is missing (a FEN has at least a board and a side to move, 'w' or 'b')",
        ),
        (
            "8/8/8/8/8/8/8/8",
            "column 16: the side to move field is missing (a FEN has at least a board and a side to move, 'w' or 'b')",
        ),
        (
            "8/8/8/8/8/8/8/9 w",
            "column 15: the board field has '9', which is neither a piece (PNBRQK or pnbrqk), a number of empty squares (1-8) nor '/'",
        ),
        (
            "8/8/8/x7/8/8/8/8 w",
            "column 7: the board field has 'x', which is neither a piece (PNBRQK or pnbrqk), a number of empty squares (1-8) nor '/'",
        ),
        (
            "8/8/7/8/8/8/8/8 w",
            "column 5: the board field has 7 squares on rank 6 instead of 8",
        ),
        (
            "8/8/8/8/8/8/8/p8 w",
            "column 15: the board field has 9 squares on rank 1 instead of 8",
        ),
        (
            "8/8/8/8/8/8/8 w",
            "column 1: the board field has 7 ranks instead of 8",
        ),
        (
            "8/8/8/8/8/8/8/8/8 w",
            "column 1: the board field has 9 ranks instead of 8",
        ),
        (
            "8/8/8/8/8/8/8/8 x",
            "column 17: the side to move field is 'x' instead of 'w' or 'b'",
        ),
        (
            "8/8/8/8/8/8/8/8 w KQx",
            "column 21: the castling field has 'x', which is none of KQkq, A-H, a-h (or '-' alone)",
        ),
        (
            "8/8/8/8/8/8/8/8 w - e9",
            "column 21: the en passant field is 'e9', which is neither '-' nor a square such as e3",
        ),
        (
            "8/8/8/8/8/8/8/8 w - e3",
            "column 21: the en passant field is e3, but with white to move it must be on rank 6",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - 0 1 x",
            "column 27: the move number field is followed by 'x', where the FEN should end (an EPD operation ends with ';')",
        ),
        (
            "4k3/8/8/8/8/8/8/4KR1R w FH",
            "column 26: the castling field gives white two rooks on the same side of the king, f1 and h1: no rule says which castles",
        ),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
}

#[test]
fn castling_letters_find_their_rooks() {
    for (text, fen) in [
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
        ),
        // X-FEN: the outermost rook, or the inner one by its file.
        (
            "4k3/8/8/8/8/8/8/1R2KR1R w K",
            "4k3/8/8/8/8/8/8/1R2KR1R w H - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/1R1K1R1R w F",
            "4k3/8/8/8/8/8/8/1R1K1R1R w F - 0 1",
        ),
        // The same rook twice is one right.
        (
            "4k3/8/8/8/8/8/8/4K2R w KKKK",
            "4k3/8/8/8/8/8/8/4K2R w H - 0 1",
        ),
    ] {
        assert_eq!(parsed(text), (fen.to_owned(), Vec::new()), "{text}");
    }
}

#[test]
fn rights_of_chess960_are_read_with_a_warning() {
    for (text, fen, warnings) in [
        (
            "r2k3r/8/8/8/8/8/8/R3K3 b Qkq - 0 1",
            "r2k3r/8/8/8/8/8/8/R3K3 b Aha - 0 1",
            &[
                "castling rights 'kq' exist only in Chess960: the black king is on d8, not on e8, with rooks on a8 and h8",
            ][..],
        ),
        (
            "4k3/8/8/8/8/8/8/1R1K1R1R w KK - 0 1",
            "4k3/8/8/8/8/8/8/1R1K1R1R w H - 0 1",
            &[
                "castling right 'K' exists only in Chess960: the white king is on d1, not on e1, with a rook on h1",
            ],
        ),
        (
            "1r2k1r1/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1",
            "1r2k1r1/8/8/8/8/8/8/R3K1R1 w GAgb - 0 1",
            &[
                "castling right 'K' exists only in Chess960: the white king is on e1 with a rook on g1, not in the corner",
                "castling rights 'kq' exist only in Chess960: the black king is on e8 with rooks on b8 and g8, not in the corners",
            ],
        ),
        // The file of a rook means Chess960.
        (
            "r2k3r/8/8/8/8/8/8/R3K3 b Aha - 0 1",
            "r2k3r/8/8/8/8/8/8/R3K3 b Aha - 0 1",
            &[],
        ),
        (
            "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1",
            "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1",
            &[],
        ),
    ] {
        assert_eq!(parsed(text).0, fen, "{text}");
        assert_eq!(parsed(text).1, warnings, "{text}");
    }
}

#[test]
fn a_fen_of_a_variant_is_named() {
    for (text, message) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qp] w KQkq - 0 1",
            "column 44: the board field has the pocket '[Qp]': this looks like crazyhouse",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
            "column 44: the board field has the pocket '[]': this looks like crazyhouse",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
            "column 44: the board field has the pocket '[HEhe]': this looks like a variant with men in hand",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/Qp w KQkq - 0 1",
            "column 44: the board field has the pocket '/Qp': this looks like crazyhouse",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1",
            "column 44: the board field has the pocket '/': this looks like crazyhouse",
        ),
        (
            "r1bqkbnQ~/pppppp1p/8/8/8/8/PPPPPPP1/RNBQKBNR w KQq - 0 1",
            "column 9: the board field has '~', the mark of a promoted pawn: this looks like crazyhouse",
        ),
        (
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "column 1: the board field has 10 ranks of 9 squares instead of 8 of 8: this looks like xiangqi or janggi",
        ),
        (
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1",
            "column 1: the board field has 9 ranks of 9 squares instead of 8 of 8: this looks like shogi",
        ),
        (
            "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
            "column 1: the board field has 8 ranks of 10 squares instead of 8 of 8: this looks like Capablanca chess",
        ),
        (
            "rnbqkbnrr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBQKBNRR w KQkq - 0 1",
            "column 1: the board field has 8 ranks of 9 squares instead of 8 of 8: this looks like a variant with a larger board",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1",
            "column 27: the checks field is '3+3': this looks like three-check",
        ),
        // Without a move number, the counts of checks were read as a halfmove clock out of range.
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0",
            "column 27: the checks field is '3+3': this looks like three-check",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 +2+1",
            "column 29: the checks field is '+2+1': this looks like three-check",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +2+1",
            "column 31: the checks field is '+2+1': this looks like three-check",
        ),
    ] {
        let (_, variant) = message.split_once("looks like ").expect("a variant");
        let end = match variant {
            "crazyhouse" => "(choose the variant to read it)",
            "three-check" => "(choose the variant 3check to read it)",
            _ => "(not supported)",
        };
        assert_eq!(error(text), format!("{message} {end}"));
    }
}

#[test]
fn a_misspelt_fen_of_chess_names_no_variant() {
    for text in [
        "8/8/8/8/8/8/8/8/8 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/8/8/8/8/8/8/4K3/k w - - 0 1",
        "99999999 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +3",
    ] {
        let error = error(text);
        assert!(!error.contains("looks like"), "{text}: {error}");
    }
    // An operation may have any text.
    let (_, warnings) = parsed("4k3/8/8/8/8/8/8/4K3 w - - c0 \"won 3+3 a\";");
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(parsed("4k3/8/8/8/8/8/8/4K3 w - - +5 1").1.len(), 0);
}

#[test]
fn an_inner_rook_survives_being_written_and_read() {
    let text = "4k3/8/8/8/8/8/8/RR2K1RR w BH - 0 1";
    let setup: Setup = text.parse().expect(text);
    let written = setup.fen(CastlingStyle::Standard);
    assert_eq!(written, "4k3/8/8/8/8/8/8/RR2K1RR w KB - 0 1");
    assert_eq!(written.parse(), Ok(setup));
}

#[test]
fn rights_without_a_rook_are_dropped_with_a_warning() {
    for (text, warning) in [
        (
            "4k3/8/8/8/8/8/8/4K3 w Q",
            "castling right 'Q' dropped: no white rook stands on the king's a-file side",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w h",
            "castling right 'h' dropped: no black rook stands on h8",
        ),
        (
            "4k3/8/8/8/8/8/4K3/7R w K",
            "castling right 'K' dropped: the white king on e2 is not on rank 1",
        ),
        (
            "8/8/8/8/8/8/4K3/7R w q",
            "castling right 'q' dropped: black has not exactly one king",
        ),
    ] {
        assert_eq!(parsed(text).1, [warning], "{text}");
    }
}

#[test]
fn counters_out_of_range_are_read_as_the_default() {
    let (fen, warnings) = parsed("4k3/8/8/8/8/8/8/4K3 w - - a 0");
    assert_eq!(fen, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(
        warnings,
        [
            "halfmove clock 'a' is not a number from 0 to 32767: read as 0",
            "move number '0' is not a number from 1 to 999999: read as 1",
        ]
    );
    assert_eq!(parsed("4k3/8/8/8/8/8/8/4K3\tw\t-   -  -1 5 ").1.len(), 1);
}

#[test]
fn epd_operations_follow_the_fields() {
    const BOARD: &str = "4k3/8/8/8/8/8/8/4K3 w - -";
    for (tail, counters, operations) in [
        ("", "0 1", &[][..]),
        (
            " bm e2; id \"a; b\";",
            "0 1",
            &[("bm", "e2"), ("id", "\"a; b\"")],
        ),
        (
            " hmvc 3; fmvn 20;",
            "3 20",
            &[("hmvc", "3"), ("fmvn", "20")],
        ),
        (" 5 9 hmvc 3;", "3 9", &[("hmvc", "3")]),
        (" 5 bm Ke2+ Kd1;", "5 1", &[("bm", "Ke2+ Kd1")]),
        (" ;D1 20 ;D2 400", "0 1", &[("D1", "20"), ("D2", "400")]),
        ("; D1 20; D2 400;", "0 1", &[("D1", "20"), ("D2", "400")]),
        (" 7 8;D1 20", "7 8", &[("D1", "20")]),
        (
            " noop;;  ; c0  \"moves\" ;",
            "0 1",
            &[("noop", ""), ("c0", "\"moves\"")],
        ),
        (" fifteen_letters 1;", "0 1", &[("fifteen_letters", "1")]),
    ] {
        let text = format!("{BOARD}{tail}");
        let parsed: ParsedFen = text.parse().expect(&text);
        let found: Vec<(&str, &str)> = parsed
            .operations
            .iter()
            .map(|operation| (operation.opcode.as_str(), operation.operand.as_str()))
            .collect();
        assert_eq!(found, operations, "{text}");
        assert!(parsed.warnings.is_empty(), "{text}");
        let fen = parsed.setup.fen(CastlingStyle::Standard);
        assert_eq!(fen, format!("{BOARD} {counters}"), "{text}");
    }
}

#[test]
fn operations_that_cannot_be_read() {
    for (text, message) in [
        (
            "8/8/8/8/8/8/8/8 w - - 0 1 2; bm e2;",
            "column 27: the move number field is followed by '2', where the FEN should end (an EPD operation ends with ';')",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - 0 1 bm e2",
            "column 27: the move number field is followed by 'bm', where the FEN should end (an EPD operation ends with ';')",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - ;D1 20 ;2 400",
            "column 31: the operations field has '2', where an operation such as 'bm e4;' should begin",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - ;D1 20;sixteen__letters 1;",
            "column 30: the operations field has 'sixteen__letters', where an operation such as 'bm e4;' should begin",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - id \"x; bm e2;",
            "column 26: the operations field has a text without its closing quote",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - e2e4 e7e5",
            "column 23: the halfmove clock field is the move 'e2e4' (moves follow the FEN after the word 'moves')",
        ),
        (
            "8/8/8/8/8/8/8/8 w - - 0 e7e8q; D1 2",
            "column 25: the move number field is the move 'e7e8q' (moves follow the FEN after the word 'moves')",
        ),
    ] {
        let found = text.parse::<ParsedFen>().map(|parsed| parsed.operations);
        let error = found.expect_err(text).to_string();
        assert_eq!(error, message, "{text}");
    }
}

#[test]
fn a_counting_operation_out_of_range_is_dropped_with_a_warning() {
    let (fen, warnings) = parsed("4k3/8/8/8/8/8/8/4K3 w - - 4 7 hmvc x; fmvn 0;");
    assert_eq!(fen, "4k3/8/8/8/8/8/8/4K3 w - - 4 7");
    assert_eq!(
        warnings,
        [
            "halfmove clock 'x' is not a number from 0 to 32767: read as 4",
            "move number '0' is not a number from 1 to 999999: read as 7",
        ]
    );
}

#[test]
fn columns_count_repeated_blanks() {
    for (text, column) in [
        ("8/8/8/8/8/8/8/K1k5     w   X - 0 1", "column 28"),
        ("   8/8/8/x7/8/8/8/8 w", "column 10"),
        ("8/8/8/8/8/8/8/8\t\tw -    e9", "column 25"),
    ] {
        assert_eq!(error(text).split(':').next(), Some(column), "{text}");
    }
}

#[test]
fn columns_count_characters() {
    assert_eq!(error("é w").split(':').next(), Some("column 1"));
    assert_eq!(
        error("8/8/8/8/8/8/8/8 é").split(':').next(),
        Some("column 17")
    );
}
