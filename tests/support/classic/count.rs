//! Perft: two styles, and a hash table of counts.

use super::attack::Purpose;
use super::board::{BISHOP, BLACK, Board, EMPTY, Flag, KING, KNIGHT, Move, OFF, kind};
use super::bug::Bug;

/// How the last ply is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Every leaf is reached by make and unmake.
    Full,
    /// The legal moves of the last ply are listed and counted.
    Bulk,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    depth: u32,
    count: u64,
}

/// Which moves are generated together.
#[derive(Clone, Copy, Debug)]
enum Stage {
    All,
    Plain,
    EnPassant,
}

impl Stage {
    fn holds(self, mv: Move) -> bool {
        match self {
            Stage::All => true,
            Stage::Plain => mv.flag != Flag::EnPassant,
            Stage::EnPassant => mv.flag == Flag::EnPassant,
        }
    }
}

/// A hash table that always replaces.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    entries: Vec<Option<Entry>>,
}

impl Table {
    const SIZE: usize = 1 << 12;

    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    fn index(bug: Bug, key: u64, depth: u32) -> usize {
        let depth = match bug {
            Bug::TableIgnoresDepth | Bug::TableAcceptsDeeper => 0,
            _ => u64::from(depth),
        };
        (key ^ depth.wrapping_mul(0x2545_f491)) as usize % Self::SIZE
    }

    fn get(&self, bug: Bug, key: u64, depth: u32) -> Option<u64> {
        let entry = (*self.entries.get(Self::index(bug, key, depth))?)?;
        let same_key = match bug {
            Bug::TableComparesNothing => true,
            Bug::TableComparesFourBits => (entry.key ^ key) >> 60 == 0,
            _ => entry.key == key,
        };
        let same_depth = match bug {
            Bug::TableIgnoresDepth => true,
            Bug::TableAcceptsDeeper => entry.depth >= depth,
            Bug::TableComparesNothing => true,
            _ => entry.depth == depth,
        };
        (same_key && same_depth).then_some(entry.count)
    }

    fn put(&mut self, bug: Bug, key: u64, depth: u32, count: u64) {
        self.entries.resize(Self::SIZE, None);
        let count = match bug {
            Bug::TableKeepsByte => count & 0xff,
            _ => count,
        };
        self.entries[Self::index(bug, key, depth)] = Some(Entry { key, depth, count });
    }
}

/// Counts the tree below the board.
#[derive(Debug)]
pub(super) struct Counter<'a> {
    pub(super) board: &'a mut Board,
    pub(super) table: &'a mut Table,
    pub(super) style: Style,
    pub(super) uses_table: bool,
    /// Nodes made so far in the whole tree.
    pub(super) made: u64,
}

