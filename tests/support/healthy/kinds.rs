//! The table of healthy kinds: a row for each way to talk or to list that is no bug.

use movegen::chess::{CastlingStyle, MoveKind, PieceKind};

use super::{Divide, Kind, SetUp};

/// As Stockfish talks and lists.
const UCI: Kind = Kind {
    name: "as Stockfish",
    flags: &[],
    refusal: None,
    banner: "",
    uci: "id name Healthy\noption name Hash type spin default 16 min 1 max 1024\n\
          option name UCI_Chess960 type check default false\nuciok",
    ready: "readyok",
    unknown: "Unknown command",
    chess960: true,
    set_up: SetUp::Position,
    count: "go perft",
    total: "",
    go: "",
    answer: Divide::stockfish,
    line_end: "\n",
    to_stderr: false,
    ends_after_answer: false,
    needs_new_game: false,
};

/// Without the option UCI_Chess960.
pub(super) const STANDARD: Kind = Kind {
    name: "no UCI_Chess960",
    uci: "id name Healthy\nuciok",
    chess960: false,
    ..UCI
};

/// No UCI at all: it says nothing about other commands.
pub(super) const BARE: Kind = Kind {
    flags: &["--no-handshake"],
    uci: "",
    ready: "",
    unknown: "",
    count: "perft",
    ..STANDARD
};

/// Called once per question.
const CALL: Kind = Kind {
    flags: &["--kind=perftree"],
    set_up: SetUp::Call,
    ..BARE
};

pub(super) const XBOARD: Kind = Kind {
    flags: &[],
    uci: "Error (unknown command): uci",
    ready: "Error (unknown command): isready",
    set_up: SetUp::Setboard,
    ..BARE
};

/// A row with another answer.
const fn answers(name: &'static str, answer: fn(&Divide) -> String) -> Kind {
    Kind {
        name,
        answer,
        ..UCI
    }
}

/// A row whose total is written in another way.
macro_rules! total {
    ($text:literal) => {
        answers(concat!("total: ", $text), |d| {
            let text = $text.replace("{N}", &d.total().to_string());
            d.plain() + &text.replace("{D}", &d.depth.to_string())
        })
    };
}

/// A row whose lines are written in another way.
macro_rules! line {
    ($text:literal) => {
        answers(concat!("line: ", $text), |d| {
            let line =
                |mv: &str, count: u128| $text.replace("{M}", mv).replace("{N}", &count.to_string());
            d.lines(line) + &d.nodes()
        })
    };
}

/// A row whose moves are written in another way, from the answer and the move.
macro_rules! moves {
    ($name:literal, $write:expr) => {
        answers($name, |d| d.moves($write))
    };
}

