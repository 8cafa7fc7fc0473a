//! The rules: valid positions, their legal moves, and how a game ends.

pub(super) mod danger;
pub(super) mod en_passant;
mod flip;
pub(super) mod gives_check;
pub(super) mod king_view;
pub(super) mod legal;
pub(super) mod outcome;
pub(super) mod piece_moves;
mod play;
pub(super) mod position;
pub(super) mod pseudo_legal;
pub mod random;
mod reachability;
pub(super) mod report_order;
mod start;
pub(super) mod validate;
