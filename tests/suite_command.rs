//! `canopy suite` from the outside: what it reads, what it prints, and its exit codes.

use std::io::Write as _;
#[cfg(target_os = "linux")]
use std::io::{BufRead as _, BufReader};
#[cfg(target_os = "linux")]
use std::process::Command;
use std::process::Stdio;

use crate::support::canopy::{Run, START, Scratch, canopy, closed_pipe, command, feed, has};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

const FRC: &str = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";

/// A suite in a file of its own.
struct Suite(Scratch);

impl Suite {
    fn new(text: impl AsRef<[u8]>) -> Suite {
        Suite(Scratch::with("suite.epd", text))
    }

    fn path(&self) -> &str {
        self.0.path()
    }

    /// Runs `canopy suite` on this file.
    fn run(&self, arguments: &[&str]) -> Run {
        run(&[&[self.path()], arguments].concat())
    }

    /// Runs it, and asserts the exit code and everything on standard output.
    #[track_caller]
    fn prints(&self, arguments: &[&str], code: i32, text: &str) {
        let run = self.run(arguments);
        let printed = (run.code, &*run.stdout);
        assert_eq!(printed, (Some(code), text), "{}", run.stderr);
    }
}

fn run(arguments: &[&str]) -> Run {
    canopy(&[&["suite"], arguments].concat())
}

/// The lines before the result, and the result.
fn read(run: &Run) -> (Vec<Value>, Value) {
    let mut lines = run.json();
    let result = lines.pop().expect("there is a last line");
    has(&result, json!({ "type": "result", "command": "suite" }));
    (lines, result)
}

#[test]
fn all_three_formats_agree() {
    let suite = Suite::new(format!(
        "# classic\n{START} ;D1 20 ;D2 400 ;D3 8902\n\n{FRC}; D1 21; D2 528\n\
         id kiwipete\n\
         epd r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -\n\
         perft 1 48\nperft 2 2039\n"
    ));
    let run = suite.run(&[]);
    let counted = "3 positions, 7 counts, 11958 leaves, 0 disagreements\n";
    assert_eq!((run.code, &*run.stdout), (Some(0), counted), "{run:?}");
    assert!(
        run.stderr.ends_with(", no hash)\n") && run.stderr.contains("bulk counting"),
        "{}",
        run.stderr
    );
    let slow = suite.run(&["--kernel", "portable", "--threads", "1"]);
    assert_eq!((slow.code, &*slow.stdout), (Some(0), counted));
    let method = "(kernel portable, bulk counting, 1 thread, no hash)\n";
    assert!(slow.stderr.ends_with(method), "{}", slow.stderr);
    suite
        .run(&["--kernel", "sse2"])
        .refuses("there is no kernel 'sse2'");
}

#[test]
fn carriage_returns_and_byte_order_mark() {
    let suite = Suite::new(format!("\u{feff}{START} ;D1 20\r\n{START}; D2 400\r\n"));
    let counted = "2 positions, 2 counts, 420 leaves, 0 disagreements\n";
    suite.prints(&[], 0, counted);
}

#[test]
fn a_disagreement_is_printed_and_fails() {
    let suite = Suite::new(format!(
        "# one\n{START} ;D1 20 ;D2 401\nid first\nepd {START}\nperft 1 19\n"
    ));
    let path = suite.path();
    let found = format!(
        "{path}:2: {START}: depth 2: expected 401, counted 400\n\
         {path}:4: first: {START}: depth 1: expected 19, counted 20\n\
         2 positions, 3 counts, 440 leaves, 2 disagreements\n"
    );
    suite.prints(&[], 1, &found);
}

#[test]
fn disagreements_come_in_the_order_of_the_file_whatever_the_threads() {
    let lines: Vec<_> = (0..40)
        .map(|number| format!("{START} ;D{} 7\n", 1 + number % 3))
        .collect();
    let suite = Suite::new(lines.concat());
    let [one, many] = ["1", "8"].map(|threads| suite.run(&["--threads", threads]));
    assert_eq!(one.code, Some(1));
    assert_eq!(one.stdout, many.stdout);
    assert_eq!(one.stdout.lines().count(), 41);
}

