//! Drives the `canopy` binary line by line. No sleeps: every wait is for a line or for the end of
//! the process, and a watchdog turns a hang into a failure.
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::support::canopy;

/// Far more time than any test needs, even unoptimised on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The folder of the transcripts. The engine runs there, so that they can name files.
pub(crate) fn transcripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/transcripts")
}

/// Sends a signal by its short name.
#[cfg(unix)]
pub(crate) fn signal(child: &Child, name: &str) {
    // The shell has it built in; the program is in a package of its own.
    let status = Command::new("sh")
        .args(["-c", "kill -s \"$0\" \"$1\"", name, &child.id().to_string()])
        .status();
    assert!(status.expect("every Unix has a shell").success());
}

/// Waits until `times` lines of its standard error contain `text`. The rest can be read from the child.
#[cfg(unix)]
pub(crate) fn wait_for(child: &mut Child, text: &str, times: usize) {
    let mut errors = BufReader::new(child.stderr.take().expect("piped"));
    let mut seen = 0;
    while seen < times {
        let mut line = String::new();
        let read = errors.read_line(&mut line).expect("a text");
        assert!(read > 0, "it ended after {seen} of {times} lines");
        seen += usize::from(line.contains(text));
    }
    child.stderr = Some(errors.into_inner());
}

/// Starts a command and waits until `times` lines of its log contain `text`.
#[cfg(unix)]
pub(crate) fn start_until(command: &mut Command, text: &str, times: usize) -> Child {
    let mut child = command
        .env("RUST_LOG", "debug")
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    wait_for(&mut child, text, times);
    child
}

/// Starts a command and kills it once `times` lines of its log contain `text`.
#[cfg(unix)]
pub(crate) fn kill_after(command: &mut Command, text: &str, times: usize) {
    let mut child = start_until(command.stdout(Stdio::null()), text, times);
    signal(&child, "KILL");
    child.wait().expect("it can be waited for");
}

/// Sends the signal, and returns what the command prints on standard output. Asserts the exit code.
#[cfg(unix)]
#[track_caller]
pub(crate) fn interrupted(mut child: Child, name: &str) -> String {
    signal(&child, name);
    let mut output = child.stdout.take().expect("piped");
    let reader = thread::spawn(move || {
        let mut answer = String::new();
        output.read_to_string(&mut answer).expect("a text");
        answer
    });
    let (status, errors) = end_of(child);
    assert_eq!(status.code(), Some(130), "{status}, {errors}");
    assert!(!errors.contains("panicked"), "{errors}");
    reader.join().expect("no panic")
}

/// Waits for the end of a process and returns its standard error.
pub(crate) fn end_of(mut child: Child) -> (ExitStatus, String) {
    let mut errors = child.stderr.take().expect("piped");
    let (send, ended) = channel();
    thread::spawn(move || {
        let mut text = String::new();
        let read = errors.read_to_string(&mut text);
        // After a failure the receiver is gone.
        let _ = send.send(read.map(|_| text));
    });
    let errors = ended.recv_timeout(PATIENCE);
    if errors.is_err() {
        // The test fails below in any case.
        let _ = child.kill();
    }
    let status = child.wait().expect("it can be waited for");
    let text = errors.unwrap_or_else(|_| panic!("no end within {PATIENCE:?}"));
    (status, text.expect("standard error is a text"))
}

/// A running `canopy`.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<JoinHandle<String>>,
}

impl Engine {
    /// Starts it with these arguments.
    pub(crate) fn start(arguments: &[&str]) -> Engine {
        let mut child = canopy::command(arguments)
            .current_dir(transcripts())
            .env_remove("COLUMNS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("canopy starts");
        let mut output = BufReader::new(child.stdout.take().expect("piped"));
        let mut errors = child.stderr.take().expect("piped");
        let (send, lines) = channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            while output
                .read_until(b'\n', &mut bytes)
                .is_ok_and(|count| count > 0)
            {
                // The line end stays: a transcript compares bytes.
                if send
                    .send(String::from_utf8_lossy(&bytes).into_owned())
                    .is_err()
                {
                    // The receiver is gone: close the pipe.
                    break;
                }
                bytes.clear();
            }
        });
        let errors = thread::spawn(move || {
            let mut bytes = Vec::new();
            errors
                .read_to_end(&mut bytes)
                .expect("standard error can be read");
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Engine {
            input: child.stdin.take(),
            child,
            lines,
            errors: Some(errors),
        }
    }

    /// Starts it without arguments and reads the banner.
    pub(crate) fn session() -> Engine {
        let mut engine = Engine::start(&[]);
        assert_eq!(
            engine.line().as_deref(),
            Some(concat!(
                "Canopy ",
                env!("CARGO_PKG_VERSION"),
                " by the Canopy authors\n"
            ))
        );
        engine
    }

    /// A number that `/proc/PID/status` tells about the process.
    #[cfg(target_os = "linux")]
    pub(crate) fn status(&self, field: &str) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix(field));
        let number = line.and_then(|line| line.split_whitespace().nth(1));
        number.and_then(|text| text.parse().ok()).expect("a number")
    }

    /// Sends these bytes. Not a failure if the engine has already ended.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("input is still open");
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    /// Sends one line.
    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Interrupts it as Ctrl-C does.
    #[cfg(unix)]
    pub(crate) fn interrupt(&self) {
        signal(&self.child, "INT");
    }

    /// Asks it to end, as a service manager does.
    #[cfg(unix)]
    pub(crate) fn terminate(&self) {
        signal(&self.child, "TERM");
    }

    /// Closes its input.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// The next line of output with its line end; `None` at the end of output.
    pub(crate) fn line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no line within {PATIENCE:?}"),
        }
    }

    /// Reads up to the first line that `is_last` accepts, and returns all lines.
    pub(crate) fn lines_until(&mut self, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut all = Vec::new();
        loop {
            let line = self
                .line()
                .unwrap_or_else(|| panic!("the output ended after {all:?}"));
            let line = line.trim_end_matches('\n').to_owned();
            let found = is_last(&line);
            all.push(line);
            if found {
                return all;
            }
        }
    }

    /// Closes the input and returns the remaining output, standard error and the exit code.
    pub(crate) fn finish(mut self) -> (String, String, Option<i32>) {
        self.close();
        let mut rest = String::new();
        while let Some(line) = self.line() {
            rest += &line;
        }
        let errors = self.errors.take().expect("once").join().expect("no panic");
        let code = self.child.wait().expect("it has ended").code();
        (rest, errors, code)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // For a failed test. Killing a process that has ended does nothing.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
