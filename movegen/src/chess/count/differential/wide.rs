//! How an instruction set counts the moves of a differential node.

use super::analysis::Analysis;
use super::lanes::Lanes;
use crate::chess::PieceKind;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::count::instruction_set::InstructionSet;

/// What an instruction set does with the moves of a node that are not summed up.
pub(crate) trait Node: Lanes + InstructionSet<Pending: PendingMoves> {
    /// Counts the replies to a move that has been made, or leaves it pending.
    fn add_child<U: Side>(self, child: &Board, pending: &mut Self::Pending);
    /// Counts the replies that capture a double push en passant: see
    /// [`en_passant_replies`](super::en_passant_replies).
    fn en_passant_replies<U: Side>(self, board: &Board, from: usize, to: usize) -> u64;
    /// Announces that moves on this board will be added.
    fn begin_node<U: Side>(self, board: &Board, pending: &mut Self::Pending);
    /// Announces that all moves on this board have been added.
    fn end_node<U: Side>(self, board: &Board, pending: &mut Self::Pending);
}

/// Classifies the pieces of a node together, eight at a time, and sums up their regular moves.
pub(crate) trait Wide: Node<Pending: PendingPieces> {
    /// A running sum.
    type Sum: Copy;

    /// The sum zero.
    fn zero_sum(self) -> Self::Sum;
    /// Adds the replies to the regular moves of the pieces collected in `pending`, and leaves their
    /// irregular moves pending.
    fn count_pieces<U: Side, const ZONE: bool>(
        self,
        board: &Board,
        analysis: &Analysis<Self, ZONE>,
        so_far: RegularSum<Self>,
        pending: &mut Self::Pending,
    ) -> RegularSum<Self>;
    /// As [`count_pieces`](Wide::count_pieces), for pawn moves other than promotions.
    fn count_pawns<U: Side, const ZONE: bool>(
        self,
        pawns: &PawnTargets,
        analysis: &Analysis<Self, ZONE>,
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

/// The targets of moves that the formula for regular moves does not cover.
#[derive(Clone, Copy)]
pub(crate) struct Targets {
    pub irregular: u64,
    /// Targets of [zone moves](super::zone). These are also counted as regular moves: what differs is
    /// added. Empty unless zone moves are treated apart.
    pub zone: u64,
}

impl Targets {
    /// Targets of irregular moves.
    #[inline(always)]
    pub(crate) fn irregular(irregular: u64) -> Targets {
        Targets { irregular, zone: 0 }
    }
}

/// The pieces of a node that are classified together.
pub(crate) trait PendingPieces: PendingMoves {
    /// Adds a knight or slider of the node and all its moves, regular or not. A queen is added twice:
    /// as a rook and as a bishop.
    fn add_piece(&mut self, kind: PieceKind, from: usize, targets: u64);
}

/// The moves of a node whose replies are counted later.
pub(crate) trait PendingMoves {
    /// Adds moves of one piece.
    fn add_moves<const ZONE: bool>(&mut self, from: usize, targets: Targets);
    /// Adds moves of pawns that have all moved by `offset` squares.
    fn add_pawn_moves<const ZONE: bool>(&mut self, targets: Targets, offset: i32);
    /// Adds promotions to one kind of piece, by pawns that have moved by `offset` squares.
    fn add_promotions<const ZONE: bool>(&mut self, kind: PieceKind, targets: Targets, offset: i32);
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
