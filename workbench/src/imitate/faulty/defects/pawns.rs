//! More defects of pushes and captures by pawns.

use super::super::board::{EMPTY, Move, NONE, Special, forward, is_of, kind, rank, step};
use super::super::defect::Effect::{AddPawnMoves, Expose, Withhold};
use super::super::defect::defects;
use super::super::generator::double_push;
use super::super::illegal_move::IllegalMove;
use super::super::kinds::{ANY, DOUBLE_PUSH, IN_CHECK, PINNED};
use super::super::move_list::{Pawn, is_own_victim};
use super::exposed::is_pin;

defects! {
    Missing:
    "single-pushes-from-second-rank-missing"
        "pawns that can make a double push do not make a single one"
        [Withhold(ANY, |m| {
            let double = forward(m.mv.to, m.board.turn);
            let is_at_home = rank(m.mv.from, m.board.turn) == 1;
            let single = m.is_push() && m.mv.special == Special::No;
            single && is_at_home && m.board.at(double) == EMPTY
        })];
    "single-push-blocks-missing"
        "single pushes that block a check are missing"
        [Withhold(IN_CHECK, |m| m.is_push() && m.mv.special == Special::No && m.in_check())];
    "pinned-double-pushes-missing"
        "pinned pawns do not make double pushes along the file of the pin"
        [Withhold(PINNED.and(DOUBLE_PUSH), |m| m.mv.special == Special::DoublePush && m.is_pinned())];
    Exposed:
    "double-push-pins-ignored"
        "double pushes may leave the line of a pin"
        [Expose(|m| m.mv.special == Special::DoublePush && is_pin(m))];
    "double-pushes-ignore-checks"
        "double pushes are allowed although they do not answer a check"
        [Expose(|m| m.mv.special == Special::DoublePush && m.ignores_check())];
    "single-pushes-ignore-checks"
        "single pushes are allowed although they do not answer a check"
        [Expose(|m| is_single_push(m) && m.ignores_check())];
    "single-push-pins-ignored"
        "single pushes may leave the line of a pin"
        [Expose(|m| is_single_push(m) && is_pin(m))];
    Extra:
    "double-push-jumps-over-own-pieces"
        "double pushes jump over a piece of their own side"
        [AddPawnMoves(|pawn, moves| jump(pawn, is_of(pawn.board.at(pawn.front), pawn.us), moves))];
    "double-push-jumps-over-enemy-pieces"
        "double pushes jump over an enemy piece"
        [AddPawnMoves(|pawn, moves| jump(pawn, pawn.is_enemy(pawn.front), moves))];
    "double-push-tests-no-square"
        "double pushes jump over pieces, and go onto occupied squares"
        [AddPawnMoves(|pawn, moves| {
            let onto = pawn.is_enemy(pawn.double) || is_own_victim(pawn.board, pawn.double);
            let is_regular = pawn.is_empty(pawn.front) && pawn.is_empty(pawn.double);
            if pawn.is_at_home() && !is_regular && (onto || pawn.is_empty(pawn.double)) {
                moves.push(double_push(pawn.from, pawn.double));
            }
        })];
    "double-push-onto-own-piece"
        "double pushes capture pieces of their own side"
        [AddPawnMoves(|pawn, moves| {
            let is_home = pawn.is_at_home() && pawn.is_empty(pawn.front);
            if is_home && is_own_victim(pawn.board, pawn.double) {
                moves.push(double_push(pawn.from, pawn.double));
            }
        })];
    "pawns-push-three-squares"
        "pawns may move three squares from their second rank"
        [AddPawnMoves(|pawn, moves| {
            let third = forward(pawn.double, pawn.us);
            let squares = [pawn.front, pawn.double, third];
            if pawn.is_at_home() && squares.iter().all(|&square| pawn.is_empty(square)) {
                moves.push(Move::plain(pawn.from, third));
            }
        })];
    "pawns-push-backward"
        "pawns also move one square backward"
        [AddPawnMoves(|pawn, moves| {
            let to = forward(pawn.from, pawn.us ^ 1);
            if to != NONE && pawn.is_empty(to) {
                moves.push(Move::plain(pawn.from, to));
            }
        })];
    "pawns-capture-sideways"
        "pawns also capture on the squares beside them"
        [AddPawnMoves(|pawn, moves| {
            let targets = [-1, 1].map(|right| step(pawn.from, (right, 0))).into_iter();
            let targets = targets.filter(|&to| to != NONE && pawn.is_enemy(to));
            moves.extend(targets.map(|to| Move::plain(pawn.from, to)));
        })];
}

fn is_single_push(m: &IllegalMove) -> bool {
    m.kind() == kind::PAWN && !m.changes_file() && m.mv.special == Special::No
}

/// Adds a double push over a piece.
fn jump(pawn: &Pawn, over: bool, moves: &mut Vec<Move>) {
    if pawn.is_at_home() && over && pawn.is_empty(pawn.double) {
        moves.push(double_push(pawn.from, pawn.double));
    }
}
