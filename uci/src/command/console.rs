//! The words of juddperft's console that take something, in terms of ours.

use super::Command;

/// Bytes of a megabyte.
const MEGABYTE: u64 = 1 << 20;

/// Reads what follows one of these words.
pub(super) fn parse(first: &str, rest: &[&str]) -> Command {
    let read = match first {
        "memory" => memory(rest),
        "cores" => cores(rest),
        _ => test_external(rest),
    };
    read.unwrap_or_else(|usage| Command::Malformed(format!("usage: {usage}")))
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
        let command = Command::parse("test-external ./my engine 4");
        let Command::TestExternal { program, depth } = command else {
            panic!("{command:?}")
        };
        assert_eq!((program.as_str(), depth), ("./my engine", 4));
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
            let command = Command::parse(line);
            assert!(
                matches!(command, Command::Malformed(_)),
                "{line}: {command:?}"
            );
        }
    }
}
