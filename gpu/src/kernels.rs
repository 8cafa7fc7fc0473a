//! The source of the kernels: one text for CUDA and for OpenCL.

/// A set of kernels that are compiled together: no user waits for those that are not needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// Counting, with the differential node.
    Count,
    /// Counting, with every move made.
    CountByMaking,
    /// Random lines.
    Walk,
}

impl Program {
    /// All programs.
    pub const ALL: [Program; 3] = [Program::Count, Program::CountByMaking, Program::Walk];

    /// The source, in the common subset of CUDA C++ and OpenCL C.
    ///
    /// ```
    /// use gpu::Program;
    /// assert!(Program::Count.source().contains("KERNEL two_plies("));
    /// ```
    pub fn source(self) -> String {
        let common = [
            include_str!("../kernels/portable.h"),
            include_str!("../kernels/position.h"),
            include_str!("../kernels/legal.h"),
            include_str!("../kernels/differential.h"),
        ];
        let expand = include_str!("../kernels/expand.h");
        let table = include_str!("../kernels/table.h");
        let own: &[&str] = match self {
            Program::Count => &[expand, table, include_str!("../kernels/two_plies.h")],
            Program::CountByMaking => &[expand, table, include_str!("../kernels/each_move.h")],
            Program::Walk => &[include_str!("../kernels/walk.h")],
        };
        common.iter().chain(own).copied().collect()
    }
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
    CountQueue,
    AddReplies,
    CountWithoutQueue,
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
    pub(crate) const ALL: [Kernel; 18] = [
        Kernel::ListAll,
        Kernel::CountChildren,
        Kernel::ScanSums,
        Kernel::ScanApply,
        Kernel::Expand,
        Kernel::CountOnePly,
        Kernel::TwoPlies,
        Kernel::CountQueue,
        Kernel::AddReplies,
        Kernel::CountWithoutQueue,
        Kernel::TwoPliesByMaking,
        Kernel::SumUp,
        Kernel::Claim,
        Kernel::SelectWanted,
        Kernel::ListWanted,
        Kernel::CopyCounts,
        Kernel::StoreCounts,
        Kernel::Walk,
    ];

    /// Whether the kernel belongs to the program.
    pub(crate) fn is_in(self, program: Program) -> bool {
        match self {
            Kernel::Walk => program == Program::Walk,
            Kernel::TwoPlies
            | Kernel::CountQueue
            | Kernel::AddReplies
            | Kernel::CountWithoutQueue => program == Program::Count,
            Kernel::TwoPliesByMaking => program == Program::CountByMaking,
            _ => program != Program::Walk,
        }
    }

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
            Kernel::CountQueue => "count_queue",
            Kernel::AddReplies => "add_replies",
            Kernel::CountWithoutQueue => "count_without_queue",
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
    fn every_kernel_is_in_its_programs_and_has_its_number() {
        for (number, kernel) in Kernel::ALL.into_iter().enumerate() {
            assert_eq!(kernel as usize, number);
            for program in Program::ALL {
                let has = program
                    .source()
                    .contains(&format!("KERNEL {}(", kernel.name()));
                assert_eq!(has, kernel.is_in(program), "{kernel:?} in {program:?}");
            }
        }
    }
}
