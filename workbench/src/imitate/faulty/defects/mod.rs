//! The known defects of rules and of state: one row for each, in one table for each family.

mod castling;
mod checks;
mod en_passant;
mod ending;
mod evasions;
mod exposed;
mod extra;
mod forms;
mod king;
mod make;
mod missing;
mod pawns;
mod piece_lists;
mod pieces;
mod pins;
mod promotion;
mod sides;
mod sight;
mod unmake;
mod wraps;

use super::defect::GeneratorDefect;

/// All defects, in the order in which they are compared with answers.
pub(super) fn all() -> impl Iterator<Item = &'static GeneratorDefect> {
    [
        missing::DEFECTS,
        extra::DEFECTS,
        exposed::DEFECTS,
        sight::DEFECTS,
        make::DEFECTS,
        unmake::DEFECTS,
        ending::DEFECTS,
        en_passant::DEFECTS,
        promotion::DEFECTS,
        pawns::DEFECTS,
        king::DEFECTS,
        pins::DEFECTS,
        evasions::DEFECTS,
        castling::DEFECTS,
        pieces::DEFECTS,
        sides::DEFECTS,
        checks::DEFECTS,
    ]
    .into_iter()
    .flatten()
}
