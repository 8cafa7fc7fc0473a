//! What a perft is to count, and with what means.

use std::sync::{Mutex, MutexGuard, PoisonError};

use movegen::chess::{CastlingStyle, Category, Move, Position, Statistics, StatisticsCounter};
use movegen::perft::{Counter, Line, Outcome, Perft, PerftError, Progress, Stop, TableUse};
use movegen::threads::{self, Shortage};

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
    /// Whether to look through the table in the end.
    pub survey: bool,
    /// How castling is written.
    pub style: CastlingStyle,
}

impl PerftPlan {
    /// Runs here and now; `on_line` gets each line of the divide as soon as it is due.
    ///
    /// # Errors
    /// [`PerftError`] if memory runs out or 128 bits do not hold the sum.
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
            .survey(self.survey)
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
        let on_line = |line: Line<Move, C::Tally>| on_line(line.mv, line.count);
        match &self.roots {
            // At depth 0 there is no root move to choose.
            Some(roots) if self.depth > 0 => {
                perft.run_roots(&self.position, counter, roots, stop, on_line)
            }
            _ => perft.run(&self.position, counter, stop, on_line),
        }
    }

    /// Divides by the first `plies` moves of every line (at most as many as there are); `on_branch`
    /// gets every root move as soon as all that is below it is known. Below the first move each
    /// position is a run of its own: what one of them puts into its table does not help the next.
    ///
    /// # Errors
    /// As [`run`](PerftPlan::run).
    pub fn divide<C: Counter<Position, Tally = u128>>(
        &self,
        counter: &C,
        plies: u32,
        progress: &DivideProgress,
        stop: &Stop,
        on_branch: &mut dyn FnMut(&Branch),
    ) -> Result<Divided, PerftError> {
        if plies <= 1 || self.depth <= 1 {
            return self.divide_once(counter, progress, stop, on_branch);
        }
        let roots = match &self.roots {
            Some(roots) => roots.clone(),
            None => self.position.moves_in_report_order(),
        };
        let mut divided = Divided {
            branches: Vec::new(),
            total: 0,
            roots: roots.len(),
            complete: false,
            table: None,
        };
        for (index, &mv) in roots.iter().enumerate() {
            let below = PerftPlan {
                position: self.position.play(mv),
                depth: self.depth - 1,
                roots: None,
                ..self.clone()
            };
            let below = progress.part(index, roots.len(), || {
                below.divide(counter, plies - 1, progress, stop, &mut |_| {})
            })?;
            divided.join(below.table);
            let sum = divided.total.checked_add(below.total);
            divided.total = sum.ok_or(PerftError::Overflow)?;
            if !below.complete {
                return Ok(divided);
            }
            let branch = Branch {
                mv,
                count: below.total,
                below: below.branches,
            };
            on_branch(&branch);
            divided.branches.push(branch);
        }
        divided.complete = true;
        Ok(divided)
    }

    fn divide_once<C: Counter<Position, Tally = u128>>(
        &self,
        counter: &C,
        progress: &DivideProgress,
        stop: &Stop,
        on_branch: &mut dyn FnMut(&Branch),
    ) -> Result<Divided, PerftError> {
        let mut branches = Vec::new();
        let outcome = self.run(counter, &progress.run, stop, |mv, count| {
            let branch = Branch {
                mv,
                count,
                below: Vec::new(),
            };
            on_branch(&branch);
            branches.push(branch);
        })?;
        Ok(Divided {
            branches,
            total: outcome.total,
            roots: outcome.roots,
            complete: outcome.complete,
            table: outcome.table,
        })
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
            let outcome = self.run_as(&perft, &StatisticsCounter, stop, |_, _| {})?;
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

/// A move of a divide, and what is below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The move.
    pub mv: Move,
    /// Leaves below it.
    pub count: u128,
    /// The replies, in report order, if the divide goes on so far and there are any.
    pub below: Vec<Branch>,
}

/// What a divide has counted.
#[derive(Clone, Debug)]
pub struct Divided {
    /// The finished root moves in report order.
    pub branches: Vec<Branch>,
    /// The leaves below them and, if the count was stopped, those of unfinished root moves that were
    /// counted.
    pub total: u128,
    /// How many root moves there are.
    pub roots: usize,
    /// Whether every root move was finished.
    pub complete: bool,
    /// How tables were used, if there were any.
    pub table: Option<TableUse>,
}

impl Divided {
    fn join(&mut self, used: Option<TableUse>) {
        if let Some(used) = used {
            self.table.get_or_insert_default().add(used);
        }
    }
}

/// How far a divide has come: the runs that it consists of are taken to be alike.
#[derive(Debug)]
pub struct DivideProgress {
    run: Progress,
    /// What was done before this run, and what share of the whole it is.
    place: Mutex<(f64, f64)>,
}

impl Default for DivideProgress {
    fn default() -> DivideProgress {
        DivideProgress {
            run: Progress::new(),
            place: Mutex::new((0.0, 1.0)),
        }
    }
}

impl DivideProgress {
    /// The share that is done, from 0 to 1.
    pub fn fraction(&self) -> f64 {
        let (before, share) = *self.place();
        before + share * self.run.fraction()
    }

    /// Why a run counts on fewer threads than requested, if one does.
    pub fn shortage(&self) -> Option<&Shortage> {
        self.run.shortage()
    }

    fn place(&self) -> MutexGuard<'_, (f64, f64)> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does one of so many parts of what is being done.
    fn part<R>(&self, index: usize, of: usize, work: impl FnOnce() -> R) -> R {
        let whole = *self.place();
        let share = whole.1 / of as f64;
        *self.place() = (whole.0 + index as f64 * share, share);
        let result = work();
        *self.place() = whole;
        result
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
        0 => threads::cores(),
        _ => asked,
    }
}
