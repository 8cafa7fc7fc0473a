//! A classic perft program with one of many bugs: each is found, and its cause is named.

mod causes;

use std::fmt;
use std::sync::Mutex;
use std::time::Duration;

use cpu_time::ThreadTime;
use movegen::chess::{CastlingStyle, Kernel, ParsedPosition, Position, PositionText};
use movegen::perft::{Perft, Stop};
use workbench::ask::{Error, Recording};
use workbench::explain::{Cause, Certainty, Diagnosis};
use workbench::find::{Node, RandomPositions, hunt};

use crate::support::canopy;
use crate::support::classic::{self, Bug, Classic, Style};
use causes::{has_no_name, is_true};

/// Small positions in which most bugs show, with moves to play and the depth.
const POSITIONS: &[(&str, &str, u32)] = &[
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "",
        2,
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "",
        2,
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "", 3),
    (
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "",
        2,
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "",
        2,
    ),
    // En passant for both sides.
    ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "", 4),
    ("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "", 4),
    ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", 2),
    ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e5d6", 2),
    // A captured rook, a promotion in the corner, and back.
    ("r3k3/1P6/8/8/8/8/6p1/4K2R w Kq - 0 1", "", 3),
    ("r3k3/1P6/8/8/8/8/6p1/4K2R w Kq - 0 1", "b7b8n", 2),
    ("r3k3/1P6/8/8/8/8/6p1/4K2R w Kq - 0 1", "b7b8r", 2),
    ("r3k2r/8/8/3b4/3B4/8/8/R3K2R w KQkq - 0 1", "", 3),
    ("r3k3/8/8/8/8/8/5P1P/4K2R w Kq - 0 1", "", 4),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 2),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "h1g1 e8d8 g1h1 d8e8", 2),
    (
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "e1g1 e8d8 g1f2 d8e8 f2e1 e8d8",
        1,
    ),
    ("4k3/8/8/8/8/8/8/4K1RR w K - 0 1", "", 2),
    ("r3k3/p7/8/8/8/8/7p/7K b q - 0 1", "", 5),
    ("r3k3/p7/8/8/8/8/7p/7K b - - 0 1", "", 5),
    // En passant by pinned pawns, and of pawns that give check.
    ("4k3/3p2b1/8/4P3/8/2K5/8/8 b - - 0 1", "", 2),
    ("1b2k3/3p4/8/4P3/8/6K1/8/8 b - - 0 1", "", 2),
    ("4k3/3p4/8/1N2P3/4K3/8/8/8 b - - 0 1", "", 2),
    // Rights and the en passant square by the shortest ways back.
    ("k7/8/8/8/8/p7/P6N/4K2R w K - 0 1", "", 5),
    ("k7/8/8/8/p2p4/P7/4P3/K7 w - - 0 1", "", 6),
    ("8/8/8/4k3/8/8/8/K6B w - - 0 1", "", 4),
    // The second position contains positions of the first with the other side to move.
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "", 3),
    ("3k4/8/8/8/8/4P3/8/4K3 b - - 0 1", "", 3),
    // Many moves.
    (
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "",
        1,
    ),
    // Mates, stalemates, bare kings, and the clock.
    ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "", 2),
    ("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "", 2),
    ("8/8/8/4k3/8/8/3pK3/8 w - - 0 1", "", 3),
    ("4k3/8/8/8/8/8/4P3/4K2R w K - 98 80", "", 3),
    // Pins and checks.
    ("4k3/8/8/8/1b6/8/3P4/r2QK3 w - - 0 1", "", 2),
    ("4k3/4r3/8/8/7b/8/3NNPP1/3QK3 w - - 0 1", "", 2),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "",
        3,
    ),
];

