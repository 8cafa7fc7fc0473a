//! A running program that is read with a time limit and never outlives Canopy.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use movegen::perft::Stop;

use super::process_tree::ProcessTree;
use super::{CommandLine, Error};

/// Longer lines are split: a program that writes without end must not fill the memory.
const LONGEST_LINE: u64 = 1 << 16;

/// The number of unread lines after which the program has to wait.
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
    processes: ProcessTree,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    stop: Stop,
}

impl Program {
    /// Starts it. It shares Canopy's standard error, where it can explain a crash. Once the stop is
    /// raised, it is neither started nor waited for.
    pub(super) fn start(command: &CommandLine, stop: &Stop) -> Result<Program, Error> {
        if stop.is_stopped() {
            return Err(Error::Stopped);
        }
        let error = |source| Error::Start {
            command: command.to_string(),
            source,
        };
        let mut program = Command::new(&command.program);
        program
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut processes = ProcessTree::spawn(program).map_err(error)?;
        let input = processes.child().stdin().take();
        let output = processes.child().stdout().take();
        let (sender, lines) = sync_channel(WAITING_LINES);
        let program = Program {
            processes,
            input,
            lines,
            stop: stop.clone(),
        };
        if let Some(output) = output {
            // Never joined: a grandchild can hold the pipe open indefinitely.
            thread::Builder::new()
                .name("other program".to_owned())
                .spawn(move || read(output, &sender))
                .map_err(error)?;
        }
        Ok(program)
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
            let next = deadline.min(Instant::now() + STOP_CHECK);
            match self.processes.status(next) {
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

/// Sends every line until the output ends or the receiver is gone.
fn read(output: ChildStdout, sender: &SyncSender<String>) {
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
                let line = line.trim_end_matches(['\n', '\r']).to_owned();
                if sender.send(line).is_err() {
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
