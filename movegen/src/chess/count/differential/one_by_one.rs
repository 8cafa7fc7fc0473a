//! The differential node for registers that hold neither eight pieces nor eight boards: each piece is
//! classified when its moves are generated, and irregular moves are made and counted board by board.
//!
//! The analysis comes first, generation second, so that no moves have to be kept.

use super::analysis::{Analysis, KingSurroundings, attacks_of_v};
use super::classify;
use super::irregular::{IrregularMoves, PROMOTION_KINDS};
use super::lanes::Lanes;
use super::node_moves::{NodeMoves, zone_moves_are_frequent};
use super::pending::{Node, PendingMoves as _, Targets};
use crate::chess::board::attacks::{self, KING, PAWN, shift};
use crate::chess::board::bitboard::if_in;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::count::instruction_set::InstructionSet;
use crate::chess::rules::danger::Known;
use crate::chess::rules::legal::{Sink, generate_with};
use crate::chess::{MoveKind, PieceKind};

/// An instruction set that handles the moves of a node one by one.
pub(crate) trait OneByOne: Lanes + InstructionSet<Pending = NodeMoves> {
    /// The weights in a form that is read one by one.
    type Stored;

    /// Returns the weights in that form.
    fn store(self, weights: &Self::Weights) -> Self::Stored;

    /// The weight of a square without a piece of V.
    fn weight(self, weights: &Self::Stored, square: usize) -> i64;

    /// [`analyse_and_count`]. An instruction set may compile it as a function of its own, so that both instances and
    /// the recursion do not share one large stack frame.
    #[inline(always)]
    fn analyse_and_count<U: Side, const ZONE: bool>(
        self,
        board: &Board,
        pending: &mut NodeMoves,
    ) -> u64 {
        analyse_and_count::<U, Self, ZONE>(self, board, pending)
    }

    /// Makes the pending moves of a node and counts the replies to each. Called for every node.
    fn count_replies<U: Side>(self, board: &Board, pending: &mut NodeMoves);

    /// See [`Node::en_passant_replies`].
    #[inline(always)]
    fn en_passant_replies<U: Side>(self, board: &Board, from: usize, to: usize) -> u64 {
        super::en_passant_replies::<U, _>(board, self.sliders(), from, to)
    }
}

impl<I: OneByOne> Node for I {
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

/// Counts the leaves two plies below the board, except those left pending. Returns `None` for a side with far
/// more pieces than in a game, whose moves would exceed the capacity of [`NodeMoves`].
#[inline(always)]
pub(crate) fn count_two_plies<U: Side, I: OneByOne>(
    instructions: I,
    board: &Board,
    pending: &mut NodeMoves,
) -> Option<u64> {
    let pieces = board.pieces::<U>() & !board.pawns;
    if pieces.count_ones() > NodeMoves::MAX_PIECES {
        None
    } else if zone_moves_are_frequent::<U::Opponent>(board) {
        Some(instructions.analyse_and_count::<U, true>(board, pending))
    } else {
        Some(instructions.analyse_and_count::<U, false>(board, pending))
    }
}

/// Whether making each move costs less than the analysis: if U is in check, or if only its king and pawns
/// move, at most four times. `danger` are the squares that V attacks.
#[inline(always)]
fn are_few<U: Side>(board: &Board, occupied: u64, us: u64, danger: u64) -> bool {
    let king = board.king::<U>();
    let pawns = board.pawns & us;
    if danger >> king & 1 == 1 {
        return true;
    }
    if us & !pawns != 1 << king || pawns & U::SEVENTH != 0 {
        return false;
    }
    let ahead = U::forward(pawns);
    let single = ahead & !occupied;
    let double = U::forward(single & U::THIRD) & !occupied;
    let captures = (attacks::east(ahead) | attacks::west(ahead)) & occupied & !us;
    let steps = KING[king] & !us & !danger;
    let moves = steps.count_ones() + single.count_ones() + (double | captures).count_ones();
    moves <= MAX_FEW_MOVES
}

/// The largest number of moves that are made without an analysis.
const MAX_FEW_MOVES: u32 = 4;

/// Counts the leaves two plies below the board, except those left pending. [`NodeMoves`] must have room for the moves of U:
/// it has with at most [`MAX_PIECES`](NodeMoves::MAX_PIECES) pieces.
#[inline(always)]
pub(crate) fn analyse_and_count<U: Side, I: OneByOne, const ZONE: bool>(
    instructions: I,
    board: &Board,
    pending: &mut NodeMoves,
) -> u64 {
    let occupied = board.occupied();
    let us = board.pieces::<U>();
    let king = 1 << board.king::<U>();
    // The king does not shield the squares behind it. Unless it is in check, this makes no difference to
    // the attacks, which are analysed.
    let through = !occupied | king;
    let (attacks, danger) =
        attacks_of_v::<U, I, ZONE>(instructions, board, occupied & !us, through);
    if are_few::<U>(board, occupied, us, danger) {
        let mut moves = AllIrregular(IrregularMoves::<U, I>::new(instructions, board, pending));
        generate_with::<U, _, _, _>(board, instructions.sliders(), &mut moves, Known(danger));
        return moves.0.finish();
    }
    let surroundings = KingSurroundings::<I, ZONE>::new::<U>(instructions, board, occupied, us);
    let analysis = Analysis::new::<U>(instructions, board, occupied, us, attacks, surroundings);
    if ZONE {
        pending.set_king_steps(&analysis.king_steps);
    }
    let mut moves = Moves::<U, I, ZONE> {
        irregular: IrregularMoves::<U, I>::new(instructions, board, pending),
        weights: instructions.store(&analysis.weights),
        reached: analysis.lines.all() | analysis.pushes | analysis.pawn_attacks,
        queens: board.straight & board.diagonal,
        coefficients: instructions.no_coefficients(),
        moves: 0,
        sum: 0,
        analysis: &analysis,
    };
    generate_with::<U, _, _, _>(board, instructions.sliders(), &mut moves, Known(danger));
    let mut total = moves.sum + i64::from(moves.moves) * analysis.pass_count as i64;
    if I::BIAS != 0 || !analysis.no_weights {
        total += instructions.dot(analysis.weights, moves.coefficients);
    }
    total as u64 + moves.irregular.finish()
}

/// The moves of U seen so far.
struct Moves<'a, U, I: OneByOne, const ZONE: bool> {
    irregular: IrregularMoves<'a, U, I>,
    analysis: &'a Analysis<I, ZONE>,
    weights: I::Stored,
    /// The squares that moves of V other than those of its king and knights reach or pass, or would if they
    /// were empty.
    reached: u64,
    queens: u64,
    /// Of the regular moves: see [`Lanes::dot`].
    coefficients: I::Coefficients,
    /// The number of regular moves.
    moves: u32,
    /// What the replies to regular moves have more than the pass count, apart from the coefficients.
    sum: i64,
}

