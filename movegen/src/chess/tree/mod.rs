//! A position as a tree whose leaves can be counted: see [`Tree`](crate::perft::Tree).

mod children;
mod choose;
mod keys;
pub(super) mod packed;
mod side_keys;
