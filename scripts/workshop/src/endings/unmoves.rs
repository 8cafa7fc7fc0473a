//! Moves backwards: from which squares a man may have come without capturing or promoting.

use movegen::chess::{Color, Piece, PieceKind};

use super::material::Squares;

const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const KNIGHT: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// Calls `visit` with the squares before each move that can have led to the position. They may
/// break the rules: the other side's king may be attacked.
pub fn each(men: &[Piece], squares: &Squares, turn: Color, mut visit: impl FnMut(&Squares)) {
    let occupied = squares[..men.len()]
        .iter()
        .fold(0u64, |set, &square| set | 1 << square);
    for (index, man) in men.iter().enumerate() {
        if man.color == turn {
            continue;
        }
        let mut origin = |square: u8| {
            let mut before = *squares;
            before[index] = square;
            visit(&before);
        };
        let square = squares[index];
        match man.kind {
            PieceKind::King => {
                walk(square, &STRAIGHT, 1, occupied, &mut origin);
                walk(square, &DIAGONAL, 1, occupied, &mut origin);
            }
            PieceKind::Queen => {
                walk(square, &STRAIGHT, 7, occupied, &mut origin);
                walk(square, &DIAGONAL, 7, occupied, &mut origin);
            }
            PieceKind::Rook => walk(square, &STRAIGHT, 7, occupied, &mut origin),
            PieceKind::Bishop => walk(square, &DIAGONAL, 7, occupied, &mut origin),
            PieceKind::Knight => walk(square, &KNIGHT, 1, occupied, &mut origin),
            PieceKind::Pawn => {
                let (back, rank) = match man.color {
                    Color::White => ((0, -1), square >> 3),
                    Color::Black => ((0, 1), 7 - (square >> 3)),
                };
                // A pawn comes from the second rank at the earliest, and can have passed the third.
                let steps = match rank {
                    0 | 1 => 0,
                    3 => 2,
                    _ => 1,
                };
                walk(square, &[back], steps, occupied, &mut origin);
            }
        }
    }
}

/// Visits the empty squares in these directions, up to `steps` each.
fn walk(
    square: u8,
    directions: &[(i8, i8)],
    steps: u32,
    occupied: u64,
    visit: &mut impl FnMut(u8),
) {
    for &(files, ranks) in directions {
        let (mut file, mut rank) = ((square & 7) as i8, (square >> 3) as i8);
        for _ in 0..steps {
            file += files;
            rank += ranks;
            if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                break;
            }
            let target = (rank * 8 + file) as u8;
            if occupied >> target & 1 != 0 {
                break;
            }
            visit(target);
        }
    }
}
