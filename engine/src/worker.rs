//! What one thread of a search carries on its way down, and what all of its threads share.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use movegen::chess::{Bitboard, Move, Position};

use crate::accumulator::Accumulators;
use crate::draw;
use crate::history::{Histories, MoveHistory, Step};
use crate::move_picker::{Knowledge, Picker, Stack, is_quiet};
use crate::strength;
use crate::time::Clock;
use crate::transposition::TranspositionTable;
use crate::{Control, Request, evaluate};

/// No line is longer than this.
pub(crate) const MAX_PLY: usize = 240;

/// The positions of a game that is longer take more memory when they are searched.
const LONG_GAME: usize = 1024;

/// How often stop and clock are looked at, in nodes.
const LOOK_EVERY: u64 = 512;

/// What the threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable<'a>,
    pub(crate) control: &'a Control,
    pub(crate) clock: Clock,
    node_limit: u64,
    /// By thread, what it has told so far.
    nodes: Vec<AtomicU64>,
    /// The first thread has decided; the others follow.
    over: AtomicBool,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(
        request: &Request,
        table: &'a TranspositionTable<'a>,
        control: &'a Control,
        threads: usize,
    ) -> Shared<'a> {
        let (limits, overhead) = (&request.limits, request.settings.move_overhead);
        Shared {
            table,
            control,
            clock: Clock::new(limits, overhead, request.position.turn()),
            node_limit: limits
                .nodes
                .unwrap_or(u64::MAX)
                .min(request.settings.elo.map_or(u64::MAX, strength::nodes)),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            over: AtomicBool::new(false),
        }
    }

    /// Positions visited by all threads, as far as they have told.
    pub(crate) fn nodes(&self) -> u64 {
        let nodes = self.nodes.iter();
        nodes.map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// Whether the first thread has decided.
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Ends the search of all threads.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

/// What a line knows of itself at one ply.
#[derive(Clone, Copy, Default)]
pub(crate) struct Frame {
    /// The squares that the other side attacks.
    pub(crate) threats: Bitboard,
    /// The static evaluation; none in check.
    pub(crate) evaluation: Option<i32>,
    /// The move that is being looked at; none for a null move.
    pub(crate) step: Option<Step>,
    /// The same move, if it is a quiet one.
    pub(crate) quiet: Option<Move>,
    /// The last two quiet moves that refuted a sibling.
    pub(crate) killers: [Option<Move>; 2],
    /// The move that is left out to see whether it is the only good one.
    pub(crate) excluded: Option<Move>,
}

/// All that a worker allocates, so that no search fails for want of memory; and what it has learned.
pub(crate) struct WorkerMemory {
    histories: Histories,
    buffers: Buffers,
}

#[derive(Default)]
struct Buffers {
    keys: Vec<u128>,
    lines: Vec<Vec<Move>>,
    frames: Vec<Frame>,
    accumulators: Accumulators,
    stack: Stack,
}

impl WorkerMemory {
    /// A bound on the bytes that one takes.
    pub(crate) const BYTES: usize = 3 << 20;

    /// Nothing learned.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub(crate) fn new() -> Result<WorkerMemory, TryReserveError> {
        let mut buffers = Buffers {
            accumulators: Accumulators::try_new(MAX_PLY)?,
            stack: Stack::new(MAX_PLY)?,
            ..Buffers::default()
        };
        buffers.keys.try_reserve_exact(LONG_GAME + MAX_PLY)?;
        buffers.frames.try_reserve_exact(MAX_PLY + 2)?;
        buffers.lines.try_reserve_exact(MAX_PLY + 2)?;
        for ply in 0..MAX_PLY + 2 {
            let mut line = Vec::new();
            line.try_reserve_exact(MAX_PLY + 2 - ply)?;
            buffers.lines.push(line);
        }
        Ok(WorkerMemory {
            histories: Histories::new()?,
            buffers,
        })
    }

    /// Clears the histories.
    pub(crate) fn clear_histories(&mut self) {
        self.histories.clear();
    }

    /// The bytes that it takes.
    #[cfg(test)]
    pub(crate) fn bytes(&mut self) -> usize {
        let buffers = &self.buffers;
        let lines = buffers.lines.iter();
        self.histories.bytes()
            + buffers.keys.capacity() * size_of::<u128>()
            + buffers.frames.capacity() * size_of::<Frame>()
            + lines
                .map(|line| line.capacity() * size_of::<Move>())
                .sum::<usize>()
            + buffers.accumulators.bytes()
            + buffers.stack.bytes()
    }
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    pub(crate) shared: &'a Shared<'a>,
    /// 0 is the thread that watches the clock and reports.
    pub(crate) number: usize,
    pub(crate) nodes: u64,
    next_look: u64,
    pub(crate) stopped: bool,
    /// Whether a mate is looked for: then nothing is left out, and nothing but the moves within the
    /// depth is looked at.
    pub(crate) thorough: bool,
    pub(crate) seldepth: usize,
    /// Plies of the current iteration.
    pub(crate) root_depth: i32,
    /// The keys of the game and of the line being searched.
    keys: Vec<u128>,
    /// No repetition is looked for beyond this: a null move is not part of any game.
    floor: usize,
    /// The best line found from each ply on.
    pub(crate) lines: Vec<Vec<Move>>,
    pub(crate) frames: Vec<Frame>,
    accumulators: Accumulators,
    pub(crate) stack: Stack,
    pub(crate) histories: &'a mut Histories,
    /// Where the buffers return to.
    buffers: &'a mut Buffers,
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        *self.buffers = Buffers {
            keys: std::mem::take(&mut self.keys),
            lines: std::mem::take(&mut self.lines),
            frames: std::mem::take(&mut self.frames),
            accumulators: std::mem::take(&mut self.accumulators),
            stack: std::mem::take(&mut self.stack),
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
            mut lines,
            mut frames,
            accumulators,
            mut stack,
        } = std::mem::take(buffers);
        keys.clear();
        keys.extend_from_slice(&request.history);
        keys.push(request.position.key());
        lines.iter_mut().for_each(Vec::clear);
        frames.clear();
        frames.resize(MAX_PLY + 2, Frame::default());
        stack.clear();
        Worker {
            shared,
            number,
            nodes: 0,
            next_look: shared.node_limit.min(LOOK_EVERY),
            stopped: false,
            thorough: request.limits.mate.is_some(),
            seldepth: 0,
            root_depth: 0,
            keys,
            floor: 0,
            lines,
            frames,
            accumulators,
            stack,
            histories,
            buffers,
        }
    }

    /// Counts a node; false when the search is over and its score void.
    pub(crate) fn enter(&mut self) -> bool {
        if self.stopped || self.nodes >= self.next_look && !self.look() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Tells how many nodes were visited and looks whether that is enough.
    #[cold]
    fn look(&mut self) -> bool {
        let shared = self.shared;
        self.tell_nodes();
        let over = shared.is_over()
            || shared.control.is_stopped()
            || self.number == 0
                && (shared.nodes() >= shared.node_limit || shared.clock.is_over(shared.control));
        self.stopped = over;
        let left = shared.node_limit.saturating_sub(self.nodes);
        self.next_look = self.nodes + left.min(LOOK_EVERY);
        !over
    }

    pub(crate) fn tell_nodes(&self) {
        self.shared.nodes[self.number].store(self.nodes, Ordering::Relaxed);
    }

    /// Plays the move and notes the position; [`leave`](Worker::leave) must follow.
    pub(crate) fn play(&mut self, position: &Position, mv: Move, ply: usize) -> Position {
        let child = position.play(mv);
        self.shared.table.prefetch(child.key());
        self.frames[ply].step = Some(Step::new(position, mv));
        self.frames[ply].quiet = is_quiet(position, mv).then_some(mv);
        self.keys.push(child.key());
        child
    }

    /// Lets the other side move; [`leave`](Worker::leave) must follow, with the same floor.
    pub(crate) fn pass(&mut self, child: &Position, ply: usize) -> usize {
        self.shared.table.prefetch(child.key());
        let floor = std::mem::replace(&mut self.floor, self.keys.len());
        self.keys.push(child.key());
        self.frames[ply].step = None;
        self.frames[ply].quiet = None;
        floor
    }

    /// Takes back what [`pass`](Worker::pass) did.
    pub(crate) fn leave_pass(&mut self, floor: usize) {
        self.keys.pop();
        self.floor = floor;
    }

    /// Forgets the position that [`play`](Worker::play) noted.
    pub(crate) fn leave(&mut self) {
        self.keys.pop();
    }

    /// What the position is worth without looking ahead or back.
    pub(crate) fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        evaluate::at_ply(&mut self.accumulators, position, ply)
    }

    /// What the moves of the ply answer, once its threats are noted.
    pub(crate) fn past(&self, ply: usize) -> MoveHistory {
        let before = |back| ply.checked_sub(back).and_then(|p| self.frames[p].step);
        MoveHistory {
            steps: [1, 2, 4].map(before),
            threats: self.frames[ply].threats,
        }
    }

    /// The next move to try.
    #[inline]
    pub(crate) fn pick(
        &mut self,
        picker: &mut Picker,
        position: &Position,
        ply: usize,
        past: &MoveHistory,
    ) -> Option<Move> {
        let knowledge = Knowledge {
            position,
            histories: self.histories,
            killers: self.frames[ply].killers,
            past: *past,
        };
        self.stack.pick(picker, &knowledge)
    }

    /// Makes the move and the line after it the best line of the ply.
    pub(crate) fn raise(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        if let Some(rest) = lower.first() {
            line.extend_from_slice(rest);
        }
    }

    /// Whether the game ends here without a winner, or as good as.
    pub(crate) fn is_draw(&self, position: &Position, ply: usize) -> bool {
        draw::is_insufficient(position)
            || draw::repeats(&self.keys[self.floor..], position.halfmoves(), ply)
            || draw::is_fifty_moves(position)
    }
}
