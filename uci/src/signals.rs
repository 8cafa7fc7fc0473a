//! Ctrl-C (SIGINT) and SIGTERM: requests to end early.
//!
//! SIGHUP, which a closing terminal sends, keeps its disposition: it ends the process at once, or
//! does nothing if it was ignored at the start (`nohup`).

/// A request to end early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Ctrl-C: stop what is running.
    Interrupt,
    /// SIGTERM: stop, and end the process.
    Terminate,
}

/// Calls `act` on every request, on a thread of its own. The handlers are in place when this
/// returns. If the system refuses the thread, signals end the process as usual.
pub fn on_request(act: impl FnMut(Request) + Send + 'static) {
    if let Err(error) = listen(act) {
        log::warn!("no handler for signals: {error}");
    }
}

/// Lets a write beyond the limit on the size of files (`ulimit -f`) fail like one to a full disk, instead of ending
/// the process by SIGXFSZ. A handler, unlike an ignored signal, is not inherited by the programs that are started.
#[cfg(unix)]
pub fn report_file_size_limit() {
    let raised = std::sync::Arc::default();
    if let Err(error) = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, raised) {
        log::warn!("no handler for SIGXFSZ: {error}");
    }
}

/// Other systems have no such signal.
#[cfg(not(unix))]
pub fn report_file_size_limit() {}

#[cfg(unix)]
fn listen(mut act: impl FnMut(Request) + Send + 'static) -> std::io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let (send, registered) = std::sync::mpsc::channel();
    // The thread registers the handlers. A handler without the thread would swallow the signal.
    std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            let mut signals = match Signals::new([SIGINT, SIGTERM]) {
                Ok(signals) => signals,
                Err(error) => {
                    let _ = send.send(Err(error));
                    return;
                }
            };
            let _ = send.send(Ok(()));
            for signal in signals.forever() {
                act(match signal {
                    SIGTERM => Request::Terminate,
                    _ => Request::Interrupt,
                });
            }
        })?;
    registered.recv().unwrap_or(Ok(()))
}

#[cfg(not(unix))]
fn listen(mut act: impl FnMut(Request) + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || act(Request::Interrupt))
}
