//! The reasons why a move is illegal, as data and as text.

use std::fmt;

use thiserror::Error;

use super::game_over::GameOver;
use super::history::{EnPassantFault, LostRight};
use super::placed_piece::{PlacedPiece, list};
use crate::chess::board::attacks::BETWEEN;
use crate::chess::{Color, PieceKind, Square};

/// One reason why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Reason {
    /// The game is over by a rule of a variant.
    #[error("{0}")]
    GameOver(GameOver),
    /// A rule of a variant forbids a move that chess allows.
    #[error("{text}")]
    OfVariant {
        /// The rule, for programs. A code keeps its meaning forever.
        code: &'static str,
        /// The reason in words.
        text: String,
    },
    /// There is no piece on the first square.
    #[error("there is no piece on {0}")]
    EmptySquare(Square),
    /// The piece belongs to the opponent.
    #[error("{} holds a {}, but {turn} is to move", .piece.square, .piece.piece)]
    OpponentsPiece {
        /// The piece on the first square.
        piece: PlacedPiece,
        /// The side to move.
        turn: Color,
    },
    /// The move ends on the square where it starts.
    #[error("the move starts and ends on {0}")]
    SameSquare(Square),
    /// A piece of this kind never moves like that.
    #[error("a {} cannot move from {} to {to}", .piece.kind(), .piece.square)]
    ImpossibleForPiece {
        /// The piece that moves.
        piece: PlacedPiece,
        /// Its destination.
        to: Square,
    },
    /// The squares are neighbors in the square numbering, but at opposite edges of the board.
    #[error("the {piece} would wrap around the edge of the board to reach {to}")]
    WrapsAround {
        /// The piece that moves.
        piece: PlacedPiece,
        /// A square at the opposite edge.
        to: Square,
    },
    /// Another piece is in the way of a slider or a pawn.
    #[error("the {piece} cannot reach {to}: it is blocked by the {by}")]
    Blocked {
        /// The piece that moves.
        piece: PlacedPiece,
        /// Its destination.
        to: Square,
        /// The first piece in the way; on `to` itself if a pawn advances.
        by: PlacedPiece,
    },
    /// The destination is occupied by a piece of the same color.
    #[error("{} is occupied by {}'s own {}", .0.square, .0.color(), .0.kind())]
    OwnPiece(PlacedPiece),
    /// A double push from another rank than the pawn's starting rank.
    #[error("the {0} is not on its starting rank and can advance only one square")]
    DoublePush(PlacedPiece),
    /// A pawn moves diagonally without capturing.
    #[error("a pawn moves diagonally only when it captures, and {to} is empty")]
    NothingToCapture {
        /// The empty destination.
        to: Square,
    },
    /// An en passant capture, but not right after a double push.
    #[error("{0}")]
    NoEnPassant(EnPassantFault),
    /// A pawn move to the last rank without a promotion piece.
    #[error("a pawn move to {0} must name the promotion piece: n, b, r or q")]
    PromotionMissing(Square),
    /// A promotion piece on a move that does not promote.
    #[error("no promotion on {to}: {}", PromotionRule(.piece))]
    PromotionNotPossible {
        /// The piece that moves.
        piece: PlacedPiece,
        /// Its destination.
        to: Square,
    },
    /// The piece leaves the line between its king and an enemy slider.
    #[error("the {piece} is pinned to the king on {king} by the {by}")]
    Pinned {
        /// The piece that moves.
        piece: PlacedPiece,
        /// The slider that pins it.
        by: PlacedPiece,
        /// The king behind it.
        king: Square,
    },
    /// An en passant capture opens a line to the king: by removing two pawns from a rank, or by
    /// removing the captured pawn from a diagonal.
    #[error("the capture exposes the king on {king} to the {by}")]
    ExposesKing {
        /// The slider that attacks the king after the capture.
        by: PlacedPiece,
        /// The king.
        king: Square,
    },
    /// The king is in check before and after the move.
    #[error("the king is in check from the {by}, and the move {}", MissedAnswer(.by, .king))]
    StillInCheck {
        /// The piece that gives check.
        by: PlacedPiece,
        /// The king.
        king: Square,
    },
    /// In double check, only the king can move.
    #[error("double check from {}: only the king can move", list(.0))]
    DoubleCheck(Vec<PlacedPiece>),
    /// The king moves to an attacked square.
    #[error("{to} is attacked by {}", list(.by))]
    KingAttacked {
        /// The king's destination.
        to: Square,
        /// The attackers.
        by: Vec<PlacedPiece>,
    },
    /// The king retreats along the line of a check, so that the destination is attacked through
    /// the square that the king leaves.
    #[error("the king stays in check: the {by} attacks {to} through {from}")]
    StaysInCheckLine {
        /// The king's square before the move.
        from: Square,
        /// The king's destination.
        to: Square,
        /// The slider that gives check.
        by: PlacedPiece,
    },
    /// The king moves next to the enemy king.
    #[error("{to} is adjacent to the enemy {by}")]
    KingsAdjacent {
        /// The king's destination.
        to: Square,
        /// The enemy king.
        by: PlacedPiece,
    },
    /// The king captures a defended piece.
    #[error("the {piece} is defended by {}", list(.by))]
    Defended {
        /// The piece that the king would capture.
        piece: PlacedPiece,
        /// Its defenders.
        by: Vec<PlacedPiece>,
    },
    /// There is no such castling right.
    #[error("{}", NoCastlingRight(*color, *rook, lost))]
    NoCastlingRight {
        /// The side to move.
        color: Color,
        /// Where the rook would have to stand.
        rook: Square,
        /// How the right was lost, if the history is known.
        lost: Option<LostRight>,
    },
    /// A piece stands on a square that king or rook must cross or reach.
    #[error("the {0} is in the way")]
    CastlingBlocked(PlacedPiece),
    /// Castling out of check.
    #[error("the king is in check from {} and cannot castle out of it", list(.0))]
    CastlingOutOfCheck(Vec<PlacedPiece>),
    /// Castling through check.
    #[error("the king passes through {square}, which is attacked by {}", list(.by))]
    CastlingThroughCheck {
        /// The square that the king crosses.
        square: Square,
        /// Its attackers.
        by: Vec<PlacedPiece>,
    },
    /// Castling into check.
    #[error("the king would end on {square}, which is attacked by {}", list(.by))]
    CastlingIntoCheck {
        /// The king's destination.
        square: Square,
        /// Its attackers.
        by: Vec<PlacedPiece>,
    },
    /// In Chess960, the castling rook can be the only shield of its king.
    #[error("castling moves the {rook} away, and the {by} then attacks {square}")]
    CastlingExposesKing {
        /// The castling rook.
        rook: PlacedPiece,
        /// The slider behind it.
        by: PlacedPiece,
        /// The king's destination.
        square: Square,
    },
}

