//! True counts for reading: few, bounded, and each counted once.

use std::collections::HashMap;
use std::rc::Rc;

use movegen::chess::variant::VariantPosition;
use movegen::chess::{CastlingStyle, Statistics, StatisticsCounter};
use movegen::perft::{Perft, Stop, Tree as _};

use crate::ask::reported;
use crate::find::run;

/// No tree with more leaves than this is counted: a quarter of a second on one core, or seconds in a
/// browser.
const MOST_LEAVES: u128 = 250_000_000;

/// The same for a variant, which takes longer to count.
const MOST_LEAVES_OF_VARIANT: u128 = 25_000_000;

/// The leaves of the largest tree that is counted from this position.
pub(super) fn most_leaves(position: &VariantPosition) -> u128 {
    match position.as_standard() {
        Some(_) => MOST_LEAVES,
        None => MOST_LEAVES_OF_VARIANT,
    }
}

/// A tree with statistics is counted move by move.
const MOST_LEAVES_WITH_STATISTICS: u128 = 25_000_000;

/// The deepest tree.
const MOST_PLIES: u32 = 12;

/// What was counted so far.
#[derive(Debug, Default)]
pub(super) struct Truth {
    totals: HashMap<u128, Vec<u128>>,
    divides: HashMap<(u128, u32), Rc<Divide>>,
    statistics: HashMap<(u128, u32), Statistics>,
}

/// The true counts of all legal moves.
#[derive(Debug)]
pub(super) struct Divide {
    /// Each move in UCI notation, and its count.
    pub(super) lines: Vec<(String, i128)>,
}

impl Divide {
    /// The count of a move.
    pub(super) fn get(&self, mv: &str) -> Option<i128> {
        let line = self.lines.iter().find(|(text, _)| text == mv);
        line.map(|(_, count)| *count)
    }
}

impl Truth {
    /// The counts from depth 1 on: until this depth, until one is larger than `enough`, and as long as the
    /// next tree is small.
    pub(super) fn totals(
        &mut self,
        position: &VariantPosition,
        depth: u32,
        enough: u128,
    ) -> &[u128] {
        let totals = self.totals.entry(position.key()).or_default();
        while totals.len() < depth.min(MOST_PLIES) as usize {
            let is_enough = totals.last().is_some_and(|last| *last > enough);
            if is_enough || next_size(totals) > most_leaves(position) {
                break;
            }
            let next = totals.len() as u32 + 1;
            match run(position, &Perft::new(next), &Stop::new()) {
                Ok(outcome) => totals.push(outcome.total),
                Err(_) => break,
            }
        }
        let known = totals.len().min(depth as usize);
        &totals[..known]
    }

    /// The count at a depth; `None` if the tree is too large.
    pub(super) fn total(&mut self, position: &VariantPosition, depth: u32) -> Option<i128> {
        let index = (depth as usize).checked_sub(1)?;
        let totals = self.totals(position, depth, u128::MAX);
        totals.get(index).copied().map(reported)
    }

    /// The counts of all moves; `None` if the tree is too large.
    pub(super) fn divide(&mut self, position: &VariantPosition, depth: u32) -> Option<Rc<Divide>> {
        let key = (position.key(), depth);
        if let Some(known) = self.divides.get(&key) {
            return Some(known.clone());
        }
        self.total(position, depth)?;
        let run = run(position, &Perft::new(depth), &Stop::new());
        let lines = run.ok()?.lines.into_iter();
        let style = CastlingStyle::Standard;
        let lines = lines.map(|line| (position.uci(line.mv, style), reported(line.count)));
        let divide = Rc::new(Divide {
            lines: lines.collect(),
        });
        self.divides.insert(key, divide.clone());
        Some(divide)
    }

    /// The number of leaves of one kind; `None` if the tree is too large, or one of a variant.
    pub(super) fn statistic(
        &mut self,
        position: &VariantPosition,
        depth: u32,
        name: &str,
    ) -> Option<i128> {
        let chess = position.as_standard()?;
        let total = self.total(position, depth)?;
        if total > reported(MOST_LEAVES_WITH_STATISTICS) {
            return None;
        }
        let key = (position.key(), depth);
        let statistics = match self.statistics.get(&key) {
            Some(known) => *known,
            None => {
                let run = Perft::new(depth).run(chess, &StatisticsCounter, &Stop::new(), |_| {});
                let counted = run.ok()?.total;
                self.statistics.insert(key, counted);
                counted
            }
        };
        let index = Statistics::NAMES.iter().position(|it| *it == name)?;
        Some(reported(statistics.values()[index]))
    }
}

/// A bound of the next count, from the ones before it.
fn next_size(totals: &[u128]) -> u128 {
    match totals {
        [.., before, last] => {
            let width = last.div_ceil(*before.max(&1));
            last.saturating_mul(width)
        }
        [only] => only.saturating_mul(*only),
        [] => 0,
    }
}

/// The factor between two numbers, at least 1; infinite if one is not positive.
pub(super) fn factor(one: i128, other: i128) -> f64 {
    if one <= 0 || other <= 0 {
        return if one == other { 1.0 } else { f64::INFINITY };
    }
    let ratio = one as f64 / other as f64;
    ratio.max(1.0 / ratio)
}

#[cfg(test)]
mod tests {
    use movegen::chess::variant::Standard;

    use super::*;

    #[test]
    fn counts_are_bounded() {
        let start = VariantPosition::startpos(&Standard);
        let mut truth = Truth::default();
        assert_eq!(truth.total(&start, 4), Some(197_281));
        assert_eq!(truth.totals(&start, 9, u128::MAX).len(), 6);
        assert_eq!(truth.total(&start, 7), None);
        let divide = truth.divide(&start, 2).expect("small");
        assert_eq!((divide.get("e2e4"), divide.lines.len()), (Some(20), 20));
        assert_eq!(truth.statistic(&start, 4, "captures"), Some(1576));
        assert_eq!(truth.statistic(&start, 6, "captures"), None);
    }
}
