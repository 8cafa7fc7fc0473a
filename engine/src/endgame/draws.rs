//! Advantages that do not win, or rarely.

use movegen::chess::{Color, PieceKind, Position, Square};

use super::board::{count, distance};
use crate::draw::DARK_SQUARES;

/// A nominal advantage, in centipawns: the side with more material should not offer a draw.
const NOMINAL: i32 = 8;

/// The value for the side with more men against a lone king, if it cannot win by force: two
/// knights, only bishops of one color, or rook pawns whose promotion square the lone king holds.
pub(super) fn cannot_win(position: &Position, strong: Color) -> Option<i32> {
    let men = position.occupied().len();
    if men == 2 {
        return Some(0);
    }
    let minors = count(position, PieceKind::Knight) + count(position, PieceKind::Bishop);
    let bishops = position.pieces(PieceKind::Bishop);
    let same_color = (bishops & DARK_SQUARES).is_empty() || (bishops - DARK_SQUARES).is_empty();
    let two_knights = men == 4 && count(position, PieceKind::Knight) == 2;
    let bishops_only = men == bishops.len() + 2 && same_color;
    let single_minor = men <= 3 && minors as u32 == men - 2;
    let drawn = two_knights || bishops_only || single_minor || holds_rook_pawns(position, strong);
    drawn.then_some(NOMINAL)
}

/// Whether the lone king stands on the promotion square of rook pawns, or next to it, and no bishop
/// of the square's color drives it away. Pieces other than pawns and bishops would.
fn holds_rook_pawns(position: &Position, strong: Color) -> bool {
    let pawns = position.pieces(PieceKind::Pawn);
    let bishops = position.pieces(PieceKind::Bishop);
    let Some(pawn) = pawns.first() else {
        return false;
    };
    let file = pawn.file();
    if !matches!(file.index(), 0 | 7)
        || pawns.into_iter().any(|other| other.file() != file)
        || position.occupied().len() != 2 + pawns.len() + bishops.len()
    {
        return false;
    }
    let corner = Square::new(file, movegen::chess::Rank::Eighth.relative_to(strong));
    let guards = if DARK_SQUARES.contains(corner) {
        bishops & DARK_SQUARES
    } else {
        bishops - DARK_SQUARES
    };
    guards.is_empty() && distance(position.king(!strong), corner) <= 1
}

/// By what to divide the evaluation where neither side has pawns and none is ahead by more than a
/// minor piece: such endings are drawn in general.
pub(super) fn unlikely_win(position: &Position) -> Option<i32> {
    if count(position, PieceKind::Pawn) > 0 {
        return None;
    }
    let [white, black] = Color::ALL.map(|color| material(position, color));
    let (more, less) = (white.max(black), white.min(black));
    if more - less > MINOR {
        return None;
    }
    let heavy = count(position, PieceKind::Rook) + count(position, PieceKind::Queen);
    Some(if heavy == 0 {
        16
    } else if less <= MINOR {
        // A rook against a minor piece.
        8
    } else {
        4
    })
}

/// The value of a minor piece, in [`material`].
const MINOR: i32 = 3;

/// Material in pawns, without pawns.
fn material(position: &Position, color: Color) -> i32 {
    let own = position.colors(color);
    [
        (PieceKind::Knight, MINOR),
        (PieceKind::Bishop, MINOR),
        (PieceKind::Rook, 5),
        (PieceKind::Queen, 9),
    ]
    .into_iter()
    .map(|(kind, value)| value * (position.pieces(kind) & own).len() as i32)
    .sum()
}
