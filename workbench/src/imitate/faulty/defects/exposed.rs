//! Moves that leave the king attacked.

use super::super::board::{Board, EMPTY, Move, are_in_line, is_slider, kind, kind_of};
use super::super::castling_move::CastlingMove;
use super::super::defect::Effect::{
    AddCastling, Expose, ExposeCastling, Withhold, WithholdCastling,
};
use super::super::defect::Flag::HasSides;
use super::super::defect::Forms::{Alike, ExceptInCheck, Listed};
use super::super::defect::defects;
use super::super::illegal_move::{IllegalMove, squares};
use super::super::kinds::ANY;
use super::super::sight::Sight;
use super::super::state::make;
use super::forms::slider_of;

defects! {
    Exposed:
    "king-left-in-check"
        "moves are never tested for leaving the king in check"
        [Expose(|_| true)];
    "checks-ignored"
        "moves that do not answer a check are allowed"
        [Expose(|m| m.en_passant_ignores_check() || m.attackers().is_some_and(|attackers| {
            attackers.exposed == 0 || attackers.checkers != 0 && m.form == 1
        }))].forms(Alike(2));
    "double-checks-ignored"
        "in double check, moves are allowed that answer one of the checks"
        [Expose(|m| m.attackers().is_some_and(|attackers| {
            attackers.checkers.count_ones() > 1
                && attackers.unanswered != attackers.checkers
                && attackers.exposed == 0
        }))];
    "pins-ignored"
        "pinned pieces may leave the line of the pin"
        [Expose(ignores_pins)].forms(Listed(&[
            "pinned pieces may leave the line of the pin",
            "pinned pieces may leave the line of the pin, also to capture en passant",
            "pinned pieces may leave the line of the pin, except in check",
            "pinned pieces may leave the line of the pin, also to capture en passant, except in check",
        ]));
    "diagonal-pins-ignored"
        "pieces pinned on a diagonal may leave it"
        [Expose(|m| pin_is_from(m, |square| {
            !m.is_on_rank_of_king(square) && !m.is_on_file_of_king(square)
        }))].forms(ExceptInCheck);
    "straight-pins-ignored"
        "pieces pinned on a rank or a file may leave it"
        [Expose(|m| pin_is_from(m, |square| {
            m.is_on_rank_of_king(square) || m.is_on_file_of_king(square)
        }))].forms(ExceptInCheck);
    "rank-pins-ignored"
        "pieces pinned on a rank may leave it"
        [Expose(|m| pin_is_from(m, |square| m.is_on_rank_of_king(square)))].forms(ExceptInCheck);
    "file-pins-ignored"
        "pieces pinned on a file may leave it"
        [Expose(|m| pin_is_from(m, |square| m.is_on_file_of_king(square)))].forms(ExceptInCheck);
    "pawn-pins-ignored"
        "pinned pawns may leave the line of the pin"
        [Expose(|m| m.kind() == kind::PAWN && is_pin(m))].forms(ExceptInCheck);
    "pawn-capture-pins-ignored"
        "pinned pawns may capture off the line of the pin"
        [Expose(|m| m.kind() == kind::PAWN && m.changes_file() && is_pin(m))].forms(ExceptInCheck);
    "pawn-push-pins-ignored"
        "pinned pawns may be pushed off the line of the pin"
        [Expose(|m| m.kind() == kind::PAWN && !m.changes_file() && is_pin(m))].forms(ExceptInCheck);
    "knight-pins-ignored"
        "pinned knights may move"
        [Expose(|m| m.kind() == kind::KNIGHT && is_pin(m))].forms(ExceptInCheck);
    "bishop-pins-ignored"
        "pinned bishops may leave the line of the pin"
        [Expose(|m| m.kind() == kind::BISHOP && is_pin(m))].forms(ExceptInCheck);
    "rook-pins-ignored"
        "pinned rooks may leave the line of the pin"
        [Expose(|m| m.kind() == kind::ROOK && is_pin(m))].forms(ExceptInCheck);
    "queen-pins-ignored"
        "pinned queens may leave the line of the pin"
        [Expose(|m| m.kind() == kind::QUEEN && is_pin(m))].forms(ExceptInCheck);
    "pins-by-queens-ignored"
        "pieces pinned by a queen may leave the line of the pin"
        [Expose(|m| pin_is_from(m, |square| kind_of(m.after.at(square)) == kind::QUEEN))]
        .forms(ExceptInCheck);
    "pins-ignored-in-check"
        "in check, pinned pieces may answer the check"
        [Expose(|m| m.attackers().is_some_and(|attackers| {
            attackers.checkers != 0 && attackers.unanswered == 0
        }))];
    "pinned-pieces-may-capture"
        "pinned pieces may leave the line of the pin to capture"
        [Expose(|m| m.is_capture() && is_pin(m))].forms(ExceptInCheck);
    "promotions-expose-king"
        "promotions are never tested for leaving the king in check"
        [Expose(|m| m.mv.promotion != EMPTY)];
    "root-moves-untested"
        "moves of the root are not tested for leaving the king in check"
        [Expose(|m| m.at_root)];
    "last-ply-untested"
        "moves of the last ply are not tested for leaving the king in check"
        [
            // In every other form, the moves of the root are tested.
            Expose(|m| m.at_leaf && !(m.at_root && m.form % 2 == 1)),
            // In the last two, the destination of castling is tested as that of other moves.
            AddCastling(|c| {
                let is_tested = !c.at_leaf || c.at_root && c.form % 2 == 1;
                c.form >= 2 && !is_tested && c.is_free() && castles_only_into_check(c)
            })
        ].forms(Alike(4));
    "en-passant-exposes-king"
        "en passant captures are never tested for leaving the king in check"
        [Expose(|m| m.mv.is_en_passant() && !m.is_king_move())];
    "en-passant-opens-rank"
        "en passant captures may open the rank of the two pawns to their own king"
        [Expose(|m| m.en_passant_opens().is_some_and(|line| !line.diagonal && !line.pinned))];
    "en-passant-opens-diagonal"
        "en passant captures may remove a pawn that shields its own king on a diagonal"
        [Expose(|m| m.en_passant_opens().is_some_and(|line| line.diagonal && !line.pinned))];
    "en-passant-by-pinned-pawn"
        "pinned pawns may capture en passant off the line of the pin"
        [Expose(|m| m.en_passant_opens().is_some_and(|line| line.pinned))];
    "en-passant-ignores-check"
        "en passant captures are allowed although they do not answer the check"
        [Expose(|m| m.en_passant_ignores_check())];
    "king-retreats-along-ray"
        "the king may stay on the line of a slider that gives check, because it shields the square behind it"
        [Expose(|m| retreats(m) && squares(m.attackers_after()).all(|square| {
            let is_named = |form| kind_of(m.after.at(square)) == slider_of(form);
            m.form == 0 || if m.form < 4 { is_named(m.form) } else { !is_named(m.form - 3) }
        }))].forms(Listed(&[
            "the king may stay on the line of a slider that gives check, because it shields the square behind it",
            "the king may stay on the line of a bishop that gives check, because it shields the square behind it",
            "the king may stay on the line of a rook that gives check, because it shields the square behind it",
            "the king may stay on the line of a queen that gives check, because it shields the square behind it",
            "the king may stay on the line of a rook or a queen that gives check, because it shields the square behind it",
            "the king may stay on the line of a bishop or a queen that gives check, because it shields the square behind it",
            "the king may stay on the line of a bishop or a rook that gives check, because it shields the square behind it",
        ]));
    "king-captures-protected-pieces"
        "the king may capture protected pieces"
        [Expose(|m| m.is_king_move() && m.is_capture())];
    "king-moves-into-check"
        "the king may move to attacked squares"
        [Expose(|m| m.is_king_move() && !(m.form == 1 && follows_check(m)))].forms(Listed(&[
            "the king may move to attacked squares",
            "the king may move to attacked squares, except along the line of a check",
        ]));
    "king-moves-next-to-pawns"
        "the king may move to squares that only pawns attack"
        [Expose(|m| m.is_king_move() && m.is_attacked_only_by(kind::PAWN))];
    "king-moves-into-knight-attacks"
        "the king may move to squares that only knights attack"
        [Expose(|m| m.is_king_move() && m.is_attacked_only_by(kind::KNIGHT))];
    "other-king-tested"
        "moves are tested for leaving the other king in check instead of their own"
        [
            Expose(|m| !is_attacked_after(m.sight, m.before, m.mv, m.before.turn ^ 1)),
            Withhold(ANY, |m| is_attacked_after(m.sight, m.board, m.mv, m.board.turn ^ 1)),
            WithholdCastling(|c| {
                is_attacked_after(c.sight, c.board, c.squares.to_move(), c.board.turn ^ 1)
            })
        ];
    "castling-with-pinned-rook"
        "castling is allowed although it removes the rook that shields the king on the back rank"
        [ExposeCastling(|c| !c.ends_in_check())].flags(&[HasSides]);
}