impl Reason {
    /// Whether the move leaves the king in check, or castles out of check or through check.
    pub(super) fn is_check(&self) -> bool {
        matches!(
            self,
            Reason::Pinned { .. }
                | Reason::ExposesKing { .. }
                | Reason::StillInCheck { .. }
                | Reason::DoubleCheck(_)
                | Reason::KingAttacked { .. }
                | Reason::StaysInCheckLine { .. }
                | Reason::KingsAdjacent { .. }
                | Reason::Defended { .. }
                | Reason::CastlingOutOfCheck(_)
                | Reason::CastlingThroughCheck { .. }
                | Reason::CastlingIntoCheck { .. }
                | Reason::CastlingExposesKing { .. }
        )
    }

    /// A stable identifier of the kind of reason, for programs to compare.
    ///
    /// ```
    /// use movegen::chess::Position;
    /// let illegal = Position::startpos().explain("e4e5".parse().unwrap(), None).unwrap_err();
    /// assert_eq!(illegal.reasons[0].code(), "empty_square");
    /// ```
    pub fn code(&self) -> &'static str {
        match self {
            Reason::GameOver(over) => over.code,
            Reason::OfVariant { code, .. } => code,
            Reason::EmptySquare(_) => "empty_square",
            Reason::OpponentsPiece { .. } => "not_your_piece",
            Reason::SameSquare(_) => "null_move",
            Reason::ImpossibleForPiece { .. } => "impossible_for_piece",
            Reason::WrapsAround { .. } => "over_the_edge",
            Reason::Blocked { .. } => "blocked",
            Reason::OwnPiece(_) => "own_piece",
            Reason::DoublePush(_) => "double_step",
            Reason::NothingToCapture { .. } => "nothing_to_capture",
            Reason::NoEnPassant(_) => "en_passant_not_possible",
            Reason::PromotionMissing(_) => "promotion_missing",
            Reason::PromotionNotPossible { .. } => "promotion_not_possible",
            Reason::Pinned { .. } => "pinned",
            Reason::ExposesKing { .. } => "uncovers_king",
            Reason::StillInCheck { .. } => "still_in_check",
            Reason::DoubleCheck(_) => "double_check",
            Reason::KingAttacked { .. } => "square_attacked",
            Reason::StaysInCheckLine { .. } => "stays_in_line_of_check",
            Reason::KingsAdjacent { .. } => "kings_touch",
            Reason::Defended { .. } => "capture_guarded",
            Reason::NoCastlingRight { .. } => "no_castling_right",
            Reason::CastlingBlocked(_) => "castling_blocked",
            Reason::CastlingOutOfCheck(_) => "castling_out_of_check",
            Reason::CastlingThroughCheck { .. } => "castling_through_check",
            Reason::CastlingIntoCheck { .. } => "castling_into_check",
            Reason::CastlingExposesKing { .. } => "castling_rook_shields_king",
        }
    }

    /// Whether a piece of this kind never moves like that, whatever the position.
    pub(in crate::chess) fn is_impossible_for_piece(&self) -> bool {
        matches!(
            self,
            Reason::ImpossibleForPiece { .. } | Reason::WrapsAround { .. }
        )
    }
}

/// What a move by another piece than the king would have to do about the check.
struct MissedAnswer<'a>(&'a PlacedPiece, &'a Square);

impl fmt::Display for MissedAnswer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MissedAnswer(checker, king) = self;
        let between = BETWEEN[checker.square.index()][king.index()];
        f.write_str(if checker.kind() != PieceKind::Knight && between != 0 {
            "neither captures it nor blocks the check"
        } else {
            "does not capture it"
        })
    }
}

/// The rule that a wrong promotion breaks.
struct PromotionRule<'a>(&'a PlacedPiece);

impl fmt::Display for PromotionRule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.kind() {
            PieceKind::Pawn => write!(f, "a pawn promotes only on the last rank"),
            kind => write!(f, "only a pawn promotes, not a {kind}"),
        }
    }
}

struct NoCastlingRight<'a>(Color, Square, &'a Option<LostRight>);

impl fmt::Display for NoCastlingRight<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoCastlingRight(color, rook, lost) = self;
        match lost {
            Some(lost) => write!(f, "{lost}"),
            None => write!(f, "{color} has no right to castle with a rook on {rook}"),
        }
    }
}
