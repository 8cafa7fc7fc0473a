//! The last ply: sets of moves are put into their categories together. Only moves that give check or
//! may stalemate are made.

use std::marker::PhantomData;

use super::king::KingView;
use super::{Category, LeafStatistics};
use crate::chess::attacks::{KNIGHT, PAWN, Portable, Sliders as _, shift};
use crate::chess::bitboard::bits;
use crate::chess::board::{Board, castled};
use crate::chess::color::Side;
use crate::chess::legal::{Count, Sink, generate};
use crate::chess::{Move, MoveKind, PieceKind};

/// Adds the leaves one ply below the board.
pub(super) fn count<S: Side>(board: &Board, sums: &mut LeafStatistics) {
    let mut sink = Leaves::<S>::new(board, sums);
    generate::<S, _, _>(board, Portable, &mut sink);
}

/// Adds the leaf after a legal move.
pub(super) fn leaf<S: Side>(board: &Board, mv: Move, sums: &mut LeafStatistics) {
    let (from, to) = (1u64 << mv.from().index(), 1u64 << mv.to().index());
    let Some(piece) = board.kind_on(from) else {
        return;
    };
    let mut sink = Leaves::<S>::new(board, sums);
    let kind = mv.kind();
    let captures = kind != MoveKind::Castle && board.occupied() & to != 0;
    sink.sums.add(Category::Nodes, 1);
    sink.sums.add(
        Category::Captures,
        (captures || kind == MoveKind::EnPassant).into(),
    );
    match kind {
        MoveKind::Plain | MoveKind::DoublePush => {}
        MoveKind::EnPassant => sink.sums.add(Category::EnPassant, 1),
        MoveKind::Castle => sink.sums.add(Category::Castles, 1),
        MoveKind::PromoteKnight => sink.sums.add(Category::ToKnight, 1),
        MoveKind::PromoteBishop => sink.sums.add(Category::ToBishop, 1),
        MoveKind::PromoteRook => sink.sums.add(Category::ToRook, 1),
        MoveKind::PromoteQueen => sink.sums.add(Category::ToQueen, 1),
    }
    let mover = match kind {
        MoveKind::Castle => castled::<S>(from, to).1,
        _ => to,
    };
    // `after` accepts a queen too, not only the kind of its line.
    sink.classify(&board.after::<S>(kind, piece, from, to), mover);
}

/// The sink that puts the moves of `S` into categories.
struct Leaves<'a, S> {
    board: &'a Board,
    sums: &'a mut LeafStatistics,
    /// The opponent's pieces.
    them: u64,
    view: KingView,
    side: PhantomData<S>,
}

impl<'a, S: Side> Leaves<'a, S> {
    #[inline(always)]
    fn new(board: &'a Board, sums: &'a mut LeafStatistics) -> Self {
        Leaves {
            board,
            sums,
            them: board.pieces::<S::Opponent>(),
            view: KingView::new::<S>(board),
            side: PhantomData,
        }
    }

    #[inline(always)]
    fn captures(&mut self, targets: u64) {
        // Most sets have no capture, and counting bits is slow on CPUs without `popcnt`.
        if targets & self.them != 0 {
            self.sums
                .add(Category::Captures, (targets & self.them).count_ones());
        }
    }

    /// Moves that give check: `direct` with the piece that moves, `discovered` with a piece behind it.
    /// No move of a single piece opens two lines.
    #[inline(never)]
    fn checks(&mut self, direct: u64, discovered: u64, after: impl Fn(usize) -> Board) {
        let checks = direct | discovered;
        self.sums.add(Category::Checks, checks.count_ones());
        self.sums
            .add(Category::Discovered, (discovered & !direct).count_ones());
        let double = discovered & direct;
        self.sums.add(Category::Double, double.count_ones());
        for to in bits(checks) {
            if no_move::<S::Opponent>(&after(to)) {
                self.mate(double & 1 << to != 0);
            }
        }
    }

    /// Moves that give no check and may stalemate.
    #[inline(never)]
    fn stalemates(&mut self, targets: u64, after: impl Fn(usize) -> Board) {
        for to in bits(targets) {
            if no_move::<S::Opponent>(&after(to)) {
                self.sums.add(Category::Stalemates, 1);
            }
        }
    }

    /// Classifies the board after a move of any kind; the piece that moved is on `mover`.
    #[inline(never)]
    fn classify(&mut self, after: &Board, mover: u64) {
        let checkers = checkers::<S>(after);
        if checkers == 0 {
            if self.view.near_stalemate && no_move::<S::Opponent>(after) {
                self.sums.add(Category::Stalemates, 1);
            }
            return;
        }
        self.sums.add(Category::Checks, 1);
        self.sums
            .add(Category::Discovered, (checkers & mover == 0).into());
        let double = checkers.count_ones() > 1;
        self.sums.add(Category::Double, double.into());
        if no_move::<S::Opponent>(after) {
            self.mate(double);
        }
    }

