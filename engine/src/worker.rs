//! The state of one search thread.

use std::collections::TryReserveError;

use movegen::chess::{Bitboard, Move, Position};

use crate::Request;
use crate::accumulator::Accumulators;
use crate::draw;
use crate::history::{Histories, HistoryContext, PieceTo};
use crate::move_picker::{MoveArena, MovePicker, OrderingContext, is_quiet};
use crate::network::Network;
use crate::shared::Shared;

/// The longest line, in plies.
pub(crate) const MAX_PLY: usize = 240;

/// Positions of a game for which memory is reserved in advance. A search after a longer game
/// allocates more.
const LONG_GAME: usize = 1024;

/// Nodes between two checks of the limits.
const CHECK_INTERVAL: u64 = 512;

/// One ply of the search stack.
#[derive(Clone, Copy, Default)]
pub(crate) struct StackEntry {
    /// The squares that the opponent attacks.
    pub(crate) threats: Bitboard,
    /// The corrected static evaluation; `None` in check.
    pub(crate) static_eval: Option<i32>,
    /// The move that is searched; `None` for a null move.
    pub(crate) piece_to: Option<PieceTo>,
    /// The move that is searched, if it is quiet.
    pub(crate) quiet_move: Option<Move>,
    /// The last two quiet moves that caused a cutoff at this ply.
    pub(crate) killers: [Option<Move>; 2],
    /// The move to leave out while a singular extension is tested.
    pub(crate) excluded: Option<Move>,
}

/// All that a worker allocates, so that no search fails for lack of memory, and what it has
/// learned. Kept from search to search.
pub(crate) struct WorkerMemory {
    histories: Histories,
    buffers: Buffers,
}

#[derive(Default)]
struct Buffers {
    keys: Vec<u128>,
    pv: Vec<Vec<Move>>,
    stack: Vec<StackEntry>,
    accumulators: Accumulators,
    move_arena: MoveArena,
}

impl WorkerMemory {
    /// An upper bound of the size in bytes.
    pub(crate) const BYTES: usize = 3 << 20;

