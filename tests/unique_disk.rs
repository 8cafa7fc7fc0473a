//! `canopy unique --disk`: the counts in memory are the judge; killed counts go on.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::support::canopy::{Run, Scratch, canopy, stdout};
use crate::uci_driver::{signal, start_until};

/// A folder that is removed at the end.
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
        let mut command = Command::new(env!("CARGO_BIN_EXE_canopy"));
        command.args(self.arguments(more)).stdout(Stdio::null());
        let mut child = start_until(&mut command, &format!("stored {kind} "), parts);
        signal(&child, "KILL");
        child.wait().unwrap();
    }

    /// The data files of a kind.
    fn data(&self, kind: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        let mut paths: Vec<_> = paths
            .filter(|path| {
                let name = path.file_name().unwrap().to_str().unwrap();
                name.starts_with(kind) && name.ends_with(".data")
            })
            .collect();
        paths.sort();
        paths
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.0.path());
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
        (
            "3",
            &[
                "--fen",
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            ],
        ),
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
        let refusal = folder.run(other).refusal();
        assert!(refusal.contains("holds another count"), "{refusal}");
    }
}

#[test]
fn an_interrupted_count_goes_on() {
    let folder = Folder::new();
    let arguments = ["5", "--memory", "1", "--threads", "2"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_canopy"))
        .args(folder.arguments(&arguments))
        .env("RUST_LOG", "debug")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(errors.any(|line| line.unwrap().contains("stored captures")));
    signal(&child, "INT");
    errors.for_each(|line| assert!(!line.unwrap().contains("panicked")));
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.ends_with(": incomplete\n"), "{text}");
    assert_eq!(
        folder.run(&arguments).answer(),
        stdout(&["unique", "5", "-q"])
    );
}

#[test]
fn json_states_the_error() {
    let folder = Folder::new();
    let text = folder.run(&["4", "--json", "--seed", "3"]).answer();
    let result: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(
        (&result["positions"], &result["seed"]),
        (&"72078".into(), &3.into())
    );
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
    let refusal = folder.run(&["1"]).refusal();
    assert!(refusal.contains("at least 2"), "{refusal}");
    for lone in ["--exact", "--seed=1"] {
        canopy(&["unique", "3", lone]).refusal();
    }
    let file = Scratch::with("file", "");
    let inside = format!("{}/folder", file.path());
    let refusal = canopy(&["unique", "3", "--disk", &inside]).refusal();
    let reason = format!("cannot use the folder '{inside}' for --disk");
    assert!(refusal.contains(&reason), "{refusal}");
    // Another process has the folder.
    assert_eq!(folder.run(&["2"]).code, Some(0));
    let lock = File::open(PathBuf::from(folder.0.path()).join("lock")).unwrap();
    lock.lock().unwrap();
    let refusal = folder.run(&["2"]).refusal();
    assert!(refusal.contains("in use by another process"), "{refusal}");
}

/// Without descriptors, stored parts cannot be read. They are not missing for that.
#[test]
fn too_few_open_files_are_an_error() {
    let expected = stdout(&[
        "unique",
        "4",
        "-q",
        "--fen",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ]);
    let folder = Folder::new();
    let arguments = [
        "4",
        "-q",
        "--fen",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];
    for limit in 3..16 {
        let script = format!("ulimit -n {limit}; exec \"$0\" \"$@\"");
        let output = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_canopy")])
            .args(folder.arguments(&arguments))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        // No file or thread at all may be available: the system ends the program then.
        match output.status.success() {
            true => assert_eq!(text, expected, "{limit} files"),
            false => assert!(expected.starts_with(&text), "{limit} files: {text}"),
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
        let path = PathBuf::from(folder.0.path()).join(name);
        let text = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(
            Command::new("mkfifo")
                .arg(&path)
                .status()
                .unwrap()
                .success()
        );
        let refusal = folder.run(&["3"]).refusal();
        assert!(
            refusal.contains(&format!("{name}: not a regular file")),
            "{refusal}"
        );
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
        damage(&PathBuf::from(folder.0.path()).join(name));
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
    let path = |name: &str| PathBuf::from(folder.0.path()).join(name);
    fs::remove_file(path("ply3.json")).unwrap();
    let entries = fs::read_dir(folder.0.path()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let part = names
        .into_iter()
        .find(|name| name.starts_with("counts-"))
        .unwrap();
    // The plan is lost, and with it the meaning of the part.
    fs::copy(path(&part), path("counts-0000000-0000001.json")).unwrap();
    folder.run(&["3"]).says(0, &["depth 3: 5362"]);
    // The plan is there.
    fs::copy(path(&part), path("counts-0000000-0000001.json")).unwrap();
    let plan = fs::read(path("ply3.json")).unwrap();
    fs::remove_file(path("ply2.json")).unwrap();
    fs::write(path("ply3.json"), plan).unwrap();
    let refusal = folder.run(&["3"]).stderr;
    assert!(refusal.contains("do not cover each of"), "{refusal}");
}
