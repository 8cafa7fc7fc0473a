//! A UCI command given as arguments, such as `canopy go perft 5`.
//!
//! In a session, unusable words are skipped or answered with a remark. On the command line they are
//! refused before anything is printed: scripts look at the exit code.

use std::ffi::OsString;

use clap::CommandFactory as _;
use thiserror::Error;

use super::Arguments;
use crate::command::{BadDepth, Command, GoNote, PositionSyntax};
use crate::suggest;

/// Why the command cannot be carried out.
#[derive(Debug, Error)]
pub(super) enum Refusal {
    /// Neither a subcommand nor a UCI command.
    #[error("unknown command '{word}'{}\nFor more information, try 'canopy --help'.", did_you_mean(.similar.as_deref()))]
    Unknown {
        /// The first word.
        word: String,
        /// The known command that it resembles.
        similar: Option<String>,
    },
    /// A command that starts a program.
    #[error("only 'canopy console' runs other programs")]
    NeedsConsole,
    /// An unusable word of `go` or its short forms.
    #[error("{0}\nFor more information, try 'canopy --help'.")]
    Go(GoNote),
    /// An unusable depth of a perft.
    #[error("{0}")]
    Depth(#[from] BadDepth),
    /// An unusable `position`.
    #[error("{0}")]
    Position(#[from] PositionSyntax),
    /// A known command with unusable arguments.
    #[error("{0}")]
    Malformed(String),
}

fn did_you_mean(similar: Option<&str>) -> String {
    similar.map_or_else(String::new, |word| format!(", did you mean '{word}'?"))
}

/// Parses the arguments, which may be one quoted word: `canopy "go perft 5"`.
pub(super) fn command(words: &[OsString]) -> Result<Command, Refusal> {
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let mut command = Command::parse(&words.join(" "));
    match &mut command {
        Command::Perft(perft) => {
            refuse_first(&mut perft.notes)?;
            perft.depth.clone()?;
        }
        Command::Search(search) => refuse_first(&mut search.notes)?,
        Command::UnknownGo(note) => return Err(Refusal::Go(note.clone())),
        Command::Position(Err(error)) => return Err(error.clone().into()),
        Command::Malformed(usage) => return Err(Refusal::Malformed(usage.clone())),
        Command::NeedsConsole(_) => return Err(Refusal::NeedsConsole),
        Command::Unknown(line) => return Err(unknown(line)),
        _ => {}
    }
    Ok(command)
}

fn refuse_first(notes: &mut Vec<GoNote>) -> Result<(), Refusal> {
    match notes.is_empty() {
        true => Ok(()),
        false => Err(Refusal::Go(notes.swap_remove(0))),
    }
}

fn unknown(line: &str) -> Refusal {
    let word = line.split_ascii_whitespace().next().unwrap_or_default();
    let arguments = Arguments::command();
    let subcommands = arguments.get_subcommands().map(clap::Command::get_name);
    let candidates = subcommands.chain(Command::WORDS);
    Refusal::Unknown {
        word: word.to_owned(),
        similar: suggest::similar(word, candidates).map(str::to_owned),
    }
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
