//! Runs `canopy` as its users do, and creates files for it to read and write.

use std::io::{PipeWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

/// The start position of chess.
pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A position with castling, pins, promotions and en passant within a few moves.
pub(crate) const KIWIPETE: &str =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// One double push away from an en passant capture.
pub(crate) const PUSH: &str = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";

/// The arguments of a command, none of which contains a blank.
pub(crate) fn words(arguments: &str) -> Vec<&str> {
    arguments.split(' ').collect()
}

/// The result of a command.
#[derive(Debug)]
pub(crate) struct Run {
    /// The exit code; `None` after a signal.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        let text = |bytes| String::from_utf8(bytes).expect("a text");
        Run {
            code: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }
}

impl Run {
    fn all(&self) -> String {
        format!("{}\n--- stderr\n{}", self.stdout, self.stderr)
    }

    /// Asserts the exit code, and that standard output, or standard error after exit code 2, contains
    /// all parts.
    #[track_caller]
    pub(crate) fn says(&self, code: i32, parts: &[&str]) {
        assert_eq!(self.code, Some(code), "{}", self.all());
        let text = match code {
            2 => &self.stderr,
            _ => &self.stdout,
        };
        for part in parts {
            assert!(text.contains(part), "no {part:?} in\n{}", self.all());
        }
    }

    /// Asserts success and returns standard output.
    #[track_caller]
    pub(crate) fn answer(self) -> String {
        assert_eq!(self.code, Some(0), "{}", self.all());
        self.stdout
    }

    /// Asserts exit code 2 without any standard output, and returns standard error.
    #[track_caller]
    pub(crate) fn refusal(self) -> String {
        assert_eq!((self.code, &*self.stdout), (Some(2), ""), "{}", self.all());
        self.stderr
    }

    /// Asserts exit code 2 without any standard output, and that standard error contains this reason.
    #[track_caller]
    pub(crate) fn refuses(self, reason: &str) {
        let refusal = self.refusal();
        assert!(refusal.contains(reason), "no {reason:?} in\n{refusal}");
    }

    /// The lines of standard output as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> Vec<Value> {
        let line = |line: &str| serde_json::from_str(line).expect(line);
        self.stdout.lines().map(line).collect()
    }
}

/// Asserts that the object has these fields with these values, among others.
#[track_caller]
pub(crate) fn has(object: &Value, fields: Value) {
    for (name, value) in fields.as_object().expect("an object") {
        assert_eq!(&object[name], value, "{name} in {object}");
    }
}

/// Lets the programs that the tests start begin with the default action of each signal, as in a terminal. What this
/// process ignores, as under `nohup` or behind `&` in a script, they would ignore as well; what it handles, the system
/// resets for them.
#[cfg(unix)]
fn reset_signals() {
    use std::sync::{Arc, Once};
    static RESET: Once = Once::new();
    RESET.call_once(|| {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            // Ctrl-C still ends the tests; `nohup` still protects them.
            let ends = Arc::new((signal != SIGHUP).into());
            let registered = signal_hook::flag::register_conditional_default(signal, ends);
            registered.expect("a signal that can be handled");
        }
    });
}

/// The command `canopy` with these arguments and an empty standard input, without a log.
pub(crate) fn command<S: AsRef<str>>(arguments: &[S]) -> Command {
    #[cfg(unix)]
    reset_signals();
    let mut command = Command::new(env!("CARGO_BIN_EXE_canopy"));
    command
        .args(arguments.iter().map(AsRef::as_ref))
        .stdin(Stdio::null())
        .env_remove("RUST_LOG");
    command
}

/// Runs `canopy` with these arguments and an empty standard input.
pub(crate) fn canopy<S: AsRef<str>>(arguments: &[S]) -> Run {
    command(arguments).output().expect("canopy starts").into()
}

/// Runs a command with this text as its standard input.
pub(crate) fn feed(command: &mut Command, input: impl AsRef<[u8]>) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("piped");
    // One that has ended already reads nothing.
    let _ = stdin.write_all(input.as_ref());
    drop(stdin);
    child.wait_with_output().expect("it ends").into()
}

