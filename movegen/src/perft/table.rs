//! A table of counts that all threads share without locks.

use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of one entry.
const ENTRY_BYTES: usize = 16;

/// The memory for a table could not be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of {megabytes} MB: ask for less")]
pub struct TableError {
    /// What was asked for.
    pub megabytes: usize,
}

/// An entry: a count, and the upper half of the key xored with it. An entry torn by two writers
/// fails the comparison (Robert Hyatt, "A lock-less transposition table", 2002).
#[derive(Default)]
struct Entry {
    check: AtomicU64,
    count: AtomicU64,
}

/// Counts by position and remaining depth. A newer entry replaces an older one.
///
/// 64 bits of the key are compared and the lower half chooses the entry, so that a wrong hit needs
/// two positions that agree in more than 64 bits of their keys.
pub struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// An empty table of at most so many megabytes (2^20 bytes); 0 makes one that holds nothing.
    ///
    /// # Errors
    /// [`TableError`] if the memory cannot be had.
    pub fn new(megabytes: usize) -> Result<Table, TableError> {
        let error = TableError { megabytes };
        let len = megabytes
            .checked_mul((1 << 20) / ENTRY_BYTES)
            .ok_or(error.clone())?;
        let mut entries = Vec::new();
        entries.try_reserve_exact(len).map_err(|_| error)?;
        entries.resize_with(len, Entry::default);
        Ok(Table { entries })
    }

    /// Whether there is room for anything.
    pub fn is_enabled(&self) -> bool {
        !self.entries.is_empty()
    }

    /// Mixes the depth into the key: counts of different depths are different things.
    fn locate(&self, key: u128, depth: u32) -> Option<(&Entry, u64)> {
        let low = (key as u64) ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let high =
            ((key >> 64) as u64).wrapping_add(u64::from(depth).wrapping_mul(0xd1b5_4a32_d192_ed03));
        // The upper bits of the product spread the low half evenly over any table length.
        let index = ((u128::from(low) * self.entries.len() as u128) >> 64) as usize;
        // Count 0 with check 0 is an empty entry, and no key may match that.
        Some((self.entries.get(index)?, high | 1))
    }

    /// The count stored for this key and depth.
    pub fn get(&self, key: u128, depth: u32) -> Option<u64> {
        let (entry, high) = self.locate(key, depth)?;
        let count = entry.count.load(Ordering::Relaxed);
        let check = entry.check.load(Ordering::Relaxed);
        (check ^ count == high).then_some(count)
    }

    /// Stores a count.
    pub fn put(&self, key: u128, depth: u32, count: u64) {
        if let Some((entry, high)) = self.locate(key, depth) {
            entry.check.store(high ^ count, Ordering::Relaxed);
            entry.count.store(count, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_put_and_nothing_else() {
        let table = Table::new(1).expect("1 MB");
        let key = 0x0123_4567_89ab_cdef_0011_2233_4455_6677;
        assert_eq!(table.get(key, 3), None);
        table.put(key, 3, 42);
        assert_eq!(table.get(key, 3), Some(42));
        assert_eq!(table.get(key, 4), None);
        assert_eq!(table.get(key ^ 1 << 100, 3), None);
    }

    #[test]
    fn a_table_of_nothing_holds_nothing() {
        let table = Table::new(0).expect("nothing");
        table.put(5, 1, 5);
        assert_eq!(table.get(5, 1), None);
        assert!(!table.is_enabled());
    }

    #[test]
    fn too_much_is_an_error() {
        assert_eq!(
            Table::new(usize::MAX).err(),
            Some(TableError {
                megabytes: usize::MAX
            })
        );
        assert_eq!(
            Table::new(1 << 40).err(),
            Some(TableError { megabytes: 1 << 40 })
        );
    }
}