#[test]
fn a_single_position_uses_the_threads_itself() {
    let suite = Suite::new(format!("{START} ;D1 20 ;D4 197281\n"));
    let counted = "1 position, 2 counts, 197301 leaves, 0 disagreements\n";
    suite.prints(&["--threads", "2"], 0, counted);
}

#[test]
fn chess960_letters_in_output() {
    let wrong = Suite::new(format!("{START} ;D1 21\n"));
    let found = " w HAha - 0 1: depth 1: expected 21, counted 20\n";
    wrong.run(&["--chess960"]).says(1, &[found]);
}

#[test]
fn limits_leave_counts_out_and_say_so() {
    // Both counts that are left out are wrong: they must not be looked at.
    let suite = Suite::new(format!("{START} ;D1 20 ;D2 400 ;D3 1 ;D5 3\n"));
    let by_depth = "1 position, 2 counts, 420 leaves, 0 disagreements (2 counts left out)\n";
    suite.prints(&["--max-depth", "2"], 0, by_depth);

    let suite = Suite::new(format!("{START} ;D1 20 ;D2 400 ;D3 8903\n"));
    let by_nodes = "1 position, 2 counts, 420 leaves, 0 disagreements (1 count left out)\n";
    suite.prints(&["--max-nodes", "400"], 0, by_nodes);
}

#[test]
fn limits_that_leave_nothing_are_no_success() {
    let suite = Suite::new(format!("{START} ;D3 8902 ;D4 197281\n"));
    for limit in [["--max-depth", "2"], ["--max-nodes", "20"]] {
        let refusal = suite.run(&limit).refusal();
        assert!(refusal.contains("nothing to check"), "{refusal}");
        assert!(refusal.contains("all 2 counts"), "{refusal}");
    }
}

#[test]
fn unreadable_input_is_explained_and_nothing_runs() {
    let good = Suite::new(format!("{START} ;D1 20\n"));
    let bad = [
        (
            format!("{START} ;D1 20\nnonsense\n"),
            "line 2: found `nonsense`",
        ),
        (format!("{START} ;D1 twenty\n"), "found the count `twenty`"),
        (format!("\n{START}\n"), "line 2: the position"),
        (
            "8/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n".to_owned(),
            "line 1: cannot use the FEN",
        ),
        ("# nothing\n".to_owned(), "no positions in it"),
    ];
    for (text, reason) in bad {
        let suite = Suite::new(&text);
        let refusal = run(&[good.path(), suite.path()]).refusal();
        assert!(refusal.contains(suite.path()), "{refusal}");
        assert!(refusal.contains(reason), "{refusal}");
    }
}

#[test]
fn a_missing_file_and_a_binary_file_are_unreadable() {
    run(&["no-such-suite.epd"]).refuses("no-such-suite.epd: ");
    let binary = Suite::new(b"# text\n\xff\xfe\x00");
    binary.run(&[]).refuses("line 2: not UTF-8 text");
}

#[test]
fn games_of_hive_are_counted_too() {
    let suite = Suite::new(format!("{START} ;D1 20\nBase+M\t5\t150\t2611\n"));
    let found = format!(
        "{}:2: Base+M: depth 3: expected 2611, counted 2610\n\
         2 positions, 4 counts, 2785 leaves, 1 disagreement\n",
        suite.path()
    );
    suite.prints(&[], 1, &found);
    let (lines, _) = read(&suite.run(&["--json"]));
    assert_eq!(lines[0]["game"], "Base+M");
    let right = Suite::new("Base+M\t5\t150\n").run(&[]);
    assert_eq!(right.code, Some(0));
    assert!(
        right.stderr.contains("(Hive, bulk counting"),
        "{}",
        right.stderr
    );
}

#[test]
fn several_files_are_one_run() {
    let [first, second] = [1, 2].map(|_| Suite::new(format!("{START} ;D1 20\n")));
    let counted = "2 positions, 2 counts, 40 leaves, 0 disagreements\n";
    first.prints(&[second.path()], 0, counted);
}

