//! Draws by rule.

use movegen::chess::{Bitboard, PieceKind, Position};

/// The dark squares: a1, c1, and so on.
pub(crate) const DARK_SQUARES: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

/// The most pieces for which [`is_insufficient_material`] looks closer: more same-colored bishops
/// than this do not occur in practice, and the check stays cheap in most positions.
const MAX_PIECES: u32 = 8;

/// Whether the game is drawn by the fifty-move rule. Checkmate on the hundredth halfmove counts.
pub(crate) fn is_fifty_move_draw(position: &Position) -> bool {
    position.halfmoves() >= 100 && (!position.is_check() || position.has_legal_move())
}

/// Whether the game is drawn whatever happened before: by the fifty-move rule or insufficient material.
pub(crate) fn is_draw_without_history(position: &Position) -> bool {
    is_insufficient_material(position) || is_fifty_move_draw(position)
}

/// Whether the position, which has the last key, is drawn by insufficient material, the fifty-move rule or
/// repetition, `ply` plies from the root.
pub(crate) fn is_draw(position: &Position, keys: &[u128], ply: usize) -> bool {
    is_draw_without_history(position) || is_repetition(keys, position.halfmoves(), ply)
}

/// Whether the position with the last key is a repetition: of one position within the searched line,
/// which shows that neither side makes progress, or of two in the whole game.
pub(crate) fn is_repetition(keys: &[u128], halfmoves: u32, ply: usize) -> bool {
    let Some((key, earlier)) = keys.split_last() else {
        return false;
    };
    let reversible = (halfmoves as usize).min(earlier.len());
    let mut repetitions = 0;
    for back in (4..=reversible).step_by(2) {
        if earlier[earlier.len() - back] == *key {
            repetitions += 1;
            if back <= ply || repetitions == 2 {
                return true;
            }
        }
    }
    false
}

/// Whether no sequence of moves leads to checkmate: there is at most one minor piece, or only
/// bishops on squares of one color.
pub(crate) fn is_insufficient_material(position: &Position) -> bool {
    if position.occupied().len() > MAX_PIECES {
        return false;
    }
    let kings = position.pieces(PieceKind::King);
    let bishops = position.pieces(PieceKind::Bishop);
    let minors = bishops | position.pieces(PieceKind::Knight);
    if !(position.occupied() - kings - minors).is_empty() {
        return false;
    }
    let same_color = (bishops & DARK_SQUARES).is_empty() || (bishops - DARK_SQUARES).is_empty();
    minors.len() <= 1 || minors == bishops && same_color
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
                is_insufficient_material(&fen.parse().expect("a position")),
                expected,
                "{fen}"
            );
        }
    }

    #[test]
    fn repetitions() {
        // One repetition within the line is enough; two are needed in the game before it.
        assert!(is_repetition(&[7, 1, 2, 3, 7], 9, 4));
        assert!(!is_repetition(&[7, 1, 2, 3, 7], 9, 3));
        assert!(!is_repetition(&[7, 1, 2, 3, 7], 3, 4));
        assert!(is_repetition(&[7, 1, 2, 3, 7, 1, 2, 3, 7], 9, 3));
        assert!(!is_repetition(&[7], 9, 3) && !is_repetition(&[], 9, 3));
    }
}
