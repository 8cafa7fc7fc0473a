//! Moves that leave a wrong state when they are unmade.

use super::super::board::{Board, EMPTY, NONE, castled, kind, kind_of, piece};
use super::super::defect::Effect::{Add, Unmake, UnmakePieces};
use super::super::defect::Flag::{
    HasSides, IsOfCaptures, IsOfLastMove, IsOfLists, TakesEnPassantLast,
};
use super::super::defect::Forms::{Alike, Listed};
use super::super::defect::defects;
use super::super::kinds::{
    ANY, CAPTURE, CASTLE, CHANGES_EN_PASSANT, EN_PASSANT, ENDS_RIGHT, KING, PROMOTION,
};
use super::super::made_move::MadeMove;
use super::piece_lists;

defects! {
    Unmake:
    "unmake-does-not-restore-captured-piece"
        "unmake does not restore a captured piece"
        [UnmakePieces(CAPTURE, |made, _, board| {
            let is_affected = made.form == 0 || made.form == kind_of(made.undo.captured);
            if made.captures_on_destination() && is_affected {
                board.put(made.mv.to, EMPTY);
            }
        })].flags(&[IsOfCaptures]).forms(Listed(&[
            "unmake does not restore a captured piece",
            "unmake does not restore a pawn that was captured",
            "unmake does not restore a knight that was captured",
            "unmake does not restore a bishop that was captured",
            "unmake does not restore a rook that was captured",
            "unmake does not restore a queen that was captured",
        ]));
    "unmake-does-not-restore-captured-piece-after-promotion"
        "unmake does not restore a piece that a promoting pawn captured"
        [UnmakePieces(CAPTURE.and(PROMOTION), |made, _, board| if made.captures_on_destination() && made.is_promotion() {
            board.put(made.mv.to, EMPTY);
        })].flags(&[IsOfCaptures]);
    "unmake-restores-pawn-for-captured-piece"
        "unmake restores a pawn, whatever piece was captured"
        [UnmakePieces(CAPTURE, |made, _, board| if made.captures_on_destination() {
            board.put(made.mv.to, piece(kind::PAWN, made.us ^ 1));
        })].flags(&[IsOfCaptures]);
    "unmake-restores-last-captured-piece"
        "the captured piece is saved in one place for all plies: unmake restores the last piece that was captured"
        [UnmakePieces(CAPTURE, |made, _, board| if made.is_capture() {
            let kind = kind_of(made.last_captured);
            board.put(made.undo.captured_on, piece(kind, made.us ^ 1));
        })].flags(&[IsOfLastMove]);
    "unmake-restores-captured-piece-in-wrong-colour"
        "unmake restores a captured piece in the wrong colour"
        [UnmakePieces(CAPTURE, |made, _, board| if made.captures_on_destination() {
            board.put(made.mv.to, made.undo.captured ^ 8);
        })].flags(&[IsOfCaptures]);
    "unmake-does-not-restore-en-passant-pawn"
        "unmake does not restore a pawn captured en passant"
        [UnmakePieces(EN_PASSANT, |made, _, board| if made.mv.is_en_passant() {
            board.put(made.undo.captured_on, EMPTY);
        })].flags(&[IsOfCaptures]);
    "unmake-restores-en-passant-pawn-on-wrong-square"
        "unmake puts a pawn captured en passant on the destination of the capture"
        [UnmakePieces(EN_PASSANT, |made, _, board| if made.mv.is_en_passant() {
            board.put(made.undo.captured_on, EMPTY);
            board.put(made.mv.to, made.undo.captured);
        })].flags(&[IsOfCaptures]);
    "unmake-leaves-promoted-piece"
        "unmake does not turn a promoted piece back into a pawn"
        [UnmakePieces(PROMOTION, |made, _, board| if made.is_promotion() {
            board.put(made.mv.from, piece(made.mv.promotion, made.us));
        })];
    "unmake-leaves-promoted-piece-after-capture"
        "unmake does not turn a piece promoted by a capture back into a pawn"
        [UnmakePieces(CAPTURE.and(PROMOTION), |made, _, board| if made.is_promotion() && made.captures_on_destination() {
            board.put(made.mv.from, piece(made.mv.promotion, made.us));
        })];
    "unmake-does-not-return-castling-rook"
        "unmake does not put the castling rook back"
        [UnmakePieces(CASTLE, |made, _, board| if let Some(side) = made.castling_side() {
            let rook = board.at(made.undo.rook_from);
            board.put(made.undo.rook_from, EMPTY);
            board.put(castled(made.us, side).1, rook);
        })].flags(&[HasSides]);
    "unmake-leaves-copy-of-castling-rook"
        "unmake puts the castling rook back but leaves another one on its destination"
        [UnmakePieces(CASTLE, |made, _, board| if let Some(side) = made.castling_side() {
            board.put(castled(made.us, side).1, board.at(made.undo.rook_from));
        })].flags(&[HasSides]);
    "unmake-leaves-moved-piece"
        "unmake leaves the moved piece on an empty destination"
        [UnmakePieces(ANY, |made, child, board| if !made.is_capture() && !made.mv.is_castle() {
            board.put(made.mv.to, child.at(made.mv.to));
        })];
    "unmake-king-square-stale"
        "unmake does not restore the cached king square"
        [Unmake(KING, |made, _, board| if made.is_of_king() {
            keep_king_square(made, board);
        })].forms(Alike(2));
    "unmake-king-square-stale-after-castling"
        "unmake does not restore the cached king square after castling"
        [Unmake(CASTLE, |made, _, board| if made.mv.is_castle() {
            keep_king_square(made, board);
        })].forms(Alike(2));
    "unmake-king-square-stale-after-capture"
        "unmake does not restore the cached king square after a capture by the king"
        [Unmake(KING.and(CAPTURE), |made, _, board| if made.is_of_king() && made.is_capture() {
            keep_king_square(made, board);
        })].forms(Alike(2));
    "unmake-leaves-captured-piece-unlisted"
        "unmake puts a captured piece on the board but not into the list of its side, so that it does not move"
        [Unmake(CAPTURE, |made, _, board| if made.is_capture() {
            unlist(made.form, made.undo.captured_on, board);
        })].flags(&[IsOfCaptures]).forms(Alike(2));
    "unmake-leaves-en-passant-pawn-unlisted"
        "unmake puts a pawn captured en passant on the board but not into the list of its side, so that it does not move"
        [Unmake(EN_PASSANT, |made, _, board| if made.mv.is_en_passant() {
            unlist(made.form, made.undo.captured_on, board);
        })].flags(&[IsOfCaptures]).forms(Alike(2));
    "unmake-leaves-castling-rook-unlisted"
        "unmake puts the castling rook back but not its entry in the piece list, so that it does not move"
        [Unmake(CASTLE, |made, _, board| if made.castling_side().is_some() {
            unlist(made.form, made.undo.rook_from, board);
        })].flags(&[HasSides]).forms(Alike(2));
    "unmake-leaves-promoted-pawn-unlisted"
        "unmake of a promotion puts the pawn on the board but not into the list of its side, so that it does not move"
        [Unmake(PROMOTION, |made, _, board| if made.is_promotion() {
            unlist(made.form, made.mv.from, board);
        })].forms(Alike(2));
    "unmake-does-not-occupy-square-of-captured-piece"
        "unmake does not mark the square of a captured piece as occupied"
        [Unmake(CAPTURE, |made, _, board| if made.is_capture() {
            board.unoccupied |= 1 << made.undo.captured_on;
        })].flags(&[IsOfCaptures]);
    "unmake-does-not-occupy-square-of-en-passant-pawn"
        "unmake does not mark the square of a pawn captured en passant as occupied"
        [Unmake(EN_PASSANT, |made, _, board| if made.mv.is_en_passant() {
            board.unoccupied |= 1 << made.undo.captured_on;
        })].flags(&[IsOfCaptures]);
    "unmake-shares-saved-rights"
        "the castling rights before a move are saved in one place for all plies: unmake restores those before the last move that was made"
        [Unmake(ENDS_RIGHT, |made, _, board| if let Some(last) = made.last_undo {
            board.rights = last.rights;
        })].flags(&[IsOfLastMove]);
    "unmake-does-not-restore-rights"
        "unmake does not restore the castling rights"
        [Unmake(ENDS_RIGHT, |_, child, board| board.rights = child.rights)];
    "unmake-does-not-restore-rights-after-castling"
        "unmake does not restore the castling rights after castling"
        [Unmake(CASTLE, |made, child, board| if made.mv.is_castle() {
            board.rights = child.rights;
        })];
    "unmake-does-not-restore-rights-after-king-move"
        "unmake does not restore the castling rights after a move of the king"
        [Unmake(KING.and(ENDS_RIGHT), |made, child, board| if made.is_king_move() {
            board.rights = child.rights;
        })];
    "unmake-does-not-restore-rights-after-rook-move"
        "unmake does not restore the castling right after a move of the rook"
        [Unmake(ENDS_RIGHT, |made, child, board| if made.right_of_mover().is_some() {
            board.rights = child.rights;
        })];
    "unmake-does-not-restore-rights-after-rook-capture"
        "unmake does not restore the castling right after the capture of the rook"
        [Unmake(CAPTURE.and(ENDS_RIGHT), |made, child, board| if made.captures_castling_rook() {
            board.rights = child.rights;
        })].flags(&[IsOfCaptures]);
    "unmake-of-illegal-move-does-not-restore-rights"
        "unmake does not restore the castling rights after a move that turned out to be illegal"
        [Unmake(ENDS_RIGHT, |made, child, board| if made.has_exposed_king(child) {
            board.rights = child.rights;
        })];
    "unmake-does-not-restore-en-passant-square"
        "unmake does not restore the en passant square"
        [Unmake(CHANGES_EN_PASSANT, |made, child, board| {
            board.en_passant = if made.form == 0 { child.en_passant } else { NONE };
        })].flags(&[TakesEnPassantLast]).forms(Alike(2));
    "unmake-does-not-restore-turn-after-castling"
        "unmake does not restore the side to move after castling"
        [Unmake(CASTLE, |made, child, board| if made.mv.is_castle() {
            board.turn = child.turn;
        })];
    "piece-list-gets-captured-piece-twice"
        "unmake puts a captured piece into the piece list twice, so that its moves are counted twice"
        [Unmake(CAPTURE, |made, _, board| piece_lists::add_captured(made, board)), Add(|list| {
            piece_lists::add_moves(list, |_, standing| Some(kind_of(standing)));
        })].flags(&[IsOfLists]).forms(Alike(2));
}

/// Keeps the cached king square of the position after the move. In some programs (form 1), the king also moves from
/// there.
fn keep_king_square(made: &MadeMove, board: &mut Board) {
    board.kings[usize::from(made.us)] = made.mv.to;
    if made.form == 1 {
        board.unlisted |= 1 << made.mv.from;
    }
}

/// Leaves a piece out of its list. In some programs (form 1), it attacks nothing then.
fn unlist(form: u8, square: u8, board: &mut Board) {
    board.unlisted |= 1 << square;
    if form == 1 {
        board.unattacking |= 1 << square;
    }
}
