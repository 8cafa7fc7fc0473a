//! The accumulators of the network: its first layer, updated along a line instead of computed from
//! nothing in every position.

use std::collections::TryReserveError;

use arrayvec::ArrayVec;
use movegen::chess::{Bitboard, Color, Piece, PieceKind, Position, Square};
use pulp::{Arch, Simd, WithSimd};

use crate::network::{self, HIDDEN, Network, NetworkFile, Perspective, Row, Weights};

/// The sums of both sides, and the position that they belong to.
#[derive(Clone)]
struct Accumulator {
    rows: [Row; 2],
    perspectives: [Perspective; 2],
    pieces: Pieces,
}

/// The pieces on the board, by color and kind.
type Pieces = [[Bitboard; 6]; 2];

const NO_PIECES: Pieces = [[Bitboard::EMPTY; 6]; 2];

impl Accumulator {
    /// The accumulator of an empty board.
    fn empty(weights: &Weights) -> Accumulator {
        Accumulator {
            rows: [weights.bias; 2],
            perspectives: [
                Perspective::new(Color::White, Square::E1),
                Perspective::new(Color::Black, Square::E8),
            ],
            pieces: NO_PIECES,
        }
    }

    /// Sets the accumulator to that of a position with these pieces, by changing `base` where the
    /// pieces differ. The positions need not be related.
    #[inline(always)]
    fn update(&mut self, base: &Accumulator, pieces: Pieces, weights: &Weights) {
        let from_base = Changes::between(&base.pieces, &pieces);
        for side in Color::ALL {
            let index = side.index();
            let king = pieces[index][PieceKind::King.index()].first();
            // Every position that is evaluated has both kings.
            let perspective = king.map_or(base.perspectives[index], |king| {
                Perspective::new(side, king)
            });
            let row = &mut self.rows[index];
            if perspective == base.perspectives[index] {
                from_base.apply(row, &base.rows[index], perspective, weights);
            } else {
                // The king has moved to another bucket or half: all features change.
                let from_empty = Changes::between(&NO_PIECES, &pieces);
                from_empty.apply(row, &weights.bias, perspective, weights);
            }
            self.perspectives[index] = perspective;
        }
        self.pieces = pieces;
    }

    #[inline(always)]
    fn output(&self, turn: Color, file: &NetworkFile) -> i32 {
        let (own, opponent) = (turn.index(), (!turn).index());
        let count: u32 = self.pieces.iter().flatten().map(|set| set.len()).sum();
        let bucket = network::output_bucket(count as usize);
        let (own, opponent) = (&self.rows[own], &self.rows[opponent]);
        file.weights
            .output(own, opponent, bucket, file.header.scale)
    }
}

#[inline(always)]
fn pieces_of(position: &Position) -> Pieces {
    let white = position.colors(Color::White);
    let kinds = PieceKind::ALL.map(|kind| position.pieces(kind));
    [kinds.map(|set| set & white), kinds.map(|set| set - white)]
}

/// Pieces with their squares; the board has room for 64.
type PlacedPieces = ArrayVec<(Piece, Square), 64>;

/// The pieces that differ between two positions.
struct Changes {
    added: PlacedPieces,
    removed: PlacedPieces,
}

impl Changes {
    #[inline(always)]
    fn between(before: &Pieces, after: &Pieces) -> Changes {
        let (mut added, mut removed) = (PlacedPieces::new(), PlacedPieces::new());
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let piece = Piece { color, kind };
                let old = before[color.index()][kind.index()];
                let new = after[color.index()][kind.index()];
                if old == new {
                    continue;
                }
                added.extend((new - old).into_iter().map(|square| (piece, square)));
                removed.extend((old - new).into_iter().map(|square| (piece, square)));
            }
        }
        Changes { added, removed }
    }

    /// Sets `row` to `base`, plus the rows of the added pieces, minus those of the removed ones.
    #[inline(always)]
    fn apply(&self, row: &mut Row, base: &Row, perspective: Perspective, weights: &Weights) {
        let rows =
            |&(piece, square): &(Piece, Square)| &weights.rows[perspective.feature(piece, square)];
        for start in (0..HIDDEN).step_by(CHUNK) {
            let chunk = start..start + CHUNK;
            let mut sums = [0; CHUNK];
            sums.copy_from_slice(&base[chunk.clone()]);
            for added in self.added.iter().map(rows) {
                for (sum, weight) in sums.iter_mut().zip(&added[chunk.clone()]) {
                    *sum = sum.wrapping_add(*weight);
                }
            }
            for removed in self.removed.iter().map(rows) {
                for (sum, weight) in sums.iter_mut().zip(&removed[chunk.clone()]) {
                    *sum = sum.wrapping_sub(*weight);
                }
            }
            row[chunk].copy_from_slice(&sums);
        }
    }
}