impl Counter<'_> {
    /// The root moves and their counts.
    pub(super) fn divide(&mut self, depth: u32) -> Vec<(Move, u64)> {
        let below = match self.board.bug {
            Bug::CountsOnePlyDeeper => depth,
            Bug::CountsOnePlyLess => depth.saturating_sub(2),
            Bug::DepthCappedAtTwo => (depth - 1).min(1),
            _ => depth - 1,
        };
        let mut counts = Vec::new();
        for mv in self.legal() {
            self.make(mv);
            let count = self.count(below);
            self.board.unmake();
            let times = if self.board.has(Bug::CountsTwice) {
                2
            } else {
                1
            };
            counts.push((mv, times * count));
        }
        counts
    }

    fn make(&mut self, mv: Move) {
        self.made += 1;
        self.board.make(mv);
        if self.board.has(Bug::TreeForgetsEnPassant) {
            self.board.set_en_passant(0);
        }
    }

    /// The legal moves, each tested by making and unmaking it.
    pub(super) fn legal(&mut self) -> Vec<Move> {
        let checkers = self.checkers();
        let mut moves = self.board.pseudo_legal();
        if self.board.has(Bug::RootUntested) && self.board.undo.is_empty() {
            return moves;
        }
        moves.retain(|&mv| {
            self.board.make(mv);
            let legal = self.board.was_legal(mv, &checkers);
            self.board.unmake();
            legal
        });
        moves
    }

    fn checkers(&self) -> Vec<u8> {
        let board = &self.board;
        board.attackers(board.kings[board.side], board.side ^ 1, Purpose::Check)
    }

    fn count(&mut self, depth: u32) -> u64 {
        if depth == 0 || self.board.end.is_some() {
            return 1;
        }
        if self.board.has(Bug::StopsAtRepetition) && self.repeats()
            || self.board.has(Bug::StopsAtFiftyMoves) && self.board.clock >= 100
            || self.board.has(Bug::StopsWithoutMaterial) && self.lacks_material()
        {
            return 1;
        }
        let uses_table = self.uses_table;
        let key = self.board.key;
        if uses_table && let Some(count) = self.table.get(self.board.bug, key, depth) {
            return count;
        }
        let count = match self.style {
            Style::Full => self.walk(depth),
            Style::Bulk => self.bulk(depth),
        };
        if uses_table {
            self.table.put(self.board.bug, key, depth, count);
        }
        count
    }

    /// Makes every pseudo-legal move and unmakes the illegal ones at once.
    fn walk(&mut self, depth: u32) -> u64 {
        let (mut legal, mut count) = (0, 0);
        for stage in self.stages() {
            let checkers = self.checkers();
            for mv in self.board.pseudo_legal() {
                if !stage.holds(mv) {
                    continue;
                }
                self.make(mv);
                let counts = self.board.was_legal(mv, &checkers)
                    || self.board.has(Bug::LastPlyUntested) && depth == 1;
                if counts {
                    legal += 1;
                    count += self.inner(depth) + self.count(depth - 1);
                }
                self.board.unmake();
            }
        }
        self.ended(legal, count)
    }

    /// With bugs of generation in stages, en passant captures are generated after the other moves.
    fn stages(&self) -> &'static [Stage] {
        match self.board.bug {
            Bug::EnPassantSquareNotRestored | Bug::EnPassantSquareClearedByUnmake => {
                &[Stage::Plain, Stage::EnPassant]
            }
            _ => &[Stage::All],
        }
    }

    fn bulk(&mut self, depth: u32) -> u64 {
        let moves = match (depth, self.board.bug) {
            (1, Bug::LastPlyUntested) => self.board.pseudo_legal(),
            _ => self.legal(),
        };
        let legal = moves.len() as u64;
        if depth == 1 {
            return self.ended(legal, legal);
        }
        let mut count = 0;
        for mv in moves {
            self.make(mv);
            count += self.inner(depth) + self.count(depth - 1);
            self.board.unmake();
        }
        self.ended(legal, count)
    }

    /// What the node just made counts on its own.
    fn inner(&self, depth: u32) -> u64 {
        u64::from(self.board.has(Bug::CountsInnerNodes) && depth > 1)
    }

    /// The count of a node, after its moves.
    fn ended(&self, legal: u64, count: u64) -> u64 {
        let check = self.board.in_check();
        let counts = match self.board.bug {
            Bug::MatesAreLeaves => check,
            Bug::BlackMatesAreLeaves => check && self.board.side == BLACK,
            Bug::StalematesAreLeaves => !check,
            Bug::FinishedGamesAreLeaves => true,
            _ => false,
        };
        count + u64::from(legal == 0 && counts)
    }

    fn repeats(&self) -> bool {
        let board = &self.board;
        board.undo.iter().rev().any(|undo| undo.key == board.key)
    }

    fn lacks_material(&self) -> bool {
        let board = &self.board;
        let enough = |piece: &u8| !matches!(kind(*piece), EMPTY | KING | KNIGHT | BISHOP);
        let pieces = || board.squares.iter().filter(|&&piece| piece != OFF);
        let minor = |piece: &&u8| matches!(kind(**piece), KNIGHT | BISHOP);
        !pieces().any(enough) && pieces().filter(minor).count() < 2
    }

    /// Whether the move is printed.
    pub(super) fn is_listed(&self, mv: Move) -> bool {
        match self.board.bug {
            Bug::CastlingNotListed => !matches!(mv.flag, Flag::Castle(_)),
            _ => true,
        }
    }
}
