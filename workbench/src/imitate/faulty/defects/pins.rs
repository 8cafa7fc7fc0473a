//! More defects of pins.

use super::super::board::{EMPTY, RAYS, is_of, kind, kind_of, piece};
use super::super::defect::Effect::{Expose, Withhold};
use super::super::defect::Forms::{ExceptInCheck, Listed};
use super::super::defect::defects;
use super::super::illegal_move::IllegalMove;
use super::super::kinds::{ANY, CAPTURE, PINNED};
use super::super::legal_move::LegalMove;
use super::exposed::{is_pin, pin_is_from};

defects! {
    Exposed:
    "pins-by-bishops-ignored"
        "pieces pinned by a bishop may leave the line of the pin"
        [Expose(|m| pin_is_from(m, |square| kind_of(m.after.at(square)) == kind::BISHOP))].forms(ExceptInCheck);
    "pins-by-rooks-ignored"
        "pieces pinned by a rook may leave the line of the pin"
        [Expose(|m| pin_is_from(m, |square| kind_of(m.after.at(square)) == kind::ROOK))].forms(ExceptInCheck);
    "pins-by-queens-on-lines-ignored"
        "pieces pinned by a queen on a rank or a file may leave it"
        [Expose(|m| is_pinned_by_queen(m, true))].forms(ExceptInCheck);
    "pins-by-queens-on-diagonals-ignored"
        "pieces pinned by a queen on a diagonal may leave it"
        [Expose(|m| is_pinned_by_queen(m, false))].forms(ExceptInCheck);
    "pawns-pinned-on-file-may-leave-it"
        "pawns pinned on a file may leave it"
        [Expose(|m| m.kind() == kind::PAWN && pin_is_from(m, |square| m.is_on_file_of_king(square)))].forms(ExceptInCheck);
    "pawns-pinned-on-rank-may-move"
        "pawns pinned on a rank may leave it"
        [Expose(|m| m.kind() == kind::PAWN && pin_is_from(m, |square| m.is_on_rank_of_king(square)))].forms(ExceptInCheck);
    "pawns-pinned-on-diagonal-may-move"
        "pawns pinned on a diagonal may leave it"
        [Expose(|m| is_pinned_diagonally(m, kind::PAWN))].forms(ExceptInCheck);
    "pawns-pinned-on-diagonal-may-push"
        "pawns pinned on a diagonal may be pushed"
        [Expose(|m| !m.changes_file() && is_pinned_diagonally(m, kind::PAWN))].forms(ExceptInCheck);
    "pawns-pinned-on-diagonal-may-capture"
        "pawns pinned on a diagonal may capture off it"
        [Expose(|m| m.changes_file() && is_pinned_diagonally(m, kind::PAWN))].forms(ExceptInCheck);
    "pawns-pinned-on-rank-may-push"
        "pawns pinned on a rank may be pushed"
        [Expose(|m| {
            let pushes = m.kind() == kind::PAWN && !m.changes_file();
            pushes && pin_is_from(m, |square| m.is_on_rank_of_king(square))
        })].forms(ExceptInCheck);
    "knights-pinned-on-line-may-move"
        "knights pinned on a rank or a file may move"
        [Expose(|m| is_pinned_straight(m, kind::KNIGHT))].forms(ExceptInCheck);
    "knights-pinned-on-diagonal-may-move"
        "knights pinned on a diagonal may move"
        [Expose(|m| is_pinned_diagonally(m, kind::KNIGHT))].forms(ExceptInCheck);
    "bishops-pinned-on-line-may-move"
        "bishops pinned on a rank or a file may move"
        [Expose(|m| is_pinned_straight(m, kind::BISHOP))].forms(ExceptInCheck);
    "bishops-pinned-on-diagonal-may-leave-it"
        "bishops pinned on a diagonal may leave it"
        [Expose(|m| is_pinned_diagonally(m, kind::BISHOP))].forms(ExceptInCheck);
    "rooks-pinned-on-line-may-leave-it"
        "rooks pinned on a rank or a file may leave it"
        [Expose(|m| is_pinned_straight(m, kind::ROOK))].forms(ExceptInCheck);
    "rooks-pinned-on-diagonal-may-move"
        "rooks pinned on a diagonal may move"
        [Expose(|m| is_pinned_diagonally(m, kind::ROOK))].forms(ExceptInCheck);
    "queens-pinned-on-line-may-leave-it"
        "queens pinned on a rank or a file may leave it"
        [Expose(|m| is_pinned_straight(m, kind::QUEEN))].forms(ExceptInCheck);
    "queens-pinned-on-diagonal-may-leave-it"
        "queens pinned on a diagonal may leave it"
        [Expose(|m| is_pinned_diagonally(m, kind::QUEEN))].forms(ExceptInCheck);
    "slider-pins-ignored"
        "pinned bishops, rooks and queens may leave the line of the pin"
        [Expose(|m| is_pin(m) && !matches!(m.kind(), kind::PAWN | kind::KNIGHT))].forms(ExceptInCheck);
    "pins-next-to-king-only"
        "pins are seen only if the pinned piece is next to the king"
        [Expose(|m| is_pin(m) && !m.is_next_to_king(m.mv.from))].forms(ExceptInCheck);
    "pins-of-pieces-next-to-king-ignored"
        "pins are not seen if the pinned piece is next to the king"
        [Expose(|m| is_pin(m) && m.is_next_to_king(m.mv.from))].forms(ExceptInCheck);
    "pinned-pieces-may-move-quietly"
        "pinned pieces may leave the line of the pin, but not to capture"
        [Expose(|m| is_pin(m) && !m.is_capture())].forms(ExceptInCheck);
    "pin-lines-are-united"
        "pinned pieces may move to the line of another pin"
        [Expose(|m| is_pin(m) && pin_lines(m) >> m.mv.to & 1 != 0)];
    Missing:
    "pinned-pieces-do-not-retreat"
        "pinned bishops, rooks and queens move only towards the piece that pins them"
        [Withhold(PINNED, |m| m.is_pinned() && m.is_slider() && nears_king(m))];
    "pinned-pieces-do-not-advance"
        "pinned bishops, rooks and queens move only towards their king, or capture the piece that pins them"
        [Withhold(PINNED, |m| m.is_pinned() && m.is_slider() && !nears_king(m) && !m.is_capture())];
    "pinned-pieces-only-retreat"
        "pinned pieces move only towards their king, and do not capture the piece that pins them"
        [Withhold(PINNED, |m| !m.is_king() && m.is_pinned() && !nears_king(m) && !m.mv.is_en_passant())];
    "pinned-pieces-only-capture-the-pinner"
        "pinned pieces move only to capture the piece that pins them"
        [Withhold(PINNED, |m| !m.is_king() && m.is_pinned() && !m.is_capture())];
    "pinned-bishops-never-move"
        "pinned bishops never move, not even along the line of the pin"
        [Withhold(PINNED, |m| m.kind() == kind::BISHOP && m.is_pinned())];
    "pinned-rooks-never-move"
        "pinned rooks never move, not even along the line of the pin"
        [Withhold(PINNED, |m| m.kind() == kind::ROOK && m.is_pinned())];
    "pinned-queens-never-move"
        "pinned queens never move, not even along the line of the pin"
        [Withhold(PINNED, |m| m.kind() == kind::QUEEN && m.is_pinned())];
    "queens-pinned-on-line-never-move"
        "queens pinned on a rank or a file never move, not even along it"
        [Withhold(PINNED, |m| m.kind() == kind::QUEEN && m.is_pinned_from(|square| m.is_straight_from_king(square)))];
    "queens-pinned-on-diagonal-never-move"
        "queens pinned on a diagonal never move, not even along it"
        [Withhold(PINNED, |m| m.kind() == kind::QUEEN && m.is_pinned_from(|square| !m.is_straight_from_king(square)))];
    "pieces-pinned-on-file-never-move"
        "pieces pinned on a file never move, not even along it"
        [Withhold(PINNED, |m| !m.is_king() && m.is_pinned_from(|square| m.is_on_file_of_king(square)))];
    "pieces-pinned-on-rank-never-move"
        "pieces pinned on a rank never move, not even along it"
        [Withhold(PINNED, |m| !m.is_king() && m.is_pinned_from(|square| {
            m.is_straight_from_king(square) && !m.is_on_file_of_king(square)
        }))];
    "pieces-pinned-on-diagonal-never-move"
        "pieces pinned on a diagonal never move, not even along it"
        [Withhold(PINNED, |m| !m.is_king() && m.is_pinned_from(|square| !m.is_straight_from_king(square)))];
    "pinned-pawns-do-not-capture"
        "pinned pawns do not capture the piece that pins them"
        [Withhold(PINNED.and(CAPTURE), |m| m.is_pawn_capture() && m.is_pinned())];
    "pins-seen-through-own-pieces"
        "pieces are taken for pinned although another piece of their side also shields the king"
        [Withhold(ANY, |m| is_screened(m, |second| is_of(second, m.board.turn)))];
    "pins-seen-through-enemy-pieces"
        "pieces are taken for pinned although an enemy piece also shields the king"
        [Withhold(ANY, |m| is_screened(m, |second| is_of(second, m.board.turn ^ 1)))];
    "rooks-pin-on-diagonals"
        "rooks are taken to pin pieces on diagonals"
        [Withhold(ANY, |m| is_pinned_by(m, piece(kind::ROOK, m.board.turn ^ 1), Some(false)))];
    "bishops-pin-on-lines"
        "bishops are taken to pin pieces on ranks and files"
        [Withhold(ANY, |m| is_pinned_by(m, piece(kind::BISHOP, m.board.turn ^ 1), Some(true)))];
    "own-sliders-pin"
        "pieces between their king and a bishop, rook or queen of their own side are taken for pinned"
        [Withhold(ANY, |m| [kind::BISHOP, kind::ROOK, kind::QUEEN].into_iter().any(|slider| {
            let straight = match slider {
                kind::BISHOP => Some(false),
                kind::ROOK => Some(true),
                _ => None,
            };
            is_pinned_by(m, piece(slider, m.board.turn), straight)
        }))];
    "blockers-on-line-pinned"
        "every piece on a line with its king and an enemy bishop, rook or queen is taken for pinned"
        [Withhold(ANY, |m| m.left_line().is_some_and(|(line, straight)| {
            let is_slider = |&square: &u8| is_enemy_slider(m, square, straight);
            let mut behind = line.iter().skip_while(|square| **square != m.mv.from);
            match m.form {
                0 => line.iter().any(is_slider),
                _ => behind.any(is_slider) && !m.mv.is_en_passant(),
            }
        }))].forms(Listed(&[
            "every piece on a line with its king and an enemy bishop, rook or queen is taken for pinned",
            "every piece between its king and an enemy bishop, rook or queen is taken for pinned, with any number of others, except to capture en passant",
        ]));
}

