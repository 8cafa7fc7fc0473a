//! Static exchange evaluation (SEE): the material balance after all captures on one square, when
//! each side captures with its least valuable piece and stops when capturing no longer pays.

use movegen::chess::{Bitboard, Move, MoveKind, PieceKind, Position, Square};

/// Piece values in an exchange, in centipawns, by [`PieceKind::index`]. The king is never captured.
pub(crate) const PIECE_VALUES: [i32; 6] = [100, 320, 330, 500, 950, 0];

/// The kind of piece that the move captures. Castling captures nothing, although its destination
/// holds the player's own rook.
pub(crate) fn captured_piece(position: &Position, mv: Move) -> Option<PieceKind> {
    match mv.kind() {
        MoveKind::Castle => None,
        MoveKind::EnPassant => Some(PieceKind::Pawn),
        _ => position.piece_at(mv.to()).map(|piece| piece.kind),
    }
}

/// The immediate material gain of a move: the captured piece and the gain of a promotion.
pub(crate) fn capture_gain(position: &Position, mv: Move) -> i32 {
    let captured = captured_piece(position, mv).map_or(0, |kind| PIECE_VALUES[kind.index()]);
    let promotion = mv
        .kind()
        .promotion()
        .map_or(0, |kind| PIECE_VALUES[kind.index()] - PIECE_VALUES[0]);
    captured + promotion
}

/// Whether the exchange that the move begins gains at least `threshold`.
///
/// Follows the [threshold algorithm][wiki], which needs no list of gains: it tracks only which side
/// is ahead. Pins are ignored.
///
/// [wiki]: https://www.chessprogramming.org/Static_Exchange_Evaluation
pub(crate) fn see_ge(position: &Position, mv: Move, threshold: i32) -> bool {
    if mv.kind() == MoveKind::Castle {
        return threshold <= 0;
    }
    let (from, to) = (mv.from(), mv.to());
    let Some(mover) = position.piece_at(from) else {
        return false;
    };
    let piece_on_square = mv.kind().promotion().unwrap_or(mover.kind);
    // What the side to capture must gain to turn the result in its favor.
    let mut balance = capture_gain(position, mv) - threshold;
    if balance < 0 {
        return false;
    }
    balance = PIECE_VALUES[piece_on_square.index()] - balance;
    if balance <= 0 {
        return true;
    }
    let mut occupied = (position.occupied() - Bitboard::from(from)) | Bitboard::from(to);
    if mv.kind() == MoveKind::EnPassant {
        occupied = occupied - Bitboard::from(Square::new(to.file(), from.rank()));
    }
    let mut side = mover.color;
    let mut result = true;
    loop {
        side = !side;
        let attackers = position.attackers(to, side, occupied) & occupied;
        let Some((kind, square)) = least_valuable(position, attackers) else {
            return result;
        };
        if kind == PieceKind::King {
            // The king may capture only an undefended piece.
            let defenders = position.attackers(to, !side, occupied) & occupied;
            return result != defenders.is_empty();
        }
        result = !result;
        balance = PIECE_VALUES[kind.index()] - balance;
        if balance < i32::from(result) {
            return result;
        }
        // Removing the attacker uncovers x-ray attackers behind it.
        occupied = occupied - Bitboard::from(square);
    }
}

/// The least valuable of the attackers.
fn least_valuable(position: &Position, attackers: Bitboard) -> Option<(PieceKind, Square)> {
    if attackers.is_empty() {
        return None;
    }
    PieceKind::ALL.into_iter().find_map(|kind| {
        (position.pieces(kind) & attackers)
            .first()
            .map(|square| (kind, square))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanges_have_their_known_values() {
        for (fen, text, value) in [
            (
                "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1",
                "e1e5",
                100,
            ),
            (
                "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
                "d3e5",
                -220,
            ),
            ("4k3/8/8/3pp3/8/8/8/K3R3 w - - 0 1", "e1e5", 100),
            ("8/4k3/8/4p3/8/8/4R3/K3R3 w - - 0 1", "e2e5", 100),
            ("8/8/4k3/4p3/8/8/4R3/K7 w - - 0 1", "e2e5", -400),
            ("8/8/4k3/4p3/8/8/4R3/K3R3 w - - 0 1", "e2e5", 100),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
            ("3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", 1350),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
        ] {
            let position: Position = fen.parse().expect("a position");
            let mv = position.parse_uci(text).expect("a move");
            assert!(see_ge(&position, mv, value), "{fen} {text} >= {value}");
            assert!(!see_ge(&position, mv, value + 1), "{fen} {text} > {value}");
        }
    }
}
