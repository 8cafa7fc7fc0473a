//! Long lists of cases: some of them in every run of the tests, all of them with `CANOPY_FULL=1`.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Whether all cases are wanted, as in `.ci/run`.
pub(crate) fn is_full() -> bool {
    std::env::var_os("CANOPY_FULL").is_some_and(|value| value != "0")
}

/// All cases, or one in `step` of them.
pub(crate) fn sample<T>(cases: impl IntoIterator<Item = T>, step: usize) -> Vec<T> {
    let step = if is_full() { 1 } else { step };
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
