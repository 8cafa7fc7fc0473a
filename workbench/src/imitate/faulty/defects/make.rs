//! Moves that leave a wrong state when they are made.

use super::super::board::{
    Board, EMPTY, NONE, Special, backward, between, castled, file, forward, is_of, is_slider, kind,
    kind_of, piece, rank, right, step,
};
use super::super::castling_move::CastlingMove;
use super::super::defect::Effect::{
    Add, AddCastling, Expose, Make, MakeCastling, MakeState, RedirectCastling, Withhold,
    WithholdCastling,
};
use super::super::defect::Flag::{
    HasSides, IsOfCaptures, IsOfLists, KeepsRights, OutlivesUnmake, SecondFormCorrupts,
};
use super::super::defect::Forms::{Alike, Listed, Named};
use super::super::defect::defects;
use super::super::generator::{en_passant, pawn_targets};
use super::super::kinds::{
    ANY, CAPTURE, CASTLE, DOUBLE_PUSH, EN_PASSANT, EN_PASSANT_SQUARE, ENDS_RIGHT, KING, PROMOTION,
};
use super::super::made_move::MadeMove;
use super::super::move_list::MoveList;
use super::exposed::is_attacked_after;
use super::forms::{promoted, promoted_name};
use super::piece_lists;

/// How far from its square a rook stands after castling, by form.
const WRONG_ROOK_FILES: [i8; 5] = [-2, 1, 2, -1, -2];

