//! `canopy corpus`: suites of positions with chosen features.

mod generate;
mod list;

use clap::{Args, Subcommand};

use super::exit::Exit;
use super::output::end;

/// The arguments of `canopy corpus`.
#[derive(Debug, Args)]
pub(super) struct CorpusArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the features that positions can be generated with
    Features(list::FeaturesArgs),
    /// Generate positions that have all the given features, with counts and tags
    Generate(generate::GenerateArgs),
}

/// Runs the command.
pub(super) fn run(arguments: &CorpusArgs) -> Exit {
    match &arguments.command {
        Command::Features(args) => end("corpus features", args.output, list::run(args)),
        Command::Generate(args) => end("corpus generate", args.output(), generate::run(args)),
    }
}
