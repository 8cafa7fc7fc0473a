//! Why a move is legal, or why it is not.
//!
//! Whether it is, only the legal generator says. The reasons are found beside it, from the
//! geometry of the board: what stands where, what attacks what once the move is made. So a reason
//! can be incomplete, but never contradicts the list of moves.

mod castling;
mod geometry;
mod history;
mod legal_reason;
mod reason;

use std::fmt;
use std::str::FromStr;

pub use history::{Cause, EnPassantFault, LostRight, MoveHistory, Ply};
pub use legal_reason::LegalReason;
pub use reason::{PlacedPiece, Reason};

use super::uci::MoveError;
use super::{CastlingStyle, File, Move, MoveKind, PieceKind, Position, Rank, Square};

/// A move as it is written, legal or not: two squares and perhaps a piece letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UciMove {
    /// The first square.
    pub from: Square,
    /// The second one; castling may name the king's new square or the rook's old one.
    pub to: Square,
    /// What a pawn is to become: knight, bishop, rook or queen.
    pub promotion: Option<PieceKind>,
}

impl UciMove {
    /// The move, castling as the king taking its rook.
    pub fn of(mv: Move) -> UciMove {
        UciMove {
            from: mv.from(),
            to: mv.to(),
            promotion: mv.kind().promotion(),
        }
    }
}

impl FromStr for UciMove {
    type Err = MoveError;

    /// Letters of either case.
    fn from_str(text: &str) -> Result<UciMove, MoveError> {
        let syntax = || MoveError::Syntax(text.to_owned());
        let lower = text.to_ascii_lowercase();
        let (Some(from), Some(to), Some(rest)) = (lower.get(0..2), lower.get(2..4), lower.get(4..))
        else {
            return Err(syntax());
        };
        Ok(UciMove {
            from: from.parse().map_err(|_| syntax())?,
            to: to.parse().map_err(|_| syntax())?,
            promotion: match rest {
                "" => None,
                "n" => Some(PieceKind::Knight),
                "b" => Some(PieceKind::Bishop),
                "r" => Some(PieceKind::Rook),
                "q" => Some(PieceKind::Queen),
                _ => return Err(syntax()),
            },
        })
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(kind) => write!(f, "{}", kind.letter()),
            None => Ok(()),
        }
    }
}

/// What kind of move it is or would be, as far as a person says so.
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

/// A legal move, and why it is one.
///
/// ```
/// use movegen::chess::Position;
/// let position: Position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2".parse().unwrap();
/// let legal = position.explain("e5d6".parse().unwrap(), None).unwrap();
/// assert_eq!(
///     legal.to_string(),
///     "e5d6 en passant is legal: the pawn on d5 has just gone two squares, past d6",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal {
    /// As it was written.
    pub written: UciMove,
    /// The move.
    pub mv: Move,
    /// What makes it legal, at least one thing; what people overlook comes first.
    pub grounds: Vec<LegalReason>,
}

impl fmt::Display for Legal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let special = match self.mv.kind() {
            MoveKind::EnPassant => Special::EnPassant,
            MoveKind::Castle => Special::Castling,
            _ => Special::None,
        };
        write!(f, "{}{special} is legal: ", self.written)?;
        joined(f, &self.grounds)
    }
}

/// A move that is not legal, and every reason that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// As it was written.
    pub written: UciMove,
    special: Special,
    /// At least one, all of them true.
    pub reasons: Vec<Reason>,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{} is illegal: ", self.written, self.special)?;
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
    /// Whether the move is legal here, and why. The past, if it is known, says where a castling
    /// right went, and what could have been taken en passant.
    ///
    /// Costs a list of the legal moves and a few look-ups.
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
    ///     "e1c1 castling is illegal: the king passes d1, attacked by the rook on d8",
    /// );
    /// ```
    pub fn explain(&self, written: UciMove, past: Option<&MoveHistory>) -> Result<Legal, Illegal> {
        match self.legal_move(written) {
            Some(mv) => Ok(Legal {
                written,
                mv,
                grounds: legal_reason::grounds(self, mv),
            }),
            None => Err(self.why_illegal(written, past)),
        }
    }

    pub(super) fn why_illegal(&self, written: UciMove, past: Option<&MoveHistory>) -> Illegal {
        let (special, reasons) = if let Some(rook) = castling::attempt(self, written, past) {
            let reasons = castling::reasons(self, written, rook, past);
            (Special::Castling, reasons)
        } else if geometry::is_en_passant(self, written) {
            let reasons = geometry::en_passant(self, written, past);
            (Special::EnPassant, reasons)
        } else {
            (Special::None, geometry::reasons(self, written))
        };
        debug_assert!(!reasons.is_empty(), "{written} in {self:?}");
        Illegal {
            written,
            special,
            reasons,
        }
    }

    /// Why castling with the rook on one side of the king is illegal.
    pub(super) fn why_no_castling(
        &self,
        king_side: bool,
        past: Option<&MoveHistory>,
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
            let loss = past.map(|past| past.loss(color, rook));
            return vec![Reason::NoRight { color, rook, loss }];
        };
        let written = UciMove {
            from: king,
            to: rook,
            promotion: None,
        };
        castling::reasons(self, written, rook, past)
    }

    /// A move as a person writes it in a sentence: as it stands in a game with ordinary castling,
    /// if it can.
    fn spoken(&self, mv: Move) -> String {
        self.uci(mv, CastlingStyle::Standard)
    }
}

#[cfg(test)]
mod tests;
