//! Where the pieces are.

use super::hex::Hex;
use super::{Bug, Color, Piece};

/// Where a piece is: in hand, or on a hex at a level, which is the number of pieces beneath it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place(u16);

impl Place {
    pub(crate) const HAND: Place = Place(u16::MAX);

    #[inline(always)]
    pub(crate) const fn on(hex: Hex, level: u8) -> Place {
        Place(hex.index() as u16 | (level as u16) << 10)
    }

    #[inline(always)]
    pub(crate) fn is_hand(self) -> bool {
        self == Place::HAND
    }

    /// The hex of a piece that is not in hand.
    #[inline(always)]
    pub(crate) const fn hex(self) -> Hex {
        Hex::from_index(self.0 as usize)
    }

    /// The number of pieces beneath.
    #[inline(always)]
    pub(crate) const fn level(self) -> u8 {
        (self.0 >> 10) as u8
    }
}

/// The places of the pieces by index. The array is padded with places in hand, so that an index of
/// 5 bits needs no bounds check.
pub(crate) type Places = [Place; 32];

/// Whether the next move depends on the fact that `mover` moved `piece` to `to`. It does if a piece
/// of the opponent was thrown, which cannot move next, or if the opponent has a pillbug or mosquito
/// beside the piece, which cannot be thrown next. Otherwise the fact is not stored, so that more
/// positions are equal. A piece that was just placed touches no enemy piece, so it cannot be thrown.
#[inline(always)]
pub(super) fn stuns(places: &Places, mover: Color, piece: Piece, to: Hex) -> bool {
    if places[piece.index()].is_hand() {
        return false;
    }
    if piece.color() != mover {
        return true;
    }
    [Bug::Mosquito, Bug::Pillbug].into_iter().any(|bug| {
        let place = places[Piece::new(!mover, bug, 1).index()];
        !place.is_hand() && to.neighbours().contains(&place.hex())
    })
}
