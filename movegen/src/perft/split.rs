//! Splits the tree into tasks: enough that no thread is idle at the end, few enough for memory.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::count::Cut;
use super::{Stop, Tree};

/// Tasks per thread. With this many, the last task is too short for the other threads to wait long.
const TASKS_PER_THREAD: usize = 64;

/// The least depth of a split: sending a shallower task to a thread costs more than counting it.
pub(super) const MIN_DEPTH: u32 = 3;

/// The least leaves of a task that a split makes, estimated: some 30 microseconds of work. A task costs a counter about a
/// microsecond, most of it for a batch of positions that is not full at the end. Shallow tasks with fewer leaves are
/// counted together.
pub(super) const MIN_LEAVES: f64 = 3e4;

/// The most tasks below which the branching factor is sampled.
const SAMPLES: usize = 8;

/// The same for tasks of the least depth, which take little more time than a sample.
const SHALLOW_SAMPLES: usize = 2;

/// No further position is split once the tasks take this many bytes.
const MAX_BYTES: usize = 4 << 20;

/// Bytes that a split may take at its peak: two plies of tasks, a map of one of them, and the copies
/// made while vectors grow.
pub(super) const SPLIT_BYTES: usize = 8 * MAX_BYTES;

/// A subtree that one thread counts.
#[derive(Clone)]
pub(super) struct Task<T> {
    /// The root of the subtree.
    pub tree: T,
    /// The number of plies to count below it.
    pub depth: u32,
    /// The root moves that lead to it, each by its index and with the number of paths.
    pub parts: Vec<(usize, u128)>,
}

/// A tree split into tasks.
pub(super) struct Split<T> {
    /// The tasks. Those that the first lines of the divide need come first.
    pub tasks: Vec<Task<T>>,
    /// The branching factor, measured on the last ply that was split.
    width: f64,
}

/// How far a tree is split.
#[derive(Clone, Copy)]
pub(super) enum Extent {
    /// Until no thread of this many is idle at the end.
    Threads(usize),
    /// As far as depth and memory allow.
    Memory,
}

impl Extent {
    /// The number of tasks that are enough, and the least leaves of each.
    fn bounds(self) -> (usize, f64) {
        match self {
            Extent::Threads(threads) => (threads.saturating_mul(TASKS_PER_THREAD), MIN_LEAVES),
            Extent::Memory => (usize::MAX, 0.0),
        }
    }
}

impl<T> Split<T> {
    /// Estimates the number of positions `above` plies above the leaves, without merging
    /// transpositions, for a branching factor of at least `least_width`.
    pub(super) fn positions(&self, above: u32, least_width: f64) -> f64 {
        let width = self.width.max(least_width);
        let below = |task: &Task<T>| width.powf(f64::from(task.depth.saturating_sub(above)));
        self.tasks.iter().map(below).sum()
    }

    /// Estimates the leaves below a task.
    pub(super) fn leaves_of(&self, task: &Task<T>) -> f64 {
        self.width.max(1.0).powf(f64::from(task.depth))
    }

    /// The largest depth, at least 1, whose count has at most about `leaves` leaves.
    pub(super) fn depth_of(&self, leaves: f64) -> u32 {
        let depth = leaves.ln() / self.width.max(2.0).ln();
        depth.max(1.0) as u32
    }

    /// The estimated size of a task relative to the smallest one, which weighs 1. A task that was
    /// not split for lack of memory weighs as much as the tasks that it would have become.
    pub(super) fn weight(&self, task: &Task<T>) -> u64 {
        let depth = self.tasks.last().map_or(0, |last| last.depth);
        let lowest = self.tasks.first().map_or(0, |first| first.depth).min(depth);
        self.width.max(1.0).powf(f64::from(task.depth - lowest)) as u64
    }
}

