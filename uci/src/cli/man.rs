//! `canopy man`: the manual pages, in roff format.

use std::io;

use clap::{Args, Command};
use clap_mangen::Man;

use super::exit::{self, Exit};
use crate::about;
use crate::report::Report;

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
pub(super) fn run(arguments: &ManArgs, canopy: Command) -> Exit {
    let mut canopy = canopy
        .version(about::VERSION)
        .long_version(None)
        .disable_help_subcommand(true);
    // Sets the full names of the commands, such as canopy-perft.
    canopy.build();
    let Some(command) = find(&canopy, arguments.command.as_deref()) else {
        let names: Vec<_> = canopy.get_subcommands().map(Command::get_name).collect();
        let found = arguments.command.as_deref().unwrap_or_default();
        return exit::failed(format_args!(
            "unknown command '{found}', expected {}",
            names.join(", ")
        ));
    };
    let mut page = Vec::new();
    let page = Man::new(command.clone()).render(&mut page).map(|()| page);
    let printed = page.and_then(|page| {
        let page = String::from_utf8_lossy(&page);
        Report::new(io::stdout()).line(page.trim_end())
    });
    match printed {
        Ok(()) => Exit::Done,
        Err(error) => exit::output_failed(&error),
    }
}

fn find<'a>(canopy: &'a Command, name: Option<&str>) -> Option<&'a Command> {
    match name {
        Some(name) => canopy.find_subcommand(name),
        None => Some(canopy),
    }
}
