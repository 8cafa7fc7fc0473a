//! Each defect is found from its own numbers, and what is found gives these numbers.

mod variants;

use std::collections::BTreeSet;

use movegen::chess::CastlingStyle;
use movegen::chess::variant::Standard;
use movegen::perft::{Progress, Stop};

use super::evidence::{Claim, Counted, Evidence, OtherMoves};
use super::{Why, explain};
use crate::ask::{DivideText, Question};
use crate::fits::Compared;
use crate::fits::{Verdict, search, verdict};
use crate::imitate::{self, Budget, Defect};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const POSITION_5: &str = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";
const EN_PASSANT: &str = "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3";
const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";

const STYLE: CastlingStyle = CastlingStyle::Standard;

fn claim(fen: &str, depth: u32, counted: Counted) -> Claim {
    Claim::new(fen.to_owned(), Vec::new(), depth, counted)
}

/// The divides of the first program with a defect; `None` if it depends on more than the text says.
fn divides(defect: Defect, asked: &[(&str, u32)]) -> Option<Vec<Claim>> {
    let together = defect.variants.together().into_iter();
    let alone = defect.variants.alone().into_iter().flatten();
    let mut program = together.chain(alone).next()?;
    let answered = asked.iter().map(|&(fen, depth)| {
        program.reset();
        program.expect(&[]);
        let question = Question {
            fen,
            moves: &[],
            depth,
            expected: 0,
        };
        let counts = program.ask(&question, &mut Budget::new(10_000_000)).ok()?;
        let divide = DivideText {
            lines: counts.lines,
            total: Some(counts.total),
            ..DivideText::default()
        };
        Some(claim(fen, depth, Counted::Divide(divide, OtherMoves::None)))
    });
    answered.collect()
}

fn answer(claims: Vec<Claim>) -> Why {
    let evidence = Evidence {
        claims,
        ..Evidence::default()
    };
    explain(&evidence, &[], 1, &Progress::new(), &Stop::new()).expect("claims")
}

/// With its defect, a program may play the moves of a claim to another position.
#[test]
fn moves_are_played_by_each_program() {
    let after = |fen: &str, moves: &str, depth, total| Claim {
        moves: vec![moves.to_owned()],
        ..claim(fen, depth, Counted::Total(total))
    };
    let is_cause = |why: &Why, id| why.causes.iter().any(|cause| cause.id == id);
    // A queen on c8 leaves Black 31 moves, a bishop 41.
    let why = answer(vec![after(POSITION_5, "d7c8b", 1, 31)]);
    assert!(is_cause(&why, "promoted-piece-always-queen"), "{why}");
    // The only capture en passant is missing, but not after the double push.
    let missing = claim(KIWIPETE, 2, Counted::Total(2038));
    let why = answer(vec![missing.clone()]);
    assert!(is_cause(&why, "en-passant-square-not-set"), "{why}");
    let why = answer(vec![missing, after(KIWIPETE, "a2a4", 1, 44)]);
    assert!(!is_cause(&why, "en-passant-square-not-set"), "{why}");
    assert!(
        is_cause(&why, "unmake-does-not-restore-en-passant-square"),
        "{why}"
    );
}

/// The answer to the next question keeps the causes that give it. Programs read the FEN of the question as it is printed:
/// without the en passant square that no legal capture can use, all of these causes give the right total.
#[test]
fn an_answer_to_the_next_question_tells_the_causes_apart() {
    let on_rank = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1";
    let position_3 = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    let evidence = Evidence {
        claims: vec![
            claim(on_rank, 1, Counted::Total(7)),
            claim(position_3, 2, Counted::Total(193)),
            claim(position_3, 3, Counted::Total(2850)),
        ],
        ..Evidence::default()
    };
    let explained = |answers: &[i128]| {
        explain(&evidence, answers, 1, &Progress::new(), &Stop::new()).expect("claims")
    };
    let why = explained(&[]);
    let next = why.next.as_ref().expect("several causes");
    assert!(next.fen.contains(" - d6 "), "{why}");
    let answers: BTreeSet<i128> = next.totals.iter().flatten().copied().collect();
    assert!(answers.len() > 1, "{why}");
    for answer in answers {
        let gives = next.totals.iter().map(|totals| totals.contains(&answer));
        let causes = why.causes.iter().zip(gives);
        let expected: Vec<_> = causes
            .filter(|cause| cause.1)
            .map(|cause| cause.0.id)
            .collect();
        let left = explained(&[answer]);
        let left: Vec<_> = left.causes.iter().map(|cause| cause.id).collect();
        assert_eq!(left, expected, "{answer}");
    }
}

#[test]
fn each_defect_is_found_from_its_own_divides() {
    let mut named = 0;
    for defect in imitate::defects().step_by(23) {
        let asked = [(KIWIPETE, 2), (EN_PASSANT, 3), (PROMOTIONS, 2)];
        let Some(claims) = divides(defect, &asked) else {
            continue;
        };
        let why = answer(claims);
        if why.is_right() {
            // The defect does not show in these positions.
            assert!(why.causes.is_empty(), "{}", defect.id);
            continue;
        }
        let found = why.causes.iter().any(|cause| cause.id == defect.id);
        assert!(
            found || why.not_compared.contains(&defect.id),
            "{}: {why}",
            defect.id
        );
        named += usize::from(found);
    }
    assert!(named > 10, "{named}");
}

