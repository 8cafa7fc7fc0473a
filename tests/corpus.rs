//! `canopy corpus`, and the corpus that is part of the program.

use ::corpus::Embedded;
use ::corpus::features::{self, Facts};
use movegen::chess::{ParsedFen, Position};
use serde_json::Value;

use crate::support::canopy::{Scratch, canopy, stdout};
use crate::support::count::perft;

#[test]
fn a_generated_suite_passes_and_is_the_same_again() {
    let arguments = [
        "corpus",
        "generate",
        "--feature=en-passant",
        "--feature=castling-king-side",
        "--count=8",
        "--depth=3",
        "--divide",
        "--seed=7",
    ];
    let suite = stdout(&arguments);
    assert_eq!(suite.lines().count(), 8);
    assert_eq!(suite, stdout(&arguments));
    for line in suite.lines() {
        assert!(
            line.contains(" ;c0 \"") && line.contains(" ;c1 \""),
            "{line}"
        );
        let fen = line.split(" ;").next().expect("a FEN");
        let facts = features::facts_of_fen(fen).expect(fen);
        let ids: Vec<&str> = features::of(&facts)
            .iter()
            .map(|feature| feature.id)
            .collect();
        assert!(
            ids.contains(&"en-passant") && ids.contains(&"castling-king-side"),
            "{fen}"
        );
        assert!(line.contains(&ids.join(" ")), "{line}");
    }
    let file = Scratch::with("generated.epd", &suite);
    canopy(&["suite", file.path()]).says(0, &["8 positions, 24 counts, ", " 0 disagreements"]);
}

#[test]
fn json_lines_have_counts_divide_and_tags() {
    let run = canopy(&[
        "corpus",
        "generate",
        "--feature=chess960-king-stays",
        "--chess960",
        "--count=2",
        "--depth=2",
        "--divide",
        "--format=jsonl",
    ]);
    let [first, _, result] = &run.json()[..] else {
        panic!("{run:?}");
    };
    assert_eq!(result["status"], "ok");
    assert_eq!(result["positions"], 2);
    let tags = first["features"].as_array().expect("a list");
    assert!(tags.contains(&Value::from("chess960-king-stays")));
    let divide = first["divide"].as_object().expect("an object");
    let count = |value: &Value| value.as_str().and_then(|text| text.parse::<u64>().ok());
    let sum: Option<u64> = divide.values().map(count).sum();
    assert_eq!(sum, count(&first["counts"][1]));
    assert_eq!(first["chess960"], true);
}

#[test]
fn features_that_exclude_each_other_are_reported() {
    let run = canopy(&[
        "corpus",
        "generate",
        "--feature=checkmate",
        "--feature=stalemate",
        "--format=jsonl",
    ]);
    run.says(1, &["\"status\":\"disagreement\"", "\"positions\":0"]);
    canopy(&["corpus", "generate", "--feature=pin-knigt"]).refuses("did you mean 'pin-knight'?");
}

#[test]
fn features_are_listed() {
    let all = stdout(&["corpus", "features"]);
    assert_eq!(all.lines().count(), features::COUNT);
    let json = stdout(&["corpus", "features", "--json"]);
    let document: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        document["features"].as_array().map(Vec::len),
        Some(features::COUNT)
    );
}

/// The numbers that the documentation promises, and that each kind of chess is there.
#[test]
fn the_embedded_corpus() {
    let (mut deep, mut chess960, mut double) = (0, 0, 0);
    let mut leaves = 0;
    for sample in Embedded::Full.samples() {
        let sample = sample.expect("a position");
        deep += usize::from(sample.depth() >= 4);
        chess960 += usize::from(sample.chess960);
        let fen = sample.fen();
        let back_ranks: Vec<&str> = fen.split(['/', ' ']).collect();
        let start = back_ranks[7].len() == 8 && !fen.starts_with(&back_ranks[7].to_lowercase());
        double += usize::from(start && fen.contains("/pppppppp/8/8/8/8/PPPPPPPP/"));
        leaves += sample.counts.iter().sum::<u64>();
    }
    assert!(deep >= 200_000, "{deep}");
    assert!(chess960 >= 50_000, "{chess960}");
    assert!(double >= 100, "{double}");
    assert!(leaves > 15_000_000_000, "{leaves}");
}

/// A sample of the corpus, counted again. The whole is verified by `corpus_builder verify`.
#[test]
fn counts_of_the_embedded_corpus() {
    for sample in Embedded::Full.samples().step_by(1009) {
        let sample = sample.expect("a position");
        let setup = sample.fen().parse::<ParsedFen>().expect("a FEN").setup;
        let (position, _) = Position::from_setup(&setup).expect("a position");
        assert_eq!(position.key(), sample.position.key(), "{}", sample.fen());
        for (depth, &expected) in (1..=3).zip(&sample.counts) {
            let counted = perft(&position, depth);
            assert_eq!(counted, u128::from(expected), "{}", sample.fen());
        }
    }
}

#[test]
fn every_feature_occurs_in_the_embedded_corpus() {
    let mut seen = [0; features::COUNT];
    for sample in Embedded::Full.samples() {
        let sample = sample.expect("a position");
        for bit in features::of(&Facts::new(sample.position, sample.passed)).bits() {
            seen[bit] += 1;
        }
    }
    for (feature, times) in features::all().zip(seen) {
        assert!(times >= 200, "{}: {times}", feature.id);
    }
}
