//! A portion of one ply's positions, and the next ply counted from it.
//!
//! The positions of a ply are divided into buckets by the key of the side that has just moved. Quiet moves
//! leave this key as it is: the quiet children of a bucket are found in no other bucket, and a set of them
//! fits into a cache. Captures change the key, and are sent to the bucket where they belong.

use std::ops::Range;

use super::record::{Budget, Full, Record, RecordSet};
use super::side_keys::{ChildRecord, SideKeyed};

/// The positions of a bucket that are collected before they are added to its set: in between, the set is not
/// in the cache.
const PENDING: usize = 128;

/// The records that are looked up together: memory answers meanwhile.
const BATCH: usize = 256;

/// The largest number of slices in which the children of a bucket are counted.
const MOST_SLICES: u64 = 1 << 12;

/// The number of separately sorted blocks of captures.
const BLOCKS: usize = 64;

/// The division of all keys into ranges of equal size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buckets(usize);

impl Buckets {
    /// The largest number of buckets.
    pub const MOST: usize = 1 << 20;

    /// As many buckets, from 1 to [`MOST`](Buckets::MOST).
    pub fn new(count: usize) -> Buckets {
        Buckets(count.clamp(1, Buckets::MOST))
    }

    /// The number of buckets.
    pub fn count(self) -> usize {
        self.0
    }

    /// The bucket of a key.
    #[inline(always)]
    pub(super) fn of(self, key: u128) -> usize {
        (((key >> 64) * self.0 as u128) >> 64) as usize
    }
}

/// The different positions of one ply whose keys of the side that has just moved lie in a range of buckets.
/// Whole positions are compared.
pub struct Portion<T: SideKeyed> {
    buckets: Buckets,
    range: Range<usize>,
    slots: Vec<Slot<T::Packed>>,
    budget: Budget,
    /// Moves into the range, before they are made.
    found: Vec<(usize, T::Move)>,
}

/// A bucket.
struct Slot<P> {
    set: RecordSet<P>,
    pending: Vec<P>,
}

impl<T: SideKeyed> Portion<T> {
    /// An empty portion that may take this many bytes of memory.
    ///
    /// # Errors
    /// [`Full`] if they are too small for an empty portion.
    pub fn new(buckets: Buckets, range: Range<usize>, bytes: usize) -> Result<Portion<T>, Full> {
        let mut budget = Budget::new(bytes);
        let pending = PENDING * size_of::<T::Packed>();
        budget.take(range.len() * (size_of::<Slot<T::Packed>>() + pending))?;
        let mut slots = Vec::new();
        slots.try_reserve_exact(range.len()).map_err(|_| Full)?;
        slots.extend(range.clone().map(|_| Slot {
            set: RecordSet::new(),
            pending: Vec::new(),
        }));
        Ok(Portion {
            buckets,
            range,
            slots,
            budget,
            found: Vec::new(),
        })
    }

    /// Adds those children of all parents that belong to the portion.
    ///
    /// # Errors
    /// [`Full`] if there is not enough memory.
    pub fn collect(&mut self, numbers: &T::Numbers, parents: &[T::Packed]) -> Result<(), Full> {
        let (buckets, first, len) = (self.buckets, self.range.start, self.range.len());
        for packed in parents {
            let parent = T::open(packed);
            let found = &mut self.found;
            parent.half_moves(numbers, parent.mover_key(numbers), |step| {
                let index = buckets.of(step.mover).wrapping_sub(first);
                if index < len {
                    found.push((index, step.mv));
                }
            });
            for (index, mv) in self.found.drain(..) {
                let slot = &mut self.slots[index];
                slot.pending.push(parent.make(mv));
                if slot.pending.len() == PENDING {
                    slot.settle(&mut self.budget)?;
                }
            }
        }
        Ok(())
    }

    /// Ends the collection.
    ///
    /// # Errors
    /// [`Full`] if there is not enough memory.
    pub fn finish(&mut self) -> Result<(), Full> {
        for slot in &mut self.slots {
            slot.settle(&mut self.budget)?;
            slot.pending = Vec::new();
        }
        let pending = self.slots.len() * PENDING * size_of::<T::Packed>();
        self.budget.give_back(pending);
        Ok(())
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.slots.iter().map(|slot| slot.set.len() as u64).sum()
    }

    /// The number of positions of the bucket at this index of the range.
    pub fn positions_in(&self, index: usize) -> u64 {
        self.slots[index].set.len() as u64
    }

    /// The positions of the bucket at this index of the range, which are removed.
    pub fn take(&mut self, index: usize) -> Vec<T::Packed> {
        let set = self.slots[index].empty(&mut self.budget);
        set.iter().copied().collect()
    }
}

impl<P: Record> Slot<P> {
    fn settle(&mut self, budget: &mut Budget) -> Result<(), Full> {
        for position in &self.pending {
            self.set.prefetch(position);
        }
        for position in self.pending.drain(..) {
            self.set.insert(position, budget)?;
        }
        Ok(())
    }

