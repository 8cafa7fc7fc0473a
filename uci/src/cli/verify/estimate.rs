//! Certificates of estimates: the arithmetic, the exact counts behind it, and random batches.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use movegen::perft::estimate::{Batches, CountTail, Plan, Row, Sampler, SamplerError, Tail};
use movegen::perft::{AnyCounter, Stop};
use movegen::random::Random;
use movegen::threads;

use super::args::VerifyArgs;
use super::draw::draw;
use super::estimate_answer::Report;
use super::kernel::{counting, other_kernel};
use crate::certificate::{CertificateError, EstimateCertificate};
use crate::cli::error::CliError;
use crate::cli::estimate::StatisticsTail;
use crate::cli::exit::Exit;
use crate::cli::game_args::{Chosen, ChosenUser, GameArgs};
use crate::cli::output;
use crate::cli::progress_bar::{FRAME, progress_bar, with_bar};
use crate::diagnostics::warning;
use crate::games::{Game, GameFlags, Root};
use crate::known::{Known, Quantity};
use crate::perft::StatisticsSource;
use crate::progress::ticking;
use crate::resources::Resources;

/// The part of the time that exact counts may take.
const CONTROLS: f64 = 0.5;

/// The interval between two looks at the stop flag.
const TICK: Duration = Duration::from_millis(10);

/// The name of the only column without statistics.
const NODES: &str = "nodes";

/// Checks a certificate.
pub(super) fn run(
    arguments: &VerifyArgs,
    certificate: &EstimateCertificate,
    stop: &Stop,
) -> Result<Exit, CliError> {
    let subject = &certificate.plan.subject;
    let root = GameArgs::<false>::of_root(&subject.game, &subject.root)
        .map_err(CliError::in_file(&arguments.file))?;
    root.with(Check {
        arguments,
        certificate,
        stop,
    })
}

/// What is known about an exact count that corrects the estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Control {
    /// It is published.
    Published,
    /// It is not published, and was not counted again.
    Unknown,
    /// It was counted again.
    Counted,
    /// It is wrong: the published count, or the one found.
    Wrong(u128),
}

/// What was drawn again.
pub(super) struct Recount {
    pub(super) seed: u64,
    pub(super) kernel: String,
    /// Whether the certificate uses another kernel.
    pub(super) other_kernel: bool,
    /// Why the table is not that of the certificate.
    pub(super) table: Option<String>,
    /// The number of rows.
    pub(super) rows: usize,
    /// The rows with other numbers: the index, and the leaves of the certificate and those found.
    pub(super) wrong: Vec<(usize, f64, f64)>,
}

/// A check for one game.
struct Check<'a> {
    arguments: &'a VerifyArgs,
    certificate: &'a EstimateCertificate,
    stop: &'a Stop,
}

impl ChosenUser for Check<'_> {
    type Output = Result<Exit, CliError>;

    fn with<G: GameFlags>(self, chosen: &Chosen<G>) -> Self::Output {
        let (arguments, certificate) = (self.arguments, self.certificate);
        let root = chosen.root().map_err(CliError::in_file(&arguments.file))?;
        let statistics = self.statistics::<G>()?;
        let controls = certificate.plan.controls.iter();
        let controls = controls.map(|&(depth, leaves)| published(&root.position, depth, leaves));
        let mut report = Report::new(certificate, &root.position, controls.collect());
        if arguments.units != Some(0) && !report.is_wrong() {
            let again = Again {
                check: &self,
                root: &root,
                statistics,
                started: Instant::now(),
            };
            report.recount = Some(again.run(&mut report.controls)?);
        }
        let exit = report.exit(self.stop);
        match arguments.output.json {
            true => output::print(report.line(exit), exit),
            false => output::print(report, exit),
        }
    }
}

