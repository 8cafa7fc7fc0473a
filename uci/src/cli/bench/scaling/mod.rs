//! `canopy bench scaling`: perft on 1, 2, 4, ... threads, as a report that users can send.
//!
//! docs/scaling.md explains the columns and what they should show.

mod print;
mod sample;

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use movegen::chess::Kernel;
use movegen::perft::{PerftError, Stop};
use movegen::threads::cores;

use self::sample::{Position, Sample, Series, positions};
use super::machine::Machine;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::json::Line;
use crate::cli::output::OutputArgs;
use crate::cli::progress_bar::{progress_bar, stop_on_interrupt, with_bar};
use crate::diagnostics::warning;
use crate::limits::{HashSize, Threads};
use crate::report::{Report, amount};

/// With more threads than this, the depth is one greater: a count should take long enough for the
/// times of its start and end to be small.
const FEW_THREADS: usize = 8;

const AFTER_HELP: &str = "\
Counts three positions without a table and with one, on each number of threads, several times in
turn, and prints the medians with what the threads lost to the serial part, to waiting for the last
task, and to slower counting. Run it on an idle machine.

Exit codes: 0 done; 1 two counts of a position differ; 2 unusable input, a failed write, or no
memory; 130 interrupted.";

/// The arguments of `canopy bench scaling`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct ScalingArgs {
    /// Numbers of threads, with commas between; 0 means one per core, and 1 is always measured
    /// [default: 1,2,4,... and one per core]
    #[arg(short, long, value_name = "LIST", value_delimiter = ',')]
    threads: Vec<Threads>,
    /// Depth of startpos; the middlegame is counted one ply less deep, the endgame one ply deeper
    /// [default: 7, or 8 for more than 8 threads]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(5..=12))]
    depth: Option<u32>,
    /// Size of the hash table in MB; 0 means to count without a table only
    #[arg(short = 'H', long, value_name = "MB", default_value = "256")]
    hash: HashSize,
    /// How often each count is repeated
    #[arg(short, long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    repetitions: u32,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// Everything that is measured.
struct Measurement {
    series: Vec<Series>,
    /// Whether every repetition was done.
    complete: bool,
}

impl Measurement {
    /// Whether all counts of each position agree.
    fn agrees(&self) -> bool {
        let of = |fen| {
            self.series
                .iter()
                .filter(move |series| series.position.fen == fen)
        };
        self.series.iter().all(|series| {
            let mut counts = of(series.position.fen).flat_map(Series::counts);
            let first = counts.next();
            counts.all(|count| Some(count) == first)
        })
    }
}

/// Runs the command.
pub(in crate::cli) fn run(arguments: &ScalingArgs) -> Result<Exit, CliError> {
    let threads = arguments.thread_counts();
    let machine = Machine::of_this_system(Kernel::best());
    let measurement = arguments.measure(&threads)?;
    let mut shortages: Vec<&String> = Vec::new();
    let samples = measurement.series.iter().flat_map(Series::samples);
    for shortage in samples.flat_map(|sample| &sample.shortage) {
        if !shortages.contains(&shortage) {
            warning(shortage);
            shortages.push(shortage);
        }
    }
    let exit = Exit::of(measurement.complete, measurement.agrees());
    let mut report = Report::new(io::stdout());
    let lines = match arguments.output.json {
        true => json_lines(&machine, &measurement, exit),
        false => text_lines(&machine, &measurement, arguments.repetitions),
    };
    for line in lines {
        report.line(line)?;
    }
    Ok(exit)
}

fn json_lines(machine: &Machine, measurement: &Measurement, exit: Exit) -> Vec<String> {
    let mut lines = vec![Line::with("machine", machine.json()).to_string()];
    let rows = measurement.series.iter().flat_map(print::json_rows);
    lines.extend(rows.map(|fields| Line::with("threads", fields).to_string()));
    lines.push(Line::result("bench", exit).to_string());
    lines
}

