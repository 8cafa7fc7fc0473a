//! No healthy program is accused: `compare`, `fuzz` and `suite` with a program of each kind in the table of
//! [`healthy`](crate::support::healthy).

use crate::support::canopy::{self, Run, Scratch};
use crate::support::healthy::{self, KINDS, Kind};
use crate::support::sweep;

/// Castling, en passant, promotions, mate and stalemate below the root, pins, and Chess960.
const SUITE: &str = "\
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D2 2039
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 14 ;D2 191 ;D3 2812
8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1 ;D1 9 ;D2 50
n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - ;D1 24 ;D2 496
8/k1P5/8/1K6/8/8/8/8 w - - 0 1 ;D1 10 ;D2 25 ;D3 268
4k3/8/8/8/8/8/8/5KR1 w G - 0 1 ;D1 13
";

/// A run of canopy against a program of this kind.
fn against(kind: &Kind, command: &str, more: &[&str]) -> Run {
    let passed = healthy::arguments(kind.name, false);
    let chosen = |flag: &&&str| flag.starts_with("--kind=");
    let protocol = kind.flags.iter().find(chosen);
    let protocol = protocol.map_or("auto", |flag| &flag["--kind=".len()..]);
    let flags = kind.flags.iter().filter(|flag| !chosen(flag)).copied();
    let more: Vec<&str> = flags.chain(more.iter().copied()).collect();
    canopy::against(command, protocol, &passed, &more)
}

#[test]
fn no_healthy_kind_is_accused() {
    let suite = Scratch::with("healthy.epd", SUITE);
    let commands: [(&str, &[&str], &str); 3] = [
        ("compare", &["--depth=3"], "depth 3: 8902 leaves, agreed"),
        ("fuzz", &["-n", "20", "--depth=2"], "all agreed"),
        ("suite", &[suite.path()], ", 0 disagreements\n"),
    ];
    let kinds = sweep::sample(KINDS, 4).into_iter();
    let runs: Vec<_> = kinds
        .flat_map(|kind| commands.map(|command| (kind, command)))
        .collect();
    sweep::check_waiting(&runs, |&(kind, (command, more, agreed))| {
        let run = against(kind, command, more);
        let is_right = match kind.refusal {
            None => run.code == Some(0) && run.stdout.contains(agreed),
            Some(part) => run.code == Some(2) && run.stderr.contains(part),
        };
        assert!(is_right, "{}: {command}: {run:?}", kind.name);
    });
}

#[test]
fn positions_of_chess960_are_left_out_unless_they_are_asked_for() {
    let kind = KINDS.iter().find(|kind| kind.name == "no UCI_Chess960");
    let kind = kind.expect("a row");
    let suite = Scratch::with("chess960.epd", SUITE);
    against(kind, "suite", &[suite.path()]).says(
        0,
        &[
            "1 position of Chess960 left out: ",
            "5 positions, 12 counts, ",
        ],
    );
    let lacks = "this needs the option UCI_Chess960, which the other program does not offer";
    let asked = against(kind, "suite", &[suite.path(), "--ask-chess960"]);
    asked.says(1, &[lacks, "6 positions, 13 counts"]);
    let fen = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1";
    let compared = against(kind, "compare", &["--depth=2", "--fen", fen]);
    compared.says(1, &[lacks]);
    let note = "note on the other program: it does not offer the option UCI_Chess960";
    for run in [&asked, &compared] {
        assert_eq!(run.stderr.matches(note).count(), 1, "{}", run.stderr);
        for blame in ["is legal", "known defect", "it ignores"] {
            assert!(!run.stdout.contains(blame), "{}", run.stdout);
        }
    }
    let only = Scratch::with("only.epd", SUITE.lines().last().expect("a line"));
    against(kind, "suite", &[only.path()]).says(2, &["all 1 positions are of Chess960"]);
    let offered = KINDS.iter().find(|kind| kind.name == "as Stockfish");
    let all = against(offered.expect("a row"), "suite", &[suite.path()]);
    all.says(0, &["6 positions, 13 counts, "]);
}

#[test]
fn random_positions_of_chess960_without_the_option() {
    let kind = KINDS.iter().find(|kind| kind.name == "no UCI_Chess960");
    let arguments = ["--chess960", "--continue", "-n", "60", "--depth=1"];
    let run = against(kind.expect("a row"), "fuzz", &arguments);
    run.says(
        1,
        &[
            " disagreements of 1 kind\n",
            "which the other program does not offer",
        ],
    );
}
