//! A program that speaks one of many dialects, chosen by name, for `canopy compare` to ask.
//!
//! The test binary acts as this program when it is started with the [`arguments`] that select the test
//! [`engine`], as in [`broken`](super::broken).

use std::io::{BufRead, Write, stdin, stdout};
use std::process::exit;

use movegen::chess::{CastlingStyle, Move, MoveKind, ParsedPosition, Position, PositionText};

/// The arguments with which the test binary speaks this dialect. With the bug, it does not list the
/// knight move b1c3.
pub(crate) fn arguments(dialect: &str, has_bug: bool) -> Vec<String> {
    let test = concat!(module_path!(), "::engine");
    let (_crate, test) = test.split_once("::").expect("a path of a module");
    let bug = if has_bug { "bug" } else { "none" };
    // The harness takes the last two, and all that follow them, for names of tests.
    ["-q", "--nocapture", "--exact", test, bug, dialect]
        .map(str::to_owned)
        .to_vec()
}

/// Acts as the program when the test binary is started with [`arguments`], and does not return then. In
/// a run of the tests it checks that the program counts correctly apart from its bug.
#[test]
fn engine() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, _, _, exact, _, bug, dialect, rest @ ..] = &arguments[..]
        && exact == "--exact"
    {
        let engine = Engine {
            dialect: dialect.clone(),
            has_bug: bug == "bug",
            position: Position::startpos(),
        };
        match dialect.as_str() {
            "one-shot" => engine.one_shot(rest),
            _ => engine.session(),
        }
        exit(0);
    }
    for (has_bug, expected) in [(false, 8902), (true, 8122)] {
        let engine = Engine {
            dialect: "stockfish".to_owned(),
            has_bug,
            position: Position::startpos(),
        };
        assert_eq!(engine.perft(&engine.position, 3), expected);
    }
}

struct Engine {
    dialect: String,
    has_bug: bool,
    position: Position,
}

impl Engine {
    fn moves(&self, position: &Position) -> Vec<Move> {
        let text = |mv: &Move| position.uci(*mv, CastlingStyle::Standard);
        let moves = position.legal_moves();
        let listed = moves
            .iter()
            .filter(|mv| !self.has_bug || text(mv) != "b1c3");
        listed.copied().collect()
    }

