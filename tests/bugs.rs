//! Many programs with one bug each: `canopy compare` must find the position and name the rule.

use std::sync::Mutex;

use crate::support::broken;
use crate::support::canopy;

/// One double push away from an en passant capture.
const PUSH: &str = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";

/// The bug, the position, the depth, and a phrase of the output.
type Case = (&'static str, &'static str, &'static str, &'static str);

const RULES: &[Case] = &[
    (
        "en-passant-pins",
        "8/5p2/8/1r2P2K/8/8/8/4k3 b - - 0 1",
        "4",
        "e5f6 en passant is illegal: the capture exposes the king on h5 to the rook on b5",
    ),
    (
        "en-passant-pins",
        "4k3/1b6/8/3pP3/8/5K2/8/8 w - d6 0 1",
        "4",
        "e5d6 en passant is illegal: the capture exposes the king on f3 to the bishop on b7",
    ),
    (
        "en-passant-pins",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "4",
        "both extra moves in 2 positions expose the king by an en passant capture",
    ),
    (
        "no-pins",
        "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1",
        "4",
        "the knight on d2 is pinned to the king on e1 by the bishop on b4",
    ),
    (
        "no-pins",
        "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1",
        "4",
        "all 6 extra moves move a pinned piece off its line",
    ),
    (
        "no-checks",
        "4r1k1/8/8/8/8/8/8/R3K3 w - - 0 1",
        "4",
        "the king is in check from the rook on e8, and the move neither captures it nor blocks the check",
    ),
    (
        "answers-double-check",
        "4r1k1/8/8/8/8/5n2/6P1/4K3 w - - 0 1",
        "4",
        "g2f3 is illegal: double check from the knight on f3 and the rook on e8: only the king can",
    ),
    (
        "king-in-the-line",
        "6k1/8/8/8/8/8/8/r3K3 w - - 0 1",
        "4",
        "the king stays in check: the rook on a1 attacks f1 through e1",
    ),
    (
        "kings-touch",
        "8/8/8/8/8/4k3/8/4K3 w - - 0 1",
        "4",
        "e1e2 is illegal: e2 is adjacent to the enemy king on e3",
    ),
    (
        "takes-guarded",
        "4k3/8/8/8/7b/8/5n2/4K3 w - - 0 1",
        "4",
        "e1f2 is illegal: the knight on f2 is defended by the bishop on h4",
    ),
    (
        "wraps-pawns",
        "4k3/8/8/P6p/8/8/8/4K3 w - - 0 1",
        "4",
        "the pawn on a5 would wrap around the edge of the board to reach h5",
    ),
    (
        "wraps-knights",
        "4k3/8/8/8/8/8/7p/N3K3 w - - 0 1",
        "4",
        "the knight on a1 would wrap around the edge of the board to reach h2",
    ),
    (
        "jumps",
        "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1",
        "4",
        "the rook on a1 cannot reach a3: it is blocked by the pawn on a2",
    ),
    (
        "takes-own",
        "4k3/8/8/8/8/2P5/8/1N2K3 w - - 0 1",
        "4",
        "b1c3 is illegal: c3 is occupied by white's own pawn",
    ),
    (
        "pushes-through",
        "4k3/8/8/8/8/4n3/4P3/7K w - - 0 1",
        "4",
        "the pawn on e2 cannot reach e4: it is blocked by the knight on e3",
    ),
    (
        "pushes-twice",
        "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
        "4",
        "the pawn on e3 is not on its starting rank and can advance only one square",
    ),
    (
        "takes-straight",
        "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1",
        "4",
        "the pawn on e4 cannot reach e5: it is blocked by the pawn on e5",
    ),
    (
        "stays-a-pawn",
        "7k/1P6/8/8/8/8/8/K7 w - - 0 1",
        "4",
        "b7b8 is illegal: a pawn move to b8 must name the promotion piece: n, b, r or q",
    ),
    (
        "castles-through-check",
        "r7/4k3/8/8/8/8/8/4K2R b K - 0 1",
        "4",
        "e1g1 castling is illegal: the king passes through f1, which is attacked by the rook on f8",
    ),
    (
        "castles-through-check",
        "3r1k2/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "4",
        "e1c1 castling is illegal: the king passes through d1, which is attacked by the rook on d8",
    ),
    (
        "castles-out-of-check",
        "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1",
        "4",
        "the king is in check from the rook on e8 and cannot castle out of it",
    ),
    (
        "castles-into-check",
        "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1",
        "4",
        "the king would end on g1, which is attacked by the rook on g8",
    ),
    (
        "castles-past-b1",
        "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
        "4",
        "e1c1 castling is illegal: the knight on b1 is in the way",
    ),
    (
        "castles-without-rook",
        "4k3/1b6/8/8/8/8/P7/4K2R b K - 0 1",
        "4",
        "the castling right was lost when the rook on h1 was captured at ply 1 (b7h1)",
    ),
    (
        "rook-shields",
        "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1",
        "4",
        "d1b1 castling is illegal: castling moves the rook on b1 away",
    ),
    (
        "no-en-passant",
        PUSH,
        "4",
        "e5d6 en passant is legal: the pawn on d5 has just advanced two squares, passing d6",
    ),
    (
        "no-en-passant",
        "rnbqkbnr/p1p1p1p1/8/1P1P1P1P/8/8/8/RNBQKBNR b KQkq - 0 1",
        "3",
        "all 7 missing moves in 4 positions are en passant captures",
    ),
    (
        "no-en-passant-evasion",
        "4k3/3p4/8/4P3/4K3/8/8/8 b - - 0 1",
        "4",
        "it captures the pawn on d5, which gives check",
    ),
    (
        "no-blocks",
        "4r1k1/8/8/8/8/8/R7/4K3 w - - 0 1",
        "4",
        "a2e2 is legal: on e2 it blocks the check from the rook on e8 to the king on e1",
    ),
    (
        "no-knights",
        "7k/1P6/8/8/8/8/8/K7 w - - 0 1",
        "4",
        "b7b8n is legal: a pawn that reaches b8 promotes to n, b, r or q",
    ),
    (
        "only-queens",
        "7k/1P6/8/8/8/8/8/K7 w - - 0 1",
        "4",
        "all 3 missing moves are under-promotions",
    ),
    (
        "no-capture-promotions",
        "n6k/1P6/8/8/8/8/8/K7 w - - 0 1",
        "4",
        "all 4 missing moves are promotions and are captures",
    ),
    (
        "black-never-promotes",
        "7k/1P6/8/8/8/8/1p6/7K b - - 0 1",
        "4",
        "b2b1q is legal: a pawn that reaches b1 promotes to n, b, r or q",
    ),
    (
        "frozen-pins",
        "4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1",
        "4",
        "the rook on e2 is pinned by the rook on e4 but moves along the line of the pin, e4-e1",
    ),
    (
        "b1-attacked",
        "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "4",
        "b1 is attacked by the rook on b8, but only the rook crosses it",
    ),
    (
        "rook-attacked",
        "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "4",
        "the rook on a1 is attacked by the rook on a8, which does not prevent castling",
    ),
    (
        "king-in-place",
        "4k3/8/8/8/8/8/8/6KR w H - 0 1",
        "4",
        "the king is already on g1, so only the rook moves",
    ),
    (
        "rook-in-place",
        "4k3/8/8/8/8/8/8/4KR2 w F - 0 1",
        "4",
        "the rook is already on f1, so only the king moves",
    ),
];

