//! Variants of chess in the commands that read suites, generate positions, and count positions and kinds of leaves.

use crate::support::canopy::{self, Run, Scratch, canopy, has};
use crate::support::classic;
use movegen::chess::variant::VARIANTS;
use serde_json::json;

/// Every form of suites, in crazyhouse.
const SUITE: &str = r#"
id every drop
epd 2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1
perft 1 301
perft 2 75353
startpos ;D1 20 ;D2 400
4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1;D1 20;D2 360
2k5/8/8/8/8/8/8/4K3/Qn w - - 0 1 ;D1 67
2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1,67,3083
{"fen": "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1", "depth": 2, "nodes": 3083},
{ "a ninth rank", "2k5/8/8/8/8/8/8/4K3/Qn w - - 0 1", {67, 3083} },
name="pairs" fen="2k5/8/8/8/8/8/8/4K3[-] w - - 0 1" depth=1 nodes=5
- fen: 2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1
  depth: 1
  nodes: 67
"#;

fn suite(name: &str, text: &str, arguments: &[&str]) -> Run {
    let file = Scratch::with(name, text);
    canopy(&[&["suite", file.path()], arguments].concat())
}

#[test]
fn suites_of_variants_are_read_in_every_form() {
    let variant = "--variant=crazyhouse";
    suite("forms.perft", SUITE, &[variant])
        .says(0, &["9 positions, 14 counts, ", " 0 disagreements"]);
    let checks = "\
fen,d1
7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+3 1 39,25
7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1 39 +2+0,25
";
    suite("checks.csv", checks, &["--variant=3check"])
        .says(0, &["2 positions, 2 counts, 50 leaves"]);
    let line = "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+3 1 39,25,547\n";
    suite("line.txt", line, &["--variant=3check"]).says(0, &["1 position, 2 counts, "]);
    // Without the variant, the sign of another game is named.
    let refusal = suite("chess.perft", SUITE, &[]).refusal();
    assert!(
        refusal.contains("line 3") && refusal.contains("crazyhouse"),
        "{refusal}"
    );
    suite("builtin", SUITE, &["--builtin", variant]).refuses("cannot be used with");
}

#[test]
fn a_wrong_count_of_a_suite_names_the_variant() {
    let text = "8/8/8/8/8/4K3/8/k7 w - - 0 1 ;D1 8 ;D2 24\n";
    let run = suite("wrong.epd", text, &["--variant=kingofthehill", "--json"]);
    let lines = run.json();
    has(
        &lines[0],
        json!({
            "type": "disagreement",
            "variant": "kingofthehill",
            "fen": "8/8/8/8/8/4K3/8/k7 w - - 0 1",
            "expected": "24",
            "counted": "18",
        }),
    );
    assert_eq!(run.code, Some(1));
}

#[test]
fn a_program_that_counts_chess_fails_the_suite_of_a_variant() {
    let hill = "8/8/8/8/8/4K3/8/k7 w - - 0 1 ;D1 8 ;D2 18\n8/8/8/3k4/8/8/8/K7 b - - 0 1 ;D1 0\n";
    let file = Scratch::with("hill.epd", hill);
    let passed = classic::arguments("perftree", "none");
    let run = canopy::against(
        "suite",
        "perftree",
        &passed,
        &[file.path(), "--variant=kingofthehill"],
    );
    run.says(
        1,
        &[
            "depth 2: expected 18, counted 24\n",
            "the game is over: the white king has reached",
        ],
    );
    assert!(!run.stdout.contains("feature"), "{}", run.stdout);
    let cause = "1 of 7 known defects gives all of these numbers:\n      the game goes on after a king has reached the hill\n";
    assert!(run.stdout.contains(cause), "{}", run.stdout);
    // One number is that of a known defect. A further question refutes it.
    let atomic = Scratch::with("atomic.epd", "startpos ;D3 8902 ;D4 197326\n");
    let more = [atomic.path(), "--variant=atomic"];
    let parts = [
        "    asked for depth ",
        "    None of 15 known defects gives all of these numbers.\n",
    ];
    canopy::against("suite", "perftree", &passed, &more).says(1, &parts);
    // It does not offer the variant.
    let passed = classic::arguments("uci", "none");
    let run = canopy::against(
        "suite",
        "uci",
        &passed,
        &[file.path(), "--variant=kingofthehill"],
    );
    run.says(2, &["does not offer the variant kingofthehill"]);
    // The suite is wrong, and not the program.
    let wrong = Scratch::with("wrong-hill.epd", hill.replace("D2 18", "D2 24"));
    let engine = format!("--engine={}", env!("CARGO_BIN_EXE_canopy"));
    canopy(&["suite", wrong.path(), "--variant=kingofthehill", &engine]).says(
        1,
        &["expected 24, counted 18\n    it counts what canopy counts: the suite is wrong here"],
    );
}

