//! External programs, and the processes that they start, end when Canopy ends, for any reason.
//!
//! A program inherits standard error from Canopy and passes it on to its children. Standard error
//! therefore reaches its end exactly when no such process is left.

use std::io::Write as _;
use std::process::{Child, Stdio};

use crate::support::canopy::{Scratch, command};
use crate::uci_driver::{end_of, signal, wait_for};

/// Each prints `ready` once it runs, and then hangs longer than any test waits.
const PROGRAMS: [(&str, &str); 3] = [
    ("the program itself", "echo ready >&2; exec sleep 300"),
    ("a child", "sleep 300 & echo ready >&2; wait"),
    (
        "a grandchild that ignores signals",
        "(trap '' HUP INT TERM; sleep 300) & echo ready >&2; wait",
    ),
];

/// Starts Canopy, which starts the script.
fn start(arguments: &[&str], script: &str) -> Child {
    let named = arguments.contains(&"--kind");
    // Several ways to ask would start it several times.
    let kind: &[&str] = if named { &[] } else { &["--kind", "uci"] };
    command(arguments)
        .args(kind)
        .args(["--engine", "/bin/sh"])
        .args(["--engine-arg=-c", &format!("--engine-arg={script}")])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("canopy starts")
}

/// Starts Canopy and waits until the program that it starts is ready.
fn start_hanging(arguments: &[&str], script: &str) -> Child {
    let mut child = start(&[arguments, &["--timeout", "600"]].concat(), script);
    wait_for(&mut child, "ready", 1);
    child
}

#[test]
fn no_process_outlives_a_signal() {
    for (program, script) in PROGRAMS {
        for name in ["INT", "TERM", "HUP", "KILL"] {
            println!("{program}, SIG{name}");
            let child = start_hanging(&["compare"], script);
            signal(&child, name);
            let (status, _) = end_of(child);
            assert!(!status.success());
        }
    }
}

#[test]
fn no_process_outlives_a_command_of_any_kind() {
    for kind in ["perftree", "exit-code"] {
        for command in ["compare", "fuzz"] {
            println!("{command} --kind {kind}");
            let child = start_hanging(&[command, "--kind", kind], PROGRAMS[1].1);
            signal(&child, "KILL");
            end_of(child);
        }
    }
}

#[test]
fn no_process_outlives_a_timeout() {
    for (program, script) in PROGRAMS {
        println!("{program}");
        let child = start(&["compare", "--timeout", "0.5"], script);
        let (status, errors) = end_of(child);
        assert_eq!(status.code(), Some(2));
        assert!(errors.contains("no uciok"), "{errors}");
    }
}

#[test]
fn no_process_outlives_an_answer() {
    for (kind, answer, code) in [
        ("perftree", "echo 19", 1),
        ("perftree", "exit 3", 2),
        ("exit-code", "exit 0", 0),
    ] {
        println!("{kind}: {answer}");
        let script = format!("sleep 300 >/dev/null & {answer}");
        let child = start(&["compare", "--kind", kind, "--depth", "1"], &script);
        let (status, errors) = end_of(child);
        assert_eq!(status.code(), Some(code), "{errors}");
    }
}

#[test]
fn a_program_that_leaves_its_group_is_ended() {
    let canopy = env!("CARGO_BIN_EXE_canopy");
    let child = start(
        &["compare", "--depth", "2"],
        &format!("exec setsid {canopy}"),
    );
    let (status, errors) = end_of(child);
    assert_eq!(status.code(), Some(0), "{errors}");
}

/// Scripts that leave a process behind in another process group, without a parent.
#[cfg(target_os = "linux")]
struct Orphans {
    /// The ids of all of them.
    all: Scratch,
    /// The ids of those that were still there when the script was started again.
    left: Scratch,
}

#[cfg(target_os = "linux")]
impl Orphans {
    fn new() -> Orphans {
        Orphans {
            all: Scratch::with("all", ""),
            left: Scratch::with("left", ""),
        }
    }

    fn script(&self, answer: &str) -> String {
        let (all, left) = (self.all.path(), self.left.path());
        format!(
            "for id in $(cat {all}); do if test -e /proc/$id; then echo $id >>{left}; fi; done
             setsid sh -c 'sleep 300 >/dev/null & echo $!' >>{all}
             {answer}"
        )
    }

    /// Asserts that the script was started so often at least, and that all orphans have ended before the next start.
    #[track_caller]
    fn assert_ended(&self, starts: usize) {
        let all = self.all.read();
        assert!(all.lines().count() >= starts, "{all:?}");
        for id in all.lines() {
            let process = format!("/proc/{}", id.parse::<u32>().expect("a process"));
            assert!(!std::path::Path::new(&process).exists(), "{id} is left");
        }
        assert_eq!(self.left.read(), "");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_orphan_in_another_group_outlives_an_answer() {
    let session = "while read -r line; do
        case $line in
            uci) echo uciok;;
            isready) echo readyok;;
            go*) echo 'Nodes searched: 19';;
        esac
    done";
    for (kind, answer) in [
        ("perftree", "echo 19"),
        ("exit-code", "exit 1"),
        // After the disagreement, a fresh process is asked.
        ("uci", session),
    ] {
        println!("{kind}");
        let orphans = Orphans::new();
        let child = start(&["compare", "--kind", kind], &orphans.script(answer));
        let (status, errors) = end_of(child);
        assert_eq!(status.code(), Some(1), "{errors}");
        orphans.assert_ended(2);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_orphan_in_another_group_outlives_a_signal() {
    for name in ["INT", "TERM"] {
        println!("SIG{name}");
        let orphans = Orphans::new();
        let script = orphans.script("echo ready >&2; exec sleep 300");
        let child = start_hanging(&["compare"], &script);
        signal(&child, name);
        end_of(child);
        orphans.assert_ended(1);
    }
}

#[test]
fn no_process_outlives_the_console() {
    for (program, script) in PROGRAMS {
        for name in ["TERM", "HUP", "KILL"] {
            println!("{program}, SIG{name}");
            let hanging = Scratch::script("hangs", script);
            let mut child = command(&["console"])
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .expect("canopy starts");
            let mut input = child.stdin.take().expect("piped");
            let line = format!("test-external {} 3\n", hanging.path());
            input.write_all(line.as_bytes()).expect("it listens");
            wait_for(&mut child, "ready", 1);
            signal(&child, name);
            end_of(child);
        }
    }
}
