//! The tables that a search may ask, and the scores that follow from them.

use movegen::chess::Position;

use crate::score::INFINITY;
use crate::{Request, Tablebases};

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
    pub(crate) fn with(&self, position: &Position) -> Option<&'a Tablebases> {
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
