//! `canopy estimate`: intervals that contain the count. Threads and shards do not change them, and parts of different
//! seeds are added.

use std::fs;

use serde_json::{Value, json};

use crate::support::canopy::{KIWIPETE, Scratch, canopy, has, stdout, words};

/// A small estimate: a block has 1024 lines.
const SMALL: [&str; 8] = [
    "estimate", "8", "--split", "3", "--batch", "16", "--json", "-q",
];

fn small(more: &[&str]) -> Value {
    without_time(&stdout(&[&SMALL, more].concat()))
}

/// The answer, without what differs from run to run.
fn without_time(text: &str) -> Value {
    let mut answer: Value = serde_json::from_str(text).unwrap();
    let seconds = answer.as_object_mut().unwrap().remove("seconds");
    assert!(seconds.unwrap().is_number());
    answer
}

/// The distance of the truth from the estimate, in half widths of the interval.
fn score(found: &Value, truth: f64) -> f64 {
    let number = |field: &str| found[field].as_f64().unwrap();
    (number("estimate") - truth).abs() / (number("high") - number("estimate"))
}

#[test]
fn small_depths_are_counted() {
    assert_eq!(stdout(&["estimate", "5"]), "perft(5) is exactly 4865609\n");
    let found = without_time(&stdout(&["estimate", "4", "--stats", "--json"]));
    assert_eq!(found["exact"], true);
    assert_eq!(found["count"], "197281");
    assert_eq!(found["low"], 197_281.0);
    assert_eq!(found["stats"]["captures"], "1576");
    // Every line ends.
    let mate = ["estimate", "20", "--fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"];
    assert_eq!(stdout(&mate), "perft(20) is exactly 0\n");
}

#[test]
fn the_answer_in_json() {
    let found = small(&["--samples", "4000", "--seed", "7"]);
    has(
        &found,
        json!({
            "command": "estimate",
            "status": "ok",
            "chess960": false,
            "depth": 8,
            "exact": false,
            "reached": true,
            "samples": 4096,
            "batches": 256,
            "seed": 7,
            "split": 3,
            "positions": 5_362,
            "controls": [7, 6],
        }),
    );
    let number = |field: &str| found[field].as_f64().unwrap();
    assert!(number("low") < number("estimate") && number("estimate") < number("high"));
    assert!(score(&found, 84_998_978_956.0) < 2.0, "{found}");
    assert_eq!(found["known"]["value"], "84998978956");
}

#[test]
fn the_interval_gets_as_narrow_as_demanded() {
    let found = small(&["--rel", "0.01", "--time", "10m"]);
    assert_eq!(found["reached"], true);
    assert!(found["relative"].as_f64().unwrap() <= 0.01, "{found}");
    let text = stdout(&[
        "estimate",
        "8",
        "--split",
        "3",
        "--samples",
        "1000",
        "--batch",
        "16",
        "-q",
    ]);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(
        lines[0].starts_with("perft(8) is about 8.") && lines[0].contains(" ± "),
        "{text}"
    );
    assert!(lines[1].starts_with("95 % interval: 8."), "{text}");
}

#[test]
fn threads_and_shards_change_nothing() {
    let whole = small(&["--samples", "7000", "--threads", "1"]);
    assert_eq!(small(&["--samples", "7000", "--threads", "3"]), whole);
    let folder = Scratch::new("estimate");
    let stored = ["--samples", "7000", "--out", folder.path()];
    for shard in ["2/3", "3/3"] {
        let part = small(&[&stored[..], &["--shard", shard]].concat());
        assert_ne!(part["samples"], whole["samples"]);
    }
    assert_eq!(small(&[&stored[..], &["--shard", "1/3"]].concat()), whole);
    assert_eq!(small(&stored), whole);
    assert_eq!(folder.files().len(), 7);
}

#[test]
fn seeds_add_up() {
    let folder = Scratch::new("estimate");
    for seed in ["1", "2"] {
        small(&["--samples", "3000", "--seed", seed, "--out", folder.path()]);
    }
    let both = small(&["--time", "0", "--out", folder.path()]);
    assert_eq!(both["samples"], 6 * 1024);
    assert!(score(&both, 84_998_978_956.0) < 2.0, "{both}");
}

#[test]
fn what_does_not_belong_is_reported_and_never_counted() {
    let folder = Scratch::new("estimate");
    let stored = ["--samples", "2000", "--out", folder.path()];
    let expected = small(&stored);
    let files = folder.files();
    let text = fs::read_to_string(&files[0]).unwrap();
    let copy = |name: &str, text: &str| fs::write(files[0].with_file_name(name), text).unwrap();
    copy("estimate-copy.json", &text);
    copy("estimate-damaged.json", &text.replacen("e10", "e11", 1));
    copy("estimate-cut.json", &text[..text.len() / 2]);
    // Another depth.
    canopy(
        &[
            &["estimate", "9", "--split", "3", "--batch", "16"],
            &stored[..],
        ]
        .concat(),
    )
    .answer();
    let again = canopy(&[&SMALL[..], &stored].concat());
    for part in [
        "estimate-copy.json: duplicate: counted once",
        "estimate-damaged.json: damaged: the checksum does not match",
        "estimate-cut.json: damaged: the checksum does not match",
        ".json: foreign: of another position, depth, split, batch or columns",
    ] {
        assert!(again.stderr.contains(part), "{part}: {}", again.stderr);
    }
    assert_eq!(without_time(&again.answer()), expected);
}

