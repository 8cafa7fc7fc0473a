//! Syzygy tables in a session: the option, the `info` lines, and files that are no tables.

use std::fs;
use std::path::Path;

use crate::support::canopy::Scratch;
use crate::uci_driver::Engine;

/// The tables of the engine's tests, seen from the folder of the transcripts.
const TABLES: &str = "../../engine/tests/syzygy";

/// The number after a word of an `info` line.
fn number(line: &str, word: &str) -> i64 {
    let mut words = line.split(' ').skip_while(|&other| other != word);
    let number = words.nth(1).unwrap_or_else(|| panic!("{word} in {line}"));
    number.parse().expect("a number")
}

/// Searches, and returns the last `info` line with a score, and the best move.
fn search(engine: &mut Engine, position: &str, go: &str) -> (String, String) {
    engine.send(&format!("position {position}"));
    engine.send(go);
    let lines = engine.lines_until(|line| line.starts_with("bestmove "));
    let info = lines.iter().rfind(|line| line.contains(" score "));
    let best = lines.last().expect("a best move").clone();
    (info.expect("a score").clone(), best)
}

/// Sets the path and returns what the session says about it.
fn set_path(engine: &mut Engine, path: &str) -> Vec<String> {
    engine.send(&format!("setoption name SyzygyPath value {path}"));
    engine.send("isready");
    let mut lines = engine.lines_until(|line| line == "readyok");
    lines.pop();
    lines
}

#[test]
fn endings_are_scored_by_the_tables() {
    let mut engine = Engine::session();
    let pawn = "fen 8/8/8/4k3/8/4K3/4P3/8 b - - 0 1";
    let rook = "fen 8/8/8/3rk3/8/8/8/K6Q w - - 0 1";
    let (info, _) = search(&mut engine, pawn, "go depth 3");
    assert_eq!(number(&info, "tbhits"), 0, "{info}");
    assert_eq!(
        set_path(&mut engine, TABLES),
        ["info string SyzygyPath: results for 7 endings, distances for 7, up to 4 men"]
    );
    let (info, _) = search(&mut engine, rook, "go depth 5");
    assert!(number(&info, "tbhits") > 0, "{info}");
    assert_eq!(number(&info, "cp"), 20_000, "{info}");
    let (info, _) = search(&mut engine, pawn, "go depth 5");
    assert_eq!(number(&info, "cp"), -20_000, "{info}");
    let drawn = "fen 8/8/8/8/3k4/8/3P4/3K4 b - - 0 1";
    let (info, _) = search(&mut engine, drawn, "go depth 1");
    assert_eq!(number(&info, "cp"), 0, "{info}");
    engine.send("setoption name SyzygyProbeLimit value 3");
    let (info, _) = search(&mut engine, rook, "go depth 5");
    assert!(number(&info, "cp").abs() < 19_000, "{info}");
    engine.send("setoption name SyzygyPath value <empty>");
    let (info, _) = search(&mut engine, pawn, "go depth 3");
    assert_eq!(number(&info, "tbhits"), 0, "{info}");
}

#[test]
fn every_setting_of_threads_and_lines_uses_the_tables() {
    let mut engine = Engine::session();
    set_path(&mut engine, TABLES);
    engine.send("setoption name Threads value 2");
    engine.send("setoption name MultiPV value 3");
    let (info, best) = search(
        &mut engine,
        "fen 8/8/8/8/5k2/3n4/3R4/3K4 w - - 0 1",
        "go depth 8",
    );
    assert!(number(&info, "tbhits") > 0, "{info}");
    assert!(best.starts_with("bestmove d2d3"), "{best}");
    // The tables do not know the length of a mate.
    engine.send("setoption name MultiPV value 1");
    let (info, _) = search(
        &mut engine,
        "fen 8/8/8/8/8/1K6/7R/k7 w - - 0 1",
        "go mate 1",
    );
    assert!(info.contains(" score mate 1 "), "{info}");
}

#[test]
fn a_damaged_table_is_reported_and_the_search_goes_on() {
    let folder = Scratch::new("damaged_table");
    fs::create_dir(folder.path()).expect("a folder");
    let tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/syzygy");
    let mut table = fs::read(tables.join("KPvK.rtbw")).expect("a table");
    table[5..].fill(0xff);
    fs::write(folder.join("KPvK.rtbw"), table).expect("a file");
    fs::write(folder.join("KQvK.rtbw"), "no table").expect("a file");
    let mut engine = Engine::session();
    let said = set_path(&mut engine, folder.path());
    let [incomplete, found] = &said[..] else {
        panic!("{said:?}");
    };
    let expected =
        "KQvK.rtbw': is incomplete: 8 bytes, expected a multiple of 64 and 16 bytes more";
    assert!(
        incomplete.starts_with("info string warning: SyzygyPath: '"),
        "{incomplete}"
    );
    assert!(incomplete.ends_with(expected), "{incomplete}");
    assert_eq!(
        found,
        "info string SyzygyPath: results for 1 endings, distances for 0, up to 3 men"
    );
    engine.send("position fen 4k3/8/4K3/4P3/8/8/8/8 w - - 0 1");
    engine.send("go depth 4");
    let lines = engine.lines_until(|line| line.starts_with("bestmove "));
    let warnings = lines
        .iter()
        .filter(|line| line.contains("KPvK.rtbw': is damaged: "));
    assert_eq!(warnings.count(), 1, "{lines:?}");
    let (info, _) = search(&mut engine, "startpos", "go depth 2");
    assert_eq!(number(&info, "tbhits"), 0, "{info}");
    let (rest, errors, code) = engine.finish();
    assert_eq!((rest.as_str(), errors.as_str(), code), ("", "", Some(0)));
}
