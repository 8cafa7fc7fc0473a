//! `canopy bench boards`: the speed on 33 known boards, by kernel, beside other programs.

mod cpu;
mod list;
mod print;
mod program;

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;
use movegen::chess::Kernel;
use movegen::perft::{Perft, Stop};

use self::list::Board;
use self::program::Program;
use super::machine::Machine;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output::OutputArgs;
use crate::cli::progress_bar::{progress_bar, stop_on_interrupt, with_bar};
use crate::report::Report;

pub(in crate::cli) use self::program::ProgramError;

const AFTER_HELP: &str = "\
Counts each board on one thread, without a table, and checks the count. Kernels and programs take
turns, so that a machine that slows down for a while slows all of them. CPU time is measured, on
one core where the system allows it; counts that are too short to time are repeated. The table has
million leaves a second, medians of the repetitions.

Another program is called as COMMAND --reps N FEN DEPTH. It counts N times, on one thread and
without a table, and prints a line for each count: the leaves, a blank, and the CPU seconds that the
count took, without the start of the program. scripts/peers has an example.

Exit codes: 0 done; 1 a count is wrong; 2 unusable input or program, or a failed write; 130
interrupted.";

/// The arguments of `canopy bench boards`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(in crate::cli) struct BoardsArgs {
    /// Measure only this board (may be repeated)
    #[arg(long, value_name = "NAME", hide_possible_values = true, value_parser = PossibleValuesParser::new(list::names()))]
    board: Vec<String>,
    /// Measure this kernel (may be repeated) [default: all that this CPU supports]
    #[arg(long, value_name = "NAME")]
    kernel: Vec<Kernel>,
    /// Measure this program, too (may be repeated), under this name or that of its file
    #[arg(long, value_name = "[NAME=]COMMAND")]
    program: Vec<String>,
    /// How often each count is measured
    #[arg(short, long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    repetitions: u32,
    /// Count each board once: checks the counts, measures little
    #[arg(long, conflicts_with = "repetitions")]
    quick: bool,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// A kernel, or a program beside it.
enum Contestant {
    Kernel(Kernel),
    Program(Program),
}

/// What was measured.
struct Measurement {
    contestants: Vec<Contestant>,
    rows: Vec<Row>,
    pinned: bool,
    repetitions: u32,
    /// Whether every repetition was done.
    complete: bool,
}

/// A board, and the seconds of one count: a list for each contestant.
struct Row {
    board: Board,
    seconds: Vec<Vec<f64>>,
    /// Contestants, by their index, with what they counted.
    wrong: Vec<(usize, u64)>,
}

/// Runs the command.
pub(in crate::cli) fn run(arguments: &BoardsArgs) -> Result<Exit, CliError> {
    let measurement = arguments.measure()?;
    let exit = Exit::of(measurement.complete, measurement.wrong().next().is_none());
    let machine = Machine::of_this_system(Kernel::best());
    let mut report = Report::new(io::stdout());
    let lines = match arguments.output.json {
        true => print::json(&machine, &measurement, exit),
        false => print::text(&machine, &measurement),
    };
    for line in lines {
        report.line(line)?;
    }
    Ok(exit)
}

impl BoardsArgs {
    fn contestants(&self) -> Vec<Contestant> {
        let mut kernels = self.kernel.clone();
        if kernels.is_empty() {
            kernels = Kernel::available();
            // The fastest first.
            kernels.reverse();
        }
        let kernels = kernels.into_iter().map(Contestant::Kernel);
        let programs = self.program.iter().map(|text| Program::new(text));
        kernels.chain(programs.map(Contestant::Program)).collect()
    }

    fn rows(&self, contestants: usize) -> Vec<Row> {
        let is_wanted = |board: &Board| {
            self.board.is_empty() || self.board.iter().any(|name| name == board.name)
        };
        let boards = list::boards().into_iter().filter(is_wanted);
        let row = |board| Row {
            board,
            seconds: vec![Vec::new(); contestants],
            wrong: Vec::new(),
        };
        boards.map(row).collect()
    }

