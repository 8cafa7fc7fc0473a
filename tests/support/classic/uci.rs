//! The program as a UCI engine.

use std::io::{BufRead, Write, stdin, stdout};
use std::process::exit;
use std::time::Duration;

use super::bug::Bug;
use super::count::Style;
use super::program::{End, Program};

/// The arguments with which the test binary acts as the engine with this bug.
pub(crate) fn arguments(bug: Bug) -> Vec<String> {
    let test = concat!(module_path!(), "::classic_engine");
    let (_crate, test) = test.split_once("::").expect("a path of a module");
    ["-q", "--nocapture", "--exact", test, &bug.name(), "uci"]
        .map(str::to_owned)
        .to_vec()
}

/// Acts as the engine if the test binary is started with [`arguments`].
#[test]
fn classic_engine() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, _, _, exact, _, bug, protocol] = &arguments[..]
        && exact == "--exact"
        && protocol == "uci"
    {
        let bug = Bug::named(bug).expect("the name of a bug");
        play(&mut Program::new(bug, Style::Full, false));
        exit(0);
    }
}

fn play(program: &mut Program) {
    for line in stdin().lock().lines() {
        let Ok(line) = line else { return };
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match &words[..] {
            ["uci"] => {
                say("id name Classic\noption name UCI_Chess960 type check default false\nuciok")
            }
            ["isready"] => say("readyok"),
            ["setoption", "name", "UCI_Chess960", "value", value] => {
                program.chess960 = *value == "true";
            }
            ["position", "fen", fields @ ..] => {
                let fen_ends = fields.iter().position(|word| *word == "moves");
                let (fen, moves) = fields.split_at(fen_ends.unwrap_or(fields.len()));
                let moves: Vec<String> = moves.iter().skip(1).map(|&mv| mv.to_owned()).collect();
                program.position(&fen.join(" "), &moves);
            }
            ["go", "perft", depth] => {
                let (text, end) = program.perft(depth.parse().unwrap_or(1));
                say(&text);
                match end {
                    End::Answered => {}
                    End::Crashed(message) => {
                        eprintln!("{message}");
                        exit(101);
                    }
                    End::Hangs => loop {
                        std::thread::sleep(Duration::from_secs(3600));
                    },
                }
            }
            ["quit"] => return,
            _ => {}
        }
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