pub(crate) static KINDS: &[Kind] = &[
    UCI,
    STANDARD,
    // The order of the moves.
    answers("reversed", |d| {
        let text = d.plain();
        let lines: Vec<&str> = text.lines().rev().collect();
        lines.join("\n") + &d.nodes()
    }),
    answers("in alphabetical order", |d| {
        let text = d.plain();
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        lines.join("\n") + &d.nodes()
    }),
    answers("captures first", |d| {
        let (one, other): (Vec<_>, Vec<_>) = d
            .lines
            .iter()
            .partition(|line| d.position.is_capture(line.0));
        let line = |&(mv, count): &(_, u128)| format!("{}: {count}\n", d.uci(mv));
        one.iter().chain(&other).map(line).collect::<String>() + &d.nodes()
    }),
    // Totals.
    answers("no total", Divide::plain),
    answers("the total alone", Divide::nodes),
    answers("the total first", |d| d.nodes() + &d.plain()),
    answers("the total before and after", |d| d.nodes() + &d.stockfish()),
    answers("no moves at depth 1", |d| match d.depth {
        1 => d.nodes(),
        _ => d.stockfish(),
    }),
    answers("a total for every depth", |d| {
        let total = |depth| format!("perft {depth}: {}\n", d.position.perft(depth));
        d.plain() + &(1..=d.depth).map(total).collect::<String>()
    }),
    total!("Nodes searched  : {N}"),
    total!("Total: {N}"),
    total!("Total number of nodes: {N}."),
    total!("Leaf nodes: {N}"),
    total!("{N}"),
    total!("nodes {N}"),
    total!("{N} nodes"),
    total!("perft({D}) = {N}"),
    total!("Perft {D}: {N} in 0.01 s"),
    total!("Nodes: {N} Time: 0.012s NPS: 741833"),
    total!("\nNodes searched: {N}\nNodes/second : 5000\nTime (ms): 12"),
    total!("Moves: 20\nNodes: {N}\nCaptures: 12\nChecks: 3"),
    answers("total: with commas", |d| {
        format!("{}Total: {}", d.plain(), grouped(d.total(), ","))
    }),
    // Lines.
    line!("{M} {N}"),
    line!("{M} - {N}"),
    line!("{M}={N}"),
    line!("{M} -> {N}"),
    line!("{M} | {N} | 0.1 s"),
    line!("\t{M}\t{N}  "),
    line!("{M} ({N})"),
    line!("{M}, {N}"),
    line!("1. {M} {N}"),
    line!("     move: {M}  nodes: {N}"),
    line!("Move 1 : {M} {N}"),
    line!("info currmove {M} currmovenumber 1\n{M}: {N}"),
    line!("info string {M} {N}"),
    line!("\x1b[32m{M}\x1b[0m: {N}"),
    // Moves that count nothing.
    answers("illegal moves with 0", |d| {
        let illegal: String = d.illegal().iter().map(|mv| format!("{mv}: 0\n")).collect();
        illegal + &d.stockfish()
    }),
    answers("moves left out with 0", |d| {
        let text = d.plain();
        let counted = text.lines().filter(|line| !line.ends_with(": 0"));
        counted.collect::<Vec<_>>().join("\n") + &d.nodes()
    }),
    // Notations.
    moves!("capital promotions", |d, mv| {
        let text = d.uci(mv);
        format!("{}{}", &text[..4], text[4..].to_uppercase())
    }),
    moves!("capital letters", |d, mv| d.uci(mv).to_uppercase()),
    Kind {
        answer: |d| d.moves(|d, mv| d.position.uci(mv, CastlingStyle::Chess960)),
        name: "castling as king takes rook",
        ..UCI
    },
    Kind {
        answer: |d| d.moves(|d, mv| d.position.uci(mv, CastlingStyle::Standard)),
        name: "castling by the king's two squares in Chess960",
        ..UCI
    },
    moves!("castling as O-O", |d, mv| match mv.kind() {
        MoveKind::Castle => d.position.san(mv),
        _ => d.uci(mv),
    }),
    moves!("castling as 0-0", |d, mv| match mv.kind() {
        MoveKind::Castle => d.position.san(mv).replace('O', "0"),
        _ => d.uci(mv),
    }),
    moves!("promotions as e7e8=Q", |d, mv| {
        let text = d.uci(mv);
        match text.len() {
            5 => format!("{}={}", &text[..4], text[4..].to_uppercase()),
            _ => text,
        }
    }),
    moves!("captures as e4xd5", |d, mv| {
        let text = d.uci(mv);
        let between = match d.position.is_capture(mv) {
            true => 'x',
            false => '-',
        };
        format!("{}{between}{}", &text[..2], &text[2..])
    }),
    moves!("en passant as e5d6ep", |d, mv| match mv.kind() {
        MoveKind::EnPassant => d.uci(mv) + "ep",
        _ => d.uci(mv),
    }),
    moves!("long algebraic", |d, mv| {
        let kind = d.position.piece_at(mv.from()).map(|piece| piece.kind);
        let letter = match kind {
            Some(PieceKind::Knight) => "N",
            Some(PieceKind::Bishop) => "B",
            Some(PieceKind::Rook) => "R",
            Some(PieceKind::Queen) => "Q",
            _ => "",
        };
        format!("{letter}{}", d.uci(mv))
    }),
    // What surrounds an answer.
    answers("a board before it", |d| {
        format!(
            "8 r n b q k b n r\n7 p p p p p p p p\n  a b c d e f g h\n\n{}",
            d.stockfish()
        )
    }),
    answers("a FEN before it", |d| {
        format!("Fen: {}\n{}", d.position.fen(d.style), d.stockfish())
    }),
    answers("a prompt before it", |d| format!("> {}", d.stockfish())),
    answers("the command before it", |d| {
        format!("go perft {}\n{}", d.depth, d.stockfish())
    }),
    answers("info lines before it", |d| {
        format!("info depth {} nodes 77\n{}", d.depth, d.stockfish())
    }),
    answers("a move to play after it", |d| {
        d.stockfish() + "bestmove 0000"
    }),
    // The conversation.
    Kind {
        name: "a banner",
        banner: "Healthy 1.0 by its authors\nCPU: 2 cores, 400 nodes\nType help for commands",
        ..UCI
    },
    Kind {
        name: "carriage returns",
        line_end: "\r\n",
        ..UCI
    },
    Kind {
        name: "the option in small letters",
        uci: "id name Healthy\noption name uci_chess960 type check default false\nuciok",
        ..UCI
    },
    Kind {
        name: "another command in UCI",
        count: "perft",
        ..STANDARD
    },
    Kind {
        name: "go divide in UCI",
        count: "go divide",
        ..STANDARD
    },
    // No UCI.
    Kind {
        name: "no handshake",
        ..BARE
    },
    Kind {
        name: "no handshake, no total",
        answer: Divide::plain,
        ..BARE
    },
    Kind {
        name: "divide",
        count: "divide",
        ..BARE
    },
    Kind {
        name: "only readyok",
        ready: "readyok",
        ..BARE
    },
    Kind {
        name: "unknown command: uci",
        flags: &[],
        uci: "Unknown command: uci",
        ready: "Unknown command: isready",
        ..BARE
    },
    Kind {
        name: "xboard",
        ..XBOARD
    },
    Kind {
        name: "perftree",
        ..CALL
    },
    Kind {
        name: "called with the FEN first",
        flags: &["--perft-command={program} {fen} {depth} {moves}"],
        set_up: SetUp::CallFenFirst,
        ..CALL
    },
    Kind {
        name: "exit code",
        flags: &["--kind=exit-code"],
        set_up: SetUp::ExitCode,
        ..CALL
    },
    // Spaces and points between the thousands.
    answers("total: with blanks", |d| {
        d.plain() + &format!("Nodes: {}", grouped(d.total(), " "))
    }),
    answers("total: with no-break spaces", |d| {
        d.plain() + &format!("Nodes: {}", grouped(d.total(), "\u{a0}"))
    }),
    answers("total: with points", |d| {
        d.plain() + &format!("Nodes: {}", grouped(d.total(), "."))
    }),
    answers("all moves on one line", |d| {
        d.plain().replace('\n', " ") + &d.nodes()
    }),
    answers("all lines twice", |d| {
        d.lines(|mv, count| format!("{mv}: {count}\n{mv}: {count}")) + &d.nodes()
    }),
    answers("all lines twice, no total", |d| {
        d.lines(|mv, count| format!("{mv}: {count}\n{mv}: {count}"))
    }),
    moves!("SAN", |d, mv| d.position.san(mv)),
    moves!("SAN without check signs", |d, mv| {
        d.position.san(mv).trim_end_matches(['+', '#']).to_owned()
    }),
    moves!("SAN with full disambiguation", |d, mv| {
        let san = d.position.san(mv);
        match san.starts_with(['N', 'B', 'R', 'Q']) {
            true => {
                let check = match san.chars().last() {
                    Some('+') => "+",
                    Some('#') => "#",
                    _ => "",
                };
                let x = if d.position.is_capture(mv) { "x" } else { "" };
                format!("{}{}{x}{}{check}", &san[..1], mv.from(), mv.to())
            }
            false => san,
        }
    }),
    answers("JSON lines", |d| {
        d.lines(|mv, count| format!("{{\"move\":\"{mv}\",\"nodes\":{count}}}"))
            + &format!("{{\"total\":{}}}", d.total())
    }),
    answers("a JSON object", |d| {
        let lines = d.lines(|mv, count| format!("{mv:?}:{count},"));
        let lines = lines.replace('\n', "");
        format!(
            "{{\"depth\":{},\"moves\":{{{}}},\"nodes\":{}}}",
            d.depth,
            lines.trim_end_matches(','),
            d.total()
        )
    }),
    Kind {
        name: "answers on standard error",
        to_stderr: true,
        // Its standard error is shown.
        refusal: Some("Nodes searched: 20"),
        ..CALL
    },
    Kind {
        name: "one answer a process",
        ends_after_answer: true,
        ..UCI
    },
    Kind {
        name: "no position before ucinewgame",
        needs_new_game: true,
        ..UCI
    },
];

/// The number with this text between its thousands.
pub(super) fn grouped(number: u128, between: &str) -> String {
    let mut text = number.to_string();
    let mut index = text.len();
    while index > 3 {
        index -= 3;
        text.insert_str(index, between);
    }
    text
}
