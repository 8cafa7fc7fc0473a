//! `canopy verify`: checks the arithmetic of a certificate, and counts random units again.

use std::collections::BTreeSet;
use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use engine::regular_file;
use movegen::chess::Kernel;
use movegen::perft::{Progress, Stop};
use movegen::random::Random;
use serde_json::{Value, json};

use super::super::error::CliError;
use super::super::exit::Exit;
use super::super::game_args::GameArgs;
use super::super::json::Line;
use super::super::output::{self, OutputArgs};
use super::super::progress_bar::{FRAME, progress_bar, stop_on_interrupt, with_bar};
use super::input::{Split, SplitPlies};
use crate::devices::DeviceRequest;
use crate::games::{GameFlags, GameUser, with_game};
use crate::known::{Comparison, Known, Quantity};
use crate::limits::{HashSize, Threads};
use crate::progress::ticking;
use crate::report::amount;
use crate::resources::Resources;
use crate::storage::StorageError;
use crate::units::{Certificate, Mismatch, Run, UnitFile, results};

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

/// The probability that units drawn without repetition contain at least one of the `wrong` ones.
fn chance(all: usize, drawn: usize, wrong: usize) -> f64 {
    let missed = (0..drawn).map(|before| {
        let (right, left) = (all - wrong, all - before);
        right.saturating_sub(before) as f64 / left as f64
    });
    1.0 - missed.product::<f64>()
}

/// The answer.
struct Report<'a> {
    certificate: &'a Certificate,
    comparison: Comparison,
    mismatch: Option<Mismatch>,
    recount: Option<Recount>,
}

impl<'a> Report<'a> {
    fn new(certificate: &'a Certificate, file: &UnitFile) -> Report<'a> {
        let columns = file.columns().into_iter().zip(&certificate.totals);
        let counts =
            columns.map(|(name, &total)| (certificate.depth, Quantity::Leaves(name), total));
        Report {
            certificate,
            comparison: Comparison::new(Known::published(), &*file.position, counts),
            mismatch: None,
            recount: None,
        }
    }

    fn exit(&self, stop: &Stop) -> Exit {
        let wrong = self
            .recount
            .as_ref()
            .is_some_and(|found| !found.wrong.is_empty());
        let empty = self.recount.as_ref().is_some_and(|found| found.units == 0);
        match self.mismatch.is_some() || wrong || self.comparison.differs() {
            true => Exit::Disagreement,
            false if stop.is_stopped() => Exit::Interrupted,
            false if empty => Exit::Failed,
            false => Exit::Done,
        }
    }

    /// Numbers of wrong units units, each with the chance to find one of them.
    fn chances(&self) -> Vec<(String, f64)> {
        let drawn = self.recount.as_ref().map_or(0, |found| found.units);
        let all = self.certificate.counts.len();
        let share = |percent: usize| (all * percent).div_ceil(100);
        let chance = |wrong| chance(all, drawn, wrong);
        let one = ("1 unit".to_owned(), chance(1));
        let shares = [1, 5, 20].into_iter().filter(|percent| share(*percent) > 1);
        std::iter::once(one)
            .chain(shares.map(|percent| (format!("{percent} %"), chance(share(percent)))))
            .collect()
    }

    fn line(&self, exit: Exit) -> Line {
        let recount = self.recount.as_ref().map(|found| {
            let digits = |row: &[u128]| row.iter().map(u128::to_string).collect::<Vec<_>>();
            let wrong = found.wrong.iter().map(|(index, certified, numbers)| {
                json!({ "unit": index, "certified": digits(certified), "found": digits(numbers) })
            });
            let chances = self.chances().into_iter();
            json!({
                "units": found.units,
                "seed": found.seed,
                "kernel": found.kernel,
                "other_kernel": found.other_kernel,
                "wrong": wrong.collect::<Value>(),
                "chances": chances.map(|(wrong, chance)| json!([wrong, chance])).collect::<Value>(),
            })
        });
        Line::result("verify", exit)
            .fields(self.certificate.root.clone())
            .field("depth", self.certificate.depth)
            .count("total", self.certificate.totals[0])
            .field("units", self.certificate.counts.len())
            .field("mismatch", self.mismatch.as_ref().map(Mismatch::to_string))
            .field("recount", recount)
            .field("known", self.comparison.json_list())
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let certificate = self.certificate;
        let all = certificate.counts.len();
        let root = certificate.root.values().filter_map(Value::as_str);
        let root = root.collect::<Vec<_>>().join(" ");
        writeln!(
            f,
            "perft({}) of {root}: {} in {} at ply {}",
            certificate.depth,
            certificate.totals[0],
            amount(all, "unit", "units"),
            certificate.split,
        )?;
        for ((origin, version), results) in &certificate.sources {
            let hash = origin
                .hash
                .map_or("unknown".to_owned(), |hash| format!("{hash} MB"));
            writeln!(
                f,
                "counted: {} by {}, seed {}, hash {hash}, canopy {version}",
                amount(*results, "unit", "units"),
                origin.kernel,
                origin.seed,
            )?;
        }
        if let Some(mismatch) = &self.mismatch {
            return write!(f, "arithmetic: WRONG, {mismatch}");
        }
        write!(
            f,
            "arithmetic: the units are those of the position, and add up to the divide and the total"
        )?;
        if let Some(text) = self.comparison.text() {
            write!(f, "\ntotal: {text}")?;
        }
        let Some(found) = &self.recount else {
            return write!(f, "\nno unit was counted again");
        };
        let kernel = match found.other_kernel {
            true => &found.kernel,
            false => &format!("{} as in the certificate, there is no other", found.kernel),
        };
        write!(
            f,
            "\ncounted again: {} of {all} ({kernel}, seed {})",
            amount(found.units, "unit", "units"),
            found.seed
        )?;
        for (index, certified, numbers) in &found.wrong {
            let (certified, numbers) = (certified.first(), numbers.first());
            write!(
                f,
                "\nWRONG: unit {index} has {}, counted again {}",
                certified.copied().unwrap_or(0),
                numbers.copied().unwrap_or(0),
            )?;
        }
        if found.wrong.is_empty() && found.units > 0 {
            write!(f, ", all equal")?;
        }
        if found.wrong.is_empty() && (1..all).contains(&found.units) {
            write!(f, "\na wrong one would have been found")?;
            for (nth, (wrong, chance)) in self.chances().into_iter().enumerate() {
                let separator = if nth > 0 {
                    "; "
                } else {
                    " with a probability of "
                };
                write!(
                    f,
                    "{separator}{:.2} % if {wrong} were wrong",
                    chance * 100.0
                )?;
            }
        }
        Ok(())
    }
}
