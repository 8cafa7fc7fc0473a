//! Exit codes. Each has one meaning, in every subcommand and both sessions.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

use crate::diagnostics;

/// How the process ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything was done, and every comparison agrees. Also used when the reader of standard output
    /// has closed the pipe: it has read what it needs.
    Done,
    /// A comparison found a disagreement, or the answer to a yes-or-no question is no.
    Disagreement,
    /// There is no answer: unusable input, a failed write, no memory, no threads.
    Failed,
    /// Something is missing or failed that may be there the next time: results that no run has stored yet,
    /// a full disk, no memory. Queues repeat a task that ends like this.
    Retry,
    /// A signal ended the command early. The output is marked as incomplete.
    Interrupted,
}

impl Exit {
    /// The end of a count or a comparison. What was found wrong is wrong, however early it ended.
    pub fn of(complete: bool, agrees: bool) -> Exit {
        match (complete, agrees) {
            (_, false) => Exit::Disagreement,
            (true, true) => Exit::Done,
            (false, true) => Exit::Interrupted,
        }
    }

    /// The number that the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Disagreement => 1,
            Exit::Failed => 2,
            // EX_TEMPFAIL of sysexits.h.
            Exit::Retry => 75,
            Exit::Interrupted => 130,
        }
    }

    /// The same in JSON.
    pub fn status(self) -> &'static str {
        match self {
            Exit::Done => "ok",
            Exit::Disagreement => "disagreement",
            Exit::Failed => "error",
            Exit::Retry => "incomplete",
            Exit::Interrupted => "interrupted",
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

/// Prints `canopy: <reason>` on standard error.
pub fn failed(reason: impl Display) -> Exit {
    diagnostics::error(reason);
    Exit::Failed
}

/// The exit code after a failed write to standard output.
pub fn output_failed(error: &io::Error) -> Exit {
    match error.kind() {
        ErrorKind::BrokenPipe => Exit::Done,
        _ => failed(format_args!("standard output: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_one_meaning() {
        let all = [
            Exit::Done,
            Exit::Disagreement,
            Exit::Failed,
            Exit::Retry,
            Exit::Interrupted,
        ];
        assert_eq!(all.map(Exit::code), [0, 1, 2, 75, 130]);
        let names = ["ok", "disagreement", "error", "incomplete", "interrupted"];
        assert_eq!(all.map(Exit::status), names);
    }

    #[test]
    fn a_closed_pipe_is_not_a_failure() {
        let exit = |kind: ErrorKind| output_failed(&kind.into());
        assert_eq!(exit(ErrorKind::BrokenPipe), Exit::Done);
        assert_eq!(exit(ErrorKind::StorageFull), Exit::Failed);
        assert_eq!(exit(ErrorKind::WriteZero), Exit::Failed);
    }
}
