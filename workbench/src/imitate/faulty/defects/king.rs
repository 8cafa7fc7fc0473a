//! More defects of moves of the king.

use super::super::board::{EMPTY, NONE, file, forward, is_slider, kind, kind_of, piece, rank};
use super::super::defect::Effect::{AddCastling, Expose, Withhold};
use super::super::defect::Forms::Listed;
use super::super::defect::defects;
use super::super::illegal_move::{IllegalMove, squares};
use super::super::kinds::{CAPTURE, IN_CHECK, KING};
use super::super::legal_move::LegalMove;
use super::super::sight::all_of;
use super::exposed::retreats;

defects! {
    Exposed:
    "king-on-first-square-untested"
        "a king on the first square of the board is never in check, as if there were none"
        [Expose(|m| {
            let first = if m.form.is_multiple_of(2) { 0 } else { 56 };
            let before = m.before.kings[usize::from(m.before.turn)];
            first == if m.form < 2 { before } else { m.king() }
        })].forms(Listed(&[
            "moves of a side whose king stands on a1 are not tested for leaving it in check",
            "moves of a side whose king stands on a8 are not tested for leaving it in check",
            "moves after which the king stands on a1 are not tested for leaving it in check",
            "moves after which the king stands on a8 are not tested for leaving it in check",
        ]));
    "king-moves-into-bishop-attacks"
        "the king may move to squares that only bishops attack"
        [Expose(|m| m.is_king_move() && m.is_attacked_only_by(kind::BISHOP))];
    "king-moves-into-rook-attacks"
        "the king may move to squares that only rooks attack"
        [Expose(|m| m.is_king_move() && m.is_attacked_only_by(kind::ROOK))];
    "king-moves-into-queen-attacks"
        "the king may move to squares that only queens attack"
        [Expose(|m| m.is_king_move() && m.is_attacked_only_by(kind::QUEEN))];
    "king-moves-into-slider-attacks"
        "the king may move to squares that only bishops, rooks and queens attack"
        [Expose(|m| m.is_king_move() && is_attacked_only(m, is_slider))];
    "king-moves-into-pinned-attacks"
        "pinned pieces do not defend squares against the king"
        [Expose(|m| m.is_king_move() && has_only_pinned_attackers(m))];
    "pinned-pieces-give-no-check"
        "pinned pieces neither give check nor defend squares against the king"
        [
            Expose(has_only_pinned_attackers),
            AddCastling(|c| c.is_free() && c.is_safe_from_unpinned())
        ];
    "king-captures-pieces-protected-by-pinned-pieces"
        "the king may capture pieces that only pinned pieces protect"
        [Expose(|m| m.is_king_move() && m.is_capture() && has_only_pinned_attackers(m))];
    "king-steps-next-to-king"
        "the king may move next to the other king, but may not castle next to it"
        [Expose(|m| m.is_king_move() && m.is_attacked_only_by(kind::KING))];
    "king-retreats-along-rank-or-file"
        "the king may stay on the rank or the file of a rook or queen that gives check, because it shields the square behind it"
        [Expose(|m| retreats(m) && squares(m.attackers_after()).all(|square| m.is_straight_from_king(square)))];
    "king-retreats-along-diagonal"
        "the king may stay on the diagonal of a bishop or queen that gives check, because it shields the square behind it"
        [Expose(|m| retreats(m) && squares(m.attackers_after()).all(|square| !m.is_straight_from_king(square)))];
    "king-captures-pieces-protected-by-pawns"
        "the king may capture pieces that only pawns protect"
        [Expose(|m| captures(m) && m.is_attacked_only_by(kind::PAWN))];
    "king-captures-pieces-protected-by-knights"
        "the king may capture pieces that only knights protect"
        [Expose(|m| captures(m) && m.is_attacked_only_by(kind::KNIGHT))];
    "king-captures-pieces-protected-by-sliders"
        "the king may capture pieces that only bishops, rooks and queens protect"
        [Expose(|m| captures(m) && is_attacked_only(m, is_slider))];
    "king-captures-pieces-protected-by-king"
        "the king may capture pieces that only the other king protects"
        [Expose(|m| captures(m) && m.is_attacked_only_by(kind::KING))];
    "king-captures-protected-pawns"
        "the king may capture protected pawns"
        [Expose(|m| captures(m) && kind_of(m.before.at(m.mv.to)) == kind::PAWN)];
    "king-captures-protected-checkers"
        "the king may capture a protected piece that gives check"
        [Expose(|m| captures(m) && m.checkers() >> m.mv.to & 1 != 0)];
    "king-steps-to-attacked-squares"
        "the king may move to attacked squares if it captures nothing there"
        [Expose(|m| m.is_king_move() && !m.is_capture())];
    "king-steps-to-squares-attacked-by-pawns"
        "the king may move to empty squares that only pawns attack, because no pawn can move there"
        [Expose(steps_next_to_pawns)];
    "king-stays-in-check"
        "in check, the king may move to squares that the same piece attacks"
        [Expose(|m| m.is_king_move() && m.attackers_after() & !m.checkers() == 0)];
    "king-leaves-check-anywhere"
        "in check, the king may move to attacked squares"
        [Expose(|m| m.is_king_move() && m.in_check())];
    "king-moves-into-check-unless-in-check"
        "the king may move to attacked squares, except in check"
        [Expose(|m| m.is_king_move() && !m.in_check())];
    "king-avoids-squares-of-moves"
        "the king avoids the squares to which enemy pieces can move, not those that they attack"
        [
            Expose(|m| captures(m) || steps_next_to_pawns(m)),
            Withhold(KING, steps_in_front_of_pawns)
        ];
    Missing:
    "king-moves-in-check-missing"
        "in check, the king does not move"
        [Withhold(IN_CHECK.and(KING), |m| m.is_king() && m.in_check())];
    "king-steps-in-check-missing"
        "in check, the king moves only to capture"
        [Withhold(IN_CHECK.and(KING), |m| m.is_king() && m.in_check() && !m.is_capture())];
    "king-captures-in-check-missing"
        "in check, the king captures nothing"
        [Withhold(IN_CHECK.and(KING).and(CAPTURE), |m| m.is_king() && m.in_check() && m.is_capture())];
    "king-captures-of-other-pieces-in-check-missing"
        "in check, the king captures only the piece that gives check"
        [Withhold(IN_CHECK.and(KING).and(CAPTURE), |m| m.is_king() && m.in_check() && m.is_capture() && !m.is_checker(m.mv.to))];
    "king-captures-in-double-check-missing"
        "in double check, the king captures nothing"
        [Withhold(IN_CHECK.and(KING).and(CAPTURE), |m| m.is_king() && m.checkers.count_ones() > 1 && m.is_capture())];
    "king-avoids-squares-in-front-of-pawns"
        "the king avoids the squares to which enemy pawns can be pushed"
        [Withhold(KING, steps_in_front_of_pawns)];
    "king-avoids-squares-behind-own-pieces"
        "the king avoids squares that would be attacked without the other pieces of its side"
        [Withhold(KING, |m| m.is_king() && is_seen_through(m, m.board.turn))];
    "king-avoids-squares-behind-enemy-pieces"
        "the king avoids squares that would be attacked if enemy pieces did not block each other"
        [Withhold(KING, |m| m.is_king() && is_seen_through(m, m.board.turn ^ 1))];
    "kings-keep-two-squares-apart"
        "a king does not move within two squares of the other king"
        [Withhold(KING, |m| {
            let other = m.board.kings[usize::from(m.board.turn ^ 1)];
            let files = file(other).abs_diff(file(m.mv.to));
            let ranks = rank(other, 0).abs_diff(rank(m.mv.to, 0));
            m.is_king() && other < NONE && files.max(ranks) <= 2
        })];
    "king-captures-of-pawns-missing"
        "the king does not capture pawns"
        [Withhold(KING, |m| m.is_king() && kind_of(m.board.at(m.mv.to)) == kind::PAWN)];
}

