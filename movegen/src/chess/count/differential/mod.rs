//! The differential node: the replies to most moves are one sum away from the replies to a pass.

mod analysis;
mod irregular;
mod node;
pub(crate) mod wide;

pub(crate) use analysis::{Analysis, shift};
pub(crate) use irregular::taken_en_passant;
pub(crate) use node::{depth_two, if_in};
