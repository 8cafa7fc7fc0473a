//! Trees that end where the game is drawn.

use super::board::{Board, EMPTY, kind, kind_of};
use super::defect::Slip;
use super::variant::Program;

/// Whether the program generates no moves here because the game is drawn. The path has the positions
/// before this one.
pub(super) fn is_reached(program: &Program, board: &Board, path: &[Board]) -> bool {
    let form = program.form;
    match program.slip_of(board.turn) {
        Some(Slip::FiftyMoves) => board.halfmoves >= 100 + u32::from(form),
        Some(Slip::SeventyFiveMoves) => board.halfmoves >= 150,
        Some(Slip::Repetition) => {
            let earlier = path.iter().filter(|earlier| same(earlier, board));
            earlier.count() > usize::from(form)
        }
        Some(Slip::InsufficientMaterial) => is_insufficient(form, board),
        _ => false,
    }
}

/// Whether two positions are the same but for the clock.
fn same(one: &Board, other: &Board) -> bool {
    one.squares == other.squares
        && one.turn == other.turn
        && one.rights == other.rights
        && one.en_passant == other.en_passant
}

/// Whether there are only kings (form 0), or at most one minor piece in all (1) or on each side (2).
fn is_insufficient(form: u8, board: &Board) -> bool {
    let mut minors = [0u8; 2];
    for &standing in &board.squares {
        match kind_of(standing) {
            EMPTY | kind::KING => {}
            kind::KNIGHT | kind::BISHOP => minors[usize::from(standing >> 3)] += 1,
            _ => return false,
        }
    }
    match form {
        0 => minors == [0, 0],
        1 => minors[0] + minors[1] <= 1,
        _ => minors.iter().all(|&count| count <= 1),
    }
}
