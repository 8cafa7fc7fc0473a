//! `--device`, the option Device and `canopy devices`. What needs a device runs only where OpenCL has one;
//! `.ci/run` installs one and sets `CANOPY_NEEDS_OPENCL`.

use serde_json::Value;

use crate::support::canopy::{KIWIPETE, START, Scratch, canopy, stdout};
use crate::support::skip::skipped;
use crate::uci_driver::Engine;

/// The devices as JSON.
fn devices() -> Vec<Value> {
    let answer: Value = serde_json::from_str(&stdout(&["devices", "--json"])).unwrap();
    assert_eq!(answer["status"], "ok");
    answer["devices"].as_array().unwrap().clone()
}

/// Whether there is a device that is no GPU of this machine: its speed does not matter.
fn has_device() -> bool {
    let found = !devices().is_empty();
    assert!(
        found || std::env::var_os("CANOPY_NEEDS_OPENCL").is_none(),
        "no device"
    );
    if !found {
        skipped("there is no device");
    }
    found
}

/// The output of a session that receives these lines.
fn converse(lines: &str) -> String {
    let mut engine = Engine::session();
    engine.send_bytes(lines.as_bytes());
    engine.close();
    std::iter::from_fn(|| engine.line()).collect()
}

#[test]
fn devices_are_listed_with_reasons_for_what_is_missing() {
    let text = stdout(&["devices"]);
    for (number, device) in devices().iter().enumerate() {
        let start = format!("gpu:{number}  {}", device["name"].as_str().unwrap());
        assert!(text.lines().any(|line| line.starts_with(&start)), "{text}");
    }
    assert!(!text.is_empty());
}

#[test]
fn a_device_that_there_is_not_is_an_error_and_no_count() {
    for arguments in [
        vec!["perft", "3", "--device", "gpu:99"],
        vec!["suite", "--builtin", "--device", "gpu:99"],
        vec!["estimate", "9", "--split", "2", "--device", "gpu:99"],
    ] {
        canopy(&arguments).refuses("canopy: device gpu:99: ");
    }
}

#[test]
fn flags_that_do_not_go_with_a_device_are_refused() {
    for (flags, reason) in [
        (
            vec!["--device", "tpu"],
            "a device is auto, cpu, gpu, or gpu:N",
        ),
        (vec!["--device", "gpu", "--verify"], "cannot be used with"),
        (vec!["--device", "gpu", "--no-bulk"], "cannot be used with"),
        (
            vec!["--device", "gpu", "--stats"],
            "--device does not go with --stats",
        ),
        (
            vec!["--device", "gpu", "--game", "hive"],
            "--device is for --game chess",
        ),
    ] {
        canopy(&[&["perft", "3"], &*flags].concat()).refuses(reason);
    }
}

#[test]
fn the_cpu_counts_what_is_small() {
    let expected = stdout(&["perft", "4", "--fen", KIWIPETE, "-q"]);
    for device in ["cpu", "auto"] {
        let found = stdout(&["perft", "4", "--fen", KIWIPETE, "-q", "--device", device]);
        assert_eq!(found, expected);
    }
}

#[test]
fn a_session_refuses_a_missing_device_and_goes_on() {
    let text = converse(
        "setoption name Device value tpu\n\
         setoption name Device value gpu:99\n\
         go perft 2\n\
         setoption name Device value cpu\n\
         go perft 1\n\
         quit\n",
    );
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].contains("a device is auto, cpu, gpu, or gpu:N"),
        "{text}"
    );
    assert!(
        lines[1].starts_with("info string warning: option Device: device gpu:99: "),
        "{text}"
    );
    assert!(
        lines[2].starts_with("info string ERROR device gpu:99: "),
        "{text}"
    );
    assert!(
        text.ends_with("h2h4: 1\nb1a3: 1\nb1c3: 1\ng1f3: 1\ng1h3: 1\n\nNodes searched: 20\n\n")
    );
    assert!(!text.contains("a2a3: 20"), "{text}");
}

#[test]
fn a_device_counts_what_the_cpu_counts() {
    if !has_device() {
        return;
    }
    for (fen, depth) in [
        (START, "5"),
        (KIWIPETE, "4"),
        (
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "4",
        ),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "3"),
    ] {
        let count = |more: &[&str]| stdout(&[&["perft", depth, "--fen", fen, "-q"], more].concat());
        let expected = count(&[]);
        for hash in ["0", "1"] {
            assert_eq!(
                count(&["--device", "gpu:0", "--hash", hash]),
                expected,
                "{fen}"
            );
        }
    }
}

#[test]
fn a_session_counts_on_a_device() {
    if !has_device() {
        return;
    }
    let counts = "position startpos moves e2e4\ngo perft 4\ngo perft 0\ngo perft 5\nquit\n";
    let on_device = format!("setoption name Device value gpu:0\n{counts}");
    assert_eq!(converse(&on_device), converse(counts));
}

#[test]
fn units_are_counted_on_a_device() {
    if !has_device() {
        return;
    }
    let units = Scratch::with(
        "device-units",
        stdout(&["units", "5", "--split", "2", "-q"]),
    );
    let results = Scratch::new("device-results");
    let run = canopy(&[
        "run",
        units.path(),
        "--out",
        results.path(),
        "--device",
        "gpu:0",
    ]);
    assert!(run.stderr.contains("1 device"), "{}", run.stderr);
    run.answer();
    let merged = stdout(&["merge", units.path(), results.path(), "-q"]);
    assert!(merged.contains("4865609"), "{merged}");
}

#[test]
fn an_estimate_is_the_same_on_a_device() {
    if !has_device() {
        return;
    }
    let estimate = |more: &[&str]| {
        let arguments = [
            "estimate",
            "9",
            "--split",
            "3",
            "--samples",
            "20000",
            "--json",
            "-q",
        ];
        let mut answer: Value =
            serde_json::from_str(&stdout(&[&arguments, more].concat())).unwrap();
        answer.as_object_mut().unwrap().remove("seconds");
        answer
    };
    assert_eq!(estimate(&["--device", "gpu:0"]), estimate(&[]));
}