/// The same for Chess960.
const POSITIONS_960: &[(&str, &str, u32)] = &[
    ("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "", 2),
    ("1r2k1r1/8/8/8/8/8/8/RR2K1RR w GB - 0 1", "", 2),
    ("6kr/8/8/8/8/8/8/1R4KR w HB - 0 1", "", 3),
    ("2rkr3/8/8/8/8/8/8/2RKR3 w ECec - 0 1", "", 2),
    ("1k6/8/8/8/8/8/8/R1KN4 w A - 0 1", "", 2),
    ("8/8/8/8/8/8/3k4/1K5R w H - 0 1", "", 1),
    ("4kr2/8/8/8/8/8/8/4K1R1 w G - 0 1", "", 3),
];

/// How long the search for a bug may take, in processor time: the machine may be busy.
const LIMIT: Duration = Duration::from_secs(10);

fn node(position: &(&str, &str, u32), chess960: bool) -> Node {
    let (fen, moves, depth) = *position;
    let style = CastlingStyle::new(chess960);
    let text = PositionText::new(Some(fen), moves);
    let root = ParsedPosition::from_text(&PositionText::new(Some(fen), "")).expect(fen);
    let passed = root.history.passed_square();
    let root = Node::root(root.position, passed, depth, style);
    let parsed = ParsedPosition::from_text(&text).expect(moves);
    let plies = parsed.history.plies.iter();
    plies.fold(root, |node, ply| node.after(ply.mv, style))
}

/// The positions above, then random ones.
fn nodes(chess960: bool, random: usize) -> impl Iterator<Item = Node> {
    let draw = RandomPositions {
        seed: 7,
        chess960,
        depth: 3,
        most_leaves: 1500,
    };
    let own = if chess960 { POSITIONS_960 } else { POSITIONS };
    let own = own.iter().map(move |position| node(position, chess960));
    own.chain(draw.nodes().take(random).map(|node| node.expect("a count")))
}

fn leaves(position: &Position, depth: u32) -> u128 {
    let perft = Perft::new(depth).threads(1);
    let counted = perft.run(position, &Kernel::best(), &Stop::new(), |_| {});
    counted.expect("a count").total
}

#[test]
fn without_a_bug_the_program_counts_correctly() {
    for (style, bug) in [(Style::Full, Bug::None), (Style::Bulk, Bug::NoneWithTable)] {
        for chess960 in [false, true] {
            let mut classic = Classic::new(bug, style, chess960);
            for node in nodes(chess960, 300).filter(|node| node.moves.is_empty()) {
                let ours = leaves(&node.position, node.depth);
                let theirs = classic.leaves(&node.fen, node.depth);
                assert_eq!(theirs, ours as i128, "{style:?} {bug:?} {}", node.fen);
            }
        }
    }
}

/// The result of the search for a bug.
enum Found {
    /// Wrong counts, explained unless that was not asked for.
    Counts(Option<Box<Diagnosis>>),
    /// No answer.
    Failed(Error),
}

/// The first disagreement in standard positions, in Chess960, or in random positions, and the time
/// that it took to find it.
fn find(bug: Bug, style: Style, explain: bool) -> (Option<Found>, Duration) {
    let begin = ThreadTime::now();
    for (chess960, random) in [(false, 0), (true, 0), (false, 100), (true, 100)] {
        let castling = CastlingStyle::new(chess960);
        let mut classic = Classic::new(bug, style, chess960);
        let mut other = Recording::new(&mut classic);
        for node in nodes(chess960, random) {
            match hunt(&mut other, &node, castling, |_, _| {}) {
                Ok(None) => {}
                Ok(Some(found)) => {
                    let time = begin.elapsed();
                    let diagnose = || Box::new(Diagnosis::new(found, castling, &mut other));
                    return (Some(Found::Counts(explain.then(diagnose))), time);
                }
                Err(error) => return (Some(Found::Failed(error)), begin.elapsed()),
            }
        }
    }
    (None, begin.elapsed())
}

/// Every other bug counts in bulk, except where that hides it.
fn style(index: usize, bug: Bug) -> Style {
    let staged = matches!(
        bug,
        Bug::EnPassantSquareNotRestored | Bug::EnPassantSquareClearedByUnmake
    );
    match index.is_multiple_of(2) || staged {
        true => Style::Full,
        false => Style::Bulk,
    }
}

/// Searches for these bugs on all cores.
fn search(bugs: impl Iterator<Item = (usize, Bug)> + Send, explain: bool) -> Score {
    let score = Mutex::new(Score::default());
    let queue = Mutex::new(bugs);
    let work = || {
        loop {
            let Some((index, bug)) = queue.lock().expect("no panic").next() else {
                return;
            };
            let (found, time) = find(bug, style(index, bug), explain);
            score.lock().expect("no panic").add(bug, found, time);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..movegen::threads::cores() {
            scope.spawn(work);
        }
    });
    score.into_inner().expect("no panic")
}

#[test]
fn every_bug_is_found() {
    let score = search(Bug::ALL.iter().copied().enumerate(), false);
    assert!(score.missed.is_empty(), "not found: {:?}", score.missed);
    assert!(score.late.is_empty(), "too slow: {:?}", score.late);
}

/// A sample of the bugs, or all of them if `ZOO_ALL` is set in the environment, or those that
/// `ZOO_BUGS` names: an explanation costs up to a second or two.
#[test]
fn most_bugs_are_named() {
    let all = Bug::ALL.iter().copied().enumerate();
    if let Ok(names) = std::env::var("ZOO_BUGS") {
        let named = |bug: Bug| names.split(',').any(|name| name == bug.name());
        let score = search(all.filter(|(_, bug)| named(*bug)), true);
        return println!("{score}");
    }
    // A small sample varies more.
    let (every, tenths) = match std::env::var_os("ZOO_ALL") {
        Some(_) => (1, 9),
        None => (12, 8),
    };
    let score = search(all.step_by(every), true);
    println!("{score}");
    // Bugs that no known defect describes cannot be named.
    let right = score.named + score.listed + score.failed;
    assert!(
        10 * right >= tenths * (score.all() - score.nameless),
        "{score}"
    );
    assert!(score.wrong.is_empty(), "{score}");
}

/// What was said about the bugs.
#[derive(Debug, Default)]
struct Score {
    missed: Vec<Bug>,
    late: Vec<Bug>,
    named: usize,
    /// Those among them that are said to be certain.
    certain: usize,
    listed: usize,
    failed: usize,
    /// Bugs that no known defect describes, and about which nothing false is said with certainty.
    nameless: usize,
    /// Nothing was said, or only something wrong: the bug and what was said.
    unnamed: Vec<String>,
    wrong: Vec<String>,
}

impl Score {
    fn all(&self) -> usize {
        let counts = self.named + self.listed + self.unnamed.len() + self.wrong.len();
        counts + self.failed + self.nameless + self.missed.len()
    }

    fn add(&mut self, bug: Bug, found: Option<Found>, time: Duration) {
        if time > LIMIT {
            self.late.push(bug);
        }
        let diagnosis = match found {
            None => return self.missed.push(bug),
            Some(Found::Failed(error)) => {
                println!("{bug:?}: {error}");
                return self.failed += 1;
            }
            Some(Found::Counts(None)) => return,
            Some(Found::Counts(Some(diagnosis))) => diagnosis,
        };
        let causes = &diagnosis.explanation.causes;
        let is_true = |cause: &&Cause| is_true(bug, cause);
        let said = || {
            let node = &diagnosis.found.node;
            let ids: Vec<_> = causes
                .iter()
                .map(|cause| (cause.id, &cause.sentence, cause.certainty))
                .collect();
            let (fen, moves, depth) = (&node.fen, &node.moves, node.depth);
            format!("{bug:?} ({time:.1?}): {ids:?} for {fen} {moves:?} depth {depth}")
        };
        let is_certain = |cause: &Cause| cause.certainty != Certainty::Fits;
        if has_no_name(bug) && !causes.iter().any(is_certain) {
            return self.nameless += 1;
        }
        match (causes.iter().find(is_true), causes.len()) {
            (Some(cause), 1) => {
                println!("named: {}", said());
                self.named += 1;
                self.certain += usize::from(cause.certainty == Certainty::Accounts);
            }
            (Some(_), _) => {
                println!("listed: {}", said());
                self.listed += 1;
            }
            (None, 0) => self.unnamed.push(said()),
            (None, _)
                if causes
                    .iter()
                    .all(|cause| cause.certainty == Certainty::Fits) =>
            {
                self.unnamed.push(said());
            }
            (None, _) => self.wrong.push(said()),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.all();
        let Score {
            named,
            certain,
            listed,
            failed,
            nameless,
            ..
        } = self;
        let (unnamed, wrong) = (self.unnamed.len(), self.wrong.len());
        writeln!(
            f,
            "{all} bugs: {named} named ({certain} of them certainly), {listed} in a list, {failed} crashes and hangs, {nameless} without a known defect, {unnamed} unnamed, {wrong} wrong"
        )?;
        for (title, lines) in [("wrong", &self.wrong), ("unnamed", &self.unnamed)] {
            for line in lines {
                writeln!(f, "{title}: {line}")?;
            }
        }
        Ok(())
    }
}

/// Positions from which wider or other defects than the true one were once called certain.
const MISLEADING: &[(Bug, &str, u32)] = &[
    (
        Bug::FenAnyLetterIsEveryRight,
        "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1",
        1,
    ),
    (
        Bug::FenAnyLetterIsEveryRight,
        "r3k2r/8/8/8/8/8/8/R3K2R w Q - 0 1",
        1,
    ),
    (
        Bug::FenAnyLetterIsEveryRight,
        "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1",
        1,
    ),
    (
        Bug::FenAnyLetterIsEveryRight,
        "r3k2r/8/8/8/8/8/8/R3K2R b KQ - 0 1",
        1,
    ),
    (
        Bug::FenAnyLetterIsEveryRight,
        "r3k2r/8/8/8/8/8/8/4K2R w Kq - 0 1",
        2,
    ),
    (
        Bug::FenAnyLetterIsEveryRight,
        "4k2r/8/8/8/8/8/8/R3K2R w Kk - 0 1",
        3,
    ),
    (
        Bug::FenOtherLetterIsBlackQueenside,
        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
        2,
    ),
    (
        Bug::FenOtherLetterIsBlackQueenside,
        "r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1",
        1,
    ),
    (
        Bug::EnPassantB4A3Missing,
        "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1",
        2,
    ),
    (
        Bug::SlidersNeverBlock,
        "rnbqkb1r/ppp2ppp/3p1n2/1B2p3/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 4",
        1,
    ),
    (
        Bug::SlidersNeverBlock,
        "rnbqk1nr/pppp1ppp/8/4p3/1b2P3/3P4/PPP2PPP/RNBQKBNR w KQkq - 0 1",
        1,
    ),
    (
        Bug::SlidersNeverBlock,
        "4k3/3r4/8/8/8/8/8/4KR2 w - - 0 1",
        3,
    ),
    (
        Bug::SlidersNeverBlock,
        "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1",
        2,
    ),
    (
        Bug::SlidersNeverBlock,
        "4k3/3q4/8/8/8/8/3R4/4K3 w - - 0 1",
        2,
    ),
];

#[test]
fn no_false_cause_is_certain_wherever_the_hunt_begins() {
    let mut wrong = Vec::new();
    for &(bug, fen, depth) in MISLEADING {
        let style = CastlingStyle::Standard;
        let mut classic = Classic::new(bug, Style::Full, false);
        let mut other = Recording::new(&mut classic);
        let found = hunt(
            &mut other,
            &node(&(fen, "", depth), false),
            style,
            |_, _| {},
        );
        let Ok(Some(found)) = found else {
            wrong.push(format!("{bug:?} does not show: {fen}"));
            continue;
        };
        let causes = Diagnosis::new(found, style, &mut other).explanation.causes;
        let is_false =
            |cause: &Cause| cause.certainty == Certainty::Accounts && !is_true(bug, cause);
        if causes.iter().any(is_false) {
            wrong.push(format!("{bug:?}: {causes:?} for {fen}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The same program as a UCI engine in a process of its own.
#[test]
fn engines_with_these_bugs_are_found_by_compare() {
    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let sample = [
        (Bug::CastlesThroughCheck, 1),
        (Bug::KnightSquareMustBeSafe, 1),
        (Bug::CapturedNotRestored, 1),
        (Bug::CountsModulo65536, 1),
        (Bug::None, 0),
        (Bug::NoneWithTable, 0),
    ];
    for (bug, code) in sample {
        let asked = ["--fen", KIWIPETE, "--depth", "3"];
        let run = canopy::against("compare", "uci", &classic::uci::arguments(bug), &asked);
        assert_eq!(
            run.code,
            Some(code),
            "{bug:?}: {}{}",
            run.stdout,
            run.stderr
        );
    }
}
