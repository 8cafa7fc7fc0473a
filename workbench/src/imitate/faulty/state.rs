//! Making and unmaking moves by the rules of chess.

use super::board::{
    Board, EMPTY, Move, NONE, Special, backward, castled, kind, kind_of, piece, right,
};
use super::kinds::{ANY, Kinds};

/// What making a move changed, as far as it cannot be seen from the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    pub(super) moved: u8,
    pub(super) captured: u8,
    pub(super) captured_on: u8,
    /// The castling rook's square before the move, `NONE` for other moves.
    pub(super) rook_from: u8,
    pub(super) rights: [u8; 4],
    pub(super) en_passant: u8,
    pub(super) halfmoves: u32,
    /// The kinds of the move, if a defect may concern it.
    pub(super) kinds: Kinds,
}

/// Makes a move.
pub(super) fn make(board: &mut Board, mv: Move) -> Undo {
    let us = board.turn;
    let moved = board.at(mv.from);
    let is_cached_king = moved == EMPTY && mv.from == board.kings[usize::from(us)];
    let mut undo = Undo {
        moved,
        captured: EMPTY,
        captured_on: mv.to,
        rook_from: NONE,
        rights: board.rights,
        en_passant: board.en_passant,
        halfmoves: board.halfmoves,
        kinds: ANY,
    };
    board.en_passant = NONE;
    board.unnoticed = 0;
    if let Special::Castle(side) = mv.special {
        undo.rook_from = board.castling_rook(us, side);
        let (king_to, rook_to) = castled(us, side);
        let rook = board.at(undo.rook_from);
        board.put(mv.from, EMPTY);
        board.put(undo.rook_from, EMPTY);
        board.put(king_to, moved);
        board.put(rook_to, rook);
    } else {
        if mv.is_en_passant() {
            undo.captured_on = backward(mv.to, us);
        }
        undo.captured = board.at(undo.captured_on);
        board.put(undo.captured_on, EMPTY);
        board.put(mv.from, EMPTY);
        let placed = match mv.promotion {
            EMPTY => moved,
            promotion => piece(promotion, us),
        };
        board.put(mv.to, placed);
        if mv.special == Special::DoublePush {
            board.en_passant = (mv.from + mv.to) / 2;
        }
    }
    if is_cached_king {
        board.kings[usize::from(us)] = mv.to;
    }
    if moved == piece(kind::KING, us) {
        board.kings[usize::from(us)] = mv.to;
        board.rights[right(us, 0)] = NONE;
        board.rights[right(us, 1)] = NONE;
    }
    for rook in &mut board.rights {
        if *rook == mv.from || *rook == mv.to && undo.captured != EMPTY {
            *rook = NONE;
        }
    }
    let irreversible = undo.captured != EMPTY || kind_of(moved) == kind::PAWN;
    board.halfmoves = if irreversible { 0 } else { undo.halfmoves + 1 };
    board.turn ^= 1;
    undo
}

/// Unmakes the last move, with what stands on its squares now.
pub(super) fn unmake(board: &mut Board, mv: Move, undo: &Undo) {
    board.turn ^= 1;
    let us = board.turn;
    let moved = board.at(mv.to);
    if let Special::Castle(side) = mv.special {
        let (king_to, rook_to) = castled(us, side);
        let rook = board.at(rook_to);
        board.put(king_to, EMPTY);
        board.put(rook_to, EMPTY);
        board.put(mv.from, moved);
        board.put(undo.rook_from, rook);
    } else {
        board.put(mv.to, EMPTY);
        let returned = match mv.promotion {
            EMPTY => moved,
            _ => piece(kind::PAWN, us),
        };
        board.put(mv.from, returned);
        if undo.captured != EMPTY {
            board.put(undo.captured_on, undo.captured);
        }
    }
    let king = &mut board.kings[usize::from(us)];
    let is_cached_king = moved == EMPTY && *king == mv.to;
    if kind_of(moved) == kind::KING || is_cached_king {
        *king = mv.from;
    }
    board.rights = undo.rights;
    board.en_passant = undo.en_passant;
    board.halfmoves = undo.halfmoves;
}
