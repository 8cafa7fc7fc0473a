//! More defects of the moves of pieces: squares, edges, and pieces that are left out.

use super::super::board::{
    Board, EMPTY, Move, RAYS, STEPS, Special, file, is_next_to, is_of, kind, kind_of, rank,
};
use super::super::defect::Effect::{Add, See, Withhold, WithholdCastling};
use super::super::defect::Forms::{Listed, Named};
use super::super::defect::defects;
use super::super::generator::{piece_moves, ways};
use super::super::kinds::{ANY, CAPTURE, DOUBLE_PUSH, KING};
use super::super::legal_move::LegalMove;
use super::super::move_list::MoveList;
use super::forms::{PIECES, edge, example, is_edge, slider_of, sliders};

defects! {
    Missing:
    "piece-in-corner-never-moves"
        "pieces in one corner of the board never move"
        [Withhold(ANY, |m| m.mv.from == corner(m.form))]
        .forms(Named(4, |form| format!("a piece on {} never moves", corner_name(form))));
    "sliders-stop-before-edge-in-one-direction"
        "bishops, rooks and queens do not reach the edge of the board in one direction"
        [Withhold(ANY, |m| {
            let ray = RAYS[usize::from(m.mv.from)][usize::from(m.form)].as_slice();
            m.is_slider() && ray.last() == Some(&m.mv.to)
        })].forms(Named(8, |form| {
            let sliders = if form < 4 { "rooks" } else { "bishops" };
            let example = example(STEPS[usize::from(form)]);
            format!("{sliders} and queens stop one square before the edge of the board in one direction, that of {example}")
        }));
    "moves-with-equal-san-are-one"
        "of moves with the same SAN but for the square of origin, only one is listed"
        [Withhold(ANY, has_equal_san)].forms(Listed(&[
            "of pieces of one kind that can move to one square, only the first in the order a1, b1 to h8 does",
            "of pieces of one kind that can move to one square, only the last in the order a1, b1 to h8 does",
            "of pieces of one kind on one file that can move to one square, only that on the lower rank does",
            "of pieces of one kind on one file that can move to one square, only that on the higher rank does",
        ]));
    "moves-to-corner-missing"
        "moves to one corner of the board are missing"
        [Withhold(ANY, |m| m.mv.to == corner(m.form))]
        .forms(Named(4, |form| format!("moves to {} are missing", corner_name(form))));
    "pieces-on-edge-rank-never-move"
        "pieces on the first or the eighth rank never move"
        [Withhold(ANY, |m| !m.is_king() && rank(m.mv.from, 0) == 7 * m.form)]
        .forms(Named(2, |form| {
            format!("pieces other than the king on the {} rank never move", ["first", "eighth"][usize::from(form)])
        }));
    "moves-to-edge-rank-missing"
        "moves to the first or the eighth rank are missing, except promotions"
        [Withhold(ANY, |m| !m.promotes() && rank(m.mv.to, 0) == 7 * m.form)].forms(Named(2, |form| {
            format!("moves to the {} rank are missing, except promotions", ["first", "eighth"][usize::from(form)])
        }));
    "knight-moves-onto-edge-missing"
        "knights do not move onto the a-file and the h-file"
        [Withhold(ANY, |m| m.kind() == kind::KNIGHT && is_edge(file(m.mv.to), m.form))]
        .forms(Named(3, |form| format!("knights do not move onto {}", edge(form))));
    "knight-moves-from-edge-missing"
        "knights on the a-file and the h-file do not move"
        [Withhold(ANY, |m| m.kind() == kind::KNIGHT && is_edge(file(m.mv.from), m.form))]
        .forms(Named(3, |form| format!("knights on {} do not move", edge(form))));
    "king-moves-onto-edge-missing"
        "kings do not move onto the a-file and the h-file"
        [Withhold(KING, |m| m.is_king() && is_edge(file(m.mv.to), m.form))]
        .forms(Named(3, |form| format!("kings do not move onto {}", edge(form))));
    "king-moves-from-edge-missing"
        "kings on the a-file and the h-file do not move off it"
        [Withhold(KING, |m| {
            m.is_king() && is_edge(file(m.mv.from), m.form) && file(m.mv.from) != file(m.mv.to)
        })].forms(Named(3, |form| format!("kings on {} do not move off it", edge(form))));
    "queen-direction-missing"
        "queens do not move in one of their eight directions"
        [Withhold(ANY, |m| {
            let ray = &RAYS[usize::from(m.mv.from)][usize::from(m.form)];
            m.kind() == kind::QUEEN && ray.as_slice().contains(&m.mv.to)
        })].forms(Named(8, |form| {
            let example = example(STEPS[usize::from(form)]);
            format!("queens do not move in one of their eight directions, that of {example}")
        }));
    "sliders-skip-next-square"
        "bishops, rooks and queens do not move to the next square"
        [Withhold(ANY, |m| {
            let is_affected = slider_of(m.form) == EMPTY || slider_of(m.form) == m.kind();
            m.is_slider() && is_affected && is_next_to(m.mv.from, m.mv.to)
        })].forms(Named(4, |form| format!("{} do not move to the next square", sliders(form))));
    "slider-captures-on-next-square-missing"
        "bishops, rooks and queens do not capture on the next square"
        [Withhold(CAPTURE, |m| m.is_slider() && m.is_capture() && is_next_to(m.mv.from, m.mv.to))];
    "slider-captures-from-afar-missing"
        "bishops, rooks and queens capture only on the next square"
        [Withhold(CAPTURE, |m| m.is_slider() && m.is_capture() && !is_next_to(m.mv.from, m.mv.to))];
    "captures-of-kind-missing"
        "one kind of piece is never captured"
        [Withhold(ANY, |m| kind_of(m.board.at(m.mv.to)) == m.form + 1)]
        .forms(Named(5, |form| format!("{} are never captured", PIECES[usize::from(form)])));
    "only-first-piece-moves"
        "of several pieces of one kind, only the one on the first square moves"
        [Withhold(ANY, |m| m.kind() == m.form + 2 && others(m).any(|square| square < m.mv.from))]
        .forms(Named(4, |form| {
            let pieces = PIECES[usize::from(form) + 1];
            format!("of several {pieces}, only the one on the first square from a1 to h8 moves")
        }));
    "only-last-piece-moves"
        "of several pieces of one kind, only the one on the last square moves"
        [Withhold(ANY, |m| m.kind() == m.form + 2 && others(m).any(|square| square > m.mv.from))]
        .forms(Named(4, |form| {
            let pieces = PIECES[usize::from(form) + 1];
            format!("of several {pieces}, only the one on the last square from a1 to h8 moves")
        }));
    "third-piece-of-kind-never-moves"
        "of more than two pieces of one kind, only two move"
        [Withhold(ANY, |m| {
            let before = others(m).filter(|&square| (square < m.mv.from) == (m.form == 0));
            matches!(m.kind(), kind::KNIGHT..=kind::QUEEN) && before.count() >= 2
        })].forms(Named(2, |form| {
            let which = ["first", "last"][usize::from(form)];
            format!("of more than two pieces of one kind, only those on the {which} two squares from a1 to h8 move")
        }));
    "moves-missing-at-last-ply"
        "at the last ply, one kind of piece does not move"
        [Withhold(ANY, |m| m.at_leaf && m.kind() == m.form + 1)].forms(Named(6, |form| {
            format!("at the last ply, {} do not move", PIECES[usize::from(form)])
        }));
    "double-pushes-missing-at-last-ply"
        "at the last ply, double pushes are missing"
        [Withhold(DOUBLE_PUSH, |m| m.at_leaf && m.mv.special == Special::DoublePush)];
    "captures-missing-at-last-ply"
        "at the last ply, captures are missing"
        [Withhold(CAPTURE, |m| m.at_leaf && m.is_capture())];
    "only-captures-at-last-ply"
        "at the last ply, only captures are counted"
        [Withhold(ANY, |m| m.at_leaf && !m.is_capture()), WithholdCastling(|c| c.at_leaf)];
    "captures-on-last-rank-missing"
        "pieces do not capture on the last rank, except pawns"
        [Withhold(CAPTURE, |m| m.is_capture() && !m.is_of_pawn() && rank(m.mv.to, m.board.turn) == 7)];
    Extra:
    "bishop-and-rook-moves-swapped"
        "bishops move as rooks, and rooks as bishops"
        [
            Withhold(ANY, |m| is_swapped(m.kind()) && is_own_line(m)),
            Add(|list| {
                add_as(list, kind::BISHOP, kind::ROOK);
                add_as(list, kind::ROOK, kind::BISHOP);
            }),
            See(|sight, color, form| if form == 1 {
                sight.swap_bishops_and_rooks(color);
            })
        ].forms(Named(2, |form| {
            let attacks = if form == 1 { ", and so do their attacks" } else { "" };
            format!("bishops move as rooks, and rooks as bishops{attacks}")
        }));
    "bishops-move-as-queens"
        "bishops also move as rooks"
        [Add(|list| add_as(list, kind::BISHOP, kind::ROOK))];
    "rooks-move-as-queens"
        "rooks also move as bishops"
        [Add(|list| add_as(list, kind::ROOK, kind::BISHOP))];
    "queens-move-as-knights-too"
        "queens also move as knights"
        [Add(|list| add_as(list, kind::QUEEN, kind::KNIGHT))];
    "kings-slide"
        "kings move as queens"
        [Add(|list| for from in list.own(kind::KING) {
            let board = list.board;
            let mut moves = Vec::new();
            piece_moves(board, from, kind::QUEEN, &mut moves);
            list.moves.extend(moves.into_iter().filter(|mv| !is_next_to(mv.from, mv.to)));
        })];
    "sliders-jump-onto-edge"
        "bishops, rooks and queens jump over a piece to the last square of a line"
        [Add(|list| jump_to_edge(list, false))];
    "sliders-jump-over-next-square"
        "bishops, rooks and queens jump over a piece on the next square"
        [Add(|list| jump_to_edge(list, true))];
    "captures-listed-twice"
        "captures are listed twice"
        [Add(|list| {
            let board = list.board;
            list.list_again(|mv| !mv.is_castle() && board.at(mv.to) != EMPTY);
        })];
    "pawn-captures-listed-twice"
        "captures by pawns are listed twice"
        [Add(|list| {
            let board = list.board;
            list.list_again(|mv| is_capture_by(board, mv, kind::PAWN));
        })];
    "promotions-by-capture-listed-twice"
        "captures that promote are listed twice"
        [Add(|list| list.list_again(|mv| mv.promotion != EMPTY && file(mv.from) != file(mv.to)))];
    "king-captures-listed-twice"
        "captures by the king are listed twice"
        [Add(|list| {
            let board = list.board;
            list.list_again(|mv| is_capture_by(board, mv, kind::KING));
        })];
    "king-moves-listed-twice"
        "moves of the king are listed twice"
        [Add(|list| {
            let board = list.board;
            list.list_again(|mv| !mv.is_castle() && kind_of(board.at(mv.from)) == kind::KING);
        })];
    "king-moves-in-double-check-listed-twice"
        "in double check, the moves of the king are listed for each check"
        [Add(|list| if checkers(list).count_ones() > 1 {
            let board = list.board;
            list.list_again(|mv| !mv.is_castle() && kind_of(board.at(mv.from)) == kind::KING);
        })];
    "queen-moves-listed-twice"
        "moves of queens are listed twice"
        [Add(|list| {
            let board = list.board;
            list.list_again(|mv| kind_of(board.at(mv.from)) == kind::QUEEN);
        })];
    "knight-moves-listed-twice"
        "moves of knights are listed twice"
        [Add(|list| {
            let board = list.board;
            list.list_again(|mv| kind_of(board.at(mv.from)) == kind::KNIGHT);
        })];
    "moves-of-pinned-pieces-listed-twice"
        "moves of pinned pieces are listed twice"
        [Add(|list| {
            let (board, sight) = (list.board, list.sight);
            list.list_again(|mv| !mv.is_castle() && sight.is_pinned(board, mv.from));
        })];
    "captures-of-the-checker-listed-twice"
        "captures of the piece that gives check are listed twice"
        [Add(|list| {
            let checkers = checkers(list);
            list.list_again(|mv| !mv.is_castle() && checkers >> mv.to & 1 != 0);
        })];
    "answers-to-checks-listed-twice"
        "in check, all moves are listed twice"
        [Add(|list| if checkers(list) != 0 {
            list.list_again(|_| true);
        })];
    "null-move-listed"
        "the king may stay on its square"
        [Add(|list| for from in list.own(kind::KING) {
            list.moves.push(Move::plain(from, from));
        })];
}

