//! What several test modules share.

pub(crate) mod acting;
pub(crate) mod canopy;
pub(crate) mod classic;
pub(crate) mod count;
pub(crate) mod healthy;
pub(crate) mod naive;
pub(crate) mod naive_hive;
pub(crate) mod random;
pub(crate) mod reasons;
pub(crate) mod skip;
pub(crate) mod suite;
pub(crate) mod sweep;
