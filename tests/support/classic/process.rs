//! The program in a process of its own: as a UCI engine, as a script for perftree, or as one that
//! answers with its exit code; and how such programs fail besides counting wrongly.

use std::io::{BufRead, stdin};
use std::process::exit;
use std::time::Duration;

use super::board::End;
use super::bug::Bug;
use super::count::Style;
use super::program::Program;
use crate::support::acting::{self, write};

/// The arguments with which the test binary acts as the program. `faults` are names of a [`Bug`] and of
/// [`MANNERS`], separated by `+`, or `none`.
pub(crate) fn arguments(protocol: &str, faults: &str) -> Vec<String> {
    let test = concat!(module_path!(), "::classic_program");
    acting::arguments(test, [faults, protocol])
}

/// What a program does wrong besides counting: most of it from depth 2 on.
const MANNERS: &[&str] = &[
    // It ends or is silent: at once, before the answer, or after five moves.
    "deaf",
    "crash",
    "hang",
    "truncated",
    "hangs-within",
    // It writes without end.
    "babble",
    "babbles-in-one-line",
    "lists-forever",
    // It does not know the command, or refuses the position.
    "searches",
    "refuses",
    // What it writes is unusual, or wrong.
    "noise",
    "total-only",
    "twice",
    "wrong-total",
];

/// Acts as the program if the test binary is started with [`arguments`], and does not return then.
#[test]
fn classic_program() {
    if let Some((faults, protocol, rest)) = acting::words() {
        let process = Process::new(&faults);
        match protocol.as_str() {
            "uci" => process.uci(),
            "perftree" => process.perftree(&rest),
            "exit-code" => process.exit_code(&rest),
            other => panic!("no protocol {other}"),
        }
        exit(0);
    }
}

struct Process {
    program: Program,
    manner: &'static str,
}

impl Process {
    fn new(faults: &str) -> Process {
        let (mut bug, mut manner) = (Bug::None, "");
        for name in faults.split('+').filter(|name| *name != "none") {
            match MANNERS.iter().find(|manner| **manner == name) {
                Some(found) => manner = found,
                None => bug = Bug::named(name).unwrap_or_else(|| panic!("no bug {name}")),
            }
        }
        let program = Program::new(bug, Style::Full, false);
        Process { program, manner }
    }

    fn uci(mut self) {
        if self.manner == "deaf" {
            sleep_on();
        }
        for line in stdin().lock().lines() {
            let Ok(line) = line else { return };
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            match &words[..] {
                ["uci"] => say(
                    "id name Classic 1\noption name UCI_Chess960 type check default false\nuciok",
                ),
                ["isready"] => say("readyok"),
                ["setoption", "name", "UCI_Chess960", "value", value] => {
                    self.program.chess960 = *value == "true";
                }
                ["position", "fen", fields @ ..] => {
                    let fen_ends = fields.iter().position(|word| *word == "moves");
                    let (fen, moves) = fields.split_at(fen_ends.unwrap_or(fields.len()));
                    self.position(&fen.join(" "), moves.get(1..).unwrap_or_default());
                }
                ["go", "perft", depth] => self.divide(depth),
                ["quit"] => return,
                _ => say("what?"),
            }
        }
    }

    fn position(&mut self, fen: &str, moves: &[&str]) {
        let moves: Vec<String> = moves.iter().map(|&mv| mv.to_owned()).collect();
        self.program.position(fen, &moves);
    }

    /// The text of a divide; ends, or sleeps, if the program does.
    fn perft(&mut self, depth: &str) -> String {
        let (text, end) = self.program.perft(depth.parse().expect(depth));
        match end {
            End::Answered => text,
            End::Crashed(message) => {
                say(&text);
                eprintln!("{message}");
                exit(101);
            }
            End::Hangs => {
                say(&text);
                sleep_on();
            }
        }
    }

    fn divide(&mut self, depth: &str) {
        let deep = depth != "1";
        match self.manner {
            "crash" if deep => exit(3),
            "hang" if deep => sleep_on(),
            "babble" if deep => loop {
                say("thinking about it");
            },
            "lists-forever" if deep => loop {
                say(&"a2a3: 1\n".repeat(100));
            },
            "babbles-in-one-line" if deep => loop {
                write(&"thinking ".repeat(100));
            },
            "searches" => return say("info depth 1 nodes 20 pv e2e4\nbestmove e2e4"),
            "refuses" if deep => say("\nNodes searched: 0 (position rejected)\n"),
            _ => {}
        }
        let text = self.perft(depth);
        let (list, total) = text.split_once("\nNodes searched: ").expect(&text);
        let lines = list.lines();
        match self.manner {
            "truncated" if deep => lines.take(5).for_each(say),
            "hangs-within" if deep => {
                lines.take(5).for_each(say);
                sleep_on();
            }
            "noise" => {
                say("info string e2e4: 17\nBoard:\n8 r n b q k b n r\ndepth 1 nodes 20\nstarting");
                for (index, line) in (1..).zip(lines.rev()) {
                    let line = line.replace(": ", " - ");
                    say(&format!("{index:3}. {line}\n  (0.1 s)"));
                }
                say(&format!(
                    "Time: 12 ms\nTotal nodes = {}\nNodes per second: 99",
                    total.trim_end()
                ));
            }
            "total-only" => say(&format!("\nNodes searched: {total}")),
            "twice" => {
                let twice = |line: &str| match line.starts_with("a2a3: ") {
                    true => format!("{line}\n{line}\n"),
                    false => format!("{line}\n"),
                };
                let lines: String = lines.map(twice).collect();
                say(&format!("{lines}\nNodes searched: {total}"));
            }
            "wrong-total" => say(&format!("{list}\nNodes searched: {}\n", number(total) + 1)),
            _ => say(&text),
        }
        if deep && self.manner == "truncated" {
            exit(0);
        }
    }

    /// Called as `DEPTH FEN [MOVES]`.
    fn perftree(mut self, arguments: &[String]) {
        let [depth, fen, moves @ ..] = arguments else {
            panic!("{arguments:?}");
        };
        let moves: Vec<&str> = moves.iter().flat_map(|moves| moves.split(' ')).collect();
        self.position(fen, &moves);
        let text = self.perft(depth).replace(": ", " ");
        let (lines, total) = text.split_once("\nNodes searched ").expect(&text);
        say(lines);
        if self.manner != "truncated" {
            say(total);
        }
    }

    /// Called as `FEN DEPTH VALUE`; 0 means that it counts VALUE too.
    fn exit_code(mut self, arguments: &[String]) {
        let [fen, depth, value] = arguments else {
            panic!("{arguments:?}");
        };
        match self.manner {
            "crash" => std::process::abort(),
            "hang" => sleep_on(),
            _ => {}
        }
        self.position(fen, &[]);
        let text = self.perft(depth);
        let (_, total) = text.rsplit_once(": ").expect(&text);
        exit(i32::from(number(total) != number(value)));
    }
}

fn number(text: &str) -> i128 {
    text.trim_end().parse().expect(text)
}

fn say(text: &str) {
    write(&format!("{text}\n"));
}

fn sleep_on() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}
