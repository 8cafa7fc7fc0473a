//! The table of dialects that `canopy compare` detects, or is told about.

use movegen::chess::{CastlingStyle, MoveKind};

use super::kinds::{BARE, STANDARD, XBOARD, grouped};
use super::{Divide, Kind, SetUp};

const FAKE: Kind = Kind {
    uci: "id name Fake\nuciok",
    unknown: "",
    ..STANDARD
};

/// Its `go` searches, whatever follows.
const SEARCHES: Kind = Kind {
    count: "perft",
    go: "info depth 1 nodes 20 pv e2e4\nbestmove e2e4",
    ..FAKE
};

const fn answers(name: &'static str, answer: fn(&Divide) -> String) -> Kind {
    Kind {
        name,
        answer,
        ..FAKE
    }
}

/// Lines without a colon.
fn words(d: &Divide) -> String {
    d.lines(|mv, count| format!("{mv} {count}"))
}

/// The thousands of the lines and of the total are separated.
fn thousands(d: &Divide, [lines, total]: [&str; 2]) -> String {
    let lines = d.lines(|mv, count| format!("{mv}: {}", grouped(count, lines)));
    format!("{lines}Nodes: {}", grouped(d.total(), total))
}

pub(super) static DIALECTS: &[Kind] = &[
    answers("stockfish", Divide::stockfish),
    Kind {
        name: "plain",
        answer: |d| format!("{}\n{}", words(d), d.total()),
        ..SEARCHES
    },
    Kind {
        name: "divide",
        count: "divide",
        total: "perft",
        answer: words,
        ..SEARCHES
    },
    Kind {
        name: "bbc",
        answer: |d| {
            let lines = d.lines(|mv, count| format!("     move: {mv}  nodes: {count}"));
            let (depth, total) = (d.depth, d.total());
            format!("{lines}\n    Depth: {depth}\n    Nodes: {total}\n     Time: 1")
        },
        ..SEARCHES
    },
    Kind {
        name: "vice",
        uci: "Error (unknown command): uci",
        ready: "Error (unknown command): isready",
        count: "perft",
        answer: |d| {
            let lines = words(d);
            let lines = (1..).zip(lines.lines());
            let lines: String = lines
                .map(|(index, line)| format!("Move {index} : {line}\n"))
                .collect();
            format!("{lines}\nTest Complete : {} nodes visited", d.total())
        },
        ..FAKE
    },
    Kind {
        name: "xboard",
        count: "divide",
        total: "perft",
        answer: |d| {
            let lines = d.lines.iter();
            lines
                .map(|&(mv, count)| format!("{} {count}\n", d.position.san(mv)))
                .collect()
        },
        ..XBOARD
    },
    Kind {
        name: "beginner",
        answer: words,
        ..BARE
    },
    Kind {
        name: "two-totals",
        answer: |d| format!("{}Nodes: {1}\nTotal: {1}", words(d), d.total()),
        ..BARE
    },
    Kind {
        name: "one-shot",
        set_up: SetUp::CallFenFirst,
        answer: Divide::plain,
        ..BARE
    },
    Kind {
        name: "custom",
        count: "leaves",
        answer: |d| {
            let lines = d.lines(|mv, count| format!("info {count} leaves below {mv}"));
            format!("{lines}sum={};", d.total())
        },
        ..SEARCHES
    },
    Kind {
        name: "mute",
        count: "no command",
        ..BARE
    },
    Kind {
        name: "errors",
        to_stderr: true,
        answer: |_| "Nodes searched: 20".to_owned(),
        ..FAKE
    },
    answers("one-line", |d| d.plain().replace('\n', " ") + &d.nodes()),
    answers("blanks", |d| thousands(d, [" "; 2])),
    answers("fixed-blanks", |d| thousands(d, ["\u{a0}", "\u{202f}"])),
    answers("dots", |d| thousands(d, ["."; 2]) + " Time: 2.039 s"),
    answers("san", |d| d.moves(|d, mv| d.position.san(mv))),
    // The whole origin of pieces: `Qh3e6`, but `e4`.
    answers("san-origin", |d| {
        d.moves(|d, mv| {
            let san = d.position.san(mv);
            match san.starts_with(['N', 'B', 'R', 'Q', 'K']) {
                true => format!("{}{}{}", &san[..1], mv.from(), mv.to()),
                false => san,
            }
        })
    }),
    answers("capitals", |d| {
        d.moves(|d, mv| {
            let uci = d.uci(mv);
            format!("{}{}", &uci[..4], uci[4..].to_uppercase())
        })
    }),
    answers("rook", |d| {
        d.moves(|d, mv| d.position.uci(mv, CastlingStyle::Chess960))
    }),
    answers("mixed", |d| {
        d.moves(|d, mv| {
            let uci = d.uci(mv);
            match mv.kind() {
                MoveKind::Castle => d.position.san(mv),
                _ if d.position.is_capture(mv) => format!("{}x{}", &uci[..2], &uci[2..]),
                _ => uci,
            }
        })
    }),
    answers("unknown", |d| {
        d.moves(|d, mv| {
            let uci = d.uci(mv);
            match d.position.is_capture(mv) {
                true => format!("{}*{}", &uci[..2], &uci[2..]),
                false => uci,
            }
        })
    }),
];
