//! Mating with bishop and knight: the lone king must be driven into a corner of the bishop's color.
//!
//! The evaluation is the expected distance to mate, from tables that `workshop endings fit` fits to
//! positions near best play, which a retrograde analysis provides. They describe where each of the
//! three pieces belongs, for each square of the lone king.

mod tables;

use movegen::chess::{Color, PieceKind, Position, Square};

use self::tables::TABLES;
use super::board::count;
use crate::draw::DARK_SQUARES;

/// The value of one ply nearer to mate, in centipawns. With much less, pruning treats good and bad
/// moves alike.
const PLY: i32 = 80;
/// The value if mate were at hand: less than the values of [`mop_up`](super::mop_up).
const MATE: i32 = 6500;
/// The least value, which is more than that of a draw.
const LEAST: i32 = 100;

/// Whether the pieces are a bishop and a knight.
pub(super) fn applies(position: &Position) -> bool {
    position.occupied().len() == 4
        && count(position, PieceKind::Bishop) == 1
        && count(position, PieceKind::Knight) == 1
}

/// The value for the side that mates.
pub(super) fn value(position: &Position, strong: Color) -> i32 {
    let frame = Frame::new(position, !strong);
    let kinds = [PieceKind::King, PieceKind::Knight, PieceKind::Bishop];
    let tenths: i32 = TABLES
        .iter()
        .zip(kinds)
        .flat_map(|(table, kind)| {
            let squares = position.pieces(kind) & position.colors(strong);
            squares.into_iter().map(move |square| (table, square))
        })
        .map(|(table, square)| i32::from(table[frame.row][frame.place(square)]))
        .sum();
    (MATE - PLY * tenths / 10).max(LEAST)
}

/// A view of the board in which the bishop is on dark squares and the lone king in the triangle
/// a1-h1-e4/d4. Dark squares stay dark, except in the first step.
struct Frame {
    /// Mirror the files.
    files: bool,
    /// Then exchange files and ranks: mirror at the diagonal a1-h8.
    main_diagonal: bool,
    /// Then mirror at the diagonal a8-h1.
    other_diagonal: bool,
    /// The square of the lone king, counted along the ranks of the triangle.
    row: usize,
}

impl Frame {
    fn new(position: &Position, weak: Color) -> Frame {
        let lone_king = position.king(weak);
        let mut frame = Frame {
            files: (position.pieces(PieceKind::Bishop) & DARK_SQUARES).is_empty(),
            main_diagonal: false,
            other_diagonal: false,
            row: 0,
        };
        let (file, rank) = frame.coordinates(lone_king);
        frame.main_diagonal = rank > file;
        frame.other_diagonal = file + rank > 7;
        let (file, rank) = frame.coordinates(lone_king);
        // The ranks of the triangle have 8, 6, 4 and 2 squares.
        frame.row = rank * (8 - rank) + file;
        frame
    }

    /// The index of a square in a row of the tables.
    fn place(&self, square: Square) -> usize {
        let (file, rank) = self.coordinates(square);
        rank * 8 + file
    }

    fn coordinates(&self, square: Square) -> (usize, usize) {
        let (mut file, mut rank) = (square.file().index(), square.rank().index());
        if self.files {
            file = 7 - file;
        }
        if self.main_diagonal {
            (file, rank) = (rank, file);
        }
        if self.other_diagonal {
            (file, rank) = (7 - rank, 7 - file);
        }
        (file, rank)
    }
}
