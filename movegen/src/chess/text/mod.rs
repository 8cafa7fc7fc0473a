//! Positions and moves as text.

pub(super) mod diagram;
pub(super) mod fen;
pub(super) mod position_fen;
pub(super) mod position_text;
pub(super) mod san;
pub(super) mod uci;
pub(super) mod variant_sign;
mod verdict;
