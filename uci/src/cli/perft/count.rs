//! The driver: counts any game with any counter, and prints the report in any format.

use std::cmp::Reverse;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use movegen::perft::{Progress, Stop, TableUse};
use serde_json::{Map, Value, json};

use super::super::error::CliError;
use super::super::game_args::{Chosen, ChosenUser};
use super::super::known;
use super::super::progress_bar::{progress_bar, with_bar};
use super::super::speed::{self, Method};
use super::args::{Order, PerftArgs};
use super::details;
use super::formats::{
    Branch, DepthsFormat, DepthsReport, DivideFormat, DivideReport, Layout, ReportFormat,
    StatisticsFormat, StatisticsReport, Summary,
};
use crate::diagnostics::{self, note, warning};
use crate::exit::Exit;
use crate::games::{Game, GameFlags, Root, Verification, WantedCount};
use crate::known::{Comparison, Quantity};
use crate::perft::depths::{self, Ending};
use crate::perft::{self, Diagnosis, DivideProgress, PerftPlan, StatisticsSource};
use crate::report::Report;

/// A count of the chosen game, and where to print it.
pub(super) struct Count<'a> {
    pub(super) arguments: &'a PerftArgs,
    pub(super) stop: &'a Stop,
    pub(super) out: &'a mut dyn Write,
}

impl ChosenUser for Count<'_> {
    type Output = Result<Exit, CliError>;

    /// Counts, prints, and returns the exit code.
    fn with<G: GameFlags>(mut self, chosen: &Chosen<G>) -> Result<Exit, CliError> {
        let arguments = self.arguments;
        let root = chosen.root()?;
        let wanted = WantedCount {
            position: &root.position,
            depth: arguments.depth.plies(),
            each_move: arguments.no_bulk,
            resources: arguments.resources,
        };
        let counting = chosen.counting(&wanted)?;
        if let (Some((flag, _)), 0) = (G::counts_only(&counting), wanted.depth) {
            return Err(CliError::usage(format_args!(
                "--{flag} needs a depth of at least 1: at depth 0 there is no last move"
            )));
        }
        let perft = arguments.resources.perft(wanted.depth);
        let plan = PerftPlan::new(root.position.clone(), perft);
        log::debug!("counting to depth {}", plan.depth());
        if arguments.wants_statistics()
            && let (Some(source), Some(format)) = (G::STATISTICS, arguments.format().statistics)
        {
            let run = self.run(&plan, &root, &counting, Some(&source));
            return run.statistics(&source, format);
        }
        let exit = self.run(&plan, &root, &counting, None).leaves();
        G::remarks(&counting).iter().for_each(warning);
        exit
    }
}

impl Count<'_> {
    fn run<'a, G: GameFlags>(
        &'a mut self,
        plan: &'a PerftPlan<G>,
        root: &'a Root<G>,
        counting: &'a G::Counting,
        source: Option<&StatisticsSource<G>>,
    ) -> Run<'a, G> {
        let arguments = self.arguments;
        let (only, text, devices) = match source {
            Some(source) => (None, source.description.to_owned(), 0),
            None => (
                G::counts_only(counting),
                counting.to_string(),
                G::devices(counting),
            ),
        };
        let mut fields = root.fields.clone();
        let partial = only.is_some();
        fields.extend(only.map(|(flag, value)| (flag.to_owned(), value.into())));
        Run {
            plan,
            counting,
            root,
            fields,
            partial,
            method: Method::new(text, devices, arguments.resources),
            arguments,
            layout: arguments.layout(),
            stop: self.stop,
            bar: progress_bar(),
            report: Report::new(&mut *self.out),
            output: Ok(()),
        }
    }
}

/// One count and its output.
struct Run<'a, G: Game> {
    plan: &'a PerftPlan<G>,
    counting: &'a G::Counting,
    root: &'a Root<G>,
    /// The fields of every report in JSON.
    fields: Vec<(String, Value)>,
    /// Whether only some of the lines are counted.
    partial: bool,
    method: Method,
    arguments: &'a PerftArgs,
    layout: Layout,
    stop: &'a Stop,
    bar: ProgressBar,
    report: Report<&'a mut dyn Write>,
    /// The first failed write.
    output: io::Result<()>,
}

