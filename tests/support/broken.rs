//! A program with one bug, chosen by name, for `canopy compare` to find.
//!
//! It is the naive move generator behind the three protocols. The test binary acts as this program
//! when it is started with the [`arguments`] that select the test [`broken_engine`]. So no other
//! program has to be built, and the lines of the test harness are noise as real programs print it.

mod rules;
mod state;

use std::cell::RefCell;
use std::io::{BufRead, Write, stdin, stdout};
use std::process::exit;
use std::time::Duration;

use movegen::chess::{ParsedFen, Setup};
use state::{Table, Unmade};

use super::naive::{self, NaiveMove};

/// The arguments with which the test binary acts as the program with this bug.
pub(crate) fn arguments(protocol: &str, bug: &str) -> Vec<String> {
    let test = concat!(module_path!(), "::broken_engine");
    let (_crate, test) = test.split_once("::").expect("a path of a module");
    // The harness takes the last two, and all that follow them, for names of tests.
    ["-q", "--nocapture", "--exact", test, bug, protocol]
        .map(str::to_owned)
        .to_vec()
}

/// Acts as the program when the test binary is started with [`arguments`]. In a run of the tests it
/// checks that the program counts correctly apart from its bugs.
#[test]
fn broken_engine() {
    play();
    let counts = [
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1, 7),
        ("4k3/8/8/8/8/8/P7/4K2R w K - 0 1", 1, 17),
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", 2, 38),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            2,
            2039,
        ),
    ];
    for (fen, depth, count) in counts {
        assert_eq!(without_a_bug(fen, depth), count, "{fen}");
    }
}

/// Acts as the program if the arguments ask for it, and does not return then.
fn play() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, _, _, exact, _, bug, protocol, rest @ ..] = &arguments[..] else {
        return;
    };
    if exact != "--exact" {
        return;
    }
    let program = Broken {
        bug: bug.trim_end_matches("+total-only").to_owned(),
        total_only: bug.ends_with("+total-only"),
        chess960: false,
        asked: 0,
        table: RefCell::default(),
    };
    match protocol.as_str() {
        "uci" => program.uci(),
        "perftree" => program.perftree(rest),
        "exit-code" => program.exit_code(rest),
        other => panic!("no protocol {other}"),
    }
    exit(0);
}

/// Leaves of a position as the program without a bug counts them.
fn without_a_bug(fen: &str, depth: u32) -> u64 {
    let program = Broken {
        bug: "none".to_owned(),
        total_only: false,
        chess960: false,
        asked: 0,
        table: RefCell::default(),
    };
    program.perft(&program.position(fen, &[]), depth)
}

struct Broken {
    bug: String,
    /// Its divide has no lines.
    total_only: bool,
    chess960: bool,
    /// How many divides it was asked for.
    asked: u32,
    /// Counts that it has made for this divide.
    table: RefCell<Table>,
}

impl Broken {
    fn has(&self, bug: &str) -> bool {
        self.bug == bug
    }

    fn moves(&self, setup: &Setup) -> Vec<NaiveMove> {
        let mut moves = naive::legal_moves(setup);
        if self.has("remembers") && self.asked > 1 {
            moves.retain(|step| !step.en_passant);
        }
        if moves.iter().any(|step| step.en_passant) {
            match self.bug.as_str() {
                "crash-en-passant" => exit(3),
                "hang-en-passant" => sleep_on(),
                _ => {}
            }
        }
        rules::spoil(&self.bug, setup, &mut moves);
        state::spoil(&self.bug, setup, &mut moves);
        moves
    }

    fn perft(&self, setup: &Setup, depth: u32) -> u64 {
        let sum = || {
            self.counts(setup, depth)
                .iter()
                .map(|(_, count)| count)
                .sum()
        };
        let Some(key) = Table::key(&self.bug, setup, depth) else {
            return sum();
        };
        let known = self.table.borrow().get(&key);
        known.unwrap_or_else(|| {
            let count = sum();
            self.table.borrow_mut().insert(key, count);
            count
        })
    }

    fn counts(&self, setup: &Setup, depth: u32) -> Vec<(NaiveMove, u64)> {
        let mut unmade = Unmade::default();
        let mut counts = Vec::new();
        for step in self.moves(setup) {
            let mut child = unmade.child(&step);
            if self.has("perft-forgets-square") {
                child.en_passant = None;
            }
            let count = match depth {
                1 => 1,
                _ => self.perft(&child, depth - 1),
            };
            unmade.unmake(&self.bug, setup, &step);
            counts.push((step, count));
        }
        counts
    }