    /// Takes the positions out; their memory is soon free.
    fn empty(&mut self, budget: &mut Budget) -> RecordSet<P> {
        let set = std::mem::replace(&mut self.set, RecordSet::new());
        budget.give_back(set.bytes());
        set
    }
}

/// The positions one ply after those of a portion.
pub struct LastPly<'a, T: SideKeyed, R> {
    numbers: &'a T::Numbers,
    /// The children of one bucket.
    set: RecordSet<R>,
    pending: Vec<R>,
}

impl<'a, T: SideKeyed, R: ChildRecord<T>> LastPly<'a, T, R> {
    /// Nothing yet.
    pub fn new(numbers: &'a T::Numbers) -> LastPly<'a, T, R> {
        LastPly {
            numbers,
            set: RecordSet::new(),
            pending: Vec::with_capacity(2 * BATCH),
        }
    }

    /// Finds the children by captures of the bucket at this index of the portion, whose positions are
    /// removed from it. A child is found once, unless another bucket has it, too, or the memory is short.
    ///
    /// # Errors
    /// [`Full`] if the portion is full.
    pub fn capture(
        &mut self,
        portion: &mut Portion<T>,
        index: usize,
        captured: &mut Captured<R>,
    ) -> Result<(), Full> {
        let buckets = portion.buckets;
        let positions = portion.slots[index].empty(&mut portion.budget);
        self.set.clear();
        let mut pending: Vec<(usize, R)> = Vec::with_capacity(2 * BATCH);
        let mut settle = |pending: &mut Vec<(usize, R)>| {
            for (bucket, record) in pending.drain(..) {
                let budget = &mut portion.budget;
                let new = self.set.insert(record, budget).unwrap_or_else(|Full| {
                    // To forget what was found does no harm: the last ply is counted in a set.
                    budget.give_back(self.set.bytes());
                    self.set = RecordSet::new();
                    true
                });
                if new {
                    captured.push(bucket, record, budget)?;
                }
            }
            Ok(())
        };
        for packed in positions.iter() {
            let parent = T::open(packed);
            let halves = parent.halves(self.numbers);
            parent.half_captures(self.numbers, halves.mover, |step| {
                let waiting = halves.waiting ^ step.captured;
                let record = R::of(&parent, step.mv, step.mover ^ waiting);
                pending.push((buckets.of(waiting), record));
            });
            if pending.len() >= BATCH {
                settle(&mut pending)?;
            }
        }
        settle(&mut pending)
    }

    /// Counts the different children of the bucket at this index of the portion, whose positions are
    /// removed from it. `captured` has those that captures in all buckets lead to. Children that do not fit
    /// into the memory are counted in slices of their keys, for each of which all moves are generated again.
    ///
    /// # Errors
    /// [`Full`] if the portion is full.
    pub fn count(
        &mut self,
        portion: &mut Portion<T>,
        index: usize,
        captured: &[R],
    ) -> Result<u64, Full> {
        let positions = std::mem::replace(&mut portion.slots[index].set, RecordSet::new());
        let mut slices = 1;
        let count = loop {
            match self.count_slices(&positions, captured, slices, &mut portion.budget) {
                Err(Full) if slices < MOST_SLICES => slices *= 4,
                counted => break counted?,
            }
            portion.budget.give_back(self.set.bytes());
            self.set = RecordSet::new();
        };
        portion.budget.give_back(positions.bytes());
        Ok(count)
    }

    fn count_slices(
        &mut self,
        positions: &RecordSet<T::Packed>,
        captured: &[R],
        slices: u64,
        budget: &mut Budget,
    ) -> Result<u64, Full> {
        let (set, pending) = (&mut self.set, &mut self.pending);
        let mut count = 0;
        for slice in 0..slices {
            // The upper half of the hash value gives the slot.
            let contains = |record: &R| {
                slices == 1 || ((record.spread() & 0xffff_ffff) * slices) >> 32 == slice
            };
            set.clear();
            pending.clear();
            for record in captured.iter().filter(|record| contains(record)) {
                set.insert(*record, budget)?;
            }
            for packed in positions.iter() {
                let parent = T::open(packed);
                let halves = parent.halves(self.numbers);
                parent.half_moves(self.numbers, halves.mover, |step| {
                    if !step.captures {
                        let key = step.mover ^ halves.waiting ^ step.passed;
                        let record = R::of(&parent, step.mv, key);
                        if contains(&record) {
                            set.prefetch(&record);
                            pending.push(record);
                        }
                    }
                });
                if pending.len() >= BATCH {
                    for record in pending.drain(..) {
                        set.insert(record, budget)?;
                    }
                }
            }
            for record in pending.drain(..) {
                set.insert(record, budget)?;
            }
            count += set.len() as u64;
        }
        Ok(count)
    }
}

/// Captures by the bucket where they belong.
pub struct Captured<R> {
    buckets: Buckets,
    /// Each has a range of buckets.
    blocks: Vec<Vec<(u32, R)>>,
}

impl<R: Record> Captured<R> {
    /// No captures.
    pub fn new(buckets: Buckets) -> Captured<R> {
        Captured {
            buckets,
            blocks: (0..BLOCKS).map(|_| Vec::new()).collect(),
        }
    }

