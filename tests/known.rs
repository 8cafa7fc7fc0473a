//! The built-in table of published results: every row within reach is counted, and the commands
//! report what they find there.

use std::collections::BTreeMap;

use crate::support::canopy::{Run, START, canopy};
use crate::support::count;
use movegen::chess::variant::{VariantCounter, VariantPosition, variant};
use movegen::chess::{Kernel, Position, Statistics, StatisticsCounter};
use movegen::hive::{Game, GroupedPlacements};
use movegen::perft::{Counter, Perft, Stop, Tree, Unique};
use serde_json::Value;
use uci::games::chess;
use uci::known::{Comparison, Known, Quantity};

const TABLE: &str = include_str!("../uci/src/known/known.tsv");

/// How many leaves, or different positions, are counted at most.
const NODES: u128 = 200_000_000;
const STATISTICS: u128 = 20_000_000;
const UNIQUE: u128 = 1_000_000;

/// Value and source of each quantity, by name, at each depth.
type Depths<'a> = BTreeMap<u32, BTreeMap<&'a str, Vec<u128>>>;

/// The rows by game and position.
fn positions() -> BTreeMap<(&'static str, &'static str), Depths<'static>> {
    let mut positions: BTreeMap<_, Depths<'_>> = BTreeMap::new();
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let [game, position, depth, what, value, _] = fields[..] else {
            panic!("{line}");
        };
        let depths = positions.entry((game, position)).or_default();
        let quantities = depths.entry(depth.parse().unwrap()).or_default();
        quantities
            .entry(what)
            .or_default()
            .push(value.parse().unwrap());
    }
    positions
}

fn total<T: Tree, C: Counter<T>>(root: &T, counter: &C, depth: u32) -> C::Tally {
    count::total(&Perft::new(depth).threads(2), root, counter)
}

/// The quantities of one depth that can be counted within the limits.
fn quantities(
    position: &Position,
    depth: u32,
    values: &BTreeMap<&str, Vec<u128>>,
) -> Vec<(Quantity, u128)> {
    let mut counted = Vec::new();
    let least = |what| {
        values
            .get(what)
            .and_then(|values| values.iter().min().copied())
    };
    let nodes = least("nodes");
    if nodes.is_some_and(|nodes| nodes <= NODES) {
        counted.push((Quantity::NODES, total(position, &Kernel::best(), depth)));
    }
    if nodes.is_some_and(|nodes| nodes <= STATISTICS) {
        let row: Statistics = total(position, &StatisticsCounter, depth);
        let columns = chess::STATISTICS.columns.iter().zip(row.values()).skip(1);
        counted.extend(columns.map(|(column, number)| (Quantity::Leaves(column), number)));
    }
    if least("unique").is_some_and(|unique| unique <= UNIQUE) {
        let mut last = None;
        let unique = Unique::new(depth).threads(2).memory_mb(1024);
        unique
            .run(position, &Stop::new(), |depth, count| {
                last = Some((depth, count))
            })
            .unwrap();
        let (_, count) = last.filter(|(last, _)| *last == depth).unwrap();
        counted.push((Quantity::Unique, count.into()));
    }
    counted
}

#[test]
fn every_row_within_reach_is_right() {
    let mut agreed = 0;
    for ((game, text), depths) in positions() {
        for (&depth, values) in &depths {
            let counted = match game {
                "chess" => quantities(&text.parse().unwrap(), depth, values),
                "variant" if values["nodes"][0] <= NODES => {
                    let (name, fen) = text.split_once(' ').unwrap();
                    let position = VariantPosition::from_fen(variant(name).unwrap(), fen).unwrap();
                    let total = total(&position, &VariantCounter::default(), depth);
                    vec![(Quantity::NODES, total)]
                }
                "hive" if values["nodes"][0] <= NODES => {
                    let game: Game = text.parse().unwrap();
                    vec![(
                        Quantity::NODES,
                        total(game.position(), &GroupedPlacements, depth),
                    )]
                }
                _ => Vec::new(),
            };
            for (quantity, number) in counted {
                if let Some(values) = values.get(quantity.name()) {
                    assert!(
                        values.contains(&number),
                        "{text}: {quantity:?} {depth}: {number}"
                    );
                    agreed += 1;
                }
            }
        }
    }
    assert!(agreed >= 298, "only {agreed} rows were counted");
}

/// However a position is written, it is the same one; and another is another.
#[test]
fn positions_are_compared_and_not_their_text() {
    let of = |fen: &str| {
        let position: Position = fen.parse().unwrap();
        let comparison =
            Comparison::new(Known::published(), &position, [(3, Quantity::NODES, 8_902)]);
        assert!(!comparison.differs(), "{fen}");
        !comparison.is_empty()
    };
    for (fen, known) in [
        (START, true),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 12 34",
            true,
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
            false,
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            false,
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1",
            false,
        ),
    ] {
        assert_eq!(of(fen), known, "{fen}");
    }
}

