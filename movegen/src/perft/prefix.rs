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

/// Finds the different positions after exactly `plies` plies, in the order in which a walk through the
/// tree first meets them, with moves in report order.
///
/// Positions are compared as a whole, with [`Tree::plays_like`]. Returns `None` if `stop` was raised,
/// or if the number of lines to one position exceeds 64 bits.
///
/// ```
/// use movegen::chess::Position;
/// use movegen::perft::{Stop, prefixes};
/// let found = prefixes(&Position::startpos(), 3, &Stop::new()).unwrap();
/// let lines: u64 = found.iter().flat_map(|prefix| &prefix.paths).map(|path| path.1).sum();
/// assert_eq!((found.len(), lines), (5_362, 8_902));
/// ```
///
/// All positions are kept in memory: a few hundred bytes each.
pub fn prefixes<T: Tree>(root: &T, plies: u32, stop: &Stop) -> Option<Vec<Prefix<T>>> {
    let mut level = Vec::new();
    if plies == 0 {
        return Some(level);
    }
    let mut first = Level::default();
    for (index, mv) in root.moves().into_iter().enumerate() {
        first.add(root.child(mv), || vec![mv], &[(index, 1)])?;
    }
    level.append(&mut first.found);
    for _ in 1..plies {
        let mut next = Level::default();
        for prefix in level {
            if stop.is_stopped() {
                return None;
            }
            for mv in prefix.position.moves() {
                let line = || prefix.line.iter().copied().chain([mv]).collect();
                next.add(prefix.position.child(mv), line, &prefix.paths)?;
            }
        }
        level = next.found;
    }
    Some(level)
}

/// The positions of one ply.
struct Level<T: Tree> {
    found: Vec<Prefix<T>>,
    /// The positions with a key; more than one only if keys collide.
    places: HashMap<u128, Vec<usize>>,
}

impl<T: Tree> Default for Level<T> {
    fn default() -> Self {
        Level {
            found: Vec::new(),
            places: HashMap::new(),
        }
    }
}

impl<T: Tree> Level<T> {
    fn add(
        &mut self,
        position: T,
        line: impl FnOnce() -> Vec<T::Move>,
        paths: &[(usize, u64)],
    ) -> Option<()> {
        let new = self.found.len();
        match self.places.entry(position.key()) {
            Entry::Occupied(mut places) => {
                let mut same = places.get().iter().copied();
                let same = same.find(|&index| self.found[index].position.plays_like(&position));
                if let Some(index) = same {
                    return self.found[index].join(paths);
                }
                places.get_mut().push(new);
            }
            Entry::Vacant(place) => {
                place.insert(vec![new]);
            }
        }
        self.found.push(Prefix {
            position,
            line: line(),
            paths: paths.to_vec(),
        });
        Some(())
    }
}

impl<T: Tree> Prefix<T> {
    fn join(&mut self, paths: &[(usize, u64)]) -> Option<()> {
        for &(root, times) in paths {
            match self.paths.binary_search_by_key(&root, |path| path.0) {
                Ok(index) => self.paths[index].1 = self.paths[index].1.checked_add(times)?,
                Err(index) => self.paths.insert(index, (root, times)),
            }
        }
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
        let found = prefixes(&Grid(0, 0), 3, &Stop::new()).expect("few paths");
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
        let found = prefixes(&start, 3, &Stop::new()).expect("few paths");
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
        assert!(prefixes(&Grid(0, 0), 3, &stop).is_none());
    }
}