/// Values that are updated together: few enough to stay in registers.
const CHUNK: usize = 64;

/// The accumulators of a line, one per ply, and their network.
#[derive(Default)]
pub(crate) struct Accumulators {
    /// The accumulator of the empty board, then one per ply. All belong to `network`.
    line: Vec<Accumulator>,
    network: Network,
    arch: Arch,
}

impl Accumulators {
    /// Accumulators for a root and `plies` plies below it.
    pub(crate) fn new(plies: usize, network: Network) -> Accumulators {
        Accumulators {
            line: vec![Accumulator::empty(&network.file().weights); plies + 2],
            network,
            arch: Arch::new(),
        }
    }

    /// The same, but reports a lack of memory.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(crate) fn try_new(plies: usize, network: Network) -> Result<Accumulators, TryReserveError> {
        let mut line = Vec::new();
        line.try_reserve_exact(plies + 2)?;
        line.resize(plies + 2, Accumulator::empty(&network.file().weights));
        Ok(Accumulators {
            line,
            network,
            arch: Arch::new(),
        })
    }

    /// Replaces the network, and all that was computed with the old one.
    pub(crate) fn set_network(&mut self, network: Network) {
        self.line.fill(Accumulator::empty(&network.file().weights));
        self.network = network;
    }

    /// The size in bytes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.line)
    }

    /// The network's evaluation of a position at this ply, in centipawns for the side to move.
    ///
    /// Usually the accumulator of the ply above belongs to the preceding position, and two or three
    /// rows differ. The result is right for any other position as well.
    pub(crate) fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        self.evaluate_pieces(pieces_of(position), position.turn(), ply)
    }

    /// How much the evaluation falls, from the view of the piece's own side, when the piece on the
    /// square is removed.
    pub(crate) fn piece_value(&mut self, position: &Position, square: Square) -> i32 {
        let turn = position.turn();
        let pieces = pieces_of(position);
        let others = !Bitboard::from(square);
        let without = pieces.map(|side| side.map(|set| set & others));
        let difference =
            self.evaluate_pieces(pieces, turn, 0) - self.evaluate_pieces(without, turn, 0);
        if position.colors(turn).contains(square) {
            difference
        } else {
            -difference
        }
    }

    fn evaluate_pieces(&mut self, pieces: Pieces, turn: Color, ply: usize) -> i32 {
        let (upper, lower) = self.line.split_at_mut(ply + 1);
        let (base, own) = (&upper[ply], &mut lower[0]);
        self.arch.dispatch(Evaluation {
            base,
            own,
            pieces,
            turn,
            file: self.network.file(),
        })
    }
}

/// One evaluation, compiled once for each instruction set.
///
/// This needs functions that are always inlined: a closure is compiled separately, for the
/// instruction set that all CPUs share.
struct Evaluation<'a> {
    base: &'a Accumulator,
    own: &'a mut Accumulator,
    pieces: Pieces,
    turn: Color,
    file: &'a NetworkFile,
}

impl WithSimd for Evaluation<'_> {
    type Output = i32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> i32 {
        self.own.update(self.base, self.pieces, &self.file.weights);
        self.own.output(self.turn, self.file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn updated_accumulators_equal_new_ones() {
        let mut position: Position = "r3k2r/p1p2ppp/1P6/3pP3/8/8/PPP2PPP/R3K2R w KQkq d6 0 1"
            .parse()
            .expect("a position");
        let mut line = Accumulators::new(20, Network::default());
        line.evaluate(&position, 0);
        let moves = "e5d6 e8c8 b6a7 c8d7 a7a8q d7e6 e1c1 d8a8 c1b1 e6f5 b1a1 f5g4";
        for (ply, text) in moves.split_whitespace().enumerate() {
            position = position.play(position.parse_uci(text).expect("a move"));
            // Some plies are not evaluated.
            if ply % 3 != 1 {
                let fresh = Accumulators::new(0, Network::default()).evaluate(&position, 0);
                assert_eq!(line.evaluate(&position, ply + 1), fresh, "after {text}");
            }
        }
    }

    #[test]
    fn all_instruction_sets_compute_the_same() {
        let position: Position =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1"
                .parse()
                .expect("a position");
        let mut native = Accumulators::new(0, Network::default());
        let mut scalar = Accumulators::new(0, Network::default());
        scalar.arch = Arch::Scalar;
        assert_eq!(native.evaluate(&position, 0), scalar.evaluate(&position, 0));
    }
}
