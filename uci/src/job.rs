//! A perft or a search on a thread of its own, and the handle that stops it.

use std::fmt::Display;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{Control, Engine, Info, Listener, Request};
use movegen::chess::{CastlingStyle, Kernel, Move, Position};
use movegen::perft::{PerftError, Progress, Stop, TableSurvey};
use movegen::threads;
use workbench::ask::{CommandLine, ExitCodeProgram};
use workbench::find::{Node, hunt};
use workbench::tell;

use crate::perft::PerftPlan;
use crate::perft::depths::{self, Ending};
use crate::perft::statistics;
use crate::progress;
use crate::report::{self, Digits, SearchForm};

/// Room for the recursion of a search; only touched pages cost anything.
const STACK: usize = 16 << 20;

/// How long a perft is silent before it says how far it is, and again after that.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// How long another program may take for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a job tells the session.
#[derive(Debug)]
pub enum Update {
    /// Text to print as it is.
    Text(String),
    /// How far the job is: text to print if anybody waits for it.
    Progress(String),
    /// What the table of a perft held in the end, if it had one.
    Survey(Option<TableSurvey>),
    /// The last word of the job.
    Finished {
        /// What is still to be printed.
        text: String,
        /// Nodes or leaves, for `bench`.
        nodes: u128,
        /// Whether it was an error that ended the job.
        failed: bool,
    },
}

enum Handle {
    /// A perft, or whatever else stops at a flag.
    Perft(Stop),
    Search {
        control: Control,
        endless: bool,
    },
}

/// A running job.
pub struct Job {
    handle: Handle,
    stopped: bool,
}

impl Job {
    /// Starts a divide, counted by `kernel`.
    pub fn perft(
        plan: PerftPlan,
        kernel: Kernel,
        send: impl Fn(Update) + Send + Sync + 'static,
    ) -> io::Result<Job> {
        Job::stoppable("perft", send, move |stop, send| {
            divide(&plan, kernel, &stop, send)
        })
    }

    /// Starts a count of what kinds of leaves there are.
    /// Lines of the table are no longer than `width`, if there is one.
    pub fn statistics(
        plan: PerftPlan,
        width: Option<usize>,
        send: impl Fn(Update) + Send + Sync + 'static,
    ) -> io::Result<Job> {
        Job::stoppable("perft", send, move |stop, send| {
            let result = with_progress(send, |progress| plan.statistics(progress, &stop));
            match result {
                Ok(counted) => Update::Finished {
                    text: statistics::text(&plan, &counted, Digits::Plain, width),
                    nodes: counted.nodes(),
                    failed: false,
                },
                Err(error) => refused(&error),
            }
        })
    }

    /// Starts a count of one depth after the other.
    pub fn depths(
        plan: PerftPlan,
        kernel: Kernel,
        send: impl Fn(Update) + Send + Sync + 'static,
    ) -> io::Result<Job> {
        Job::stoppable("perft", send, move |stop, send| {
            send(Update::Text(depths::heading()));
            let mut last = 0;
            let result = with_progress(send, |progress| {
                depths::run(&plan, &kernel, progress, &stop, |row| {
                    last = row.nodes;
                    send(Update::Text(row.text(Digits::Plain)));
                })
            });
            let ending = result.map(|counted| {
                send(Update::Survey(counted.survey));
                counted.ending
            });
            match ending {
                Ok(Ending::Complete) => Update::Finished {
                    text: report::perft_total(last),
                    nodes: last,
                    failed: false,
                },
                Ok(Ending::Stopped { counted, .. }) => Update::Finished {
                    text: report::perft_incomplete(counted),
                    nodes: counted,
                    failed: false,
                },
                Err(error) => refused(&error),
            }
        })
    }

    /// Starts a comparison with a program that answers by its exit code.
    pub fn hunt(
        start: Node,
        style: CastlingStyle,
        command: CommandLine,
        send: impl Fn(Update) + Send + Sync + 'static,
    ) -> io::Result<Job> {
        Job::stoppable("test-external", send, move |stop, send| {
            let mut other = ExitCodeProgram::new(command, PATIENCE, &stop);
            let found = hunt(&mut other, &start, style, |depth, total| {
                send(Update::Text(tell::agreed(depth, total)));
            });
            let failed = found.is_err();
            Update::Finished {
                text: match found {
                    Ok(Some(found)) => tell::describe(&found, style, &other),
                    Ok(None) => format!("the two agree to depth {}", start.depth),
                    Err(error) => format!("info string ERROR {error}"),
                },
                nodes: 0,
                failed,
            }
        })
    }

