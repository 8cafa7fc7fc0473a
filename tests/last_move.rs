//! `--last` counts the lines that end in moves of a kind. The naive generator counts the same by
//! looking at every line.

use movegen::chess::Setup;

use crate::support::canopy::canopy;
use crate::support::naive::{NaiveMove, in_check, legal_moves};

/// Standard positions rich in captures, promotions, en passant, castling and checks, and one of
/// Chess960.
const POSITIONS: [(&str, u32); 5] = [
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        2,
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 3),
    ("r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 0 1", 3),
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        2,
    ),
];

type Accepts = fn(&Setup, &NaiveMove) -> bool;

fn captures(_: &Setup, step: &NaiveMove) -> bool {
    step.capture || step.en_passant
}

fn promotes(_: &Setup, step: &NaiveMove) -> bool {
    step.promotion.is_some()
}

fn to_queen(_: &Setup, step: &NaiveMove) -> bool {
    step.promotion.is_some_and(|kind| kind.letter() == 'q')
}

fn quiet(setup: &Setup, step: &NaiveMove) -> bool {
    !captures(setup, step) && !promotes(setup, step)
}

fn checks(_: &Setup, step: &NaiveMove) -> bool {
    in_check(&step.child)
}

const KINDS: [(&str, Accepts); 12] = [
    ("captures", captures),
    ("quiets", quiet),
    ("checks", checks),
    ("evasions", |setup, _| in_check(setup)),
    ("promotions", promotes),
    ("queen-promotions", to_queen),
    ("en-passant", |_, step| step.en_passant),
    ("castling", |_, step| step.castle),
    ("non-captures", |setup, step| !captures(setup, step)),
    ("captures,promotions", |setup, step| {
        captures(setup, step) || promotes(setup, step)
    }),
    ("quiets+checks", |setup, step| {
        quiet(setup, step) && checks(setup, step)
    }),
    // Two stages of Stockfish's generator.
    ("captures,queen-promotions", |setup, step| {
        captures(setup, step) || to_queen(setup, step)
    }),
];

/// The number of lines of this length whose last move is accepted.
fn count(setup: &Setup, depth: u32, accepts: Accepts) -> u64 {
    let moves = legal_moves(setup);
    match depth {
        1 => moves.iter().filter(|step| accepts(setup, step)).count() as u64,
        _ => moves
            .iter()
            .map(|step| count(&step.child, depth - 1, accepts))
            .sum(),
    }
}

/// The moves and counts of a divide, castling written as in Chess960.
fn divide(fen: &str, depth: u32, arguments: &[&str]) -> Vec<(String, u64)> {
    let depth = depth.to_string();
    let all = ["perft", &depth, "--fen", fen, "--chess960", "--quiet"];
    let text = canopy(&[&all, arguments].concat()).answer();
    let lines = text.lines().filter_map(|line| line.split_once(": "));
    let counts = lines.map(|(mv, count)| (mv.to_owned(), count.parse().expect("a count")));
    counts.collect()
}

#[test]
fn every_kind_is_counted_as_by_the_naive_generator() {
    for (fen, depth) in POSITIONS {
        let setup: Setup = fen.parse().expect(fen);
        for (kind, accepts) in KINDS {
            let mut expected: Vec<_> = legal_moves(&setup)
                .iter()
                .map(|step| (step.uci(), count(&step.child, depth - 1, accepts)))
                .collect();
            let sum = expected.iter().map(|(_, count)| count).sum();
            expected.push(("Nodes searched".to_owned(), sum));
            let mut found = divide(fen, depth, &["--last", kind]);
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{kind}, {fen}");
        }
    }
}

#[test]
fn the_first_ply_lists_every_move_and_counts_those_of_the_kind() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1";
    let lines = divide(fen, 1, &["--last", "captures"]);
    let counted: Vec<_> = lines.iter().filter(|(_, count)| *count > 0).collect();
    assert_eq!(
        counted,
        [&("e5d6".to_owned(), 1), &("Nodes searched".to_owned(), 1)]
    );
    assert_eq!(lines.len(), 17 + 1);
}

#[test]
fn threads_and_tables_do_not_change_the_counts() {
    let fen = POSITIONS[0].0;
    for kind in ["captures", "evasions"] {
        let plain = divide(fen, 4, &["--last", kind, "--threads", "1", "--hash", "0"]);
        let hashed = divide(fen, 4, &["--last", kind, "--threads", "1", "--hash", "4"]);
        let parallel = divide(fen, 4, &["--last", kind, "--threads", "3", "--hash", "4"]);
        assert_eq!(hashed, plain, "{kind}");
        assert_eq!(parallel, plain, "{kind}");
    }
}

