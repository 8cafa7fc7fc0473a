//! The job that searches.

use std::sync::Arc;

use engine::{Engine, Info, Limits, Listener, Request, Tablebases};
use movegen::chess::Move;
use movegen::chess::variant::VariantPosition;

use super::counting::{STACK, internal_error};
use crate::conversation::{End, Finished, Job, JobKind, NoThread, Updates};
use crate::report::{self, SearchForm};

const SEARCH: JobKind = JobKind {
    name: "search",
    stack: STACK,
    internal_error: |name| format!("{}\n{}", internal_error(name), report::NO_MOVE),
};

/// Starts a search. If the system refuses a thread for it, chooses a move on this thread, without
/// looking ahead.
pub(super) fn search(
    request: Request,
    engine: Arc<Engine>,
    form: SearchForm,
    updates: Updates,
) -> Job {
    let end = end_of(&request.limits);
    let started = Job::start_search(SEARCH, updates.clone(), move |control, updates| {
        let position = request.position;
        let game_over = !position.has_legal_move();
        if game_over {
            updates.text(report::end_of_game_info(position.is_check()));
        }
        let mut reporter = SearchReporter {
            form,
            game_over,
            updates,
        };
        let outcome = engine.search(&request, control, &mut reporter);
        // A table is read when it is first needed, so only now its errors are known.
        let tablebases = request.settings.tablebases.as_deref();
        let errors = tablebases.map(Tablebases::take_errors).unwrap_or_default();
        for remark in report::tablebase_errors(&errors) {
            reporter.updates.text(format!("info string {remark}"));
        }
        Finished {
            text: report::best_move(&outcome, form.style),
            nodes: u128::from(outcome.nodes),
            ..Finished::default()
        }
    });
    or_on_this_thread(started, &updates).ending(end)
}

/// Starts a search for a move in a variant.
pub(super) fn variant(
    position: VariantPosition,
    limits: Limits,
    form: SearchForm,
    updates: Updates,
) -> Job {
    let end = end_of(&limits);
    let started = Job::start_search(SEARCH, updates.clone(), move |control, updates| {
        if position.legal_moves().is_empty() {
            let lost = position.winner() == Some(!position.chess().turn());
            updates.text(report::end_of_game_info(lost));
        }
        let mut reporter = SearchReporter {
            form,
            game_over: false,
            updates,
        };
        let outcome = engine::variant::search(&position, &limits, control, &mut reporter);
        Finished {
            text: report::best_move(&outcome, form.style),
            nodes: u128::from(outcome.nodes),
            ..Finished::default()
        }
    });
    or_on_this_thread(started, &updates).ending(end)
}

/// The job; without a thread for it, its work on this one, which is stopped at once.
fn or_on_this_thread(started: Result<Job, NoThread>, updates: &Updates) -> Job {
    started.unwrap_or_else(|refused| {
        let error = refused.error;
        updates.text(format!(
            "info string ERROR cannot start the search thread: {error}; moving without a search"
        ));
        let mut job = refused.job;
        job.stop();
        (refused.work)();
        job
    })
}

fn end_of(limits: &Limits) -> End {
    let has_limit = limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.mate.is_some()
        || limits.movetime.is_some()
        || limits.time.iter().any(Option::is_some);
    match limits {
        limits if limits.infinite || !has_limit => End::Stop,
        limits if limits.ponder => End::AfterPonderHit,
        _ => End::Own,
    }
}

/// Turns the reports of a search into text.
struct SearchReporter<'a> {
    form: SearchForm,
    /// Whether the game is over: the score was printed before the search.
    game_over: bool,
    updates: &'a Updates,
}

impl Listener for SearchReporter<'_> {
    fn info(&mut self, info: &Info) {
        if !self.game_over {
            let text = report::search_info(info, self.form);
            self.updates.text(text);
        }
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        let style = self.form.style;
        let text = report::current_move(depth, mv, number, style);
        self.updates.text(text);
    }
}
