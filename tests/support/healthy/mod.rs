//! Programs that talk or list in their own way: one for each row of [`KINDS`] and [`DIALECTS`].
//!
//! They count correctly, unless they are asked not to list the knight move b1c3. The test binary acts as the
//! program of a row when it is started with the [`arguments`] that select the test [`engine`], as in
//! [`classic`](super::classic).

mod dialects;
mod kinds;

use std::io::{BufRead, Write, stderr, stdin};
use std::process::exit;

use movegen::chess::{CastlingStyle, Move, ParsedPosition, Position, PositionText};

use super::{acting, naive};
use dialects::DIALECTS;
pub(crate) use kinds::KINDS;

/// How a healthy program is asked, what it says, and what Canopy has to say about it.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    /// The flags with which canopy asks it.
    pub(crate) flags: &'static [&'static str],
    /// A part of the error if it cannot be understood; `None` if it must agree.
    pub(crate) refusal: Option<&'static str>,
    /// What it says before the first command.
    banner: &'static str,
    /// The answers to `uci` and `isready`; nothing if they are empty.
    uci: &'static str,
    ready: &'static str,
    /// What it says about other commands.
    unknown: &'static str,
    /// Whether it understands castling rights and castling moves of Chess960.
    chess960: bool,
    /// The command that sets up a position: `position`, or `setboard` as in the protocol of xboard.
    set_up: SetUp,
    /// The words before the depth in the command that counts.
    count: &'static str,
    /// The words before the depth in a command that prints only a total; nothing without.
    total: &'static str,
    /// What it says about other commands that begin with `go`; as about unknown ones if it is empty.
    go: &'static str,
    answer: fn(&Divide) -> String,
    /// How its lines end.
    line_end: &'static str,
    /// Whether its answers are written to standard error.
    to_stderr: bool,
    /// What it does after an answer.
    ends_after_answer: bool,
    /// Whether it knows no position before `ucinewgame`.
    needs_new_game: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SetUp {
    Position,
    Setboard,
    /// It is called once per question: `DEPTH FEN [MOVES]`.
    Call,
    /// It is called once per question: `FEN DEPTH [MOVES]`.
    CallFenFirst,
    /// It is called as `FEN DEPTH VALUE` and exits with 0 if it counts VALUE too.
    ExitCode,
}

/// An answer before it is written.
pub(crate) struct Divide {
    position: Position,
    depth: u32,
    lines: Vec<(Move, u128)>,
    /// How it writes castling.
    style: CastlingStyle,
}

impl Divide {
    fn total(&self) -> u128 {
        self.lines.iter().map(|line| line.1).sum()
    }

    fn uci(&self, mv: Move) -> String {
        self.position.uci(mv, self.style)
    }

    /// A line for each move, written from its UCI notation and its count.
    fn lines(&self, write: impl Fn(&str, u128) -> String) -> String {
        let lines = self.lines.iter();
        lines
            .map(|&(mv, count)| write(&self.uci(mv), count) + "\n")
            .collect()
    }

    /// A line for each move as Stockfish writes it, with another notation of the move.
    fn moves(&self, write: impl Fn(&Divide, Move) -> String) -> String {
        let line = |&(mv, count): &(Move, u128)| format!("{}: {count}\n", write(self, mv));
        let lines: String = self.lines.iter().map(line).collect();
        format!("{lines}{}", self.nodes())
    }

    /// The lines as Stockfish writes them.
    fn plain(&self) -> String {
        self.lines(|mv, count| format!("{mv}: {count}"))
    }

    /// The total as Stockfish writes it.
    fn nodes(&self) -> String {
        format!("\nNodes searched: {}\n\n", self.total())
    }

    fn stockfish(&self) -> String {
        self.plain() + &self.nodes()
    }

    /// The pseudo-legal moves that are illegal.
    fn illegal(&self) -> Vec<String> {
        let moves = naive::pseudo_legal_moves(&self.position.to_setup()).into_iter();
        let illegal = moves.filter(|step| naive::opponent_in_check(&step.child));
        illegal.map(|step| step.uci()).collect()
    }
}

/// The arguments with which the test binary acts as the program of this kind. With the bug, it does not list
/// the knight move b1c3.
pub(crate) fn arguments(name: &str, has_bug: bool) -> Vec<String> {
    let test = concat!(module_path!(), "::engine");
    let state = if has_bug { "b1c3" } else { "healthy" };
    acting::arguments(test, [name, state])
}

/// Acts as the program when the test binary is started with [`arguments`], and does not return then. In a run
/// of the tests it checks what the programs count.
#[test]
fn engine() {
    if let Some((name, state, rest)) = acting::words() {
        let kind = KINDS.iter().chain(DIALECTS).find(|kind| kind.name == name);
        let mut program = Program {
            kind: kind.expect("a row of a table"),
            has_bug: state == "b1c3",
            position: Position::startpos(),
            chess960: false,
            has_game: false,
        };
        match program.kind.set_up {
            SetUp::Position | SetUp::Setboard => program.session(),
            SetUp::Call | SetUp::CallFenFirst | SetUp::ExitCode => program.call(&rest),
        }
        exit(0);
    }
    for (has_bug, expected) in [(false, 8902), (true, 8122)] {
        let lines = divide(&Position::startpos(), 3, has_bug);
        assert_eq!(lines.iter().map(|line| line.1).sum::<u128>(), expected);
    }
}

