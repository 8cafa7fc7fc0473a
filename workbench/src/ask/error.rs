//! Why the other side gave no usable answer.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

use movegen::perft::PerftError;
use thiserror::Error;

use super::divide_text::MOST_MOVES;

/// A way to ask that was tried, and what came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The commands or the command line.
    pub asked: String,
    /// What the program did.
    pub answer: String,
    /// The last line of its output, if it ended instead of answering.
    pub died_with: Option<String>,
}

/// The comparison cannot continue.
#[derive(Debug, Error)]
pub enum Error {
    /// The program does not exist or is not executable.
    #[error("cannot start {command}: {source}{}", Hint(.hint, .command))]
    Start {
        /// The command, quoted for a shell.
        command: String,
        /// The error of the system.
        source: io::Error,
        /// What may be wrong with it.
        hint: Option<StartHint>,
    },
    /// It was asked and gave no usable answer.
    #[error("the other program {failure}\n{input}{}", LastLine(.last))]
    Failed {
        /// What it did instead.
        failure: Failure,
        /// The command or the input that led to it, with an introduction.
        input: String,
        /// The last line of its output for this input; of its standard error if there is none and that is not
        /// shown.
        last: Option<String>,
    },
    /// No known way to ask it gets an answer.
    #[error("found no way to ask {command} for counts{}\n(--perft-command, --line and --total describe other ways)", Attempts(.tried))]
    NoDialect {
        /// The command, quoted for a shell.
        command: String,
        /// What was tried, and what came back.
        tried: Vec<Attempt>,
    },
    /// It does not know the variant of chess: it would count another game.
    #[error(
        "the other program does not offer the variant {variant}: its option UCI_Variant has no such value"
    )]
    NoVariant {
        /// The value of UCI_Variant.
        variant: &'static str,
    },
    /// The file cannot be read.
    #[error("{}: {source}", file.display())]
    Read {
        /// Its path.
        file: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file contains no divide.
    #[error(
        "{}: no divide in it, expected lines like 'e2e4: 20' or 'e2e4 20', or a total like \
         'Nodes searched: 400'", file.display()
    )]
    NoDivide {
        /// Its path.
        file: PathBuf,
    },
    /// A generator in Rust failed or panicked.
    #[error("the generator failed at depth {depth} of {fen}{}: {message}", Moves(.moves))]
    Generator {
        /// The position that was set up.
        fen: String,
        /// The moves played from there.
        moves: Vec<String>,
        /// The depth of the question.
        depth: u32,
        /// Its error or the message of the panic.
        message: String,
    },
    /// The comparison was stopped.
    #[error("stopped")]
    Stopped,
    /// Canopy's own count failed.
    #[error("{0}")]
    Count(#[from] PerftError),
}

impl Error {
    /// Whether the program ended without a sign of failure.
    pub(super) fn is_regular_end(&self) -> bool {
        match self {
            Error::Failed {
                failure: Failure::Ended { status, .. },
                ..
            } => status.is_some_and(|status| status.success()),
            _ => false,
        }
    }

    /// The same, before it gave any part of an answer.
    pub(super) fn is_end_without_answer(&self) -> bool {
        let has_none = matches!(
            self,
            Error::Failed {
                failure: Failure::Ended { moves: 0, .. },
                ..
            }
        );
        has_none && self.is_regular_end()
    }
}

/// What may be wrong with a program that cannot be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartHint {
    /// A file of this name is in the current folder, where the system does not look.
    InThisFolder,
    /// The file is not executable.
    NotExecutable,
    /// The file is a script without a first line that names its interpreter, or that interpreter is missing.
    NoInterpreter,
}

