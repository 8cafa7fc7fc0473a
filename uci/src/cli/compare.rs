//! `canopy compare`: finds the position where another program's move generator goes wrong.

mod wrappers;

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::ArgPredicate;
use clap::{ArgGroup, Args};
use movegen::chess::variant::VariantPosition;
use movegen::chess::{CastlingStyle, MoveFilter, PositionText, PositionTextError};
use movegen::perft::Stop;
use workbench::ask::{self, OtherSide, Recording, SavedDivide};
use workbench::explain::Diagnosis;
use workbench::find::{Disagreement, Node, Pacing, hunt_paced};
use workbench::tell;

use super::error::CliError;
use super::exit::Exit;
use super::json::Line;
use super::junit::{Case, Junit, Outcome};
use super::other_side::EngineArgs;
use super::output::{self, OutputArgs};
use super::pace::{self, Pace};
use super::position;
use super::progress_bar::stop_on_interrupt;
use super::verdict::{self, Presentation, Reported};
use crate::games::chess::RootArgs;
use crate::games::variant::VariantName;
use crate::limits::Depth;
use crate::report::Report;
use crate::storage::replace;
use wrappers::Wrapper;

/// The default depth: deep enough for nearly every bug, and a matter of seconds for programs that
/// play every move.
const DEFAULT_DEPTH: u32 = 5;

const AFTER_HELP: &str = "\
Exit codes: 0 both agree at every depth that was compared; 1 they disagree; 2 unusable input or no
usable answer from the other program (the message names the input), or a failed write; 130
interrupted.";

/// A time limit for what is said about a depth that is left out: a year.
const LONGEST_SHOWN: f64 = 365.0 * 86400.0;

const FEN_HELP: &str = "The position to start from; the start position by default";

const MOVES_HELP: &str = "Moves to play from there first, e.g. \"e2e4 e7e5\"";

/// The arguments of `canopy compare`.
#[derive(Debug, Args)]
#[command(
    after_help = AFTER_HELP,
    mut_arg("fen", |fen| fen.help(FEN_HELP)),
    mut_arg("moves", |moves| moves.help(MOVES_HELP)),
)]
#[command(group(ArgGroup::new("other").required(true).args(["engine", "divide_file", "wrapper"])))]
pub struct CompareArgs {
    #[command(flatten)]
    other: EngineArgs,
    /// Compare with a divide saved in this file instead; --depth is the depth at which it was counted
    #[arg(long, value_name = "FILE", requires = "depth")]
    divide_file: Option<PathBuf>,
    /// Print a program that lets a library answer: save it and pass it to --engine
    #[arg(long, value_enum, value_name = "LIBRARY", exclusive = true)]
    wrapper: Option<Wrapper>,
    #[command(flatten)]
    variant: VariantName,
    #[command(flatten)]
    root: RootArgs,
    /// The greatest depth in plies; 5 by default
    #[arg(short, long, alias = "max-depth", value_name = "N", value_parser = Depth::at_least_one)]
    depth: Option<Depth>,
    /// Leave out the depths that would take longer than this, such as 10s or 2m; without limit by default
    /// if --depth is given
    #[arg(
        long,
        value_name = "TIME",
        requires = "engine",
        value_parser = humantime::parse_duration,
        default_value = pace::DEFAULT,
        default_value_if("depth", ArgPredicate::IsPresent, None)
    )]
    time: Option<Duration>,
    /// Expect counts of only the lines whose last move is of this kind, as `canopy perft --last`: for
    /// engines that generate moves in stages
    #[arg(long, value_name = "KINDS", conflicts_with = "variant")]
    last: Option<MoveFilter>,
    /// Set UCI_Chess960 and write castling as king takes rook; implied if the position needs it
    #[arg(long)]
    chess960: bool,
    /// Remove pieces, castling rights and moves while the disagreement remains, and show the
    /// smallest position found
    #[arg(long, conflicts_with = "divide_file")]
    shrink: bool,
    /// Write an HTML report of the disagreement: boards, both divides, the rules
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Write the result of each depth as JUnit XML too, for CI systems
    #[arg(long, value_name = "FILE.xml")]
    junit: Option<PathBuf>,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Runs the command.
pub(super) fn run(arguments: &CompareArgs) -> Result<Exit, CliError> {
    match arguments.wrapper {
        Some(wrapper) => output::print(wrapper.text().trim_end(), Exit::Done),
        None => arguments.compare(),
    }
}

