//! What a UCI session and a UHP session share: the events, the queue of commands, the running job
//! and the loop that serves them.
//!
//! Input, job and signals all send [`Event`]s into one channel, and [`run`] is the only loop that
//! reads it. While no job runs, the loop reads standard input by itself. A session implements [`Protocol`]: what each event means in its protocol. While a job
//! runs, the session only takes note of events; while none runs, it carries out its queue.

mod job;
pub mod options;
mod reader;

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

pub use job::{End, Finished, Job, JobKind, NoThread, Update, Updates};
pub use reader::Input;
use reader::Reader;

use crate::exit::{self, Exit};
use crate::signals::{self, Request};
use crate::stdout_closed;

/// What can happen to a session.
#[derive(Debug)]
pub enum Event {
    /// Standard input has lines, or has ended.
    Input(Vec<Input>),
    /// The running job has something to report.
    Job(Update),
    /// Ctrl-C or SIGTERM.
    Signal(Request),
    /// The reader of standard output has gone.
    OutputClosed,
}

/// What became of a call of [`Protocol::advance`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Something was done; there may be more to do.
    Done,
    /// There is nothing to do before the next event.
    Idle,
    /// The session is over.
    End(Exit),
}

/// A session as the event loop sees it.
pub trait Protocol {
    /// A command that waits in the queue.
    type Command;

    /// The events, the queue and the job of this session.
    fn conversation(&mut self) -> &mut Conversation<Self::Command>;

    /// Whether commands come from standard input. A command of the command line has no input.
    fn reads_input(&self) -> bool {
        true
    }

    /// Prints what comes before any input.
    ///
    /// # Errors
    /// If standard output cannot be written.
    fn greet(&mut self) -> io::Result<()>;

    /// Carries out the next command. Called only while no job runs.
    ///
    /// # Errors
    /// If standard output cannot be written.
    fn advance(&mut self) -> io::Result<Step>;

    /// A line of input, or its end: queues it or acts on it at once.
    ///
    /// # Errors
    /// If standard output cannot be written.
    fn input(&mut self, input: Input) -> io::Result<()>;

    /// A report of the job. The event loop has dropped a job that has finished.
    ///
    /// # Errors
    /// If standard output cannot be written.
    fn update(&mut self, update: Update) -> io::Result<()>;

    /// Ctrl-C or SIGTERM: stops what runs. [`ControlFlow::Break`] ends the session at once. A signal
    /// while the session waits for input ends the process without this call.
    fn interrupt(&mut self, request: Request) -> ControlFlow<()>;
}

/// The state that every session has, whatever its protocol.
pub struct Conversation<C> {
    /// Commands that wait for their turn.
    pub queue: VecDeque<C>,
    /// The running job.
    pub job: Option<Job>,
    /// Input that has arrived and that the session has not seen yet.
    input: VecDeque<Input>,
    /// Standard input; `None` before the start, and if the session has none.
    reader: Option<Reader>,
    /// Whether the event loop waits for standard input and would not see an event.
    reads: Arc<AtomicBool>,
    events: Receiver<Event>,
    sender: Sender<Event>,
    /// Signals that were sent but not yet received by the loop.
    unseen_signals: Arc<AtomicUsize>,
}

impl<C> Default for Conversation<C> {
    fn default() -> Conversation<C> {
        let (sender, events) = channel();
        Conversation {
            queue: VecDeque::new(),
            job: None,
            input: VecDeque::new(),
            reader: None,
            reads: Arc::default(),
            events,
            sender,
            unseen_signals: Arc::default(),
        }
    }
}

impl<C> Conversation<C> {
    /// Where a job of this session sends its reports.
    pub fn updates(&self) -> Updates {
        Updates::new(self.sender.clone())
    }

