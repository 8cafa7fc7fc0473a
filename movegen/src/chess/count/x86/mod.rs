//! The kernels for x86-64: sliders by one `pext` and one load, and the differential node on the wide
//! registers of AVX2 and AVX-512. The only unsafe code of the project.
#![allow(unsafe_code)]

mod avx2;
mod avx512;
mod bmi2;
mod slow_pext;

pub(super) use avx2::Avx2;
pub(super) use avx512::Avx512;
pub(super) use bmi2::Bmi2;

/// Those of the listed CPU features that this CPU lacks. Cheap: the standard library caches them.
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