defects! {
    Make:
    "en-passant-keeps-captured-pawn"
        "en passant does not remove the captured pawn"
        [Make(EN_PASSANT, |made, board| if made.mv.is_en_passant() {
            board.put(made.undo.captured_on, made.undo.captured);
        }), Expose(|m| {
            let (board, mv) = (m.before, m.mv);
            let is_affected = m.form == 1 && mv.is_en_passant();
            is_affected && !is_attacked_after(m.sight, board, mv, board.turn)
        }), Withhold(EN_PASSANT, |m| {
            let (board, mv) = (m.board, m.mv);
            let is_affected = m.form == 1 && mv.is_en_passant();
            is_affected && is_attacked_after(m.sight, board, mv, board.turn)
        })].flags(&[OutlivesUnmake]).forms(Listed(&[
            "en passant does not remove the captured pawn",
            "en passant does not remove the captured pawn, but is tested as if it did",
        ]));
    "en-passant-removes-wrong-square"
        "en passant removes what stands on the other side of the capturing pawn"
        [Make(EN_PASSANT, |made, board| if made.mv.is_en_passant() {
            board.put(made.undo.captured_on, made.undo.captured);
            let right = i8::from(file(made.mv.to) < file(made.mv.from)) * 2 - 1;
            board.put(step(made.mv.from, (right, 0)), EMPTY);
        })].flags(&[OutlivesUnmake]);
    "en-passant-square-not-set"
        "double pushes do not set the en passant square, or set one where no pawn can capture"
        [MakeState(DOUBLE_PUSH, |_, board| board.en_passant = NONE)];
    "en-passant-square-not-cleared"
        "the en passant square is not cleared by the next move"
        [MakeState(EN_PASSANT_SQUARE, |made, board| if board.en_passant == NONE && keeps_en_passant(made) {
            board.en_passant = made.undo.en_passant;
        }), Withhold(EN_PASSANT, |m| {
            m.form == 10 && m.mv.is_en_passant() && rank(m.mv.from, m.board.turn) != 4
        })].forms(Listed(&[
            "the en passant square is not cleared by the next move",
            "the en passant square is not cleared by moves of other pieces than pawns",
            "the en passant square is not cleared by captures",
            "the en passant square is not cleared by castling",
            "the en passant square is not cleared by moves of the king",
            "the en passant square is not cleared by moves without a capture",
            "the en passant square is not cleared by moves of knights",
            "the en passant square is not cleared by moves of bishops, rooks and queens",
            "the en passant square is not cleared by moves of pawns",
            "the en passant square is not cleared by promotions",
            "the en passant square is not cleared by the next move, but only pawns on their fifth rank capture there",
        ]));
    "en-passant-square-after-single-push"
        "single pushes set the en passant square as well"
        [MakeState(ANY, |made, board| if made.is_single_push() {
            board.en_passant = made.mv.from;
        })];
    "en-passant-by-other-pieces"
        "every piece that moves to the en passant square captures the pawn"
        [Make(EN_PASSANT_SQUARE, capture_en_passant_by_others)].flags(&[OutlivesUnmake]).forms(Listed(&[
            "every piece that moves to the en passant square captures the pawn",
            "knights that move to the en passant square capture the pawn",
        ]));
    "en-passant-square-wrong"
        "double pushes set the square that the pawn left as the en passant square"
        [MakeState(DOUBLE_PUSH, |made, board| if made.mv.special == Special::DoublePush {
            board.en_passant = wrong_en_passant(made);
        }), Add(capture_on_origin)].flags(&[SecondFormCorrupts]).forms(Listed(&[
            "double pushes set the square that the pawn left as the en passant square",
            "double pushes set the pawn's own square as the en passant square: it can be captured twice",
            "double pushes set the square in front of the pawn as the en passant square",
        ]));
    "promoted-piece-of-other-kind"
        "a promotion puts another piece on the board than the move says"
        [Make(PROMOTION, |made, board| {
            let (promotion, other) = promoted(made.form);
            if made.mv.promotion == promotion {
                board.put(made.mv.to, piece(other, made.us));
            }
        })].forms(Named(12, |form| {
            let (promotion, other) = promoted(form);
            let (name, put) = (promoted_name(promotion), promoted_name(other));
            format!("a promotion to {name} puts {put} on the board")
        }));
    "promoted-piece-always-queen"
        "every promotion puts a queen on the board"
        [Make(PROMOTION, |made, board| if made.is_promotion() {
            board.put(made.mv.to, piece(kind::QUEEN, made.us));
        })];
    "promotion-leaves-pawn"
        "promotions leave a pawn on the last rank"
        [Make(PROMOTION, |made, board| if made.is_promotion() {
            board.put(made.mv.to, made.undo.moved);
        })];
    "promoted-piece-of-other-colour"
        "the promoted piece belongs to the other side"
        [Make(PROMOTION, |made, board| if made.is_promotion() {
            board.put(made.mv.to, piece(made.mv.promotion, made.us ^ 1));
        })];
    // Without its rook, the king may end on the rook's square.
    "castling-leaves-rook"
        "castling does not move the rook"
        [MakeCastling(|made, side, board| {
            let rook_to = castled(made.us, side).1;
            let standing = board.at(rook_to);
            board.put(rook_to, EMPTY);
            board.put(made.undo.rook_from, standing);
            board.put(made.mv.to, made.undo.moved);
        })].flags(&[HasSides, OutlivesUnmake]);
    "castling-copies-rook"
        "castling puts a second rook on the board and leaves the first one"
        [MakeCastling(|made, side, board| if board.at(made.undo.rook_from) == EMPTY {
            board.put(made.undo.rook_from, board.at(castled(made.us, side).1));
        })].flags(&[HasSides, OutlivesUnmake]);
    "castling-wrong-rook-square"
        "castling with the rook on the a-file side puts the rook on the b-file"
        [MakeCastling(|made, side, board| if side == u8::from(made.form > 2) {
            let rook_to = castled(made.us, side).1;
            let standing = board.at(rook_to);
            board.put(rook_to, EMPTY);
            board.put(step(rook_to, (WRONG_ROOK_FILES[usize::from(made.form)], 0)), standing);
        })].flags(&[OutlivesUnmake]).forms(Listed(&[
            "castling with the rook on the a-file side puts the rook on the b-file",
            "castling with the rook on the a-file side puts the rook on the e-file",
            "castling with the rook on the a-file side puts the rook on the f-file",
            "castling with the rook on the h-file side puts the rook on the e-file",
            "castling with the rook on the h-file side puts the rook on the d-file",
        ]));
    "castling-wrong-king-square"
        "castling puts the king on a wrong square"
        [
            AddCastling(|c| c.is_free() && is_safe_elsewhere(c)),
            RedirectCastling(|form, side| castled_files(form, side).map(|files| files.0)),
            MakeCastling(castle_elsewhere)
        ].forms(Named(6, |form| match form % 3 {
            0 => "castling with the rook on the a-file side puts the king on the b-file and the rook on the c-file",
            1 => "castling with the rook on the a-file side puts the king on the b-file",
            _ => "castling puts the king on the rook's square, and the rook on the king's square",
        }.to_owned()));
    "castling-loses-rook"
        "castling removes the rook from the board"
        [MakeCastling(|made, side, board| board.put(castled(made.us, side).1, EMPTY))]
        .flags(&[HasSides, OutlivesUnmake]);
    "king-square-stale"
        "moves of the king do not update the cached king square"
        [AddCastling(is_safe_on_old_square), Make(KING, |made, board| if made.is_of_king() {
            board.kings[usize::from(made.us)] = made.mv.from;
        })].forms(Alike(2));
    "king-square-stale-after-castling"
        "castling does not update the cached king square"
        [AddCastling(is_safe_on_old_square), Make(CASTLE, |made, board| if made.mv.is_castle() {
            board.kings[usize::from(made.us)] = made.mv.from;
        })].forms(Alike(2));
    "king-square-stale-after-capture"
        "captures by the king do not update the cached king square"
        [Make(CAPTURE.and(KING), |made, board| if made.is_king_move() && made.is_capture() {
            board.kings[usize::from(made.us)] = made.mv.from;
        })];
    "castling-right-kept-after-rook-captured"
        "the castling right is kept after the rook was captured"
        [
            WithholdCastling(needs_rook),
            MakeCastling(castle_without_rook),
            MakeState(CAPTURE.and(ENDS_RIGHT), |made, board| keep(made, board, made.right_of_captured()))
        ].flags(&[HasSides, IsOfCaptures, KeepsRights]).forms(Alike(5));
    "castling-right-kept-after-rook-captured-by-promotion"
        "the castling right is kept after the rook was captured by a promoting pawn"
        [
            WithholdCastling(needs_rook),
            MakeCastling(castle_without_rook),
            MakeState(PROMOTION.and(CAPTURE).and(ENDS_RIGHT), |made, board| if made.is_promotion() {
                keep(made, board, made.right_of_captured());
            })
        ].flags(&[HasSides, IsOfCaptures, KeepsRights]).forms(Alike(4));
    "castling-right-kept-after-rook-move"
        "the castling right is kept after the rook has moved"
        [
            WithholdCastling(needs_rook),
            MakeCastling(castle_without_rook),
            MakeState(ENDS_RIGHT, |made, board| keep(made, board, made.right_of_mover()))
        ].flags(&[HasSides, KeepsRights]).forms(Alike(5));
    "castling-right-kept-after-king-move"
        "the castling rights are kept after the king has moved"
        [
            AddCastling(castles_without_king),
            WithholdCastling(needs_rook_after_king_move),
            MakeState(KING.and(ENDS_RIGHT), |made, board| if made.is_king_move() {
                keep(made, board, made.own_rights());
            })
        ].flags(&[HasSides, KeepsRights]).forms(Alike(2));
    "castling-right-kept-after-king-capture"
        "the castling rights are kept after the king has captured"
        [
            AddCastling(castles_without_king),
            WithholdCastling(needs_rook_after_king_move),
            MakeState(CAPTURE.and(KING).and(ENDS_RIGHT), |made, board| if made.is_king_move() && made.is_capture() {
                keep(made, board, made.own_rights());
            })
        ].flags(&[HasSides, KeepsRights]).forms(Alike(2));
    "castling-right-kept-after-castling"
        "the castling rights are kept after castling"
        [
            AddCastling(castles_without_king),
            WithholdCastling(needs_rook_after_king_move),
            MakeState(CASTLE, |made, board| if let Special::Castle(side) = made.mv.special {
                let used = (made.form >= 2).then_some(right(made.us, side));
                keep(made, board, made.own_rights().filter(|right| Some(*right) != used));
            })
        ].flags(&[HasSides, KeepsRights]).forms(Listed(&[
            "the castling rights are kept after castling",
            "the castling rights are kept after castling",
            "castling ends only the right that it uses",
            "castling ends only the right that it uses",
        ]));
    "both-rights-lost-by-rook-move"
        "a move of one rook ends the castling rights with both"
        [MakeState(ENDS_RIGHT, |made, board| if made.right_of_mover().is_some() {
            lose_both(board, made.us);
        })];
    "castling-right-comes-back"
        "a castling right that has ended comes back when a piece enters or leaves its square again"
        [MakeState(ANY, |made, board| match made.form {
            1 => flip_rights(made, board),
            _ => return_rights(made, board),
        })].flags(&[KeepsRights]).forms(Alike(2));
    "right-lost-through-wrong-rook"
        "the move or the capture of one rook ends the castling right with the other one"
        [MakeState(ENDS_RIGHT, |made, board| {
            let index = match made.form {
                0 => made.right_of_mover(),
                _ => made.right_of_captured(),
            };
            if let Some(index) = index {
                keep(made, board, [index]);
                board.rights[index ^ 1] = NONE;
            }
        })].flags(&[HasSides, KeepsRights]).forms(Listed(&[
            "the move of one rook ends the castling right with the other one",
            "the capture of one rook ends the castling right with the other one",
        ]));
    "right-lost-by-move-of-another-rook"
        "a move of a rook that never stood in the corner ends a castling right"
        [MakeState(ANY, |made, board| if made.is_rook_move() && made.right_of_mover().is_none() {
            lose_by_rook(made, board);
        })].flags(&[HasSides]).forms(Alike(3));
    "both-rights-lost-by-rook-capture"
        "the capture of one rook ends the castling rights with both"
        [MakeState(CAPTURE.and(ENDS_RIGHT), |made, board| if made.right_of_captured().is_some() {
            lose_both(board, made.us ^ 1);
        })].flags(&[IsOfCaptures]);
    "capturer-loses-castling-right"
        "the capture of a castling rook ends the castling right of the capturing side"
        [MakeState(CAPTURE.and(ENDS_RIGHT), |made, board| if let Some(index) = made.right_of_captured() {
            board.rights[index ^ 2] = NONE;
        })].flags(&[HasSides]);
    "king-move-ends-all-rights"
        "a move of the king ends the castling rights of both sides"
        [MakeState(KING, |made, board| if made.is_of_king() {
            board.rights = [NONE; 4];
        })];
    "castling-ends-all-rights"
        "castling ends the castling rights of both sides"
        [MakeState(CASTLE, |made, board| if made.mv.is_castle() {
            board.rights = [NONE; 4];
        })];
    "castling-right-kept-after-capture-by-rook"
        "the castling right is kept after the rook has captured"
        [
            WithholdCastling(needs_rook),
            MakeCastling(castle_without_rook),
            MakeState(CAPTURE.and(ENDS_RIGHT), |made, board| if made.is_capture() {
                keep(made, board, made.right_of_mover());
            })
        ].flags(&[HasSides, KeepsRights]).forms(Alike(5));
    "piece-list-keeps-captured-piece"
        "captured pieces stay in the piece list of their side, which then moves what stands on their squares"
        [Make(CAPTURE, piece_lists::keep_captured), Add(|list| {
            let (form, turn) = (list.form, list.board.turn);
            piece_lists::add_moves(list, |entry, standing| {
                piece_lists::kept_kind(form, turn, entry, standing)
            });
        })].flags(&[IsOfLists]).forms(Alike(3));
}

