//! Why a legal move is legal, with the facts that are easily overlooked first.

use std::fmt;

use super::castling::CastlingPath;
use super::placed_piece::{PlacedPiece, list};
use crate::chess::board::attacks::{BETWEEN, bishop, line_through, rook};
use crate::chess::{Bitboard, Move, MoveKind, PieceKind, Position, Square};

/// One reason why a move is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LegalReason {
    /// An enemy pawn has just made its double push past the destination.
    EnPassant {
        /// The pawn that is captured.
        pawn: PlacedPiece,
        /// The destination of the capture.
        square: Square,
    },
    /// The castling right exists, the path is clear, and the king meets no attack on it.
    Castling {
        /// The rook's square.
        rook: Square,
        /// The squares that the king crosses and reaches.
        path: Vec<Square>,
    },
    /// Only the rook crosses an attacked square, not the king.
    RookPasses {
        /// The square.
        square: Square,
        /// Its attackers.
        by: Vec<PlacedPiece>,
    },
    /// The castling rook is attacked, which the rules allow.
    RookAttacked {
        /// The rook.
        rook: Square,
        /// Its attackers.
        by: Vec<PlacedPiece>,
    },
    /// In Chess960, the king can already stand on its destination.
    KingStays(Square),
    /// In Chess960, the rook can already stand on its destination.
    RookStays(Square),
    /// The move captures the piece that gives check.
    CapturesChecker(PlacedPiece),
    /// The move blocks a check.
    BlocksCheck {
        /// The piece that gives check.
        by: PlacedPiece,
        /// The square where the check is blocked.
        square: Square,
        /// The king.
        king: Square,
    },
    /// A pawn promotes to any of four pieces.
    Promotion(Square),
    /// A pinned piece moves along the line of its pin.
    AlongPin {
        /// The piece that moves.
        piece: PlacedPiece,
        /// The slider that pins it.
        by: PlacedPiece,
        /// Its king.
        king: Square,
    },
    /// The king captures a piece that is not defended.
    NotDefended(PlacedPiece),
    /// The king moves to a square that is not attacked.
    NotAttacked(Square),
    /// One piece shields the square that the king moves to.
    Shielded {
        /// The square.
        square: Square,
        /// The piece, of either side.
        shield: PlacedPiece,
        /// The slider that would attack the square without it.
        by: PlacedPiece,
    },
    /// A pawn advances two squares from its starting rank.
    DoublePush {
        /// The pawn.
        piece: PlacedPiece,
        /// The two empty squares.
        path: [Square; 2],
    },
    /// An ordinary capture.
    Capture {
        /// The piece that moves.
        piece: PlacedPiece,
        /// The piece that it captures.
        captured: PlacedPiece,
    },
    /// A piece in the pocket comes to an empty square.
    Drop {
        /// The piece.
        piece: PieceKind,
        /// The square.
        to: Square,
    },
    /// An ordinary move with nothing in the way.
    Unobstructed {
        /// The piece that moves.
        piece: PlacedPiece,
        /// Its destination.
        to: Square,
    },
}

impl LegalReason {
    /// A stable identifier of the kind of reason, for programs to compare.
    pub fn code(&self) -> &'static str {
        match self {
            LegalReason::EnPassant { .. } => "en_passant",
            LegalReason::Castling { .. } => "castling",
            LegalReason::RookPasses { .. } => "castling_rook_passes_attack",
            LegalReason::RookAttacked { .. } => "castling_rook_attacked",
            LegalReason::KingStays(_) => "castling_king_stays",
            LegalReason::RookStays(_) => "castling_rook_stays",
            LegalReason::CapturesChecker(_) => "captures_checker",
            LegalReason::BlocksCheck { .. } => "blocks_check",
            LegalReason::Promotion(_) => "promotion",
            LegalReason::AlongPin { .. } => "along_pin",
            LegalReason::NotDefended(_) => "capture_unguarded",
            LegalReason::NotAttacked(_) => "square_safe",
            LegalReason::Shielded { .. } => "square_shielded",
            LegalReason::DoublePush { .. } => "double_step",
            LegalReason::Capture { .. } => "capture",
            LegalReason::Drop { .. } => "drop",
            LegalReason::Unobstructed { .. } => "free",
        }
    }
}

