//! What the search knows about a node and about the moves that it tries there.

use arrayvec::ArrayVec;
use movegen::chess::{Move, PieceKind, Position};

use crate::history::{HistoryContext, PieceTo};
use crate::move_picker::is_quiet;
use crate::score::Window;
use crate::static_eval::StaticEval;
use crate::transposition::TtEntry;

/// A node of the search tree, with everything known before its moves are tried.
pub(crate) struct Node<'p> {
    pub(crate) position: &'p Position,
    /// Distance from the root.
    pub(crate) ply: usize,
    /// Remaining depth in plies.
    pub(crate) depth: i32,
    /// The window on entry.
    pub(crate) window: Window,
    /// Whether the node was entered with an open window, so that it may be part of the principal
    /// variation.
    pub(crate) pv_node: bool,
    /// Whether a beta cutoff is expected.
    pub(crate) cut_node: bool,
    /// The move to leave out: set while a singular extension is tested.
    pub(crate) excluded: Option<Move>,
    /// The entry of the transposition table.
    pub(crate) tt_entry: Option<TtEntry>,
    /// The static evaluation; `None` in check.
    pub(crate) eval: Option<StaticEval>,
    /// Whether the static evaluation is better than at the same side's previous move.
    pub(crate) improving: bool,
    /// What the move histories depend on.
    pub(crate) history: HistoryContext,
}

impl Node<'_> {
    /// The best move according to the transposition table.
    #[inline]
    pub(crate) fn tt_move(&self) -> Option<Move> {
        self.tt_entry.and_then(|entry| entry.best_move)
    }

    /// Whether the transposition table's move is a capture or a queen promotion.
    #[inline]
    pub(crate) fn tt_move_is_noisy(&self) -> bool {
        self.tt_move()
            .is_some_and(|mv| !is_quiet(self.position, mv))
    }

    /// Whether the side to move has at least `count` pieces besides its king and pawns. With few of
    /// them zugzwang is likely.
    #[inline]
    pub(crate) fn has_pieces(&self, count: u32) -> bool {
        let position = self.position;
        let kings_and_pawns = position.pieces(PieceKind::Pawn) | position.pieces(PieceKind::King);
        (position.colors(position.turn()) - kings_and_pawns).len() >= count
    }
}

/// A move that a node considers.
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    /// The piece that moves and its destination, for the histories.
    pub(crate) piece_to: PieceTo,
    /// Position in the move order, from 1.
    pub(crate) number: i32,
    /// Whether the move is neither a capture nor a queen promotion.
    pub(crate) quiet: bool,
    /// Whether the move is one of the node's killers.
    pub(crate) killer: bool,
    /// Whether the move gives check.
    pub(crate) gives_check: bool,
    /// History score: how well the move has done elsewhere in the tree.
    pub(crate) history: i32,
}

/// The moves that a node has tried.
#[derive(Default)]
pub(crate) struct TriedMoves {
    /// The number of all of them.
    pub(crate) count: i32,
    /// The first quiet moves, for the histories.
    pub(crate) quiet: ArrayVec<Move, REMEMBERED>,
    /// The first captures and queen promotions, for the histories.
    pub(crate) noisy: ArrayVec<Move, REMEMBERED>,
}

/// Moves of each kind that a node remembers.
const REMEMBERED: usize = 32;

impl TriedMoves {
    /// Remembers a move that did not cause a cutoff.
    #[inline]
    pub(crate) fn push(&mut self, candidate: &Candidate) {
        let list = if candidate.quiet {
            &mut self.quiet
        } else {
            &mut self.noisy
        };
        // Moves beyond the capacity came late in the order and matter little.
        let _ = list.try_push(candidate.mv);
    }
}
