//! A process with all its descendants, which end together and never outlive this process.
//!
//! Unix: a watchdog leads a process group, and the program joins it before it runs. The watchdog
//! is a shell that reads from a pipe whose only write end this process holds. However this process
//! ends, even by `SIGKILL`, the system closes that end, and the shell kills its group.
//!
//! A process that leaves the group on purpose (`setsid`) escapes, with two exceptions. The program itself is
//! killed when its [`ProcessTree`] is dropped. On Linux, `orphans.rs` kills its descendants then, if this process
//! adopts them, as `canopy` does. They still escape if this process ends without dropping the tree: by `SIGKILL`
//! or another signal that it does not handle, or by `exit` after a second signal.
//!
//! Windows: each program gets a job object, which ends it with its children. This process is in
//! another job, which the system ends when the last handle is closed, which this process holds.

use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::ChildWrapper;

/// The first wait for a process to end; each further one is twice as long.
const FIRST_WAIT: Duration = Duration::from_micros(50);

/// The longest interval between two checks whether a process has ended.
const LONGEST_WAIT: Duration = Duration::from_millis(10);

/// The ends of the pipes to a process.
pub(super) type Pipes = (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>);

/// A running process with all its descendants, which are killed on drop.
#[derive(Debug)]
pub(super) struct ProcessTree {
    child: Box<dyn ChildWrapper>,
    #[cfg(unix)]
    watchdog: unix::Watchdog,
    /// The last field: dropped after the others, when all our own children have been waited for.
    #[cfg(target_os = "linux")]
    _running: super::orphans::Running,
}

impl ProcessTree {
    /// Standard input, standard output and standard error, as far as they are pipes and were not taken
    /// before.
    pub(super) fn take_pipes(&mut self) -> Pipes {
        (
            self.child.stdin().take(),
            self.child.stdout().take(),
            self.child.stderr().take(),
        )
    }

    /// Its exit status; `None` if it still runs at the deadline.
    pub(super) fn status(&mut self, deadline: Instant) -> io::Result<Option<ExitStatus>> {
        let mut wait = FIRST_WAIT;
        loop {
            let status = self.child.try_wait()?;
            let left = deadline.saturating_duration_since(Instant::now());
            if status.is_some() || left.is_zero() {
                return Ok(status);
            }
            thread::sleep(wait.min(left));
            wait = (2 * wait).min(LONGEST_WAIT);
        }
    }
}

impl Drop for ProcessTree {
    fn drop(&mut self) {
        if let Err(error) = self.kill() {
            log::warn!("cannot end process {}: {error}", self.child.id());
        }
        // Collects the exit status, which a Unix system keeps until then.
        if let Err(error) = self.child.wait() {
            log::warn!("cannot wait for process {}: {error}", self.child.id());
        }
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::process::CommandExt as _;
    use std::process::Stdio;

    use process_wrap::std::{CommandWrap, ProcessGroup};

    use super::{ChildWrapper, Command, ProcessTree, io};

    /// `read` returns when the pipe is closed, and process 0 stands for its own group. The
    /// signals are ignored because they can be sent to all processes of a session or a terminal.
    const SCRIPT: &str = "trap '' HUP INT QUIT TERM; read -r _; kill -KILL 0";

    /// The leader of a process group, which it kills when our end of its standard input is closed.
    #[derive(Debug)]
    pub(super) struct Watchdog(Box<dyn ChildWrapper>);

    impl Watchdog {
        fn spawn() -> io::Result<Watchdog> {
            let mut shell = CommandWrap::with_new("/bin/sh", |command| {
                command
                    .args(["-c", SCRIPT])
                    .stdin(Stdio::piped())
                    .stdout(Stdio::null())
                    .stderr(Stdio::null());
            });
            shell.wrap(ProcessGroup::leader());
            shell.spawn().map(Watchdog)
        }

        /// The process group.
        fn group(&self) -> io::Result<i32> {
            i32::try_from(self.0.id()).map_err(io::Error::other)
        }

        pub(super) fn kill_group(&mut self) -> io::Result<()> {
            self.0.start_kill()
        }
    }

    impl Drop for Watchdog {
        fn drop(&mut self) {
            // This closes our end of the pipe first, so the group ends even if nothing else has killed it. The rest
            // of the group is not waited for: a process of another user cannot be killed.
            if let Err(error) = self.0.inner_mut().wait() {
                log::warn!("cannot wait for the watchdog: {error}");
            }
        }
    }

    impl ProcessTree {
        /// Starts the command.
        ///
        /// The program joins the group between `fork` and `exec`. Until `exec` it holds our end of
        /// the watchdog's pipe, so even if this process is killed meanwhile, the group is complete
        /// when the watchdog reads the end of its input.
        pub(in super::super) fn spawn(mut command: Command) -> io::Result<ProcessTree> {
            #[cfg(target_os = "linux")]
            let running = super::super::orphans::Running::begin();
            let watchdog = Watchdog::spawn().map_err(|error| {
                let text = format!("/bin/sh, which ends it together with canopy: {error}");
                io::Error::new(error.kind(), text)
            })?;
            let child = command.process_group(watchdog.group()?).spawn()?;
            Ok(ProcessTree {
                child: Box::new(child),
                watchdog,
                #[cfg(target_os = "linux")]
                _running: running,
            })
        }

        pub(super) fn kill(&mut self) -> io::Result<()> {
            // It may have left the group.
            let program = self.child.start_kill();
            self.watchdog.kill_group().and(program)
        }
    }
}

#[cfg(windows)]
mod windows {
    use std::sync::{Mutex, PoisonError};

    use process_wrap::std::{CommandWrap, JobObject};
    use win32job::{ExtendedLimitInfo, Job};

    use super::{Command, ProcessTree, io};

    /// The job of this process, whose handle the system closes when the process ends.
    static JOB: Mutex<Option<Job>> = Mutex::new(None);

    /// Makes the system end all processes started from now on when this process ends.
    fn end_children_with_this_process() -> io::Result<()> {
        let mut job = JOB.lock().unwrap_or_else(PoisonError::into_inner);
        if job.is_none() {
            let mut limits = ExtendedLimitInfo::new();
            limits.limit_kill_on_job_close();
            let new = Job::create_with_limit_info(&limits).map_err(io::Error::other)?;
            new.assign_current_process().map_err(io::Error::other)?;
            *job = Some(new);
        }
        Ok(())
    }

    impl ProcessTree {
        /// Starts the command.
        pub(in super::super) fn spawn(command: Command) -> io::Result<ProcessTree> {
            end_children_with_this_process()?;
            let mut command = CommandWrap::from(command);
            let child = command.wrap(JobObject).spawn()?;
            Ok(ProcessTree { child })
        }

        pub(super) fn kill(&mut self) -> io::Result<()> {
            self.child.start_kill()
        }
    }
}
