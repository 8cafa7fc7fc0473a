//! `canopy units`, `canopy run` and `canopy merge`: exact totals, whatever happens to the processes and
//! the files.

use std::fs;
use std::path::{Path, PathBuf};
#[cfg(target_os = "linux")]
use std::process::Command;

use serde_json::Value;

#[cfg(target_os = "linux")]
use crate::support::canopy::feed;
use crate::support::canopy::{KIWIPETE, Run, Scratch, canopy, stdout};

/// A folder with a file of units and a folder of results.
struct Project(Scratch);

impl Project {
    fn new(name: &str, units: &[&str]) -> Project {
        let project = Project(Scratch::new(name));
        fs::create_dir(project.0.path()).unwrap();
        fs::write(project.file(), stdout(&[&["units"], units].concat())).unwrap();
        project
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn file(&self) -> String {
        self.path("units")
    }

    fn results(&self) -> String {
        self.path("results")
    }

    /// The arguments that count the units.
    fn arguments(&self, more: &[&str]) -> Vec<String> {
        let mut arguments = vec![
            "run".to_owned(),
            self.file(),
            "--out".to_owned(),
            self.results(),
        ];
        arguments.extend(more.iter().map(|&text| text.to_owned()));
        arguments
    }

    fn run(&self, more: &[&str]) -> Run {
        canopy(&self.arguments(more))
    }

    fn merge(&self, more: &[&str]) -> Run {
        let (file, results) = (self.file(), self.results());
        canopy(&[&["merge", &file, &results], more].concat())
    }

    /// The header and the units.
    fn lines(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.file()).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        lines.collect()
    }

    /// The results, sorted by name.
    fn stored(&self) -> Vec<PathBuf> {
        let entries = Path::new(&self.results()).read_dir().unwrap();
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    }
}

#[test]
fn units_are_the_unique_positions_with_their_multiplicities() {
    for (split, units, paths) in [("3", 5_362, "8902"), ("4", 72_078, "197281")] {
        let project = Project::new("unique", &["9", "--split", split]);
        let lines = project.lines();
        let header = &lines[0];
        assert_eq!(header["units"], units);
        assert_eq!(header["paths"], paths);
        assert_eq!(lines.len(), units + 1);
        // The first line of the tree comes first.
        assert_eq!(lines[1]["moves"]["a2a3"], 1);
    }
}

#[test]
fn a_merge_prints_what_perft_prints() {
    for (depth, split, root) in [
        ("5", "3", &[][..]),
        // Few positions: each unit is a file.
        ("5", "4", &["--fen", "8/8/8/3k4/2p5/8/3P4/3K4 w - -"]),
        ("4", "1", &["--fen", KIWIPETE]),
        (
            "4",
            "2",
            &[
                "--fen",
                "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -",
                "--chess960",
            ],
        ),
        ("4", "2", &["--game", "hive", "--type", "Base+MLP"]),
        ("4", "2", &["--variant", "kingofthehill"]),
        ("4", "2", &["--variant", "3check"]),
        ("4", "2", &["--variant", "racingkings"]),
        ("4", "2", &["--variant", "Atomic"]),
        ("4", "2", &["--variant", "horde"]),
        ("4", "2", &["--variant", "antichess"]),
        ("4", "2", &["--variant", "Crazyhouse"]),
    ] {
        let split = ["--split", split];
        let project = Project::new("perft", &[&[depth][..], &split, root].concat());
        project.run(&["--threads", "2", "--hash", "1"]).says(0, &[]);
        let merged = project.merge(&[]).answer();
        assert_eq!(
            merged,
            stdout(&[&["perft", depth, "-q"][..], root].concat())
        );
    }
}

#[test]
fn statistics_add_up() {
    let project = Project::new(
        "stats",
        &["4", "--split", "2", "--stats", "--fen", KIWIPETE],
    );
    project.run(&[]).says(0, &[]);
    let merged = project.merge(&["--json"]).answer();
    let merged: Value = serde_json::from_str(merged.lines().next().unwrap()).unwrap();
    let perft = stdout(&["perft", "4", "--stats", "--json", "-q", "--fen", KIWIPETE]);
    let row: Value = serde_json::from_str(perft.lines().nth(3).unwrap()).unwrap();
    assert_eq!(merged, row);
}

