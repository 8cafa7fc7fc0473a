//! Moves that leave a wrong state when they are unmade.

use super::super::board::{EMPTY, NONE, castled, kind, kind_of, piece};
use super::super::defect::Effect::{Add, Unmake, UnmakePieces};
use super::super::defect::Flag::{HasSides, IsOfCaptures, IsOfLists, TakesEnPassantLast};
use super::super::defect::Forms::{Alike, Listed};
use super::super::defect::defects;
use super::super::kinds::{
    ANY, CAPTURE, CASTLE, CHANGES_EN_PASSANT, EN_PASSANT, ENDS_RIGHT, KING, PROMOTION,
};
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
            board.kings[usize::from(made.us)] = made.mv.to;
        })];
    "unmake-king-square-stale-after-castling"
        "unmake does not restore the cached king square after castling"
        [Unmake(CASTLE, |made, _, board| if made.mv.is_castle() {
            board.kings[usize::from(made.us)] = made.mv.to;
        })];
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
