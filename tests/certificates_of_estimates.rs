//! Certificates of `canopy estimate`: everything in them can be made again from the seed.

use serde_json::{Value, json};

use crate::certificates::File;
use crate::support::canopy::{KIWIPETE, Scratch, canopy, has, stdout, words};

/// A small estimate without a number of lines.
const ENDLESS: &str = "estimate 8 --split 3 --batch 16";

/// The same with 128 batches of 16 lines.
const SMALL: &str = "estimate 8 --split 3 --batch 16 --samples 2048";

/// A smaller one, for any root.
const SHALLOW: &str = "estimate 6 --split 2 --batch 16 --samples 1024";

fn small(name: &str) -> File {
    File::of(name, &words(SMALL))
}

#[test]
fn estimates_of_every_game_are_verified() {
    for (command, more) in [
        (SMALL, &[][..]),
        (SMALL, &["--stats"]),
        (SHALLOW, &["--fen", KIWIPETE, "--control", "5"]),
        (SHALLOW, &["--moves", "e2e4 e7e5"]),
        (SHALLOW, &["--variant", "atomic"]),
        (SHALLOW, &["--game", "hive", "--type", "Base+MLP"]),
    ] {
        let arguments = [&words(command), more].concat();
        let file = File::of("estimated", &arguments);
        let verified = file.verify(&[]);
        verified.says(0, &["follow from the batches", "all equal"]);
        file.verify(&["--units", "0"])
            .says(0, &["no batch was drawn again"]);
        // The figures are those of the answer.
        let answer = stdout(&[&arguments[..], &["-q", "--json"]].concat());
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let verified = file.verified(&["--units", "3", "--seed", "5"]);
        for field in ["depth", "estimate", "low", "high"] {
            let number = |answer: &Value| answer[field].as_f64().unwrap();
            let ratio = number(&verified) / number(&answer);
            assert!((ratio - 1.0).abs() < 1e-12, "{field}: {verified} {answer}");
        }
        has(
            &verified["recount"],
            json!({ "units": 3, "seed": 5, "wrong": [] }),
        );
        assert_eq!(verified["units"], answer["batches"]);
        assert_eq!(verified["recount"]["chances"][0][0], "1 batch");
    }
}

#[test]
fn exact_counts_that_are_not_published_are_counted_again() {
    let french = ["--moves", "e2e4 e7e6", "--control", "5"];
    let file = File::of("controls", &[&words(SHALLOW)[..], &french].concat());
    file.verify(&[])
        .says(0, &["\nperft(5) = ", ": counted again, equal"]);
    file.verify(&["--units", "0"])
        .says(0, &[": neither published nor counted again"]);
    let verified = file.verified(&[]);
    assert_eq!(verified["controls"][0]["state"], "counted");
}

#[test]
fn batches_of_several_seeds_are_verified() {
    let folder = Scratch::new("estimate");
    let stored = [&words(SMALL)[..], &["--out", folder.path()]].concat();
    for seed in ["1", "9"] {
        canopy(&[&stored[..], &["--seed", seed]].concat()).says(0, &[]);
    }
    // What other commands have stored belongs to it.
    let nothing = ["--time", "0", "--out", folder.path()];
    let file = File::of("seeds", &[&words(ENDLESS)[..], &nothing].concat());
    let verified = file.verify(&["--units", "40"]);
    verified.says(0, &["256 batches", "seeds 1, 9", "all equal"]);
}

#[test]
fn batches_share_rows_where_there_are_many() {
    let many = ["--samples", "720000"];
    let file = File::of("many", &[&words(ENDLESS)[..], &many].concat());
    let verified = file.verify(&["--units", "50"]);
    verified.says(
        0,
        &["drawn again: 50 groups of 2 batches of 22528", "all equal"],
    );
    assert!(file.read().len() < 4 << 20);
    let shifted = |fields: &mut Value| fields["drawn"][0]["first"] = json!(1);
    file.forged(shifted, &["--units", "2"])
        .says(1, &["WRONG: group"]);
}

#[test]
fn figures_that_do_not_follow_are_found_at_once() {
    let file = small("figures");
    let forged = |edit: &dyn Fn(&mut Value), expected: &str| {
        file.forged(edit, &["--units", "0"]).says(1, &[expected]);
    };
    for (name, factor) in [("estimate", 1.0001), ("error", 0.9), ("half_width", 0.9)] {
        let edit = |fields: &mut Value| {
            let figure = &mut fields["estimates"]["nodes"][name];
            *figure = (figure.as_f64().unwrap() * factor).into();
        };
        forged(&edit, &format!("arithmetic: WRONG, nodes: the {name} is "));
    }
    forged(
        &|fields| fields["rows"][7][0] = "8e10".into(),
        "arithmetic: WRONG",
    );
    let control = |leaves: &'static str| {
        move |fields: &mut Value| fields["controls"][0]["leaves"] = leaves.into()
    };
    forged(&control("3195911860"), "arithmetic: WRONG");
    // Too little to change the estimate.
    let expected = "perft(7) = 3195901861: WRONG, it is 3195901860";
    forged(&control("3195901861"), expected);
    let huge = |fields: &mut Value| {
        fields["rows"][7][0] = "1e308".into();
        fields["rows"][8][0] = "1.7e308".into();
    };
    forged(&huge, "arithmetic: WRONG");
}

