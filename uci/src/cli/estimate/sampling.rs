//! Draws blocks until the goal is reached, and keeps what was drawn.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use movegen::perft::Stop;
use movegen::perft::estimate::{Batches, Control, Estimate, Row, Sampler, Tail, Walker, estimate};

use super::answer;
use super::request::Request;
use super::store::{BATCHES, Blocks, Store, Subject};
use crate::cli::progress_bar::{FRAME, progress_bar};
use crate::diagnostics::{self, note, warning};
use crate::games::Game;
use crate::progress::ticking;
use crate::storage::StorageError;

/// The goal is looked at whenever the number of blocks has grown by this fraction, and at least by one.
const GROWTH: u64 = 10;

/// Without a terminal, the estimate is noted when the number of blocks has grown by this factor.
const NOTE_GROWTH: u64 = 4;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The interval is narrow enough, or all lines are drawn.
    Goal,
    /// The time is over.
    Time,
    /// A signal.
    Interrupted,
}

/// The blocks of an estimate.
pub(super) struct Sampling<'a, G: Game, L> {
    request: &'a Request<'a, G>,
    pub(super) sampler: &'a Sampler<G>,
    drawing: Batches<'a, G, L>,
    store: Option<Store>,
    /// Exact counts and their depths.
    pub(super) exact: Vec<(u32, u128)>,
    blocks: Blocks,
    /// The number of a block that was cut off, and the batches that were drawn. They are not stored.
    rest: (u64, Vec<Row>),
    pub(super) end: End,
    bar: ProgressBar,
    /// The last message of the bar: what is known so far.
    shown: Mutex<String>,
}

impl<'a, G: Game, L: Tail<G>> Sampling<'a, G, L> {
    /// Reads what was drawn before.
    pub(super) fn new(
        request: &'a Request<'a, G>,
        sampler: &'a Sampler<G>,
        tail: &'a L,
        walker: Option<&'a dyn Walker<G>>,
        exact: Vec<(u32, u128)>,
    ) -> Result<Self, StorageError> {
        let (arguments, root) = (request.arguments, request.root);
        let size = arguments.batch() as usize;
        let (mut store, mut blocks) = (None, Blocks::new());
        if let Some(folder) = &arguments.out {
            let subject = Subject {
                game: G::NAME,
                position: G::text_after(&root.source, &[], &root.position),
                depth: arguments.depth.plies(),
                split: sampler.plies(),
                batch: size,
                columns: request.columns(),
                controls: sampler.control_depths().len(),
            };
            let opened = Store::open(folder, subject)?;
            blocks = opened.load(|name, why| diagnostics::error(format_args!("{name}: {why}")))?;
            if !blocks.is_empty() {
                note(format_args!("{} blocks were drawn before", blocks.len()));
            }
            store = Some(opened);
        }
        let threads = arguments.threads.count();
        let drawing = Batches::new(sampler, tail, size, threads).walker(walker);
        drawing.shortage().into_iter().for_each(warning);
        Ok(Sampling {
            request,
            sampler,
            drawing,
            store,
            exact,
            blocks,
            rest: (0, Vec::new()),
            end: End::Goal,
            bar: progress_bar(),
            shown: Mutex::default(),
        })
    }

    /// Draws until the goal is reached, the time is over or a signal comes.
    pub(super) fn run(&mut self) -> Result<(), StorageError> {
        let request = self.request;
        let (mut noted, own) = (1, Stop::new());
        // What one process draws is looked at in the same places every time, so that a run that was
        // killed ends with the same blocks. What several have drawn has no such places.
        let mut at_goal = self.may_look() && self.reached();
        while !at_goal {
            let now = self.blocks.len() as u64;
            let next = self.next_round(now);
            if next.is_empty() {
                break;
            }
            self.draw(&next, &own)?;
            if request.stop.is_stopped() {
                self.end = End::Interrupted;
                break;
            }
            if request
                .deadline()
                .is_some_and(|until| Instant::now() >= until)
            {
                self.end = match self.reached() {
                    true => End::Goal,
                    false => End::Time,
                };
                break;
            }
            at_goal = self.reached();
            let now = self.blocks.len() as u64;
            if !at_goal && self.bar.is_hidden() && now >= noted * NOTE_GROWTH {
                noted = now;
                note(self.summary());
            }
        }
        self.bar.finish_and_clear();
        Ok(())
    }

    /// Whether the goal may be looked at before anything is drawn: not where a run that was killed would
    /// not have looked.
    fn may_look(&self) -> bool {
        let (seed, now) = (self.request.arguments.seed, self.blocks.len() as u64);
        let first = (0..now).map(|number| (seed, number));
        let alone = self.request.arguments.shard.is_none() && self.blocks.keys().copied().eq(first);
        !alone || now > 0 && checkpoint_after(now - 1) == now
    }

    /// Whether the interval is narrow enough. With `--samples`, it never is.
    fn reached(&self) -> bool {
        let arguments = self.request.arguments;
        let narrow = |found: Estimate| found.relative() <= arguments.rel;
        arguments.samples.is_none() && self.estimate(0).is_some_and(narrow)
    }

    /// The blocks to be drawn before the goal is looked at again.
    fn next_round(&self, now: u64) -> Vec<u64> {
        let arguments = self.request.arguments;
        let lines = u64::from(arguments.batch()) * BATCHES as u64;
        let all = arguments.samples.map(|samples| samples.div_ceil(lines));
        let wanted = checkpoint_after(now) - now;
        let mine = (0..).map(|index| match arguments.shard {
            Some(shard) => shard.nth(index),
            None => index,
        });
        let mine = mine.take_while(|number| all.is_none_or(|all| *number < all));
        let open = mine.filter(|number| !self.blocks.contains_key(&(arguments.seed, *number)));
        open.take(wanted as usize).collect()
    }

