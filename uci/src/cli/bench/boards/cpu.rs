//! CPU time on one core.

use std::thread;
use std::time::Duration;

use cpu_time::ThreadTime;

/// The shortest sample: in shorter ones, reading clocks would show.
pub(super) const SAMPLE: Duration = Duration::from_millis(250);

/// Does the work on a thread of its own. Where the system allows it, that thread and the programs that it starts are
/// pinned to one core. The work is told whether they are.
pub(super) fn on_one_core<R: Send>(work: impl FnOnce(bool) -> R + Send) -> R {
    let result = thread::scope(|scope| scope.spawn(|| work(pin())).join());
    result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// The CPU seconds of one count, measured over as many as take `least` together; `None` if a count ends early.
pub(super) fn seconds<E>(
    least: Duration,
    mut count: impl FnMut() -> Result<Option<()>, E>,
) -> Result<Option<f64>, E> {
    let (start, mut counts) = (ThreadTime::now(), 0);
    loop {
        if count()?.is_none() {
            return Ok(None);
        }
        counts += 1;
        let elapsed = start.elapsed();
        if elapsed >= least {
            return Ok(Some(elapsed.as_secs_f64() / f64::from(counts)));
        }
    }
}

/// Pins this thread to the last core that it may use: the first ones do more of the system's own work.
#[cfg(target_os = "linux")]
fn pin() -> bool {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let Ok(allowed) = sched_getaffinity(None) else {
        return false;
    };
    let last = (0..CpuSet::MAX_CPU).rfind(|&core| allowed.is_set(core));
    last.is_some_and(|last| {
        let mut one = CpuSet::new();
        one.set(last);
        sched_setaffinity(None, &one).is_ok()
    })
}

/// This system cannot pin a thread.
#[cfg(not(target_os = "linux"))]
fn pin() -> bool {
    false
}
