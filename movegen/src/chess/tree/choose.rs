//! One legal move out of all, by its index: for random walks.
//!
//! The generator's sets of targets are kept as they are. Only the set that contains the chosen move is
//! split, and only that move is made.

use arrayvec::ArrayVec;

use crate::chess::board::attacks::Portable;
use crate::chess::board::color::{Black, White};
use crate::chess::rules::legal::{Sink, generate, origin};
use crate::chess::{Color, Move, MoveKind, PieceKind, Position, Square};

/// No position has more sets: two for each of 63 pieces (a queen has two), four of pawn moves, three of
/// promotions, two captures en passant and two castling moves.
const CAPACITY: usize = 140;

/// The pieces to which a pawn promotes, in the order of the indices.
const PROMOTIONS: [MoveKind; 4] = [
    MoveKind::PromoteQueen,
    MoveKind::PromoteRook,
    MoveKind::PromoteBishop,
    MoveKind::PromoteKnight,
];

impl Position {
    /// The number of legal moves, and the position after one of them: `choose` gets the number and
    /// returns the index of the move, in the order of the generator. `None` without moves.
    pub(in crate::chess) fn child_by_index(
        &self,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<(usize, Position)> {
        let mut sets = Sets::default();
        match self.turn() {
            Color::White => generate::<White, _, _>(self.board(), Portable, &mut sets),
            Color::Black => generate::<Black, _, _>(self.board(), Portable, &mut sets),
        }
        if sets.moves == 0 {
            return None;
        }
        let mv = sets.get(choose(sets.moves));
        Some((sets.moves, self.play(mv)))
    }
}

/// Where the moves of a set come from.
#[derive(Clone, Copy)]
enum Origin {
    /// This square.
    Square(usize),
    /// The target minus this number of squares.
    Offset(i32),
}

/// Moves of one kind.
#[derive(Clone, Copy)]
struct Set {
    targets: u64,
    origin: Origin,
    kind: MoveKind,
}

/// The sink that keeps the sets, promotions apart: each of their targets stands for four moves.
#[derive(Default)]
struct Sets {
    sets: ArrayVec<Set, CAPACITY>,
    /// The number of moves in all sets.
    moves: usize,
}

impl Sets {
    #[inline(always)]
    fn add(&mut self, targets: u64, origin: Origin, kind: MoveKind) {
        if targets != 0 {
            let each = if kind == PROMOTIONS[0] {
                PROMOTIONS.len()
            } else {
                1
            };
            self.moves += each * targets.count_ones() as usize;
            self.sets.push(Set {
                targets,
                origin,
                kind,
            });
        }
    }

    /// The move with this index.
    ///
    /// # Panics
    /// If the index is not less than the number of moves.
    fn get(&self, mut index: usize) -> Move {
        for set in &self.sets {
            let promotes = set.kind == PROMOTIONS[0];
            let each = if promotes { PROMOTIONS.len() } else { 1 };
            let moves = each * set.targets.count_ones() as usize;
            if index >= moves {
                index -= moves;
                continue;
            }
            let mut targets = set.targets;
            for _ in 0..index / each {
                targets &= targets - 1;
            }
            let to = targets.trailing_zeros() as usize;
            let from = match set.origin {
                Origin::Square(from) => from,
                Origin::Offset(offset) => origin(to, offset),
            };
            let kind = if promotes {
                PROMOTIONS[index % each]
            } else {
                set.kind
            };
            return Move::new(Square::from_index(from), Square::from_index(to), kind);
        }
        panic!("an index beyond the last move")
    }
}

impl Sink for Sets {
    #[inline(always)]
    fn piece(&mut self, _kind: PieceKind, from: usize, targets: u64) {
        self.add(targets, Origin::Square(from), MoveKind::Plain);
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        self.add(targets, Origin::Offset(offset), MoveKind::Plain);
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        self.add(targets, Origin::Offset(offset), PROMOTIONS[0]);
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, offset: i32) {
        self.add(targets, Origin::Offset(offset), MoveKind::DoublePush);
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize, to: usize) {
        self.add(1 << to, Origin::Square(from), MoveKind::EnPassant);
    }

    #[inline(always)]
    fn castle(&mut self, king: usize, rook: usize) {
        self.add(1 << rook, Origin::Square(king), MoveKind::Castle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_is_another_legal_child() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",
            "8/8/8/KPpP3r/8/8/8/7k w - c6",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -",
            "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/3K4/1k6 w - -",
        ] {
            let setup = fen.parse().expect(fen);
            let position = Position::from_setup_unchecked(&setup);
            let legal = position.legal_moves();
            let mut expected: Vec<_> = legal.iter().map(|mv| position.play(*mv)).collect();
            let child = |index| position.child_by_index(|_| index).expect("a move");
            let mut found: Vec<_> = (0..legal.len()).map(|index| child(index).1).collect();
            assert_eq!(child(0).0, legal.len(), "{fen}");
            expected.sort_by_key(Position::key);
            found.sort_by_key(Position::key);
            assert!(expected == found, "{fen}");
        }
    }

    #[test]
    fn a_mate_has_no_child() {
        let mate: Position = "7k/6Q1/6K1/8/8/8/8/8 b - -".parse().expect("a mate");
        assert!(mate.child_by_index(|_| 0).is_none());
    }
}
