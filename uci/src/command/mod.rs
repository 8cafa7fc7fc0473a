//! Parses one line of input into one [`Command`]. Every line has a result, and no state is kept.
//!
//! The tokenizer is our own: it splits at ASCII white space, so tabs, repeated blanks and `\r` do
//! not matter. `vampirc-uci` parses the commands that it parses correctly, but only after our
//! tokenizer has recognised the whole first word (the crate accepts `isreadyfoo` as `isready`), and
//! inside `catch_unwind` (it unwraps the numbers that it parses). It never sees `go`, `position` and
//! `setoption`, which it silently misreads in a dozen ways.

mod console;
mod divide_line;
mod go;
mod go_note;
mod position;
mod types;

use std::panic::catch_unwind;

pub use console::Dialect;
pub use go_note::GoNote;
pub use position::{PositionSyntax, position_of_fen};
pub use types::{
    BadDepth, BenchCommand, BenchLimit, Command, DivideCommand, PerftCommand, PerftKind,
    SearchCommand,
};
use vampirc_uci::UciMessage;

use crate::limits::{Depth, MAX_SEARCH_HASH_MB};

impl Command {
    /// The first words of the commands, for suggestions.
    pub const WORDS: [&str; 21] = [
        "uci",
        "isready",
        "ucinewgame",
        "stop",
        "ponderhit",
        "quit",
        "debug",
        "setoption",
        "position",
        "go",
        "perft",
        "divide",
        "perftfast",
        "bench",
        "d",
        "movelist",
        "flip",
        "eval",
        "help",
        "license",
        "compiler",
    ];

    /// Parses one line of [`Dialect::Uci`], with or without its line end.
    pub fn parse(line: &str) -> Command {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let Some((&first, rest)) = words.split_first() else {
            return Command::Nothing;
        };
        if let Some(command) = divide_line::parse(line) {
            return Command::DivideLine(command);
        }
        match first {
            _ if first.starts_with('#') => Command::Nothing,
            "uci" | "isready" | "ucinewgame" | "stop" | "ponderhit" | "quit" => plain(first),
            "debug" | "register" => plain(&words.join(" ")),
            "setoption" => set_option(rest),
            "position" => Command::Position(position::parse(after(line, first))),
            "go" => go::parse(rest),
            "perft" | "divide" | "dividefast" => go::parse(&[&["perft"], rest].concat()),
            "perftfast" => go::depths(rest),
            "setboard" => position::set_board(after(line, first))
                .map_or_else(Command::Malformed, |text| Command::Position(Ok(text))),
            "memory" | "cores" => console::parse(first, rest),
            "test-external" | "text-external" => Command::NeedsConsole(without_line_end(line)),
            "bench" => bench(rest),
            "d" | "showposition" => Command::Display,
            "movelist" => Command::MoveList,
            "showhash" => Command::ShowHash,
            "flip" => Command::Flip,
            "eval" => Command::Evaluate,
            "help" | "--help" => Command::Help,
            "license" | "--license" => Command::License,
            "compiler" => Command::Compiler,
            _ => Command::Unknown(without_line_end(line)),
        }
    }
}

/// The rest of a line after its first word, blanks included.
fn after<'a>(line: &'a str, first: &str) -> &'a str {
    let line = line.trim_ascii_start();
    line.strip_prefix(first).unwrap_or_default()
}

/// The line without its line end.
fn without_line_end(line: &str) -> String {
    line.trim_end_matches(['\r', '\n']).to_owned()
}

/// The commands that `vampirc-uci` parses correctly.
fn plain(line: &str) -> Command {
    // A panic here is a bug of the crate; the line is then treated as unknown.
    match catch_unwind(|| vampirc_uci::parse_one(line)) {
        Ok(UciMessage::Uci) => Command::Uci,
        Ok(UciMessage::IsReady) => Command::IsReady,
        Ok(UciMessage::UciNewGame) => Command::NewGame,
        Ok(UciMessage::Stop) => Command::Stop,
        Ok(UciMessage::PonderHit) => Command::PonderHit,
        Ok(UciMessage::Quit) => Command::Quit,
        Ok(UciMessage::Debug(on)) => Command::Debug(on),
        Ok(UciMessage::Register { .. }) => Command::Register,
        // `debug maybe`, `register` alone: known commands, unusable arguments.
        _ if line.starts_with("debug") => Command::Malformed("usage: debug on|off".to_owned()),
        _ if line.starts_with("register") => Command::Register,
        _ => Command::Unknown(line.to_owned()),
    }
}

