//! The UCI session: the meaning of every command.
//!
//! Commands wait behind the running job, `quit` and the end of input included: scripts send `go perft 6`
//! or `go depth 8` and `quit` in one write and expect the answer. Only a search without a limit ends for
//! the command that waits for it. `isready` is answered the moment it arrives. `stop` and `ponderhit`
//! belong to the last `go` before them: they act at once if that one runs, else once it has begun.
//! When lines arrive therefore does not matter, only their order.

mod bench;
mod counting;
mod current_position;
mod eval_file;
mod execute;
mod lazy_engine;
mod options;
mod queue;
mod searching;
mod start;
mod tablebases;
mod variants;

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use ::engine::Tablebases;
use lazy_engine::LazyEngine;
use movegen::chess::CastlingStyle;
use movegen::perft::{TableSurvey, Workers};

use self::bench::Bench;
pub use self::current_position::{Current, CurrentPosition};
pub use self::options::Options;
use crate::command::{Command, Dialect};
use crate::conversation::{Conversation, Finished, Input, Protocol, Step, Update};
use crate::devices::OpenDevices;
use crate::diagnostics;
use crate::exit::Exit;
use crate::report::{self, Report};
use crate::signals::Request;

/// Where the commands come from and who reads the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// A GUI or a script, by UCI.
    Uci,
    /// A person, who may also have the session start programs.
    Console,
    /// The command line: one command, no input. Remarks go to standard error.
    OneShot,
}

impl Mode {
    fn dialect(self) -> Dialect {
        match self {
            Mode::Console => Dialect::Console,
            Mode::Uci | Mode::OneShot => Dialect::Uci,
        }
    }
}

/// Whether more input is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// Neither `quit` nor the end of input nor SIGTERM has arrived.
    Open,
    /// One of them has: the session ends when the queue is empty.
    Requested,
}

/// The worst that has happened so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// Every command was carried out.
    Answered,
    /// A command was rejected, or failed.
    Rejected,
    /// A signal stopped a job.
    Interrupted,
}

/// A UCI session.
pub struct Session<W> {
    conversation: Conversation<Command>,
    mode: Mode,
    ending: Ending,
    outcome: Outcome,
    /// Whether `debug on` is in force.
    debug: bool,
    report: Report<W>,
    options: Options,
    current: Current,
    engine: LazyEngine,
    bench: Option<Bench>,
    /// The endgame tables in the folders of the option.
    tablebases: Option<Arc<Tablebases>>,
    /// The contents of the last perft's hash table, if it had one.
    survey: Option<TableSurvey>,
    /// The threads and the table memory of perfts.
    workers: Workers,
    /// The devices of perfts.
    devices: OpenDevices,
}

impl<W: Write> Session<W> {
    /// A UCI session that writes to `out`.
    pub fn new(out: W) -> Session<W> {
        Session::with_mode(Mode::Uci, Report::new(out))
    }

    /// A session for a person, who may also have it start programs.
    pub fn console(out: W) -> Session<W> {
        Session::with_mode(Mode::Console, Report::plain(out))
    }

    /// A session that carries out one command and reads no input.
    pub fn one_shot(out: W, command: Command) -> Session<W> {
        let mut session = Session::with_mode(Mode::OneShot, Report::new(out));
        session.conversation.queue.extend([command, Command::Quit]);
        session
    }

    fn with_mode(mode: Mode, report: Report<W>) -> Session<W> {
        let options = Options::default();
        Session {
            conversation: Conversation::default(),
            mode,
            ending: Ending::Open,
            outcome: Outcome::Answered,
            debug: false,
            report,
            engine: LazyEngine::new(options.hash),
            options,
            current: Current::startpos(None),
            bench: None,
            tablebases: None,
            survey: None,
            workers: Workers::default(),
            devices: OpenDevices::default(),
        }
    }
}

impl<W: Write> Protocol for Session<W> {
    type Command = Command;

    fn conversation(&mut self) -> &mut Conversation<Command> {
        &mut self.conversation
    }

    fn reads_input(&self) -> bool {
        self.mode != Mode::OneShot
    }

    fn greet(&mut self) -> io::Result<()> {
        self.report.line(report::banner())?;
        match self.mode {
            Mode::Console => self.report.line(report::CONSOLE_WELCOME),
            Mode::Uci | Mode::OneShot => Ok(()),
        }
    }

