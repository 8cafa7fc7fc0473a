//! Sets of squares for eight directions, and numbers for 64 squares, in the registers of an
//! instruction set.

use crate::chess::count::instruction_set::InstructionSet;

/// Registers that hold a set of squares for each of the eight directions, and registers that hold
/// a byte for each of the 64 squares.
///
/// Operations with the parameter `ZONE` have one instance for nodes that treat [zone
/// moves](super::zone) apart and one for the others: the compiler does not inline a large function
/// that has more callers.
pub(crate) trait Lanes: InstructionSet {
    /// A set of squares for each direction.
    type Directions: Copy;
    /// A signed number of eight bits for each square, or what it is computed from.
    type Weights: Copy;
    /// A factor for each square.
    type Coefficients: Copy;

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
        open: u64,
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
    /// The weights if no slider of V counts. A slider would pass through `empty` squares and move to
    /// `open` ones.
    fn no_weights(self, empty: u64, open: u64) -> Self::Weights;
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
    ) -> (Self::Weights, u64);
    /// Adds the contribution of a knight of V with this number of moves, which defends the squares
    /// `defended`.
    fn knight_weights(
        self,
        weights: Self::Weights,
        from: usize,
        defended: u64,
        moves: u32,
    ) -> Self::Weights;
    /// Adds the contribution of V's pawns.
    fn pawn_weights(self, weights: Self::Weights, pawns: &PawnSquares) -> Self::Weights;
    /// Returns the byte of one square.
    #[cfg(any(test, target_arch = "x86_64"))]
    fn byte(self, bytes: Self::Weights, square: usize) -> i8;
    /// A zero for each square.
    fn no_coefficients(self) -> Self::Coefficients;
    /// Subtracts one from the coefficients of squares that moves of U enter.
    fn enter(self, coefficients: Self::Coefficients, squares: u64) -> Self::Coefficients;
    /// Adds one to the coefficients of squares that moves of U leave.
    fn leave(self, coefficients: Self::Coefficients, squares: u64) -> Self::Coefficients;
    /// Returns the sum over all squares of the weight, increased by [`BIAS`](Lanes::BIAS), times the
    /// coefficient.
    fn dot(self, weights: Self::Weights, coefficients: Self::Coefficients) -> i64;
}

/// The squares on which the moves of V's pawns depend.
#[derive(Clone, Copy, Default)]
pub(crate) struct PawnSquares {
    /// Single pushes that are possible now or once U has left the square.
    pub single: u64,
    /// The squares of double pushes of which the other square is empty: passed over, or targets.
    pub double: u64,
    /// Attacks to the east and to the west, on pieces or not.
    pub east: u64,
    pub west: u64,
    /// The origins of the single pushes, double pushes, and captures to the east and west that are possible
    /// now.
    pub origins: [u64; 4],
    /// The pawns that promote with their next move, and the rank on which they do.
    pub promoting: u64,
    pub promotion_rank: u64,
}

/// A number for each square, to which others can be added.
pub(crate) trait Addable: Lanes {
    /// Adds a number to the bytes of a set of squares.
    fn add(self, bytes: Self::Weights, set: u64, number: i8) -> Self::Weights;

    /// See [`Lanes::knight_weights`].
    #[inline(always)]
    fn add_knight(
        self,
        weights: Self::Weights,
        from: usize,
        defended: u64,
        moves: u32,
    ) -> Self::Weights {
        let weights = self.add(weights, defended, -1);
        self.add(weights, 1 << from, moves as i8)
    }

    /// See [`Lanes::pawn_weights`].
    #[inline(always)]
    fn add_pawns(self, weights: Self::Weights, pawns: &PawnSquares) -> Self::Weights {
        let mut weights = self.add(weights, pawns.east, -1);
        weights = self.add(weights, pawns.west, -1);
        weights = self.add(weights, pawns.single, 1);
        weights = self.add(weights, pawns.double, 1);
        for origins in pawns.origins {
            weights = self.add(weights, origins, 1);
        }
        if pawns.promoting != 0 {
            // A promotion is four moves: three more.
            weights = self.add(weights, pawns.east & pawns.promotion_rank, -3);
            weights = self.add(weights, pawns.west & pawns.promotion_rank, -3);
            weights = self.add(weights, pawns.single & pawns.promotion_rank, 3);
            let [single, _, east, west] = pawns.origins;
            for origins in [single, east, west] {
                weights = self.add(weights, origins & pawns.promoting, 3);
            }
        }
        weights
    }
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
