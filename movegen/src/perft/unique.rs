//! Counts the different positions after each ply, exactly.
//!
//! The positions of one ply are kept in packed form. Those of the next ply are made from them and
//! go into a hash set that compares whole positions: no count depends on a key. If the set does not
//! fit into memory, it is built in parts, one for each range of keys. Every part generates all moves
//! again, but makes only the positions that belong to it. The positions of the last ply are counted
//! part by part and never kept.

mod set;

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use set::{Full, Range, Set};

use super::{Progress, Stop, Tree};
use crate::memory::MEGABYTE;
use crate::threads::{self, Limit, Pool, STACK};

/// The estimated share of the moves of a ply that lead to different positions. If it is higher, a
/// part overflows and is split further.
const DISTINCT: f64 = 0.55;

/// The planned load factor of a set.
const PLANNED_FILL: f64 = 0.75;

/// Fewer moves than this are generated on one thread.
const FEW_MOVES: f64 = 65_536.0;

/// The number of positions sampled to estimate the moves of all positions.
const SAMPLE: usize = 1 << 12;

/// Sets are larger by this factor than an even distribution needs: parts differ in size.
const UNEVEN: f64 = 1.25;

/// The smallest size of a set.
const LEAST_PLACES: usize = 1024;

/// The next ply needs at least 1/`ROOM` of the memory that the current ply occupies. With less, it is
/// split into many parts, and the time is spent generating the same moves for each of them.
const ROOM: usize = 4;

/// A game whose positions have a compact form.
pub trait Packable: Tree {
    /// The compact form. Equal for two positions if and only if
    /// [`plays_like`](Tree::plays_like) holds. Its default value stands for no position.
    type Packed: Copy + Default + Eq + Send + Sync;

    /// The compact form of the position.
    fn pack(&self) -> Self::Packed;

    /// The position with this compact form.
    fn unpack(packed: &Self::Packed) -> Self;
}

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
/// ply, divided by the number of threads. The memory is limited by
/// [`memory_mb`](Unique::memory_mb).
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

impl From<Full> for Cut {
    fn from(_: Full) -> Cut {
        Cut::Full
    }
}

/// The positions of one ply, in parts.
type Ply<T> = Vec<Vec<<T as Packable>::Packed>>;

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
        let threads = pool.len();
        let mut ply: Ply<T> = vec![vec![root.pack()]];
        for number in 1..=self.depth {
            let last = number == self.depth;
            let next = pool.install(|| self.next::<T>(&ply, threads, last, stop));
            match next {
                Ok((count, positions)) => {
                    on_ply(number, count);
                    ply = positions;
                }
                Err(Cut::Stopped) => return Ok(false),
                Err(cut) => return Err(self.too_large::<T>(number - 1, &ply, &cut)),
            }
        }
        Ok(true)
    }

    /// The error for a count that ends after this ply.
    fn too_large<T: Packable>(&self, number: u32, ply: &Ply<T>, cut: &Cut) -> UniqueError {
        let positions = positions::<T>(ply) as u64;
        let megabytes = bytes::<T>(ply).div_ceil(MEGABYTE);
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
        ply: &Ply<T>,
        threads: usize,
        last: bool,
        stop: &Stop,
    ) -> Result<(u64, Ply<T>), Cut> {
        let size = size_of::<T::Packed>();
        let taken = bytes::<T>(ply);
        let moves = estimate_moves::<T>(ply);
        let kept = if last { 0.0 } else { moves * DISTINCT };
        let room = self.memory.saturating_sub(taken);
        let least_room = taken / ROOM;
        if room < least_room {
            return Err(Cut::Memory);
        }
        // A part that is kept is copied out of its set, so it briefly exists twice.
        let copies = if last { 1 } else { 2 };
        let for_sets = room
            .saturating_sub((kept * size as f64) as usize)
            .max(least_room);
        let largest = (for_sets / threads / copies / size).max(LEAST_PLACES);
        let all_places = moves * DISTINCT / PLANNED_FILL;
        let least_parts = if moves < FEW_MOVES { 1 } else { threads };
        let parts = ((all_places / largest as f64).ceil() as usize).max(least_parts);
        let places = (all_places / parts as f64 * UNEVEN) as usize;
        let places = places.clamp(LEAST_PLACES, largest);
        self.progress.begin(parts as u64);
        let kept_bytes = AtomicUsize::new(0);
        let work = Work::<T> {
            ply,
            places,
            keep: !last,
            limit: room.saturating_sub(places * size * threads.min(parts)),
            kept_bytes: &kept_bytes,
            stop,
        };
        let counted: Result<Vec<(u64, Ply<T>)>, Cut> = (0..parts)
            .into_par_iter()
            .map(|index| {
                let mut found = (0, Vec::new());
                work.part(Range::part(index, parts), &mut found)?;
                self.progress.add(1);
                Ok(found)
            })
            .collect();
        let (mut total, mut next) = (0, Vec::new());
        for (count, positions) in counted? {
            total += count;
            next.extend(positions);
        }
        Ok((total, next))
    }
}

