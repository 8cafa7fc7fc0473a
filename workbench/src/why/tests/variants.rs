//! Wrong numbers of programs that play variants.

use movegen::chess::variant::{Rules, VARIANTS, VariantPosition, variant};

use super::*;
use crate::find::{Node, RandomGames, count};
use crate::imitate::{Altered, altered};
use crate::why::{Given, NotCompared, ReadError, WhyError, why as why_of};

fn rules(name: &str) -> &'static dyn Rules {
    variant(name).expect(name)
}

fn under(rules: &'static dyn Rules) -> Given {
    Given {
        rules,
        ..Given::default()
    }
}

#[track_caller]
fn answer_to(name: &str, text: &str) -> Why {
    match why_of(text, &under(rules(name)), &[], 1, &Stop::new()) {
        Ok(why) => why,
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// What a program with the defect prints.
fn divide(defect: &'static Altered, fen: &str, depth: u32) -> DivideText {
    let question = Question {
        fen,
        moves: &[],
        depth,
        expected: 0,
    };
    let position = defect.position(&question).expect(fen);
    let counted = count(position, depth).expect("a small tree");
    let line = |line: &movegen::perft::Line<movegen::chess::Move>| {
        format!("{}: {}\n", position.uci(line.mv, STYLE), line.count)
    };
    let lines: String = counted.lines.iter().map(line).collect();
    DivideText::read(&format!("{lines}\nNodes searched: {}\n", counted.total))
}

fn sorted(mut divide: DivideText) -> DivideText {
    divide.lines.sort();
    divide
}

/// The first positions of random games in which the defect changes the total.
fn wrong_nodes(rules: &'static dyn Rules, defect: &'static Altered) -> Vec<Node> {
    let games = RandomGames {
        rules,
        seed: 5,
        chess960: false,
        depth: 2,
        most_leaves: 2_000,
    };
    let nodes = games.nodes().take(400).map_while(Result::ok);
    let shows = |node: &Node| {
        let right = count(node.position, node.depth)
            .expect("a small tree")
            .total;
        let total = divide(defect, &node.fen, node.depth).total;
        right > 0 && total.is_some_and(|total| total != right as i128)
    };
    nodes.filter(shows).take(2).collect()
}

/// Each cause that is named gives all numbers, and the defect is among them.
#[test]
fn each_defect_is_found_from_its_own_divides() {
    for &rules in VARIANTS {
        let mut named = 0;
        for defect in altered(rules) {
            let nodes = wrong_nodes(rules, defect);
            let Some(first) = nodes.first() else {
                continue;
            };
            let written = |node: &Node| {
                let divide = divide(defect, &node.fen, node.depth);
                let lines = divide.lines.iter();
                let lines = lines.map(|(mv, count)| format!("{mv}: {count}\n"));
                let lines: String = lines.collect();
                let total = divide.total.unwrap_or_default();
                format!(
                    "position fen {}\ngo perft {}\n{lines}\nNodes searched: {total}\n",
                    node.fen, node.depth
                )
            };
            let text: String = nodes.iter().map(written).collect();
            let why = answer_to(rules.name(), &text);
            assert!(why.unread.is_empty(), "{text}\n{why}");
            assert_eq!(why.claims.len(), nodes.len(), "{text}\n{why}");
            assert!(why.left_out.is_empty() && why.not_compared.is_empty());
            let ids: Vec<&str> = why.causes.iter().map(|cause| cause.id).collect();
            assert!(ids.contains(&defect.id), "{}: {text}\n{why}", defect.id);
            for node in &nodes {
                let own = sorted(divide(defect, &node.fen, node.depth));
                for id in &ids {
                    let cause = altered(rules).find(|cause| cause.id == *id);
                    let cause = cause.expect("a known defect");
                    let given = sorted(divide(cause, &node.fen, node.depth));
                    assert_eq!(given, own, "{id} for {}", defect.id);
                }
            }
            // The total alone fits all of these, and perhaps more.
            let total = divide(defect, &first.fen, first.depth).total;
            let total = total.unwrap_or_default();
            let text = format!("{} depth {} I get {total}", first.fen, first.depth);
            let of_total = answer_to(rules.name(), &text);
            let all: Vec<&str> = of_total.causes.iter().map(|cause| cause.id).collect();
            assert!(all.contains(&defect.id), "{text}\n{of_total}");
            assert!(of_total.pairs.is_none());
            named += 1;
        }
        let known = altered(rules).count();
        assert!(2 * named > known, "{}: {named} of {known}", rules.name());
    }
}

#[test]
fn right_numbers_of_each_start_are_right() {
    for &rules in VARIANTS {
        let start = VariantPosition::startpos(rules);
        let total = count(start, 3).expect("a small tree").total;
        for text in [
            format!("startpos depth 3: {total}"),
            format!("from the starting position, perft 3 gives {total}"),
        ] {
            let why = answer_to(rules.name(), &text);
            assert!(why.is_right() && why.unread.is_empty(), "{text}\n{why}");
            assert_eq!(why.claims[0].claim.fen, start.fen(STYLE));
            assert_eq!(
                why.fields().keys().next().map(String::as_str),
                Some("variant")
            );
        }
        let wrong = answer_to(rules.name(), &format!("startpos depth 3: {}", total + 1));
        assert!(!wrong.is_right());
    }
}

/// The answer to the question at the end keeps the causes that give it.
#[test]
fn an_answer_to_the_next_question_tells_the_causes_apart() {
    let fen = "8/8/8/3k4/8/3K4/8/8 w - - 0 1";
    let ids = |why: &Why| -> Vec<_> { why.causes.iter().map(|cause| cause.id).collect() };
    let text = format!("{fen} depth 2 I get 0");
    let why = answer_to("kingofthehill", &text);
    assert!(why.claims[0].expected == 0 && why.is_right(), "{why}");
    let defect = altered(rules("kingofthehill")).find(|defect| defect.id == "hill-does-not-end");
    let total = divide(defect.expect("a defect"), fen, 2).total;
    let text = format!("{fen} depth 2 I get {}", total.unwrap_or_default());
    let why = answer_to("kingofthehill", &text);
    assert!(ids(&why).contains(&"hill-does-not-end"), "{why}");
    let next = why.next.as_ref().expect("several causes");
    let answers: BTreeSet<i128> = next.totals.iter().flatten().copied().collect();
    assert!(answers.len() > 1, "{why}");
    for answer in answers {
        let given = under(rules("kingofthehill"));
        let left = why_of(&text, &given, &[answer], 1, &Stop::new()).expect("causes");
        let gives = next.totals.iter().map(|totals| totals.contains(&answer));
        let causes = why.causes.iter().zip(gives);
        let expected: Vec<_> = causes
            .filter(|cause| cause.1)
            .map(|cause| cause.0.id)
            .collect();
        assert_eq!(ids(&left), expected, "{answer}");
    }
}

/// A program that does not end games counts a much larger tree than the rules: it is not counted without end.
#[test]
fn a_tree_that_does_not_end_is_bounded() {
    let over = "rnbqkbnr/pppp1ppp/4p3/8/3K4/8/PPPPPPPP/RNBQ1BNR b kq - 0 4";
    let text = format!("{over} depth 9 I get 123456");
    let why = answer_to("kingofthehill", &text);
    assert_eq!(why.claims[0].expected, 0);
    assert!(why.not_compared.contains(&"hill-does-not-end"), "{why}");
}

#[test]
fn fens_and_moves_of_variants_are_read() {
    for (name, text, fen, moves) in [
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/4K3[PNq] w - - 0 1 moves N@f3 Q@a5 P@c3 depth 1: 5",
            "4k3/8/8/8/8/8/8/4K3[PNq] w - - 0 1",
            &["N@f3", "Q@a5", "P@c3"][..],
        ),
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/4K1Q~1/2Pn w - - 0 1, after @e4, perft 1 gives 5",
            "4k3/8/8/8/8/8/8/4K1Q~1/2Pn w - - 0 1",
            &["P@e4"],
        ),
        (
            "3check",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 3+2 0 1 perft 1: 5",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 3+2 0 1",
            &[],
        ),
        (
            "3check",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 3+2 perft 1: 5",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 3+2 0 1",
            &[],
        ),
        (
            "3check",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 +1+0 perft 1: 5",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 +1+0",
            &[],
        ),
        (
            "antichess",
            "position fen 8/P6p/8/8/8/8/8/8 w - - 0 1 moves a7a8k h7h5\nperft 1: 5",
            "8/P6p/8/8/8/8/8/8 w - - 0 1",
            &["a7a8k", "h7h5"],
        ),
        (
            "racingkings",
            "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1 perft 1: 20",
            "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
            &[],
        ),
    ] {
        let why = answer_to(name, text);
        let claim = &why.claims[0].claim;
        let played: Vec<&str> = claim.moves.iter().map(String::as_str).collect();
        assert_eq!((&*claim.fen, &played[..]), (fen, moves), "{text}");
        assert!(why.unread.is_empty() && claim.depth == 1, "{text}\n{why}");
    }
}

