//! Perft on GPUs, with CUDA or OpenCL.
mod backend;
mod counter;
mod cuda;
mod devices;
mod expansion;
mod kernels;
mod levels;
mod opencl;
mod pool;
mod table;
mod walker;
pub use backend::DeviceError;
pub use counter::{CounterSettings, DeviceCounter};
pub use devices::{Device, DeviceChoice, DeviceChoiceError, Devices, NoDevice};
pub use expansion::{LastPlies, Settings};
pub use kernels::Program;
pub use walker::DeviceWalker;
#[cfg(test)]
mod tests;