fn is_pinned_straight(m: &IllegalMove, kind: u8) -> bool {
    m.kind() == kind && pin_is_from(m, |square| m.is_straight_from_king(square))
}

fn is_pinned_by_queen(m: &IllegalMove, straight: bool) -> bool {
    pin_is_from(m, |square| {
        kind_of(m.after.at(square)) == kind::QUEEN && m.is_straight_from_king(square) == straight
    })
}

fn is_pinned_diagonally(m: &IllegalMove, kind: u8) -> bool {
    m.kind() == kind && pin_is_from(m, |square| !m.is_straight_from_king(square))
}

/// Whether the destination is nearer to the king.
fn nears_king(m: &LegalMove) -> bool {
    let distance = |square: u8| square.abs_diff(m.king());
    distance(m.mv.to) < distance(m.mv.from)
}

fn is_enemy_slider(m: &LegalMove, square: u8, straight: bool) -> bool {
    let standing = m.board.at(square);
    let slider = if straight { kind::ROOK } else { kind::BISHOP };
    is_of(standing, m.board.turn ^ 1) && [slider, kind::QUEEN].contains(&kind_of(standing))
}

/// Whether the moving piece and just one other piece, of which this is true, are between their king and
/// an enemy slider, and the move leaves that line.
fn is_screened(m: &LegalMove, is_screen: impl Fn(u8) -> bool) -> bool {
    m.left_line()
        .is_some_and(|(line, straight)| match line[..] {
            [first, second, slider, ..] => {
                let other = if first == m.mv.from { second } else { first };
                let is_between = [first, second].contains(&m.mv.from);
                is_between && is_screen(m.board.at(other)) && is_enemy_slider(m, slider, straight)
            }
            _ => false,
        })
}