    /// Adds a checkmate.
    fn mate(&mut self, double: bool) {
        self.sums.add(Category::Checkmates, 1);
        self.sums.add(Category::DoubleMates, double.into());
    }

    /// Pawn moves other than promotions and en passant.
    #[inline(always)]
    fn pawn_steps(&mut self, targets: u64, offset: i32, after: impl Fn(usize) -> Board) {
        self.sums.add(Category::Nodes, targets.count_ones());
        let origins = shift(targets, -offset);
        let mut discovered = 0;
        for from in bits(origins & self.view.shields) {
            discovered |= shift(1 << from, offset) & !self.view.line(from);
        }
        let direct = targets & self.view.pawns;
        if direct | discovered != 0 {
            self.checks(direct, discovered, &after);
        }
        if let Some(stalemate) = &self.view.stalemate {
            let suspects = targets & stalemate.to | shift(origins & stalemate.from, offset);
            self.stalemates(suspects & !(direct | discovered), &after);
        }
    }
}

impl<S: Side> Sink for Leaves<'_, S> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        self.sums.add(Category::Nodes, targets.count_ones());
        self.captures(targets);
        let bit = 1u64 << from;
        let view = &self.view;
        // A queen gives check on all lines, not only on the kind that it moves on.
        let attacks = match kind {
            PieceKind::Knight => view.knights,
            PieceKind::Bishop | PieceKind::Rook => {
                let on = |pieces: u64, squares: u64| if pieces & bit == 0 { 0 } else { squares };
                on(self.board.diagonal, view.diagonal) | on(self.board.straight, view.straight)
            }
            _ => 0,
        };
        let direct = targets & attacks;
        let discovered = if view.shields & bit == 0 {
            0
        } else {
            targets & !view.line(from)
        };
        let board = self.board;
        let after = |to: usize| board.step::<S>(kind, bit, 1 << to);
        if direct | discovered != 0 {
            self.checks(direct, discovered, after);
        }
        if let Some(stalemate) = &self.view.stalemate {
            let suspects = if stalemate.from & bit != 0 {
                targets
            } else {
                let on = |pieces: u64, squares: u64| if pieces & bit == 0 { 0 } else { squares };
                let lines = on(board.diagonal, stalemate.diagonal_to)
                    | on(board.straight, stalemate.straight_to);
                targets & (stalemate.to | lines)
            };
            self.stalemates(suspects & !(direct | discovered), after);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        self.captures(targets);
        let board = self.board;
        self.pawn_steps(targets, offset, |to| {
            board.step::<S>(PieceKind::Pawn, shift(1 << to, -offset), 1 << to)
        });
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, offset: i32) {
        let board = self.board;
        self.pawn_steps(targets, offset, |to| {
            board.double_push::<S>(shift(1 << to, -offset), 1 << to)
        });
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        let pieces = [
            (Category::ToKnight, PieceKind::Knight),
            (Category::ToBishop, PieceKind::Bishop),
            (Category::ToRook, PieceKind::Rook),
            (Category::ToQueen, PieceKind::Queen),
        ];
        for (category, kind) in pieces {
            self.sums.add(Category::Nodes, targets.count_ones());
            self.captures(targets);
            self.sums.add(category, targets.count_ones());
            for to in bits(targets) {
                let to = 1u64 << to;
                // The new piece may attack through the square that the pawn has left.
                let after = self.board.promote::<S>(shift(to, -offset), to, kind);
                self.classify(&after, to);
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize, to: usize) {
        for category in [Category::Nodes, Category::Captures, Category::EnPassant] {
            self.sums.add(category, 1);
        }
        self.classify(&self.board.en_passant::<S>(1 << from, 1 << to), 1 << to);
    }

    #[inline(always)]
    fn castle(&mut self, king: usize, rook: usize) {
        self.sums.add(Category::Nodes, 1);
        self.sums.add(Category::Castles, 1);
        let (king, rook) = (1 << king, 1 << rook);
        let (_, rook_to) = castled::<S>(king, rook);
        self.classify(&self.board.castle::<S>(king, rook), rook_to);
    }
}

/// The pieces of `S` that attack the opponent's king.
#[inline(always)]
fn checkers<S: Side>(board: &Board) -> u64 {
    let king = board.king::<S::Opponent>();
    let occupied = board.occupied();
    (Portable.rook(king, occupied) & board.straight
        | Portable.bishop(king, occupied) & board.diagonal
        | KNIGHT[king] & board.knights
        | PAWN[S::Opponent::COLOR.index()][king] & board.pawns)
        & board.pieces::<S>()
}

/// Whether `S` has no legal move.
fn no_move<S: Side>(board: &Board) -> bool {
    let mut count = Count::default();
    generate::<S, _, _>(board, Portable, &mut count);
    count.0 == 0
}
