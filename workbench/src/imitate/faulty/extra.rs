//! Moves that are not even pseudo-legal, but that a defect generates.

use super::board::{
    Board, EMPTY, KING, KNIGHT, Move, NONE, RAYS, Special, file, forward, is_of, kind, kind_of,
    rank,
};
use super::castling_defects;
use super::defect::Slip;
use super::forms::{castled_files, only_pawns, slider_of};
use super::generator::{advance, double_push, en_passant, pawn_targets, ways};
use super::piece_lists;
use super::variant::Program;

/// Appends the moves that the defect of this program adds for the side to move. The regular moves of
/// the position begin at `start`.
pub(super) fn add(program: &Program, board: &Board, start: usize, moves: &mut Vec<Move>) {
    piece_lists::add(program, board, moves);
    let Some(slip) = program.slip_of(board.turn) else {
        return;
    };
    match slip {
        Slip::ListedTwice => {
            let again = moves[start..].iter().copied();
            let again: Vec<Move> = again.filter(|mv| is_again(program.form, *mv)).collect();
            moves.extend(again);
        }
        Slip::EnPassantOnOrigin if is_of(board.at(board.en_passant), board.turn ^ 1) => {
            for from in own(board, kind::PAWN) {
                if pawn_targets(from, board.turn).contains(&board.en_passant) {
                    moves.push(en_passant(from, board.en_passant));
                }
            }
        }
        Slip::ListKeepsCaptured | Slip::ListGetsCapturedTwice => {}
        Slip::SlidersJumpOwn
        | Slip::SlidersJumpEnemy
        | Slip::SlidersCaptureOwn
        | Slip::SlidersWrap => sliders(slip, program.form, board, moves),
        Slip::KnightWraps | Slip::KnightCapturesOwn | Slip::KingWraps | Slip::KingCapturesOwn => {
            leapers(slip, board, moves);
        }
        Slip::EnPassantWraps
        | Slip::PromotionToKing
        | Slip::PromotionToPawn
        | Slip::StaysPawn
        | Slip::CaptureStaysPawn
        | Slip::DoublePushJumps
        | Slip::DoublePushOntoPiece
        | Slip::DoublePushFromThird
        | Slip::PushCaptures
        | Slip::PawnCapturesEmpty
        | Slip::PawnCapturesOwn
        | Slip::PawnCapturesBack
        | Slip::PawnCapturesWrap => {
            for from in own(board, kind::PAWN) {
                pawn(slip, program.form, board, from, moves);
            }
        }
        _ => castling_defects::add(program, slip, board, moves),
    }
}

/// Whether a move is listed twice, by the form of the defect.
fn is_again(form: u8, mv: Move) -> bool {
    match form {
        0 => mv.promotion == kind::QUEEN,
        1 => mv.promotion != EMPTY,
        2 => mv.is_en_passant(),
        3 => mv.is_castle(),
        _ => mv.special == Special::DoublePush,
    }
}

/// Lets castling end on other squares; returns whether it has changed a move.
pub(super) fn redirect(program: &Program, board: &Board, moves: &mut [Move]) -> bool {
    if program.slip_of(board.turn) != Some(Slip::CastlingKingElsewhere) {
        return false;
    }
    let mut changed = false;
    for mv in moves {
        if let Special::Castle(side) = mv.special
            && let Some((king, _)) = castled_files(program.form, side)
        {
            mv.to = mv.to & 56 | king;
            changed = true;
        }
    }
    changed
}

/// The squares of the pieces of this kind of the side to move.
fn own(board: &Board, kind: u8) -> impl Iterator<Item = u8> {
    let (squares, us) = (&board.squares, board.turn);
    (0..NONE).filter(move |&square| {
        let standing = squares[usize::from(square)];
        is_of(standing, us) && kind_of(standing) == kind
    })
}

/// Whether this is a piece of the side to move that a faulty move may capture: any but the king.
fn is_own_victim(board: &Board, square: u8) -> bool {
    let standing = board.at(square);
    is_of(standing, board.turn) && kind_of(standing) != kind::KING
}

