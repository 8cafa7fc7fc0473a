//! Programs with the known defects of `workbench::imitate`, and the positions that catch them.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use corpus::Sample;
use workbench::ask::Question;
use workbench::imitate::{Budget, Defect, Imitation, defects};

/// At most this many programs with the same defect are asked, taken evenly from its variants.
const PER_DEFECT: usize = 6;

/// First, programs are asked about depths with up to this number of leaves.
const FEW_LEAVES: u64 = 600;

/// A program that fewer positions catch in this way is asked about all depths.
const ENOUGH: usize = 20;

/// A program with one defect.
pub(super) struct Broken {
    /// The defect.
    pub(super) id: &'static str,
    /// The positions that it counts wrongly: ascending indices.
    pub(super) caught_by: Vec<usize>,
}

/// Asks programs with all known defects about these positions; about those after the `first` ones only
/// if none of the first ones catches it. The order of the programs is always the same.
pub(super) fn ask_all(positions: &[Sample], first: usize) -> Vec<Broken> {
    let defects: Vec<Defect> = defects().collect();
    let next = AtomicUsize::new(0);
    let answers: Mutex<Vec<(usize, Vec<Broken>)>> = Mutex::default();
    let work = || {
        // Imitations answer only in the thread that made them.
        let mut budget = Budget::new(u64::MAX);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(defect) = defects.get(index) else {
                return;
            };
            let broken = ask(defect, positions, first, &mut budget);
            match answers.lock() {
                Ok(mut answers) => answers.push((index, broken)),
                Err(_) => return,
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut answers = answers.into_inner().unwrap_or_default();
    answers.sort_by_key(|&(index, _)| index);
    answers.into_iter().flat_map(|(_, broken)| broken).collect()
}

fn ask(defect: &Defect, positions: &[Sample], first: usize, budget: &mut Budget) -> Vec<Broken> {
    let variants = defect.variants.all();
    let every = variants.len().div_ceil(PER_DEFECT);
    let chosen = variants.into_iter().step_by(every.max(1));
    let broken = chosen.map(|mut imitation| {
        let mut caught_by = |numbers: Range<usize>, leaves: u64| -> Vec<usize> {
            numbers
                .filter(|&index| is_caught(imitation.as_mut(), &positions[index], leaves, budget))
                .collect()
        };
        let mut caught = caught_by(0..first, FEW_LEAVES);
        if caught.len() < ENOUGH {
            caught = caught_by(0..first, u64::MAX);
        }
        if caught.is_empty() {
            caught = caught_by(first..positions.len(), u64::MAX);
        }
        Broken {
            id: defect.id,
            caught_by: caught,
        }
    });
    broken.collect()
}

/// Whether a program that was just started counts the position wrongly at a depth whose
/// count is at most `leaves`. A program whose answer cannot be predicted is not caught.
fn is_caught(
    imitation: &mut dyn Imitation,
    sample: &Sample,
    leaves: u64,
    budget: &mut Budget,
) -> bool {
    imitation.reset();
    let fen = sample.fen();
    let counts = (1..).zip(&sample.counts);
    let mut asked = counts.take_while(|&(_, &count)| count <= leaves);
    asked.any(|(depth, &count)| {
        let question = Question {
            fen: &fen,
            moves: &[],
            depth,
            expected: u128::from(count),
        };
        let answer = imitation.ask(&question, budget);
        answer.is_ok_and(|counts| counts.total != i128::from(count))
    })
}