#[test]
fn json_has_counts_as_strings() {
    let suite = Suite::new(format!("{START} ;D1 20 ;D2 401 ;D5 1\n"));
    let run = suite.run(&["--json", "--max-depth", "3"]);
    assert_eq!(run.code, Some(1));
    let (lines, value) = read(&run);
    has(
        &value,
        json!({
            "status": "disagreement",
            "complete": true,
            "files": [suite.path()],
            "positions": 1,
            "counts": 2,
            "left_out": 1,
            "leaves": "420",
            "disagreements": 1,
        }),
    );
    let expected = json!([{
        "type": "disagreement", "file": suite.path(), "line": 1, "name": null, "fen": START,
        "depth": 2, "expected": "401", "counted": "400", "warnings": [], "comments": [],
    }]);
    assert_eq!(Value::from(lines), expected);
}

#[test]
fn json_of_a_clean_run() {
    let run = Suite::new(format!("id start\nepd {START}\nperft 2 400\n")).run(&["--json"]);
    assert_eq!(run.code, Some(0));
    let (lines, value) = read(&run);
    assert_eq!(lines, [] as [Value; 0]);
    has(&value, json!({ "disagreements": 0, "status": "ok" }));
}

#[test]
fn an_error_is_the_last_line_of_json_too() {
    let run = Suite::new(format!("{START} ;D1 x\n")).run(&["--json"]);
    assert_eq!(run.code, Some(2));
    let (lines, value) = read(&run);
    assert!(lines.is_empty());
    has(&value, json!({ "status": "error", "complete": false }));
    let message = value["error"].as_str().expect("a message");
    assert_eq!(run.stderr, format!("canopy: {message}\n"));
    assert!(message.contains("line 1, column"), "{message}");
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let suite = Suite::new(format!("{START} ;D1 1\n").repeat(4));
    let mut command = command(&["suite", suite.path()]);
    command.stdout(closed_pipe()).stderr(Stdio::piped());
    let run = Run::from(command.output().expect("canopy can be started"));
    assert!(!run.stderr.contains("panicked"), "{run:?}");
    assert_eq!(run.code, Some(0), "{run:?}");
}

#[test]
fn no_file_is_a_usage_error() {
    run(&[]).refuses("FILE");
}

/// Feeds a suite through a pipe.
fn piped(arguments: &[&str], text: impl AsRef<[u8]>) -> Run {
    feed(&mut command(&[&["suite"], arguments].concat()), text)
}

