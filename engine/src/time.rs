//! Time management: how long to think about a move.

use std::time::{Duration, Instant};

use movegen::chess::Color;

use crate::{Control, Limits};

/// The number of further moves that a game without `movestogo` is expected to last.
const EXPECTED_MOVES: u32 = 30;

/// Time that is never planned to be used, unless it is a large part of the remaining time.
const RESERVE: Duration = Duration::from_millis(250);

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeBudget {
    /// After this time, scaled by what the position deserves, no new iteration begins.
    pub(crate) soft: Duration,
    /// At this time the search is aborted.
    pub(crate) hard: Duration,
}

impl TimeBudget {
    /// The budget for a move of `turn` within the limits; `None` if no clock runs.
    pub(crate) fn new(limits: &Limits, overhead: Duration, turn: Color) -> Option<TimeBudget> {
        let fixed = limits.movetime.map(|time| {
            // If the overhead exceeds the whole time, half of the time is a better guess.
            let time = time.saturating_sub(overhead).max(time / 2);
            TimeBudget {
                soft: time,
                hard: time,
            }
        });
        let clock = limits.time[turn.index()].or(limits.time[(!turn).index()]);
        let from_clock = clock.map(|time| {
            let increment = limits.increment[turn.index()];
            TimeBudget::from_clock(time, increment, limits.moves_to_go, overhead)
        });
        match (fixed, from_clock) {
            (Some(a), Some(b)) => Some(TimeBudget {
                soft: a.soft.min(b.soft),
                hard: a.hard.min(b.hard),
            }),
            (one, other) => one.or(other),
        }
    }

    fn from_clock(
        time: Duration,
        increment: Duration,
        moves_to_go: Option<u32>,
        overhead: Duration,
    ) -> TimeBudget {
        let moves = moves_to_go
            .unwrap_or(EXPECTED_MOVES)
            .clamp(1, EXPECTED_MOVES);
        let remaining = time.saturating_sub(overhead);
        // On a busy machine a reply may be later than any overhead allows for, and one late reply
        // loses the game.
        let usable = remaining - (remaining / 4).min(RESERVE);
        // Never use all of it: other processes may hold the CPU when the time is up.
        let most = if moves == 1 {
            usable * 4 / 5
        } else {
            usable / 2
        };
        // Each later move gains its increment and loses its overhead, unless so little time is left
        // that the game must end earlier than expected.
        let planned = usable
            .saturating_add(increment.saturating_mul(moves - 1))
            .saturating_sub(overhead.saturating_mul(moves - 1))
            .max(usable / 4);
        let soft = (planned / moves).min(most);
        TimeBudget {
            soft,
            hard: soft.saturating_mul(4).min(most),
        }
    }
}

/// A time budget, and the moment from which it is used up.
pub(crate) struct Clock {
    start: Instant,
    budget: Option<TimeBudget>,
    pondering: bool,
}

impl Clock {
    /// A clock that starts now or, when pondering, at the ponder hit.
    pub(crate) fn new(limits: &Limits, overhead: Duration, turn: Color) -> Clock {
        // An infinite search ends only at `stop`.
        let budget = if limits.infinite {
            None
        } else {
            TimeBudget::new(limits, overhead, turn)
        };
        log::debug!("time budget {budget:?}");
        Clock {
            start: Instant::now(),
            budget,
            pondering: limits.ponder,
        }
    }

    /// The time since the search began, including pondering.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether a time limit is in effect.
    pub(crate) fn is_running(&self, control: &Control) -> bool {
        self.used(control).is_some()
    }

    /// Whether the hard limit is reached: the search must abort.
    pub(crate) fn is_over(&self, control: &Control) -> bool {
        self.used(control)
            .is_some_and(|(used, budget)| used >= budget.hard)
    }

    /// Whether this percentage of the soft limit is reached: no new iteration should begin. A fixed
    /// time per move is used completely, whatever the percentage.
    pub(crate) fn is_late(&self, control: &Control, percentage: u32) -> bool {
        self.used(control).is_some_and(|(used, budget)| {
            let percentage = if budget.soft == budget.hard {
                100
            } else {
                percentage
            };
            used >= budget.soft.saturating_mul(percentage) / 100
        })
    }

    /// The time used and the budget; `None` if no time limit is in effect.
    fn used(&self, control: &Control) -> Option<(Duration, TimeBudget)> {
        let budget = self.budget?;
        let start = if self.pondering {
            control.ponder_hit_time()?
        } else {
            self.start
        };
        Some((start.elapsed(), budget))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);
    const OVERHEAD: Duration = Duration::from_millis(10);

    fn white(limits: &Limits) -> TimeBudget {
        TimeBudget::new(limits, OVERHEAD, Color::White).expect("a clock runs")
    }

    #[test]
    fn without_a_clock_there_is_no_budget() {
        assert_eq!(
            TimeBudget::new(&Limits::default(), OVERHEAD, Color::White),
            None
        );
    }

    #[test]
    fn the_budget_stays_below_the_remaining_time() {
        for time in [0, 1, 5, 10, 11, 50, 100, 1_000, 60_000, 10_000_000] {
            for increment in [0, 1, 100, 10_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let limits = Limits {
                        time: [Some(MS * time), None],
                        increment: [MS * increment; 2],
                        moves_to_go,
                        ..Limits::default()
                    };
                    let budget = white(&limits);
                    assert!(budget.soft <= budget.hard, "{limits:?}: {budget:?}");
                    assert!(
                        budget.hard <= (MS * time).saturating_sub(OVERHEAD),
                        "{limits:?}: {budget:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn later_increments_are_planned_for() {
        let soft = |increment| {
            let limits = Limits {
                time: [Some(MS * 1000), None],
                increment: [MS * increment; 2],
                ..Limits::default()
            };
            white(&limits).soft
        };
        // Here the increment makes up for the overhead.
        assert_eq!(soft(10), (MS * 1000 - OVERHEAD) * 3 / 4 / EXPECTED_MOVES);
        assert!(soft(30) > soft(10) + MS * 15 && soft(0) + MS * 5 < soft(10));
    }

    #[test]
    fn the_opponents_clock_replaces_an_unknown_one() {
        let limits = Limits {
            time: [None, Some(MS * 1000)],
            ..Limits::default()
        };
        let own = Limits {
            time: [Some(MS * 1000), None],
            ..Limits::default()
        };
        assert_eq!(white(&limits), white(&own));
    }

    #[test]
    fn movetime_is_used_except_for_the_overhead() {
        let limits = |ms| Limits {
            movetime: Some(MS * ms),
            ..Limits::default()
        };
        assert_eq!(white(&limits(100)).hard, MS * 90);
        assert_eq!(white(&limits(4)).hard, MS * 2);
        assert_eq!(white(&limits(0)).hard, Duration::ZERO);
    }

    #[test]
    fn huge_times_do_not_overflow() {
        let limits = Limits {
            time: [Some(Duration::from_millis(u64::MAX)); 2],
            increment: [Duration::from_millis(u64::MAX); 2],
            ..Limits::default()
        };
        let budget = white(&limits);
        assert!(budget.soft <= budget.hard);
    }

    #[test]
    fn pondering_uses_no_time() {
        let control = Control::new();
        let limits = Limits {
            movetime: Some(Duration::ZERO),
            ponder: true,
            ..Limits::default()
        };
        let clock = Clock::new(&limits, OVERHEAD, Color::White);
        assert!(!clock.is_over(&control) && !clock.is_running(&control));
        control.ponder_hit();
        assert!(clock.is_over(&control) && clock.is_late(&control, 100));
    }
}
