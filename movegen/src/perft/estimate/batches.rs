//! Draws batches on many threads.

use crate::clock::Instant;

use super::{Row, Sampler, Tail, Walker};
use crate::perft::shared::Shared;
use crate::perft::{Stop, Tree};
use crate::threads::{Pool, STACK, Shortage, resolve_count};

/// The bytes that each thread may allocate while it draws.
const BYTES_PER_THREAD: usize = 1 << 20;

/// How batches are drawn: see [`Sampler::batch`].
pub struct Batches<'a, T, L> {
    sampler: &'a Sampler<T>,
    tail: &'a L,
    walker: Option<&'a dyn Walker<T>>,
    size: usize,
    /// `None` on the calling thread only.
    pool: Option<Pool>,
    shortage: Option<Shortage>,
}

impl<'a, T: Tree, L: Tail<T>> Batches<'a, T, L> {
    /// Batches of `size` lines, on this many threads; 0 means one per core.
    pub fn new(sampler: &'a Sampler<T>, tail: &'a L, size: usize, threads: usize) -> Self {
        let started = match resolve_count(threads) {
            1 => None,
            threads => Some(Pool::start("estimate", threads, STACK, BYTES_PER_THREAD)),
        };
        let (pool, shortage) = match started {
            None => (None, None),
            Some(Ok(pool)) => {
                let shortage = pool.shortage().cloned();
                (Some(pool), shortage)
            }
            Some(Err(shortage)) => (None, Some(shortage)),
        };
        Batches {
            sampler,
            tail,
            walker: None,
            size,
            pool,
            shortage,
        }
    }

    /// Draws with a walker, which must be one for the tail: see [`Sampler::batches`].
    #[must_use]
    pub fn walker(self, walker: Option<&'a dyn Walker<T>>) -> Self {
        Batches { walker, ..self }
    }

    /// Why there are fewer threads than requested.
    pub fn shortage(&self) -> Option<&Shortage> {
        self.shortage.as_ref()
    }

    /// Draws the batches of a seed with these indices, in this order on all threads. `on_row` gets the position of
    /// each index in the list and its row, on the thread that has drawn it.
    ///
    /// No batch begins after the time `until`; those that were begun are finished. Once `stop` is raised, those under
    /// way are abandoned within milliseconds. In both cases all indices up to one are done, and maybe
    /// others after it.
    pub fn draw(
        &self,
        seed: u64,
        indices: &[u64],
        until: Option<Instant>,
        stop: &Stop,
        on_row: impl Fn(usize, Row) + Sync,
    ) {
        let indices = Shared::new(indices);
        let together = self
            .walker
            .map_or(1, |walker| walker.lines().div_ceil(self.size));
        let work = || {
            while !stop.is_stopped() && until.is_none_or(|until| Instant::now() < until) {
                let Some((first, indices)) = indices.take(together) else {
                    return;
                };
                match self.rows(seed, indices, stop) {
                    Some(rows) => (first..)
                        .zip(rows)
                        .for_each(|(index, row)| on_row(index, row)),
                    None => return,
                }
            }
        };
        match &self.pool {
            None => work(),
            Some(pool) => drop(pool.broadcast(work)),
        }
    }

    /// The rows of batches.
    fn rows(&self, seed: u64, indices: &[u64], stop: &Stop) -> Option<Vec<Row>> {
        let size = self.size;
        match self.walker {
            Some(walker) => self.sampler.batches(walker, seed, indices, size, stop),
            None => {
                let batch = |index: &u64| self.sampler.batch(self.tail, seed, *index, size, stop);
                indices.iter().map(batch).collect()
            }
        }
    }
}
