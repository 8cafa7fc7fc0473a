//! A perft: what is counted, and how.

use std::sync::{Mutex, MutexGuard, PoisonError};

use movegen::perft::{Counter, Line, Outcome, Perft, PerftError, Progress, Stop, TableUse, Tree};
use movegen::threads::Shortage;

/// A count of the leaves below one position.
#[derive(Clone, Debug)]
pub struct PerftPlan<T: Tree> {
    /// The root.
    pub position: T,
    /// Only these root moves, in this order; all of them if there is no list.
    pub roots: Option<Vec<T::Move>>,
    /// Depth, threads and hash table.
    pub perft: Perft,
}

impl<T: Tree> PerftPlan<T> {
    /// A count below all moves of a position.
    pub fn new(position: T, perft: Perft) -> PerftPlan<T> {
        PerftPlan {
            position,
            roots: None,
            perft,
        }
    }

    /// The depth in plies.
    pub fn depth(&self) -> u32 {
        self.perft.depth()
    }

    /// The same count at another depth.
    #[must_use]
    pub fn at_depth(&self, depth: u32) -> PerftPlan<T> {
        PerftPlan {
            perft: self.perft.clone().at_depth(depth),
            ..self.clone()
        }
    }

    /// Counts on the calling thread and its helpers; `on_line` gets each line of the divide in
    /// report order, as soon as it and all lines before it are known.
    ///
    /// # Errors
    /// [`PerftError`] if memory runs out or the sum exceeds 128 bits.
    pub fn run<C: Counter<T>>(
        &self,
        counter: &C,
        progress: &Progress,
        stop: &Stop,
        mut on_line: impl FnMut(T::Move, C::Tally),
    ) -> Result<Outcome<T::Move, C::Tally>, PerftError> {
        let perft = self.perft.clone().progress(progress);
        let on_line = |line: Line<T::Move, C::Tally>| on_line(line.mv, line.count);
        match &self.roots {
            // At depth 0 there is no root move to choose.
            Some(roots) if self.depth() > 0 => {
                perft.run_roots(&self.position, counter, roots, stop, on_line)
            }
            _ => perft.run(&self.position, counter, stop, on_line),
        }
    }

    /// Divides by the first `plies` moves of every line (at most as many as there are); `on_branch`
    /// gets every root move as soon as everything below it is known. Below the first move each
    /// position is a run of its own, so that runs do not share their table.
    ///
    /// # Errors
    /// As [`run`](PerftPlan::run).
    pub fn divide<C: Counter<T, Tally = u128>>(
        &self,
        counter: &C,
        plies: u32,
        progress: &DivideProgress,
        stop: &Stop,
        on_branch: &mut dyn FnMut(&Branch<T::Move>),
    ) -> Result<Divide<T::Move>, PerftError> {
        if plies <= 1 || self.depth() <= 1 {
            return self.divide_once(counter, progress, stop, on_branch);
        }
        let roots = match &self.roots {
            Some(roots) => roots.clone(),
            None => self.position.moves(),
        };
        let mut divide = Divide {
            branches: Vec::new(),
            total: 0,
            roots: roots.len(),
            complete: false,
            table: None,
        };
        for (index, &mv) in roots.iter().enumerate() {
            let child = PerftPlan::new(
                self.position.child(mv),
                self.perft.clone().at_depth(self.depth() - 1),
            );
            let below = progress.part(index, roots.len(), || {
                child.divide(counter, plies - 1, progress, stop, &mut |_| {})
            })?;
            divide.add_table(below.table);
            let total = divide.total.checked_add(below.total);
            divide.total = total.ok_or(PerftError::Overflow)?;
            if !below.complete {
                return Ok(divide);
            }
            let branch = Branch {
                mv,
                count: below.total,
                below: below.branches,
            };
            on_branch(&branch);
            divide.branches.push(branch);
        }
        divide.complete = true;
        Ok(divide)
    }

    fn divide_once<C: Counter<T, Tally = u128>>(
        &self,
        counter: &C,
        progress: &DivideProgress,
        stop: &Stop,
        on_branch: &mut dyn FnMut(&Branch<T::Move>),
    ) -> Result<Divide<T::Move>, PerftError> {
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
        Ok(Divide {
            branches,
            total: outcome.total,
            roots: outcome.roots,
            complete: outcome.complete,
            table: outcome.table,
        })
    }
}

/// A move of a divide and what is below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch<M> {
    /// The move.
    pub mv: M,
    /// Leaves below it.
    pub count: u128,
    /// The replies in report order, if the divide goes that deep.
    pub below: Vec<Branch<M>>,
}

/// The result of a divide.
#[derive(Clone, Debug)]
pub struct Divide<M> {
    /// The finished root moves in report order.
    pub branches: Vec<Branch<M>>,
    /// The leaves below them. After a stop, also the leaves of unfinished root moves that were
    /// counted.
    pub total: u128,
    /// The number of root moves.
    pub roots: usize,
    /// Whether every root move was finished.
    pub complete: bool,
    /// Use of the tables, if there were any.
    pub table: Option<TableUse>,
}

impl<M> Divide<M> {
    fn add_table(&mut self, used: Option<TableUse>) {
        if let Some(used) = used {
            self.table.get_or_insert_default().add(used);
        }
    }
}

/// The progress of a divide. All runs of a divide are assumed to take equally long.
#[derive(Debug)]
pub struct DivideProgress {
    run: Progress,
    /// The fraction that was done before the current run, and the share of that run.
    current: Mutex<(f64, f64)>,
}

impl Default for DivideProgress {
    fn default() -> DivideProgress {
        DivideProgress {
            run: Progress::new(),
            current: Mutex::new((0.0, 1.0)),
        }
    }
}

impl DivideProgress {
    /// The fraction that is done, from 0 to 1.
    pub fn fraction(&self) -> f64 {
        let (before, share) = *self.current();
        before + share * self.run.fraction()
    }

    /// Why a run counts on fewer threads than requested, if it does.
    pub fn shortage(&self) -> Option<&Shortage> {
        self.run.shortage()
    }

    fn current(&self) -> MutexGuard<'_, (f64, f64)> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does part `index` of the `parts` equal parts of the current run.
    fn part<R>(&self, index: usize, parts: usize, work: impl FnOnce() -> R) -> R {
        let whole = *self.current();
        let share = whole.1 / parts as f64;
        *self.current() = (whole.0 + index as f64 * share, share);
        let result = work();
        *self.current() = whole;
        result
    }
}