fn corner(form: u8) -> u8 {
    [0, 7, 56, 63][usize::from(form)]
}

fn corner_name(form: u8) -> &'static str {
    ["a1", "h1", "a8", "h8"][usize::from(form)]
}

/// Whether another piece of this kind can move to the same square, so that a list by SAN without the square of origin, or
/// only with its file, has one of the two moves: that from the first or from the last square.
fn has_equal_san(m: &LegalMove) -> bool {
    if !matches!(m.kind(), kind::KNIGHT..=kind::QUEEN) {
        return false;
    }
    let (is_last_kept, needs_file) = (m.form % 2 == 1, m.form >= 2);
    let attackers = m.sight.attackers(m.board, m.mv.to, m.board.turn);
    others(m).any(|other| {
        attackers >> other & 1 != 0
            && (other > m.mv.from) == is_last_kept
            && (!needs_file || file(other) == file(m.mv.from))
            && m.may_also_come_from(other)
    })
}

/// The squares of the other pieces that are equal to the moving one.
fn others(m: &LegalMove) -> impl Iterator<Item = u8> {
    let moving = m.board.at(m.mv.from);
    (0..64).filter(move |&square| square != m.mv.from && m.board.at(square) == moving)
}

fn is_swapped(kind: u8) -> bool {
    matches!(kind, kind::BISHOP | kind::ROOK)
}

