//! `canopy why`: the cause of pasted numbers.

use crate::support::canopy::{KIWIPETE, Scratch, canopy};
use crate::support::sweep;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Texts, and what the answer has.
const CASES: [(&str, &[&str]); 17] = [
    // The fourth depth of the start position, by a program that does not test the moves of the last ply.
    (
        "start, depth 4, total 197742, divide a2a3 8457 b2b3 9347 c2c3 9347 d2d3 11961 e2e3 13280 f2f3 8457 \
         g2g3 9347 h2h3 8457 a2a4 9329 b2b4 9332 c2c4 9818 d2d4 12437 e2e4 13308 f2f4 8929 g2g4 9328 h2h4 9329 \
         b1a3 8885 b1c3 9757 g1f3 9754 g1h3 8883",
        &[
            "  e2e3: 13280, right is 13134",
            "moves of the last ply are not tested for leaving the king in check",
        ],
    ),
    (
        "position 5 of the wiki, depth 3: 62416 (62379)",
        &[
            "62416, right is 62379",
            "the castling right is kept after the rook was captured",
            "To tell them apart",
        ],
    ),
    (
        "Kiwipete depth 2, all lines right but e5d7: 44 (45)",
        &[
            "  e5d7: 44, right is 45",
            "castling is rejected when a square that only the rook crosses is attacked",
        ],
    ),
    (
        "position 3, depth 5: 674543; b4b1 69653, b4b2 48486, b4b3 59708, b4a4 45580, b4c4 63770, b4d4 59563, \
         b4e4 54181, b4f4 10774, others right",
        &[
            "en passant captures of a pawn that gives check are missing",
            "no count is too large",
        ],
    ),
    (
        "8/p7/5p2/3Bqn1k/P5p1/7p/5P1K/3Q4 w - - 0 1 depth 4: 77240 (77382)\n\
         3r2k1/5pbp/p5p1/1b2P3/4PN2/1p6/2K2NPP/3R4 w - - 0 1 depth 4: 149271 (149334)",
        &["en passant captures by pinned pawns are missing, even along the line of the pin"],
    ),
    // A move that is not legal: the rule is certain, whatever the cause.
    (
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 depth 1\ne1d1: 1\ne1d2: 1\ne1e2: 1\ne1f1: 1\ne1f2: 1\ne1e3: 1\n\nNodes searched: 6\n",
        &[
            "extra: e1e3 is illegal: a king cannot move from e1 to e3",
            "None of ",
        ],
    ),
    (
        "r2k3r/8/8/8/8/8/8/R3K3 b Qkq - 0 1 depth 1: 5",
        &["warning: ", "the black king is on d8"],
    ),
    // Wrong columns beside right leaves, and alone.
    (
        "Kiwipete depth 2: nodes 2039, captures 350 (351)",
        &[
            ": 2039, right",
            // There is one en passant capture at the last ply, but small numbers are equal by chance.
            "captures: 350, right is 351\n",
            "No number of leaves is wrong.",
        ],
    ),
    // Wrong columns rule out defects.
    (
        "Kiwipete\nDepth Nodes Captures E.p. Castles Promotions\n2 2038 351 1 90 0\n",
        &[
            "castles: 90, right is 91",
            " known defects give this number of leaves:",
            "castling is rejected when a square that only the rook crosses is attacked",
            " others give it with other numbers of captures, en passant captures, castling moves or promotions.",
        ],
    ),
    // No defect gives them: perhaps only some captures were counted.
    (
        "Kiwipete\nDepth Nodes Captures Castles\n2 2038 17 90\n",
        &[
            " known defects give this number of leaves:",
            "None of them is known to give the statistics as well: they may be counted in another way.",
        ],
    ),
    (
        "Kiwipete depth 3: nodes 97862, captures 17057 (17102)",
        &[
            "captures: 17057, right is 17102: 45 less, which is the number of en_passant at the last ply\n",
        ],
    ),
    (
        "start position depth 4: nodes 197281, captures 1610, checks 481, checkmates 8",
        &[
            "each wrong statistic is its sum over all plies, 1 to 4",
            "captures: 1610, right is 1576\n",
            "checks: 481, right is 469\n",
        ],
    ),
    (
        "Kiwipete\ndepth captures e.p.\n2 340 1\n",
        &[
            "captures: 340, right is 351",
            "No number of leaves is wrong.",
        ],
    ),
    // The last ply is not tested, not even castling into check, but the root is.
    (
        "4k2r/7p/7N/6K1/8/8/8/8 w k - 0 1 depth 2: 86\n4k2r/7p/7N/6K1/8/8/8/8 b k - 0 1 depth 1: 6",
        &[
            "86, right is 70\n",
            "6, right\n",
            "moves of the last ply are not tested for leaving the king in check",
        ],
    ),
    // A right total is right, however large, and a line that was not read is not called right.
    (
        "perft 6 of the start position is 119060324, and perft 3 is 8902",
        &[
            "119060324, right\ndepth 3",
            "8902, right\nAll numbers are right.",
        ],
    ),
    (
        "startpos depth 3: 8902\nstartpos depth 1: 31415",
        &[
            "line 2 was not read",
            "All numbers that were compared are right.",
        ],
    ),
    (
        "perft 3 of the start position is 8902",
        &["8902, right\n", "All numbers are right."],
    ),
];

#[test]
fn texts_have_causes() {
    for (text, parts) in sweep::sample(CASES, 4) {
        let code = i32::from(!text.contains("8902"));
        canopy(&["why", "--text", text]).says(code, parts);
    }
}