fn captures(m: &IllegalMove) -> bool {
    m.is_king_move() && m.is_capture()
}

/// Whether all pieces that attack the king after the move are of such kinds.
fn is_attacked_only(m: &IllegalMove, is_affected: fn(u8) -> bool) -> bool {
    squares(m.attackers_after()).all(|square| is_affected(kind_of(m.after.at(square))))
}

fn has_only_pinned_attackers(m: &IllegalMove) -> bool {
    squares(m.attackers_after()).all(|square| m.sight.is_pinned(m.after, square))
}

fn steps_next_to_pawns(m: &IllegalMove) -> bool {
    m.is_king_move() && !m.is_capture() && m.is_attacked_only_by(kind::PAWN)
}

/// Whether the king moves to an empty square to which an enemy pawn can be pushed.
fn steps_in_front_of_pawns(m: &LegalMove) -> bool {
    let them = m.board.turn ^ 1;
    let pawn = piece(kind::PAWN, them);
    let step = |square: u8| forward(square, m.board.turn);
    let (near, far) = (step(m.mv.to), step(step(m.mv.to)));
    let pushes = |from: u8| m.board.at(from) == pawn;
    let single = pushes(near);
    let double = m.board.at(near) == EMPTY && pushes(far) && rank(far, them) == 1;
    m.is_king() && !m.is_capture() && (single || double)
}

/// Whether the destination would be attacked if the pieces of this colour did not block lines.
fn is_seen_through(m: &LegalMove, color: u8) -> bool {
    let mut sight = m.sight.clone();
    sight.transparent[usize::from(m.board.turn ^ 1)] |= all_of(color);
    let mut after = *m.board;
    after.put(m.mv.to, after.at(m.mv.from));
    after.put(m.mv.from, EMPTY);
    sight.attacked(&after, m.mv.to, m.board.turn ^ 1)
}
