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
    /// A signed number of eight bits for each square.
    type Bytes: Copy;
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
    /// Returns the sum over all squares of the weight, increased by [`BIAS`](Lanes::BIAS), times the
    /// coefficient.
    fn dot(self, weights: Self::Bytes, coefficients: Self::Coefficients) -> i64;
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
