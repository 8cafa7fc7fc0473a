//! How many different positions there are after so many plies, exactly.
//!
//! The positions of one ply are kept in their packed form, and those of the next ply are made from
//! them into a hash set that compares whole positions: no count depends on a key. A set that would
//! not fit into memory is made in parts, each of the positions whose keys begin alike; for every
//! part all moves are gone through again, but only the positions that belong to it are made. The
//! positions of the last ply are counted part by part and never kept.

use std::sync::atomic::{AtomicUsize, Ordering};

use prefetch_index::prefetch_index;
use rayon::iter::{IntoParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};

use super::{PerftError, Progress, Stop, Tree};

/// Bytes of a megabyte.
const MEGABYTE: usize = 1 << 20;

/// Of the moves of one ply about so many lead to different positions; more of them only make
/// the parts smaller than they were planned.
const DISTINCT: f64 = 0.55;

/// A set is planned to be filled so far.
const PLANNED_FILL: f64 = 0.7;

/// Fewer moves than this are gone through by one thread.
const FEW_MOVES: usize = 1 << 16;

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
    /// No threads to be had.
    #[error(transparent)]
    Threads(#[from] PerftError),
}

/// Why a part was not made.
enum Cut {
    Stopped,
    /// The set is too small for it.
    Full,
    /// What is kept grows beyond the bound.
    Memory,
}

/// The positions of one ply, in parts.
type Ply<T> = Vec<Vec<<T as Packable>::Packed>>;