/// Runs a command of `canopy` against this test binary, which speaks that protocol when it is
/// started with the arguments `passed`.
pub(crate) fn against(command: &str, protocol: &str, passed: &[String], more: &[&str]) -> Run {
    let this = std::env::current_exe().expect("a path");
    let (this, kind) = (this.display().to_string(), format!("--kind={protocol}"));
    let mut all = vec![command.to_owned(), "--engine".to_owned(), this, kind];
    all.extend(passed.iter().map(|text| format!("--engine-arg={text}")));
    all.extend(more.iter().map(|&text| text.to_owned()));
    canopy(&all)
}

/// Runs a command that must succeed, and returns standard output.
#[track_caller]
pub(crate) fn stdout<S: AsRef<str>>(arguments: &[S]) -> String {
    canopy(arguments).answer()
}

/// The commands that `--help` lists, except `help` itself.
pub(crate) fn commands() -> Vec<String> {
    let help = stdout(&["--help"]);
    let (_, list) = help.split_once("\nCommands:\n").expect("a heading");
    let (list, _) = list.split_once("\n\n").expect("an end");
    // The lines of a long description are indented further.
    let names = list
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names: Vec<_> = names
        .filter(|name| !name.is_empty() && *name != "help")
        .map(str::to_owned)
        .collect();
    assert!(names.len() >= 10, "{help}");
    names
}

/// Writes an executable shell script.
///
/// A child process writes it: while this process had the file open for writing, a test on another
/// thread could start a program, which would inherit the open file for a moment, and Linux starts
/// no script that is open for writing ("Text file busy").
#[cfg(unix)]
pub(crate) fn write_script(path: &Path, text: &str) {
    let status = Command::new("sh")
        .args([
            "-c",
            r#"printf '#!/bin/sh\n%s\n' "$1" >"$0" && chmod 755 "$0""#,
        ])
        .args([path.as_os_str(), text.as_ref()])
        .status();
    assert!(status.expect("sh starts").success(), "{}", path.display());
}

/// Puts a pipe with a name where a file may stand.
#[cfg(unix)]
pub(crate) fn make_fifo(path: &Path) {
    // There may be none.
    let _ = std::fs::remove_file(path);
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo starts").success());
}

/// The path of a file or folder that no other test uses. It is removed at the end.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Chooses the path; nothing exists there yet.
    pub(crate) fn new(name: &str) -> Scratch {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{number}-{name}", std::process::id());
        Scratch(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name))
    }

    /// Creates the file with this content.
    pub(crate) fn with(name: &str, content: impl AsRef<[u8]>) -> Scratch {
        let file = Scratch::new(name);
        std::fs::write(&file.0, content).expect("the temporary folder can be written to");
        file
    }

    /// Creates an executable shell script.
    #[cfg(unix)]
    pub(crate) fn script(name: &str, text: &str) -> Scratch {
        let file = Scratch::new(name);
        write_script(&file.0, text);
        file
    }

    pub(crate) fn path(&self) -> &str {
        let path = self.0.to_str();
        path.expect("the temporary folder has a readable name")
    }

    /// The text of the file.
    #[track_caller]
    pub(crate) fn read(&self) -> String {
        std::fs::read_to_string(&self.0).expect("it was written")
    }

    /// The path of a file in the folder.
    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The files of the folder, sorted.
    #[track_caller]
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(&self.0).expect("a folder");
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left in the target folder does no harm.
        let _ = match self.0.is_dir() {
            true => std::fs::remove_dir_all(&self.0),
            false => std::fs::remove_file(&self.0),
        };
    }
}

/// A pipe whose reader is closed before the first byte is written.
///
/// A process that another test starts at the same time holds a copy of the reader until it has
/// replaced its image. Writing fails once all copies are closed.
pub(crate) fn closed_pipe() -> PipeWriter {
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    while writer.write(b"-").is_ok() {
        std::thread::yield_now();
    }
    writer
}
