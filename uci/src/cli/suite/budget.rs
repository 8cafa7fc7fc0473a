//! The counts of a suite for which another program has time: all of them are known in advance, so that the largest are
//! left out first.

use std::time::Duration;

use super::super::pace::{Limits, Speed, VARIATION};
use crate::report::amount;

/// Sums of counts, grouped by size: entry `n` is the sum of the counts with `n` significant bits.
#[derive(Clone, Debug)]
pub(super) struct Sizes([u64; SIZES]);

/// Counts of 0 to 128 bits.
const SIZES: usize = 129;

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes([0; SIZES])
    }
}

/// The number of significant bits of a count.
fn bits(count: u128) -> usize {
    (u128::BITS - count.leading_zeros()) as usize
}

/// A count in 64 bits, which are enough for a time.
fn limited(count: u128) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

impl Sizes {
    pub(super) fn add(&mut self, count: u128) {
        let sum = &mut self.0[bits(count)];
        *sum = sum.saturating_add(limited(count));
    }

    fn remove(&mut self, count: u128) {
        let sum = &mut self.0[bits(count)];
        *sum = sum.saturating_sub(limited(count));
    }

    pub(super) fn add_all(&mut self, other: &Sizes) {
        for (sum, other) in self.0.iter_mut().zip(other.0) {
            *sum = sum.saturating_add(other);
        }
    }

    pub(super) fn remove_all(&mut self, other: &Sizes) {
        for (sum, other) in self.0.iter_mut().zip(other.0) {
            *sum = sum.saturating_sub(other);
        }
    }

    /// The sum of all counts.
    pub(super) fn leaves(&self) -> u64 {
        self.0.iter().fold(0, |sum, &more| sum.saturating_add(more))
    }
}

/// Decides which counts a program is asked for.
#[derive(Debug)]
pub(super) struct Budget {
    /// The counts that are not asked for yet.
    remaining: Sizes,
    /// The time of all answers.
    elapsed: Duration,
    /// `None` without a limit.
    speed: Option<Speed>,
    left_out: usize,
}

impl Budget {
    /// A budget for these counts.
    pub(super) fn new(counts: &Sizes, limits: Option<Limits>) -> Budget {
        Budget {
            remaining: counts.clone(),
            elapsed: Duration::ZERO,
            speed: limits.map(Speed::new),
            left_out: 0,
        }
    }

    /// Whether there is time for a count, which is the next one.
    pub(super) fn allows(&mut self, count: u128) -> bool {
        let allowed = self.speed.as_ref().is_none_or(|speed| {
            let largest = self.largest_size(speed);
            // Nothing but left out counts would be no check.
            let has_time = self.elapsed.is_zero() || self.elapsed < speed.limits.run;
            has_time
                && largest.is_none_or(|largest| bits(count) <= largest)
                && speed.is_in_time(count)
        });
        self.remaining.remove(count);
        self.left_out += usize::from(!allowed);
        allowed
    }

    /// Adds the time of an answer. `count` is `None` if there was no count, so that the time says nothing about the speed.
    pub(super) fn add(&mut self, count: Option<u128>, elapsed: Duration) {
        self.elapsed += elapsed;
        if let (Some(count), Some(speed)) = (count, &mut self.speed) {
            speed.add(count, elapsed);
        }
    }

    /// The bits of the largest counts for which there is time; `None` if there is time for all.
    fn largest_size(&self, speed: &Speed) -> Option<usize> {
        let leaves_per_second = speed.leaves_per_second()?;
        let left = speed.limits.run.saturating_sub(self.elapsed);
        let mut time = left.as_secs_f64();
        self.remaining
            .0
            .iter()
            .position(|&leaves| {
                time -= VARIATION * leaves as f64 / leaves_per_second;
                time < 0.0
            })
            .map(|too_large| too_large.saturating_sub(1))
    }

    /// Why a count is left out.
    pub(super) fn reason(&self) -> String {
        let run = self.speed.as_ref().map(|speed| speed.limits.run);
        let run = humantime::format_duration(run.unwrap_or_default());
        format!("left out: no time for it within {run}")
    }