fn pawn(slip: Slip, form: u8, board: &Board, from: u8, moves: &mut Vec<Move>) {
    let us = board.turn;
    let front = forward(from, us);
    if front == NONE {
        return;
    }
    let double = forward(front, us);
    let captures = pawn_targets(from, us)
        .into_iter()
        .filter(|&to| to != NONE && is_of(board.at(to), us ^ 1));
    match slip {
        Slip::EnPassantWraps => {
            for to in pawn_wraps(from, us, 0) {
                if to == board.en_passant {
                    moves.push(en_passant(from, to));
                }
            }
        }
        Slip::PromotionToKing
        | Slip::PromotionToPawn
        | Slip::StaysPawn
        | Slip::CaptureStaysPawn
            if rank(front, us) == 7 =>
        {
            let push =
                (board.at(front) == EMPTY && slip != Slip::CaptureStaysPawn).then_some(front);
            let promotion = match slip {
                Slip::PromotionToKing => kind::KING,
                _ => EMPTY,
            };
            for to in push.into_iter().chain(captures) {
                moves.push(Move {
                    promotion,
                    ..Move::plain(from, to)
                });
            }
        }
        Slip::DoublePushJumps if rank(from, us) == 1 => {
            if board.at(front) != EMPTY && board.at(double) == EMPTY {
                moves.push(double_push(from, double));
            }
        }
        Slip::DoublePushOntoPiece if rank(from, us) == 1 && board.at(front) == EMPTY => {
            let own = form == 0 && is_own_victim(board, double);
            if own || is_of(board.at(double), us ^ 1) {
                moves.push(double_push(from, double));
            }
        }
        Slip::DoublePushFromThird => {
            let ranks = if form == 0 { 2..3 } else { 2..5 };
            let free = board.at(front) == EMPTY && board.at(double) == EMPTY;
            if ranks.contains(&rank(from, us)) && free {
                moves.push(double_push(from, double));
            }
        }
        Slip::PushCaptures => {
            let own = form == 1 && is_own_victim(board, front);
            if own || is_of(board.at(front), us ^ 1) {
                advance(from, front, us, moves);
            }
        }
        _ => odd_captures(slip, form, board, from, moves),
    }
}

fn odd_captures(slip: Slip, form: u8, board: &Board, from: u8, moves: &mut Vec<Move>) {
    let us = board.turn;
    let targets = pawn_targets(from, us).into_iter().filter(|&to| to != NONE);
    match slip {
        Slip::PawnCapturesEmpty => {
            for to in targets {
                if board.at(to) == EMPTY && (form == 1 || to != board.en_passant) {
                    advance(from, to, us, moves);
                }
            }
        }
        Slip::PawnCapturesOwn => {
            for to in targets {
                if is_own_victim(board, to) {
                    advance(from, to, us, moves);
                }
            }
        }
        Slip::PawnCapturesBack => {
            for to in pawn_targets(from, us ^ 1) {
                if to != NONE && is_of(board.at(to), us ^ 1) {
                    moves.push(Move::plain(from, to));
                }
            }
        }
        Slip::PawnCapturesWrap => {
            for to in pawn_wraps(from, us, form % 3) {
                if is_of(board.at(to), us ^ 1) {
                    advance(from, to, us, moves);
                }
            }
        }
        _ => {}
    }
}

/// The squares on which a pawn captures if its captures wrap around the edge: on both edges (form 0),
/// from the a-file (1) or from the h-file (2) only.
pub(super) fn pawn_wraps(from: u8, us: u8, form: u8) -> impl Iterator<Item = u8> {
    let up = if us == 0 { 8 } else { -8 };
    let edges = [(0, -1, 2), (7, 1, 1)];
    edges
        .into_iter()
        .filter(move |&(edge, _, other)| file(from) == edge && form != other)
        .filter_map(move |(_, right, _)| u8::try_from(from as i8 + up + right).ok())
        .filter(|&to| to < NONE)
}

/// The squares on the board at these distances that are not among the proper ones.
fn wraps(from: u8, distances: [i8; 4], proper: &[u8]) -> impl Iterator<Item = u8> {
    distances
        .into_iter()
        .flat_map(|distance| [distance, -distance])
        .filter_map(move |distance| u8::try_from(from as i8 + distance).ok())
        .filter(move |to| *to < NONE && !proper.contains(to))
}