/// The square that a double push sets, by the form of the defect.
fn wrong_en_passant(made: &MadeMove) -> u8 {
    match made.form {
        0 => made.mv.from,
        1 => made.mv.to,
        _ => forward(made.mv.to, made.us),
    }
}

/// Whether this move keeps the en passant square, by the form of the defect.
fn keeps_en_passant(made: &MadeMove) -> bool {
    match made.form {
        0 | 10 => true,
        1 => !made.is_pawn_move(),
        2 => made.is_capture(),
        3 => made.mv.is_castle(),
        4 => made.is_of_king(),
        5 => !made.is_capture(),
        6 => kind_of(made.undo.moved) == kind::KNIGHT,
        7 => is_slider(kind_of(made.undo.moved)),
        8 => made.is_pawn_move(),
        _ => made.is_promotion(),
    }
}

fn capture_en_passant_by_others(made: &MadeMove, board: &mut Board) {
    let moved = kind_of(made.undo.moved);
    let captures = moved == kind::KNIGHT || made.form == 0 && moved != kind::PAWN;
    let pawn = backward(made.mv.to, made.us);
    if made.mv.to == made.undo.en_passant
        && captures
        && board.at(pawn) == piece(kind::PAWN, made.us ^ 1)
    {
        board.put(pawn, EMPTY);
    }
}

