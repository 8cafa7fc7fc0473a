//! Texts and FENs that cannot be read.

use super::*;

#[test]
fn errors_say_what_to_add() {
    let error = |text: &str| match read(text, &Given::default()) {
        Err(error) => error.to_string(),
        Ok(evidence) => panic!("{text}: {evidence:?}"),
    };
    assert!(error("my engine is wrong").contains("no number of leaves in the text"));
    assert!(error("r2k3r/8/8/8/8/8/8/R3K3 b Qkq - 0 1").contains("add what the program counts"));
    assert!(
        error("I get 31415926 nodes")
            .contains("add its FEN to the text, or give fen (--fen on the command line)")
    );
    assert!(
        error("startpos, I get 1234567 nodes")
            .contains("or give depth (--depth on the command line)")
    );
    assert!(error("8/8/8/8/8/8/8/8 w - - 0 1 perft 3: 20").contains("no position"));
    // What is doubtful or wrong about the position is said, with a number and without.
    for (fen, part) in [
        (
            "r2k3r/8/8/8/8/8/8/R3K3 b Qkq - 0 1",
            "'kq' exist only in Chess960: the black king is on d8, not on e8",
        ),
        (
            "r1bqk2r/8/8/8/8/8/8/R1BQK2R[Nn] w KQkq - 0 1",
            "pocket '[Nn]': this looks like crazyhouse",
        ),
        (
            "r1bqk2r/8/8/8/8/8/8/R1BQK2R/Nn w KQkq - 0 1",
            "pocket '/Nn': this looks like crazyhouse",
        ),
        (
            "r1bqk2r/8/8/8/8/8/8/R1BQ~K2R w KQkq - 0 1",
            "mark of a promoted pawn: this looks like crazyhouse",
        ),
        (
            "r1bqk2r/8/8/8/8/8/8/R1BQK2R w KQkq - 3+3 0 1",
            "checks field is '3+3': this looks like three-check",
        ),
        (
            "r1bqk2r/8/8/8/8/8/8/R1BQK2R w KQkq - 0 1 +0+0",
            "checks field is '+0+0': this looks like three-check",
        ),
        (
            "8/r1bqk2r/8/8/8/8/8/8/R1BQK2R w KQkq - 0 1",
            "9 ranks instead of 8",
        ),
        (
            "r1bqk2r/8/8/8/8/8/R1BQK2R w KQkq - 0 1",
            "7 ranks instead of 8",
        ),
        (
            "r1bqk2r/8/8/8/8/8/8/PPPPPPPP w kq - 0 1",
            "this looks like horde or antichess",
        ),
    ] {
        let found = error(fen);
        assert!(found.contains(part) && found.contains(fen), "{found}");
        if !part.contains("Chess960") {
            let found = error(&format!("{fen}\nperft 3: 8902"));
            assert!(found.contains(part), "{found}");
            // Others are read all the same.
            let evidence = reads(
                &format!("{fen}\nperft 3: 8902\nstartpos\nperft 3: 8000"),
                &["p1 d3: 8000"],
            );
            let unread: Vec<usize> = evidence.unread.iter().map(|line| line.number).collect();
            assert_eq!(unread, [1, 2]);
        }
    }
}

#[test]
fn fens_that_are_not_complete_are_completed_aloud() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (text, expected) in [
        (format!("{board} perft 3: 8000"), "p1 d3: 8000"),
        (
            format!("https://lichess.org/editor/{board} perft 3: 8000"),
            "p1 d3: 8000",
        ),
        ("8/8/8/8/8/8/8/k1K5 b, perft 1: 3".to_owned(), "8 d1: 3"),
    ] {
        let evidence = reads(&text, &[expected]);
        assert!(
            evidence.assumptions[0].contains("the FEN is not complete"),
            "{:?}",
            evidence.assumptions
        );
    }
    let link = format!("https://lichess.org/editor/{board}_w_KQkq_-_0_1 perft 3: 8000");
    assert_eq!(reads(&link, &["p1 d3: 8000"]).assumptions, [""; 0]);
}

#[test]
fn moves_whose_count_cannot_be_read_are_named() {
    for last in [
        "c2c3: -5",
        "c2c3 -5",
        "c2c3: +3",
        "c2c3 -",
        "c2c3 ?",
        "c2c3 | - |",
        "c2c3: illegal",
        "b1c3: 440, c2c3: -5",
    ] {
        let text = format!("startpos, depth 3\na2a3: 380\nb2b3: 420\n{last}");
        let evidence = read(&text, &Given::default()).expect("a divide");
        let unread: Vec<(usize, &str)> = evidence
            .unread
            .iter()
            .map(|line| (line.number, &*line.reason))
            .collect();
        assert_eq!(unread, [(4, "no count can be read behind c2c3")], "{last}");
    }
    for prose in [
        "c2c3 is legal",
        "c2c3,",
        "c2c3!",
        "a2a3 b7b6 c2c3",
        "info depth 3 pv c2c3 c7c6",
    ] {
        let text = format!("startpos, depth 3\na2a3: 380\n{prose}\nb2b3: 420");
        let evidence = read(&text, &Given::default()).expect("a divide");
        assert_eq!(evidence.unread, [], "{prose}");
    }
}

/// Texts of random words of the kinds that are read, and random bytes.
#[test]
fn no_text_makes_it_panic() {
    let words = [
        "e2e4",
        "O-O",
        "20",
        "197,742",
        "1 2 3",
        "(",
        ")",
        ":",
        ";",
        "|",
        "/",
        "depth",
        "perft",
        "got",
        "expected",
        "startpos",
        "Kiwipete",
        "position 3",
        "moves",
        "after",
        "mine:",
        "\n",
        "\r\n",
        "é",
        "♜",
        "\u{1b}[31m",
        "=",
        "-5",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "captures",
        "Depth | Nodes | Checks",
        "others right",
        "0.5 s",
        "d2",
        ".",
        "\u{202f}",
        "8/8/8/8/8/8/8/8",
        "99999999999999999999999999999999999999999999",
        "e.p.",
        "1.e4",
    ];
    let mut random = movegen::random::Random::new(40);
    for _ in 0..400 {
        let length = random.below(40);
        let text: Vec<&str> = (0..length).map(|_| random.pick(&words)).collect();
        for text in [text.join(" "), text.concat()] {
            let evidence = read(&text, &Given::default());
            for claim in evidence.iter().flat_map(|evidence| &evidence.claims) {
                assert!(
                    claim.depth > 0
                        && claim
                            .lines
                            .as_ref()
                            .is_some_and(|lines| lines.start() <= lines.end())
                );
            }
        }
    }
}
