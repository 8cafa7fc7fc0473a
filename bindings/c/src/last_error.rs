//! The message of the last failure of each thread.

use std::cell::RefCell;
use std::ffi::{CStr, CString};
use std::fmt::Display;

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Keeps a message. Zero bytes, which C cannot represent, are left out.
pub(crate) fn set(error: impl Display) {
    LAST.set(c_string(&error.to_string()));
}

/// Calls `use_it` with the message; it is empty if nothing has failed.
pub(crate) fn with<R>(use_it: impl FnOnce(&CStr) -> R) -> R {
    LAST.with_borrow(|last| use_it(last))
}

/// The text without zero bytes.
pub(crate) fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}