fn positions<T: Packable>(ply: &Ply<T>) -> usize {
    ply.iter().map(Vec::len).sum()
}

fn bytes<T: Packable>(ply: &Ply<T>) -> usize {
    positions::<T>(ply) * size_of::<T::Packed>()
}

/// Estimates the number of moves of all positions together.
fn estimate_moves<T: Packable>(ply: &Ply<T>) -> f64 {
    let all = positions::<T>(ply);
    let (mut seen, mut moves) = (0, 0);
    for packed in ply.iter().flatten().step_by(all.div_ceil(SAMPLE).max(1)) {
        seen += 1;
        T::unpack(packed).keyed_moves(|_, _| moves += 1);
    }
    f64::from(moves) * all as f64 / f64::from(seen.max(1))
}

/// The data shared by all parts of a ply.
struct Work<'a, T: Packable> {
    /// The previous ply.
    ply: &'a Ply<T>,
    /// The size of a set.
    places: usize,
    /// Whether the positions are needed, not only their number.
    keep: bool,
    /// The largest number of bytes that may be kept.
    limit: usize,
    /// The number of bytes kept so far.
    kept_bytes: &'a AtomicUsize,
    stop: &'a Stop,
}

impl<T: Packable> Work<'_, T> {
    /// Adds one part of the next ply to `found`. Splits it into smaller parts if it does not fit
    /// into its set.
    fn part(&self, range: Range, found: &mut (u64, Ply<T>)) -> Result<(), Cut> {
        match self.set(range) {
            Ok(set) => {
                found.0 += set.len() as u64;
                if self.keep {
                    let bytes = set.len() * size_of::<T::Packed>();
                    if self.kept_bytes.fetch_add(bytes, Ordering::Relaxed) + bytes > self.limit {
                        return Err(Cut::Memory);
                    }
                    found.1.push(set.into_positions()?);
                }
                Ok(())
            }
            Err(Cut::Full) => match range.halves() {
                Some(halves) => halves
                    .into_iter()
                    .try_for_each(|half| self.part(half, found)),
                None => Err(Cut::Full),
            },
            Err(cut) => Err(cut),
        }
    }

    fn set(&self, range: Range) -> Result<Set<T::Packed>, Cut> {
        let mut set = Set::new(self.places)?;
        let mut children = Vec::new();
        for packed in self.ply.iter().flatten() {
            if self.stop.is_stopped() {
                return Err(Cut::Stopped);
            }
            let parent = T::unpack(packed);
            // Prefetch all places first, then read them once memory has answered.
            parent.keyed_moves(|mv, key| {
                if range.contains(key) {
                    let place = set.place(key);
                    set.prefetch(place);
                    children.push((place, parent.keyed_child(mv, key).pack()));
                }
            });
            for (place, child) in children.drain(..) {
                set.insert(place, child)?;
            }
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
