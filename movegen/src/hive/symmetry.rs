//! Keys of positions that are equal for rotated, mirrored and shifted positions.
//!
//! A hive can lie anywhere on the board, in six rotations and their mirror images: the game is the
//! same. The key of a position is the smallest key of its twelve images, each shifted to the upper
//! left corner.

use super::hex::Hex;
use super::piece::{PER_SIDE, PIECES};
use super::{Bug, Color, Piece, Position};
use crate::random::Random;

/// The width of the area to which images are shifted. No image is wider.
const WIDTH: usize = 32;

/// A random number for each colour and bug on each hex.
static NUMBERS: [[u128; WIDTH * WIDTH]; 16] = numbers();

const fn numbers() -> [[u128; WIDTH * WIDTH]; 16] {
    let mut all = [[0; WIDTH * WIDTH]; 16];
    let mut random = Random::new(0x0415_7e5e_ed00);
    let mut index = 0;
    while index < 16 * WIDTH * WIDTH {
        all[index / (WIDTH * WIDTH)][index % (WIDTH * WIDTH)] = random.next_u128();
        index += 1;
    }
    all
}

/// The pieces in play, with columns and rows counted from the upper left corner of the hive.
struct Hive {
    pieces: [u8; PIECES],
    levels: [u8; PIECES],
    columns: [u8; PIECES],
    rows: [u8; PIECES],
    len: usize,
}

impl Hive {
    fn of(position: &Position) -> Hive {
        let mut hive = Hive {
            pieces: [0; PIECES],
            levels: [0; PIECES],
            columns: [0; PIECES],
            rows: [0; PIECES],
            len: 0,
        };
        let mut hexes = [Hex::ORIGIN; PIECES];
        for index in 0..PIECES {
            let place = position.places[index];
            if !place.is_hand() {
                hive.pieces[hive.len] = index as u8;
                hive.levels[hive.len] = place.level();
                hexes[hive.len] = place.hex();
                hive.len += 1;
            }
        }
        // The occupied columns are contiguous, but may cross the seam: the first column is the one
        // whose left neighbour is empty. With columns counted from there none crosses the seam, and
        // rows are well-defined.
        let hexes = &hexes[..hive.len];
        let Some(&origin) = hexes.first() else {
            return hive;
        };
        let columns = hexes.iter().map(|hex| hex.beyond(origin).0);
        let first = first_of(columns);
        let origin = Hex::from_index(origin.index() + first);
        let rows = hexes.iter().map(|hex| hex.beyond(origin).1);
        let first = first_of(rows);
        for (index, hex) in hexes.iter().enumerate() {
            let (column, row) = hex.beyond(origin);
            hive.columns[index] = column as u8;
            hive.rows[index] = (WIDTH + row - first) as u8 % WIDTH as u8;
        }
        hive
    }

    /// The coordinates of each piece along the three axes, forwards and then backwards, each counted
    /// from the first piece. Any two of the first three, or of the last three, are the column and the
    /// row in an image.
    fn axes(&self) -> [[u8; 6]; PIECES] {
        let pieces = || self.columns.iter().zip(&self.rows).take(self.len);
        let (mut widest, mut lowest) = (0, 0);
        let (mut least, mut most) = (u8::MAX, 0);
        for (column, row) in pieces() {
            widest = widest.max(*column);
            lowest = lowest.max(*row);
            least = least.min(column + row);
            most = most.max(column + row);
        }
        let mut axes = [[0; 6]; PIECES];
        for (axes, (column, row)) in axes.iter_mut().zip(pieces()) {
            let sum = column + row;
            *axes = [
                *column,
                *row,
                most - sum,
                widest - column,
                lowest - row,
                sum - least,
            ];
        }
        axes
    }
}

