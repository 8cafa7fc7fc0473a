//! Which units a process counts.

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

/// The variables in which queues tell a task its index. Those of a queue that may run inside another one
/// come first.
pub(super) const INDEX_VARIABLES: [&str; 5] = [
    "HQ_TASK_ID",
    "SLURM_ARRAY_TASK_ID",
    "JOB_COMPLETION_INDEX",
    "PBS_ARRAY_INDEX",
    "AWS_BATCH_JOB_ARRAY_INDEX",
];

/// Why a text selects no units.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelectionError {
    /// Not a list of indices.
    #[error("'{0}' is not a list of units, such as 5, 7-9 or 5,7-9")]
    Ranges(String),
    /// Not a shard.
    #[error("'{0}' is not a shard, such as 1/4: the shards are 1/N to N/N")]
    Shard(String),
    /// An index beyond the last unit.
    #[error("there is no unit {found}: the file has {units}, from 0 on")]
    Index {
        /// The index.
        found: usize,
        /// The number of units.
        units: usize,
    },
}

/// Indices of units as a list of ranges, such as `3,7-9`: the form that `sbatch --array` accepts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranges(Vec<RangeInclusive<usize>>);

impl Ranges {
    /// The ranges of these indices, which are in ascending order.
    pub fn new(indices: impl IntoIterator<Item = usize>) -> Ranges {
        let mut ranges: Vec<RangeInclusive<usize>> = Vec::new();
        for index in indices {
            match ranges.last_mut() {
                Some(last) if last.end() + 1 == index => *last = *last.start()..=index,
                _ => ranges.push(index..=index),
            }
        }
        Ranges(ranges)
    }
}

impl fmt::Display for Ranges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, range) in self.0.iter().enumerate() {
            if nth > 0 {
                f.write_str(",")?;
            }
            write!(f, "{}", range.start())?;
            if range.end() > range.start() {
                write!(f, "-{}", range.end())?;
            }
        }
        Ok(())
    }
}

impl FromStr for Ranges {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Ranges, SelectionError> {
        let range = |part: &str| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let range = first.parse().ok()?..=last.parse().ok()?;
            (range.start() <= range.end()).then_some(range)
        };
        let ranges: Option<Vec<_>> = text.trim().split(',').map(range).collect();
        let wrong = || SelectionError::Ranges(text.to_owned());
        ranges.map(Ranges).ok_or_else(wrong)
    }
}

/// One of several equal parts of the units, each of them adjacent in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: usize,
    of: usize,
}

impl Shard {
    /// The index of one of its items, if every `of`-th of endlessly many belongs to it.
    pub fn nth(self, index: u64) -> u64 {
        index * self.of as u64 + self.number as u64 - 1
    }

    fn range(self, units: usize) -> Range<usize> {
        // 128 bits: a product cannot overflow.
        let bound = |number: usize| {
            let bound = number as u128 * units as u128 / self.of as u128;
            bound as usize
        };
        bound(self.number - 1)..bound(self.number)
    }
}

impl FromStr for Shard {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Shard, SelectionError> {
        let shard = text.split_once('/').and_then(|(number, of)| {
            let (number, of) = (number.parse().ok()?, of.parse().ok()?);
            (1..=of).contains(&number).then_some(Shard { number, of })
        });
        shard.ok_or_else(|| SelectionError::Shard(text.to_owned()))
    }
}

/// The units that a process counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All of them.
    All,
    /// These.
    Ranges(Ranges),
    /// A part of them.
    Shard(Shard),
}

impl Selection {
    /// The selection that the queue has made by its variable; all units if it has not.
    ///
    /// # Errors
    /// [`SelectionError`] if the variable is not an index.
    pub fn of_queue(
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Selection, SelectionError> {
        let value = INDEX_VARIABLES.iter().find_map(|name| variable(name));
        match value {
            Some(value) => value.parse().map(Selection::Ranges),
            None => Ok(Selection::All),
        }
    }

    /// The indices out of this many units, in ascending order.
    ///
    /// # Errors
    /// [`SelectionError`] if an index is too large.
    pub fn indices(&self, units: usize) -> Result<Vec<usize>, SelectionError> {
        match self {
            Selection::All => Ok((0..units).collect()),
            Selection::Shard(shard) => Ok(shard.range(units).collect()),
            Selection::Ranges(Ranges(ranges)) => {
                let last = ranges.iter().map(|range| *range.end()).max();
                if let Some(found) = last.filter(|last| *last >= units) {
                    return Err(SelectionError::Index { found, units });
                }
                let mut indices: Vec<usize> = ranges.iter().cloned().flatten().collect();
                indices.sort_unstable();
                indices.dedup();
                Ok(indices)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_written_as_they_are_read() {
        let ranges = Ranges::new([3, 7, 8, 9, 11, 12]);
        assert_eq!(ranges.to_string(), "3,7-9,11-12");
        assert_eq!("3,7-9,11-12".parse(), Ok(ranges));
        assert_eq!(Ranges::new([]).to_string(), "");
        for wrong in ["", "3,", "9-7", "-1", "a", "1--2"] {
            assert_eq!(
                wrong.parse::<Ranges>(),
                Err(SelectionError::Ranges(wrong.to_owned()))
            );
        }
    }

    #[test]
    fn shards_are_a_partition() {
        for (units, of) in [(10, 3), (3, 10), (72_078, 7), (1, 1)] {
            let shards = (1..=of).flat_map(|number| Shard { number, of }.range(units));
            assert!(shards.eq(0..units));
        }
        for wrong in ["0/3", "4/3", "3", "1/0", "a/b"] {
            assert_eq!(
                wrong.parse::<Shard>(),
                Err(SelectionError::Shard(wrong.to_owned()))
            );
        }
    }

    #[test]
    fn the_queue_chooses_by_its_variable() {
        let queue = |name: &'static str, value: &'static str| {
            let found = Selection::of_queue(|asked| (asked == name).then(|| value.to_owned()));
            found.and_then(|selection| selection.indices(10))
        };
        for name in INDEX_VARIABLES {
            assert_eq!(queue(name, "3"), Ok(vec![3]));
        }
        assert_eq!(queue("HOME", "3").map(|all| all.len()), Ok(10));
        let beyond = SelectionError::Index {
            found: 10,
            units: 10,
        };
        assert_eq!(queue("HQ_TASK_ID", "10"), Err(beyond));
        assert!(queue("HQ_TASK_ID", "x").is_err());
    }
}
