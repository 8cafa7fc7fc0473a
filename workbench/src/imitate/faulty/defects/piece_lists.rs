//! Piece lists that do not agree with the board.
//!
//! Programs keep the squares of the pieces of each side in a list, and generate moves for each entry.
//! An entry too many generates moves a second time, or for what else stands on its square.

use super::super::board::{Board, EMPTY, is_of, kind_of};
use super::super::generator::piece_moves;
use super::super::made_move::MadeMove;
use super::super::move_list::MoveList;
use super::super::stale::Entry;

/// Adds the moves of the entries that should not be there, each for the kind of piece that it stands for,
/// if any.
pub(super) fn add_moves(list: &mut MoveList, kind: impl Fn(&Entry, u8) -> Option<u8>) {
    let board = list.board;
    for entry in board.stale[usize::from(board.turn)].entries() {
        let standing = board.at(entry.square);
        let Some(kind) = kind(entry, standing).filter(|_| standing != EMPTY) else {
            continue;
        };
        for _ in 0..entry.times {
            piece_moves(board, entry.square, kind, list.moves);
        }
    }
}

/// The kind of piece for which a captured piece that stays in its list moves: what stands there now
/// (form 0), the kind that the list tells (1), or only what is of its side (2).
pub(super) fn kept_kind(form: u8, turn: u8, entry: &Entry, standing: u8) -> Option<u8> {
    match form {
        1 => Some(entry.kind),
        2 if !is_of(standing, turn) => None,
        _ => Some(kind_of(standing)),
    }
}

/// Keeps a captured piece in the list of its side.
pub(super) fn keep_captured(made: &MadeMove, board: &mut Board) {
    if made.is_capture() {
        add(made, board);
    }
}

/// Puts a captured piece into its list twice. In some programs (form 1), its list grows each time.
pub(super) fn add_captured(made: &MadeMove, board: &mut Board) {
    let list = &board.stale[usize::from(made.us ^ 1)];
    if made.is_capture() && (made.form == 1 || !list.has(made.undo.captured_on)) {
        add(made, board);
    }
}

fn add(made: &MadeMove, board: &mut Board) {
    let list = &mut board.stale[usize::from(made.us ^ 1)];
    list.add(made.undo.captured_on, kind_of(made.undo.captured));
}
