//! Published suites, if they are present in the folder that `CANOPY_SUITES` names, or else in
//! `../shared/suites` beside the workspace. They are not part of this project, so without them these
//! tests say so and pass.

use std::path::{Path, PathBuf};

use crate::support::count::total;
use crate::support::skip::skipped;
use crate::support::suite::{self, Case};
use movegen::chess::{FenWarning, Kernel, ParsedFen, Position};
use movegen::perft::Perft;

fn folder() -> PathBuf {
    match std::env::var_os("CANOPY_SUITES") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/suites"),
    }
}

/// The positions of the file, if it is present.
fn cases(name: &str) -> Option<Vec<Case>> {
    let path = folder().join(name);
    if !path.exists() {
        skipped(format_args!("there is no {}", path.display()));
        return None;
    }
    Some(suite::read(&path))
}

/// Counts every position of the file to this depth, each depth separately, with two threads and
/// without a table, so that only the move generator is tested.
fn run(name: &str, deepest: u32) {
    let Some(cases) = cases(name) else {
        return;
    };
    let (mut wrong, mut counted) = (Vec::new(), 0);
    for case in cases {
        let position: Position = match case.fen.parse() {
            Ok(position) => position,
            Err(error) => {
                wrong.push(format!("{name}:{}: {}: {error}", case.line, case.fen));
                continue;
            }
        };
        for &(depth, count) in case.counts.iter().filter(|line| line.0 <= deepest) {
            let total = total(&Perft::new(depth).threads(2), &position, &Kernel::best());
            if total != u128::from(count) {
                wrong.push(format!(
                    "{name}:{}: {}: D{depth} {total}, not {count}",
                    case.line, case.fen
                ));
            }
            counted += 1;
        }
    }
    println!("{name}: {counted} counts");
    assert!(counted > 0, "{name}: nothing counted");
    assert!(
        wrong.is_empty(),
        "{} of {counted}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn classic() {
    run("perftsuite.epd", 4);
}

#[test]
fn chess960() {
    run("frcperftsuite.epd", 4);
}

#[test]
fn random_positions() {
    run("marcel.epd", 3);
}

/// Every line, since one of them asks for depth 32 of a position with a single line of play.
#[test]
fn tricky() {
    run("tricky.perft", u32::MAX);
}

/// Only some lines of one file write rights of Chess960 as `KQkq`.
#[test]
fn rights_of_chess960_in_standard_letters() {
    for (name, expected) in [
        ("perftsuite.epd", &[][..]),
        ("frcperftsuite.epd", &[]),
        ("marcel.epd", &[]),
        ("tricky.perft", &[47, 54, 61, 68, 75, 169, 180]),
    ] {
        let Some(cases) = cases(name) else {
            continue;
        };
        let is_warned = |case: &Case| {
            let read: ParsedFen = case.fen.parse().expect("a FEN");
            let mut warnings = read.warnings.iter();
            warnings.any(|warning| matches!(warning, FenWarning::Chess960Rights { .. }))
        };
        let warned: Vec<usize> = cases
            .iter()
            .filter(|case| is_warned(case))
            .map(|case| case.line)
            .collect();
        assert_eq!(warned, expected, "{name}");
    }
}
