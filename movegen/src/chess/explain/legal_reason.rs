//! Why a legal move is legal, where that is easily overlooked.

use std::fmt;

use super::castling::Path;
use super::history::double_step_past;
use super::reason::{PlacedPiece, men};
use crate::chess::attacks::{BETWEEN, line_through};
use crate::chess::{Bitboard, Move, MoveKind, PieceKind, Position, Square};

/// One thing that makes a move legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LegalReason {
    /// A pawn has just made its double step past the square.
    EnPassant {
        /// The pawn that is taken.
        pawn: PlacedPiece,
        /// Where the capture ends.
        square: Square,
    },
    /// The right is there, the way is free, and the king meets no attack on it.
    Castling {
        /// Where the rook stands.
        rook: Square,
        /// What the king crosses and reaches.
        way: Vec<Square>,
    },
    /// An attacked square that the rook passes, and the king does not.
    RookPasses {
        /// The square.
        square: Square,
        /// By whom it is attacked.
        by: Vec<PlacedPiece>,
    },
    /// The castling rook may be attacked.
    RookAttacked {
        /// The rook.
        rook: Square,
        /// By whom it is attacked.
        by: Vec<PlacedPiece>,
    },
    /// In Chess960 the king can stand on its castled square already.
    KingStays(Square),
    /// In Chess960 the rook can stand on its castled square already.
    RookStays(Square),
    /// It takes what gives check.
    TakesChecker(PlacedPiece),
    /// It stands in the way of a check.
    Blocks {
        /// What gives check.
        by: PlacedPiece,
        /// Where it is stopped.
        square: Square,
        /// The king.
        king: Square,
    },
    /// A pawn may become any of four pieces.
    Promotion(Square),
    /// A pinned man may go along the line of its pin.
    AlongPin {
        /// What moves.
        man: PlacedPiece,
        /// What pins it.
        by: PlacedPiece,
        /// Its king.
        king: Square,
    },
    /// The king takes what nobody guards.
    Unguarded(PlacedPiece),
    /// The king goes where nobody attacks.
    Safe(Square),
    /// A pawn's first step may be a double one.
    DoubleStep {
        /// The pawn.
        man: PlacedPiece,
        /// The two empty squares.
        way: [Square; 2],
    },
    /// It takes an enemy.
    Takes {
        /// What moves.
        man: PlacedPiece,
        /// What it takes.
        taken: PlacedPiece,
    },
    /// The way is free.
    Free {
        /// What moves.
        man: PlacedPiece,
        /// Where it goes.
        to: Square,
    },
}

impl LegalReason {
    /// A name for the kind of ground that never changes, for programs to compare.
    pub fn code(&self) -> &'static str {
        match self {
            LegalReason::EnPassant { .. } => "en_passant",
            LegalReason::Castling { .. } => "castling",
            LegalReason::RookPasses { .. } => "castling_rook_passes_attack",
            LegalReason::RookAttacked { .. } => "castling_rook_attacked",
            LegalReason::KingStays(_) => "castling_king_stays",
            LegalReason::RookStays(_) => "castling_rook_stays",
            LegalReason::TakesChecker(_) => "captures_checker",
            LegalReason::Blocks { .. } => "blocks_check",
            LegalReason::Promotion(_) => "promotion",
            LegalReason::AlongPin { .. } => "along_pin",
            LegalReason::Unguarded(_) => "capture_unguarded",
            LegalReason::Safe(_) => "square_safe",
            LegalReason::DoubleStep { .. } => "double_step",
            LegalReason::Takes { .. } => "capture",
            LegalReason::Free { .. } => "free",
        }
    }
}

impl fmt::Display for LegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LegalReason::EnPassant { pawn, square } => {
                write!(f, "the {pawn} has just gone two squares, past {square}")
            }
            LegalReason::Castling { rook, way } => {
                let way: Vec<String> = way.iter().map(Square::to_string).collect();
                write!(
                    f,
                    "the right to castle with the rook on {rook} is there, the way is free"
                )?;
                match &way[..] {
                    [] => write!(f, ", and the king is not in check"),
                    way => write!(f, ", and nobody attacks {}", way.join(" or ")),
                }
            }
            LegalReason::RookPasses { square, by } => {
                write!(
                    f,
                    "{square} may be attacked (by {}): the rook passes it, the king does not",
                    men(by)
                )
            }
            LegalReason::RookAttacked { rook, by } => {
                write!(
                    f,
                    "the rook on {rook} may be attacked (by {}): only the king may not",
                    men(by)
                )
            }
            LegalReason::KingStays(square) => {
                write!(
                    f,
                    "the king is on {square} already, and only the rook moves"
                )
            }
            LegalReason::RookStays(square) => {
                write!(
                    f,
                    "the rook is on {square} already, and only the king moves"
                )
            }
            LegalReason::TakesChecker(man) => write!(f, "it takes the {man}, which gives check"),
            LegalReason::Blocks { by, square, king } => {
                write!(
                    f,
                    "on {square} it comes between the {by} and the king on {king}"
                )
            }
            LegalReason::Promotion(square) => {
                write!(f, "a promotion on {square} must offer n, b, r, q")
            }
            LegalReason::AlongPin { man, by, king } => {
                write!(
                    f,
                    "the {man} is pinned, but stays in the line {}-{king} of the {by}",
                    by.square
                )
            }
            LegalReason::Unguarded(man) => {
                write!(f, "the king may take the {man}, which nobody guards")
            }
            LegalReason::Safe(square) => write!(f, "nobody attacks {square}"),
            LegalReason::DoubleStep {
                man,
                way: [first, last],
            } => {
                write!(
                    f,
                    "the {man} is on its first rank, and {first} and {last} are empty"
                )
            }
            LegalReason::Takes { man, taken } => write!(f, "the {man} may take the {taken}"),
            LegalReason::Free { man, to } => {
                write!(f, "the {man} can go to {to}, and nothing pins it")
            }
        }
    }
}

