//! Legal moves that are missing.

use super::super::board::{
    EMPTY, LEAPS, Move, RAYS, STEPS, Special, between, file, forward, kind, piece, step,
};
use super::super::defect::Effect::{AddPawnMoves, Withhold, WithholdCastling};
use super::super::defect::Flag::HasSides;
use super::super::defect::Forms::{Alike, Listed, Named};
use super::super::defect::defects;
use super::super::generator::pawn_targets;
use super::super::kinds::{
    ANY, CAPTURE, DOUBLE_PUSH, EN_PASSANT, IN_CHECK, KING, PINNED, PROMOTION,
};
use super::super::legal_move::LegalMove;
use super::super::move_list::Pawn;
use super::forms::{PIECES, edge, example, is_edge, slider_of, sliders};

defects! {
    Missing:
    "en-passant-missing"
        "en passant captures are missing"
        [Withhold(EN_PASSANT, |m| m.mv.is_en_passant())];
    "en-passant-towards-a-file-missing"
        "en passant captures towards the a-file are missing"
        [Withhold(EN_PASSANT, |m| m.mv.is_en_passant() && m.is_westward())];
    "en-passant-towards-h-file-missing"
        "en passant captures towards the h-file are missing"
        [Withhold(EN_PASSANT, |m| m.mv.is_en_passant() && m.is_eastward())];
    "en-passant-second-pawn-missing"
        "only one of two pawns that can capture en passant does so"
        [Withhold(EN_PASSANT, is_by_second_pawn)].forms(Alike(2));
    "en-passant-evasion-missing"
        "en passant captures of a pawn that gives check are missing"
        [Withhold(EN_PASSANT.and(IN_CHECK), |m| m.mv.is_en_passant() && m.is_checker(taken_en_passant(m)))];
    "en-passant-along-pin-missing"
        "en passant captures by pinned pawns are missing, even along the line of the pin"
        [Withhold(EN_PASSANT.and(PINNED), |m| m.mv.is_en_passant() && m.is_pinned())];
    "en-passant-rank-test-too-strict"
        "en passant captures are rejected when the king and an enemy rook or queen are on the rank of the pawns, even if the rank stays blocked"
        [Withhold(EN_PASSANT, |m| m.mv.is_en_passant() && m.has_slider_on_rank(taken_en_passant(m)))];
    "only-queen-promotions"
        "pawns promote to queens only"
        [Withhold(PROMOTION, is_underpromotion)];
    "knight-promotions-missing"
        "promotions to a knight are missing"
        [Withhold(PROMOTION, |m| m.mv.promotion == kind::KNIGHT)];
    "bishop-promotions-missing"
        "promotions to a bishop are missing"
        [Withhold(PROMOTION, |m| m.mv.promotion == kind::BISHOP)];
    "rook-promotions-missing"
        "promotions to a rook are missing"
        [Withhold(PROMOTION, |m| m.mv.promotion == kind::ROOK)];
    "only-queen-and-knight-promotions"
        "pawns promote to queens and knights only"
        [Withhold(PROMOTION, |m| matches!(m.mv.promotion, kind::ROOK | kind::BISHOP))];
    "promotions-on-edge-missing"
        "promotions on the a-file and the h-file are missing"
        [Withhold(PROMOTION, |m| {
            let square = if m.form < 3 { m.mv.from } else { m.mv.to };
            m.promotes() && is_edge(file(square), m.form)
        })].forms(Named(6, |form| {
            let of_pawns = if form < 3 { " of pawns" } else { "" };
            format!("promotions{of_pawns} on {} are missing", edge(form))
        }));
    "promotion-blocks-missing"
        "promotions that block a check are missing"
        [Withhold(PROMOTION.and(IN_CHECK), |m| m.promotes() && !m.is_capture() && m.in_check())];
    "en-passant-on-edge-missing"
        "en passant captures from or to the a-file and the h-file are missing"
        [Withhold(EN_PASSANT, |m| {
            let square = if m.form < 3 { m.mv.to } else { m.mv.from };
            m.mv.is_en_passant() && is_edge(file(square), m.form)
        })].forms(Named(6, |form| {
            let which = if form < 3 { "onto" } else { "by pawns on" };
            format!("en passant captures {which} {} are missing", edge(form))
        }));
    "knight-moves-missing"
        "knights do not make one of their eight moves"
        [Withhold(ANY, |m| m.kind() == kind::KNIGHT && is_step(m, LEAPS))]
        .forms(Named(8, |form| {
            let example = example(LEAPS[usize::from(form)]);
            format!("knights do not make one of their eight moves: that of {example}")
        }));
    "king-moves-missing"
        "kings do not make one of their eight moves"
        [Withhold(KING, |m| m.is_king() && is_step(m, STEPS))]
        .forms(Named(8, |form| {
            let example = example(STEPS[usize::from(form)]);
            format!("kings do not make one of their eight moves: that of {example}")
        }));
    "slider-direction-missing"
        "bishops, rooks or queens do not move in one direction"
        [Withhold(ANY, is_in_missing_direction)].forms(Named(16, |form| {
            let sliders = match (form % 8 < 4, form < 8) {
                (true, true) => "rooks",
                (true, false) => "rooks and queens",
                (false, true) => "bishops",
                (false, false) => "bishops and queens",
            };
            let example = example(STEPS[usize::from(form % 8)]);
            format!("{sliders} do not move in one direction, that of {example}")
        }));
    "king-moves-in-double-check-missing"
        "in double check, the king does not move"
        [Withhold(IN_CHECK.and(KING), |m| m.is_king() && m.checkers.count_ones() > 1)];
    "castling-only-by-two-steps"
        "castling is missing when the king does not move exactly two squares"
        [WithholdCastling(|c| c.squares.king.abs_diff(c.squares.king_to) != 2)].flags(&[HasSides]);
    "under-promotions-by-capture-missing"
        "captures that promote make queens only"
        [Withhold(PROMOTION.and(CAPTURE), |m| m.promotes() && m.is_capture() && m.mv.promotion != kind::QUEEN)];
    "under-promotions-by-push-missing"
        "pushes that promote make queens only"
        [Withhold(PROMOTION, |m| m.promotes() && !m.is_capture() && m.mv.promotion != kind::QUEEN)];
    "promotions-by-capture-missing"
        "captures that promote are missing"
        [Withhold(PROMOTION.and(CAPTURE), |m| m.promotes() && m.is_capture())];
    "promotions-by-push-missing"
        "pushes that promote are missing"
        [Withhold(PROMOTION, |m| m.promotes() && !m.is_capture())];
    "promotions-missing"
        "moves of pawns to the last rank are missing"
        [Withhold(PROMOTION, |m| m.promotes())];
    "pawn-stays-a-pawn"
        "a pawn that reaches the last rank stays a pawn"
        [Withhold(PROMOTION, |m| m.mv.promotion != EMPTY), AddPawnMoves(|pawn, moves| {
            moves.extend(unpromoted(pawn, pawn.push().into_iter().chain(pawn.captures())));
        })];
    "pawn-stays-a-pawn-by-capture"
        "a pawn that captures on the last rank stays a pawn"
        [Withhold(PROMOTION.and(CAPTURE), |m| m.mv.promotion != EMPTY && m.is_capture()), AddPawnMoves(|pawn, moves| {
            moves.extend(unpromoted(pawn, pawn.captures()));
        })];
    "promotions-in-check-missing"
        "promotions that answer a check are missing"
        [Withhold(PROMOTION.and(IN_CHECK), |m| m.promotes() && m.in_check())];
    "double-pushes-missing"
        "double pushes are missing"
        [Withhold(DOUBLE_PUSH, |m| {
            let edges = m.form.checked_sub(1);
            m.mv.special == Special::DoublePush
                && edges.is_none_or(|edges| is_edge(file(m.mv.from), edges))
        })].forms(Listed(&[
            "double pushes are missing",
            "double pushes on the a-file and the h-file are missing",
            "double pushes on the a-file are missing",
            "double pushes on the h-file are missing",
        ]));
    "pawn-captures-towards-a-file-missing"
        "pawn captures towards the a-file are missing"
        [Withhold(CAPTURE, |m| m.is_pawn_capture() && m.is_westward() == (m.form == 0 || m.board.turn == 0))]
        .forms(Listed(&[
            "pawn captures towards the a-file are missing",
            "pawn captures to the left, as the player sees it, are missing",
        ]));
    "pawn-captures-towards-h-file-missing"
        "pawn captures towards the h-file are missing"
        [Withhold(CAPTURE, |m| m.is_pawn_capture() && m.is_eastward() == (m.form == 0 || m.board.turn == 0))]
        .forms(Listed(&[
            "pawn captures towards the h-file are missing",
            "pawn captures to the right, as the player sees it, are missing",
        ]));
    "edge-pawn-captures-missing"
        "pawns on the a-file and the h-file do not capture"
        [Withhold(CAPTURE, |m| is_capture_on_edge(m, m.mv.from))].forms(Named(6, |form| {
            format!("pawns on {} do not capture{}", edge(form), except_en_passant(form))
        }));
    "pawn-captures-on-edge-missing"
        "pawns do not capture on the a-file and the h-file"
        [Withhold(CAPTURE, |m| is_capture_on_edge(m, m.mv.to))].forms(Named(6, |form| {
            format!("pawns do not capture on {}{}", edge(form), except_en_passant(form))
        }));
    "en-passant-and-castling-missing"
        "en passant captures and castling are missing"
        [Withhold(EN_PASSANT, |m| m.mv.is_en_passant()), WithholdCastling(|_| true)];
    "en-passant-and-underpromotions-missing"
        "en passant captures are missing, and pawns promote to queens only"
        [Withhold(ANY, |m| m.mv.is_en_passant() || is_underpromotion(m))];
    "castling-and-underpromotions-missing"
        "castling is missing, and pawns promote to queens only"
        [Withhold(PROMOTION, is_underpromotion), WithholdCastling(|_| true)];
    "en-passant-castling-and-underpromotions-missing"
        "en passant captures and castling are missing, and pawns promote to queens only"
        [Withhold(ANY, |m| m.mv.is_en_passant() || is_underpromotion(m)), WithholdCastling(|_| true)];
    "castling-missing"
        "castling is missing"
        [WithholdCastling(|c| c.form == 0 || c.at_root)].forms(Listed(&[
            "castling is missing",
            "castling is missing among the moves of the root",
        ]));
    "castling-with-h-file-rook-missing"
        "castling with the rook on the h-file side is missing"
        [WithholdCastling(|c| c.squares.side == 1)];
    "castling-with-a-file-rook-missing"
        "castling with the rook on the a-file side is missing"
        [WithholdCastling(|c| c.squares.side == 0)];
    "castling-rejected-when-b-file-attacked"
        "castling is rejected when a square that only the rook crosses is attacked"
        [WithholdCastling(|c| between(c.squares.rook, c.squares.rook_to)
            .any(|square| square != c.squares.rook && c.attacked(square)))].flags(&[HasSides]);
    "castling-rejected-when-rook-attacked"
        "castling is rejected when the rook is attacked"
        [WithholdCastling(|c| match c.form {
            0 => c.attacked(c.squares.rook),
            _ => between(c.squares.king, c.squares.rook).any(|square| c.attacked(square)),
        })].flags(&[HasSides]).forms(Listed(&[
            "castling is rejected when the rook is attacked",
            "castling is rejected when the rook or a square between king and rook is attacked",
        ]));
    "castling-with-king-in-place-missing"
        "castling is missing when the king already stands on its destination"
        [WithholdCastling(|c| c.squares.king == c.squares.king_to)].flags(&[HasSides]);
    "castling-with-rook-in-place-missing"
        "castling is missing when the rook already stands on its destination"
        [WithholdCastling(|c| c.squares.rook == c.squares.rook_to)].flags(&[HasSides]);
    "pinned-pieces-never-move"
        "pinned pieces never move, not even along the line of the pin"
        [Withhold(PINNED, |m| !m.is_king() && m.is_pinned())];
    "pinned-pawns-never-move"
        "pinned pawns never move, not even along the line of the pin"
        [Withhold(PINNED, |m| m.kind() == kind::PAWN && m.is_pinned())];
    "pinned-pawns-do-not-push"
        "pinned pawns are not pushed along the file of the pin"
        [Withhold(PINNED, |m| m.is_push() && m.is_pinned())];
    "pinned-sliders-never-move"
        "pinned bishops, rooks and queens never move, not even along the line of the pin"
        [Withhold(PINNED, |m| m.is_slider() && m.is_pinned())];
    "pinned-pieces-do-not-capture-the-pinner"
        "pinned pieces do not capture the piece that pins them"
        [Withhold(PINNED, |m| !m.is_king() && m.pinners() >> m.mv.to & 1 != 0)];
    "blocks-of-checks-missing"
        "moves that block a check are missing"
        [Withhold(IN_CHECK, |m| is_of_form(m) && m.in_check() && !m.is_capture())]
        .forms(Named(6, |form| match form {
            0 => "moves that block a check are missing".to_owned(),
            _ => format!("moves of {} that block a check are missing", of_form(form)),
        }));
    "double-push-blocks-missing"
        "double pushes that block a check are missing"
        [Withhold(IN_CHECK.and(DOUBLE_PUSH), |m| m.mv.special == Special::DoublePush && m.in_check())];
    "pawn-blocks-missing"
        "pawn moves that block a check are missing"
        [Withhold(IN_CHECK, |m| m.is_push() && m.in_check())];
    "captures-of-the-checker-missing"
        "captures of the piece that gives check are missing, except by the king"
        [Withhold(IN_CHECK, |m| is_of_form(m) && m.is_checker(m.mv.to))].forms(Named(6, |form| match form {
            0 => "captures of the piece that gives check are missing, except by the king".to_owned(),
            _ => format!("captures by {} of the piece that gives check are missing", of_form(form)),
        }));
    "pawn-captures-of-the-checker-missing"
        "pawn captures of the piece that gives check are missing"
        [Withhold(IN_CHECK, |m| m.is_of_pawn() && m.is_checker(m.mv.to))];
    "king-captures-of-the-checker-missing"
        "captures by the king of the piece that gives check are missing"
        [Withhold(IN_CHECK.and(KING), |m| m.is_king() && m.is_checker(m.mv.to))];
    "only-the-king-answers-checks"
        "in check, only the king moves"
        [Withhold(IN_CHECK, |m| !m.is_king() && m.in_check())];
    "king-captures-missing"
        "captures by the king are missing"
        [Withhold(KING.and(CAPTURE), |m| m.is_king() && m.is_capture())];
    "sliders-stop-early"
        "bishops, rooks and queens stop one square before the end of the line"
        [Withhold(ANY, |m| m.is_slider() && ends_line(m))].forms(Named(26, |form| match form {
            0 => "bishops, rooks and queens stop one square before the edge of the board".to_owned(),
            1 => "bishops, rooks and queens stop one square before the end of the line".to_owned(),
            _ => {
                let (reach, _) = reach_of(form);
                let squares = if reach == 1 { "square" } else { "squares" };
                format!("{} move at most {reach} {squares}", sliders(form - 2))
            }
        }));
    "quiet-moves-missing"
        "one kind of piece has only captures"
        [Withhold(ANY, |m| m.kind() == m.form + 1 && !m.is_capture())]
        .forms(Named(6, |form| format!("{} have only captures", PIECES[usize::from(form)])));
    "captures-missing"
        "one kind of piece does not capture"
        [Withhold(CAPTURE, |m| m.kind() == m.form + 1 && m.is_capture() && !m.mv.is_en_passant())]
        .forms(Named(5, |form| format!("{} do not capture", PIECES[usize::from(form)])));
    "slider-captures-missing"
        "captures by bishops, rooks and queens are missing"
        [Withhold(CAPTURE, |m| m.is_slider() && m.is_capture())];
    "queen-diagonals-missing"
        "queens do not move on diagonals"
        [Withhold(ANY, |m| m.kind() == kind::QUEEN && !m.is_straight())];
    "queen-ranks-and-files-missing"
        "queens do not move on ranks and files"
        [Withhold(ANY, |m| m.kind() == kind::QUEEN && m.is_straight())];
}