/// Splits the tree below the root moves ply by ply, until there are enough tasks, or tasks are small. With `merge`, equal
/// positions become one task.
///
/// # Errors
/// [`Cut`] if the stop was raised, or if the number of paths to a position exceeds 128 bits.
pub(super) fn split<T: Tree>(
    tree: &T,
    roots: &[T::Move],
    depth: u32,
    extent: Extent,
    merge: bool,
    stop: &Stop,
) -> Result<Split<T>, Cut> {
    let mut level = Level::new(merge);
    for (index, mv) in roots.iter().enumerate() {
        level.add(tree.child(*mv), depth - 1, &[(index, 1)])?;
    }
    let (enough, least_leaves) = extent.bounds();
    let mut widths = Widths::sample(&level.tasks);
    let mut width = widths.map_or(roots.len() as f64, Widths::mean);
    let mut full = false;
    loop {
        let (tasks, mut unsplit_bytes) = (level.tasks, level.bytes);
        widths = widths
            .filter(|widths| widths.depth > MIN_DEPTH)
            .map(Widths::below);
        let small = widths.is_none_or(|widths| widths.leaves() < least_leaves);
        if small || full || tasks.len() >= enough {
            return Ok(Split { tasks, width });
        }
        let (mut parents, mut children) = (0, 0);
        level = Level::new(merge);
        for task in tasks {
            if stop.is_stopped() {
                return Err(Cut::Stopped(()));
            }
            full = level.bytes + unsplit_bytes >= MAX_BYTES;
            if full {
                level.tasks.push(task);
                continue;
            }
            unsplit_bytes -= task.bytes();
            parents += 1;
            let mut added = Ok(());
            task.tree.children(|child| {
                children += 1;
                if added.is_ok() {
                    added = level.add(child, task.depth - 1, &task.parts);
                }
            });
            added?;
        }
        width = f64::from(children) / f64::from(parents.max(1));
    }
}

/// The branching factor below tasks of one depth. It may differ from ply to ply, as for a side that has only its king.
#[derive(Clone, Copy)]
struct Widths {
    depth: u32,
    /// At their roots and every second ply below, and at the other plies.
    alternating: [f64; 2],
}

impl Widths {
    /// Samples the children and grandchildren of tasks; `None` if the tasks are shallow.
    fn sample<T: Tree>(tasks: &[Task<T>]) -> Option<Widths> {
        let depth = tasks.first()?.depth;
        let samples = match depth > MIN_DEPTH {
            true => SAMPLES,
            false => SHALLOW_SAMPLES,
        };
        let sampled = tasks.iter().step_by(tasks.len().div_ceil(samples));
        let (mut children, mut grandchildren) = (0, 0);
        let count = sampled.len() as f64;
        let middle = |number: usize| number / 2;
        for task in sampled.filter(|_| depth >= MIN_DEPTH) {
            if let Some((number, child)) = task.tree.choose_child(middle) {
                children += number;
                grandchildren += child.choose_child(middle).map_or(0, |(number, _)| number);
            }
        }
        let alternating = [children, grandchildren].map(|sum| (sum as f64 / count).max(1.0));
        (depth >= MIN_DEPTH).then_some(Widths { depth, alternating })
    }

    /// Those one ply below.
    fn below(self) -> Widths {
        let [first, second] = self.alternating;
        Widths {
            depth: self.depth - 1,
            alternating: [second, first],
        }
    }

    /// The leaves below a task.
    fn leaves(&self) -> f64 {
        let plies = 0..self.depth as usize;
        plies.map(|ply| self.alternating[ply % 2]).product()
    }

    fn mean(self) -> f64 {
        self.alternating.iter().product::<f64>().sqrt()
    }
}

/// The tasks of one ply.
struct Level<T> {
    tasks: Vec<Task<T>>,
    /// The memory that they take.
    bytes: usize,
    /// The index of the task with a key, if equal positions are merged.
    indices: Option<HashMap<u128, usize>>,
}

impl<T: Tree> Level<T> {
    fn new(merge: bool) -> Self {
        Level {
            tasks: Vec::new(),
            bytes: 0,
            indices: merge.then(HashMap::new),
        }
    }

