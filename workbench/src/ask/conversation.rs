//! The output of a program since some input, for the answer or the error message.

use std::time::{Duration, Instant};

use super::program::{Heard, Program};
use super::{DivideText, Error, Failure, excerpt};

/// What was sent, and what has come back since.
pub(super) struct Conversation<'a> {
    input: &'a str,
    /// The word or line that completes the answer.
    pub(super) missing: &'static str,
    /// The answer so far.
    pub(super) divide: DivideText,
    last: Option<String>,
}

/// How long a line is waited for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// The limit of the whole answer, for the error message.
    pub(super) limit: Duration,
    /// When it ends.
    pub(super) deadline: Instant,
    /// The limit of the silence before each line.
    pub(super) silence: Option<Duration>,
}

impl Patience {
    /// Waits this long for the whole answer.
    pub(super) fn new(limit: Duration) -> Patience {
        Patience {
            limit,
            deadline: Instant::now() + limit,
            silence: None,
        }
    }
}

impl<'a> Conversation<'a> {
    pub(super) fn new(input: &'a str, missing: &'static str) -> Conversation<'a> {
        Conversation {
            input,
            missing,
            divide: DivideText::default(),
            last: None,
        }
    }

    /// The next line, trimmed; `None` at the end of the output.
    pub(super) fn next(
        &mut self,
        program: &mut Program,
        patience: Patience,
    ) -> Result<Option<String>, Error> {
        let silence = patience.silence.map(|silence| Instant::now() + silence);
        let deadline = silence.map_or(patience.deadline, |end| end.min(patience.deadline));
        match program.listen(deadline)? {
            Heard::Line(line) => {
                let line = line.trim().to_owned();
                if !line.is_empty() {
                    self.last = Some(excerpt(&line));
                }
                Ok(Some(line))
            }
            Heard::End => Ok(None),
            Heard::Nothing => {
                let (limit, moves) = (patience.limit, self.divide.listed());
                let missing = self.missing;
                let failure = Failure::Late {
                    limit,
                    moves,
                    missing,
                };
                let last = self.last.clone().or_else(|| program.last_error());
                Err(self.error_with(failure, last))
            }
        }
    }

    /// The next line, trimmed; an error at the end of the output.
    pub(super) fn line(
        &mut self,
        program: &mut Program,
        patience: Patience,
    ) -> Result<String, Error> {
        match self.next(program, patience)? {
            Some(line) => Ok(line),
            None => Err(self.ended(program, patience.deadline)),
        }
    }

    /// The error after the end of the output.
    pub(super) fn ended(&self, program: &mut Program, deadline: Instant) -> Error {
        match program.status(deadline) {
            Ok(status) => {
                let moves = self.divide.listed();
                let last = self.last.clone().or_else(|| program.final_error());
                self.error_with(Failure::Ended { status, moves }, last)
            }
            Err(error) => error,
        }
    }

    /// An error if the answer lists more moves than any position has.
    pub(super) fn check_end(&self) -> Result<(), Error> {
        match self.divide.is_endless() {
            true => Err(self.error(Failure::Endless)),
            false => Ok(()),
        }
    }

    /// The last line that was not empty.
    pub(super) fn last(&self) -> Option<&str> {
        self.last.as_deref()
    }

    pub(super) fn error(&self, failure: Failure) -> Error {
        self.error_with(failure, self.last.clone())
    }

    fn error_with(&self, failure: Failure, last: Option<String>) -> Error {
        Error::Failed {
            failure,
            input: format!(
                "after this input:\n  {}",
                self.input.trim_end().replace('\n', "\n  ")
            ),
            last,
        }
    }
}
