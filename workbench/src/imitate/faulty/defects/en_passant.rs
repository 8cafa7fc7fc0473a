//! More defects of captures en passant.

use super::super::board::{
    Board, EMPTY, Move, NONE, Special, backward, file, is_of, kind, kind_of, piece, rank, step,
};
use super::super::defect::Effect::{AddPawnMoves, Expose, Make, MakeState, Withhold};
use super::super::defect::Forms::{Listed, Named};
use super::super::defect::defects;
use super::super::generator::{PROMOTIONS, en_passant, pawn_targets};
use super::super::illegal_move::{IllegalMove, squares};
use super::super::kinds::{DOUBLE_PUSH, EN_PASSANT};
use super::super::legal_move::LegalMove;
use super::super::made_move::MadeMove;
use super::super::move_list::Pawn;
use super::forms::{edge, is_edge};

defects! {
    Missing:
    "en-passant-tested-without-arrival"
        "en passant captures are tested without the capturing pawn on its new square, where it may shield the king"
        [Withhold(EN_PASSANT, |m| m.mv.is_en_passant() && m.is_exposed_without(&[m.mv.from, captured(m)]))];
    "en-passant-of-shielding-pawn-missing"
        "en passant captures are rejected when the captured pawn shields the king, even if the capturing pawn then does"
        [Withhold(EN_PASSANT, |m| m.mv.is_en_passant() && m.is_exposed_without(&[captured(m)]))];
    "en-passant-with-king-on-rank-missing"
        "en passant captures are missing when the king is on the rank of the two pawns"
        [Withhold(EN_PASSANT, |m| m.mv.is_en_passant() && rank(m.king(), 0) == rank(m.mv.from, 0))];
    "en-passant-missing-at-last-ply"
        "en passant captures are missing among the moves of the last ply"
        [Withhold(EN_PASSANT, |m| m.mv.is_en_passant() && m.at_leaf)];
    Exposed:
    "en-passant-tested-with-captured-pawn"
        "en passant captures are tested with the captured pawn still on the board"
        [Expose(|m| m.en_passant_opens().is_some_and(|line| !line.pinned))];
    "en-passant-tested-with-capturing-pawn"
        "en passant captures are tested with the capturing pawn still on its old square"
        [Expose(|m| m.en_passant_opens().is_some_and(|line| !line.diagonal))];
    "en-passant-by-pawn-pinned-on-file"
        "pawns pinned on a file may capture en passant"
        [Expose(|m| is_pinned_from(m, |square| m.is_on_file_of_king(square)))];
    "en-passant-by-pawn-pinned-on-diagonal"
        "pawns pinned on a diagonal may capture en passant off the line of the pin"
        [Expose(|m| is_pinned_from(m, |square| !m.is_straight_from_king(square)))];
    Extra:
    "en-passant-of-any-neighbour"
        "pawns capture en passant every pawn that stands beside them on their fifth rank"
        [AddPawnMoves(|pawn, moves| {
            let may = pawn.form == 1 || rank(pawn.from, pawn.us) == 4;
            add(pawn, moves, |to| may && to != pawn.board.en_passant);
        })].forms(Listed(&[
            "pawns capture en passant every pawn that stands beside them on their fifth rank",
            "pawns capture en passant every pawn that stands beside them, on any rank",
        ]));
    "en-passant-tests-file-only"
        "pawns capture en passant on any rank, if only the file is that of the last double push"
        [AddPawnMoves(|pawn, moves| {
            let target = pawn.board.en_passant;
            add(pawn, moves, |to| target != NONE && to != target && file(to) == file(target));
        })];
    "en-passant-backward"
        "pawns also capture en passant backward"
        [AddPawnMoves(|pawn, moves| {
            let targets = pawn_targets(pawn.from, pawn.us ^ 1).into_iter();
            let targets = targets.filter(|&to| to != NONE && to == pawn.board.en_passant);
            moves.extend(targets.map(|to| en_passant(pawn.from, to)));
        })];
    "no-en-passant-square-is-a-corner"
        "pawns may capture en passant on the first square of the board if there is no en passant square"
        [AddPawnMoves(|pawn, moves| {
            let first = if pawn.form == 0 { 56 } else { 0 };
            let is_target = pawn.targets().any(|to| to == first) && pawn.is_empty(first);
            if is_target && pawn.board.en_passant == NONE {
                let captures = PROMOTIONS.map(|promotion| Move {
                    promotion,
                    ..en_passant(pawn.from, first)
                });
                moves.extend(captures);
            }
        })].forms(Listed(&[
            "pawns may capture en passant on a8, which is number 0, if there is no en passant square",
            "pawns may capture en passant on a1, which is number 0, if there is no en passant square",
        ]));
    Make:
    "en-passant-square-tests-one-neighbour"
        "double pushes set the en passant square only for an enemy pawn on one side"
        [MakeState(DOUBLE_PUSH, |made, board| {
            let side = if made.form == 0 { -1 } else { 1 };
            if is_double_push(made) && !has_neighbour(made, board, made.us ^ 1, &[side]) {
                board.en_passant = NONE;
            }
        })].forms(Listed(&[
            "double pushes set the en passant square only for an enemy pawn towards the a-file",
            "double pushes set the en passant square only for an enemy pawn towards the h-file",
        ]));
    "en-passant-square-needs-own-neighbour"
        "double pushes set the en passant square only beside a pawn of the same side"
        [MakeState(DOUBLE_PUSH, |made, board| {
            if is_double_push(made) && !has_neighbour(made, board, made.us, &[-1, 1]) {
                board.en_passant = NONE;
            }
        })];
    "en-passant-square-not-set-on-edge"
        "double pushes on the a-file and the h-file do not set the en passant square"
        [MakeState(DOUBLE_PUSH, |made, board| if is_double_push(made) && is_edge(file(made.mv.to), made.form) {
            board.en_passant = NONE;
        })].forms(Named(3, |form| {
            format!("double pushes on {} do not set the en passant square", edge(form))
        }));
    "en-passant-square-on-wrong-file"
        "double pushes set the en passant square one file too far to one side"
        [MakeState(DOUBLE_PUSH, |made, board| if is_double_push(made) {
            let side = if made.form == 0 { -1 } else { 1 };
            board.en_passant = step(board.en_passant, (side, 0));
        })].forms(Listed(&[
            "double pushes set the en passant square one file too far towards the a-file",
            "double pushes set the en passant square one file too far towards the h-file",
        ]));
    "en-passant-removes-capturing-pawn"
        "en passant also removes the pawn that captures"
        [Make(EN_PASSANT, |made, board| if made.mv.is_en_passant() {
            board.put(made.mv.to, EMPTY);
        })];
    "en-passant-leaves-capturing-pawn"
        "en passant leaves a copy of the pawn that captures on its old square"
        [Make(EN_PASSANT, |made, board| if made.mv.is_en_passant() {
            board.put(made.mv.from, made.undo.moved);
        })];
}