#[test]
fn stages_that_complement_each_other_add_up_to_all_lines() {
    let fen = POSITIONS[0].0;
    let total = |kind| divide(fen, 3, &["--last", kind]).pop().expect("a total").1;
    assert_eq!(total("captures") + total("non-captures"), 97_862);
    assert_eq!(total("captures,promotions") + total("quiets"), 97_862);
}

#[test]
fn every_format_has_the_counts() {
    let run = |arguments: &[&str]| {
        let all = ["perft", "3", "--last", "captures", "--threads", "1"];
        let ran = canopy(&[&all, arguments].concat());
        // Published are the counts of all lines.
        assert!(!ran.stderr.contains("published"), "{}", ran.stderr);
        ran.answer()
    };
    let json: serde_json::Value = serde_json::from_str(&run(&["--json"])).expect("JSON");
    assert_eq!(json["last"], "captures");
    assert_eq!(json["total"], "34");
    assert_eq!(json["known"], serde_json::Value::Null);
    assert!(run(&["--format", "csv"]).contains("\ng1f3,2\n"));
    assert!(run(&["--format", "perftree"]).ends_with("\n34\n"));
    let table = run(&["--format", "table"]);
    let counts: Vec<_> = table
        .lines()
        .skip(1)
        .filter_map(|line| line.split_ascii_whitespace().nth(1))
        .collect();
    assert_eq!(counts, ["0", "0", "34"]);
    let nested = run(&["--divide-depth", "2"]);
    assert!(nested.contains("\ne2e4 d7d5: 1\n"), "{nested}");
}

#[test]
fn what_does_not_go_together_is_refused() {
    for (arguments, part) in [
        (&["3", "--last", "capture"][..], "queen-promotions"),
        (&["0", "--last", "captures"], "depth of at least 1"),
        (
            &["3", "--last", "captures", "--stats"],
            "--last does not go with --stats",
        ),
        (
            &["3", "--last", "captures", "--verify"],
            "cannot be used with",
        ),
        (
            &["3", "--last", "captures", "--game", "hive"],
            "--last is for --game chess",
        ),
    ] {
        canopy(&[&["perft"], arguments].concat()).refuses(part);
    }
}

#[cfg(unix)]
mod compared {
    use super::POSITIONS;
    use crate::support::canopy::{Run, Scratch, canopy};

    /// Runs `compare` or `fuzz` against a generator whose last ply is this stage.
    fn against(stage: &str, arguments: &[&str]) -> Run {
        let script = Scratch::with(
            "stage",
            format!(
                "exec '{}' perft -q \"$1\" --fen \"$2\" --moves \"$3\" --format perftree --last {stage}\n",
                env!("CARGO_BIN_EXE_canopy")
            ),
        );
        let (command, rest) = arguments.split_first().expect("a command");
        let engine = ["--kind", "perftree", "--engine", "sh", "--engine-arg"];
        canopy(&[&[*command], &engine[..], &[script.path()], rest].concat())
    }

    #[test]
    fn the_same_stage_agrees() {
        let fen = POSITIONS[0].0;
        let arguments = [
            "compare", "--fen", fen, "--depth", "3", "--last", "captures",
        ];
        against("captures", &arguments).says(
            0,
            &[
                "depth 1: 8 leaves, agreed",
                "depth 2: 351 leaves, agreed",
                "depth 3: 17102 leaves, agreed",
            ],
        );
        let arguments = [
            "fuzz",
            "--positions",
            "5",
            "--depth",
            "2",
            "--last",
            "quiets",
        ];
        against("quiets", &arguments).says(0, &["all agreed"]);
    }

    /// Captures that are missing from a stage, and moves that do not belong to it.
    #[test]
    fn wrong_moves_of_a_stage_are_named() {
        let fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
        let arguments = [
            "compare", "--fen", fen, "--depth", "3", "--last", "captures",
        ];
        let run = against("captures+non-en-passant", &arguments);
        run.says(
            1,
            &[
                "missing moves (legal, but not listed, or counted as 0): e5d6\n",
                "--last captures\n",
            ],
        );
        assert!(!run.stdout.contains("defect"), "{}", run.stdout);
        let run = against(
            "captures,checks",
            &["fuzz", "--positions", "50", "--last", "captures"],
        );
        run.says(
            1,
            &[
                "listed, but not legal, or not of the kind asked for: captures",
                " is legal, but not one of the moves asked for: captures",
            ],
        );
        assert!(!run.stdout.contains("illegal"), "{}", run.stdout);
    }
}
