//! What the moves before tell: where a castling right went, and which pawn has just passed.

use std::fmt;

use super::reason::PlacedPiece;
use crate::chess::{Color, Move, MoveKind, Position, Rank, Square};

/// One move of the past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Where it was played.
    pub before: Position,
    /// The move.
    pub mv: Move,
}

/// How a position came about: what its FEN said, and the moves played from there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveHistory {
    /// The en passant square that the FEN names, whether or not a capture there is legal.
    pub en_passant: Option<Square>,
    /// The moves from there, oldest first.
    pub plies: Vec<Ply>,
}

/// What became of a castling right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LostRight {
    /// The first position had no such right.
    NeverThere {
        /// Whose right.
        color: Color,
        /// The rook's square.
        rook: Square,
    },
    /// A move ended it.
    Ended {
        /// How.
        cause: Cause,
        /// The king or rook that moved, or the rook that was taken.
        man: PlacedPiece,
        /// Which move did it, counted from 1.
        ply: usize,
        /// The move.
        played: String,
    },
}

/// How a move ends a castling right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// King or rook went away.
    Moved,
    /// The rook was taken.
    Captured,
    /// The king castled, with this rook or the other.
    Castled,
}

impl fmt::Display for LostRight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LostRight::NeverThere { color, rook } => {
                write!(f, "the FEN gives {color} no right to castle with {rook}")
            }
            LostRight::Ended {
                cause,
                man,
                ply,
                played,
            } => {
                let how = match cause {
                    Cause::Moved => "moved",
                    Cause::Captured => "was captured",
                    Cause::Castled => "castled",
                };
                write!(
                    f,
                    "castling right lost when the {man} {how} at ply {ply} ({played})"
                )
            }
        }
    }
}

/// Why a pawn is not to be taken en passant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnPassantFault {
    /// It stands where a double step ends, but came there earlier, or otherwise.
    NotNow {
        /// The square passed.
        square: Square,
        /// The double step that would make it right, `f7f5`.
        push: String,
        /// When that step was made, counted from 1, if ever.
        ply: Option<usize>,
    },
    /// No pawn of the other side stands there.
    NoPawn {
        /// The empty square where the capture would end.
        square: Square,
        /// Where a pawn would have to stand.
        beside: Square,
    },
}

impl fmt::Display for EnPassantFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EnPassantFault::NotNow { square, push, ply } => {
                write!(
                    f,
                    "{square} can be taken en passant only directly after {push}"
                )?;
                match ply {
                    Some(ply) => write!(f, ", which was ply {ply}"),
                    None => Ok(()),
                }
            }
            EnPassantFault::NoPawn { square, beside } => write!(
                f,
                "{square} is empty, and no pawn that has just passed it stands on {beside}"
            ),
        }
    }
}

impl MoveHistory {
    /// The past of a position that was set up: no moves, and the en passant square of its FEN.
    pub fn of_fen(en_passant: Option<Square>) -> MoveHistory {
        MoveHistory {
            en_passant,
            plies: Vec::new(),
        }
    }

    /// One move more.
    pub fn push(&mut self, before: Position, mv: Move) {
        self.plies.push(Ply { before, mv });
    }

    /// The square that the last double step passed, whether or not a capture there is legal.
    pub fn passed(&self) -> Option<Square> {
        let Some(last) = self.plies.last() else {
            return self.en_passant;
        };
        let middle = (last.mv.from().index() + last.mv.to().index()) / 2;
        (last.mv.kind() == MoveKind::DoublePush).then(|| Square::from_index(middle))
    }

    /// The last double step from one square to the other, counted from 1.
    pub(super) fn pushed(&self, from: Square, to: Square) -> Option<usize> {
        let push = Move::new(from, to, MoveKind::DoublePush);
        let index = self.plies.iter().rposition(|ply| ply.mv == push)?;
        Some(index + 1)
    }

    /// Whether a right to castle with this rook was there at any time.
    pub(super) fn ever_castled_with(&self, rook: Square) -> bool {
        self.plies
            .iter()
            .any(|ply| ply.before.castling_rooks().contains(rook))
    }

    /// What became of the right of `color` to castle with the rook on this square, which is not
    /// there any more.
    pub(super) fn loss(&self, color: Color, rook: Square) -> LostRight {
        let had_it = |ply: &Ply| ply.before.castling_rooks().contains(rook);
        // A right never comes back, so the last position that had it is the one that lost it.
        let Some(index) = self.plies.iter().rposition(had_it) else {
            return LostRight::NeverThere { color, rook };
        };
        let Ply { before, mv } = &self.plies[index];
        let (cause, square) = if before.turn() != color {
            (Cause::Captured, rook)
        } else if mv.kind() == MoveKind::Castle {
            (Cause::Castled, mv.from())
        } else {
            (Cause::Moved, mv.from())
        };
        match PlacedPiece::at(before, square) {
            None => LostRight::NeverThere { color, rook },
            Some(man) => LostRight::Ended {
                cause,
                man,
                ply: index + 1,
                played: before.spoken(*mv),
            },
        }
    }
}

/// Where a pawn of `color` that passes the square comes from and goes to by its double step.
pub(super) fn double_step_past(square: Square, color: Color) -> (Square, Square) {
    let at = |rank: Rank| Square::new(square.file(), rank.relative_to(color));
    (at(Rank::Second), at(Rank::Fourth))
}
