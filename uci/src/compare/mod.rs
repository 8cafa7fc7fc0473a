//! Finding the position where another program's move generator goes wrong.
//!
//! The [`OtherSide`] is asked about positions; [`hunt`] compares its answers with our own counts,
//! deepens until they differ, and follows the difference down to the position that causes it.
//! [`Draw`] finds positions to begin with by chance. [`shrink`] leaves out of what was found
//! whatever does not matter, [`Explained`] holds the rules behind it, [`describe`] says it in words
//! and [`Page`] draws it. What the other side is (a UCI engine, a script, a program that only agrees
//! or not, a saved text) is known to nobody but the four types that implement the trait.

mod chance;
mod command_line;
mod difference;
mod exit_code;
mod explained;
mod hunt;
mod in_common;
mod page;
mod pair;
mod perftree;
mod process_tree;
mod program;
mod saved;
mod shrink;
mod state;
mod step;
mod survey;
mod table;
mod text;
mod trouble;
mod uci;
mod words;

pub use chance::Draw;
pub use command_line::CommandLine;
pub use difference::Difference;
pub use exit_code::ExitCodeProgram;
pub use explained::Explained;
pub use hunt::{Asked, Disagreement, Finding, TwoWays, hunt};
pub use page::Page;
pub use pair::{PairDifference, pair};
pub use perftree::PerftreeScript;
pub use saved::SavedDivide;
pub use shrink::{MOST_QUESTIONS, Shrunk, Smallest, shrink};
pub use step::Step;
pub use text::{DivideText, TextLine};
pub use trouble::{Failure, Trouble};
pub use uci::UciEngine;
pub use words::{agreed, commands, describe, describe_pair, describe_shrunk};

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
    /// [`Trouble`] if no answer can be had or understood; it names the input that did it.
    fn ask(&mut self, question: &Question) -> Result<Answer, Trouble>;

    /// Forgets all earlier questions, by a new process if need be. Whoever answers each question
    /// with a process of its own has nothing to forget.
    ///
    /// # Errors
    /// [`Trouble`] if it cannot be started once more.
    fn forget(&mut self) -> Result<(), Trouble> {
        Ok(())
    }

    /// The flag that ends the comparison: once it is raised, questions end with [`Trouble::Stopped`].
    fn stop(&self) -> Stop {
        Stop::new()
    }

    /// Whether it can be given moves to play; if not, it is asked about FENs alone.
    fn plays_moves(&self) -> bool;

    /// The shell command that asks the same question by hand, if there is one.
    fn by_hand(&self, question: &Question) -> Option<String>;
}
