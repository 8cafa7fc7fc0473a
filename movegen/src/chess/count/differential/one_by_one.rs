//! The moves of a differential node one by one: regular moves piece by piece, irregular moves board
//! by board. For an instruction set whose registers hold neither eight pieces nor eight boards.

use super::lanes::Lanes;
use super::node_moves::{AS_ROOK, NodeMoves, PIECES, zone_moves_are_frequent};
use super::wide::{PawnTargets, PendingMoves as _, RegularSum, Targets, Wide};
use super::{Analysis, if_in, node};
use crate::chess::board::attacks::{self, PAWN, shift};
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::count::instruction_set::InstructionSet;

/// An instruction set that handles the moves of a node one by one.
pub(crate) trait OneByOne: Lanes + InstructionSet<Pending = NodeMoves> {
    /// Returns the weight of each square, in a form that is read one by one.
    fn weights(self, weights: &Self::Bytes) -> impl Fn(usize) -> i8;

    /// Makes the pending moves of a node and counts the replies to each. Called for every node.
    fn count_replies<U: Side>(self, board: &Board, pending: &mut NodeMoves);

    /// See [`Wide::en_passant_replies`].
    #[inline(always)]
    fn en_passant_replies<U: Side>(self, board: &Board, from: usize, to: usize) -> u64 {
        super::en_passant_replies::<U, _>(board, self.sliders(), from, to)
    }
}

impl<I: OneByOne> Wide for I {
    type Sum = i64;

    #[inline(always)]
    fn zero_sum(self) -> i64 {
        0
    }

    #[inline(always)]
    fn count_pieces<U: Side, const ZONE: bool>(
        self,
        board: &Board,
        analysis: &Analysis<Self, ZONE>,
        so_far: RegularSum<Self>,
        pending: &mut NodeMoves,
    ) -> RegularSum<Self> {
        count_pieces::<U, Self, ZONE>(self, board, analysis, so_far, pending)
    }

    #[inline(always)]
    fn count_pawns<U: Side, const ZONE: bool>(
        self,
        pawns: &PawnTargets,
        analysis: &Analysis<Self, ZONE>,
        so_far: RegularSum<Self>,
        pending: &mut NodeMoves,
    ) -> RegularSum<Self> {
        count_pawns::<U, Self, ZONE>(self, pawns, analysis, so_far, pending)
    }

    #[inline(always)]
    fn total(self, sum: i64) -> i64 {
        sum
    }

    #[inline(always)]
    fn add_pieces(self, pending: &mut NodeMoves) {
        pending.add_pieces();
    }

    #[inline(always)]
    fn add_child<U: Side>(self, child: &Board, pending: &mut NodeMoves) {
        pending.add_replies(self.count_moves::<U::Opponent>(child));
    }

    #[inline(always)]
    fn en_passant_replies<U: Side>(self, board: &Board, from: usize, to: usize) -> u64 {
        OneByOne::en_passant_replies::<U>(self, board, from, to)
    }

    #[inline(always)]
    fn begin_node<U: Side>(self, _board: &Board, _pending: &mut NodeMoves) {}

    #[inline(always)]
    fn end_node<U: Side>(self, board: &Board, pending: &mut NodeMoves) {
        self.count_replies::<U>(board, pending);
    }
}

/// Counts the leaves two plies below the board, except those left pending.
#[inline(always)]
pub(crate) fn count_two_plies<U: Side, I: OneByOne>(
    instructions: I,
    board: &Board,
    pending: &mut NodeMoves,
) -> u64 {
    if zone_moves_are_frequent::<U::Opponent>(board) {
        node::count_two_plies::<U, I, true>(instructions, board, pending)
    } else {
        node::count_two_plies::<U, I, false>(instructions, board, pending)
    }
}

/// The conditions under which a move of one kind of piece is irregular, or a zone move.
struct Conditions {
    /// It starts or ends on one of these squares.
    touches: u64,
    /// A zone move starts or ends on one of these squares.
    zone: u64,
    /// From these squares it gives a check that only the king can answer: a zone move.
    checks: u64,
    /// It starts on one of these squares and runs along the rank or the diagonal.
    along_first: u64,
    /// It starts on one of these squares and runs along the file or the anti-diagonal.
    along_second: u64,
    /// It captures one of these pawns, and the pawn attacks its origin.
    captures: u64,
}

