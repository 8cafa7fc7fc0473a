//! The source of the kernels: one text for CUDA and for OpenCL.

/// The parts in the order in which they are compiled.
const PARTS: [&str; 7] = [
    include_str!("../kernels/portable.h"),
    include_str!("../kernels/position.h"),
    include_str!("../kernels/legal.h"),
    include_str!("../kernels/differential.h"),
    include_str!("../kernels/expand.h"),
    include_str!("../kernels/table.h"),
    include_str!("../kernels/walk.h"),
];

/// The source of all kernels, in the common subset of CUDA C++ and OpenCL C.
///
/// ```
/// assert!(gpu::kernel_source().contains("KERNEL two_plies("));
/// ```
pub fn kernel_source() -> String {
    PARTS.concat()
}

/// A kernel of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kernel {
    ListAll,
    CountChildren,
    ScanSums,
    ScanApply,
    Expand,
    CountOnePly,
    TwoPlies,
    TwoPliesByMaking,
    SumUp,
    Claim,
    SelectWanted,
    ListWanted,
    CopyCounts,
    StoreCounts,
    Walk,
}

impl Kernel {
    /// All kernels, by their number.
    pub(crate) const ALL: [Kernel; 15] = [
        Kernel::ListAll,
        Kernel::CountChildren,
        Kernel::ScanSums,
        Kernel::ScanApply,
        Kernel::Expand,
        Kernel::CountOnePly,
        Kernel::TwoPlies,
        Kernel::TwoPliesByMaking,
        Kernel::SumUp,
        Kernel::Claim,
        Kernel::SelectWanted,
        Kernel::ListWanted,
        Kernel::CopyCounts,
        Kernel::StoreCounts,
        Kernel::Walk,
    ];

    /// The name in the source.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kernel::ListAll => "list_all",
            Kernel::CountChildren => "count_children",
            Kernel::ScanSums => "scan_sums",
            Kernel::ScanApply => "scan_apply",
            Kernel::Expand => "expand",
            Kernel::CountOnePly => "count_one_ply",
            Kernel::TwoPlies => "two_plies",
            Kernel::TwoPliesByMaking => "two_plies_by_making",
            Kernel::SumUp => "sum_up",
            Kernel::Claim => "claim",
            Kernel::SelectWanted => "select_wanted",
            Kernel::ListWanted => "list_wanted",
            Kernel::CopyCounts => "copy_counts",
            Kernel::StoreCounts => "store_counts",
            Kernel::Walk => "walk",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kernel_is_in_the_source_and_has_its_number() {
        let source = kernel_source();
        assert_eq!(source.matches("KERNEL ").count(), Kernel::ALL.len() + 2);
        for (number, kernel) in Kernel::ALL.into_iter().enumerate() {
            assert_eq!(kernel as usize, number);
            assert!(source.contains(&format!("KERNEL {}(", kernel.name())));
        }
    }
}