    fn measure(&self) -> Result<Measurement, CliError> {
        let contestants = self.contestants();
        let mut rows = self.rows(contestants.len());
        let (repetitions, least) = match self.quick {
            true => (1, Duration::ZERO),
            false => (self.repetitions, cpu::SAMPLE),
        };
        let (bar, stop, done) = (progress_bar(), stop_on_interrupt(), AtomicUsize::new(0));
        let all = rows.len() * repetitions as usize;
        let fraction = || done.load(Ordering::Relaxed) as f64 / all as f64;
        let (pinned, complete) = with_bar(&bar, fraction, || {
            cpu::on_one_core(|pinned| {
                for repetition in 0..repetitions {
                    for row in &mut rows {
                        if !row.measure(&contestants, repetition, least, &stop)? {
                            return Ok((pinned, false));
                        }
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                }
                Ok::<_, CliError>((pinned, true))
            })
        })?;
        Ok(Measurement {
            contestants,
            rows,
            pinned,
            repetitions,
            complete,
        })
    }
}

impl Row {
    /// Lets every contestant count once more, in another order each time. Returns whether all of them did.
    fn measure(
        &mut self,
        contestants: &[Contestant],
        repetition: u32,
        least: Duration,
        stop: &Stop,
    ) -> Result<bool, CliError> {
        for turn in 0..contestants.len() {
            let index = (turn + repetition as usize) % contestants.len();
            let Some((seconds, wrong)) = contestants[index].sample(&self.board, least, stop)?
            else {
                return Ok(false);
            };
            self.seconds[index].push(seconds);
            if let Some(counted) = wrong.filter(|_| self.wrong.iter().all(|(who, _)| *who != index))
            {
                self.wrong.push((index, counted));
            }
        }
        Ok(true)
    }

    /// Million leaves a second of a contestant; `None` if it was not measured, or is wrong.
    fn speed(&self, contestant: usize) -> Option<f64> {
        if self.wrong.iter().any(|(who, _)| *who == contestant) {
            return None;
        }
        let mut seconds = self.seconds[contestant].clone();
        seconds.sort_unstable_by(f64::total_cmp);
        // The two middle ones of an even number.
        let half = seconds.len() / 2;
        let upper = *seconds.get(half)?;
        let lower = seconds[half - usize::from(seconds.len().is_multiple_of(2))];
        let middle = (lower + upper) / 2.0;
        Some(self.board.leaves as f64 / middle.max(1e-9) / 1e6)
    }
}

impl Contestant {
    fn name(&self) -> String {
        match self {
            Contestant::Kernel(kernel) => kernel.name().to_owned(),
            Contestant::Program(program) => program.name().to_owned(),
        }
    }

    /// The CPU seconds of one count and what it counted, if that is wrong. `None` if `stop` was raised.
    fn sample(
        &self,
        board: &Board,
        least: Duration,
        stop: &Stop,
    ) -> Result<Option<(f64, Option<u64>)>, CliError> {
        let kernel = match self {
            Contestant::Kernel(kernel) => kernel,
            Contestant::Program(_) if stop.is_stopped() => return Ok(None),
            Contestant::Program(program) => {
                return match program.sample(board, least) {
                    Err(error) if stop.is_stopped() || error.is_interruption() => Ok(None),
                    sampled => Ok(Some(sampled?)),
                };
            }
        };
        let (perft, mut wrong) = (Perft::new(board.depth), None);
        let seconds = cpu::seconds(least, || -> Result<_, CliError> {
            let outcome = perft.run(&board.position, kernel, stop, |_| {})?;
            let total = u64::try_from(outcome.total).unwrap_or(u64::MAX);
            if outcome.complete && total != board.leaves {
                wrong = Some(total);
            }
            Ok(outcome.complete.then_some(()))
        })?;
        Ok(seconds.map(|seconds| (seconds, wrong)))
    }
}

impl Measurement {
    /// Every wrong count: the board, who counted it, and what.
    fn wrong(&self) -> impl Iterator<Item = (&Board, String, u64)> {
        self.rows.iter().flat_map(|row| {
            let wrong = row.wrong.iter();
            wrong.map(|&(who, counted)| (&row.board, self.contestants[who].name(), counted))
        })
    }

    fn programs(&self) -> impl Iterator<Item = usize> {
        let is_program = |index: &usize| matches!(self.contestants[*index], Contestant::Program(_));
        (0..self.contestants.len()).filter(is_program)
    }

    /// How many times as fast a contestant is on a board as the fastest of the programs.
    fn ratio(&self, row: &Row, contestant: usize) -> Option<f64> {
        let best = self.programs().filter_map(|index| row.speed(index));
        let best = best.fold(0.0, f64::max);
        (best > 0.0).then_some(row.speed(contestant)? / best)
    }
}
