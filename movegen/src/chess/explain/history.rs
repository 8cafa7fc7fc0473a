//! The moves that led to a position: they tell how a castling right was lost, and which pawn has
//! just advanced two squares.

use std::fmt;

use super::placed_piece::PlacedPiece;
use crate::chess::{CastlingStyle, Color, Move, MoveKind, Position, Rank, Square};

/// One move and the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The position in which the move was played.
    pub before: Position,
    /// The move.
    pub mv: Move,
}

/// How a position came about: what its FEN said, and the moves played from there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveHistory {
    /// The en passant square of the FEN, whether or not a capture there is legal.
    pub en_passant: Option<Square>,
    /// The moves played from there, oldest first.
    pub plies: Vec<Ply>,
}

impl MoveHistory {
    /// The history of a position that was set up: no moves, and the en passant square of its FEN.
    pub fn from_fen(en_passant: Option<Square>) -> MoveHistory {
        MoveHistory {
            en_passant,
            plies: Vec::new(),
        }
    }

    /// Adds a move that is played in the position `before`.
    pub fn push(&mut self, before: Position, mv: Move) {
        self.plies.push(Ply { before, mv });
    }

    /// The square that a double push has just passed, whether or not a capture there is legal.
    pub fn passed_square(&self) -> Option<Square> {
        match self.plies.last() {
            Some(last) => last.mv.passed_square(),
            None => self.en_passant,
        }
    }

    /// The ply of the last double push between these squares, counted from 1.
    pub(super) fn double_push_ply(&self, from: Square, to: Square) -> Option<usize> {
        let push = Move::new(from, to, MoveKind::DoublePush);
        let index = self.plies.iter().rposition(|ply| ply.mv == push)?;
        Some(index + 1)
    }

    /// Whether there ever was a right to castle with the rook on this square.
    pub fn had_castling_right(&self, rook: Square) -> bool {
        self.plies
            .iter()
            .any(|ply| ply.before.castling_rooks().contains(rook))
    }

    /// How `color` lost the right to castle with the rook on this square, which it does not have
    /// any more.
    pub(super) fn lost_right(&self, color: Color, rook: Square) -> LostRight {
        let had_right = |ply: &Ply| ply.before.castling_rooks().contains(rook);
        // A right never comes back: the last position that had it is the one where it was lost.
        let Some(index) = self.plies.iter().rposition(had_right) else {
            return LostRight::NeverGiven { color, rook };
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
            None => LostRight::NeverGiven { color, rook },
            Some(piece) => LostRight::Lost {
                cause,
                piece,
                ply: index + 1,
                // As in the record of an ordinary game, where the position allows it.
                played: before.uci(*mv, CastlingStyle::Standard),
            },
        }
    }
}

/// Why there is no castling right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LostRight {
    /// The first position did not have it.
    NeverGiven {
        /// The side that castles.
        color: Color,
        /// The rook's square.
        rook: Square,
    },
    /// A move ended it.
    Lost {
        /// How.
        cause: Cause,
        /// The king or rook that moved, or the rook that was captured.
        piece: PlacedPiece,
        /// The number of the move, counted in plies from 1.
        ply: usize,
        /// The move in UCI notation.
        played: String,
    },
}

/// How a move ends a castling right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The king or the rook moved.
    Moved,
    /// The rook was captured.
    Captured,
    /// The king castled, with this rook or the other one.
    Castled,
}

impl fmt::Display for LostRight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LostRight::NeverGiven { color, rook } => write!(
                f,
                "the FEN gives {color} no right to castle with a rook on {rook}"
            ),
            LostRight::Lost {
                cause,
                piece,
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
                    "the castling right was lost when the {piece} {how} at ply {ply} ({played})"
                )
            }
        }
    }
}

/// Why a pawn cannot be captured en passant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnPassantFault {
    /// The pawn stands where a double push ends, but that was not the last move.
    NotJustPushed {
        /// The square that the double push passes.
        square: Square,
        /// The double push in UCI notation, `f7f5`.
        push: String,
        /// When it was played, counted in plies from 1, if ever.
        ply: Option<usize>,
    },
    /// There is no enemy pawn beside the one that captures.
    NoPawn {
        /// The empty square where the capture would end.
        square: Square,
        /// Where the pawn would have to stand.
        beside: Square,
    },
}

impl fmt::Display for EnPassantFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EnPassantFault::NotJustPushed { square, push, ply } => {
                write!(
                    f,
                    "an en passant capture on {square} is legal only immediately after {push}"
                )?;
                match ply {
                    Some(ply) => write!(f, ", which was played at ply {ply}"),
                    None => Ok(()),
                }
            }
            EnPassantFault::NoPawn { square, beside } => write!(
                f,
                "{square} is empty, and there is no enemy pawn on {beside} to capture en passant"
            ),
        }
    }
}

/// The squares between which a pawn of `color` makes the double push that passes this square.
pub(super) fn double_push_past(passed: Square, color: Color) -> (Square, Square) {
    let at = |rank: Rank| Square::new(passed.file(), rank.relative_to(color));
    (at(Rank::Second), at(Rank::Fourth))
}
