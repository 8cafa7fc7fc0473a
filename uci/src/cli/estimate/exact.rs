//! Depths that are counted faster than estimated.

use movegen::perft::{AnyCounter, Progress};

use super::answer;
use super::request::Request;
use crate::cli::error::CliError;
use crate::cli::progress_bar::{progress_bar, with_bar};
use crate::exit::Exit;
use crate::games::Game;
use crate::perft::{PerftPlan, StatisticsRow};

/// Counts the leaves, and prints them as an estimate without an error.
pub(super) fn run<G: Game>(
    request: &Request<'_, G>,
    counter: &AnyCounter<'_, G>,
) -> Result<Exit, CliError> {
    let (arguments, root) = (request.arguments, request.root);
    if arguments.certificate.is_some() {
        return Err(CliError::usage(
            "--certificate: at this depth, the count is exact; canopy perft has certificates of exact counts",
        ));
    }
    let perft = arguments.resources().perft(arguments.depth.plies());
    let (bar, progress) = (progress_bar(), Progress::new());
    let count = || -> StatisticsRow {
        Ok(match &request.statistics {
            Some(source) => {
                let plan = PerftPlan::new(root.position.clone(), perft.merge());
                (source.count)(&plan, &progress, &request.stop)?
            }
            None => {
                let perft = perft.progress(&progress);
                let outcome = perft.run(&root.position, counter, &request.stop, |_| {})?;
                outcome.complete.then(|| vec![outcome.total])
            }
        })
    };
    match with_bar(&bar, || progress.fraction(), count)? {
        Some(numbers) => answer::exact(request, &numbers),
        None => request.interrupted(),
    }
}
