//! The other side of a comparison, its questions and its answers.

use std::time::Duration;

use movegen::chess::MoveFilter;
use movegen::perft::Stop;

use super::divide_text::DivideText;
use super::error::Error;
use super::transcript::Transcript;

/// A question to the other side: the divide of one position at one depth.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position to set up.
    pub fen: &'a str,
    /// The moves to play from there, in UCI notation.
    pub moves: &'a [String],
    /// The depth in plies, at least 1.
    pub depth: u32,
    /// Canopy's total, for programs that only say whether they agree.
    pub expected: u128,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A count for each move.
    Divide(DivideText),
    /// Whether the expected total is right.
    Verdict(bool),
    /// Nothing is known about this position or depth.
    Unknown,
}

/// The other side of a comparison: anything that can be asked for perft counts, such as an engine, a
/// script, a saved divide or, by [`InProcess`](super::InProcess), a move generator in Rust.
pub trait OtherSide {
    /// Answers one question.
    ///
    /// # Errors
    /// [`Error`] if there is no usable answer; it names the input that led to it.
    fn ask(&mut self, question: &Question) -> Result<Answer, Error>;

    /// Forgets all earlier questions, by starting a new process if necessary. The default suits
    /// programs that are started anew for each question.
    ///
    /// # Errors
    /// [`Error`] if it cannot be started again.
    fn reset(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// As [`reset`](OtherSide::reset), but without its hash table, or with the smallest one, until the
    /// next reset. Returns whether it has an option for that; if not, nothing happens.
    ///
    /// # Errors
    /// [`Error`] if it cannot be started again.
    fn reset_without_table(&mut self) -> Result<bool, Error> {
        Ok(false)
    }

    /// Limits the time for each later answer, if the limit is shorter than its own; `None` removes the
    /// limit. The default suits generators that cannot be interrupted.
    fn limit_answers(&mut self, _limit: Option<Duration>) {}

    /// The flag that ends the comparison: once it is raised, questions end with [`Error::Stopped`].
    fn stop(&self) -> Stop {
        Stop::new()
    }

    /// Whether it answers further questions; if not, it has one answer that was saved.
    fn can_be_asked(&self) -> bool {
        true
    }

    /// Whether it accepts moves to play; if not, it is asked about FENs only.
    fn plays_moves(&self) -> bool;

    /// The name that it gives itself, such as that of UCI's `id name`, if it gives one.
    fn name(&self) -> Option<&str> {
        None
    }

    /// Whether it offers UCI_Chess960; `None` if it declares no options, as programs that speak no UCI.
    fn offers_chess960(&self) -> Option<bool> {
        None
    }

    /// Whether it offers this variant of chess; `None` if it declares no options.
    fn offers_variant(&self, _name: &str) -> Option<bool> {
        None
    }

    /// The shell command that asks the same question, if there is one.
    fn command(&self, _question: &Question) -> Option<String> {
        None
    }

    /// The shell command that asks these questions of one process, in this order, if there is one.
    /// The default suits programs that are started anew for each question.
    fn series_command(&self, _questions: &[Question]) -> Option<String> {
        None
    }

    /// The lines that it counts: those whose last move passes the filter, or all of them.
    fn last_moves(&self) -> Option<&MoveFilter> {
        None
    }

    /// All questions since it was started, if they are [recorded](super::Recording).
    fn transcript(&self) -> Option<&Transcript> {
        None
    }
}
