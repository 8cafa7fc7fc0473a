//! Who gains when all that can take on one square does so, cheapest first.

use movegen::chess::{Bitboard, Move, MoveKind, PieceKind, Position, Square};

/// What pieces count for in an exchange; the king is never for sale.
pub(crate) const VALUES: [i32; 6] = [100, 320, 330, 500, 950, 0];

/// What the move takes; castling, which names its own rook's square, takes nothing.
pub(crate) fn victim(position: &Position, mv: Move) -> Option<PieceKind> {
    match mv.kind() {
        MoveKind::Castle => None,
        MoveKind::EnPassant => Some(PieceKind::Pawn),
        _ => position.piece_at(mv.to()).map(|piece| piece.kind),
    }
}

/// What the move wins at once: the piece taken and the gain of a promotion.
pub(crate) fn gain(position: &Position, mv: Move) -> i32 {
    let taken = victim(position, mv).map_or(0, |kind| VALUES[kind.index()]);
    let promoted = mv
        .kind()
        .promotion()
        .map_or(0, |kind| VALUES[kind.index()] - VALUES[0]);
    taken + promoted
}

/// Whether the move keeps at least `threshold` when both sides go on taking on its square while
/// that pays. Pins are not seen.
pub(crate) fn see_ge(position: &Position, mv: Move, threshold: i32) -> bool {
    if mv.kind() == MoveKind::Castle {
        return threshold <= 0;
    }
    let (from, to) = (mv.from(), mv.to());
    let Some(mover) = position.piece_at(from) else {
        return false;
    };
    let standing = mv.kind().promotion().unwrap_or(mover.kind);
    // `swap` is what the side to take would have to win for the result to turn in its favour.
    let mut swap = gain(position, mv) - threshold;
    if swap < 0 {
        return false;
    }
    swap = VALUES[standing.index()] - swap;
    if swap <= 0 {
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
        let Some((kind, square)) = cheapest(position, attackers) else {
            return result;
        };
        if kind == PieceKind::King {
            // It may take only what nobody guards.
            let guards = position.attackers(to, !side, occupied) & occupied;
            return result != guards.is_empty();
        }
        result = !result;
        swap = VALUES[kind.index()] - swap;
        if swap < i32::from(result) {
            return result;
        }
        occupied = occupied - Bitboard::from(square);
    }
}

fn cheapest(position: &Position, attackers: Bitboard) -> Option<(PieceKind, Square)> {
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
    fn exchanges() {
        // The move, and what it is worth.
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
            assert!(see_ge(&position, mv, value), "{fen} {text} keeps {value}");
            assert!(
                !see_ge(&position, mv, value + 1),
                "{fen} {text} keeps more than {value}"
            );
        }
    }
}
