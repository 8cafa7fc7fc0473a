//! Garbage as input: no panic, no hang, and every question is answered.

use std::sync::LazyLock;

use crate::support::random::Random;
use crate::uci_driver::Engine;
use uci::command::Command;
use uci::session::CurrentPosition;

static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let words = "\
        uci isready ucinewgame stop ponderhit debug on off register later setoption name \
        value Hash UCI_Chess960 true Clear MultiPV position startpos fen moves e2e4 E2E4 \
        e7e8q e1g1 e1h1 0000 é \u{0} 8/8/8/8/8/8/8/K1k5 \
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w b KQkq HAha - e3 e9 0 1 -1 256 300 \
        99999999999999999999 2.7 go perft divide depth nodes searchmoves wtime btime \
        movestogo mate info d flip eval # isreadyfoo setboard bm e4; ;D1 \"x; y\"; hmvc Nf3 \
        B1c3 O-O";
    words.split(' ').collect()
});

fn line(random: &mut Random) -> String {
    let mut line = String::new();
    for _ in 0..random.below(9) {
        line += random.pick(&WORDS);
        line += random.pick(&[" ", "  ", "\t", " "]);
    }
    if random.one_in(4) {
        line.push('\r');
    }
    line
}

#[test]
fn parsing_never_panics() {
    let mut random = Random::new(51);
    for _ in 0..200_000 {
        let line = line(&mut random);
        // Any result will do, as long as there is one.
        if let Command::Position(Ok(text)) = Command::parse(&line) {
            let _ = CurrentPosition::from_text(&text);
        }
    }
    for _ in 0..50_000 {
        let bytes: Vec<u8> = (0..random.below(24))
            .map(|_| random.below(256) as u8)
            .collect();
        let _ = Command::parse(&String::from_utf8_lossy(&bytes));
    }
}

/// Position texts: a FEN with EPD operations and moves, damaged in a few places.
#[test]
fn damaged_positions_never_panic() {
    const TEXTS: [&str; 4] = [
        "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1; id \"a; b\"; moves O-O e8g8 Rd1",
        "position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9;D1 21 ;D2 528",
        "position  fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - hmvc 3; fmvn 20; moves e4 Kg3 Ka4",
        "position startpos moves e2e4 Nf6 e5 d5 exd6 cxd6",
    ];
    let mut random = Random::new(52);
    let letters: Vec<char> = "/;\" \t-+#=x0128KQkqRBNabhw\u{e9}\u{0}".chars().collect();
    let mut read = 0;
    for _ in 0..100_000 {
        let mut text: Vec<char> = random.pick(&TEXTS).chars().collect();
        for _ in 0..random.below(5) {
            let at = random.below(text.len());
            match random.below(3) {
                0 => drop(text.remove(at)),
                1 => text[at] = letters[random.below(letters.len())],
                _ => text.insert(at, letters[random.below(letters.len())]),
            }
        }
        let line: String = text.into_iter().collect();
        if let Command::Position(Ok(text)) = Command::parse(&line) {
            read += usize::from(CurrentPosition::from_text(&text).is_ok());
        }
    }
    assert!(read > 10_000, "only {read} of the texts are positions");
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
    let mut random = Random::new(53);
    let mut engine = Engine::session();
    for round in 0..40 {
        for _ in 0..25 {
            let line = line(&mut random);
            // Other tests cover long jobs; endless ones are stopped below.
            let harmless = match Command::parse(&line) {
                Command::Perft(command) => command.depth.is_ok_and(|depth| depth.plies() < 3),
                Command::Search(_) | Command::Bench(_) | Command::Quit => false,
                Command::SetOption { name, .. } => !name.eq_ignore_ascii_case("Hash"),
                _ => true,
            };
            if harmless {
                engine.send(&line);
            }
        }
        engine.send_bytes(b"\xff\xfe garbage\n");
        // Unknown words are answered in order: everything before this one has been handled.
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
