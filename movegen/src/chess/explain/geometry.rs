//! All moves but castling: whether the piece can move like that at all, and whether the move leaves
//! its king attacked.

use super::history::{EnPassantFault, double_push_past};
use super::placed_piece::PlacedPiece;
use super::reason::Reason;
use super::{MoveHistory, UciMove};
use crate::chess::board::attacks::{BETWEEN, KING, KNIGHT, PAWN, bishop, rook};
use crate::chess::{Bitboard, Color, Piece, PieceKind, Position, Rank, Square};

/// Whether a pawn moves diagonally to an empty square of the rank where en passant captures end.
pub(super) fn is_en_passant(position: &Position, uci: UciMove) -> bool {
    let UciMove { from, to, .. } = uci;
    let turn = position.turn();
    let pawn = Some(Piece {
        color: turn,
        kind: PieceKind::Pawn,
    });
    position.piece_at(from) == pawn
        && PAWN[turn.index()][from.index()] >> to.index() & 1 == 1
        && position.piece_at(to).is_none()
        && to.rank() == Rank::Sixth.relative_to(turn)
}

/// Why an en passant capture is illegal. Without a history, a pawn that stands where a double push
/// ends counts as just pushed if there is another reason against the capture.
pub(super) fn en_passant(
    position: &Position,
    uci: UciMove,
    history: Option<&MoveHistory>,
) -> Vec<Reason> {
    let UciMove { from, to, .. } = uci;
    let them = !position.turn();
    let (origin, beside) = double_push_past(to, them);
    let pawn = Piece {
        color: them,
        kind: PieceKind::Pawn,
    };
    let mut reasons = Vec::new();
    if position.piece_at(beside) != Some(pawn) {
        let square = to;
        return vec![Reason::NoEnPassant(EnPassantFault::NoPawn {
            square,
            beside,
        })];
    }
    let captured = Bitboard::from(beside);
    let exposed = exposed(position, from, to, captured);
    let just_pushed = history.map_or(!exposed.is_empty(), |history| {
        history.passed_square() == Some(to)
    });
    if !just_pushed || position.piece_at(origin).is_some() {
        reasons.push(Reason::NoEnPassant(EnPassantFault::NotJustPushed {
            square: to,
            push: format!("{origin}{beside}"),
            ply: history.and_then(|history| history.double_push_ply(origin, beside)),
        }));
    }
    reasons.extend(exposed);
    if let Some(piece) = PlacedPiece::at(position, from).filter(|_| uci.promotion.is_some()) {
        reasons.push(Reason::PromotionNotPossible { piece, to });
    }
    reasons
}

/// Why any other move is illegal.
pub(super) fn reasons(position: &Position, uci: UciMove) -> Vec<Reason> {
    let UciMove {
        from,
        to,
        promotion,
        ..
    } = uci;
    let turn = position.turn();
    let Some(piece) = PlacedPiece::at(position, from) else {
        return vec![Reason::EmptySquare(from)];
    };
    if piece.color() != turn {
        return vec![Reason::OpponentsPiece { piece, turn }];
    }
    if from == to {
        return vec![Reason::SameSquare(to)];
    }
    let mut reasons = Vec::new();
    reasons.extend(unreachable(position, piece, to));
    let target = PlacedPiece::at(position, to);
    if let Some(own) = target.filter(|target| target.piece.color == turn)
        && reasons.is_empty()
    {
        reasons.push(Reason::OwnPiece(own));
    }
    if reasons.is_empty() {
        reasons.extend(exposed(position, from, to, Bitboard::from(to)));
    }
    let last = piece.kind() == PieceKind::Pawn && to.rank() == Rank::Eighth.relative_to(turn);
    match (promotion, last) {
        (Some(_), false) => reasons.push(Reason::PromotionNotPossible { piece, to }),
        (None, true) if !is_hopeless(&reasons) => reasons.push(Reason::PromotionMissing(to)),
        _ => {}
    }
    reasons
}

/// Whether the move would still be impossible with a promotion piece.
fn is_hopeless(reasons: &[Reason]) -> bool {
    reasons.iter().any(Reason::is_impossible_for_piece)
}

/// What keeps the piece from reaching the square, regardless of its king.
fn unreachable(position: &Position, piece: PlacedPiece, to: Square) -> Option<Reason> {
    match on_the_board(position, piece, to) {
        Some(Reason::ImpossibleForPiece { .. }) if wraps_around(piece, to) => {
            Some(Reason::WrapsAround { piece, to })
        }
        other => other,
    }
}

/// Whether the piece would reach the square if the ranks formed one long row: a shift or an offset
/// that lacks a check for the edge of the board.
fn wraps_around(piece: PlacedPiece, to: Square) -> bool {
    let up = to.index() as i32 - piece.square.index() as i32;
    let across = (to.file() as i32 - piece.square.file() as i32).abs();
    let steps: &[i32] = match piece.kind() {
        PieceKind::Pawn if piece.color() == Color::White => &[7, 9],
        PieceKind::Pawn => &[-7, -9],
        PieceKind::Knight => &[-17, -15, -10, -6, 6, 10, 15, 17],
        PieceKind::King => &[-9, -7, -1, 1, 7, 9],
        // A slider that wraps around can reach nearly every square.
        _ => &[],
    };
    across > 4 && steps.contains(&up)
}

