//! Divides, tables, rows of suites, and the forms of forums, logs and test runners.

use super::*;

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

#[test]
fn a_divide_of_pseudo_legal_moves_belongs_to_its_position() {
    // White is in check: only c4c5 and d2d4 of these moves are legal.
    let fen = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
    let lines = "h6f7: 43\nh6g8: 40\na4b3: 37\nb4a5: 39\nc4c5: 35\nd2d4: 41\nf1f2: 42\n";
    reads(
        &format!("FEN {fen}\ndepth 2\n{lines}\nNodes searched: 277\n"),
        &["p4 d2: h6f7 43.. 7 sum 277 all"],
    );
    // Moves of another position do not.
    let evidence = read(
        &format!("FEN {fen}\ndepth 2\nd5d6: 41\nd5e6: 46\ne5g6: 42\n"),
        &Given::default(),
    );
    assert!(evidence.is_err(), "{evidence:?}");
}
