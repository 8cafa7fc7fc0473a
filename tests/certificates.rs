//! Certificates: written by `perft` and `merge`, checked by `canopy verify`. A wrong number is found in each of them.

use std::fs;

use serde_json::{Value, json};
use uci::storage::sealed;

use crate::support::canopy::{KIWIPETE, Run, Scratch, canopy, command, stdout};

/// A certificate in a folder of its own, where it can be forged.
pub(crate) struct File(pub(crate) Scratch);

impl File {
    /// The certificate of a command; its answer is that of the same command without.
    pub(crate) fn of(name: &str, arguments: &[&str]) -> File {
        let file = File(Scratch::new(name));
        fs::create_dir(file.0.path()).unwrap();
        let path = file.path();
        stdout(&[arguments, &["-q", "--certificate", &path]].concat());
        file
    }

    /// That of `canopy perft` with these arguments.
    fn of_perft(name: &str, perft: &[&str]) -> File {
        File::of(name, &[&["perft"], perft].concat())
    }

    pub(crate) fn path(&self) -> String {
        let path = self.0.join("certificate.json");
        path.to_str().unwrap().to_owned()
    }

    pub(crate) fn read(&self) -> String {
        fs::read_to_string(self.path()).unwrap()
    }

    pub(crate) fn verify(&self, more: &[&str]) -> Run {
        canopy(&[&["verify", &self.path()], more].concat())
    }

    /// The answer of the check in JSON.
    pub(crate) fn verified(&self, more: &[&str]) -> Value {
        let answer = self.verify(&[more, &["--json"]].concat()).answer();
        serde_json::from_str(&answer).unwrap()
    }

    /// Changes the fields, and seals them as if they were right.
    pub(crate) fn forge(&self, edit: impl Fn(&mut Value)) {
        let mut fields = Value::Object(sealed::open(self.read().trim_end()).unwrap());
        edit(&mut fields);
        if fields.get("counts").is_some() {
            fields["counts_sha256"] = sealed::digest(&fields["counts"].to_string()).into();
        }
        fs::write(self.path(), sealed::seal(&fields)).unwrap();
    }

    /// Checks a forged copy of the file.
    pub(crate) fn forged(&self, edit: impl Fn(&mut Value), more: &[&str]) -> Run {
        let intact = self.read();
        self.forge(edit);
        let run = self.verify(more);
        fs::write(self.path(), intact).unwrap();
        run
    }
}

/// Adds to a number in quotation marks.
fn add(number: &mut Value, more: i64) {
    let digits: i64 = number.as_str().unwrap().parse().unwrap();
    *number = (digits + more).to_string().into();
}

#[test]
fn certificates_of_every_game_are_verified() {
    let unusable = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1";
    let chess960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    for perft in [
        &["4"][..],
        &["3", "--fen", KIWIPETE, "--stats"],
        // The capture en passant is illegal.
        &["4", "--fen", unusable],
        &["3", "--fen", chess960, "--chess960"],
        &["3", "--moves", "e2e4 e7e5", "--hash", "0"],
        &["3", "--variant", "crazyhouse"],
        &["3", "--game", "hive", "--type", "Base+MLP"],
    ] {
        let file = File::of_perft("certified", perft);
        // Units have the statistics of the last depth only.
        if !perft.contains(&"--stats") {
            let again =
                canopy(&[&["perft"], perft, &["-q", "--certificate", &file.path()]].concat());
            assert_eq!(
                again.answer(),
                stdout(&[&["perft"], perft, &["-q"]].concat())
            );
        }
        let verified = file.verify(&[]);
        verified.says(
            0,
            &[
                "arithmetic: the units are those of the position",
                "all equal",
            ],
        );
        let fewer = file
            .verify(&["--units", "1", "--seed", "1", "--json"])
            .answer();
        let fewer: Value = serde_json::from_str(&fewer).unwrap();
        assert_eq!(fewer["recount"]["units"], 1, "{fewer}");
        assert_eq!(fewer["recount"]["seed"], 1);
        let none = file.verify(&["--units", "0"]);
        none.says(0, &["no unit was counted again"]);
    }
}

