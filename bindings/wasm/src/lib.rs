//! Canopy as WebAssembly.
//!
//! The module has one function that takes a request and returns an answer, both JSON: see
//! [`request::answer`]. [`ffi`] passes them through the memory of the module. `bindings/js` has the
//! functions for users.

#[cfg(target_family = "wasm")]
mod ffi;
pub mod request;
