//! Counts the different positions after each ply, exactly.
//!
//! The positions of one ply are kept in packed form. Those of the next ply go into a hash set of eight
//! bytes each: the index of the parent, the move, and a part of the key. Where the parts agree, both
//! moves are played and the whole positions compared: no count depends on a key. If the set does not
//! fit into memory, it is built in parts, one for each range of keys. Every part generates all moves
//! again. The positions of the last ply are counted part by part and never made.

mod packable;
mod portion;
mod record;
mod recount;
mod set;
mod side_keys;

use std::collections::TryReserveError;

use prefetch_index::prefetch_index;
use rayon::iter::{IndexedParallelIterator as _, IntoParallelIterator as _, ParallelIterator as _};
use rayon::slice::ParallelSlice as _;

pub use packable::Packable;
pub use portion::{Buckets, Captured, LastPly, Portion};
pub use record::{Full, Key, Record};
pub use recount::{Recount, Recounted, Slice};
use set::{Child, Entry, Found, Range, Set};
pub use side_keys::{ChildRecord, SideKeyed, SideKeys, SideMove, Survey};

use super::{Progress, Stop};
use crate::memory::{MEGABYTE, TableError};
use crate::threads::{self, Limit, Pool, STACK};

/// The planned load factor of a set.
const PLANNED_FILL: f64 = 0.75;

/// The number of positions whose moves a thread takes at a time.
const CHUNK: usize = 1024;

/// The number of positions whose moves are looked up together: memory answers meanwhile.
const BATCH: usize = 16;

/// The number of slots of a set whose positions a thread makes at a time.
const SLOTS_CHUNK: usize = 1 << 16;

/// The number of positions sampled to estimate the moves of all positions.
const SAMPLE: usize = 1 << 12;

/// Sets are larger by this factor than an even distribution needs: parts differ in size.
const UNEVEN: f64 = 1.05;

/// The smallest size of a set.
const LEAST_SLOTS: usize = 1024;

/// The next ply needs at least 1/`ROOM` of the memory that the current ply occupies. With less, it is
/// split into many parts, and the time is spent generating the same moves for each of them.
const ROOM: usize = 4;

/// Counts the different positions after each number of plies.
///
/// Positions are different if they differ in their pieces, the side to move, the castling rights or
/// an en passant square that a legal capture can use (OEIS A083276 for the start of a game).
///
/// ```
/// use movegen::chess::Position;
/// use movegen::perft::{Stop, Unique};
/// let mut counts = Vec::new();
/// let start = Position::startpos();
/// Unique::new(4).run(&start, &Stop::new(), |_, count| counts.push(count)).unwrap();
/// assert_eq!(counts, [20, 400, 5_362, 72_078]);
/// ```
///
/// The time is that of generating all moves of the second last ply, once for each part of the last
/// ply, divided by the number of threads. The memory is about 11 to 17 bytes for each position of the
/// last ply and 32 for each of the one before it, limited by [`memory_mb`](Unique::memory_mb).
#[derive(Clone, Debug)]
pub struct Unique {
    depth: u32,
    threads: usize,
    memory: usize,
    progress: Progress,
}

/// Why a count of positions failed.
#[derive(Debug, thiserror::Error)]
pub enum UniqueError {
    /// The memory limit is too low.
    #[error(
        "{positions} different positions after {ply} plies take {megabytes} MB; the next ply does \
         not fit into the limit of {limit} MB"
    )]
    Memory {
        /// The last ply that was counted.
        ply: u32,
        /// The number of positions after it.
        positions: u64,
        /// The memory that they take, in MB.
        megabytes: usize,
        /// The memory limit, in MB.
        limit: usize,
    },
    /// The system refuses memory within the limit.
    #[error(
        "{positions} different positions after {ply} plies take {megabytes} MB; the system refuses \
         the memory for the next ply, although the limit is {limit} MB"
    )]
    System {
        /// The last ply that was counted.
        ply: u32,
        /// The number of positions after it.
        positions: u64,
        /// The memory that they take, in MB.
        megabytes: usize,
        /// The memory limit, in MB.
        limit: usize,
    },
    /// Not a single thread can be started.
    #[error("cannot start a thread: {0}")]
    Threads(#[source] Limit),
}