impl fmt::Display for LegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LegalReason::EnPassant { pawn, square } => write!(
                f,
                "the {pawn} has just advanced two squares, passing {square}"
            ),
            LegalReason::Castling { rook, path } => write!(
                f,
                "the right to castle with the rook on {rook} still exists, the path is clear, and {}",
                NoAttack(path)
            ),
            LegalReason::RookPasses { square, by } => write!(
                f,
                "{square} is attacked by {}, but only the rook crosses it",
                list(by)
            ),
            LegalReason::RookAttacked { rook, by } => write!(
                f,
                "the rook on {rook} is attacked by {}, which does not prevent castling",
                list(by)
            ),
            LegalReason::KingStays(square) => {
                write!(f, "the king is already on {square}, so only the rook moves")
            }
            LegalReason::RookStays(square) => {
                write!(f, "the rook is already on {square}, so only the king moves")
            }
            LegalReason::CapturesChecker(piece) => {
                write!(f, "it captures the {piece}, which gives check")
            }
            LegalReason::BlocksCheck { by, square, king } => write!(
                f,
                "on {square} it blocks the check from the {by} to the king on {king}"
            ),
            LegalReason::Promotion(square) => {
                write!(f, "a pawn that reaches {square} promotes to n, b, r or q")
            }
            LegalReason::AlongPin { piece, by, king } => write!(
                f,
                "the {piece} is pinned by the {by} but moves along the line of the pin, {}-{king}",
                by.square
            ),
            LegalReason::NotDefended(piece) => {
                write!(f, "the king captures the {piece}, which is not defended")
            }
            LegalReason::NotAttacked(square) => write!(f, "{square} is not attacked"),
            LegalReason::Shielded { square, shield, by } => {
                write!(f, "the {shield} shields {square} from the {by}")
            }
            LegalReason::DoublePush {
                piece,
                path: [first, last],
            } => write!(
                f,
                "the {piece} is on its starting rank, and {first} and {last} are empty"
            ),
            LegalReason::Capture { piece, captured } => {
                write!(f, "the {piece} can capture the {captured}")
            }
            LegalReason::Drop { piece, to } => {
                write!(f, "a {piece} is in the pocket, and {to} is empty")
            }
            LegalReason::Unobstructed { piece, to } => {
                write!(f, "the {piece} can move to {to} and is not pinned")
            }
        }
    }
}

/// "neither d1 nor c1 is attacked"
struct NoAttack<'a>(&'a [Square]);

impl fmt::Display for NoAttack<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => write!(f, "the king is not in check"),
            [square] => write!(f, "{square} is not attacked"),
            [first, second] => write!(f, "neither {first} nor {second} is attacked"),
            path => {
                let path: Vec<String> = path.iter().map(Square::to_string).collect();
                write!(f, "none of {} is attacked", path.join(", "))
            }
        }
    }
}

/// The reasons why this legal move is legal, at least one.
pub(super) fn reasons(position: &Position, mv: Move) -> Vec<LegalReason> {
    let Some(piece) = PlacedPiece::at(position, mv.from()) else {
        return Vec::new();
    };
    let mut reasons = match mv.kind() {
        MoveKind::Castle => return castling(position, mv),
        _ if piece.kind() == PieceKind::King => {
            let safe = match PlacedPiece::at(position, mv.to()) {
                Some(captured) => LegalReason::NotDefended(captured),
                None => LegalReason::NotAttacked(mv.to()),
            };
            return [safe].into_iter().chain(shields(position, mv)).collect();
        }
        MoveKind::EnPassant => en_passant(position, mv).into_iter().collect(),
        kind if kind.promotion().is_some() => vec![LegalReason::Promotion(mv.to())],
        _ => Vec::new(),
    };
    reasons.extend(answers_check(position, mv));
    reasons.extend(along_pin(position, piece, mv));
    if reasons.is_empty() {
        reasons.push(ordinary(position, piece, mv));
    }
    reasons
}

