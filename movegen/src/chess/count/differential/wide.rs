//! How an instruction set classifies eight pieces of a differential node at a time.

use super::analysis::Analysis;
use super::pending::{Node, PendingMoves};
use crate::chess::PieceKind;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;

/// Classifies the pieces of a node together, eight at a time, and sums up their regular moves.
pub(crate) trait Wide: Node<Pending: PendingPieces> {
    /// A running sum.
    type Sum: Copy;

    /// The sum zero.
    fn zero_sum(self) -> Self::Sum;
    /// Adds the replies to the regular moves of the pieces collected in `pending`, and leaves their
    /// irregular moves pending.
    fn count_pieces<U: Side>(
        self,
        board: &Board,
        analysis: &Analysis<Self, false>,
        so_far: RegularSum<Self>,
        pending: &mut Self::Pending,
    ) -> RegularSum<Self>;
    /// As [`count_pieces`](Wide::count_pieces), for pawn moves other than promotions.
    fn count_pawns<U: Side>(
        self,
        pawns: &PawnTargets,
        analysis: &Analysis<Self, false>,
        so_far: RegularSum<Self>,
        pending: &mut Self::Pending,
    ) -> RegularSum<Self>;
    /// Returns the value of the sum.
    fn total(self, sum: Self::Sum) -> i64;

    /// Whether making each move costs less than the analysis, on a board with `men` pieces and pawns.
    /// `promotions` are pushes and captures, each of which is four moves.
    fn are_few(
        self,
        men: u32,
        king: u64,
        pawns: &PawnTargets,
        promotions: &[u64; 3],
        pending: &Self::Pending,
    ) -> bool;
    /// Leaves all moves of the pieces collected in `pending` pending.
    fn add_pieces(self, pending: &mut Self::Pending);
    /// Leaves all moves of king and pawns pending, other than promotions.
    fn add_king_and_pawns<U: Side>(
        self,
        king: usize,
        king_targets: u64,
        pawns: &PawnTargets,
        pending: &mut Self::Pending,
    );
}

/// The pieces of a node that are classified together.
pub(crate) trait PendingPieces: PendingMoves {
    /// Adds a knight or slider of the node and all its moves, regular or not. A queen is added twice:
    /// as a rook and as a bishop.
    fn add_piece(&mut self, kind: PieceKind, from: usize, targets: u64);
}

/// The replies to the regular moves seen so far.
#[derive(Clone, Copy)]
pub(crate) struct RegularSum<W: Wide> {
    /// For each square, the number of pawn moves from it minus the number of all moves to it: the
    /// factor of its weight.
    pub coefficients: W::Coefficients,
    /// The pass counts, and the weights of the pieces' origins increased by [`BIAS`](Lanes::BIAS).
    pub sum: W::Sum,
}

/// The targets of pawn moves other than promotions: single pushes, double pushes, captures to the
/// east and to the west.
#[derive(Default)]
#[repr(C, align(32))]
pub(crate) struct PawnTargets {
    pub targets: [u64; 4],
}