#[test]
fn a_divide_with_drops_is_read_completely() {
    let fen = "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1";
    let position = VariantPosition::from_fen(rules("crazyhouse"), fen).expect(fen);
    let counted = count(position, 1).expect("a small tree");
    let divide = |text: &dyn Fn(movegen::chess::Move) -> String| -> String {
        let lines = counted.lines.iter();
        lines
            .map(|line| format!("{}: {}\n", text(line.mv), line.count))
            .collect()
    };
    let uci = divide(&|mv| position.uci(mv, STYLE));
    let san = divide(&|mv| position.san(mv));
    assert!(uci.contains("P@e4: 1") && san.contains("@e4: 1\n"), "{san}");
    for lines in [&uci, &san] {
        let text = format!("{fen}\ndepth 1\n{lines}\nNodes searched: {}", counted.total);
        let why = answer_to("crazyhouse", &text);
        assert!(why.is_right() && why.unread.is_empty(), "{text}\n{why}");
        assert_eq!(why.claims[0].total, Some(counted.total as i128));
    }
    // An illegal drop is a move that a program may list.
    let text = format!("{fen}\ndepth 1\n{uci}P@e8: 1\nP@a1: 1\n");
    let why = answer_to("crazyhouse", &text);
    assert!(!why.is_right() && why.unread.is_empty(), "{why}");
    let fact = "extra: P@a1 is illegal: a pawn cannot be dropped on the first or the eighth rank";
    assert!(why.facts.iter().any(|it| it == fact), "{why}");
}

