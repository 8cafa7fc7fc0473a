//! Positions and moves as text.

pub(super) mod diagram;
pub(super) mod fen;
pub(super) mod position_fen;
pub(super) mod position_text;
pub(super) mod san;
pub(super) mod uci;
mod verdict;
