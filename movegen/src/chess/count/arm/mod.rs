//! The kernel for AArch64.
//!
//! | module | CPU features | method |
//! |---|---|---|
//! | [`neon`] | NEON | the [differential node](super::differential), one piece and one irregular move at a time |
//! | [`reversal`] | | slider attacks by subtraction, on the occupied squares and on their reversal |
//!
//! As on x86-64, an instruction set is a zero-sized proof that the CPU has its features, made by
//! [`Detect::detect`](super::instruction_set::Detect::detect) only.
#![allow(unsafe_code)]

mod neon;
mod reversal;

pub(super) use neon::Neon;
