//! The jobs that count: perfts, and comparisons with another program.

use std::io;
use std::time::{Duration, Instant};

use movegen::chess::variant::{VariantCounter, VariantPosition};
use movegen::chess::{CastlingStyle, Kernel, Move, Position};
use movegen::perft::{AnyCounter, PerftError, Progress, Stop, Tree};
use workbench::ask::{CommandLine, ExitCodeProgram};
use workbench::explain::Diagnosis;
use workbench::find::{Node, hunt};
use workbench::tell;

use crate::conversation::{Finished, Job, JobKind, Updates};
use crate::devices::{DeviceRequest, OpenDevices, leaves_of};
use crate::games::Game;
use crate::games::GameFlags as _;
use crate::perft::depths::{self, Ending};
use crate::perft::{PerftPlan, StatisticsSource, statistics};
use crate::progress;
use crate::report::{self, Digits, DivideForm};

/// Bytes of stack for a job: room for the recursion of a search. Only touched pages cost memory.
pub(super) const STACK: usize = 16 << 20;

/// How long a perft prints nothing before it reports its progress, and again after that.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// A divide with fewer leaves than this takes some two milliseconds, by the slowest kernel some twenty.
const FEW_LEAVES: f64 = 1e7;

/// How long another program may take for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

const PERFT: JobKind = JobKind {
    name: "perft",
    stack: STACK,
    internal_error: |name| {
        let error = internal_error(name);
        format!("{error}\n{}", report::perft_refused(name))
    },
};

const TEST_EXTERNAL: JobKind = JobKind {
    name: "test-external",
    stack: STACK,
    internal_error,
};

/// A divide that a `divide:` line asks for.
const DIVIDE_LINE: JobKind = JobKind {
    name: "divide",
    stack: STACK,
    internal_error: |name| report::divide_line_refused(&internal_error_text(name)),
};

/// The error message after a panic.
pub(super) fn internal_error(name: &str) -> String {
    format!("info string ERROR {}", internal_error_text(name))
}

fn internal_error_text(name: &str) -> String {
    format!("internal error in {name}, please report it")
}

fn kind_of(form: &DivideForm) -> JobKind {
    match form {
        DivideForm::Stockfish => PERFT,
        DivideForm::GrandChessTree { .. } => DIVIDE_LINE,
    }
}

/// Whether a divide is done before a `stop` could be read, and before a thread could start.
pub(super) fn is_small(plan: &PerftPlan<Position>) -> bool {
    leaves_of(&plan.position, plan.depth()) < FEW_LEAVES
}

/// Counts a small divide on the calling thread. The text is the whole answer.
pub(super) fn divide_here(
    plan: &PerftPlan<Position>,
    style: CastlingStyle,
    form: &DivideForm,
    kernel: Kernel,
) -> Finished {
    kind_of(form).run_here(|| {
        let mut lines = String::new();
        let counter = AnyCounter::new(&kernel);
        let mut finished = count_divide(
            plan,
            (style, form),
            counter,
            &Progress::new(),
            &Stop::new(),
            |line| {
                lines += &line;
                lines.push('\n');
            },
        );
        finished.text.insert_str(0, &lines);
        finished
    })
}

/// Where a job counts.
pub(super) struct CountingTarget {
    pub(super) request: DeviceRequest,
    /// The devices that the session has opened.
    pub(super) devices: OpenDevices,
}

/// A position of chess or of a variant.
pub(super) trait Countable: Tree<Move = Move> + 'static {
    /// The position that writes its moves.
    fn chess(&self) -> &Position;

    /// Calls `count` with the counter. Then prints what went wrong on the devices.
    ///
    /// # Errors
    /// Why these positions cannot be counted there.
    fn count(
        plan: &PerftPlan<Self>,
        target: &CountingTarget,
        updates: &Updates,
        count: impl FnOnce(AnyCounter<'_, Self>) -> Finished,
    ) -> Result<Finished, String>;
}

impl Countable for Position {
    fn chess(&self) -> &Position {
        self
    }

    fn count(
        plan: &PerftPlan<Position>,
        target: &CountingTarget,
        updates: &Updates,
        count: impl FnOnce(AnyCounter<'_, Position>) -> Finished,
    ) -> Result<Finished, String> {
        let leaves = leaves_of(&plan.position, plan.depth());
        let Some(counter) = target.devices.get(&target.request, leaves)? else {
            return Ok(count(AnyCounter::new(&target.request.kernel)));
        };
        let finished = count(AnyCounter::new(&*counter));
        for remark in counter.take_remarks() {
            updates.text(format!("info string warning: {remark}"));
        }
        Ok(finished)
    }
}

impl Countable for VariantPosition {
    fn chess(&self) -> &Position {
        VariantPosition::chess(self)
    }

