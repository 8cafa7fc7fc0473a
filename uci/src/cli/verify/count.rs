//! Certificates of exact counts: the arithmetic, and random units.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use movegen::perft::{Progress, Stop};
use movegen::random::Random;

use super::args::VerifyArgs;
use super::count_answer::Report;
use super::draw::draw;
use super::kernel::other_kernel;
use crate::certificate::CountCertificate;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::game_args::GameArgs;
use crate::cli::output;
use crate::cli::progress_bar::{FRAME, progress_bar, with_bar};
use crate::cli::units::input::{Split, SplitPlies};
use crate::devices::DeviceRequest;
use crate::progress::ticking;
use crate::resources::Resources;
use crate::units::{Run, UnitFile, results};

/// All plies up to the units have at most this many positions for each unit: a certificate with a split that is too deep
/// is refused before most of its units are made.
const POSITIONS_PER_UNIT: usize = 16;

/// As many positions are always allowed.
const FEW_POSITIONS: usize = 1 << 18;

/// Checks a certificate.
pub(super) fn run(
    arguments: &VerifyArgs,
    certificate: &CountCertificate,
    stop: &Stop,
) -> Result<Exit, CliError> {
    let subject = &certificate.subject;
    let root = GameArgs::<false>::of_root(&subject.game, &subject.root)
        .map_err(CliError::in_file(&arguments.file))?;
    let split = Split {
        depth: subject.depth,
        plies: SplitPlies::Exactly(certificate.split),
        statistics: certificate.columns.len() > 1,
        most: FEW_POSITIONS.max(POSITIONS_PER_UNIT.saturating_mul(certificate.counts.len())),
        stop,
    };
    let file = match root.with(split) {
        Err(_) if stop.is_stopped() => return Err(CliError::Interrupted),
        Err(error @ CliError::Split(_)) => {
            return Err(CliError::in_file(&arguments.file)(error));
        }
        split => split?,
    };
    let mut report = Report::new(certificate, &file);
    report.mismatch = certificate.check(&file).err();
    if report.mismatch.is_none() && arguments.units != Some(0) {
        report.recount = Some(recount(arguments, certificate, &file, stop)?);
    }
    let exit = report.exit(stop);
    match arguments.output.json {
        true => output::print(report.line(exit), exit),
        false => output::print(report, exit),
    }
}

/// What was counted again.
pub(super) struct Recount {
    pub(super) seed: u64,
    pub(super) kernel: String,
    /// Whether the certificate has no count by this kernel.
    pub(super) other_kernel: bool,
    /// The number of units.
    pub(super) units: usize,
    /// The units with another count: the index, the numbers of the certificate and those found.
    pub(super) wrong: Vec<(usize, Vec<u128>, Vec<u128>)>,
}

/// Draws units and counts them.
fn recount(
    arguments: &VerifyArgs,
    certificate: &CountCertificate,
    file: &UnitFile,
    stop: &Stop,
) -> Result<Recount, CliError> {
    let seed = arguments.chosen_seed();
    let mut random = Random::new(seed);
    let wanted = arguments.units.unwrap_or(usize::MAX);
    let indices = draw(file.units.count(), wanted, &mut random);
    let (kernel, other_kernel) = other_kernel(
        &certificate.subject.game,
        certificate.columns.len() > 1,
        |text| {
            let mut sources = certificate.sources.iter();
            sources.any(|((origin, _), _)| origin.kernel == text)
        },
    );
    let resources = Resources {
        threads: arguments.threads,
        hash: arguments.hash,
        seed: other_seed(certificate, &mut random),
    };
    let folder = tempfile::tempdir().map_err(|error| {
        CliError::usage(format_args!("cannot create a folder for counts: {error}"))
    })?;
    let (progress, own) = (Progress::new(), Stop::new());
    let host = results::host_name();
    let run = Run {
        file,
        indices: &indices,
        folder: folder.path(),
        devices: DeviceRequest {
            kernel,
            ..DeviceRequest::cpu(resources)
        },
        host: &host,
        progress: &progress,
        stop: &own,
    };
    let (started, limit) = (Instant::now(), arguments.limit());
    let done = || {
        found(file, folder.path(), &indices, resources.seed)
            .next()
            .is_some()
    };
    let look = || {
        if stop.is_stopped() || started.elapsed() >= limit && done() {
            own.stop();
        }
    };
    let bar = progress_bar();
    let share = || started.elapsed().as_secs_f64() / limit.as_secs_f64().max(1e-9);
    let fraction = || progress.fraction().max(share().min(1.0));
    let counted = with_bar(&bar, fraction, || ticking(FRAME, look, || run.count()))?;
    let mut recount = Recount {
        seed,
        kernel: counted.kernel,
        other_kernel,
        units: 0,
        wrong: Vec::new(),
    };
    for (index, numbers) in found(file, folder.path(), &indices, resources.seed) {
        recount.units += 1;
        let certified = &certificate.counts[index];
        if *certified != numbers {
            recount.wrong.push((index, certified.clone(), numbers));
        }
    }
    Ok(recount)
}

/// The units that were counted, with their numbers.
fn found<'a>(
    file: &'a UnitFile,
    folder: &'a Path,
    indices: &'a [usize],
    seed: u64,
) -> impl Iterator<Item = (usize, Vec<u128>)> + 'a {
    indices.iter().filter_map(move |&index| {
        let path = folder.join(results::file_name(file, index, seed));
        let result = results::read(file, &path).ok()?;
        Some((index, result.numbers))
    })
}

/// Hash keys that the certificate does not use.
fn other_seed(certificate: &CountCertificate, random: &mut Random) -> u64 {
    let used: BTreeSet<u64> = certificate
        .sources
        .iter()
        .map(|((origin, _), _)| origin.seed)
        .collect();
    loop {
        let seed = random.next();
        if !used.contains(&seed) {
            return seed;
        }
    }
}