/// Whether the moving piece leaves the line between its king and this piece, if that line is straight or
/// not as given.
fn is_pinned_by(m: &LegalMove, pinner: u8, on_straight: Option<bool>) -> bool {
    m.left_line()
        .is_some_and(|(line, straight)| match line[..] {
            [first, second, ..] => {
                let on_line = on_straight.is_none_or(|wanted| wanted == straight);
                first == m.mv.from && on_line && m.board.at(second) == pinner
            }
            _ => false,
        })
}

/// The squares between the king and each piece that pins another one, and the squares of these pieces.
fn pin_lines(m: &IllegalMove) -> u64 {
    let us = m.before.turn;
    let king = m.before.kings[usize::from(us)];
    let mut lines = 0;
    for ray in RAYS.get(usize::from(king)).into_iter().flatten() {
        let ray = ray.as_slice();
        let mut occupied = ray.iter().filter(|&&square| m.before.at(square) != EMPTY);
        let (Some(&pinned), Some(&pinner)) = (occupied.next(), occupied.next()) else {
            continue;
        };
        let attackers = m
            .sight
            .attackers_without(m.before, 1 << pinned, king, us ^ 1);
        if is_of(m.before.at(pinned), us) && attackers >> pinner & 1 != 0 {
            let line = ray.iter().take_while(|&&square| square != pinner);
            lines |= line.fold(1 << pinner, |line, square| line | 1 << square);
        }
    }
    lines
}
