//! The reasons for which a move is illegal, and how they are said.

use std::fmt;

use thiserror::Error;

use super::history::{EnPassantFault, LostRight};
use crate::chess::{Bitboard, Color, Piece, PieceKind, Position, Square};

/// A man on its square: "rook on b5".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlacedPiece {
    /// Kind and colour.
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
}

impl PlacedPiece {
    /// What stands on the square, if anything.
    pub(super) fn at(position: &Position, square: Square) -> Option<PlacedPiece> {
        let piece = position.piece_at(square)?;
        Some(PlacedPiece { piece, square })
    }

    /// All the men on the squares of a set.
    pub(super) fn all(position: &Position, squares: Bitboard) -> Vec<PlacedPiece> {
        squares
            .into_iter()
            .filter_map(|square| PlacedPiece::at(position, square))
            .collect()
    }
}

impl fmt::Display for PlacedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.piece.kind, self.square)
    }
}

/// One reason why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Reason {
    /// Nothing stands where the move begins.
    #[error("{0} is empty")]
    Empty(Square),
    /// A man of the other side stands there.
    #[error("{} holds a {}, and {turn} is to move", .man.square, .man.piece)]
    NotYours {
        /// What stands there.
        man: PlacedPiece,
        /// Who moves.
        turn: Color,
    },
    /// A move must end on another square.
    #[error("it ends where it begins, on {0}")]
    Still(Square),
    /// The piece never moves like that.
    #[error("a {} does not move from {} to {to}", .man.piece.kind, .man.square)]
    NotItsWay {
        /// What moves.
        man: PlacedPiece,
        /// Where it should go.
        to: Square,
    },
    /// Squares that are neighbours in memory, and not on the board.
    #[error("the {man} would run over the edge of the board to reach {to}")]
    OverTheEdge {
        /// What moves.
        man: PlacedPiece,
        /// A square at the other edge.
        to: Square,
    },
    /// A slider or pawn does not jump.
    #[error("the {man} cannot reach {to}: the {by} stands in the way")]
    Blocked {
        /// What moves.
        man: PlacedPiece,
        /// Where it should go.
        to: Square,
        /// The first man in the way; on `to` itself, where a pawn goes straight on.
        by: PlacedPiece,
    },
    /// Nobody takes his own men.
    #[error("{} holds a {}, and nobody takes his own men", .0.square, .0.piece)]
    OwnMan(PlacedPiece),
    /// A pawn goes two squares only at first.
    #[error("the {0} has left its first rank, and goes one square at a time")]
    DoubleStep(PlacedPiece),
    /// A pawn goes diagonally only to take.
    #[error("a pawn goes diagonally only to take, and {to} is empty")]
    NothingToTake {
        /// The empty square.
        to: Square,
    },
    /// En passant, but not after a double step.
    #[error("{0}")]
    NotPassing(EnPassantFault),
    /// A pawn reaches the last rank, and nobody says what it becomes.
    #[error("a promotion on {0} must offer n, b, r, q")]
    NoLetter(Square),
    /// A piece letter on a move that does not promote.
    #[error("no promotion on {to}: {}", Promoter(.man))]
    NoPromotion {
        /// What moves.
        man: PlacedPiece,
        /// Where it goes.
        to: Square,
    },
    /// The man may not leave a line between its king and an enemy slider.
    #[error("the {man} is pinned by the {by} along {}-{king}", .by.square)]
    Pinned {
        /// What moves.
        man: PlacedPiece,
        /// What would then attack the king.
        by: PlacedPiece,
        /// The king behind it.
        king: Square,
    },
    /// En passant takes two pawns off a line at once, or the taken pawn was all that stood on it.
    #[error("it uncovers the {by} against the king on {king}")]
    Uncovers {
        /// What would then attack the king.
        by: PlacedPiece,
        /// The king.
        king: Square,
    },
    /// The king was in check, and still is.
    #[error("the king is in check from the {by}, and the move {}", Remedy(.by, .king))]
    StillInCheck {
        /// What gives check.
        by: PlacedPiece,
        /// The king.
        king: Square,
    },
    /// Two give check, and no move of another man than the king meets both.
    #[error("double check from {}: only the king may move", men(.0))]
    DoubleCheck(Vec<PlacedPiece>),
    /// The king's new square is attacked.
    #[error("{to} is attacked by {}", men(.by))]
    Attacked {
        /// Where the king goes.
        to: Square,
        /// By whom.
        by: Vec<PlacedPiece>,
    },
    /// The king's new square is attacked through the one that it leaves.
    #[error("the king stays in the line of the {by}, which reaches {to} through {from}")]
    StaysInLine {
        /// Where the king stands.
        from: Square,
        /// Where the king goes.
        to: Square,
        /// The slider that gives check.
        by: PlacedPiece,
    },
    /// Kings keep a distance of one square.
    #[error("{to} is next to the {by}")]
    KingsTouch {
        /// Where the king goes.
        to: Square,
        /// The other king.
        by: PlacedPiece,
    },
    /// The king may not take what is guarded.
    #[error("the {man} is guarded by {}", men(.by))]
    Guarded {
        /// What the king would take.
        man: PlacedPiece,
        /// Who would take the king.
        by: Vec<PlacedPiece>,
    },
    /// No castling right.
    #[error("{}", NoRight(*color, *rook, loss))]
    NoRight {
        /// Who castles.
        color: Color,
        /// Where the rook should stand.
        rook: Square,
        /// What became of the right, if the past is known.
        loss: Option<LostRight>,
    },
    /// A man stands on a square that king or rook must cross or reach.
    #[error("the {0} stands in the way")]
    CastlingBlocked(PlacedPiece),
    /// Nobody castles out of check.
    #[error("the king is in check from {}, and may not castle out of it", men(.0))]
    CastlingInCheck(Vec<PlacedPiece>),
    /// Nobody castles through check.
    #[error("the king passes {square}, attacked by {}", men(.by))]
    KingPasses {
        /// What the king crosses.
        square: Square,
        /// By whom it is attacked.
        by: Vec<PlacedPiece>,
    },
    /// Nobody castles into check.
    #[error("the king would end on {square}, attacked by {}", men(.by))]
    KingEnds {
        /// Where the king ends.
        square: Square,
        /// By whom it is attacked.
        by: Vec<PlacedPiece>,
    },
    /// In Chess960 the castling rook itself can be the only shield.
    #[error("the {rook} shields the king from the {by}, which reaches {square} once it is gone")]
    RookShields {
        /// The castling rook.
        rook: PlacedPiece,
        /// What stands behind it.
        by: PlacedPiece,
        /// Where the king ends.
        square: Square,
    },
}

