//! When nobody wins.

use movegen::chess::{Bitboard, PieceKind, Position};

/// The squares a1, c1, ...: one colour of the board.
const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

/// Whether fifty moves went by without progress. A mate with the hundredth halfmove counts.
pub(crate) fn is_fifty_moves(position: &Position) -> bool {
    position.halfmoves() >= 100 && (!position.is_check() || position.has_legal_move())
}

/// Whether the last key of the game stood there before: once within the searched line, which
/// shows that nobody makes progress, or twice in the whole game.
pub(crate) fn repeats(keys: &[u128], halfmoves: u32, ply: usize) -> bool {
    let Some((key, earlier)) = keys.split_last() else {
        return false;
    };
    let reach = (halfmoves as usize).min(earlier.len());
    let mut seen = 0;
    for back in (4..=reach).step_by(2) {
        if earlier[earlier.len() - back] == *key {
            seen += 1;
            if back <= ply || seen == 2 {
                return true;
            }
        }
    }
    false
}

/// Whether no sequence of moves mates: at most one minor piece, or bishops of one square colour.
pub(crate) fn is_insufficient(position: &Position) -> bool {
    if position.occupied().len() > 8 {
        // Never quite so many bishops, in practice; and the usual case costs next to nothing.
        return false;
    }
    let kings = position.pieces(PieceKind::King);
    let bishops = position.pieces(PieceKind::Bishop);
    let minors = bishops | position.pieces(PieceKind::Knight);
    if !(position.occupied() - kings - minors).is_empty() {
        return false;
    }
    minors.len() <= 1
        || minors == bishops && ((bishops & DARK).is_empty() || (bishops - DARK).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insufficient_material() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
            ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
            ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
            ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false),
            ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false),
        ] {
            assert_eq!(
                is_insufficient(&fen.parse().expect("a position")),
                expected,
                "{fen}"
            );
        }
    }

    #[test]
    fn repetitions() {
        // In the line once is enough; in the game before it, twice.
        assert!(repeats(&[7, 1, 2, 3, 7], 9, 4));
        assert!(!repeats(&[7, 1, 2, 3, 7], 9, 3));
        assert!(!repeats(&[7, 1, 2, 3, 7], 3, 4));
        assert!(repeats(&[7, 1, 2, 3, 7, 1, 2, 3, 7], 9, 3));
        assert!(!repeats(&[7], 9, 3) && !repeats(&[], 9, 3));
    }
}
