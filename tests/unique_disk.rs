//! `canopy unique --disk`: the counts in memory are the judge; killed counts go on.

use std::fs::{self, File};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::support::canopy::{KIWIPETE, Run, Scratch, canopy, command, feed, make_fifo, stdout};
use crate::uci_driver::{interrupted, kill_after, start_until};

/// A folder for a count.
struct Folder(Scratch);

impl Folder {
    fn new() -> Folder {
        Folder(Scratch::new("unique-disk"))
    }

    fn arguments<'a>(&'a self, more: &[&'a str]) -> Vec<&'a str> {
        [&["unique", "--disk", self.0.path()], more].concat()
    }

    fn run(&self, more: &[&str]) -> Run {
        canopy(&self.arguments(more))
    }

    /// Starts the command and kills it after it has stored `parts` parts of this kind.
    fn kill_after(&self, more: &[&str], kind: &str, parts: usize) {
        let mut command = command(&self.arguments(more));
        kill_after(&mut command, &format!("stored {kind} "), parts);
    }

    /// The data files of a kind.
    fn data(&self, kind: &str) -> Vec<PathBuf> {
        let mut paths = self.0.files();
        paths.retain(|path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            name.starts_with(kind) && name.ends_with(".data")
        });
        paths
    }
}

/// Changes the last bytes of a file: in one of captures they belong to the index, which is always read, while
/// the first buckets may be counted already.
fn damage(path: &PathBuf) {
    let mut file = File::options().write(true).open(path).unwrap();
    file.seek(SeekFrom::End(-8)).unwrap();
    file.write_all(&[0x5a; 8]).unwrap();
}

