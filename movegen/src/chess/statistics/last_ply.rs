//! The last ply: sets of moves are observed together, before they are made. Only moves that give
//! check or may stalemate are made, and only for an observer that asks for endings.

use std::marker::PhantomData;

use super::stalemate::Stalemate;
use crate::chess::board::attacks::{KNIGHT, PAWN, shift};
use crate::chess::board::bitboard::bits;
use crate::chess::board::bitboards::{Board, castled};
use crate::chess::board::color::Side;
use crate::chess::count::cpu::{Cpu, Task};
use crate::chess::rules::king_view::KingView;
use crate::chess::rules::legal::{Sink, generate_frugally, has_move};
use crate::chess::{Move, MoveKind, PieceKind};

/// Legal moves of one kind. Each of the sets has a target square for each move.
pub(super) struct Moves {
    pub(super) kind: MoveKind,
    /// All of them.
    pub(super) targets: u64,
    /// Those that capture.
    pub(super) captures: u64,
    /// Those that give check.
    pub(super) checks: u64,
    /// Those that give check, but not with the piece that moves.
    pub(super) discovered: u64,
    /// Those that give check with two pieces or more.
    pub(super) double: u64,
}

/// Receives the moves of the last ply.
pub(super) trait Observer {
    /// What it notes of the moves of one board. Small, so that it stays in registers.
    type Notes;

    /// Whether it asks for mates and stalemates.
    const ENDINGS: bool;

    /// Begins a board whose side to move may be in check.
    fn begin(&self, in_check: impl FnOnce() -> bool) -> Self::Notes;

    /// Some moves of the board. No move comes twice.
    fn moves(&mut self, notes: &mut Self::Notes, moves: &Moves);

    /// One of the moves mates.
    fn mate(&mut self, double: bool);

    /// One of the moves stalemates.
    fn stalemate(&mut self);

    /// Ends a board.
    fn end(&mut self, notes: Self::Notes);
}

/// Observes all moves of the board.
#[inline(always)]
pub(super) fn observe<S: Side, C: Cpu, O: Observer>(board: &Board, cpu: C, observer: &mut O) {
    let view = KingView::new::<S, C>(board, cpu);
    if O::ENDINGS && view.is_near_stalemate::<S>(board) {
        let side = PhantomData::<S>;
        return cpu.run(NearStalemate {
            board,
            view,
            observer,
            side,
        });
    }
    let mut sink = LastPly::<S, C, O, false>::new(board, cpu, view, observer);
    generate_frugally::<S, _, _>(board, cpu, &mut sink);
    sink.end();
}

/// Observes all moves of a board some of which can stalemate.
struct NearStalemate<'a, S, O> {
    board: &'a Board,
    view: KingView,
    observer: &'a mut O,
    side: PhantomData<S>,
}

impl<S: Side, O: Observer> Task for NearStalemate<'_, S, O> {
    type Output = ();

    #[inline(always)]
    fn run_on<C: Cpu>(self, cpu: C) {
        let mut sink = LastPly::<S, C, O, true>::new(self.board, cpu, self.view, self.observer);
        generate_frugally::<S, _, _>(self.board, cpu, &mut sink);
        sink.end();
    }
}

/// Observes one legal move.
pub(super) fn observe_one<S: Side, C: Cpu, O: Observer>(
    board: &Board,
    cpu: C,
    mv: Move,
    observer: &mut O,
) {
    let (from, to) = (1u64 << mv.from().index(), 1u64 << mv.to().index());
    let Some(piece) = board.kind_on(from) else {
        return;
    };
    let kind = mv.kind();
    let view = KingView::new::<S, C>(board, cpu);
    let mut last = LastPly::<S, C, O, true>::new(board, cpu, view, observer);
    // `after` accepts a queen too, not only the kind of its line.
    last.make_each(kind, to, |_| {
        let mover = match kind {
            MoveKind::Castle => castled::<S>(from, to).1,
            _ => to,
        };
        (board.after::<S>(kind, piece, from, to), mover)
    });
    last.end();
}