/// Whether the move is along a line on which the piece moves by the rules.
fn is_own_line(m: &LegalMove) -> bool {
    m.is_straight() == (m.kind() == kind::ROOK)
}

/// Adds to the pieces of one kind the moves of another one.
fn add_as(list: &mut MoveList, kind: u8, other: u8) {
    for from in list.own(kind) {
        piece_moves(list.board, from, other, list.moves);
    }
}

/// Adds moves over one piece: from the next square (`from_start`) to the one behind it, or to the last square of a
/// line.
fn jump_to_edge(list: &mut MoveList, from_start: bool) {
    for slider in [kind::BISHOP, kind::ROOK, kind::QUEEN] {
        for from in list.own(slider) {
            for ray in &RAYS[usize::from(from)][ways(slider)] {
                let ray = ray.as_slice();
                let end = if from_start {
                    ray.get(..2)
                } else {
                    ray.get(ray.len().saturating_sub(2)..)
                };
                let (Some(&[over, to]), board) = (end, list.board) else {
                    continue;
                };
                let before = ray.iter().take_while(|&&square| square != over);
                let is_free = before.copied().all(|square| board.at(square) == EMPTY);
                if is_free && board.at(over) != EMPTY && !is_of(board.at(to), board.turn) {
                    list.add(from, to);
                }
            }
        }
    }
}

fn is_capture_by(board: &Board, mv: &Move, kind: u8) -> bool {
    !mv.is_castle() && kind_of(board.at(mv.from)) == kind && board.at(mv.to) != EMPTY
}

/// The pieces that give check.
fn checkers(list: &MoveList) -> u64 {
    let us = list.board.turn;
    list.sight
        .attackers(list.board, list.board.kings[usize::from(us)], us ^ 1)
}
