//! Files that a session opens: anything but a regular file is refused at once, instead of waiting for a
//! process that may write to it.

use crate::support::canopy::{Scratch, make_fifo};
use crate::uci_driver::Engine;

/// Sends the lines and returns what the session prints before it answers `isready`.
fn said(engine: &mut Engine, lines: &str) -> String {
    engine.send(&format!("{lines}\nisready"));
    engine.lines_until(|line| line == "readyok").join("\n")
}

#[test]
fn fifos_are_refused_at_once() {
    let folder = Scratch::new("fifos");
    std::fs::create_dir(folder.path()).expect("a folder");
    let tables = ["KQvK.rtbw", "KQvK.rtbz"].map(|name| folder.join(name));
    tables.iter().for_each(|table| make_fifo(table));
    let fifo = tables[0].display();
    let mut engine = Engine::session();
    let eval_file = said(
        &mut engine,
        &format!("setoption name EvalFile value {fifo}"),
    );
    assert!(eval_file.contains("not a regular file"), "{eval_file}");
    let bench = said(&mut engine, &format!("bench 1 1 1 {fifo}"));
    let expected =
        format!("info string ERROR bench cannot read '{fifo}': not a regular file\nreadyok");
    assert_eq!(bench, expected);
    let path = folder.path();
    let path = said(
        &mut engine,
        &format!("setoption name SyzygyPath value {path}"),
    );
    assert_eq!(path.matches("not a regular file").count(), 2, "{path}");
    assert_eq!(engine.finish().2, Some(0));
}