const STATE: &[Case] = &[
    (
        "state-no-square",
        PUSH,
        "4",
        "after d7d5 it continues as if no pawn had just passed d6",
    ),
    (
        "state-keeps-rights",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4",
        "the castling right was lost when the king on e1 moved at ply 1 (e1",
    ),
    (
        "rook-keeps-right",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves h1g1 e8e7",
        "4",
        "the path it moves as if white still had the right to castle with the rook on h1",
    ),
    (
        "corner-promotion-keeps-right",
        "4k3/8/8/8/8/8/1p6/R3K3 b Q - 0 1",
        "4",
        "the castling right was lost when the rook on a1 was captured at ply 1 (b2a1",
    ),
    (
        "one-rook-ends-all-rights",
        "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1",
        "4",
        "it continues as if black had lost the right to castle with the rook on a8",
    ),
    (
        "stale-square",
        PUSH,
        "4",
        "an en passant capture on d6 is legal only immediately after d7d5, which was played at ply 1",
    ),
    (
        "square-after-single-step",
        "4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1",
        "4",
        "after d6d5 it continues as if d6 could be captured en passant",
    ),
    (
        "en-passant-leaves-pawn",
        PUSH,
        "4",
        "after e5d6 it continues as if the pawn on d5, captured en passant, were still there",
    ),
    (
        "castling-leaves-rook",
        "4k3/8/8/8/8/8/P7/4K2R w K - 0 1",
        "4",
        "after e1g1 it continues as if the rook had stayed on h1",
    ),
    (
        "always-queens",
        "7k/1P6/8/8/8/8/8/K7 w - - 0 1",
        "4",
        "it continues as if the pawn had become a queen on b8",
    ),
    (
        "unmake-loses-rights",
        "4k3/8/8/8/8/8/P7/4K2R w K - 0 1",
        "4",
        "asked about the positions after these moves, it counts them correctly",
    ),
    (
        "unmake-loses-pawn",
        "k7/7R/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "4",
        "asked about the positions after these moves, it counts them correctly",
    ),
    (
        "unmake-leaves-rook",
        "4k3/8/8/8/8/8/P7/4K2R w K - 0 1",
        "4",
        "asked about the positions after these moves, it counts them correctly",
    ),
    (
        "fen-without-square",
        "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1 moves d7d5",
        "2",
        "it reads the FEN as if no pawn had just passed d6",
    ),
    (
        "perft-forgets-square",
        PUSH,
        "4",
        "asked about the positions after these moves, it counts them correctly",
    ),
    (
        "remembers",
        PUSH,
        "4",
        "it answers as if no pawn had just passed d6",
    ),
    (
        "table-kept",
        "4k3/8/8/8/8/8/8/1N2K2R w K - 0 1",
        "5",
        "the answer is wrong after these questions to one process",
    ),
    (
        "table-without-rights",
        "4k3/8/8/8/8/8/8/1N2K2R w K - 0 1",
        "5",
        "asked about the positions after these moves, it counts them correctly",
    ),
    (
        "table-without-square",
        PUSH,
        "4",
        "asked about the positions after these moves, it counts them correctly",
    ),
    (
        "table-short-key",
        "4k3/8/8/8/8/8/P7/4K2R w K - 0 1",
        "4",
        "asked about the positions after these moves, it counts them correctly",
    ),
];

