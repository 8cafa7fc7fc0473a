//! Texts in the forms of forums, issues, logs and suites.

use super::*;
use crate::why::{Claim, Counted, OtherMoves};

/// A short form of a claim: position, depth, what was counted, and what the text calls right.
fn short(claim: &Claim) -> String {
    let famous = FAMOUS.iter().position(|it| it.fen == claim.fen);
    let position = match famous {
        Some(index) => format!("p{}", index + 1),
        None => claim.fen.split('/').next().unwrap_or_default().to_owned(),
    };
    let moves: String = claim.moves.iter().map(|mv| format!(" {mv}")).collect();
    let counted = match &claim.counted {
        Counted::Total(total) => total.to_string(),
        Counted::Divide(divide, other) => {
            let total = divide
                .total
                .map_or(String::new(), |total| format!(" sum {total}"));
            let other = match other {
                OtherMoves::None => "all",
                OtherMoves::Unknown => "some",
                OtherMoves::Right => "rest right",
            };
            let (mv, count) = divide.lines.first().cloned().unwrap_or_default();
            format!("{mv} {count}.. {}{total} {other}", divide.lines.len())
        }
        Counted::Statistics(kinds, total) => {
            let total = total.map_or("-".to_owned(), |total| total.to_string());
            let kinds = kinds
                .iter()
                .map(|(name, number)| format!(" {name} {number}"));
            total + &kinds.collect::<String>()
        }
    };
    let expected = claim
        .expected
        .map_or(String::new(), |it| format!(" ({it})"));
    format!("{position}{moves} d{}: {counted}{expected}", claim.depth)
}

#[track_caller]
fn reads_with(text: &str, given: &Given, expected: &[&str]) -> Evidence {
    let evidence = match read(text, given) {
        Ok(evidence) => evidence,
        Err(error) => panic!("{error}\n{text}"),
    };
    let found: Vec<String> = evidence.claims.iter().map(short).collect();
    assert_eq!(
        found, expected,
        "\n{text}\n{:?}\n{:?}",
        evidence.assumptions, evidence.unread
    );
    evidence
}

#[track_caller]
fn reads(text: &str, expected: &[&str]) -> Evidence {
    reads_with(text, &Given::default(), expected)
}

const KIWIPETE: &str = FAMOUS[1].fen;
const POSITION_3: &str = FAMOUS[2].fen;
const POSITION_5: &str = FAMOUS[4].fen;

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
fn divides_of_one_program() {
    let lines = "a2a3: 380\nb2b3: 420\nc2c3: 420\nd2d3: 539\ne2e3: 599\nf2f3: 380\ng2g3: 420\nh2h3: 380\na2a4: 420\nb2b4: 421\nc2c4: 441\nd2d4: 560\ne2e4: 600\nf2f4: 401\ng2g4: 421\nh2h4: 420\nb1a3: 400\nb1c3: 440\ng1f3: 440\ng1h3: 400\n";
    reads(
        &format!("startpos, go perft 3\n{lines}\nNodes searched: 8902\n"),
        &["p1 d3: a2a3 380.. 20 sum 8902 all"],
    );
    // Without position, depth and total.
    reads(lines, &["p1 d3: a2a3 380.. 20 all"]);
    let short = lines.lines().skip(2).collect::<Vec<_>>().join("\n");
    reads(
        &format!("startpos\n{short}"),
        &["p1 d3: c2c3 420.. 18 some"],
    );
    // The total is that of the lines, or of a program that does not find two moves.
    reads(
        &format!("startpos\n{short}\ntotal 8102"),
        &["p1 d3: c2c3 420.. 18 sum 8102 all"],
    );
    reads(
        &format!("startpos\n{short}\ntotal 8902"),
        &["p1 d3: c2c3 420.. 18 sum 8902 some"],
    );
    reads(
        "startpos depth 2:\nmove: a2a3   nodes: 21\nmove: b2b3  nodes: 20\n\nDepth: 2\nNodes: 401\nTime: 5 ms\n",
        &["p1 d2: a2a3 21.. 2 sum 401 some"],
    );
    reads(
        "Kiwipete, depth 2:\nMove d5-d6 (P quiet) generated 41 replies\nMove d5-e6 (P capture) generated 47 replies",
        &["p2 d2: d5d6 41.. 2 some"],
    );
    reads(
        "startpos depth 2: Nf3 20, Nc3 21, the rest is right",
        &["p1 d2: Nf3 20.. 2 rest right"],
    );
    reads(
        "Perft give false results\nstartpos depth 2\ne2e4: 21\nd2d4: 20\nMoves       401\n\nThe total should be 400.",
        &["p1 d2: e2e4 21.. 2 sum 401 some (400)"],
    );
    reads(
        &format!("uci\nposition fen {POSITION_3} moves b4b1\ngo perft 1\nh4g3: 1\nh4g4: 1\n"),
        &["p3 b4b1 d1: h4g3 1.. 2 some"],
    );
}

