//! Perft on GPUs, with CUDA or OpenCL loaded at run time.
//!
//! [`Devices::find`] looks for devices, [`DeviceCounter`] counts the last plies of a
//! [`Perft`](movegen::perft::Perft) on them, and [`DeviceWalker`] draws random lines for
//! [estimates](movegen::perft::estimate).
//!
//! # Method
//!
//! The tree is expanded breadth first. A level has the positions with one remaining depth; the host expands it in
//! parts whose children fit into the memory of the level below. Two plies above the leaves, one kernel counts both
//! plies of a position by the differential node; the moves that it does not cover are queued, and another kernel counts
//! the replies to them. The counts are added up from level to level.
//!
//! With tables, equal positions of a level are counted once, and counts are kept in a table for each remaining
//! depth. Positions of a level are compared in full; a probe of a table errs with a probability of at most 2^-64.
//!
//! The kernels are one source for both APIs ([`Program::source`]). A position takes 32 bytes and is stored from the
//! view of the side to move, so that there is one generator and not one for each side. The breadth-first method and the fused last
//! plies are those of Ankan Banerjee's `perft_gpu` (2013); Canopy's kernels are written anew. The differential node is
//! explained in `movegen/src/chess/count/differential/mod.rs`.
//!
//! # Errors
//!
//! A count on devices is exact or there is none. A device that runs out of memory continues with half of it; if it
//! fails, the other devices continue, and after the last one the CPU.

mod backend;
mod counter;
mod cuda;
mod devices;
mod expansion;
mod kernels;
mod levels;
mod memory;
mod opencl;
mod pass;
mod pool;
mod slices;
mod table;
#[cfg(test)]
mod tests;
mod walker;

pub use backend::DeviceError;
pub use counter::{CounterSettings, DeviceCounter};
pub use devices::{Device, DeviceChoice, DeviceChoiceError, Devices, NoDevice};
pub use kernels::Program;
pub use memory::{LastPlies, Settings};
pub use walker::DeviceWalker;

/// The example of README.md, as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
