//! Castling that is not legal, by the words of the Chess960 rule.

use super::reason::{PlacedPiece, Reason};
use super::{MoveHistory, UciMove};
use crate::chess::attacks::BETWEEN;
use crate::chess::{Bitboard, File, Piece, PieceKind, Position, Rank, Square};

/// The squares that castling with one rook is about.
pub(super) struct Path {
    pub(super) king: Square,
    pub(super) rook: Square,
    pub(super) king_to: Square,
    pub(super) rook_to: Square,
}

impl Path {
    pub(super) fn of(king: Square, rook: Square) -> Path {
        let (king_file, rook_file) = if rook > king {
            (File::G, File::F)
        } else {
            (File::C, File::D)
        };
        Path {
            king,
            rook,
            king_to: Square::new(king_file, king.rank()),
            rook_to: Square::new(rook_file, king.rank()),
        }
    }

    /// Squares that the king crosses, without either end.
    pub(super) fn crossed(&self) -> Bitboard {
        Bitboard(BETWEEN[self.king.index()][self.king_to.index()])
    }

    /// Squares that must hold nobody but king and rook.
    fn clear(&self) -> Bitboard {
        let rook_way = BETWEEN[self.rook.index()][self.rook_to.index()];
        let ends = [self.king_to, self.rook_to]
            .into_iter()
            .collect::<Bitboard>();
        (self.crossed() | Bitboard(rook_way) | ends)
            - Bitboard::from(self.king)
            - Bitboard::from(self.rook)
    }
}

/// The rook's square if the move is written like castling.
pub(super) fn attempt(
    position: &Position,
    written: UciMove,
    past: Option<&MoveHistory>,
) -> Option<Square> {
    let (turn, UciMove { from, to, .. }) = (position.turn(), written);
    let home = Rank::First.relative_to(turn);
    let ours = |kind| Some(Piece { color: turn, kind });
    if position.piece_at(from) != ours(PieceKind::King)
        || from.rank() != home
        || to.rank() != home
        || from == to
        || written.promotion.is_some()
    {
        return None;
    }
    let far = from.index().abs_diff(to.index()) > 1;
    if position.piece_at(to) == ours(PieceKind::Rook) {
        // Beside the king it can be castling in Chess960, or a king that takes its own rook.
        let known = position.castling_rooks().contains(to)
            || past.is_some_and(|past| past.ever_castled_with(to));
        return (far || known).then_some(to);
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
        .or(Some(Square::new(corner, home)))
}

/// Everything that forbids castling with the rook on this square.
pub(super) fn reasons(
    position: &Position,
    written: UciMove,
    rook: Square,
    past: Option<&MoveHistory>,
) -> Vec<Reason> {
    let (us, them) = (position.turn(), !position.turn());
    let path = Path::of(written.from, rook);
    let mut reasons = Vec::new();
    if !position.castling_rooks().contains(rook) {
        reasons.push(Reason::NoRight {
            color: us,
            rook,
            loss: past.map(|past| past.loss(us, rook)),
        });
        let there = position.piece_at(rook);
        if there.is_none_or(|piece| piece.color != us || piece.kind != PieceKind::Rook) {
            // Without a rook there is no way to look at.
            return reasons;
        }
    }
    let in_the_way = path.clear() & position.occupied();
    reasons.extend(
        PlacedPiece::all(position, in_the_way)
            .into_iter()
            .map(Reason::CastlingBlocked),
    );
    let checkers = position.checkers();
    if !checkers.is_empty() {
        reasons.push(Reason::CastlingInCheck(PlacedPiece::all(
            position, checkers,
        )));
    }
    // The king shields no square that it crosses.
    let lifted = position.occupied() - Bitboard::from(path.king);
    let attackers = |square| position.attackers(square, them, lifted);
    for square in path.crossed() {
        let by = attackers(square);
        if !by.is_empty() {
            let by = PlacedPiece::all(position, by);
            reasons.push(Reason::KingPasses { square, by });
        }
    }
    if path.king_to != path.king {
        let by = attackers(path.king_to);
        if !by.is_empty() {
            reasons.push(Reason::KingEnds {
                square: path.king_to,
                by: PlacedPiece::all(position, by),
            });
        }
    }
    if reasons.is_empty() {
        reasons.extend(unshielded(position, &path));
    }
    reasons
}

/// The enemy that reaches the king's new square when the rook has left its own.
fn unshielded(position: &Position, path: &Path) -> Option<Reason> {
    let ends = [path.king_to, path.rook_to]
        .into_iter()
        .collect::<Bitboard>();
    let left = [path.king, path.rook].into_iter().collect::<Bitboard>();
    let after = (position.occupied() - left) | ends;
    let by = position.attackers(path.king_to, !position.turn(), after);
    Some(Reason::RookShields {
        rook: PlacedPiece::at(position, path.rook)?,
        by: PlacedPiece::at(position, by.first()?)?,
        square: path.king_to,
    })
}