    fn text(&self, step: &NaiveMove) -> String {
        let text = step.uci();
        if !step.castle || self.chess960 {
            return text;
        }
        let file = if step.to > step.from { 'g' } else { 'c' };
        format!("{}{file}{}", step.from, step.from.rank().digit())
    }

    fn position(&self, fen: &str, moves: &[&str]) -> Setup {
        let mut setup = fen.parse::<ParsedFen>().expect(fen).setup;
        if self.has("fen-without-square") {
            setup.en_passant = None;
        }
        for text in moves {
            let steps = self.moves(&setup);
            // Castling is understood in both styles.
            let is_meant = |step: &NaiveMove| self.text(step) == *text || step.uci() == *text;
            match steps.into_iter().find(is_meant) {
                Some(step) => setup = step.child,
                // As many programs, it ignores moves that it does not know.
                None => break,
            }
        }
        setup
    }

    fn uci(mut self) {
        if self.has("deaf") {
            sleep_on();
        }
        let mut setup = Setup::empty();
        for line in stdin().lock().lines() {
            let line = line.expect("a text");
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            match &words[..] {
                ["uci"] => say(
                    "id name Broken 1\noption name UCI_Chess960 type check default false\nuciok",
                ),
                ["isready"] => say("readyok"),
                ["setoption", "name", "UCI_Chess960", "value", value] => {
                    self.chess960 = *value == "true";
                }
                ["position", "fen", rest @ ..] => {
                    let moves = rest.get(7..).unwrap_or_default();
                    setup = self.position(&rest[..6].join(" "), moves);
                }
                ["go", "perft", depth] => {
                    self.asked += 1;
                    self.divide(&setup, depth.parse().expect(depth));
                }
                ["quit"] => return,
                _ => say("what?"),
            }
        }
    }

    fn divide(&self, setup: &Setup, depth: u32) {
        let deep = depth >= 2;
        if !self.has("table-kept") {
            self.table.borrow_mut().clear();
        }
        match self.bug.as_str() {
            "crash" if deep => exit(3),
            "hang" if deep => sleep_on(),
            "babble" if deep => loop {
                say("thinking about it");
            },
            "searches" => return say("info depth 1 nodes 20 pv e2e4\nbestmove e2e4"),
            "refuses" if deep => say("\nNodes searched: 0 (position rejected)\n"),
            _ => {}
        }
        let mut counts = self.counts(setup, depth);
        let mut total: u64 = counts.iter().map(|(_, count)| count).sum();
        if self.has("noise") {
            counts.reverse();
            say("info string e2e4: 17\nBoard:\n8 r n b q k b n r\ndepth 1 nodes 20\nstarting");
        }
        for (index, (step, count)) in counts.iter().enumerate() {
            let text = self.text(step);
            if index == 5 && deep {
                match self.bug.as_str() {
                    "truncated" => exit(0),
                    "hangs-within" => sleep_on(),
                    _ => {}
                }
            }
            match self.bug.as_str() {
                "noise" => say(&format!("{:3}. {text} - {count}\n  (0.1 s)", index + 1)),
                "twice" if text == "a2a3" => say(&format!("{text}: {count}\n{text}: {count}")),
                _ if self.total_only => {}
                _ => say(&format!("{text}: {count}")),
            }
        }
        total += u64::from(self.has("wrong-total"));
        if self.has("noise") {
            say(&format!(
                "Time: 12 ms\nTotal nodes = {total}\nNodes per second: 99"
            ));
        } else {
            say(&format!("\nNodes searched: {total}\n"));
        }
    }

    fn perftree(self, arguments: &[String]) {
        let [depth, fen, moves @ ..] = arguments else {
            panic!("{arguments:?}");
        };
        let moves: Vec<&str> = match moves {
            [] => Vec::new(),
            [moves] => moves.split(' ').collect(),
            more => panic!("{more:?}"),
        };
        let setup = self.position(fen, &moves);
        let counts = self.counts(&setup, depth.parse().expect(depth));
        for (step, count) in &counts {
            say(&format!("{} {count}", self.text(step)));
        }
        if self.has("truncated") {
            return;
        }
        let total: u64 = counts.iter().map(|(_, count)| count).sum();
        say(&format!("\n{total}"));
    }

    fn exit_code(self, arguments: &[String]) {
        let [fen, depth, value] = arguments else {
            panic!("{arguments:?}");
        };
        match self.bug.as_str() {
            "crash" => std::process::abort(),
            "hang" => sleep_on(),
            _ => {}
        }
        let count = self.perft(&self.position(fen, &[]), depth.parse().expect(depth));
        exit(i32::from(count.to_string() != *value));
    }
}

/// Bypasses the test harness, which captures `println!`.
fn say(text: &str) {
    let mut out = stdout().lock();
    // The reader may be gone.
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

fn sleep_on() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}
