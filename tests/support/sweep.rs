//! Long lists of cases: some of them in every run of the tests, more with `CANOPY_FULL=1` as in `.ci/run`, and all of them
//! with `CANOPY_FULL=all`.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Whether more cases are wanted than in every run.
pub(crate) fn is_full() -> bool {
    std::env::var_os("CANOPY_FULL").is_some_and(|value| value != "0")
}

/// One in `step` of the cases, or all of them with `CANOPY_FULL=1`.
pub(crate) fn sample<T>(cases: impl IntoIterator<Item = T>, step: usize) -> Vec<T> {
    large_sample(cases, step, 1)
}

/// As [`sample`], but one in `full_step` with `CANOPY_FULL=1`: for lists that take ten minutes.
pub(crate) fn large_sample<T>(
    cases: impl IntoIterator<Item = T>,
    step: usize,
    full_step: usize,
) -> Vec<T> {
    let step = match std::env::var_os("CANOPY_FULL") {
        Some(value) if value == "all" => 1,
        _ if is_full() => full_step,
        _ => step,
    };
    cases.into_iter().step_by(step).collect()
}

/// A number of random cases, or one in `part` of them.
pub(crate) fn number(all: usize, part: usize) -> usize {
    if is_full() { all } else { all / part }
}

/// Checks the cases side by side. A check that panics ends its thread; the others go on.
pub(crate) fn check<T: Sync>(cases: &[T], check: impl Fn(&T) + Sync) {
    // More threads than cores: many checks wait for other programs.
    check_on(2 * movegen::threads::cores(), cases, check);
}

/// As [`check`], for checks that spend their time waiting for programs that do not answer.
pub(crate) fn check_waiting<T: Sync>(cases: &[T], check: impl Fn(&T) + Sync) {
    check_on(8 * movegen::threads::cores(), cases, check);
}

fn check_on<T: Sync>(threads: usize, cases: &[T], check: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            check(case);
        }
    };
    let threads = threads.min(cases.len());
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
}
