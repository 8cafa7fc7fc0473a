//! A classic perft program with one of many bugs: each is found, and its cause is named.

mod causes;
mod state;

use std::fmt;
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use cpu_time::ThreadTime;
use movegen::chess::{CastlingStyle, ParsedPosition, PositionText};
use workbench::ask::{Error, Recording};
use workbench::explain::{Cause, Certainty, Diagnosis};
use workbench::find::{Node, RandomPositions, hunt};
use workbench::tell;

use crate::support::canopy::{self, KIWIPETE};
use crate::support::classic::{self, Bug, Classic, Style};
use crate::support::count::perft;
use crate::support::sweep;
use causes::{has_no_name, is_true};

/// How long the search for a bug may take, in processor time: the machine may be busy.
const LIMIT: Duration = Duration::from_secs(10);

/// The lines of a file of cases, and what stands between the bars of each.
fn cases<const N: usize>(text: &str) -> Vec<[&str; N]> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let cases = lines.map(|line| {
        let fields: Vec<&str> = line.split(" | ").collect();
        fields.try_into().unwrap_or_else(|_| panic!("{line}"))
    });
    cases.collect()
}

/// The position, a FEN with moves, and the depth.
fn node(position: &str, depth: &str, chess960: bool) -> Node {
    let (fen, moves) = position.split_once(" moves ").unwrap_or((position, ""));
    let depth = depth.parse().expect(depth);
    let style = CastlingStyle::new(chess960);
    let text = PositionText::new(Some(fen), moves);
    let root = ParsedPosition::from_text(&PositionText::new(Some(fen), "")).expect(fen);
    let passed = root.history.passed_square();
    let root = Node::root(root.position, passed, depth, style);
    let parsed = ParsedPosition::from_text(&text).expect(moves);
    let plies = parsed.history.plies.iter();
    plies.fold(root, |node, ply| node.after(ply.mv, style))
}

/// The positions of the files, then random ones.
fn nodes(chess960: bool, random: usize) -> impl Iterator<Item = Node> {
    let draw = RandomPositions {
        seed: 7,
        chess960,
        depth: 3,
        most_leaves: 1500,
    };
    let own = match chess960 {
        false => include_str!("zoo/positions.txt"),
        true => include_str!("zoo/chess960.txt"),
    };
    let own = cases::<2>(own).into_iter();
    let own = own.map(move |[position, depth]| node(position, depth, chess960));
    own.chain(draw.nodes().take(random).map(|node| node.expect("a count")))
}

#[test]
fn without_a_bug_the_program_counts_correctly() {
    for (style, bug) in [(Style::Full, Bug::None), (Style::Bulk, Bug::NoneWithTable)] {
        for chess960 in [false, true] {
            let mut classic = Classic::new(bug, style, chess960);
            for node in nodes(chess960, 300).filter(|node| node.moves.is_empty()) {
                let ours = perft(node.position.chess(), node.depth);
                let theirs = classic.leaves(&node.fen, node.depth);
                assert_eq!(theirs, ours as i128, "{style:?} {bug:?} {}", node.fen);
            }
        }
    }
}

/// The random positions in which bugs are searched for.
const RANDOM: usize = 100;

