//! Certificates of different positions: the arithmetic, the first plies, and random slices of the last two.

use std::time::{Duration, Instant};

use movegen::chess::Position;
use movegen::memory::MEGABYTE;
use movegen::perft::{self, Buckets, Progress, SideKeyed as _, Slice, Stop};
use movegen::random::Random;
use movegen::threads::{self, Pool};

use super::args::VerifyArgs;
use super::draw::draw;
use super::unique_answer::Report;
use crate::certificate::{CertificateError, UniqueCertificate};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output;
use crate::cli::progress_bar::{FRAME, progress_bar, with_bar};
use crate::diagnostics::warning;
use crate::games;
use crate::progress::ticking;
use crate::unique_disk::{DiskError, SliceCount};

/// The memory for a position in a set that grows.
const POSITION_BYTES: usize = 128;

/// The memory for a slice besides its positions.
const SLICE_BYTES: usize = 1 << 14;

/// What was counted again.
pub(super) struct Recount {
    pub(super) seed: u64,
    /// The positions after each ply from 1 on, as far as whole plies were counted.
    pub(super) plies: Vec<u64>,
    /// The number of slices.
    pub(super) slices: usize,
    /// The slices with other numbers: the index, the numbers of the certificate and those found, `None` if there are
    /// many more.
    pub(super) wrong: Vec<(usize, SliceCount, Option<SliceCount>)>,
    /// The time that it took.
    pub(super) time: Duration,
}

/// Checks a certificate.
pub(super) fn run(
    arguments: &VerifyArgs,
    certificate: &UniqueCertificate,
    stop: &Stop,
) -> Result<Exit, CliError> {
    let root = root(arguments, certificate)?;
    let mut report = Report::new(certificate, &root);
    if arguments.units != Some(0) && !report.is_wrong() {
        report.recount = Some(recount(arguments, certificate, &root, stop)?);
    }
    let exit = report.exit(stop);
    match arguments.output.json {
        true => output::print(report.line(exit), exit),
        false => output::print(report, exit),
    }
}

/// The root, a position of chess.
fn root(arguments: &VerifyArgs, certificate: &UniqueCertificate) -> Result<Position, CliError> {
    let subject = &certificate.subject;
    let wrong = |field| CliError::in_file(&arguments.file)(CertificateError::Field(field));
    let parsed = games::parse_root(&subject.game, &subject.root).ok_or_else(|| wrong("game"))?;
    let parsed = parsed.map_err(CliError::in_file(&arguments.file))?;
    let root = parsed.downcast::<Position>().copied();
    root.ok_or_else(|| wrong("game"))
}

/// Draws slices and counts them in one pass. `None` if that was not finished in time.
fn recount(
    arguments: &VerifyArgs,
    certificate: &UniqueCertificate,
    root: &Position,
    stop: &Stop,
) -> Result<Option<Recount>, CliError> {
    let (started, seed) = (Instant::now(), arguments.chosen_seed());
    let bytes = arguments.memory as usize * MEGABYTE;
    let drawn = drawn(arguments, certificate, &mut Random::new(seed), bytes / 2)?;
    let slices: Vec<Slice> = drawn
        .iter()
        .map(|index| slice(certificate, *index))
        .collect();
    let threads = threads::resolve_count(arguments.threads.count());
    let pool = Pool::start("verify", threads, threads::STACK, 0)
        .map_err(|shortage| DiskError::Threads(shortage.reason))?;
    pool.shortage().into_iter().for_each(warning);
    let recount = perft::Recount {
        depth: certificate.subject.depth,
        numbers: &Position::numbers(certificate.seed),
        buckets: Buckets::new(certificate.buckets),
        slices: &slices,
        bytes: bytes / 2,
    };
    let (progress, own) = (Progress::new(), Stop::new());
    let look = || {
        if stop.is_stopped() || started.elapsed() >= arguments.limit() {
            own.stop();
        }
    };
    let count = || recount.run(root, &pool, &progress, &own);
    let bar = progress_bar();
    let counted = with_bar(&bar, || progress.fraction(), || ticking(FRAME, look, count));
    Ok(counted.map(|counted| {
        let found = counted
            .slices
            .into_iter()
            .map(|found| found.map(|(parents, positions)| SliceCount { parents, positions }));
        let compared = drawn
            .iter()
            .zip(found)
            .map(|(&index, found)| (index, certificate.slices[index], found));
        Recount {
            seed,
            plies: counted.plies,
            slices: slices.len(),
            wrong: compared
                .filter(|(_, certified, found)| Some(*certified) != *found)
                .collect(),
            time: started.elapsed(),
        }
    }))
}

/// Random slices: as many as wanted, or as fit into the memory.
fn drawn(
    arguments: &VerifyArgs,
    certificate: &UniqueCertificate,
    random: &mut Random,
    bytes: usize,
) -> Result<Vec<usize>, CliError> {
    let wanted = arguments.units.unwrap_or(usize::MAX);
    let mut drawn = draw(certificate.slices.len(), wanted, random);
    let mut left = bytes;
    let fitting = drawn.iter().take_while(|index| {
        let fits = left.checked_sub(slice(certificate, **index).bytes);
        left = fits.unwrap_or(0);
        fits.is_some()
    });
    let fitting = fitting.count();
    let least = arguments.units.map_or(1, |units| units.min(drawn.len()));
    if fitting < least {
        let enough = match fitting {
            0 => "not enough for a slice".to_owned(),
            _ => format!("enough for {fitting} of the {least} slices that were drawn"),
        };
        let memory = arguments.memory;
        return Err(CliError::usage(format_args!(
            "--memory {memory} is {enough}: raise it"
        )));
    }
    drawn.truncate(fitting);
    Ok(drawn)
}

/// A slice with the memory for its certified positions.
fn slice(certificate: &UniqueCertificate, index: usize) -> Slice {
    let certified = certificate.slices[index];
    let positions = certified.parents.saturating_add(certified.positions);
    let positions = usize::try_from(positions).unwrap_or(usize::MAX);
    Slice {
        range: certificate.range(index),
        bytes: positions
            .saturating_mul(POSITION_BYTES)
            .saturating_add(SLICE_BYTES),
    }
}
