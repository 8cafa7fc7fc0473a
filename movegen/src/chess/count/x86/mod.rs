//! The kernels for x86-64.
//!
//! | module | CPU features | method |
//! |---|---|---|
//! | [`bmi2`] | BMI2 | the differential node by [lookups]: slider attacks and sums along lines by one `pext` and one load |
//! | [`avx2`] | AVX2 | the [differential node](super::differential), one piece and one irregular move at a time |
//! | [`avx512`] | AVX-512, GFNI | the differential node, eight pieces and eight irregular moves at a time; one piece at a time on boards with few |
//!
//! [`popcnt`] is for scalar code on CPUs without a fast `pext`.
//!
//! Every instruction set is a zero-sized proof that the CPU has its features. Only
//! [`Detect::detect`](super::instruction_set::Detect::detect) makes one, and each `unsafe` call of a function
//! that is compiled for CPU features refers to that proof.
#![allow(unsafe_code)]

mod avx2;
mod avx512;
mod bmi2;
mod lookups;
mod popcnt;
mod slow_pext;

pub(super) use avx2::Avx2;
pub(super) use avx512::Avx512;
pub(super) use bmi2::Bmi2;
pub(super) use popcnt::Popcnt;

/// Lists those of the given CPU features that this CPU lacks. The standard library caches them.
macro_rules! lacking {
    ($($feature:tt),+ $(,)?) => {{
        let mut lacking = Vec::new();
        $(if !std::arch::is_x86_feature_detected!($feature) {
            lacking.push($feature);
        })+
        lacking
    }};
}
use lacking;