#[test]
fn divides_side_by_side() {
    for text in [
        "startpos depth 2\ne2e4: 20 21\nd2d4: 20 20\nc2c4: 20 20",
        "startpos depth 2\ne2e4 20 / 21\nd2d4 20 / 20\nc2c4 20 / 20",
        "startpos depth 2\ne2e4: 20 vs 21 in mine\nd2d4: 20 ok\nc2c4: 20 ok",
        "startpos depth 2\ne2e4: 21 (20)\nd2d4: 20\nc2c4: 20",
        "startpos depth 2\ne2e4: got 21, expected 20\nd2d4: 20\nc2c4: 20",
        "startpos depth 2\nmine:\ne2e4: 21\nd2d4: 20\nc2c4: 20\nstockfish:\ne2e4: 20\nd2d4: 20\nc2c4: 20",
        "startpos depth 2\nStockfish:\ne2e4: 20\nd2d4: 20\nc2c4: 20\n\nMy engine:\ne2e4: 21\nd2d4: 20\nc2c4: 20",
        "startpos depth 2\n| Move | Stockfish | mine |\n|---|---|---|\n| e2e4 | 20 | 21 |\n| d2d4 | 20 | 20 |\n| c2c4 | 20 | 20 |",
    ] {
        reads(text, &["p1 d2: e2e4 21.. 3 some"]);
    }
    // Two logs: the one that is not right is the program's.
    let right = "e1e2: 1\ne1d1: 1\ne1f1: 1\ne1d2: 1\ne1f2: 1\n\nNodes searched: 5\n";
    let wrong = "e1e2: 1\ne1d1: 1\ne1f1: 1\ne1d2: 1\n\nNodes searched: 4\n";
    for text in [format!("{right}\n{wrong}"), format!("{wrong}\n{right}")] {
        reads(
            &format!("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\ngo perft 1\n{text}"),
            &["4k3 d1: e1e2 1.. 4 sum 4 all"],
        );
    }
}

#[test]
fn statistics() {
    for text in [
        "startpos\nDepth | Nodes | Captures | E.p. | Castles | Promotions | Checks | Discovery Checks | Double Checks | Checkmates\n3 | 8902 | 35 | 0 | 0 | 0 | 12 | 0 | 0 | 0",
        "startpos\nDepth Nodes Captures E.p. Castles Promotions Checks Discovery Checks Double Checks Checkmates\n3 8,902 35 0 0 0 12 0 0 0",
        "startpos\n| Depth | Nodes | Captures | E.P. | Castles | Promos | Checks | Disc. checks | Double checks | Checkm's |\n+---+---+\n|  3 | 8902 | 35 | 0 | 0 | 0 | 12 | 0 | 0 | 0 |",
        "startpos\nDepth: 3\nNodes: 8902\nCaptures: 35\nEn passant captures: 0\nCastles: 0\nPromotions: 0\nChecks: 12\nDiscovered checks: 0\nDouble checks: 0\nCheckmates: 0",
        "{\"fen\": \"startpos\", \"depth\": 3, \"nodes\": 8902, \"captures\": 35, \"en_passant\": 0, \"castles\": 0, \"promotions\": 0, \"checks\": 12, \"discovered\": 0, \"double\": 0, \"checkmates\": 0}",
        "startpos\n3 8902 35 0 0 0 12 0 0 0",
    ] {
        reads(
            text,
            &[
                "p1 d3: 8902 captures 35 en_passant 0 castles 0 promotions 0 checks 12 discovered 0 double 0 checkmates 0",
            ],
        );
    }
    reads(
        "90: startpos\n90: depth 4\n90: Nodes: 197281\n90: Captures: 1610\n90: Checks: 481\n90: ERROR: Expected 1576 captures, got 1610\n90: ERROR: Expected 469 checks, got 481\n",
        &["p1 d4: 197281 captures 1610 checks 481"],
    );
    reads(
        "for the kiwipete position at depth 4 the captures do not match. I get 757164 captures, whereas in the table it is 757163.",
        &["p2 d4: - captures 757164"],
    );
    reads(
        "startpos, depth 4\nmine vs cpw\ncaptures: 1,577 vs 1,576",
        &["p1 d4: - captures 1577"],
    );
}

