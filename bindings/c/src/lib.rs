//! The C interface: `include/canopy.h`, which cbindgen writes from [`ffi`].
//!
//! [`ffi`] converts pointers, and holds all `unsafe` code. [`answer`] collects the answers of callbacks, and
//! [`last_error`] the message of the last failure of each thread.

mod answer;
mod ffi;
mod last_error;

pub use answer::canopy_answer;
pub use ffi::*;