/// The way in which a piece moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Leap,
    Diagonal,
    Straight,
}

impl<U: Side, I: OneByOne, const ZONE: bool> Moves<'_, U, I, ZONE> {
    /// Classifies the moves of one piece. Those that start or end on `touches` are irregular; of the others,
    /// those that start or end on `zone` are zone moves, and those to `checks`, from which the piece gives a
    /// check that only the king can answer.
    #[inline(always)]
    fn add_piece(
        &mut self,
        way: Way,
        from: usize,
        targets: u64,
        (touches, zone, checks): (u64, u64, u64),
    ) {
        let instructions = self.irregular.wide;
        let mut bad = touches | if_in(touches, from, !0);
        let mut weight = I::BIAS;
        if self.reached >> from & 1 == 1 {
            bad |= self.dependent(way, from);
            if ZONE {
                // A slider of V that attacks the origin might reach more squares afterwards.
                bad |= if_in(self.analysis.lines.all(), from, checks);
            }
            weight += instructions.weight(&self.weights, from);
        }
        let regular = targets & !if ZONE { bad | checks } else { bad };
        let count = regular.count_ones();
        self.moves += count;
        self.sum += i64::from(count) * weight;
        self.coefficients = instructions.enter(self.coefficients, regular);
        let special = Targets {
            irregular: targets & bad,
            zone: if ZONE {
                targets & !bad & (zone | checks | if_in(zone, from, !0))
            } else {
                0
            },
        };
        self.irregular.pending.add_moves::<ZONE>(from, special);
    }

    /// The targets whose weights depend on whether there is a piece on `from`.
    #[inline(always)]
    fn dependent(&self, way: Way, from: usize) -> u64 {
        let (attacked, through) = (&self.analysis.lines, attacks::lines(from));
        match way {
            Way::Leap => 0,
            Way::Diagonal => {
                if_in(attacked.diagonal, from, through.diagonal)
                    | if_in(attacked.anti, from, through.anti)
                    | PAWN[U::COLOR.index()][from] & self.analysis.v_pawns
            }
            Way::Straight => {
                if_in(attacked.rank, from, through.rank)
                    | if_in(attacked.file | self.analysis.pushes, from, through.file)
            }
        }
    }

    /// Classifies moves of pawns other than promotions.
    #[inline(always)]
    fn add_pawns(&mut self, targets: u64, offset: i32) {
        let instructions = self.irregular.wide;
        let same_line = classify::same_line(self.analysis, offset);
        let set = self.analysis.irregular.pawn;
        let bad = set | shift(set | same_line, offset);
        let regular = targets & !bad;
        self.moves += regular.count_ones();
        self.coefficients = instructions.enter(self.coefficients, regular);
        let mut left = shift(regular, -offset);
        if I::BIAS == 0 {
            // The weights of other squares are zero.
            left &= self.reached;
        }
        self.coefficients = instructions.leave(self.coefficients, left);
        if !matches!(offset, 8 | 16 | -8 | -16) {
            // A pawn that captures a pawn: V loses one capture, which is in both weights.
            self.sum += i64::from((regular & self.analysis.v_pawns).count_ones());
        }
        let zone = self.analysis.zone.pawn;
        let special = Targets {
            irregular: targets & bad,
            zone: if ZONE {
                regular & (zone | shift(zone, offset))
            } else {
                0
            },
        };
        self.irregular
            .pending
            .add_pawn_moves::<ZONE>(special, offset);
    }
}