/// All positions, of standard chess and of Chess960, made once for all bugs.
static NODES: [LazyLock<Vec<Node>>; 2] = [
    LazyLock::new(|| nodes(false, RANDOM).collect()),
    LazyLock::new(|| nodes(true, RANDOM).collect()),
];

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
    for (chess960, random) in [(false, 0), (true, 0), (false, RANDOM), (true, RANDOM)] {
        let nodes = &NODES[usize::from(chess960)];
        let castling = CastlingStyle::new(chess960);
        let mut classic = Classic::new(bug, style, chess960);
        let mut other = Recording::new(&mut classic);
        for node in &nodes[..nodes.len() - RANDOM + random] {
            match hunt(&mut other, node, castling, |_, _| {}) {
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
fn search(bugs: &[(usize, Bug)], explain: bool) -> Score {
    let score = Mutex::new(Score::default());
    sweep::check(bugs, |&(index, bug)| {
        let (found, time) = find(bug, style(index, bug), explain);
        score.lock().expect("no panic").add(bug, found, time);
    });
    score.into_inner().expect("no panic")
}

#[test]
fn every_bug_is_found() {
    let all: Vec<_> = Bug::ALL.iter().copied().enumerate().collect();
    let score = search(&all, false);
    assert!(score.missed.is_empty(), "not found: {:?}", score.missed);
    assert!(score.late.is_empty(), "too slow: {:?}", score.late);
}

/// A sample of the bugs, or those that `ZOO_BUGS` names in the environment: an explanation costs up to a
/// second or two.
#[test]
fn most_bugs_are_named() {
    let all = Bug::ALL.iter().copied().enumerate();
    if let Ok(names) = std::env::var("ZOO_BUGS") {
        let named = |bug: Bug| names.split(',').any(|name| name == bug.name());
        let named: Vec<_> = all.filter(|(_, bug)| named(*bug)).collect();
        return println!("{}", search(&named, true));
    }
    // A small sample varies more.
    let tenths = if sweep::is_full() { 9 } else { 8 };
    let score = search(&sweep::large_sample(all, 25, 7), true);
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

#[test]
fn no_false_cause_is_certain_wherever_the_hunt_begins() {
    let misleading = cases::<3>(include_str!("zoo/misleading.txt"));
    sweep::check(&sweep::sample(misleading, 3), |&[bug, position, depth]| {
        let bug = Bug::named(bug).expect(bug);
        let causes = diagnosis(bug, position, depth).explanation.causes;
        let is_false =
            |cause: &Cause| cause.certainty == Certainty::Accounts && !is_true(bug, cause);
        assert!(
            !causes.iter().any(is_false),
            "{bug:?}: {causes:?} for {position}"
        );
    });
}

/// What is said about each bug.
#[test]
fn bugs_are_explained() {
    let explained = cases::<4>(include_str!("zoo/explained.txt"));
    sweep::check(
        &sweep::sample(explained, 6),
        |&[bug, position, depth, part]| {
            let bug = Bug::named(bug).expect(bug);
            let text = tell::describe(&diagnosis(bug, position, depth));
            assert!(text.contains(part), "{bug:?}: no {part:?} in\n{text}");
        },
    );
}

/// The diagnosis of a bug that shows below this position.
fn diagnosis(bug: Bug, position: &str, depth: &str) -> Diagnosis {
    let chess960 = node(position, depth, false)
        .position
        .chess()
        .needs_chess960();
    let (style, node) = (
        CastlingStyle::new(chess960),
        node(position, depth, chess960),
    );
    let mut classic = Classic::new(bug, Style::Full, chess960);
    let mut other = Recording::new(&mut classic);
    match hunt(&mut other, &node, style, |_, _| {}) {
        Ok(Some(found)) => Diagnosis::new(found, style, &mut other),
        other => panic!("{bug:?} does not show in {position}: {other:?}"),
    }
}

/// The same program as a UCI engine in a process of its own.
#[test]
fn engines_with_these_bugs_are_found_by_compare() {
    let sample = [
        (Bug::CastlesThroughCheck, 1),
        (Bug::KnightSquareMustBeSafe, 1),
        (Bug::CapturedNotRestored, 1),
        (Bug::CountsModulo65536, 1),
        (Bug::None, 0),
        (Bug::NoneWithTable, 0),
    ];
    for (bug, code) in sample {
        let passed = classic::arguments("uci", &bug.name());
        let asked = ["--fen", KIWIPETE, "--depth", "3"];
        let run = canopy::against("compare", "uci", &passed, &asked);
        assert_eq!(run.code, Some(code), "{bug:?}: {run:?}");
    }
}
