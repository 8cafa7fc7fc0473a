//! How many different positions there are after so many plies, exactly.
//!
//! The positions of one ply are kept in their packed form, and those of the next ply are made from
//! them into a hash set that compares whole positions: no count depends on a key. A set that would
//! not fit into memory is made in parts, each of the positions whose keys lie in one range; for every
//! part all moves are gone through again, but only the positions that belong to it are made. The
//! positions of the last ply are counted part by part and never kept.

mod set;

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use set::{Full, Range, Set};

use super::{Progress, Stop, Tree};
use crate::memory::MEGABYTE;
use crate::threads::{self, Limit, Pool, STACK};

/// Of the moves of one ply about so many lead to different positions; more of them only make
/// the parts smaller than they were planned.
const DISTINCT: f64 = 0.55;

/// A set is planned to be filled so far.
const PLANNED_FILL: f64 = 0.75;

/// Fewer moves than this are gone through by one thread.
const FEW_MOVES: f64 = 65_536.0;

/// The moves of so many positions tell how many all of them have.
const SAMPLE: usize = 1 << 12;

/// Parts differ in size, those of few positions most.
const UNEVEN: f64 = 1.25;

/// No set is smaller.
const LEAST_PLACES: usize = 1024;

/// At least so much of what the positions of a ply take must be left to go on from them: with less
/// the parts of the next ply are so many that going through the moves takes all the time.
const ROOM: usize = 4;

/// A game whose positions have a short form.
pub trait Packable: Tree {
    /// Equal for two positions if, and only if, they are the same for counting
    /// ([`plays_like`](Tree::plays_like)). No position has the default form.
    type Packed: Copy + Default + Eq + Send + Sync;

    /// The short form.
    fn pack(&self) -> Self::Packed;

    /// The position of a short form.
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
/// It takes time for all moves of the positions one ply above the last, as often as there are
/// parts for each thread, and memory as far as it is allowed to.
#[derive(Clone, Debug)]
pub struct Unique {
    depth: u32,
    threads: usize,
    memory: usize,
    progress: Progress,
}

/// Why there is no count.
#[derive(Debug, thiserror::Error)]
pub enum UniqueError {
    /// The bound is too narrow.
    #[error(
        "{positions} different positions after {ply} plies take {megabytes} MB, and to go on from \
         them takes more than the {limit} MB that are allowed"
    )]
    Memory {
        /// The last ply that was counted.
        ply: u32,
        /// How many positions there are.
        positions: u64,
        /// What they take.
        megabytes: usize,
        /// What was allowed.
        limit: usize,
    },
    /// The system refuses memory, although more is allowed.
    #[error(
        "{positions} different positions after {ply} plies take {megabytes} MB, and the system \
         refuses the memory to go on from them, although {limit} MB are allowed"
    )]
    System {
        /// The last ply that was counted.
        ply: u32,
        /// How many positions there are.
        positions: u64,
        /// What they take.
        megabytes: usize,
        /// What was allowed.
        limit: usize,
    },
    /// No thread can be started.
    #[error("cannot start a thread: {0}")]
    Threads(#[source] Limit),
}

/// Why a part was not made.
enum Cut {
    Stopped,
    /// The set is too small for it.
    Full,
    /// What is kept grows beyond the bound.
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
    /// At every depth up to this one: on one thread, with 2048 MB.
    pub fn new(depth: u32) -> Unique {
        Unique {
            depth,
            threads: 1,
            memory: 2048 * MEGABYTE,
            progress: Progress::new(),
        }
    }

