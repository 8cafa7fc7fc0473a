//! Progress of a job: the fraction done, an estimate of the time left, and a thread that reports both.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use movegen::{memory, threads};

/// Below this fraction, no estimate of the time left is given.
const TOO_EARLY: f64 = 1e-6;

/// `42% done, about 12 s left`, or without the time while it is too early for an estimate.
pub fn describe(fraction: f64, elapsed: Duration) -> String {
    describe_rest(0.0, fraction, elapsed)
}

/// As [`describe`], for a job of which a fraction, `before`, was done at the start.
pub fn describe_rest(before: f64, fraction: f64, elapsed: Duration) -> String {
    // A job that reports progress is not done, so never 100%.
    let percent = (fraction * 100.0).clamp(0.0, 99.0) as u32;
    match time_left((fraction - before) / (1.0 - before), elapsed) {
        Some(left) => format!("{percent}% done, about {} left", rounded(left)),
        None => format!("{percent}% done"),
    }
}

/// The time left if the rest is as fast as the part done.
fn time_left(fraction: f64, elapsed: Duration) -> Option<Duration> {
    if !(TOO_EARLY..=1.0).contains(&fraction) {
        return None;
    }
    Duration::try_from_secs_f64(elapsed.as_secs_f64() * (1.0 - fraction) / fraction).ok()
}

/// The time in the largest unit of which it has at least two.
fn rounded(time: Duration) -> String {
    const UNITS: [(u64, &str); 4] = [(86_400, "days"), (3_600, "h"), (60, "min"), (1, "s")];
    let seconds = time.as_secs();
    let (length, name) = UNITS
        .into_iter()
        .find(|(length, _)| seconds >= 2 * length)
        .unwrap_or(UNITS[3]);
    format!("{} {name}", seconds / length)
}

/// Runs `work`, and calls `tick` from another thread every `interval` until it is done. The end of
/// the work never waits for the next tick.
pub fn ticking<R>(
    interval: Duration,
    mut tick: impl FnMut() + Send,
    work: impl FnOnce() -> R,
) -> R {
    let (working, ended) = channel::<()>();
    thread::scope(|scope| {
        let started = memory::check_available(threads::STACK + threads::RESERVE).and_then(|()| {
            let builder = thread::Builder::new().name("progress".to_owned());
            let builder = builder.stack_size(threads::STACK);
            builder.spawn_scoped(scope, move || {
                while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(interval) {
                    tick();
                }
            })
        });
        if let Err(error) = started {
            log::warn!("no thread to tell the progress: {error}");
        }
        let result = work();
        // The other side wakes as soon as this is gone, also when the work panics.
        drop(working);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_follows_from_what_is_done() {
        let after = |seconds, fraction| describe(fraction, Duration::from_secs(seconds));
        assert_eq!(after(9, 0.42), "42% done, about 12 s left");
        assert_eq!(after(1, 0.0), "0% done");
        assert_eq!(after(1, f64::NAN), "0% done");
        assert_eq!(after(1, 1.0), "99% done, about 0 s left");
        assert_eq!(after(60, 0.5), "50% done, about 60 s left");
        assert_eq!(after(3600, 0.25), "25% done, about 3 h left");
        assert_eq!(after(3600, 0.75), "75% done, about 20 min left");
        assert_eq!(after(100, 0.0001), "0% done, about 11 days left");
        let resumed = describe_rest(0.5, 0.75, Duration::from_secs(10));
        assert_eq!(resumed, "75% done, about 10 s left");
    }

    #[test]
    fn the_work_ends_without_waiting_for_a_tick() {
        // An hour would be noticed.
        assert_eq!(ticking(Duration::from_secs(3600), || {}, || 7), 7);
    }

    #[test]
    fn ticks_come_while_the_work_lasts() {
        let (send, receive) = channel();
        let got = ticking(
            Duration::from_millis(1),
            move || send.send(()).unwrap_or_default(),
            || receive.iter().take(2).count(),
        );
        assert_eq!(got, 2);
    }
}