    fn count(
        _plan: &PerftPlan<VariantPosition>,
        target: &CountingTarget,
        _updates: &Updates,
        count: impl FnOnce(AnyCounter<'_, VariantPosition>) -> Finished,
    ) -> Result<Finished, String> {
        VariantPosition::counting_on(&target.request, 0.0)?;
        let counter = VariantCounter::new(target.request.kernel);
        Ok(count(AnyCounter::new(&counter)))
    }
}

/// Starts a divide.
pub(super) fn divide<P: Countable>(
    plan: PerftPlan<P>,
    style: CastlingStyle,
    form: DivideForm,
    target: CountingTarget,
    updates: Updates,
) -> io::Result<Job> {
    Job::start(kind_of(&form), updates, move |stop, updates| {
        let counted = P::count(&plan, &target, updates, |counter| {
            with_progress(updates, |progress| {
                count_divide(&plan, (style, &form), counter, progress, stop, |line| {
                    updates.text(line)
                })
            })
        });
        counted.unwrap_or_else(|reason| Finished::failed(form.refused(&reason)))
    })
}

/// Counts a divide. `on_line` gets its lines but for the last text.
fn count_divide<P: Countable>(
    plan: &PerftPlan<P>,
    (style, form): (CastlingStyle, &DivideForm),
    counter: AnyCounter<'_, P>,
    progress: &Progress,
    stop: &Stop,
    mut on_line: impl FnMut(String),
) -> Finished {
    let result = plan.run(&counter, progress, stop, |mv, count| {
        on_line(form.line(plan.position.chess(), mv, count, style));
    });
    match result {
        Ok(outcome) => Finished {
            text: match outcome.complete {
                true => form.total(outcome.total),
                false => form.partial(outcome.lines.len(), outcome.roots, outcome.total),
            },
            nodes: outcome.total,
            failed: false,
            survey: outcome.survey,
        },
        Err(error) => Finished::failed(form.refused(&error.to_string())),
    }
}

/// Starts a count of the kinds of leaves. Lines of the table are at most `width` columns long.
pub(super) fn statistics<P: Game>(
    plan: PerftPlan<P>,
    source: StatisticsSource<P>,
    width: Option<usize>,
    updates: Updates,
) -> io::Result<Job> {
    Job::start(PERFT, updates, move |stop, updates| {
        let result = with_progress(updates, |progress| plan.statistics(&source, progress, stop));
        match result {
            Ok(rows) => Finished {
                text: statistics::text(&rows, Digits::Plain, width),
                nodes: rows.nodes(),
                ..Finished::default()
            },
            Err(error) => perft_failed(&error),
        }
    })
}

/// Starts a count of one depth after the other.
pub(super) fn depths<P: Countable>(
    plan: PerftPlan<P>,
    target: CountingTarget,
    updates: Updates,
) -> io::Result<Job> {
    Job::start(PERFT, updates, move |stop, updates| {
        let counted = P::count(&plan, &target, updates, |counter| {
            count_depths(&plan, counter, stop, updates)
        });
        counted.unwrap_or_else(|reason| Finished::failed(refusal(&reason)))
    })
}

fn count_depths<P: Countable>(
    plan: &PerftPlan<P>,
    counter: AnyCounter<'_, P>,
    stop: &Stop,
    updates: &Updates,
) -> Finished {
    updates.text(depths::heading());
    let mut nodes = 0;
    let result = with_progress(updates, |progress| {
        depths::run(plan, &counter, progress, stop, |row| {
            nodes = row.nodes;
            updates.text(row.text(Digits::Plain));
        })
    });
    let counted = match result {
        Ok(counted) => counted,
        Err(error) => return perft_failed(&error),
    };
    let text = match counted.ending {
        Ending::Complete => report::perft_total(nodes),
        Ending::Stopped { counted, .. } => {
            nodes = counted;
            report::perft_incomplete(counted)
        }
    };
    Finished {
        text,
        nodes,
        failed: false,
        survey: counted.survey,
    }
}

/// Starts a comparison with a program that answers by its exit code.
pub(super) fn test_external(
    start: Node,
    style: CastlingStyle,
    command: CommandLine,
    updates: Updates,
) -> io::Result<Job> {
    Job::start(TEST_EXTERNAL, updates, move |stop, updates| {
        workbench::ask::adopt_orphans();
        let mut other = ExitCodeProgram::new(command, PATIENCE, stop);
        let found = hunt(&mut other, &start, style, |depth, total| {
            updates.text(tell::agreed(depth, total));
        });
        let text = match found {
            Ok(Some(found)) => Diagnosis::new(found, style, &mut other).to_string(),
            Ok(None) => format!("the two agree to depth {}", start.depth),
            Err(error) => return Finished::failed(format!("info string ERROR {error}")),
        };
        Finished {
            text,
            ..Finished::default()
        }
    })
}

/// Counts, reports the progress now and then, and reports missing threads at the end. The last
/// progress report comes before the last text: nothing may follow the final empty line.
fn with_progress<R>(updates: &Updates, count: impl FnOnce(&Progress) -> R) -> R {
    let (progress, started) = (Progress::new(), Instant::now());
    let tick = || {
        let done = progress::describe(progress.fraction(), started.elapsed());
        updates.progress(report::perft_progress(&done));
    };
    let result = progress::ticking(PROGRESS_INTERVAL, tick, || count(&progress));
    if let Some(shortage) = progress.shortage() {
        updates.text(format!("info string warning: {shortage}"));
    }
    result
}

fn perft_failed(error: &PerftError) -> Finished {
    Finished::failed(refusal(&error.to_string()))
}

/// The reason why there is no count, and the line that scripts wait for.
pub(super) fn refusal(reason: &str) -> String {
    DivideForm::Stockfish.refused(reason)
}
