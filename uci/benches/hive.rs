//! The speed of Hive perft on one thread: `cargo bench --bench hive`.
//!
//! Every line is the fastest of three runs in CPU time, which other load on the machine does not
//! affect. A wrong count ends the program with exit code 1.

use std::process::ExitCode;

use cpu_time::ProcessTime;
use movegen::hive::{Bulk, Game, GroupedPlacements, Position};
use movegen::perft::{Counter, Perft, Stop};

/// A middle game with many stacks and pins.
const MIDDLE: &str = "Base+MLP;InProgress;White[5];wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;\
                      wB2 wQ;bB1 bQ";

const ROWS: [(&str, u32, u128); 5] = [
    ("Base", 7, 181_641_900),
    ("Base", 8, 2_657_392_800),
    ("Base+MLP", 6, 192_353_904),
    ("Base+MLP", 7, 3_151_035_948),
    (MIDDLE, 5, 93_269_761),
];

const RUNS: usize = 3;
const HASH_MB: usize = 256;

fn main() -> ExitCode {
    println!("million leaves/s     depth      bulk     grouped  with {HASH_MB} MB");
    for (text, depth, leaves) in ROWS {
        let Ok(game) = text.parse::<Game>() else {
            eprintln!("not a game: {text}");
            return ExitCode::FAILURE;
        };
        let position = game.position();
        let plain = Perft::new(depth);
        let hashed = Perft::new(depth).hash_mb(HASH_MB);
        let speeds = [
            speed(&plain, position, &Bulk, leaves),
            speed(&plain, position, &GroupedPlacements, leaves),
            speed(&hashed, position, &GroupedPlacements, leaves),
        ];
        let [Ok(bulk), Ok(grouped), Ok(hashed)] = speeds else {
            let reasons = speeds.into_iter().filter_map(Result::err);
            reasons.for_each(|reason| eprintln!("{text}: {reason}"));
            return ExitCode::FAILURE;
        };
        let name = text.get(..20).map_or(text, |_| "beetles in stacks");
        println!("{name:<20} {depth:>5} {bulk:>9.0} {grouped:>11.0} {hashed:>12.0}");
    }
    ExitCode::SUCCESS
}

/// The speed in million leaves per second.
fn speed<C: Counter<Position, Tally = u128>>(
    perft: &Perft,
    position: &Position,
    counter: &C,
    leaves: u128,
) -> Result<f64, String> {
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let started = ProcessTime::now();
        let outcome = perft.run(position, counter, &Stop::new(), |_| {});
        let total = outcome.map_err(|error| error.to_string())?.total;
        if total != leaves {
            return Err(format!("{total} leaves counted, there are {leaves}"));
        }
        best = best.min(started.elapsed().as_secs_f64());
    }
    Ok(leaves as f64 / best / 1e6)
}
