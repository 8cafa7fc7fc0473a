//! What the differential node asks of an instruction set with wide registers.

use super::analysis::Analysis;
use crate::chess::PieceKind;
use crate::chess::board::Board;
use crate::chess::color::Side;
use crate::chess::count::scalar::InstructionSet;

/// Registers of eight words or of 64 bytes: a lane for each direction, a byte for each square.
///
/// The directions are N, NE, E, SE, S, SW, W, NW in this order.
pub(crate) trait Wide: InstructionSet<Pending: PendingMoves> {
    /// A set of squares for each direction.
    type Directions: Copy;
    /// A small number for each square.
    type Bytes: Copy;
    /// A running sum.
    type Sum: Copy;

    /// With so many men, or fewer, each move is made: the analysis would not pay.
    const SPARSE: u32;

    /// What sliders attack in each direction, the first blocker included.
    fn slide(self, straight: u64, diagonal: u64, empty: u64) -> Self::Directions;
    /// As `slide`, with each lane holding the direction opposite to its own.
    fn slide_back(self, sources: u64, empty: u64) -> Self::Directions;
    /// The squares that any lane has in common.
    fn intersect(self, a: Self::Directions, b: Self::Directions) -> u64;
    /// What both directions of each line have together.
    fn lines(self, lanes: Self::Directions) -> AttackedLines;

    /// For each attacked square that `open` holds, how many squares further a slider would come in
    /// that direction if the square were empty, summed over directions; for each attacked square
    /// that it does not hold, minus the number of attacks; for each slider, how many squares it
    /// attacks that `open` holds; and the sum of the latter. A slider goes through `empty` squares
    /// and comes to a stop on `open` ones.
    fn runs(
        self,
        attacks: Self::Directions,
        straight: u64,
        diagonal: u64,
        empty: u64,
        open: u64,
    ) -> (Self::Bytes, u64);
    /// All zero.
    fn zero(self) -> Self::Bytes;
    /// Adds a number to the bytes of a set.
    fn add(self, bytes: Self::Bytes, set: u64, number: i8) -> Self::Bytes;
    /// The byte of one square.
    fn weight(self, bytes: Self::Bytes, square: usize) -> i8;
    /// The sum of all products of a weight, increased by [`BIAS`], and the number beside it.
    fn dot(self, weights: Self::Bytes, numbers: Self::Bytes) -> i64;

    /// No sum yet.
    fn nothing(self) -> Self::Sum;
    /// Adds up the regular moves of the pieces met and notes the others.
    fn play_pieces<U: Side>(
        self,
        board: &Board,
        analysis: &Analysis<Self>,
        so_far: RegularSum<Self>,
        pending: &mut Self::Pending,
    ) -> RegularSum<Self>;
    /// As `play_pieces`, for pawns that do not promote.
    fn play_pawns<U: Side>(
        self,
        pawns: &PawnTargets,
        analysis: &Analysis<Self>,
        so_far: RegularSum<Self>,
        pending: &mut Self::Pending,
    ) -> RegularSum<Self>;
    /// The sum.
    fn total(self, sum: Self::Sum) -> i64;

    /// Counts the replies to a move that has been made, or notes it to be counted later.
    fn queue_child<U: Side>(self, child: &Board, pending: &mut Self::Pending);
    /// How many replies take a double step en passant: see
    /// [`taken_en_passant`](super::irregular::taken_en_passant).
    fn taken_en_passant<U: Side>(self, board: &Board, from: usize, to: usize) -> u64;
    /// Tells that moves of this board are about to be noted.
    fn begin<U: Side>(self, board: &Board, pending: &mut Self::Pending);
    /// Tells that all of them were.
    fn end<U: Side>(self, board: &Board, pending: &mut Self::Pending);
}

/// What a node leaves to be looked at or counted later.
pub(crate) trait PendingMoves {
    /// Remembers a knight or slider, to be looked at together with others.
    fn add_piece(&mut self, kind: PieceKind, from: usize, targets: u64);
    /// PendingMoves irregular moves of one piece.
    fn note(&mut self, from: usize, targets: u64);
    /// PendingMoves irregular moves of pawns that have all gone `offset` squares on.
    fn note_pawns(&mut self, targets: u64, offset: i32);
    /// PendingMoves irregular promotions to one kind of piece, `offset` squares on.
    fn note_promotions(&mut self, kind: PieceKind, targets: u64, offset: i32);
}

/// What the regular moves seen so far come to.
#[derive(Clone, Copy)]
pub(crate) struct RegularSum<W: Wide> {
    /// For each square, moves of pawns from it less all moves to it.
    pub numbers: W::Bytes,
    /// The passes, and the weights of the origins of pieces, increased by [`BIAS`].
    pub sum: W::Sum,
}

/// The targets of pawns: of single and double steps, of captures to the east and to the west.
#[derive(Default)]
#[repr(C, align(32))]
pub(crate) struct PawnTargets {
    pub targets: [u64; 4],
}

/// Squares along each kind of line.
#[derive(Clone, Copy)]
pub(crate) struct AttackedLines {
    pub file: u64,
    pub diagonal: u64,
    pub rank: u64,
    pub anti: u64,
}

impl AttackedLines {
    /// All of them.
    #[inline(always)]
    pub(crate) fn all(&self) -> u64 {
        (self.file | self.diagonal) | (self.rank | self.anti)
    }
}

/// Added to each weight that is multiplied, so that it is a number without sign. No weight leaves the
/// range -32 to 100: eight lines of at most six squares, two pawn steps or a promotion, and on an
/// attacked man the 27 moves of a queen.
pub(crate) const BIAS: i64 = 128;
