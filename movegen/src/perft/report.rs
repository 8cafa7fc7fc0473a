//! Turns counted tasks into the lines of the divide, in order.

use super::count::Cut;
use super::split::Task;
use super::{Line, Outcome, PerftError, TableUse, Tally, Usage};

/// Adds up tasks in any order, and emits each line as soon as it and all lines before it are known.
pub(super) struct Report<'a, M, N> {
    roots: &'a [M],
    on_line: &'a mut dyn FnMut(Line<M, N>),
    sums: Vec<Sum<N>>,
    lines: Vec<Line<M, N>>,
    next: usize,
    overflow: bool,
}

/// The count of a root move so far.
#[derive(Clone, Default)]
struct Sum<N> {
    leaves: N,
    /// The number of tasks that are not yet counted.
    missing: usize,
}

impl<'a, M: Copy, N: Tally> Report<'a, M, N> {
    /// A report on these root moves, which the tasks belong to.
    pub(super) fn new<T>(
        roots: &'a [M],
        tasks: &[Task<T>],
        on_line: &'a mut dyn FnMut(Line<M, N>),
    ) -> Self {
        let mut sums = vec![Sum::<N>::default(); roots.len()];
        for (root, _) in tasks.iter().flat_map(|task| &task.parts) {
            sums[*root].missing += 1;
        }
        Report {
            roots,
            on_line,
            sums,
            lines: Vec::new(),
            next: 0,
            overflow: false,
        }
    }

    /// Adds the count of a task, or what was counted of it before the stop.
    pub(super) fn add<T>(&mut self, task: &Task<T>, count: Result<N, Cut<N>>) {
        let (count, complete) = match count {
            Ok(count) => (count, true),
            Err(Cut::Stopped(partial)) => (partial, false),
            Err(Cut::Overflow) => return self.overflow = true,
        };
        for (root, times) in &task.parts {
            let sum = &mut self.sums[*root];
            sum.missing -= usize::from(complete);
            let leaves = count.checked_mul(*times);
            match leaves.and_then(|leaves| sum.leaves.checked_add(leaves)) {
                Some(leaves) => sum.leaves = leaves,
                None => self.overflow = true,
            }
        }
    }

    /// Emits the lines that are known and in turn.
    pub(super) fn flush(&mut self) {
        while !self.overflow && self.sums.get(self.next).is_some_and(|sum| sum.missing == 0) {
            self.emit();
        }
    }

    fn emit(&mut self) {
        let line = Line {
            mv: self.roots[self.next],
            count: self.sums[self.next].leaves,
        };
        (self.on_line)(line);
        self.lines.push(line);
        self.next += 1;
    }

    /// Emits the remaining known lines, even behind unknown ones, and computes the total.
    pub(super) fn finish(mut self, table: Option<TableUse>) -> Result<Outcome<M, N>, PerftError> {
        if self.overflow {
            return Err(PerftError::Overflow);
        }
        while self.next < self.roots.len() {
            if self.sums[self.next].missing == 0 {
                self.emit();
            } else {
                self.next += 1;
            }
        }
        // This includes what was counted of unfinished root moves.
        let total = self
            .sums
            .iter()
            .try_fold(N::default(), |total, sum| total.checked_add(sum.leaves));
        let complete = self.lines.len() == self.roots.len();
        Ok(Outcome {
            total: total.ok_or(PerftError::Overflow)?,
            lines: self.lines,
            roots: self.roots.len(),
            complete,
            table,
            survey: None,
            usage: Usage::default(),
        })
    }
}
