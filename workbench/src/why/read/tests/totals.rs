//! Totals alone and in sentences.

use super::*;

#[test]
fn totals_in_sentences() {
    for (text, expected) in [
        (
            "I get 197742, it should be 197281",
            "p1 d4: 197742 (197281)",
        ),
        (
            "start position, perft 4 gives 197,742 instead of 197281.",
            "p1 d4: 197742 (197281)",
        ),
        (
            "From startpos at depth 4 my engine reports 197 742 nodes, the wiki says 197 281.",
            "p1 d4: 197742 (197281)",
        ),
        (
            "expected 4085603, got 4078017 (kiwipete, depth 4)",
            "p2 d4: 4078017 (4085603)",
        ),
        (
            "On Kiwipete I get Depth: 4 Perft rezult: **4078017** total nodes, whereas it is supposed to be **4085603**",
            "p2 d4: 4078017 (4085603)",
        ),
        (
            "Running `perft(4)` for Kiwipete incorrectly returns `4085604`, when `4085603` is expected.",
            "p2 d4: 4085604 (4085603)",
        ),
        (
            "My engine-to-be yields a perft 5 of 4,865,351 that should be 4,865,609. So I am missing 258 positions.",
            "p1 d5: 4865351 (4865609)",
        ),
        (
            "initial position\nNodes searched: 197742\ndepth 4",
            "p1 d4: 197742",
        ),
        (
            "In position 5 of the wiki at depth 3: 62416 (62379)",
            "p5 d3: 62416 (62379)",
        ),
        (
            "Stockfish gives 62379 for position 5 at depth 3 but mine returns 62416",
            "p5 d3: 62416 (62379)",
        ),
        (
            "Shouldnt that return 400 for depth 2 ? Always returns 4200 for me, from the start position.",
            "p1 d2: 4200 (400)",
        ),
        (
            "Perft from the initial position always returns 4200 nodes for me. That is at depth 2.",
            "p1 d2: 4200",
        ),
        (
            "r2q1rk1/pp1bbppp/4p3/P1p1P3/4P3/1P4P1/1BpQ1PBP/R4RK1 b - - 0 14\nperft depth = 1 returns 32, but Stockfish returns 33.",
            "r2q1rk1 d1: 32 (33)",
        ),
        (
            "perft 4 (startpos)\nright answer:\n197281\nmy answer:\n197742",
            "p1 d4: 197742 (197281)",
        ),
        (
            "position 3 (of the wiki), 5 plies: 674543, not 674624",
            "p3 d5: 674543 (674624)",
        ),
        ("kiwipete perft(3) = 97863 vs 97862", "p2 d3: 97863 (97862)"),
        (
            "starting position: 8902 is the right number of nodes after 3 plies and I count 8906",
            "p1 d3: 8906 (8902)",
        ),
    ] {
        reads(text, &[expected]);
    }
}

#[test]
fn the_cases_of_real_threads() {
    reads(
        "start, depth 4, total 197742, divide a2a3 8457 b2b3 9347 c2c3 9347 d2d3 11961 e2e3 13280 f2f3 8457 g2g3 9347 h2h3 8457 a2a4 9329 b2b4 9332 c2c4 9818 d2d4 12437 e2e4 13308 f2f4 8929 g2g4 9328 h2h4 9329 b1a3 8885 b1c3 9757 g1f3 9754 g1h3 8883",
        &["p1 d4: a2a3 8457.. 20 sum 197742 all"],
    );
    reads(
        "position 5 of the wiki, depth 3: 62416 (62379)",
        &["p5 d3: 62416 (62379)"],
    );
    reads(
        "start depth 3: 8000; Kiwipete depth 2: 2304",
        &["p1 d3: 8000", "p2 d2: 2304"],
    );
    reads("start depth 2: 4200", &["p1 d2: 4200"]);
    reads(
        "Kiwipete depth 2, all lines right but `e5d7: 44` (45)",
        &["p2 d2: e5d7 44.. 1 rest right"],
    );
    reads(
        "Kiwipete depth 2, all lines right but e5d7: 44 (45)",
        &["p2 d2: e5d7 44.. 1 rest right"],
    );
    reads(
        "position 3, depth 5: 674543; b4b1 69653, b4b2 48486, b4b3 59708, b4a4 45580, b4c4 63770, b4d4 59563, b4e4 54181, b4f4 10774, others right",
        &["p3 d5: b4b1 69653.. 8 sum 674543 rest right"],
    );
    reads(
        "`8/p7/5p2/3Bqn1k/P5p1/7p/5P1K/3Q4 w - - 0 1` depth 4: 77240 (77382), and `3r2k1/5pbp/p5p1/1b2P3/4PN2/1p6/2K2NPP/3R4 w - - 0 1` depth 4: 149271 (149334)",
        &["8 d4: 77240 (77382)", "3r2k1 d4: 149271 (149334)"],
    );
}

