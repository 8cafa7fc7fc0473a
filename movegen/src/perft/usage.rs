//! How the threads of a run spent their time.

use crate::clock::Instant;
use std::time::Duration;

/// The time that a run spent before its threads counted, and how long each of them was busy.
///
/// With `n` threads, a run takes `split + start + counting`, and its threads together could have
/// worked `n * counting`: they worked [`busy`](Usage::busy) and waited [`idle`](Usage::idle).
///
/// ```
/// use movegen::chess::{Kernel, Position};
/// use movegen::perft::{Perft, Stop};
/// let start = Position::startpos();
/// let outcome = Perft::new(6).threads(2).run(&start, &Kernel::best(), &Stop::new(), |_| {}).unwrap();
/// let usage = outcome.usage;
/// assert!((1..=2).contains(&usage.threads.len()));
/// assert_eq!(usage.threads.iter().map(|thread| thread.tasks).sum::<usize>(), usage.tasks);
/// assert!(usage.tail() <= usage.counting());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The number of tasks into which the tree was split.
    pub tasks: usize,
    /// The time to split the tree, on one thread.
    pub split: Duration,
    /// The time to allocate the table and to start the threads.
    pub start: Duration,
    /// The threads that counted. These are fewer than requested if the tree is small or the system
    /// refuses threads.
    pub threads: Vec<ThreadUsage>,
}

/// What one thread did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreadUsage {
    /// The number of tasks that it counted.
    pub tasks: usize,
    /// The time from the start of the count until the thread found no further task.
    pub busy: Duration,
    /// The time that its longest task took.
    pub longest_task: Duration,
}

impl Usage {
    /// The time from the first task to the end of the last one.
    pub fn counting(&self) -> Duration {
        let busy = self.threads.iter().map(|thread| thread.busy);
        busy.max().unwrap_or_default()
    }

    /// The sum of the times that the threads were busy.
    pub fn busy(&self) -> Duration {
        self.threads.iter().map(|thread| thread.busy).sum()
    }

    /// The sum of the times that the threads waited for the last one.
    pub fn idle(&self) -> Duration {
        let end = self.counting();
        self.threads.iter().map(|thread| end - thread.busy).sum()
    }

    /// The time from the first thread that found no further task to the end of the last task.
    pub fn tail(&self) -> Duration {
        let first = self.threads.iter().map(|thread| thread.busy).min();
        self.counting() - first.unwrap_or_default()
    }

    /// The time that the longest task took: no tail is longer.
    pub fn longest_task(&self) -> Duration {
        let longest = self.threads.iter().map(|thread| thread.longest_task);
        longest.max().unwrap_or_default()
    }
}

/// Measures one thread.
pub(super) struct Stopwatch {
    began: Instant,
    usage: ThreadUsage,
}

impl Stopwatch {
    /// A thread of a count that began at this time.
    pub(super) fn new(began: Instant) -> Stopwatch {
        Stopwatch {
            began,
            usage: ThreadUsage::default(),
        }
    }

    /// Measures a task.
    pub(super) fn task<R>(&mut self, count: impl FnOnce() -> R) -> R {
        let started = Instant::now();
        let result = count();
        self.usage.tasks += 1;
        self.usage.longest_task = self.usage.longest_task.max(started.elapsed());
        result
    }

    /// The thread has found no further task.
    pub(super) fn stop(mut self) -> ThreadUsage {
        self.usage.busy = self.began.elapsed();
        self.usage
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_time_is_what_busy_threads_leave() {
        let thread = |busy, longest_task| ThreadUsage {
            tasks: 1,
            busy: Duration::from_millis(busy),
            longest_task: Duration::from_millis(longest_task),
        };
        let usage = Usage {
            threads: vec![thread(70, 20), thread(100, 30), thread(90, 5)],
            ..Usage::default()
        };
        assert_eq!(usage.counting().as_millis(), 100);
        assert_eq!(usage.busy().as_millis(), 260);
        assert_eq!(usage.idle().as_millis(), 40);
        assert_eq!(usage.tail().as_millis(), 30);
        assert_eq!(usage.longest_task().as_millis(), 30);
        assert_eq!(Usage::default().tail(), Duration::ZERO);
    }
}
