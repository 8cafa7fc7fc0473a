//! Squares that pieces reach around the edge of the board.

use super::super::board::{KING, KNIGHT, NONE, file};

/// The squares on which a pawn captures if its captures wrap around the edge: on both edges (form 0),
/// from the a-file (1) or from the h-file (2) only.
pub(super) fn pawn_wraps(from: u8, us: u8, form: u8) -> impl Iterator<Item = u8> {
    let up = if us == 0 { 8 } else { -8 };
    let edges = [(0, -1, 2), (7, 1, 1)];
    edges
        .into_iter()
        .filter(move |&(edge, _, other)| file(from) == edge && form != other)
        .filter_map(move |(_, right, _)| at_distance(from, up + right))
}

/// The squares that a knight reaches only around the edge of the board.
pub(super) fn knight_wraps(from: u8) -> impl Iterator<Item = u8> {
    wraps(from, [6, 10, 15, 17], KNIGHT[usize::from(from)].as_slice())
}

/// The squares that a king reaches only around the edge of the board.
pub(super) fn king_wraps(from: u8) -> impl Iterator<Item = u8> {
    wraps(from, [1, 7, 8, 9], KING[usize::from(from)].as_slice())
}

/// The squares on the board at these distances that are not among the proper ones.
fn wraps(from: u8, distances: [i8; 4], proper: &[u8]) -> impl Iterator<Item = u8> {
    distances
        .into_iter()
        .flat_map(|distance| [distance, -distance])
        .filter_map(move |distance| at_distance(from, distance))
        .filter(move |to| !proper.contains(to))
}

/// The square with this difference of numbers, if there is one.
pub(super) fn at_distance(from: u8, distance: i8) -> Option<u8> {
    let to = u8::try_from(from as i8 + distance).ok();
    to.filter(|&to| to < NONE)
}
