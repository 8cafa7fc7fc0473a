//! More defects of answers to checks.

use super::super::board::{RAYS, file, is_next_to, is_slider, kind, kind_of, rank};
use super::super::defect::Effect::{Expose, Withhold};
use super::super::defect::Forms::Listed;
use super::super::defect::defects;
use super::super::illegal_move::{IllegalMove, squares};
use super::super::kinds::IN_CHECK;
use super::super::legal_move::LegalMove;
use super::exposed::is_pin;

defects! {
    Exposed:
    "checks-by-pawns-ignored"
        "checks by pawns need no answer"
        [Expose(|m| ignores_check_by(m, kind::PAWN))];
    "checks-by-knights-ignored"
        "checks by knights need no answer"
        [Expose(|m| ignores_check_by(m, kind::KNIGHT))];
    "checks-by-bishops-ignored"
        "checks by bishops need no answer"
        [Expose(|m| ignores_check_by(m, kind::BISHOP))];
    "checks-by-rooks-ignored"
        "checks by rooks need no answer"
        [Expose(|m| ignores_check_by(m, kind::ROOK))];
    "checks-by-queens-ignored"
        "checks by queens need no answer"
        [Expose(|m| ignores_check_by(m, kind::QUEEN))];
    "checks-by-distant-sliders-ignored"
        "checks by bishops, rooks and queens that are not next to the king need no answer"
        [Expose(|m| m.ignores_check() && squares(m.attackers_after()).all(|square| {
            let is_leaper = matches!(kind_of(m.after.at(square)), kind::PAWN | kind::KNIGHT);
            !is_leaper && !m.is_next_to_king(square)
        }))];
    "blocks-behind-the-checker"
        "moves to the squares behind the piece that gives check are taken to block it"
        [Expose(|m| m.ignores_check() && squares(m.checkers()).all(|checker| {
            is_beyond(m.king(), checker, m.mv.to)
        }))];
    "blocks-behind-the-king"
        "moves to the squares behind the king are taken to block a check"
        [Expose(|m| m.ignores_check() && squares(m.checkers()).all(|checker| {
            is_beyond(checker, m.king(), m.mv.to)
        }))];
    "double-check-captures-allowed"
        "in double check, one of the pieces that give check may be captured by any piece"
        [Expose(|m| m.ignores_check() && m.is_double_check() && m.checkers() >> m.mv.to & 1 != 0)];
    "double-check-blocks-allowed"
        "in double check, one of the checks may be blocked"
        [Expose(|m| {
            let answers = m.checkers() & !m.attackers_after() != 0;
            m.ignores_check() && m.is_double_check() && !m.is_capture() && answers
        })];
    "double-check-of-one-piece"
        "in double check, only the check of one piece needs an answer"
        [Expose(|m| {
            let checkers = m.checkers();
            let checker = match m.form % 2 {
                0 => checkers.trailing_zeros(),
                _ => checkers.checked_ilog2().unwrap_or(0),
            };
            let answers = match m.form < 2 {
                true => m.attackers_after() >> (checker % 64) & 1 == 0,
                false => u32::from(m.mv.to) == checker,
            };
            m.ignores_check() && m.is_double_check() && answers
        })].forms(Listed(&[
            "in double check, only the check from the first square in the order a1, b1 to h8 needs an answer",
            "in double check, only the check from the last square in the order a1, b1 to h8 needs an answer",
            "in double check, the piece on the first square in the order a1, b1 to h8 may be captured",
            "in double check, the piece on the last square in the order a1, b1 to h8 may be captured",
        ]));
    "captures-ignore-checks"
        "captures are allowed although they do not answer a check"
        [Expose(|m| m.is_capture() && m.ignores_check())];
    "quiet-moves-ignore-checks"
        "moves without a capture are allowed although they do not answer a check"
        [Expose(|m| !m.is_capture() && m.ignores_check())];
    "pawns-ignore-checks"
        "moves of pawns are allowed although they do not answer a check"
        [Expose(|m| m.kind() == kind::PAWN && m.ignores_check())];
    "pawn-captures-ignore-checks"
        "captures by pawns are allowed although they do not answer a check"
        [Expose(|m| m.kind() == kind::PAWN && m.is_capture() && m.ignores_check())];
    "knights-ignore-checks"
        "moves of knights are allowed although they do not answer a check"
        [Expose(|m| m.kind() == kind::KNIGHT && m.ignores_check())];
    "bishops-ignore-checks"
        "moves of bishops are allowed although they do not answer a check"
        [Expose(|m| m.kind() == kind::BISHOP && m.ignores_check())];
    "rooks-ignore-checks"
        "moves of rooks are allowed although they do not answer a check"
        [Expose(|m| m.kind() == kind::ROOK && m.ignores_check())];
    "queens-ignore-checks"
        "moves of queens are allowed although they do not answer a check"
        [Expose(|m| m.kind() == kind::QUEEN && m.ignores_check())];
    "checks-ignored-at-last-ply"
        "moves of the last ply are not tested for answering a check"
        [Expose(|m| m.at_leaf && m.ignores_check())];
    "pins-ignored-at-last-ply"
        "at the last ply, pinned pieces may leave the line of the pin"
        [Expose(|m| m.at_leaf && is_pin(m))];
    "king-moves-untested-at-last-ply"
        "at the last ply, the king may move to attacked squares"
        [Expose(|m| m.at_leaf && m.is_king_move())];
    Missing:
    "pawns-do-not-answer-checks"
        "pawns neither block a check nor capture the piece that gives it"
        [Withhold(IN_CHECK, |m| m.kind() == kind::PAWN && m.in_check())];
    "knights-do-not-answer-checks"
        "knights neither block a check nor capture the piece that gives it"
        [Withhold(IN_CHECK, |m| m.kind() == kind::KNIGHT && m.in_check())];
    "bishops-do-not-answer-checks"
        "bishops neither block a check nor capture the piece that gives it"
        [Withhold(IN_CHECK, |m| m.kind() == kind::BISHOP && m.in_check())];
    "rooks-do-not-answer-checks"
        "rooks neither block a check nor capture the piece that gives it"
        [Withhold(IN_CHECK, |m| m.kind() == kind::ROOK && m.in_check())];
    "queens-do-not-answer-checks"
        "queens neither block a check nor capture the piece that gives it"
        [Withhold(IN_CHECK, |m| m.kind() == kind::QUEEN && m.in_check())];
    "blocks-on-diagonals-missing"
        "moves that block a check on a diagonal are missing"
        [Withhold(IN_CHECK, |m| blocks(m, |square| !m.is_straight_from_king(square)))];
    "blocks-on-ranks-missing"
        "moves that block a check on a rank are missing"
        [Withhold(IN_CHECK, |m| blocks(m, |square| rank(square, 0) == rank(m.king(), 0)))];
    "blocks-on-files-missing"
        "moves that block a check on a file are missing"
        [Withhold(IN_CHECK, |m| blocks(m, |square| file(square) == file(m.king())))];
    "blocks-of-checks-by-bishops-missing"
        "moves that block the check of a bishop are missing"
        [Withhold(IN_CHECK, |m| blocks(m, |square| kind_of(m.board.at(square)) == kind::BISHOP))];
    "blocks-of-checks-by-rooks-missing"
        "moves that block the check of a rook are missing"
        [Withhold(IN_CHECK, |m| blocks(m, |square| kind_of(m.board.at(square)) == kind::ROOK))];
    "blocks-of-checks-by-queens-missing"
        "moves that block the check of a queen are missing"
        [Withhold(IN_CHECK, |m| blocks(m, |square| kind_of(m.board.at(square)) == kind::QUEEN))];
    "blocks-next-to-king-missing"
        "moves that block a check next to the king are missing"
        [Withhold(IN_CHECK, |m| blocks(m, |_| m.is_next_to_king(m.mv.to)))];
    "blocks-next-to-checker-missing"
        "moves that block a check next to the piece that gives it are missing"
        [Withhold(IN_CHECK, |m| blocks(m, |square| is_next_to(square, m.mv.to)))];
    "captures-of-checking-pawns-missing"
        "captures of a pawn that gives check are missing, except by the king"
        [Withhold(IN_CHECK, |m| captures_checker(m, kind::PAWN))];
    "captures-of-checking-knights-missing"
        "captures of a knight that gives check are missing, except by the king"
        [Withhold(IN_CHECK, |m| captures_checker(m, kind::KNIGHT))];
    "captures-of-checking-sliders-missing"
        "captures of a bishop, rook or queen that gives check are missing, except by the king"
        [Withhold(IN_CHECK, |m| {
            let captured = kind_of(m.board.at(m.mv.to));
            is_slider(captured) && captures_checker(m, captured)
        })];
    "captures-of-distant-checkers-missing"
        "captures of a piece that gives check from afar are missing"
        [Withhold(IN_CHECK, |m| m.is_checker(m.mv.to) && !m.is_next_to_king(m.mv.to))];
    "captures-of-adjacent-checkers-missing"
        "captures of a piece that gives check next to the king are missing, except by the king"
        [Withhold(IN_CHECK, |m| !m.is_king() && m.is_checker(m.mv.to) && m.is_next_to_king(m.mv.to))];
}

/// Whether the move ignores a check, and all checks that it does not answer are by such pieces.
fn ignores_check_by(m: &IllegalMove, kind: u8) -> bool {
    m.ignores_check() && m.is_attacked_only_by(kind)
}

/// Whether a square is beyond another one, seen from a third.
fn is_beyond(from: u8, second: u8, square: u8) -> bool {
    let rays = RAYS.get(usize::from(from)).into_iter().flatten();
    rays.map(|ray| ray.as_slice()).any(|ray| {
        let place = |wanted: u8| ray.iter().position(|&other| other == wanted);
        place(second).is_some_and(|second| place(square).is_some_and(|place| place > second))
    })
}

/// Whether the move blocks a check by a piece on such a square.
fn blocks(m: &LegalMove, is_affected: impl Fn(u8) -> bool) -> bool {
    !m.is_king() && m.in_check() && !m.is_capture() && squares(m.checkers).all(is_affected)
}

fn captures_checker(m: &LegalMove, kind: u8) -> bool {
    !m.is_king() && m.is_checker(m.mv.to) && kind_of(m.board.at(m.mv.to)) == kind
}
