//! A UCI command given as arguments, such as `canopy go perft 5`.
//!
//! In a session, unusable words are skipped or answered with a remark. On the command line they are
//! refused before anything is printed: scripts look at the exit code.

use std::ffi::OsString;
use std::fmt::Display;

use clap::CommandFactory as _;

use super::Arguments;
use super::error::CliError;
use crate::command::{Command, GoNote};
use crate::suggest;

/// Parses the arguments, which may be one quoted word: `canopy "go perft 5"`.
pub(super) fn command(words: &[OsString]) -> Result<Command, CliError> {
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let command = Command::parse(&words.join(" "));
    match &command {
        Command::Perft(perft) => {
            refuse_first(&perft.notes)?;
            perft.depth.as_ref().map_err(CliError::usage)?;
        }
        Command::Search(search) => refuse_first(&search.notes)?,
        Command::UnknownGo(note) => return Err(with_hint(note)),
        Command::Position(Err(error)) => return Err(CliError::usage(error)),
        Command::Malformed(usage) => return Err(CliError::usage(usage)),
        Command::NeedsConsole(_) => {
            return Err(CliError::usage("only 'canopy console' runs other programs"));
        }
        Command::Unknown(line) => return Err(unknown(line)),
        _ => {}
    }
    Ok(command)
}

fn refuse_first(notes: &[GoNote]) -> Result<(), CliError> {
    match notes.first() {
        None => Ok(()),
        Some(note) => Err(with_hint(note)),
    }
}

fn unknown(line: &str) -> CliError {
    let word = line.split_ascii_whitespace().next().unwrap_or_default();
    let arguments = Arguments::command();
    let subcommands = arguments.get_subcommands().map(clap::Command::get_name);
    let candidates = subcommands.chain(Command::WORDS);
    with_hint(match suggest::similar(word, candidates) {
        Some(similar) => format!("unknown command '{word}', did you mean '{similar}'?"),
        None => format!("unknown command '{word}'"),
    })
}

/// A reason that the help says more about.
fn with_hint(reason: impl Display) -> CliError {
    CliError::Usage(format!(
        "{reason}\nFor more information, try 'canopy --help'."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(line: &str) -> String {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let refusal = command(&words).expect_err(line).to_string();
        refusal.lines().next().unwrap_or_default().to_owned()
    }

    #[test]
    fn unusable_commands_are_refused() {
        for (line, reason) in [
            ("pretf 5", "unknown command 'pretf', did you mean 'perft'?"),
            ("foo bar", "unknown command 'foo'"),
            ("benhc", "unknown command 'benhc', did you mean 'bench'?"),
            (
                "diff-divde",
                "unknown command 'diff-divde', did you mean 'diff-divide'?",
            ),
            (
                "go prft 4",
                "go: unknown word 'prft', did you mean 'perft'?",
            ),
            (
                "go perft 4 --hash 16",
                "go: unknown word '--hash', expected ",
            ),
            ("go depth x", "go: 'depth' needs a whole number, found 'x'"),
            (
                "go perft",
                "go perft needs a depth, a whole number from 0 to 255",
            ),
            (
                "divide 2.5",
                "a depth is a whole number from 0 to 255, found '2.5'",
            ),
            (
                "position foo",
                "expected 'startpos' or 'fen <FEN>' after 'position', found 'foo'",
            ),
            (
                "test-external ./engine 4",
                "only 'canopy console' runs other programs",
            ),
            ("debug maybe", "usage: debug on|off"),
        ] {
            let found = refused(line);
            match reason.strip_suffix(' ') {
                Some(_) => assert!(found.starts_with(reason), "{found}"),
                None => assert_eq!(found, reason),
            }
        }
    }

    #[test]
    fn other_commands_are_accepted() {
        for line in [
            "go perft 4",
            "go",
            "go searchmoves e2e4 depth 3",
            "d",
            "bench 16 1 5 default perft",
        ] {
            assert!(command(&[OsString::from(line)]).is_ok(), "{line}");
        }
    }
}
