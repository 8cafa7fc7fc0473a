//! Finds out how a program is asked, by a simple question in every known dialect.
//!
//! An answer counts only if it fits the question: at least half of its moves are legal in a position
//! that has four of them, or its total is about four, and greater one ply deeper. A program that
//! ignores the command or the position gives no such answer.

use std::time::Duration;

use movegen::chess::Position;

use super::conversation::Patience;
use super::dialect::{Ending, Handshake, Protocol, SetUp};
use super::error::{Attempt, Failure};
use super::interactive::{InteractiveProgram, Observed};
use super::{
    DivideText, Error, Launch, LineReader, OneShot, Question, Template, excerpt, is_coordinates,
};

/// The position of the simple question: four legal moves.
const FEN: &str = "7k/8/8/8/8/8/P7/K7 w - - 0 1";

/// A move in this position, to see whether the program plays it.
const PLAYED: &str = "a2a4";

/// How long the simple question may take.
const LIMIT: Duration = Duration::from_secs(2);

/// The command lines that are tried.
const CALLS: [&str; 7] = [
    "{depth} {fen}",
    "{fen} {depth}",
    "perft {depth} {fen}",
    "perft {fen} {depth}",
    "divide {depth} {fen}",
    "--depth {depth} --fen {fen}",
    "-d {depth} -f {fen}",
];

/// Searches for a way to ask one program.
pub(super) struct Detection<'a> {
    /// How the program is started once it is known how to ask it.
    launch: &'a Launch,
    /// How it is started for an attempt: what it says about a command that it does not know is shown
    /// only in the list of all attempts.
    attempt: Launch,
    reader: &'a LineReader,
    /// All failed attempts.
    tried: Vec<Attempt>,
}

