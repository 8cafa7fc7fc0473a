//! What is true of any board: squares, pieces, moves, bitboards, attacks.

pub(super) mod attacks;
pub(super) mod bitboard;
pub(super) mod bitboards;
pub(super) mod castling_style;
pub(super) mod color;
pub(super) mod move_list;
pub(super) mod mv;
pub(super) mod piece;
pub(super) mod setup;
pub(super) mod square;
pub(super) mod uci_move;
pub(super) mod zobrist;
