//! A line of text -> what is asked for.

use std::str::FromStr;
use std::time::Duration;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Who the engine is and which expansions it knows.
    Info,
    /// Another game: a GameTypeString, a GameString, or nothing.
    NewGame(Option<String>),
    /// A move.
    Play(String),
    /// No move.
    Pass,
    /// All legal moves.
    ValidMoves,
    /// The move that the engine would make.
    BestMove(Thought),
    /// So many moves back.
    Undo(usize),
    /// All options.
    Options,
    /// One option.
    GetOption(String),
    /// Another value for one.
    SetOption(String, String),
    /// Counts to a depth, or deeper and deeper.
    Perft(Option<u32>),
    /// The commands there are.
    Help,
    /// The end.
    Exit,
}

/// How long to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thought {
    /// So many plies deep.
    Depth(u32),
    /// For so long.
    Time(Duration),
}

/// How long `bestmove` without more words thinks.
const USUAL_TIME: Duration = Duration::from_secs(5);

/// The forms of all commands, for people.
pub(super) const FORMS: [&str; 13] = [
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

/// A line that asks for nothing that can be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CommandError {
    /// An unknown first word.
    #[error("'{found}' is no command; 'help' lists them")]
    Unknown { found: String },
    /// Other words behind it than it takes.
    #[error("'{found}' is not what this command takes: {form}")]
    Words { found: String, form: &'static str },
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Command, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let text = || rest.to_owned();
        let words: Vec<&str> = rest.split_whitespace().collect();
        let command = match (word, &words[..]) {
            ("info", []) => Command::Info,
            ("newgame", []) => Command::NewGame(None),
            ("newgame", _) => Command::NewGame(Some(text())),
            ("play", [_, ..]) => Command::Play(text()),
            ("pass", []) => Command::Pass,
            ("validmoves", []) => Command::ValidMoves,
            ("bestmove", []) => Command::BestMove(Thought::Time(USUAL_TIME)),
            ("bestmove", ["depth", depth]) => match number(depth) {
                Some(depth) => Command::BestMove(Thought::Depth(depth)),
                None => return Err(words_error(word, rest)),
            },
            ("bestmove", ["time", time]) => match duration(time) {
                Some(time) => Command::BestMove(Thought::Time(time)),
                None => return Err(words_error(word, rest)),
            },
            ("undo", []) => Command::Undo(1),
            ("undo", [moves]) => match number(moves) {
                Some(moves @ 1..) => Command::Undo(moves as usize),
                _ => return Err(words_error(word, rest)),
            },
            ("options", []) => Command::Options,
            ("options", ["get", name]) => Command::GetOption((*name).to_owned()),
            ("options", ["set", name, value]) => {
                Command::SetOption((*name).to_owned(), (*value).to_owned())
            }
            ("perft", []) => Command::Perft(None),
            ("perft", [depth]) => match number(depth) {
                Some(depth @ ..=255) => Command::Perft(Some(depth)),
                _ => return Err(words_error(word, rest)),
            },
            ("help", []) => Command::Help,
            ("exit", []) => Command::Exit,
            _ => return Err(words_error(word, rest)),
        };
        Ok(command)
    }
}

/// The words do not fit the command, if it is one.
fn words_error(word: &str, rest: &str) -> CommandError {
    let mut forms = FORMS.into_iter();
    match forms.rfind(|form| form.split(' ').next() == Some(word)) {
        Some("perft [N]") => CommandError::Words {
            found: rest.to_owned(),
            form: "perft [N], with N from 0 to 255",
        },
        Some("undo [N]") => CommandError::Words {
            found: rest.to_owned(),
            form: "undo [N], with N of at least 1",
        },
        Some("options set NAME VALUE") => CommandError::Words {
            found: rest.to_owned(),
            form: "options [get NAME | set NAME VALUE]",
        },
        Some(form) => CommandError::Words {
            found: rest.to_owned(),
            form,
        },
        None => CommandError::Unknown {
            found: word.to_owned(),
        },
    }
}

/// Digits alone: `parse` would take a plus sign as well.
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

    fn read(line: &str) -> Result<Command, CommandError> {
        line.parse()
    }

    #[test]
    fn every_form_is_read() {
        let thought = |seconds| Command::BestMove(Thought::Time(Duration::from_secs(seconds)));
        for (line, command) in [
            (" info ", Command::Info),
            ("newgame", Command::NewGame(None)),
            ("newgame Base+M", Command::NewGame(Some("Base+M".into()))),
            ("play wA1  -wQ", Command::Play("wA1  -wQ".into())),
            ("bestmove", thought(5)),
            ("bestmove time 01:00:02", thought(3602)),
            ("bestmove depth 0", Command::BestMove(Thought::Depth(0))),
            ("undo", Command::Undo(1)),
            ("undo 3", Command::Undo(3)),
            ("options get Hash", Command::GetOption("Hash".into())),
            (
                "options set Hash 5",
                Command::SetOption("Hash".into(), "5".into()),
            ),
            ("perft", Command::Perft(None)),
            ("perft 0", Command::Perft(Some(0))),
        ] {
            assert_eq!(read(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn what_does_not_fit_is_named() {
        for (line, said) in [
            ("uci", "'uci' is no command; 'help' lists them"),
            ("play", "'' is not what this command takes: play MoveString"),
            (
                "undo 0",
                "'0' is not what this command takes: undo [N], with N of at least 1",
            ),
            (
                "perft 256",
                "'256' is not what this command takes: perft [N], with N from 0 to 255",
            ),
            (
                "perft +1",
                "'+1' is not what this command takes: perft [N], with N from 0 to 255",
            ),
            (
                "bestmove time 1:60:00",
                "'time 1:60:00' is not what this command takes: bestmove [time hh:mm:ss | depth N]",
            ),
            (
                "options set Hash",
                "'set Hash' is not what this command takes: options [get NAME | set NAME VALUE]",
            ),
        ] {
            assert_eq!(read(line).expect_err(line).to_string(), said);
        }
    }
}
