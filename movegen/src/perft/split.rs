//! From the root to tasks: enough of them that no thread is idle at the end, few enough to keep.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::count::Cut;
use super::{Stop, Tree};

/// Tasks for each thread: with so many the last one is too short for the others to wait long.
const TASKS_PER_THREAD: usize = 64;

/// A task of less depth would be over before it is worth being sent to a thread.
const MIN_DEPTH: u32 = 3;

/// Bytes of tasks from which on no further position is split.
const MAX_BYTES: usize = 4 << 20;

/// A part of the tree that one thread counts.
#[derive(Clone)]
pub(super) struct Task<T> {
    /// Its root.
    pub tree: T,
    /// Plies to count below it.
    pub depth: u32,
    /// Below which root moves it lies, by their index, and how many times.
    pub parts: Vec<(usize, u128)>,
}

/// All of a tree.
pub(super) struct Split<T> {
    /// The tasks; those that the first lines of the divide need come first.
    pub tasks: Vec<Task<T>>,
    /// Moves of a position, as seen on the way.
    pub width: f64,
}

/// Splits the tree below the root moves ply by ply, until there are tasks enough for so many
/// threads. With `merge`, equal positions become one task.
///
/// # Errors
/// [`Cut`] if it was stopped, or if a position is reached in more ways than 128 bits can say.
pub(super) fn split<T: Tree>(
    tree: &T,
    roots: &[T::Move],
    depth: u32,
    threads: usize,
    merge: bool,
    stop: &Stop,
) -> Result<Split<T>, Cut> {
    let mut level = Level::new(merge);
    for (index, action) in roots.iter().enumerate() {
        level.add(tree.child(*action), depth - 1, &[(index, 1)])?;
    }
    let mut width = roots.len() as f64;
    let enough = threads.saturating_mul(TASKS_PER_THREAD);
    let most = (MAX_BYTES / size_of::<Task<T>>()).max(1);
    loop {
        let tasks = level.tasks;
        let shallow = tasks.first().is_none_or(|task| task.depth <= MIN_DEPTH);
        if shallow || tasks.len() >= enough.min(most) {
            return Ok(Split { tasks, width });
        }
        let (mut parents, mut children) = (0, 0);
        level = Level::new(merge);
        for task in tasks {
            if stop.is_stopped() {
                return Err(Cut::Stopped);
            }
            if level.tasks.len() >= most {
                level.tasks.push(task);
                continue;
            }
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

/// The tasks of one ply.
struct Level<T> {
    tasks: Vec<Task<T>>,
    /// Where a key's task is, when equal ones are merged.
    places: Option<HashMap<u128, usize>>,
}

impl<T: Tree> Level<T> {
    fn new(merge: bool) -> Self {
        Level {
            tasks: Vec::new(),
            places: merge.then(HashMap::new),
        }
    }

    fn add(&mut self, tree: T, depth: u32, parts: &[(usize, u128)]) -> Result<(), Cut> {
        let new = self.tasks.len();
        if let Some(places) = &mut self.places {
            match places.entry(tree.key()) {
                Entry::Occupied(place) => {
                    let task = &mut self.tasks[*place.get()];
                    if task.tree.plays_like(&tree) {
                        return parts.iter().try_for_each(|part| task.join(*part));
                    }
                }
                Entry::Vacant(place) => {
                    place.insert(new);
                }
            }
        }
        self.tasks.push(Task {
            tree,
            depth,
            parts: parts.to_vec(),
        });
        Ok(())
    }
}

impl<T> Task<T> {
    fn join(&mut self, (root, times): (usize, u128)) -> Result<(), Cut> {
        match self.parts.iter_mut().find(|part| part.0 == root) {
            Some(part) => part.1 = part.1.checked_add(times).ok_or(Cut::Overflow)?,
            None => self.parts.push((root, times)),
        }
        Ok(())
    }
}
