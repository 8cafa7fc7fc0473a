//! The generator without a defect is correct, and every defect changes some count.

use std::rc::Rc;

use movegen::chess::{Kernel, Position, Setup, random};
use movegen::perft::{Perft, Stop};
use movegen::random::Random;

use super::Imitator;
use super::defect::Slip;
use super::variant::{Order, Program, Walk, programs};
use crate::ask::Question;
use crate::imitate::{Budget, Counts, Exhausted, Imitation};

/// The counts of a position: a FEN, and perhaps `moves` and the moves played from there.
fn counts(program: &Program, text: &str, depth: u32) -> Result<Counts, Exhausted> {
    let (fen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
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
    const WALKS: [Walk; 6] = [
        Walk::Copies,
        Walk::Lazily,
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
            walk: WALKS[checked % 6],
            order: ORDERS[checked / 6 % 6],
            ..Program::correct()
        };
        let fen = setup.fen(movegen::chess::CastlingStyle::Chess960);
        let depth = if checked % 10 == 0 { 3 } else { 2 };
        let counted = counts(&program, &fen, depth).expect("a small tree");
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

/// Small positions on which the defects show.
const POOL: &[(&str, u32)] = &[
    // En passant.
    ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", 3),
    ("4k3/8/8/4P3/8/8/3p4/4K3 w - - 0 1", 2),
    ("4k3/8/8/8/4p3/8/3P1P2/4K3 w - - 0 1", 3),
    ("4k3/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1", 3),
    ("8/5p2/8/1r2P2K/8/8/8/4k3 b - - 0 1", 3),
    ("4k3/1b6/8/3pP3/8/5K2/8/8 w - d6 0 1", 2),
    ("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", 3),
    ("4k3/3p4/8/4P3/4K3/8/8/8 b - - 0 1", 3),
    ("8/3p4/4k3/2P5/8/8/5K2/8 b - - 0 1", 3),
    ("7b/8/8/3pP3/8/8/1K6/7k w - d6 0 1", 2),
    ("8/8/8/K1NpP2r/8/8/8/4k3 w - d6 0 1", 2),
    ("4k3/p7/8/7P/8/8/8/4K3 b - - 0 1", 3),
    ("4k3/7p/8/P7/8/8/8/4K3 b - - 0 1", 3),
    ("4k3/8/p7/7P/8/8/8/4K3 w - - 0 1", 3),
    ("4k3/8/8/P3p3/3P4/8/2p5/4K3 b - d3 0 1", 2),
    ("k3r3/3p4/8/2P1P3/8/8/4K3/8 b - - 0 1", 3),
    ("8/3p4/8/K1P4r/8/8/8/4k3 b - - 0 1", 3),
    ("4k3/8/8/1PpP4/8/8/8/4K2R w K c6 0 1", 3),
    ("1b2k3/8/8/3pP3/8/6K1/8/8 w - d6 0 1", 1),
    ("4k3/8/8/3pP3/8/8/8/r3K3 w - d6 0 1", 1),
    ("4k3/4p3/8/n2pP3/8/8/8/R3K3 w - d6 0 1", 2),
    ("4k3/4p3/8/3pP3/8/8/8/4K2R w K d6 0 1", 2),
    ("4k3/8/8/3pPp2/8/8/8/4K3 w - d6 0 1", 2),
    // Promotions.
    ("n6k/1P6/8/8/8/8/8/K7 w - - 0 1", 2),
    ("7k/1P6/8/8/8/8/1p6/7K b - - 0 1", 2),
    ("7k/8/8/8/8/8/1p6/N6K b - - 0 1", 3),
    ("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", 3),
    ("6rk/5P2/8/8/8/6r1/8/6K1 w - - 0 1", 2),
    ("r6K/1P6/8/8/8/8/8/k7 w - - 0 1", 2),
    ("r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1", 2),
    ("8/8/8/8/k7/8/1K2p3/3N4 b - - 0 1", 3),
    // Pawns.
    ("4k3/8/8/8/8/4n3/4P3/7K w - - 0 1", 2),
    ("4k3/8/8/8/4n3/8/4P3/7K w - - 0 1", 2),
    ("4k3/8/8/8/4N3/8/4P3/7K w - - 0 1", 2),
    ("4k3/8/8/4p3/4P3/4P3/8/4K3 w - - 0 1", 2),
    ("4k3/8/4P3/3p4/4P3/3P1p2/8/4K3 w - - 0 1", 2),
    ("4k3/8/8/P6p/1p4P1/p6P/8/4K3 w - - 0 1", 2),
    ("4k3/p6p/1P4P1/8/7p/P7/1p4P1/4K3 b - - 0 1", 2),
    ("4k3/8/7p/P6p/P7/7p/P7/4K3 w - - 0 1", 2),
    ("7k/p7/7P/8/8/K7/7P/8 b - - 0 1", 2),
    // Pieces.
    ("4k3/8/8/8/8/1P6/P7/RNBQK3 w - - 0 1", 2),
    ("4k3/8/1n3q2/8/3Q4/2P3r1/1B3R2/4K3 w - - 0 1", 2),
    ("7k/p7/8/7N/N7/8/P6p/K7 w - - 0 1", 2),
    ("8/7k/8/K7/7N/8/8/8 w - - 0 1", 2),
    ("7k/8/K7/8/7B/8/r7/R7 w - - 0 1", 2),
    ("7k/8/8/7K/r7/n7/8/8 b - - 0 1", 2),
    ("8/8/8/8/8/4k3/8/4K3 w - - 0 1", 2),
    ("8/8/3k4/8/1n3b2/3K4/8/8 w - - 0 1", 2),
    // Castling.
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 3),
    ("r7/4k3/8/8/8/8/8/4K2R b K - 0 1", 3),
    ("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", 1),
    ("3r1k2/8/8/8/8/8/8/R3K3 w Q - 0 1", 2),
    ("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", 2),
    ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 2),
    ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", 1),
    ("4k3/8/8/8/8/8/8/RnB1KB1R w KQ - 0 1", 1),
    ("4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1", 1),
    ("4k3/8/8/8/8/8/8/R1n1KbnR w KQ - 0 1", 1),
    ("4k3/8/8/8/8/8/4p1p1/R3K2R w KQ - 0 1", 2),
    ("4k3/8/8/8/8/8/2n3n1/R3K2R w KQ - 0 1", 2),
    ("8/8/8/8/8/8/6k1/R3K2R w KQ - 0 1", 1),
    ("8/8/8/8/8/8/1k6/R3K2R w KQ - 0 1", 1),
    ("r3k2r/8/8/8/8/8/8/1K6 b kq - 0 1", 2),
    ("r3k2r/8/8/8/8/5Q2/8/1K6 b kq - 0 1", 1),
    ("r3k2r/8/8/8/8/5Q2/4p3/4K3 b kq - 0 1", 1),
    ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 1),
    ("4k3/8/8/8/8/8/8/6KR w H - 0 1", 2),
    ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", 2),
    ("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", 2),
    ("4k3/8/8/8/8/8/8/2nRK3 w D - 0 1", 1),
    ("4k3/8/8/8/8/8/8/1RK1n3 w B - 0 1", 1),
    ("4k3/1b6/8/8/8/8/P7/4K2R b K - 0 1", 3),
    ("4k3/8/8/8/8/8/4n3/R3K3 b Q - 0 1", 3),
    ("4k3/8/8/8/8/1n6/8/R3K2R b KQ - 0 1", 3),
    ("4k3/8/8/8/8/1n6/7R/R3K3 b Q - 0 1", 3),
    ("4k3/8/8/8/8/8/1p6/R3K3 b Q - 0 1", 3),
    ("r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1", 3),
    ("r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1", 3),
    ("4k3/8/8/8/8/8/R3p3/R3K2R w KQ - 0 1", 3),
    ("4k3/8/8/8/8/7R/8/R3K2R w KQ - 0 1", 3),
    ("4k2r/8/8/8/8/8/3p4/4K2R w Kk - 0 1", 3),
    ("8/8/8/8/8/k7/8/4K2R w K - 0 1", 3),
    ("8/8/8/8/8/k7/p7/4K2R w K - 0 1", 3),
    ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 4),
    ("k7/p7/P7/8/8/5p1p/6bR/4K2R b K - 0 1", 4),
    ("k7/p7/8/8/P7/Rp6/1p6/R3K3 b Q - 0 1", 4),
    ("k7/8/8/8/7p/3p1p1P/3P1P2/4K2R w K - 0 1", 5),
    ("k7/8/8/8/8/3p1p2/3P1P1p/4K2R w K - 0 1", 5),
    ("k7/p7/P7/8/7p/3p1p1P/2nP1P2/3nK2R w K - 0 1", 5),
    ("k7/8/8/8/p7/P1p4p/2P4P/R1K4R w AH - 0 1", 5),
    ("7R/k7/8/8/8/8/8/4K2R w K - 0 1", 3),
    ("r3k3/8/8/8/4B3/8/8/R3K3 w Qq - 0 1", 3),
    ("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", 1),
    // Checks and pins.
    ("4r1k1/8/8/8/8/8/R2P1P2/4K3 w - - 0 1", 2),
    ("4r1k1/8/8/8/8/5n2/4Q1P1/4K3 w - - 0 1", 2),
    ("4r1k1/8/8/8/8/5n2/6P1/4K3 w - - 0 1", 1),
    ("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", 1),
    ("4k3/8/8/8/1q6/8/3B4/4K3 w - - 0 1", 1),
    ("4k3/8/8/4r3/8/8/4R3/4K3 w - - 0 1", 1),
    ("4k3/8/8/4q3/8/8/4B3/4K3 w - - 0 1", 1),
    ("4k3/8/8/8/8/8/8/r2QK3 w - - 0 1", 1),
    ("4k3/8/8/8/8/8/8/r2RK3 w - - 0 1", 1),
    ("4k3/8/8/8/8/8/8/r1N1K3 w - - 0 1", 1),
    ("4k3/8/8/8/7b/6P1/8/4K3 w - - 0 1", 1),
    ("4k3/8/8/4r3/3p4/4P3/8/4K3 w - - 0 1", 1),
    ("4k3/8/8/4r3/8/8/4P3/4K3 w - - 0 1", 1),
    ("4k3/8/8/8/1b6/2P5/8/4K3 w - - 0 1", 2),
    ("4k3/8/8/8/1b6/8/3P4/4K3 w - - 0 1", 1),
    ("4k3/8/8/8/r3P2K/8/8/8 w - - 0 1", 1),
    ("4k3/4r3/8/8/7b/8/5N2/4K2r w - - 0 1", 1),
    ("4r3/8/8/8/8/2n5/4B3/3QK1k1 w - - 0 1", 1),
    ("4k3/8/8/8/8/b7/8/2Q1K1nr w - - 0 1", 2),
    ("6k1/8/8/8/8/8/8/r3K3 w - - 0 1", 1),
    ("4k3/8/8/8/7b/8/5n2/4K3 w - - 0 1", 1),
    ("4k3/8/8/8/5p2/8/3p4/3K4 w - - 0 1", 2),
    ("4k3/8/8/8/8/3n4/6P1/4K3 w - - 0 1", 1),
    ("4k3/8/8/3p1p2/4K3/8/8/8 w - - 0 1", 1),
    ("4k3/8/8/2b5/7q/8/4P3/2N1K2R w - - 0 1", 2),
    ("4k3/8/8/8/8/5q2/4P1P1/4K3 w - - 0 1", 2),
    ("8/8/8/3k4/8/2q5/3P4/3K4 w - - 0 1", 2),
    ("4k3/8/8/8/8/8/5r2/4K1R1 w - - 0 1", 1),
    ("4k3/8/8/8/7q/5P2/4K3/8 w - - 0 1", 2),
    ("3qk3/8/8/8/8/8/4P3/3QK3 w - - 0 1", 2),
    ("1b2k3/8/8/8/5P2/8/7K/8 w - - 0 1", 1),
    ("k3r3/8/8/8/8/8/3P4/4K3 w - - 0 1", 2),
    ("k7/8/8/1K5r/8/8/2P5/8 w - - 0 1", 1),
    ("k7/8/8/r6K/8/8/4P3/8 w - - 0 1", 1),
    // Clocks and repetitions.
    ("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", 2),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 149 120", 2),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 100 80", 2),
    ("k7/p7/P7/8/8/7p/7P/7K w - - 0 1", 5),
    ("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", 2),
    ("4kb2/8/8/8/8/8/8/4K1N1 w - - 0 1", 2),
    ("4k3/8/8/8/8/4p3/8/4K3 w - - 0 1", 3),
    (
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 moves e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1",
        2,
    ),
    // One position for each of some rarer defects.
    ("4k3/p7/8/1P6/8/8/8/4K3 b - - 0 1", 3),
    ("4k3/1p6/8/P7/8/8/8/4K3 b - - 0 1", 3),
    ("4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", 1),
    ("8/8/8/8/3K4/8/8/7k w - - 0 1", 1),
    ("7k/8/8/3B4/8/3R4/8/K7 w - - 0 1", 1),
    ("4k3/8/8/8/8/8/8/R2RK2R w KQ - 0 1", 1),
    ("4k3/8/8/2b5/8/7b/8/R3K2R w KQ - 0 1", 1),
    ("4k3/8/8/8/1b2p3/8/3N4/4K3 w - - 0 1", 1),
    ("8/r2P3K/8/8/8/8/8/k7 w - - 0 1", 1),
    ("k7/8/8/8/8/8/8/K6r w - - 0 1", 1),
    ("k7/8/8/8/8/8/8/r5K1 w - - 0 1", 1),
    ("4k3/8/8/1N1pP3/8/8/8/4K3 w - d6 0 1", 2),
    ("4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", 2),
    ("4k3/4p3/8/3pP3/8/8/8/4K3 w - d6 0 1", 2),
    ("4k3/8/8/8/3Pp3/4N3/8/4K3 b - d3 0 1", 1),
    // Many things at once.
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        2,
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        2,
    ),
];

/// The first program with this defect in each of its forms, for both colours.
fn first_programs(slip: Slip) -> Vec<Program> {
    let mut all = programs(slip);
    all.retain(|program| program.is_unlimited() && program.their_order);
    all.dedup_by_key(|program| program.form);
    all
}

/// All lines of all positions of the pool; `None` if a move cannot be played.
fn answers(program: &Program) -> Vec<Option<Counts>> {
    POOL.iter()
        .map(|&(fen, depth)| counts(program, fen, depth).ok())
        .collect()
}

#[test]
fn the_pool_is_counted_correctly() {
    for (&(text, depth), counts) in POOL.iter().zip(answers(&Program::correct())) {
        let (fen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let mut position: Position = fen.parse().expect(fen);
        for mv in moves.split_whitespace() {
            position = position.play(position.parse_uci(mv).expect(mv));
        }
        let total = counts.map(|counts| counts.total);
        assert_eq!(total, Some(correct_count(&position, depth)), "{text}");
    }
}

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
                .find(|(other, _, counts)| *other != slip && *counts == found);
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