#[test]
fn kinds_of_leaves_are_estimated() {
    let found = small(&["--samples", "20000", "--stats"]);
    for (kind, truth) in [("captures", 3_523_740_106.0), ("checks", 968_981_593.0)] {
        let found = &found["stats"][kind];
        assert!(score(found, truth) < 2.0, "{kind}: {found}");
        assert!(
            found["high"].as_f64().unwrap() < 1.2 * truth,
            "{kind}: {found}"
        );
    }
    let stalemates = &found["stats"]["stalemates"];
    assert_eq!(stalemates["low"], 0.0);
    assert_eq!(stalemates["high"], Value::Null, "{stalemates}");
    let text = stdout(&words(
        "estimate 8 --split 3 --batch 16 --samples 1000 --stats",
    ));
    assert!(text.contains("\ncaptures "), "{text}");
}

#[test]
fn any_position_and_game() {
    let from = words("estimate 6 --split 2 --batch 16 --json --samples 4000");
    for (root, control) in [(&["--fen", KIWIPETE][..], "5"), (&["--moves", "e2e4"], "0")] {
        let counted = stdout(&[&["perft", "6", "-q"], root].concat());
        let (_, truth) = counted.split_once("Nodes searched: ").unwrap();
        let control = ["--control", control];
        let found = without_time(&stdout(&[&from[..], root, &control].concat()));
        assert!(
            score(&found, truth.trim().parse().unwrap()) < 2.0,
            "{truth}: {found}"
        );
        let used = found["controls"].as_array().unwrap().len();
        assert_eq!(used, usize::from(control[1] == "5"), "{found}");
    }
    let hive = ["--game", "hive", "--type", "Base+MLP", "--stats"];
    canopy(&[&from[..6], &hive].concat()).refuses("--stats does not go with --game hive");
    let hive = ["--game", "hive", "--type", "Base+MLP", "--samples", "1000"];
    let found = without_time(&stdout(&[&from[..7], &hive].concat()));
    assert!(score(&found, 192_353_904.0) < 2.0, "{found}");
}

#[test]
fn wrong_arguments_are_explained() {
    for (arguments, reason) in [
        (
            &["8", "--rel", "0"][..],
            "a fraction is a number above 0 and below 1",
        ),
        (&["8", "--time", "5"], "time unit needed"),
        (&["8", "--shard", "1/2"], "--out"),
        (&["8", "--shard", "3/2", "--out", "x"], "is not a shard"),
        (
            &["8", "--samples", "9", "--rel", "0.1"],
            "cannot be used with",
        ),
        (
            &["8", "--split", "6"],
            "the exact counts near the root reach depth 9",
        ),
        (&["8", "--batch", "1"], "16"),
        (&["8", "--fen", "8/8 w"], "the board field has 2 ranks"),
        (&["8", "--type", "Base"], "--type is for --game hive"),
        (&["8", "--time", "0"], "nothing was drawn"),
        (&["256"], "a depth is a whole number from 0 to 255"),
    ] {
        canopy(&[&["estimate"], arguments].concat()).refuses(reason);
    }
    let file = Scratch::with("estimate", "not a folder");
    let out = canopy(&[&SMALL[..], &["--samples", "1", "--out", file.path()]].concat());
    assert_eq!(out.code, Some(2), "{}", out.stderr);
}

#[cfg(unix)]
mod signals {
    use std::process::Stdio;

    use super::*;
    use crate::support::canopy::command;
    use crate::uci_driver::{interrupted, kill_after, start_until};

    #[test]
    fn a_killed_run_ends_with_the_same_answer() {
        for goal in [["--samples", "200000"], ["--rel", "0.0007"]] {
            let whole = small(&goal);
            let folder = Scratch::new("estimate");
            let stored = [&goal[..], &["--out", folder.path()]].concat();
            for _ in 0..2 {
                kill_after(&mut command(&[&SMALL[..7], &stored].concat()), "stored", 7);
            }
            assert!(
                (14..150).contains(&folder.files().len()),
                "{:?}",
                folder.files()
            );
            assert_eq!(small(&stored), whole);
            // All of it is there.
            assert_eq!(small(&stored), whole);
        }
    }

    #[test]
    fn an_interrupt_shows_what_is_known() {
        for (json, part, number) in [
            (
                &[][..],
                "\nincomplete: interrupted before the goal was reached\n",
                "e21",
            ),
            (
                &["--json"],
                r#""status":"interrupted","complete":false"#,
                "e+21",
            ),
        ] {
            let forever = [
                "estimate", "15", "--split", "2", "--time", "9h", "--rel", "1e-9",
            ];
            let forever = [&forever, &["--batch", "16"][..], json].concat();
            let child = start_until(command(&forever).stdout(Stdio::piped()), " lines: ", 1);
            let text = interrupted(child, "INT");
            assert!(text.contains(part) && text.contains(number), "{text}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_fifo_is_no_stored_block() {
    use crate::support::canopy::make_fifo;

    let folder = Scratch::new("estimate");
    let arguments = [&SMALL[..], &["--samples", "1", "--out", folder.path()]].concat();
    canopy(&arguments).says(0, &[]);
    let block = folder.files()[0].clone();
    make_fifo(&block);
    let refused = canopy(&arguments);
    let name = block.display();
    refused.says(2, &[&format!("{name}: not a regular file")]);
    fs::remove_file(&block).unwrap();
    canopy(&arguments).says(0, &[]);
}
