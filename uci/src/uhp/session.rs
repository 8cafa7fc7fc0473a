//! The conversation: owns the game, the options and the running job.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};

use movegen::hive::{Game, GameError, GameType, Position};

use super::command::{Command, FORMS};
use super::job::{self, Handle, Update};
use super::options::Options;
use crate::NAME;
use crate::exit::Exit;
use crate::reader::Input;
use crate::report::Report;
use crate::signals::Request;

/// What a session waits for.
#[derive(Debug)]
pub enum Event {
    /// From standard input.
    Input(Input),
    /// Ctrl-C or SIGTERM.
    Signal(Request),
    /// Nobody reads the answers any more.
    OutputClosed,
    /// From the running job.
    Job(Update),
}

/// A conversation in UHP.
pub struct Session<W> {
    report: Report<W>,
    events: Receiver<Event>,
    sender: Sender<Event>,
    options: Options,
    game: Option<Game>,
    job: Option<Handle>,
    /// Lines that came during a job.
    waiting: VecDeque<Input>,
    /// Whether the job was interrupted; the second time ends the session.
    interrupted: bool,
    /// Whether the session ends after the job.
    terminated: bool,
}

/// How a command ends.
enum End {
    /// With the word `ok`.
    Ok,
    /// A job has begun that will say it.
    Later,
    /// Without a word, and the session with it.
    Exit,
}

/// Why a command is refused.
enum Refusal {
    /// `err`
    Error(String),
    /// `invalidmove`
    Move(String),
}

impl<E: std::error::Error> From<E> for Refusal {
    fn from(error: E) -> Refusal {
        Refusal::Error(error.to_string())
    }
}

const NO_GAME: &str = "there is no game yet; newgame starts one";
const OVER: &str = "the game is over";

impl<W: Write> Session<W> {
    /// A session that answers on `out`.
    pub fn new(out: W) -> Session<W> {
        let (sender, events) = channel();
        Session {
            report: Report::new(out),
            events,
            sender,
            options: Options::DEFAULT,
            game: None,
            job: None,
            waiting: VecDeque::new(),
            interrupted: false,
            terminated: false,
        }
    }

    /// Where its events come from.
    pub fn sender(&self) -> Sender<Event> {
        self.sender.clone()
    }

    /// Answers until the input ends or says `exit`; returns how it ended.
    ///
    /// # Errors
    /// If nothing can be written any more.
    pub fn run(&mut self) -> io::Result<Exit> {
        self.introduce()?;
        self.report.line("ok")?;
        // The session holds a sender, so that there is always another event.
        while let Ok(event) = self.events.recv() {
            match event {
                Event::Input(input) => self.waiting.push_back(input),
                Event::OutputClosed => {
                    self.stop();
                    return Ok(Exit::Done);
                }
                Event::Signal(request) => match &self.job {
                    Some(job) if !self.interrupted => {
                        job.stop();
                        self.interrupted = true;
                        self.terminated = request == Request::Terminate;
                    }
                    _ => return Ok(Exit::Interrupted),
                },
                Event::Job(Update::Text(text)) => self.report.line(text)?,
                Event::Job(Update::Finished) => {
                    self.job = None;
                    self.interrupted = false;
                    self.report.line("ok")?;
                    if self.terminated {
                        return Ok(Exit::Interrupted);
                    }
                }
            }
            // A count without an end ends with the next line.
            if let Some(job) = &self.job
                && job.is_endless()
                && !self.waiting.is_empty()
            {
                job.stop();
            }
            while self.job.is_none() {
                match self.waiting.pop_front() {
                    Some(Input::Line(line)) => {
                        if self.answer(&line)? {
                            return Ok(Exit::Done);
                        }
                    }
                    Some(Input::End) => return Ok(Exit::Done),
                    None => break,
                }
            }
        }
        Ok(Exit::Done)
    }

    fn stop(&self) {
        if let Some(job) = &self.job {
            job.stop();
        }
    }