#[test]
fn rows_of_failing_suites() {
    let short = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    for text in [
        format!("FAIL {KIWIPETE} depth 3 expected 97862 got 97000"),
        format!("fen {KIWIPETE}: depth 3, expected 97862 but got 97000"),
        format!("FEN;depth;expected;actual\n{short};3;97862;97000"),
        format!("{short};3;97862;97000"),
        format!("{short}, 3, 97862, 97000"),
        format!(
            "| # | FEN | depth | expected | actual | delta |\n|--:|---|--:|--:|--:|--:|\n| 1 | `{KIWIPETE}` | 3 | 97,862 | 97,000 | -862 |"
        ),
        format!(
            "| depth | delta | expected | actual | FEN |\n| 3 | -862 | 97,862 | 97,000 | `{short} 0 1` |"
        ),
        format!(
            "move_test.go:266: {KIWIPETE}\n   A B C D E F G H\n  8♜ - - - ♚ - - ♜\n  7♟ - ♟ ♟ ♛ ♟ ♝ -\nmove_test.go:268: Depth: 3 Expected: 97862 Got: 97000"
        ),
        format!(
            "{{\"fen\": \"{KIWIPETE}\", \"depth\": 3, \"expected\": 97862, \"actual\": 97000}}"
        ),
        format!("{KIWIPETE} perft(3) = 97000, want 97862"),
        format!(
            "thread 'kiwipete' panicked at src/perft.rs:12:5:\nassertion `left == right` failed: {short} depth 3\n  left: 97000\n right: 97862"
        ),
        format!("position {KIWIPETE}\ndepth 3\nExpected: 97862\nReceived: 97000"),
        format!("assert perft('{KIWIPETE}', depth=3)\nE   assert 97000 == 97862"),
        format!("{KIWIPETE} depth 3\njava.lang.AssertionError: expected:<97862> but was:<97000>"),
    ] {
        reads(&text, &["p2 d3: 97000 (97862)"]);
    }
    let text = format!(
        "Depth: 3 Expected: 8902 Got: 8000 startpos\n{KIWIPETE}\nDepth: 2 Expected: 2039 Got: 2304\n{POSITION_5}\nDepth: 3 Expected: 62379 Got: 62416"
    );
    reads(
        &text,
        &[
            "p1 d3: 8000 (8902)",
            "p2 d2: 2304 (2039)",
            "p5 d3: 62416 (62379)",
        ],
    );
    reads(
        "FEN: B3k2b/8/8/8/2K5/8/8/b6B b - - 0 1\n\n Depth | shakmaty | expected (consensus)\n ------+---\n 1 | 15 | 14\n 2 | 143 | 106",
        &["B3k2b d1: 15 (14)", "B3k2b d2: 143 (106)"],
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

/// Forms of forums, logs and test runners.
#[test]
fn many_forms() {
    for (text, expected) in [
        (
            "perft(4) = 197742 instead of 197281",
            "p1 d4: 197742 (197281)",
        ),
        ("Depth 4: 197742/197281\nstartpos", "p1 d4: 197742 (197281)"),
        (
            "Startpos d4 = 197742 (should be 197281, diff +461)",
            "p1 d4: 197742 (197281)",
        ),
        (
            "[2024-05-11 12:30:45.123] INFO perft depth=4 nodes=197742 time=0.021s nps=9416285 startpos",
            "p1 d4: 197742",
        ),
        (
            "startpos\nDepth: 4 Nodes: 197742 Time: 0.201s WRONG, 197281",
            "p1 d4: 197742 (197281)",
        ),
        (
            "✗ rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | d4 | 197281 | 197742",
            "p1 d4: 197742 (197281)",
        ),
        (
            "| Test | Expected | Got |\n|---|---|---|\n| startpos d4 | 197281 | 197742 |",
            "p1 d4: 197742 (197281)",
        ),
        (
            "position,depth,expected,actual,time\nstartpos,4,197281,197742,0.21",
            "p1 d4: 197742 (197281)",
        ),
        (
            "startpos: assertion failed: `(left == right)`\n  left: `197742`,\n right: `197281`: perft 4",
            "p1 d4: 197742 (197281)",
        ),
        (
            "Expected equality of these values:\n  perft(board, 4)\n    Which is: 197742\n  197281\n(starting position)",
            "p1 d4: 197742 (197281)",
        ),
        (
            "startpos perft(3)\nREQUIRE( perft(3) == 8902 )\nwith expansion:\n  8906 == 8902",
            "p1 d3: 8906 (8902)",
        ),
        (
            "thread 'perft::start' panicked at src/perft.rs:42:9:\nassertion `left == right` failed: startpos at depth 3\n  left: 8906\n right: 8902",
            "p1 d3: 8906 (8902)",
        ),
        (">>> perft(chess.Board(), 4)\n197742", "p1 d4: 197742"),
        (
            "Test 2/3 startpos: FAIL depth 3 - got 8906 expected 8902\n2 of 3 tests passed",
            "p1 d3: 8906 (8902)",
        ),
        (
            "[FAIL] Kiwipete (depth 3): 97861 nodes, expected 97862 (-1)",
            "p2 d3: 97861 (97862)",
        ),
        (
            "Kiwipete\n    ply 3 expecting 97862; got 97861\n    97861 != 97862 (diff 1)",
            "p2 d3: 97861 (97862)",
        ),
        (
            "Kiwipete depth 2: nodes 2039, captures 350 (351)",
            "p2 d2: 2039 captures 350",
        ),
        (
            "start depth 4: nodes 197281 captures 1570 checks 469",
            "p1 d4: 197281 captures 1570 checks 469",
        ),
        (
            "Position 3: perft(4) 43240 nodes, 3350 captures, 123 e.p., 0 castles, 0 promotions, 1680 checks",
            "p3 d4: 43240 captures 3350 en_passant 123 castles 0 promotions 0 checks 1680",
        ),
        (
            "Position 3 of the wiki: at depth 5 the number of captures is 52050 (should be 52051), nodes 674623",
            "p3 d5: 674623 captures 52050",
        ),
        (
            "startpos divide 3\n  e2e4        601\n  -----------\n  Moves: 20  Nodes: 8903",
            "p1 d3: e2e4 601.. 1 sum 8903 some",
        ),
        (
            "Kiwipete divide 2\n0-0: 43\n0-0-0: 44",
            "p2 d2: O-O 43.. 2 some",
        ),
        (
            "Stockfish says e2e4: 21 but I have e2e4: 20 (startpos, depth 2)",
            "p1 d2: e2e4 20.. 1 some",
        ),
        (
            "e2e4 is off: 21 vs 20 (startpos, depth 2)",
            "p1 d2: e2e4 21.. 1 some",
        ),
        (
            "startpos depth 2\nmy engine | stockfish\ne2e4: 20 | e2e4: 21\nd2d4: 20 | d2d4: 20",
            "p1 d2: e2e4 20.. 2 some",
        ),
        (
            "startpos depth 2\ne2e4: 21    e2e4: 20\nd2d4: 20    d2d4: 20",
            "p1 d2: e2e4 21.. 2 some",
        ),
        (
            "--- expected\n+++ actual\n startpos depth 2\n-e2e4: 21\n+e2e4: 20\n d2d4: 20",
            "p1 d2: e2e4 20.. 2 some",
        ),
        (
            "startpos depth 2\n< e2e4: 20\n---\n> e2e4: 21",
            "p1 d2: e2e4 21.. 1 some",
        ),
    ] {
        reads(text, &[expected]);
    }
    for text in [
        "my numbers for the start position: 20 400 8902 197742",
        "In the start position I get these: 20, 400, 8902, 197742. The last one is wrong",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,20,400,8902,197742",
        "| FEN | D1 | D2 | D3 | D4 |\n|---|---|---|---|---|\n| rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 20 | 400 | 8902 | 197742 |",
        "info depth 1 nodes 20 nps 20000 time 1\ninfo depth 2 nodes 400 nps 200000 time 2\ninfo depth 3 nodes 8902 nps 890600 time 10\ninfo depth 4 nodes 197742 nps 890600 time 99\nposition startpos",
        "startpos\n20 at ply 1\n400 at ply 2\n8902 at ply 3\n197742 at ply 4",
    ] {
        let counted = ["p1 d1: 20", "p1 d2: 400", "p1 d3: 8902", "p1 d4: 197742"];
        reads(text, &counted);
    }
    // Nothing is dropped silently.
    let several = "startpos: depth 3 is wrong (8906), depths 1 and 2 are right (20, 400)";
    let evidence = reads(several, &["p1 d3: 8906"]);
    assert_eq!(evidence.unread.len(), 1);
}

/// What the text calls right need not be right. True counts decide only where it says nothing.
#[test]
fn the_text_says_whose_numbers_they_are() {
    for (text, expected) in [
        (
            "startpos depth 3: expected 8903, got 8902",
            "p1 d3: 8902 (8903)",
        ),
        (
            "startpos, perft 3 should be 8903 but I get 8902",
            "p1 d3: 8902 (8903)",
        ),
        (
            "startpos depth 3 mine: 8902 stockfish: 8903",
            "p1 d3: 8902 (8903)",
        ),
        (
            "startpos depth 3\nexpected: 8903\n8902",
            "p1 d3: 8902 (8903)",
        ),
        (
            "startpos\nDepth | expected | got\n3 | 8903 | 8902",
            "p1 d3: 8902 (8903)",
        ),
        (
            "FEN;depth;expected;actual\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;3;8903;8902",
            "p1 d3: 8902 (8903)",
        ),
        (
            "startpos depth 2\n| Move | Stockfish | mine |\n| e2e4 | 21 | 20 |\n| d2d4 | 20 | 20 |",
            "p1 d2: e2e4 20.. 2 some",
        ),
        (
            "startpos depth 2\ne2e4: got 20, expected 21\nd2d4: got 20, expected 20",
            "p1 d2: e2e4 20.. 2 some",
        ),
        (
            "startpos depth 2\nmine:\ne2e4: 20\nd2d4: 20\nstockfish:\ne2e4: 21\nd2d4: 20",
            "p1 d2: e2e4 20.. 2 some",
        ),
        (
            "startpos depth 2, I get 401.\nStockfish:\ne2e4: 20\nd2d4: 20",
            "p1 d2: 401",
        ),
        // These do not say it.
        ("startpos depth 3: 8903 / 8902", "p1 d3: 8903 (8902)"),
        ("startpos depth 3: 8902 (8903)", "p1 d3: 8903 (8902)"),
        ("startpos\n3: 8902 (8903)", "p1 d3: 8903 (8902)"),
        (
            "startpos depth 3\n  left: 8902\n right: 8903",
            "p1 d3: 8903 (8902)",
        ),
        (
            "startpos depth 2\ne2e4: 20 (21)\nd2d4: 20 (20)",
            "p1 d2: e2e4 21.. 2 some",
        ),
    ] {
        reads(text, &[expected]);
    }
    let notes = |text| reads(text, &["p1 d3: 8902 (8903)"]).assumptions;
    let note = "the text calls 8903 right; the number of leaves at depth 3 (line 1) is 8902";
    assert_eq!(notes("startpos depth 3: expected 8903, got 8902"), [note]);
}

#[test]
fn what_was_filled_in_is_named() {
    let evidence = reads(
        "I get 197742, it should be 197281",
        &["p1 d4: 197742 (197281)"],
    );
    assert_eq!(evidence.assumptions.len(), 2, "{:?}", evidence.assumptions);
    assert!(
        evidence.assumptions[0].contains("197281 is the count of the start position at depth 4")
    );
    let evidence = reads(
        "startpos depth 4: got 197742, expected 197280",
        &["p1 d4: 197742 (197280)"],
    );
    assert!(
        evidence.assumptions[0].contains("calls 197280 right"),
        "{:?}",
        evidence.assumptions
    );
}

#[test]
fn arguments_complete_a_text() {
    let given = |fen: &str, moves: &str, depth| Given {
        fen: Some(fen.to_owned()).filter(|fen| !fen.is_empty()),
        moves: moves.split_whitespace().map(str::to_owned).collect(),
        depth,
        chess960: false,
    };
    reads_with("62416", &given(POSITION_5, "", Some(3)), &["p5 d3: 62416"]);
    reads_with(
        "62416 (62379)",
        &given(POSITION_5, "", None),
        &["p5 d3: 62416 (62379)"],
    );
    reads_with(
        "601",
        &given("startpos", "e2e4", Some(2)),
        &["p1 e2e4 d2: 601"],
    );
    reads_with("601", &given("", "e2e4", Some(2)), &["p1 e2e4 d2: 601"]);
    for (text, given, argument) in [
        ("startpos depth 3: 8000", given(KIWIPETE, "", None), "fen"),
        ("startpos depth 3: 8000", given("", "", Some(4)), "depth"),
        (
            "position startpos moves e2e4\nperft 2: 601",
            given("startpos", "d2d4", None),
            "moves",
        ),
    ] {
        match read(text, &given) {
            Err(ReadError::Contradiction {
                argument: found,
                line,
                ..
            }) => {
                assert_eq!(found, argument);
                assert!(line > 0);
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    let contradiction = read("startpos depth 3: 8000", &given("", "", Some(4)));
    let contradiction = contradiction.map_err(|error| error.to_string());
    assert_eq!(
        contradiction.err().as_deref(),
        Some("the argument depth is 4, but line 1 says depth 3: remove one of them")
    );
    let wrong = read("20", &given("8/8/8/8/8/8/8/8 w - - 0 1", "", Some(1)));
    assert!(
        matches!(wrong, Err(ReadError::Position { .. })),
        "{wrong:?}"
    );
}

#[test]
fn errors_say_what_to_add() {
    let error = |text: &str| match read(text, &Given::default()) {
        Err(error) => error.to_string(),
        Ok(evidence) => panic!("{text}: {evidence:?}"),
    };
    assert!(error("my engine is wrong").contains("no number of leaves in the text"));
    assert!(error("r2k3r/8/8/8/8/8/8/R3K3 b Qkq - 0 1").contains("add what the program counts"));
    assert!(error("I get 31415926 nodes").contains("add its FEN, or the argument fen"));
    assert!(error("startpos, I get 1234567 nodes").contains("or the argument depth"));
    assert!(error("8/8/8/8/8/8/8/8 w - - 0 1 perft 3: 20").contains("no position"));
    // What is doubtful or wrong about the position is said, with a number and without.
    for (fen, part) in [
        (
            "r2k3r/8/8/8/8/8/8/R3K3 b Qkq - 0 1",
            "'kq' exist only in Chess960: the black king is on d8, not on e8",
        ),
        (
            "r1bqk2r/8/8/8/8/8/8/R1BQK2R[Nn] w KQkq - 0 1",
            "pocket '[Nn]': this looks like crazyhouse",
        ),
        (
            "r1bqk2r/8/8/8/8/8/8/R1BQK2R/Nn w KQkq - 0 1",
            "pocket '/Nn': this looks like crazyhouse",
        ),
        (
            "r1bqk2r/8/8/8/8/8/8/R1BQ~K2R w KQkq - 0 1",
            "mark of a promoted pawn: this looks like crazyhouse",
        ),
        (
            "r1bqk2r/8/8/8/8/8/8/R1BQK2R w KQkq - 3+3 0 1",
            "checks field is '3+3': this looks like three-check",
        ),
        (
            "r1bqk2r/8/8/8/8/8/8/R1BQK2R w KQkq - 0 1 +0+0",
            "checks field is '+0+0': this looks like three-check",
        ),
        (
            "8/r1bqk2r/8/8/8/8/8/8/R1BQK2R w KQkq - 0 1",
            "9 ranks instead of 8",
        ),
        (
            "r1bqk2r/8/8/8/8/8/R1BQK2R w KQkq - 0 1",
            "7 ranks instead of 8",
        ),
        (
            "r1bqk2r/8/8/8/8/8/8/PPPPPPPP w kq - 0 1",
            "this looks like horde or antichess",
        ),
    ] {
        let found = error(fen);
        assert!(found.contains(part) && found.contains(fen), "{found}");
        if !part.contains("Chess960") {
            let found = error(&format!("{fen}\nperft 3: 8902"));
            assert!(found.contains(part), "{found}");
            // Others are read all the same.
            let evidence = reads(
                &format!("{fen}\nperft 3: 8902\nstartpos\nperft 3: 8000"),
                &["p1 d3: 8000"],
            );
            let unread: Vec<usize> = evidence.unread.iter().map(|line| line.number).collect();
            assert_eq!(unread, [1, 2]);
        }
    }
}

#[test]
fn fens_that_are_not_complete_are_completed_aloud() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (text, expected) in [
        (format!("{board} perft 3: 8000"), "p1 d3: 8000"),
        (
            format!("https://lichess.org/editor/{board} perft 3: 8000"),
            "p1 d3: 8000",
        ),
        ("8/8/8/8/8/8/8/k1K5 b, perft 1: 3".to_owned(), "8 d1: 3"),
    ] {
        let evidence = reads(&text, &[expected]);
        assert!(
            evidence.assumptions[0].contains("the FEN is not complete"),
            "{:?}",
            evidence.assumptions
        );
    }
    let link = format!("https://lichess.org/editor/{board}_w_KQkq_-_0_1 perft 3: 8000");
    assert_eq!(reads(&link, &["p1 d3: 8000"]).assumptions, [""; 0]);
}

/// Texts of random words of the kinds that are read, and random bytes.
#[test]
fn no_text_makes_it_panic() {
    let words = [
        "e2e4",
        "O-O",
        "20",
        "197,742",
        "1 2 3",
        "(",
        ")",
        ":",
        ";",
        "|",
        "/",
        "depth",
        "perft",
        "got",
        "expected",
        "startpos",
        "Kiwipete",
        "position 3",
        "moves",
        "after",
        "mine:",
        "\n",
        "\r\n",
        "é",
        "♜",
        "\u{1b}[31m",
        "=",
        "-5",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "captures",
        "Depth | Nodes | Checks",
        "others right",
        "0.5 s",
        "d2",
        ".",
        "\u{202f}",
        "8/8/8/8/8/8/8/8",
        "99999999999999999999999999999999999999999999",
        "e.p.",
        "1.e4",
    ];
    let mut random = movegen::random::Random::new(40);
    for _ in 0..400 {
        let length = random.below(40);
        let text: Vec<&str> = (0..length).map(|_| random.pick(&words)).collect();
        for text in [text.join(" "), text.concat()] {
            let evidence = read(&text, &Given::default());
            for claim in evidence.iter().flat_map(|evidence| &evidence.claims) {
                assert!(
                    claim.depth > 0
                        && claim
                            .lines
                            .as_ref()
                            .is_some_and(|lines| lines.start() <= lines.end())
                );
            }
        }
    }
}