/// Why a part was not completed.
enum Cut {
    /// The stop was raised.
    Stopped,
    /// The set is too small for the part.
    Full,
    /// The positions to keep exceed the memory limit.
    Memory,
    /// The system refuses memory.
    System,
}

impl From<TryReserveError> for Cut {
    fn from(_: TryReserveError) -> Cut {
        Cut::System
    }
}

impl From<TableError> for Cut {
    fn from(_: TableError) -> Cut {
        Cut::System
    }
}

impl From<Full> for Cut {
    fn from(_: Full) -> Cut {
        Cut::Full
    }
}

/// The positions of one ply.
struct Ply<P> {
    positions: Vec<P>,
    /// The share of the moves of the ply before that led to different positions.
    distinct: f64,
}

impl Unique {
    /// Counts at every depth up to `depth`, on one thread and with 2048 MB unless set otherwise.
    pub fn new(depth: u32) -> Unique {
        Unique {
            depth,
            threads: 1,
            memory: 2048 * MEGABYTE,
            progress: Progress::new(),
        }
    }

    /// Sets the number of threads; 0 means one per core.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Unique {
        self.threads = threads;
        self
    }

    /// Sets the memory limit for positions in MB (2^20 bytes).
    #[must_use]
    pub fn memory_mb(mut self, megabytes: usize) -> Unique {
        self.memory = megabytes.saturating_mul(MEGABYTE);
        self
    }

    /// Sets the gauge that a run updates while it counts, from 0 to 1 for each ply.
    #[must_use]
    pub fn progress(mut self, progress: &Progress) -> Unique {
        self.progress = progress.clone();
        self
    }

    /// Counts, and calls `on_ply` with every ply from 1 to the depth and its number of positions
    /// (with ply 0 if the depth is 0). Returns whether the count is complete, which it is not after a
    /// stop.
    ///
    /// # Errors
    /// [`UniqueError`] if the positions exceed the memory limit or the available memory, or if no
    /// thread can be started. The counts reported before are valid. Fewer threads than requested
    /// are not an error: see [`Progress::shortage`].
    pub fn run<T: Packable>(
        &self,
        root: &T,
        stop: &Stop,
        mut on_ply: impl FnMut(u32, u64),
    ) -> Result<bool, UniqueError> {
        if self.depth == 0 {
            on_ply(0, 1);
            return Ok(true);
        }
        let threads = threads::resolve_count(self.threads);
        let pool = Pool::start("unique", threads, STACK, 0)
            .map_err(|shortage| UniqueError::Threads(shortage.reason))?;
        if let Some(shortage) = pool.shortage() {
            self.progress.note_shortage(shortage);
        }
        let mut ply = Ply {
            positions: vec![root.pack()],
            distinct: 1.0,
        };
        for number in 1..=self.depth {
            let last = number == self.depth;
            match pool.install(|| self.next::<T>(&ply, last, stop)) {
                Ok((count, next)) => {
                    on_ply(number, count);
                    ply = next;
                }
                Err(Cut::Stopped) => return Ok(false),
                Err(cut) => return Err(self.too_large(number - 1, &ply, &cut)),
            }
        }
        Ok(true)
    }

    /// The error for a count that ends after this ply.
    fn too_large<P>(&self, number: u32, ply: &Ply<P>, cut: &Cut) -> UniqueError {
        let positions = ply.positions.len() as u64;
        let megabytes = size_of_val(&ply.positions[..]).div_ceil(MEGABYTE);
        let limit = self.memory / MEGABYTE;
        match cut {
            Cut::System => UniqueError::System {
                ply: number,
                positions,
                megabytes,
                limit,
            },
            _ => UniqueError::Memory {
                ply: number,
                positions,
                megabytes,
                limit,
            },
        }
    }

    /// The number of positions of the next ply and, unless it is the last, these positions.
    fn next<T: Packable>(
        &self,
        ply: &Ply<T::Packed>,
        last: bool,
        stop: &Stop,
    ) -> Result<(u64, Ply<T::Packed>), Cut> {
        let taken = size_of_val(&ply.positions[..]);
        let moves = estimate_moves::<T>(&ply.positions);
        let expected = moves * ply.distinct;
        let kept = if last { 0.0 } else { expected };
        let room = self.memory.saturating_sub(taken);
        let least_room = taken / ROOM;
        if room < least_room {
            return Err(Cut::Memory);
        }
        let for_set = room
            .saturating_sub((kept * size_of::<T::Packed>() as f64) as usize)
            .max(least_room);
        let largest = (for_set / size_of::<u64>()).max(LEAST_SLOTS);
        let all_slots = expected / PLANNED_FILL;
        let parts = (all_slots / largest as f64).ceil().max(1.0);
        let slots = (all_slots / parts * UNEVEN) as usize;
        let slots = slots.clamp(LEAST_SLOTS, largest);
        let mut work = Work::<T> {
            ply: &ply.positions,
            slots,
            keep: !last,
            limit: room.saturating_sub(slots * size_of::<u64>()),
            count: 0,
            next: Vec::new(),
            stop,
        };
        let parts = parts as usize;
        let chunks = ply.positions.len().div_ceil(CHUNK);
        self.progress.begin((parts * chunks) as u64);
        for index in 0..parts {
            work.part(Range::part(index, parts), Some(&self.progress))?;
        }
        let next = Ply {
            positions: work.next,
            distinct: (work.count as f64 / moves.max(1.0)).min(1.0),
        };
        Ok((work.count, next))
    }
}

