//! Counts breadth first: the host expands a tree level by level, and the device handles the positions of a
//! level at once.
//!
//! A level is expanded in parts whose children fit into the level below. Two plies above the leaves nothing is
//! expanded: kernels count both plies.

use std::cell::Cell;
use std::ops::Range;
use std::time::Instant;

use movegen::chess::DevicePosition;
use movegen::perft::{Stop, TableUse};
use zerocopy::IntoBytes;

use crate::backend::{Arg, Backend, DeviceError, Interrupted};
use crate::kernels::Kernel;
use crate::levels::{Level, SCAN_RUN};
use crate::memory::{LastPlies, Memory};
use crate::slices::next_slice;
use crate::table::Tables;

/// Work items that count the queue for each position that fills it, and at most.
const QUEUE_ITEMS: u32 = 8;
const MAX_QUEUE_ITEMS: u32 = 1 << 18;

/// One count.
pub(crate) struct Pass<'a, A: Backend> {
    pub backend: &'a A,
    pub memory: &'a Memory<A::Buffer>,
    pub last_plies: LastPlies,
    pub slice: &'a Cell<u32>,
    pub used: &'a Cell<TableUse>,
    pub stop: &'a Stop,
}

impl<A: Backend> Pass<'_, A> {
    /// The leaves below each position.
    pub(crate) fn count(
        &self,
        positions: &[DevicePosition],
        depth: u32,
    ) -> Result<Vec<u64>, Interrupted> {
        debug_assert!((1..=self.memory.levels.depth()).contains(&depth));
        let level = self.memory.levels.at(depth);
        let mut counts = vec![0_u64; positions.len()];
        let parts = positions.chunks(level.capacity as usize);
        for (part, counts) in parts.zip(counts.chunks_mut(level.capacity as usize)) {
            let words: Vec<[u64; 4]> = part.iter().map(|position| position.0).collect();
            self.backend.write(&level.boards, words.as_bytes())?;
            self.count_level(depth, part.len() as u32)?;
            self.backend.read(&level.counts, 0, counts.as_mut_bytes())?;
        }
        Ok(counts)
    }

    /// Counts the leaves below the first `len` positions of a level.
    fn count_level(&self, depth: u32, len: u32) -> Result<(), Interrupted> {
        let level = self.memory.levels.at(depth);
        let wanted = match &self.memory.tables {
            Some(tables) if depth > 1 => self.select(tables, level, depth, len)?,
            _ => {
                let args = [Arg::U32(len), Arg::Buffer(&level.list)];
                self.backend.run(Kernel::ListAll, len, &args)?;
                len
            }
        };
        if wanted > 0 {
            match depth {
                1 => self.count_listed(Kernel::CountOnePly, level, wanted, &level.counts)?,
                2 => match self.last_plies {
                    LastPlies::Differential => self.count_two_plies(level, wanted)?,
                    LastPlies::EachMove => {
                        let kernel = Kernel::TwoPliesByMaking;
                        self.count_listed(kernel, level, wanted, &level.counts)?;
                    }
                },
                _ => self.count_children(level, depth, wanted)?,
            }
        }
        if let Some(tables) = self.memory.tables.as_ref().filter(|_| depth > 1) {
            self.finish_level(tables, level, depth, len, wanted)?;
        }
        Ok(())
    }

    /// Runs a kernel that finds a number for each of the listed positions.
    fn count_listed(
        &self,
        kernel: Kernel,
        level: &Level<A::Buffer>,
        wanted: u32,
        numbers: &A::Buffer,
    ) -> Result<(), Interrupted> {
        self.in_slices(0..wanted, |first, len| {
            let args = [
                Arg::Buffer(&self.memory.attacks),
                Arg::Buffer(&level.boards),
                Arg::Buffer(&level.list),
                Arg::U32(first),
                Arg::U32(len),
                Arg::Buffer(numbers),
            ];
            self.backend.run(kernel, len, &args)
        })
    }

    /// Counts two plies below the listed positions by the differential node.
    fn count_two_plies(&self, level: &Level<A::Buffer>, wanted: u32) -> Result<(), Interrupted> {
        let queue = &self.memory.levels.queue;
        self.in_slices_of(queue.positions(), 0..wanted, |first, len| {
            let args = [
                Arg::Buffer(&self.memory.attacks),
                Arg::Buffer(&level.boards),
                Arg::Buffer(&level.list),
                Arg::U32(first),
                Arg::U32(len),
                Arg::U32(queue.capacity),
                Arg::Buffer(&queue.len),
                Arg::Buffer(&queue.boards),
                Arg::Buffer(&queue.ranges),
                Arg::Buffer(&level.counts),
            ];
            self.backend.run(Kernel::TwoPlies, len, &args)?;
            let args = [
                Arg::Buffer(&self.memory.attacks),
                Arg::U32(queue.capacity),
                Arg::Buffer(&queue.len),
                Arg::Buffer(&queue.boards),
                Arg::Buffer(&queue.replies),
            ];
            // The device knows how many there are.
            let items = len.saturating_mul(QUEUE_ITEMS).min(MAX_QUEUE_ITEMS);
            self.backend.run(Kernel::CountQueue, items, &args)?;
            let args = [
                Arg::Buffer(&level.list),
                Arg::U32(first),
                Arg::U32(len),
                Arg::Buffer(&queue.ranges),
                Arg::Buffer(&queue.replies),
                Arg::Buffer(&queue.len),
                Arg::Buffer(&level.counts),
            ];
            self.backend.run(Kernel::AddReplies, len, &args)?;
            let args = [
                Arg::Buffer(&self.memory.attacks),
                Arg::Buffer(&level.boards),
                Arg::Buffer(&level.list),
                Arg::U32(first),
                Arg::U32(len),
                Arg::Buffer(&queue.ranges),
                Arg::Buffer(&level.counts),
            ];
            self.backend.run(Kernel::CountWithoutQueue, len, &args)
        })
    }

    /// Expands the listed positions and counts the leaves below their children.
    fn count_children(
        &self,
        level: &Level<A::Buffer>,
        depth: u32,
        wanted: u32,
    ) -> Result<(), Interrupted> {
        let below = self.memory.levels.at(depth - 1);
        self.count_listed(Kernel::CountChildren, level, wanted, &level.numbers)?;
        let children = self.scan(&level.numbers, wanted, &level.offsets)?;
        for part in self.parts(level, wanted, children, below.capacity)? {
            let Range { start, end } = part.positions;
            self.in_slices(start..end, |first, len| {
                let args = [
                    Arg::Buffer(&self.memory.attacks),
                    Arg::Buffer(&level.boards),
                    Arg::Buffer(&level.list),
                    Arg::Buffer(&level.offsets),
                    Arg::U32(start),
                    Arg::U32(first),
                    Arg::U32(len),
                    Arg::Buffer(&below.boards),
                ];
                self.backend.run(Kernel::Expand, len, &args)
            })?;
            if part.children > 0 {
                self.count_level(depth - 1, part.children)?;
            }
            let args = [
                Arg::Buffer(&level.list),
                Arg::Buffer(&level.offsets),
                Arg::U32(start),
                Arg::U32(end - start),
                Arg::Buffer(&below.counts),
                Arg::Buffer(&level.counts),
            ];
            self.backend.run(Kernel::SumUp, end - start, &args)?;
        }
        Ok(())
    }

    /// Splits the listed positions into parts whose children fit into the level below.
    fn parts(
        &self,
        level: &Level<A::Buffer>,
        wanted: u32,
        children: u32,
        capacity: u32,
    ) -> Result<Vec<Part>, DeviceError> {
        if children <= capacity {
            let positions = 0..wanted;
            return Ok(vec![Part {
                positions,
                children,
            }]);
        }
        let mut offsets = vec![0_u32; wanted as usize + 1];
        self.backend
            .read(&level.offsets, 0, offsets.as_mut_bytes())?;
        Ok(split(&offsets, capacity))
    }

    /// Sums of numbers: `offsets` gets the sum before each of them and the sum of all, which is returned.
    fn scan(&self, numbers: &A::Buffer, len: u32, offsets: &A::Buffer) -> Result<u32, DeviceError> {
        self.scan_runs(numbers, len, offsets, 0)?;
        let mut sum = [0_u32];
        self.backend
            .read(offsets, 4 * len as usize, sum.as_mut_bytes())?;
        Ok(sum[0])
    }

    fn scan_runs(
        &self,
        numbers: &A::Buffer,
        len: u32,
        offsets: &A::Buffer,
        scratch: usize,
    ) -> Result<(), DeviceError> {
        let runs = len.div_ceil(SCAN_RUN);
        let mut before = &self.memory.levels.zero;
        if runs > 1 {
            let level = &self.memory.levels.scan[scratch];
            before = &level.before;
            let args = [
                Arg::Buffer(numbers),
                Arg::U32(len),
                Arg::Buffer(&level.sums),
            ];
            self.backend.run(Kernel::ScanSums, runs, &args)?;
            self.scan_runs(&level.sums, runs, before, scratch + 1)?;
        }
        let args = [
            Arg::Buffer(numbers),
            Arg::U32(len),
            Arg::Buffer(before),
            Arg::Buffer(offsets),
        ];
        self.backend.run(Kernel::ScanApply, runs, &args)
    }

    /// Lists the positions whose counts are not in the table, one of each that are equal. Returns their number.
    fn select(
        &self,
        tables: &Tables<A::Buffer>,
        level: &Level<A::Buffer>,
        depth: u32,
        len: u32,
    ) -> Result<u32, DeviceError> {
        let args = [
            Arg::Buffer(&level.boards),
            Arg::U32(len),
            Arg::Buffer(&tables.keys),
            Arg::U32(tables.place_bits),
            Arg::Buffer(&tables.places),
        ];
        self.backend.run(Kernel::Claim, len, &args)?;
        let (table, bits) = tables.at(depth);
        let args = [
            Arg::Buffer(&level.boards),
            Arg::U32(len),
            Arg::Buffer(&tables.keys),
            Arg::U32(tables.place_bits),
            Arg::Buffer(&tables.places),
            Arg::U32(bits),
            Arg::Buffer(table),
            Arg::Buffer(&level.first),
            Arg::Buffer(&level.counts),
            Arg::Buffer(&level.numbers),
        ];
        self.backend.run(Kernel::SelectWanted, len, &args)?;
        let wanted = self.scan(&level.numbers, len, &level.offsets)?;
        let args = [
            Arg::Buffer(&level.numbers),
            Arg::Buffer(&level.offsets),
            Arg::U32(len),
            Arg::Buffer(&level.list),
        ];
        self.backend.run(Kernel::ListWanted, len, &args)?;
        let mut used = self.used.get();
        used.add(TableUse {
            probes: u64::from(len),
            hits: u64::from(len - wanted),
            stores: if bits == 0 { 0 } else { u64::from(wanted) },
        });
        self.used.set(used);
        Ok(wanted)
    }

    /// Stores the counts of the listed positions, and copies those of equal positions.
    fn finish_level(
        &self,
        tables: &Tables<A::Buffer>,
        level: &Level<A::Buffer>,
        depth: u32,
        len: u32,
        wanted: u32,
    ) -> Result<(), DeviceError> {
        let (table, bits) = tables.at(depth);
        if bits > 0 && wanted > 0 {
            let args = [
                Arg::Buffer(&level.boards),
                Arg::Buffer(&level.list),
                Arg::U32(wanted),
                Arg::Buffer(&tables.keys),
                Arg::U32(bits),
                Arg::Buffer(&level.counts),
                Arg::Buffer(table),
            ];
            self.backend.run(Kernel::StoreCounts, wanted, &args)?;
        }
        let args = [
            Arg::Buffer(&level.first),
            Arg::U32(len),
            Arg::Buffer(&level.counts),
        ];
        self.backend.run(Kernel::CopyCounts, len, &args)
    }

    /// Runs a kernel for a range in slices, none of which takes long.
    fn in_slices(
        &self,
        range: Range<u32>,
        run: impl Fn(u32, u32) -> Result<(), DeviceError>,
    ) -> Result<(), Interrupted> {
        self.in_slices_of(u32::MAX, range, run)
    }

    /// As [`in_slices`](Pass::in_slices), with slices of at most `most` positions.
    fn in_slices_of(
        &self,
        most: u32,
        range: Range<u32>,
        run: impl Fn(u32, u32) -> Result<(), DeviceError>,
    ) -> Result<(), Interrupted> {
        let mut first = range.start;
        while first < range.end {
            if self.stop.is_stopped() {
                return Err(Interrupted::Stopped);
            }
            let slice = self.slice.get();
            let len = slice.min(most).min(range.end - first);
            let started = Instant::now();
            run(first, len)?;
            // Without a limit to come close to, there is nothing to wait for.
            if len == slice {
                self.backend.finish()?;
                self.slice.set(next_slice(slice, started.elapsed()));
            }
            first += len;
        }
        Ok(())
    }
}

/// A part of a level: listed positions whose children are counted together.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    positions: Range<u32>,
    children: u32,
}

/// Splits positions, given the sums of their children, into parts with at most `capacity` children.
fn split(offsets: &[u32], capacity: u32) -> Vec<Part> {
    let (mut parts, mut start) = (Vec::new(), 0);
    let last = offsets.len().saturating_sub(1);
    while start < last {
        let limit = offsets[start].saturating_add(capacity);
        let end = offsets.partition_point(|offset| *offset <= limit) - 1;
        let end = end.max(start + 1);
        parts.push(Part {
            positions: start as u32..end as u32,
            children: offsets[end] - offsets[start],
        });
        start = end;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_everything_and_fit() {
        let offsets = [0, 3, 3, 7, 10, 10, 20, 20];
        let part = |positions, children| Part {
            positions,
            children,
        };
        assert_eq!(split(&offsets, 10), [part(0..5, 10), part(5..7, 10)]);
        assert_eq!(split(&offsets, 20), [part(0..7, 20)]);
        assert_eq!(
            split(&[0, 4, 8, 8, 12], 5),
            [part(0..1, 4), part(1..3, 4), part(3..4, 4)]
        );
        assert_eq!(split(&[0], 5), []);
    }
}
