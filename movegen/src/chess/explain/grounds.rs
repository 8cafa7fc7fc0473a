//! Why a legal move is legal, where that is easily overlooked.

use std::fmt;

use super::castling::Path;
use super::past::double_step_past;
use super::reason::{Man, men};
use crate::chess::attacks::{BETWEEN, line_through};
use crate::chess::{Bitboard, Move, MoveKind, PieceKind, Position, Square};

/// One thing that makes a move legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A pawn has just made its double step past the square.
    EnPassant {
        /// The pawn that is taken.
        pawn: Man,
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
        by: Vec<Man>,
    },
    /// The castling rook may be attacked.
    RookAttacked {
        /// The rook.
        rook: Square,
        /// By whom it is attacked.
        by: Vec<Man>,
    },
    /// In Chess960 the king can stand on its castled square already.
    KingStays(Square),
    /// In Chess960 the rook can stand on its castled square already.
    RookStays(Square),
    /// It takes what gives check.
    TakesChecker(Man),
    /// It stands in the way of a check.
    Blocks {
        /// What gives check.
        by: Man,
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
        man: Man,
        /// What pins it.
        by: Man,
        /// Its king.
        king: Square,
    },
    /// The king takes what nobody guards.
    Unguarded(Man),
    /// The king goes where nobody attacks.
    Safe(Square),
    /// A pawn's first step may be a double one.
    DoubleStep {
        /// The pawn.
        man: Man,
        /// The two empty squares.
        way: [Square; 2],
    },
    /// It takes an enemy.
    Takes {
        /// What moves.
        man: Man,
        /// What it takes.
        taken: Man,
    },
    /// The way is free.
    Free {
        /// What moves.
        man: Man,
        /// Where it goes.
        to: Square,
    },
}

impl Ground {
    /// A name for the kind of ground that never changes, for programs to compare.
    pub fn code(&self) -> &'static str {
        match self {
            Ground::EnPassant { .. } => "en_passant",
            Ground::Castling { .. } => "castling",
            Ground::RookPasses { .. } => "castling_rook_passes_attack",
            Ground::RookAttacked { .. } => "castling_rook_attacked",
            Ground::KingStays(_) => "castling_king_stays",
            Ground::RookStays(_) => "castling_rook_stays",
            Ground::TakesChecker(_) => "captures_checker",
            Ground::Blocks { .. } => "blocks_check",
            Ground::Promotion(_) => "promotion",
            Ground::AlongPin { .. } => "along_pin",
            Ground::Unguarded(_) => "capture_unguarded",
            Ground::Safe(_) => "square_safe",
            Ground::DoubleStep { .. } => "double_step",
            Ground::Takes { .. } => "capture",
            Ground::Free { .. } => "free",
        }
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ground::EnPassant { pawn, square } => {
                write!(f, "the {pawn} has just gone two squares, past {square}")
            }
            Ground::Castling { rook, way } => {
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
            Ground::RookPasses { square, by } => {
                write!(
                    f,
                    "{square} may be attacked (by {}): the rook passes it, the king does not",
                    men(by)
                )
            }
            Ground::RookAttacked { rook, by } => {
                write!(
                    f,
                    "the rook on {rook} may be attacked (by {}): only the king may not",
                    men(by)
                )
            }
            Ground::KingStays(square) => {
                write!(
                    f,
                    "the king is on {square} already, and only the rook moves"
                )
            }
            Ground::RookStays(square) => {
                write!(
                    f,
                    "the rook is on {square} already, and only the king moves"
                )
            }
            Ground::TakesChecker(man) => write!(f, "it takes the {man}, which gives check"),
            Ground::Blocks { by, square, king } => {
                write!(
                    f,
                    "on {square} it comes between the {by} and the king on {king}"
                )
            }
            Ground::Promotion(square) => write!(f, "a promotion on {square} must offer n, b, r, q"),
            Ground::AlongPin { man, by, king } => {
                write!(
                    f,
                    "the {man} is pinned, but stays in the line {}-{king} of the {by}",
                    by.square
                )
            }
            Ground::Unguarded(man) => write!(f, "the king may take the {man}, which nobody guards"),
            Ground::Safe(square) => write!(f, "nobody attacks {square}"),
            Ground::DoubleStep {
                man,
                way: [first, last],
            } => {
                write!(
                    f,
                    "the {man} is on its first rank, and {first} and {last} are empty"
                )
            }
            Ground::Takes { man, taken } => write!(f, "the {man} may take the {taken}"),
            Ground::Free { man, to } => write!(f, "the {man} can go to {to}, and nothing pins it"),
        }
    }
}

