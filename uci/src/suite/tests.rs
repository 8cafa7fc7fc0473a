//! Reading suites: what is accepted, and what each error says and where.

use super::*;
use crate::games::toy::LEAVES;
use movegen::chess::{InvalidFen, Position};
use movegen::hive;
use movegen::perft::{Perft, Stop};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn cases(text: &str) -> Vec<Case> {
    parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> SuiteError {
    parse(text).expect_err("the suite was read")
}

#[test]
fn semicolon_before_the_depth() {
    let cases = cases(&format!("{START} ;D1 20 ;D2 400\n"));
    assert_eq!(cases.len(), 1);
    assert_eq!(cases[0].text, START);
    assert_eq!(cases[0].line, 1);
    assert_eq!(cases[0].name, None);
    assert_eq!(cases[0].root.downcast(), Some(&Position::startpos()));
    assert_eq!(cases[0].expected, [(1, 20), (2, 400)]);
}

#[test]
fn semicolon_after_the_fen() {
    let cases = cases(&format!("{START}; D1 20; D3 8902;\n"));
    assert_eq!(cases[0].text, START);
    assert_eq!(cases[0].expected, [(1, 20), (3, 8902)]);
}

#[test]
fn blocks() {
    let text = "# a comment\n\nid start position\n\
                epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n\n\
                # 20\nperft 1 20\nperft 2 400\n\n\
                epd 8/8/8/8/8/8/8/K1k5 w - -\nperft 0 1";
    let cases = cases(text);
    assert_eq!(cases.len(), 2);
    assert_eq!(
        (cases[0].name.as_deref(), cases[0].line),
        (Some("start position"), 4)
    );
    assert_eq!(cases[0].root.downcast(), Some(&Position::startpos()));
    assert_eq!(cases[0].expected, [(1, 20), (2, 400)]);
    assert_eq!((cases[1].name.as_deref(), cases[1].line), (None, 10));
    assert_eq!(cases[1].expected, [(0, 1)]);
}

#[test]
fn games_of_hive() {
    let text = format!("# tabs\n{START} ;D1 20\nBase+M;InProgress;Black[1];wM\t30 \t 522\n");
    let cases = cases(&text);
    assert_eq!(
        (cases[1].line, &*cases[1].text),
        (3, "Base+M;InProgress;Black[1];wM")
    );
    let root: Option<&hive::Position> = cases[1].root.downcast();
    assert_eq!(root.map(hive::Position::ply), Some(1));
    assert_eq!(cases[1].expected, [(1, 30), (2, 522)]);

    let error = |text| error(text).to_string();
    assert_eq!(
        error("Base;InProgress;White[1];wQ\t1"),
        "line 1: cannot use the game `Base;InProgress;White[1];wQ`: move 1: 'wQ' is illegal: \
         the queen cannot be placed on the first turn"
    );
    assert_eq!(
        error("\nBase"),
        "line 2: the game `Base` has no counts; write them behind it, after tabs"
    );
    assert_eq!(
        error("Base\t4\t+96"),
        "line 1, column 8: found the count `+96`; allowed is a whole number of at most 128 bits, \
         digits only"
    );
    assert!(error("Base 4 96").contains("'Base 4 96' is not a game type"));
}

#[test]
fn formats_may_be_mixed() {
    let cases = cases(&format!(
        "id one\nepd {START}\nperft 1 20\n{START} ;D1 20\n{START}; D2 400\n"
    ));
    assert_eq!(
        cases.iter().map(|case| case.line).collect::<Vec<_>>(),
        [2, 4, 5]
    );
}

#[test]
fn byte_order_mark_and_carriage_returns() {
    let cases = cases(&format!(
        "\u{feff}{START} ;D1 20\r\n\r\n  # more\r\nid x\r\nepd {START}\r\nperft 1 20\r\n"
    ));
    assert_eq!(cases.len(), 2);
    assert_eq!(cases[1].name.as_deref(), Some("x"));
    assert_eq!(cases[1].text, START);
}

#[test]
fn counts_beyond_64_bits() {
    let cases = cases(&format!(
        "{START} ;D20 340282366920938463463374607431768211455"
    ));
    assert_eq!(cases[0].expected, [(20, u128::MAX)]);
}

#[test]
fn nothing_at_all_has_no_cases() {
    assert!(cases("").is_empty());
    assert!(cases("# only\n\n  \t\n").is_empty());
}

#[test]
fn a_right_without_a_rook_is_a_warning() {
    let cases = cases("4k3/8/8/8/8/8/8/4K3 w K - 0 1 ;D1 5");
    assert_eq!(cases[0].warnings.len(), 1, "{:?}", cases[0].warnings);
}

#[test]
fn a_right_of_chess960_in_standard_letters_is_a_warning() {
    let counted = |rights| {
        let fen = format!("r2k3r/8/8/8/8/8/8/R3K3 b Q{rights} - 0 1 ;D1 26");
        let cases = cases(&fen);
        cases[0].warnings.clone()
    };
    assert_eq!(
        counted("kq"),
        [
            "castling rights 'kq' exist only in Chess960: the black king is on d8, not on e8, with rooks on a8 and h8"
        ]
    );
    assert!(counted("ha").is_empty());
}

#[test]
fn error_for_a_line_of_no_format() {
    let error = error(&format!("{START} ;D1 20\nprft 2 400\n"));
    assert!(matches!(&error, SuiteError::UnknownLine { line: 2, found } if found == "prft"));
    assert!(
        error
            .to_string()
            .starts_with("line 2: found `prft`; allowed are a FEN"),
        "{error}"
    );
}

#[test]
fn error_for_a_fen_that_cannot_be_read() {
    let error = error("# x\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1 ;D1 20");
    let SuiteError::Fen {
        line: 2, reason, ..
    } = &error
    else {
        panic!("{error:?}")
    };
    assert!(matches!(**reason, InvalidFen::Fen(_)), "{error:?}");
    assert!(
        error
            .to_string()
            .starts_with("line 2: cannot use the FEN `rnbqkbnr/pppp"),
        "{error}"
    );
}

#[test]
fn error_for_a_position_without_rules() {
    let error = error("id x\nepd 8/8/8/8/8/8/8/4K3 w - -\nperft 1 5");
    let SuiteError::Fen {
        line: 2, reason, ..
    } = &error
    else {
        panic!("{error:?}")
    };
    assert!(matches!(**reason, InvalidFen::Position(_)), "{error:?}");
}

#[test]
fn error_for_something_else_than_a_count() {
    let text = format!("{START} ;D1 20 ;X2 400");
    let found = error(&text);
    let at = START.len() + " ;D1 20 ;".len() + 1;
    assert!(
        matches!(
            &found,
            SuiteError::Count { line: 1, column, found, .. }
                if *column == at && found == "X2 400"
        ),
        "{found:?}"
    );
    assert!(matches!(
        error(&format!("{START} ;D1")),
        SuiteError::Count { line: 1, .. }
    ));
    assert!(matches!(
        error(&format!("{START} ;D1 20 D2 400")),
        SuiteError::Count { line: 1, .. }
    ));
    assert!(matches!(
        error(&format!("epd {START}\nperft 1\n")),
        SuiteError::Count { line: 2, .. }
    ));
}

#[test]
fn error_for_a_depth() {
    for depth in ["x", "-1", "+1", "256", "1.5", "99999999999"] {
        let found = error(&format!("epd {START}\nperft {depth} 20"));
        assert!(
            matches!(
                &found,
                SuiteError::Depth { line: 2, column: 7, reason } if reason.found == depth
            ),
            "{depth}: {found:?}"
        );
    }
}

#[test]
fn error_for_a_number() {
    for number in [
        "abc",
        "-20",
        "+20",
        "1,00",
        "340282366920938463463374607431768211456",
    ] {
        let found = error(&format!("epd {START}\nperft 1 {number}"));
        assert!(
            matches!(
                &found,
                SuiteError::Number { line: 2, column: 9, found } if found == number
            ),
            "{number}: {found:?}"
        );
    }
}

#[test]
fn error_for_a_repeated_depth() {
    let column = START.len() + " ;D1 20 ;D".len() + 1;
    let found = error(&format!("{START} ;D1 20 ;D1 21"));
    assert!(
        matches!(
            found,
            SuiteError::RepeatedDepth { line: 1, column: at, depth: 1 } if at == column
        ),
        "{found:?}"
    );
}

#[test]
fn error_for_a_case_without_counts() {
    assert!(matches!(error(START), SuiteError::NoCounts { line: 1, .. }));
    assert!(matches!(
        error(&format!("{START} ;")),
        SuiteError::NoCounts { line: 1, .. }
    ));
    assert!(matches!(
        error(&format!("epd {START}\n\n{START} ;D1 20")),
        SuiteError::NoCounts { line: 1, .. }
    ));
    assert!(matches!(
        error(&format!("\nepd {START}")),
        SuiteError::NoCounts { line: 2, .. }
    ));
}

#[test]
fn error_for_perft_without_epd() {
    assert!(matches!(
        error("perft 1 20"),
        SuiteError::NoPosition { line: 1 }
    ));
    // A counted line stands for itself: nothing may be added to it.
    assert!(matches!(
        error(&format!("{START} ;D1 20\nperft 2 400")),
        SuiteError::NoPosition { line: 2 }
    ));
}

#[test]
fn error_for_an_id_without_epd() {
    let error = error("id a\nid b\n");
    assert!(matches!(&error, SuiteError::UnusedName { line: 1, name } if name == "a"));
    assert!(matches!(
        parse(&format!("id a\n{START} ;D1 20")),
        Err(SuiteError::UnusedName { line: 1, .. })
    ));
    assert!(matches!(
        parse("id a\n"),
        Err(SuiteError::UnusedName { line: 1, .. })
    ));
}

#[test]
fn epd_operations_stand_between_position_and_counts() {
    const BOARD: &str = "8/8/8/8/8/8/8/K1k5 w - -";
    for (line, text) in [
        (
            "bm Ka2; id \"a; D9 7\"; D1 1; D2 5",
            " bm Ka2; id \"a; D9 7\";",
        ),
        ("hmvc 3; ;D1 1 ;D2 5", " hmvc 3; ;"),
        ("0 1 noop;D1 1;D2 5;", " 0 1 noop;"),
        (";D1 1 ;D2 5", ""),
    ] {
        let line = format!("{BOARD} {line}");
        let cases = parse(&line).expect(&line);
        assert_eq!(cases[0].expected, [(1, 1), (2, 5)], "{line}");
        assert_eq!(cases[0].text, format!("{BOARD}{text}"), "{line}");
    }
    for line in ["d1 1; D2 5", "id \"x\"; E1 1; D2 5"] {
        let line = format!("{BOARD} {line}");
        let error = parse(&line).expect_err(&line).to_string();
        assert!(error.contains("allowed is `D` with a depth"), "{error}");
    }
}

#[test]
fn comments_may_follow_the_counts() {
    let text = format!("{START} ;D1 20 ;D2 400 ;c0 \"en-passant pin-knight\" ;c1 \"a2a3 1\"\n");
    let cases = cases(&text);
    assert_eq!(cases[0].text, START);
    assert_eq!(cases[0].expected, [(1, 20), (2, 400)]);
    for part in ["c0 tag", "c10 \"tag\"", "d0 \"tag\"", "c0 \""] {
        let found = error(&format!("{START} ;D1 20 ;{part}"));
        assert!(
            matches!(found, SuiteError::Count { .. }),
            "{part}: {found:?}"
        );
    }
}

/// A game joins the suites by its own text of a position.
#[test]
fn a_toy_game_in_a_suite() {
    let counts: Vec<String> = LEAVES[1..].iter().map(ToString::to_string).collect();
    let cases = cases(&format!("ttt:\t{}\nttt:b2a1\t7\t42\n", counts.join("\t")));
    assert_eq!(cases.len(), 2);
    for case in cases {
        assert_eq!(case.root.game().name, "tic-tac-toe");
        for (depth, expected) in case.expected {
            let perft = Perft::new(depth).threads(2).hash_mb(1);
            let leaves = case.root.leaves(&perft, &Stop::new());
            assert_eq!(leaves.expect("a count"), expected, "{} {depth}", case.text);
        }
    }
    let error = error("ttt:b2b2\t1").to_string();
    assert!(
        error.contains("is not a sequence of free squares"),
        "{error}"
    );
}
