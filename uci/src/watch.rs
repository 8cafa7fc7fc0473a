//! Notices that nobody reads standard output any more, also while nothing is written to it.

use movegen::threads;

/// Calls `action` once the reader of standard output has gone: the other end of the pipe or socket
/// is closed, or the terminal is. A file never goes, so nothing ever happens then.
///
/// Systems other than Unix do not tell; there a closed pipe is noticed at the next line.
pub fn when_reader_leaves(action: impl FnOnce() + Send + 'static) {
    let watcher = threads::spawn("watch", threads::STACK, move || {
        if wait_until_gone() {
            action();
        }
    });
    if let Err(error) = watcher {
        log::warn!("no thread to watch standard output: {error}");
    }
}

/// Sleeps until the other end is closed; false if the system cannot tell.
#[cfg(unix)]
fn wait_until_gone() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let stdout = std::io::stdout();
    loop {
        // Asking for nothing still reports errors and hang-ups, and nothing but these.
        let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
        match poll(&mut watched, None) {
            Ok(_) => {
                let gone = PollFlags::ERR | PollFlags::HUP;
                return watched[0].revents().intersects(gone);
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
fn wait_until_gone() -> bool {
    log::debug!("this system cannot tell that standard output was closed before it is written to");
    false
}