    fn perft(&self, position: &Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            depth => {
                let children = self.moves(position).into_iter().map(|mv| position.play(mv));
                children.map(|child| self.perft(&child, depth - 1)).sum()
            }
        }
    }

    fn is(&self, dialects: &[&str]) -> bool {
        dialects.contains(&self.dialect.as_str())
    }

    /// Answers the commands of its standard input.
    fn session(mut self) {
        for line in stdin().lock().lines() {
            let line = line.expect("a text");
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            match &words[..] {
                ["quit"] => return,
                _ if self.is(&["mute"]) => {}
                ["uci"] if self.is(&["vice", "xboard"]) => say("Error (unknown command): uci"),
                ["uci" | "isready"] if self.is(&["beginner", "two-totals"]) => {}
                ["uci"] => say(&format!("id name Fake {}\nuciok", self.dialect)),
                ["isready"] if self.is(&["vice", "xboard"]) => {
                    say("Error (unknown command): isready")
                }
                ["isready"] => say("readyok"),
                ["protover", _] if self.is(&["xboard"]) => {
                    say("feature myname=\"Fake xboard\" usermove=1 ping=1\nfeature done=1");
                }
                ["ping", number] if self.is(&["xboard"]) => say(&format!("pong {number}")),
                ["setboard", fen @ ..] if self.is(&["xboard"]) => self.set_up(&fen.join(" "), &[]),
                ["usermove", mv] if self.is(&["xboard"]) => {
                    self.position = self.position.play_uci(mv).expect(mv);
                }
                ["position", "fen", rest @ ..] if !self.is(&["xboard"]) => {
                    self.set_up(&rest[..6].join(" "), rest.get(7..).unwrap_or_default());
                }
                ["go", "perft", _] if self.is(&["errors"]) => eprintln!("Nodes searched: 20"),
                ["go", "perft", depth]
                    if !self.is(&["plain", "bbc", "vice", "beginner", "two-totals", "divide"])
                        && !self.is(&["xboard", "custom", "mute"]) =>
                {
                    self.divide(depth);
                }
                ["perft", depth]
                    if self.is(&["plain", "bbc", "vice", "beginner", "two-totals"]) =>
                {
                    self.divide(depth);
                }
                ["perft", depth] if self.is(&["divide", "xboard"]) => {
                    let count = self.perft(&self.position, depth.parse().expect(depth));
                    say(&format!("{count}"));
                }
                ["divide", depth] if self.is(&["divide", "xboard"]) => self.divide(depth),
                ["leaves", depth] if self.is(&["custom"]) => self.divide(depth),
                ["go", ..] if self.is(&["plain", "bbc", "divide", "custom"]) => {
                    say("info depth 1 nodes 20 pv e2e4\nbestmove e2e4");
                }
                _ => {}
            }
        }
    }

    fn set_up(&mut self, fen: &str, moves: &[&str]) {
        let text = PositionText::new(Some(fen), &moves.join(" "));
        self.position = ParsedPosition::from_text(&text).expect(fen).position;
    }

    /// Called as `FEN DEPTH [MOVES]`.
    fn one_shot(mut self, arguments: &[String]) {
        let [fen, depth, moves @ ..] = arguments else {
            say("usage: FEN DEPTH [MOVES]");
            exit(1);
        };
        if depth.parse::<u32>().is_err() {
            say("usage: FEN DEPTH [MOVES]");
            exit(1);
        }
        let moves: Vec<&str> = moves.iter().flat_map(|moves| moves.split(' ')).collect();
        self.set_up(fen, &moves);
        self.divide(depth);
    }

    fn divide(&self, depth: &str) {
        let depth: u32 = depth.parse().expect(depth);
        let mut total = 0;
        let mut lines = Vec::new();
        for (index, mv) in (1..).zip(self.moves(&self.position)) {
            let count = self.perft(&self.position.play(mv), depth - 1);
            total += count;
            lines.push(self.line(index, mv, count));
        }
        say(&lines.join(if self.is(&["one-line"]) { " " } else { "\n" }));
        match self.dialect.as_str() {
            "divide" | "beginner" | "one-shot" => {}
            "plain" => say(&format!("\n{total}")),
            "bbc" => say(&format!(
                "\n    Depth: {depth}\n    Nodes: {total}\n     Time: 1"
            )),
            "vice" => say(&format!("\nTest Complete : {total} nodes visited")),
            "two-totals" => say(&format!("Nodes: {total}\nTotal: {total}")),
            "custom" => say(&format!("sum={total};")),
            "blanks" => say(&format!("Nodes: {}", grouped(total, ' '))),
            "fixed-blanks" => say(&format!("Nodes: {}", grouped(total, '\u{202f}'))),
            "dots" => say(&format!("Nodes: {} Time: 2.039 s", grouped(total, '.'))),
            _ => say(&format!("\nNodes searched: {total}\n")),
        }
    }

    fn line(&self, index: u32, mv: Move, count: u64) -> String {
        let uci = self.position.uci(mv, CastlingStyle::Standard);
        match self.dialect.as_str() {
            "bbc" => format!("     move: {uci}  nodes: {count}"),
            "vice" => format!("Move {index} : {uci} {count}"),
            "xboard" => format!("{} {count}", self.position.san(mv)),
            "san" => format!("{}: {count}", self.position.san(mv)),
            "san-origin" => format!("{}: {count}", whole_origin(&self.position, mv)),
            "blanks" => format!("{uci}: {}", grouped(count, ' ')),
            "fixed-blanks" => format!("{uci}: {}", grouped(count, '\u{a0}')),
            "dots" => format!("{uci}: {}", grouped(count, '.')),
            "custom" => format!("info {count} leaves below {uci}"),
            "capitals" => format!("{}{}: {count}", &uci[..4], uci[4..].to_uppercase()),
            "rook" => format!(
                "{}: {count}",
                self.position.uci(mv, CastlingStyle::Chess960)
            ),
            "mixed" if mv.kind() == MoveKind::Castle => {
                format!("{}: {count}", self.position.san(mv))
            }
            "mixed" if self.position.is_capture(mv) => {
                format!("{}x{}: {count}", &uci[..2], &uci[2..])
            }
            "unknown" if self.position.is_capture(mv) => {
                format!("{}*{}: {count}", &uci[..2], &uci[2..])
            }
            "plain" | "divide" | "beginner" | "two-totals" => format!("{uci} {count}"),
            _ => format!("{uci}: {count}"),
        }
    }
}

/// The number with this between its thousands.
fn grouped(number: u64, separator: char) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

/// SAN with the whole origin of pieces: `Qh3e6`, but `e4`.
fn whole_origin(position: &Position, mv: Move) -> String {
    let san = position.san(mv);
    match san.starts_with(['N', 'B', 'R', 'Q', 'K']) {
        true => format!("{}{}{}", &san[..1], mv.from(), mv.to()),
        false => san,
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