#[test]
fn units_are_counted_with_other_keys_and_another_kernel() {
    let file = File::of_perft("other", &["4", "--kernel", "portable", "--seed", "7"]);
    let text = fs::read_to_string(file.path()).unwrap();
    let fields = sealed::open(text.trim_end()).unwrap();
    assert_eq!(fields["sources"][0]["seed"], 7);
    assert_eq!(fields["sources"][0]["results"], 20);
    let answer: Value = serde_json::from_str(&file.verify(&["--json"]).answer()).unwrap();
    let recount = &answer["recount"];
    match movegen::chess::Kernel::available().len() {
        1 => assert_eq!(recount["other_kernel"], false),
        _ => assert!(
            !recount["kernel"].as_str().unwrap().contains("portable"),
            "{answer}"
        ),
    }
}

#[test]
fn a_wrong_sum_is_found_by_arithmetic() {
    let forged = |edit: &dyn Fn(&mut Value), expected: &str| {
        let file = File::of_perft("sums", &["4"]);
        file.forge(edit);
        file.verify(&["--units", "0"]).says(1, &[expected]);
    };
    forged(
        &|fields| add(&mut fields["counts"][5], 1),
        "f2f3: 8457, but its units add up to 8458",
    );
    forged(
        &|fields| add(&mut fields["totals"][0], 1),
        "nodes: 197282, but the units add up to 197281",
    );
    forged(
        &|fields| add(&mut fields["moves"]["g1h3"], -1),
        "g1h3: 8880, but its units add up to 8881",
    );
    let cut = |fields: &mut Value| {
        fields["counts"].as_array_mut().unwrap().pop();
        fields["units"] = json!(19);
    };
    forged(&cut, "19 counts for 20 units");
    forged(
        &|fields| fields["root"]["fen"] = KIWIPETE.into(),
        "the units are others",
    );
    forged(&|fields| fields["split"] = json!(2), "the units are others");
    let huge = "340282366920938463463374607431768211455";
    forged(
        &|fields| fields["counts"][0] = huge.into(),
        "more than 128 bits hold",
    );
}

#[test]
fn wrong_counts_that_add_up_are_found_by_counting_again() {
    let folder = Scratch::new("recounted");
    fs::create_dir(folder.path()).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (units, results, certificate) = (path("units"), path("results"), path("certificate.json"));
    fs::write(&units, stdout(&["units", "4", "--split", "2"])).unwrap();
    let merge = ["merge", &units, &results, "--certificate", &certificate];
    canopy(&[
        "run", &units, "--out", &results, "--unit", "0-398", "--quiet",
    ])
    .says(0, &[]);
    let incomplete = canopy(&merge);
    incomplete.says(75, &[]);
    assert!(
        incomplete
            .stderr
            .contains("certificate.json was not written: units are missing")
    );
    assert!(fs::metadata(&certificate).is_err());
    canopy(&["run", &units, "--out", &results, "--quiet"]).says(0, &[]);
    canopy(&merge).says(0, &["Nodes searched: 197281"]);
    let file = File(folder);
    file.verify(&[]).says(0, &["400 units of 400"]);
    // Both units are below a2a3.
    file.forge(|fields| {
        add(&mut fields["counts"][3], 1);
        add(&mut fields["counts"][4], -1);
    });
    file.verify(&["--units", "0"]).says(0, &["add up"]);
    let found = file.verify(&[]);
    found.says(1, &["WRONG: unit 3 has", "WRONG: unit 4 has"]);
    // One of ten units finds a fifth of wrong ones with a probability of 1 - 0.8^10 or a little more.
    let answer = file
        .verify(&["--units", "10", "--seed", "3", "--json"])
        .answer();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let chances = answer["recount"]["chances"].as_array().unwrap();
    let chance = |nth: usize| chances[nth][1].as_f64().unwrap();
    assert_eq!(chances[0][0], "1 unit");
    assert!((chance(0) - 10.0 / 400.0).abs() < 1e-9, "{answer}");
    assert_eq!(chances[3][0], "20 %");
    assert!((0.8926..0.90).contains(&chance(3)), "{answer}");
}

