//! Asking the other program: the trait and the four kinds that implement it.

mod command_line;
mod divide_text;
mod error;
mod exit_code;
mod perftree;
mod process_tree;
mod program;
mod saved;
mod uci_engine;

pub use command_line::CommandLine;
pub(crate) use command_line::shell_word;
pub use divide_text::{DivideText, TextLine};
pub use error::{Error, Failure};
pub use exit_code::ExitCodeProgram;
pub use perftree::PerftreeScript;
pub use saved::SavedDivide;
pub use uci_engine::UciEngine;

use movegen::perft::Stop;

/// What the other side is asked: the divide of one position at one depth.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position to set up.
    pub fen: &'a str,
    /// The moves to play from there, in UCI notation.
    pub moves: &'a [String],
    /// How many plies to count, at least 1.
    pub depth: u32,
    /// Our own total, for those who only say whether they agree.
    pub expected: u128,
}

/// What the other side makes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A count for each move.
    Divide(DivideText),
    /// Whether it counts the expected total too.
    Verdict(bool),
    /// It knows nothing about this position or depth.
    Unknown,
}

/// A program, or what a program has said, that our counts are compared with.
pub trait OtherSide {
    /// Answers one question.
    ///
    /// # Errors
    /// [`Error`] if no answer can be had or understood; it names the input that did it.
    fn ask(&mut self, question: &Question) -> Result<Answer, Error>;

    /// Forgets all earlier questions, by a new process if need be. Whoever answers each question
    /// with a process of its own has nothing to forget.
    ///
    /// # Errors
    /// [`Error`] if it cannot be started once more.
    fn forget(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// The flag that ends the comparison: once it is raised, questions end with [`Error::Stopped`].
    fn stop(&self) -> Stop {
        Stop::new()
    }

    /// Whether it can be given moves to play; if not, it is asked about FENs alone.
    fn plays_moves(&self) -> bool;

    /// The shell command that asks the same question by hand, if there is one.
    fn by_hand(&self, question: &Question) -> Option<String>;
}