fn set_option(words: &[&str]) -> Command {
    let Some((&"name", rest)) = words.split_first() else {
        return Command::Malformed("usage: setoption name <name> [value <value>]".to_owned());
    };
    let (name, value) = match rest.iter().position(|&word| word == "value") {
        Some(at) => (&rest[..at], Some(rest[at + 1..].join(" "))),
        None => (rest, None),
    };
    Command::SetOption {
        name: name.join(" "),
        value,
    }
}

/// Stockfish's order of arguments, each with a default: `bench 16 1 7 default depth`.
fn bench(words: &[&str]) -> Command {
    const USAGE: &str = "usage: bench [hash MB] [threads] [limit] [default|current|FILE] \
                         [depth|nodes|movetime|perft]";
    let word = |at: usize, default| words.get(at).copied().unwrap_or(default);
    let depth = |plies: u64| Depth::new(u32::try_from(plies).ok()?).ok();
    let parsed = (|| {
        let limit: u64 = word(2, "7").parse().ok()?;
        let limit = match word(4, "depth") {
            "depth" => BenchLimit::Depth(depth(limit.clamp(1, Depth::MAX.plies().into()))?),
            "nodes" => BenchLimit::Nodes(limit.max(1)),
            "movetime" => BenchLimit::MoveTime(limit),
            "perft" => BenchLimit::Perft(depth(limit)?),
            _ => return None,
        };
        let hash = word(0, "16").parse().ok()?;
        Some(BenchCommand {
            hash: (1..=MAX_SEARCH_HASH_MB).contains(&hash).then_some(hash)?,
            threads: word(1, "1").parse().ok()?,
            limit,
            positions: word(3, "default").to_owned(),
        })
    })();
    parsed.map_or_else(|| Command::Malformed(USAGE.to_owned()), Command::Bench)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_must_match_as_a_whole() {
        assert!(matches!(Command::parse("isready"), Command::IsReady));
        assert!(matches!(Command::parse(" \tisready  \r"), Command::IsReady));
        assert!(matches!(Command::parse("isreadyfoo"), Command::Unknown(_)));
        assert!(matches!(Command::parse("ucinewgamex"), Command::Unknown(_)));
        assert!(matches!(Command::parse("GO perft 1"), Command::Unknown(_)));
        assert!(matches!(Command::parse("uci now"), Command::Uci));
    }

    #[test]
    fn blank_lines_and_comments_do_nothing() {
        for line in ["", "   ", "\t", "\r", "# go perft 9", "#"] {
            assert!(matches!(Command::parse(line), Command::Nothing), "{line:?}");
        }
    }

    #[test]
    fn an_unknown_line_is_kept_without_its_line_end() {
        let Command::Unknown(line) = Command::parse("foo  bar \r") else {
            panic!("not unknown")
        };
        assert_eq!(line, "foo  bar ");
    }

    #[test]
    fn debug_and_register() {
        assert!(matches!(Command::parse("debug on"), Command::Debug(true)));
        assert!(matches!(
            Command::parse("debug   off"),
            Command::Debug(false)
        ));
        assert!(matches!(Command::parse("debug"), Command::Malformed(_)));
        assert!(matches!(
            Command::parse("debug maybe"),
            Command::Malformed(_)
        ));
        assert!(matches!(
            Command::parse("register later"),
            Command::Register
        ));
        assert!(matches!(
            Command::parse("register name A B code 1"),
            Command::Register
        ));
        assert!(matches!(Command::parse("register"), Command::Register));
    }

    #[test]
    fn options_are_split_at_the_word_value() {
        let Command::SetOption { name, value } =
            Command::parse("setoption  name  Move   Overhead value 64 ")
        else {
            panic!("not an option")
        };
        assert_eq!(
            (name.as_str(), value.as_deref()),
            ("Move Overhead", Some("64"))
        );
        let Command::SetOption { name, value } = Command::parse("setoption name Clear Hash") else {
            panic!("not an option")
        };
        assert_eq!((name.as_str(), value), ("Clear Hash", None));
        assert!(matches!(
            Command::parse("setoption Hash 64"),
            Command::Malformed(_)
        ));
    }

    #[test]
    fn bench_arguments() {
        let Command::Bench(plan) = Command::parse("bench") else {
            panic!("no bench")
        };
        assert_eq!(Some(plan.limit), Depth::new(7).ok().map(BenchLimit::Depth));
        let Command::Bench(plan) = Command::parse("bench 16 1 5 current perft") else {
            panic!("no bench")
        };
        assert_eq!(
            (Some(plan.limit), plan.positions.as_str()),
            (Depth::new(5).ok().map(BenchLimit::Perft), "current")
        );
        for line in [
            "bench x",
            "bench 16 1 -1",
            "bench 16 1 300 default perft",
            "bench 1 1 1 default x",
        ] {
            assert!(
                matches!(Command::parse(line), Command::Malformed(_)),
                "{line}"
            );
        }
    }
}
