//! `canopy verify`: checks the arithmetic of a certificate, and counts a random part again.

mod args;
mod count;
mod count_answer;
mod draw;
mod estimate;
mod estimate_answer;
mod exit;
mod kernel;
mod unique;
mod unique_answer;

use engine::regular_file;

use super::error::CliError;
use super::progress_bar::stop_on_interrupt;
use crate::certificate::Certificate;
use crate::exit::Exit;
use crate::storage::StorageError;

pub use args::VerifyArgs;

/// Runs the command.
pub(super) fn run(arguments: &VerifyArgs) -> Result<Exit, CliError> {
    let stop = stop_on_interrupt();
    let text = regular_file::read_to_string(&arguments.file);
    let text = text.map_err(StorageError::at(&arguments.file))?;
    let certificate = Certificate::parse(&text).map_err(CliError::in_file(&arguments.file))?;
    match &certificate {
        Certificate::Count(certificate) => count::run(arguments, certificate, &stop),
        Certificate::Estimate(certificate) => estimate::run(arguments, certificate, &stop),
        Certificate::Unique(certificate) => unique::run(arguments, certificate, &stop),
    }
}
