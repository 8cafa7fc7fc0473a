//! Parses a line of UHP.

use std::str::FromStr;
use std::time::Duration;

use crate::limits::{Depth, LimitError};

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// `info`: the name of the engine and the expansions that it supports.
    Info,
    /// `newgame`: starts a game from a GameTypeString, a GameString, or nothing.
    NewGame(Option<String>),
    /// `play`: plays a move.
    Play(String),
    /// `pass`: passes.
    Pass,
    /// `validmoves`: lists the legal moves.
    ValidMoves,
    /// `bestmove`: searches for a move.
    BestMove(SearchLimit),
    /// `undo`: takes back this number of moves.
    Undo(usize),
    /// `options`: lists the options.
    Options,
    /// `options get`: shows one option.
    GetOption(String),
    /// `options set`: sets one option.
    SetOption(String, String),
    /// `perft`: counts up to this depth, or deeper and deeper.
    Perft(Option<Depth>),
    /// `help`: lists the commands.
    Help,
    /// `exit`.
    Exit,
}

/// The limit of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchLimit {
    /// A depth in plies.
    Depth(u32),
    /// A thinking time.
    Time(Duration),
}

/// The thinking time of `bestmove` without a limit.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// How each command is written, for people.
pub(super) const USAGES: [&str; 13] = [
    "info",
    "newgame [GameTypeString|GameString]",
    "play MoveString",
    "pass",
    "validmoves",
    "bestmove [time hh:mm:ss | depth N]",
    "undo [N]",
    "options",
    "options get NAME",
    "options set NAME VALUE",
    "perft [N]",
    "help",
    "exit",
];

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CommandError {
    /// An unknown first word.
    #[error("unknown command '{found}'; 'help' lists the commands")]
    Unknown { found: String },
    /// Arguments that the command does not take.
    #[error("expected '{usage}', found '{found}'")]
    Arguments { found: String, usage: &'static str },
    /// A depth that is not allowed.
    #[error(transparent)]
    Depth(#[from] LimitError),
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Command, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let text = || rest.to_owned();
        let error = || arguments_error(word, line);
        let arguments: Vec<&str> = rest.split_whitespace().collect();
        Ok(match (word, &arguments[..]) {
            ("info", []) => Command::Info,
            ("newgame", []) => Command::NewGame(None),
            ("newgame", _) => Command::NewGame(Some(text())),
            ("play", [_, ..]) => Command::Play(text()),
            ("pass", []) => Command::Pass,
            ("validmoves", []) => Command::ValidMoves,
            ("bestmove", []) => Command::BestMove(SearchLimit::Time(DEFAULT_TIME)),
            ("bestmove", ["depth", depth]) => {
                Command::BestMove(SearchLimit::Depth(number(depth).ok_or_else(error)?))
            }
            ("bestmove", ["time", time]) => {
                Command::BestMove(SearchLimit::Time(duration(time).ok_or_else(error)?))
            }
            ("undo", []) => Command::Undo(1),
            ("undo", [moves]) => match number(moves) {
                Some(moves @ 1..) => Command::Undo(moves as usize),
                _ => return Err(error()),
            },
            ("options", []) => Command::Options,
            ("options", ["get", name]) => Command::GetOption((*name).to_owned()),
            ("options", ["set", name, value]) => {
                Command::SetOption((*name).to_owned(), (*value).to_owned())
            }
            ("perft", []) => Command::Perft(None),
            ("perft", [depth]) => Command::Perft(Some(depth.parse()?)),
            ("help", []) => Command::Help,
            ("exit", []) => Command::Exit,
            _ => return Err(error()),
        })
    }
}

/// The arguments do not fit the command, if the word is a command.
fn arguments_error(word: &str, line: &str) -> CommandError {
    let mut usages = USAGES.into_iter();
    let usage = match usages.rfind(|usage| usage.split(' ').next() == Some(word)) {
        Some("undo [N]") => "undo [N], with N of at least 1",
        Some("options set NAME VALUE") => "options [get NAME | set NAME VALUE]",
        Some(usage) => usage,
        None => {
            return CommandError::Unknown {
                found: word.to_owned(),
            };
        }
    };
    CommandError::Arguments {
        found: line.to_owned(),
        usage,
    }
}

/// A number written in digits only: `parse` alone would accept a plus sign as well.
fn number(text: &str) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// `hh:mm:ss`
fn duration(text: &str) -> Option<Duration> {
    let parts: Option<Vec<u32>> = text.split(':').map(number).collect();
    match parts?[..] {
        [hours, minutes @ ..60, seconds @ ..60] => {
            let minutes = u64::from(hours) * 60 + u64::from(minutes);
            Some(Duration::from_secs(minutes * 60 + u64::from(seconds)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command, CommandError> {
        line.parse()
    }

    #[test]
    fn every_usage_is_parsed() {
        let timed = |seconds| Command::BestMove(SearchLimit::Time(Duration::from_secs(seconds)));
        for (line, command) in [
            (" info ", Command::Info),
            ("newgame", Command::NewGame(None)),
            ("newgame Base+M", Command::NewGame(Some("Base+M".into()))),
            ("play wA1  -wQ", Command::Play("wA1  -wQ".into())),
            ("bestmove", timed(5)),
            ("bestmove time 01:00:02", timed(3602)),
            ("bestmove depth 0", Command::BestMove(SearchLimit::Depth(0))),
            ("undo", Command::Undo(1)),
            ("undo 3", Command::Undo(3)),
            ("options get Hash", Command::GetOption("Hash".into())),
            (
                "options set Hash 5",
                Command::SetOption("Hash".into(), "5".into()),
            ),
            ("perft", Command::Perft(None)),
            ("perft 0", Command::Perft(Depth::new(0).ok())),
        ] {
            assert_eq!(parse(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn errors_name_the_input_and_what_is_expected() {
        for (line, message) in [
            ("uci", "unknown command 'uci'; 'help' lists the commands"),
            ("play", "expected 'play MoveString', found 'play'"),
            (
                "undo 0",
                "expected 'undo [N], with N of at least 1', found 'undo 0'",
            ),
            (
                "perft 256",
                "a depth is a whole number from 0 to 255, found '256'",
            ),
            (
                "bestmove time 1:60:00",
                "expected 'bestmove [time hh:mm:ss | depth N]', found 'bestmove time 1:60:00'",
            ),
            (
                "options set Hash",
                "expected 'options [get NAME | set NAME VALUE]', found 'options set Hash'",
            ),
        ] {
            assert_eq!(parse(line).expect_err(line).to_string(), message);
        }
    }
}
