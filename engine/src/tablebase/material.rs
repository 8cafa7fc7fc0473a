//! The pieces on a board, without their squares: what a table is named after and found by.

use movegen::chess::{Color, Piece, PieceKind, Position};

/// The most men, kings included, of any Syzygy table.
pub(super) const MAX_MEN: usize = 7;

/// Kinds of pieces in the order of a table's name, most valuable first.
const BY_VALUE: [PieceKind; 6] = [
    PieceKind::King,
    PieceKind::Queen,
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Knight,
    PieceKind::Pawn,
];

/// The number of pieces of each kind, by color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Material([[u8; 6]; 2]);

impl Material {
    /// The material on the board.
    pub(super) fn of(position: &Position) -> Material {
        Material(Color::ALL.map(|color| {
            PieceKind::ALL.map(|kind| position.squares_of(color.piece(kind)).len() as u8)
        }))
    }

    /// Reads the name of a table, such as `KRPvKR`. `None` if it is not the name of a table: the
    /// pieces must be in order of their value, and each side has exactly one king.
    pub(super) fn from_name(name: &str) -> Option<Material> {
        let (white, black) = name.split_once('v')?;
        let material = Material([side_from_name(white)?, side_from_name(black)?]);
        ((3..=MAX_MEN).contains(&material.men()) && material.name() == name).then_some(material)
    }

    /// The name of the table in which White has the first color's pieces.
    pub(super) fn name(self) -> String {
        let side = |color: Color| -> String {
            let letters = BY_VALUE.into_iter().flat_map(|kind| {
                let letter = color.piece(kind).letter().to_ascii_uppercase();
                std::iter::repeat_n(letter, self.count(color.piece(kind)))
            });
            letters.collect()
        };
        format!("{}v{}", side(Color::White), side(Color::Black))
    }

    /// The same with the colors exchanged.
    pub(super) fn mirrored(self) -> Material {
        Material([self.0[1], self.0[0]])
    }

    /// The number of these pieces.
    pub(super) fn count(self, piece: Piece) -> usize {
        usize::from(self.0[piece.color.index()][piece.kind.index()])
    }

    /// The number of pieces, kings included.
    pub(super) fn men(self) -> usize {
        self.0
            .iter()
            .flatten()
            .map(|&count| usize::from(count))
            .sum()
    }

    /// Whether both sides have the same pieces.
    pub(super) fn is_symmetric(self) -> bool {
        self.0[0] == self.0[1]
    }

    /// Whether there are pawns.
    pub(super) fn has_pawns(self) -> bool {
        self.pawns().0 > 0
    }

    /// The numbers of pawns of the two sides. The first number is that of the side whose pawns come
    /// first in the table's encoding: the one with fewer pawns, but at least one.
    pub(super) fn pawns(self) -> (usize, usize) {
        let [white, black] = Color::ALL.map(|color| self.count(color.pawn()));
        if black > 0 && (white == 0 || black < white) {
            (black, white)
        } else {
            (white, black)
        }
    }

    /// Whether exactly two pieces are the only ones of their color and kind. They are the kings,
    /// and the table encodes them together.
    pub(super) fn only_kings_are_unique(self) -> bool {
        self.0.iter().flatten().filter(|&&count| count == 1).count() == 2
    }
}

/// The pieces of one side of a name.
fn side_from_name(text: &str) -> Option<[u8; 6]> {
    let mut counts = [0; 6];
    for letter in text.chars() {
        if !letter.is_ascii_uppercase() || text.len() > MAX_MEN {
            return None;
        }
        counts[PieceKind::from_letter(letter)?.index()] += 1;
    }
    (counts[PieceKind::King.index()] == 1).then_some(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let material = Material::from_name("KRPvKNN").expect("a name");
        assert_eq!(material.name(), "KRPvKNN");
        assert_eq!(material.mirrored().name(), "KNNvKRP");
        assert_eq!(material.men(), 6);
        for name in [
            "",
            "KRP",
            "KvK",
            "KPRvK",
            "KQvKvK",
            "QvK",
            "KKvK",
            "kqvk",
            "KQQQvKQQQ",
            "KXvK",
        ] {
            assert_eq!(Material::from_name(name), None, "{name}");
        }
        let position = "8/8/8/3k4/8/1r6/3KP3/3R4 w - - 0 1".parse().expect("legal");
        assert_eq!(Material::of(&position).name(), "KRPvKR");
    }

    #[test]
    fn the_side_with_fewer_pawns_comes_first() {
        for (name, pawns) in [
            ("KPvKP", (1, 1)),
            ("KPPvKP", (1, 2)),
            ("KRvKP", (1, 0)),
            ("KQvK", (0, 0)),
        ] {
            assert_eq!(
                Material::from_name(name).expect("a name").pawns(),
                pawns,
                "{name}"
            );
        }
    }
}
