//! The counts to check: those of all suites, without the ones that are left out.

use std::path::Path;
use std::sync::Arc;

use movegen::chess::Position;
use movegen::chess::variant::VariantPosition;

use super::super::error::CliError;
use super::args::SuiteArgs;
use super::budget::Sizes;
use super::source::{Input, Source};
use crate::games::chess::ChessCounting;
use crate::suite::{self, Case};

/// One count to check.
#[derive(Clone)]
pub(super) struct Job {
    pub(super) file: Arc<Path>,
    pub(super) case: Arc<Case>,
    pub(super) depth: u32,
    pub(super) expected: u128,
}

impl Job {
    /// Its position if the game is chess or a variant: other programs count nothing else.
    pub(super) fn position(&self) -> Result<VariantPosition, CliError> {
        position(&self.case).ok_or_else(|| not_chess(&self.file, &self.case))
    }
}

/// The position of a case, if its game is chess or a variant.
fn position(case: &Case) -> Option<VariantPosition> {
    let chess = case.root.downcast::<Position>().map(Into::into);
    chess.or_else(|| case.root.downcast().copied())
}

fn not_chess(file: &Path, case: &Case) -> CliError {
    let line = case.line;
    let reason = "not a position of chess; other programs are asked for chess alone";
    CliError::in_file(file)(format!("line {line}: {reason}"))
}

/// The contents of the suites, known before counting starts.
#[derive(Default)]
pub(super) struct Plan {
    /// The suites, ready for the second reading.
    sources: Vec<Source>,
    /// Positions of which at least one count is checked.
    pub(super) positions: usize,
    /// Counts to check.
    pub(super) jobs: usize,
    /// Counts that are left out.
    pub(super) left_out: usize,
    /// The expected counts.
    pub(super) sizes: Sizes,
    /// Positions of Chess960 that are left out, since the other program does not know them.
    pub(super) chess960_left_out: usize,
    /// What the numbers above owe to positions of Chess960.
    chess960: Amounts,
    /// How leaves are counted, for each game in the suites.
    pub(super) countings: Vec<String>,
}

/// A part of a plan.
#[derive(Default)]
struct Amounts {
    positions: usize,
    jobs: usize,
    sizes: Sizes,
}

/// Whether the position is one of Chess960.
fn is_chess960(case: &Case) -> bool {
    position(case).is_some_and(|position| position.chess().needs_chess960())
}

impl Plan {
    /// Reads all suites once, so that an error in the last one is found before counting starts.
    pub(super) fn new(args: &SuiteArgs) -> Result<Plan, CliError> {
        let mut plan = Plan::default();
        for source in args.builtin.into_iter().flat_map(Source::builtin) {
            let input = source.again()?;
            plan.add(args, source, input)?;
        }
        for path in &args.files {
            let (source, input) = Source::open(path)?;
            plan.add(args, source, input)?;
        }
        match plan.jobs {
            0 => Err(CliError::usage(format_args!(
                "nothing to check: all {} counts are left out, by --max-depth and --max-nodes, or as counts of no \
                 ply, which no engine is asked for",
                plan.left_out
            ))),
            _ => Ok(plan),
        }
    }

    fn add(&mut self, args: &SuiteArgs, source: Source, input: Input) -> Result<(), CliError> {
        let file = &source.file;
        let mut empty = true;
        for case in suite::cases(input, args.variant.rules()) {
            let case = case.map_err(CliError::in_file(file))?;
            empty = false;
            for warning in &case.warnings {
                log::warn!("{}:{}: {warning}", file.display(), case.line);
            }
            let chess = position(&case).is_some();
            let (mut counts, mut sizes) = (0, Sizes::default());
            for &(depth, expected) in &case.expected {
                if args.leaves_out(depth, expected) {
                    self.left_out += 1;
                    continue;
                }
                if args.other.is_given() && !chess {
                    return Err(not_chess(file, &case));
                }
                counts += 1;
                sizes.add(expected);
            }
            self.sizes.add_all(&sizes);
            self.jobs += counts;
            self.positions += usize::from(counts > 0);
            if is_chess960(&case) {
                self.chess960.sizes.add_all(&sizes);
                self.chess960.jobs += counts;
                self.chess960.positions += usize::from(counts > 0);
            }
            let counting = match case.root.downcast::<Position>() {
                Some(_) => ChessCounting::Bulk(args.kernel).to_string(),
                None => case.root.counting_text(),
            };
            if counts > 0 && !self.countings.contains(&counting) {
                self.countings.push(counting);
            }
        }
        if empty {
            return Err(CliError::in_file(file)("no positions in it"));
        }
        self.sources.push(source);
        Ok(())
    }

    /// Leaves out all positions of Chess960.
    pub(super) fn leave_out_chess960(&mut self) {
        let Amounts {
            positions,
            jobs,
            sizes,
        } = std::mem::take(&mut self.chess960);
        self.positions -= positions;
        self.jobs -= jobs;
        self.sizes.remove_all(&sizes);
        self.chess960_left_out = positions;
    }

    /// The names of the suites, in order.
    pub(super) fn files(&self) -> impl Iterator<Item = String> {
        self.sources
            .iter()
            .map(|source| source.file.display().to_string())
    }

    /// Reads the suites again and returns all counts to check, in order.
    pub(super) fn jobs<'a>(
        &'a self,
        args: &'a SuiteArgs,
    ) -> impl Iterator<Item = Result<Job, CliError>> + Send + 'a {
        let sources = self.sources.iter();
        let has_chess960 = self.chess960_left_out == 0;
        let jobs = sources.flat_map(move |source| jobs_of(args, source));
        jobs.filter(move |job| match job {
            Ok(job) => has_chess960 || !is_chess960(&job.case),
            Err(_) => true,
        })
    }
}

fn jobs_of<'a>(
    args: &'a SuiteArgs,
    source: &'a Source,
) -> Box<dyn Iterator<Item = Result<Job, CliError>> + Send + 'a> {
    let file = &source.file;
    let input = match source.again() {
        Ok(input) => input,
        Err(error) => return Box::new(std::iter::once(Err(error.into()))),
    };
    Box::new(
        suite::cases(input, args.variant.rules()).flat_map(move |case| match case {
            Ok(case) => {
                let case = Arc::new(case);
                let counts = case.expected.iter();
                let left = counts.filter(|count| !args.leaves_out(count.0, count.1));
                let job = |&(depth, expected): &(u32, u128)| {
                    Ok(Job {
                        file: file.clone(),
                        case: case.clone(),
                        depth,
                        expected,
                    })
                };
                left.map(job).collect()
            }
            Err(error) => vec![Err(CliError::in_file(file)(error))],
        }),
    )
}
