//! `canopy fuzz`: searches for a disagreement with another program on random positions.

use std::io;
use std::path::PathBuf;

use clap::{ArgGroup, Args};
use indicatif::{ProgressBar, ProgressStyle};
use movegen::chess::{CastlingStyle, MoveFilter};
use workbench::ask::{self, Staged};
use workbench::find::{RandomPositions, hunt};

use super::exit::Exit;
use super::json::{Line, Status};
use super::notes;
use super::other_side::EngineArgs;
use super::output::OutputArgs;
use super::progress_bar::stop_on_interrupt;
use super::verdict::{self, Drawn, Failure, Presentation};
use crate::report::Report;

const AFTER_HELP: &str = "\
The positions are legal and rich in pins, checks, promotions, en passant captures and castling. Each
is compared as by 'canopy compare', and the first disagreement is shrunk.

Exit codes: 0 both agree on all positions; 1 they disagree; 2 no usable answer from the other
program (the message names the input), or a failed write; 130 interrupted.";

/// The arguments of `canopy fuzz`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
#[command(group(ArgGroup::new("other").required(true).args(["engine"])))]
pub struct FuzzArgs {
    #[command(flatten)]
    other: EngineArgs,
    /// The number of positions
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1000)]
    positions: u64,
    /// The seed of the positions: the same seed gives the same positions in the same order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Expect counts of only the lines whose last move is of this kind, as `canopy perft --last`: for
    /// engines that generate moves in stages
    #[arg(long, value_name = "KINDS")]
    last: Option<MoveFilter>,
    /// Use Chess960 positions, set UCI_Chess960 and write castling as king takes rook
    #[arg(long)]
    chess960: bool,
    /// The greatest depth in plies
    #[arg(short, long, alias = "max-depth", value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..))]
    depth: u8,
    /// The greatest number of leaves to count per position, except at depth 1
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    max_nodes: u128,
    /// Write an HTML report of the disagreement: boards, both divides, the rules
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs the command.
pub fn run(arguments: &FuzzArgs) -> Exit {
    verdict::exit("fuzz", arguments.output, arguments.fuzz())
}

impl FuzzArgs {
    /// Runs the comparison; the status says whether both agree on all positions.
    fn fuzz(&self) -> Result<Status, Failure> {
        let style = CastlingStyle::new(self.chess960);
        let stop = stop_on_interrupt();
        let mut report = Report::new(io::stdout());
        let mut other = match self.other.start(style, &stop) {
            Err(ask::Error::Stopped) => return self.stopped(0, 0, &mut report),
            other => Staged::wrap(other?, self.last.as_ref()),
        };
        let random = RandomPositions {
            seed: self.seed,
            chess960: self.chess960,
            depth: u32::from(self.depth),
            most_leaves: self.max_nodes,
        };
        let presentation = Presentation {
            style,
            shrink: true,
            name: self.other.name(),
            page: self.report.as_deref(),
            output: self.output,
        };
        let bar = bar(self.positions);
        let mut leaves = 0;
        for (number, node) in (1..=self.positions).zip(random.nodes()) {
            let node = node?;
            let found = hunt(other.as_mut(), &node, style, |_, total| leaves += total);
            if let Err(ask::Error::Stopped) = found {
                bar.finish_and_clear();
                return self.stopped(number - 1, leaves, &mut report);
            }
            if let Some(found) = found? {
                bar.finish_and_clear();
                let drawn = Drawn {
                    number,
                    seed: self.seed,
                    fen: node.fen.clone(),
                };
                let reported =
                    [presentation.report(found, Some(drawn), other.as_mut(), &mut report)?];
                let status = Status::Disagreement;
                let line = self
                    .result(&status, number, leaves)
                    .field("fen", node.fen)
                    .field("report", presentation.page_of(&reported));
                presentation.write_page(&reported, None, &line, &mut report)?;
                if self.output.json {
                    report.line(line)?;
                }
                return Ok(status);
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        report.line(match self.output.json {
            true => self.result(&Status::Ok, self.positions, leaves).to_string(),
            false => format!(
                "{} positions of seed {}, {leaves} leaves, all agreed",
                self.positions, self.seed
            ),
        })?;
        presentation.report_agreement(&mut report)?;
        Ok(Status::Ok)
    }

    /// The last line under `--json`.
    fn result(&self, status: &Status, positions: u64, leaves: u128) -> Line {
        Line::result("fuzz", status)
            .field("seed", self.seed)
            .field("positions", positions)
            .count("leaves", leaves)
    }

    /// Reports what was compared before the stop.
    fn stopped(
        &self,
        done: u64,
        leaves: u128,
        report: &mut Report<io::Stdout>,
    ) -> Result<Status, Failure> {
        report.line(match self.output.json {
            true => self.result(&Status::Interrupted, done, leaves).to_string(),
            false => format!(
                "{done} of {} positions of seed {}, {leaves} leaves, all agreed (incomplete)",
                self.positions, self.seed
            ),
        })?;
        Err(Failure::Other(ask::Error::Stopped))
    }
}

/// The progress bar; hidden under `--quiet`, and by indicatif if standard error is not a terminal.
fn bar(positions: u64) -> ProgressBar {
    if notes::are_silent() {
        return ProgressBar::hidden();
    }
    let template = "[{elapsed_precise}] {wide_bar} {pos} of {len} positions, {eta} left";
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(positions).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
