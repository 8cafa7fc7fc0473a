//! Threads under memory and process limits.
//!
//! The standard library returns an error for a thread that the system refuses, but aborts the
//! process if memory runs out while a thread starts. Threads are therefore started one at a time:
//! each only if its stack and a reserve fit into memory, and only once the previous one runs. A
//! [`Pool`] that cannot start all of its threads keeps those that it has and reports a
//! [`Shortage`].
//!
//! ```
//! use std::sync::atomic::{AtomicUsize, Ordering};
//! use movegen::threads::Pool;
//!
//! let pool = Pool::start("worker", 2, 1 << 20, 0).unwrap();
//! assert!(pool.shortage().is_none());
//! let sum = AtomicUsize::new(0);
//! pool.scope(|scope| {
//!     for number in 1..=pool.len() {
//!         let sum = &sum;
//!         scope.spawn(move || { sum.fetch_add(number, Ordering::Relaxed); });
//!     }
//! });
//! assert_eq!(sum.into_inner(), 3);
//! ```

use std::fmt;
use std::hint::black_box;
use std::io;
use std::num::NonZero;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, mpsc};
use std::thread::{self, JoinHandle};

use rayon::iter::{ParallelBridge as _, ParallelIterator as _};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::available_memory::check_available;

/// Bytes that must remain free after a thread has started, for small allocations, whose failure
/// aborts the process.
pub const RESERVE: usize = 16 << 20;

/// Bytes that a thread maps beside its stack before it runs, rounded up: guard pages, and the stack of its signal
/// handlers, which is larger on CPUs with AVX-512. The standard library aborts the process without them.
const TO_START: usize = 1 << 20;

/// The address space of an arena of the allocator (glibc on 64-bit systems).
const ARENA: usize = 64 << 20;

/// The stack size of a thread without deep recursion: the default of the standard library.
pub const STACK: usize = 2 << 20;

/// Fewer threads than requested are available.
#[derive(Clone, Debug, thiserror::Error)]
#[error("only {available} of {requested} threads available: {reason}")]
pub struct Shortage {
    /// The number of threads requested.
    pub requested: usize,
    /// The number of threads available.
    pub available: usize,
    /// Why there are not more.
    #[source]
    pub reason: Limit,
}

/// What limits the number of threads.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Limit {
    /// The system refuses another thread or its memory.
    #[error("{0}")]
    System(#[source] Arc<io::Error>),
    /// The caller allows only some threads per core.
    #[error("at most {each} per core, found {cores} core{}", plural(*.cores))]
    Cores {
        /// The number of cores.
        cores: usize,
        /// The number of threads allowed per core.
        each: usize,
    },
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// The number of cores: of threads that can run at the same time. Asks the system once.
pub fn cores() -> usize {
    // The answer takes several reads of files, longer than a small count.
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get))
}

/// Resolves a thread count in which 0 means one thread per core.
///
/// ```
/// use movegen::threads::{cores, resolve_count};
/// assert_eq!(resolve_count(3), 3);
/// assert_eq!(resolve_count(0), cores());
/// ```
pub fn resolve_count(threads: usize) -> usize {
    match threads {
        0 => cores(),
        _ => threads,
    }
}

/// Starts a thread and waits until it runs.
///
/// # Errors
/// If the system refuses the thread, or if its stack and [`RESERVE`] do not fit into memory.
pub fn spawn(
    name: &str,
    stack: usize,
    work: impl FnOnce() + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    spawn_or_return(name, stack, work).map_err(|(error, _)| error)
}

/// As [`spawn`], but returns the work if the thread cannot be started.
///
/// # Errors
/// As [`spawn`].
pub fn spawn_or_return<W: FnOnce() + Send + 'static>(
    name: &str,
    stack: usize,
    work: W,
) -> Result<JoinHandle<()>, (io::Error, W)> {
    spawn_with_reserve(name, stack, RESERVE, work)
}

/// As [`spawn_or_return`], but `reserve` bytes must remain free.
fn spawn_with_reserve<W: FnOnce() + Send + 'static>(
    name: &str,
    stack: usize,
    reserve: usize,
    work: W,
) -> Result<JoinHandle<()>, (io::Error, W)> {
    let slot = Arc::new(Mutex::new(Some(work)));
    let take = |slot: &Mutex<Option<W>>| slot.lock().unwrap_or_else(PoisonError::into_inner).take();
    let taken = Arc::clone(&slot);
    let body = move || {
        if let Some(work) = take(&taken) {
            work();
        }
    };
    start(name, stack, reserve, Box::new(body)).map_err(|error| {
        let work = take(&slot).expect("the thread has not started");
        (error, work)
    })
}