#[test]
fn no_position_of_chess_is_assumed() {
    for text in [
        "Kiwipete perft 2: 2038",
        "position 3, depth 2: 191",
        "I get 4865609",
        "20 400 8902",
    ] {
        let found = why_of(text, &under(rules("atomic")), &[], 1, &Stop::new());
        assert!(
            matches!(&found, Err(WhyError::Read(ReadError::NoPosition { candidates, .. })) if candidates.is_empty()),
            "{text}: {found:?}"
        );
    }
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let why = answer_to("crazyhouse", &format!("{start} depth 1: 20"));
    assert!(why.claims[0].claim.fen.contains(" w KQkq "), "{why}");
}

#[test]
fn columns_of_statistics_are_left_out() {
    let table = "startpos\ndepth nodes captures checks\n2 400 0 0\n3 8902 35 12\n";
    let why = answer_to("atomic", table);
    assert!(why.is_right(), "{why}");
    let reasons: Vec<&NotCompared> = why.left_out.iter().map(|left_out| &left_out.1).collect();
    assert_eq!(reasons, [&NotCompared::Columns; 2]);
    assert!(
        why.to_string()
            .contains("columns of statistics are compared only in standard chess")
    );
    assert!(
        why.to_string()
            .ends_with("All numbers that were compared are right.")
    );
    let found = why_of(
        "startpos depth 3 captures: 35",
        &under(rules("atomic")),
        &[],
        1,
        &Stop::new(),
    );
    let is_left_out = |error: &WhyError| {
        matches!(
            error,
            WhyError::NotCompared {
                reason: NotCompared::Columns,
                ..
            }
        )
    };
    assert!(found.as_ref().is_err_and(is_left_out), "{found:?}");
}
