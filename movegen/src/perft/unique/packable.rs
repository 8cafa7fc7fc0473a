//! Games whose positions have a compact form.

use crate::perft::Tree;

/// A game whose positions have a compact form.
pub trait Packable: Tree {
    /// The compact form. Equal for two positions if and only if
    /// [`plays_like`](Tree::plays_like) holds. Its default value stands for no position.
    type Packed: Copy + Default + Eq + Send + Sync;

    /// The compact form of the position.
    fn pack(&self) -> Self::Packed;

    /// The position with this compact form.
    fn unpack(packed: &Self::Packed) -> Self;

    /// A move in 15 bits.
    fn step(mv: Self::Move) -> u16;

    /// The compact form of the position after a move, which is given as [`step`](Packable::step)
    /// returns it.
    fn packed_child(packed: &Self::Packed, step: u16) -> Self::Packed;
}