/// Adds captures on the square of a pawn that has just moved two squares.
fn capture_on_origin(list: &mut MoveList) {
    let (board, target) = (list.board, list.board.en_passant);
    if !is_of(board.at(target), board.turn ^ 1) {
        return;
    }
    for from in list.own(kind::PAWN) {
        if pawn_targets(from, board.turn).contains(&target) {
            list.moves.push(en_passant(from, target));
        }
    }
}

/// The files of king and rook after castling to a wrong square; `None` if they are right. In the first
/// three forms, the squares that must not be attacked are the right ones; in the others, those on the
/// king's wrong way.
const fn castled_files(form: u8, side: u8) -> Option<(u8, u8)> {
    match (form % 3, side) {
        (0, 0) => Some((1, 2)),
        (1, 0) => Some((1, 3)),
        (2, 0) => Some((3, 2)),
        (2, _) => Some((5, 6)),
        _ => None,
    }
}

/// Whether a king that castles to a wrong square crosses no attacked squares.
fn is_safe_elsewhere(c: &CastlingMove) -> bool {
    let Some((file, _)) = castled_files(c.form, c.squares.side).filter(|_| c.form >= 3) else {
        return false;
    };
    let to = c.squares.king_to & 56 | file;
    !between(c.squares.king, to).any(|square| c.attacked(square))
}

