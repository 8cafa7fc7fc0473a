//! The option `EvalFile`: networks from files, and files that are refused.

use engine::Network;
use engine::network::{FILE_BYTES, PAYLOAD_BYTES};
use sha2::{Digest as _, Sha256};

use crate::readme::root;
use crate::support::canopy::Scratch;
use crate::uci_driver::Engine;

/// The command that loads a network from a file.
fn load(file: &Scratch) -> String {
    format!("setoption name EvalFile value {}", file.path())
}

/// A network that scores every position as 0.
fn zero() -> Network {
    Network::new(400, &[0; PAYLOAD_BYTES]).unwrap()
}

const EMBEDDED: &str = "setoption name EvalFile value <embedded>";

/// A position in which White is a queen ahead, and no draw is near.
const QUEEN_AHEAD: &str = "position fen rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The last line about a search: its score, its nodes and its variation.
fn searched(engine: &mut Engine, go: &str) -> String {
    engine.send(QUEEN_AHEAD);
    engine.send(go);
    let lines = engine.lines_until(|line| line.starts_with("bestmove"));
    let info = lines.iter().rev().find(|line| line.contains(" score "));
    let words: Vec<&str> = info.unwrap().split(' ').collect();
    let after = |word| words.iter().skip_while(move |&&other| other != word);
    let score: Vec<_> = after("score").take(3).copied().collect();
    let nodes: Vec<_> = after("nodes").take(2).copied().collect();
    let pv: Vec<_> = after("pv").copied().collect();
    [score, nodes, pv].concat().join(" ")
}

/// The hash of the network in use, and where it comes from.
fn network(engine: &mut Engine) -> String {
    engine.send("compiler");
    let lines = engine.lines_until(|line| line.starts_with("network: "));
    let last = lines.last().unwrap();
    last.trim_end().to_owned()
}

#[test]
fn a_network_from_a_file_evaluates_until_the_embedded_one_returns() {
    // Blanks in the path belong to it.
    let file = Scratch::with("a zero network.bin", zero().as_bytes());
    let mut engine = Engine::session();
    let embedded = network(&mut engine);
    assert!(embedded.ends_with(" (embedded)"), "{embedded}");
    let deep = searched(&mut engine, "go depth 8");

    engine.send(&load(&file));
    let shallow = searched(&mut engine, "go depth 1");
    assert!(shallow.starts_with("score cp 0 "), "{shallow}");
    let from_file = format!("network: SHA-256 {} (from a file)", zero().sha256());
    assert_eq!(network(&mut engine), from_file);
    engine.send(QUEEN_AHEAD);
    engine.send("eval");
    engine.lines_until(|line| line.starts_with("Final evaluation       +0.00 "));
    // A table of another size belongs to a new engine, which keeps the network.
    engine.send("setoption name Hash value 8");
    let shallow = searched(&mut engine, "go depth 1");
    assert!(shallow.starts_with("score cp 0 "), "{shallow}");
    engine.send("setoption name Hash value 16");

    engine.send(EMBEDDED);
    assert_eq!(network(&mut engine), embedded);
    // Neither the table nor the histories know the other network.
    assert_eq!(searched(&mut engine, "go depth 8"), deep);
}

#[test]
fn a_network_in_a_file_is_the_same_as_embedded() {
    let same = Scratch::with("same.bin", Network::default().as_bytes());
    let bench = |commands: &[&str]| {
        let mut engine = Engine::session();
        for command in commands {
            engine.send(command);
        }
        engine.send("bench 1 1 5");
        let (_, errors, _) = engine.finish();
        let nodes = errors
            .lines()
            .find(|line| line.starts_with("Nodes searched"));
        nodes.unwrap().to_owned()
    };
    let embedded = bench(&[]);
    assert_eq!(bench(&[&load(&same)]), embedded);
    let zero = Scratch::with("zero.bin", zero().as_bytes());
    assert_ne!(bench(&[&load(&zero)]), embedded);
}

/// docs/training.md has the command that makes these files.
#[test]
fn the_list_of_hashes_names_the_embedded_network() {
    let list = root().join("scripts/workshop/network.sha256");
    let list = std::fs::read_to_string(list).unwrap();
    let digest = Sha256::digest(Network::default().as_bytes());
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(
        list.lines().last(),
        Some(&*format!("{digest}  network.bin"))
    );
}

#[test]
fn a_bad_file_changes_nothing() {
    let good = zero().as_bytes().to_vec();
    let with = |offset: usize, value: u8| {
        let mut bytes = good.clone();
        bytes[offset] = value;
        bytes
    };
    let mut engine = Engine::session();
    let expected = searched(&mut engine, "go depth 6");
    for (name, content, reason) in [
        ("empty.bin", Vec::new(), "not a network: 0 bytes".to_owned()),
        (
            "magic.bin",
            with(0, b'c'),
            "not a network: it begins with 'cANOPYNN', expected 'CANOPYNN'".to_owned(),
        ),
        (
            "version.bin",
            with(8, 9),
            "network format version 9, expected 1".to_owned(),
        ),
        (
            "architecture.bin",
            with(15, 2),
            "network architecture (4x768 -> 512)x2 -> 1x8, QA 255, QB 64, expected (4x768 -> 256)x2"
                .to_owned(),
        ),
        (
            "short.bin",
            good[..1000].to_vec(),
            format!("network file of 1000 bytes, expected {FILE_BYTES}"),
        ),
        (
            "long.bin",
            [&good[..], &good[..]].concat(),
            format!("network file of more than {FILE_BYTES} bytes, expected {FILE_BYTES}"),
        ),
        (
            "hash.bin",
            with(FILE_BYTES - 1, 1),
            "damaged network: its SHA-256 is ".to_owned(),
        ),
    ] {
        let file = Scratch::with(name, &content);
        engine.send(&load(&file));
        let line = engine.line().unwrap();
        assert!(
            line.starts_with("info string warning: option EvalFile: '")
                && line.contains(&format!("{name}': {reason}"))
                && line.ends_with("; it stays <embedded>\n"),
            "{line}"
        );
        engine.send("ucinewgame");
        assert_eq!(searched(&mut engine, "go depth 6"), expected, "{name}");
    }
}

/// As for the other options.
#[test]
fn a_network_waits_for_the_search() {
    let file = Scratch::with("zero.bin", zero().as_bytes());
    let mut engine = Engine::session();
    engine.send("setoption name Threads value 2");
    engine.send(QUEEN_AHEAD);
    engine.send("go infinite");
    engine.lines_until(|line| line.contains(" depth 6 "));
    engine.send(&load(&file));
    engine.send("stop");
    let lines = engine.lines_until(|line| line.starts_with("bestmove"));
    let scores = || lines.iter().filter(|line| line.contains(" score cp "));
    assert!(
        scores().all(|line| !line.contains(" score cp 0 ")),
        "{lines:?}"
    );
    let shallow = searched(&mut engine, "go depth 1");
    assert!(shallow.starts_with("score cp 0 "), "{shallow}");
}