fn on_the_board(position: &Position, piece: PlacedPiece, to: Square) -> Option<Reason> {
    let (from, bit) = (piece.square.index(), 1u64 << to.index());
    let slides = |lines: u64| {
        if lines & bit == 0 {
            return Some(Reason::ImpossibleForPiece { piece, to });
        }
        blocked(position, piece, to, BETWEEN[from][to.index()])
    };
    let steps =
        |squares: u64| (squares & bit == 0).then_some(Reason::ImpossibleForPiece { piece, to });
    match piece.kind() {
        PieceKind::Pawn => pawn(position, piece, to),
        PieceKind::Knight => steps(KNIGHT[from]),
        PieceKind::King => steps(KING[from]),
        PieceKind::Bishop => slides(bishop(from, 0)),
        PieceKind::Rook => slides(rook(from, 0)),
        PieceKind::Queen => slides(bishop(from, 0) | rook(from, 0)),
    }
}

/// The first piece in the way, seen from the one that moves.
fn blocked(position: &Position, piece: PlacedPiece, to: Square, path: u64) -> Option<Reason> {
    let far = |square: &Square| square.index().abs_diff(piece.square.index());
    let first = (Bitboard(path) & position.occupied())
        .into_iter()
        .min_by_key(far)?;
    let by = PlacedPiece::at(position, first)?;
    Some(Reason::Blocked { piece, to, by })
}

fn pawn(position: &Position, piece: PlacedPiece, to: Square) -> Option<Reason> {
    let (from, color) = (piece.square, piece.color());
    if PAWN[color.index()][from.index()] >> to.index() & 1 == 1 {
        let empty = position.piece_at(to).is_none();
        return empty.then_some(Reason::NothingToCapture { to });
    }
    let rank = |square: Square| match color {
        Color::White => square.rank().index(),
        Color::Black => 7 - square.rank().index(),
    };
    let path = BETWEEN[from.index()][to.index()] | 1 << to.index();
    match rank(to).checked_sub(rank(from)) {
        _ if from.file() != to.file() => Some(Reason::ImpossibleForPiece { piece, to }),
        Some(1) => blocked(position, piece, to, path),
        Some(2) if from.rank() == Rank::Second.relative_to(color) => {
            blocked(position, piece, to, path)
        }
        Some(2) => Some(Reason::DoublePush(piece)),
        _ => Some(Reason::ImpossibleForPiece { piece, to }),
    }
}

/// The attacks on the king of the side to move once a piece has moved and everything on `captured`
/// is gone, each with the reason why it is possible.
fn exposed(position: &Position, from: Square, to: Square, captured: Bitboard) -> Vec<Reason> {
    let (us, them) = (position.turn(), !position.turn());
    let Some(piece) = PlacedPiece::at(position, from) else {
        return Vec::new();
    };
    let after = (position.occupied() - Bitboard::from(from) - captured) | Bitboard::from(to);
    if piece.kind() == PieceKind::King {
        let by = position.attackers(to, them, after) - captured;
        return attacked_king(position, from, to, by);
    }
    let king = position.king(us);
    let attackers = position.attackers(king, them, after) - captured;
    let checkers = position.checkers();
    let mut reasons = Vec::new();
    if checkers.len() > 1 && !(attackers & checkers).is_empty() {
        reasons.push(Reason::DoubleCheck(PlacedPiece::all(position, checkers)));
    }
    for by in PlacedPiece::all(position, attackers) {
        if checkers.contains(by.square) {
            if checkers.len() == 1 {
                reasons.push(Reason::StillInCheck { by, king });
            }
        } else if BETWEEN[king.index()][by.square.index()] >> from.index() & 1 == 1
            && Bitboard(BETWEEN[king.index()][by.square.index()]) & position.occupied()
                == Bitboard::from(from)
        {
            reasons.push(Reason::Pinned { piece, by, king });
        } else {
            reasons.push(Reason::ExposesKing { by, king });
        }
    }
    reasons
}

fn attacked_king(position: &Position, from: Square, to: Square, by: Bitboard) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let mut by = PlacedPiece::all(position, by);
    by.retain(|&attacker| {
        let through = BETWEEN[attacker.square.index()][to.index()] >> from.index() & 1 == 1;
        let king = attacker.kind() == PieceKind::King;
        if through {
            reasons.push(Reason::StaysInCheckLine {
                from,
                to,
                by: attacker,
            });
        } else if king {
            reasons.push(Reason::KingsAdjacent { to, by: attacker });
        }
        !through && !king
    });
    if !by.is_empty() {
        reasons.push(match PlacedPiece::at(position, to) {
            Some(piece) => Reason::Defended { piece, by },
            None => Reason::KingAttacked { to, by },
        });
    }
    reasons
}