fn castle_elsewhere(made: &MadeMove, side: u8, board: &mut Board) {
    if let Some((king, rook)) = castled_files(made.form, side) {
        let (king_to, rook_to) = castled(made.us, side);
        let rank = rook_to & 56;
        board.put(king_to, EMPTY);
        board.put(rook_to, EMPTY);
        board.put(rank | rook, piece(kind::ROOK, made.us));
        board.put(rank | king, made.undo.moved);
    }
}

/// In form 1, the destination is left to the test of the king, which looks at its old square.
fn is_safe_on_old_square(c: &CastlingMove) -> bool {
    c.form == 1 && c.is_free() && !c.out_of_check() && !c.through_check()
}

/// A right without its rook: in form 4, castling tests whether the rook is there.
pub(super) fn needs_rook(c: &CastlingMove) -> bool {
    c.form == 4 && !c.has_own_rook()
}

/// What castling does without a rook: in form 0, it moves what stands on the rook's square.
pub(super) fn castle_without_rook(made: &MadeMove, side: u8, board: &mut Board) {
    let rook_to = castled(made.us, side).1;
    let (standing, own_rook) = (board.at(rook_to), piece(kind::ROOK, made.us));
    if standing == own_rook {
        return;
    }
    match made.form {
        1 => board.put(rook_to, own_rook),
        2 => {
            board.put(rook_to, own_rook);
            board.put(made.undo.rook_from, standing);
        }
        3 => {
            board.put(rook_to, EMPTY);
            board.put(made.undo.rook_from, standing);
        }
        _ => {}
    }
}

/// After the king has moved: in odd forms, castling does not test whether the king is at home.
fn castles_without_king(c: &CastlingMove) -> bool {
    !c.form.is_multiple_of(2) && c.is_free_without_king() && c.is_safe()
}

/// In even forms, it tests whether the rook is there.
fn needs_rook_after_king_move(c: &CastlingMove) -> bool {
    c.form.is_multiple_of(2) && !c.has_own_rook()
}

/// Keeps castling rights as they were before the move.
pub(super) fn keep(made: &MadeMove, board: &mut Board, rights: impl IntoIterator<Item = usize>) {
    for index in rights {
        board.rights[index] = made.undo.rights[index];
    }
}

pub(super) fn lose_both(board: &mut Board, color: u8) {
    for side in [0, 1] {
        board.rights[right(color, side)] = NONE;
    }
}

/// Flips the rights of the king or the rook that leaves its first square in standard chess.
fn flip_rights(made: &MadeMove, board: &mut Board) {
    for index in 0..4_u8 {
        let corner = 7 * (index & 1) + 56 * (index >> 1);
        let king = 4 + 56 * (index >> 1);
        if made.mv.from == corner || made.mv.from == king {
            let before = made.undo.rights[usize::from(index)];
            board.rights[usize::from(index)] = if before == NONE { corner } else { NONE };
        }
    }
}

/// Gives back the rights whose corners the move touches.
fn return_rights(made: &MadeMove, board: &mut Board) {
    for (index, corner) in board.corners.into_iter().enumerate() {
        let touched = corner != NONE && (corner == made.mv.from || corner == made.mv.to);
        if touched && made.undo.rights[index] == NONE {
            board.rights[index] = corner;
        }
    }
}

/// Ends the right that the move of another rook ends: that of the rook on its file (form 0), of the rook
/// on its side of the king (1), or of the rook that stands on the same file of either back rank (2).
fn lose_by_rook(made: &MadeMove, board: &mut Board) {
    let (us, from) = (made.us, made.mv.from);
    let king = board.homes[usize::from(us)];
    for side in [0, 1] {
        let rook = made.undo.rights[right(us, side)];
        let lost = match made.form {
            0 => file(rook) == file(from),
            1 => king != NONE && (file(from) > file(king)) == (side == 1),
            _ => file(rook) == file(from) && matches!(rank(from, us), 0 | 7),
        };
        if rook != NONE && lost && made.affects_side(side) {
            board.rights[right(us, side)] = NONE;
        }
    }
}
