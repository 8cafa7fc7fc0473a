//! The principal variation search below the root.

use movegen::chess::{Bitboard, Color, Move, PieceKind, Position};

use crate::clock::Clock;
use crate::exchange;
use crate::job::{INFINITY, MATE, MATE_BOUND};
use crate::order::{Memory, Stack, is_quiet};
use crate::table::{Entry, Table};
use crate::{Bound, Control, Request, evaluate};

/// No line is longer than this.
pub(crate) const MAX_PLY: usize = 240;

/// How often stop and clock are looked at, in nodes; a power of two.
const LOOK_EVERY: u64 = 1024;

/// The squares a1, c1, ...: one colour of the board.
const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

/// Everything that one search needs on its way down.
pub(crate) struct Search<'a> {
    pub(crate) table: &'a Table,
    pub(crate) control: &'a Control,
    pub(crate) clock: Clock,
    node_limit: u64,
    pub(crate) nodes: u64,
    pub(crate) stopped: bool,
    pub(crate) seldepth: usize,
    /// Plies of the current iteration.
    pub(crate) root_depth: i32,
    /// The keys of the game and of the line being searched.
    pub(crate) keys: Vec<u128>,
    /// No repetition is looked for beyond this: a null move is not part of any game.
    floor: usize,
    /// The best line found from each ply on.
    pub(crate) lines: Vec<Vec<Move>>,
    /// The static evaluation at each ply; none in check.
    evaluations: Vec<Option<i32>>,
    pub(crate) stack: Stack,
    pub(crate) memory: Memory,
}

