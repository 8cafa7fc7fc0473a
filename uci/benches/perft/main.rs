//! `cargo bench --bench perft`: the leaves per second of Canopy, beside cozy-chess.
//!
//! Every count is checked. The two programs take turns, so that a machine that slows down for a
//! while slows both, and medians are reported. With one thread, CPU time is measured, pinned to one
//! core where the system allows it; with all threads, wall-clock time. Counts that are too short to
//! time are repeated.
#![forbid(unsafe_code)]

mod measure;
mod peer;
mod positions;
mod print;

use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use clap::builder::PossibleValuesParser;
use measure::Way;
use movegen::chess::Kernel;
use movegen::perft::PerftError;
use peer::{Peer, PeerError};
use positions::{POSITIONS, Position};
use thiserror::Error;

/// The shortest sample: in shorter ones, starting threads and reading clocks would show.
const SAMPLE: Duration = Duration::from_millis(250);

#[derive(Debug, Parser)]
#[command(name = "perft", about = "Measures leaves per second, beside cozy-chess", long_about = None)]
struct Arguments {
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
    /// Measure only this position (may be repeated)
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(positions::names()))]
    only: Vec<String>,
    /// Samples per number; the table shows their medians
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    reps: u32,
    /// Counting kernel; `auto` is the fastest that this CPU supports
    #[arg(long, value_name = "NAME", default_value = "auto")]
    kernel: Kernel,
    /// Compare all kernels that this CPU supports, with one thread and no table
    #[arg(long, conflicts_with = "kernel")]
    kernels: bool,
    /// Size of the hash table for the hashed counts, in MB
    #[arg(long, value_name = "MB", default_value_t = uci::limits::HashSize::DEFAULT)]
    hash: uci::limits::HashSize,
    /// Count two plies less, once: checks that it works, measures nothing
    #[arg(long)]
    shallow: bool,
    /// Do not build and measure cozy-chess
    #[arg(long)]
    no_peer: bool,
    /// Added by cargo
    #[arg(long, hide = true)]
    bench: bool,
}

/// Why there is no result.
#[derive(Debug, Error)]
enum BenchError {
    #[error(
        "{who} counts {counted} leaves below {position} at depth {depth}, which has {expected}"
    )]
    WrongCount {
        who: String,
        position: &'static str,
        depth: u32,
        expected: u64,
        counted: u128,
    },
    #[error(transparent)]
    Peer(#[from] PeerError),
    #[error(transparent)]
    Perft(#[from] PerftError),
}

/// Median seconds for one count of a position.
#[derive(Debug)]
struct Timing {
    position: Position,
    /// One entry per way of counting.
    canopy: Vec<f64>,
    /// cozy-chess on one thread, without a table.
    peer: Option<f64>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), BenchError> {
    let peer = match arguments.no_peer {
        true => None,
        false => match Peer::build() {
            Ok(peer) => Some(peer),
            Err(error) => {
                eprintln!("bench: going on without cozy-chess: {error}");
                None
            }
        },
    };
    let (reps, least) = match arguments.shallow {
        true => (1, Duration::ZERO),
        false => (arguments.reps, SAMPLE),
    };
    let ways = ways(arguments);
    let mut timings = Vec::new();
    for position in POSITIONS {
        let wanted = arguments.only.is_empty() || arguments.only.iter().any(|n| n == position.name);
        if wanted {
            let position = if arguments.shallow {
                position.shallow()
            } else {
                position
            };
            eprintln!(
                "measuring {} at depth {} ...",
                position.name, position.depth
            );
            timings.push(time(position, reps, least, &ways, peer.as_ref())?);
        }
    }
    let setting = print::Setting::of_this_machine(reps);
    if arguments.json {
        println!("{:#}", print::json(&setting, &ways, &timings));
    } else {
        print!("{}", print::table(&setting, &ways, &timings));
    }
    Ok(())
}

/// The columns of the table.
fn ways(arguments: &Arguments) -> Vec<Way> {
    let hash_mb = arguments.hash.megabytes();
    let cores = uci::limits::Threads::ONE_PER_CORE.count();
    if arguments.kernels {
        let kernels = Kernel::available().into_iter();
        return kernels.map(|kernel| Way::new(kernel, 1, 0)).collect();
    }
    let mut ways = Vec::new();
    // On a machine with one core, all threads are one thread.
    for threads in [1, cores].into_iter().take(cores.min(2)) {
        for hash_mb in [0, hash_mb] {
            ways.push(Way::new(arguments.kernel, threads, hash_mb));
        }
    }
    ways
}

fn time(
    position: Position,
    reps: u32,
    least: Duration,
    ways: &[Way],
    peer: Option<&Peer>,
) -> Result<Timing, BenchError> {
    let mut samples = vec![Vec::new(); ways.len()];
    let mut peer_samples = Vec::new();
    for _ in 0..reps {
        if let Some(peer) = peer {
            peer_samples.push(peer.sample(&position, least)?);
        }
        for (way, samples) in ways.iter().zip(&mut samples) {
            samples.push(way.sample(&position, least)?);
        }
    }
    Ok(Timing {
        position,
        canopy: samples
            .iter_mut()
            .map(|list| measure::median(list))
            .collect(),
        peer: peer.map(|_| measure::median(&mut peer_samples)),
    })
}