#[test]
fn every_position_every_seed_every_memory() {
    for (depth, more) in [
        ("5", &[][..]),
        ("4", &["--moves", "e2e4 d7d5"]),
        ("3", &["--fen", KIWIPETE]),
        ("5", &["--fen", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"]),
        ("4", &["--fen", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -"]),
        (
            "3",
            &[
                "--fen",
                "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb -",
            ],
        ),
        ("6", &["--fen", "8/8/8/3k4/2p5/8/3P4/3K4 w - -"]),
        ("2", &["--moves", "f2f3 e7e5 g2g4 d8h4"]),
    ] {
        let expected = stdout(&[&["unique", depth, "-q"], more].concat());
        for how in [
            &["--memory", "1", "--threads", "1"][..],
            &["--seed", "7", "--threads", "3"],
            &["--exact", "--memory", "2", "--threads", "2"],
        ] {
            let folder = Folder::new();
            let arguments = [&[depth], more, how].concat();
            assert_eq!(folder.run(&arguments).answer(), expected, "{arguments:?}");
            // What was needed for the counts is gone, the counts are there.
            assert!(folder.data("").is_empty());
            assert_eq!(folder.run(&arguments).answer(), expected, "{arguments:?}");
        }
    }
}

#[test]
fn a_killed_count_goes_on() {
    let folder = Folder::new();
    let arguments = ["5", "--memory", "1", "--threads", "2"];
    folder.kill_after(&arguments, "ply2", 1);
    folder.kill_after(&arguments, "captures", 3);
    // Positions that are not those that were written are made again.
    damage(&folder.data("ply3")[0]);
    folder.kill_after(&arguments, "counts", 2);
    let captures = folder.data("captures");
    assert!(captures.len() > 5, "{captures:?}");
    damage(&captures[1]);
    let refused = folder.run(&arguments);
    refused.says(2, &["is damaged: remove it", captures[1].to_str().unwrap()]);
    fs::remove_file(&captures[1]).unwrap();
    fs::remove_file(captures[1].with_extension("json")).unwrap();
    let resumed = folder.run(&arguments);
    assert!(
        resumed.stderr.contains("% was done before"),
        "{}",
        resumed.stderr
    );
    assert!(
        resumed
            .stderr
            .contains("the probability of a wrong count is at most")
    );
    assert_eq!(resumed.answer(), stdout(&["unique", "5", "-q"]));
    for other in [
        &["4"][..],
        &["5", "--moves", "e2e4"],
        &["5", "--seed", "1"],
        &["5", "--exact"],
    ] {
        folder.run(other).refuses("holds another count");
    }
}

#[test]
fn an_interrupted_count_goes_on() {
    let folder = Folder::new();
    let arguments = ["5", "--memory", "1", "--threads", "2"];
    let mut command = command(&folder.arguments(&arguments));
    let child = start_until(command.stdout(Stdio::piped()), "stored captures", 1);
    let text = interrupted(child, "INT");
    assert!(text.ends_with(": incomplete\n"), "{text}");
    assert_eq!(
        folder.run(&arguments).answer(),
        stdout(&["unique", "5", "-q"])
    );
}

#[test]
fn json_states_the_error() {
    let folder = Folder::new();
    let result = folder.run(&["4", "--json", "--seed", "3"]).json();
    let result = result.last().unwrap();
    assert_eq!(result["positions"], "72078");
    assert_eq!(result["seed"], 3);
    let probability = result["error_probability"].as_f64().unwrap();
    assert!((1e-30..1e-28).contains(&probability), "{probability:e}");
    let folder = Folder::new();
    let text = folder.run(&["3", "--json", "--exact"]).answer();
    assert!(
        text.contains(r#""exact":true,"error_probability":0.0"#),
        "{text}"
    );
}

#[test]
fn what_cannot_work_is_refused() {
    let folder = Folder::new();
    folder.run(&["1"]).refuses("at least 2");
    for lone in ["--exact", "--seed=1"] {
        canopy(&["unique", "3", lone]).refusal();
    }
    let file = Scratch::with("file", "");
    let inside = format!("{}/folder", file.path());
    let reason = format!("cannot use the folder '{inside}' for --disk");
    canopy(&["unique", "3", "--disk", &inside]).refuses(&reason);
    // Another process has the folder.
    assert_eq!(folder.run(&["2"]).code, Some(0));
    let lock = File::open(folder.0.join("lock")).unwrap();
    lock.lock().unwrap();
    folder.run(&["2"]).refuses("in use by another process");
}

/// Without descriptors, stored parts cannot be read. They are not missing for that.
#[test]
fn too_few_open_files_are_an_error() {
    let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    let arguments = ["4", "-q", "--fen", fen];
    let expected = stdout(&[&["unique"][..], &arguments].concat());
    let folder = Folder::new();
    for limit in 3..16 {
        let script = format!("ulimit -n {limit}; exec \"$0\" \"$@\"");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_canopy")]);
        let run = feed(shell.args(folder.arguments(&arguments)), "");
        // No file or thread at all may be available: the system ends the program then.
        match run.code {
            Some(0) => assert_eq!(run.stdout, expected, "{limit} files"),
            _ => assert!(expected.starts_with(&run.stdout), "{limit} files: {run:?}"),
        }
    }
    assert_eq!(folder.run(&arguments).answer(), expected);
}

#[cfg(unix)]
#[test]
fn a_fifo_is_no_stored_file() {
    let folder = Folder::new();
    folder.run(&["3"]).says(0, &[]);
    for name in ["lock", "count.json", "ply3.json"] {
        let path = folder.0.join(name);
        let text = fs::read(&path).unwrap();
        make_fifo(&path);
        let reason = format!("{name}: not a regular file");
        folder.run(&["3"]).refuses(&reason);
        fs::remove_file(&path).unwrap();
        fs::write(&path, text).unwrap();
    }
    folder.run(&["3"]).says(0, &["depth 3: 5362"]);
}

#[test]
fn damaged_plans_and_counts_are_made_again() {
    let arguments = ["5", "--memory", "1", "--threads", "2"];
    let expected = stdout(&["unique", "5", "-q"]);
    for name in ["ply1.json", "ply3.json", "ply4.json", "ply5.json"] {
        let folder = Folder::new();
        assert_eq!(folder.run(&arguments).answer(), expected);
        damage(&folder.0.join(name));
        // Another memory gives other buckets: old parts do not fit.
        assert_eq!(
            folder.run(&["5", "--threads", "3"]).answer(),
            expected,
            "{name}"
        );
    }
}

#[test]
fn parts_that_overlap_are_never_added_up() {
    let folder = Folder::new();
    folder.run(&["3"]).says(0, &[]);
    let path = |name: &str| folder.0.join(name);
    fs::remove_file(path("ply3.json")).unwrap();
    let is_part = |path: &PathBuf| {
        let name = path.file_name().unwrap();
        name.to_str().unwrap().starts_with("counts-")
    };
    let part = folder.0.files().into_iter().find(is_part).unwrap();
    // The plan is lost, and with it the meaning of the part.
    fs::copy(&part, path("counts-0000000-0000001.json")).unwrap();
    folder.run(&["3"]).says(0, &["depth 3: 5362"]);
    // The plan is there.
    fs::copy(&part, path("counts-0000000-0000001.json")).unwrap();
    let plan = fs::read(path("ply3.json")).unwrap();
    fs::remove_file(path("ply2.json")).unwrap();
    fs::write(path("ply3.json"), plan).unwrap();
    let refusal = folder.run(&["3"]).stderr;
    assert!(refusal.contains("do not cover each of"), "{refusal}");
}