    /// Draws blocks, and stores each as soon as it is complete.
    fn draw(&mut self, numbers: &[u64], own: &Stop) -> Result<(), StorageError> {
        let (seed, started) = (self.request.arguments.seed, Instant::now());
        let batch = |number: &u64| {
            let first = number * BATCHES as u64;
            first..first + BATCHES as u64
        };
        let indices: Vec<u64> = numbers.iter().flat_map(batch).collect();
        let rows: Mutex<Vec<Option<Row>>> = Mutex::new(vec![None; indices.len()]);
        let failure = Mutex::new(None);
        let on_row = |index: usize, row: Row| {
            let block = index / BATCHES;
            let mut rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
            rows[index] = Some(row);
            let whole = rows[block * BATCHES..][..BATCHES].iter();
            let whole: Option<Vec<Row>> = whole.cloned().collect();
            drop(rows);
            if let (Some(store), Some(whole)) = (&self.store, whole) {
                let seconds = started.elapsed().as_secs_f64();
                match store.save((seed, numbers[block]), &whole, seconds) {
                    Ok(()) => log::debug!("block {} stored", numbers[block]),
                    Err(error) => {
                        *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                        own.stop();
                    }
                }
            }
        };
        let look = || {
            if self.request.stop.is_stopped() {
                own.stop();
            }
            self.show();
        };
        // An answer needs a block, however long the table has taken.
        let until = match self.blocks.is_empty() && !self.request.arguments.time.is_zero() {
            true => None,
            false => self.request.deadline(),
        };
        ticking(FRAME, look, || {
            self.drawing.draw(seed, &indices, until, own, on_row)
        });
        if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut rows = rows.into_iter();
        let mut cut = (0, Vec::new());
        for number in numbers {
            let block: Vec<Option<Row>> = rows.by_ref().take(BATCHES).collect();
            let whole: Option<Vec<Row>> = block.iter().cloned().collect();
            match whole {
                Some(whole) => drop(self.blocks.insert((seed, *number), whole)),
                // What comes after a gap is there because it took less time: it would bias the result.
                None => {
                    cut = (*number, block.into_iter().map_while(|row| row).collect());
                    break;
                }
            }
        }
        if self.store.is_none() {
            self.rest = cut;
        }
        *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = self.summary();
        Ok(())
    }

    /// All batches with their seeds and numbers, in an order that does not depend on who has drawn them.
    pub(super) fn batches(&self) -> Vec<(u64, u64, &Row)> {
        let (number, rest) = &self.rest;
        let rest = ((self.request.arguments.seed, *number), rest);
        let blocks = self.blocks.iter().map(|(block, rows)| (*block, rows));
        let batches = blocks.chain([rest]).flat_map(|((seed, number), rows)| {
            let numbers = number * BATCHES as u64..;
            numbers
                .zip(rows)
                .map(move |(number, row)| (seed, number, row))
        });
        batches.collect()
    }

    fn rows(&self) -> Vec<&Row> {
        self.batches().into_iter().map(|batch| batch.2).collect()
    }

    /// The estimate of a column so far.
    pub(super) fn estimate(&self, column: usize) -> Option<Estimate> {
        let control = |&(depth, leaves): &(u32, u128)| Control {
            depth,
            leaves: leaves as f64,
        };
        let controls: Vec<Control> = self.exact.iter().map(control).collect();
        estimate(
            &self.rows(),
            column,
            &self.sampler.control_depths(),
            &controls,
        )
    }

    /// The number of lines drawn.
    pub(super) fn samples(&self) -> u64 {
        self.rows().len() as u64 * u64::from(self.request.arguments.batch())
    }

    /// The positions of the table and how deep it is.
    pub(super) fn table(&self) -> (usize, u32) {
        (self.sampler.positions(), self.sampler.plies())
    }

    /// The estimate so far, as one line.
    fn summary(&self) -> String {
        match self.estimate(0) {
            Some(found) => format!("{} lines: {}", self.samples(), answer::short_of(&found)),
            None => String::new(),
        }
    }

    /// Shows how far the run is: the part of the time or, if that is more, of the lines that the goal
    /// needs.
    fn show(&self) {
        if self.bar.is_hidden() {
            return;
        }
        let arguments = self.request.arguments;
        let elapsed = self.request.started.elapsed();
        let share = |whole: Duration| elapsed.as_secs_f64() / whole.as_secs_f64().max(1e-9);
        let fraction = match (arguments.samples, self.estimate(0)) {
            (Some(samples), _) => self.samples() as f64 / samples as f64,
            (None, Some(found)) => {
                share(arguments.time).max((arguments.rel / found.relative().max(1e-300)).powi(2))
            }
            (None, None) => share(arguments.time),
        };
        let length = self.bar.length().unwrap_or(1) as f64;
        self.bar.set_position((fraction.min(1.0) * length) as u64);
        let shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        self.bar.set_message(shown.clone());
    }
}

/// The next number of blocks at which the goal is looked at.
fn checkpoint_after(blocks: u64) -> u64 {
    let mut next = 0;
    while next <= blocks {
        next += (next / GROWTH).max(1);
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoints_are_the_same_from_everywhere() {
        let mut expected = vec![];
        let mut blocks = 0;
        while blocks < 1000 {
            blocks = checkpoint_after(blocks);
            expected.push(blocks);
        }
        assert_eq!(expected[..12], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        for blocks in 0..1000 {
            let next = expected.iter().find(|next| **next > blocks);
            assert_eq!(Some(&checkpoint_after(blocks)), next);
        }
    }
}
