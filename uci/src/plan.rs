//! What a perft is to count, and with what means.

use std::num::NonZero;
use std::thread;

use movegen::chess::{CastlingStyle, Categories, Category, Move, Position, Statistics};
use movegen::perft::{Counter, Line, Outcome, Perft, PerftError, Progress, Stop};

/// The table that a perft gets if nobody says how large it shall be, in MB: enough to halve the
/// time of the usual depths, and little beside a browser.
pub const DEFAULT_HASH_MB: u32 = 64;

/// What a perft needs.
#[derive(Clone, Debug)]
pub struct PerftPlan {
    /// The root.
    pub position: Position,
    /// How deep.
    pub depth: u32,
    /// Only these root moves, in this order.
    pub roots: Option<Vec<Move>>,
    /// Threads, 0 for one per core.
    pub threads: usize,
    /// Table size in MB, 0 for none.
    pub hash_mb: usize,
    /// Which keys the table knows positions by.
    pub seed: u64,
    /// How castling is written.
    pub style: CastlingStyle,
}

impl PerftPlan {
    /// Runs here and now; `on_line` gets each line of the divide as soon as it is due.
    ///
    /// # Errors
    /// [`PerftError`] if there is no memory or no thread to be had, or 128 bits do not hold the sum.
    pub fn run<C: Counter<Position>>(
        &self,
        counter: &C,
        progress: &Progress,
        stop: &Stop,
        on_line: impl FnMut(Move, C::Tally),
    ) -> Result<Outcome<Move, C::Tally>, PerftError> {
        let perft = Perft::new(self.depth)
            .threads(self.threads)
            .hash_mb(self.hash_mb)
            .seed(self.seed)
            .progress(progress);
        self.run_as(&perft, counter, stop, on_line)
    }

    fn run_as<C: Counter<Position>>(
        &self,
        perft: &Perft,
        counter: &C,
        stop: &Stop,
        mut on_line: impl FnMut(Move, C::Tally),
    ) -> Result<Outcome<Move, C::Tally>, PerftError> {
        let on_line = |line: Line<Move, C::Tally>| on_line(line.action, line.count);
        match &self.roots {
            // At depth 0 there is no root move to choose.
            Some(roots) if self.depth > 0 => {
                perft.run_roots(&self.position, counter, roots, stop, on_line)
            }
            _ => perft.run(&self.position, counter, stop, on_line),
        }
    }

    /// The statistics of every depth from 1 to the one asked for (at 0, of that alone), until
    /// stopped. No table is used: it would not know what kind of leaves it holds. Equal positions
    /// near the root are counted once.
    ///
    /// # Errors
    /// As [`run`](PerftPlan::run).
    pub fn statistics(
        &self,
        progress: &Progress,
        stop: &Stop,
    ) -> Result<StatisticsRows, PerftError> {
        let mut rows = Vec::new();
        for depth in self.depth.min(1)..=self.depth {
            let perft = Perft::new(depth)
                .threads(self.threads)
                .merge()
                .progress(progress);
            let outcome = self.run_as(&perft, &Categories, stop, |_, _| {})?;
            if !outcome.complete {
                let complete = false;
                return Ok(StatisticsRows { rows, complete });
            }
            rows.push((depth, outcome.total));
        }
        let complete = true;
        Ok(StatisticsRows { rows, complete })
    }
}

/// Statistics of one depth after the other.
#[derive(Clone, Debug)]
pub struct StatisticsRows {
    /// The depths that were finished, with their numbers.
    pub rows: Vec<(u32, Statistics)>,
    /// Whether the depth that was asked for is among them.
    pub complete: bool,
}

impl StatisticsRows {
    /// The leaves at the deepest depth that was finished.
    pub fn nodes(&self) -> u128 {
        let last = self.rows.last();
        last.map_or(0, |(_, row)| row.get(Category::Nodes))
    }

    /// The leaves of all depths together.
    pub fn all_nodes(&self) -> u128 {
        let nodes = self.rows.iter().map(|(_, row)| row.get(Category::Nodes));
        nodes.fold(0, u128::saturating_add)
    }
}

/// The number of threads that is meant by `asked`: 0 stands for one per core.
pub fn thread_count(asked: usize) -> usize {
    match asked {
        0 => thread::available_parallelism().map_or(1, NonZero::get),
        _ => asked,
    }
}