#[test]
fn batches_that_were_not_drawn_are_found_by_drawing_again() {
    let file = small("drawn");
    let forged = |edit: &dyn Fn(&mut Value), expected: &str| {
        file.forged(edit, &["--units", "0"])
            .says(0, &["follow from"]);
        file.forged(edit, &[]).says(1, &[expected]);
    };
    let swap = |fields: &mut Value| fields["rows"].as_array_mut().unwrap().swap(3, 4);
    forged(&swap, "WRONG: batch 3 has the mean ");
    forged(
        &|fields| fields["drawn"][0]["seed"] = json!(1),
        "WRONG: batch ",
    );
    forged(
        &|fields| fields["drawn"][0]["first"] = json!(1),
        "WRONG: batch ",
    );
    forged(&|fields| fields["batch"] = json!(17), "WRONG: batch ");
    forged(&|fields| fields["depth"] = json!(200), "WRONG: batch ");
    forged(
        &|fields| fields["positions"] = json!(5361),
        "table: WRONG, 5361 positions at ply 3",
    );
    forged(&|fields| fields["split"] = json!(2), "table: WRONG");
    // The table is not built beyond the positions of the certificate.
    let deep = |fields: &mut Value| {
        fields["split"] = json!(12);
        fields["depth"] = json!(200);
    };
    forged(
        &deep,
        "table: WRONG, more than 5362 positions within 12 plies",
    );
    let shallow = |fields: &mut Value| fields["split"] = json!(7);
    forged(
        &shallow,
        "table: WRONG, the exact counts near the root reach",
    );
}

#[test]
fn what_is_no_certificate_of_an_estimate_is_refused() {
    let file = small("refused");
    let most = json!(u64::MAX);
    for (field, value) in [
        ("depth", json!(256)),
        ("split", json!(9)),
        ("split", most.clone()),
        ("widest", json!(1u64 << 40)),
        ("positions", json!(0)),
        ("batch", json!(1u64 << 40)),
        ("together", json!(0)),
        ("columns", json!([])),
        ("controls", json!([{ "depth": 8, "leaves": "5" }])),
        ("drawn", json!([{ "seed": 0, "first": 0, "batches": most }])),
        (
            "drawn",
            json!([{ "seed": 0, "first": most, "batches": 128 }]),
        ),
        ("drawn", json!([{ "seed": 0, "first": 0, "batches": 64 }])),
        // The same batches twice.
        (
            "drawn",
            json!([
                { "seed": 0, "first": 0, "batches": 64 },
                { "seed": 0, "first": 0, "batches": 64 },
            ]),
        ),
        ("rows", json!([["1e999", "1", "1"], ["1", "1", "1"]])),
        ("rows", json!([["NaN", "1", "1"], ["1", "1", "1"]])),
        ("rows", json!([["-1", "1", "1"], ["1", "1", "1"]])),
        ("rows", json!([["1"], ["1"]])),
    ] {
        let refused = file.forged(|fields| fields[field] = value.clone(), &[]);
        let name = if field == "columns" {
            "estimates"
        } else {
            field
        };
        refused.says(2, &[&format!("the field '{name}' is missing or wrong")]);
    }
    let format = file.forged(|fields| fields["format"] = json!(2), &[]);
    format.says(2, &["format 2, expected 1: written by another version"]);
    let columns = |fields: &mut Value| {
        fields["columns"] = json!(["leaves"]);
        fields["estimates"] = json!({ "leaves": fields["estimates"]["nodes"] });
    };
    file.forged(columns, &[])
        .says(2, &["the field 'columns' is missing or wrong"]);
}

#[test]
fn what_cannot_be_certified_is_refused_before_anything_is_drawn() {
    let folder = Scratch::new("unwritable");
    let path = folder.join("certificate.json");
    let certificate = ["--certificate", path.to_str().unwrap()];
    let long = words("estimate 15 --split 2 --time 9h --rel 1e-9");
    canopy(&[&long[..], &certificate].concat()).refuses("certificate.json");
    canopy(&[&["estimate", "5"][..], &certificate].concat()).refuses("the count is exact");
}
