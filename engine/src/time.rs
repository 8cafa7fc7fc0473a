//! How long to think.

use std::time::{Duration, Instant};

use movegen::chess::Color;

use crate::{Control, Limits};

/// For how many more moves a game without `movestogo` is expected to last.
const EXPECTED_MOVES: u32 = 30;

/// What is never planned to be spent, as long as it is a small part of what is left.
const RESERVE: Duration = Duration::from_millis(250);

/// The two times of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// No new iteration begins after this, give or take what the position deserves.
    pub(crate) soft: Duration,
    /// The search breaks off at this.
    pub(crate) hard: Duration,
}

impl Budget {
    /// The budget that the limits leave for a move of `turn`; `None` when no clock runs.
    pub(crate) fn new(limits: &Limits, overhead: Duration, turn: Color) -> Option<Budget> {
        let fixed = limits.movetime.map(|time| {
            // With an overhead beyond the whole time, half of it is the better guess.
            let time = time.saturating_sub(overhead).max(time / 2);
            Budget {
                soft: time,
                hard: time,
            }
        });
        let own = limits.time[turn.index()].or(limits.time[(!turn).index()]);
        let clocked = own.map(|time| {
            Budget::of_clock(
                time,
                limits.increment[turn.index()],
                limits.moves_to_go,
                overhead,
            )
        });
        match (fixed, clocked) {
            (Some(a), Some(b)) => Some(Budget {
                soft: a.soft.min(b.soft),
                hard: a.hard.min(b.hard),
            }),
            (one, other) => one.or(other),
        }
    }

    fn of_clock(
        time: Duration,
        increment: Duration,
        moves: Option<u32>,
        overhead: Duration,
    ) -> Budget {
        let moves = moves.unwrap_or(EXPECTED_MOVES).clamp(1, EXPECTED_MOVES);
        let left = time.saturating_sub(overhead);
        // On a busy machine an answer may be late by more than anybody foresees, and once is enough
        // to lose.
        let left = left - (left / 4).min(RESERVE);
        // Never all that is left: other processes may hold the CPU when the time is up.
        let most = if moves == 1 { left * 4 / 5 } else { left / 2 };
        // Each later move brings its increment and costs its overhead, unless so little is left that
        // the game must end sooner than expected.
        let planned = left
            .saturating_add(increment.saturating_mul(moves - 1))
            .saturating_sub(overhead.saturating_mul(moves - 1))
            .max(left / 4);
        let soft = (planned / moves).min(most);
        Budget {
            soft,
            hard: soft.saturating_mul(4).min(most),
        }
    }
}

/// A budget and the moment from which it is spent.
pub(crate) struct Clock {
    start: Instant,
    budget: Option<Budget>,
    pondering: bool,
}

impl Clock {
    /// A clock that starts now or, when pondering, at the hit.
    pub(crate) fn new(limits: &Limits, overhead: Duration, turn: Color) -> Clock {
        // What is infinite ends by `stop` alone.
        let budget = if limits.infinite {
            None
        } else {
            Budget::new(limits, overhead, turn)
        };
        log::debug!("time budget {budget:?}");
        Clock {
            start: Instant::now(),
            budget,
            pondering: limits.ponder,
        }
    }

    /// The time since the search began, pondering included.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether any time limit runs.
    pub(crate) fn is_running(&self, control: &Control) -> bool {
        self.spent(control).is_some()
    }

    /// Whether the search must break off.
    pub(crate) fn is_over(&self, control: &Control) -> bool {
        self.spent(control)
            .is_some_and(|(spent, budget)| spent >= budget.hard)
    }

    /// Whether another iteration is no longer worth beginning, for a move that deserves so many
    /// percent of the usual time.
    pub(crate) fn is_late(&self, control: &Control, percent: u32) -> bool {
        self.spent(control).is_some_and(|(spent, budget)| {
            // A fixed time is meant to be used.
            let percent = if budget.soft == budget.hard {
                100
            } else {
                percent
            };
            spent >= budget.soft.saturating_mul(percent) / 100
        })
    }

    fn spent(&self, control: &Control) -> Option<(Duration, Budget)> {
        let budget = self.budget?;
        let from = if self.pondering {
            control.hit_at()?
        } else {
            self.start
        };
        Some((from.elapsed(), budget))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);
    const OVERHEAD: Duration = Duration::from_millis(10);

    fn white(limits: &Limits) -> Budget {
        Budget::new(limits, OVERHEAD, Color::White).expect("a clock runs")
    }

    #[test]
    fn no_clock_no_budget() {
        assert_eq!(
            Budget::new(&Limits::default(), OVERHEAD, Color::White),
            None
        );
    }

    #[test]
    fn the_budget_stays_below_what_is_left() {
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
    fn increments_to_come_are_planned_with() {
        let soft = |increment| {
            let limits = Limits {
                time: [Some(MS * 1000), None],
                increment: [MS * increment; 2],
                ..Limits::default()
            };
            white(&limits).soft
        };
        // What the overhead takes, the increment gives back.
        assert_eq!(soft(10), (MS * 1000 - OVERHEAD) * 3 / 4 / EXPECTED_MOVES);
        assert!(soft(30) > soft(10) + MS * 15 && soft(0) + MS * 5 < soft(10));
    }

    #[test]
    fn the_opponents_clock_stands_in() {
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
    fn movetime_is_used_but_for_the_overhead() {
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
    fn pondering_time_is_free() {
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