    /// Starts work that ends at a flag.
    fn stoppable<S: Fn(Update) + Send + Sync + 'static>(
        name: &str,
        send: S,
        work: impl FnOnce(Stop, &S) -> Update + Send + 'static,
    ) -> io::Result<Job> {
        let stop = Stop::new();
        let handle = Handle::Perft(stop.clone());
        let work = guarded(name, send, move |send| work(stop, send));
        threads::spawn(name, STACK, work)?;
        Ok(Job {
            handle,
            stopped: false,
        })
    }

    /// Starts a search. Without a thread for it, chooses a move here and now, without looking ahead.
    pub fn search(
        request: Request,
        engine: Arc<Engine>,
        form: SearchForm,
        send: impl Fn(Update) + Clone + Send + Sync + 'static,
    ) -> Job {
        let control = Control::new();
        let endless = request.limits.infinite || request.limits.ponder;
        let mut job = Job {
            handle: Handle::Search {
                control: control.clone(),
                endless,
            },
            stopped: false,
        };
        let work = guarded("search", send.clone(), move |send| {
            let position = request.position;
            let over = !position.has_legal_move();
            if over {
                send(Update::Text(report::end_of_game_info(&position).to_owned()));
            }
            let mut listener = SearchReporter {
                position,
                form,
                over,
                send,
            };
            let outcome = engine.search(&request, &control, &mut listener);
            Update::Finished {
                text: report::best_move(&outcome, &position, form.style),
                nodes: u128::from(outcome.nodes),
                failed: false,
            }
        });
        if let Err((error, work)) = threads::spawn_or_return("search", STACK, work) {
            send(Update::Text(format!(
                "info string ERROR cannot start the search thread: {error}; moving without a search"
            )));
            job.stop();
            work();
        }
        job
    }

    /// Asks the job to end soon; it still says its last word.
    pub fn stop(&mut self) {
        self.stopped = true;
        match &self.handle {
            Handle::Perft(stop) => stop.stop(),
            Handle::Search { control, .. } => control.stop(),
        }
    }

    /// Whether it was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The move that the search ponders on was played.
    pub fn ponder_hit(&mut self) {
        if let Handle::Search { control, endless } = &mut self.handle {
            control.ponder_hit();
            *endless = false;
        }
    }

    /// Whether this is a search.
    pub fn is_search(&self) -> bool {
        matches!(self.handle, Handle::Search { .. })
    }

    /// Whether only `stop` (or `ponderhit`) can end it.
    pub fn is_endless(&self) -> bool {
        matches!(self.handle, Handle::Search { endless: true, .. })
    }
}

/// Puts into words what a search tells.
struct SearchReporter<'a, S> {
    position: Position,
    form: SearchForm,
    /// Whether the game is over, and all was said before the search.
    over: bool,
    send: &'a S,
}

impl<S: Fn(Update)> Listener for SearchReporter<'_, S> {
    fn info(&mut self, info: &Info) {
        if !self.over {
            let text = report::search_info(info, &self.position, self.form);
            (self.send)(Update::Text(text));
        }
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        let text = report::current_move(depth, mv, number, &self.position, self.form.style);
        (self.send)(Update::Text(text));
    }
}

/// Counts, and sends lines and progress on the way; returns the last word.
fn divide(
    plan: &PerftPlan,
    kernel: Kernel,
    stop: &Stop,
    send: &(impl Fn(Update) + Sync),
) -> Update {
    let result = with_progress(send, |progress| {
        plan.run(&kernel, progress, stop, |mv, count| {
            let line = report::divide_line(&plan.position, mv, count, plan.style);
            send(Update::Text(line));
        })
    });
    if let Ok(outcome) = &result {
        send(Update::Survey(outcome.survey.clone()));
    }
    match result {
        Ok(outcome) => Update::Finished {
            text: if outcome.complete {
                report::perft_total(outcome.total)
            } else {
                report::perft_partial(outcome.lines.len(), outcome.roots, outcome.total)
            },
            nodes: outcome.total,
            failed: false,
        },
        Err(error) => refused(&error),
    }
}

/// Counts, and says now and then how far it is, and in the end if threads were missing. The last
/// tick is over before the last word: nothing may stand behind the empty line.
fn with_progress<R>(send: &(impl Fn(Update) + Sync), count: impl FnOnce(&Progress) -> R) -> R {
    let (progress, started) = (Progress::new(), Instant::now());
    let tell = || {
        let how_far = progress::describe(progress.fraction(), started.elapsed());
        send(Update::Progress(report::perft_progress(&how_far)));
    };
    let result = progress::ticking(PROGRESS_INTERVAL, tell, || count(&progress));
    if let Some(shortage) = progress.shortage() {
        send(Update::Text(format!("info string warning: {shortage}")));
    }
    result
}

/// The last word of a count that could not be had.
fn refused(error: &PerftError) -> Update {
    Update::Finished {
        text: refusal(error),
        nodes: 0,
        failed: true,
    }
}

/// Why there is no count, and the line that scripts wait for.
pub fn refusal(error: impl Display) -> String {
    format!(
        "info string ERROR {error}\n{}",
        report::perft_refused("perft")
    )
}

/// The work of a job as a thread carries it out. Whatever happens there, the session hears
/// [`Update::Finished`] once: a panic that went unheard would leave it waiting for ever.
fn guarded<S: Fn(Update) + Send + Sync + 'static>(
    name: &str,
    send: S,
    work: impl FnOnce(&S) -> Update + Send + 'static,
) -> impl FnOnce() + Send + 'static {
    let name = name.to_owned();
    move || {
        let last = catch_unwind(AssertUnwindSafe(|| work(&send)));
        send(last.unwrap_or_else(|_| {
            let answer = match name.as_str() {
                "search" => report::NO_MOVE.to_owned(),
                "perft" => report::perft_refused(&name),
                _ => String::new(),
            };
            Update::Finished {
                text: format!(
                    "info string ERROR internal error in {name}, please report it\n{answer}"
                ),
                nodes: 0,
                failed: true,
            }
        }));
    }
}
