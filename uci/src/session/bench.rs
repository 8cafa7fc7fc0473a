//! `bench`: one job after another over a fixed list of positions, and a total at the end.
//!
//! Divides and search lines go to standard output as usual. The number of each position and the
//! summary go to standard error, so that the total of a search bench (a fingerprint of the search)
//! can be read on its own.

use std::io;
use std::path::Path;
use std::time::Instant;

use engine::regular_file;
use thiserror::Error;

use super::CurrentPosition;
use crate::command::{BenchCommand, position_of_fen};

/// Well-known test positions: openings, middle games, endings, mates, and two of Chess960.
const POSITIONS: [&str; 20] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 11",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
    "r2q1rk1/pp2bppp/2n1bn2/2pp4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "8/8/1p1k4/p1pPp3/P1P1P1p1/1P4P1/5K2/8 w - - 0 1",
    "8/5pk1/7p/3p1R2/p1p3P1/2P2P2/1P1rK2P/8 w - - 2 33",
    "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/4KBN1 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "nqbnrkrb/pppppppp/8/8/8/8/PPPPPPPP/NQBNRKRB w GEge - 0 1",
];

/// A running bench.
#[derive(Debug)]
pub(super) struct Bench {
    /// The command that started it.
    pub(super) command: BenchCommand,
    positions: Vec<CurrentPosition>,
    next: usize,
    nodes: u128,
    started: Instant,
}

/// Why a bench cannot start.
#[derive(Debug, Error)]
pub(super) enum BenchError {
    /// The file of positions cannot be read, or is not text.
    #[error("bench cannot read '{name}': {}", regular_file::cause(reason.kind()))]
    File {
        /// The name as given.
        name: String,
        /// The error of the system.
        reason: io::Error,
    },
    /// A line of the file is not a position.
    #[error("bench: '{name}' line {line}: {reason}")]
    Line {
        /// The name as given.
        name: String,
        /// The number of the line, counted from 1.
        line: usize,
        /// What is wrong with the position.
        reason: String,
    },
}

impl Bench {
    /// Collects the positions. `current` is that of the session.
    pub(super) fn new(
        command: BenchCommand,
        current: &CurrentPosition,
    ) -> Result<Bench, BenchError> {
        let name = command.positions.clone();
        let positions = match name.as_str() {
            "current" => vec![current.clone()],
            "default" => read("default", &POSITIONS.join("\n"))?,
            _ => match regular_file::read_to_string(Path::new(&name)) {
                Ok(text) => read(&name, &text)?,
                Err(reason) => return Err(BenchError::File { name, reason }),
            },
        };
        Ok(Bench {
            command,
            positions,
            next: 0,
            nodes: 0,
            started: Instant::now(),
        })
    }

    /// The next position, its number, and the number of positions.
    pub(super) fn advance(&mut self) -> Option<(CurrentPosition, usize, usize)> {
        let current = self.positions.get(self.next)?.clone();
        self.next += 1;
        Some((current, self.next, self.positions.len()))
    }

    /// Adds the nodes of one position.
    pub(super) fn add(&mut self, nodes: u128) {
        self.nodes += nodes;
    }

    /// The summary, for standard error.
    pub(super) fn summary(&self) -> String {
        // Never a division by zero, and never a speed from an interval too short to measure.
        let millis = self.started.elapsed().as_millis() + 1;
        format!(
            "\n===========================\nTotal time (ms) : {millis}\nNodes searched  : {}\nNodes/second    : {}",
            self.nodes,
            self.nodes * 1000 / millis
        )
    }
}

/// Reads one FEN per line, which `moves ...` may follow. Skips blank lines and `#` comments.
fn read(name: &str, text: &str) -> Result<Vec<CurrentPosition>, BenchError> {
    let mut positions = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let error = |reason: &dyn ToString| BenchError::Line {
            name: name.to_owned(),
            line: index + 1,
            reason: reason.to_string(),
        };
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let text = position_of_fen(line).map_err(|reason| error(&reason))?;
        let current = CurrentPosition::from_text(&text).map_err(|reason| error(&reason));
        let (current, _warnings) = current?;
        positions.push(current);
    }
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_positions_are_legal() {
        let positions = read("default", &POSITIONS.join("\n")).expect("every position is legal");
        assert_eq!(positions.len(), POSITIONS.len());
    }

    #[test]
    fn a_bad_line_is_named() {
        let error = read("list", "# heading\n\n8/8/8/8 w\n").expect_err("not a board");
        assert!(
            error.to_string().starts_with("bench: 'list' line 3: "),
            "{error}"
        );
    }
}