/// The square of the captured pawn.
fn captured(m: &LegalMove) -> u8 {
    backward(m.mv.to, m.board.turn)
}

/// Whether the capturing pawn is pinned, by pieces that are all on such squares.
fn is_pinned_from(m: &IllegalMove, is_affected: impl Fn(u8) -> bool) -> bool {
    m.en_passant_opens().is_some_and(|line| line.pinned)
        && squares(m.attackers_after()).all(is_affected)
}

/// Adds captures of enemy pawns beside a pawn to such squares.
fn add(pawn: &Pawn, moves: &mut Vec<Move>, is_target: impl Fn(u8) -> bool) {
    let enemy = piece(kind::PAWN, pawn.us ^ 1);
    let targets = pawn.targets().filter(|&to| {
        pawn.is_empty(to) && is_target(to) && pawn.board.at(backward(to, pawn.us)) == enemy
    });
    moves.extend(targets.map(|to| en_passant(pawn.from, to)));
}

fn is_double_push(made: &MadeMove) -> bool {
    made.mv.special == Special::DoublePush
}

/// Whether a pawn of this colour stands beside the pawn that was pushed, on one of these sides.
fn has_neighbour(made: &MadeMove, board: &Board, color: u8, sides: &[i8]) -> bool {
    sides.iter().any(|&side| {
        let standing = board.at(step(made.mv.to, (side, 0)));
        is_of(standing, color) && kind_of(standing) == kind::PAWN
    })
}
