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
//! A move is irregular, and is made and counted (see [`Others`]), if one of its squares is in a set
//! that the node computes for each kind of piece. The sets are wider than need be, never narrower; a
//! test compares every node of random games with the plain count.

use super::analysis::{Analysis, attacked_by_v, shift};
use super::others::{Others, PROMOTED};
use super::wide::{BIAS, Pawns, Played, Squares, Wide};
use crate::chess::PieceKind;
use crate::chess::attacks;
use crate::chess::board::Board;
use crate::chess::color::Side;
use crate::chess::legal::{Sink, generate, generate_with};

const SPARSE: u32 = 12;

/// The leaves two plies below the board, all but those left pending.
#[inline(always)]
pub(super) fn depth_two<U: Side, W: Wide>(wide: W, board: &Board, pending: &mut W::Pending) -> u64 {
    let occupied = board.occupied();
    let us = board.men::<U>();
    if occupied.count_ones() <= SPARSE {
        let mut others = Others::<U, W>::new(wide, board, pending);
        generate::<U, _, _>(board, wide.sliders(), &mut others);
        return others.done();
    }
    let danger = attacked_by_v::<U, W>(wide, board, occupied & !us, !occupied);
    let mut others = Others::<U, W>::new(wide, board, pending);
    // In check, moves are few and the analysis would not pay.
    if danger >> board.king::<U>() & 1 == 1 {
        generate::<U, _, _>(board, wide.sliders(), &mut others);
        return others.done();
    }
    let analysis = Analysis::new::<U>(wide, board, occupied, us);
    let mut node = Node {
        others,
        stored: wide.store(analysis.weights),
        analysis,
        pawns: Pawns::default(),
        groups: 0,
        played: Played {
            numbers: wide.zero(),
            sum: wide.nothing(),
        },
        regular: 0,
        gains: 0,
    };
    generate_with::<U, _, _>(board, wide.sliders(), &mut node, |_, _| danger);
    node.leaves()
}

/// The analysis, what waits to be looked at, and the sums so far.
struct Node<'a, U, W: Wide> {
    others: Others<'a, U, W>,
    analysis: Analysis<W>,
    stored: Squares,
    pawns: Pawns,
    groups: usize,
    played: Played<W>,
    /// Regular moves of kings and promotions, the weights of their origins and what else they add.
    regular: u64,
    gains: i64,
}

impl<U: Side, W: Wide> Node<'_, U, W> {
    /// The sum of everything.
    #[inline(always)]
    fn leaves(mut self) -> u64 {
        let wide = self.others.wide;
        self.played = wide.play_pieces::<U>(
            self.others.board,
            &self.analysis,
            self.played,
            self.others.pending,
        );
        self.played = wide.play_pawns::<U>(
            &self.pawns,
            self.others.board,
            &self.analysis,
            self.played,
            self.others.pending,
        );
        let base = (self.regular * self.analysis.pass) as i64 + self.gains;
        let weights = wide.dot(self.analysis.weights, self.played.numbers);
        (base + weights + wide.total(self.played.sum)) as u64 + self.others.done()
    }

    /// Regular moves of a king: they are few, and no slider attacks him where he stands.
    #[inline(always)]
    fn play_king(&mut self, from: usize, targets: u64) {
        let set = self.analysis.irregular.king;
        let file = attacks::lines(from).file;
        let bad = set | if_in(self.analysis.steps, from, file) | if_in(set, from, !0);
        let regular = targets & !bad;
        let moves = u64::from(regular.count_ones());
        self.regular += moves;
        self.gains += moves as i64 * (i64::from(self.stored.0[from & 63]) + BIAS);
        self.played.numbers = self.others.wide.add(self.played.numbers, regular, -1);
        self.others.piece(PieceKind::King, from, targets & bad);
    }

    /// Regular promotions to one kind of piece.
    #[inline(always)]
    fn play_promotions(&mut self, kind: PieceKind, targets: u64, offset: i32) {
        let irregular = &self.analysis.irregular;
        let attacking = match kind {
            PieceKind::Knight => irregular.knight,
            PieceKind::Bishop => irregular.bishop,
            PieceKind::Rook => irregular.rook,
            _ => irregular.queen,
        };
        let lines = &self.analysis.lines;
        let tangled = match offset {
            9 | -9 => lines.diagonal,
            7 | -7 => lines.anti,
            _ => lines.file | self.analysis.steps,
        };
        let set = irregular.pawn | attacking;
        // The new piece looks through the square that the pawn has left.
        let bad = set | shift(set | tangled, offset);
        let regular = targets & !bad;
        let wide = self.others.wide;
        self.regular += u64::from(regular.count_ones());
        self.played.numbers = wide.add(self.played.numbers, regular, -1);
        self.played.numbers = wide.add(self.played.numbers, shift(regular, -offset), 1);
        self.others.promotions_to(kind, targets & bad, offset);
    }
}

/// `line` if the square is in `set`, else nothing.
#[inline(always)]
pub(super) fn if_in(set: u64, square: usize, line: u64) -> u64 {
    (set >> square & 1).wrapping_neg() & line
}

impl<U: Side, W: Wide> Sink for Node<'_, U, W> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        if kind == PieceKind::King {
            self.play_king(from, targets);
            return;
        }
        let pending = &mut *self.others.pending;
        self.others.wide.meet_piece(kind, from, targets, pending);
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, _offset: i32) {
        self.pawns.targets[self.groups & 7] = targets;
        self.groups += 1;
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        if targets != 0 {
            for kind in PROMOTED {
                self.play_promotions(kind, targets, offset);
            }
        }
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
