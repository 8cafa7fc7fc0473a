//! The killer subset of the corpus catches the bugs that the full corpus catches, in the classic
//! program, at a small cost. Its positions were chosen by other programs: `workbench::imitate`.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ::corpus::{Embedded, Sample};
use cpu_time::ThreadTime;
use workbench::ask::{Answer, OtherSide, Question};

use crate::support::classic::{Bug, Classic, Style};
use crate::support::sweep;

/// The greatest size of the subset in the program, in bytes.
const SIZE: u64 = 100_000;

/// How long a correct program may take for the whole subset, in processor time.
const LIMIT: Duration = Duration::from_secs(10);

/// Of the full corpus, one in this number of positions is asked about, up to `MOST_LEAVES` at each
/// depth: about 430 positions.
const ONE_OF: usize = 499;

/// See [`ONE_OF`].
const MOST_LEAVES: u64 = 150_000;

fn samples(corpus: Embedded) -> impl Iterator<Item = Sample> {
    corpus.samples().map(|sample| sample.expect("a position"))
}

/// Whether the program counts a position wrongly, or does not answer. It is asked about one after the
/// other as by `canopy suite --engine`.
fn is_caught(bug: Bug, style: Style, mut suite: impl Iterator<Item = Sample>) -> bool {
    let mut program: Option<(bool, Classic)> = None;
    suite.any(|sample| {
        let chess960 = sample.position.needs_chess960();
        let (_, classic) = match &mut program {
            Some(running) if running.0 == chess960 => running,
            // Castling is written in another way: the program starts again.
            other => other.insert((chess960, Classic::new(bug, style, chess960))),
        };
        let fen = sample.fen();
        (1..).zip(&sample.counts).any(|(depth, &count)| {
            let question = Question {
                fen: &fen,
                moves: &[],
                depth,
                expected: u128::from(count),
            };
            match classic.ask(&question) {
                Ok(Answer::Divide(divide)) => divide.sum() != i128::from(count),
                _ => true,
            }
        })
    })
}

/// A part of the full corpus, without counts of many leaves.
fn part_of_full() -> impl Iterator<Item = Sample> {
    samples(Embedded::Full).step_by(ONE_OF).map(|mut sample| {
        sample.counts.retain(|&count| count <= MOST_LEAVES);
        sample
    })
}

/// A sample of the bugs: one that the subset does not catch costs seconds.
#[test]
fn what_the_full_corpus_catches_is_caught() {
    let caught = AtomicUsize::new(0);
    let (missed, lost) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    // Odd steps, so that both styles are in the sample.
    let bugs = sweep::large_sample(Bug::ALL.iter().enumerate(), 33, 17);
    sweep::check(&bugs, |&(index, &bug)| {
        let style = match index.is_multiple_of(2) {
            true => Style::Full,
            false => Style::Bulk,
        };
        if is_caught(bug, style, samples(Embedded::Killer)) {
            caught.fetch_add(1, Ordering::Relaxed);
            return;
        }
        missed.lock().expect("no panic").push(bug);
        if is_caught(bug, style, part_of_full()) {
            lost.lock().expect("no panic").push((bug, style));
        }
    });
    let caught = caught.into_inner();
    let (missed, lost) = (missed.into_inner().unwrap(), lost.into_inner().unwrap());
    println!("{caught} caught; neither caught {missed:?}");
    assert!(lost.is_empty(), "only the full corpus catches {lost:?}");
    // A suite cannot catch what happens only after `moves`, or only to the lines of a divide.
    assert!(caught > 5 * missed.len(), "{missed:?}");
}

#[test]
fn a_correct_program_passes_soon() {
    for (bug, style) in [(Bug::None, Style::Full), (Bug::NoneWithTable, Style::Bulk)] {
        let begin = ThreadTime::now();
        assert!(!is_caught(bug, style, samples(Embedded::Killer)), "{bug:?}");
        let time = begin.elapsed();
        println!("{bug:?}: {time:.1?}");
        assert!(time < LIMIT, "{bug:?}: {time:?}");
    }
}

#[test]
fn it_is_small() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/data/killer.bin");
    let size = std::fs::metadata(file).expect("it is there").len();
    assert!(size <= SIZE, "{size} bytes");
}