fn text_lines(machine: &Machine, measurement: &Measurement, repetitions: u32) -> Vec<String> {
    let mut lines = machine.text();
    let repetitions = amount(repetitions, "repetition", "repetitions");
    lines.push(format!("medians of: {repetitions}"));
    for series in &measurement.series {
        lines.extend(print::text(series));
    }
    if !measurement.agrees() {
        lines.push("\nerror: two counts of one position differ".to_owned());
    }
    if !measurement.complete {
        lines.push("\n(incomplete)".to_owned());
    }
    lines
}

impl ScalingArgs {
    /// The numbers of threads, in ascending order, 1 first.
    fn thread_counts(&self) -> Vec<usize> {
        let mut counts: Vec<usize> = match &self.threads[..] {
            [] => {
                let cores = cores();
                let powers = (0..usize::BITS).map(|bit| 1 << bit);
                powers
                    .take_while(|&count| count < cores)
                    .chain([cores])
                    .collect()
            }
            given => given.iter().map(|threads| threads.count()).collect(),
        };
        counts.push(1);
        counts.sort_unstable();
        counts.dedup();
        counts
    }

    fn depth(&self, threads: &[usize]) -> u32 {
        let many = threads.iter().any(|&count| count > FEW_THREADS);
        self.depth.unwrap_or(if many { 8 } else { 7 })
    }

    /// The series to measure, without samples.
    fn series(&self, threads: &[usize]) -> Vec<Series> {
        let tables = [HashSize::NONE, self.hash];
        let tables = if self.hash == HashSize::NONE {
            &tables[..1]
        } else {
            &tables
        };
        let of_position = |position: Position| {
            tables
                .iter()
                .map(move |&hash| Series::new(position, hash, threads))
        };
        positions(self.depth(threads))
            .into_iter()
            .flat_map(of_position)
            .collect()
    }

    /// Measures every series on every number of threads, once in each repetition, so that a
    /// disturbance of the machine does not hit one number of threads alone.
    fn measure(&self, threads: &[usize]) -> Result<Measurement, PerftError> {
        let mut series = self.series(threads);
        let (bar, stop) = (progress_bar(), stop_on_interrupt());
        let runs = series.len() * threads.len() * self.repetitions as usize;
        let done = AtomicUsize::new(0);
        let complete = with_bar(
            &bar,
            || done.load(Ordering::Relaxed) as f64 / runs as f64,
            || self.repeat(&mut series, &stop, &done),
        )?;
        Ok(Measurement { series, complete })
    }

    /// Returns whether all repetitions were done.
    fn repeat(
        &self,
        series: &mut [Series],
        stop: &Stop,
        done: &AtomicUsize,
    ) -> Result<bool, PerftError> {
        let kernel = Kernel::best();
        for repetition in 0..self.repetitions {
            for series in &mut *series {
                let (position, hash) = (series.position, series.hash);
                let mut rows: Vec<_> = series.rows.iter_mut().collect();
                if repetition % 2 == 1 {
                    // A machine that slows down as it gets warm must not favour one thread.
                    rows.reverse();
                }
                for row in rows {
                    match Sample::measure(&position, kernel, row.threads, hash, stop)? {
                        Some(sample) => row.samples.push(sample),
                        None => return Ok(false),
                    }
                    done.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(threads: &[&str]) -> ScalingArgs {
        ScalingArgs {
            threads: threads
                .iter()
                .map(|text| text.parse().expect(text))
                .collect(),
            depth: None,
            hash: HashSize::NONE,
            repetitions: 1,
            output: OutputArgs { json: false },
        }
    }

    #[test]
    fn thread_counts_ascend_from_1() {
        assert_eq!(arguments(&["8", "2", "8"]).thread_counts(), [1, 2, 8]);
        let usual = arguments(&[]).thread_counts();
        assert_eq!((usual[0], usual.last()), (1, Some(&cores())));
        assert!(usual.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(arguments(&["0"]).thread_counts().last(), Some(&cores()));
    }

    #[test]
    fn many_threads_count_deeper() {
        let arguments = arguments(&[]);
        assert_eq!(arguments.depth(&[1, 8]), 7);
        assert_eq!(arguments.depth(&[1, 9]), 8);
        let depths: Vec<u32> = positions(8).iter().map(|position| position.depth).collect();
        assert_eq!(depths, [8, 7, 9]);
    }
}
