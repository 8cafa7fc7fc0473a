//! From counted tasks to the lines of the divide, in order.

use super::count::Cut;
use super::split::Task;
use super::{Line, Outcome, PerftError, TableUse, Tally};

/// Adds up tasks as they come and hands out each line as soon as it and all before it are known.
pub(super) struct Report<'a, M, N, F> {
    roots: &'a [M],
    on_line: F,
    sums: Vec<Sum<N>>,
    lines: Vec<Line<M, N>>,
    next: usize,
    overflow: bool,
}

/// What is known of a root move.
#[derive(Clone, Default)]
struct Sum<N> {
    leaves: N,
    /// Tasks that are not yet counted.
    missing: usize,
}

impl<'a, M: Copy, N: Tally, F: FnMut(Line<M, N>)> Report<'a, M, N, F> {
    /// A report on root moves that consist of these tasks.
    pub(super) fn new<T>(roots: &'a [M], tasks: &[Task<T>], on_line: F) -> Self {
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

    /// Hands out what is known and due.
    pub(super) fn flush(&mut self) {
        while !self.overflow && self.sums.get(self.next).is_some_and(|sum| sum.missing == 0) {
            self.tell();
        }
    }

    fn tell(&mut self) {
        let line = Line {
            mv: self.roots[self.next],
            count: self.sums[self.next].leaves,
        };
        (self.on_line)(line);
        self.lines.push(line);
        self.next += 1;
    }

    /// Hands out what else is known, though something before it is not, and adds it all up.
    pub(super) fn finish(mut self, table: Option<TableUse>) -> Result<Outcome<M, N>, PerftError> {
        if self.overflow {
            return Err(PerftError::Overflow);
        }
        while self.next < self.roots.len() {
            if self.sums[self.next].missing == 0 {
                self.tell();
            } else {
                self.next += 1;
            }
        }
        // The unfinished root moves too, as far as they were counted.
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
        })
    }
}
