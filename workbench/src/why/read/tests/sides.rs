//! Whose numbers they are, and what the text or the arguments do not say.

use super::*;

/// What the text calls right need not be right. True counts decide only where it says nothing.
#[test]
fn the_text_says_whose_numbers_they_are() {
    for (text, expected) in [
        (
            "startpos depth 3: expected 8903, got 8902",
            "p1 d3: 8902 (8903)",
        ),
        (
            "startpos, perft 3 should be 8903 but I get 8902",
            "p1 d3: 8902 (8903)",
        ),
        (
            "startpos depth 3 mine: 8902 stockfish: 8903",
            "p1 d3: 8902 (8903)",
        ),
        (
            "startpos depth 3\nexpected: 8903\n8902",
            "p1 d3: 8902 (8903)",
        ),
        (
            "startpos\nDepth | expected | got\n3 | 8903 | 8902",
            "p1 d3: 8902 (8903)",
        ),
        (
            "FEN;depth;expected;actual\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;3;8903;8902",
            "p1 d3: 8902 (8903)",
        ),
        (
            "startpos depth 2\n| Move | Stockfish | mine |\n| e2e4 | 21 | 20 |\n| d2d4 | 20 | 20 |",
            "p1 d2: e2e4 20.. 2 some",
        ),
        (
            "startpos depth 2\ne2e4: got 20, expected 21\nd2d4: got 20, expected 20",
            "p1 d2: e2e4 20.. 2 some",
        ),
        (
            "startpos depth 2\nmine:\ne2e4: 20\nd2d4: 20\nstockfish:\ne2e4: 21\nd2d4: 20",
            "p1 d2: e2e4 20.. 2 some",
        ),
        (
            "startpos depth 2, I get 401.\nStockfish:\ne2e4: 20\nd2d4: 20",
            "p1 d2: 401",
        ),
        // These do not say it.
        ("startpos depth 3: 8903 / 8902", "p1 d3: 8903 (8902)"),
        ("startpos depth 3: 8902 (8903)", "p1 d3: 8903 (8902)"),
        ("startpos\n3: 8902 (8903)", "p1 d3: 8903 (8902)"),
        (
            "startpos depth 3\n  left: 8902\n right: 8903",
            "p1 d3: 8903 (8902)",
        ),
        (
            "startpos depth 2\ne2e4: 20 (21)\nd2d4: 20 (20)",
            "p1 d2: e2e4 21.. 2 some",
        ),
    ] {
        reads(text, &[expected]);
    }
    let notes = |text| reads(text, &["p1 d3: 8902 (8903)"]).assumptions;
    let note = "the text calls 8903 right; the number of leaves at depth 3 (line 1) is 8902";
    assert_eq!(notes("startpos depth 3: expected 8903, got 8902"), [note]);
}

#[test]
fn what_was_filled_in_is_named() {
    let evidence = reads(
        "I get 197742, it should be 197281",
        &["p1 d4: 197742 (197281)"],
    );
    assert_eq!(evidence.assumptions.len(), 2, "{:?}", evidence.assumptions);
    assert!(
        evidence.assumptions[0].contains("197281 is the count of the start position at depth 4")
    );
    let evidence = reads(
        "startpos depth 4: got 197742, expected 197280",
        &["p1 d4: 197742 (197280)"],
    );
    assert!(
        evidence.assumptions[0].contains("calls 197280 right"),
        "{:?}",
        evidence.assumptions
    );
}

#[test]
fn arguments_complete_a_text() {
    let given = |fen: &str, moves: &str, depth| Given {
        fen: Some(fen.to_owned()).filter(|fen| !fen.is_empty()),
        moves: moves.split_whitespace().map(str::to_owned).collect(),
        depth,
        chess960: false,
        ..Given::default()
    };
    reads_with("62416", &given(POSITION_5, "", Some(3)), &["p5 d3: 62416"]);
    reads_with(
        "62416 (62379)",
        &given(POSITION_5, "", None),
        &["p5 d3: 62416 (62379)"],
    );
    reads_with(
        "601",
        &given("startpos", "e2e4", Some(2)),
        &["p1 e2e4 d2: 601"],
    );
    reads_with("601", &given("", "e2e4", Some(2)), &["p1 e2e4 d2: 601"]);
    for (text, given, argument) in [
        ("startpos depth 3: 8000", given(KIWIPETE, "", None), "fen"),
        ("startpos depth 3: 8000", given("", "", Some(4)), "depth"),
        (
            "position startpos moves e2e4\nperft 2: 601",
            given("startpos", "d2d4", None),
            "moves",
        ),
    ] {
        match read(text, &given) {
            Err(ReadError::Contradiction {
                argument: found,
                line,
                ..
            }) => {
                assert_eq!(found, argument);
                assert!(line > 0);
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    let contradiction = read("startpos depth 3: 8000", &given("", "", Some(4)));
    let contradiction = contradiction.map_err(|error| error.to_string());
    assert_eq!(
        contradiction.err().as_deref(),
        Some("the argument depth is 4, but line 1 says depth 3: remove one of them")
    );
    let wrong = read("20", &given("8/8/8/8/8/8/8/8 w - - 0 1", "", Some(1)));
    assert!(
        matches!(wrong, Err(ReadError::Position { .. })),
        "{wrong:?}"
    );
}