/// The leaves below each move, with the bug of [`arguments`].
fn divide(position: &Position, depth: u32, has_bug: bool) -> Vec<(Move, u128)> {
    let mut lines = position.divide(depth);
    if has_bug {
        lines.retain(|line| position.uci(line.0, CastlingStyle::Standard) != "b1c3");
        for (mv, count) in lines.iter_mut().filter(|_| depth > 1) {
            let below = divide(&position.play(*mv), depth - 1, true);
            *count = below.iter().map(|line| line.1).sum();
        }
    }
    lines
}

struct Program {
    kind: &'static Kind,
    has_bug: bool,
    position: Position,
    /// Whether it writes castling as king takes rook.
    chess960: bool,
    has_game: bool,
}

impl Program {
    fn session(&mut self) {
        let kind = self.kind;
        self.say(kind.banner);
        for line in stdin().lock().lines() {
            let line = line.expect("a text");
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            let count: Vec<&str> = kind.count.split(' ').collect();
            let total: Vec<&str> = kind.total.split_whitespace().collect();
            match &words[..] {
                ["quit"] => return,
                ["uci"] if !kind.uci.is_empty() => self.say(kind.uci),
                ["isready"] if !kind.ready.is_empty() => self.say(kind.ready),
                ["ucinewgame"] => self.has_game = true,
                ["setoption", "name", "UCI_Chess960", "value", value] => {
                    self.chess960 = kind.chess960 && *value == "true";
                }
                ["position", ..] if kind.needs_new_game && !self.has_game => {}
                ["position", "fen", rest @ ..] if kind.set_up == SetUp::Position => {
                    self.set_up(&rest[..6].join(" "), rest.get(7..).unwrap_or_default());
                }
                ["setboard", fen @ ..] if kind.set_up == SetUp::Setboard => {
                    self.set_up(&fen.join(" "), &[]);
                }
                ["protover", _] if kind.set_up == SetUp::Setboard => {
                    self.say(
                        "feature myname=\"Healthy\" setboard=1 usermove=1 ping=1\nfeature done=1",
                    );
                }
                ["ping", number] if kind.set_up == SetUp::Setboard => {
                    self.say(&format!("pong {number}"));
                }
                ["usermove", mv] if kind.set_up == SetUp::Setboard => {
                    self.position = self.position.play_uci(mv).expect(mv);
                }
                [command @ .., depth] if *command == count[..] => {
                    self.answer(depth.parse().expect(depth));
                    if kind.ends_after_answer {
                        return;
                    }
                }
                [command @ .., depth] if !total.is_empty() && *command == total[..] => {
                    let lines = divide(&self.position, depth.parse().expect(depth), self.has_bug);
                    self.say(&lines.iter().map(|line| line.1).sum::<u128>().to_string());
                }
                ["go", ..] if !kind.go.is_empty() => self.say(kind.go),
                [] => {}
                _ => self.say(kind.unknown),
            }
        }
    }

    /// Answers the question of its arguments.
    fn call(&mut self, arguments: &[String]) {
        let fen_first = self.kind.set_up != SetUp::Call;
        let (([fen, depth, rest @ ..], true) | ([depth, fen, rest @ ..], false)) =
            (arguments, fen_first)
        else {
            self.say("usage: DEPTH FEN [MOVES]");
            exit(1);
        };
        let Ok(depth) = depth.parse::<u32>() else {
            self.say("usage: DEPTH FEN [MOVES]");
            exit(1);
        };
        if self.kind.set_up == SetUp::ExitCode {
            self.set_up(fen, &[]);
            exit(i32::from(rest != [self.position.perft(depth).to_string()]));
        }
        let moves: Vec<&str> = rest.iter().flat_map(|moves| moves.split(' ')).collect();
        self.set_up(fen, &moves);
        self.answer(depth);
    }

    /// Sets up a position. Without Chess960, letters of files give no castling right.
    fn set_up(&mut self, fen: &str, moves: &[&str]) {
        let fields: Vec<&str> = fen.split(' ').collect();
        let standard: String = fields[2].chars().filter(|c| "KQkq".contains(*c)).collect();
        let rights = match (self.kind.chess960, standard.as_str()) {
            (true, _) => fields[2],
            (false, "") => "-",
            (false, rights) => rights,
        };
        let fen = [&fields[..2], &[rights], &fields[3..]].concat().join(" ");
        let text = PositionText::new(Some(&fen), "");
        self.position = ParsedPosition::from_text(&text).expect(&fen).position;
        for mv in moves {
            // As many programs, it ignores moves that it does not know.
            let Ok(child) = self.position.play_uci(mv) else {
                break;
            };
            self.position = child;
        }
    }

    fn answer(&self, depth: u32) {
        let answer = Divide {
            position: self.position,
            depth,
            lines: divide(&self.position, depth, self.has_bug),
            style: CastlingStyle::new(self.chess960),
        };
        self.write(&(self.kind.answer)(&answer), self.kind.to_stderr);
    }

    fn say(&self, text: &str) {
        self.write(text, false);
    }

    fn write(&self, text: &str, to_stderr: bool) {
        if text.is_empty() {
            return;
        }
        let text = text
            .trim_end_matches('\n')
            .replace('\n', self.kind.line_end);
        let text = text + self.kind.line_end;
        match to_stderr {
            // The reader may be gone.
            true => drop(stderr().lock().write_all(text.as_bytes())),
            false => acting::write(&text),
        }
    }
}
