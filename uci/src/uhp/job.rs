//! What takes long: counting and thinking, on a thread of its own.

use std::io::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use engine::Control;
use engine::hive::{self, Limits};
use movegen::hive::{GroupedPlacements, Position};
use movegen::perft::{Perft, Progress, Stop};
use movegen::{memory, threads};

use super::command::Thought;
use super::options::Options;

/// What a job says.
#[derive(Debug)]
pub enum Update {
    /// Lines of the answer.
    Text(String),
    /// All is said.
    Finished,
}

/// A job that runs.
pub(super) enum Handle {
    Perft {
        stop: Stop,
        /// Goes on until it is stopped.
        endless: bool,
    },
    Search(Control),
}

impl Handle {
    pub(super) fn stop(&self) {
        match self {
            Handle::Perft { stop, .. } => stop.stop(),
            Handle::Search(control) => control.stop(),
        }
    }

    pub(super) fn is_endless(&self) -> bool {
        matches!(self, Handle::Perft { endless: true, .. })
    }
}

/// Counts at depth 0, 1 and so on; a row for each as soon as it is known.
pub(super) fn perft(
    position: Position,
    depth: Option<u32>,
    options: Options,
    send: impl Fn(Update) + Send + 'static,
) -> io::Result<Handle> {
    let stop = Stop::new();
    let handle = Handle::Perft {
        stop: stop.clone(),
        endless: depth.is_none(),
    };
    spawn("perft", send, move |send| {
        let progress = Progress::new();
        for depth in 0..=depth.unwrap_or(u32::MAX) {
            let plan = Perft::new(depth)
                .progress(&progress)
                .threads(options.threads as usize)
                .hash_mb(options.hash_mb as usize);
            let started = Instant::now();
            match plan.run(&position, &GroupedPlacements, &stop, |_| {}) {
                Ok(outcome) if outcome.complete => {
                    let seconds = started.elapsed().as_secs_f64();
                    send(Update::Text(row(depth, outcome.total, seconds)));
                }
                Ok(_) => break,
                Err(error) => {
                    send(Update::Text(format!("err {error}")));
                    break;
                }
            }
        }
        if let Some(shortage) = progress.shortage() {
            // The protocol has no line for it. If standard error is closed, there is no reader.
            let _ = writeln!(io::stderr(), "canopy: warning: {shortage}");
        }
    })?;
    Ok(handle)
}

/// `5: 516240 in 49 ms. 10535.5 KN/s`
fn row(depth: u32, leaves: u128, seconds: f64) -> String {
    let speed = leaves as f64 / seconds.max(1e-6) / 1e3;
    let millis = (seconds * 1e3) as u64;
    format!("{depth}: {leaves} in {millis} ms. {speed:.1} KN/s")
}

/// Looks for the best move.
pub(super) fn search(
    position: Position,
    thought: Thought,
    send: impl Fn(Update) + Send + 'static,
) -> io::Result<Handle> {
    let control = Control::new();
    let handle = Handle::Search(control.clone());
    let limits = match thought {
        Thought::Depth(depth) => Limits {
            depth: Some(depth),
            time: None,
        },
        Thought::Time(time) => Limits {
            depth: None,
            time: Some(time),
        },
    };
    memory::check_available(hive::MEMORY + threads::STACK + threads::RESERVE)?;
    spawn("search", send, move |send| {
        let outcome = hive::search(&position, &limits, &control);
        if let Some(best) = outcome.best_move {
            send(Update::Text(position.move_text(best)));
        }
    })?;
    Ok(handle)
}

/// Runs `work` on a thread. Whatever happens there, the session hears [`Update::Finished`] once.
fn spawn<S: Fn(Update) + Send + 'static>(
    name: &'static str,
    send: S,
    work: impl FnOnce(&S) + Send + 'static,
) -> io::Result<()> {
    threads::spawn(name, threads::STACK, move || {
        if catch_unwind(AssertUnwindSafe(|| work(&send))).is_err() {
            let text = format!("err internal error in {name}, please report it");
            send(Update::Text(text));
        }
        send(Update::Finished);
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_what_uhp_utils_reads() {
        assert_eq!(row(5, 516_240, 0.049), "5: 516240 in 49 ms. 10535.5 KN/s");
        assert_eq!(row(0, 1, 0.0), "0: 1 in 0 ms. 1000.0 KN/s");
    }
}