/// Sums up the regular moves of the node's pieces and leaves the irregular ones pending.
#[inline(always)]
fn count_pieces<U: Side, I: OneByOne, const ZONE: bool>(
    instructions: I,
    board: &Board,
    analysis: &Analysis<I, ZONE>,
    so_far: RegularSum<I>,
    pending: &mut NodeMoves,
) -> RegularSum<I> {
    let weight = instructions.weights(&analysis.weights);
    let (irregular, zone) = (&analysis.irregular, &analysis.zone);
    let checks = &analysis.king_steps.checks;
    let attacked_by_sliders = analysis.lines.all();
    let lines = &analysis.lines;
    let conditions = [
        Conditions {
            touches: irregular.knight,
            zone: zone.knight,
            checks: checks.knight,
            along_first: 0,
            along_second: 0,
            captures: 0,
        },
        Conditions {
            touches: irregular.bishop,
            zone: zone.bishop,
            checks: checks.diagonal,
            along_first: lines.diagonal,
            along_second: lines.anti,
            captures: analysis.v_pawns,
        },
        Conditions {
            touches: irregular.rook,
            zone: zone.rook,
            checks: checks.straight,
            along_first: lines.rank,
            along_second: lines.file | analysis.pushes,
            captures: 0,
        },
    ];
    let queens = board.straight & board.diagonal;
    let RegularSum {
        mut coefficients,
        mut sum,
    } = so_far;
    let pieces = std::mem::take(&mut pending.pieces) & (2 * PIECES - 1);
    for index in 0..pieces {
        let (targets, code) = (
            pending.piece_targets[index & (PIECES - 1)],
            pending.piece_codes[index & (PIECES - 1)],
        );
        let from = code as usize >> 2 & 63;
        let condition = &conditions[(code as usize & 3).min(2)];
        let through = attacks::lines(from);
        let (first, second) = if code & 3 == AS_ROOK {
            (through.rank, through.file)
        } else {
            (through.diagonal, through.anti)
        };
        let touches = condition.touches | if_in(queens, from, irregular.queen);
        let checks = condition.checks | if_in(queens, from, checks.diagonal | checks.straight);
        // A slider of V that attacks the origin might reach more squares afterwards.
        let answered = if_in(attacked_by_sliders, from, checks);
        let bad = touches
            | answered
            | if_in(touches, from, !0)
            | if_in(condition.along_first, from, first)
            | if_in(condition.along_second, from, second)
            | (PAWN[U::COLOR.index()][from] & condition.captures);
        let regular = targets & !(bad | checks);
        let each = analysis.pass_count as i64 + i64::from(weight(from)) + I::BIAS;
        sum += i64::from(regular.count_ones()) * each;
        coefficients = instructions.enter(coefficients, regular);
        let zone = condition.zone | if_in(queens, from, zone.queen);
        let special = Targets {
            irregular: targets & bad,
            zone: if ZONE {
                targets & !bad & (zone | checks | if_in(zone, from, !0))
            } else {
                0
            },
        };
        pending.add_moves(from, special);
    }
    RegularSum { coefficients, sum }
}

/// Sums up the regular moves of pawns and leaves the irregular ones pending.
#[inline(always)]
fn count_pawns<U: Side, I: OneByOne, const ZONE: bool>(
    instructions: I,
    pawns: &PawnTargets,
    analysis: &Analysis<I, ZONE>,
    so_far: RegularSum<I>,
    pending: &mut NodeMoves,
) -> RegularSum<I> {
    let lines = &analysis.lines;
    let set = analysis.irregular.pawn;
    let vertical = lines.file | analysis.pushes;
    // The offset of each kind of move, and the origins from which it is irregular.
    let kinds = if U::WHITE {
        [
            (8, vertical),
            (16, vertical),
            (9, lines.diagonal),
            (7, lines.anti),
        ]
    } else {
        [
            (-8, vertical),
            (-16, vertical),
            (-7, lines.anti),
            (-9, lines.diagonal),
        ]
    };
    let RegularSum {
        mut coefficients,
        mut sum,
    } = so_far;
    // Pawns that push and pawns that capture to the east never share a target, so one addition
    // serves all of them.
    let mut reached = 0;
    for ((offset, same_line), targets) in kinds.into_iter().zip(pawns.targets) {
        let bad = set | shift(set | same_line, offset);
        let regular = targets & !bad;
        if offset == kinds[3].0 {
            coefficients = instructions.enter(coefficients, regular);
        } else {
            reached |= regular;
        }
        coefficients = instructions.leave(coefficients, shift(regular, -offset));
        // A pawn that captures a pawn: V loses one capture, which is in both weights.
        let pawn_captures = regular & analysis.v_pawns;
        sum += i64::from(regular.count_ones()) * analysis.pass_count as i64;
        sum += i64::from(pawn_captures.count_ones());
        let zone = analysis.zone.pawn;
        let special = Targets {
            irregular: targets & bad,
            zone: if ZONE {
                regular & (zone | shift(zone, offset))
            } else {
                0
            },
        };
        pending.add_pawn_moves(special, offset);
    }
    coefficients = instructions.enter(coefficients, reached);
    RegularSum { coefficients, sum }
}
