//! A move in UCI notation, legal or not.

use std::fmt;

use crate::chess::{Move, PieceKind, Square};

/// A move in UCI notation, legal or not: two squares and perhaps a promotion piece, or a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UciMove {
    /// The first square.
    pub from: Square,
    /// The second square; castling may name the king's destination or the rook's square.
    pub to: Square,
    /// The promotion piece: knight, bishop, rook or queen.
    pub promotion: Option<PieceKind>,
    /// The piece that comes from the pocket; `from` is `to` then.
    pub drop: Option<PieceKind>,
}

impl UciMove {
    /// The text of a move; castling is written as the king capturing its own rook.
    pub fn new(mv: Move) -> UciMove {
        UciMove {
            from: mv.dropped().map_or(mv.from(), |_| mv.to()),
            to: mv.to(),
            promotion: mv.kind().promotion(),
            drop: mv.dropped(),
        }
    }

    /// The one of these moves that it is.
    pub(in crate::chess) fn among(self, moves: &[Move]) -> Option<Move> {
        let UciMove {
            from,
            to,
            promotion,
            drop,
        } = self;
        if let Some(kind) = drop {
            return moves
                .iter()
                .find(|mv| **mv == Move::drop(kind, to))
                .copied();
        }
        // A king step takes precedence over castling written with the king's destination.
        let exact = moves
            .iter()
            .filter(|m| m.dropped().is_none())
            .find(|m| m.from() == from && m.to() == to && m.kind().promotion() == promotion);
        let castle = || {
            moves.iter().find(|m| {
                m.castling_squares()
                    .is_some_and(|(king_to, _)| king_to == to)
                    && m.from() == from
                    && promotion.is_none()
                    && from != to
            })
        };
        exact.or_else(castle).copied()
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(kind) = self.drop {
            return write!(f, "{}@{}", kind.letter().to_ascii_uppercase(), self.to);
        }
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(kind) => write!(f, "{}", kind.letter()),
            None => Ok(()),
        }
    }
}
