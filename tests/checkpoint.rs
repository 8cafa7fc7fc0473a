//! `canopy perft --checkpoint`: a count that is killed goes on where it was.

use std::fs;

use crate::support::canopy::{Scratch, canopy, command, stdout};
use crate::uci_driver::kill_after;

#[test]
fn a_killed_count_goes_on() {
    let folder = Scratch::new("checkpoint");
    // Far more units than the command would choose for this depth.
    let units = stdout(&["units", "6", "--split", "3"]);
    fs::create_dir(folder.path()).unwrap();
    fs::write(folder.join("units"), units).unwrap();
    let arguments = [
        "perft",
        "6",
        "--checkpoint",
        folder.path(),
        "--threads",
        "2",
    ];
    for _ in 0..3 {
        kill_after(&mut command(&arguments), "stored", 300);
    }
    let resumed = canopy(&arguments);
    let before = resumed
        .stderr
        .split_once(" of 5362 units were counted before");
    let before: usize = before.expect(&resumed.stderr).0.parse().unwrap();
    assert!((900..5_362).contains(&before), "{before}");
    assert_eq!(resumed.answer(), stdout(&["perft", "6", "-q"]));
    // All of it is there.
    assert!(canopy(&arguments).stderr.contains("5362 of 5362 units"));
    for other in [&["5"][..], &["6", "--moves", "e2e4"], &["6", "--stats"]] {
        let other = [&["perft", "--checkpoint", folder.path()], other].concat();
        canopy(&other).refuses("holds another count");
    }
}

#[test]
fn every_game_and_statistics() {
    for arguments in [
        &["2"][..],
        &["4", "--game", "hive"],
        &["3", "--format", "csv"],
        &["3", "--fen", "7k/8/8/8/8/8/P7/K7 w - - 0 1"],
        &["3", "--kernel", "portable", "--device", "cpu"],
    ] {
        let folder = Scratch::new("checkpoint");
        let plain = [&["perft", "-q"], arguments].concat();
        let stored = [&plain[..], &["--checkpoint", folder.path()]].concat();
        assert_eq!(stdout(&stored), stdout(&plain));
    }
    let folder = Scratch::new("checkpoint");
    let text = stdout(&["perft", "4", "--stats", "--checkpoint", folder.path()]);
    assert!(text.contains("\n    4 197281     1576 "), "{text}");
}

#[test]
fn the_kernel_and_the_device_are_those_of_the_flags() {
    let run = |more: &[&str]| {
        let folder = Scratch::new("checkpoint");
        canopy(&[&["perft", "3", "--checkpoint", folder.path()], more].concat())
    };
    let portable = run(&["--kernel", "portable"]).stderr;
    assert!(
        portable.contains("(kernel portable, bulk counting"),
        "{portable}"
    );
    run(&["--device", "gpu:99"]).refuses("device gpu:99");
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = Scratch::new("checkpoint");
    for (more, reason) in [
        (&["1"][..], "--checkpoint needs a depth of at least 2"),
        (
            &["3", "--format", "table"],
            "units are counted to one depth",
        ),
        (&["3", "--verify"], "cannot be used with"),
    ] {
        let arguments = [&["perft", "--checkpoint", folder.path()], more].concat();
        canopy(&arguments).refuses(reason);
    }
}
