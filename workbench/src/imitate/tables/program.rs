//! A perft program with a hash table of counts, and its table.

use std::collections::HashMap;

use movegen::chess::explain::UciMove;
use movegen::chess::{Move, PieceKind, Position};

use super::keys::{Keys, Path};
use crate::imitate::{Budget, Exhausted, Orders};

/// Whether the depths of an entry and of a node are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Depths {
    /// An entry is used at its own depth.
    Equal,
    /// An entry is used at its own depth and at smaller ones.
    Deeper,
    /// An entry is used at every depth.
    Any,
}

/// A program with one defect in its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Program {
    pub(super) keys: Keys,
    pub(super) depths: Depths,
    /// The number of bits of the counts in the table, if these are too few.
    pub(super) bits: Option<u32>,
    /// Whether the table is kept for the next question.
    pub(super) kept: bool,
    /// The least depth of entries.
    pub(super) least: u32,
    /// Whether every double push sets an en passant square, and not only one that can be used.
    pub(super) always_en_passant: bool,
    /// Whether all moves of a node are made and unmade before the first one is counted.
    pub(super) tests_first: bool,
}

/// The order in which moves are made below the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Ascending,
    Descending,
    /// Pawns first, kings last.
    ByKind,
    /// By a hash.
    Mixed,
}

impl Order {
    pub(super) const ALL: [Order; 4] = [
        Order::Ascending,
        Order::Descending,
        Order::ByKind,
        Order::Mixed,
    ];

    fn sort(self, position: &Position, moves: &mut [Move]) {
        let squares = |mv: &Move| (mv.from().index(), mv.to().index(), mv.to_bits());
        match self {
            Order::Ascending => moves.sort_unstable_by_key(squares),
            Order::Descending => {
                moves.sort_unstable_by_key(squares);
                moves.reverse();
            }
            Order::ByKind => moves.sort_unstable_by_key(|mv| {
                let kind = position.piece_at(mv.from()).map(|piece| piece.kind);
                (kind.map_or(0, PieceKind::index), squares(mv))
            }),
            Order::Mixed => {
                moves.sort_unstable_by_key(|mv| mv.to_bits().wrapping_mul(0x9e35).rotate_left(7));
            }
        }
    }
}

/// An unlimited table, as after this order of moves.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) order: Order,
    /// By key, and by depth if depths are compared.
    entries: HashMap<(u64, u32), Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    depth: u32,
    count: u64,
}

impl Table {
    pub(super) fn new(order: Order) -> Table {
        Table {
            order,
            entries: HashMap::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }
}

/// A count by a program.
pub(super) struct Run<'a> {
    pub(super) program: Program,
    pub(super) table: &'a mut Table,
    /// Known orders of moves.
    pub(super) orders: Option<&'a Orders>,
    /// With more entries, the count ends.
    pub(super) most_entries: usize,
    pub(super) budget: &'a mut Budget,
}

