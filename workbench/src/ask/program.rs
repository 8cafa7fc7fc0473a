//! A running program that is read with a time limit and never outlives Canopy.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use movegen::perft::Stop;

use super::error::StartHint;
use super::process_tree::ProcessTree;
use super::{CommandLine, Error, Launch};

/// Longer lines are split: a program that writes without end must not fill the memory.
const LONGEST_LINE: u64 = 1 << 14;

/// The number of unread lines after which the program has to wait: with the longest lines, 16 MiB.
const WAITING_LINES: usize = 1024;

/// How often the stop flag is checked while there is no output.
const STOP_CHECK: Duration = Duration::from_millis(20);

/// The result of waiting for output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line, without the line end.
    Line(String),
    /// The end of the output.
    End,
    /// No output before the deadline.
    Nothing,
}

/// The program. It is killed with all its children when this value is dropped.
#[derive(Debug)]
pub(super) struct Program {
    /// `None` while it is started again.
    processes: Option<ProcessTree>,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Its standard error, unless that is shown.
    errors: Option<Errors>,
    stop: Stop,
}

/// What is known about a standard error that is not shown.
#[derive(Debug)]
struct Errors {
    last: Arc<Mutex<Option<String>>>,
    /// Closed at its end.
    end: Receiver<()>,
}

/// How long the end of its standard error is waited for after the program has ended: a grandchild can
/// hold it open.
const LAST_WORDS: Duration = Duration::from_millis(200);

impl Program {
    /// Starts the program itself: see [`Program::call`].
    pub(super) fn start(launch: &Launch) -> Result<Program, Error> {
        Program::call(&launch.command, &launch.stop, launch.shows_errors)
    }

    /// Ends the program, and starts it again.
    pub(super) fn restart(&mut self, launch: &Launch) -> Result<(), Error> {
        // What it has left behind ends only while no program runs.
        self.processes = None;
        *self = Program::start(launch)?;
        Ok(())
    }

    /// Starts this command. With `shows_errors` it shares Canopy's standard error, where it can
    /// explain a crash. Once the stop is raised, it is neither started nor waited for.
    pub(super) fn call(
        command: &CommandLine,
        stop: &Stop,
        shows_errors: bool,
    ) -> Result<Program, Error> {
        if stop.is_stopped() {
            return Err(Error::Stopped);
        }
        let error = |source| Error::Start {
            command: command.to_string(),
            hint: StartHint::of(&command.program, &source),
            source,
        };
        let mut program = Command::new(&command.program);
        program
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        if !shows_errors {
            program.stderr(Stdio::piped());
        }
        let mut processes = ProcessTree::spawn(program).map_err(error)?;
        let (input, output, standard_error) = processes.take_pipes();
        let (sender, lines) = sync_channel(WAITING_LINES);
        let mut program = Program {
            processes: Some(processes),
            input,
            lines,
            errors: None,
            stop: stop.clone(),
        };
        if let Some(output) = output {
            read(output, move |line| sender.send(line).is_ok()).map_err(error)?;
        }
        if let Some(standard_error) = standard_error {
            let (at_end, end) = sync_channel(0);
            let last = Arc::new(Mutex::new(None));
            program.errors = Some(Errors {
                last: Arc::clone(&last),
                end,
            });
            let take = move |line: String| {
                // Dropped with this closure, at the end.
                let _ = &at_end;
                if !line.trim().is_empty() {
                    *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(line);
                }
                true
            };
            read(standard_error, take).map_err(error)?;
        }
        Ok(program)
    }

    /// The last line that it has written to its standard error, if that is not shown.
    pub(super) fn last_error(&self) -> Option<String> {
        let errors = self.errors.as_ref()?;
        let last = errors.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.clone()
    }

    /// The same for a program that has ended: waits for the end of its standard error.
    pub(super) fn final_error(&self) -> Option<String> {
        let _ = self.errors.as_ref()?.end.recv_timeout(LAST_WORDS);
        self.last_error()
    }

    /// Writes lines to its standard input.
    pub(super) fn send(&mut self, text: &str) -> io::Result<()> {
        match &mut self.input {
            Some(input) => {
                input.write_all(text.as_bytes())?;
                input.flush()
            }
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Closes its standard input.
    pub(super) fn end_input(&mut self) {
        self.input = None;
    }

    /// Waits for its next line until the deadline.
    ///
    /// # Errors
    /// [`Error::Stopped`] if the stop is raised.
    pub(super) fn listen(&mut self, deadline: Instant) -> Result<Heard, Error> {
        loop {
            let now = Instant::now();
            // A program that writes faster than it is read always has a line waiting, which must not
            // defeat the deadline.
            if now >= deadline {
                return Ok(Heard::Nothing);
            }
            let wait = (deadline - now).min(STOP_CHECK);
            self.check_stop()?;
            match self.lines.recv_timeout(wait) {
                Ok(line) => return Ok(Heard::Line(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(Heard::End),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Its exit status, after the end of its output; `None` if it still runs at the deadline.
    ///
    /// # Errors
    /// [`Error::Stopped`] if the stop is raised.
    pub(super) fn status(&mut self, deadline: Instant) -> Result<Option<ExitStatus>, Error> {
        loop {
            let Some(processes) = &mut self.processes else {
                return Ok(None);
            };
            let next = deadline.min(Instant::now() + STOP_CHECK);
            match processes.status(next) {
                Ok(None) if next < deadline => self.check_stop()?,
                Ok(status) => return Ok(status),
                Err(error) => {
                    log::warn!("cannot get the exit status of the other program: {error}");
                    return Ok(None);
                }
            }
        }
    }

    fn check_stop(&self) -> Result<(), Error> {
        match self.stop.is_stopped() {
            true => Err(Error::Stopped),
            false => Ok(()),
        }
    }
}

/// Reads every line, on a thread of its own, until the output ends or `take` returns false. The thread is
/// never joined: a grandchild can hold the pipe open indefinitely.
fn read(
    output: impl Read + Send + 'static,
    take: impl FnMut(String) -> bool + Send + 'static,
) -> io::Result<()> {
    thread::Builder::new()
        .name("other program".to_owned())
        .spawn(move || read_lines(output, take))?;
    Ok(())
}

fn read_lines(output: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let piece = (&mut output)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes);
        match piece {
            Ok(0) => return,
            Ok(_) => {
                let line = String::from_utf8_lossy(&bytes);
                if !take(line.trim_end_matches(['\n', '\r']).to_owned()) {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                log::warn!("cannot read the output of the other program: {error}");
                return;
            }
        }
    }
}
