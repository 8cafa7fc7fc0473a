//! Programs that are counted together count the same as each alone.

use std::collections::BTreeMap;
use std::rc::Rc;

use movegen::perft::{Progress, Stop};

use super::{Seen, Together};
use crate::ask::Question;
use crate::imitate::faulty::imitator::Imitator;
use crate::imitate::faulty::program::Program;
use crate::imitate::{Budget, Unpredicted};
use crate::positions::{Step, steps};

const LEAVES: u64 = 100_000_000;

fn question(step: &Step) -> Question<'_> {
    Question {
        fen: step.0,
        moves: &[],
        depth: step.2,
        expected: 0,
    }
}

/// The counts of one program, leaf by leaf; `None` if it is not known what it does.
fn alone(program: &Program, step: &Step) -> Option<BTreeMap<String, i128>> {
    let imitator = Imitator::new(program.clone().leaf_by_leaf(), Rc::default());
    let counted = match imitator.lines(&question(step), &mut Budget::new(LEAVES)) {
        Err(Unpredicted::Unknown) => return None,
        counted => counted.expect("a small tree"),
    };
    let mut lines = BTreeMap::new();
    for (text, count) in counted {
        *lines.entry(text).or_default() += count;
    }
    Some(lines)
}

/// Programs differ in whether they list moves that count nothing.
fn without_zeros(lines: &BTreeMap<String, i128>) -> BTreeMap<&String, &i128> {
    lines.iter().filter(|line| *line.1 != 0).collect()
}

/// Positions with much to do for defects, and small ones.
fn positions() -> Vec<Step> {
    let more = [
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "",
            2,
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "", 3),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "",
            2,
        ),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "",
            2,
        ),
    ];
    let pool = steps("pool").filter(|step| step.1.is_empty()).step_by(11);
    pool.copied().chain(more).collect()
}

#[test]
fn programs_count_the_same_together_and_alone() {
    for step in positions() {
        let mut together = Together::new(0, 1, LEAVES, &Progress::new(), &Stop::new());
        let root = together.root(&question(&step)).expect("a position");
        let tally = together.whole(&root).expect("not stopped");
        assert!(together.not_counted().is_empty());
        for (index, program) in together.programs.iter().enumerate() {
            let Some(lines) = alone(program, &step) else {
                continue;
            };
            let total: i128 = lines.values().sum();
            let counted = i128::from(tally.leaves + tally.difference(index));
            assert_eq!(
                counted,
                total,
                "{step:?} {:?} {program:?}",
                program.defect.map(|d| d.id)
            );
        }
    }
}

/// The programs that are left after one of them has answered. It is left itself.
fn left_by_answer(number: usize, step: &Step, seen: &Seen) -> Vec<Program> {
    let mut together = Together::new(0, 1, LEAVES, &Progress::new(), &Stop::new());
    together.retain(&question(step), seen).expect("a position");
    assert!(together.is_left[number], "{:?}", together.programs[number]);
    let left = together.programs.iter().zip(&together.is_left);
    left.filter(|(_, is_left)| **is_left)
        .map(|(program, _)| program.clone())
        .collect()
}

#[test]
fn a_program_is_not_ruled_out_by_its_own_answers() {
    let step = positions().pop().expect("positions");
    let correct = &alone(&Program::correct(), &step).expect("the rules");
    let all = Together::new(0, 1, LEAVES, &Progress::new(), &Stop::new());
    for number in (0..all.programs.len()).step_by(193) {
        let Some(lines) = alone(&all.programs[number], &step) else {
            continue;
        };
        let divide = Seen {
            lines: Some(&lines),
            is_complete: true,
            total: None,
            correct,
        };
        let total = Seen {
            lines: None,
            is_complete: false,
            total: Some(lines.values().sum()),
            correct,
        };
        for seen in [divide, total] {
            // Each of the others gives the same answer.
            let differs = |other: &&Program| {
                alone(other, &step).is_some_and(|counted| match seen.total {
                    None => without_zeros(&counted) != without_zeros(&lines),
                    Some(total) => counted.values().sum::<i128>() != total,
                })
            };
            let left = left_by_answer(number, &step, &seen);
            let other = left.iter().find(differs);
            assert!(
                other.is_none(),
                "{:?} {other:?} {lines:?}",
                all.programs[number]
            );
        }
    }
}
