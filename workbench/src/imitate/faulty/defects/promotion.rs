//! More defects of promotions.

use super::super::board::{EMPTY, Move, kind, piece, rank};
use super::super::defect::Effect::{Add, AddPawnMoves, Expose, Make, Withhold};
use super::super::defect::Flag::IsOfCaptures;
use super::super::defect::Forms::{Alike, Named};
use super::super::defect::defects;
use super::super::generator::{PROMOTIONS, advance};
use super::super::kinds::{ANY, CAPTURE, IN_CHECK, PINNED, PROMOTION};
use super::super::legal_move::LegalMove;
use super::super::move_list::{Pawn, is_own_victim};
use super::exposed::is_pin;
use super::forms::{PIECES, promoted, promoted_name};

defects! {
    Missing:
    "queen-promotions-missing"
        "promotions to a queen are missing"
        [Withhold(PROMOTION, |m| m.mv.promotion == kind::QUEEN)];
    "promotions-to-one-piece-only"
        "of the promotions of a move, only one is listed that is not to a queen"
        [Withhold(PROMOTION, |m| m.promotes() && m.mv.promotion != kind::KNIGHT + m.form)]
        .forms(Named(3, |form| format!("pawns promote to {} only", PIECES[usize::from(form) + 1])));
    "queen-promotions-by-capture-missing"
        "captures that promote to a queen are missing"
        [Withhold(PROMOTION, |m| by_capture(m, kind::QUEEN))];
    "rook-promotions-by-capture-missing"
        "captures that promote to a rook are missing"
        [Withhold(PROMOTION, |m| by_capture(m, kind::ROOK))];
    "bishop-promotions-by-capture-missing"
        "captures that promote to a bishop are missing"
        [Withhold(PROMOTION, |m| by_capture(m, kind::BISHOP))];
    "knight-promotions-by-capture-missing"
        "captures that promote to a knight are missing"
        [Withhold(PROMOTION, |m| by_capture(m, kind::KNIGHT))];
    "queen-promotions-by-push-missing"
        "pushes that promote to a queen are missing"
        [Withhold(PROMOTION, |m| by_push(m, kind::QUEEN))];
    "rook-promotions-by-push-missing"
        "pushes that promote to a rook are missing"
        [Withhold(PROMOTION, |m| by_push(m, kind::ROOK))];
    "bishop-promotions-by-push-missing"
        "pushes that promote to a bishop are missing"
        [Withhold(PROMOTION, |m| by_push(m, kind::BISHOP))];
    "knight-promotions-by-push-missing"
        "pushes that promote to a knight are missing"
        [Withhold(PROMOTION, |m| by_push(m, kind::KNIGHT))];
    "promotions-by-capture-towards-a-file-missing"
        "captures towards the a-file that promote are missing"
        [Withhold(PROMOTION, |m| m.promotes() && m.is_westward())];
    "promotions-by-capture-towards-h-file-missing"
        "captures towards the h-file that promote are missing"
        [Withhold(PROMOTION, |m| m.promotes() && m.is_eastward())];
    "under-promotions-towards-a-file-missing"
        "captures towards the a-file that promote make queens only"
        [Withhold(PROMOTION, |m| m.promotes() && m.is_westward() && m.mv.promotion != kind::QUEEN)];
    "under-promotions-towards-h-file-missing"
        "captures towards the h-file that promote make queens only"
        [Withhold(PROMOTION, |m| m.promotes() && m.is_eastward() && m.mv.promotion != kind::QUEEN)];
    "promotions-that-capture-the-checker-missing"
        "promotions that capture the piece that gives check are missing"
        [Withhold(PROMOTION.and(IN_CHECK), |m| m.promotes() && m.is_checker(m.mv.to))];
    "under-promotions-in-check-missing"
        "in check, pawns promote to queens only"
        [Withhold(PROMOTION.and(IN_CHECK), |m| m.promotes() && m.in_check() && m.mv.promotion != kind::QUEEN)];
    "promotions-by-pinned-pawns-missing"
        "pinned pawns do not capture the piece that pins them if they promote"
        [Withhold(PROMOTION.and(PINNED), |m| m.promotes() && m.is_pinned())];
    "promotions-count-once-at-last-ply"
        "at the last ply, the four promotions of a pawn are counted as one move"
        [Withhold(PROMOTION, |m| {
            let listed = m.at_root && m.form == 1;
            m.promotes() && m.at_leaf && !listed && m.mv.promotion != kind::QUEEN
        })].forms(Alike(2));
    "promotion-listed-for-another"
        "one promotion is listed twice, and another one is missing"
        [Add(|list| {
            let again = promoted(list.form).1;
            list.list_again(|mv| mv.promotion == again);
        }), Withhold(PROMOTION, |m| m.mv.promotion == promoted(m.form).0)].forms(Named(12, |form| {
            let (missing, again) = promoted(form);
            let (missing, again) = (promoted_name(missing), promoted_name(again));
            format!("promotions to {again} are listed twice, and those to {missing} are missing")
        }));
    "promotion-one-rank-early"
        "pawns promote on their seventh rank"
        [
            Withhold(ANY, |m| m.is_of_pawn() && rank(m.mv.to, m.board.turn) == 6),
            AddPawnMoves(|pawn, moves| if rank(pawn.front, pawn.us) == 6 {
                let targets = pawn.push().into_iter().chain(pawn.captures());
                let promotions = targets.flat_map(|to| PROMOTIONS.map(|promotion| Move {
                    promotion,
                    ..Move::plain(pawn.from, to)
                }));
                moves.extend(promotions);
            })
        ];
    Exposed:
    "promotion-pins-ignored"
        "pinned pawns may leave the line of the pin to promote"
        [Expose(|m| m.mv.promotion != EMPTY && is_pin(m))];
    "promotion-capture-pins-ignored"
        "pinned pawns may leave the line of the pin to promote by a capture"
        [Expose(|m| m.mv.promotion != EMPTY && m.is_capture() && is_pin(m))];
    "promotion-push-pins-ignored"
        "pinned pawns may leave the line of the pin to promote by a push"
        [Expose(|m| m.mv.promotion != EMPTY && !m.is_capture() && is_pin(m))];
    "promotion-captures-expose-king"
        "captures that promote are never tested for leaving the king in check"
        [Expose(|m| m.mv.promotion != EMPTY && m.is_capture())];
    "promotion-pushes-expose-king"
        "pushes that promote are never tested for leaving the king in check"
        [Expose(|m| m.mv.promotion != EMPTY && !m.is_capture())];
    "promotions-ignore-checks"
        "promotions are allowed although they do not answer a check"
        [Expose(|m| m.mv.promotion != EMPTY && m.ignores_check())];
    Extra:
    "promotion-push-onto-piece"
        "pushes that promote capture enemy pieces"
        [AddPawnMoves(|pawn, moves| if pawn.is_enemy(pawn.front) {
            add(pawn, [pawn.front].into_iter(), moves);
        })];
    "promotion-captures-own-piece"
        "pawns capture pieces of their own side if they promote"
        [AddPawnMoves(|pawn, moves| {
            add(pawn, pawn.targets().filter(|&to| is_own_victim(pawn.board, to)), moves);
        })];
    "promotion-captures-nothing"
        "pawns move diagonally without a capture if they promote"
        [AddPawnMoves(|pawn, moves| {
            add(pawn, pawn.targets().filter(|&to| pawn.is_empty(to)), moves);
        })];
    "promotion-by-capture-to-pawn"
        "pawns may also capture on the last rank without promoting"
        [AddPawnMoves(|pawn, moves| if pawn.promotes() {
            moves.extend(pawn.captures().map(|to| Move::plain(pawn.from, to)));
        })];
    Make:
    "promotion-leaves-pawn-behind"
        "promotions leave the pawn on its old square as well"
        [Make(PROMOTION, |made, board| if made.is_promotion() {
            board.put(made.mv.from, made.undo.moved);
        })];
    "promoted-piece-missing"
        "promotions put no piece on the board"
        [Make(PROMOTION, |made, board| if made.is_promotion() {
            board.put(made.mv.to, EMPTY);
        })];
    "promoted-piece-always-knight"
        "every promotion puts a knight on the board"
        [Make(PROMOTION, |made, board| if made.is_promotion() {
            board.put(made.mv.to, piece(kind::KNIGHT, made.us));
        })];
    "promoted-piece-always-queen-after-capture"
        "every promotion by a capture puts a queen on the board"
        [Make(PROMOTION.and(CAPTURE), |made, board| if made.is_promotion() && made.is_capture() {
            board.put(made.mv.to, piece(kind::QUEEN, made.us));
        })].flags(&[IsOfCaptures]);
    "promotion-by-capture-leaves-pawn"
        "promotions by a capture leave a pawn on the last rank"
        [Make(PROMOTION.and(CAPTURE), |made, board| if made.is_promotion() && made.is_capture() {
            board.put(made.mv.to, made.undo.moved);
        })].flags(&[IsOfCaptures]);
}

fn by_capture(m: &LegalMove, promotion: u8) -> bool {
    m.mv.promotion == promotion && m.is_capture()
}

fn by_push(m: &LegalMove, promotion: u8) -> bool {
    m.mv.promotion == promotion && !m.is_capture()
}

/// Adds all promotions on these squares, if the next step of the pawn reaches the last rank.
fn add(pawn: &Pawn, targets: impl Iterator<Item = u8>, moves: &mut Vec<Move>) {
    if pawn.promotes() {
        targets.for_each(|to| advance(pawn.from, to, pawn.us, moves));
    }
}
