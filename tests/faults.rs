//! Failures of the file system, one at a time, at every call of every command that stores something: no run
//! ends as complete with a wrong number, and the same command without failures gives the truth afterwards.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::support::canopy::{self, Scratch};
use crate::support::sweep;
use crate::uci_driver::end_of;

/// The kinds of calls, as `tests/faults/shim.c` names them.
const CALLS: [&str; 9] = [
    "open", "stat", "list", "read", "write", "sync", "lock", "rename", "remove",
];

/// EIO, EMFILE, ENOSPC and ESTALE: each call gets one of them.
const ERRORS: [i32; 4] = [5, 24, 28, 116];

/// More than any command needs. A loop that goes on has no end.
const MOST_CALLS: usize = 2_000;

/// A position with few moves.
const FEN: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

/// The library that lets calls fail, made once for all tests by the compiler that Rust links with.
fn shim() -> &'static Path {
    static SHIM: OnceLock<PathBuf> = OnceLock::new();
    SHIM.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/faults/shim.c");
        let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults-shim.so");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .args([&library, &source])
            .output()
            .expect("this test needs cc, as the linker of Rust does");
        let errors = String::from_utf8_lossy(&compiled.stderr);
        assert!(compiled.status.success(), "{errors}");
        library
    })
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let copied = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy(&path, &copied),
            false => drop(fs::copy(&path, &copied).unwrap()),
        }
    }
}

/// A call that fails.
#[derive(Clone, Copy, Debug)]
struct Fault {
    call: &'static str,
    at: usize,
    error: i32,
    /// Whether all later calls fail as well.
    lasting: bool,
}

/// A folder, and the commands that work in it.
struct Job {
    folder: Scratch,
    /// `DIR` in an argument stands for the folder. The first argument may be `> FILE`, for the output.
    commands: Vec<Vec<&'static str>>,
}

impl Job {
    fn new(commands: &[&[&'static str]]) -> Job {
        Job {
            folder: Scratch::new("faults"),
            commands: commands.iter().map(|command| command.to_vec()).collect(),
        }
    }

    fn empty(&self) {
        let _ = fs::remove_dir_all(self.folder.path());
        fs::create_dir(self.folder.path()).unwrap();
    }

    /// Runs a command. Returns its exit code, its output, and whether the fault has happened.
    fn run(&self, command: &[&str], fault: Option<Fault>) -> (Option<i32>, String, bool) {
        let folder = self.folder.path();
        let mark = Scratch::new("mark");
        let mut arguments = command;
        let file = command[0].strip_prefix("> ").map(|name| {
            arguments = &command[1..];
            Path::new(folder).join(name)
        });
        let arguments = arguments.iter().map(|text| text.replace("DIR", folder));
        let arguments: Vec<_> = ["-q".to_owned()].into_iter().chain(arguments).collect();
        let mut canopy = canopy::command(&arguments);
        if let Some(fault) = fault {
            canopy
                .env("LD_PRELOAD", shim())
                .env("FAULT_FOLDER", folder)
                .env("FAULT_CALL", fault.call)
                .env("FAULT_AT", fault.at.to_string())
                .env("FAULT_ERRNO", fault.error.to_string())
                .env("FAULT_MARK", mark.path());
            if fault.lasting {
                canopy.env("FAULT_FROM", "1");
            }
        }
        canopy.stdout(match &file {
            Some(file) => Stdio::from(fs::File::create(file).unwrap()),
            None => Stdio::piped(),
        });
        let mut child = canopy.stderr(Stdio::piped()).spawn().unwrap();
        let output = child.stdout.take();
        let (status, errors) = end_of(child);
        assert!(!errors.contains("panicked"), "{fault:?}: {errors}");
        let mut text = String::new();
        if let Some(mut output) = output {
            output.read_to_string(&mut text).unwrap();
        }
        (status.code(), text, Path::new(mark.path()).exists())
    }

    /// Runs all commands without a fault, and returns what they print.
    fn truth(&self, after: &str) -> String {
        let run = |command: &Vec<_>| {
            let (code, text, _) = self.run(command, None);
            assert_eq!(code, Some(0), "after {after}: {command:?}: {text}");
            text
        };
        self.commands.iter().map(run).collect()
    }

    /// Lets every call of every command fail. `start` prepares the folder.
    fn sweep(&self, start: &dyn Fn(&Job)) {
        self.empty();
        let truth = self.truth("nothing");
        let mut faults = 0;
        for (place, command) in self.commands.iter().enumerate() {
            start(self);
            for before in &self.commands[..place] {
                self.run(before, None);
            }
            let begin = Scratch::new("begin");
            copy(Path::new(self.folder.path()), Path::new(begin.path()));
            for call in CALLS {
                for at in (1..).step_by(if sweep::is_full() { 1 } else { 3 }) {
                    let fault = Fault {
                        call,
                        at,
                        error: ERRORS[at % ERRORS.len()],
                        lasting: at % 8 == 0,
                    };
                    let _ = fs::remove_dir_all(self.folder.path());
                    copy(Path::new(begin.path()), Path::new(self.folder.path()));
                    let (code, text, failed) = self.run(command, Some(fault));
                    if !failed {
                        break;
                    }
                    faults += 1;
                    assert!(at < MOST_CALLS, "{command:?}: {fault:?}");
                    let context = format!("{command:?}: {fault:?}: {text}");
                    match code {
                        Some(0) => assert!(truth.ends_with(&text), "{context}"),
                        Some(2 | 75) => {}
                        other => panic!("{other:?}: {context}"),
                    }
                    assert_eq!(self.truth(&context), truth, "after {context}");
                }
            }
        }
        assert!(faults > 10, "{faults}");
    }

    /// From an empty folder, from one in which a failure of the disk has left a part, and from a complete one.
    fn sweep_all(&self, part: usize) {
        self.sweep(&Job::empty);
        self.sweep(&|job| {
            job.empty();
            let fault = Fault {
                call: "rename",
                at: part,
                error: 28,
                lasting: true,
            };
            for command in &job.commands {
                job.run(command, Some(fault));
            }
        });
        self.sweep(&|job| {
            job.empty();
            job.truth("nothing");
        });
    }
}

#[test]
fn unique() {
    let job = Job::new(&[&[
        "unique",
        "3",
        "--fen",
        FEN,
        "--disk",
        "DIR/unique",
        "-t",
        "2",
        "--memory",
        "16",
    ]]);
    job.sweep_all(7);
}

#[test]
fn units() {
    let job = Job::new(&[
        &["> units", "units", "3", "--split", "1", "--fen", FEN],
        &[
            "run",
            "DIR/units",
            "--out",
            "DIR/results",
            "-t",
            "2",
            "-H",
            "0",
        ],
        &["merge", "DIR/units", "DIR/results"],
    ]);
    job.sweep_all(4);
}

#[test]
fn checkpoint() {
    let job = Job::new(&[&[
        "perft",
        "3",
        "--fen",
        FEN,
        "--checkpoint",
        "DIR/count",
        "-t",
        "2",
        "-H",
        "0",
    ]]);
    job.sweep_all(4);
}

#[test]
fn estimate() {
    let job = Job::new(&[&[
        "estimate",
        "7",
        "--fen",
        FEN,
        "--samples",
        "3000",
        "--batch",
        "16",
        "--split",
        "2",
        "--control",
        "0",
        "--out",
        "DIR/estimate",
        "-t",
        "2",
        "-H",
        "0",
    ]]);
    job.sweep_all(2);
}