/// The output of `canopy compare` and its exit code.
fn compare(bug: &str, position: &str, depth: &str) -> (Option<i32>, String) {
    let (fen, moves) = position.split_once(" moves ").unwrap_or((position, ""));
    let asked = ["--fen", fen, "--moves", moves, "--depth", depth];
    let passed = broken::arguments("uci", bug);
    let run = canopy::against("compare", "uci", &passed, &asked);
    (run.code, run.stdout + &run.stderr)
}

/// Runs the cases on all cores and collects the failures.
fn all(cases: &'static [Case]) {
    let queue = Mutex::new(cases.iter());
    let failures = Mutex::new(Vec::new());
    let work = || {
        loop {
            let Some((bug, position, depth, phrase)) = queue.lock().expect("no panic").next()
            else {
                return;
            };
            let (code, text) = compare(bug, position, depth);
            if code != Some(1) || !text.contains(phrase) {
                let failure = format!("{bug} ({code:?}): no {phrase:?} in\n{text}");
                failures.lock().expect("no panic").push(failure);
            }
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let failures = failures.into_inner().expect("no panic");
    assert!(failures.is_empty(), "\n{}", failures.join("\n\n"));
}

#[test]
fn broken_rules_are_named() {
    all(RULES);
}

#[test]
fn broken_states_are_named() {
    all(STATE);
}

#[test]
fn a_table_with_whole_keys_is_right() {
    let (code, text) = compare("table-right", PUSH, "4");
    assert_eq!(code, Some(0), "{text}");
}
