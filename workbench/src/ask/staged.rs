//! Another side that counts only the lines that end in moves of a kind.

use std::time::Duration;

use movegen::chess::MoveFilter;
use movegen::perft::Stop;

use super::{Answer, Error, OtherSide, Question, Transcript};

/// A program that generates moves in stages and runs perft with one stage at its last ply.
///
/// It is asked as always. Canopy's counts, with which its answers are compared, are those of the
/// lines whose last move passes the filter.
pub struct Staged {
    other: Box<dyn OtherSide>,
    last: MoveFilter,
}

impl Staged {
    /// The same program, whose answers count the lines that end in such a move; unchanged without a
    /// filter.
    pub fn wrap(other: Box<dyn OtherSide>, last: Option<&MoveFilter>) -> Box<dyn OtherSide> {
        match last {
            Some(last) => Box::new(Staged {
                other,
                last: last.clone(),
            }),
            None => other,
        }
    }
}

impl OtherSide for Staged {
    fn ask(&mut self, question: &Question) -> Result<Answer, Error> {
        self.other.ask(question)
    }

    fn reset(&mut self) -> Result<(), Error> {
        self.other.reset()
    }

    fn reset_without_table(&mut self) -> Result<bool, Error> {
        self.other.reset_without_table()
    }

    fn limit_answers(&mut self, limit: Option<Duration>) {
        self.other.limit_answers(limit);
    }

    fn stop(&self) -> Stop {
        self.other.stop()
    }

    fn plays_moves(&self) -> bool {
        self.other.plays_moves()
    }

    fn name(&self) -> Option<&str> {
        self.other.name()
    }

    fn command(&self, question: &Question) -> Option<String> {
        self.other.command(question)
    }

    fn transcript(&self) -> Option<&Transcript> {
        self.other.transcript()
    }

    fn last_moves(&self) -> Option<&MoveFilter> {
        Some(&self.last)
    }
}
