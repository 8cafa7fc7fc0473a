//! Trees that end where the game is drawn.

use super::board::{Board, EMPTY, kind, kind_of};
use super::defect::{Family, Slip};
use super::variant::Program;

/// The effect of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The position has no moves, also as the root.
    NoMoves,
    /// Below the root, the position counts as one leaf.
    OneLeaf,
    /// Below the root, the position has no leaves.
    NoLeaves,
}

/// The effects, each with as many forms of a defect.
pub(super) const ENDS: [End; 3] = [End::NoMoves, End::OneLeaf, End::NoLeaves];

/// The effect if the program takes the game for drawn here. The path has the positions before this one.
pub(super) fn end(program: &Program, board: &Board, path: &[Board]) -> Option<End> {
    let slip = program.slip_of(board.turn)?;
    if slip.family() != Family::Ending {
        return None;
    }
    let forms = slip.forms() / ENDS.len() as u8;
    let end = ENDS[usize::from(program.form / forms)];
    is_drawn(slip, program.form % forms, board, path).then_some(end)
}

fn is_drawn(slip: Slip, form: u8, board: &Board, path: &[Board]) -> bool {
    match slip {
        Slip::FiftyMoves => board.halfmoves >= 100 + u32::from(form),
        Slip::SeventyFiveMoves => board.halfmoves >= 150,
        Slip::Repetition => {
            let earlier = path.iter().filter(|earlier| same(earlier, board));
            earlier.count() > usize::from(form)
        }
        Slip::InsufficientMaterial => is_insufficient(form, board),
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
