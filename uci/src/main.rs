//! `canopy`: a UCI chess engine whose `go perft` prints byte for byte what Stockfish prints.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(unix)]
    if closed_output::is_closed() {
        let reason = "standard output is closed (>/dev/null discards it)";
        return uci::cli::exit::failed(reason).into();
    }
    uci::cli::main()
}

/// Finds a closed standard output, for which the standard library opens `/dev/null` before `main`: nothing that
/// is written to it would fail.
#[cfg(unix)]
mod closed_output {
    use std::sync::atomic::{AtomicBool, Ordering};

    static IS_CLOSED: AtomicBool = AtomicBool::new(false);

    /// Whether it was closed when the process started.
    pub(super) fn is_closed() -> bool {
        IS_CLOSED.load(Ordering::Relaxed)
    }

    // SAFETY: a function before `main` must not rely on the runtime of the standard library. This one makes a system
    // call, which reads the flags of a descriptor, and stores to an atomic.
    #[ctor::ctor(unsafe)]
    fn check() {
        let flags = rustix::io::fcntl_getfd(rustix::stdio::stdout());
        IS_CLOSED.store(flags.is_err(), Ordering::Relaxed);
    }
}