    /// What was left out of a suite for this program, and why; `None` if nothing was.
    pub(super) fn summary(&self, name: &str) -> Option<String> {
        let speed = self.speed.as_ref().filter(|_| self.left_out > 0)?;
        let speed_text = match speed.leaves_per_second() {
            Some(leaves) => format!("{name} counts about {leaves:.0} leaves a second"),
            None => format!("{name} answers slowly"),
        };
        Some(format!(
            "{speed_text}: {} did not fit into {} and were left out (--time sets the limit; --max-nodes N sets one for each \
             count instead)",
            amount(self.left_out, "count", "counts"),
            humantime::format_duration(speed.limits.run)
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits {
        run: Duration::from_secs(120),
        answer: Duration::from_secs(60),
    };

    /// What a program with this speed and this time for any answer is asked for: the counts and the whole time.
    fn asked(counts: &[u128], speed: f64, latency: f64) -> (Vec<u128>, f64, Budget) {
        let mut sizes = Sizes::default();
        counts.iter().for_each(|&count| sizes.add(count));
        let mut budget = Budget::new(&sizes, Some(LIMITS));
        let mut asked = Vec::new();
        for &count in counts {
            if budget.allows(count) {
                let elapsed = latency + count as f64 / speed;
                budget.add(Some(count), Duration::from_secs_f64(elapsed));
                asked.push(count);
            }
        }
        let elapsed = budget.elapsed.as_secs_f64();
        (asked, elapsed, budget)
    }

    #[test]
    fn a_fast_program_is_asked_for_everything() {
        let counts = [20, 400, 8902, 197_281, 4_865_609];
        let (all, _, budget) = asked(&counts, 1e6, 0.0);
        assert_eq!(all, counts);
        assert_eq!(budget.summary("x"), None);
    }

    #[test]
    fn a_slow_program_gets_the_counts_that_fit_into_its_time() {
        let counts: Vec<u128> = [20, 400, 8902, 197_281, 4_865_609].repeat(20);
        let (some, elapsed, budget) = asked(&counts, 6000.0, 0.01);
        // The first counts tell the speed, so that the first large one is known to be too large.
        assert_eq!(some.iter().filter(|&&count| count == 8902).count(), 20);
        assert!(!some.contains(&4_865_609), "{some:?}");
        assert!((30.0..=120.0).contains(&elapsed), "{elapsed}");
        let summary = budget.summary("slow").expect("something is left out");
        assert!(
            summary.starts_with("slow counts about 60")
                && summary.contains(" counts did not fit into 2m"),
            "{summary}"
        );
    }

    /// Half a second for each answer says nothing about the speed.
    #[test]
    fn a_program_that_answers_late_is_not_slow() {
        let counts: Vec<u128> = [48, 2039, 14, 191, 2812, 97_862].repeat(10);
        let (all, _, budget) = asked(&counts, 1e6, 0.6);
        assert_eq!(all, counts);
        assert_eq!(budget.summary("x"), None);
    }

    /// However small the counts are.
    #[test]
    fn the_time_is_a_limit_for_a_program_that_answers_late_too() {
        let (some, elapsed, budget) = asked(&[20; 1000], 1e6, 0.5);
        assert_eq!(some.len(), 240, "{elapsed}");
        let summary = budget.summary("x").expect("something is left out");
        assert!(
            summary.starts_with("x answers slowly: 760 counts did not fit into 2m and "),
            "{summary}"
        );
    }

    /// At 60,000 leaves a second, a count of 4,865,609 takes longer than an answer may.
    #[test]
    fn no_count_is_asked_for_whose_answer_would_be_late() {
        let (some, _, _) = asked(&[20, 197_281, 4_865_609], 60_000.0, 0.01);
        assert_eq!(some, [20, 197_281]);
        let (some, _, _) = asked(&[20, 197_281, 4_865_609], 200_000.0, 0.01);
        assert_eq!(some.len(), 3);
    }

    #[test]
    fn sizes_of_the_largest_counts() {
        let mut sizes = Sizes::default();
        for count in [0, 1, u128::from(u64::MAX), u128::MAX] {
            sizes.add(count);
        }
        assert_eq!(sizes.leaves(), u64::MAX);
        let mut budget = Budget::new(&sizes, Some(LIMITS));
        budget.add(Some(0), Duration::ZERO);
        budget.add(Some(1), Duration::from_secs(1));
        assert!(!budget.allows(u128::MAX));
        assert!(budget.allows(1));
    }
}