impl<G: Game> Run<'_, G> {
    /// Counts the leaves.
    fn leaves(mut self) -> Result<Exit, CliError> {
        let (exit, table) = match self.arguments.format().report {
            ReportFormat::Divide(format) => self.divide(format)?,
            ReportFormat::Depths(format) => (self.depths(format)?, None),
        };
        if self.arguments.verbose {
            note(details::details(&self.method, table.as_ref()));
        }
        Ok(match G::verification(self.counting) {
            Some(Verification::Differs { text, .. }) => {
                diagnostics::error(text);
                Exit::Disagreement
            }
            Some(Verification::Agrees(text)) => {
                note(text);
                exit
            }
            None => exit,
        })
    }

    /// Writes a text, unless a write has failed: then the reader has gone, and counting stops.
    fn write(&mut self, text: Option<String>) {
        if let (Some(text), Ok(())) = (text, &self.output) {
            let report = &mut self.report;
            // The bar and the lines may share a terminal.
            self.output = self.bar.suspend(|| report.line(text));
        }
        if self.output.is_err() {
            self.stop.stop();
        }
    }

    fn finish_output(&mut self) -> io::Result<()> {
        std::mem::replace(&mut self.output, Ok(()))
    }

    fn divide(&mut self, format: &dyn DivideFormat) -> Result<(Exit, Option<TableUse>), CliError> {
        let (plan, layout, counter) = (self.plan, self.layout, G::counter(self.counting));
        let plies = self.arguments.divide_depth.plies();
        let (progress, started) = (DivideProgress::default(), Instant::now());
        let streams = self.arguments.sort == Order::Report;
        let mut branches = Vec::new();
        self.write(format.heading(&layout).map(str::to_owned));
        let bar = self.bar.clone();
        let count = || {
            plan.divide(&counter, plies, &progress, self.stop, &mut |branch| {
                let branch = self.text(&plan.position, branch);
                if streams {
                    self.write(format.branch(&branch, &layout));
                }
                branches.push(branch);
            })
        };
        let divide = with_bar(&bar, || progress.fraction(), count);
        let elapsed = started.elapsed();
        let divide = divide?;
        if !streams {
            self.arguments.sort.sort(&mut branches, layout.san);
            for branch in &branches {
                self.write(format.branch(branch, &layout));
            }
        }
        self.finish_output()?;
        let difference = match G::verification(self.counting) {
            Some(Verification::Differs { json, .. }) => Some(json),
            Some(Verification::Agrees(_)) | None => None,
        };
        let counts = [(plan.depth(), Quantity::NODES, divide.total)];
        let comparison = self.comparison(divide.complete, counts);
        let agrees = difference.is_none() && !comparison.differs();
        let report = DivideReport {
            summary: self.summary(divide.complete, agrees, &comparison),
            branches: &branches,
            total: divide.total,
            roots: divide.roots,
            difference,
        };
        self.write(format.end(&report, &layout));
        self.finish_output()?;
        self.method.limit(progress.shortage());
        speed::print(divide.total, elapsed, &self.method);
        if divide.complete {
            known::report(&comparison, self.arguments.verbose);
        }
        let exit = Exit::of(divide.complete, !comparison.differs());
        Ok((exit, divide.table))
    }

    /// A branch as text, with the replies in the order of output.
    fn text(&self, position: &G, branch: &perft::Branch<G::Move>) -> Branch {
        let mut below = Vec::new();
        if !branch.below.is_empty() {
            let child = position.child(branch.mv);
            below.extend(branch.below.iter().map(|reply| self.text(&child, reply)));
            self.arguments.sort.sort(&mut below, self.layout.san);
        }
        Branch {
            text: position.move_text(branch.mv, self.root.notation),
            san: match self.layout.san {
                true => position.san(branch.mv),
                false => None,
            },
            count: branch.count,
            below,
        }
    }

    fn depths(&mut self, format: &dyn DepthsFormat) -> Result<Exit, CliError> {
        let (plan, layout, counter) = (self.plan, self.layout, G::counter(self.counting));
        let (progress, bar) = (Progress::new(), self.bar.clone());
        let (mut counts, mut leaves, mut elapsed) = (Vec::new(), 0, Duration::ZERO);
        self.write(format.heading());
        let count = || {
            depths::run(plan, &counter, &progress, self.stop, |row| {
                leaves = row.running_total;
                elapsed += row.elapsed;
                counts.push((row.depth, Quantity::NODES, row.nodes));
                self.write(Some(format.row(&row, &layout)));
            })
        };
        let counted = with_bar(&bar, || progress.fraction(), count);
        self.finish_output()?;
        let ending = counted?.ending;
        let (complete, total) = match ending {
            Ending::Complete => (true, counts.last().map(|(_, _, nodes)| *nodes)),
            Ending::Stopped { counted, .. } => (false, Some(counted)),
        };
        let comparison = self.comparison(complete, counts);
        let agrees = !comparison.differs();
        let report = DepthsReport {
            summary: self.summary(complete, agrees, &comparison),
            ending,
            total,
        };
        self.write(format.end(&report, &layout));
        self.finish_output()?;
        self.method.limit(progress.shortage());
        speed::print(leaves, elapsed, &self.method);
        if complete {
            known::report(&comparison, self.arguments.verbose);
        }
        Ok(Exit::of(complete, agrees))
    }

    fn statistics(
        mut self,
        source: &StatisticsSource<G>,
        format: StatisticsFormat,
    ) -> Result<Exit, CliError> {
        let (progress, started) = (Progress::new(), Instant::now());
        let count = || self.plan.statistics(source, &progress, self.stop);
        let rows = with_bar(&self.bar, || progress.fraction(), count);
        let elapsed = started.elapsed();
        let rows = rows?;
        // An incomplete count cannot be diagnosed.
        let claimed = self.arguments.diagnose.filter(|_| rows.complete);
        let right = claimed.is_none_or(|claimed| claimed == rows.nodes());
        let diagnosis = claimed.map(|claimed| self.diagnosis(source, claimed, right));
        let complete = rows.complete && !self.stop.is_stopped();
        let counts = rows.rows.iter().flat_map(|(depth, row)| {
            let numbers = rows.named(row);
            numbers.map(|(name, number)| (*depth, Quantity::Leaves(name), number))
        });
        let comparison = self.comparison(complete, counts);
        let agrees = right && !comparison.differs();
        let report = StatisticsReport {
            summary: self.summary(complete, agrees, &comparison),
            rows: &rows,
            diagnosis: diagnosis.as_ref(),
        };
        let text = format(&report, &self.layout);
        self.write(Some(text));
        self.finish_output()?;
        self.method.limit(progress.shortage());
        speed::print(rows.all_nodes(), elapsed, &self.method);
        if complete {
            known::report(&comparison, false);
        }
        Ok(Exit::of(complete, agrees))
    }

    /// What a total means.
    fn diagnosis(&self, source: &StatisticsSource<G>, claimed: u128, right: bool) -> Diagnosis {
        if right {
            return Diagnosis {
                text: format!("{claimed} is right at depth {}", self.plan.depth()),
                fields: fields([("right", json!(true)), ("causes", json!([]))]),
            };
        }
        let progress = Progress::new();
        let text = G::text_for_others(&self.root.source, &self.root.position);
        let explain = || (source.diagnose)(self.plan, &text, claimed, &progress, self.stop);
        let found = with_bar(&self.bar, || progress.fraction(), explain);
        found.unwrap_or_else(|reason| Diagnosis {
            text: format!("{claimed} is not explained: {reason}"),
            fields: fields([("right", json!(false)), ("reason", json!(reason))]),
        })
    }

    /// The published values of a complete count.
    fn comparison(
        &self,
        complete: bool,
        counts: impl IntoIterator<Item = (u32, Quantity, u128)>,
    ) -> Comparison {
        match complete && !self.partial {
            true => Comparison::of_plan(self.plan, counts),
            false => Comparison::default(),
        }
    }

    fn summary<'b>(
        &'b self,
        complete: bool,
        agrees: bool,
        comparison: &'b Comparison,
    ) -> Summary<'b> {
        Summary {
            command: "perft",
            position: &self.fields,
            depth: self.plan.depth(),
            exit: Exit::of(complete, agrees),
            complete,
            comparison,
        }
    }
}

impl Order {
    /// Sorts the moves of one position; moves that compare equal keep their order.
    fn sort(self, branches: &mut [Branch], san: bool) {
        match self {
            Order::Report => {}
            Order::Move => branches.sort_by_cached_key(|branch| match (&branch.san, san) {
                (Some(san), true) => san.clone(),
                _ => branch.text.clone(),
            }),
            Order::Count => branches.sort_by_key(|branch| Reverse(branch.count)),
        }
    }
}

/// Fields of a JSON object.
fn fields<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    let fields = fields.into_iter();
    fields
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}
