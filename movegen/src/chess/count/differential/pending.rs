//! The moves of a differential node that are not summed up: how an instruction set receives and counts them.

use super::lanes::Lanes;
use crate::chess::PieceKind;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::count::instruction_set::InstructionSet;

/// What an instruction set does with the moves of a node that are not summed up.
pub(crate) trait Node: Lanes + InstructionSet<Pending: PendingMoves> {
    /// Counts the replies to a move that has been made, or leaves it pending.
    fn add_child<U: Side>(self, child: &Board, pending: &mut Self::Pending);
    /// Counts the replies that capture a double push en passant: see
    /// [`en_passant_replies`](super::en_passant_replies).
    fn en_passant_replies<U: Side>(self, board: &Board, from: usize, to: usize) -> u64;
    /// Announces that moves on this board will be added.
    fn begin_node<U: Side>(self, board: &Board, pending: &mut Self::Pending);
    /// Announces that all moves on this board have been added.
    fn end_node<U: Side>(self, board: &Board, pending: &mut Self::Pending);
}

/// The targets of moves that the formula for regular moves does not cover.
#[derive(Clone, Copy)]
pub(crate) struct Targets {
    pub irregular: u64,
    /// Targets of [zone moves](super::zone). These are also counted as regular moves: what differs is
    /// added. Empty unless zone moves are treated apart.
    pub zone: u64,
}

impl Targets {
    /// Targets of irregular moves.
    #[inline(always)]
    pub(crate) fn irregular(irregular: u64) -> Targets {
        Targets { irregular, zone: 0 }
    }
}

/// The moves of a node whose replies are counted later.
pub(crate) trait PendingMoves {
    /// Adds moves of one piece.
    fn add_moves<const ZONE: bool>(&mut self, from: usize, targets: Targets);
    /// Adds moves of pawns that have all moved by `offset` squares.
    fn add_pawn_moves<const ZONE: bool>(&mut self, targets: Targets, offset: i32);
    /// Adds promotions to one kind of piece, by pawns that have moved by `offset` squares.
    fn add_promotions<const ZONE: bool>(&mut self, kind: PieceKind, targets: Targets, offset: i32);
}
