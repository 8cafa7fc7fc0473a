//! `canopy fuzz`: searches for a disagreement with another program on random positions.

mod drawing;

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::builder::ArgPredicate;
use clap::{ArgGroup, Args};
use indicatif::ProgressBar;
use movegen::chess::{CastlingStyle, MoveFilter};
use workbench::ask::{OtherSide, Recording};
use workbench::explain::Diagnosis;
use workbench::find::{Disagreement, Node};
use workbench::tell;

use super::error::CliError;
use super::exit::Exit;
use super::groups::{Group, Groups};
use super::json::Line;
use super::junit::{Case, Junit, Outcome};
use super::other_side::EngineArgs;
use super::output::OutputArgs;
use super::pace::{self, Pace};
use super::progress_bar::{bar, stop_on_interrupt};
use super::verdict::{self, Drawn, Origin, Presentation, Reported};
use crate::games::variant::VariantName;
use crate::limits::Depth;
use crate::report::Report;
use crate::storage::replace;

const AFTER_HELP: &str = "\
The positions are legal and rich in pins, checks, promotions, en passant captures and castling. Each
is compared as by 'canopy compare'. The first disagreement is shrunk and ends the run; with
--continue, the first one of each kind is shrunk.

Without --positions, --seed and --state, every other position is one of those of
'canopy suite --builtin=killer', as long as there are any: they were chosen to show many bugs in few
leaves.

With --state, each position is the first of a series of questions to one process: the same again,
with the other side to move, another castling right, another clock, both colours exchanged, other
depths and so on. If a wrong answer takes earlier questions, the report lists the fewest. Without
--state, every 50th position is such a series, up to three plies deeper, unless --depth is below 3.

With --variant, the positions are those of random games.

Exit codes: 0 both agree on everything that was compared; 1 they disagree; 2 no usable answer from
the other program (the message names the input), or a failed write; 130 interrupted.";

/// The arguments of `canopy fuzz`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
#[command(group(ArgGroup::new("other").required(true).args(["engine"])))]
pub struct FuzzArgs {
    #[command(flatten)]
    other: EngineArgs,
    /// Search for bugs of hash tables, of unmade moves and of anything that outlives a question: ask
    /// a series of related positions around each position (100 positions and depth 8 by default)
    #[arg(long)]
    state: bool,
    /// Stop after this time, such as 10s or 2m. Positions are not compared in full if that would take a
    /// fiftieth of it. Without limit by default if --positions, --depth or --max-nodes is given
    // Before the flags with defaults: clap would take these for present.
    #[arg(
        long,
        value_name = "TIME",
        value_parser = humantime::parse_duration,
        default_value = pace::DEFAULT,
        default_value_ifs = [
            ("positions", ArgPredicate::IsPresent, None::<&str>),
            ("depth", ArgPredicate::IsPresent, None),
            ("max_nodes", ArgPredicate::IsPresent, None),
        ]
    )]
    time: Option<Duration>,
    /// The number of random positions: 1000 by default, 100 with --state
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// The seed of the random positions, 1 by default: the same seed gives the same positions in the same
    /// order
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    variant: VariantName,
    /// Expect counts of only the lines whose last move is of this kind, as `canopy perft --last`: for
    /// engines that generate moves in stages
    #[arg(long, value_name = "KINDS", conflicts_with = "variant")]
    last: Option<MoveFilter>,
    /// Use Chess960 positions, set UCI_Chess960 and write castling as king takes rook
    #[arg(long)]
    chess960: bool,
    /// The greatest depth in plies; one more for every 32nd position
    #[arg(short, long, alias = "max-depth", value_name = "N", default_value = "3", default_value_if("state", "true", "8"), value_parser = Depth::at_least_one)]
    depth: Depth,
    /// The greatest number of leaves to count per position, except at depth 1; four times as many for
    /// every 32nd position
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    max_nodes: u128,
    /// Go on after a disagreement, and group all of them by cause and rule
    #[arg(long = "continue")]
    go_on: bool,
    /// Write an HTML report of the disagreements: boards, both divides, the rules
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Write the result of each position as JUnit XML too, for CI systems
    #[arg(long, value_name = "FILE.xml")]
    junit: Option<PathBuf>,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// A count may take 1/50 of the time for the run: many small positions show more than few large ones.
