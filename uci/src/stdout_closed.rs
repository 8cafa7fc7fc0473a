//! Detects that the reader of standard output has gone, even while nothing is written to it.

use movegen::threads;

/// Calls `action` once the other end of standard output (a pipe, a socket or a terminal) is closed.
/// Never calls it if standard output is a file.
///
/// Only Unix reports this. Elsewhere a closed pipe is noticed when the next line is written.
pub fn call_when_closed(action: impl FnOnce() + Send + 'static) {
    let watcher = threads::spawn("stdout-closed", threads::STACK, move || {
        if wait_until_closed() {
            action();
        }
    });
    if let Err(error) = watcher {
        log::warn!("no thread to watch standard output: {error}");
    }
}

/// Sleeps until the other end is closed; false if the system cannot report it.
#[cfg(unix)]
fn wait_until_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let stdout = std::io::stdout();
    loop {
        // With no event requested, only errors and hang-ups are reported.
        let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
        match poll(&mut watched, None) {
            Ok(_) => {
                let closed = PollFlags::ERR | PollFlags::HUP;
                return watched[0].revents().intersects(closed);
            }
            Err(Errno::INTR) => {}
            Err(error) => {
                log::warn!("standard output cannot be watched: {error}");
                return false;
            }
        }
    }
}

#[cfg(not(unix))]
fn wait_until_closed() -> bool {
    log::debug!("this system reports a closed standard output only when it is written to");
    false
}
