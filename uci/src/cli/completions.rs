//! `canopy completions`: shell scripts that complete commands and options.

use clap::{Args, Command};
use clap_complete::Shell;

use super::error::CliError;
use super::exit::Exit;
use super::output;

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
pub(super) fn run(arguments: &CompletionsArgs, mut canopy: Command) -> Result<Exit, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut canopy, "canopy", &mut script);
    output::print(String::from_utf8_lossy(&script).trim_end(), Exit::Done)
}
