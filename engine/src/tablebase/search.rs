//! Tablebases below the root.

use movegen::chess::Position;

use super::{Tablebases, Wdl};
use crate::score::{INFINITY, TABLE_WIN, Window};
use crate::transposition::{TtEntry, tt_cutoff};
use crate::worker::Worker;
use crate::{Bound, Request};

/// A result from a table is worth a search that is deeper by this many plies.
const BONUS_DEPTH: i32 = 6;

/// The tables that a search uses.
#[derive(Clone, Copy)]
pub(crate) struct SearchTables<'a> {
    tables: &'a Tablebases,
    /// The greatest number of men that is looked up.
    men: u32,
}

impl<'a> SearchTables<'a> {
    /// The tables of the request. `None` without tables, and in the search for a mate, whose depth
    /// the tables do not know.
    pub(crate) fn of(request: &'a Request) -> Option<SearchTables<'a>> {
        let settings = &request.settings;
        let tables = settings.tablebases.as_deref()?;
        let men = tables.largest().min(settings.tablebase_men) as u32;
        (men > 0 && request.limits.mate.is_none()).then_some(SearchTables { tables, men })
    }

    /// The tables, if they may be asked about the position.
    pub(super) fn with(&self, position: &Position) -> Option<&'a Tablebases> {
        (position.occupied().len() <= self.men && position.castling_rooks().is_empty())
            .then_some(self.tables)
    }
}

/// The scores that a node can have, as far as the tablebases know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoreRange {
    pub(crate) lowest: i32,
    pub(crate) highest: i32,
}

impl ScoreRange {
    /// Nothing is known.
    pub(crate) const ANY: ScoreRange = ScoreRange {
        lowest: -INFINITY,
        highest: INFINITY,
    };

    /// The score, moved into the range.
    pub(crate) fn limit(self, score: i32) -> i32 {
        score.clamp(self.lowest, self.highest)
    }
}

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
