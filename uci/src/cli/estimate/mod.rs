//! `canopy estimate`: the number of leaves at depths that take too long to count, with an interval.

mod answer;
mod certify;
mod controls;
mod exact;
mod request;
mod sampling;
mod store;

use std::time::Instant;

use movegen::perft::estimate::{CountTail, Sampler, SamplerError, Tail};
use movegen::perft::{AnyCounter, Stop};

use super::error::CliError;
use super::exit::Exit;
use super::game_args::{Chosen, ChosenUser};
use super::progress_bar::stop_on_interrupt;
use crate::devices::DeviceRequest;
use crate::diagnostics::warning;
use crate::games::{Game, GameFlags};
use crate::perft::StatisticsSource;
use crate::units::CreateError;
use answer::Answer;
use request::Request;
use sampling::Sampling;

pub(super) use answer::{interval, short};
pub use request::EstimateArgs;

/// Runs the command.
pub(super) fn run(arguments: &EstimateArgs) -> Result<Exit, CliError> {
    arguments.game.check()?;
    arguments.game.with(Estimate { arguments })
}

/// An estimate for the chosen game.
struct Estimate<'a> {
    arguments: &'a EstimateArgs,
}

impl ChosenUser for Estimate<'_> {
    type Output = Result<Exit, CliError>;

    fn with<G: GameFlags>(self, chosen: &Chosen<G>) -> Self::Output {
        let arguments = self.arguments;
        let root = chosen.root()?;
        let statistics = match (arguments.stats, G::STATISTICS) {
            (true, None) => return Err(CreateError::Statistics(G::NAME).into()),
            (true, source) => source,
            (false, _) => None,
        };
        let request = Request {
            arguments,
            root: &root,
            statistics,
            started: Instant::now(),
            stop: stop_on_interrupt(),
        };
        answer(&request, &G::counter(&G::fastest()))
    }
}

/// Estimates the count, or counts what takes no longer.
fn answer<G: GameFlags>(
    request: &Request<'_, G>,
    counter: &AnyCounter<'_, G>,
) -> Result<Exit, CliError> {
    let arguments = request.arguments;
    let plan = arguments.plan();
    let sampler = match Sampler::new(&request.root.position, &plan, counter, &request.stop) {
        Ok(sampler) => sampler,
        Err(SamplerError::Stopped) => return request.interrupted(),
        Err(SamplerError::Ends { .. }) => return exact::run(request, counter),
        Err(SamplerError::Shallow { .. }) if arguments.split.is_none() => {
            return exact::run(request, counter);
        }
        Err(error @ SamplerError::Shallow { .. }) => {
            return Err(CliError::usage(format_args!(
                "{error}; without --split, or with a smaller one, the plies are chosen to fit"
            )));
        }
        Err(error @ (SamplerError::Overflow | SamplerError::Wide { .. })) => {
            return Err(error.into());
        }
    };
    certify::check(request, &sampler)?;
    let controls = controls::find(request, &sampler, counter)?;
    if request.stop.is_stopped() {
        return request.interrupted();
    }
    let plain = CountTail::new(counter);
    match &request.statistics {
        None => draw(request, &sampler, &plain, controls),
        Some(source) => {
            let tail = StatisticsTail::new(source, &plain);
            draw(request, &sampler, &tail, controls)
        }
    }
}

/// Draws lines until the goal is reached, and prints the answer.
fn draw<G: GameFlags, L: Tail<G>>(
    request: &Request<'_, G>,
    sampler: &Sampler<G>,
    tail: &L,
    exact: Vec<(u32, u128)>,
) -> Result<Exit, CliError> {
    let arguments = request.arguments;
    let devices = DeviceRequest {
        choice: arguments.device,
        ..DeviceRequest::cpu(arguments.resources())
    };
    let walker = G::walker_on(&devices)?;
    let mut sampling = Sampling::new(request, sampler, tail, walker.as_deref(), exact)?;
    sampling.run()?;
    let remarks = walker.iter().flat_map(|walker| walker.take_remarks());
    remarks.for_each(warning);
    let exit = Answer::new(request, &sampling).print()?;
    if let Some(path) = &arguments.certificate {
        certify::write(path, request, &sampling, walker.as_deref())?;
    }
    Ok(exit)
}

/// The plies that the statistics of a line are counted for: fewer would miss most of the rare kinds.
const STATISTICS_PLIES: u32 = 2;

/// Counts the kinds of leaves at the end of a line.
pub(super) struct StatisticsTail<'a, G: Game, L> {
    source: &'a StatisticsSource<G>,
    plain: &'a L,
    never: Stop,
}

impl<'a, G: Game, L> StatisticsTail<'a, G, L> {
    /// A tail that counts the kinds, and all leaves fewer plies away by `plain`.
    pub(super) fn new(source: &'a StatisticsSource<G>, plain: &'a L) -> Self {
        StatisticsTail {
            source,
            plain,
            never: Stop::new(),
        }
    }
}

impl<G: Game, L: Tail<G>> Tail<G> for StatisticsTail<'_, G, L> {
    fn plies(&self) -> u32 {
        STATISTICS_PLIES
    }

    fn columns(&self) -> usize {
        self.source.columns.len()
    }

    fn count(&self, tree: &G, columns: &mut [f64]) {
        (self.source.leaves)(tree, STATISTICS_PLIES, &self.never, columns);
    }

    fn nearer(&self, tree: &G, plies: u32) -> u64 {
        self.plain.nearer(tree, plies)
    }
}