impl Run<'_> {
    /// The count of each move; `None` if the table has become too large. `theirs`: the moves of the
    /// root in their order, as far as it is known.
    pub(super) fn divide(
        &mut self,
        position: &Position,
        depth: u32,
        theirs: &[String],
    ) -> Result<Option<Vec<(Move, u64)>>, Exhausted> {
        let mut path = self.program.keys.at_root(position);
        let mut moves = self.moves(position);
        if !theirs.is_empty() {
            in_order(theirs, &mut moves);
        }
        let mut counts = Vec::with_capacity(moves.len());
        self.test(position, &moves, &mut path);
        for mv in moves {
            if self.table.len() > self.most_entries {
                return Ok(None);
            }
            counts.push((mv, self.count_move(position, mv, &mut path, depth)?));
        }
        Ok((self.table.len() <= self.most_entries).then_some(counts))
    }

    fn moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = position.legal_moves().to_vec();
        self.table.order.sort(position, &mut moves);
        if let Some(orders) = self.orders
            && let Some(texts) = orders.of_position(position)
        {
            in_order(texts, &mut moves);
        }
        moves
    }

    /// Makes and unmakes all moves, if the program does that first.
    fn test(&self, position: &Position, moves: &[Move], path: &mut Path) {
        let Program { keys, .. } = self.program;
        if self.program.tests_first && keys.drifts() {
            for &mv in moves {
                let child = position.play(mv);
                let after = self.program.after(*path, position, mv, &child);
                *path = keys.unmade(*path, position, mv, &child, after);
            }
        }
    }

    /// The leaves below a move. Changes the path if unmake does not restore the key.
    fn count_move(
        &mut self,
        position: &Position,
        mv: Move,
        path: &mut Path,
        depth: u32,
    ) -> Result<u64, Exhausted> {
        let child = position.play(mv);
        let mut after = self.program.after(*path, position, mv, &child);
        let count = self.count(&child, &mut after, depth - 1)?;
        *path = (self.program.keys).unmade(*path, position, mv, &child, after);
        Ok(count)
    }

    fn count(
        &mut self,
        position: &Position,
        path: &mut Path,
        depth: u32,
    ) -> Result<u64, Exhausted> {
        let Program { keys, least, .. } = self.program;
        if depth == 0 || self.table.len() > self.most_entries {
            return Ok(1);
        }
        let key = keys.of(position, *path);
        if depth >= least
            && let Some(count) = self.look_up(key, depth)
        {
            return Ok(count);
        }
        let count = match depth == 1 && !keys.drifts() {
            true => {
                self.budget.spend(1)?;
                position.legal_moves().len() as u64
            }
            false => {
                let moves = self.moves(position);
                self.budget.spend(moves.len().max(1) as u64)?;
                self.test(position, &moves, path);
                let mut sum = 0;
                for mv in moves {
                    sum += self.count_move(position, mv, path, depth)?;
                }
                sum
            }
        };
        if depth >= least {
            // Where a key drifts, a program may store under its key of the start or of the end; with
            // the first one, entries are found more often.
            self.store(key, depth, count);
        }
        Ok(count)
    }

    fn slot(&self, key: u64, depth: u32) -> (u64, u32) {
        match self.program.depths {
            Depths::Equal => (key, depth),
            Depths::Deeper | Depths::Any => (key, 0),
        }
    }

    fn look_up(&self, key: u64, depth: u32) -> Option<u64> {
        let entry = self.table.entries.get(&self.slot(key, depth))?;
        let fits = self.program.depths != Depths::Deeper || entry.depth >= depth;
        fits.then_some(entry.count)
    }

    fn store(&mut self, key: u64, depth: u32, count: u64) {
        let count = self.program.stored(count);
        let slot = self.slot(key, depth);
        self.table.entries.insert(slot, Entry { depth, count });
    }
}

impl Program {
    /// The path after a move.
    pub(super) fn after(&self, path: Path, before: &Position, mv: Move, child: &Position) -> Path {
        self.keys
            .after(path, before, mv, child, self.always_en_passant)
    }

    /// A count as an entry keeps it.
    pub(super) fn stored(&self, count: u64) -> u64 {
        match self.bits {
            Some(bits) => count & ((1 << bits) - 1),
            None => count,
        }
    }
}

/// Sorts moves by the place of their texts; unknown ones come last.
fn in_order(texts: &[String], moves: &mut [Move]) {
    let listed: Vec<Option<UciMove>> = texts.iter().map(|text| text.parse().ok()).collect();
    moves.sort_by_cached_key(|&mv| {
        let rook = UciMove::new(mv);
        let king = mv
            .castling_squares()
            .map_or(rook, |(to, _)| UciMove { to, ..rook });
        let is_it = |listed: &Option<UciMove>| *listed == Some(rook) || *listed == Some(king);
        listed.iter().position(is_it).unwrap_or(usize::MAX)
    });
}

#[cfg(test)]
mod tests {
    use movegen::chess::CastlingStyle;

    use super::*;

    #[test]
    fn moves_are_sorted_by_their_texts() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ] {
            let position: Position = fen.parse().expect(fen);
            for style in [CastlingStyle::Standard, CastlingStyle::Chess960] {
                let text = |mv: &Move| position.uci(*mv, style);
                let mut moves = position.legal_moves().to_vec();
                let texts: Vec<String> = moves.iter().rev().map(text).collect();
                in_order(&texts, &mut moves);
                assert!(moves.iter().map(text).eq(texts), "{fen}");
            }
        }
    }
}
