//! Starting: the command line of Canopy, and that of the other program.

use std::path::Path;
use std::process::Command;

use crate::support::canopy::{Run, Scratch, canopy, command, write_script};

/// A script that is a right UCI engine.
const ENGINE: &str = concat!("exec '", env!("CARGO_BIN_EXE_canopy"), "' \"$@\"");

/// Compares with a program, in this folder.
fn compare(folder: &Path, engine: &str) -> Run {
    let mut command = command(&[
        "compare",
        "--depth",
        "2",
        "--timeout",
        "20",
        "--engine",
        engine,
    ]);
    command
        .current_dir(folder)
        .output()
        .expect("it starts")
        .into()
}

/// A new folder with these executable scripts.
fn folder(scripts: &[(&str, &str)]) -> Scratch {
    let folder = Scratch::new("start");
    std::fs::create_dir(folder.path()).expect("a new folder");
    for (name, text) in scripts {
        write_script(&folder.join(name), text);
    }
    folder
}

#[test]
fn an_engine_may_be_a_command_line() {
    let folder = folder(&[("my engine", ENGINE)]);
    for engine in [
        "./my engine",
        "sh 'my engine'",
        "sh \"my engine\"",
        "env -u X sh my\\ engine",
    ] {
        let run = compare(Path::new(folder.path()), engine);
        run.says(0, &["depth 2: 400 leaves, agreed"]);
    }
    let run = compare(Path::new(folder.path()), "sh 'missing engine'");
    run.says(2, &["found no way to ask sh 'missing engine'"]);
}

#[test]
fn a_program_that_cannot_be_started_gets_a_hint() {
    let folder = folder(&[("engine.sh", ENGINE)]);
    std::fs::write(folder.join("plain.py"), "print(1)\n").expect("a file");
    // As in write_script, another process writes it.
    let lost = "printf '#!/nowhere/python\\n' >lost.py && chmod 755 lost.py";
    let mut shell = Command::new("sh");
    let status = shell.args(["-c", lost]).current_dir(folder.path()).status();
    assert!(status.expect("sh starts").success());
    for (engine, hint) in [
        ("engine.sh", "(it is in this folder: write ./engine.sh)"),
        ("./plain.py", "(it is not executable: chmod +x ./plain.py)"),
        (
            "./lost.py",
            "(its first line must name an interpreter, such as #!/usr/bin/env python3;",
        ),
    ] {
        compare(Path::new(folder.path()), engine).refuses(hint);
    }
    let refusal = compare(Path::new(folder.path()), "nowhere.sh").refusal();
    assert_eq!(refusal.lines().count(), 1, "{refusal}");
}

#[test]
fn a_program_that_dies_at_its_start_says_so_once() {
    let text = "echo \"ModuleNotFoundError: No module named 'engine'\" >&2; exit 1";
    let folder = folder(&[("dies", text)]);
    let refusal = compare(Path::new(folder.path()), "./dies").refusal();
    // The program itself says it once.
    assert_eq!(
        refusal.matches("ModuleNotFoundError").count(),
        2,
        "{refusal}"
    );
    assert!(
        refusal.contains("for counts: it ends instead of answering"),
        "{refusal}"
    );
}

#[test]
fn common_slips_of_the_command_line() {
    let fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
    canopy(&["perft", "2", fen]).refuses("tip: a position is given by '--fen \"...\"'");
    for (arguments, flag) in [
        (["perft", "2", "--hash", "-3"], "'--hash <MB>'"),
        (["perft", "2", "--threads", "-1"], "'--threads <N>'"),
        (["fuzz", "--engine=x", "--depth", "-1"], "'--depth <N>'"),
    ] {
        let refusal = canopy(&arguments).refusal();
        assert!(refusal.contains("invalid value '-"), "{refusal}");
        assert!(refusal.contains(flag), "{refusal}");
        assert!(!refusal.contains("-- -"), "{refusal}");
    }
}
