//! The UCI session: it owns position, options and the running job, and is the only event loop.
//!
//! Input, job and interrupts all arrive through one channel. `isready`, `stop` and `ponderhit`
//! act the moment they arrive; everything else waits its turn behind the running job, `quit` and
//! the end of input included, for scripts pipe `go perft 6` and `quit` in one go and want the
//! answer.

mod jobs;
mod table;

use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use movegen::chess::{CastlingStyle, PositionText};
use movegen::perft::TableSurvey;
use table::LazyTable;

use crate::bench::Bench;
use crate::command::{Command, Dialect, PositionSyntax};
use crate::exit::{self, Exit};
use crate::game::Game;
use crate::job::{Job, Update};
use crate::options::{Effect, OptionError, Options};
use crate::reader::Input;
use crate::report::{self, Report};
use crate::signals::Request;

/// What can happen to a session.
#[derive(Debug)]
pub enum Event {
    /// From standard input.
    Input(Input),
    /// From the running job.
    Job(Update),
    /// Ctrl-C or SIGTERM.
    Signal(Request),
    /// Nobody reads standard output any more.
    OutputClosed,
}

/// Whether the session goes on.
enum Flow {
    Continue,
    End,
}

/// One conversation.
pub struct Session<W> {
    dialect: Dialect,
    report: Report<W>,
    options: Options,
    /// `None` after a rejected `position`: no answer may be given for the position before it.
    game: Option<Game>,
    table: LazyTable,
    job: Option<Job>,
    bench: Option<Bench>,
    /// What the table of the last perft held, if it had one.
    survey: Option<TableSurvey>,
    queue: VecDeque<Command>,
    events: Receiver<Event>,
    sender: Sender<Event>,
    interrupts: Arc<AtomicUsize>,
    debug: bool,
    quitting: bool,
    one_shot: bool,
    interrupted: bool,
    rejected: bool,
}

impl<W: Write> Session<W> {
    /// A UCI session that writes to `out`.
    pub fn new(out: W) -> Session<W> {
        Session::of(Dialect::Uci, Report::new(out))
    }

    /// A session for a person, who may also have it start programs.
    pub fn console(out: W) -> Session<W> {
        Session::of(Dialect::Console, Report::plain(out))
    }

    fn of(dialect: Dialect, report: Report<W>) -> Session<W> {
        let (sender, events) = channel();
        let options = Options::default();
        Session {
            dialect,
            report,
            table: LazyTable::new(options.hash as usize),
            options,
            game: Some(Game::startpos()),
            job: None,
            bench: None,
            survey: None,
            queue: VecDeque::new(),
            events,
            sender,
            interrupts: Arc::new(AtomicUsize::new(0)),
            debug: false,
            quitting: false,
            one_shot: false,
            interrupted: false,
            rejected: false,
        }
    }

    /// A way to hand events to the session, from any thread.
    pub fn sender(&self) -> Sender<Event> {
        self.sender.clone()
    }

    /// Interrupts that were sent but not yet seen. Whoever sends a second one while the first is
    /// still unseen (the session hangs in a write, say) may end the process by force.
    pub fn unseen_interrupts(&self) -> Arc<AtomicUsize> {
        self.interrupts.clone()
    }

    /// Talks until `quit` or the end of input.
    pub fn run(&mut self) -> io::Result<Exit> {
        self.report.line(report::banner())?;
        if self.dialect == Dialect::Console {
            self.report.line(report::CONSOLE_WELCOME)?;
        }
        self.talk()
    }

    /// Carries out one command of the command line: no input is read, a search may take as long as
    /// it likes, and remarks go to standard error.
    pub fn run_once(&mut self, command: Command) -> io::Result<Exit> {
        self.report.line(report::banner())?;
        self.one_shot = true;
        self.queue.push_back(command);
        self.queue.push_back(Command::Quit);
        self.talk()
    }

    fn talk(&mut self) -> io::Result<Exit> {
        let result = self.event_loop();
        if let Some(job) = &mut self.job {
            // Only when the output is gone or an interrupt ends the process in mid-job.
            job.stop();
        }
        result
    }

