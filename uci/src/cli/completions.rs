//! `canopy completions`: shell scripts that complete commands and options.

use std::io;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Arguments;
use super::exit::{self, Exit};
use crate::report::Report;

const AFTER_HELP: &str = "\
Examples:

  canopy completions bash > ~/.local/share/bash-completion/completions/canopy
  canopy completions zsh > ~/.zfunc/_canopy
  canopy completions fish > ~/.config/fish/completions/canopy.fish
  canopy completions powershell >> $PROFILE";

/// The arguments of `canopy completions`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct CompletionsArgs {
    /// The shell for which to write the script
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs the command.
pub(super) fn run(arguments: &CompletionsArgs) -> Exit {
    let mut script = Vec::new();
    let mut command = Arguments::command();
    clap_complete::generate(arguments.shell, &mut command, "canopy", &mut script);
    let script = String::from_utf8_lossy(&script);
    match Report::new(io::stdout()).line(script.trim_end()) {
        Ok(()) => Exit::Done,
        Err(error) => exit::output_failed(&error),
    }
}
