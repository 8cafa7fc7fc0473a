//! Certificates of `canopy unique --disk`: slices of the keys, counted again with whole positions.

use serde_json::{Value, json};

use crate::certificates::File;
use crate::support::canopy::{KIWIPETE, Scratch, canopy, has};

/// A certificate, and the folder of its count.
fn unique(name: &str, more: &[&str]) -> (File, Scratch) {
    let folder = Scratch::new("unique-certified");
    let arguments = [&["unique", "--disk", folder.path(), "--memory", "64"], more].concat();
    (File::of(name, &arguments), folder)
}

#[test]
fn all_slices_of_every_position_are_verified() {
    let chess960 = "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb -";
    for (arguments, whole) in [
        (&["5"][..], "plies 1 to 3"),
        (&["4", "--seed", "7"], "plies 1 to 2"),
        (&["4", "--exact"], "plies 1 to 2"),
        (&["3", "--fen", KIWIPETE], "ply 1"),
        (&["3", "--fen", chess960], "ply 1"),
        (&["2", "--moves", "e2e4 d7d5"], "no whole ply"),
        // A capture en passant, and that of a rook with its right to castle.
        (
            &["4", "--fen", "r3k3/8/8/8/2p5/8/3P2b1/4K2R w Kq -"],
            "plies 1 to 2",
        ),
    ] {
        let (file, folder) = unique("unique", arguments);
        let verified = file.verify(&[]);
        verified.says(
            0,
            &[
                "the slices add up",
                &format!("counted again: {whole}, and"),
                "all equal",
            ],
        );
        assert!(
            !verified.stdout.contains("would have been found"),
            "{verified:?}"
        );
        file.verify(&["--units", "0"])
            .says(0, &["no slice was counted again"]);
        let answer = file.verified(&["--units", "3", "--seed", "5"]);
        has(
            &answer["recount"],
            json!({ "units": 3, "seed": 5, "wrong": [], "wrong_plies": [] }),
        );
        // The folder has all that a certificate needs.
        let again = [
            &["unique", "--disk", folder.path(), "--memory", "64"],
            arguments,
        ]
        .concat();
        let path = file.path();
        let written = file.read();
        canopy(&[&again[..], &["--certificate", &path]].concat()).says(0, &[]);
        assert_eq!(file.read(), written);
    }
}

#[test]
fn sums_that_differ_are_found_at_once() {
    let (file, _folder) = unique("sums", &["4"]);
    let forged = |edit: &dyn Fn(&mut Value), expected: &str| {
        file.forged(edit, &["--units", "0"]).says(1, &[expected]);
    };
    let add = |number: &mut Value| *number = json!(number.as_u64().unwrap() + 1);
    forged(
        &|fields| add(&mut fields["slices"][3][1]),
        "WRONG, 72078 positions after 4 plies, but the slices add up to 72079",
    );
    forged(
        &|fields| add(&mut fields["slices"][3][0]),
        "WRONG, 5362 positions after 3 plies, but the slices add up to 5363",
    );
    forged(
        &|fields| fields["plies"][1] = "401".into(),
        "DIFFERS from the published value 400",
    );
    forged(
        &|fields| fields["slices"][3][1] = json!(u64::MAX),
        "more than 64 bits hold",
    );
}

#[test]
fn wrong_slices_that_add_up_are_found_by_counting_again() {
    let (file, _folder) = unique("slices", &["4"]);
    let forged = |edit: &dyn Fn(&mut Value), expected: &str| {
        file.forged(edit, &["--units", "0"]).says(0, &["add up"]);
        file.forged(edit, &[]).says(1, &[expected]);
    };
    let shift = |number: &mut Value, more: i64| *number = json!(number.as_i64().unwrap() + more);
    let moved = |fields: &mut Value| {
        shift(&mut fields["slices"][3][1], 1);
        shift(&mut fields["slices"][4][1], -1);
    };
    forged(&moved, "WRONG: slice 3 has ");
    let swapped = |fields: &mut Value| fields["slices"].as_array_mut().unwrap().swap(0, 1);
    forged(&swapped, "WRONG: slice 1 has ");
    forged(&|fields| fields["seed"] = json!(1), "WRONG: slice 0 has ");
    let all_in_one = |fields: &mut Value| {
        let slices = fields["slices"].as_array_mut().unwrap();
        let last = slices.len() - 1;
        for number in 0..2 {
            let sum: u64 = slices
                .iter()
                .map(|slice| slice[number].as_u64().unwrap())
                .sum();
            slices.iter_mut().for_each(|slice| slice[number] = json!(0));
            slices[last][number] = json!(sum);
        }
    };
    forged(&all_in_one, "counted again many more");
}

#[test]
fn wrong_plies_are_found_by_counting_again() {
    let (file, _folder) = unique("plies", &["4", "--moves", "a2a3 h7h6 a3a4"]);
    let wrong = |fields: &mut Value| fields["plies"][1] = "5".into();
    file.forged(wrong, &["--units", "0"]).says(0, &["add up"]);
    file.forged(wrong, &[])
        .says(1, &["WRONG: 5 positions after 2 plies, counted again "]);
}

#[test]
fn what_is_no_certificate_of_positions_is_refused() {
    let (file, _folder) = unique("refused", &["3"]);
    for (field, value) in [
        ("depth", json!(1)),
        ("depth", json!(4)),
        ("buckets", json!(u64::MAX)),
        ("buckets", json!(1)),
        ("together", json!(0)),
        ("plies", json!(["20", "400", "99999999999999999999999"])),
        ("slices", json!([])),
        ("slices", json!([[1]])),
        ("error_probability", json!(0.0)),
        ("error_probability", json!(1e308)),
        ("exact", json!("no")),
        ("game", json!("hive")),
    ] {
        let refused = file.forged(|fields| fields[field] = value.clone(), &[]);
        refused.says(2, &[]);
        let name = match (field, value.as_u64()) {
            ("depth", Some(4)) => "plies",
            ("buckets", Some(1)) => "slices",
            _ => field,
        };
        let reason = format!("the field '{name}' is missing or wrong");
        let foreign = field == "game";
        assert!(
            foreign || refused.stderr.contains(&reason),
            "{field}: {refused:?}"
        );
    }
}

/// Lines of 199 plies have no end.
#[test]
fn a_count_that_cannot_be_made_ends_in_time() {
    let (file, _folder) = unique("endless", &["3", "--fen", KIWIPETE]);
    let endless = |fields: &mut Value| {
        let plies = fields["plies"].as_array_mut().unwrap();
        let last = plies.split_off(1);
        plies.resize(198, json!("1"));
        plies.extend(last);
        plies[0] = json!("48");
        fields["depth"] = json!(200);
    };
    let late = file.forged(endless, &["--minutes", "0", "--memory", "16"]);
    assert_eq!(late.code, Some(2), "{late:?}");
    assert!(late.stdout.contains("--minutes allows more"), "{late:?}");
    let small = file.verify(&["--memory", "1", "--units", "16"]);
    small.says(
        2,
        &[
            "--memory 1 is enough for ",
            " of the 16 slices that were drawn: raise it",
        ],
    );
}

#[test]
fn what_cannot_be_certified_is_refused_before_the_count() {
    let folder = Scratch::new("unwritable");
    let path = folder.join("certificate.json");
    let certificate = ["--certificate", path.to_str().unwrap()];
    let disk = Scratch::new("unique-certified");
    let long = ["unique", "12", "--disk", disk.path()];
    canopy(&[&long[..], &certificate].concat()).refuses("certificate.json");
    canopy(&[&["unique", "3"][..], &certificate].concat()).refuses("--disk");
}
