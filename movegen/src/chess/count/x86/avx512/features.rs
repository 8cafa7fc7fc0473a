//! The CPU features of the kernel.

use crate::chess::count::instruction_set::Detect;
use crate::chess::count::x86::{Bmi2, lacking};

/// Proof that this CPU has BMI2 and the parts of AVX-512 that the differential node uses. `ONE_BY_ONE` selects the
/// way to classify pieces: `true` that of [sparse](super::sparse) boards, `false` eight at a time.
#[derive(Clone, Copy)]
pub(crate) struct Avx512<const ONE_BY_ONE: bool = false>(pub(super) Bmi2);

impl Detect for Avx512 {
    fn lacking() -> Vec<&'static str> {
        let mut lacking = Bmi2::lacking();
        // For the compiler `avx512f` implies AVX2, FMA and F16C.
        lacking.extend(lacking!(
            "avx2",
            "fma",
            "f16c",
            "avx512f",
            "avx512bw",
            "avx512cd",
            "avx512dq",
            "avx512vbmi",
            "avx512vbmi2",
            "avx512vpopcntdq",
            "avx512bitalg",
            "gfni",
        ));
        lacking
    }

    fn detect() -> Option<Avx512> {
        let bmi2 = Bmi2::detect()?;
        Avx512::lacking().is_empty().then_some(Avx512(bmi2))
    }
}