impl<'a> Search<'a> {
    pub(crate) fn new(request: &Request, table: &'a Table, control: &'a Control) -> Search<'a> {
        let mut keys = request.history.clone();
        keys.push(request.position.key());
        let (limits, overhead) = (&request.limits, request.settings.move_overhead);
        Search {
            table,
            control,
            clock: Clock::new(limits, overhead, request.position.turn()),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            stopped: false,
            seldepth: 0,
            root_depth: 0,
            keys,
            floor: 0,
            lines: vec![Vec::new(); MAX_PLY + 1],
            evaluations: vec![None; MAX_PLY + 1],
            stack: Stack::default(),
            memory: Memory::new(MAX_PLY + 1),
        }
    }

    /// Counts a node; false when the search is over and its score void.
    pub(crate) fn enter(&mut self) -> bool {
        if self.stopped {
            return false;
        }
        let look = self.nodes & (LOOK_EVERY - 1) == LOOK_EVERY - 1;
        if self.nodes >= self.node_limit
            || look && (self.control.is_stopped() || self.clock.is_over(self.control))
        {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Plays the move and notes the position; [`leave`](Search::leave) must follow.
    pub(crate) fn play(&mut self, position: &Position, action: Move) -> Position {
        let child = position.play(action);
        self.keys.push(child.key());
        child
    }

    /// Forgets the position that [`play`](Search::play) noted.
    pub(crate) fn leave(&mut self) {
        self.keys.pop();
    }

    /// The score of the position within the window, in its side to move's view.
    ///
    /// The score is void once `stopped` is set. The best line is left in `lines[ply]`.
    pub(crate) fn node(
        &mut self,
        position: &Position,
        mut depth: i32,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
        may_pass: bool,
    ) -> i32 {
        let in_check = position.is_check();
        if in_check && (ply as i32) < 2 * self.root_depth {
            // A check leaves few replies, and quiescence would not see all that follows.
            depth += 1;
        }
        if depth <= 0 {
            return self.quiescence(position, ply, alpha, beta);
        }
        self.lines[ply].clear();
        if !self.enter() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        if self.is_draw(position, ply) {
            return 0;
        }
        if ply >= MAX_PLY {
            return evaluate(position);
        }
        // No line from here can beat a mate that is nearer.
        let pv_node = beta - alpha > 1;
        alpha = alpha.max(-MATE + ply as i32);
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }

        let key = position.key();
        let known = self.table.probe(key, ply);
        if let Some(entry) = known
            && !pv_node
            && entry.depth >= depth
            && settles(&entry, alpha, beta)
        {
            return entry.score;
        }
        let table_move = known.and_then(|entry| entry.best);
        let evaluation = if in_check {
            None
        } else {
            Some(
                known
                    .and_then(|entry| entry.evaluation)
                    .unwrap_or_else(|| evaluate(position)),
            )
        };
        self.evaluations[ply] = evaluation;
        // Whether things look better than at the own move before.
        let improving = match (
            evaluation,
            ply.checked_sub(2).and_then(|p| self.evaluations[p]),
        ) {
            (Some(now), Some(before)) => now > before,
            (now, _) => now.is_some(),
        };

        if let Some(value) = evaluation
            && !pv_node
            && beta.abs() < MATE_BOUND
        {
            // So far ahead that the few plies left will not change it.
            if depth <= 6 && value - 80 * (depth - i32::from(improving)) >= beta {
                return value;
            }
            // Good enough even when the opponent moves twice. With pawns alone, having to move
            // may be the trouble.
            if may_pass && depth >= 3 && value >= beta && has_pieces(position, position.turn()) {
                let score = self.pass(position, depth, ply, value, beta);
                if self.stopped {
                    return 0;
                }
                if score >= beta {
                    // A mate found by passing is not proven.
                    return if score >= MATE_BOUND { beta } else { score };
                }
            }
        }
        if table_move.is_none() && depth >= 5 {
            // Cheaper to come back with a table move than to search in bad order.
            depth -= 1;
        }

        let old_alpha = alpha;
        let mut best = -INFINITY;
        let mut best_move = None;
        let mut tried = 0;
        let mut quiets = Vec::new();
        let mut picker = self
            .stack
            .open(position, false, table_move, ply, &self.memory);
        while let Some(action) = self.stack.pick(&mut picker) {
            let quiet = is_quiet(position, action);
            if best > -MATE_BOUND
                && !pv_node
                && !quiet
                && depth <= 4
                && !exchange::keeps(position, action, -90 * depth)
            {
                continue;
            }
            let child = self.play(position, action);
            let gives_check = child.is_check();
            if best > -MATE_BOUND
                && quiet
                && !gives_check
                && !pv_node
                && let Some(value) = evaluation
            {
                let late = depth <= 5 && tried > 4 + depth * depth / (2 - i32::from(improving));
                let hopeless = depth <= 4 && value + 90 + 90 * depth <= alpha;
                if late || hopeless {
                    self.leave();
                    continue;
                }
            }
            tried += 1;
            let score = if tried == 1 {
                -self.node(&child, depth - 1, ply + 1, -beta, -alpha, true)
            } else {
                let mut reduction = 0;
                if depth >= 3
                    && tried > 2 + i32::from(pv_node)
                    && quiet
                    && !in_check
                    && !gives_check
                {
                    reduction = reduction_of(depth, tried);
                    reduction -= i32::from(pv_node) + i32::from(self.memory.is_killer(ply, action));
                    reduction += i32::from(!improving);
                    reduction -= self.memory.history(position.turn(), action) / 6000;
                    reduction = reduction.clamp(0, depth - 2);
                }
                let mut score = -self.node(
                    &child,
                    depth - 1 - reduction,
                    ply + 1,
                    -alpha - 1,
                    -alpha,
                    true,
                );
                if score > alpha && reduction > 0 {
                    score = -self.node(&child, depth - 1, ply + 1, -alpha - 1, -alpha, true);
                }
                if score > alpha && score < beta {
                    score = -self.node(&child, depth - 1, ply + 1, -beta, -alpha, true);
                }
                score
            };
            self.leave();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(action);
                    self.raise(ply, action);
                    alpha = score;
                    if score >= beta {
                        if quiet {
                            self.memory
                                .reward(position.turn(), ply, depth, action, &quiets);
                        }
                        break;
                    }
                }
            }
            if quiet {
                quiets.push(action);
            }
        }
        self.stack.close(picker);
        if self.stopped {
            return 0;
        }
        if tried == 0 {
            return if in_check { -MATE + ply as i32 } else { 0 };
        }
        let bound = bound_of(best, old_alpha, beta);
        self.table.store(
            key,
            ply,
            Entry {
                best: best_move,
                score: best,
                evaluation,
                depth,
                bound,
            },
        );
        best
    }

    /// Lets the opponent move twice, at a reduced depth.
    fn pass(&mut self, position: &Position, depth: i32, ply: usize, value: i32, beta: i32) -> i32 {
        let Some(child) = position.pass() else {
            return -INFINITY;
        };
        let reduction = 3 + depth / 4 + ((value - beta) / 200).min(3);
        let floor = std::mem::replace(&mut self.floor, self.keys.len());
        self.keys.push(child.key());
        self.evaluations[ply] = Some(value);
        let score = -self.node(&child, depth - reduction, ply + 1, -beta, 1 - beta, false);
        self.leave();
        self.floor = floor;
        score
    }

    /// Makes the move and the line after it the best line of the ply.
    pub(crate) fn raise(&mut self, ply: usize, action: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(action);
        if let Some(rest) = lower.first() {
            line.extend_from_slice(rest);
        }
    }

    /// Whether the game ends here without a winner, or as good as: within the searched line, one
    /// repetition shows that nobody makes progress.
    pub(crate) fn is_draw(&self, position: &Position, ply: usize) -> bool {
        if is_insufficient(position) || self.repeats(position.halfmoves(), ply) {
            return true;
        }
        // A mate with the hundredth halfmove counts.
        position.halfmoves() >= 100 && (!position.is_check() || position.has_legal_move())
    }

    fn repeats(&self, halfmoves: u32, ply: usize) -> bool {
        let Some((key, earlier)) = self.keys.split_last() else {
            return false;
        };
        let reach =
            (halfmoves as usize).min(self.keys.len() - 1 - self.floor.min(self.keys.len() - 1));
        let mut seen = 0;
        for back in (4..=reach).step_by(2) {
            if earlier[earlier.len() - back] == *key {
                seen += 1;
                if back <= ply || seen == 2 {
                    return true;
                }
            }
        }
        false
    }
}

