//! Why a move is legal, or why it is not.
//!
//! Only the legal move generator decides whether a move is legal. The reasons are found
//! independently, from the geometry of the board: which squares are occupied, and which are attacked
//! once the move is made. A reason can therefore be incomplete, but it never contradicts the list of
//! legal moves.
//!
//! ```
//! use movegen::chess::Position;
//! let position: Position = "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1".parse().unwrap();
//! let illegal = position.explain("d2f3".parse().unwrap(), None).unwrap_err();
//! assert_eq!(
//!     illegal.to_string(),
//!     "d2f3 is illegal: the knight on d2 is pinned to the king on e1 by the bishop on b4",
//! );
//! ```

mod castling;
mod game_over;
mod geometry;
mod history;
mod legal_reason;
mod placed_piece;
mod reason;
mod verdict;

use std::fmt;

pub use game_over::GameOver;
pub use history::{Cause, EnPassantFault, LostRight, MoveHistory, Ply};
pub use legal_reason::LegalReason;
pub use placed_piece::PlacedPiece;
pub use reason::Reason;
pub use verdict::{Verdict, VerdictReason};

pub use super::board::uci_move::UciMove;
use super::{File, Move, MoveKind, Position, Rank, Square};

/// The kind of move that a sentence about it mentions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Special {
    None,
    EnPassant,
    Castling,
}

impl fmt::Display for Special {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Special::None => "",
            Special::EnPassant => " en passant",
            Special::Castling => " castling",
        })
    }
}

/// A legal move, and why it is legal.
///
/// ```
/// use movegen::chess::Position;
/// let position: Position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2".parse().unwrap();
/// let legal = position.explain("e5d6".parse().unwrap(), None).unwrap();
/// assert_eq!(
///     legal.to_string(),
///     "e5d6 en passant is legal: the pawn on d5 has just advanced two squares, passing d6",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal {
    /// The move as it was written.
    pub uci: UciMove,
    /// The move.
    pub mv: Move,
    /// The reasons, at least one; those that are easily overlooked come first.
    pub reasons: Vec<LegalReason>,
}

impl fmt::Display for Legal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let special = match self.mv.kind() {
            MoveKind::EnPassant => Special::EnPassant,
            MoveKind::Castle => Special::Castling,
            _ => Special::None,
        };
        write!(f, "{}{special} is legal: ", self.uci)?;
        joined(f, &self.reasons)
    }
}

/// An illegal move, with every reason that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The move as it was written.
    pub uci: UciMove,
    special: Special,
    /// The reasons, at least one; each of them is true on its own.
    pub reasons: Vec<Reason>,
}

impl Illegal {
    /// A move that is illegal for a reason that does not depend on what it does.
    pub(super) fn new(uci: UciMove, reason: Reason) -> Illegal {
        Illegal {
            uci,
            special: Special::None,
            reasons: vec![reason],
        }
    }

    /// Whether the move is pseudo-legal: it is illegal only because it leaves the king in check, or castles out of check
    /// or through check.
    ///
    /// ```
    /// use movegen::chess::Position;
    /// let position: Position = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1".parse().unwrap();
    /// let illegal = |mv: &str| position.explain(mv.parse().unwrap(), None).unwrap_err();
    /// assert!(illegal("e2c3").is_pseudo_legal());
    /// assert!(!illegal("e2e4").is_pseudo_legal());
    /// ```
    pub fn is_pseudo_legal(&self) -> bool {
        self.reasons.iter().all(Reason::is_check)
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{} is illegal: ", self.uci, self.special)?;
        joined(f, &self.reasons)
    }
}

impl std::error::Error for Illegal {}

fn joined<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T]) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if index == 0 { "" } else { "; " })?;
    }
    Ok(())
}

impl Position {
    /// Whether the move is legal here, and why. The history, if it is known, tells how a castling
    /// right was lost, and which pawn has just advanced two squares.
    ///
    /// Costs a list of the legal moves and a few table look-ups.
    ///
    /// # Errors
    /// [`Illegal`], with its reasons.
    ///
    /// ```
    /// use movegen::chess::Position;
    /// let position: Position = "3r1k2/8/8/8/8/8/8/R3K3 w Q - 0 1".parse().unwrap();
    /// let illegal = position.explain("e1c1".parse().unwrap(), None).unwrap_err();
    /// assert_eq!(
    ///     illegal.to_string(),
    ///     "e1c1 castling is illegal: the king passes through d1, which is attacked by the rook on d8",
    /// );
    /// ```
    pub fn explain(&self, uci: UciMove, history: Option<&MoveHistory>) -> Result<Legal, Illegal> {
        match self.legal_move(uci) {
            Some(mv) => Ok(Legal {
                uci,
                mv,
                reasons: legal_reason::reasons(self, mv),
            }),
            None => Err(self.why_illegal(uci, history)),
        }
    }

    pub(super) fn why_illegal(&self, uci: UciMove, history: Option<&MoveHistory>) -> Illegal {
        let (special, reasons) = if let Some(rook) = castling::attempted_rook(self, uci, history) {
            let reasons = castling::reasons(self, uci, rook, history);
            (Special::Castling, reasons)
        } else if geometry::is_en_passant(self, uci) {
            let reasons = geometry::en_passant(self, uci, history);
            (Special::EnPassant, reasons)
        } else {
            (Special::None, geometry::reasons(self, uci))
        };
        debug_assert!(!reasons.is_empty(), "{uci} in {self:?}");
        Illegal {
            uci,
            special,
            reasons,
        }
    }

    /// Why a move is not even pseudo-legal. Whether kings are attacked does not matter.
    pub(super) fn why_not_pseudo_legal(
        &self,
        uci: UciMove,
        history: Option<&MoveHistory>,
    ) -> Illegal {
        let mut illegal = self.why_illegal(uci, history);
        if !illegal.is_pseudo_legal() {
            illegal.reasons.retain(|reason| !reason.is_check());
        }
        illegal
    }

    /// Why castling with the rook on one side of the king is illegal.
    pub(super) fn why_no_castling(
        &self,
        king_side: bool,
        history: Option<&MoveHistory>,
    ) -> Vec<Reason> {
        let color = self.turn();
        let king = self.king(color);
        let with_right = self.castling_rooks() & self.colors(color);
        let rook = with_right
            .into_iter()
            .find(|rook| (*rook > king) == king_side);
        let Some(rook) = rook else {
            let corner = if king_side { File::H } else { File::A };
            let rook = Square::new(corner, Rank::First.relative_to(color));
            let lost = history.map(|history| history.lost_right(color, rook));
            return vec![Reason::NoCastlingRight { color, rook, lost }];
        };
        let uci = UciMove {
            from: king,
            to: rook,
            promotion: None,
            drop: None,
        };
        castling::reasons(self, uci, rook, history)
    }
}

#[cfg(test)]
mod tests;
