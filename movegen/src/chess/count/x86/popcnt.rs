//! POPCNT alone: for scalar code on CPUs without a fast `pext`.

use crate::chess::board::attacks::{self, Sliders};
use crate::chess::count::cpu::{Cpu, Task};

/// Proof that this CPU has POPCNT. Only [`Popcnt::detect`] makes one.
#[derive(Clone, Copy)]
pub(crate) struct Popcnt(());

impl Popcnt {
    /// Returns the proof if the CPU has POPCNT.
    pub(crate) fn detect() -> Option<Popcnt> {
        std::arch::is_x86_feature_detected!("popcnt").then_some(Popcnt(()))
    }
}

impl Sliders for Popcnt {
    #[inline(always)]
    fn rook(self, square: usize, occupied: u64) -> u64 {
        attacks::rook(square, occupied)
    }

    #[inline(always)]
    fn bishop(self, square: usize, occupied: u64) -> u64 {
        attacks::bishop(square, occupied)
    }
}

impl Cpu for Popcnt {
    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        // SAFETY: `self` proves that the CPU has the feature that `run_popcnt` is compiled for.
        unsafe { run_popcnt(self, task) }
    }
}

#[target_feature(enable = "popcnt")]
fn run_popcnt<T: Task>(popcnt: Popcnt, task: T) -> T::Output {
    task.run_on(popcnt)
}
