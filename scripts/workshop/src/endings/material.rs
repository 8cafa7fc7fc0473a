//! The material of an ending, and the numbering of its positions.

use std::fmt;

use movegen::chess::{Color, Piece, PieceKind, Position};

/// The most men of an ending.
pub const MAX_MEN: usize = 5;

/// One square for each man of a material, in the order of [`Material::men`]; the rest is unused.
pub type Squares = [u8; MAX_MEN];

/// The kinds of pieces other than kings, strongest first.
const KINDS: [(char, PieceKind); 5] = [
    ('Q', PieceKind::Queen),
    ('R', PieceKind::Rook),
    ('B', PieceKind::Bishop),
    ('N', PieceKind::Knight),
    ('P', PieceKind::Pawn),
];

/// The squares of the stronger side's king in the triangle a1-d1-d4.
const TRIANGLE: [u8; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];

/// The material of both sides. White is the side with more men or, if the numbers are equal, the
/// stronger ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    /// For each side, how many of each of [`KINDS`].
    counts: [[u8; 5]; 2],
}

impl Material {
    fn new(mut counts: [[u8; 5]; 2]) -> Material {
        if exchanged(&counts) {
            counts.swap(0, 1);
        }
        Material { counts }
    }

    /// Reads a name as `KBNK`.
    pub fn parse(name: &str) -> Result<Material, String> {
        let mut counts = [[0; 5]; 2];
        let mut kings = 0;
        for letter in name.chars() {
            if letter == 'K' {
                kings += 1;
            } else if let Some(kind) = KINDS.iter().position(|&(l, _)| l == letter)
                && (1..=2).contains(&kings)
            {
                counts[kings - 1][kind] += 1;
            } else {
                return Err(format!("'{name}' is no material such as KBNK or KQKR"));
            }
        }
        let material = Material::new(counts);
        if kings != 2 {
            return Err(format!("'{name}' has {kings} kings instead of two"));
        }
        if material.men().len() > MAX_MEN {
            return Err(format!("'{name}' has more than {MAX_MEN} men"));
        }
        if counts.iter().all(|side| side[4] > 0) {
            return Err(format!(
                "'{name}' has pawns on both sides: en passant is not supported"
            ));
        }
        Ok(material)
    }

    /// The material of a position, and whether Black is its stronger side.
    pub fn of(position: &Position) -> (Material, bool) {
        let counts = [Color::White, Color::Black].map(|color| {
            KINDS.map(|(_, kind)| position.squares_of(Piece { color, kind }).len() as u8)
        });
        (Material::new(counts), exchanged(&counts))
    }

    /// All men: both kings, then White's and Black's pieces.
    pub fn men(&self) -> Vec<Piece> {
        let mut men = vec![Color::White.king(), Color::Black.king()];
        for (color, counts) in [Color::White, Color::Black].into_iter().zip(self.counts) {
            for ((_, kind), count) in KINDS.into_iter().zip(counts) {
                men.extend((0..count).map(|_| Piece { color, kind }));
            }
        }
        men
    }

    pub fn has_pawns(&self) -> bool {
        self.counts.iter().any(|side| side[4] > 0)
    }

    /// The materials that one capture or one promotion leads to.
    pub fn successors(&self) -> Vec<Material> {
        let mut successors = Vec::new();
        for side in 0..2 {
            for kind in 0..5 {
                if self.counts[side][kind] == 0 {
                    continue;
                }
                let mut counts = self.counts;
                counts[side][kind] -= 1;
                successors.push(Material::new(counts));
                if kind == 4 {
                    for promotion in 0..4 {
                        let mut counts = counts;
                        counts[side][promotion] += 1;
                        successors.push(Material::new(counts));
                    }
                }
            }
        }
        successors
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in self.counts {
            write!(f, "K")?;
            for ((letter, _), count) in KINDS.into_iter().zip(side) {
                for _ in 0..count {
                    write!(f, "{letter}")?;
                }
            }
        }
        Ok(())
    }
}

/// Whether the second side is the stronger one.
fn exchanged(counts: &[[u8; 5]; 2]) -> bool {
    let rank = |side: [u8; 5]| (side.iter().sum::<u8>(), side);
    rank(counts[0]) < rank(counts[1])
}

