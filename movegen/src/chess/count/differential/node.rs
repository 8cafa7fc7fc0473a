//! The differential node itself: generates the moves of side U, analyses the replies of side V, and
//! sums up the regular moves. The method is explained in the [parent module](super).

use super::analysis::{Analysis, KingSurroundings, attacks_of_v};
use super::classify;
use super::irregular::{IrregularMoves, PROMOTION_KINDS};
use super::pending::{PendingMoves as _, Targets};
use super::wide::{PawnTargets, PendingPieces as _, RegularSum, Wide};
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::rules::danger::Known;
use crate::chess::rules::legal::{Sink, generate_with};
use crate::chess::{MoveKind, PieceKind};

/// Counts the leaves two plies below the board, except those left pending.
#[inline(always)]
pub(crate) fn count_two_plies<U: Side, W: Wide>(
    wide: W,
    board: &Board,
    pending: &mut W::Pending,
) -> u64 {
    let occupied = board.occupied();
    let us = board.pieces::<U>();
    let king = 1 << board.king::<U>();
    // The king does not shield the squares behind it. Unless it is in check, this makes no difference to
    // the attacks, which are analysed.
    let (attacks, danger) =
        attacks_of_v::<U, W, false>(wide, board, occupied & !us, !occupied | king);
    let irregular = IrregularMoves::<U, W>::new(wide, board, pending);
    // Generation comes first, analysis second: neither depends on the other, and the results of the
    // analysis do not occupy registers during generation.
    let mut moves = Moves {
        irregular,
        king: 0,
        pawns: PawnTargets::default(),
        promotions: [0; 3],
    };
    generate_with::<U, _, _, _>(board, wide.sliders(), &mut moves, Known(danger));
    if danger & king != 0 || moves.are_few() {
        moves.treat_as_irregular();
        return moves.irregular.finish();
    }
    let surroundings = KingSurroundings::<W, false>::new::<U>(wide, board, occupied, us);
    let analysis = Analysis::new::<U>(wide, board, occupied, us, attacks, surroundings);
    moves.count(&analysis)
}

/// The moves of U. Those of knights and sliders are collected in `irregular.pending`.
struct Moves<'a, U, W: Wide> {
    irregular: IrregularMoves<'a, U, W>,
    king: u64,
    pawns: PawnTargets,
    /// Pushes, captures to the east and captures to the west.
    promotions: [u64; 3],
}

impl<U: Side, W: Wide> Moves<'_, U, W> {
    /// Whether making each move costs less than the analysis.
    #[inline(always)]
    fn are_few(&self) -> bool {
        let IrregularMoves {
            wide,
            board,
            pending,
            ..
        } = &self.irregular;
        let men = board.occupied().count_ones();
        wide.are_few(men, self.king, &self.pawns, &self.promotions, pending)
    }

    /// Leaves all moves pending. En passant replies have been counted.
    #[inline(always)]
    fn treat_as_irregular(&mut self) {
        let (wide, king) = (self.irregular.wide, self.irregular.board.king::<U>());
        wide.add_pieces(self.irregular.pending);
        wide.add_king_and_pawns::<U>(king, self.king, &self.pawns, self.irregular.pending);
        if self.promotions == [0; 3] {
            return;
        }
        let offsets = if U::WHITE { [8, 9, 7] } else { [-8, -7, -9] };
        for (targets, offset) in self.promotions.into_iter().zip(offsets) {
            for kind in PROMOTION_KINDS {
                self.irregular
                    .add_promotions::<false>(kind, Targets::irregular(targets), offset);
            }
        }
    }

    /// Counts the replies to all moves, except those left pending.
    #[inline(always)]
    fn count(mut self, analysis: &Analysis<W, false>) -> u64 {
        let (wide, board) = (self.irregular.wide, self.irregular.board);
        let zero = RegularSum {
            coefficients: wide.no_coefficients(),
            sum: wide.zero_sum(),
        };
        let pending = &mut *self.irregular.pending;
        let regular = wide.count_pieces::<U>(board, analysis, zero, pending);
        let mut regular = wide.count_pawns::<U>(&self.pawns, analysis, regular, pending);
        let mut total = self.count_king(analysis, &mut regular);
        if self.promotions != [0; 3] {
            total += self.count_promotions(analysis, &mut regular);
        }
        total += wide.dot(analysis.weights, regular.coefficients) + wide.total(regular.sum);
        total as u64 + self.irregular.finish()
    }

    /// Counts the replies to regular king moves. The king has few moves and is not in check, so no
    /// slider of V attacks its square.
    #[inline(always)]
    fn count_king(&mut self, analysis: &Analysis<W, false>, regular: &mut RegularSum<W>) -> i64 {
        let (wide, king) = (self.irregular.wide, self.irregular.board.king::<U>());
        let (targets, special) = classify::king(analysis, king, self.king);
        let moves = i64::from(targets.count_ones());
        let weight = i64::from(wide.byte(analysis.weights, king)) + W::BIAS;
        regular.coefficients = wide.enter(regular.coefficients, targets);
        self.irregular.pending.add_moves::<false>(king, special);
        moves * (analysis.pass_count as i64 + weight)
    }

    /// Counts the replies to regular promotions.
    #[inline(always)]
    fn count_promotions(
        &mut self,
        analysis: &Analysis<W, false>,
        regular: &mut RegularSum<W>,
    ) -> i64 {
        let offsets = if U::WHITE { [8, 9, 7] } else { [-8, -7, -9] };
        let mut moves = 0;
        for (targets, offset) in self.promotions.into_iter().zip(offsets) {
            let (coefficients, more) = classify::promotions::<U, W, false>(
                &mut self.irregular,
                analysis,
                regular.coefficients,
                targets,
                offset,
            );
            regular.coefficients = coefficients;
            moves += i64::from(more);
        }
        moves * analysis.pass_count as i64
    }
}

impl<U: Side, W: Wide> Sink for Moves<'_, U, W> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        if kind == PieceKind::King {
            self.king = targets;
        } else {
            self.irregular.pending.add_piece(kind, from, targets);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        self.pawns.targets[pawn_index(offset)] = targets;
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        self.promotions[pawn_index(offset).saturating_sub(1)] = targets;
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, offset: i32) {
        self.pawns(targets, offset);
        self.irregular.count_en_passant_replies(targets, offset);
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

/// Returns the index in [`PawnTargets`] of pawn moves by `offset` squares.
#[inline(always)]
fn pawn_index(offset: i32) -> usize {
    match offset {
        8 | -8 => 0,
        16 | -16 => 1,
        9 | -7 => 2,
        _ => 3,
    }
}