impl CompareArgs {
    /// Runs the comparison.
    fn compare(&self) -> Result<Exit, CliError> {
        let (start, style) = self.start()?;
        if let Some(file) = &self.junit {
            replace::check(file)?;
        }
        let mut run = Run {
            arguments: self,
            presentation: Presentation {
                style,
                name: match &self.divide_file {
                    Some(file) => file.display().to_string(),
                    None => self.other.name(),
                },
                page: self.report.as_deref(),
                output: self.output,
            },
            report: Report::new(io::stdout()),
            pace: Pace::new(self.other.limits(self.time), 1),
            agreed: Vec::new(),
            left_out: None,
            found: None,
        };
        let stop = stop_on_interrupt();
        let ended = self
            .other(start.depth, style, &stop)
            .map_err(CliError::from)
            .and_then(|mut other| run.compare(&start, other.as_mut()));
        if let Err(CliError::Interrupted) = &ended {
            run.interrupted(start.depth)?;
        }
        if let Some(file) = &self.junit {
            run.junit(&start, &ended).write(file)?;
        }
        ended
    }

    /// The start of the comparison, and how castling is written.
    fn start(&self) -> Result<(Node, CastlingStyle), PositionTextError> {
        let given = CastlingStyle::new(self.chess960);
        let mut text = self.root.text().styled(given);
        let moves = std::mem::take(&mut text.moves);
        let rules = self.variant.rules();
        let root = position::warned(VariantPosition::from_text(rules, &text))?;
        let style = CastlingStyle::new(self.chess960 || root.position.chess().needs_chess960());
        let depth = self.depth.map_or(DEFAULT_DEPTH, Depth::plies);
        let mut node = Node::root(root.position, root.history.passed_square(), depth, style);
        // A complete FEN of chess is sent as it is, a short one is completed: many programs read only
        // complete FENs.
        let given = text.fen.as_deref().and_then(complete_fen);
        if let (Some(fen), Some(_)) = (given, root.position.as_standard()) {
            node.fen = fen;
        }
        let text = PositionText { moves, ..text };
        for ply in &VariantPosition::from_text(rules, &text)?.history.plies {
            node = node.after(ply.mv, style);
        }
        Ok((node, style))
    }

    fn other(
        &self,
        depth: u32,
        style: CastlingStyle,
        stop: &Stop,
    ) -> Result<Box<dyn OtherSide>, ask::Error> {
        let rules = self.variant.rules();
        Ok(match &self.divide_file {
            Some(file) => Box::new(SavedDivide::read(file, depth)?.stopped_by(stop)),
            None => self.other.start(rules, style, stop)?,
        })
    }
}

/// A comparison and its results so far.
struct Run<'a> {
    arguments: &'a CompareArgs,
    presentation: Presentation<'a>,
    report: Report<io::Stdout>,
    pace: Pace,
    /// The depths at which both agree.
    agreed: Vec<u32>,
    /// Why the depths after the last one were left out, if they were.
    left_out: Option<String>,
    found: Option<Reported>,
}

