//! The time that another program gets, and the counts that fit into it.
//!
//! A generator in Python counts some thousand leaves a second. The speed of its answers so far tells which counts would
//! take too long: they are left out, and the result says so.

use std::time::{Duration, Instant};

use workbench::find::Pacing;

/// The default of `--time`.
pub(super) const DEFAULT: &str = "2m";

/// All answers together must have taken this much longer than the quickest one each before they tell the speed: some
/// programs take half a second for any answer.
const SAMPLE: Duration = Duration::from_secs(1);

/// In a short run, this part of it is enough.
const SAMPLE_SHARE: u32 = 50;

/// If the quickest of this many answers has taken this long, questions are saved.
const SLOW_ANSWERS: u32 = 20;
const SLOW_ANSWER: Duration = Duration::from_millis(20);

/// Positions are not equally fast to count: an answer may take longer than expected by this factor.
pub(super) const VARIATION: f64 = 1.5;

/// The time limits of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// For the whole run.
    pub(super) run: Duration,
    /// For each answer. A longer one would be an error.
    pub(super) answer: Duration,
}

/// How fast a program counts, judged by its answers so far.
#[derive(Clone, Debug)]
pub(super) struct Speed {
    pub(super) limits: Limits,
    answers: u32,
    /// The leaves of all answers.
    leaves: u128,
    /// The time of all answers.
    elapsed: Duration,
    /// The time of the quickest answer.
    latency: Duration,
}

impl Speed {
    /// The speed of a program that has not answered yet.
    pub(super) fn new(limits: Limits) -> Speed {
        Speed {
            limits,
            answers: 0,
            leaves: 0,
            elapsed: Duration::ZERO,
            latency: Duration::MAX,
        }
    }

    /// Adds an answer.
    pub(super) fn add(&mut self, count: u128, elapsed: Duration) {
        self.answers = self.answers.saturating_add(1);
        self.leaves = self.leaves.saturating_add(count);
        self.elapsed += elapsed;
        self.latency = self.latency.min(elapsed);
    }

    /// Whether there was an answer.
    fn has_answered(&self) -> bool {
        self.answers > 0
    }

    /// The leaves per second; `None` before they are known.
    pub(super) fn leaves_per_second(&self) -> Option<f64> {
        let waiting = self.latency.saturating_mul(self.answers);
        let counting = self.elapsed.saturating_sub(waiting);
        let sample = SAMPLE.min(self.limits.run / SAMPLE_SHARE);
        (counting >= sample && !counting.is_zero())
            .then(|| self.leaves as f64 / counting.as_secs_f64())
    }

    /// The seconds that a count of this many leaves takes; `None` before that is known.
    pub(super) fn seconds(&self, leaves: u128) -> Option<f64> {
        Some(leaves as f64 / self.leaves_per_second()?)
    }

    /// Whether a count is expected within the time limit for an answer.
    pub(super) fn is_in_time(&self, leaves: u128) -> bool {
        let limit = self.limits.answer.as_secs_f64();
        self.seconds(leaves)
            .is_none_or(|seconds| VARIATION * seconds <= limit)
    }
}

/// The pace of a run whose counts are not known in advance.
#[derive(Debug)]
pub(super) struct Pace {
    /// `None` without a limit for the run.
    speed: Option<Speed>,
    /// The longest time for a count.
    most: Duration,
    started: Instant,
    /// When the last question was asked.
    asked: Instant,
    /// The leaves on which both sides agree.
    pub(super) leaves: u128,
    /// The first count that was left out since the last call of [`take_left_out`](Pace::take_left_out).
    left_out: Option<u128>,
}

impl Pace {
    /// A run that starts now. Each of its counts may take this part of the time.
    pub(super) fn new(limits: Option<Limits>, share: u32) -> Pace {
        let now = Instant::now();
        Pace {
            speed: limits.map(Speed::new),
            most: limits.map_or(Duration::MAX, |limits| limits.run / share),
            started: now,
            asked: now,
            leaves: 0,
            left_out: None,
        }
    }

    /// The time that is over; `None` if there is time left, or before the first answer.
    pub(super) fn over(&self) -> Option<Duration> {
        let speed = self.speed.as_ref().filter(|speed| speed.has_answered())?;
        (self.started.elapsed() >= speed.limits.run).then_some(speed.limits.run)
    }

    /// The first count that was left out since the last call, and the seconds that it would take.
    pub(super) fn take_left_out(&mut self) -> Option<(u128, Option<f64>)> {
        let leaves = self.left_out.take()?;
        Some((leaves, self.speed.as_ref()?.seconds(leaves)))
    }

