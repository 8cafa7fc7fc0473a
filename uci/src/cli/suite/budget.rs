//! The time that a slow program gets for a suite.
//!
//! A generator in Python counts some thousand leaves a second, and the built-in suite has 38 million. Unless the limits
//! are given, the counts that fit into a few minutes are asked for, judged by the speed of the answers so far.

use std::time::Duration;

use crate::report::amount;

/// The time limit for all answers of a suite. Counts that do not fit are left out.
const TIME: Duration = Duration::from_secs(120);

/// The largest count must have taken this much longer than the quickest answer before it tells the speed: some programs
/// take half a second for any answer.
const SAMPLE: Duration = Duration::from_secs(1);

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
    /// The time of the quickest answer.
    latency: Duration,
    /// The largest count that was answered, and its time.
    largest: (u128, Duration),
    left_out: usize,
    /// The size of the smallest count that was left out.
    smallest_left_out: usize,
}

impl Budget {
    /// A budget for these counts.
    pub(super) fn new(counts: &Sizes) -> Budget {
        Budget {
            remaining: counts.clone(),
            elapsed: Duration::ZERO,
            latency: Duration::MAX,
            largest: (0, Duration::ZERO),
            left_out: 0,
            smallest_left_out: SIZES - 1,
        }
    }

    /// Whether there is time for a count, which is the next one.
    pub(super) fn allows(&mut self, count: u128) -> bool {
        let size = bits(count);
        let allowed = self.largest_size().is_none_or(|largest| size <= largest);
        self.remaining.remove(count);
        if !allowed {
            self.left_out += 1;
            self.smallest_left_out = self.smallest_left_out.min(size);
        }
        allowed
    }

    /// Adds the time of an answer. `count` is `None` if there was no count, so that the time says nothing about the speed.
    pub(super) fn add(&mut self, count: Option<u128>, elapsed: Duration) {
        self.elapsed += elapsed;
        if let Some(count) = count {
            self.latency = self.latency.min(elapsed);
            if count >= self.largest.0 {
                self.largest = (count, elapsed);
            }
        }
    }

    /// The leaves per second so far; `None` before they are known.
    fn speed(&self) -> Option<f64> {
        let (count, elapsed) = self.largest;
        let counting = elapsed.saturating_sub(self.latency);
        (counting >= SAMPLE).then(|| count as f64 / counting.as_secs_f64())
    }

    /// The bits of the largest counts for which there is time; `None` if there is time for all.
    fn largest_size(&self) -> Option<usize> {
        let speed = self.speed()?;
        let mut time = TIME.saturating_sub(self.elapsed).as_secs_f64();
        self.remaining
            .0
            .iter()
            .position(|&leaves| {
                time -= leaves as f64 / speed;
                time < 0.0
            })
            .map(|too_large| too_large.saturating_sub(1))
    }

    /// What was left out of a suite for this program, and why; `None` if nothing was.
    pub(super) fn summary(&self, name: &str) -> Option<String> {
        let speed = self.speed().filter(|_| self.left_out > 0)?;
        let least = 1_u128 << self.smallest_left_out.saturating_sub(1);
        Some(format!(
            "{name} counts about {speed:.0} leaves a second, too slow for {} of {least} leaves or more in {} s: they \
             were left out (--max-nodes N sets the limit instead)",
            amount(self.left_out, "count", "counts"),
            TIME.as_secs()
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a program with this speed and this time for any answer is asked for: the counts and the whole time.
    fn asked(counts: &[u128], speed: f64, latency: f64) -> (Vec<u128>, f64, Budget) {
        let mut sizes = Sizes::default();
        counts.iter().for_each(|&count| sizes.add(count));
        let mut budget = Budget::new(&sizes);
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
        assert!((30.0..=TIME.as_secs_f64()).contains(&elapsed), "{elapsed}");
        let summary = budget.summary("slow").expect("something is left out");
        assert!(
            summary.starts_with("slow counts about 6001 leaves a second, too slow for ")
                && summary.contains(" counts of 131072 leaves or more in 120 s"),
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

    #[test]
    fn sizes_of_the_largest_counts() {
        let mut sizes = Sizes::default();
        for count in [0, 1, u128::from(u64::MAX), u128::MAX] {
            sizes.add(count);
        }
        assert_eq!(sizes.leaves(), u64::MAX);
        let mut budget = Budget::new(&sizes);
        budget.add(Some(0), Duration::ZERO);
        budget.add(Some(1), SAMPLE);
        assert!(!budget.allows(u128::MAX));
        assert!(budget.allows(1));
    }
}