    fn advance(&mut self) -> io::Result<Step> {
        if self.bench.is_some() {
            self.bench_next()?;
        } else {
            match self.conversation.queue.pop_front() {
                None => return Ok(Step::Idle),
                Some(Command::Quit) => return Ok(Step::End(self.exit())),
                Some(command) => self.execute(command)?,
            }
        }
        self.serve_waiting_commands();
        Ok(Step::Done)
    }

    fn input(&mut self, input: Input) -> io::Result<()> {
        match input {
            Input::Line(line) => {
                log::debug!("input: {line}");
                self.receive(self.mode.dialect().parse(&line))
            }
            Input::End if self.ending == Ending::Requested => Ok(()),
            Input::End => self.receive(Command::Quit),
        }
    }

    fn update(&mut self, update: Update) -> io::Result<()> {
        match update {
            Update::Text(text) => self.report.line(text),
            // The output of a script that has sent `quit`, or is at the end of its input, is
            // compared byte by byte, and it can no longer send `stop`.
            Update::Progress(_)
                if self.mode == Mode::OneShot || self.ending == Ending::Requested =>
            {
                Ok(())
            }
            Update::Progress(text) => self.report.line(text),
            Update::Finished(finished) => self.job_finished(finished),
        }
    }

    /// Stops the job, and ends the session after that on SIGTERM. Without a job that could be
    /// stopped, the session ends now.
    fn interrupt(&mut self, request: Request) -> ControlFlow<()> {
        let again = self.outcome == Outcome::Interrupted && self.ending == Ending::Requested;
        match &mut self.conversation.job {
            Some(job) if !job.is_stopped() => job.stop(),
            // A command has stopped it; its last text is on the way.
            Some(_) if request == Request::Terminate && !again => {}
            _ => return ControlFlow::Break(()),
        }
        self.outcome = Outcome::Interrupted;
        self.bench = None;
        self.conversation
            .queue
            .retain(|command| matches!(command, Command::Quit));
        if request == Request::Terminate {
            self.ending = Ending::Requested;
            self.conversation.queue.push_back(Command::Quit);
        }
        ControlFlow::Continue(())
    }
}

impl<W: Write> Session<W> {
    /// How the process ends once the queue is empty.
    fn exit(&self) -> Exit {
        match self.outcome {
            Outcome::Interrupted => Exit::Interrupted,
            // A conversation has already told its user; a script looks at the exit code.
            Outcome::Rejected if self.mode == Mode::OneShot => Exit::Failed,
            Outcome::Rejected | Outcome::Answered => Exit::Done,
        }
    }

    /// Takes note that a command was rejected or failed.
    fn reject(&mut self) {
        self.outcome = self.outcome.max(Outcome::Rejected);
    }

    fn job_finished(&mut self, finished: Finished) -> io::Result<()> {
        if finished.failed {
            self.reject();
        }
        if finished.survey.is_some() {
            self.survey = finished.survey;
        }
        if let Some(bench) = &mut self.bench {
            bench.add(finished.nodes);
        }
        self.report.line(finished.text)
    }

    fn style(&self) -> CastlingStyle {
        CastlingStyle::new(self.options.chess960)
    }

    /// Prints something that the user should know about an answer. The output of a one-shot command
    /// holds only the answer.
    fn remark(&mut self, text: impl Display) -> io::Result<()> {
        if self.mode == Mode::OneShot {
            diagnostics::error(text);
            return Ok(());
        }
        self.report.remark(text)
    }

    /// Prints a remark that does not change the meaning of the answer: programs that compare the
    /// output with Stockfish's must not see it.
    fn harmless_remark(&mut self, text: impl Display) -> io::Result<()> {
        if self.debug || self.mode != Mode::Uci {
            return self.remark(text);
        }
        Ok(())
    }

    /// Prints why a command was rejected.
    fn error(&mut self, text: impl Display) -> io::Result<()> {
        self.reject();
        if self.mode == Mode::OneShot {
            return self.remark(text);
        }
        self.remark(format_args!("ERROR {text}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a session in this state prints when a job reports its progress.
    fn printed(mut session: Session<Vec<u8>>) -> Vec<u8> {
        session
            .update(Update::Progress("info string half".to_owned()))
            .expect("a vector can be written");
        session.report.into_inner()
    }

    #[test]
    fn progress_is_printed_only_while_the_user_can_react() {
        assert_eq!(printed(Session::new(Vec::new())), b"info string half\n");
        assert_eq!(printed(Session::one_shot(Vec::new(), Command::Quit)), b"");
        let mut ending = Session::new(Vec::new());
        ending.input(Input::End).expect("nothing is printed");
        assert_eq!(printed(ending), b"");
    }
}