/// The squares that a knight reaches only around the edge of the board.
pub(super) fn knight_wraps(from: u8) -> impl Iterator<Item = u8> {
    wraps(from, [6, 10, 15, 17], KNIGHT[usize::from(from)].as_slice())
}

/// The squares that a king reaches only around the edge of the board.
pub(super) fn king_wraps(from: u8) -> impl Iterator<Item = u8> {
    wraps(from, [1, 7, 8, 9], KING[usize::from(from)].as_slice())
}

fn leapers(slip: Slip, board: &Board, moves: &mut Vec<Move>) {
    let leaper = match slip {
        Slip::KnightWraps | Slip::KnightCapturesOwn => kind::KNIGHT,
        _ => kind::KING,
    };
    for from in own(board, leaper) {
        let mut push = |to: u8, wanted: bool| {
            if wanted {
                moves.push(Move::plain(from, to));
            }
        };
        let is_target = |to: u8| !is_of(board.at(to), board.turn);
        match slip {
            Slip::KnightWraps => knight_wraps(from).for_each(|to| push(to, is_target(to))),
            Slip::KingWraps => king_wraps(from).for_each(|to| push(to, is_target(to))),
            Slip::KnightCapturesOwn => {
                for &to in KNIGHT[usize::from(from)].as_slice() {
                    push(to, is_own_victim(board, to));
                }
            }
            _ => {
                for &to in KING[usize::from(from)].as_slice() {
                    push(to, is_own_victim(board, to));
                }
            }
        }
    }
}

fn sliders(slip: Slip, form: u8, board: &Board, moves: &mut Vec<Move>) {
    for slider in [kind::BISHOP, kind::ROOK, kind::QUEEN] {
        let limited = slip != Slip::SlidersWrap && slider_of(form) != EMPTY;
        if limited && slider_of(form) != slider {
            continue;
        }
        for from in own(board, slider) {
            for way in ways(slider) {
                let ray = RAYS[usize::from(from)][way].as_slice();
                match slip {
                    Slip::SlidersWrap => wrap(form, board, from, way, moves),
                    _ => beyond(slip, form, board, from, ray, moves),
                }
            }
        }
    }
}

/// The moves onto or beyond the first piece on a line.
fn beyond(slip: Slip, form: u8, board: &Board, from: u8, ray: &[u8], moves: &mut Vec<Move>) {
    let us = board.turn;
    let Some(blocked) = ray.iter().position(|&to| board.at(to) != EMPTY) else {
        return;
    };
    let blocker = ray[blocked];
    let passable = |square: u8| !only_pawns(form) || kind_of(board.at(square)) == kind::PAWN;
    if !passable(blocker) {
        return;
    }
    match slip {
        Slip::SlidersCaptureOwn if is_own_victim(board, blocker) => {
            moves.push(Move::plain(from, blocker));
        }
        Slip::SlidersJumpOwn | Slip::SlidersJumpEnemy => {
            let jumped = us ^ u8::from(slip == Slip::SlidersJumpEnemy);
            if !is_of(board.at(blocker), jumped) {
                return;
            }
            for &to in &ray[blocked + 1..] {
                let standing = board.at(to);
                if !is_of(standing, us) {
                    moves.push(Move::plain(from, to));
                }
                if standing != EMPTY && !(is_of(standing, jumped) && passable(to)) {
                    break;
                }
            }
        }
        _ => {}
    }
}

/// The moves around the edge of the board: on ranks and diagonals (form 0), on ranks (1), or on
/// diagonals (2).
fn wrap(form: u8, board: &Board, from: u8, way: usize, moves: &mut Vec<Move>) {
    const DISTANCES: [i8; 8] = [8, -8, 1, -1, 9, 7, -7, -9];
    let wanted = match way {
        2 | 3 => form != 2,
        4.. => form != 1,
        _ => false,
    };
    if !wanted {
        return;
    }
    let proper = RAYS[usize::from(from)][way].as_slice();
    let mut to = from;
    for index in 0..64 {
        let Some(next) = u8::try_from(to as i8 + DISTANCES[way])
            .ok()
            .filter(|&next| next < NONE)
        else {
            return;
        };
        to = next;
        let standing = board.at(to);
        if index >= proper.len() && !is_of(standing, board.turn) {
            moves.push(Move::plain(from, to));
        }
        if standing != EMPTY {
            return;
        }
    }
}
