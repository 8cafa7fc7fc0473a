//! Some slices of the keys counted again, in little memory: every line to the last two plies is walked, and the positions
//! that belong to a slice are kept as a whole.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::portion::Buckets;
use super::record::{Budget, Full, RecordSet};
use super::side_keys::SideKeyed;
use crate::perft::shared::Shared;
use crate::perft::{Progress, Stop};
use crate::threads::Pool;

/// The positions that a thread takes at a time.
const CHUNK: usize = 64;

/// The positions between two looks at the stop flag while a ply is made.
const STOP_INTERVAL: usize = 1024;

/// Marks a bucket of no slice.
const NONE: u32 = u32::MAX;

/// Adjacent buckets that are counted again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The buckets.
    pub range: Range<usize>,
    /// The memory for its positions in bytes.
    pub bytes: usize,
}

/// What is counted again.
pub struct Recount<'a, T: SideKeyed> {
    /// The plies of the count, at least 2.
    pub depth: u32,
    /// The numbers of the keys.
    pub numbers: &'a T::Numbers,
    /// The division of the keys.
    pub buckets: Buckets,
    /// The slices, which do not overlap.
    pub slices: &'a [Slice],
    /// The memory for the positions of a whole ply in bytes. The lines begin at the last ply that fits: the shallower it
    /// is, the longer they are.
    pub bytes: usize,
}

/// What was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recounted {
    /// The positions after each ply from 1 on, as far as whole plies were made.
    pub plies: Vec<u64>,
    /// The positions of each slice one ply before the last and after it; `None` if they exceed its memory.
    pub slices: Vec<Option<(u64, u64)>>,
}

/// The positions of a slice.
struct Found<P> {
    parents: RecordSet<P>,
    children: RecordSet<P>,
    budget: Budget,
    full: bool,
}

/// A walk to the last two plies.
struct Walk<'a, T: SideKeyed> {
    recount: &'a Recount<'a, T>,
    /// The slice of each bucket.
    owners: Vec<u32>,
    found: Vec<Mutex<Found<T::Packed>>>,
    stop: &'a Stop,
}

impl<T: SideKeyed> Recount<'_, T> {
    /// Counts. `None` if `stop` was raised.
    pub fn run(
        &self,
        root: &T,
        pool: &Pool,
        progress: &Progress,
        stop: &Stop,
    ) -> Option<Recounted> {
        let (starts, plies) = self.whole_plies(root, stop)?;
        let walk = Walk::new(self, stop);
        let left = self.depth - 1 - plies.len() as u32;
        progress.begin(starts.len() as u64);
        let shared = Shared::new(&starts);
        pool.broadcast(|| {
            while let Some((_, some)) = shared.take(CHUNK) {
                for start in some {
                    walk.down(&T::unpack(start), left);
                }
                progress.add(some.len() as u64);
                if stop.is_stopped() {
                    return;
                }
            }
        });
        (!stop.is_stopped()).then(|| Recounted {
            plies,
            slices: walk.slices(),
        })
    }

    /// The positions of the last whole ply, at most two before the end, and the numbers of the plies up to it.
    fn whole_plies(&self, root: &T, stop: &Stop) -> Option<(Vec<T::Packed>, Vec<u64>)> {
        let (mut level, mut plies) = (vec![root.pack()], Vec::new());
        while plies.len() as u32 + 2 < self.depth {
            match self.next_ply(&level, stop)? {
                Ok(next) => level = next,
                Err(Full) => break,
            }
            plies.push(level.len() as u64);
        }
        Some((level, plies))
    }

    /// The positions one ply later. `None` if `stop` was raised.
    fn next_ply(&self, level: &[T::Packed], stop: &Stop) -> Option<Result<Vec<T::Packed>, Full>> {
        let mut budget = Budget::new(self.bytes.saturating_sub(size_of_val(level)));
        let mut set = RecordSet::new();
        for (index, packed) in level.iter().enumerate() {
            if index % STOP_INTERVAL == 0 && stop.is_stopped() {
                return None;
            }
            let position = T::unpack(packed);
            for mv in position.moves() {
                if let Err(full) = set.insert(position.child(mv).pack(), &mut budget) {
                    return Some(Err(full));
                }
            }
        }
        // For a moment, they are in memory twice.
        let listed = set.len() * size_of::<T::Packed>();
        Some(budget.take(listed).map(|()| set.iter().copied().collect()))
    }
}