/// How many plies less a late quiet move is worth: 0.8 + 0.21 log2(depth) log2(tried). In integers,
/// so that every machine counts the same nodes.
fn reduction_of(depth: i32, tried: i32) -> i32 {
    (819 + log2(depth) * log2(tried) * 214 / 1024) / 1024
}

/// The logarithm in 32nds, straight between powers of two.
fn log2(n: i32) -> i32 {
    let whole = n.max(1).ilog2();
    32 * whole as i32 + (n.max(1) << 5 >> whole) - 32
}

/// Whether the entry makes a search with this window needless.
pub(crate) fn settles(entry: &Entry, alpha: i32, beta: i32) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    }
}

/// What a score says after a search with this window.
pub(crate) fn bound_of(score: i32, alpha: i32, beta: i32) -> Bound {
    if score >= beta {
        Bound::Lower
    } else if score > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// Whether the side has more than king and pawns.
fn has_pieces(position: &Position, color: Color) -> bool {
    let simple = position.pieces(PieceKind::Pawn) | position.pieces(PieceKind::King);
    !(position.of(color) - simple).is_empty()
}

/// Whether no sequence of moves mates: at most one minor piece, or bishops of one square colour.
pub(crate) fn is_insufficient(position: &Position) -> bool {
    let kings = position.pieces(PieceKind::King);
    let bishops = position.pieces(PieceKind::Bishop);
    let minors = bishops | position.pieces(PieceKind::Knight);
    if !(position.occupied() - kings - minors).is_empty() {
        return false;
    }
    minors.len() <= 1
        || minors == bishops && ((bishops & DARK).is_empty() || (bishops - DARK).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_slowly() {
        assert_eq!([1, 2, 3, 4, 8, 64].map(log2), [0, 32, 48, 64, 96, 192]);
        assert_eq!(
            [(1, 1), (3, 3), (8, 8), (20, 40)].map(|(d, t)| reduction_of(d, t)),
            [0, 1, 2, 5]
        );
    }

    #[test]
    fn insufficient_material() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
            ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
            ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
            ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false),
            ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false),
        ] {
            assert_eq!(
                is_insufficient(&fen.parse().expect("a position")),
                expected,
                "{fen}"
            );
        }
    }
}