impl Run<'_> {
    fn compare(&mut self, start: &Node, other: &mut dyn OtherSide) -> Result<Exit, CliError> {
        if let Some(name) = other.name() {
            self.presentation.name = name.to_owned();
        }
        let style = self.presentation.style;
        let other: &mut dyn OtherSide =
            &mut Recording::new(other).of_lines_ending_in(self.arguments.last.clone());
        let found = self.hunt(start, other)?;
        let last = self.agreed.last().copied().unwrap_or(0);
        let depth = match (&found, &self.left_out) {
            (Some(found), _) => found.depth,
            (None, Some(_)) => last,
            (None, None) => start.depth,
        };
        let left_out = self.left_out.as_ref().map_or(0, |_| start.depth - last);
        let exit = Exit::of(true, found.is_none());
        if let Some(found) = found {
            if !self.agreed.is_empty() && !self.arguments.output.json {
                self.report.line("")?;
            }
            let diagnosis = Diagnosis::new(found, style, other);
            let found = self.found.insert(Reported::new(diagnosis, None));
            self.presentation.print_found(found, &mut self.report)?;
            if self.arguments.shrink {
                found.shrink(style, other)?;
                self.presentation.print_smallest(found, &mut self.report)?;
            }
        }
        let page = self.presentation.page.filter(|_| self.found.is_some());
        let result = Line::result("compare", exit)
            .field("depth", depth)
            .field("left_out", left_out)
            .field("report", page.map(|file| file.display().to_string()));
        match &self.found {
            None => self.presentation.report_agreement(&mut self.report)?,
            Some(found) => self.presentation.write_page(
                std::slice::from_ref(found),
                None,
                std::slice::from_ref(&result),
                &mut self.report,
            )?,
        }
        if self.arguments.output.json {
            self.report.line(result)?;
        }
        Ok(exit)
    }

    /// Searches for a disagreement.
    fn hunt(
        &mut self,
        start: &Node,
        other: &mut dyn OtherSide,
    ) -> Result<Option<Disagreement>, CliError> {
        let style = self.presentation.style;
        let mut depths = Depths {
            presentation: &self.presentation,
            report: &mut self.report,
            pace: &mut self.pace,
            agreed: &mut self.agreed,
            output: Ok(()),
        };
        let found = hunt_paced(other, start, style, &mut depths);
        depths.output?;
        let rules = start.position.rules();
        let found = found.map_err(|error| verdict::traced(error, other, rules, style))?;
        if let Some((leaves, seconds)) = self.pace.take_left_out() {
            let reason = left_out(seconds);
            let depth = self.agreed.last().copied().unwrap_or(0) + 1;
            if !self.arguments.output.json {
                let line = format_args!("depth {depth}: {leaves} leaves, {reason}");
                self.report.line(line)?;
            }
            self.left_out = Some(reason);
        }
        Ok(found)
    }

    /// Says how far the comparison was when it was interrupted.
    fn interrupted(&mut self, depth: u32) -> io::Result<()> {
        let last = self.agreed.last().copied().unwrap_or(0);
        self.report.line(match self.arguments.output.json {
            true => Line::result("compare", Exit::Interrupted)
                .field("depth", last)
                .to_string(),
            false => format!("stopped after depth {last} of {depth} (incomplete)"),
        })
    }

    /// A test case for each depth.
    fn junit(&self, start: &Node, ended: &Result<Exit, CliError>) -> Junit {
        let mut junit = Junit::new("compare");
        let wrong = self.found.as_ref().map(|found| found.diagnosis.found.depth);
        let last = self.agreed.last().copied().unwrap_or(0);
        for depth in 1..=start.depth {
            let outcome = match (ended, &self.found) {
                _ if self.agreed.contains(&depth) => Outcome::Success,
                (_, Some(found)) if wrong == Some(depth) => Outcome::Failure {
                    message: tell::headline(&found.diagnosis),
                    text: Some(found.text()),
                },
                (Err(error), None) if depth == last + 1 => verdict::outcome(error),
                _ => {
                    let reason = self.left_out.as_deref();
                    Outcome::Skipped(reason.unwrap_or("not compared").to_owned())
                }
            };
            let case = Case {
                name: format!("{} depth {depth}", start.set_up),
                class: self.presentation.name.clone(),
                outcome,
                elapsed: None,
            };
            junit.add(&format!("compare {}", self.presentation.name), case);
        }
        junit
    }
}

/// Prints each depth, and keeps the pace.
struct Depths<'a, 'b> {
    presentation: &'a Presentation<'b>,
    report: &'a mut Report<io::Stdout>,
    pace: &'a mut Pace,
    agreed: &'a mut Vec<u32>,
    output: io::Result<()>,
}

impl Pacing for Depths<'_, '_> {
    fn asks(&mut self, leaves: u128) -> bool {
        self.pace.asks(leaves)
    }

    fn agreed(&mut self, depth: u32, total: u128) {
        self.pace.agreed(depth, total);
        self.agreed.push(depth);
        if self.output.is_ok() {
            self.output = self.report.line(self.presentation.agreed(depth, total));
        }
    }
}

/// Why a depth was left out that would take this long.
fn left_out(seconds: Option<f64>) -> String {
    match seconds {
        Some(seconds) => {
            let time = Duration::from_secs_f64(seconds.ceil().clamp(1.0, LONGEST_SHOWN));
            let time = humantime::format_duration(time);
            format!("left out: it would take about {time}")
        }
        None => "left out: no time for it".to_owned(),
    }
}

/// The six fields separated by single spaces, if the text is a complete FEN and not an EPD.
fn complete_fen(text: &str) -> Option<String> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    (fields.len() == 6 && !text.contains(';')).then(|| fields.join(" "))
}

#[cfg(test)]
mod tests {
    use super::complete_fen;

    #[test]
    fn only_six_fields_are_a_complete_fen() {
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 3 7";
        assert_eq!(
            complete_fen(" 8/8/8/8/8/8/8/K1k5  w - -\t3 7").as_deref(),
            Some(fen)
        );
        for text in [
            "startpos",
            "8/8/8/8/8/8/8/K1k5 w - -",
            "8/8/8/8/8/8/8/K1k5 w - - bm Ka2;",
        ] {
            assert_eq!(complete_fen(text), None, "{text}");
        }
    }
}
