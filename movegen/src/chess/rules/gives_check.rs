//! Whether a move gives check, without making it.

use crate::chess::board::attacks::{Portable, Sliders as _};
use crate::chess::rules::king_view::KingView;
use crate::chess::{Move, MoveKind, PieceKind, Position};

/// What a move of a position must do to give check: computed once, for many moves.
///
/// ```
/// use movegen::chess::Position;
/// let position: Position = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1".parse().unwrap();
/// let checks = position.check_squares();
/// let gives_check = |mv| checks.gives_check(&position, mv);
/// assert_eq!(position.legal_moves().into_iter().filter(|&mv| gives_check(mv)).count(), 4);
/// ```
#[derive(Clone, Copy)]
pub struct CheckSquares(KingView);

impl Position {
    /// The squares from which each kind of piece gives check, and the pieces that open a line to the king.
    #[inline]
    pub fn check_squares(&self) -> CheckSquares {
        CheckSquares(self.king_view())
    }

    /// Whether a legal move gives check, directly or by a line that it opens.
    ///
    /// ```
    /// use movegen::chess::Position;
    /// // . . . . k . . .
    /// // . . . . . . . .
    /// // . . . . B . . .
    /// // R . . . R . . K
    /// let position: Position = "4k3/8/4B3/8/8/8/8/R3R2K w - - 0 1".parse().unwrap();
    /// let gives_check = |text| position.gives_check(position.parse_uci(text).unwrap());
    /// assert!(gives_check("a1a8") && gives_check("e6b3") && gives_check("e6d7"));
    /// assert!(!gives_check("a1a7") && !gives_check("e1e3"));
    /// ```
    pub fn gives_check(&self, mv: Move) -> bool {
        self.check_squares().gives_check(self, mv)
    }
}

impl CheckSquares {
    /// Whether a legal move gives check in the position that these squares belong to.
    #[inline]
    pub fn gives_check(&self, position: &Position, mv: Move) -> bool {
        match mv.kind() {
            // Two men move, or another one is captured.
            MoveKind::Castle | MoveKind::EnPassant => position.play(mv).is_check(),
            _ => {
                let Some(piece) = position.piece_at(mv.from()) else {
                    return false;
                };
                let to = mv.to().index();
                self.0.checks(piece.kind, mv.from().index()) >> to & 1 != 0
                    || mv
                        .promotion()
                        .is_some_and(|kind| self.promoted(position, mv, kind))
            }
        }
    }

    /// Whether the new piece gives check. It may look through the square that the pawn has left.
    fn promoted(&self, position: &Position, mv: Move, kind: PieceKind) -> bool {
        let occupied = (position.occupied() - mv.from().bitboard()).0;
        let straight = || Portable.rook(self.0.king, occupied);
        let diagonal = || Portable.bishop(self.0.king, occupied);
        let squares = match kind {
            PieceKind::Knight => self.0.knights,
            PieceKind::Bishop => diagonal(),
            PieceKind::Rook => straight(),
            PieceKind::Queen => diagonal() | straight(),
            PieceKind::Pawn | PieceKind::King => 0,
        };
        squares >> mv.to().index() & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn it_agrees_with_the_position_after_the_move() {
        let mut random = Random::new(31);
        let mut kinds = [[0_u32; 2]; 2];
        for start in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
        ] {
            for _ in 0..50 {
                let mut position: Position = start.parse().expect("a position");
                for _ in 0..60 {
                    let moves = position.legal_moves();
                    for &mv in &moves {
                        let expected = position.play(mv).is_check();
                        assert_eq!(position.gives_check(mv), expected, "{position} {mv}");
                        let is_special = mv.kind() != MoveKind::Plain;
                        kinds[usize::from(is_special)][usize::from(expected)] += 1;
                    }
                    if moves.is_empty() {
                        break;
                    }
                    position = position.play(moves[random.below(moves.len())]);
                }
            }
        }
        let rare = kinds.iter().flatten().min();
        assert!(rare.is_some_and(|&number| number > 100), "{kinds:?}");
    }
}