const SHARE: u32 = 50;

/// A run and its results so far.
struct Run<'a> {
    arguments: &'a FuzzArgs,
    presentation: Presentation<'a>,
    report: Report<io::Stdout>,
    groups: Groups,
    junit: Option<Junit>,
    /// The number of positions to compare.
    total: u64,
    bar: ProgressBar,
    pace: Pace,
    /// The number of positions that were compared.
    done: u64,
    /// The number of those that were not compared in full, for lack of time.
    in_part: u64,
    /// The time limit, if it has ended the run.
    over: Option<Duration>,
}

impl FuzzArgs {
    /// The number of random positions.
    fn positions(&self) -> u64 {
        let default = if self.state { 100 } else { 1000 };
        self.positions.unwrap_or(default)
    }

    /// Whether the positions are those of standard chess or Chess960.
    fn is_chess(&self) -> bool {
        self.variant.rules().is_standard()
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// Runs the comparison.
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let style = CastlingStyle::new(self.chess960);
        if let Some(file) = &self.junit {
            replace::check(file)?;
        }
        let killer = self.killer().map_err(|error| error.to_string())?;
        let total = killer.len() as u64 + self.positions();
        let mut run = Run {
            arguments: self,
            presentation: Presentation {
                style,
                name: self.other.name(),
                page: self.report.as_deref(),
                output: self.output,
            },
            report: Report::new(io::stdout()),
            groups: Groups::default(),
            junit: self.junit.as_ref().map(|_| Junit::new("fuzz")),
            total,
            bar: bar(total, "{pos} of {len} positions, {eta} left"),
            pace: Pace::new(self.other.limits(self.time), SHARE),
            done: 0,
            in_part: 0,
            over: None,
        };
        let ended = self
            .other
            .start(self.variant.rules(), style, &stop_on_interrupt())
            .map_err(CliError::from)
            .and_then(|mut other| run.compare(other.as_mut(), killer));
        run.finish(ended)
    }
}

