//! Time management: how long to think about a move.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use movegen::chess::Color;

use crate::{Control, Limits};

/// The number of further moves for which the time is planned without `movestogo`.
const EXPECTED_MOVES: u32 = 30;

/// Without an increment, the number of further moves whose overhead is kept back: long games are lost
/// on time otherwise.
const LONG_GAME: u32 = 60;

/// What is left on the clock in the end. On a busy machine a move may take this much longer than
/// planned, and one late move loses the game.
const RESERVE: Duration = Duration::from_millis(100);

/// What the clock has beyond the reserve when it is low: then the whole overhead is planned for each move.
const LOW_CLOCK: Duration = Duration::from_millis(50);

/// The time for a move when the clock is down to the reserve and gains nothing.
const MIN_TIME: Duration = Duration::from_millis(3);

/// What a fixed time for a move keeps back: the time to write the answer.
const ANSWER: Duration = Duration::from_micros(1_500);

/// The time to think if a move must be played after this time.
pub(crate) fn fixed_time(movetime: Duration) -> Duration {
    movetime.saturating_sub(ANSWER).max(movetime / 2)
}

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeBudget {
    /// After this time, scaled by what the position deserves, no new iteration begins.
    pub(crate) soft: Duration,
    /// At this time the search is aborted.
    pub(crate) hard: Duration,
}