impl<'a, T: SideKeyed> Walk<'a, T> {
    fn new(recount: &'a Recount<'a, T>, stop: &'a Stop) -> Walk<'a, T> {
        let mut owners = vec![NONE; recount.buckets.count()];
        for (index, slice) in recount.slices.iter().enumerate() {
            owners[slice.range.clone()].fill(index as u32);
        }
        let found = recount.slices.iter().map(|slice| {
            Mutex::new(Found {
                parents: RecordSet::new(),
                children: RecordSet::new(),
                budget: Budget::new(slice.bytes),
                full: false,
            })
        });
        Walk {
            recount,
            owners,
            found: found.collect(),
            stop,
        }
    }

    /// Walks all lines of `plies` plies.
    fn down(&self, position: &T, plies: u32) {
        if plies == 0 {
            return self.visit(position);
        }
        if !self.stop.is_stopped() {
            for mv in position.moves() {
                self.down(&position.child(mv), plies - 1);
            }
        }
    }

    /// The slice of a key.
    fn slice(&self, key: u128) -> Option<&Mutex<Found<T::Packed>>> {
        let owner = self.owners[self.recount.buckets.of(key)];
        self.found.get(owner as usize)
    }

    /// Adds a position one ply before the last to its slice, and those of its children that belong to any.
    fn visit(&self, position: &T) {
        let numbers = self.recount.numbers;
        let halves = position.halves(numbers);
        let Some(slice) = self.slice(halves.waiting) else {
            // Only captures lead from other buckets into a slice.
            position.half_captures(numbers, halves.mover, |step| {
                if self.slice(halves.waiting ^ step.captured).is_some() {
                    self.add_child(&position.child(step.mv));
                }
            });
            return;
        };
        if lock(slice).add(position.pack(), |found| &mut found.parents) {
            for mv in position.moves() {
                self.add_child(&position.child(mv));
            }
        }
    }

    /// Adds a position of the last ply.
    fn add_child(&self, child: &T) {
        if let Some(slice) = self.slice(child.mover_key(self.recount.numbers)) {
            lock(slice).add(child.pack(), |found| &mut found.children);
        }
    }

    fn slices(&self) -> Vec<Option<(u64, u64)>> {
        let counted = |slice: &Mutex<Found<T::Packed>>| {
            let found = lock(slice);
            let numbers = (found.parents.len() as u64, found.children.len() as u64);
            (!found.full).then_some(numbers)
        };
        self.found.iter().map(counted).collect()
    }
}

impl<P: super::record::Record> Found<P> {
    /// Adds a position to a set, and returns whether it is new.
    fn add(&mut self, position: P, set: impl FnOnce(&mut Self) -> &mut RecordSet<P>) -> bool {
        if self.full {
            return false;
        }
        let mut budget = self.budget;
        let added = set(self).insert(position, &mut budget);
        self.budget = budget;
        self.full = added.is_err();
        added == Ok(true)
    }
}

fn lock<T>(slice: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    slice.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::perft::Unique;
    use crate::threads::STACK;

    const ROOTS: [&str; 3] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
    ];

    fn recount(
        root: &Position,
        (depth, seed, bytes): (u32, u64, usize),
        slices: &[Slice],
    ) -> Recounted {
        let pool = Pool::start("recount", 2, STACK, 0).expect("threads");
        let recount = Recount {
            depth,
            numbers: &Position::numbers(seed),
            buckets: Buckets::new(16),
            slices,
            bytes,
        };
        let counted = recount.run(root, &pool, &Progress::new(), &Stop::new());
        counted.expect("no stop")
    }

    #[test]
    fn all_slices_add_up_to_the_count() {
        let slice = |range| Slice {
            range,
            bytes: 1 << 24,
        };
        for fen in ROOTS {
            let root: Position = fen.parse().expect(fen);
            let mut expected = Vec::new();
            let unique = Unique::new(3).run(&root, &Stop::new(), |_, count| expected.push(count));
            assert!(unique.expect("memory"));
            // Without memory for a ply, all lines begin at the root.
            for (seed, bytes, whole) in [(0, 1 << 24, 1), (9, 0, 0)] {
                let all: Vec<_> = (0..16).map(|bucket| slice(bucket..bucket + 1)).collect();
                let found = recount(&root, (3, seed, bytes), &all);
                assert_eq!(found.plies, expected[..whole]);
                let numbers = found.slices.iter().map(|slice| slice.expect("memory"));
                let sum = numbers.fold((0, 0), |sum, next| (sum.0 + next.0, sum.1 + next.1));
                assert_eq!(sum, (expected[1], expected[2]), "{fen}");
                // A slice alone has the same numbers.
                let some = recount(&root, (3, seed, bytes), &[slice(3..5)]);
                let sum = |number: fn((u64, u64)) -> u64| -> u64 {
                    found.slices[3..5]
                        .iter()
                        .flatten()
                        .map(|slice| number(*slice))
                        .sum()
                };
                let expected = (sum(|numbers| numbers.0), sum(|numbers| numbers.1));
                assert_eq!(some.slices, [Some(expected)], "{fen}");
            }
        }
    }

    #[test]
    fn a_slice_without_memory_has_no_number() {
        let slices = [0..1, 1..2].map(|range: Range<usize>| Slice {
            bytes: if range.start == 0 { 4096 } else { 1 << 24 },
            range,
        });
        let found = recount(&Position::startpos(), (4, 0, 1 << 24), &slices);
        assert_eq!(found.slices[0], None);
        assert!(found.slices[1].is_some());
    }

    #[test]
    fn a_raised_stop_ends_the_walk() {
        let (pool, stop) = (
            Pool::start("recount", 1, STACK, 0).expect("a thread"),
            Stop::new(),
        );
        stop.stop();
        let recount = Recount {
            depth: 200,
            numbers: &Position::numbers(0),
            buckets: Buckets::new(1),
            slices: &[],
            bytes: 1 << 20,
        };
        let counted = recount.run(&Position::startpos(), &pool, &Progress::new(), &stop);
        assert_eq!(counted, None);
    }
}