#[test]
fn the_published_certificates_have_right_sums() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/certificates");
    let files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    assert!(!files.is_empty());
    for file in files {
        let verified = canopy(&["verify", file.to_str().unwrap(), "--units", "0"]);
        verified.says(0, &["\narithmetic: the "]);
        let estimated = verified.stdout.contains("about");
        assert!(
            estimated || verified.stdout.contains("published value"),
            "{verified:?}"
        );
    }
}

/// A split that makes many more positions than the file has counts is not walked to its end.
#[test]
fn a_split_that_is_too_deep_is_refused() {
    let file = File::of_perft("deep", &["4"]);
    for (split, depth) in [(11, 12), (199, 200)] {
        let deep = |fields: &mut Value| {
            fields["split"] = json!(split);
            fields["depth"] = json!(depth);
        };
        let reason = format!("a split of {split} makes more than 262144 positions");
        file.forged(deep, &[]).says(2, &[&reason]);
    }
}

/// As for all reports.
#[test]
fn a_dash_is_the_name_of_a_file() {
    let folder = Scratch::new("dash");
    fs::create_dir(folder.path()).unwrap();
    let mut run = command(&["perft", "2", "-q", "--certificate", "-"]);
    let output = run.current_dir(folder.path()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text, stdout(&["perft", "2", "-q"]));
    let file = folder.join("-");
    canopy(&["verify", file.to_str().unwrap()]).says(0, &["all equal"]);
}

#[test]
fn a_path_that_cannot_be_written_is_refused_before_the_count() {
    let folder = Scratch::new("unwritable");
    let path = folder.join("certificate.json");
    // A count to this depth takes days.
    let refused = canopy(&["perft", "13", "--certificate", path.to_str().unwrap()]);
    refused.says(2, &[]);
    assert_eq!(refused.stdout, "");
    let shallow = canopy(&["perft", "1", "--certificate", path.to_str().unwrap()]);
    shallow.refuses("--certificate needs a depth of at least 2");
    assert!(refused.stderr.contains("certificate.json"), "{refused:?}");
}

#[test]
fn what_is_no_certificate_is_refused() {
    let file = File::of_perft("refused", &["3"]);
    let intact = fs::read_to_string(file.path()).unwrap();
    let refused = |reason: &str| {
        let run = file.verify(&[]);
        run.says(2, &[]);
        assert!(run.stderr.contains(reason), "{reason}: {run:?}");
    };
    fs::write(file.path(), &intact[1..]).unwrap();
    refused("damaged: the checksum does not match");
    fs::write(file.path(), intact.replace("8902", "8903")).unwrap();
    refused("damaged: the checksum does not match");
    for (field, value, reason) in [
        (
            "type",
            json!("units"),
            "the field 'type' is missing or wrong",
        ),
        ("format", json!(2), "format 2, expected 1"),
        ("game", json!("go"), "there is no game 'go'"),
        ("split", json!(3), "the field 'split' is missing or wrong"),
        ("depth", json!(300), "the field 'depth' is missing or wrong"),
        (
            "columns",
            json!([]),
            "the field 'counts' is missing or wrong",
        ),
        ("units", json!(19), "the field 'units' is missing or wrong"),
        (
            "root",
            json!({ "fen": "8/8/8/8/8/8/8/8 w - - 0 1" }),
            "king",
        ),
        (
            "root",
            json!({ "fen": 5 }),
            "the field 'fen' of the root is 5",
        ),
    ] {
        fs::write(file.path(), &intact).unwrap();
        file.forge(|fields| fields[field] = value.clone());
        refused(reason);
    }
}
