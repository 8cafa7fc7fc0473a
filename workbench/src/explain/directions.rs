//! The directions of lines on the board, as in the sentences "... from the north-west". North is towards the eighth rank.

use std::fmt;

use movegen::chess::Square;

/// The eight directions, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Direction {
    /// The direction from one square to another on a line of a queen; `None` if they are not on one.
    pub(super) fn of(from: Square, to: Square) -> Option<Direction> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let (files, ranks) = (
            from.file().index().abs_diff(to.file().index()),
            from.rank().index().abs_diff(to.rank().index()),
        );
        if files != 0 && ranks != 0 && files != ranks {
            return None;
        }
        let east = to.file().index().cmp(&from.file().index());
        let north = to.rank().index().cmp(&from.rank().index());
        Some(match (east, north) {
            (Equal, Equal) => return None,
            (Equal, Greater) => Direction::North,
            (Greater, Greater) => Direction::NorthEast,
            (Greater, Equal) => Direction::East,
            (Greater, Less) => Direction::SouthEast,
            (Equal, Less) => Direction::South,
            (Less, Less) => Direction::SouthWest,
            (Less, Equal) => Direction::West,
            (Less, Greater) => Direction::NorthWest,
        })
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::North => "north",
            Direction::NorthEast => "north-east",
            Direction::East => "east",
            Direction::SouthEast => "south-east",
            Direction::South => "south",
            Direction::SouthWest => "south-west",
            Direction::West => "west",
            Direction::NorthWest => "north-west",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_of_lines() {
        use Square::{A1, A8, B3, C2, D4, H1, H8};
        assert_eq!(Direction::of(A1, A8), Some(Direction::North));
        assert_eq!(Direction::of(H1, A8), Some(Direction::NorthWest));
        assert_eq!(Direction::of(A8, H1), Some(Direction::SouthEast));
        assert_eq!(Direction::of(D4, A1), Some(Direction::SouthWest));
        assert_eq!(Direction::of(D4, H8), Some(Direction::NorthEast));
        assert_eq!(Direction::of(H1, A1), Some(Direction::West));
        assert_eq!(Direction::of(D4, C2), None);
        assert_eq!(Direction::of(B3, B3), None);
    }
}