/// The pieces without which a slider would attack the square that the king moves to.
fn shields(position: &Position, mv: Move) -> impl Iterator<Item = LegalReason> {
    let square = mv.to();
    let occupied = position.occupied() - Bitboard::from(mv.from());
    let seen = rook(square.index(), occupied.0) | bishop(square.index(), occupied.0);
    let nearest = Bitboard(seen) & occupied;
    nearest.into_iter().filter_map(move |shield| {
        let without = occupied - Bitboard::from(shield);
        let by = position
            .attackers(square, !position.turn(), without)
            .first()?;
        Some(LegalReason::Shielded {
            square,
            shield: PlacedPiece::at(position, shield)?,
            by: PlacedPiece::at(position, by)?,
        })
    })
}

fn ordinary(position: &Position, piece: PlacedPiece, mv: Move) -> LegalReason {
    let to = mv.to();
    if let Some(captured) = PlacedPiece::at(position, to) {
        return LegalReason::Capture { piece, captured };
    }
    if let Some(passed) = mv.passed_square() {
        let path = [passed, to];
        return LegalReason::DoublePush { piece, path };
    }
    LegalReason::Unobstructed { piece, to }
}

fn en_passant(position: &Position, mv: Move) -> Option<LegalReason> {
    Some(LegalReason::EnPassant {
        pawn: PlacedPiece::at(position, mv.capture_square()?)?,
        square: mv.to(),
    })
}

/// How a move by another piece than the king answers the check, if there is one.
fn answers_check(position: &Position, mv: Move) -> Option<LegalReason> {
    let by = PlacedPiece::at(position, position.checkers().first()?)?;
    let (king, square) = (position.king(position.turn()), mv.to());
    Some(if mv.capture_square() == Some(by.square) {
        LegalReason::CapturesChecker(by)
    } else {
        LegalReason::BlocksCheck { by, square, king }
    })
}

fn along_pin(position: &Position, piece: PlacedPiece, mv: Move) -> Option<LegalReason> {
    let (king, from) = (position.king(position.turn()), piece.square);
    let lifted = position.occupied() - Bitboard::from(from);
    let uncovered = position.attackers(king, !position.turn(), lifted) - position.checkers();
    let line = line_through(king.index(), from.index());
    uncovered
        .into_iter()
        .find(|by| BETWEEN[king.index()][by.index()] >> from.index() & 1 == 1)
        .filter(|_| line >> mv.to().index() & 1 == 1)
        .and_then(|by| PlacedPiece::at(position, by))
        .map(|by| LegalReason::AlongPin { piece, by, king })
}

fn castling(position: &Position, mv: Move) -> Vec<LegalReason> {
    let path = CastlingPath::new(mv.from(), mv.to());
    let them = !position.turn();
    let attackers = |square| {
        let by = position.attackers(square, them, position.occupied());
        Some(PlacedPiece::all(position, by)).filter(|by| !by.is_empty())
    };
    let mut king_path: Vec<Square> = path.crossed().into_iter().collect();
    if path.king_to != path.king {
        king_path.push(path.king_to);
    }
    let mut reasons = vec![LegalReason::Castling {
        rook: path.rook,
        path: king_path.clone(),
    }];
    if path.king_to == path.king {
        reasons.push(LegalReason::KingStays(path.king));
    }
    if path.rook_to == path.rook {
        reasons.push(LegalReason::RookStays(path.rook));
    }
    let rook = path.rook;
    reasons.extend(attackers(rook).map(|by| LegalReason::RookAttacked { rook, by }));
    let rook_path = Bitboard(BETWEEN[rook.index()][path.rook_to.index()]);
    for square in rook_path {
        if square != path.king && !king_path.contains(&square) {
            reasons.extend(attackers(square).map(|by| LegalReason::RookPasses { square, by }));
        }
    }
    reasons
}
