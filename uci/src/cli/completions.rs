//! `canopy completions`: shell scripts that complete commands and options.

use std::io;

use clap::{Args, Command};
use clap_complete::Shell;

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

/// Runs the command. `canopy` is the whole command line.
pub(super) fn run(arguments: &CompletionsArgs, mut canopy: Command) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut canopy, "canopy", &mut script);
    let script = String::from_utf8_lossy(&script);
    match Report::new(io::stdout()).line(script.trim_end()) {
        Ok(()) => Exit::Done,
        Err(error) => exit::output_failed(&error),
    }
}
