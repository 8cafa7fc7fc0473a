//! `canopy why`: explains wrong counts from a pasted text.

use std::fs;
use std::io::{self, Read as _};
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use clap::Args;
use movegen::perft::{Progress, Stop};
use movegen::threads::{self, STACK};
use workbench::why::{Given, WhyError, explain, read};

use super::error::CliError;
use super::exit::Exit;
use super::json::Line;
use super::other_side::seconds;
use super::output::{self, OutputArgs};
use super::progress_bar::{progress_bar, stop_on_interrupt, with_bar};
use crate::games::chess::PositionArgs;
use crate::games::variant::VariantName;
use crate::limits::{Depth, Threads};

const AFTER_HELP: &str = "\
The text may hold a total, totals of several depths, a divide in any format, columns of statistics,
or failing rows of a suite, with other words around them:

  canopy why 62416 --depth 3 --fen \"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8\"
  my-engine perft 3 | canopy why --depth 3
  my-engine perft 3 | canopy why --variant crazyhouse --depth 3 --fen startpos

Exit codes: 0 all numbers are right; 1 they are not; 2 the text or the arguments cannot be used, or
a failed write; 130 interrupted.";

const FEN_HELP: &str = "The position, if the text does not name it";

const MOVES_HELP: &str = "Moves to play from there first, e.g. \"e2e4 e7e5\"";

/// The arguments of `canopy why`.
#[derive(Debug, Args)]
#[command(
    after_help = AFTER_HELP,
    mut_arg("fen", |fen| fen.help(FEN_HELP)),
    mut_arg("moves", |moves| moves.help(MOVES_HELP)),
    mut_arg("chess960", |chess960| chess960.help("The position is one of Chess960")),
)]
pub struct WhyArgs {
    /// A file, - for standard input (the default), or the text itself if there is no such file
    #[arg(value_name = "FILE|TEXT", conflicts_with = "text")]
    file: Option<PathBuf>,
    /// The text
    #[arg(long, value_name = "TEXT")]
    text: Option<String>,
    #[command(flatten)]
    variant: VariantName,
    #[command(flatten)]
    position: PositionArgs,
    /// The depth in plies; without it, that of the text, or the depth whose count is nearest
    #[arg(short, long, value_name = "N", value_parser = Depth::at_least_one)]
    depth: Option<Depth>,
    /// The program's total for the question at the end of the answer; once for each question
    #[arg(long, value_name = "TOTAL", allow_negative_numbers = true)]
    also: Vec<i128>,
    /// End the comparison after this time, and say what was found so far
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    timeout: f64,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

impl From<WhyError> for CliError {
    fn from(error: WhyError) -> CliError {
        CliError::usage(error)
    }
}

/// Runs the command.
pub(super) fn run(arguments: &WhyArgs) -> Result<Exit, CliError> {
    let position = arguments.position.text();
    let given = Given {
        rules: arguments.variant.rules(),
        fen: position.fen,
        moves: position.moves,
        depth: arguments.depth.map(Depth::plies),
        chess960: arguments.position.chess960,
    };
    let evidence = read(&arguments.text()?, &given).map_err(WhyError::from)?;
    let stop = stop_on_interrupt();
    let time_over = Stop::new();
    // Dropped at the end of the comparison, which ends the thread.
    let _finished = stop_after(arguments.timeout, &stop, &time_over)?;
    let threads = Threads::ONE_PER_CORE.count();
    let progress = Progress::new();
    let explain = || explain(&evidence, &arguments.also, threads, &progress, &stop);
    let why = with_bar(&progress_bar(), || progress.fraction(), explain);
    if stop.is_stopped() && !time_over.is_stopped() {
        return Err(CliError::Interrupted);
    }
    let why = why?;
    let exit = Exit::of(true, why.is_right());
    match arguments.output.json {
        true => output::print(Line::result("why", exit).fields(why.fields()), exit),
        false => output::print(&why, exit),
    }
}

/// Raises both stops after a time, unless the sender is dropped before.
fn stop_after(limit: f64, stop: &Stop, time_over: &Stop) -> io::Result<mpsc::Sender<()>> {
    let (sender, finished) = mpsc::channel();
    let stops = [time_over.clone(), stop.clone()];
    let wait = move || {
        let limit = Duration::from_secs_f64(limit);
        if finished.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
            stops.iter().for_each(Stop::stop);
        }
    };
    threads::spawn("timeout", STACK, wait)?;
    Ok(sender)
}

impl WhyArgs {
    fn text(&self) -> Result<String, CliError> {
        if let Some(text) = &self.text {
            return Ok(text.clone());
        }
        let bytes = match &self.file {
            Some(file) if file.as_os_str() != "-" => match fs::read(file) {
                Ok(bytes) => bytes,
                Err(error) => {
                    let text = file.to_string_lossy();
                    let is_text = text.contains(|c: char| c.is_ascii_digit());
                    if error.kind() == io::ErrorKind::NotFound && is_text {
                        return Ok(text.into_owned());
                    }
                    return Err(CliError::in_file(file)(error));
                }
            },
            _ => {
                let mut bytes = Vec::new();
                io::stdin().read_to_end(&mut bytes)?;
                bytes
            }
        };
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}
