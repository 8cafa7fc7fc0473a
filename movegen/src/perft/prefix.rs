//! The different positions some plies below a root, with the number of paths to each.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::{Stop, Tree};

/// A position that one or more lines of the same length lead to.
#[derive(Clone, Debug)]
pub struct Prefix<T: Tree> {
    /// The position.
    pub position: T,
    /// The first line that leads to it.
    pub line: Vec<T::Move>,
    /// The number of lines that lead to it, by the index of their root move, in ascending order.
    pub paths: Vec<(usize, u64)>,
}

/// Why the positions were not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrefixError {
    /// The stop was raised.
    #[error("interrupted")]
    Stopped,
    /// More than 2^64 lines lead to one position.
    #[error("the number of lines to a position overflows 64 bits")]
    Lines,
    /// There are more positions than allowed.
    #[error("more than {most} positions within {plies} plies")]
    Many {
        /// The most positions allowed in all plies together.
        most: usize,
        /// The plies up to which there are more.
        plies: u32,
    },
}

/// Finds the different positions after exactly `plies` plies, in the order in which a walk through the
/// tree first meets them, with moves in report order.
///
/// Positions are compared as a whole, with [`Tree::plays_like`]. `most` limits the positions of all plies
/// together.
///
/// ```
/// use movegen::chess::Position;
/// use movegen::perft::{Stop, prefixes};
/// let found = prefixes(&Position::startpos(), 3, usize::MAX, &Stop::new()).unwrap();
/// let lines: u64 = found.iter().flat_map(|prefix| &prefix.paths).map(|path| path.1).sum();
/// assert_eq!((found.len(), lines), (5_362, 8_902));
/// ```
///
/// All positions are kept in memory: a few hundred bytes each.
///
/// # Errors
/// [`PrefixError`] if `stop` was raised, or if there is too much to count.
pub fn prefixes<T: Tree>(
    root: &T,
    plies: u32,
    most: usize,
    stop: &Stop,
) -> Result<Vec<Prefix<T>>, PrefixError> {
    if plies == 0 {
        return Ok(Vec::new());
    }
    let mut first = Level::<T, Lines<T::Move>>::default();
    for (index, mv) in root.moves().into_iter().enumerate() {
        let added = first.add(root.child(mv), &[(index, 1)], || vec![mv]);
        added.ok_or(PrefixError::Lines)?;
    }
    let mut level = first.found;
    let mut left = most;
    for ply in 1..=plies {
        let many = || PrefixError::Many { most, plies: ply };
        left = left.checked_sub(level.len()).ok_or_else(many)?;
        if ply == plies {
            break;
        }
        let mut next = Level::default();
        for prefix in level {
            if stop.is_stopped() {
                return Err(PrefixError::Stopped);
            }
            for mv in prefix.position.moves() {
                let line = || prefix.paths.line.iter().copied().chain([mv]).collect();
                let added = next.add(prefix.position.child(mv), &prefix.paths.roots[..], line);
                added.ok_or(PrefixError::Lines)?;
            }
            if next.found.len() > left {
                let plies = ply + 1;
                return Err(PrefixError::Many { most, plies });
            }
        }
        level = next.found;
    }
    let prefix = |found: Found<T, Lines<T::Move>>| Prefix {
        position: found.position,
        line: found.paths.line,
        paths: found.paths.roots,
    };
    Ok(level.into_iter().map(prefix).collect())
}

/// A position of a level, and how it is reached.
#[derive(Clone, Debug)]
pub(super) struct Found<T, P> {
    pub(super) position: T,
    pub(super) paths: P,
}

/// What is remembered about the lines to a position.
pub(super) trait Paths<T: Tree> {
    /// The lines that reach it over one parent.
    type More: ?Sized;

    /// Remembers the first ones; `line` makes the first line.
    fn first(more: &Self::More, line: impl FnOnce() -> Vec<T::Move>) -> Self;

    /// Adds lines over another parent. `None` on overflow.
    fn join(&mut self, more: &Self::More) -> Option<()>;
}

/// The number of lines.
impl<T: Tree> Paths<T> for u64 {
    type More = u64;

    fn first(more: &u64, _line: impl FnOnce() -> Vec<T::Move>) -> u64 {
        *more
    }

    fn join(&mut self, more: &u64) -> Option<()> {
        *self = self.checked_add(*more)?;
        Some(())
    }
}

/// The first line, and the number of lines by the index of their root move.
struct Lines<M> {
    line: Vec<M>,
    roots: Vec<(usize, u64)>,
}

impl<T: Tree> Paths<T> for Lines<T::Move> {
    type More = [(usize, u64)];

