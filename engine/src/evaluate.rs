//! What a position is worth without looking ahead.
//!
//! Every term has a value for the middlegame and one for the endgame, and the material left on the
//! board blends the two. A piece's placement is the sum of a row by rank, a row by file and its
//! distance to the edge: few numbers, each of which can be understood.

use std::ops::{Add, AddAssign, Mul, Sub};

use movegen::chess::{Bitboard, Color, PieceKind, Position, Square};

/// A value in the middlegame and one in the endgame, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Term(i32, i32);

impl Add for Term {
    type Output = Term;
    fn add(self, other: Term) -> Term {
        Term(self.0 + other.0, self.1 + other.1)
    }
}

impl Sub for Term {
    type Output = Term;
    fn sub(self, other: Term) -> Term {
        Term(self.0 - other.0, self.1 - other.1)
    }
}

impl Mul<u32> for Term {
    type Output = Term;
    fn mul(self, times: u32) -> Term {
        Term(self.0 * times as i32, self.1 * times as i32)
    }
}

impl AddAssign for Term {
    fn add_assign(&mut self, other: Term) {
        *self = *self + other;
    }
}

/// What a piece is worth, and how that depends on where it stands, seen from its own side.
struct Placement {
    value: Term,
    ranks: [[i32; 8]; 2],
    files: [[i32; 8]; 2],
    /// Per step from the edge, of which there are three at most.
    inward: Term,
}

const PLACEMENTS: [Placement; 6] = [
    Placement {
        value: Term(85, 105),
        ranks: [[0, 0, -2, 6, 12, 25, 50, 0], [0, 0, 3, 9, 20, 38, 60, 0]],
        files: [[-10, 0, -2, 6, 6, -6, 2, -10], [4, 2, 0, -2, -2, 0, 2, 4]],
        inward: Term(4, 0),
    },
    Placement {
        value: Term(330, 300),
        ranks: [
            [-20, -8, 4, 8, 14, 18, 6, -15],
            [-12, -6, 0, 4, 6, 2, -4, -12],
        ],
        files: [
            [-12, -4, 0, 4, 4, 0, -4, -12],
            [-10, -4, 0, 4, 4, 0, -4, -10],
        ],
        inward: Term(6, 6),
    },
    Placement {
        value: Term(345, 310),
        ranks: [[-14, 4, 6, 6, 6, 4, 0, -8], [-6, -2, 2, 3, 3, 2, 0, -4]],
        files: [[-4, 2, 0, 2, 2, 0, 2, -4], [-4, 0, 0, 2, 2, 0, 0, -4]],
        inward: Term(4, 3),
    },
    Placement {
        value: Term(475, 525),
        ranks: [[-2, -6, -4, -2, 0, 4, 18, 10], [-2, -2, 0, 2, 4, 6, 10, 8]],
        files: [[-4, 0, 5, 10, 10, 5, 0, -4], [0; 8]],
        inward: Term(0, 0),
    },
    Placement {
        value: Term(990, 960),
        ranks: [[-4, 2, 2, 0, 0, 0, -4, -2], [-16, -8, 0, 6, 10, 10, 8, 2]],
        files: [[-4, 0, 2, 2, 2, 2, 0, -4], [-8, -2, 2, 6, 6, 2, -2, -8]],
        inward: Term(1, 4),
    },
    Placement {
        value: Term(0, 0),
        ranks: [
            [10, -8, -30, -45, -55, -60, -60, -60],
            [-24, -8, 2, 10, 14, 12, 4, -12],
        ],
        files: [
            [14, 24, 4, -12, -6, -4, 26, 16],
            [-12, -4, 2, 6, 6, 2, -4, -12],
        ],
        inward: Term(0, 5),
    },
];

/// Value and placement of each kind on each square, from White's side.
static WORTH: [[Term; 64]; 6] = worth();

const fn worth() -> [[Term; 64]; 6] {
    let mut table = [[Term(0, 0); 64]; 6];
    let mut index = 0;
    while index < 6 * 64 {
        let (kind, square) = (index / 64, index % 64);
        let (rank, file) = (square / 8, square % 8);
        let steps = inward(rank, file);
        let placement = &PLACEMENTS[kind];
        let Term(middle, end) = placement.value;
        table[kind][square] = Term(
            middle
                + placement.ranks[0][rank]
                + placement.files[0][file]
                + placement.inward.0 * steps,
            end + placement.ranks[1][rank] + placement.files[1][file] + placement.inward.1 * steps,
        );
        index += 1;
    }
    table
}

/// Steps to the nearest edge, 0 to 3.
const fn inward(rank: usize, file: usize) -> i32 {
    let rank = if rank < 4 { rank } else { 7 - rank };
    let file = if file < 4 { file } else { 7 - file };
    if rank < file {
        rank as i32
    } else {
        file as i32
    }
}

/// What each kind adds to the phase; the opening has 24.
const PHASES: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;

const BISHOP_PAIR: Term = Term(25, 45);
const DOUBLED: Term = Term(-8, -18);
const ISOLATED: Term = Term(-10, -12);
/// By the rank that the pawn has reached.
const PASSED: [Term; 8] = [
    Term(0, 0),
    Term(2, 8),
    Term(4, 14),
    Term(10, 28),
    Term(24, 52),
    Term(45, 90),
    Term(70, 140),
    Term(0, 0),
];
const ROOK_OPEN_FILE: Term = Term(22, 8);
const ROOK_HALF_OPEN_FILE: Term = Term(10, 6);
/// Per own pawn on the two ranks before the king.
const SHIELD: Term = Term(9, 0);
/// The right to move.
const TEMPO: i32 = 10;

