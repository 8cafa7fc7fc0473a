//! Piece lists that do not agree with the board.
//!
//! Programs keep the squares of the pieces of each side in a list, and generate moves for each entry.
//! An entry too many generates moves a second time, or for what else stands on its square.

use super::board::{Board, EMPTY, Move, is_of, kind, kind_of};
use super::defect::Slip;
use super::generator::piece_moves;
use super::state::Undo;
use super::variant::Program;

/// More entries than this are forgotten.
const MOST_ENTRIES: usize = 16;

/// Entries of one list that should not be there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stale {
    len: u8,
    entries: [Entry; MOST_ENTRIES],
}

/// Equal entries of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Entry {
    square: u8,
    /// The kind of piece that was captured there.
    kind: u8,
    times: u8,
}

impl Stale {
    fn entries(&self) -> &[Entry] {
        &self.entries[..usize::from(self.len)]
    }

    fn has(&self, square: u8) -> bool {
        self.entries().iter().any(|entry| entry.square == square)
    }

    fn add(&mut self, square: u8, kind: u8) {
        let known = &mut self.entries[..usize::from(self.len)];
        let same = |entry: &&mut Entry| entry.square == square && entry.kind == kind;
        if let Some(entry) = known.iter_mut().find(same) {
            entry.times = entry.times.saturating_add(1);
        } else if let Some(free) = self.entries.get_mut(usize::from(self.len)) {
            let times = 1;
            *free = Entry {
                square,
                kind,
                times,
            };
            self.len += 1;
        }
    }
}

/// Appends the moves of the entries that should not be there.
pub(super) fn add(program: &Program, board: &Board, moves: &mut Vec<Move>) {
    for entry in board.stale[usize::from(board.turn)].entries() {
        let standing = board.at(entry.square);
        let kind = match (program.slip, program.form) {
            // The list tells the kind of the piece.
            (Some(Slip::ListKeepsCaptured), 1) => entry.kind,
            // Only own pieces move.
            (Some(Slip::ListKeepsCaptured), 2) if !is_of(standing, board.turn) => continue,
            _ => kind_of(standing),
        };
        if standing != EMPTY {
            for _ in 0..entry.times {
                piece_moves(board, entry.square, kind, moves);
            }
        }
    }
}

/// Keeps a captured piece in the list of its side.
pub(super) fn keep_captured(board: &mut Board, us: u8, undo: &Undo) {
    if undo.captured != EMPTY {
        let list = &mut board.stale[usize::from(us ^ 1)];
        list.add(undo.captured_on, kind_of(undo.captured));
    }
}

/// Puts a captured piece into its list twice. In some programs (form 1), its list grows each time.
pub(super) fn add_captured(board: &mut Board, form: u8, us: u8, undo: &Undo) {
    let list = &mut board.stale[usize::from(us ^ 1)];
    if undo.captured != EMPTY && (form == 1 || !list.has(undo.captured_on)) {
        list.add(undo.captured_on, kind_of(undo.captured));
    }
}

/// After a move of the king of the other side, by a wrong entry: the program takes it for its own
/// king, as the lists say.
pub(super) fn update_king(board: &mut Board, mv: Move, us: u8, undo: &Undo) {
    if kind_of(undo.moved) == kind::KING && is_of(undo.moved, us ^ 1) {
        board.kings[usize::from(us)] = mv.to;
    }
}
