//! What every program that is started has in common: its command line, its limits, its options.

use std::time::Duration;

use movegen::perft::Stop;

use super::greeting::CHESS960;
use super::{CommandLine, Notices};

/// How a program is started, and how long it is waited for.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program and its arguments.
    pub command: CommandLine,
    /// The time limit for each answer.
    pub timeout: Duration,
    /// UCI options to set: name, and value unless it is a button.
    pub options: Vec<(String, Option<String>)>,
    /// Once it is raised, no question waits for an answer.
    pub stop: Stop,
    /// Takes remarks that are no findings.
    pub notices: Notices,
    /// Whether its standard error is shown. If not, its last line is part of the message about a
    /// failure.
    pub shows_errors: bool,
}

impl Launch {
    /// A program without options.
    pub fn new(command: CommandLine, timeout: Duration, stop: &Stop) -> Launch {
        Launch {
            command,
            timeout,
            options: Vec::new(),
            stop: stop.clone(),
            notices: Notices::default(),
            shows_errors: true,
        }
    }

    /// The same program, whose standard error is not shown: for attempts that are likely to fail.
    pub(super) fn quietly(&self) -> Launch {
        Launch {
            shows_errors: false,
            ..self.clone()
        }
    }

    /// The `setoption` lines, each with a line end.
    pub(super) fn option_lines(&self) -> String {
        setoption_lines(&self.options)
    }

    /// Whether castling is written as king takes rook because an option says so.
    pub(super) fn is_chess960(&self) -> bool {
        let chess960 = |(name, value): &(String, Option<String>)| {
            name == CHESS960 && value.as_deref() == Some("true")
        };
        self.options.iter().any(chess960)
    }
}

/// A `setoption` line for each option.
pub(super) fn setoption_lines(options: &[(String, Option<String>)]) -> String {
    let line = |(name, value): &(String, Option<String>)| match value {
        Some(value) => format!("setoption name {name} value {value}\n"),
        None => format!("setoption name {name}\n"),
    };
    options.iter().map(line).collect()
}