fn is_underpromotion(m: &LegalMove) -> bool {
    m.promotes() && m.mv.promotion != kind::QUEEN
}

/// The square of the pawn that is captured en passant.
fn taken_en_passant(m: &LegalMove) -> u8 {
    forward(m.mv.to, m.board.turn ^ 1)
}

/// Whether a pawn captures en passant that another one can capture as well: that on the first of both
/// files (form 0), or on the second one.
fn is_by_second_pawn(m: &LegalMove) -> bool {
    let us = m.board.turn;
    let from = pawn_targets(m.mv.to, us ^ 1);
    let is_own_pawn = |square: &u8| m.board.at(*square) == piece(kind::PAWN, us);
    m.mv.is_en_passant() && from.iter().all(is_own_pawn) && m.mv.from == from[usize::from(m.form)]
}

fn is_step(m: &LegalMove, steps: [(i8, i8); 8]) -> bool {
    step(m.mv.from, steps[usize::from(m.form)]) == m.mv.to
}

/// Whether the move is in the direction that bishops or rooks (forms 0 to 7), or queens as well (8 to
/// 15), do not move in.
fn is_in_missing_direction(m: &LegalMove) -> bool {
    let ray = &RAYS[usize::from(m.mv.from)][usize::from(m.form % 8)];
    m.is_slider() && (m.kind() != kind::QUEEN || m.form >= 8) && ray.as_slice().contains(&m.mv.to)
}