    fn push(&mut self, bucket: usize, record: R, budget: &mut Budget) -> Result<(), Full> {
        let block = &mut self.blocks[bucket * BLOCKS / self.buckets.0];
        if block.len() == block.capacity() {
            let more = (block.len() / 2).max(16);
            budget.take(more * size_of::<(u32, R)>())?;
            block.try_reserve_exact(more).map_err(|_| Full)?;
        }
        block.push((bucket as u32, record));
        Ok(())
    }

    /// All captures, ordered by bucket, in some blocks.
    pub fn sorted(self) -> impl Iterator<Item = Vec<(u32, R)>> {
        self.blocks.into_iter().map(|mut block| {
            block.sort_unstable_by_key(|capture| capture.0);
            block
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Numbers, PackedPosition, Position};
    use crate::perft::unique::record::Key;
    use crate::perft::{Packable as _, Stop, Unique};

    /// The children of all parents in the portions of `parts` ranges, made of `buckets` buckets.
    fn next(
        parents: &[PackedPosition],
        numbers: &Numbers,
        (buckets, parts): (usize, usize),
    ) -> Vec<Portion<Position>> {
        let buckets = Buckets::new(buckets);
        let part = |index: usize| index * buckets.count() / parts;
        let ranges = (0..parts).map(|index| part(index)..part(index + 1));
        ranges
            .map(|range| {
                let mut portion = Portion::new(buckets, range, usize::MAX).expect("memory");
                portion.collect(numbers, parents).expect("memory");
                portion.finish().expect("memory");
                portion
            })
            .collect()
    }

    /// The different positions after two plies.
    fn count<R: ChildRecord<Position>>(
        root: &Position,
        numbers: &Numbers,
        shape: (usize, usize),
    ) -> u64 {
        let mut last = LastPly::<Position, R>::new(numbers);
        let mut captured = Captured::<R>::new(Buckets::new(shape.0));
        let root = [root.pack()];
        for mut portion in next(&root, numbers, shape) {
            for index in 0..portion.range.len() {
                last.capture(&mut portion, index, &mut captured)
                    .expect("memory");
            }
        }
        let mut sorted: Vec<Vec<R>> = vec![Vec::new(); shape.0];
        for (bucket, record) in captured.sorted().flatten() {
            sorted[bucket as usize].push(record);
        }
        let mut count = 0;
        for mut portion in next(&root, numbers, shape) {
            for index in 0..portion.range.len() {
                let captured = &sorted[portion.range.start + index];
                count += last.count(&mut portion, index, captured).expect("memory");
            }
        }
        count
    }

    #[test]
    fn portions_add_up() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -",
            "8/8/8/3k4/2pPp3/8/8/4K3 b - d3",
        ] {
            let root: Position = fen.parse().expect(fen);
            let mut expected = Vec::new();
            let complete = Unique::new(2).run(&root, &Stop::new(), |_, count| expected.push(count));
            assert!(complete.expect("memory"));
            for (seed, shape) in [(0, (1, 1)), (1, (5, 2)), (2, (64, 7))] {
                let numbers = Numbers::new(seed);
                let positions: u64 = next(&[root.pack()], &numbers, shape)
                    .iter()
                    .map(Portion::positions)
                    .sum();
                assert_eq!(positions, expected[0], "{fen}");
                assert_eq!(count::<Key>(&root, &numbers, shape), expected[1], "{fen}");
                let exact = count::<PackedPosition>(&root, &numbers, shape);
                assert_eq!(exact, expected[1], "{fen}");
            }
        }
    }

    /// A bucket of 20 positions with 400 children.
    #[test]
    fn children_that_exceed_the_memory_are_counted_in_slices() {
        let (numbers, root) = (Numbers::new(0), Position::startpos());
        for bytes in [1 << 20, 12_000, 9_000] {
            let mut portion = Portion::new(Buckets::new(1), 0..1, bytes).expect("memory");
            portion.collect(&numbers, &[root.pack()]).expect("memory");
            portion.finish().expect("memory");
            let mut last = LastPly::<Position, Key>::new(&numbers);
            assert_eq!(last.count(&mut portion, 0, &[]), Ok(400), "{bytes}");
        }
    }

    #[test]
    fn too_little_memory_is_noticed() {
        let numbers = Numbers::new(0);
        let root = Position::startpos();
        let buckets = Buckets::new(1);
        assert!(Portion::<Position>::new(buckets, 0..1, 100).is_err());
        let mut portion = Portion::<Position>::new(buckets, 0..1, 5000).expect("a little");
        let children: Vec<PackedPosition> = {
            let mut all = Portion::<Position>::new(buckets, 0..1, 1 << 20).expect("memory");
            all.collect(&numbers, &[root.pack()]).expect("memory");
            all.finish().expect("memory");
            all.take(0)
        };
        assert_eq!(children.len(), 20);
        let collected = portion.collect(&numbers, &children);
        assert_eq!(collected.and_then(|()| portion.finish()), Err(Full));
    }
}
