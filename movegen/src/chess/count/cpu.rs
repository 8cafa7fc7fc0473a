//! Scalar code that is compiled for the features of the CPU on which it runs.
//!
//! The x86-64 baseline has no `popcnt` and no `pext`. [`run_task`](super::run_task) chooses once for
//! each job; a recursion then calls [`Cpu::run`] for each node, so that one function for each side is
//! compiled for the features, and everything else is inlined into it.

use crate::chess::board::attacks::{Portable, Sliders};

/// A piece of work for any CPU.
pub(crate) trait Task {
    /// The result.
    type Output;

    /// Does the work. Implementations are `#[inline(always)]`, so that they are compiled for the
    /// features of `cpu`.
    fn run_on<C: Cpu>(self, cpu: C) -> Self::Output;
}

/// A set of CPU features, with the fastest lookup of slider attacks. A value proves that the CPU has
/// the features.
pub(crate) trait Cpu: Sliders {
    /// Runs the task, compiled for the features.
    fn run<T: Task>(self, task: T) -> T::Output;
}

impl Cpu for Portable {
    #[inline]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run_on(self)
    }
}