    fn event_loop(&mut self) -> io::Result<Exit> {
        loop {
            while self.job.is_none() {
                if self.bench.is_some() {
                    self.bench_next()?;
                    continue;
                }
                let Some(command) = self.queue.pop_front() else {
                    break;
                };
                if let Flow::End = self.execute(command)? {
                    return Ok(self.exit());
                }
                self.cut_search();
            }
            match self.events.recv() {
                Ok(Event::Input(Input::Line(line))) => {
                    log::debug!("input: {line}");
                    self.arrive(self.dialect.parse(&line))?;
                }
                Ok(Event::Input(Input::End)) if self.quitting => {}
                Ok(Event::Input(Input::End)) => self.arrive(Command::Quit)?,
                Ok(Event::Job(update)) => self.job_says(update)?,
                Ok(Event::Signal(request)) => {
                    self.interrupts.store(0, Ordering::SeqCst);
                    if self.interrupt(request).is_break() {
                        return Ok(Exit::Interrupted);
                    }
                }
                Ok(Event::OutputClosed) => return Err(io::ErrorKind::BrokenPipe.into()),
                // The session holds a sender itself, so the channel cannot close.
                Err(_) => return Ok(self.exit()),
            }
        }
    }

    /// Stops the job, and ends the session after that if SIGTERM wants it. Without a job that could
    /// be stopped, the session ends now.
    fn interrupt(&mut self, request: Request) -> ControlFlow<()> {
        let again = self.interrupted && self.quitting;
        match &mut self.job {
            Some(job) if !job.is_stopped() => job.stop(),
            // It was stopped by a command; its last word is on the way.
            Some(_) if request == Request::Terminate && !again => {}
            _ => return ControlFlow::Break(()),
        }
        self.interrupted = true;
        self.bench = None;
        self.queue
            .retain(|command| matches!(command, Command::Quit));
        if request == Request::Terminate {
            self.quitting = true;
            self.queue.push_back(Command::Quit);
        }
        ControlFlow::Continue(())
    }

    fn exit(&self) -> Exit {
        if self.interrupted && (self.one_shot || self.quitting) {
            Exit::Interrupted
        } else if self.rejected && self.one_shot {
            // A conversation has told its user already; a script looks at the exit code.
            Exit::Failed
        } else {
            Exit::Done
        }
    }

    /// A command has arrived: at once or in order?
    fn arrive(&mut self, command: Command) -> io::Result<()> {
        match (command, &mut self.job) {
            (Command::IsReady, Some(_)) => return self.report.ready(),
            (Command::Stop, Some(job)) => {
                job.stop();
                self.bench = None;
            }
            (Command::PonderHit, Some(job)) => job.ponder_hit(),
            (Command::Quit, Some(job)) if self.quitting => {
                // The second one means it.
                job.stop();
                self.bench = None;
                self.queue.clear();
                self.queue.push_back(Command::Quit);
            }
            (command, _) => {
                self.quitting |= matches!(command, Command::Quit);
                self.queue.push_back(command);
            }
        }
        self.cut_search();
        Ok(())
    }

    /// A search must not keep `quit` waiting, nor an endless one the job behind it.
    fn cut_search(&mut self) {
        let Some(job) = &mut self.job else { return };
        if !job.is_search() || job.is_stopped() || self.one_shot || self.bench.is_some() {
            return;
        }
        let endless = job.is_endless();
        if self.queue.iter().any(|next| match next {
            Command::Quit => true,
            other => endless && other.starts_a_job(),
        }) {
            job.stop();
        }
    }

    fn job_says(&mut self, update: Update) -> io::Result<()> {
        match update {
            Update::Text(text) => self.report.line(text),
            // A script that has said `quit` or is at the end of its input compares the output
            // byte by byte; nobody waits there who could still say `stop`.
            Update::Progress(_) if self.one_shot || self.quitting => Ok(()),
            Update::Progress(text) => self.report.line(text),
            Update::Survey(survey) => {
                self.survey = survey;
                Ok(())
            }
            Update::Finished {
                text,
                nodes,
                failed,
            } => {
                self.job = None;
                self.rejected |= failed;
                if let Some(bench) = &mut self.bench {
                    bench.add(nodes);
                }
                self.report.line(text)
            }
        }
    }

