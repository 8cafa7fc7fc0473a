//! `canopy verify`: checks the arithmetic of a certificate, and counts random units again.

mod answer;

use std::collections::BTreeSet;
use std::hash::{BuildHasher as _, RandomState};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use engine::regular_file;
use movegen::chess::Kernel;
use movegen::perft::{Progress, Stop};
use movegen::random::Random;

use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::game_args::GameArgs;
use crate::cli::output::{self, OutputArgs};
use crate::cli::progress_bar::{FRAME, progress_bar, stop_on_interrupt, with_bar};
use crate::cli::units::input::{Split, SplitPlies};
use crate::devices::DeviceRequest;
use crate::games::{GameFlags, GameUser, with_game};
use crate::limits::{HashSize, Threads};
use crate::progress::ticking;
use crate::resources::Resources;
use crate::storage::StorageError;
use crate::units::{Certificate, Run, UnitFile, results};
use answer::Report;

const AFTER_HELP: &str = "\
The units are made anew from the position, and must be those of the certificate. Their counts must
add up to the divide and to the total. Then units are drawn at random and counted again, with other
hash keys and, if there is one, another kernel.

Exit codes: 0 everything agrees; 1 a number is wrong; 2 no certificate, or no unit was counted in
time; 130 interrupted.";

/// The arguments of `canopy verify`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct VerifyArgs {
    /// The certificate that --certificate of canopy perft or canopy merge has written
    file: PathBuf,
    /// Count this many units again; 0 checks the arithmetic only [default: as many as --minutes allows]
    #[arg(long, value_name = "N")]
    units: Option<usize>,
    /// Stop counting after this many minutes, once there is a unit
    #[arg(long, value_name = "MINUTES", default_value_t = 1.0, value_parser = minutes)]
    minutes: f64,
    /// The seed that draws the units and the hash keys [default: a random one]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Number of threads; 0 means one per core
    #[arg(short, long, value_name = "N", default_value_t = Threads::ONE_PER_CORE)]
    threads: Threads,
    /// Size of the hash table in MB, which all units share; 0 means none
    #[arg(short = 'H', long, value_name = "MB", default_value_t = HashSize::DEFAULT)]
    hash: HashSize,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

fn minutes(text: &str) -> Result<f64, String> {
    let minutes: Option<f64> = text.parse().ok();
    let minutes = minutes.filter(|minutes| (0.0..=1e6).contains(minutes));
    minutes.ok_or_else(|| "a number of minutes from 0 to 1000000, such as 0.5".to_owned())
}

/// Runs the command.
pub(in crate::cli) fn run(arguments: &VerifyArgs) -> Result<Exit, CliError> {
    let stop = stop_on_interrupt();
    let text = regular_file::read_to_string(&arguments.file);
    let text = text.map_err(StorageError::at(&arguments.file))?;
    let certificate = Certificate::parse(&text).map_err(CliError::in_file(&arguments.file))?;
    let root = GameArgs::<false>::of_root(&certificate.game, &certificate.root)
        .map_err(CliError::in_file(&arguments.file))?;
    let split = Split {
        depth: certificate.depth,
        plies: SplitPlies::Exactly(certificate.split),
        statistics: certificate.columns.len() > 1,
        stop: &stop,
    };
    let file = match root.with(split) {
        Err(_) if stop.is_stopped() => return Err(CliError::Interrupted),
        split => split?,
    };
    let mut report = Report::new(&certificate, &file);
    report.mismatch = certificate.check(&file).err();
    if report.mismatch.is_none() && arguments.units != Some(0) {
        report.recount = Some(recount(arguments, &certificate, &file, &stop)?);
    }
    let exit = report.exit(&stop);
    match arguments.output.json {
        true => output::print(report.line(exit), exit),
        false => output::print(report, exit),
    }
}

/// What was counted again.
struct Recount {
    seed: u64,
    kernel: String,
    /// Whether the certificate has no count by this kernel.
    other_kernel: bool,
    /// The number of units.
    units: usize,
    /// The units with another count: the index, the numbers of the certificate and those found.
    wrong: Vec<(usize, Vec<u128>, Vec<u128>)>,
}

/// Draws units and counts them.
fn recount(
    arguments: &VerifyArgs,
    certificate: &Certificate,
    file: &UnitFile,
    stop: &Stop,
) -> Result<Recount, CliError> {
    let seed = arguments
        .seed
        .unwrap_or_else(|| RandomState::new().hash_one(0));
    let mut random = Random::new(seed);
    let wanted = arguments.units.unwrap_or(usize::MAX);
    let indices = draw(file.units.count(), wanted, &mut random);
    let (kernel, other_kernel) = other_kernel(certificate);
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
    let (started, limit) = (
        Instant::now(),
        Duration::from_secs_f64(arguments.minutes * 60.0),
    );
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

/// Up to `wanted` of the indices below `all`, in random order.
fn draw(all: usize, wanted: usize, random: &mut Random) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..all).collect();
    let wanted = wanted.min(all);
    for place in 0..wanted {
        let other = place + random.below(all - place);
        indices.swap(place, other);
    }
    indices.truncate(wanted);
    indices
}

/// Hash keys that the certificate does not use.
fn other_seed(certificate: &Certificate, random: &mut Random) -> u64 {
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

/// The fastest kernel that the certificate does not use, and whether there is one.
fn other_kernel(certificate: &Certificate) -> (Kernel, bool) {
    struct Text(Kernel);
    impl GameUser for Text {
        type Output = Option<String>;

        fn with<G: GameFlags>(self) -> Option<String> {
            let request = DeviceRequest {
                kernel: self.0,
                ..DeviceRequest::cpu(Resources {
                    threads: Threads::ONE_PER_CORE,
                    hash: HashSize::NONE,
                    seed: 0,
                })
            };
            Some(G::counting_on(&request, 0.0).ok()?.to_string())
        }
    }
    let used = |text: &String| {
        let mut sources = certificate.sources.iter();
        sources.any(|((origin, _), _)| origin.kernel == *text)
    };
    let is_other = |kernel: &Kernel| {
        // Statistics are classified by the rules, whatever the kernel.
        let text = with_game(&certificate.game, Text(*kernel)).flatten();
        certificate.columns.len() == 1 && text.is_some_and(|text| !used(&text))
    };
    let mut fastest = Kernel::available().into_iter().rev();
    match fastest.find(is_other) {
        Some(kernel) => (kernel, true),
        None => (Kernel::best(), false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_drawn_once_each() {
        for seed in 0..50 {
            let mut drawn = draw(20, 7, &mut Random::new(seed));
            assert_eq!(drawn.len(), 7);
            drawn.sort_unstable();
            drawn.dedup();
            assert_eq!(drawn.len(), 7, "seed {seed}");
            assert!(drawn.iter().all(|index| *index < 20));
        }
        let mut all = draw(20, usize::MAX, &mut Random::new(1));
        all.sort_unstable();
        assert!(all.into_iter().eq(0..20));
        // Each unit has its turn.
        let mut seen = BTreeSet::new();
        (0..500).for_each(|seed| seen.extend(draw(20, 1, &mut Random::new(seed))));
        assert_eq!(seen.len(), 20);
    }
}