/// A table with wrong values: the counts are ours, so they are right.
#[test]
fn a_difference_is_reported() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let planted = format!(
        "chess\t{start}\t3\tnodes\t8903\tA\n\
         chess\t{start}\t3\tcaptures\t34\tB\n\
         chess\t{start}\t3\tunique\t5361\tC\n\
         chess\t{start}\t3\tunique\t5362\tD\n\
         hive\tBase\t2\tnodes\t95\tE\n"
    );
    let planted = Known::parse(&planted).unwrap();
    let position = Position::startpos();
    let of = |counts: &[(Quantity, u128)]| {
        let counts = counts.iter().map(|&(quantity, count)| (3, quantity, count));
        Comparison::new(&planted, &position, counts)
    };
    let nodes = of(&[(Quantity::NODES, 8_902)]);
    assert!(nodes.differs());
    assert_eq!(
        nodes.text().unwrap(),
        "nodes at depth 3: 8902 DIFFERS from the published value 8903 (A)"
    );
    let captures = (Quantity::Leaves("captures"), 34);
    assert_eq!(
        of(&[captures]).text().unwrap(),
        "matches the published value (B)"
    );
    // Where sources disagree, a count may agree with any of them.
    let both = of(&[captures, (Quantity::Unique, 5_362)]);
    assert!(!both.differs());
    assert_eq!(
        both.text().unwrap(),
        "matches all 2 published values (B, D)"
    );
    assert_eq!(
        of(&[captures, (Quantity::Unique, 1)]).text().unwrap(),
        "unique at depth 3: 1 DIFFERS from the published value 5361 (C), 5362 (D)"
    );
    assert_eq!(of(&[(Quantity::Leaves("castles"), 0)]).text(), None);
    let game: Game = "Base;NotStarted;White[1]".parse().unwrap();
    let hive = Comparison::new(&planted, game.position(), [(2, Quantity::NODES, 96)]);
    assert!(hive.differs());
}

#[test]
fn what_is_no_table_is_refused() {
    for (line, error) in [
        ("chess\t8/8\t1", "found 3 fields, expected 6"),
        ("go\tx\t1\tnodes\t1\tA", "'go' is not a game"),
        ("chess\t8/8\t1\tnodes\t1\tA", "line 2: "),
        ("hive\tBose\t1\tnodes\t4\tA", "line 2: "),
        ("hive\tBase\t-1\tnodes\t4\tA", "line 2: '-1': "),
        ("hive\tBase\t1\tnodes\t4x\tA", "line 2: '4x': "),
        (
            "hive\tBase\t1\tleaves\t4\tA",
            "'leaves' is neither unique nor a column",
        ),
    ] {
        let refused = Known::parse(&format!("# a comment\n{line}\n"));
        let text = refused.map(|_| ()).unwrap_err().to_string();
        assert!(text.contains(error), "{text}");
    }
}

/// What a command writes about published results.
fn verdict(arguments: &[&str]) -> Vec<String> {
    let Run { code, stderr, .. } = canopy(arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {stderr}");
    let lines = stderr.lines().filter(|line| line.contains("published"));
    lines.map(str::to_owned).collect()
}

#[test]
fn commands_report_published_results() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w HAha - 3 7";
    let position_3 = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    for (arguments, wanted) in [
        (
            &["perft", "4"][..],
            "matches the published value (OEIS A048987)",
        ),
        (
            &["perft", "4", "--format=csv", "--sort=count"],
            "matches the published value (OEIS A048987)",
        ),
        (
            &["perft", "4", "--divide-depth=2", "--verify"],
            "matches the published value (OEIS A048987)",
        ),
        (
            &["perft", "4", "--no-bulk"],
            "matches the published value (OEIS A048987)",
        ),
        (
            &["perft", "4", "--format=table"],
            "matches all 4 published values (OEIS A048987)",
        ),
        (
            &["perft", "3", "--fen", kiwipete],
            "matches the published value (Chess Programming Wiki)",
        ),
        (
            &["perft", "3", "--fen", kiwipete, "--stats"],
            "matches all 21 published values (Chess Programming Wiki, The Grand Chess Tree)",
        ),
        (
            &["perft", "2", "--fen", position_3, "--stats"],
            "matches all 2 published values (Chess Programming Wiki)",
        ),
        (
            &["perft", "4", "--game=hive", "--type=Base+MLP"],
            "matches the published value (Mzinga wiki)",
        ),
        (
            &["unique", "4"],
            "matches all 4 published values (OEIS A083276)",
        ),
    ] {
        assert_eq!(verdict(arguments), [wanted], "{arguments:?}");
    }
}

#[test]
fn nothing_is_said_where_nothing_is_published() {
    let moves = ["--moves", "e2e4"];
    let another = |arguments: &[&'static str]| verdict(&[arguments, &moves].concat());
    assert_eq!(another(&["perft", "3"]), [""; 0]);
    assert_eq!(another(&["perft", "3", "--stats"]), [""; 0]);
    assert_eq!(another(&["unique", "3"]), [""; 0]);
    assert_eq!(
        another(&["perft", "3", "--verbose"]),
        ["no published value for this position and depth"]
    );
}

#[test]
fn json_has_the_published_value() {
    let known = |arguments: &[&str]| {
        let run = canopy(arguments);
        assert_eq!(run.code, Some(0), "{run:?}");
        run.json().pop().unwrap()["known"].take()
    };
    let json = ["perft", "2", "--format=json"];
    assert_eq!(
        known(&json),
        serde_json::json!({"value": "400", "source": "OEIS A048987", "matches": true})
    );
    assert_eq!(
        known(&[&json[..], &["--moves", "e2e4"]].concat()),
        Value::Null
    );
    let hive = known(&[&json[..], &["--game=hive"]].concat());
    assert_eq!(hive["value"], "96");
    let list = |arguments: &[&str]| known(arguments).as_array().unwrap().clone();
    let unique = list(&["unique", "2", "--json"]);
    let second = serde_json::json!({
        "depth": 2, "what": "unique", "value": "400", "source": "OEIS A083276", "matches": true
    });
    assert_eq!(unique[1], second);
    assert_eq!(list(&["perft", "2", "--stats", "--json"]).len(), 20);
    assert_eq!(list(&["perft", "2", "--format=table", "--json"]).len(), 2);
}