impl<U: Side, I: OneByOne, const ZONE: bool> Sink for Moves<'_, U, I, ZONE> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        let (irregular, zone) = (&self.analysis.irregular, &self.analysis.zone);
        let checks = &self.analysis.king_steps.checks;
        let if_queen = |set| if_in(self.queens, from, set);
        match kind {
            PieceKind::King => {
                let (regular, special) = classify::king(self.analysis, from, targets);
                let count = regular.count_ones();
                let instructions = self.irregular.wide;
                let weight = instructions.weight(&self.weights, from) + I::BIAS;
                self.moves += count;
                self.sum += i64::from(count) * weight;
                self.coefficients = instructions.enter(self.coefficients, regular);
                self.irregular.pending.add_moves::<ZONE>(from, special);
            }
            PieceKind::Knight => {
                let sets = (irregular.knight, zone.knight, checks.knight);
                self.add_piece(Way::Leap, from, targets, sets);
            }
            PieceKind::Bishop => {
                let sets = (
                    irregular.bishop | if_queen(irregular.queen),
                    zone.bishop | if_queen(zone.queen),
                    checks.diagonal | if_queen(checks.straight),
                );
                self.add_piece(Way::Diagonal, from, targets, sets);
            }
            _ => {
                let sets = (
                    irregular.rook | if_queen(irregular.queen),
                    zone.rook | if_queen(zone.queen),
                    checks.straight | if_queen(checks.diagonal),
                );
                self.add_piece(Way::Straight, from, targets, sets);
            }
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        // With few pieces there is rarely a capture.
        if !ZONE || targets != 0 {
            self.add_pawns(targets, offset);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        if targets != 0 {
            let (coefficients, moves) = classify::promotions::<U, I, ZONE>(
                &mut self.irregular,
                self.analysis,
                self.coefficients,
                targets,
                offset,
            );
            self.coefficients = coefficients;
            self.moves += moves;
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, offset: i32) {
        if !ZONE || targets != 0 {
            self.add_pawns(targets, offset);
            self.irregular.count_en_passant_replies(targets, offset);
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize, to: usize) {
        self.irregular
            .make(MoveKind::EnPassant, PieceKind::Pawn, from, to);
    }

    #[inline(always)]
    fn castle(&mut self, king: usize, rook: usize) {
        self.irregular
            .make(MoveKind::Castle, PieceKind::King, king, rook);
    }
}

/// Leaves all moves of U pending.
struct AllIrregular<'a, U, I: OneByOne>(IrregularMoves<'a, U, I>);

impl<U: Side, I: OneByOne> Sink for AllIrregular<'_, U, I> {
    #[inline(always)]
    fn piece(&mut self, _kind: PieceKind, from: usize, targets: u64) {
        let targets = Targets::irregular(targets);
        self.0.pending.add_moves::<false>(from, targets);
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        let targets = Targets::irregular(targets);
        self.0.pending.add_pawn_moves::<false>(targets, offset);
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        for kind in PROMOTION_KINDS {
            self.0
                .add_promotions::<false>(kind, Targets::irregular(targets), offset);
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, offset: i32) {
        self.pawns(targets, offset);
        self.0.count_en_passant_replies(targets, offset);
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize, to: usize) {
        self.0.make(MoveKind::EnPassant, PieceKind::Pawn, from, to);
    }

    #[inline(always)]
    fn castle(&mut self, king: usize, rook: usize) {
        self.0.make(MoveKind::Castle, PieceKind::King, king, rook);
    }
}
