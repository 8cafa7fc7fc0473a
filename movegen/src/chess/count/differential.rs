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
use super::others::{Others, PROMOTED, castles_oddly};
use super::wide::{BIAS, Squares, Wide};
use crate::chess::PieceKind;
use crate::chess::attacks::{self, PAWN};
use crate::chess::board::Board;
use crate::chess::color::Side;
use crate::chess::legal::{Sink, generate, generate_with};

/// The leaves two plies below the board, all but those left pending.
#[inline(always)]
pub(super) fn depth_two<U: Side, W: Wide>(wide: W, board: &Board, pending: &mut W::Pending) -> u64 {
    if castles_oddly::<U::Opponent>(board) {
        node::<U, W, true>(wide, board, pending)
    } else {
        node::<U, W, false>(wide, board, pending)
    }
}

#[inline(always)]
fn node<U: Side, W: Wide, const SINGLY: bool>(
    wide: W,
    board: &Board,
    pending: &mut W::Pending,
) -> u64 {
    let occupied = board.occupied();
    let us = board.men::<U>();
    let danger = attacked_by_v::<U, W>(wide, board, occupied & !us, !occupied);
    let mut others = Others::<U, W, SINGLY>::new(wide, board, pending);
    // In check, moves are few and the analysis would not pay.
    if danger >> board.king::<U>() & 1 == 1 {
        generate::<U, _, _>(board, wide.sliders(), &mut others);
        return others.done();
    }
    let analysis = Analysis::new::<U>(wide, board, occupied, us);
    let mut node = Node {
        wide,
        board,
        others,
        stored: wide.store(analysis.weights),
        analysis,
        v_pawns: board.pawns & occupied & !us,
        regular: 0,
        gains: 0,
        numbers: wide.zero(),
        extra: 0,
    };
    generate_with::<U, _, _>(board, wide.sliders(), &mut node, |_, _| danger);
    node.leaves()
}

/// The analysis and the sums so far.
struct Node<'a, U, W: Wide, const SINGLY: bool> {
    wide: W,
    board: &'a Board,
    others: Others<'a, U, W, SINGLY>,
    analysis: Analysis<W>,
    stored: Squares,
    v_pawns: u64,
    regular: u64,
    /// The sum of weights of the origins of single pieces, once for each of their moves.
    gains: i64,
    /// For each square, regular moves of pawns from it less all regular moves to it.
    numbers: W::Bytes,
    /// Replies that no weight knows of.
    extra: u64,
}

impl<U: Side, W: Wide, const SINGLY: bool> Node<'_, U, W, SINGLY> {
    /// The sum of everything.
    #[inline(always)]
    fn leaves(self) -> u64 {
        let base = (self.regular * self.analysis.pass) as i64;
        let sums = self.wide.dot(self.analysis.weights, self.numbers);
        (base + self.gains + sums) as u64 + self.extra + self.others.done()
    }

    /// Regular moves of pawns that all go the same way; the irregular ones are returned.
    #[inline(always)]
    fn play_pawns(&mut self, targets: u64, bad: u64, offset: i32) -> u64 {
        let regular = targets & !bad;
        self.regular += u64::from(regular.count_ones());
        self.numbers = self.wide.add(self.numbers, regular, -1);
        self.numbers = self.wide.add(self.numbers, shift(regular, -offset), 1);
        // Pawns attack each other: the capture that V loses counts in both weights.
        self.extra += u64::from((regular & self.v_pawns).count_ones());
        targets & bad
    }

    /// Squares that make a pawn's move irregular when it arrives there or, `offset` squares on,
    /// comes from there.
    #[inline(always)]
    fn bad_for_pawns(&self, offset: i32) -> u64 {
        let (set, lines) = (self.analysis.irregular.pawn, &self.analysis.lines);
        let tangled = match offset {
            9 | -9 => lines.diagonal,
            7 | -7 => lines.anti,
            _ => lines.file | self.analysis.steps,
        };
        set | shift(set | tangled, offset)
    }
}

/// `line` if the square is in `set`, else nothing.
#[inline(always)]
fn if_in(set: u64, square: usize, line: u64) -> u64 {
    (set >> square & 1).wrapping_neg() & line
}

impl<U: Side, W: Wide, const SINGLY: bool> Sink for Node<'_, U, W, SINGLY> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        let lines = attacks::lines(from);
        let (irregular, v) = (&self.analysis.irregular, &self.analysis.lines);
        let steps = self.analysis.steps;
        let queen = self.board.straight & self.board.diagonal;
        let is_queen = queen >> from & 1 == 1;
        let (set, tangled) = match kind {
            PieceKind::Knight => (irregular.knight, 0),
            PieceKind::Bishop => (
                if is_queen {
                    irregular.queen
                } else {
                    irregular.bishop
                },
                if_in(v.diagonal, from, lines.diagonal)
                    | if_in(v.anti, from, lines.anti)
                    | PAWN[U::COLOR.index()][from] & self.v_pawns,
            ),
            PieceKind::Rook => (
                if is_queen {
                    irregular.queen
                } else {
                    irregular.rook
                },
                if_in(v.file | steps, from, lines.file) | if_in(v.rank, from, lines.rank),
            ),
            _ => (
                irregular.king,
                if_in(v.file | steps, from, lines.file)
                    | if_in(v.rank, from, lines.rank)
                    | if_in(v.diagonal, from, lines.diagonal)
                    | if_in(v.anti, from, lines.anti)
                    | PAWN[U::COLOR.index()][from] & self.v_pawns,
            ),
        };
        let bad = set | tangled | if_in(set, from, !0);
        let regular = targets & !bad;
        let moves = u64::from(regular.count_ones());
        self.regular += moves;
        self.gains += moves as i64 * (i64::from(self.stored.0[from & 63]) + BIAS);
        self.numbers = self.wide.add(self.numbers, regular, -1);
        self.others.piece(kind, from, targets & bad);
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        let bad = self.play_pawns(targets, self.bad_for_pawns(offset), offset);
        self.others.pawns(bad, offset);
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        if targets == 0 {
            return;
        }
        let bad = self.bad_for_pawns(offset);
        for kind in PROMOTED {
            let irregular = &self.analysis.irregular;
            let attacking = match kind {
                PieceKind::Knight => irregular.knight,
                PieceKind::Bishop => irregular.bishop,
                PieceKind::Rook => irregular.rook,
                _ => irregular.queen,
            };
            // The new piece looks through the square that the pawn has left.
            let bad = bad | attacking | shift(attacking, offset);
            let bad = self.play_pawns(targets, bad, offset);
            self.others.promotions_to(kind, bad, offset);
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, offset: i32) {
        let bad = self.play_pawns(targets, self.bad_for_pawns(offset), offset);
        self.others.double_pushes(bad, offset);
        self.others.taken_en_passant(targets & !bad, offset);
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