/// Starts a thread and waits until it runs.
fn start(
    name: &str,
    stack: usize,
    reserve: usize,
    body: Box<dyn FnOnce() + Send>,
) -> io::Result<JoinHandle<()>> {
    check_available(stack.saturating_add(reserve))?;
    // An arena that the thread's allocator maps first must not take what the thread needs after it.
    if check_available(stack.saturating_add(ARENA)).is_ok() {
        check_available(stack.saturating_add(ARENA + TO_START))?;
    }
    let (send_running, running) = mpsc::channel();
    let builder = thread::Builder::new().name(name.to_owned());
    let thread = builder.stack_size(stack).spawn(move || {
        // The first allocation of a thread may map an arena of many megabytes.
        drop(black_box(vec![0u8; 64]));
        // This fails only if the starting thread has panicked.
        let _ = send_running.send(());
        body();
    })?;
    // This fails only if the new thread has panicked.
    let _ = running.recv();
    Ok(thread)
}

/// One or more threads that wait for work. Dropping the pool waits until they end.
pub struct Pool {
    /// `None` only while the pool is dropped.
    threads: Option<ThreadPool>,
    handles: Vec<JoinHandle<()>>,
    shortage: Option<Shortage>,
}

impl Pool {
    /// Starts `threads` threads (at least one), or as many as leave `bytes_per_thread` bytes of
    /// memory to each of them. [`Pool::shortage`] is set if there are fewer.
    ///
    /// # Errors
    /// The [`Shortage`] if not a single thread can be started.
    pub fn start(
        name: &str,
        threads: usize,
        stack: usize,
        bytes_per_thread: usize,
    ) -> Result<Pool, Shortage> {
        let requested = threads.max(1);
        let (mut attempted, mut shortage) = (requested, None);
        let mut reserve = RESERVE;
        loop {
            match Pool::start_all(name, attempted, stack, reserve, bytes_per_thread) {
                Ok(mut pool) => {
                    pool.shortage = shortage;
                    return Ok(pool);
                }
                Err((started, error)) => {
                    log::debug!("{started} of {attempted} threads started: {error}");
                    attempted = started.min(attempted - 1);
                    let short = Shortage {
                        requested,
                        available: attempted,
                        reason: Limit::System(Arc::new(error)),
                    };
                    if attempted == 0 {
                        return Err(short);
                    }
                    shortage = Some(short);
                    // As many threads have just run beside the reserve. The arenas that the
                    // allocator mapped for them stay mapped: they are the reserve of the next ones,
                    // and can leave no other than what a thread needs to start.
                    reserve = TO_START;
                }
            }
        }
    }

    /// Why there are fewer threads than requested; `None` if there are not.
    pub fn shortage(&self) -> Option<&Shortage> {
        self.shortage.as_ref()
    }

    /// The number of threads.
    #[expect(clippy::len_without_is_empty, reason = "a pool is never empty")]
    pub fn len(&self) -> usize {
        self.handles.len()
    }

    /// Calls `work` on the current thread, then waits for everything that it spawned in the pool.
    pub fn scope<'s, R>(&self, work: impl FnOnce(Scope<'_, 's>) -> R) -> R {
        self.pool().in_place_scope(|scope| work(Scope(scope)))
    }

    /// Calls `work` once on every thread of the pool, at the same time, and returns the results.
    ///
    /// ```
    /// use movegen::threads::{Pool, STACK};
    /// let pool = Pool::start("worker", 2, STACK, 0).unwrap();
    /// assert_eq!(pool.broadcast(|| 1), [1, 1]);
    /// ```
    pub fn broadcast<R: Send>(&self, work: impl Fn() -> R + Sync) -> Vec<R> {
        self.pool().broadcast(|_| work())
    }

    /// Calls `work` with every item, on all threads of the pool. Items are taken in their order;
    /// after an error no more of them are taken.
    ///
    /// ```
    /// use movegen::threads::{Pool, STACK};
    /// let pool = Pool::start("worker", 2, STACK, 0).unwrap();
    /// let even = |number: i32| if number % 2 == 0 { Ok(()) } else { Err(number) };
    /// assert_eq!(pool.try_for_each([2, 4, 6].into_iter(), even), Ok(()));
    /// assert_eq!(pool.try_for_each([2, 3, 6].into_iter(), even), Err(3));
    /// ```
    ///
    /// # Errors
    /// An error that `work` returned.
    pub fn try_for_each<I, E>(
        &self,
        items: I,
        work: impl Fn(I::Item) -> Result<(), E> + Send + Sync,
    ) -> Result<(), E>
    where
        I: Iterator<Item: Send> + Send,
        E: Send,
    {
        self.install(|| items.par_bridge().try_for_each(work))
    }

    /// Calls `work` in the pool, where the parallel iterators of rayon use its threads.
    pub(crate) fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.pool().install(work)
    }

    fn pool(&self) -> &ThreadPool {
        self.threads.as_ref().expect("taken by drop only")
    }

    /// Starts all of the threads.
    ///
    /// # Errors
    /// The number of threads that could be started, and why there were not more.
    fn start_all(
        name: &str,
        threads: usize,
        stack: usize,
        reserve: usize,
        bytes_per_thread: usize,
    ) -> Result<Pool, (usize, io::Error)> {
        let mut pool = Pool {
            threads: None,
            handles: Vec::with_capacity(threads),
            shortage: None,
        };
        let for_work = |threads: usize| bytes_per_thread.saturating_mul(threads);
        let mut failed = None;
        let built = ThreadPoolBuilder::new()
            .num_threads(threads)
            .spawn_handler(|thread| {
                let number = thread.index() + 1;
                let name = format!("{name}-{number}");
                let started = check_available(for_work(number).saturating_add(stack + reserve))
                    .and_then(|()| {
                        let run = move || thread.run();
                        spawn_with_reserve(&name, stack, reserve, run).map_err(|(error, _)| error)
                    });
                match started {
                    Ok(handle) => {
                        pool.handles.push(handle);
                        Ok(())
                    }
                    Err(error) => {
                        failed = Some(error);
                        Err(io::ErrorKind::Other.into())
                    }
                }
            })
            .build();
        let started = pool.handles.len();
        match built {
            Ok(built) => pool.threads = Some(built),
            Err(error) => {
                let error = failed.unwrap_or_else(|| io::Error::other(error));
                return Err((started, error));
            }
        }
        // The last thread may have taken the reserve.
        match check_available(for_work(threads).saturating_add(RESERVE)) {
            Ok(()) => Ok(pool),
            Err(error) => Err((started - 1, error)),
        }
    }
}