impl Check<'_> {
    /// How the kinds of leaves are counted, if they are.
    fn statistics<G: Game>(&self) -> Result<Option<StatisticsSource<G>>, CliError> {
        let columns = &self.certificate.plan.columns;
        if *columns == [NODES] {
            return Ok(None);
        }
        let same = |source: &StatisticsSource<G>| source.columns.iter().eq(columns);
        match G::STATISTICS.filter(same) {
            Some(source) => Ok(Some(source)),
            None => {
                let error = CertificateError::Field("columns");
                Err(CliError::in_file(&self.arguments.file)(error))
            }
        }
    }
}

/// Compares an exact count with those that are published.
fn published<G: Game>(position: &G, depth: u32, leaves: u128) -> Control {
    let values = Known::published().values(position, depth, Quantity::NODES);
    match values.iter().any(|(value, _)| *value == leaves) {
        true => Control::Published,
        false => values
            .first()
            .map_or(Control::Unknown, |first| Control::Wrong(first.0)),
    }
}

/// A count of random parts.
struct Again<'a, G: Game> {
    check: &'a Check<'a>,
    root: &'a Root<G>,
    statistics: Option<StatisticsSource<G>>,
    started: Instant,
}

impl<G: GameFlags> Again<'_, G> {
    /// Counts what is not published, and draws batches.
    fn run(&self, controls: &mut [Control]) -> Result<Recount, CliError> {
        let (arguments, plan) = (self.check.arguments, &self.check.certificate.plan);
        let seed = arguments.chosen_seed();
        let mut random = Random::new(seed);
        let statistics = self.statistics.is_some();
        let is_used = |text: &str| text == plan.kernel;
        let (kernel, other_kernel) = other_kernel(&plan.subject.game, statistics, is_used);
        let way = counting::<G>(kernel);
        let counter = G::counter(&way);
        let mut recount = Recount {
            seed,
            kernel: way.to_string(),
            other_kernel,
            table: None,
            rows: 0,
            wrong: Vec::new(),
        };
        let resources = Resources {
            threads: arguments.threads,
            hash: arguments.hash,
            seed: random.next(),
        };
        for (control, &(depth, leaves)) in controls.iter_mut().zip(&plan.controls) {
            if *control == Control::Unknown {
                *control = self.control(resources, &counter, depth, leaves)?;
            }
        }
        let table = Plan::new(plan.subject.depth)
            .split(plan.split)
            .at_most(plan.widest);
        let sampler = Sampler::new(&self.root.position, &table, &counter, self.check.stop);
        let sampler = match sampler {
            Ok(sampler) => sampler,
            Err(SamplerError::Stopped) => return Ok(recount),
            Err(error) => {
                recount.table = Some(error.to_string());
                return Ok(recount);
            }
        };
        let found = (sampler.positions(), sampler.widest());
        if found != (plan.positions, plan.widest) {
            recount.table = Some(format!(
                "{} positions at ply {}, and at most {} at a ply before, found {} and {}",
                plan.positions, plan.split, plan.widest, found.0, found.1
            ));
            return Ok(recount);
        }
        let plain = CountTail::new(&counter);
        match &self.statistics {
            None => self.draw(&sampler, &plain, &mut random, &mut recount),
            Some(source) => {
                let tail = StatisticsTail::new(source, &plain);
                self.draw(&sampler, &tail, &mut random, &mut recount);
            }
        }
        Ok(recount)
    }

    /// Counts an exact count again, if a part of the time is enough.
    fn control(
        &self,
        resources: Resources,
        counter: &AnyCounter<'_, G>,
        depth: u32,
        leaves: u128,
    ) -> Result<Control, CliError> {
        let (own, limit) = (Stop::new(), self.check.arguments.limit().mul_f64(CONTROLS));
        let look = || {
            if self.check.stop.is_stopped() || self.started.elapsed() >= limit {
                own.stop();
            }
        };
        let perft = resources.perft(depth);
        let count = || perft.run(&self.root.position, counter, &own, |_| {});
        let outcome = ticking(FRAME, look, count)?;
        Ok(match outcome.complete {
            false => Control::Unknown,
            true if outcome.total == leaves => Control::Counted,
            true => Control::Wrong(outcome.total),
        })
    }

    /// Draws random rows until the time is over, at least one for each thread. Those that are not complete then are left
    /// out.
    fn draw<L: Tail<G>>(
        &self,
        sampler: &Sampler<G>,
        tail: &L,
        random: &mut Random,
        recount: &mut Recount,
    ) {
        let (arguments, certificate) = (self.check.arguments, self.check.certificate);
        let wanted = arguments.units.unwrap_or(usize::MAX);
        let order = draw(certificate.rows.len(), wanted, random);
        let threads = threads::resolve_count(arguments.threads.count());
        let batches = Batches::new(sampler, tail, certificate.plan.batch, threads);
        batches.shortage().into_iter().for_each(warning);
        let (limit, own) = (arguments.limit(), Stop::new());
        let done = AtomicUsize::new(0);
        let look = || {
            let late = self.started.elapsed() >= limit && done.load(Relaxed) > 0;
            if self.check.stop.is_stopped() || late {
                own.stop();
            }
        };
        let bar = progress_bar();
        let fraction = || {
            let share = self.started.elapsed().as_secs_f64() / limit.as_secs_f64().max(1e-9);
            (done.load(Relaxed) as f64 / order.len().max(1) as f64).max(share.min(1.0))
        };
        let mut rounds = order.chunks(threads);
        let work = || {
            for round in &mut rounds {
                for (index, found) in self.rows(sampler, &batches, round, &own) {
                    recount.rows += 1;
                    let row = &certificate.rows[index];
                    if *row != found {
                        recount.wrong.push((index, row.leaves[0], found.leaves[0]));
                    }
                }
                done.store(recount.rows, Relaxed);
                if own.is_stopped() || self.started.elapsed() >= limit {
                    break;
                }
            }
        };
        with_bar(&bar, fraction, || ticking(TICK, look, work));
    }

    /// Draws some rows on all threads. After a stop, some are missing.
    fn rows<L: Tail<G>>(
        &self,
        sampler: &Sampler<G>,
        batches: &Batches<'_, G, L>,
        indices: &[usize],
        stop: &Stop,
    ) -> Vec<(usize, Row)> {
        let certificate = self.check.certificate;
        let together = certificate.together;
        let mut by_seed: BTreeMap<u64, Vec<(usize, u64)>> = BTreeMap::new();
        for &index in indices {
            if let Some((seed, first)) = certificate.place(index) {
                by_seed.entry(seed).or_default().push((index, first));
            }
        }
        let mut found = Vec::new();
        for (seed, rows) in by_seed {
            let numbers = rows.iter();
            let numbers = numbers.flat_map(|&(_, first)| first..first + together as u64);
            let numbers: Vec<u64> = numbers.collect();
            let drawn = Mutex::new(vec![None; numbers.len()]);
            batches.draw(seed, &numbers, None, stop, |place, row| {
                drawn.lock().unwrap_or_else(PoisonError::into_inner)[place] = Some(row);
            });
            let drawn: Vec<Option<Row>> =
                drawn.into_inner().unwrap_or_else(PoisonError::into_inner);
            for ((index, _), drawn) in rows.into_iter().zip(drawn.chunks(together)) {
                let drawn: Option<Vec<&Row>> = drawn.iter().map(Option::as_ref).collect();
                let depths = sampler.control_depths();
                let mean = drawn.map(|drawn| certificate.plan.condense(&depths, &drawn));
                found.extend(mean.map(|mean| (index, mean)));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use movegen::chess::Position;

    use super::*;

    #[test]
    fn exact_counts_are_compared_with_published_ones() {
        let start = Position::startpos();
        for (depth, leaves, expected) in [
            (4, 197_281, Control::Published),
            (4, 197_282, Control::Wrong(197_281)),
            (99, 197_281, Control::Unknown),
        ] {
            assert_eq!(published(&start, depth, leaves), expected);
        }
    }
}
