//! What the black-box tests share.
//!
//! Every test binary compiles this module for itself and needs only a part of it, so what one of
//! them leaves unused is not dead: hence the one `allow`.
#![allow(dead_code)]

pub(crate) mod count;
pub(crate) mod naive;
pub(crate) mod random;
pub(crate) mod suite;