impl StartHint {
    /// The hint for a program and the error of the system.
    pub(super) fn of(program: &str, error: &io::Error) -> Option<StartHint> {
        /// "Exec format error" of Linux and macOS.
        const ENOEXEC: i32 = 8;
        if !Path::new(program).is_file() {
            return None;
        }
        match error.kind() {
            io::ErrorKind::NotFound if !program.contains(['/', '\\']) => {
                Some(StartHint::InThisFolder)
            }
            io::ErrorKind::NotFound => Some(StartHint::NoInterpreter),
            io::ErrorKind::PermissionDenied => Some(StartHint::NotExecutable),
            _ if error.raw_os_error() == Some(ENOEXEC) => Some(StartHint::NoInterpreter),
            _ => None,
        }
    }
}

/// A hint, in parentheses on a line of its own.
struct Hint<'a>(&'a Option<StartHint>, &'a str);

impl fmt::Display for Hint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let command = self.1;
        match self.0 {
            None => Ok(()),
            Some(StartHint::InThisFolder) => {
                write!(f, "\n(it is in this folder: write ./{command})")
            }
            Some(StartHint::NotExecutable) => {
                write!(f, "\n(it is not executable: chmod +x {command})")
            }
            Some(StartHint::NoInterpreter) => write!(
                f,
                "\n(its first line must name an interpreter, such as #!/usr/bin/env python3; \
                 or start the interpreter: \"python3 {command}\")"
            ),
        }
    }
}

/// What a program did instead of answering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Its output ended before the answer did.
    Ended {
        /// How the process ended; `None` if it closed its output and went on running.
        status: Option<ExitStatus>,
        /// How many lines of the divide were received.
        moves: usize,
    },
    /// The time limit was reached.
    Late {
        /// The time limit.
        limit: Duration,
        /// How many lines of the divide were received.
        moves: usize,
        /// The word or line that would have completed the answer.
        missing: &'static str,
    },
    /// It refused to count.
    Refused,
    /// It prints no total, and answers `isready` while it counts: the end of its answer cannot be known.
    NoEnd,
    /// It lists more moves than any position has.
    Endless,
    /// It searched for a best move: it does not know `go perft`.
    Searched,
    /// The exit code is not a verdict.
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
                write!(f, " (--timeout sets the limit)")
            }
            Failure::Refused => write!(f, "refuses to count"),
            Failure::NoEnd => write!(
                f,
                "prints no total, and answers 'isready' while it counts: the end of its answer cannot be \
                 recognised (--total describes a total)"
            ),
            Failure::Endless => write!(
                f,
                "lists more than {MOST_MOVES} moves, more than any position has: an endless move list"
            ),
            Failure::Searched => write!(
                f,
                "searched for a best move instead of counting: it does not know 'go perft' \
                 (--kind auto finds other commands, --perft-command names one)"
            ),
            Failure::NoVerdict(status) => write!(
                f,
                "ended without a verdict ({status}); 0 means agreement, 1 to 125 disagreement"
            ),
        }
    }
}

/// How much of an answer was received.
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
            None => write!(f, "\nit wrote nothing to its standard output"),
        }
    }
}

/// One line for each attempt, and the answers between them; one line for all of a program that dies the same way each
/// time.
struct Attempts<'a>(&'a [Attempt]);

impl fmt::Display for Attempts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = self.0.iter().map(|attempt| &attempt.died_with);
        if let Some(Some(line)) = lines.next()
            && self.0.len() > 1
            && lines.all(|other| other.as_ref() == Some(line))
        {
            let ways = self.0.len();
            return write!(
                f,
                ": it ends instead of answering, each of {ways} ways to ask, with\n  {line}"
            );
        }
        for same in self.0.chunk_by(|one, next| one.answer == next.answer) {
            for attempt in same {
                write!(f, "\n  {}", attempt.asked)?;
            }
            write!(f, "\n    {}", same[0].answer)?;
        }
        Ok(())
    }
}

/// The moves after a FEN, if there are any.
struct Moves<'a>(&'a [String]);

impl fmt::Display for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => Ok(()),
            moves => write!(f, " moves {}", moves.join(" ")),
        }
    }
}
