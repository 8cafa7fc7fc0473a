//! `canopy completions`: shell scripts that complete commands and options.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, ValueHint};
use clap_complete::Shell;
use movegen::chess::Kernel;

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
pub(super) fn run(arguments: &CompletionsArgs, canopy: Command) -> Result<Exit, CliError> {
    let mut canopy = with_values(canopy);
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut canopy, "canopy", &mut script);
    output::print(String::from_utf8_lossy(&script).trim_end(), Exit::Done)
}

/// The same commands, with what a shell can offer for values that the help does not list.
fn with_values(command: Command) -> Command {
    command
        .mut_args(|arg| match arg.get_id().as_str() {
            "kernel" => {
                // Packages have scripts for all CPUs.
                let names = [Kernel::AUTO].into_iter().chain(Kernel::NAMES);
                arg.value_parser(PossibleValuesParser::new(names))
            }
            // The number of a device is not known here.
            "device" => arg.value_parser(["auto", "cpu", "gpu"]),
            // A program may be a file.
            "engine" => arg,
            _ if is_text(&arg) => arg.value_hint(ValueHint::Other),
            _ => arg,
        })
        .mut_subcommands(with_values)
}

/// Whether the value is a text or a number, for which a shell would offer names of files.
fn is_text(arg: &Arg) -> bool {
    arg.get_action().takes_values() && arg.get_value_hint() == ValueHint::Unknown
}
