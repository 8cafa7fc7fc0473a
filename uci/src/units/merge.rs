//! Adds up the results of units.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::Path;

use super::file::UnitFile;
use super::results::{self, Origin, ResultError, UnitResult};
use super::selection::Ranges;
use crate::storage::{StorageError, folder};

/// What a folder of results says about a file of units.
#[derive(Debug)]
pub struct Merge {
    /// The numbers of every unit that counts.
    pub counts: Vec<Option<Vec<u128>>>,
    /// Files that are no results of these units, or repeat another one, with the reason. None of them
    /// was counted.
    pub rejected: Vec<(String, String)>,
    /// Units whose results differ. None of them was counted.
    pub conflicts: Vec<Conflict>,
    /// How the units that count were counted, with the number of results of each kind.
    pub sources: BTreeMap<Source, usize>,
    /// The number of units with two results that have different seeds and come from different hosts.
    pub confirmed: usize,
}

/// How a unit was counted, and by which version of the program.
pub type Source = (Origin, String);

/// A unit with different results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// All of its results.
    pub results: Vec<UnitResult>,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = self.results.first().map_or(0, |result| result.index);
        write!(f, "unit {index}: the results differ: ")?;
        for (nth, result) in self.results.iter().enumerate() {
            let nodes = result.numbers.first().copied().unwrap_or(0);
            let separator = if nth > 0 { ", " } else { "" };
            let (seed, host) = (result.origin.seed, &result.origin.host);
            write!(f, "{separator}{nodes} (seed {seed}, host {host})")?;
        }
        Ok(())
    }
}

impl Merge {
    /// These counts, without anything that speaks for or against them.
    pub(crate) fn of_counts(counts: Vec<Option<Vec<u128>>>) -> Merge {
        Merge {
            counts,
            rejected: Vec::new(),
            conflicts: Vec::new(),
            sources: BTreeMap::new(),
            confirmed: 0,
        }
    }

    /// The units without a count.
    pub fn missing(&self) -> Ranges {
        let missing = self.counts.iter().enumerate();
        let missing = missing.filter(|(_, count)| count.is_none());
        Ranges::new(missing.map(|(index, _)| index))
    }

    /// Whether every unit has a count.
    pub fn is_complete(&self) -> bool {
        self.counts.iter().all(Option::is_some)
    }

    /// The sum of every column over all units that have a count; `None` if it exceeds 128 bits.
    pub fn totals(&self, file: &UnitFile) -> Option<Vec<u128>> {
        let mut totals = vec![0u128; file.columns().len()];
        for ((_, unit), count) in file.units.iter().zip(&self.counts) {
            for (total, number) in totals.iter_mut().zip(count.iter().flatten()) {
                *total = total.checked_add(number.checked_mul(unit.times())?)?;
            }
        }
        Some(totals)
    }

    /// The leaves below every root move, `None` for those with missing units. The whole is `None` if a
    /// sum exceeds 128 bits.
    pub fn divide(&self, file: &UnitFile) -> Option<Vec<Option<u128>>> {
        let mut divide = vec![Some(0u128); file.moves.len()];
        for ((_, unit), count) in file.units.iter().zip(&self.counts) {
            let leaves = count.as_ref().and_then(|numbers| numbers.first());
            for &(root, times) in &unit.paths {
                divide[root] = match (divide[root], leaves) {
                    (Some(sum), Some(leaves)) => {
                        Some(sum.checked_add(leaves.checked_mul(times.into())?)?)
                    }
                    _ => None,
                };
            }
        }
        Some(divide)
    }
}

/// Reads all results in a folder. With `proved`, a unit counts only if two of its results agree that have
/// different seeds and come from different hosts.
///
/// # Errors
/// If the folder or one of its files cannot be read.
pub fn merge(file: &UnitFile, folder: &Path, proved: bool) -> Result<Merge, StorageError> {
    let names = folder::names(folder, results::is_result_name)?;
    let mut merge = Merge::of_counts(Vec::new());
    let mut found: Vec<Vec<UnitResult>> = vec![Vec::new(); file.units.count()];
    for name in names {
        match results::read(file, &folder.join(&name)) {
            // It may be valid, and contradict another one.
            Err(ResultError::Read(error)) if error.cause.kind() != io::ErrorKind::InvalidInput => {
                return Err(error);
            }
            Err(error) => merge.rejected.push((name, error.to_string())),
            Ok(result) => {
                let others = &mut found[result.index];
                if others.contains(&result) {
                    let why = format!("duplicate: another result of unit {}", result.index);
                    merge.rejected.push((name, why));
                } else {
                    others.push(result);
                }
            }
        }
    }
    for results in found {
        let (first, independent) = (results.first(), are_independent(&results));
        let agree = |first: &UnitResult| results.iter().all(|r| r.numbers == first.numbers);
        let count = match first {
            Some(first) if !agree(first) => {
                merge.conflicts.push(Conflict {
                    results: results.clone(),
                });
                None
            }
            Some(first) if !proved || independent => Some(first.numbers.clone()),
            _ => None,
        };
        if count.is_some() {
            merge.confirmed += usize::from(independent);
            for result in results {
                *merge
                    .sources
                    .entry((result.origin, result.version))
                    .or_default() += 1;
            }
        }
        merge.counts.push(count);
    }
    Ok(merge)
}

/// Whether two of the results have different seeds and hosts.
fn are_independent(results: &[UnitResult]) -> bool {
    results.iter().any(|one| {
        let mut others = results.iter();
        others.any(|other| {
            one.origin.seed != other.origin.seed && one.origin.host != other.origin.host
        })
    })
}
