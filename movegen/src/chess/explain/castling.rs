//! Illegal castling, by the Chess960 rule, of which ordinary castling is a special case.

use super::placed_piece::PlacedPiece;
use super::reason::Reason;
use super::{MoveHistory, UciMove};
use crate::chess::board::attacks::BETWEEN;
use crate::chess::{Bitboard, File, Move, MoveKind, Piece, PieceKind, Position, Rank, Square};

/// The squares that matter when castling with one rook.
pub(super) struct CastlingPath {
    pub(super) king: Square,
    pub(super) rook: Square,
    pub(super) king_to: Square,
    pub(super) rook_to: Square,
}

impl CastlingPath {
    /// From the squares of king and rook before castling.
    pub(super) fn new(king: Square, rook: Square) -> CastlingPath {
        let castle = Move::new(king, rook, MoveKind::Castle);
        let (king_to, rook_to) = castle.castling_squares().unwrap_or((king, rook));
        CastlingPath {
            king,
            rook,
            king_to,
            rook_to,
        }
    }

    /// The squares that the king crosses, without its first and last square.
    pub(super) fn crossed(&self) -> Bitboard {
        Bitboard(BETWEEN[self.king.index()][self.king_to.index()])
    }

    /// The squares that must be empty but for king and rook themselves.
    fn clear(&self) -> Bitboard {
        let rook_path = BETWEEN[self.rook.index()][self.rook_to.index()];
        let ends = [self.king_to, self.rook_to]
            .into_iter()
            .collect::<Bitboard>();
        (self.crossed() | Bitboard(rook_path) | ends)
            - Bitboard::from(self.king)
            - Bitboard::from(self.rook)
    }
}

/// The rook's square if the move is written like castling.
pub(super) fn attempted_rook(
    position: &Position,
    uci: UciMove,
    history: Option<&MoveHistory>,
) -> Option<Square> {
    let (turn, UciMove { from, to, .. }) = (position.turn(), uci);
    let back_rank = Rank::First.relative_to(turn);
    let ours = |kind| Some(Piece { color: turn, kind });
    if position.piece_at(from) != ours(PieceKind::King)
        || from.rank() != back_rank
        || to.rank() != back_rank
        || from == to
        || uci.promotion.is_some()
    {
        return None;
    }
    let far = from.index().abs_diff(to.index()) > 1;
    if position.piece_at(to) == ours(PieceKind::Rook) {
        // Next to the king it is either Chess960 castling or a king that captures its own rook.
        let castling_rook = position.castling_rooks().contains(to)
            || history.is_some_and(|history| history.had_castling_right(to));
        return (far || castling_rook).then_some(to);
    }
    if !far || !matches!(to.file(), File::C | File::G) {
        return None;
    }
    // The rook with the right on that side, or else the one in the corner.
    let with_right = position.castling_rooks() & position.colors(turn);
    let corner = if to > from { File::H } else { File::A };
    with_right
        .into_iter()
        .find(|rook| (*rook > from) == (to > from))
        .or(Some(Square::new(corner, back_rank)))
}

/// Every reason that forbids castling with the rook on this square.
pub(super) fn reasons(
    position: &Position,
    uci: UciMove,
    rook: Square,
    history: Option<&MoveHistory>,
) -> Vec<Reason> {
    let (us, them) = (position.turn(), !position.turn());
    let path = CastlingPath::new(uci.from, rook);
    let mut reasons = Vec::new();
    if !position.castling_rooks().contains(rook) {
        reasons.push(Reason::NoCastlingRight {
            color: us,
            rook,
            lost: history.map(|history| history.lost_right(us, rook)),
        });
        let piece = position.piece_at(rook);
        if piece.is_none_or(|piece| piece.color != us || piece.kind != PieceKind::Rook) {
            // Without a rook there is no path to check.
            return reasons;
        }
    }
    let blockers = path.clear() & position.occupied();
    reasons.extend(
        PlacedPiece::all(position, blockers)
            .into_iter()
            .map(Reason::CastlingBlocked),
    );
    let checkers = position.checkers();
    if !checkers.is_empty() {
        reasons.push(Reason::CastlingOutOfCheck(PlacedPiece::all(
            position, checkers,
        )));
    }
    // The king does not shield the squares that it crosses.
    let without_king = position.occupied() - Bitboard::from(path.king);
    let attackers = |square| position.attackers(square, them, without_king);
    for square in path.crossed() {
        let by = attackers(square);
        if !by.is_empty() {
            let by = PlacedPiece::all(position, by);
            reasons.push(Reason::CastlingThroughCheck { square, by });
        }
    }
    if path.king_to != path.king {
        let by = attackers(path.king_to);
        if !by.is_empty() {
            reasons.push(Reason::CastlingIntoCheck {
                square: path.king_to,
                by: PlacedPiece::all(position, by),
            });
        }
    }
    if reasons.is_empty() {
        reasons.extend(exposed_king(position, &path));
    }
    reasons
}

/// The slider that attacks the king's destination once the rook has left its square.
fn exposed_king(position: &Position, path: &CastlingPath) -> Option<Reason> {
    let ends = [path.king_to, path.rook_to]
        .into_iter()
        .collect::<Bitboard>();
    let left = [path.king, path.rook].into_iter().collect::<Bitboard>();
    let after = (position.occupied() - left) | ends;
    let by = position.attackers(path.king_to, !position.turn(), after);
    Some(Reason::CastlingExposesKing {
        rook: PlacedPiece::at(position, path.rook)?,
        by: PlacedPiece::at(position, by.first()?)?,
        square: path.king_to,
    })
}