    /// Allocates everything, with empty histories.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(crate) fn new(network: Network) -> Result<WorkerMemory, TryReserveError> {
        let mut buffers = Buffers {
            accumulators: Accumulators::try_new(MAX_PLY, network)?,
            move_arena: MoveArena::new(MAX_PLY)?,
            ..Buffers::default()
        };
        buffers.keys.try_reserve_exact(LONG_GAME + MAX_PLY)?;
        buffers.stack.try_reserve_exact(MAX_PLY + 2)?;
        buffers.pv.try_reserve_exact(MAX_PLY + 2)?;
        for ply in 0..MAX_PLY + 2 {
            let mut line = Vec::new();
            line.try_reserve_exact(MAX_PLY + 2 - ply)?;
            buffers.pv.push(line);
        }
        Ok(WorkerMemory {
            histories: Histories::new()?,
            buffers,
        })
    }

    /// Replaces the network.
    pub(crate) fn set_network(&mut self, network: Network) {
        self.buffers.accumulators.set_network(network);
    }

    /// Clears the histories.
    pub(crate) fn clear_histories(&mut self) {
        self.histories.clear();
    }

    /// The size in bytes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        let buffers = &self.buffers;
        let pv_moves: usize = buffers.pv.iter().map(Vec::capacity).sum();
        self.histories.bytes()
            + buffers.keys.capacity() * size_of::<u128>()
            + buffers.stack.capacity() * size_of::<StackEntry>()
            + pv_moves * size_of::<Move>()
            + buffers.accumulators.bytes()
            + buffers.move_arena.bytes()
    }
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    pub(crate) shared: &'a Shared<'a>,
    /// The number of the thread; 0 is the main thread, which checks the clock and reports.
    pub(crate) number: usize,
    /// Nodes visited by this thread.
    pub(crate) nodes: u64,
    /// The node count at which the limits are checked again.
    next_check: u64,
    pub(crate) stopped: bool,
    /// Whether the search is for a mate in a given number of moves. Then nothing is pruned, reduced
    /// or extended, and there is no quiescence search.
    pub(crate) mate_search: bool,
    /// The greatest ply that the current root search has reached.
    pub(crate) seldepth: usize,
    /// Depth of the current iteration, in plies.
    pub(crate) root_depth: i32,
    /// The keys of the game and of the current line.
    keys: Vec<u128>,
    /// The index in `keys` at which the search for repetitions begins: no repetition spans a null
    /// move.
    repetition_start: usize,
    /// The principal variation from each ply on (a triangular table).
    pub(crate) pv: Vec<Vec<Move>>,
    /// The search stack, by ply.
    pub(crate) stack: Vec<StackEntry>,
    pub(crate) accumulators: Accumulators,
    pub(crate) move_arena: MoveArena,
    pub(crate) histories: &'a mut Histories,
    /// Receives the buffers when the worker is dropped.
    buffers: &'a mut Buffers,
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        *self.buffers = Buffers {
            keys: std::mem::take(&mut self.keys),
            pv: std::mem::take(&mut self.pv),
            stack: std::mem::take(&mut self.stack),
            accumulators: std::mem::take(&mut self.accumulators),
            move_arena: std::mem::take(&mut self.move_arena),
        };
    }
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        request: &Request,
        shared: &'a Shared<'a>,
        number: usize,
        memory: &'a mut WorkerMemory,
    ) -> Worker<'a> {
        let WorkerMemory { histories, buffers } = memory;
        let Buffers {
            mut keys,
            mut pv,
            mut stack,
            accumulators,
            mut move_arena,
        } = std::mem::take(buffers);
        keys.clear();
        keys.extend_from_slice(&request.history);
        keys.push(request.position.key());
        pv.iter_mut().for_each(Vec::clear);
        stack.clear();
        stack.resize(MAX_PLY + 2, StackEntry::default());
        move_arena.clear();
        Worker {
            shared,
            number,
            nodes: 0,
            next_check: shared.node_limit.min(CHECK_INTERVAL),
            stopped: false,
            mate_search: request.limits.mate.is_some(),
            seldepth: 0,
            root_depth: 0,
            keys,
            repetition_start: 0,
            pv,
            stack,
            accumulators,
            move_arena,
            histories,
            buffers,
        }
    }

    /// Whether this is the main thread, which checks the clock and reports.
    pub(crate) fn is_main(&self) -> bool {
        self.number == 0
    }

    /// Counts a node. Returns false when the search is over and its score meaningless.
    pub(crate) fn count_node(&mut self) -> bool {
        if self.stopped || self.nodes >= self.next_check && !self.check_limits() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Whether a player of limited strength overlooks this legal move. Evasions are always seen.
    #[inline]
    pub(crate) fn overlooks(&self, position: &Position, mv: Move, ply: usize) -> bool {
        let Some(oversights) = self.shared.oversights else {
            return false;
        };
        let last = ply.checked_sub(1).and_then(|ply| self.stack[ply].piece_to);
        !position.is_check() && oversights.overlooks(position, mv, last.map(PieceTo::to))
    }

    /// Removes the root moves that a player of limited strength overlooks, unless these are all.
    pub(crate) fn leave_out_overlooked(&self, position: &Position, moves: &mut Vec<Move>) {
        if moves.iter().any(|&mv| !self.overlooks(position, mv, 0)) {
            moves.retain(|&mv| !self.overlooks(position, mv, 0));
        }
    }

    /// Publishes the node count and checks the limits. Returns false when the search is over.
    #[cold]
    fn check_limits(&mut self) -> bool {
        let shared = self.shared;
        self.publish_nodes();
        self.stopped = shared.is_over()
            || shared.control.is_stopped()
            || self.is_main()
                && (shared.nodes() >= shared.node_limit || shared.clock.is_over(shared.control));
        let remaining = shared.node_limit.saturating_sub(self.nodes);
        self.next_check = self.nodes + remaining.min(CHECK_INTERVAL);
        !self.stopped
    }

    /// Makes the node count visible to the other threads.
    pub(crate) fn publish_nodes(&self) {
        self.shared.publish_nodes(self.number, self.nodes);
    }

    /// Makes a move. [`undo_move`](Worker::undo_move) must follow.
    pub(crate) fn make_move(&mut self, position: &Position, mv: Move, ply: usize) -> Position {
        let child = position.play(mv);
        self.shared.table.prefetch(child.key());
        self.stack[ply].piece_to = Some(PieceTo::new(position, mv));
        self.stack[ply].quiet_move = is_quiet(position, mv).then_some(mv);
        self.keys.push(child.key());
        child
    }

    /// Undoes [`make_move`](Worker::make_move).
    pub(crate) fn undo_move(&mut self) {
        self.keys.pop();
    }

    /// Makes a null move that leads to `child`. Returns the value to pass to
    /// [`undo_null_move`](Worker::undo_null_move), which must follow.
    pub(crate) fn make_null_move(&mut self, child: &Position, ply: usize) -> usize {
        self.shared.table.prefetch(child.key());
        let repetition_start = std::mem::replace(&mut self.repetition_start, self.keys.len());
        self.keys.push(child.key());
        self.stack[ply].piece_to = None;
        self.stack[ply].quiet_move = None;
        repetition_start
    }

    /// Undoes [`make_null_move`](Worker::make_null_move).
    pub(crate) fn undo_null_move(&mut self, repetition_start: usize) {
        self.keys.pop();
        self.repetition_start = repetition_start;
    }

    /// What the histories of the moves at a ply depend on. The ply's threats must be known.
    pub(crate) fn history_context(&self, ply: usize) -> HistoryContext {
        let earlier = |back| {
            ply.checked_sub(back)
                .and_then(|ply| self.stack[ply].piece_to)
        };
        HistoryContext {
            previous: [1, 2, 4].map(earlier),
            threats: self.stack[ply].threats,
        }
    }

    /// The next move to try at a node.
    #[inline]
    pub(crate) fn next_move(
        &mut self,
        picker: &mut MovePicker,
        position: &Position,
        ply: usize,
        history: &HistoryContext,
    ) -> Option<Move> {
        let context = OrderingContext {
            position,
            histories: self.histories,
            killers: self.stack[ply].killers,
            history: *history,
        };
        self.move_arena.pick(picker, &context)
    }

    /// Makes the move and the line after it the principal variation of the ply.
    pub(crate) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.pv.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        if let Some(rest) = lower.first() {
            line.extend_from_slice(rest);
        }
    }

    /// Whether the position is drawn by insufficient material, repetition or the fifty-move rule.
    pub(crate) fn is_draw(&self, position: &Position, ply: usize) -> bool {
        draw::is_draw(position, &self.keys[self.repetition_start..], ply)
    }
}