/// What makes this legal move legal.
pub(super) fn grounds(position: &Position, mv: Move) -> Vec<LegalReason> {
    let Some(man) = PlacedPiece::at(position, mv.from()) else {
        return Vec::new();
    };
    let mut grounds = match mv.kind() {
        MoveKind::Castle => return castling(position, mv),
        _ if man.piece.kind == PieceKind::King => {
            return vec![match PlacedPiece::at(position, mv.to()) {
                Some(taken) => LegalReason::Unguarded(taken),
                None => LegalReason::Safe(mv.to()),
            }];
        }
        MoveKind::EnPassant => en_passant(position, mv).into_iter().collect(),
        kind if kind.promotion().is_some() => vec![LegalReason::Promotion(mv.to())],
        _ => Vec::new(),
    };
    grounds.extend(meets_check(position, mv));
    grounds.extend(along_pin(position, man, mv));
    if grounds.is_empty() {
        grounds.push(ordinary(position, man, mv));
    }
    grounds
}

fn ordinary(position: &Position, man: PlacedPiece, mv: Move) -> LegalReason {
    let to = mv.to();
    if let Some(taken) = PlacedPiece::at(position, to) {
        return LegalReason::Takes { man, taken };
    }
    if mv.kind() == MoveKind::DoublePush {
        let middle = Square::from_index((mv.from().index() + to.index()) / 2);
        let way = [middle, to];
        return LegalReason::DoubleStep { man, way };
    }
    LegalReason::Free { man, to }
}

/// The square of the man that the move takes, wherever the capture ends.
fn taken(position: &Position, mv: Move) -> Square {
    match mv.kind() {
        MoveKind::EnPassant => double_step_past(mv.to(), !position.turn()).1,
        _ => mv.to(),
    }
}

fn en_passant(position: &Position, mv: Move) -> Option<LegalReason> {
    Some(LegalReason::EnPassant {
        pawn: PlacedPiece::at(position, taken(position, mv))?,
        square: mv.to(),
    })
}

/// How a move of another man than the king meets the check, if there is one.
fn meets_check(position: &Position, mv: Move) -> Option<LegalReason> {
    let by = PlacedPiece::at(position, position.checkers().first()?)?;
    let (king, square) = (position.king(position.turn()), mv.to());
    Some(if taken(position, mv) == by.square {
        LegalReason::TakesChecker(by)
    } else {
        LegalReason::Blocks { by, square, king }
    })
}

fn along_pin(position: &Position, man: PlacedPiece, mv: Move) -> Option<LegalReason> {
    let (king, from) = (position.king(position.turn()), man.square);
    let lifted = position.occupied() - Bitboard::from(from);
    let uncovered = position.attackers(king, !position.turn(), lifted) - position.checkers();
    let line = line_through(king.index(), from.index());
    uncovered
        .into_iter()
        .find(|by| BETWEEN[king.index()][by.index()] >> from.index() & 1 == 1)
        .filter(|_| line >> mv.to().index() & 1 == 1)
        .and_then(|by| PlacedPiece::at(position, by))
        .map(|by| LegalReason::AlongPin { man, by, king })
}

fn castling(position: &Position, mv: Move) -> Vec<LegalReason> {
    let path = Path::of(mv.from(), mv.to());
    let them = !position.turn();
    let attackers = |square| {
        let by = position.attackers(square, them, position.occupied());
        Some(PlacedPiece::all(position, by)).filter(|by| !by.is_empty())
    };
    let mut king_way: Vec<Square> = path.crossed().into_iter().collect();
    if path.king_to != path.king {
        king_way.push(path.king_to);
    }
    let mut grounds = vec![LegalReason::Castling {
        rook: path.rook,
        way: king_way.clone(),
    }];
    if path.king_to == path.king {
        grounds.push(LegalReason::KingStays(path.king));
    }
    if path.rook_to == path.rook {
        grounds.push(LegalReason::RookStays(path.rook));
    }
    let rook = path.rook;
    grounds.extend(attackers(rook).map(|by| LegalReason::RookAttacked { rook, by }));
    let rook_way = Bitboard(BETWEEN[rook.index()][path.rook_to.index()]);
    for square in rook_way {
        if square != path.king && !king_way.contains(&square) {
            grounds.extend(attackers(square).map(|by| LegalReason::RookPasses { square, by }));
        }
    }
    grounds
}
