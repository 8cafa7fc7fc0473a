//! Timing Canopy in this process.

use std::thread;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use movegen::chess::{self, Kernel};
use movegen::perft::{Perft, Stop};

use crate::BenchError;
use crate::positions::Position;

/// A way to count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) kernel: Kernel,
    pub(crate) threads: usize,
    /// 0 for none.
    pub(crate) hash_mb: usize,
}

/// The clock: CPU time ignores other load on the machine, but hides waiting threads.
enum Clock {
    Cpu(ProcessTime),
    Wall(Instant),
}

impl Clock {
    fn elapsed(&self) -> Duration {
        match self {
            Clock::Cpu(start) => start.elapsed(),
            Clock::Wall(start) => start.elapsed(),
        }
    }
}

impl Way {
    pub(crate) fn new(kernel: Kernel, threads: usize, hash_mb: usize) -> Way {
        Way {
            kernel,
            threads,
            hash_mb,
        }
    }

    /// Seconds for one count, measured over as many counts as fill `least`.
    pub(crate) fn sample(&self, position: &Position, least: Duration) -> Result<f64, BenchError> {
        match self.threads {
            1 => on_one_core(|| self.repeat(position, least, Clock::Cpu(ProcessTime::now()))),
            _ => self.repeat(position, least, Clock::Wall(Instant::now())),
        }
    }

    fn repeat(
        &self,
        position: &Position,
        least: Duration,
        clock: Clock,
    ) -> Result<f64, BenchError> {
        let root: chess::Position = position.fen.parse().expect("the list is sound");
        // Every run starts with an empty table: a filled one would already hold the answer.
        let perft = Perft::new(position.depth)
            .threads(self.threads)
            .hash_mb(self.hash_mb);
        let mut runs = 0;
        loop {
            let outcome = perft.run(&root, &self.kernel, &Stop::new(), |_| {})?;
            runs += 1;
            if outcome.total != u128::from(position.leaves) {
                return Err(BenchError::WrongCount {
                    who: format!("the kernel {} of Canopy", self.kernel),
                    position: position.name,
                    depth: position.depth,
                    expected: position.leaves,
                    counted: outcome.total,
                });
            }
            let elapsed = clock.elapsed();
            if elapsed >= least {
                return Ok(elapsed.as_secs_f64() / f64::from(runs));
            }
        }
    }
}

/// The middle value, or the mean of the two middle values, of at least one.
pub(crate) fn median(samples: &mut [f64]) -> f64 {
    samples.sort_by(f64::total_cmp);
    let middle = samples.len() / 2;
    match samples.len() % 2 {
        0 => (samples[middle - 1] + samples[middle]) / 2.0,
        _ => samples[middle],
    }
}

/// Does the work on a thread of its own. Where the system allows it, that thread and the threads and
/// programs that it starts are pinned to one core; the other threads of the process are not.
pub(crate) fn on_one_core<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let pinned = || {
        pin();
        work()
    };
    let result = thread::scope(|scope| scope.spawn(pinned).join());
    result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Pins this thread to the last core that it may use: the first ones do more of the system's own
/// work. Returns whether that succeeded.
#[cfg(target_os = "linux")]
pub(crate) fn pin() -> bool {
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
pub(crate) fn pin() -> bool {
    false
}
