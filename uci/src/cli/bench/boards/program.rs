//! Another program, which counts a board and says how long that took.

use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use workbench::ask::CommandLine;

use super::list::Board;

/// Why a program cannot be measured.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum ProgramError {
    #[error("cannot start {command}: {source}")]
    Start {
        command: CommandLine,
        source: io::Error,
    },
    #[error(
        "{command} printed '{found}' as line {line}; {wanted} expected: the leaves, a blank and the CPU seconds, such as '8902 0.000021'"
    )]
    Output {
        command: CommandLine,
        line: usize,
        found: String,
        /// How many lines are expected.
        wanted: String,
    },
    #[error("{command} ended with {status}")]
    Failed {
        command: CommandLine,
        status: String,
        /// Whether Ctrl-C has ended it, which goes to all programs of a terminal.
        interrupted: bool,
    },
}

impl ProgramError {
    pub(super) fn is_interruption(&self) -> bool {
        matches!(
            self,
            ProgramError::Failed {
                interrupted: true,
                ..
            }
        )
    }
}

/// A program that is called with `--reps N FEN DEPTH`, and prints a line for each of N counts.
#[derive(Clone, Debug)]
pub(super) struct Program {
    command: CommandLine,
    name: String,
}

/// What a program says about its counts.
pub(super) struct Counted {
    /// The leaves of each count.
    pub(super) leaves: Vec<u64>,
    /// Their CPU seconds together.
    seconds: f64,
}

impl Program {
    /// Reads COMMAND or NAME=COMMAND. Without a name, it is the file name of the program, without what names a kind of file.
    pub(super) fn new(text: &str) -> Program {
        let is_name = |name: &str| !name.is_empty() && !name.contains(['/', '\\', ' ', '"', '\'']);
        if let Some((name, command)) = text.split_once('=').filter(|(name, _)| is_name(name)) {
            return Program {
                command: CommandLine::parse(command),
                name: name.to_owned(),
            };
        }
        let command = CommandLine::parse(text);
        let stem = Path::new(&command.program).file_stem();
        let name = stem.map_or_else(
            || command.program.clone(),
            |stem| stem.to_string_lossy().into_owned(),
        );
        Program { command, name }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The CPU seconds of one count, measured over as many as take `least` together, and the first wrong count.
    pub(super) fn sample(
        &self,
        board: &Board,
        least: Duration,
    ) -> Result<(f64, Option<u64>), ProgramError> {
        let first = self.count(board, 1)?;
        let missing = (least.as_secs_f64() / first.seconds.max(1e-6)).ceil() - 1.0;
        let mut all = first;
        if missing >= 1.0 {
            let rest = self.count(board, missing as usize)?;
            all.leaves.extend(rest.leaves);
            all.seconds += rest.seconds;
        }
        let mean = all.seconds / all.leaves.len() as f64;
        let wrong = all
            .leaves
            .into_iter()
            .find(|leaves| *leaves != board.leaves);
        Ok((mean, wrong))
    }

    fn count(&self, board: &Board, counts: usize) -> Result<Counted, ProgramError> {
        let (reps, depth) = (counts.to_string(), board.depth.to_string());
        let command = self.command.with(&["--reps", &reps, board.fen, &depth]);
        let output = Command::new(&command.program)
            .args(&command.arguments)
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output();
        let output = match output {
            Ok(output) => output,
            Err(source) => return Err(ProgramError::Start { command, source }),
        };
        if !output.status.success() {
            return Err(ProgramError::Failed {
                command,
                status: output.status.to_string(),
                interrupted: is_interrupted(output.status),
            });
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let lines: Vec<&str> = text.lines().collect();
        let mut counted = Counted {
            leaves: Vec::new(),
            seconds: 0.0,
        };
        for number in 0..counts.max(lines.len()) {
            let line = lines.get(number).copied().unwrap_or_default();
            let Some((leaves, seconds)) = read(line).filter(|_| number < counts) else {
                return Err(ProgramError::Output {
                    command,
                    line: number + 1,
                    found: line.to_owned(),
                    wanted: crate::report::amount(counts, "line", "lines"),
                });
            };
            counted.leaves.push(leaves);
            counted.seconds += seconds;
        }
        Ok(counted)
    }
}

/// Whether SIGINT has ended a program.
#[cfg(unix)]
fn is_interrupted(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt as _;
    status.signal() == Some(signal_hook::consts::SIGINT)
}

/// Windows does not tell.
#[cfg(not(unix))]
fn is_interrupted(_: ExitStatus) -> bool {
    false
}

/// Leaves and seconds.
fn read(line: &str) -> Option<(u64, f64)> {
    let (leaves, seconds) = line.trim().split_once(' ')?;
    let seconds = seconds.trim().parse().ok();
    let seconds = seconds.filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0)?;
    Some((leaves.parse().ok()?, seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_count_and_its_seconds() {
        assert_eq!(read("8902 0.000021"), Some((8902, 0.000021)));
        for line in [
            "",
            "8902",
            "8902 -1",
            "8902 inf",
            "-1 2",
            "Nodes searched: 8902",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn a_program_has_the_name_given_or_that_of_its_file() {
        for (text, name) in [
            ("target/release/peer-x --fast", "peer-x"),
            ("peer.sh --level=3", "peer"),
            ("other=python3 peer.py --level=3", "other"),
            ("./a=b/peer", "peer"),
        ] {
            assert_eq!(Program::new(text).name(), name, "{text}");
        }
    }
}