/// The start of a contiguous run of numbers below 32, which may wrap around from 31 to 0.
fn first_of(numbers: impl Iterator<Item = usize>) -> usize {
    let all = numbers.fold(0u32, |all, number| all | 1 << (number & 31));
    (all & !all.rotate_left(1)).trailing_zeros() as usize & 31
}

/// The axes that serve as column and row of each image.
const IMAGES: [(usize, usize); 12] = [
    (0, 1),
    (1, 0),
    (0, 2),
    (2, 0),
    (1, 2),
    (2, 1),
    (3, 4),
    (4, 3),
    (3, 5),
    (5, 3),
    (4, 5),
    (5, 4),
];

impl Position {
    /// A hash key that is equal for rotated, mirrored and shifted images of a position. Pieces of the
    /// same bug and colour are not distinguished.
    ///
    /// ```
    /// use movegen::hive::{GameType, Position};
    /// let start = Position::new(GameType::BASE);
    /// let first = start.play(start.legal_moves()[0]);
    /// let second = first.legal_moves();
    /// // The same bug on each of the six sides.
    /// assert_eq!(first.play(second[0]).key(), first.play(second[5]).key());
    /// ```
    pub fn key(&self) -> u128 {
        let hive = Hive::of(self);
        let mut keys = [0; 12];
        for (index, axes) in hive.axes().iter().enumerate().take(hive.len) {
            let piece = hive.pieces[index];
            let bug = Piece::from_index(usize::from(piece)).bug().index();
            let numbers = &NUMBERS[bug + 8 * usize::from(piece / PER_SIDE)];
            let turns = 8 * u32::from(hive.levels[index]) + 64 * self.is_stunned(piece);
            for (key, (column, row)) in keys.iter_mut().zip(IMAGES) {
                let hex = usize::from(axes[column]) * WIDTH + usize::from(axes[row]);
                let number = numbers[hex % (WIDTH * WIDTH)];
                *key ^= if turns == 0 {
                    number
                } else {
                    number.rotate_left(turns)
                };
            }
        }
        let least = keys.into_iter().min().unwrap_or_default();
        least ^ self.clock()
    }

    /// The state besides the hive: the side to move, the game type and, while a queen is in hand, the
    /// turn by which it must be placed.
    fn clock(&self) -> u128 {
        let queen_in_hand = Color::ALL.into_iter().any(|color| {
            let queen = Piece::new(color, Bug::Queen, 1);
            self.place(queen).is_none()
        });
        let ply = if queen_in_hand && self.ply < 8 {
            2 + self.ply
        } else {
            self.ply % 2
        };
        let game = Bug::ALL.into_iter().filter(|bug| self.game_type.has(*bug));
        let game = game.fold(0, |all, bug| all | 1u128 << bug.index());
        (game << 8 | u128::from(ply)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    fn is_stunned(&self, piece: u8) -> u32 {
        u32::from(
            self.stunned
                .is_some_and(|stunned| stunned.index() == usize::from(piece)),
        )
    }

    /// Whether the other position is an image of this one.
    pub(super) fn is_congruent(&self, other: &Position) -> bool {
        if self.clock() != other.clock() {
            return false;
        }
        let own = self.images();
        let [image, ..] = other.images();
        own.contains(&image)
    }

    /// The pieces of each image in an order that depends only on the image.
    fn images(&self) -> [Vec<[u8; 4]>; 12] {
        let hive = Hive::of(self);
        let axes = hive.axes();
        IMAGES.map(|(column, row)| {
            let pieces = axes.iter().enumerate().take(hive.len).map(|(index, axes)| {
                let piece = hive.pieces[index];
                let bug = Piece::from_index(usize::from(piece)).bug().index() as u8;
                let kind = bug + 8 * (piece / PER_SIDE) + 16 * self.is_stunned(piece) as u8;
                [axes[column], axes[row], hive.levels[index], kind]
            });
            let mut pieces: Vec<_> = pieces.collect();
            pieces.sort_unstable();
            pieces
        })
    }
}
