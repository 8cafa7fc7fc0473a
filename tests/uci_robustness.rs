//! Garbage in: no panic, no hang, no silence where an answer is due.

mod uci_driver;

use uci::command::Command;
use uci_driver::Engine;

/// A xorshift generator: the same garbage on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

const WORDS: [&str; 62] = [
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "ponderhit",
    "debug",
    "on",
    "off",
    "register",
    "later",
    "setoption",
    "name",
    "value",
    "Hash",
    "UCI_Chess960",
    "true",
    "Clear",
    "MultiPV",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "E2E4",
    "e7e8q",
    "e1g1",
    "e1h1",
    "0000",
    "é",
    "\u{0}",
    "8/8/8/8/8/8/8/K1k5",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "w",
    "b",
    "KQkq",
    "HAha",
    "-",
    "e3",
    "e9",
    "0",
    "1",
    "-1",
    "256",
    "300",
    "99999999999999999999",
    "2.7",
    "go",
    "perft",
    "divide",
    "depth",
    "nodes",
    "searchmoves",
    "wtime",
    "btime",
    "movestogo",
    "mate",
    "info",
    "d",
    "flip",
    "eval",
    "#",
    "isreadyfoo",
];

fn line(random: &mut Random) -> String {
    let mut line = String::new();
    for _ in 0..random.below(9) {
        line += random.pick(&WORDS);
        line += random.pick(&[" ", "  ", "\t", " "]);
    }
    if random.below(4) == 0 {
        line.push('\r');
    }
    line
}

#[test]
fn parsing_never_panics() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..200_000 {
        let line = line(&mut random);
        // The result may be anything; that there is one is the point.
        let _ = Command::parse(&line);
    }
    for _ in 0..50_000 {
        let bytes: Vec<u8> = (0..random.below(24))
            .map(|_| random.below(256) as u8)
            .collect();
        let _ = Command::parse(&String::from_utf8_lossy(&bytes));
    }
}

/// Numbers at which `vampirc-uci` panics or cuts digits off never reach it.
#[test]
fn numbers_that_break_the_crate() {
    for word in ["depth", "mate", "movestogo", "nodes", "movetime", "wtime"] {
        for number in [
            "255",
            "256",
            "999",
            "1000000000000",
            "99999999999999999999999",
            "-1",
        ] {
            let parsed = Command::parse(&format!("go {word} {number}"));
            assert!(
                matches!(parsed, Command::Search(_)),
                "{word} {number}: {parsed:?}"
            );
        }
    }
}

#[test]
fn the_process_survives_garbage() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut engine = Engine::session();
    for round in 0..40 {
        for _ in 0..25 {
            let line = line(&mut random);
            // Whatever starts a long job is left to other tests; endless ones are stopped below.
            let harmless = match Command::parse(&line) {
                Command::Perft(command) => command.depth.is_ok_and(|depth| depth < 3),
                Command::Search(_) | Command::Bench(_) | Command::Quit => false,
                Command::SetOption { name, .. } => !name.eq_ignore_ascii_case("Hash"),
                _ => true,
            };
            if harmless {
                engine.send(&line);
            }
        }
        engine.send_bytes(b"\xff\xfe garbage\n");
        // An unknown word is answered in order, so all before it has been dealt with.
        let mark = format!("mark{round}");
        engine.send(&mark);
        engine.lines_until(|line| line.contains(&mark));
    }
    engine.send("position startpos\nucinewgame\ngo perft 1");
    engine.lines_until(|line| line == "Nodes searched: 20");
    let (_, errors, code) = engine.finish();
    assert_eq!((errors.as_str(), code), ("", Some(0)));
}

#[test]
fn a_very_long_game() {
    let mut engine = Engine::session();
    let moves = " g1f3 g8f6 f3g1 f6g8".repeat(2500);
    engine.send(&format!("position startpos moves{moves}"));
    engine.send("go perft 1");
    engine.lines_until(|line| line == "Nodes searched: 20");
}