/// The sink that observes the moves of `S`. Only with `STALEMATES`, moves are made to find
/// stalemates.
struct LastPly<'a, S: Side, C, O: Observer, const STALEMATES: bool> {
    board: &'a Board,
    cpu: C,
    observer: &'a mut O,
    notes: O::Notes,
    /// The opponent's pieces.
    them: u64,
    view: KingView,
    stalemate: Option<Stalemate>,
    side: PhantomData<S>,
}

impl<'a, S: Side, C: Cpu, O: Observer, const STALEMATES: bool> LastPly<'a, S, C, O, STALEMATES> {
    #[inline(always)]
    fn new(board: &'a Board, cpu: C, view: KingView, observer: &'a mut O) -> Self {
        let notes = observer.begin(|| {
            let side = PhantomData;
            cpu.run(Checkers::<S::Opponent> { board, side }) != 0
        });
        let stalemate = match STALEMATES {
            true => view.stalemate::<S>(board),
            false => None,
        };
        LastPly {
            board,
            cpu,
            observer,
            notes,
            them: board.pieces::<S::Opponent>(),
            view,
            stalemate,
            side: PhantomData,
        }
    }

    #[inline(always)]
    fn end(self) {
        self.observer.end(self.notes);
    }

    /// Observes moves of a single piece each that do not promote: they give check `direct` with the
    /// piece that moves, and `discovered` with a piece behind it. No such move opens two lines.
    /// `suspects` may stalemate.
    #[inline(always)]
    fn steps(
        &mut self,
        kind: MoveKind,
        targets: u64,
        direct: u64,
        discovered: u64,
        suspects: u64,
        after: impl Fn(usize) -> Board,
    ) {
        let (checks, double) = (direct | discovered, direct & discovered);
        let moves = Moves {
            kind,
            targets,
            captures: targets & self.them,
            checks,
            discovered: discovered & !direct,
            double,
        };
        self.observer.moves(&mut self.notes, &moves);
        if !O::ENDINGS || checks | suspects == 0 {
            return;
        }
        for to in bits(checks) {
            if !self.opponent_can_move(&after(to)) {
                self.observer.mate(double & 1 << to != 0);
            }
        }
        for to in bits(suspects & !checks) {
            if !self.opponent_can_move(&after(to)) {
                self.observer.stalemate();
            }
        }
    }

    /// Observes moves of any kind and makes each: `after` returns the board and the square of the
    /// piece that has moved.
    #[inline(always)]
    fn make_each(&mut self, kind: MoveKind, targets: u64, after: impl Fn(usize) -> (Board, u64)) {
        let captures = match kind {
            MoveKind::Castle => 0,
            MoveKind::EnPassant => targets,
            _ => targets & self.them,
        };
        let mut moves = Moves {
            kind,
            targets,
            captures,
            checks: 0,
            discovered: 0,
            double: 0,
        };
        for to in bits(targets) {
            let (after, mover) = after(to);
            let checkers = self.cpu.run(Checkers::<S> {
                board: &after,
                side: PhantomData,
            });
            let double = checkers.count_ones() > 1;
            moves.checks |= u64::from(checkers != 0) << to;
            moves.discovered |= u64::from(checkers != 0 && checkers & mover == 0) << to;
            moves.double |= u64::from(double) << to;
            let may_end = checkers != 0 || STALEMATES;
            if O::ENDINGS && may_end && !self.opponent_can_move(&after) {
                if checkers == 0 {
                    self.observer.stalemate();
                } else {
                    self.observer.mate(double);
                }
            }
        }
        self.observer.moves(&mut self.notes, &moves);
    }

    /// Whether the opponent has a legal move.
    #[inline(always)]
    fn opponent_can_move(&self, after: &Board) -> bool {
        self.cpu.run(CanMove::<S::Opponent> {
            board: after,
            side: PhantomData,
        })
    }

    /// Pawn moves other than promotions and en passant.
    #[inline(always)]
    fn pawn_steps(
        &mut self,
        kind: MoveKind,
        targets: u64,
        offset: i32,
        after: impl Fn(usize) -> Board,
    ) {
        let origins = shift(targets, -offset);
        let mut discovered = 0;
        for from in bits(origins & self.view.shields) {
            discovered |= shift(1 << from, offset) & !self.view.line(from);
        }
        let direct = targets & self.view.pawns;
        let suspects = match &self.stalemate {
            Some(stalemate) => targets & stalemate.to | shift(origins & stalemate.from, offset),
            None => 0,
        };
        self.steps(kind, targets, direct, discovered, suspects, after);
    }
}