    fn execute(&mut self, command: Command) -> io::Result<Flow> {
        match command {
            Command::Quit => return Ok(Flow::End),
            // Nothing runs, so there is nothing to stop.
            Command::Nothing | Command::Register | Command::Stop | Command::PonderHit => {}
            Command::Uci => self.report.introduction()?,
            Command::IsReady => {
                self.table()?;
                self.report.ready()?;
            }
            Command::NewGame => self.clear_table(),
            Command::Debug(on) => self.debug = on,
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Position(text) => self.set_position(text)?,
            Command::Perft(command) => self.perft(command)?,
            Command::Search(command) => self.search(command)?,
            Command::UnknownGo(note) => {
                self.error(note)?;
                self.report.line(report::NO_MOVE)?;
            }
            Command::Bench(command) => self.bench(command)?,
            Command::Display => {
                let style = self.style();
                let text = match self.valid_game()? {
                    Some(game) => report::board(&game.position, style),
                    None => report::no_board(),
                };
                self.report.line(text)?;
            }
            Command::MoveList => {
                let style = self.style();
                if let Some(game) = self.valid_game()? {
                    self.report.line(report::move_list(&game.position, style))?;
                }
            }
            Command::ShowHash => {
                let text = report::table(self.options.perft_hash, self.survey.as_ref());
                self.report.line(text)?;
            }
            Command::TestExternal { program, depth } => self.test_external(program, depth)?,
            Command::Flip => {
                if let Some(game) = self.valid_game()? {
                    self.game = Some(game.flipped());
                }
            }
            Command::Evaluate => {
                let text = match self.valid_game()? {
                    Some(game) => report::evaluation(&game.position),
                    None => report::no_evaluation("position rejected"),
                };
                self.report.line(text)?;
            }
            Command::Help => self.report.line(match self.dialect {
                Dialect::Uci => report::HELP,
                Dialect::Console => report::CONSOLE_HELP,
            })?,
            Command::License => self.report.line(report::LICENSE)?,
            Command::Compiler => self.report.line(report::compiler(self.options.kernel))?,
            Command::Malformed(text) => {
                self.rejected = true;
                self.remark(text)?;
            }
            Command::NeedsConsole(line) => {
                self.rejected = true;
                self.report.line(report::needs_console(&line))?;
            }
            Command::Unknown(line) => {
                self.rejected = true;
                self.report.line(report::unknown(self.dialect, &line))?;
            }
        }
        Ok(Flow::Continue)
    }

    fn style(&self) -> CastlingStyle {
        report::castling_style(self.options.chess960)
    }

    /// Something that the user should know about an answer. The output of a one-shot command holds
    /// nothing but the answer.
    fn remark(&mut self, text: impl Display) -> io::Result<()> {
        if self.one_shot {
            exit::remark(text);
            return Ok(());
        }
        self.report.remark(text)
    }

    /// A remark that changes nothing about the answer: programs that compare our output with
    /// Stockfish's must not see it.
    fn harmless_remark(&mut self, text: impl Display) -> io::Result<()> {
        if self.debug || self.one_shot || self.dialect == Dialect::Console {
            return self.remark(text);
        }
        Ok(())
    }

    /// Why a command was rejected.
    fn error(&mut self, text: impl Display) -> io::Result<()> {
        self.rejected = true;
        if self.one_shot {
            return self.remark(text);
        }
        self.remark(format_args!("ERROR {text}"))
    }

    /// The game, or a line that says that there is none. The reason was given when the position was
    /// rejected.
    fn valid_game(&mut self) -> io::Result<Option<Game>> {
        let game = self.game.clone();
        if game.is_none() {
            self.error("position was rejected")?;
        }
        Ok(game)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        match self.options.set(name, value) {
            Ok(Effect::Stored) => {
                self.table.resize(self.options.hash as usize);
                if self.debug {
                    let value = value.unwrap_or_default();
                    self.remark(format_args!("option {name} is now {value}"))?;
                }
            }
            Ok(Effect::ClearHash) => self.clear_table(),
            Err(error @ OptionError::Unknown(_)) => {
                self.rejected = true;
                self.report.line(error)?;
            }
            Err(error) => {
                self.rejected = true;
                self.remark(error)?;
            }
        }
        Ok(())
    }

    fn set_position(&mut self, text: Result<PositionText, PositionSyntax>) -> io::Result<()> {
        match text
            .map_err(Into::into)
            .and_then(|text| Game::from_text(&text))
        {
            Ok((game, remarks)) => {
                self.game = Some(game);
                for remark in remarks {
                    self.harmless_remark(format_args!("warning: {remark}"))?;
                }
            }
            Err(error) => {
                self.game = None;
                self.error(format_args!("position rejected: {error}"))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a session in this state makes of a word of progress.
    fn told(state: impl Fn(&mut Session<&mut Vec<u8>>)) -> String {
        let mut out = Vec::new();
        let mut session = Session::new(&mut out);
        state(&mut session);
        session
            .job_says(Update::Progress("info string half".to_owned()))
            .expect("a vector takes all");
        String::from_utf8(out).expect("a text")
    }

    #[test]
    fn progress_is_for_those_who_could_still_answer() {
        assert_eq!(told(|_| {}), "info string half\n");
        assert_eq!(told(|session| session.quitting = true), "");
        assert_eq!(told(|session| session.one_shot = true), "");
    }
}
