//! Timing Canopy in this process.

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

/// What time is: CPU time does not see what else the machine does, but hides waiting threads.
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

    /// Seconds for one count, from as many as fill `least`.
    pub(crate) fn sample(&self, position: &Position, least: Duration) -> Result<f64, BenchError> {
        let root: chess::Position = position.fen.parse().expect("the list is sound");
        // Every run begins with an empty table: a full one would know the answer.
        let perft = Perft::new(position.depth)
            .threads(self.threads)
            .hash_mb(self.hash_mb);
        let _pin = (self.threads == 1).then(Pin::to_one_core);
        let clock = match self.threads {
            1 => Clock::Cpu(ProcessTime::now()),
            _ => Clock::Wall(Instant::now()),
        };
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

/// The middle one, or the mean of the two in the middle. There is at least one.
pub(crate) fn median(samples: &mut [f64]) -> f64 {
    samples.sort_by(f64::total_cmp);
    let middle = samples.len() / 2;
    match samples.len() % 2 {
        0 => (samples[middle - 1] + samples[middle]) / 2.0,
        _ => samples[middle],
    }
}

/// While this lives, the thread that made it, and the threads and programs that it starts, run on
/// one core.
#[derive(Debug)]
pub(crate) struct Pin {
    #[cfg(target_os = "linux")]
    before: Option<rustix::thread::CpuSet>,
}

#[cfg(target_os = "linux")]
impl Pin {
    /// To the last core that there is: the first ones are busier with the system's own work.
    pub(crate) fn to_one_core() -> Pin {
        use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
        let Ok(before) = sched_getaffinity(None) else {
            return Pin { before: None };
        };
        let mut one = CpuSet::new();
        if let Some(last) = (0..CpuSet::MAX_CPU).rfind(|&core| before.is_set(core)) {
            one.set(last);
        }
        let pinned = sched_setaffinity(None, &one).is_ok();
        Pin {
            before: pinned.then_some(before),
        }
    }

    /// Whether the system has obeyed.
    pub(crate) fn holds(&self) -> bool {
        self.before.is_some()
    }
}

#[cfg(target_os = "linux")]
impl Drop for Pin {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            // These cores were allowed a moment ago.
            let _ = rustix::thread::sched_setaffinity(None, before);
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl Pin {
    /// Not on this system.
    pub(crate) fn to_one_core() -> Pin {
        Pin {}
    }

    /// Whether the system has obeyed.
    pub(crate) fn holds(&self) -> bool {
        false
    }
}