#[test]
fn lists_of_totals_in_sentences() {
    let expected = ["p1 d1: 20", "p1 d2: 400", "p1 d3: 8902", "p1 d4: 197742"];
    for text in [
        "For the initial position my engine gives 20, 400, 8902, 197742 for depths 1 to 4",
        "My perft numbers are 20, 400, 8902 and 197742",
        "In the start position I count 20, 400, 8902, and 197742.",
    ] {
        reads(text, &expected);
    }
    // The last total has overflowed: nothing says which depth it has.
    let evidence = reads(
        "My perft numbers are 20, 400, 8902 and -1099065436",
        &expected[..3],
    );
    assert_eq!(evidence.unread.len(), 1);
}

#[test]
fn totals_of_several_depths() {
    let series = &["p1 d1: 20", "p1 d2: 400", "p1 d3: 8902", "p1 d4: 197742"];
    for text in [
        "startpos\n1 20\n2 400\n3 8902\n4 197742",
        "startpos: 1 20 / 2 400 / 3 8902 / 4 197742",
        "startpos\nperft(1) = 20\nperft(2) = 400\nperft(3) = 8902\nperft(4) = 197742",
        "startpos\nDepth 1: 20\nDepth 2: 400\nDepth 3: 8902\nDepth 4: 197742",
        "startpos\nPerft(cr,1) = 20\nPerft(cr,2) = 400\nPerft(cr,3) = 8902\nPerft(cr,4) = 197742",
        "startpos\n| Depth | Nodes |\n|---|---|\n| 1 | 20 |\n| 2 | 400 |\n| 3 | 8,902 |\n| 4 | 197,742 |",
        "startpos\nperft 1: 20 in 0.01 s\nperft 2: 400 in 0.02 s\nperft 3: 8902 in 0.1 s (12 Mnps)\nperft 4: 197742 in 1.5 s",
        "startpos\nd1: 20, d2: 400, d3: 8902, d4: 197742",
        "startpos\n1: 20\n2: 400\n3: 8902\n4: 197742",
        "depth nodes time nps\n1 20 0 1000\n2 400 1 1000\n3 8902 2 9000\n4 197742 22 10000\n(startpos)",
    ] {
        reads(text, series);
    }
    reads(
        &format!("{KIWIPETE}\nperft 3: 97862 ok\nperft 4: 4185800 (4085603) differ"),
        &["p2 d3: 97862", "p2 d4: 4185800 (4085603)"],
    );
    reads(
        "startpos. I get 197742. Depth 5: 4865351",
        &["p1 d4: 197742", "p1 d5: 4865351"],
    );
    reads(
        "start position: 8902 at depth 3 is fine, but at depth 4 I get 197742",
        &["p1 d3: 8902", "p1 d4: 197742"],
    );
}

#[test]
fn numbers_of_other_kinds_are_no_counts() {
    let evidence = reads(
        "Posted 2024-01-29, 14:05. Stockfish 17.1, version 1.2.3, issue #207, 16 threads, hash 256 MB.\n\
         Kiwipete, depth 3: 97000 in 0.23 s, 12 Mnps, time 123 ms, 421739 nps, expected 97862\n\
         76 of 125,625 positions failed.\nTotal time (ms) : 512\nNodes/second : 189457\n",
        &["p2 d3: 97000 (97862)"],
    );
    assert_eq!(evidence.unread, []);
    let evidence = reads(
        "startpos depth 3: 8000\nthe magic is 12345678\n",
        &["p1 d3: 8000"],
    );
    assert_eq!((evidence.unread.len(), evidence.unread[0].number), (1, 2));
}

#[test]
fn right_numbers_are_no_claims() {
    let error = read(
        &format!("{KIWIPETE} ;D1 48 ;D2 2039 ;D3 97862"),
        &Given::default(),
    );
    let Err(ReadError::NoCounts { expected, .. }) = error else {
        panic!("{error:?}");
    };
    assert_eq!(expected, [48, 2039, 97862]);
}