impl TimeBudget {
    /// The budget for a move of `turn` within the limits; `None` if no clock runs. The overhead is what a
    /// move costs on a game clock; a fixed time for a move has none.
    pub(crate) fn new(limits: &Limits, overhead: Duration, turn: Color) -> Option<TimeBudget> {
        let fixed = limits.movetime.map(|time| {
            let time = fixed_time(time);
            TimeBudget {
                soft: time,
                hard: time,
            }
        });
        let from_clock = limits.clock(turn).map(|time| {
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

    /// Divides the remaining time, less the reserve, by the moves to come, and adds the increment.
    ///
    /// A move gains the increment and loses the overhead. While there is time, only a third of the
    /// overhead is planned for later moves: most GUIs lose less. Down at the reserve all of it is, so that
    /// the clock does not sink any further.
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
        let mut usable = remaining.saturating_sub(RESERVE);
        if increment.is_zero() && moves_to_go.is_none() {
            let overheads = overhead.saturating_mul(LONG_GAME);
            usable = usable.saturating_sub(overheads.min(remaining / 2));
        }
        let lag = overhead - (overhead * 2 / 3).mul_f64(share(usable, LOW_CLOCK));
        let losses = lag.saturating_sub(increment).saturating_mul(moves - 1);
        let gains = increment.saturating_sub(lag).saturating_mul(moves - 1);
        let gains = match remaining < RESERVE {
            true => gains.mul_f64(share(remaining, RESERVE)),
            false => gains,
        };
        let planned = usable.saturating_sub(losses).max(usable / 4);
        let soft = planned.saturating_add(gains) / moves;
        let longest = longest_time(remaining, moves);
        let soft = soft.max(MIN_TIME.min(remaining / 8)).min(longest);
        TimeBudget {
            soft,
            hard: soft.saturating_mul(4).min(longest),
        }
    }
}

/// The longest time for one of `moves` moves. Never all of it: other processes may hold the CPU when
/// the time is up.
fn longest_time(remaining: Duration, moves: u32) -> Duration {
    let usable = remaining - RESERVE.min(remaining / 2);
    if moves == 1 {
        usable * 4 / 5
    } else {
        usable / 2
    }
}

/// How much of the whole a part is, at most 1.
fn share(part: Duration, whole: Duration) -> f64 {
    part.min(whole).div_duration_f64(whole)
}

/// A time budget, and the moment from which it is used up.
pub(crate) struct Clock {
    start: Instant,
    budget: Option<TimeBudget>,
    /// The part of the budget that the search may use.
    search_share: f64,
    pondering: bool,
    /// Whether the soft limit was reached before the ponder hit.
    pondered_enough: AtomicBool,
}

impl Clock {
    /// A clock that starts now. When pondering, no limit is in effect before the ponder hit. The search may use
    /// `search_share` of the budget, at most 1.
    pub(crate) fn new(
        limits: &Limits,
        overhead: Duration,
        turn: Color,
        search_share: f64,
    ) -> Clock {
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
            search_share,
            pondering: limits.ponder,
            pondered_enough: AtomicBool::new(false),
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

    /// Whether the search must abort: the hard limit is reached, or the soft limit was reached before the
    /// ponder hit.
    pub(crate) fn is_over(&self, control: &Control) -> bool {
        self.used(control).is_some_and(|(used, budget)| {
            self.pondered_enough.load(Ordering::Relaxed)
                || used >= budget.hard.mul_f64(self.search_share)
        })
    }

    /// Whether this percentage of the soft limit is reached: no new iteration should begin. A fixed
    /// time per move is used completely, whatever the percentage. Before the ponder hit the answer is
    /// no, but it is remembered that the search need not go on after the hit.
    pub(crate) fn is_late(&self, control: &Control, percentage: u32) -> bool {
        let Some(budget) = self.budget else {
            return false;
        };
        let is_fixed = budget.soft == budget.hard;
        let percentage = if is_fixed { 100 } else { percentage };
        let soft = budget.soft.mul_f64(self.search_share);
        let planned = soft.saturating_mul(percentage) / 100;
        match self.used(control) {
            Some((used, _)) => used >= planned,
            None => {
                let enough = !is_fixed && self.elapsed() >= planned;
                self.pondered_enough.store(enough, Ordering::Relaxed);
                false
            }
        }
    }

    /// What is left of this part of the soft limit; zero if no time limit is in effect.
    pub(crate) fn rest_of(&self, control: &Control, part: f64) -> Duration {
        self.used(control).map_or(Duration::ZERO, |(used, budget)| {
            let planned = budget.soft.mul_f64(part).min(budget.hard);
            planned.saturating_sub(used)
        })
    }

    /// The time used and the budget; `None` if no time limit is in effect. On a game clock, the time spent
    /// on the opponent's clock is a part of what was planned for the move, so it is given back.
    fn used(&self, control: &Control) -> Option<(Duration, TimeBudget)> {
        let budget = self.budget?;
        let mut start = self.start;
        if self.pondering {
            let hit = control.ponder_hit_time()?;
            if budget.soft == budget.hard {
                start = hit;
            }
        }
        Some((start.elapsed(), budget))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;

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

    /// The budget with this time, increment and number of moves to the next time control, in ms.
    fn budget(time: u32, increment: u32, moves_to_go: Option<u32>) -> TimeBudget {
        let overhead = Settings::default().move_overhead;
        TimeBudget::from_clock(MS * time, MS * increment, moves_to_go, overhead)
    }

    #[test]
    fn later_increments_are_planned_for() {
        let soft = |increment| budget(1000, increment, None).soft;
        assert!(soft(30) > soft(10) + MS * 15 && soft(0) + MS * 5 < soft(10));
        // With time for the whole game, a move takes a little less than it gains.
        let long = budget(600_000, 10_000, None).soft;
        assert!((MS * 29_000..MS * 30_000).contains(&long), "{long:?}");
    }

    #[test]
    fn a_clock_that_is_low_without_an_increment_is_used() {
        assert!(budget(50, 0, None).soft > MS * 2);
        assert!(budget(20, 0, None).hard < MS);
    }

    /// Plays a game in which every move loses `lag` besides the time it takes, and the worst moves take
    /// all of their hard limit. Returns the lowest clock, or `None` for a loss on time.
    fn lowest_clock(time: u32, increment: u32, period: Option<u32>, lag: u32) -> Option<Duration> {
        let (mut clock, mut lowest) = (MS * time, MS * time);
        for number in 0..150 {
            let moves_to_go = period.map(|moves| moves - number % moves);
            let budget = budget(clock.as_millis() as u32, increment, moves_to_go);
            let used = if number % 11 == 10 {
                budget.hard
            } else {
                budget.soft
            };
            clock = clock.checked_sub(used + MS * lag)?;
            lowest = lowest.min(clock);
            clock += MS * increment;
            if period.is_some_and(|moves| number % moves == moves - 1) {
                clock += MS * time;
            }
        }
        Some(lowest)
    }

    #[test]
    fn no_game_is_lost_on_time() {
        for lag in [0, 5, 20] {
            for (time, increment, period) in [
                (300, 30, None),
                (3_000, 30, None),
                (10_000, 100, None),
                (60_000, 600, None),
                (3_000, 0, Some(40)),
                (60_000, 0, Some(40)),
                (20_000, 0, None),
            ] {
                let lowest = lowest_clock(time, increment, period, lag);
                let lowest = lowest.unwrap_or_else(|| panic!("{time}+{increment}, lag {lag}"));
                // Without an increment, nothing makes up for the lag of so long a game.
                if increment > 0 || period.is_some() {
                    assert!(
                        lowest > RESERVE * 3 / 4,
                        "{time}+{increment}, lag {lag}: {lowest:?}"
                    );
                }
            }
        }
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
    fn movetime_is_used_except_for_the_answer() {
        let limits = |ms| Limits {
            movetime: Some(MS * ms),
            ..Limits::default()
        };
        assert_eq!(white(&limits(100)).hard, MS * 100 - ANSWER);
        assert_eq!(white(&limits(2)).hard, MS);
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
        let clock = Clock::new(&limits, OVERHEAD, Color::White, 1.0);
        assert!(!clock.is_over(&control) && !clock.is_running(&control));
        control.ponder_hit();
        assert!(clock.is_over(&control) && clock.is_late(&control, 100));
    }

    /// A clock of a search that has pondered for this time.
    fn pondered(time: Duration, limits: &Limits) -> Clock {
        let limits = Limits {
            ponder: true,
            ..limits.clone()
        };
        let mut clock = Clock::new(&limits, OVERHEAD, Color::White, 1.0);
        clock.start = clock
            .start
            .checked_sub(time)
            .expect("the system runs longer");
        clock
    }

    #[test]
    fn the_time_pondered_counts() {
        // The soft limit is 32 s.
        let limits = Limits {
            time: [Some(MS * 1_000_000); 2],
            ..Limits::default()
        };
        let control = Control::new();
        let (short, long) = (
            pondered(MS * 4_000, &limits),
            pondered(MS * 40_000, &limits),
        );
        for clock in [&short, &long] {
            assert!(!clock.is_late(&control, 100) && !clock.is_over(&control));
        }
        control.ponder_hit();
        assert!(!short.is_over(&control) && !short.is_late(&control, 100));
        assert!(short.is_late(&control, 10));
        // The hit need not wait for the end of the iteration.
        assert!(long.is_over(&control));
        // More than half of the clock.
        assert!(pondered(MS * 500_000, &limits).is_over(&control));
    }

    #[test]
    fn a_later_iteration_may_deserve_more_time() {
        let limits = Limits {
            time: [Some(MS * 1_000_000); 2],
            ..Limits::default()
        };
        let control = Control::new();
        let clock = pondered(MS * 40_000, &limits);
        assert!(!clock.is_late(&control, 50));
        assert!(!clock.is_late(&control, 200));
        control.ponder_hit();
        assert!(!clock.is_over(&control));
    }

    #[test]
    fn a_fixed_time_begins_at_the_ponder_hit() {
        let limits = Limits {
            movetime: Some(MS * 3_600_000),
            ..Limits::default()
        };
        let control = Control::new();
        let clock = pondered(MS * 7_200, &limits);
        assert!(!clock.is_late(&control, 100));
        control.ponder_hit();
        assert!(!clock.is_over(&control) && !clock.is_late(&control, 100));
    }

    #[test]
    fn a_search_that_may_use_no_time_leaves_the_plan_as_it_is() {
        let control = Control::new();
        let limits = Limits {
            time: [Some(MS * 3_600_000); 2],
            ..Limits::default()
        };
        let clock = Clock::new(&limits, OVERHEAD, Color::White, 0.0);
        assert!(clock.is_over(&control) && clock.is_late(&control, 1));
        assert!(clock.rest_of(&control, 1.0) > MS * 60_000);
        let clock = Clock::new(&limits, OVERHEAD, Color::White, 0.5);
        assert!(!clock.is_over(&control) && !clock.is_late(&control, 100));
    }
}
