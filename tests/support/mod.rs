//! What the black-box tests share.
//!
//! Every test binary compiles this module for itself and needs only a part of it, so what one of
//! them leaves unused is not dead: hence this `allow`.
#![allow(dead_code, unused_imports)]

pub(crate) mod canopy;
pub(crate) mod count;
pub(crate) mod naive;
pub(crate) mod naive_hive;
pub(crate) mod random;
pub(crate) mod suite;