impl<'a> Detection<'a> {
    pub(super) fn new(launch: &'a Launch, reader: &'a LineReader) -> Detection<'a> {
        Detection {
            launch,
            attempt: launch.quietly(),
            reader,
            tried: Vec::new(),
        }
    }

    /// The first of these ways that gets a divide, or else the first that gets a total.
    ///
    /// # Errors
    /// [`Error::Stopped`] or [`Error::Start`].
    pub(super) fn session(&mut self, protocols: Vec<Protocol>) -> Result<Option<Protocol>, Error> {
        let mut only_total = None;
        for protocol in protocols {
            let Some(observed) = self.observe(&protocol)? else {
                continue;
            };
            let protocol = Protocol {
                ending: match (observed.divide.total, observed.ping) {
                    (Some(_), ping) => Ending::Total(ping),
                    (None, Some(ping)) => Ending::Ping(ping),
                    (None, None) => Ending::Exit,
                },
                ..protocol
            };
            if protocol.ending == Ending::Exit && !self.answers_before_exit(&protocol)? {
                continue;
            }
            let lists = observed.divide.listed() > 0;
            let protocol = match protocol.set_up {
                SetUp::Setboard if lists => self.with_moves(protocol)?,
                SetUp::Setboard | SetUp::Position | SetUp::InCommand => protocol,
            };
            if lists {
                return Ok(Some(protocol));
            }
            only_total.get_or_insert(protocol);
        }
        Ok(only_total)
    }

    /// The protocol with moves as the program reads them; without moves if it reads none.
    fn with_moves(&mut self, protocol: Protocol) -> Result<Protocol, Error> {
        let moves = [PLAYED.to_owned()];
        for before_move in ["", "usermove "] {
            let protocol = Protocol {
                before_move: Some(before_move),
                ..protocol.clone()
            };
            let mut program = InteractiveProgram::start(&self.attempt, protocol.clone())?;
            let question = Question {
                moves: &moves,
                ..question(1)
            };
            match program.answer(&question, Some(LIMIT)) {
                Ok(divide) if is_after_move(&divide) => return Ok(protocol),
                Err(Error::Stopped) => return Err(Error::Stopped),
                _ => {}
            }
        }
        self.launch.notices.give("no moves", || {
            "it reads no moves after 'setboard', so it is asked about FENs only".to_owned()
        });
        Ok(Protocol {
            before_move: None,
            ..protocol
        })
    }

    /// The answer to the simple question, if it is one.
    fn observe(&mut self, protocol: &Protocol) -> Result<Option<Observed>, Error> {
        let asked = shown(protocol);
        let mut program = match InteractiveProgram::start(&self.attempt, protocol.clone()) {
            Err(error @ (Error::Stopped | Error::Start { .. })) => return Err(error),
            Err(error) => {
                self.note(asked, short(&error), died_with(&error));
                return Ok(None);
            }
            Ok(program) => program,
        };
        let observed = program.observe(&question(1), LIMIT);
        if self.launch.stop.is_stopped() {
            return Err(Error::Stopped);
        }
        let deeper = || program.observe(&question(2), LIMIT).divide;
        if self.fits(&observed.divide, deeper) {
            return Ok(Some(observed));
        }
        let errors = observed.last_error.map(|line| excerpt(&line));
        let died_with = observed.ended.and(errors.clone().or(observed.last.clone()));
        let last = match (observed.last, errors) {
            (Some(line), Some(error)) => Some(format!(
                "its last line was {line:?}, on standard error {error:?}"
            )),
            (Some(line), None) => Some(format!("its last line was {line:?}")),
            (None, Some(error)) => Some(format!("its last line on standard error was {error:?}")),
            (None, None) => None,
        };
        let said = match (observed.ended, last) {
            (Some(ended), Some(last)) => format!("{ended}; {last}"),
            (None, Some(last)) => format!("no answer; {last}"),
            (Some(ended), None) => ended.to_owned(),
            (None, None) => "it said nothing".to_owned(),
        };
        self.note(asked, said, died_with);
        Ok(None)
    }

    /// Whether the program answers if its input ends after the question.
    fn answers_before_exit(&mut self, protocol: &Protocol) -> Result<bool, Error> {
        let mut program = InteractiveProgram::start(&self.attempt, protocol.clone())?;
        match program.answer(&question(1), Some(LIMIT)) {
            Ok(divide) if self.fits(&divide, DivideText::default) => Ok(true),
            Err(Error::Stopped) => Err(Error::Stopped),
            _ => {
                self.note(
                    shown(protocol),
                    "an answer whose end is not marked".to_owned(),
                    None,
                );
                Ok(false)
            }
        }
    }

    /// The command line that gets an answer.
    ///
    /// # Errors
    /// [`Error::Stopped`] or [`Error::Start`].
    pub(super) fn one_shot(&mut self) -> Result<Option<OneShot>, Error> {
        for call in CALLS {
            let Ok(template) = call.parse::<Template>() else {
                continue;
            };
            let answer = |template: &Template, question: &Question| {
                let launch = self.attempt.clone();
                let one_shot = OneShot::new(launch, template.clone(), self.reader.clone());
                let patience = Patience::new(LIMIT.min(self.launch.timeout));
                one_shot.answer(question, patience)
            };
            let asked = template
                .call(&self.launch.command, &question(1))
                .to_string();
            match answer(&template, &question(1)) {
                Err(error @ (Error::Stopped | Error::Start { .. })) => return Err(error),
                Err(error) => self.note(asked, short(&error), died_with(&error)),
                Ok(divide) => {
                    let deeper = || answer(&template, &question(2)).unwrap_or_default();
                    if !self.fits(&divide, deeper) {
                        self.note(
                            asked,
                            "an answer that does not fit the question".to_owned(),
                            None,
                        );
                        continue;
                    }
                    let has_total = divide.total.is_some();
                    let with_moves = format!("{call} {{moves}}").parse::<Template>();
                    let template = with_moves
                        .ok()
                        .filter(|longer| {
                            let moves = [PLAYED.to_owned()];
                            let question = Question {
                                moves: &moves,
                                ..question(1)
                            };
                            is_after_move(&answer(longer, &question).unwrap_or_default())
                        })
                        .unwrap_or(template);
                    let found = OneShot::new(self.launch.clone(), template, self.reader.clone());
                    return Ok(Some(if has_total { found.with_total() } else { found }));
                }
            }
        }
        Ok(None)
    }

    /// Whether the answer fits the simple question; `deeper` is the answer one ply deeper.
    fn fits(&self, divide: &DivideText, deeper: impl FnOnce() -> DivideText) -> bool {
        let Ok(position) = FEN.parse::<Position>() else {
            return false;
        };
        let legal = |text: &str| match is_coordinates(text) {
            true => position.parse_uci(text).is_ok(),
            false => position.parse_san(text).is_ok(),
        };
        if self.reader.is_custom() {
            return !divide.is_empty();
        }
        if divide.listed() > 0 {
            let legal = divide.lines.iter().filter(|(text, _)| legal(text)).count();
            return divide.listed() <= 8
                && 2 * (legal + divide.unreadable.len()) >= divide.listed();
        }
        let about_four = |total: &i128| (1..=8).contains(total);
        divide.total.is_some_and(|total| {
            about_four(&total) && deeper().total.is_some_and(|deeper| deeper > total)
        })
    }

    fn note(&mut self, asked: String, answer: String, died_with: Option<String>) {
        self.tried.push(Attempt {
            asked,
            answer,
            died_with,
        });
    }

    /// The error that lists every attempt.
    pub(super) fn error(self) -> Error {
        Error::NoDialect {
            command: self.launch.command.to_string(),
            tried: self.tried,
        }
    }
}

/// Whether the divide belongs to the position after the move: it has a move of the other side.
fn is_after_move(divide: &DivideText) -> bool {
    let mut texts = divide.lines.iter().map(|(text, _)| text.as_str());
    texts.any(|text| matches!(text, "h8h7" | "h8g8" | "h8g7" | "Kh7" | "Kg8" | "Kg7"))
}

fn question(depth: u32) -> Question<'static> {
    Question {
        fen: FEN,
        moves: &[],
        depth,
        expected: 4,
    }
}

/// The commands of the simple question in one line.
fn shown(protocol: &Protocol) -> String {
    let input = protocol.input(&question(1));
    let handshake = match protocol.handshake {
        Handshake::Uci => "uci, ",
        Handshake::Xboard => "xboard, ",
        Handshake::None => "",
    };
    format!("{handshake}{}", input.trim_end().replace('\n', ", "))
}

/// The last line of a program that ended instead of answering.
fn died_with(error: &Error) -> Option<String> {
    match error {
        Error::Failed {
            failure:
                Failure::Ended {
                    status: Some(status),
                    ..
                },
            last,
            ..
        } if !status.success() => last.clone(),
        _ => None,
    }
}

/// The error in one line.
fn short(error: &Error) -> String {
    match error {
        Error::Failed { failure, last, .. } => match last {
            Some(last) => format!("it {failure}; its last line was {last:?}"),
            None => format!("it {failure}"),
        },
        error => error.to_string(),
    }
}