/// Estimates the number of moves of all positions together.
fn estimate_moves<T: Packable>(positions: &[T::Packed]) -> f64 {
    let all = positions.len();
    let (mut seen, mut moves) = (0, 0);
    for packed in positions.iter().step_by(all.div_ceil(SAMPLE).max(1)) {
        seen += 1;
        T::unpack(packed).keyed_moves(|_, _| moves += 1);
    }
    f64::from(moves) * all as f64 / f64::from(seen.max(1))
}

/// The next ply in the making.
struct Work<'a, T: Packable> {
    /// The previous ply.
    ply: &'a [T::Packed],
    /// The size of a set.
    slots: usize,
    /// Whether the positions are needed, not only their number.
    keep: bool,
    /// The largest number of bytes that may be kept.
    limit: usize,
    /// The number of positions found so far.
    count: u64,
    /// The positions kept so far.
    next: Vec<T::Packed>,
    stop: &'a Stop,
}

/// A child that is to be looked up.
struct Candidate<M> {
    entry: Entry,
    /// The index of its parent in the batch.
    parent: usize,
    mv: M,
    key: u128,
}

impl<T: Packable> Work<'_, T> {
    /// Adds one part of the next ply. Splits it into smaller parts if it does not fit into its set.
    fn part(&mut self, range: Range, progress: Option<&Progress>) -> Result<(), Cut> {
        let mut memory = Set::allocate(self.slots)?;
        let set = Set::new(&mut memory, self.ply.len());
        match self.fill(&set, range, progress) {
            Ok(()) if self.keep => self.add_positions(&set)?,
            Ok(()) => {}
            Err(Cut::Full) => {
                drop(memory);
                let halves = range.halves().ok_or(Cut::Full)?;
                return halves
                    .into_iter()
                    .try_for_each(|half| self.part(half, None));
            }
            Err(cut) => return Err(cut),
        }
        self.count += set.len() as u64;
        Ok(())
    }

    /// Adds all children with a key in the range to the set, on all threads.
    fn fill(&self, set: &Set, range: Range, progress: Option<&Progress>) -> Result<(), Cut> {
        let chunks = self.ply.par_chunks(CHUNK).enumerate();
        chunks.try_for_each(|(index, chunk)| {
            for (number, batch) in chunk.chunks(BATCH).enumerate() {
                if self.stop.is_stopped() {
                    return Err(Cut::Stopped);
                }
                self.add(set, range, index * CHUNK + number * BATCH, batch)?;
            }
            if let Some(progress) = progress {
                progress.add(1);
            }
            Ok(())
        })
    }

    /// Adds the children of a few parents, the first of which has the index `first`. Prefetches all
    /// slots, then reads them and prefetches the parents of what is there, then compares.
    fn add(&self, set: &Set, range: Range, first: usize, batch: &[T::Packed]) -> Result<(), Cut> {
        let parents: Vec<T> = batch.iter().map(T::unpack).collect();
        let mut candidates = Vec::with_capacity(64 * BATCH);
        for (index, parent) in parents.iter().enumerate() {
            parent.keyed_moves(|mv, key| {
                if range.contains(key) {
                    let child = Child {
                        parent: first + index,
                        step: T::step(mv),
                    };
                    let entry = set.entry(key, child);
                    set.prefetch(entry.slot);
                    candidates.push(Candidate {
                        entry,
                        parent: index,
                        mv,
                        key,
                    });
                }
            });
        }
        let mut added = 0;
        let mut doubtful = Vec::with_capacity(candidates.len());
        for candidate in &candidates {
            match set.insert(candidate.entry)? {
                Found::Free => added += 1,
                Found::Taken(entry, other) => {
                    prefetch_index(self.ply, other.parent);
                    doubtful.push((candidate, entry, other));
                }
            }
        }
        for (candidate, mut entry, mut other) in doubtful {
            let parent = &parents[candidate.parent];
            let child = parent.keyed_child(candidate.mv, candidate.key).pack();
            while child != self.packed(other) {
                match set.insert(set.after(entry))? {
                    Found::Free => {
                        added += 1;
                        break;
                    }
                    Found::Taken(next, another) => (entry, other) = (next, another),
                }
            }
        }
        Ok(set.count(added)?)
    }

    fn packed(&self, child: Child) -> T::Packed {
        T::packed_child(&self.ply[child.parent], child.step)
    }

    /// Keeps the positions of a set, which are made on all threads.
    fn add_positions(&mut self, set: &Set) -> Result<(), Cut> {
        let kept = self.next.len();
        let all = kept + set.len();
        if all * size_of::<T::Packed>() > self.limit {
            return Err(Cut::Memory);
        }
        self.next.try_reserve_exact(set.len())?;
        self.next.resize(all, T::Packed::default());
        let mut next = std::mem::take(&mut self.next);
        let mut free = &mut next[kept..];
        let mut chunks = Vec::new();
        for slots in set.slots().chunks(SLOTS_CHUNK) {
            let taken = slots.iter().filter_map(|slot| set.taken(slot)).count();
            let (positions, rest) = free.split_at_mut(taken);
            chunks.push((slots, positions));
            free = rest;
        }
        chunks.into_par_iter().for_each(|(slots, positions)| {
            let children = slots.iter().filter_map(|slot| set.taken(slot));
            for (position, child) in positions.iter_mut().zip(children) {
                *position = self.packed(child);
            }
        });
        self.next = next;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::Tree;

    /// A square grid with steps east and north: many paths lead to each point.
    #[derive(Clone, PartialEq, Debug)]
    struct Grid(u32, u32);

    impl Tree for Grid {
        type Move = bool;

        fn moves(&self) -> Vec<bool> {
            vec![false, true]
        }

        fn child(&self, north: bool) -> Grid {
            Grid(self.0 + u32::from(!north), self.1 + u32::from(north))
        }

        /// The same for all positions: no count may depend on it.
        fn key(&self) -> u128 {
            7
        }

        fn plays_like(&self, other: &Grid) -> bool {
            self == other
        }
    }

    impl Packable for Grid {
        type Packed = (u32, u32);

        fn pack(&self) -> (u32, u32) {
            (self.0 + 1, self.1)
        }

        fn unpack(packed: &(u32, u32)) -> Grid {
            Grid(packed.0 - 1, packed.1)
        }

        fn step(north: bool) -> u16 {
            u16::from(north)
        }

        fn packed_child(packed: &(u32, u32), step: u16) -> (u32, u32) {
            Grid::unpack(packed).child(step == 1).pack()
        }
    }

    #[test]
    fn equal_keys_do_not_make_positions_equal() {
        let mut counts = Vec::new();
        let complete = Unique::new(40).run(&Grid(0, 0), &Stop::new(), |ply, count| {
            counts.push((ply, count));
        });
        assert!(complete.expect("small"));
        let expected: Vec<_> = (1..=40).map(|ply| (ply, u64::from(ply) + 1)).collect();
        assert_eq!(counts, expected);
    }

    #[test]
    fn a_raised_stop_ends_the_count() {
        let stop = Stop::new();
        stop.stop();
        let complete = Unique::new(3).run(&Grid(0, 0), &stop, |_, _| {});
        assert!(!complete.expect("no error"));
    }
}