    fn add(&mut self, tree: T, depth: u32, parts: &[(usize, u128)]) -> Result<(), Cut> {
        let new = self.tasks.len();
        if let Some(indices) = &mut self.indices {
            match indices.entry(tree.key()) {
                Entry::Occupied(entry) => {
                    let task = &mut self.tasks[*entry.get()];
                    if task.tree.plays_like(&tree) {
                        self.bytes -= task.bytes();
                        let joined = parts.iter().try_for_each(|part| task.join(*part));
                        self.bytes += task.bytes();
                        return joined;
                    }
                }
                Entry::Vacant(entry) => {
                    entry.insert(new);
                }
            }
        }
        let parts = parts.to_vec();
        let task = Task { tree, depth, parts };
        self.bytes += task.bytes();
        self.tasks.push(task);
        Ok(())
    }
}

impl<T> Task<T> {
    /// The memory that the task takes, including the heap.
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.parts.len() * size_of::<(usize, u128)>()
    }

    fn join(&mut self, (root, times): (usize, u128)) -> Result<(), Cut> {
        match self.parts.iter_mut().find(|part| part.0 == root) {
            Some(part) => part.1 = part.1.checked_add(times).ok_or(Cut::Overflow)?,
            None => self.parts.push((root, times)),
        }
        Ok(())
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

        fn key(&self) -> u128 {
            u128::from(self.0)
        }

        fn plays_like(&self, other: &Grid) -> bool {
            self == other
        }
    }

    fn split_grid(
        depth: u32,
        threads: usize,
        merge: bool,
        stop: &Stop,
    ) -> Result<Split<Grid>, Cut> {
        let (root, extent) = (Grid(0, 0), Extent::Threads(threads));
        split(&root, &[false, true], depth, extent, merge, stop)
    }

    fn tasks_and_paths(depth: u32, threads: usize, merge: bool) -> (usize, u128) {
        let split = split_grid(depth, threads, merge, &Stop::new()).expect("a split");
        let paths = |task: &Task<Grid>| {
            let paths: u128 = task.parts.iter().map(|part| part.1).sum();
            paths << task.depth
        };
        (split.tasks.len(), split.tasks.iter().map(paths).sum())
    }

    #[test]
    fn no_path_is_lost_or_counted_twice() {
        for depth in 1..40 {
            for threads in [1, 2, 16] {
                assert_eq!(tasks_and_paths(depth, threads, true).1, 1 << depth);
                assert_eq!(tasks_and_paths(depth, threads, false).1, 1 << depth);
            }
        }
        assert_eq!(tasks_and_paths(30, 1, false).0, 64);
        assert!(tasks_and_paths(30, 1, true).0 < 64);
    }

    #[test]
    fn small_tasks_are_not_split() {
        // 2^14 leaves of a task are too few, 2^15 are not.
        assert_eq!(tasks_and_paths(16, 1, false).0, 2);
        assert_eq!(tasks_and_paths(17, 1, false).0, 4);
    }

    #[test]
    fn tasks_stay_within_their_memory() {
        let limit = MAX_BYTES / (size_of::<Task<Grid>>() + size_of::<(usize, u128)>());
        let (tasks, paths) = tasks_and_paths(60, usize::MAX, false);
        assert!((limit..=limit + 2).contains(&tasks), "{tasks}, {limit}");
        assert_eq!(paths, 1 << 60);
    }

    #[test]
    fn equal_keys_alone_do_not_merge() {
        let mut level = Level::new(true);
        for grid in [Grid(0, 1), Grid(0, 2), Grid(0, 1)] {
            level.add(grid, 3, &[(0, 1)]).expect("few paths");
        }
        let parts: Vec<_> = level.tasks.into_iter().map(|task| task.parts).collect();
        assert_eq!(parts, [[(0, 2)], [(0, 1)]]);
    }

    #[test]
    fn tasks_of_the_first_lines_come_first() {
        let split = split_grid(20, 4, true, &Stop::new()).expect("a split");
        let first: Vec<usize> = split.tasks.iter().map(|task| task.parts[0].0).collect();
        assert!(first.is_sorted());
    }

    #[test]
    fn a_raised_stop_ends_the_split() {
        let stop = Stop::new();
        stop.stop();
        let split = split_grid(20, 4, true, &stop);
        assert_eq!(split.err(), Some(Cut::Stopped(())));
    }
}