#[test]
fn generated_positions_of_every_variant_are_a_suite_that_passes() {
    for rules in VARIANTS {
        let variant = format!("--variant={}", rules.name());
        let generate = [
            "corpus",
            "generate",
            &variant,
            "--count=20",
            "--depth=2",
            "--divide",
        ];
        let text = canopy(&generate).answer();
        assert_eq!(text.lines().count(), 20);
        assert_eq!(text, canopy(&generate).answer());
        let engine = format!("--engine={}", env!("CARGO_BIN_EXE_canopy"));
        for more in [&[][..], &[engine.as_str()]] {
            let all = [&[variant.as_str()], more].concat();
            suite("generated.epd", &text, &all).says(0, &["20 positions, ", " 0 disagreements"]);
        }
        let lines = canopy(&[&generate[..], &["--format=jsonl"]].concat()).json();
        has(
            &lines[0],
            json!({ "type": "position", "variant": rules.name(), "features": [] }),
        );
    }
    canopy(&[
        "corpus",
        "generate",
        "--variant=atomic",
        "--feature=en-passant",
    ])
    .refuses("cannot be used with");
}

#[test]
fn unique_counts_positions_of_variants() {
    // Pockets, promoted men and checks tell positions apart. The counts are those of all FENs without the clocks.
    for (variant, fen, counts) in [
        (
            "crazyhouse",
            "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1",
            ["67", "3083"],
        ),
        (
            "3check",
            "6k1/5ppp/8/8/8/8/8/R6K w - - 3+3 0 1",
            ["16", "120"],
        ),
        ("antichess", "8/1p6/8/8/8/8/P7/8 w - - 0 1", ["2", "4"]),
    ] {
        let variant = format!("--variant={variant}");
        let run = canopy(&["unique", "2", &variant, "--fen", fen]);
        let [one, two] = counts;
        assert_eq!(
            run.answer(),
            format!("depth 1: {one}\ndepth 2: {two}\n"),
            "{variant}"
        );
    }
    canopy(&["unique", "2", "--variant=atomic", "--disk=x"]).refuses("cannot be used with");
}

#[test]
fn kinds_of_leaves_are_those_of_variants() {
    let run = canopy(&["perft", "4", "--variant=atomic", "--stats", "--format=csv"]);
    let text = run.answer();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "depth,nodes,captures,drops,checks,explosions,en_passant,castles,promotions,checkmates,stalemates,ends"
    );
    // Captures and ends as python-chess counts them.
    assert!(lines[4].starts_with("4,197326,1564,0,"), "{text}");
    assert!(lines[4].ends_with(",3"), "{text}");
    let commands = "setoption name UCI_Variant value atomic\ngo perft 3 stats\nquit\n";
    let session = canopy::feed(&mut canopy::command::<&str>(&[]), commands);
    session.says(
        0,
        &[
            "explosions",
            "    3  8902       34     0     12         34 ",
        ],
    );
}

/// Pages and type definitions that Rust does not build list the variants by name.
#[test]
fn lists_of_other_languages_are_complete() {
    let lists = [
        (
            "web/index.html",
            include_str!("../web/index.html"),
            "value=\"",
            "\"",
        ),
        (
            "bindings/js/index.d.ts",
            include_str!("../bindings/js/index.d.ts"),
            "'",
            "'",
        ),
        (
            "_canopy.pyi",
            include_str!("../bindings/python/python/canopy/_canopy.pyi"),
            "`",
            "`",
        ),
    ];
    for (file, text, before, after) in lists {
        for rules in VARIANTS {
            let name = format!("{before}{}{after}", rules.name());
            assert!(text.contains(&name), "{file} lacks {name}");
        }
    }
}
