//! The choice of CPU features for a task.

use super::cpu::{Cpu as _, Task};
#[cfg(target_arch = "x86_64")]
use super::instruction_set::Detect as _;
#[cfg(target_arch = "x86_64")]
use super::x86::{Bmi2, Popcnt};
use crate::chess::board::attacks::Portable;

/// Runs the task, compiled for the features of this CPU.
#[inline]
pub(crate) fn run_task<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(bmi2) = Bmi2::detect() {
            return bmi2.run(task);
        }
        if let Some(popcnt) = Popcnt::detect() {
            return popcnt.run(task);
        }
    }
    Portable.run(task)
}
