//! Whether a move gives check, without making it.

use crate::chess::board::attacks::{KNIGHT, PAWN, Portable, Sliders as _};
use crate::chess::{Bitboard, Move, MoveKind, PieceKind, Position, Square};

impl Position {
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
        if matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant) {
            // Two men move, or another one is captured.
            return self.play(mv).is_check();
        }
        let (us, king) = (self.turn(), self.king(!self.turn()));
        let from = mv.from().bitboard();
        let occupied = (self.occupied() - from) | mv.to().bitboard();
        let opened = self.attackers(king, us, occupied) - from;
        let moved = self.piece_at(mv.from()).map(|piece| piece.kind);
        let placed = mv.promotion().or(moved);
        let is_direct = |kind| match kind {
            PieceKind::Pawn => Bitboard(PAWN[us.index()][mv.to().index()]).contains(king),
            _ => attacks(kind, mv.to(), occupied).contains(king),
        };
        !opened.is_empty() || placed.is_some_and(is_direct)
    }
}

/// The squares that a piece attacks; a king or a pawn never gives check in this way.
fn attacks(kind: PieceKind, square: Square, occupied: Bitboard) -> Bitboard {
    let (index, occupied) = (square.index(), occupied.0);
    Bitboard(match kind {
        PieceKind::Knight => KNIGHT[index],
        PieceKind::Bishop => Portable.bishop(index, occupied),
        PieceKind::Rook => Portable.rook(index, occupied),
        PieceKind::Queen => Portable.bishop(index, occupied) | Portable.rook(index, occupied),
        PieceKind::Pawn | PieceKind::King => 0,
    })
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