#[test]
fn a_pipe_is_read_like_a_file() {
    let text = format!("{START} ;D1 20 ;D2 401\n");
    let run = piped(&["-"], &text);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert_eq!(
        run.stdout,
        format!(
            "-:1: {START}: depth 2: expected 401, counted 400\n\
             1 position, 2 counts, 420 leaves, 1 disagreement\n"
        )
    );
    // A slip in the last line is found before anything is counted.
    let refusal = piped(&["-"], format!("{text}slip\n")).refusal();
    assert!(refusal.starts_with("canopy: -: line 2: "), "{refusal}");
    if cfg!(unix) {
        assert_eq!(piped(&["/dev/stdin"], &text).code, Some(1));
    }
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

#[test]
fn a_suite_may_be_compressed() {
    let text = format!("{START} ;D1 20 ;D2 401 ;c0 \"https://example.org/1\"\n");
    let expected = |file: &str| {
        format!(
            "{file}:1: {START}: depth 2: expected 401, counted 400\n\
             {file}:1: comment: https://example.org/1\n\
             1 position, 2 counts, 420 leaves, 1 disagreement\n"
        )
    };
    let suite = Suite::new(compressed(text.as_bytes()));
    suite.prints(&[], 1, &expected(suite.path()));
    // A pipe is read twice, from its copy.
    let run = piped(&["-"], compressed(text.as_bytes()));
    assert_eq!((run.code, run.stdout), (Some(1), expected("-")));
    let cut_off = Suite::new(&compressed(text.as_bytes())[..40]);
    let refusal = cut_off.run(&[]).refusal();
    assert!(refusal.contains(cut_off.path()), "{refusal}");
}

/// The corpus of perftcheck: magic bytes, one link, no tags, one position.
#[test]
fn a_binary_corpus_is_read() {
    let mut corpus = b"GCTC\x01\0\x01\0\0\0\x01\x15https://example.org/1\0".to_vec();
    corpus.push(u8::try_from(START.len()).expect("short"));
    corpus.extend(START.as_bytes());
    // The quality, no tags, one link, then 20, 401 and five unknown counts, and seven empty divides.
    corpus.extend([0, 0, 1, 0, 20, 0x91, 0x03, 0, 0, 0, 0, 0]);
    corpus.extend([0; 7]);
    for bytes in [corpus.clone(), compressed(&corpus)] {
        let suite = Suite::new(bytes);
        let file = suite.path();
        let text = format!(
            "{file}:1: {START}: depth 2: expected 401, counted 400\n\
             {file}:1: comment: https://example.org/1\n\
             1 position, 2 counts, 420 leaves, 1 disagreement\n"
        );
        suite.prints(&[], 1, &text);
        let (lines, _) = read(&suite.run(&["--json"]));
        has(&lines[0], json!({ "comments": ["https://example.org/1"] }));
    }
    corpus.pop();
    let refusal = Suite::new(corpus).run(&[]).refusal();
    assert!(
        refusal.ends_with("in position 1: the file ends there\n"),
        "{refusal}"
    );
}

#[test]
fn a_line_that_is_too_long_is_an_error() {
    let long = "x".repeat(1 << 20);
    let suite = Suite::new(format!("{START} ;D1 20\n#{long}\n"));
    let path = suite.path();
    let reason =
        format!("canopy: {path}: line 2: longer than the 1048576 bytes that are allowed\n");
    assert_eq!(suite.run(&[]).refusal(), reason);
    if cfg!(unix) {
        for endless in ["/dev/zero", "/dev/urandom"] {
            let refusal = run(&[endless]).refusal();
            let place = format!("canopy: {endless}: line ");
            assert!(refusal.starts_with(&place), "{refusal}");
        }
    }
}

/// The most memory that a process has held, in KiB.
#[cfg(target_os = "linux")]
fn most_memory(command: &mut Command) -> u64 {
    let mut child = command.spawn().expect("canopy can be started");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    let (mut last, mut line) = (String::new(), String::new());
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    let mut lines = 0;
    while output.read_line(&mut line).expect("a text") > 0 {
        lines += 1;
        // It still runs: its output is not read to the end.
        if lines % 10_000 == 0 {
            let status = std::fs::read_to_string(&status).expect("it runs");
            let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let peak = peak.and_then(|text| text.trim().strip_suffix(" kB"));
            most = peak.and_then(|text| text.parse().ok()).unwrap_or(most);
        }
        std::mem::swap(&mut last, &mut line);
        line.clear();
    }
    assert!(last.contains(r#""disagreements":200000"#), "{last}");
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
    most
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_suite() {
    let suite = Suite::new(format!("{START} ;D1 1\n").repeat(200_000));
    let most = most_memory(
        command(&["suite", "--json", suite.path()])
            .stdout(Stdio::piped())
            .stderr(Stdio::null()),
    );
    // 200,000 cases alone would take as much.
    assert!((1..100_000).contains(&most), "{most} KiB");
}

#[test]
fn a_depth_has_the_same_limits_in_every_command() {
    for (arguments, limits) in [
        (&["perft", "300"][..], "from 0 to 255, found '300'"),
        (
            &["suite", "--builtin", "--max-depth", "3000"],
            "from 0 to 255, found '3000'",
        ),
        (
            &["compare", "--engine", "none", "--depth", "300"],
            "from 1 to 255, found '300'",
        ),
        (
            &["fuzz", "--engine", "none", "--depth", "0"],
            "from 1 to 255, found '0'",
        ),
    ] {
        canopy(arguments).says(2, &[&format!("a depth is a whole number {limits}")]);
    }
}
