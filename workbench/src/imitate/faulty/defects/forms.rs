//! What several defects have in common: edges, kinds of pieces, directions.

use super::super::board::{EMPTY, kind};

/// The kinds of pieces in the plural, by their numbers less one.
pub(super) const PIECES: [&str; 6] = ["pawns", "knights", "bishops", "rooks", "queens", "kings"];

/// The kind of sliding piece that a form is limited to, by its number; `EMPTY` for all of them.
pub(super) const fn slider_of(form: u8) -> u8 {
    match form % 4 {
        1 => kind::BISHOP,
        2 => kind::ROOK,
        3 => kind::QUEEN,
        _ => EMPTY,
    }
}

/// What that piece is called.
pub(super) fn sliders(form: u8) -> &'static str {
    match slider_of(form) {
        EMPTY => "bishops, rooks and queens",
        slider => PIECES[usize::from(slider) - 1],
    }
}

/// Two different pieces to which a pawn can promote, by the number of a form: all twelve pairs.
pub(super) const fn promoted(form: u8) -> (u8, u8) {
    let (one, other) = (kind::KNIGHT + form / 3, kind::KNIGHT + form % 3);
    (one, if other >= one { other + 1 } else { other })
}

/// What a promoted piece is called.
pub(super) fn promoted_name(kind: u8) -> &'static str {
    match kind {
        kind::KNIGHT => "a knight",
        kind::BISHOP => "a bishop",
        kind::ROOK => "a rook",
        _ => "a queen",
    }
}

/// Whether a form is limited to pawns that stand in the way of a sliding piece.
pub(super) const fn only_pawns(form: u8) -> bool {
    form >= 4
}

/// What stands in the way.
pub(super) fn in_the_way(form: u8) -> &'static str {
    if only_pawns(form) { "pawns" } else { "pieces" }
}

/// Whether a file is one of those that a form is limited to: both edges, the a-file or the h-file.
pub(super) const fn is_edge(file: u8, form: u8) -> bool {
    match form % 3 {
        1 => file == 0,
        2 => file == 7,
        _ => file == 0 || file == 7,
    }
}

/// What these files are called.
pub(super) fn edge(form: u8) -> &'static str {
    ["the a-file and the h-file", "the a-file", "the h-file"][usize::from(form % 3)]
}

/// A step from d4, as the squares of an example: "d4-e6".
pub(super) fn example(step: (i8, i8)) -> String {
    format!("d4-{}", from_d4(step))
}

/// The square at this distance from d4.
pub(super) fn from_d4((right, up): (i8, i8)) -> String {
    let letter = char::from(b'd'.saturating_add_signed(right));
    format!("{letter}{}", 4 + up)
}
