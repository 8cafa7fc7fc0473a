//! `canopy estimate --certificate`.

use std::path::Path;

use movegen::perft::estimate::{Sampler, Tail, Walker};

use super::request::Request;
use super::sampling::Sampling;
use crate::certificate::{self, EstimateCertificate, EstimatePlan, Subject};
use crate::cli::error::CliError;
use crate::diagnostics;
use crate::games::Game;
use crate::storage::replace;

/// Checks before anything is drawn that a certificate can be written.
pub(super) fn check<G: Game>(
    request: &Request<'_, G>,
    sampler: &Sampler<G>,
) -> Result<(), CliError> {
    let Some(path) = &request.arguments.certificate else {
        return Ok(());
    };
    replace::check(path)?;
    let (found, most) = (sampler.widest(), EstimatePlan::MOST_POSITIONS);
    match found > most {
        true => Err(CliError::usage(format_args!(
            "--certificate allows a table of {most} positions, found {found}: choose a smaller --split"
        ))),
        false => Ok(()),
    }
}

/// Writes the certificate of what was drawn.
pub(super) fn write<G: Game, L: Tail<G>>(
    path: &Path,
    request: &Request<'_, G>,
    sampling: &Sampling<'_, G, L>,
    walker: Option<&dyn Walker<G>>,
) -> Result<(), CliError> {
    let (arguments, (positions, split)) = (request.arguments, sampling.table());
    let kernel = match walker {
        Some(_) => format!("device {}", arguments.device),
        None => G::fastest().to_string(),
    };
    let columns = request.columns().into_iter();
    let plan = EstimatePlan {
        subject: Subject::new(G::NAME, &request.root.fields, arguments.depth.plies()),
        split,
        widest: sampling.sampler.widest(),
        positions,
        batch: arguments.batch() as usize,
        kernel,
        columns: columns.map(str::to_owned).collect(),
        controls: Vec::new(),
    };
    let depths = sampling.sampler.control_depths();
    let known = (&depths[..], &sampling.exact[..]);
    match EstimateCertificate::new(plan, known, &sampling.batches()) {
        Some(certificate) => certificate::write(path, &certificate.text())?,
        None => diagnostics::error(format_args!(
            "{} was not written: fewer than two batches were drawn",
            path.display()
        )),
    }
    Ok(())
}