impl Reason {
    /// A name for the kind of reason that never changes, for programs to compare.
    pub fn code(&self) -> &'static str {
        match self {
            Reason::Empty(_) => "empty_square",
            Reason::NotYours { .. } => "not_your_piece",
            Reason::Still(_) => "null_move",
            Reason::NotItsWay { .. } => "impossible_for_piece",
            Reason::OverTheEdge { .. } => "over_the_edge",
            Reason::Blocked { .. } => "blocked",
            Reason::OwnMan(_) => "own_piece",
            Reason::DoubleStep(_) => "double_step",
            Reason::NothingToTake { .. } => "nothing_to_capture",
            Reason::NotPassing(_) => "en_passant_not_possible",
            Reason::NoLetter(_) => "promotion_missing",
            Reason::NoPromotion { .. } => "promotion_not_possible",
            Reason::Pinned { .. } => "pinned",
            Reason::Uncovers { .. } => "uncovers_king",
            Reason::StillInCheck { .. } => "still_in_check",
            Reason::DoubleCheck(_) => "double_check",
            Reason::Attacked { .. } => "square_attacked",
            Reason::StaysInLine { .. } => "stays_in_line_of_check",
            Reason::KingsTouch { .. } => "kings_touch",
            Reason::Guarded { .. } => "capture_guarded",
            Reason::NoRight { .. } => "no_castling_right",
            Reason::CastlingBlocked(_) => "castling_blocked",
            Reason::CastlingInCheck(_) => "castling_out_of_check",
            Reason::KingPasses { .. } => "castling_through_check",
            Reason::KingEnds { .. } => "castling_into_check",
            Reason::RookShields { .. } => "castling_rook_shields_king",
        }
    }

    /// Whether a piece of this kind never moves like that, whatever the position.
    pub(in crate::chess) fn is_not_its_way(&self) -> bool {
        matches!(self, Reason::NotItsWay { .. } | Reason::OverTheEdge { .. })
    }
}

/// "the rook on d8 and the knight on c3"
pub(super) fn men(men: &[PlacedPiece]) -> String {
    let all: Vec<String> = men.iter().map(|man| format!("the {man}")).collect();
    match &all[..] {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// How a check by this man could be met.
struct Remedy<'a>(&'a PlacedPiece, &'a Square);

impl fmt::Display for Remedy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let between = crate::chess::attacks::BETWEEN[self.0.square.index()][self.1.index()];
        let slides = !matches!(self.0.piece.kind, PieceKind::Knight);
        f.write_str(if slides && between != 0 {
            "neither takes it nor comes between"
        } else {
            "does not take it"
        })
    }
}

/// Who would have to promote there.
struct Promoter<'a>(&'a PlacedPiece);

impl fmt::Display for Promoter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.piece.kind {
            PieceKind::Pawn => write!(f, "a pawn promotes on the last rank only"),
            kind => write!(f, "a pawn promotes, not a {kind}"),
        }
    }
}

struct NoRight<'a>(Color, Square, &'a Option<LostRight>);

impl fmt::Display for NoRight<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoRight(color, rook, loss) = self;
        match loss {
            Some(loss) => write!(f, "{loss}"),
            None => write!(f, "{color} has no right to castle with a rook on {rook}"),
        }
    }
}