/// The numbers of the positions of a material. Positions that differ only by a symmetry of the
/// board, or by exchanging equal men, share a number.
pub struct Numbering {
    men: usize,
    /// The squares of White's king that remain after mirroring the board.
    king_squares: Vec<u8>,
    /// The position of each square in `king_squares`.
    king_slots: [Option<u8>; 64],
    symmetries: u8,
    /// Each man that equals the next one.
    equal: Vec<usize>,
}

impl Numbering {
    pub fn new(material: &Material) -> Numbering {
        let men = material.men();
        let king_squares: Vec<u8> = if material.has_pawns() {
            (0..64).filter(|square| square & 7 < 4).collect()
        } else {
            TRIANGLE.to_vec()
        };
        let mut king_slots = [None; 64];
        for (slot, &square) in king_squares.iter().enumerate() {
            king_slots[usize::from(square)] = Some(slot as u8);
        }
        Numbering {
            men: men.len(),
            king_slots,
            symmetries: if material.has_pawns() { 2 } else { 8 },
            equal: (2..men.len() - 1)
                .filter(|&index| men[index] == men[index + 1])
                .collect(),
            king_squares,
        }
    }

    /// One more than the greatest number.
    pub fn len(&self) -> usize {
        (2 * self.king_squares.len()) << (6 * (self.men - 1))
    }

    /// The number of a position: the smallest of those that its symmetric forms would have.
    pub fn number(&self, squares: &Squares, turn: Color) -> usize {
        (0..self.symmetries)
            .filter_map(|symmetry| {
                let king = transform(squares[0], symmetry);
                let slot = self.king_slots[usize::from(king)]?;
                let mut mirrored = *squares;
                for square in &mut mirrored[1..self.men] {
                    *square = transform(*square, symmetry);
                }
                // Twice, for three equal men.
                for &index in self.equal.iter().chain(&self.equal) {
                    if mirrored[index] > mirrored[index + 1] {
                        mirrored.swap(index, index + 1);
                    }
                }
                let start = turn.index() * self.king_squares.len() + usize::from(slot);
                Some(
                    mirrored[1..self.men]
                        .iter()
                        .fold(start, |number, &square| (number << 6) | usize::from(square)),
                )
            })
            .min()
            .expect("some symmetry brings the king to its squares")
    }

    /// The position of a number.
    pub fn position(&self, mut number: usize) -> (Squares, Color) {
        let mut squares = [0; MAX_MEN];
        for square in squares[1..self.men].iter_mut().rev() {
            *square = (number & 63) as u8;
            number >>= 6;
        }
        squares[0] = self.king_squares[number % self.king_squares.len()];
        (squares, Color::ALL[number / self.king_squares.len()])
    }
}

/// A square after mirroring files, ranks and the long diagonal, as far as the bits 0, 1 and 2 of
/// `symmetry` are set.
fn transform(square: u8, symmetry: u8) -> u8 {
    let mut square = square;
    if symmetry & 1 != 0 {
        square ^= 7;
    }
    if symmetry & 2 != 0 {
        square ^= 56;
    }
    if symmetry & 4 != 0 {
        square = (square >> 3) | ((square & 7) << 3);
    }
    square
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_normalized() {
        for (name, normalized) in [("KBNK", "KBNK"), ("KNBK", "KBNK"), ("KRKQ", "KQKR")] {
            assert_eq!(Material::parse(name).expect(name).to_string(), normalized);
        }
        for wrong in ["", "KQ", "QKK", "KQRBNK", "KPKP", "KXK"] {
            assert!(Material::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn symmetric_positions_share_a_number() {
        let numbering = Numbering::new(&Material::parse("KBBK").expect("a material"));
        let squares = [4, 60, 2, 5, 0];
        let number = numbering.number(&squares, Color::White);
        assert_eq!(numbering.number(&[4, 60, 5, 2, 0], Color::White), number);
        for symmetry in 0..8 {
            let mirrored = squares.map(|square| transform(square, symmetry));
            assert_eq!(numbering.number(&mirrored, Color::White), number);
        }
        assert_ne!(numbering.number(&squares, Color::Black), number);
        let (squares, turn) = numbering.position(number);
        assert_eq!(numbering.number(&squares, turn), number);
    }
}
