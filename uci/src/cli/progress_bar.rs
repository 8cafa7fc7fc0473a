//! The progress bar of a count on a terminal, and the signals that end it early.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use movegen::perft::Stop;

use super::exit::Exit;
use crate::diagnostics;
use crate::progress;
use crate::signals;
use crate::stdout_closed;

/// The interval between two updates of the bar.
pub(super) const FRAME: Duration = Duration::from_millis(100);

/// The resolution of the bar.
const BAR_STEPS: u64 = 10_000;

/// A stop that Ctrl-C or SIGTERM raises. The command then prints what it has and ends with
/// [`Exit::Interrupted`]; a second signal ends the process at once. The stop is also raised when the
/// reader of standard output goes away: the next write then fails, and the command ends with
/// [`Exit::Done`].
pub(super) fn stop_on_interrupt() -> Stop {
    let stop = Stop::new();
    let handle = stop.clone();
    let mut again = false;
    signals::on_request(move |_| {
        if again {
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
        again = true;
        handle.stop();
    });
    log::debug!("signals end the command with a partial result");
    let handle = stop.clone();
    stdout_closed::call_when_closed(move || handle.stop());
    stop
}

/// Runs `count` while the bar shows `fraction`, then removes the bar.
pub(super) fn with_bar<R>(
    bar: &ProgressBar,
    fraction: impl Fn() -> f64 + Sync,
    count: impl FnOnce() -> R,
) -> R {
    with_bar_from(bar, 0.0, fraction, count)
}

/// As [`with_bar`], for a count of which a fraction, `before`, was done at the start.
pub(super) fn with_bar_from<R>(
    bar: &ProgressBar,
    before: f64,
    fraction: impl Fn() -> f64 + Sync,
    count: impl FnOnce() -> R,
) -> R {
    if bar.is_hidden() {
        return count();
    }
    let started = Instant::now();
    let frame = || {
        let fraction = fraction();
        bar.set_position((fraction * BAR_STEPS as f64) as u64);
        bar.set_message(progress::describe_rest(before, fraction, started.elapsed()));
    };
    let result = progress::ticking(FRAME, frame, count);
    bar.finish_and_clear();
    result
}

/// A bar for [`with_bar`].
pub(super) fn progress_bar() -> ProgressBar {
    bar(BAR_STEPS, "{msg}")
}

/// A bar of this many steps, with details in the template language of indicatif. It is hidden with `--quiet`,
/// and by indicatif when standard error is not a terminal.
pub(super) fn bar(steps: u64, details: &str) -> ProgressBar {
    if diagnostics::is_quiet() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template(&format!("[{{elapsed_precise}}] {{wide_bar}} {details}"));
    ProgressBar::new(steps).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
