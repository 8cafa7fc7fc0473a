//! Estimates of counts that take too long.

use movegen::clock::Instant;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use movegen::chess::Kernel;
use movegen::chess::variant::VariantCounter;
use movegen::perft::estimate::{
    Batches, Control, CountTail, Plan, Row, Sampler, SamplerError, estimate,
};
use movegen::perft::{Counter, Stop, Tree};

use crate::{Counting, Error, Game};

/// Lines in a batch.
const BATCH: usize = 4096;

/// Batches between two looks at the interval.
const ROUND: u64 = 32;

/// The part of the time that exact counts of smaller depths may take.
const CONTROL_SHARE: f64 = 0.1;

/// A depth takes about this many times as long as the one before.
const GROWTH: f64 = 30.0;

/// How to estimate.
#[derive(Clone, Debug)]
pub struct Estimation {
    /// The depth in plies.
    pub depth: u32,
    /// The time limit.
    pub time: Duration,
    /// Ends earlier once half the width of the interval is this fraction of the value.
    pub precision: f64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The number of threads; 0 means one per core.
    pub threads: usize,
    /// Ends the estimate when it is raised.
    pub stop: Stop,
}

/// An estimate of a number of leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimated {
    /// The number of leaves.
    pub value: f64,
    /// The lower bound of the interval that contains the number with a probability of 95 %.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// The random lines drawn; 0 if the leaves were counted, because there are few.
    pub lines: u64,
}

impl Estimation {
    /// Estimates the number of leaves, or counts them if nothing is left to estimate.
    ///
    /// # Errors
    /// [`Error`] if the stop is raised or memory is short.
    ///
    /// ```
    /// use std::time::Duration;
    /// use bindings::{Estimation, Game, Stop};
    /// let game = Game::new("startpos", "", None).unwrap();
    /// let time = Duration::from_secs(30);
    /// let (precision, stop) = (0.01, Stop::new());
    /// let found = Estimation { depth: 9, time, precision, seed: 1, threads: 2, stop }.run(&game).unwrap();
    /// assert!((found.value / 2_439_530_234_167.0 - 1.0).abs() < 0.05);
    /// ```
    pub fn run(&self, game: &Game) -> Result<Estimated, Error> {
        match game.position().as_standard() {
            Some(chess) => self.of(chess, &Kernel::best(), game),
            None => self.of(game.position(), &VariantCounter::default(), game),
        }
    }

    /// Estimates with this counter.
    fn of<T: Tree, C: Counter<T, Tally = u128>>(
        &self,
        position: &T,
        counter: &C,
        game: &Game,
    ) -> Result<Estimated, Error> {
        let begun = Instant::now();
        let plan = Plan::new(self.depth);
        let sampler = match Sampler::new(position, &plan, counter, &self.stop) {
            Ok(sampler) => sampler,
            Err(SamplerError::Shallow { .. } | SamplerError::Ends { .. }) => {
                return self.count(game);
            }
            Err(SamplerError::Stopped) => return Err(Error::Stopped),
            Err(error) => return Err(error.into()),
        };
        let controls = self.controls(&sampler, game)?;
        let tail = CountTail::new(counter);
        let batches = Batches::new(&sampler, &tail, BATCH, self.threads);
        let until = begun + self.time;
        let mut rows: Vec<Row> = Vec::new();
        loop {
            let first = rows.len() as u64;
            let indices: Vec<u64> = (first..first + ROUND).collect();
            let drawn = Mutex::new(vec![None; indices.len()]);
            batches.draw(
                self.seed,
                &indices,
                Some(until),
                &self.stop,
                |index, row| {
                    let mut drawn = drawn.lock().unwrap_or_else(PoisonError::into_inner);
                    drawn[index] = Some(row);
                },
            );
            if self.stop.is_stopped() {
                return Err(Error::Stopped);
            }
            let drawn = drawn.into_inner().unwrap_or_else(PoisonError::into_inner);
            rows.extend(drawn.into_iter().map_while(|row| row));
            let over = Instant::now() >= until;
            let all: Vec<&Row> = rows.iter().collect();
            match estimate(&all, 0, &sampler.control_depths(), &controls) {
                Some(found) if over || found.relative() <= self.precision => {
                    let (low, high) = found.interval();
                    return Ok(Estimated {
                        value: found.value,
                        low,
                        high,
                        lines: (rows.len() * BATCH) as u64,
                    });
                }
                // Two batches are the least, however short the time is.
                None if over => {
                    for index in rows.len() as u64..2 {
                        let row = sampler.batch(&tail, self.seed, index, BATCH, &self.stop);
                        rows.push(row.ok_or(Error::Stopped)?);
                    }
                }
                _ => {}
            }
        }
    }

    fn count(&self, game: &Game) -> Result<Estimated, Error> {
        let counting = Counting::new(self.depth).threads(self.threads);
        let value = counting.stopped_by(&self.stop).perft(game)? as f64;
        Ok(Estimated {
            value,
            low: value,
            high: value,
            lines: 0,
        })
    }

    /// Exact counts of the smaller depths that fit into a part of the time.
    fn controls<T: Tree>(&self, sampler: &Sampler<T>, game: &Game) -> Result<Vec<Control>, Error> {
        let budget = self.time.mul_f64(CONTROL_SHARE);
        let begun = Instant::now();
        let mut controls = Vec::new();
        let mut last = Duration::from_millis(1);
        for depth in sampler.control_depths() {
            if begun.elapsed() + last.mul_f64(GROWTH) > budget {
                break;
            }
            let counted = Instant::now();
            let counting = Counting::new(depth).threads(self.threads);
            let leaves = counting.stopped_by(&self.stop).perft(game)? as f64;
            controls.push(Control { depth, leaves });
            last = counted.elapsed();
        }
        Ok(controls)
    }
}
