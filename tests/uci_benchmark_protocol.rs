//! The protocol of the benchmark of The Grand Chess Tree: one process for the whole run, and for each
//! position `position fen X`, then `go perft N` for N = 1, 2, 3 and so on. A line of exactly
//! `Nodes searched: ` and digits ends an answer and holds the count; all other lines are skipped.

use std::time::{Duration, Instant};

use crate::uci_driver::Engine;

/// Published counts at the depths 1, 2, 3 and so on.
const POSITIONS: [(&str, &[u64]); 5] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[20, 400, 8_902, 197_281, 4_865_609],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2_039, 97_862, 4_085_603],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2_812, 43_238, 674_624],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594],
    ),
    // Mate: no line between the question and the total.
    ("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", &[0, 0, 0]),
];

/// Far more than an answer of one ply takes, even unoptimised on a busy machine, and less than any
/// wait for a timer that adds up over the questions.
const MEAN_LATENCY: Duration = Duration::from_millis(50);

/// The count, if this line ends an answer: `^Nodes searched: \d+$`.
fn total(line: &str) -> Option<u64> {
    let digits = line.strip_prefix("Nodes searched: ")?;
    let only_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    only_digits.then(|| digits.parse().expect("fits into 64 bits"))
}

/// The answer to one question.
fn ask(engine: &mut Engine, depth: usize) -> u64 {
    engine.send(&format!("go perft {depth}"));
    let lines = engine.lines_until(|line| total(line).is_some());
    total(lines.last().expect("not empty")).expect("the last line is the total")
}

/// Asks every question in one process with these options.
fn run(options: &[(&str, &str)]) {
    let mut engine = Engine::session();
    for (name, value) in options {
        engine.send(&format!("setoption name {name} value {value}"));
    }
    engine.send("isready");
    assert_eq!(
        engine.lines_until(|line| line == "readyok").len(),
        1,
        "{options:?}"
    );
    // Twice: what the first round leaves in a table must not change the second.
    for _ in 0..2 {
        for (fen, counts) in POSITIONS {
            engine.send(&format!("position fen {fen}"));
            for (index, &count) in counts.iter().enumerate() {
                let depth = index + 1;
                assert_eq!(ask(&mut engine, depth), count, "{options:?} {fen} {depth}");
            }
        }
    }
    let (_, errors, code) = engine.finish();
    assert_eq!((errors.as_str(), code), ("", Some(0)));
}

#[test]
fn one_process_answers_every_depth_of_every_position() {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    for threads in ["1".to_owned(), cores.to_string()] {
        for table in ["0", "16"] {
            run(&[("PerftThreads", &threads), ("PerftHash", table)]);
        }
    }
    run(&[]);
}

#[test]
fn small_questions_are_answered_at_once() {
    const QUESTIONS: u32 = 200;
    let mut engine = Engine::session();
    let started = Instant::now();
    for index in 0..QUESTIONS {
        let (fen, counts) = POSITIONS[index as usize % POSITIONS.len()];
        engine.send(&format!("position fen {fen}"));
        assert_eq!(ask(&mut engine, 1), counts[0], "{fen}");
    }
    let mean = started.elapsed() / QUESTIONS;
    assert!(mean < MEAN_LATENCY, "{mean:?} for each question");
}
