//! Published suites, if they are present in the folder that `CANOPY_SUITES` names, or else in
//! `../shared/suites` beside the workspace. They are not part of this project, so without them these
//! tests say so and pass.

use std::path::{Path, PathBuf};

use crate::support::count::total;
use crate::support::skip::skipped;
use crate::support::suite;
use movegen::chess::{FenWarning, Kernel, ParsedFen, Position};
use movegen::perft::Perft;

fn folder() -> PathBuf {
    match std::env::var_os("CANOPY_SUITES") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/suites"),
    }
}

/// Counts every position of the file to this depth, each depth separately, with two threads and
/// without a table, so that only the move generator is tested.
fn run(name: &str, deepest: u32) {
    let path = folder().join(name);
    if !path.exists() {
        skipped(format_args!("there is no {}", path.display()));
        return;
    }
    let (mut wrong, mut counted) = (Vec::new(), 0);
    for case in suite::read(&path) {
        let position: Position = match case.fen.parse() {
            Ok(position) => position,
            Err(error) => {
                wrong.push(format!("{name}:{}: {}: {error}", case.line, case.fen));
                continue;
            }
        };
        let read: ParsedFen = case.fen.parse().expect("it gave a position");
        let only_chess960 =
            |warning: &FenWarning| matches!(warning, FenWarning::Chess960Rights { .. });
        wrong.extend(
            read.warnings
                .iter()
                .filter(|w| only_chess960(w))
                .map(|warning| format!("{name}:{}: {}: {warning}", case.line, case.fen)),
        );
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
