//! Units: the positions that are counted on their own.

use std::ops::Index;

use crate::storage::sealed;

/// A position that is counted on its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The hash of everything that its result depends on.
    pub id: String,
    /// The position.
    pub position: String,
    /// The number of lines that lead to it, by the index of their root move.
    pub paths: Vec<(usize, u64)>,
}

impl Unit {
    /// The number of lines that lead to the position.
    pub fn times(&self) -> u128 {
        self.paths.iter().map(|path| u128::from(path.1)).sum()
    }
}

/// The hash of everything that a result depends on.
pub(super) fn id(game: &str, position: &str, depth: u32, columns: &[&str]) -> String {
    sealed::short_digest(&format!(
        "{game}\n{position}\n{depth}\n{}",
        columns.join(",")
    ))
}

/// The units of a file, or those of them that a process has read.
///
/// A file may have millions of units. A process that counts a few of them reads these only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Units {
    /// Units with their index in the file, in ascending order.
    read: Vec<(usize, Unit)>,
    /// The number of units in the file.
    in_file: usize,
}

impl Units {
    /// An empty list of units, out of this many in the file.
    pub(super) fn with_count(in_file: usize) -> Units {
        Units {
            read: Vec::new(),
            in_file,
        }
    }

    /// Adds the unit with this index, which exceeds all indices so far.
    pub(super) fn add(&mut self, index: usize, unit: Unit) {
        debug_assert!(self.read.last().is_none_or(|last| last.0 < index));
        self.read.push((index, unit));
        self.in_file = self.in_file.max(index + 1);
    }

    /// The number of units in the file.
    pub fn count(&self) -> usize {
        self.in_file
    }

    /// The unit with this index; `None` if it was not read or does not exist.
    pub fn get(&self, index: usize) -> Option<&Unit> {
        let slot = self.read.binary_search_by_key(&index, |unit| unit.0).ok()?;
        Some(&self.read[slot].1)
    }

    /// The units that were read, with their indices in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Unit)> {
        self.read.iter().map(|(index, unit)| (*index, unit))
    }
}

impl Index<usize> for Units {
    type Output = Unit;

    /// The unit with this index.
    ///
    /// # Panics
    /// If the unit was not read.
    fn index(&self, index: usize) -> &Unit {
        match self.get(index) {
            Some(unit) => unit,
            None => panic!("unit {index} was not read"),
        }
    }
}