    /// On so many threads; 0 means one for each core.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Unique {
        self.threads = threads;
        self
    }

    /// With at most so many megabytes (2^20 bytes) for positions.
    #[must_use]
    pub fn memory_mb(mut self, megabytes: usize) -> Unique {
        self.memory = megabytes.saturating_mul(MEGABYTE);
        self
    }

    /// Moves this gauge while it counts, once from 0 to 1 for each ply.
    #[must_use]
    pub fn progress(mut self, progress: &Progress) -> Unique {
        self.progress = progress.clone();
        self
    }

    /// Counts; `on_ply` gets every ply from 1 to the last one with its number of positions (ply 0
    /// if that is the last one). Returns whether it came to the last one: it does not if it is
    /// stopped.
    ///
    /// # Errors
    /// [`UniqueError`] if the positions outgrow the memory that is allowed or available, or if no
    /// thread can be started. What was counted before holds. Fewer threads than requested are no
    /// error: see [`Progress::shortage`].
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

    /// Why there is no count beyond this ply.
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

    /// The number of positions one ply on, and, unless it is the last, these positions.
    fn next<T: Packable>(
        &self,
        ply: &Ply<T>,
        threads: usize,
        last: bool,
        stop: &Stop,
    ) -> Result<(u64, Ply<T>), Cut> {
        let size = size_of::<T::Packed>();
        let taken = bytes::<T>(ply);
        let moves = about_moves::<T>(ply);
        let kept = if last { 0.0 } else { moves * DISTINCT };
        let room = self.memory.saturating_sub(taken);
        let least = taken / ROOM;
        if room < least {
            return Err(Cut::Memory);
        }
        // A part that is kept is copied out of its set: for a moment it is there twice.
        let copies = if last { 1 } else { 2 };
        let for_sets = room
            .saturating_sub((kept * size as f64) as usize)
            .max(least);
        let largest = (for_sets / threads / copies / size).max(LEAST_PLACES);
        let all = moves * DISTINCT / PLANNED_FILL;
        let least_parts = if moves < FEW_MOVES { 1 } else { threads };
        let parts = ((all / largest as f64).ceil() as usize).max(least_parts);
        let places = (all / parts as f64 * UNEVEN) as usize;
        let places = places.clamp(LEAST_PLACES, largest);
        self.progress.begin(parts as u64);
        let held = AtomicUsize::new(0);
        let work = Work::<T> {
            ply,
            places,
            keep: !last,
            limit: room.saturating_sub(places * size * threads.min(parts)),
            held: &held,
            stop,
        };
        let made: Result<Vec<(u64, Ply<T>)>, Cut> = (0..parts)
            .into_par_iter()
            .map(|index| {
                let mut found = (0, Vec::new());
                work.part(Range::part(index, parts), &mut found)?;
                self.progress.add(1);
                Ok(found)
            })
            .collect();
        let mut all = (0, Vec::new());
        for (count, positions) in made? {
            all.0 += count;
            all.1.extend(positions);
        }
        Ok(all)
    }
}

fn positions<T: Packable>(ply: &Ply<T>) -> usize {
    ply.iter().map(Vec::len).sum()
}

fn bytes<T: Packable>(ply: &Ply<T>) -> usize {
    positions::<T>(ply) * size_of::<T::Packed>()
}

/// Roughly how many moves all positions have together.
fn about_moves<T: Packable>(ply: &Ply<T>) -> f64 {
    let all = positions::<T>(ply);
    let (mut seen, mut moves) = (0, 0);
    for packed in ply.iter().flatten().step_by(all.div_ceil(SAMPLE).max(1)) {
        seen += 1;
        T::unpack(packed).keyed_moves(|_, _| moves += 1);
    }
    f64::from(moves) * all as f64 / f64::from(seen.max(1))
}

/// What all parts of a ply have in common.
struct Work<'a, T: Packable> {
    /// The ply before.
    ply: &'a Ply<T>,
    /// How large a set is.
    places: usize,
    /// Whether the positions are needed, and not only their number.
    keep: bool,
    /// How many bytes may be kept,
    limit: usize,
    /// and how many are.
    held: &'a AtomicUsize,
    stop: &'a Stop,
}

impl<T: Packable> Work<'_, T> {
    /// Adds one part of the next ply to what was found, in smaller parts if need be.
    fn part(&self, range: Range, found: &mut (u64, Ply<T>)) -> Result<(), Cut> {
        match self.set(range) {
            Ok(set) => {
                found.0 += set.len() as u64;
                if self.keep {
                    let bytes = set.len() * size_of::<T::Packed>();
                    if self.held.fetch_add(bytes, Ordering::Relaxed) + bytes > self.limit {
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
            // First all places are asked for, then, when memory has had time to answer, they are
            // looked at.
            parent.keyed_moves(|mv, key| {
                if range.has(key) {
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

    /// A square grid: steps east and north, so that many ways lead to each place.
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

        /// All alike: nothing may depend on it.
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
    fn a_raised_stop_ends_it() {
        let stop = Stop::new();
        stop.stop();
        let complete = Unique::new(3).run(&Grid(0, 0), &stop, |_, _| {});
        assert!(!complete.expect("no error"));
    }
}
