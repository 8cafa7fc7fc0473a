//! The commands of juddperft's console, translated into ours.

use super::go;
use super::types::Command;
use crate::limits::{Depth, HashSize, Threads};

/// Bytes of a megabyte.
const MEGABYTE: u64 = 1 << 20;

/// The set of commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// UCI, and those commands of juddperft that start no other program: a GUI must not be able to
    /// start one.
    Uci,
    /// UCI and all commands of juddperft, with the same meaning as there.
    Console,
}

impl Dialect {
    /// Parses one line, with or without its line end.
    pub fn parse(self, line: &str) -> Command {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match (self, &words[..]) {
            (Dialect::Console, ["perft", rest @ ..]) => {
                go::parse(&[&["perft"], rest, &["stats"]].concat())
            }
            // juddperft's own usage message spells it with an x.
            (Dialect::Console, ["test-external" | "text-external", rest @ ..]) => {
                or_usage(test_external(rest))
            }
            _ => Command::parse(line),
        }
    }
}

/// Parses the rest of `memory` and `cores`, which both dialects have.
pub(super) fn parse(first: &str, rest: &[&str]) -> Command {
    or_usage(match first {
        "memory" => memory(rest),
        _ => cores(rest),
    })
}

fn or_usage(command: Result<Command, String>) -> Command {
    command.unwrap_or_else(|usage| Command::Malformed(format!("usage: {usage}")))
}

/// Takes bytes, where the option takes megabytes. Rounds up: only 0 means no table.
fn memory(rest: &[&str]) -> Result<Command, String> {
    let max = HashSize::MAX.megabytes() as u64 * MEGABYTE;
    let bytes: Option<u64> = match rest {
        [bytes] => bytes.parse().ok(),
        _ => None,
    };
    match bytes {
        Some(bytes) if bytes <= max => {
            Ok(option("PerftHash", bytes.div_ceil(MEGABYTE).to_string()))
        }
        _ => Err(format!(
            "memory <bytes>, a whole number from 0 to {max} (setoption name PerftHash takes MB), \
             found {}",
            found(rest)
        )),
    }
}

fn cores(rest: &[&str]) -> Result<Command, String> {
    let threads = match rest {
        [number] => number.parse::<Threads>().ok(),
        _ => None,
    };
    match threads {
        Some(threads) => Ok(option("PerftThreads", threads.to_string())),
        None => Err(format!(
            "cores <number>, a whole number from 0 (all cores) to {}, found {}",
            Threads::MAX,
            found(rest)
        )),
    }
}

/// The words that follow the command, for an error message.
fn found(rest: &[&str]) -> String {
    match rest {
        [] => "nothing".to_owned(),
        _ => format!("'{}'", rest.join(" ")),
    }
}

fn option(name: &str, value: String) -> Command {
    Command::SetOption {
        name: name.to_owned(),
        value: Some(value),
    }
}

/// The path may contain blanks; the depth comes last.
fn test_external(rest: &[&str]) -> Result<Command, String> {
    let usage = || {
        let max = Depth::MAX;
        let found = found(rest);
        format!("test-external <program> <depth>, a whole number from 1 to {max}, found {found}")
    };
    let (depth, program) = rest.split_last().ok_or_else(usage)?;
    let depth = Depth::at_least_one(depth).map_err(|_| usage())?;
    if program.is_empty() {
        return Err(usage());
    }
    Ok(Command::TestExternal {
        program: program.join(" "),
        depth,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_takes_bytes_and_rounds_up() {
        for (line, expected) in [
            ("memory 1073741824", "1024"),
            ("memory 1048577", "2"),
            ("memory 1000", "1"),
            ("memory 0", "0"),
        ] {
            let command = Command::parse(line);
            let Command::SetOption { name, value } = command else {
                panic!("{command:?}")
            };
            assert_eq!(
                (name.as_str(), value.as_deref()),
                ("PerftHash", Some(expected))
            );
        }
    }

    #[test]
    fn a_path_may_hold_blanks() {
        for word in ["test-external", "text-external"] {
            let command = Dialect::Console.parse(&format!("{word} ./my engine 4"));
            let Command::TestExternal { program, depth } = command else {
                panic!("{command:?}")
            };
            assert_eq!((program.as_str(), depth.plies()), ("./my engine", 4));
        }
    }

    #[test]
    fn uci_cannot_start_a_program() {
        for line in [
            "test-external ./engine 4",
            "text-external",
            "\ttest-external x",
        ] {
            let command = Dialect::Uci.parse(line);
            assert!(
                matches!(command, Command::NeedsConsole(_)),
                "{line}: {command:?}"
            );
        }
    }

    #[test]
    fn perft_prints_statistics_in_the_console() {
        use super::super::types::PerftKind;
        let kind = |dialect: Dialect| match dialect.parse("perft 3") {
            Command::Perft(command) => (command.kind, command.depth.map(Depth::plies)),
            other => panic!("{other:?}"),
        };
        assert_eq!(kind(Dialect::Uci), (PerftKind::Divide, Ok(3)));
        assert_eq!(kind(Dialect::Console), (PerftKind::Statistics, Ok(3)));
    }

    #[test]
    fn bad_arguments_are_refused() {
        for line in [
            "memory",
            "memory x",
            "memory -1",
            "cores",
            "memory 1099511627777",
            "cores 1 2",
            "cores 1025",
            "test-external",
            "test-external 4",
            "test-external ./engine",
            "test-external ./engine 0",
        ] {
            let command = Dialect::Console.parse(line);
            assert!(
                matches!(command, Command::Malformed(_)),
                "{line}: {command:?}"
            );
        }
    }
}
