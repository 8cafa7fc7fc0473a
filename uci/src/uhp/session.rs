//! The UHP session: the meaning of every command.

use std::io::{self, Write};
use std::ops::ControlFlow;

use movegen::hive::{Game, GameError, GameType, Position};

use super::command::{Command, USAGES};
use super::job;
use super::options::Options;
use crate::NAME;
use crate::conversation::{Conversation, Input, Protocol, Step, Update};
use crate::exit::Exit;
use crate::report::Report;
use crate::signals::Request;

/// A UHP session.
pub struct Session<W> {
    /// The queue holds input that arrived during a job.
    conversation: Conversation<Input>,
    report: Report<W>,
    options: Options,
    game: Option<Game>,
    /// The signal that stopped the running job. The next one ends the session.
    interrupted: Option<Request>,
}

/// What follows the text of an answer.
enum Answer {
    /// This text, then `ok`.
    Text(String),
    /// A job has started; `ok` follows when it ends.
    Job,
    /// Nothing: the session ends.
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
const GAME_OVER: &str = "the game is over";

impl<W: Write> Session<W> {
    /// A session that writes its answers to `out`.
    pub fn new(out: W) -> Session<W> {
        Session {
            conversation: Conversation::default(),
            report: Report::new(out),
            options: Options::default(),
            game: None,
            interrupted: None,
        }
    }
}

impl<W: Write> Protocol for Session<W> {
    type Command = Input;

    fn conversation(&mut self) -> &mut Conversation<Input> {
        &mut self.conversation
    }

    fn greet(&mut self) -> io::Result<()> {
        self.report.line(introduction())?;
        self.report.line("ok")
    }

    fn advance(&mut self) -> io::Result<Step> {
        if self.interrupted.take() == Some(Request::Terminate) {
            return Ok(Step::End(Exit::Interrupted));
        }
        match self.conversation.queue.pop_front() {
            Some(Input::Line(line)) => self.answer(&line),
            Some(Input::End) => Ok(Step::End(Exit::Done)),
            None => Ok(Step::Idle),
        }
    }

    fn input(&mut self, input: Input) -> io::Result<()> {
        self.conversation.queue.push_back(input);
        self.stop_endless_job();
        Ok(())
    }

    fn update(&mut self, update: Update) -> io::Result<()> {
        self.stop_endless_job();
        match update {
            Update::Text(text) | Update::Progress(text) => self.report.line(text),
            Update::Finished(finished) => {
                if !finished.text.is_empty() {
                    self.report.line(finished.text)?;
                }
                self.report.line("ok")
            }
        }
    }

    fn interrupt(&mut self, request: Request) -> ControlFlow<()> {
        match &mut self.conversation.job {
            Some(job) if self.interrupted.is_none() => {
                job.stop();
                self.interrupted = Some(request);
                ControlFlow::Continue(())
            }
            _ => ControlFlow::Break(()),
        }
    }
}

impl<W: Write> Session<W> {
    /// Stops a count without an end if input waits for it.
    fn stop_endless_job(&mut self) {
        if let Some(job) = &mut self.conversation.job
            && job.is_endless()
            && !self.conversation.queue.is_empty()
        {
            job.stop();
        }
    }

    fn answer(&mut self, line: &str) -> io::Result<Step> {
        if line.trim().is_empty() {
            return Ok(Step::Done);
        }
        // Quoted input may hold anything; an answer must stay one line.
        let clean = |text: String| text.replace(|c: char| c.is_control(), "?");
        let text = match self.execute(line) {
            Ok(Answer::Text(text)) => text,
            Ok(Answer::Job) => return Ok(Step::Done),
            Ok(Answer::Exit) => return Ok(Step::End(Exit::Done)),
            Err(Refusal::Error(reason)) => format!("err {}", clean(reason)),
            Err(Refusal::Move(reason)) => format!("invalidmove {}", clean(reason)),
        };
        if !text.is_empty() {
            self.report.line(text)?;
        }
        self.report.line("ok")?;
        Ok(Step::Done)
    }

    fn execute(&mut self, line: &str) -> Result<Answer, Refusal> {
        Ok(Answer::Text(match line.parse()? {
            Command::Info => introduction(),
            Command::NewGame(text) => self.new_game(text.as_deref())?,
            Command::Play(text) => self.play(&text)?,
            Command::Pass => self.play("pass")?,
            Command::ValidMoves => {
                let position = self.position_to_play()?;
                let moves = position.legal_moves().into_iter();
                let texts: Vec<String> = moves.map(|mv| position.move_text(mv)).collect();
                texts.join(";")
            }
            Command::Undo(number) => self.undo(number)?,
            Command::Options => self.options.lines(),
            Command::GetOption(name) => self.options.get(&name)?,
            Command::SetOption(name, value) => {
                self.options.set(&name, &value)?;
                self.options.get(&name)?
            }
            Command::Help => USAGES.join("\n"),
            Command::BestMove(limit) => {
                let position = self.position_to_play()?;
                let job = job::search(position, limit, self.conversation.updates())?;
                self.conversation.job = Some(job);
                return Ok(Answer::Job);
            }
            Command::Perft(depth) => {
                let position = *self.game()?.position();
                let updates = self.conversation.updates();
                let job = job::perft(position, depth, &self.options, updates)?;
                self.conversation.job = Some(job);
                return Ok(Answer::Job);
            }
            Command::Exit => return Ok(Answer::Exit),
        }))
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

    fn undo(&mut self, number: usize) -> Result<String, Refusal> {
        let game = self.game()?;
        let played = game.len();
        match game.undo(number) {
            Some(_) => Ok(game.to_string()),
            None => Err(Refusal::Error(format!(
                "cannot undo {number}: moves played so far: {played}"
            ))),
        }
    }

    fn game(&mut self) -> Result<&mut Game, Refusal> {
        let game = self.game.as_mut();
        game.ok_or_else(|| Refusal::Error(NO_GAME.to_owned()))
    }

    /// The position of a game that is not over.
    fn position_to_play(&mut self) -> Result<Position, Refusal> {
        let position = *self.game()?.position();
        match position.state().is_over() {
            true => Err(Refusal::Error(GAME_OVER.to_owned())),
            false => Ok(position),
        }
    }
}

/// The answer to `info`.
fn introduction() -> String {
    format!("id {NAME}\nMosquito;Ladybug;Pillbug")
}
