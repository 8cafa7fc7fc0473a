//! A job on a thread of its own, and the handle that stops it.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;

use engine::Control;
use movegen::perft::{Stop, TableSurvey};
use movegen::threads;

use super::Event;

/// What a job reports to its session.
#[derive(Debug)]
pub enum Update {
    /// Text to print as it is.
    Text(String),
    /// How far the job is: text to print if the user may still react to it.
    Progress(String),
    /// The end of the job. It comes exactly once, and last.
    Finished(Finished),
}

/// How a job ended.
#[derive(Debug, Default)]
pub struct Finished {
    /// The last text to print; nothing if empty.
    pub text: String,
    /// The nodes of a search or the leaves of a perft.
    pub nodes: u128,
    /// Whether an error ended the job.
    pub failed: bool,
    /// The contents of the perft's hash table, if it had one.
    pub survey: Option<TableSurvey>,
}

impl Finished {
    /// The end of a job that failed.
    pub fn failed(text: String) -> Finished {
        Finished {
            text,
            failed: true,
            ..Finished::default()
        }
    }
}

/// Where a job sends its reports.
#[derive(Clone, Debug)]
pub struct Updates(Sender<Event>);

impl Updates {
    pub(super) fn new(sender: Sender<Event>) -> Updates {
        Updates(sender)
    }

    /// Reports text to print.
    pub fn text(&self, text: impl Into<String>) {
        self.send(Update::Text(text.into()));
    }

    /// Reports how far the job is.
    pub fn progress(&self, text: impl Into<String>) {
        self.send(Update::Progress(text.into()));
    }

    fn send(&self, update: Update) {
        // A job may outlive its session; its reports are then of no use.
        let _ = self.0.send(Event::Job(update));
    }
}

/// What all jobs of one kind have in common.
#[derive(Clone, Copy, Debug)]
pub struct JobKind {
    /// The name of the thread, and of the job in messages.
    pub name: &'static str,
    /// Bytes of stack for the thread.
    pub stack: usize,
    /// The text to print if the job panics: an error message and, since programs wait for it, the
    /// last line of an answer.
    pub internal_error: fn(name: &str) -> String,
}

impl JobKind {
    /// Does the work of a short job on the calling thread. A panic is an answer, as in a job on a
    /// thread of its own.
    pub fn run_here(self, work: impl FnOnce() -> Finished) -> Finished {
        catch_unwind(AssertUnwindSafe(work))
            .unwrap_or_else(|_| Finished::failed((self.internal_error)(self.name)))
    }
}

/// A running job.
#[derive(Debug)]
pub struct Job {
    handle: Handle,
    stopped: bool,
    end: End,
}

/// What ends a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It ends by itself.
    Own,
    /// It ends by itself after [`Job::ponder_hit`].
    AfterPonderHit,
    /// Only [`Job::stop`] ends it.
    Stop,
}

/// Stops a job.
#[derive(Clone, Debug)]
enum Handle {
    /// Anything that looks at a flag now and then.
    Flag(Stop),
    Search(Control),
}

/// No thread could be started for a job.
pub struct NoThread {
    /// Why not.
    pub error: io::Error,
    /// The job, for a caller that can do without a thread.
    pub job: Job,
    /// Does the work on the calling thread.
    pub work: Box<dyn FnOnce()>,
}

impl Job {
    /// Starts `work`, which should end soon after the flag is raised.
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub fn start(
        kind: JobKind,
        updates: Updates,
        work: impl FnOnce(&Stop, &Updates) -> Finished + Send + 'static,
    ) -> io::Result<Job> {
        let stop = Stop::new();
        let handle = Handle::Flag(stop.clone());
        Job::spawn(kind, handle, updates, move |updates| work(&stop, updates))
            .map_err(|refused| refused.error)
    }

    /// Starts a search, which `control` steers.
    ///
    /// # Errors
    /// [`NoThread`] gives back the work if the system refuses a thread.
    pub fn start_search(
        kind: JobKind,
        updates: Updates,
        work: impl FnOnce(&Control, &Updates) -> Finished + Send + 'static,
    ) -> Result<Job, NoThread> {
        let control = Control::new();
        let handle = Handle::Search(control.clone());
        Job::spawn(kind, handle, updates, move |updates| {
            work(&control, updates)
        })
    }

    fn spawn(
        kind: JobKind,
        handle: Handle,
        updates: Updates,
        work: impl FnOnce(&Updates) -> Finished + Send + 'static,
    ) -> Result<Job, NoThread> {
        let job = Job {
            handle,
            stopped: false,
            end: End::Own,
        };
        let work = guarded(kind, updates, work);
        match threads::spawn_or_return(kind.name, kind.stack, work) {
            Ok(_) => Ok(job),
            Err((error, work)) => Err(NoThread {
                error,
                job,
                work: Box::new(work),
            }),
        }
    }

    /// Sets what ends the job; without this call, it ends by itself.
    #[must_use]
    pub fn ending(mut self, end: End) -> Job {
        self.end = end;
        self
    }

    /// Asks the job to end soon; [`Update::Finished`] still follows.
    pub fn stop(&mut self) {
        self.stopped = true;
        match &self.handle {
            Handle::Flag(stop) => stop.stop(),
            Handle::Search(control) => control.stop(),
        }
    }

    /// Whether the job was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The move that the search ponders on was played. Means nothing to other jobs.
    pub fn ponder_hit(&mut self) {
        if let Handle::Search(control) = &self.handle {
            control.ponder_hit();
            if self.end == End::AfterPonderHit {
                self.end = End::Own;
            }
        }
    }

    /// Whether the job does not end by itself, as things are.
    pub fn is_endless(&self) -> bool {
        self.end != End::Own
    }
}

/// The work of a job with its panic guard: the session receives [`Update::Finished`] exactly once.
/// A panic that went unnoticed would leave the session waiting forever.
fn guarded(
    kind: JobKind,
    updates: Updates,
    work: impl FnOnce(&Updates) -> Finished + Send + 'static,
) -> impl FnOnce() + Send + 'static {
    move || {
        let finished = kind.run_here(|| work(&updates));
        updates.send(Update::Finished(finished));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    const KIND: JobKind = JobKind {
        name: "test",
        stack: threads::STACK,
        internal_error: |name| format!("internal error in {name}"),
    };

    /// Starts a job and returns all that it reports.
    fn reports(work: impl FnOnce(&Stop, &Updates) -> Finished + Send + 'static) -> Vec<String> {
        let (sender, events) = channel();
        let mut job = Job::start(KIND, Updates::new(sender), work).expect("a thread");
        job.stop();
        let reports = events.into_iter().map(|event| match event {
            Event::Job(Update::Text(text)) => text,
            Event::Job(Update::Finished(end)) => format!("{}, failed: {}", end.text, end.failed),
            other => panic!("{other:?}"),
        });
        reports.collect()
    }

    #[test]
    fn a_job_reports_and_ends_when_stopped() {
        let work = |stop: &Stop, updates: &Updates| {
            while !stop.is_stopped() {
                std::hint::spin_loop();
            }
            updates.text("stopped");
            Finished {
                text: "end".to_owned(),
                ..Finished::default()
            }
        };
        assert_eq!(reports(work), ["stopped", "end, failed: false"]);
    }

    #[test]
    fn a_panic_ends_the_job_with_the_answer_of_its_kind() {
        assert_eq!(
            reports(|_, _| panic!("a bug")),
            ["internal error in test, failed: true"]
        );
        let finished = KIND.run_here(|| panic!("a bug"));
        assert_eq!(finished.text, "internal error in test");
        assert!(finished.failed);
    }
}
