//! Why no answer can be had from the other side.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

use movegen::perft::PerftError;
use thiserror::Error;

/// The comparison cannot go on.
#[derive(Debug, Error)]
pub enum Error {
    /// The program is not there, or may not be run.
    #[error("cannot start {command}: {source}")]
    Start {
        /// The command, as a shell wants it.
        command: String,
        /// What the system says.
        source: io::Error,
    },
    /// It was asked, and did not answer as it should.
    #[error("the other side {failure}\n{input}{}", LastLine(.last))]
    Failed {
        /// What it did.
        failure: Failure,
        /// A command that asks the same again, or what was sent, with a word before it.
        input: String,
        /// The last line that it wrote in answer to this input.
        last: Option<String>,
    },
    /// The saved divide cannot be read.
    #[error("{}: {source}", file.display())]
    Read {
        /// Its path.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file holds no divide.
    #[error(
        "{}: no divide in it: expected lines like 'e2e4: 20' or 'e2e4 20', or a total like \
         'Nodes searched: 400'", file.display()
    )]
    NoDivide {
        /// Its path.
        file: PathBuf,
    },
    /// Whoever wanted to know does not any more.
    #[error("stopped")]
    Stopped,
    /// Our own count cannot be had.
    #[error("{0}")]
    Count(#[from] PerftError),
}

/// What a program did instead of answering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Its output ended before the answer did.
    Ended {
        /// How the process ended; `None` if it closed its output and went on running.
        status: Option<ExitStatus>,
        /// How many lines of the divide had come.
        moves: usize,
    },
    /// The time was over.
    Late {
        /// How long it had.
        limit: Duration,
        /// How many lines of the divide had come.
        moves: usize,
        /// The word or line that would have ended its answer.
        missing: &'static str,
    },
    /// It said in so many words that it will not count.
    Refused,
    /// It searched for a move instead: `go perft` is nothing to it.
    Searched,
    /// A program that answers by its exit code has none that means an answer.
    NoVerdict(ExitStatus),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Ended { status, moves } => {
                match status {
                    Some(status) => write!(f, "ended ({status})")?,
                    None => write!(f, "closed its output")?,
                }
                write!(f, "{}", HowFar(*moves))
            }
            Failure::Late {
                limit,
                moves,
                missing,
            } => {
                let seconds = limit.as_secs_f64();
                write!(f, "did not answer within {seconds} s: no {missing}")?;
                if *moves > 0 {
                    write!(f, ", stopped{}", HowFar(*moves))?;
                }
                write!(f, " (--timeout gives it more time)")
            }
            Failure::Refused => write!(f, "refuses to count"),
            Failure::Searched => write!(
                f,
                "chooses a move instead of counting: it does not know 'go perft' \
                 (--kind perftree and --kind exit-code ask in other ways)"
            ),
            Failure::NoVerdict(status) => write!(
                f,
                "ended without a verdict ({status}); 0 means that it agrees, 1 to 125 that it does not"
            ),
        }
    }
}

/// How far an answer had come.
struct HowFar(usize);

impl fmt::Display for HowFar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => write!(f, " before it answered"),
            1 => write!(f, " in mid-answer, after 1 move"),
            moves => write!(f, " in mid-answer, after {moves} moves"),
        }
    }
}

struct LastLine<'a>(&'a Option<String>);

impl fmt::Display for LastLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(line) => write!(f, "\nits last line: {line:?}"),
            None => write!(f, "\nit wrote nothing"),
        }
    }
}
