//! The positions that are counted.

/// A position with the depth to count and the expected number of leaves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position {
    pub(crate) name: &'static str,
    /// Six fields with standard castling letters, which every program can parse.
    pub(crate) fen: &'static str,
    pub(crate) depth: u32,
    pub(crate) leaves: u64,
    /// The leaves two plies less deep.
    shallow_leaves: u64,
}

impl Position {
    /// The same, two plies less deep.
    pub(crate) fn shallow(self) -> Position {
        Position {
            depth: self.depth - 2,
            leaves: self.shallow_leaves,
            ..self
        }
    }
}

/// The names, each once.
pub(crate) fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = POSITIONS.map(|position| position.name).to_vec();
    names.dedup();
    names
}

const STARTPOS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Openings, middle games, promotions and endings: a kernel that is fast on one may be slow on another.
pub(crate) const POSITIONS: [Position; 7] = [
    Position {
        name: "startpos",
        fen: STARTPOS,
        depth: 6,
        leaves: 119_060_324,
        shallow_leaves: 197_281,
    },
    Position {
        name: "startpos",
        fen: STARTPOS,
        depth: 7,
        leaves: 3_195_901_860,
        shallow_leaves: 4_865_609,
    },
    Position {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 5,
        leaves: 193_690_690,
        shallow_leaves: 97_862,
    },
    Position {
        name: "promo",
        fen: "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        depth: 6,
        leaves: 71_179_139,
        shallow_leaves: 182_838,
    },
    Position {
        name: "endgame",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        depth: 7,
        leaves: 178_633_661,
        shallow_leaves: 674_624,
    },
    Position {
        name: "pos4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        depth: 5,
        leaves: 15_833_292,
        shallow_leaves: 9_467,
    },
    Position {
        name: "pos6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        depth: 5,
        leaves: 164_075_551,
        shallow_leaves: 89_890,
    },
];
