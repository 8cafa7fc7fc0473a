//! What the module exports and imports. A text is passed as its address and its length in bytes; an
//! answer as one number with the address in the upper half and the length in the lower half.
#![allow(unsafe_code, reason = "the interface to JavaScript")]

use std::ptr;

use crate::request;

#[link(wasm_import_module = "canopy")]
unsafe extern "C" {
    /// Asks the JavaScript function of `findBug`. The answer is in memory from [`allocate`], which this
    /// module then owns.
    fn divide(request: *const u8, bytes: usize) -> u64;
}

/// Memory for a text of this many bytes.
#[unsafe(no_mangle)]
extern "C" fn allocate(bytes: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; bytes].into_boxed_slice()).cast()
}

/// Frees the memory of a text.
///
/// # Safety
/// The memory is from [`allocate`] or from an answer, has this length, and is not used afterwards.
#[unsafe(no_mangle)]
unsafe extern "C" fn release(text: *mut u8, bytes: usize) {
    // SAFETY: by the contract of this function.
    drop(unsafe { take(text, bytes) });
}

/// Answers a request, and frees its memory. The answer must be released.
///
/// # Safety
/// As [`release`].
#[unsafe(no_mangle)]
unsafe extern "C" fn answer(text: *mut u8, bytes: usize) -> u64 {
    // SAFETY: by the contract of this function.
    let request = unsafe { take(text, bytes) };
    give(request::answer(
        &String::from_utf8_lossy(&request),
        &mut ask,
    ))
}

/// Asks JavaScript for a divide.
fn ask(request: &str) -> String {
    // SAFETY: the function reads the text during the call only.
    let answer = unsafe { divide(request.as_ptr(), request.len()) };
    let (text, bytes) = ((answer >> 32) as usize as *mut u8, answer as u32 as usize);
    // SAFETY: the answer is from `allocate`, as the contract of `divide` demands.
    let answer = unsafe { take(text, bytes) };
    String::from_utf8_lossy(&answer).into_owned()
}

/// The text behind a pointer as an owned value.
///
/// # Safety
/// As [`release`].
unsafe fn take(text: *mut u8, bytes: usize) -> Box<[u8]> {
    let slice = ptr::slice_from_raw_parts_mut(text, bytes);
    // SAFETY: by the contract, this is a boxed slice of this length.
    unsafe { Box::from_raw(slice) }
}

/// Leaves a text in memory, and returns where it is.
fn give(text: String) -> u64 {
    let bytes = text.into_bytes().into_boxed_slice();
    let length = bytes.len() as u64;
    let address = Box::into_raw(bytes).cast::<u8>() as usize as u64;
    address << 32 | length
}