#[test]
fn the_output_does_not_depend_on_what_ran_the_units() {
    let project = Project::new("order", &["5", "--split", "2"]);
    project
        .run(&["--shard", "2/2", "--seed", "5", "--host", "b"])
        .says(0, &[]);
    let missing = project.merge(&["--missing"]);
    missing.says(75, &["0-199\n"]);
    project.merge(&[]).says(75, &["(incomplete)"]);
    let list = missing.stdout.trim().to_owned();
    project
        .run(&["--unit", &list, "--threads", "1", "--hash", "0"])
        .says(0, &[]);
    let merged = project.merge(&[]).answer();
    assert_eq!(merged, stdout(&["perft", "5", "-q"]));
    assert_eq!(project.merge(&["--missing"]).answer(), "\n");
    // Whatever was counted before is not counted again.
    let again = project.run(&["--shard", "1/2"]);
    again.says(0, &[]);
    let before = "all 200 units were counted before";
    assert!(again.stderr.contains(before), "{again:?}");
    let json = project.run(&["--json", "--unit", "0"]).answer();
    assert!(json.contains(r#""counted":0,"before":1"#), "{json}");
}

#[test]
fn two_results_prove_a_unit_only_with_other_seeds_and_hosts() {
    let project = Project::new("proof", &["4", "--split", "1"]);
    let run = |seed: &str, host: &str| project.run(&["--seed", seed, "--host", host]).says(0, &[]);
    run("1", "a");
    let unproven = ["--require", "2", "--missing"];
    project.merge(&unproven).says(75, &["0-19\n"]);
    run("2", "a");
    project.merge(&unproven).says(75, &["0-19\n"]);
    run("3", "b");
    let proven = project.merge(&["--require", "2"]);
    proven.says(0, &["\nNodes searched: 197281\n"]);
}

/// The SHA-256 of a text, in hexadecimal digits.
#[cfg(target_os = "linux")]
fn sha256(text: &str) -> String {
    feed(&mut Command::new("sha256sum"), text).answer()[..64].to_owned()
}

/// A result with another number and a checksum that matches it.
#[cfg(target_os = "linux")]
fn forge(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    let (line, _) = text.rsplit_once(",\"checksum\"").unwrap();
    assert!(line.contains(from), "{line}");
    let line = line.replacen(from, to, 1);
    let sum = sha256(&line);
    fs::write(path, format!("{line},\"checksum\":\"{}\"}}\n", &sum[..16])).unwrap();
}

/// Replaces the units of a file, and seals it as if they were right.
#[cfg(target_os = "linux")]
fn reseal(path: &Path, header: &[(&str, &str)], edit: impl Fn(&mut Vec<String>)) {
    let text = fs::read_to_string(path).unwrap();
    let (first, body) = text.split_once('\n').unwrap();
    let mut lines: Vec<String> = body.lines().map(str::to_owned).collect();
    edit(&mut lines);
    let body = lines.join("\n") + "\n";
    let (_, old) = first.split_once("\"sha256\":\"").unwrap();
    fs::write(path, format!("{first}\n")).unwrap();
    let sum = sha256(&body);
    for (from, to) in [(&old[..64], &*sum)].iter().chain(header) {
        forge(path, from, to);
    }
    let sealed = fs::read_to_string(path).unwrap() + &body;
    fs::write(path, sealed).unwrap();
}

/// A field of a line, as another number.
#[cfg(target_os = "linux")]
fn set(line: &mut String, from: &str, to: &str) {
    assert!(line.contains(from), "{line}");
    *line = line.replacen(from, to, 1);
}

#[cfg(target_os = "linux")]
#[test]
fn units_that_contradict_the_header_are_refused() {
    type Edit = fn(&mut Vec<String>);
    /// Replacements in the header, a change of the units, and the error.
    type Case<'a> = (&'a [(&'a str, &'a str)], Edit, &'a str);
    let no_edit: Edit = |_| {};
    let cases: [Case<'_>; 7] = [
        (
            &[("\"units\":400", "\"units\":4294967295")],
            no_edit,
            "line 1: 'units' is 4294967295, but 400 lines follow",
        ),
        (
            &[("\"paths\":\"400\"", "\"paths\":\"401\"")],
            no_edit,
            "line 1: 'paths' is \"401\", but the units have 400",
        ),
        (
            &[],
            |lines| drop(lines.remove(7)),
            "line 1: 'units' is 400, but 399 lines follow",
        ),
        (
            &[("\"units\":400", "\"units\":399")],
            |lines| drop(lines.remove(7)),
            "line 9: not a unit: the field 'index' is missing or wrong",
        ),
        (
            &[],
            |lines| set(&mut lines[3], "\"paths\":\"1\"", "\"paths\":\"2\""),
            "line 5: not a unit: the field 'paths' is missing or wrong",
        ),
        (
            &[],
            |lines| set(&mut lines[3], "\":1}}", "\":0}}"),
            "line 5: not a unit: the field 'moves' is missing or wrong",
        ),
        (
            &[],
            |lines| {
                let twice = lines[3].replacen("\"index\":3", "\"index\":4", 1);
                lines[4] = twice;
            },
            "line 6: not a unit: the same position as in line 5",
        ),
    ];
    for (header, edit, reason) in cases {
        let project = Project::new("forged", &["4", "--split", "2"]);
        reseal(Path::new(&project.file()), header, edit);
        for run in [project.run(&[]), project.merge(&[])] {
            run.refuses(reason);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_fifo_is_no_file_of_units_and_no_result() {
    use crate::support::canopy::make_fifo;

    let project = Project::new("fifo", &["3", "--split", "1"]);
    project.run(&[]).says(0, &[]);
    let result = project.stored()[0].clone();
    let text = fs::read(&result).unwrap();
    make_fifo(&result);
    project.run(&[]).refuses("not a regular file");
    let merged = project.merge(&[]);
    merged.says(75, &["19 of 20 root moves done"]);
    assert!(merged.stderr.contains("not a regular file"), "{merged:?}");
    fs::remove_file(&result).unwrap();
    fs::write(&result, text).unwrap();
    project.merge(&[]).says(0, &["8902"]);
    make_fifo(Path::new(&project.file()));
    for run in [project.run(&[]), project.merge(&[])] {
        run.refuses("units: not a regular file");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn different_results_are_a_disagreement() {
    let project = Project::new("conflict", &["4", "--split", "1"]);
    project.run(&["--seed", "1", "--host", "a"]).says(0, &[]);
    project.run(&["--seed", "2", "--host", "b"]).says(0, &[]);
    forge(&project.stored()[0], "\"nodes\":\"", "\"nodes\":\"1");
    let merged = project.merge(&[]);
    merged.says(1, &["19 of 20 root moves done", "(incomplete)"]);
    let index = "unit 0: the results differ: 18457 (seed 1, host a), 8457 (seed 2, host b)";
    assert!(merged.stderr.contains(index), "{}", merged.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn bad_results_are_reported_and_counted_again() {
    let project = Project::new("bad", &["4", "--split", "1"]);
    let other = Project::new("other", &["5", "--split", "1"]);
    project.run(&[]).says(0, &[]);
    other.run(&[]).says(0, &[]);
    let stored = project.stored();
    // Cut off, altered, of another unit, of another count, and a copy.
    let text = fs::read_to_string(&stored[0]).unwrap();
    fs::write(&stored[0], &text[..text.len() / 2]).unwrap();
    let text = fs::read_to_string(&stored[1]).unwrap();
    fs::write(
        &stored[1],
        text.replacen("\"nodes\":\"", "\"nodes\":\"9", 1),
    )
    .unwrap();
    forge(&stored[2], "\"depth\":3", "\"depth\":4");
    let results = project.0.join("results");
    fs::copy(&other.stored()[3], results.join("foreign.json")).unwrap();
    fs::copy(&stored[4], results.join("x-copy.json")).unwrap();
    fs::write(results.join(".canopy-abc.tmp"), "half").unwrap();
    let merged = project.merge(&[]);
    merged.says(75, &["17 of 20 root moves done"]);
    for part in [
        "damaged",
        "false: the field 'depth'",
        "foreign: unit",
        "duplicate",
        "missing units: ",
    ] {
        assert!(merged.stderr.contains(part), "{part}: {}", merged.stderr);
    }
    project.run(&[]).says(0, &[]);
    project.merge(&[]).says(0, &["\nNodes searched: 197281\n"]);
    // Left by a killed process.
    assert!(!results.join(".canopy-abc.tmp").exists());
}

#[test]
fn unusable_input_is_a_permanent_failure() {
    let project = Project::new("wrong", &["4", "--split", "2"]);
    for (arguments, reason) in [
        (
            &["--unit", "400"][..],
            "there is no unit 400: the file has 400",
        ),
        (&["--shard", "3/2"], "'3/2' is not a shard"),
        (&["--unit", "7-3"], "'7-3' is not a list of units"),
    ] {
        project.run(arguments).refuses(reason);
    }
    let text = fs::read_to_string(project.file()).unwrap();
    // A count of one depth has no table of all depths.
    let formats = "[possible values: stockfish, perftree, json, csv]";
    project.merge(&["--format", "table"]).refuses(formats);
    for (content, reason) in [
        (
            &text[..text.len() - 9],
            "the units do not match the checksum",
        ),
        // A damaged unit is found by a process that counts others, too.
        (
            &text.replacen("\"index\":399", "\"index\":398", 1),
            "the units do not match the checksum",
        ),
        (&text[9..], "not the header of a file of units"),
        ("", "not the header of a file of units"),
    ] {
        fs::write(project.file(), content).unwrap();
        for run in [
            project.run(&[]),
            project.run(&["--unit", "3"]),
            project.merge(&[]),
        ] {
            run.refuses(reason);
        }
    }
    for (arguments, reason) in [
        (
            &["4", "--split", "4"][..],
            "a split is at least 1 and less than the depth of 4",
        ),
        (
            &["4", "--split", "2", "--stats", "--game", "hive"],
            "it has no statistics",
        ),
        (
            &["4", "--split", "2", "--game", "hive", "--fen", "x"],
            "--fen is for --game chess",
        ),
    ] {
        canopy(&[&["units"], arguments].concat()).refuses(reason);
    }
}

#[cfg(unix)]
mod processes {
    use std::io::Read as _;
    use std::process::{Command, Stdio};

    use super::*;
    use crate::support::canopy::command;
    use crate::uci_driver::{kill_after, signal, start_until};

    #[test]
    fn a_killed_run_loses_at_most_one_unit_of_each_thread() {
        let project = Project::new("killed", &["6", "--split", "2"]);
        for round in 1..=3 {
            let arguments = project.arguments(&["--threads", "2"]);
            kill_after(&mut command(&arguments), "stored", 20);
            let names = project.stored().into_iter();
            let stored = names.filter(|path| path.extension().is_some_and(|end| end == "json"));
            assert!(stored.count() >= 20 * round);
        }
        project.run(&[]).says(0, &[]);
        let merged = project.merge(&[]).answer();
        assert_eq!(merged, stdout(&["perft", "6", "-q"]));
    }

    #[test]
    fn an_interrupted_run_is_to_be_tried_again() {
        let project = Project::new("interrupted", &["12", "--split", "1"]);
        let mut command = command(&project.arguments(&[]));
        let mut child = start_until(command.stdout(Stdio::null()), "signals end the command", 1);
        signal(&child, "TERM");
        assert_eq!(child.wait().unwrap().code(), Some(75));
    }

    #[test]
    fn a_limit_on_the_size_of_files_is_to_be_tried_again() {
        let project = Project::new("limit", &["3", "--split", "1"]);
        let output = Command::new("sh")
            .args(["-c", "ulimit -f 0; exec \"$0\" \"$@\""])
            .arg(env!("CARGO_BIN_EXE_canopy"))
            .args(project.arguments(&[]))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(75), "{output:?}");
        project.run(&[]).says(0, &[]);
        project.merge(&[]).says(0, &["8902"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_run_dies_with_its_parent() {
        let project = Project::new("orphan", &["12", "--split", "1"]);
        let mut command = Command::new("sh");
        command
            .args(["-c", "\"$0\" \"$@\" & wait", env!("CARGO_BIN_EXE_canopy")])
            .args(project.arguments(&[]));
        let mut shell = start_until(command.stdout(Stdio::null()), "signals end the command", 1);
        signal(&shell, "KILL");
        shell.wait().unwrap();
        // The pipe ends with the last process that holds it. A count to this depth takes days.
        let mut rest = String::new();
        shell
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut rest)
            .unwrap();
    }

    #[test]
    fn the_queue_names_the_unit() {
        let project = Project::new("queue", &["4", "--split", "1"]);
        for (index, name) in [(3, "SLURM_ARRAY_TASK_ID"), (4, "JOB_COMPLETION_INDEX")] {
            let status = command(&project.arguments(&["-q"]))
                .env(name, index.to_string())
                .status();
            assert!(status.unwrap().success());
        }
        project.merge(&["--missing"]).says(75, &["0-2,5-19\n"]);
    }
}