/// No evaluation goes beyond this, so that none is taken for a mate however many queens there are.
const LIMIT: i32 = 20_000;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The static evaluation in centipawns, from the view of the side to move.
///
/// ```
/// use engine::evaluate;
/// let up_a_queen = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1".parse().unwrap();
/// assert!(evaluate(&up_a_queen) > 700);
/// ```
pub fn evaluate(position: &Position) -> i32 {
    let mut phase = 0;
    for kind in PieceKind::ALL {
        phase += PHASES[kind.index()] * position.pieces(kind).len() as i32;
    }
    let phase = phase.min(FULL_PHASE);
    let us = position.turn();
    let Term(middle, end) = side(position, us) - side(position, !us);
    let blended = (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
    (blended + TEMPO).clamp(-LIMIT, LIMIT)
}

/// What one side has.
fn side(position: &Position, color: Color) -> Term {
    let own = position.of(color);
    let mut sum = Term(0, 0);
    for kind in PieceKind::ALL {
        for square in position.pieces(kind) & own {
            sum += WORTH[kind.index()][seen_by(color, square).index()];
        }
    }
    if (position.pieces(PieceKind::Bishop) & own).len() >= 2 {
        sum += BISHOP_PAIR;
    }
    let pawns = position.pieces(PieceKind::Pawn);
    let enemy = pawns - own;
    let pawns = pawns & own;
    for square in pawns {
        let file = FILE_A << square.file().index();
        let ahead = ahead(color, square);
        if pawns.0 & file & ahead != 0 {
            sum += DOUBLED;
        }
        if pawns.0 & beside(file) == 0 {
            sum += ISOLATED;
        }
        // A pawn behind another of its own goes nowhere alone.
        if enemy.0 & (file | beside(file)) & ahead == 0 && pawns.0 & file & ahead == 0 {
            sum += PASSED[seen_by(color, square).rank().index()];
        }
    }
    for rook in position.pieces(PieceKind::Rook) & own {
        let file = FILE_A << rook.file().index();
        if pawns.0 & file == 0 {
            sum += if enemy.0 & file == 0 {
                ROOK_OPEN_FILE
            } else {
                ROOK_HALF_OPEN_FILE
            };
        }
    }
    sum += SHIELD * shield(position.king(color), color, pawns).len();
    // Only a king is left to the other side: drive it to the edge, and walk there.
    if (position.of(!color)).len() == 1 {
        let (king, target) = (position.king(color), position.king(!color));
        let edge = 3 - inward(target.rank().index(), target.file().index());
        sum += Term(0, 20 * edge + 6 * (7 - distance(king, target)));
    }
    sum
}

/// The square as White would see it.
fn seen_by(color: Color, square: Square) -> Square {
    match color {
        Color::White => square,
        Color::Black => square.flip(),
    }
}

/// All ranks before that of the square.
fn ahead(color: Color, square: Square) -> u64 {
    let rank = square.rank().index() as u32;
    match color {
        Color::White => (!0u64).checked_shl(8 * (rank + 1)).unwrap_or(0),
        Color::Black => (1u64 << (8 * rank)) - 1,
    }
}

/// The files next to a file, or to all squares of a set.
fn beside(set: u64) -> u64 {
    (set & !FILE_H) << 1 | (set & !FILE_A) >> 1
}

/// The pawns on the two ranks before the king, on its own file and those beside.
fn shield(king: Square, color: Color, pawns: Bitboard) -> Bitboard {
    let row = Bitboard::of(king).0 | beside(Bitboard::of(king).0);
    let zone = match color {
        Color::White => row << 8 | row << 16,
        Color::Black => row >> 8 | row >> 16,
    };
    Bitboard(zone) & pawns
}

/// King steps between two squares.
fn distance(a: Square, b: Square) -> i32 {
    let ranks = a.rank().index().abs_diff(b.rank().index());
    let files = a.file().index().abs_diff(b.file().index());
    ranks.max(files) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fen: &str) -> i32 {
        evaluate(&fen.parse().expect("a position"))
    }

    #[test]
    fn both_sides_see_the_same() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4k3/8/8/8/3B4/8/8/4K3 b - - 0 1",
        ] {
            let position: Position = fen.parse().expect("a position");
            assert_eq!(evaluate(&position), evaluate(&position.flip()), "{fen}");
        }
        assert_eq!(evaluate(&Position::startpos()), TEMPO);
    }

    #[test]
    fn any_number_of_queens_is_no_mate() {
        let queens = of("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQ3/7K/k7 b - - 0 1");
        assert_eq!(queens, -LIMIT);
    }

    #[test]
    fn what_chess_players_know() {
        assert!(of("4k3/8/8/8/8/8/P7/4K3 w - - 0 1") < of("4k3/8/P7/8/8/8/8/4K3 w - - 0 1"));
        assert!(of("k7/8/8/8/8/8/8/3RK3 w - - 0 1") > of("8/8/8/4k3/8/8/8/3RK3 w - - 0 1"));
        assert!(ahead(Color::White, Square::E8) == 0 && ahead(Color::Black, Square::E1) == 0);
    }
}