/// Whether a pawn captures with this square on the edge. Captures en passant are affected as well in
/// the first three forms.
fn is_capture_on_edge(m: &LegalMove, square: u8) -> bool {
    let captures = m.is_pawn_capture() || m.form < 3 && m.mv.is_en_passant();
    captures && is_edge(file(square), m.form)
}

fn except_en_passant(form: u8) -> &'static str {
    if form < 3 { "" } else { ", except en passant" }
}

/// Whether the move is of all pieces (form 0), sliding pieces (1), or one kind of piece, but not of the
/// king.
fn is_of_form(m: &LegalMove) -> bool {
    match m.form {
        0 => !m.is_king(),
        1 => m.is_slider(),
        form => m.kind() == form,
    }
}

fn of_form(form: u8) -> &'static str {
    match form {
        1 => "bishops, rooks and queens",
        _ => PIECES[usize::from(form) - 1],
    }
}

/// The moves of a pawn to these squares on the last rank, without a promotion.
fn unpromoted(pawn: &Pawn, targets: impl Iterator<Item = u8>) -> impl Iterator<Item = Move> {
    let (from, promotes) = (pawn.from, pawn.promotes());
    targets
        .filter(move |_| promotes)
        .map(move |to| Move::plain(from, to))
}

/// The greatest number of squares that sliding pieces move, and their kind, in a form that is limited so.
const fn reach_of(form: u8) -> (usize, u8) {
    let index = form - 2;
    ((index / 4) as usize + 1, slider_of(index))
}

/// Whether the destination is the last square of its line: at the edge of the board (form 0), or at
/// the edge or before a piece (1). Or whether it is too far away (others).
fn ends_line(m: &LegalMove) -> bool {
    let line = m.line();
    match m.form {
        0 => line.last() == Some(&m.mv.to),
        1 => {
            let after = line.iter().skip_while(|&&square| square != m.mv.to).nth(1);
            after.is_none_or(|&square| m.board.at(square) != EMPTY) || m.board.at(m.mv.to) != EMPTY
        }
        form => {
            let (reach, slider) = reach_of(form);
            (slider == EMPTY || slider == m.kind())
                && line.iter().skip(reach).any(|&to| to == m.mv.to)
        }
    }
}
