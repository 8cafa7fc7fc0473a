//! The differential node: the replies to most moves are one sum away from the replies to a pass.
//!
//! Two plies above the leaves, side U is to move and the replies of V are counted. Most moves of U
//! touch neither the safety of V's king nor V's pins. For such a regular move
//!
//! ```text
//! replies = pass + weight[from] - weight[to]
//! ```
//!
//! where `pass` is the number of V's moves if U passes. The weight of a square held by U is what V
//! gains when it is vacated: squares that its sliders reach behind it and pawn steps, less pawn
//! captures there. The weight of any other square is what V loses when U occupies it: the same,
//! and on a man of V its mobility less those who defend it. A weight depends on the square alone,
//! and all 64 are computed at once (see [`Analysis`]).
//!
//! A move is irregular, and is made and counted (see [`IrregularMoves`]), if one of its squares is in a set
//! that the node computes for each kind of piece. The sets are wider than need be, never narrower; a
//! test compares every node of random games with the plain count.

use super::analysis::{Analysis, Around, attacked_by_v, shift};
use super::irregular::{IrregularMoves, PROMOTED};
use super::wide::{BIAS, PawnTargets, PendingMoves as _, RegularSum, Wide};
use crate::chess::PieceKind;
use crate::chess::attacks;
use crate::chess::board::Board;
use crate::chess::color::Side;
use crate::chess::legal::{Sink, generate, generate_with};

/// The leaves two plies below the board, all but those left pending.
#[inline(always)]
pub(crate) fn depth_two<U: Side, W: Wide>(wide: W, board: &Board, pending: &mut W::Pending) -> u64 {
    let occupied = board.occupied();
    let us = board.men::<U>();
    let (attacks, danger) = attacked_by_v::<U, W>(wide, board, occupied & !us, !occupied);
    let mut others = IrregularMoves::<U, W>::new(wide, board, pending);
    // In check, moves are few and the analysis would not pay.
    if occupied.count_ones() <= W::SPARSE || danger >> board.king::<U>() & 1 == 1 {
        generate::<U, _, _>(board, wide.sliders(), &mut others);
        return others.done();
    }
    // The moves first, what to make of them then: neither waits for the other, and what is known of
    // one need not be kept at hand during the other.
    let mut moves = Moves {
        others,
        king: 0,
        pawns: PawnTargets::default(),
        promotions: [0; 3],
    };
    generate_with::<U, _, _>(board, wide.sliders(), &mut moves, |_, _| danger);
    let around = Around::new::<U, W>(wide, board, occupied, us);
    let analysis = Analysis::new::<U>(wide, board, occupied, us, attacks, around);
    moves.count(&analysis)
}

/// The moves of U; those of knights and sliders the instruction set remembers.
struct Moves<'a, U, W: Wide> {
    others: IrregularMoves<'a, U, W>,
    king: u64,
    pawns: PawnTargets,
    /// Straight on, and captures to the east and to the west.
    promotions: [u64; 3],
}

impl<U: Side, W: Wide> Moves<'_, U, W> {
    /// The replies to all of them.
    #[inline(always)]
    fn count(mut self, analysis: &Analysis<W>) -> u64 {
        let (wide, board) = (self.others.wide, self.others.board);
        let nothing = RegularSum {
            numbers: wide.zero(),
            sum: wide.nothing(),
        };
        let pending = &mut *self.others.pending;
        let played = wide.play_pieces::<U>(board, analysis, nothing, pending);
        let mut played = wide.play_pawns::<U>(&self.pawns, analysis, played, pending);
        let mut total = self.play_king(analysis, &mut played);
        if self.promotions != [0; 3] {
            total += self.play_promotions(analysis, &mut played);
        }
        total += wide.dot(analysis.weights, played.numbers) + wide.total(played.sum);
        total as u64 + self.others.done()
    }

    /// Regular moves of the king: they are few, and no slider attacks him where he stands.
    #[inline(always)]
    fn play_king(&mut self, analysis: &Analysis<W>, played: &mut RegularSum<W>) -> i64 {
        let (wide, king) = (self.others.wide, self.others.board.king::<U>());
        let set = analysis.irregular.king;
        let file = attacks::lines(king).file;
        let bad = set | if_in(analysis.steps, king, file) | if_in(set, king, !0);
        let regular = self.king & !bad;
        let moves = i64::from(regular.count_ones());
        let weight = i64::from(wide.weight(analysis.weights, king)) + BIAS;
        played.numbers = wide.add(played.numbers, regular, -1);
        self.others.piece(PieceKind::King, king, self.king & bad);
        moves * (analysis.pass as i64 + weight)
    }

    /// Regular promotions.
    #[inline(always)]
    fn play_promotions(&mut self, analysis: &Analysis<W>, played: &mut RegularSum<W>) -> i64 {
        let wide = self.others.wide;
        let (irregular, lines) = (&analysis.irregular, &analysis.lines);
        let mut moves = 0;
        for (way, targets) in self.promotions.into_iter().enumerate() {
            let (offset, tangled) = match (way, U::WHITE) {
                (0, true) => (8, lines.file | analysis.steps),
                (0, false) => (-8, lines.file | analysis.steps),
                (1, true) => (9, lines.diagonal),
                (1, false) => (-7, lines.anti),
                (_, true) => (7, lines.anti),
                (_, false) => (-9, lines.diagonal),
            };
            for kind in PROMOTED {
                let attacking = match kind {
                    PieceKind::Knight => irregular.knight,
                    PieceKind::Bishop => irregular.bishop,
                    PieceKind::Rook => irregular.rook,
                    _ => irregular.queen,
                };
                let set = irregular.pawn | attacking;
                // The new piece looks through the square that the pawn has left.
                let bad = set | shift(set | tangled, offset);
                let regular = targets & !bad;
                moves += i64::from(regular.count_ones());
                played.numbers = wide.add(played.numbers, regular, -1);
                played.numbers = wide.add(played.numbers, shift(regular, -offset), 1);
                self.others.promotions_to(kind, targets & bad, offset);
            }
        }
        moves * analysis.pass as i64
    }
}

/// `line` if the square is in `set`, else nothing.
#[inline(always)]
pub(crate) fn if_in(set: u64, square: usize, line: u64) -> u64 {
    (set >> square & 1).wrapping_neg() & line
}

impl<U: Side, W: Wide> Sink for Moves<'_, U, W> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        if kind == PieceKind::King {
            self.king = targets;
        } else {
            self.others.pending.add_piece(kind, from, targets);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        self.pawns.targets[way(offset)] = targets;
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        self.promotions[way(offset).saturating_sub(1)] = targets;
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, offset: i32) {
        self.pawns(targets, offset);
        self.others.taken_en_passant(targets, offset);
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize, to: usize) {
        self.others.en_passant(from, to);
    }

    #[inline(always)]
    fn castle(&mut self, king: usize, rook: usize) {
        self.others.castle(king, rook);
    }
}

/// The place of pawns that go `offset` squares on.
#[inline(always)]
fn way(offset: i32) -> usize {
    match offset {
        8 | -8 => 0,
        16 | -16 => 1,
        9 | -7 => 2,
        _ => 3,
    }
}