    /// Whether the session is over.
    fn answer(&mut self, line: &str) -> io::Result<bool> {
        if line.trim().is_empty() {
            return Ok(false);
        }
        // What is quoted may hold anything; an answer must stay one line.
        let clean = |text: String| text.replace(|c: char| c.is_control(), "?");
        let end = match self.carry_out(line) {
            Ok((text, end)) => {
                if !text.is_empty() {
                    self.report.line(text)?;
                }
                end
            }
            Err(Refusal::Error(reason)) => {
                self.report.line(format_args!("err {}", clean(reason)))?;
                End::Ok
            }
            Err(Refusal::Move(reason)) => {
                let reason = clean(reason);
                self.report.line(format_args!("invalidmove {reason}"))?;
                End::Ok
            }
        };
        if matches!(end, End::Ok) {
            self.report.line("ok")?;
        }
        Ok(matches!(end, End::Exit))
    }

    /// Carries out a command; what is to be said before its end.
    fn carry_out(&mut self, line: &str) -> Result<(String, End), Refusal> {
        let text = match line.parse()? {
            Command::Info => introduction(),
            Command::NewGame(text) => self.new_game(text.as_deref())?,
            Command::Play(text) => self.play(&text)?,
            Command::Pass => self.play("pass")?,
            Command::ValidMoves => {
                let position = self.open_position()?;
                let moves = position.legal_moves().into_iter();
                let texts: Vec<String> = moves.map(|m| position.move_text(m)).collect();
                texts.join(";")
            }
            Command::Undo(moves) => {
                let game = self.game()?;
                let made = game.len();
                game.undo(moves).ok_or_else(|| {
                    Refusal::Error(format!(
                        "cannot take back {moves}: moves made so far: {made}"
                    ))
                })?;
                game.to_string()
            }
            Command::Options => self.options.lines(),
            Command::GetOption(name) => self.options.get(&name)?,
            Command::SetOption(name, value) => {
                self.options.set(&name, &value)?;
                self.options.get(&name)?
            }
            Command::Help => FORMS.join("\n"),
            Command::BestMove(thought) => {
                let position = self.open_position()?;
                let job = job::search(position, thought, self.updates())?;
                self.job = Some(job);
                return Ok((String::new(), End::Later));
            }
            Command::Perft(depth) => {
                let position = *self.game()?.position();
                let job = job::perft(position, depth, self.options, self.updates())?;
                self.job = Some(job);
                return Ok((String::new(), End::Later));
            }
            Command::Exit => return Ok((String::new(), End::Exit)),
        };
        Ok((text, End::Ok))
    }

    fn new_game(&mut self, text: Option<&str>) -> Result<String, Refusal> {
        let game = match text {
            None => Game::new(GameType::BASE),
            Some(text) => text.parse().map_err(|error: GameError| match error {
                GameError::Move { .. } => Refusal::Move(error.to_string()),
                _ => Refusal::Error(error.to_string()),
            })?,
        };
        let text = game.to_string();
        self.game = Some(game);
        Ok(text)
    }

    fn play(&mut self, text: &str) -> Result<String, Refusal> {
        let game = self.game()?;
        game.play_text(text)
            .map_err(|error| Refusal::Move(error.to_string()))?;
        Ok(game.to_string())
    }

    fn game(&mut self) -> Result<&mut Game, Refusal> {
        let game = self.game.as_mut();
        game.ok_or_else(|| Refusal::Error(NO_GAME.to_owned()))
    }

    /// The position of a game in which somebody is to move.
    fn open_position(&mut self) -> Result<Position, Refusal> {
        let position = *self.game()?.position();
        match position.state().is_over() {
            true => Err(Refusal::Error(OVER.to_owned())),
            false => Ok(position),
        }
    }

    fn updates(&self) -> impl Fn(Update) + Send + 'static {
        let sender = self.sender.clone();
        // Nobody listens once the session is over.
        move |update| drop(sender.send(Event::Job(update)))
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.report.line(introduction())
    }
}

/// The answer to `info`.
fn introduction() -> String {
    format!("id {NAME}\nMosquito;Ladybug;Pillbug")
}
