//! Memory for the tables of all histories.

use std::collections::TryReserveError;

/// A table of zeros.
///
/// # Errors
/// If there is not enough memory.
pub(crate) fn zeroed_table(len: usize) -> Result<Vec<i16>, TryReserveError> {
    let mut table = Vec::new();
    table.try_reserve_exact(len)?;
    table.resize(len, 0);
    Ok(table)
}