#[test]
fn one_order_of_moves_explains_several_positions() {
    let id = "unmake-does-not-restore-rights";
    let defect = imitate::defects().find(|defect| defect.id == id);
    let asked = [(KIWIPETE, 3), (POSITION_5, 3)];
    let why = answer(divides(defect.expect("a defect"), &asked).expect("divides"));
    let ids: Vec<&str> = why.causes.iter().map(|cause| cause.id).collect();
    assert_eq!(ids, [id]);
    assert!(!why.not_compared.contains(&id));
}

#[test]
fn what_is_found_gives_every_number() {
    let claims = [
        claim(KIWIPETE, 2, Counted::Total(2030)),
        claim(KIWIPETE, 2, Counted::Total(2041)),
        part(2030),
    ];
    for claim in claims {
        let compared =
            [Compared::new(&claim, &Standard, STYLE, 1, &Stop::new()).expect("a position")];
        let found = search(&compared, 1, &Progress::new(), &Stop::new());
        for mut fit in found.fits {
            let verdict = verdict(
                &compared,
                fit.program.as_mut(),
                &mut Budget::new(10_000_000),
            );
            assert_eq!(verdict, Verdict::Same, "{}", fit.defect.id);
        }
    }
}

#[test]
fn an_incomplete_divide_says_nothing_about_other_moves() {
    let divide = |others| {
        let divide = DivideText::read("e1g1: 43\ne1c1: 43\n");
        answer(vec![claim(KIWIPETE, 2, Counted::Divide(divide, others))])
    };
    assert!(divide(OtherMoves::Unknown).is_right());
    assert!(divide(OtherMoves::Right).is_right());
    let why = divide(OtherMoves::None);
    assert!(!why.is_right());
    assert!(why.to_string().contains("missing: "));
}

/// Part of a divide, with a total.
fn part(total: i128) -> Claim {
    let divide = DivideText::read(&format!("e1g1: 43\n\nNodes searched: {total}\n"));
    claim(KIWIPETE, 2, Counted::Divide(divide, OtherMoves::Unknown))
}

#[test]
fn the_total_of_an_incomplete_divide_is_a_number_like_others() {
    assert!(answer(vec![part(2039)]).is_right());
    // The sum of what is listed.
    assert!(answer(vec![part(43)]).is_right());
    let why = answer(vec![part(2030)]);
    assert!(!why.is_right());
    let text = why.to_string();
    assert!(text.contains("2030, right is 2039"), "{text}");
    assert!(text.contains("Only one number is wrong"), "{text}");
    let ids = |why: &Why| -> BTreeSet<_> { why.causes.iter().map(|cause| cause.id).collect() };
    let of_total = answer(vec![claim(KIWIPETE, 2, Counted::Total(2030))]);
    assert!(!why.causes.is_empty() && ids(&why).is_subset(&ids(&of_total)));
}

#[test]
fn a_stopped_search_is_incomplete() {
    let compared = Compared::new(
        &claim(KIWIPETE, 2, Counted::Total(2030)),
        &Standard,
        STYLE,
        1,
        &Stop::new(),
    );
    let stop = Stop::new();
    stop.stop();
    let found = search(&[compared.expect("a position")], 1, &Progress::new(), &stop);
    assert!(!found.is_complete && found.fits.is_empty());
}

#[test]
fn facts_say_whether_leaves_are_missing_or_too_many() {
    let missing = "no count is too large: leaves are missing";
    let too_many = "no count is too small: there are too many leaves";
    for (lines, expected) in [
        ("a2a3: 373\nb2b3: 413", Some(missing)),
        ("a2a3: 382\nb2b3: 422", Some(too_many)),
        ("a2a3: 373\nb2b3: 422", None),
    ] {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let counted = Counted::Divide(DivideText::read(lines), OtherMoves::Right);
        let why = answer(vec![claim(fen, 3, counted)]);
        let said = |fact: &str| why.facts.iter().any(|it| it == fact);
        assert_eq!(said(missing), expected == Some(missing), "{lines}: {why}");
        assert_eq!(said(too_many), expected == Some(too_many), "{lines}: {why}");
    }
}

#[test]
fn facts_name_the_rule_and_a_common_divisor() {
    // The promotions to a knight, a bishop, a rook and a queen on two squares are missing.
    let text = "d7e6: 1\nd7e8: 1\n";
    let divide = DivideText::read(text);
    let why = answer(vec![claim(
        PROMOTIONS,
        1,
        Counted::Divide(divide, OtherMoves::None),
    )]);
    assert!(why.facts.iter().any(|fact| fact.starts_with("missing: ")));
    let lines = "a2a3: 8453\nb2b3: 9341";
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let why = answer(vec![claim(
        fen,
        4,
        Counted::Divide(DivideText::read(lines), OtherMoves::Right),
    )]);
    assert!(
        why.facts
            .iter()
            .any(|fact| fact.starts_with("all differences are multiples of 4"))
    );
}