#[test]
fn a_total_that_nothing_gives_has_no_cause() {
    canopy(&["why", "--text", "start depth 3: 8999"])
        .says(1, &["None of ", " known defects gives this number."]);
}

#[test]
fn an_answer_to_the_question_narrows_the_causes() {
    let text = "position 5 of the wiki, depth 3: 62416";
    let before = canopy(&["why", "--json", "--text", text]);
    let data: serde_json::Value = serde_json::from_str(&before.stdout).unwrap();
    let causes = |data: &serde_json::Value| -> Vec<String> {
        let causes = data["causes"].as_array().unwrap().iter();
        causes
            .map(|cause| cause["id"].as_str().unwrap().to_owned())
            .collect()
    };
    assert!(causes(&data).len() > 1);
    let id = "castling-right-kept-after-rook-captured";
    let totals = data["next"]["totals"].as_array().unwrap();
    let own = totals.iter().find(|of_cause| of_cause["id"] == id).unwrap();
    let answer = own["totals"][0].as_str().unwrap();
    let after = canopy(&["why", "--json", "--also", answer, "--text", text]);
    let narrowed: serde_json::Value = serde_json::from_str(&after.stdout).unwrap();
    let left = causes(&narrowed);
    assert!(left.contains(&id.to_owned()) && left.len() < causes(&data).len());
    // There is no question for a text that nothing explains.
    canopy(&["why", "--text", "start depth 3: 8999", "--also", "5"]).says(
        2,
        &["5 answers no question: no known defect gives the numbers"],
    );
}

/// A saved divide has the same cause for each command. It cannot be asked, so that exactness on all lines is enough.
#[test]
fn every_command_names_the_cause_of_a_saved_divide() {
    let right = canopy(&["perft", "2", "--fen", KIWIPETE]).stdout;
    let wrong = right
        .replace("e5d7: 45", "e5d7: 44")
        .replace("2039", "2038");
    let (right, wrong) = (
        Scratch::with("right", &right),
        Scratch::with("wrong", &wrong),
    );
    let cause = "castling is rejected when a square that only the rook crosses is attacked";
    let position = ["--fen", KIWIPETE, "--depth", "2"];
    let commands: [&[&str]; 3] = [
        &["why", wrong.path()],
        &["compare", "--divide-file", wrong.path()],
        &["diff-divide", right.path(), wrong.path()],
    ];
    for command in commands {
        canopy(&[command, &position].concat()).says(1, &[cause]);
    }
    let ran = canopy(&[commands[1], &position].concat());
    ran.says(
        1,
        &["possible, but some known defects could not be compared with every number seen"],
    );
    // The en passant square stays, although no legal capture can use it.
    let fen = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1";
    let right = canopy(&["perft", "1", "--fen", fen]).stdout;
    let wrong = right
        .replace("a4a3: 1", "a4a3: 1\ne4d3: 1")
        .replace(": 6\n", ": 7\n");
    assert_ne!(right, wrong);
    let (right, wrong) = (
        Scratch::with("right-square", &right),
        Scratch::with("wrong-square", &wrong),
    );
    let commands: [&[&str]; 3] = [
        &["why", wrong.path()],
        &["compare", "--divide-file", wrong.path()],
        &["diff-divide", right.path(), wrong.path()],
    ];
    let cause = "en passant captures may open the rank of the two pawns to their own king";
    for command in commands {
        canopy(&[command, &["--fen", fen, "--depth", "1"]].concat()).says(1, &[cause]);
    }
    // Nothing is said of known defects that were not compared.
    let large = ["--fen", START, "--depth", "6"];
    let total = Scratch::with("total", "119060323");
    let ran = canopy(&[&["compare", "--divide-file", total.path()][..], &large].concat());
    ran.says(1, &["some could not be compared"]);
}

#[test]
fn texts_without_counts_are_refused() {
    canopy(&["why", "--text", "it does not work"]).says(2, &[]);
    let fen = "r2k3r/8/8/8/8/8/8/R3K3 b Qkq - 0 1";
    canopy(&["why", "--text", fen]).says(
        2,
        &["exist only in Chess960: the black king is on d8, not on e8"],
    );
    canopy(&["why", "nowhere.txt"]).says(2, &["nowhere.txt"]);
    canopy(&["why", "--text", "start depth 9: 5"])
        .says(2, &["depth 9 has more than 10000000000 leaves"]);
}

#[test]
fn a_variant_has_defects_of_its_own() {
    let atomic = ["--variant", "atomic"];
    let text = "startpos depth 4: 197281";
    let parts = ["197281, right is 197326", "1. captures do not explode\n"];
    canopy(&[&["why", "--text", text][..], &atomic].concat()).says(1, &parts);
    canopy(&["why", "--text", text]).says(0, &["All numbers are right."]);
    let run = canopy(&[&["why", "--json", "--text", text][..], &atomic].concat());
    let data: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(data["variant"], "atomic");
    assert_eq!(data["causes"][0]["id"], "no-explosion");
    // The program that plays chess.
    let fen = "4k3/8/2n5/3p4/4P3/8/8/4K3 w - - 0 1";
    let [wrong, right] = [&[][..], &atomic].map(|variant| {
        let perft = canopy(&[&["perft", "2", "--fen", fen][..], variant].concat());
        Scratch::with("divide", &perft.stdout)
    });
    let files = ["diff-divide", wrong.path(), right.path()];
    let position = ["--fen", fen, "--depth", "2"];
    canopy(&[&files[..], &position, &atomic].concat()).says(1, &["captures do not explode"]);
}