/// Whether only the destination of castling is attacked.
fn castles_only_into_check(c: &CastlingMove) -> bool {
    c.ends_in_check() && !c.out_of_check() && !c.through_check()
}

/// Whether a pinned piece leaves the line of the pin. In form 1, that is not allowed in check.
pub(super) fn is_pin(m: &IllegalMove) -> bool {
    m.pin(m.form == 1).is_some()
}

/// The same if all pieces that it lets through are on such squares.
pub(super) fn pin_is_from(m: &IllegalMove, is_affected: impl Fn(u8) -> bool) -> bool {
    let pin = m.pin(m.form == 1);
    pin.is_some_and(|exposed| squares(exposed).all(is_affected))
}

/// Whether the king moves to a square that is attacked only because it leaves its own.
pub(super) fn retreats(m: &IllegalMove) -> bool {
    m.is_king_move() && !m.sight.attacked(m.before, m.mv.to, m.before.turn ^ 1)
}

/// Whether the king moves along the line of a bishop, rook or queen that gives check, except to capture that piece.
fn follows_check(m: &IllegalMove) -> bool {
    squares(m.checkers()).any(|checker| {
        is_slider(kind_of(m.before.at(checker)))
            && checker != m.mv.to
            && are_in_line(checker, m.mv.from, m.mv.to)
    })
}

/// Whether the king of this colour is attacked after a move, if the move is made by the rules of chess.
pub(super) fn is_attacked_after(sight: &Sight, board: &Board, mv: Move, color: u8) -> bool {
    let mut after = *board;
    make(&mut after, mv);
    sight.attacked(&after, after.kings[usize::from(color)], color ^ 1)
}

/// Captures en passant are affected in odd forms, and moves out of check in the first two.
fn ignores_pins(m: &IllegalMove) -> bool {
    let spares_checks = m.form >= 2;
    let en_passant = || {
        let is_by_pinned = m.en_passant_opens().is_some_and(|line| line.pinned);
        is_by_pinned && !(spares_checks && m.in_check())
    };
    m.pin(spares_checks).is_some() || m.form % 2 == 1 && en_passant()
}