    /// Connects signals, the end of standard output and, if `input`, standard input.
    fn connect(&mut self, input: bool) -> io::Result<()> {
        let (sender, unseen) = (self.sender.clone(), self.unseen_signals.clone());
        let reads = self.reads.clone();
        signals::on_request(move |request| {
            // A second signal while the first is unseen: the loop hangs, in a write for example.
            let unseen = unseen.fetch_add(1, Ordering::SeqCst);
            let lost = sender.send(Event::Signal(request)).is_err();
            if unseen > 0 || lost || reads.load(Ordering::SeqCst) {
                std::process::exit(i32::from(Exit::Interrupted.code()));
            }
        });
        let sender = self.sender.clone();
        let reads = self.reads.clone();
        stdout_closed::call_when_closed(move || {
            drop(sender.send(Event::OutputClosed));
            if reads.load(Ordering::SeqCst) {
                let exit = exit::output_failed(&ErrorKind::BrokenPipe.into());
                std::process::exit(i32::from(exit.code()));
            }
        });
        if input {
            let sender = self.sender.clone();
            self.reader = Some(Reader::spawn(move |lines| {
                // Fails only after the session has ended.
                let _ = sender.send(Event::Input(lines));
            })?);
        }
        Ok(())
    }

    /// Whether the next command may be carried out: no job runs, and no signal waits.
    fn may_advance(&self) -> bool {
        self.job.is_none() && !self.signal_waits()
    }

    fn signal_waits(&self) -> bool {
        self.unseen_signals.load(Ordering::SeqCst) > 0
    }

    /// The next line that has already arrived; none while a signal waits, which goes first.
    fn next_input(&mut self) -> Option<Input> {
        if self.signal_waits() {
            return None;
        }
        self.input.pop_front()
    }

    /// Waits for the next event.
    fn next_event(&mut self) -> Event {
        let event = self.event_or_input();
        match &event {
            Event::Input(lines) => {
                if let Some(reader) = &mut self.reader {
                    reader.delivered(lines);
                }
            }
            Event::Signal(_) => self.unseen_signals.store(0, Ordering::SeqCst),
            Event::Job(Update::Finished(_)) => self.job = None,
            _ => {}
        }
        event
    }

    fn event_or_input(&mut self) -> Event {
        // A file is read no faster than it is answered, so that its length does not matter for memory.
        if self.input.is_empty()
            && let Some(reader) = &mut self.reader
        {
            if self.job.is_none() && reader.is_free() {
                // From now on, a thread that sends an event sees that it would be left unread.
                self.reads.store(true, Ordering::SeqCst);
                let waiting = self.events.try_recv();
                let event = waiting.unwrap_or_else(|_| Event::Input(reader.read_here()));
                self.reads.store(false, Ordering::SeqCst);
                return event;
            }
            reader.ask();
        }
        // The conversation itself holds a sender, so the channel never closes.
        self.events.recv().unwrap_or(Event::OutputClosed)
    }
}

/// Runs a session to its end, and returns the exit code.
pub fn run(mut session: impl Protocol) -> Exit {
    let input = session.reads_input();
    if let Err(error) = session.conversation().connect(input) {
        return exit::failed(format_args!("cannot start a thread: {error}"));
    }
    let result = session.greet().and_then(|()| event_loop(&mut session));
    // Still running only if the output is gone or a signal ends the process during the job.
    if let Some(job) = &mut session.conversation().job {
        job.stop();
    }
    result.unwrap_or_else(|error| exit::output_failed(&error))
}

fn event_loop(session: &mut impl Protocol) -> io::Result<Exit> {
    loop {
        while session.conversation().may_advance() {
            match session.advance()? {
                Step::Done => {}
                Step::Idle => break,
                Step::End(exit) => return Ok(exit),
            }
        }
        // What the session does with a line may depend on the job that the line before it started.
        if let Some(input) = session.conversation().next_input() {
            session.input(input)?;
            continue;
        }
        match session.conversation().next_event() {
            Event::Input(lines) => session.conversation().input.extend(lines),
            Event::Job(update) => session.update(update)?,
            Event::Signal(request) => {
                if session.interrupt(request).is_break() {
                    return Ok(Exit::Interrupted);
                }
            }
            Event::OutputClosed => return Err(ErrorKind::BrokenPipe.into()),
        }
    }
}