    /// Whether there is time for a count after this time of the run.
    fn has_time(&self, leaves: u128, elapsed: Duration) -> bool {
        let Some(speed) = self.speed.as_ref().filter(|speed| speed.has_answered()) else {
            return true;
        };
        let left = speed.limits.run.saturating_sub(elapsed);
        let seconds = speed.seconds(leaves).unwrap_or(0.0);
        !left.is_zero() && seconds <= left.min(self.most).as_secs_f64() && speed.is_in_time(leaves)
    }
}

impl Pacing for Pace {
    fn asks(&mut self, leaves: u128) -> bool {
        self.asked = Instant::now();
        let has_time = self.has_time(leaves, self.started.elapsed());
        if !has_time {
            self.left_out.get_or_insert(leaves);
        }
        has_time
    }

    fn asks_once(&self) -> bool {
        let speed = self.speed.as_ref();
        speed.is_some_and(|speed| speed.answers >= SLOW_ANSWERS && speed.latency >= SLOW_ANSWER)
    }

    fn agreed(&mut self, _depth: u32, total: u128) {
        self.leaves += total;
        if let Some(speed) = &mut self.speed {
            speed.add(total, self.asked.elapsed());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn pace(run: u64, answer: u64, share: u32) -> Pace {
        let limits = Limits {
            run: Duration::from_secs(run),
            answer: Duration::from_secs(answer),
        };
        Pace::new(Some(limits), share)
    }

    fn answered(pace: &mut Pace, count: u128, milliseconds: u64) {
        let speed = pace.speed.as_mut().expect("a limit");
        speed.add(count, Duration::from_millis(milliseconds));
    }

    #[test]
    fn a_slow_program_is_asked_for_what_ends_in_time() {
        let mut pace = pace(120, 60, 1);
        // Nothing is known, not even after an answer.
        assert!(pace.has_time(u128::MAX, 200 * SECOND));
        answered(&mut pace, 20, 3);
        assert!(pace.has_time(u128::MAX, SECOND));
        answered(&mut pace, 8902, 1483);
        assert!(pace.has_time(197_281, 2 * SECOND));
        assert!(!pace.has_time(4_865_609, 2 * SECOND));
        // 33 seconds are left, and then not.
        assert!(pace.has_time(197_281, 86 * SECOND));
        assert!(!pace.has_time(197_281, 88 * SECOND));
        assert!(!pace.has_time(1, 120 * SECOND));
    }

    /// 40 seconds are within two minutes, but may become a minute.
    #[test]
    fn no_answer_is_expected_to_be_late() {
        for (answer, asks) in [(30, false), (61, true)] {
            let mut pace = pace(120, answer, 1);
            answered(&mut pace, 1, 0);
            answered(&mut pace, 6000, 1000);
            assert_eq!(pace.has_time(240_000, SECOND), asks, "{answer}");
        }
    }

    /// In a short run, a short answer tells the speed, and each count has a part of the time.
    #[test]
    fn a_short_run_has_small_counts() {
        let mut pace = pace(10, 60, 50);
        answered(&mut pace, 20, 5);
        answered(&mut pace, 1800, 305);
        assert!(pace.has_time(1100, SECOND));
        assert!(!pace.has_time(1300, SECOND));
    }

    #[test]
    fn questions_are_saved_if_all_answers_are_slow() {
        let mut pace = pace(120, 60, 1);
        (1..20).for_each(|_| answered(&mut pace, 20, 50));
        assert!(!pace.asks_once());
        answered(&mut pace, 20, 50);
        assert!(pace.asks_once());
        answered(&mut pace, 20, 5);
        assert!(!pace.asks_once());
        assert!(!Pace::new(None, 1).asks_once());
    }

    #[test]
    fn no_limit_and_no_speed() {
        let mut unlimited = Pace::new(None, 1);
        assert!(unlimited.asks(u128::MAX));
        unlimited.agreed(1, 20);
        assert_eq!((unlimited.leaves, unlimited.over()), (20, None));
        let mut over = pace(0, 60, 1);
        // At least one question is asked.
        assert!(over.over().is_none() && over.asks(1));
        over.agreed(1, 20);
        assert_eq!(over.over(), Some(Duration::ZERO));
        assert!(!over.asks(2) && !over.asks(1));
        assert_eq!(over.take_left_out().map(|left_out| left_out.0), Some(2));
        assert_eq!(over.take_left_out(), None);
    }
}
