//! Everything but castling: whether the piece moves like that at all, and what that does to its
//! king.

use super::history::{EnPassantFault, double_step_past};
use super::reason::{PlacedPiece, Reason};
use super::{MoveHistory, UciMove};
use crate::chess::attacks::{BETWEEN, KING, KNIGHT, PAWN, bishop, rook};
use crate::chess::{Bitboard, Color, Piece, PieceKind, Position, Rank, Square};

/// Whether a pawn is to go diagonally to an empty square of the rank where pawns are taken en
/// passant.
pub(super) fn is_en_passant(position: &Position, written: UciMove) -> bool {
    let UciMove { from, to, .. } = written;
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

/// Why a capture en passant is illegal. Without a past, a pawn that may have passed is taken to
/// have done so if that leaves another reason.
pub(super) fn en_passant(
    position: &Position,
    written: UciMove,
    past: Option<&MoveHistory>,
) -> Vec<Reason> {
    let UciMove { from, to, .. } = written;
    let them = !position.turn();
    let (origin, beside) = double_step_past(to, them);
    let pawn = Piece {
        color: them,
        kind: PieceKind::Pawn,
    };
    let mut reasons = Vec::new();
    if position.piece_at(beside) != Some(pawn) {
        let square = to;
        return vec![Reason::NotPassing(EnPassantFault::NoPawn {
            square,
            beside,
        })];
    }
    let taken = Bitboard::from(beside);
    let exposed = exposed(position, from, to, taken);
    let passed = past.map_or(!exposed.is_empty(), |past| past.passed() == Some(to));
    if !passed || position.piece_at(origin).is_some() {
        reasons.push(Reason::NotPassing(EnPassantFault::NotNow {
            square: to,
            push: format!("{origin}{beside}"),
            ply: past.and_then(|past| past.pushed(origin, beside)),
        }));
    }
    reasons.extend(exposed);
    if let Some(man) = PlacedPiece::at(position, from).filter(|_| written.promotion.is_some()) {
        reasons.push(Reason::NoPromotion { man, to });
    }
    reasons
}

/// Why any other move is illegal.
pub(super) fn reasons(position: &Position, written: UciMove) -> Vec<Reason> {
    let UciMove {
        from,
        to,
        promotion,
    } = written;
    let turn = position.turn();
    let Some(man) = PlacedPiece::at(position, from) else {
        return vec![Reason::Empty(from)];
    };
    if man.piece.color != turn {
        return vec![Reason::NotYours { man, turn }];
    }
    if from == to {
        return vec![Reason::Still(to)];
    }
    let mut reasons = Vec::new();
    reasons.extend(not_its_way(position, man, to));
    let target = PlacedPiece::at(position, to);
    if let Some(own) = target.filter(|target| target.piece.color == turn)
        && reasons.is_empty()
    {
        reasons.push(Reason::OwnMan(own));
    }
    if reasons.is_empty() {
        reasons.extend(exposed(position, from, to, Bitboard::from(to)));
    }
    let last = man.piece.kind == PieceKind::Pawn && to.rank() == Rank::Eighth.relative_to(turn);
    match (promotion, last) {
        (Some(_), false) => reasons.push(Reason::NoPromotion { man, to }),
        (None, true) if !never(&reasons) => reasons.push(Reason::NoLetter(to)),
        _ => {}
    }
    reasons
}

/// Whether the move is so wrong that a letter would not help.
fn never(reasons: &[Reason]) -> bool {
    reasons.iter().any(Reason::is_not_its_way)
}

/// What keeps the man from going there, its king aside.
fn not_its_way(position: &Position, man: PlacedPiece, to: Square) -> Option<Reason> {
    match on_the_board(position, man, to) {
        Some(Reason::NotItsWay { .. }) if over_the_edge(man, to) => {
            Some(Reason::OverTheEdge { man, to })
        }
        other => other,
    }
}

/// Whether the squares are as far apart as the man steps when the ranks are counted as one long
/// row: what shifts and offsets reach without a look at the edge.
fn over_the_edge(man: PlacedPiece, to: Square) -> bool {
    let up = to.index() as i32 - man.square.index() as i32;
    let across = (to.file() as i32 - man.square.file() as i32).abs();
    let steps: &[i32] = match man.piece.kind {
        PieceKind::Pawn if man.piece.color == Color::White => &[7, 9],
        PieceKind::Pawn => &[-7, -9],
        PieceKind::Knight => &[-17, -15, -10, -6, 6, 10, 15, 17],
        PieceKind::King => &[-9, -7, -1, 1, 7, 9],
        // A slider that runs over the edge can reach nearly everything.
        _ => &[],
    };
    across > 4 && steps.contains(&up)
}

fn on_the_board(position: &Position, man: PlacedPiece, to: Square) -> Option<Reason> {
    let (from, bit) = (man.square.index(), 1u64 << to.index());
    let slides = |lines: u64| {
        if lines & bit == 0 {
            return Some(Reason::NotItsWay { man, to });
        }
        blocked(position, man, to, BETWEEN[from][to.index()])
    };
    let steps = |squares: u64| (squares & bit == 0).then_some(Reason::NotItsWay { man, to });
    match man.piece.kind {
        PieceKind::Pawn => pawn(position, man, to),
        PieceKind::Knight => steps(KNIGHT[from]),
        PieceKind::King => steps(KING[from]),
        PieceKind::Bishop => slides(bishop(from, 0)),
        PieceKind::Rook => slides(rook(from, 0)),
        PieceKind::Queen => slides(bishop(from, 0) | rook(from, 0)),
    }
}

/// The first man on the way, seen from the one that moves.
fn blocked(position: &Position, man: PlacedPiece, to: Square, way: u64) -> Option<Reason> {
    let far = |square: &Square| square.index().abs_diff(man.square.index());
    let first = (Bitboard(way) & position.occupied())
        .into_iter()
        .min_by_key(far)?;
    let by = PlacedPiece::at(position, first)?;
    Some(Reason::Blocked { man, to, by })
}

fn pawn(position: &Position, man: PlacedPiece, to: Square) -> Option<Reason> {
    let (from, color) = (man.square, man.piece.color);
    if PAWN[color.index()][from.index()] >> to.index() & 1 == 1 {
        let empty = position.piece_at(to).is_none();
        return empty.then_some(Reason::NothingToTake { to });
    }
    let rank = |square: Square| match color {
        Color::White => square.rank().index(),
        Color::Black => 7 - square.rank().index(),
    };
    let way = BETWEEN[from.index()][to.index()] | 1 << to.index();
    match rank(to).checked_sub(rank(from)) {
        _ if from.file() != to.file() => Some(Reason::NotItsWay { man, to }),
        Some(1) => blocked(position, man, to, way),
        Some(2) if from.rank() == Rank::Second.relative_to(color) => {
            blocked(position, man, to, way)
        }
        Some(2) => Some(Reason::DoubleStep(man)),
        _ => Some(Reason::NotItsWay { man, to }),
    }
}

/// Who attacks the king of the side to move once a man has gone from one square to another and
/// everything on `taken` is gone, told by how they come to do so.
fn exposed(position: &Position, from: Square, to: Square, taken: Bitboard) -> Vec<Reason> {
    let (us, them) = (position.turn(), !position.turn());
    let Some(man) = PlacedPiece::at(position, from) else {
        return Vec::new();
    };
    let after = (position.occupied() - Bitboard::from(from) - taken) | Bitboard::from(to);
    if man.piece.kind == PieceKind::King {
        let by = position.attackers(to, them, after) - taken;
        return attacked_king(position, from, to, by);
    }
    let king = position.king(us);
    let attackers = position.attackers(king, them, after) - taken;
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
            reasons.push(Reason::Pinned { man, by, king });
        } else {
            reasons.push(Reason::Uncovers { by, king });
        }
    }
    reasons
}

fn attacked_king(position: &Position, from: Square, to: Square, by: Bitboard) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let mut by = PlacedPiece::all(position, by);
    by.retain(|&man| {
        let through = BETWEEN[man.square.index()][to.index()] >> from.index() & 1 == 1;
        let king = man.piece.kind == PieceKind::King;
        if through {
            reasons.push(Reason::StaysInLine { from, to, by: man });
        } else if king {
            reasons.push(Reason::KingsTouch { to, by: man });
        }
        !through && !king
    });
    if !by.is_empty() {
        reasons.push(match PlacedPiece::at(position, to) {
            Some(man) => Reason::Guarded { man, by },
            None => Reason::Attacked { to, by },
        });
    }
    reasons
}
