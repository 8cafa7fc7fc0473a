//! Reads the command line, with tips for common slips.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Parser};

/// The slashes between the ranks of a board.
const SLASHES: usize = 7;

/// The arguments of the process.
pub(super) fn parse<A: Parser>() -> Result<A, clap::Error> {
    let mut command = A::command().mut_subcommands(with_negative_numbers);
    let matches = command.try_get_matches_from_mut(std::env::args_os());
    let arguments = matches.and_then(|matches| {
        let arguments = A::from_arg_matches(&matches);
        arguments.map_err(|error| error.format(&mut command))
    });
    arguments.map_err(with_tip)
}

/// The same command, in which `-3` is a value. It is out of range everywhere, and the error then says which range it
/// is, and not that there is no flag `-3`.
fn with_negative_numbers(command: Command) -> Command {
    command
        .mut_args(|arg| match arg.get_action().takes_values() {
            true => arg.allow_negative_numbers(true),
            false => arg,
        })
        .mut_subcommands(with_negative_numbers)
}

/// Adds where a FEN belongs, if one stands where it does not.
fn with_tip(mut error: clap::Error) -> clap::Error {
    let is_fen = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(text)) => text.matches('/').count() == SLASHES,
        _ => false,
    };
    if error.kind() == ErrorKind::UnknownArgument && is_fen {
        let tip = "a position is given by '--fen \"...\"'".to_owned();
        error.insert(
            ContextKind::Suggested,
            ContextValue::StyledStrs(vec![tip.into()]),
        );
    }
    error
}
