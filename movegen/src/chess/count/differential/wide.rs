//! The operations that the differential node requires of an instruction set with wide registers.

use super::analysis::Analysis;
use super::zone::KingSteps;
use crate::chess::PieceKind;
use crate::chess::board::Board;
use crate::chess::color::Side;
use crate::chess::count::scalar::InstructionSet;

/// Registers that hold a set of squares for each of the eight directions, and registers that hold
/// a byte for each of the 64 squares.
///
/// Operations with the parameter `ZONE` have one instance for nodes that treat [zone
/// moves](super::zone) apart and one for the others: the compiler does not inline a large function
/// that has more callers.
pub(crate) trait Wide: InstructionSet<Pending: PendingMoves> {
    /// A set of squares for each direction.
    type Directions: Copy;
    /// A signed number of eight bits for each square.
    type Bytes: Copy;
    /// A factor for each square.
    type Coefficients: Copy;
    /// A running sum.
    type Sum: Copy;

    /// Added to a weight before it is multiplied. All weights are in the range -32 to 100: at most
    /// six squares on each of eight lines, two pawn pushes or a promotion, and on a piece under attack
    /// the 27 moves of a queen. So 128 makes them unsigned bytes.
    const BIAS: i64;

    /// Returns the attacks of sliders in each direction, including the first blocker.
    fn slider_attacks<const ZONE: bool>(
        self,
        straight: u64,
        diagonal: u64,
        empty: u64,
    ) -> Self::Directions;
    /// Returns the squares from which a slider that moves in a direction attacks any of `targets`:
    /// the fill from `targets` in the opposite direction.
    fn attack_origins<const ZONE: bool>(self, targets: u64, empty: u64) -> Self::Directions;
    /// Returns the squares that are in the same direction's set of both arguments.
    fn intersect(self, a: Self::Directions, b: Self::Directions) -> u64;
    /// Returns the squares that are in the sets of at least one and of at least two directions.
    fn once_and_twice(self, directions: Self::Directions) -> (u64, u64);
    /// Unites each direction with its opposite.
    fn lines(self, directions: Self::Directions) -> AttackedLines;

    /// Empty sets.
    fn no_directions(self) -> Self::Directions;
    /// A zero for each square.
    fn no_weights(self) -> Self::Bytes;
    /// Returns the sliders' contribution to the weights, and the number of slider moves.
    ///
    /// `attacks` are the attacks of `straight` and `diagonal` sliders. A slider passes through
    /// `empty` squares and may move to `open` ones. The weight of
    /// - an attacked open square is the number of open squares beyond it that a slider attacks only
    ///   while the square is empty, summed over directions;
    /// - any other attacked square is minus the number of attacks on it;
    /// - a slider's own square is, in addition, the number of its moves.
    fn slider_weights<const ZONE: bool>(
        self,
        attacks: Self::Directions,
        straight: u64,
        diagonal: u64,
        empty: u64,
        open: u64,
    ) -> (Self::Bytes, u64);
    /// Adds a number to the bytes of a set of squares.
    fn add(self, bytes: Self::Bytes, set: u64, number: i8) -> Self::Bytes;
    /// Returns the byte of one square.
    fn byte(self, bytes: Self::Bytes, square: usize) -> i8;
    /// A zero for each square.
    fn no_coefficients(self) -> Self::Coefficients;
    /// Subtracts one from the coefficients of squares that moves of U enter.
    fn enter(self, coefficients: Self::Coefficients, squares: u64) -> Self::Coefficients;
    /// Adds one to the coefficients of squares that moves of U leave.
    fn leave(self, coefficients: Self::Coefficients, squares: u64) -> Self::Coefficients;
    /// Returns the sum over all squares of the weight, increased by [`BIAS`](Wide::BIAS), times the
    /// coefficient.
    fn dot(self, weights: Self::Bytes, coefficients: Self::Coefficients) -> i64;

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
    /// `promotions` are pushes and captures, each of which is four moves. By default, this is so if only the king and pawns move, and at most four
    /// times.
    #[inline(always)]
    fn are_few(
        self,
        _men: u32,
        king: u64,
        pawns: &PawnTargets,
        promotions: &[u64; 3],
        pending: &Self::Pending,
    ) -> bool {
        let [single, double, east, west] = pawns.targets;
        let pawns = single.count_ones() + (double | east | west).count_ones();
        !pending.has_pieces() && king.count_ones() + pawns <= 4 && *promotions == [0; 3]
    }
    /// Leaves all moves of the pieces collected in `pending` pending.
    fn add_pieces(self, pending: &mut Self::Pending);
    /// Leaves all moves of king and pawns pending, other than promotions.
    #[inline(always)]
    fn add_king_and_pawns<U: Side>(
        self,
        king: usize,
        king_targets: u64,
        pawns: &PawnTargets,
        pending: &mut Self::Pending,
    ) {
        pending.add_moves(king, Targets::irregular(king_targets));
        let offsets = match U::WHITE {
            true => [8, 16, 9, 7],
            false => [-8, -16, -7, -9],
        };
        for (targets, offset) in pawns.targets.into_iter().zip(offsets) {
            pending.add_pawn_moves(Targets::irregular(targets), offset);
        }
    }
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

/// The pieces of a node that are classified together, and the moves whose replies are counted later.
pub(crate) trait PendingMoves {
    /// Adds a knight or slider of the node and all its moves, regular or not. A queen is added twice:
    /// as a rook and as a bishop.
    fn add_piece(&mut self, kind: PieceKind, from: usize, targets: u64);
    /// Whether a knight or slider was added.
    fn has_pieces(&self) -> bool;
    /// Adds moves of one piece.
    fn add_moves(&mut self, from: usize, targets: Targets);
    /// Adds moves of pawns that have all moved by `offset` squares.
    fn add_pawn_moves(&mut self, targets: Targets, offset: i32);
    /// Notes what the replies to zone moves depend on.
    fn set_king_steps(&mut self, _steps: &KingSteps) {}
    /// Adds promotions to one kind of piece, by pawns that have moved by `offset` squares.
    fn add_promotions(&mut self, kind: PieceKind, targets: Targets, offset: i32);
}

/// The replies to the regular moves seen so far.
#[derive(Clone, Copy)]
pub(crate) struct RegularSum<W: Wide> {
    /// For each square, the number of pawn moves from it minus the number of all moves to it: the
    /// factor of its weight.
    pub coefficients: W::Coefficients,
    /// The pass counts, and the weights of the pieces' origins increased by [`BIAS`](Wide::BIAS).
    pub sum: W::Sum,
}

/// The targets of pawn moves other than promotions: single pushes, double pushes, captures to the
/// east and to the west.
#[derive(Default)]
#[repr(C, align(32))]
pub(crate) struct PawnTargets {
    pub targets: [u64; 4],
}

/// The squares attacked along each kind of line.
#[derive(Clone, Copy)]
pub(crate) struct AttackedLines {
    pub file: u64,
    pub diagonal: u64,
    pub rank: u64,
    pub anti: u64,
}

impl AttackedLines {
    /// All attacked squares.
    #[inline(always)]
    pub(crate) fn all(&self) -> u64 {
        (self.file | self.diagonal) | (self.rank | self.anti)
    }
}
