//! The commands of juddperft's console, in terms of ours.

use super::{Command, go};

/// Bytes of a megabyte.
const MEGABYTE: u64 = 1 << 20;

/// Which commands there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// UCI, and the commands of juddperft that are safe in the hands of a GUI: no line of it makes
    /// Canopy start a program.
    Uci,
    /// The same with all commands of juddperft, which mean what they mean there.
    Console,
}

impl Dialect {
    /// Reads one line; a line end that is still there is ignored.
    pub fn parse(self, line: &str) -> Command {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match (self, &words[..]) {
            (Dialect::Console, ["perft", rest @ ..]) => {
                go::parse(&[&["perft"], rest, &["stats"]].concat())
            }
            // juddperft's own usage message spells it with an x.
            (Dialect::Console, ["test-external" | "text-external", rest @ ..]) => {
                read(test_external(rest))
            }
            _ => Command::parse(line),
        }
    }
}

/// Reads what follows one of the words that both dialects have.
pub(super) fn parse(first: &str, rest: &[&str]) -> Command {
    read(match first {
        "memory" => memory(rest),
        _ => cores(rest),
    })
}

fn read(command: Result<Command, &'static str>) -> Command {
    command.unwrap_or_else(|usage| Command::Malformed(format!("usage: {usage}")))
}

/// In bytes, where the option has megabytes. Less than one is one: only 0 is no table.
fn memory(rest: &[&str]) -> Result<Command, &'static str> {
    let bytes: Option<u64> = match rest {
        [bytes] => bytes.parse().ok(),
        _ => None,
    };
    let bytes = bytes.ok_or("memory <bytes>, a whole number; setoption name PerftHash takes MB")?;
    Ok(option("PerftHash", bytes.div_ceil(MEGABYTE).to_string()))
}

fn cores(rest: &[&str]) -> Result<Command, &'static str> {
    match rest {
        [number] => Ok(option("PerftThreads", (*number).to_owned())),
        _ => Err("cores <number>, 0 for all of them"),
    }
}

fn option(name: &str, value: String) -> Command {
    Command::SetOption {
        name: name.to_owned(),
        value: Some(value),
    }
}

/// The path may hold blanks; the depth is the last word.
fn test_external(rest: &[&str]) -> Result<Command, &'static str> {
    const USAGE: &str = "test-external <program> <depth>, a whole number from 1 to 255";
    let (depth, program) = rest.split_last().ok_or(USAGE)?;
    let depth: u8 = depth.parse().map_err(|_| USAGE)?;
    if program.is_empty() || depth == 0 {
        return Err(USAGE);
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
    fn memory_is_in_bytes_and_rounded_up() {
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
            assert_eq!((program.as_str(), depth), ("./my engine", 4));
        }
    }

    #[test]
    fn uci_starts_no_program() {
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
    fn perft_counts_kinds_in_the_console() {
        use super::super::PerftKind;
        let kind = |dialect: Dialect| match dialect.parse("perft 3") {
            Command::Perft(command) => (command.kind, command.depth),
            other => panic!("{other:?}"),
        };
        assert_eq!(kind(Dialect::Uci), (PerftKind::Divide, Ok(3)));
        assert_eq!(kind(Dialect::Console), (PerftKind::Statistics, Ok(3)));
    }

    #[test]
    fn what_is_missing_is_told() {
        for line in [
            "memory",
            "memory x",
            "memory -1",
            "cores",
            "cores 1 2",
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