impl Unique {
    /// At every depth up to this one: on one thread, with 1024 MB.
    pub fn new(depth: u32) -> Unique {
        Unique {
            depth,
            threads: 1,
            memory: 1024 * MEGABYTE,
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
    /// [`UniqueError`] if the positions outgrow the memory that is allowed, or if there are no
    /// threads to be had. What was counted before holds.
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
        let threads = match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|source| PerftError::Threads { threads, source })?;
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
                Err(Cut::Full | Cut::Memory) => {
                    return Err(UniqueError::Memory {
                        ply: number - 1,
                        positions: positions::<T>(&ply) as u64,
                        megabytes: bytes::<T>(&ply).div_ceil(MEGABYTE),
                        limit: self.memory / MEGABYTE,
                    });
                }
            }
        }
        Ok(true)
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
        let moves = count_moves::<T>(ply, stop)?;
        let kept = if last { 0.0 } else { moves as f64 * DISTINCT };
        let room = self.memory.saturating_sub(taken);
        let least = taken / ROOM;
        if room < least {
            return Err(Cut::Memory);
        }
        // A part that is kept is copied out of its set: for a moment it is there twice.
        let copies = if last { 1 } else { 2 };
        let for_sets = room.saturating_sub((kept * size as f64) as usize).max(least);
        let largest = (for_sets / threads / copies / size).max(1024);
        // A set of all moves is never full.
        let whole = (moves as f64 / PLANNED_FILL) as usize + 16;
        let (places, parts) = if moves < FEW_MOVES && whole <= largest {
            (whole, 1)
        } else {
            let all = moves as f64 * DISTINCT / PLANNED_FILL;
            let parts = (all / largest as f64).ceil() as usize;
            let parts = parts.max(threads).next_power_of_two();
            let places = ((all / parts as f64) as usize * 5 / 4).clamp(1024, largest.max(1024));
            (places, parts)
        };
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
        let bits = parts.trailing_zeros();
        let made: Result<Vec<(u64, Ply<T>)>, Cut> = (0..parts as u64)
            .into_par_iter()
            .map(|prefix| {
                let mut found = (0, Vec::new());
                work.part(Prefix { prefix, bits }, &mut found)?;
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

/// All moves of all positions.
fn count_moves<T: Packable>(ply: &Ply<T>, stop: &Stop) -> Result<usize, Cut> {
    let all = ply.par_iter().flatten().map(|packed| {
        if stop.is_stopped() {
            return Err(Cut::Stopped);
        }
        let mut moves = 0;
        T::unpack(packed).keyed_moves(|_, _| moves += 1);
        Ok(moves)
    });
    all.try_reduce(|| 0, |one, other| Ok(one + other))
}

/// The keys whose first bits are these.
#[derive(Clone, Copy)]
struct Prefix {
    prefix: u64,
    bits: u32,
}

impl Prefix {
    #[inline(always)]
    fn has(self, key: u128) -> bool {
        // In two steps: all 64 bits at once cannot be shifted out.
        let high = (key >> 64) as u64;
        high >> 1 >> (63 - self.bits) == self.prefix
    }

    /// Both halves.
    fn halves(self) -> [Prefix; 2] {
        let bits = self.bits + 1;
        [0, 1].map(|bit| Prefix {
            prefix: self.prefix << 1 | bit,
            bits,
        })
    }
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
    fn part(&self, prefix: Prefix, found: &mut (u64, Ply<T>)) -> Result<(), Cut> {
        match self.set(prefix) {
            Ok(set) => {
                found.0 += set.len as u64;
                if self.keep {
                    let bytes = set.len * size_of::<T::Packed>();
                    if self.held.fetch_add(bytes, Ordering::Relaxed) + bytes > self.limit {
                        return Err(Cut::Memory);
                    }
                    found.1.push(set.into_positions());
                }
                Ok(())
            }
            // Beyond this there is no more than a handful of keys in a part.
            Err(Cut::Full) if prefix.bits < 48 => prefix
                .halves()
                .into_iter()
                .try_for_each(|half| self.part(half, found)),
            Err(cut) => Err(cut),
        }
    }

    fn set(&self, prefix: Prefix) -> Result<Set<T::Packed>, Cut> {
        let mut set = Set::new(self.places)?;
        let mut children = Vec::new();
        for packed in self.ply.iter().flatten() {
            if self.stop.is_stopped() {
                return Err(Cut::Stopped);
            }
            let parent = T::unpack(packed);
            // First all places are asked for, then, when memory has had time to answer, they are
            // looked at.
            parent.keyed_moves(|action, key| {
                if prefix.has(key) {
                    let place = set.place(key);
                    set.prefetch(place);
                    children.push((place, parent.keyed_child(action, key).pack()));
                }
            });
            for (place, child) in children.drain(..) {
                set.insert(place, child)?;
            }
        }
        Ok(set)
    }
}

/// A hash set with open addressing; the default value marks a free place.
struct Set<P> {
    places: Vec<P>,
    len: usize,
    /// As many as it takes.
    most: usize,
}

impl<P: Copy + Default + Eq> Set<P> {
    fn new(places: usize) -> Result<Set<P>, Cut> {
        let mut free = Vec::new();
        free.try_reserve_exact(places).map_err(|_| Cut::Memory)?;
        free.resize(places, P::default());
        Ok(Set {
            places: free,
            len: 0,
            most: places - places / 8 - 1,
        })
    }

    /// Where a position with this key is looked for first.
    #[inline(always)]
    fn place(&self, key: u128) -> usize {
        ((u128::from(key as u64) * self.places.len() as u128) >> 64) as usize
    }

    #[inline(always)]
    fn prefetch(&self, place: usize) {
        prefetch_index(&self.places, place);
    }

    #[inline(always)]
    fn insert(&mut self, mut place: usize, value: P) -> Result<(), Cut> {
        loop {
            let there = &mut self.places[place];
            if *there == value {
                return Ok(());
            }
            if *there == P::default() {
                if self.len == self.most {
                    return Err(Cut::Full);
                }
                *there = value;
                self.len += 1;
                return Ok(());
            }
            place += 1;
            if place == self.places.len() {
                place = 0;
            }
        }
    }

    fn into_positions(self) -> Vec<P> {
        let mut positions = Vec::with_capacity(self.len);
        let taken = |value: &P| *value != P::default();
        positions.extend(self.places.into_iter().filter(taken));
        positions
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

    #[test]
    fn a_prefix_is_the_first_bits() {
        let key = 0b101 << 125;
        let all = Prefix { prefix: 0, bits: 0 };
        assert!(all.has(key) && all.has(0) && all.has(u128::MAX));
        let [low, high] = all.halves();
        assert!(high.has(key) && !low.has(key));
        let [low, high] = high.halves();
        assert!(low.has(key) && !high.has(key));
    }
}
