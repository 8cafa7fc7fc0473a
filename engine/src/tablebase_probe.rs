//! Tablebases below the root.

use movegen::chess::Position;

use crate::score::{TABLE_WIN, Window};
use crate::search_tables::ScoreRange;
use crate::transposition::{TtEntry, tt_cutoff};
use crate::worker::Worker;
use crate::{Bound, Tablebases, Wdl};

/// A result from a table is worth a search that is deeper by this many plies.
const BONUS_DEPTH: i32 = 6;

/// What the tablebases say about a node.
pub(crate) enum Probe {
    /// The node needs no search: this is its score.
    Cutoff(i32),
    /// The node needs a search; its score lies in this range.
    Search(ScoreRange),
}

impl Worker<'_> {
    /// Asks the tablebases about a node below the root, right after a capture or pawn move: only
    /// then is the result independent of the fifty-move rule's clock.
    ///
    /// A win is a lower bound, as there may be a mate that is worth more.
    #[inline]
    pub(crate) fn probe_tablebases(
        &self,
        position: &Position,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> Probe {
        match &self.shared.tablebases {
            Some(tables) if position.halfmoves() == 0 => match tables.with(position) {
                Some(tables) => self.ask_tablebases(tables, position, depth, ply, window),
                None => Probe::Search(ScoreRange::ANY),
            },
            _ => Probe::Search(ScoreRange::ANY),
        }
    }

    #[cold]
    fn ask_tablebases(
        &self,
        tables: &Tablebases,
        position: &Position,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> Probe {
        let mut range = ScoreRange::ANY;
        let Some(wdl) = tables.wdl(position) else {
            return Probe::Search(range);
        };
        self.shared.count_tablebase_hit();
        let win = TABLE_WIN - ply as i32;
        let (score, bound) = match wdl {
            Wdl::Win => (win, Bound::Lower),
            Wdl::Loss => (-win, Bound::Upper),
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => (0, Bound::Exact),
        };
        let entry = TtEntry {
            best_move: None,
            score,
            static_eval: None,
            depth: depth + BONUS_DEPTH,
            bound,
        };
        if tt_cutoff(&entry, window) {
            self.shared.table.store(position.key(), ply, entry);
            return Probe::Cutoff(score);
        }
        match bound {
            Bound::Lower => range.lowest = score,
            Bound::Upper => range.highest = score,
            Bound::Exact => {}
        }
        Probe::Search(range)
    }
}