impl Run<'_> {
    /// Compares position after position.
    fn compare(&mut self, other: &mut dyn OtherSide, killer: Vec<Node>) -> Result<(), CliError> {
        if let Some(name) = other.name() {
            self.presentation.name = name.to_owned();
        }
        let mut recording = Recording::new(other).of_lines_ending_in(self.arguments.last.clone());
        let other: &mut dyn OtherSide = &mut recording;
        let style = self.presentation.style;
        let arguments = self.arguments;
        for (origin, number, drawing) in arguments.drawings(killer) {
            self.over = self.pace.over();
            if self.over.is_some() {
                break;
            }
            let drawing = drawing?;
            let drawn = Drawn {
                origin,
                number,
                fen: drawing.fen(),
            };
            let started = Instant::now();
            let found = drawing.hunt(other, style, &mut self.pace);
            self.in_part += u64::from(self.pace.take_left_out().is_some());
            let outcome = match found {
                Ok(None) => Ok(Outcome::Success),
                Ok(Some(found)) => self.disagree(found, drawn.clone(), other),
                Err(error) => {
                    let rules = arguments.variant.rules();
                    Err(verdict::traced(error, other, rules, style))
                }
            };
            self.record(&drawn, started.elapsed(), &outcome);
            outcome?;
            self.done += 1;
            self.bar.inc(1);
            if !self.groups.is_empty() && !arguments.go_on {
                break;
            }
        }
        Ok(())
    }

    /// Adds a disagreement to its group; the first one of a group is reported.
    fn disagree(
        &mut self,
        found: Disagreement,
        drawn: Drawn,
        other: &mut dyn OtherSide,
    ) -> Result<Outcome, CliError> {
        let style = self.presentation.style;
        if let Some(group) = self.groups.by_rules(&found) {
            return Ok(same_again(group, drawn));
        }
        let diagnosis = Diagnosis::new(found, style, other);
        if let Some(group) = self.groups.by_cause(&diagnosis) {
            return Ok(same_again(group, drawn));
        }
        let mut reported = Reported::new(diagnosis, Some(drawn));
        let (presentation, report) = (&self.presentation, &mut self.report);
        let separate = !self.groups.is_empty() && !self.arguments.output.json;
        self.bar.suspend(|| {
            if separate {
                report.line("")?;
            }
            presentation.print_found(&reported, report)
        })?;
        // The first report stays, even if the search for a smaller position is interrupted.
        let shrunk = reported.shrink(style, other);
        self.bar
            .suspend(|| presentation.print_smallest(&reported, report))?;
        let outcome = Outcome::Failure {
            message: tell::headline(&reported.diagnosis),
            text: Some(reported.text()),
        };
        self.groups.add(reported);
        shrunk?;
        Ok(outcome)
    }

    /// Adds the result of a position to the JUnit report.
    fn record(&mut self, drawn: &Drawn, elapsed: Duration, outcome: &Result<Outcome, CliError>) {
        let Some(junit) = &mut self.junit else { return };
        let outcome = match outcome {
            Ok(outcome) => outcome.clone(),
            Err(error) => verdict::outcome(error),
        };
        let name = &self.presentation.name;
        let case = Case {
            name: format!("position {}: {}", drawn.number, drawn.fen),
            class: format!("{name} {}", drawn.origin),
            outcome,
            elapsed: Some(elapsed),
        };
        junit.add(&format!("fuzz {name}"), case);
    }

    /// Adds the positions for which there was no time.
    fn add_left_out(&self, junit: &mut Junit) {
        let Some(time) = self.over else { return };
        let left_out = self.total - self.done;
        let name = &self.presentation.name;
        let time = humantime::format_duration(time);
        let case = Case {
            name: format!("{left_out} more positions"),
            class: format!("{name} {}", self.origins()),
            outcome: Outcome::Skipped(format!("left out: no time for them within {time}")),
            elapsed: None,
        };
        junit.add(&format!("fuzz {name}"), case);
    }

    /// Prints the summary and writes the files, also if the run has ended early.
    fn finish(mut self, ended: Result<(), CliError>) -> Result<Exit, CliError> {
        self.bar.finish_and_clear();
        let arguments = self.arguments;
        if let (Some(mut junit), Some(file)) = (self.junit.take(), &arguments.junit) {
            self.add_left_out(&mut junit);
            junit.write(file)?;
        }
        let exit = match &ended {
            Err(CliError::Interrupted) => Exit::Interrupted,
            Err(_) => Exit::Failed,
            Ok(()) => Exit::of(true, self.groups.is_empty()),
        };
        let interrupted = exit == Exit::Interrupted;
        let summary = self.summary(ended.is_ok());
        let disagreements = self.groups.disagreements();
        let line = match &ended {
            Err(error) if !interrupted => Line::failure("fuzz", error),
            _ => Line::result("fuzz", exit),
        };
        let mut result = self.result(line);
        let json = arguments.output.json;
        let groups = std::mem::take(&mut self.groups).sorted();
        if arguments.go_on {
            result = result
                .field("disagreements", disagreements)
                .field("groups", groups.len());
            for group in groups.iter().filter(|_| json) {
                self.report.line(group.json())?;
            }
        } else if let Some(drawn) = groups
            .first()
            .and_then(|group| group.reported.drawn.as_ref())
        {
            result = result.field("fen", drawn.fen.clone());
        }
        let failed = exit == Exit::Failed && groups.is_empty();
        if !json && !failed && (arguments.go_on || groups.is_empty() || interrupted) {
            self.report.line(match groups.is_empty() {
                true => summary.clone(),
                false => format!("\n{summary}"),
            })?;
            for group in &groups {
                self.report.line(format_args!("  {}", group.text()))?;
            }
        }
        if !failed {
            self.write_page(groups, &summary, &result)?;
        }
        // Errors have a line of their own.
        if json && exit != Exit::Failed {
            self.report.line(&result)?;
        }
        ended.map(|()| exit)
    }

    /// Writes the HTML report if there is something to report.
    fn write_page(
        &mut self,
        groups: Vec<Group>,
        summary: &str,
        result: &Line,
    ) -> Result<(), CliError> {
        if groups.is_empty() {
            self.presentation.report_agreement(&mut self.report)?;
            return Ok(());
        }
        let go_on = self.arguments.go_on;
        let lines = groups.iter().filter(|_| go_on).map(Group::json);
        let lines: Vec<Line> = lines.chain([result.clone()]).collect();
        let found: Vec<Reported> = groups.into_iter().map(|group| group.reported).collect();
        let summary = go_on.then_some(summary);
        let report = &mut self.report;
        self.presentation
            .write_page(&found, summary, &lines, report)
    }

    /// What was compared, and how much of it disagrees.
    fn summary(&self, complete: bool) -> String {
        let (done, total, leaves) = (self.done, self.total, self.pace.leaves);
        let of = match done == total {
            true => String::new(),
            false => format!("{done} of "),
        };
        let within = self.over.map_or_else(String::new, |time| {
            format!(" within {}", humantime::format_duration(time))
        });
        let in_part = match self.in_part {
            0 => String::new(),
            in_part => format!(", {in_part} of them in part"),
        };
        let groups = &self.groups;
        let verdict = match (groups.disagreements(), groups.len()) {
            (0, _) => "all agreed".to_owned(),
            (1, _) => "1 disagreement".to_owned(),
            (several, 1) => format!("{several} disagreements of 1 kind"),
            (several, kinds) => format!("{several} disagreements of {kinds} kinds"),
        };
        let incomplete = if complete { "" } else { " (incomplete)" };
        format!(
            "{of}{total} positions of {}{within}{in_part}, {leaves} leaves, {verdict}{incomplete}",
            self.origins()
        )
    }

    /// Where the positions are from.
    fn origins(&self) -> String {
        let seed = Origin::Seed(self.arguments.seed());
        match self.total > self.arguments.positions() {
            true => format!("{} and {seed}", Origin::Killer),
            false => seed.to_string(),
        }
    }

    /// Adds the results to the last line under `--json`.
    fn result(&self, line: Line) -> Line {
        let page = self.presentation.page.filter(|_| !self.groups.is_empty());
        line.field("seed", self.arguments.seed())
            .field("positions", self.done)
            .field("in_part", self.in_part)
            .field("left_out", self.over.map_or(0, |_| self.total - self.done))
            .count("leaves", self.pace.leaves)
            .field("report", page.map(|file| file.display().to_string()))
    }
}

/// Adds a disagreement to a known group.
fn same_again(group: &mut Group, drawn: Drawn) -> Outcome {
    let headline = tell::headline(&group.reported.diagnosis);
    let first = group.reported.drawn.as_ref().map(Drawn::to_string);
    group.reported.again.push(drawn);
    Outcome::Failure {
        message: headline,
        text: first.map(|first| format!("the same as in {first}")),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        fuzz: FuzzArgs,
    }

    #[test]
    fn a_run_without_a_size_has_two_minutes() {
        let minutes = |minutes: u64| Some(Duration::from_secs(60 * minutes));
        for (flags, time) in [
            (&[][..], minutes(2)),
            (&["--state", "--seed=2"], minutes(2)),
            (&["--positions=1000"], None),
            (&["--depth=3"], None),
            (&["--max-nodes=20000"], None),
            (&["--positions=1000", "--time=1m"], minutes(1)),
        ] {
            let line = [&["fuzz", "--engine=x"], flags].concat();
            let line = Line::try_parse_from(line).expect("arguments of fuzz");
            assert_eq!(line.fuzz.time, time, "{flags:?}");
        }
    }
}
