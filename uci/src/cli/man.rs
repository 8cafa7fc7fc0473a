//! `canopy man`: the manual pages, in roff format.

use clap::{Args, Command};
use clap_mangen::Man;

use super::error::CliError;
use super::exit::Exit;
use super::output;
use crate::about;

const AFTER_HELP: &str = "\
Examples:

  canopy man | man -l -
  canopy man perft > ~/.local/share/man/man1/canopy-perft.1";

/// The arguments of `canopy man`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct ManArgs {
    /// The command to describe [default: canopy itself]
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

/// Runs the command. `canopy` is the whole command line.
pub(super) fn run(arguments: &ManArgs, canopy: Command) -> Result<Exit, CliError> {
    let mut canopy = canopy
        .version(about::VERSION)
        .long_version(None)
        .disable_help_subcommand(true);
    // Sets the full names of the commands, such as canopy-perft.
    canopy.build();
    let Some(command) = find(&canopy, arguments.command.as_deref()) else {
        let names: Vec<_> = canopy.get_subcommands().map(Command::get_name).collect();
        let found = arguments.command.as_deref().unwrap_or_default();
        let names = names.join(", ");
        let message = format!("unknown command '{found}', expected {names}");
        return Err(CliError::Usage(message));
    };
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    output::print(String::from_utf8_lossy(&page).trim_end(), Exit::Done)
}

fn find<'a>(canopy: &'a Command, name: Option<&str>) -> Option<&'a Command> {
    match name {
        Some(name) => canopy.find_subcommand(name),
        None => Some(canopy),
    }
}