/// Starts work in a [`Pool`] that may borrow what outlives the scope.
#[derive(Clone, Copy)]
pub struct Scope<'a, 's>(&'a rayon::Scope<'s>);

impl<'s> Scope<'_, 's> {
    /// Runs `work` on one of the pool's threads, as soon as one is free.
    pub fn spawn(&self, work: impl FnOnce() + Send + 's) {
        self.0.spawn(|_| work());
    }
}

impl fmt::Debug for Scope<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").finish_non_exhaustive()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        // Dropping the rayon pool makes its threads end.
        self.threads = None;
        for handle in self.handles.drain(..) {
            if handle.join().is_err() {
                log::error!("a pool thread panicked");
            }
        }
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool")
            .field("threads", &self.handles.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// More than any system has.
    const TOO_MUCH: usize = 1 << 60;

    #[test]
    fn a_thread_without_memory_is_an_error() {
        let error = spawn("large", TOO_MUCH, || {}).expect_err("no such stack");
        assert_eq!(error.kind(), io::ErrorKind::OutOfMemory);
        let (_, work) = spawn_or_return("large", TOO_MUCH, || ()).expect_err("no such stack");
        work();
    }

    #[test]
    fn a_pool_runs_what_is_spawned() {
        let pool = Pool::start("test", 3, 1 << 20, 0).expect("three threads");
        assert!(pool.shortage().is_none());
        assert_eq!(pool.len(), 3);
        // The same threads serve any number of scopes.
        for _ in 0..3 {
            let ran = AtomicUsize::new(0);
            pool.scope(|scope| {
                for _ in 0..10 {
                    scope.spawn(|| {
                        ran.fetch_add(1, Ordering::Relaxed);
                    });
                }
            });
            assert_eq!(ran.into_inner(), 10);
        }
        assert_eq!(pool.install(rayon::current_num_threads), 3);
    }

    #[test]
    fn a_pool_has_as_many_threads_as_fit_into_memory() {
        let largest = (0..usize::BITS)
            .map(|bit| 1usize << bit)
            .take_while(|&bytes| check_available(bytes).is_ok())
            .last();
        let largest = largest.expect("a byte");
        let pool = Pool::start("test", 8, 1 << 20, largest / 2).expect("enough for one");
        let shortage = pool.shortage().expect("too much for eight");
        let threads = pool.len();
        assert!((1..8).contains(&threads), "{threads}");
        assert_eq!((shortage.requested, shortage.available), (8, threads));
        let text = shortage.to_string();
        assert!(
            text.starts_with(&format!("only {threads} of 8 threads available: ")),
            "{text}"
        );
    }

    #[test]
    fn a_pool_without_memory_for_one_thread_is_an_error() {
        let shortage = Pool::start("test", 4, 1 << 20, TOO_MUCH).expect_err("too much");
        assert_eq!((shortage.requested, shortage.available), (4, 0));
    }
}
