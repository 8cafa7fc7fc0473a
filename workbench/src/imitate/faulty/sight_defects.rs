//! Defects in the test whether a square is attacked.

use super::board::{kind, piece, rank};
use super::defect::Slip;
use super::extra::{king_wraps, knight_wraps, pawn_wraps};
use super::sight::{DIAGONAL, STRAIGHT, Sight, TO_PAWNS, only};

/// What a program with this defect sees.
pub(super) fn sight(slip: Slip, colors: u8, form: u8) -> Sight {
    let mut sight = Sight::perfect();
    for color in [0, 1] {
        if colors >> color & 1 != 0 {
            change(&mut sight, slip, color, form);
        }
    }
    sight
}

fn change(sight: &mut Sight, slip: Slip, color: u8, form: u8) {
    let sliders = [kind::BISHOP, kind::ROOK, kind::QUEEN];
    match slip {
        Slip::PawnsUnseen => sight.hide(&[kind::PAWN], color, 0..8),
        Slip::KnightsUnseen => sight.leaps &= !only(kind::KNIGHT, color),
        Slip::KnightStepUnseen => sight.missing_leaps[usize::from(color)] |= 1 << form,
        Slip::KingStepUnseen => {
            let way = usize::from(form);
            sight.hide(&[kind::KING], color, way..way + 1);
        }
        Slip::BishopsUnseen => sight.hide(&[kind::BISHOP], color, 0..8),
        Slip::RooksUnseen => sight.hide(&[kind::ROOK], color, 0..8),
        Slip::QueensUnseen => sight.hide(&[kind::QUEEN], color, 0..8),
        Slip::QueenDiagonalsUnseen => sight.hide(&[kind::QUEEN], color, DIAGONAL),
        Slip::QueenStraightsUnseen => sight.hide(&[kind::QUEEN], color, STRAIGHT),
        Slip::DiagonalsUnseen => sight.hide(&[kind::BISHOP, kind::QUEEN], color, DIAGONAL),
        Slip::StraightsUnseen => sight.hide(&[kind::ROOK, kind::QUEEN], color, STRAIGHT),
        Slip::KingsUnseen => sight.hide(&[kind::KING], color, 0..8),
        Slip::PawnsSeenBackward => {
            sight.hide(&[kind::PAWN], color, 0..8);
            for way in TO_PAWNS[usize::from(color ^ 1)] {
                sight.lines[1][way] |= only(kind::PAWN, color);
            }
        }
        Slip::PawnsSeenOnOneSide => {
            let way = TO_PAWNS[usize::from(color)][usize::from(form)];
            sight.hide(&[kind::PAWN], color, way..way + 1);
        }
        Slip::FilesUnseen => sight.hide(&[kind::ROOK, kind::QUEEN], color, 0..2),
        Slip::RanksUnseen => sight.hide(&[kind::ROOK, kind::QUEEN], color, 2..4),
        Slip::DistantSlidersUnseen => sight.reach[usize::from(color)] = 6 - usize::from(form),
        Slip::PawnPushesSeen => {
            // The pawn stands below the square if it is White's, above it if it is Black's.
            let way = usize::from(color == 0);
            sight.lines[1][way] |= only(kind::PAWN, color);
        }
        Slip::AdjacentSlidersUnseen => {
            for way in 0..8 {
                for kind in sliders {
                    sight.lines[1][way] &= !only(kind, color);
                }
            }
        }
        Slip::PawnCapturesWrap if form >= 3 => {
            for from in 0..64 {
                if matches!(rank(from, color), 0 | 7) {
                    continue;
                }
                for to in pawn_wraps(from, color, form - 3) {
                    sight.wraps.push((piece(kind::PAWN, color), from, to));
                }
            }
        }
        Slip::KnightWraps if form == 1 => {
            for from in 0..64 {
                for to in knight_wraps(from) {
                    sight.wraps.push((piece(kind::KNIGHT, color), from, to));
                }
            }
        }
        Slip::KingWraps if form == 1 => {
            for from in 0..64 {
                for to in king_wraps(from) {
                    sight.wraps.push((piece(kind::KING, color), from, to));
                }
            }
        }
        _ => {}
    }
}

impl Sight {
    /// Removes these pieces of a colour from some directions.
    fn hide(&mut self, kinds: &[u8], color: u8, ways: std::ops::Range<usize>) {
        for &kind in kinds {
            for lines in &mut self.lines {
                for pieces in &mut lines[ways.clone()] {
                    *pieces &= !only(kind, color);
                }
            }
        }
    }
}