    fn first(more: &[(usize, u64)], line: impl FnOnce() -> Vec<T::Move>) -> Self {
        Lines {
            line: line(),
            roots: more.to_vec(),
        }
    }

    fn join(&mut self, more: &[(usize, u64)]) -> Option<()> {
        for &(root, times) in more {
            match self.roots.binary_search_by_key(&root, |path| path.0) {
                Ok(index) => self.roots[index].1 = self.roots[index].1.checked_add(times)?,
                Err(index) => self.roots.insert(index, (root, times)),
            }
        }
        Some(())
    }
}

/// The positions of one ply, in the order in which they are met.
pub(super) struct Level<T, P> {
    pub(super) found: Vec<Found<T, P>>,
    /// The first position with a key.
    indices: HashMap<u128, usize>,
    /// Further positions, should keys collide.
    collisions: Vec<(u128, usize)>,
}

impl<T, P> Default for Level<T, P> {
    fn default() -> Self {
        Level {
            found: Vec::new(),
            indices: HashMap::new(),
            collisions: Vec::new(),
        }
    }
}

impl<T: Tree, P: Paths<T>> Level<T, P> {
    /// The memory that it takes with one position more, but for what paths own: full collections double.
    pub(super) fn next_bytes(&self) -> usize {
        let grown = |len: usize, capacity: usize| match len < capacity {
            true => capacity,
            false => 2 * capacity,
        };
        grown(self.found.len(), self.found.capacity()) * size_of::<Found<T, P>>()
            + grown(self.indices.len(), self.indices.capacity()) * size_of::<(u128, usize)>()
    }

    /// Adds lines to a position. `None` on overflow.
    pub(super) fn add(
        &mut self,
        position: T,
        more: &P::More,
        line: impl FnOnce() -> Vec<T::Move>,
    ) -> Option<()> {
        let (key, new) = (position.key(), self.found.len());
        match self.indices.entry(key) {
            Entry::Occupied(entry) => {
                let collisions = self
                    .collisions
                    .iter()
                    .filter(|collision| collision.0 == key);
                let mut indices = collisions
                    .map(|collision| collision.1)
                    .chain([*entry.get()]);
                let same = indices.find(|&index| self.found[index].position.plays_like(&position));
                if let Some(index) = same {
                    return self.found[index].paths.join(more);
                }
                self.collisions.push((key, new));
            }
            Entry::Vacant(entry) => {
                entry.insert(new);
            }
        }
        let paths = P::first(more, line);
        self.found.push(Found { position, paths });
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    /// A square grid with steps east and north. All points have the same key.
    #[derive(Clone, Debug, PartialEq)]
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
            0
        }

        fn plays_like(&self, other: &Grid) -> bool {
            self == other
        }
    }

    #[test]
    fn paths_are_counted_by_root_move_even_if_keys_collide() {
        let found = prefixes(&Grid(0, 0), 3, usize::MAX, &Stop::new()).expect("few paths");
        let found: Vec<_> = found.into_iter().map(|p| (p.position, p.paths)).collect();
        let expected = [
            (Grid(3, 0), vec![(0, 1)]),
            (Grid(2, 1), vec![(0, 2), (1, 1)]),
            (Grid(1, 2), vec![(0, 1), (1, 2)]),
            (Grid(0, 3), vec![(1, 1)]),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn positions_come_in_the_order_of_their_first_lines() {
        let start = Position::startpos();
        let found = prefixes(&start, 3, usize::MAX, &Stop::new()).expect("few paths");
        let rank = |prefix: &Prefix<Position>| {
            let mut position = start;
            let mut ranks = Vec::new();
            for &mv in &prefix.line {
                ranks.push(position.moves().iter().position(|&other| other == mv));
                position = position.child(mv);
            }
            assert!(position.plays_like(&prefix.position));
            ranks
        };
        let ranks: Vec<_> = found.iter().map(rank).collect();
        assert!(ranks.is_sorted());
    }

    #[test]
    fn a_raised_stop_ends_the_walk() {
        let stop = Stop::new();
        stop.stop();
        let stopped = prefixes(&Grid(0, 0), 3, usize::MAX, &stop);
        assert_eq!(stopped.map(|_| ()), Err(PrefixError::Stopped));
    }

    /// The plies have 2, 3, 4 and 5 points.
    #[test]
    fn the_positions_of_all_plies_are_limited() {
        let found = |plies, most| prefixes(&Grid(0, 0), plies, most, &Stop::new());
        assert_eq!(found(4, 14).map(|found| found.len()), Ok(5));
        for (plies, most, up_to) in [(4, 13, 4), (200, 8, 3), (1, 1, 1)] {
            let refused = found(plies, most).map(|_| ());
            assert_eq!(refused, Err(PrefixError::Many { most, plies: up_to }));
        }
    }
}