/// What makes this legal move legal.
pub(super) fn grounds(position: &Position, action: Move) -> Vec<Ground> {
    let Some(man) = Man::at(position, action.from()) else {
        return Vec::new();
    };
    let mut grounds = match action.kind() {
        MoveKind::Castle => return castling(position, action),
        _ if man.piece.kind == PieceKind::King => {
            return vec![match Man::at(position, action.to()) {
                Some(taken) => Ground::Unguarded(taken),
                None => Ground::Safe(action.to()),
            }];
        }
        MoveKind::EnPassant => en_passant(position, action).into_iter().collect(),
        kind if kind.promotion().is_some() => vec![Ground::Promotion(action.to())],
        _ => Vec::new(),
    };
    grounds.extend(meets_check(position, action));
    grounds.extend(along_pin(position, man, action));
    if grounds.is_empty() {
        grounds.push(ordinary(position, man, action));
    }
    grounds
}

fn ordinary(position: &Position, man: Man, action: Move) -> Ground {
    let to = action.to();
    if let Some(taken) = Man::at(position, to) {
        return Ground::Takes { man, taken };
    }
    if action.kind() == MoveKind::DoublePush {
        let middle = Square::from_index((action.from().index() + to.index()) / 2);
        let way = [middle, to];
        return Ground::DoubleStep { man, way };
    }
    Ground::Free { man, to }
}

/// The square of the man that the move takes, wherever the capture ends.
fn taken(position: &Position, action: Move) -> Square {
    match action.kind() {
        MoveKind::EnPassant => double_step_past(action.to(), !position.turn()).1,
        _ => action.to(),
    }
}

fn en_passant(position: &Position, action: Move) -> Option<Ground> {
    Some(Ground::EnPassant {
        pawn: Man::at(position, taken(position, action))?,
        square: action.to(),
    })
}

/// How a move of another man than the king meets the check, if there is one.
fn meets_check(position: &Position, action: Move) -> Option<Ground> {
    let by = Man::at(position, position.checkers().first()?)?;
    let (king, square) = (position.king(position.turn()), action.to());
    Some(if taken(position, action) == by.square {
        Ground::TakesChecker(by)
    } else {
        Ground::Blocks { by, square, king }
    })
}

fn along_pin(position: &Position, man: Man, action: Move) -> Option<Ground> {
    let (king, from) = (position.king(position.turn()), man.square);
    let lifted = position.occupied() - Bitboard::of(from);
    let uncovered = position.attackers(king, !position.turn(), lifted) - position.checkers();
    let line = line_through(king.index(), from.index());
    uncovered
        .into_iter()
        .find(|by| BETWEEN[king.index()][by.index()] >> from.index() & 1 == 1)
        .filter(|_| line >> action.to().index() & 1 == 1)
        .and_then(|by| Man::at(position, by))
        .map(|by| Ground::AlongPin { man, by, king })
}

fn castling(position: &Position, action: Move) -> Vec<Ground> {
    let path = Path::of(action.from(), action.to());
    let them = !position.turn();
    let attackers = |square| {
        let by = position.attackers(square, them, position.occupied());
        Some(Man::all(position, by)).filter(|by| !by.is_empty())
    };
    let mut king_way: Vec<Square> = path.crossed().into_iter().collect();
    if path.king_to != path.king {
        king_way.push(path.king_to);
    }
    let mut grounds = vec![Ground::Castling {
        rook: path.rook,
        way: king_way.clone(),
    }];
    if path.king_to == path.king {
        grounds.push(Ground::KingStays(path.king));
    }
    if path.rook_to == path.rook {
        grounds.push(Ground::RookStays(path.rook));
    }
    let rook = path.rook;
    grounds.extend(attackers(rook).map(|by| Ground::RookAttacked { rook, by }));
    let rook_way = Bitboard(BETWEEN[rook.index()][path.rook_to.index()]);
    for square in rook_way {
        if square != path.king && !king_way.contains(&square) {
            grounds.extend(attackers(square).map(|by| Ground::RookPasses { square, by }));
        }
    }
    grounds
}
