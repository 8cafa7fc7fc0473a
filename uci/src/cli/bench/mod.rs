//! `canopy bench`: the UCI command of that name, or a measurement with a subcommand.

mod boards;
mod machine;
mod scaling;

use std::ffi::OsString;

use clap::{Args, Subcommand};

use crate::suggest;

/// How the words of the UCI command are documented.
const AFTER_HELP: &str = "\
Without a command, the words after 'bench' are those of the UCI command:

  canopy bench [hash MB] [threads] [limit] [default|current|FILE] [depth|nodes|movetime|perft]
  canopy bench 64 1 15
  canopy bench 16 1 5 default perft";

/// The arguments of `canopy bench`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP, disable_help_subcommand = true)]
pub(super) struct BenchArgs {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure the speed on 33 known boards, by kernel, beside other programs
    Boards(boards::BoardsArgs),
    /// Measure how perft scales with the number of threads, for a report
    Scaling(scaling::ScalingArgs),
    #[command(external_subcommand)]
    Uci(Vec<OsString>),
}

/// What `canopy bench` stands for.
pub(super) enum Bench<'a> {
    /// Other measurements.
    Boards(&'a boards::BoardsArgs),
    Scaling(&'a scaling::ScalingArgs),
    /// The UCI command, in its words.
    Uci(Vec<OsString>),
    /// None of these: the word, and the one that is probably meant.
    Misspelt(String, String),
}

impl BenchArgs {
    /// Tells the two apart.
    pub(super) fn bench(&self) -> Bench<'_> {
        let words = match &self.command {
            Some(Command::Boards(arguments)) => return Bench::Boards(arguments),
            Some(Command::Scaling(arguments)) => return Bench::Scaling(arguments),
            Some(Command::Uci(words)) => words.as_slice(),
            None => &[],
        };
        // The UCI command begins with a number.
        let first = words.first().map(|word| word.to_string_lossy());
        if let Some(word) = first
            && let Some(meant) = suggest::similar(&word, ["boards", "scaling"])
        {
            return Bench::Misspelt(word.into_owned(), meant.to_owned());
        }
        let first = OsString::from("bench");
        Bench::Uci([&[first], words].concat())
    }
}

pub(super) use boards::{ProgramError, run as run_boards};
pub(super) use scaling::run as run_scaling;
