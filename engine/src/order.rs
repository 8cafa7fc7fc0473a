//! Which moves to try first.
//!
//! The table's move, then captures (most valuable victim, least valuable attacker) that do not
//! lose the exchange, killers, quiet moves by their history, and losing captures last.

use movegen::chess::{Color, Move, MoveKind, Position};

use crate::exchange;

const TABLE_MOVE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 20;
const KILLER: i32 = 1 << 19;
const LOSING: i32 = -(1 << 20);
/// No history goes beyond this.
const HISTORY_LIMIT: i32 = 1 << 14;

/// What earlier parts of the search tell about moves.
pub(crate) struct Memory {
    /// Per ply, the last two quiet moves that refuted a sibling.
    killers: Vec<[Option<Move>; 2]>,
    /// Per side, from and to: how well the quiet move did anywhere.
    history: Vec<i32>,
}

impl Memory {
    /// Nothing remembered, for so many plies.
    pub(crate) fn new(plies: usize) -> Memory {
        Memory {
            killers: vec![[None; 2]; plies],
            history: vec![0; 2 * 64 * 64],
        }
    }

    /// How well a quiet move of this side has done, within a limit of 2^14 either way.
    pub(crate) fn history(&self, side: Color, action: Move) -> i32 {
        self.history[slot(side, action)]
    }

    /// Whether the move refuted a sibling at this ply.
    pub(crate) fn is_killer(&self, ply: usize, action: Move) -> bool {
        self.killers[ply].contains(&Some(action))
    }

    /// The quiet `action` refuted its node, and `tried` before it did not.
    pub(crate) fn reward(
        &mut self,
        side: Color,
        ply: usize,
        depth: i32,
        action: Move,
        tried: &[Move],
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        let bonus = (depth * depth * 8).min(HISTORY_LIMIT / 8);
        self.adjust(side, action, bonus);
        for &other in tried {
            self.adjust(side, other, -bonus);
        }
    }

    /// Moves the value towards the limit, ever more slowly.
    fn adjust(&mut self, side: Color, action: Move, bonus: i32) {
        let value = &mut self.history[slot(side, action)];
        *value += bonus - *value * bonus.abs() / HISTORY_LIMIT;
    }
}

fn slot(side: Color, action: Move) -> usize {
    (side.index() * 64 + action.from().index()) * 64 + action.to().index()
}

/// Whether the move neither takes nor promotes to a queen.
pub(crate) fn is_quiet(position: &Position, action: Move) -> bool {
    !position.is_capture(action) && action.kind() != MoveKind::PromoteQueen
}

/// The moves of all nodes of the current line, one above the other, so that no node allocates.
#[derive(Default)]
pub(crate) struct Stack {
    moves: Vec<(i32, Move)>,
}

/// One node's part of the [`Stack`].
pub(crate) struct Picker {
    start: usize,
    next: usize,
}

impl Stack {
    /// Puts the legal moves on the stack, or the noisy ones alone; [`close`](Stack::close) must
    /// follow before the node below goes on.
    pub(crate) fn open(
        &mut self,
        position: &Position,
        noisy_only: bool,
        table_move: Option<Move>,
        ply: usize,
        memory: &Memory,
    ) -> Picker {
        let start = self.moves.len();
        for action in position.legal_moves() {
            let quiet = is_quiet(position, action);
            if quiet && noisy_only {
                continue;
            }
            let score = if Some(action) == table_move {
                TABLE_MOVE
            } else if !quiet {
                noisy(position, action)
            } else if let Some(rank) = memory.killers[ply].iter().position(|&k| k == Some(action)) {
                KILLER - rank as i32
            } else {
                memory.history(position.turn(), action)
            };
            self.moves.push((score, action));
        }
        Picker { start, next: start }
    }

    /// The best move not yet picked. (Cheaper than sorting, as a cutoff tends to come early.)
    pub(crate) fn pick(&mut self, picker: &mut Picker) -> Option<Move> {
        let rest = &mut self.moves[picker.next..];
        // The first of equals, whatever their number: node counts are to be the same everywhere.
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].0 > rest[best].0 {
                best = index;
            }
        }
        if rest.is_empty() {
            return None;
        }
        rest.swap(0, best);
        picker.next += 1;
        Some(rest[0].1)
    }

    /// Takes the node's moves off again.
    pub(crate) fn close(&mut self, picker: Picker) {
        self.moves.truncate(picker.start);
    }
}

fn noisy(position: &Position, action: Move) -> i32 {
    let attacker = position
        .piece_at(action.from())
        .map_or(0, |piece| piece.kind.index() as i32);
    let value = exchange::gain(position, action) * 8 - attacker;
    // A cheaper piece that takes never loses; only the others are worth the look.
    let fine = exchange::keeps(position, action, 0);
    if fine {
        CAPTURE + value
    } else {
        LOSING + value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order() {
        let position: Position = "4k3/2p1p3/3p1q2/4N3/8/8/P7/4K3 w - - 0 1"
            .parse()
            .expect("a position");
        let find = |text| position.parse_uci(text).expect("a move");
        let mut memory = Memory::new(1);
        memory.reward(position.turn(), 0, 4, find("e1e2"), &[find("a2a3")]);
        let position: Position = "4k3/2p1p3/3p1q2/4N3/3P4/8/P7/4K3 w - - 0 1"
            .parse()
            .expect("a position");
        let mut stack = Stack::default();
        let mut picker = stack.open(&position, false, Some(find("a2a4")), 0, &memory);
        let mut order = Vec::new();
        while let Some(action) = stack.pick(&mut picker) {
            order.push(action);
        }
        assert_eq!(order.len(), position.legal_moves().len());
        assert_eq!(order[0], find("a2a4"));
        assert_eq!(order[1], find("e1e2"));
        assert_eq!(order.last(), Some(&find("a2a3")));
        stack.close(picker);
        assert!(stack.moves.is_empty());
    }
}