impl<S: Side, C: Cpu, O: Observer, const STALEMATES: bool> Sink
    for LastPly<'_, S, C, O, STALEMATES>
{
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        if targets == 0 {
            return;
        }
        let bit = 1u64 << from;
        let (view, board) = (&self.view, self.board);
        let on = |pieces: u64, squares: u64| if pieces & bit == 0 { 0 } else { squares };
        // A queen gives check on all lines, not only on the kind that it moves on.
        let attacks = match kind {
            PieceKind::Knight => view.knights,
            PieceKind::Bishop => view.diagonal | on(board.straight, view.straight),
            PieceKind::Rook => view.straight | on(board.diagonal, view.diagonal),
            _ => 0,
        };
        let direct = targets & attacks;
        let discovered = if view.shields & bit == 0 {
            0
        } else {
            targets & !view.line(from)
        };
        let suspects = match &self.stalemate {
            None => 0,
            Some(stalemate) if stalemate.from & bit != 0 => targets,
            Some(stalemate) => {
                let lines = on(board.diagonal, stalemate.diagonal_to)
                    | on(board.straight, stalemate.straight_to);
                targets & (stalemate.to | lines)
            }
        };
        let after = |to: usize| board.step::<S>(kind, bit, 1 << to);
        self.steps(
            MoveKind::Plain,
            targets,
            direct,
            discovered,
            suspects,
            after,
        );
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        let board = self.board;
        self.pawn_steps(MoveKind::Plain, targets, offset, |to| {
            board.step::<S>(PieceKind::Pawn, shift(1 << to, -offset), 1 << to)
        });
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, offset: i32) {
        let board = self.board;
        self.pawn_steps(MoveKind::DoublePush, targets, offset, |to| {
            board.double_push::<S>(shift(1 << to, -offset), 1 << to)
        });
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        let pieces = [
            (MoveKind::PromoteKnight, PieceKind::Knight),
            (MoveKind::PromoteBishop, PieceKind::Bishop),
            (MoveKind::PromoteRook, PieceKind::Rook),
            (MoveKind::PromoteQueen, PieceKind::Queen),
        ];
        let board = self.board;
        for (kind, piece) in pieces {
            // The new piece may attack through the square that the pawn has left.
            self.make_each(kind, targets, |to| {
                let to = 1u64 << to;
                (board.promote::<S>(shift(to, -offset), to, piece), to)
            });
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize, to: usize) {
        let (board, from, to) = (self.board, 1 << from, 1 << to);
        self.make_each(MoveKind::EnPassant, to, |_| {
            (board.en_passant::<S>(from, to), to)
        });
    }

    #[inline(always)]
    fn castle(&mut self, king: usize, rook: usize) {
        let (board, king, rook) = (self.board, 1 << king, 1 << rook);
        self.make_each(MoveKind::Castle, rook, |_| {
            (board.castle::<S>(king, rook), castled::<S>(king, rook).1)
        });
    }
}

/// Finds out whether `S` has a legal move.
struct CanMove<'a, S> {
    board: &'a Board,
    side: PhantomData<S>,
}

impl<S: Side> Task for CanMove<'_, S> {
    type Output = bool;

    #[inline(always)]
    fn run_on<C: Cpu>(self, cpu: C) -> bool {
        has_move::<S, C>(self.board, cpu)
    }
}

/// Finds the pieces of `S` that attack the opponent's king.
struct Checkers<'a, S> {
    board: &'a Board,
    side: PhantomData<S>,
}

impl<S: Side> Task for Checkers<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run_on<C: Cpu>(self, cpu: C) -> u64 {
        let board = self.board;
        let king = board.king::<S::Opponent>();
        let occupied = board.occupied();
        let attackers = cpu.rook(king, occupied) & board.straight
            | cpu.bishop(king, occupied) & board.diagonal
            | KNIGHT[king] & board.knights
            | PAWN[S::Opponent::COLOR.index()][king] & board.pawns;
        attackers & board.pieces::<S>()
    }
}
