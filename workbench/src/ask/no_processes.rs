//! Systems without processes, such as WebAssembly: no program can be started.

use std::convert::Infallible;
use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::time::Instant;

/// The ends of the pipes to a process.
pub(super) type Pipes = (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>);

/// A running process, which does not exist here.
#[derive(Debug)]
pub(super) struct ProcessTree(Infallible);

impl ProcessTree {
    /// Always an error.
    pub(super) fn spawn(_: Command) -> io::Result<ProcessTree> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn take_pipes(&mut self) -> Pipes {
        match self.0 {}
    }

    pub(super) fn status(&mut self, _: Instant) -> io::Result<Option<ExitStatus>> {
        match self.0 {}
    }
}
