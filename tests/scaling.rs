//! `canopy bench scaling`: its lines add up, and unusable options are refused.

use crate::support::canopy::{canopy, has};
use serde_json::{Value, json};

fn lines(arguments: &[&str]) -> Vec<Value> {
    let run = canopy(&[&["bench", "scaling", "--json", "-q"], arguments].concat());
    assert_eq!(run.code, Some(0), "{run:?}");
    run.json()
}

fn number(line: &Value, field: &str) -> f64 {
    line[field]
        .as_f64()
        .unwrap_or_else(|| panic!("{field}: {line}"))
}

#[test]
fn every_line_accounts_for_the_time_of_all_threads() {
    let lines = lines(&["--depth=6", "--threads=3,2", "--hash=16", "--repetitions=2"]);
    let [machine, rows @ .., result] = &lines[..] else {
        panic!("{lines:?}")
    };
    assert_eq!(machine["type"], "machine");
    assert!(machine["cores_available"].is_string(), "{machine}");
    has(result, json!({ "command": "bench", "status": "ok" }));
    // Three positions, without a table and with one, on 1, 2 and 3 threads.
    assert_eq!(rows.len(), 18);
    for (index, row) in rows.iter().enumerate() {
        let (position, leaves) = [
            ("startpos", "119060324"),
            ("middlegame", "193690690"),
            ("endgame", "178633661"),
        ][index / 6];
        let threads = index % 3 + 1;
        has(
            row,
            json!({ "type": "threads", "threads": threads, "position": position, "leaves": leaves }),
        );
        assert_eq!(row["samples_seconds"].as_array().map(Vec::len), Some(2));
        let shares = ["efficiency", "serial", "idle", "slower"].map(|name| number(row, name));
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{row}");
        assert!(
            number(row, "tail_seconds") <= number(row, "counting_seconds"),
            "{row}"
        );
        assert!(
            number(row, "counting_seconds") <= number(row, "wall_seconds"),
            "{row}"
        );
        let busy = row["per_thread"].as_array().expect("a list");
        assert!((1..=threads).contains(&busy.len()), "{row}");
        let tasks: f64 = busy.iter().map(|thread| number(thread, "tasks")).sum();
        assert_eq!(tasks, number(row, "tasks"));
        let table = &row["table"];
        match index / 3 % 2 {
            0 => assert!(table.is_null(), "{row}"),
            _ => assert!(number(table, "probes") >= number(table, "hits"), "{row}"),
        }
    }
}

#[test]
fn one_thread_is_always_measured() {
    let lines = lines(&["--depth=5", "--threads=2", "--hash=0", "-r1"]);
    let rows: Vec<_> = lines
        .iter()
        .filter(|line| line["type"] == "threads")
        .collect();
    assert_eq!(rows.len(), 6);
    assert_eq!(number(rows[0], "speed_up"), 1.0);
    assert_eq!(rows[0]["threads"], 1);
}

#[test]
fn unusable_options_are_refused() {
    for (option, reason) in [
        (
            "--threads=1,x",
            "a thread count is a whole number from 0 to 1024, found 'x'",
        ),
        ("--threads=1,2000", "found '2000'"),
        ("--depth=4", "4 is not in 5..=12"),
        (
            "--hash=-1",
            "a hash size in MB is a whole number from 0 to 1048576",
        ),
        ("--repetitions=0", "0 is not in 1..=100"),
    ] {
        canopy(&["bench", "scaling", option]).refuses(reason);
    }
}
