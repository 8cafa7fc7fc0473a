//! The generator without a defect is correct, and every defect changes some count.

use std::rc::Rc;

use movegen::chess::{Kernel, Position, Setup, random};
use movegen::perft::{Perft, Stop};
use movegen::random::Random;

use super::defect::Slip;
use super::variant::{Order, Program, Walk, programs};
use super::{Imitator, POSITIONS};
use crate::ask::Question;
use crate::imitate::{Budget, Counts, Imitation, Unpredicted};

/// The counts of the position after these moves.
fn counts(
    program: &Program,
    (fen, moves, depth): (&str, &str, u32),
) -> Result<Counts, Unpredicted> {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    let question = Question {
        fen,
        moves: &moves,
        depth,
        expected: 0,
    };
    let mut counts = Imitator::new(program.clone(), Rc::default())
        .ask(&question, &mut Budget::new(50_000_000))?;
    counts.lines.sort();
    Ok(counts)
}

fn correct_count(position: &Position, depth: u32) -> i128 {
    let outcome = Perft::new(depth)
        .run(position, &Kernel::best(), &Stop::new(), |_| {})
        .expect("no table");
    i128::try_from(outcome.total).expect("a small tree")
}

#[test]
fn without_a_defect_all_counts_are_correct() {
    const WALKS: [Walk; 7] = [
        Walk::Copies,
        Walk::Lazily,
        Walk::LazilyBelowRoot,
        Walk::TestedFirst,
        Walk::TestedFirstBulk,
        Walk::Analysed,
        Walk::AnalysedBulk,
    ];
    const ORDERS: [Order; 6] = [
        Order::Ascending,
        Order::Descending,
        Order::ByKind,
        Order::CapturesFirst,
        Order::FromA8,
        Order::ByKindFromA8,
    ];
    let mut generator = Random::new(7);
    let mut checked = 0;
    while checked < 600 {
        let chess960 = checked % 2 == 1;
        let setup: Setup = random::setup(&mut generator, chess960);
        let Ok((position, _)) = Position::from_setup(&setup) else {
            continue;
        };
        let program = Program {
            walk: WALKS[checked % 7],
            order: ORDERS[checked / 7 % 6],
            ..Program::correct()
        };
        let fen = setup.fen(movegen::chess::CastlingStyle::Chess960);
        let depth = if checked % 10 == 0 { 3 } else { 2 };
        let counted = counts(&program, (&fen, "", depth)).expect("a small tree");
        assert_eq!(
            counted.total,
            correct_count(&position, depth),
            "{fen} depth {depth} {:?} {:?}",
            program.walk,
            program.order
        );
        checked += 1;
    }
}

/// The first program with this defect in each of its forms, for both colours.
fn first_programs(slip: Slip) -> Vec<Program> {
    let mut all = programs(slip);
    all.retain(|program| program.is_unlimited() && program.their_order);
    all.dedup_by_key(|program| program.form);
    all
}

/// All lines of all positions of the pool; `None` if a move cannot be played.
fn answers(program: &Program) -> Vec<Option<Counts>> {
    POSITIONS
        .iter()
        .map(|&position| counts(program, position).ok())
        .collect()
}

#[test]
fn the_pool_is_counted_correctly() {
    for (&(fen, moves, depth), counts) in POSITIONS.iter().zip(answers(&Program::correct())) {
        let mut position: Position = fen.parse().expect(fen);
        for mv in moves.split_whitespace() {
            position = position.play(position.parse_uci(mv).expect(mv));
        }
        let total = counts.map(|counts| counts.total);
        assert_eq!(
            total,
            Some(correct_count(&position, depth)),
            "{fen} {moves}"
        );
    }
}

/// Two descriptions of one behaviour: a pawn in front of a square that the king crosses attacks another such square,
/// so that pawns that are taken to attack forward allow only castling out of the check of a pawn.
const EQUIVALENT: (Slip, u8, Slip, u8) = (
    Slip::CastlingSeesPawnsWrongly,
    0,
    Slip::CastlingIgnoresPawns,
    2,
);

#[test]
fn every_defect_changes_a_count_and_no_two_are_the_same() {
    let correct = answers(&Program::correct());
    let mut known: Vec<(Slip, u8, Vec<Option<Counts>>)> = Vec::new();
    let mut failures = Vec::new();
    for &slip in Slip::ALL {
        for program in first_programs(slip) {
            let (form, found) = (program.form, answers(&program));
            if found == correct {
                failures.push(format!("{slip:?} {form} changes nothing"));
                continue;
            }
            let twin = known
                .iter()
                .find(|(other, _, counts)| *other != slip && *counts == found)
                .filter(|(other, other_form, _)| (slip, form, *other, *other_form) != EQUIVALENT);
            if let Some((other, other_form, _)) = twin {
                failures.push(format!("{slip:?} {form} is {other:?} {other_form}"));
            }
            known.push((slip, form, found));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn ids_are_unique() {
    let mut ids: Vec<&str> = crate::imitate::defects().map(|defect| defect.id).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all);
}

/// Defects whose forms differ only in how the program works, or in what it does in positions that cannot
/// arise in a game: one sentence is true for all of them.
const ONE_SENTENCE: &[Slip] = &[
    Slip::EnPassantSecondMissing,
    Slip::PawnCapturesEmpty,
    Slip::CastlingKingElsewhere,
    Slip::CastlingTestsOtherRank,
    Slip::IgnoresCheck,
    Slip::LastPlyUntested,
    Slip::KingSquareStale,
    Slip::KingSquareStaleCastling,
    Slip::RightKeptRookCaptured,
    Slip::RightKeptRookPromotion,
    Slip::RightKeptRookMove,
    Slip::RightKeptRookCaptures,
    Slip::RightKeptKingMove,
    Slip::RightKeptKingCapture,
    Slip::RightKeptCastling,
    Slip::RightsReturn,
    Slip::RightLostByAnyRook,
    Slip::ListKeepsCaptured,
    Slip::ListGetsCapturedTwice,
    Slip::UnmakeEnPassant,
];

#[test]
fn each_form_of_a_defect_has_a_sentence_of_its_own() {
    for &slip in Slip::ALL {
        let sentence = |form| {
            let precise = slip.sentence_of(form);
            precise.unwrap_or_else(|| slip.sentence().to_owned())
        };
        let mut sentences: Vec<String> = (0..slip.forms()).map(sentence).collect();
        sentences.sort();
        sentences.dedup();
        let all = usize::from(slip.forms());
        let one = ONE_SENTENCE.contains(&slip);
        assert!(one || sentences.len() == all, "{slip:?}: {sentences:?}");
    }
}
