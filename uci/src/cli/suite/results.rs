//! Prints the results in the order of the files, and the summary.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use indicatif::ProgressBar;
use movegen::chess::CastlingStyle;
use movegen::chess::variant::VariantPosition;
use movegen::perft::Stop;

use super::super::error::CliError;
use super::super::json::Line;
use super::super::junit::Junit;
use super::answer::{Answer, Verdict};
use super::args::SuiteArgs;
use super::junit;
use super::plan::{Job, Plan};
use super::tags::TagCounts;
use crate::exit::Exit;
use crate::report::{Report, amount};

/// The maximum number of answers kept in memory while an earlier one is missing.
const WINDOW: usize = 1 << 14;

/// Prints the results in the order of the files, each as soon as all before it are known.
pub(super) struct Results<'a> {
    args: &'a SuiteArgs,
    plan: &'a Plan,
    bar: &'a ProgressBar,
    /// Answers that wait for an earlier one.
    waiting: BTreeMap<usize, (Job, Answer)>,
    /// The first job that has not been reported yet.
    next: usize,
    counts: usize,
    leaves: u128,
    disagreements: usize,
    /// Counts without an answer.
    unanswered: usize,
    /// Counts for which the other program has no time.
    too_large: usize,
    junit: Option<Junit>,
    out: Report<io::Stdout>,
}

impl<'a> Results<'a> {
    pub(super) fn new(args: &'a SuiteArgs, plan: &'a Plan, bar: &'a ProgressBar) -> Self {
        Results {
            args,
            plan,
            bar,
            waiting: BTreeMap::new(),
            next: 0,
            counts: 0,
            leaves: 0,
            disagreements: 0,
            unanswered: 0,
            too_large: 0,
            junit: args.junit.as_ref().map(|_| Junit::new("suite")),
            out: Report::new(io::stdout()),
        }
    }

    /// Adds the answer to a job, and prints the results that are due.
    fn add(&mut self, index: usize, job: Job, answer: Answer) -> io::Result<()> {
        self.bar.inc(leaves_for_progress(job.expected));
        self.waiting.insert(index, (job, answer));
        while let Some((job, answer)) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.report(&job, &answer)?;
        }
        Ok(())
    }

    /// Leaves out a job for this reason. All before it are reported: another program is asked for one count after
    /// another.
    fn leave_out(&mut self, job: &Job, reason: &str) {
        self.bar.inc(leaves_for_progress(job.expected));
        self.next += 1;
        self.too_large += 1;
        if let Some(document) = &mut self.junit {
            junit::add(document, job, Err(reason));
        }
    }

    /// Reports the remaining answers after a stop. `jobs` are all jobs from the first one on.
    pub(super) fn stopped(
        &mut self,
        jobs: impl Iterator<Item = Result<Job, CliError>>,
    ) -> Result<(), CliError> {
        if self.junit.is_none() {
            for (job, answer) in std::mem::take(&mut self.waiting).values() {
                self.report(job, answer)?;
            }
            return Ok(());
        }
        for (index, job) in jobs.enumerate().skip(self.next) {
            match (self.waiting.remove(&index), &mut self.junit) {
                (Some((job, answer)), _) => self.report(&job, &answer)?,
                (None, Some(document)) => {
                    junit::add(document, &job?, Err("not counted: interrupted"));
                }
                (None, None) => {}
            }
        }
        Ok(())
    }

    /// Whether every job has been answered.
    pub(super) fn is_complete(&self) -> bool {
        self.counts + self.too_large == self.plan.jobs
    }

    /// The counts of the plan that are not too large for the other program.
    fn asked_for(&self) -> usize {
        self.plan.jobs - self.too_large
    }

    /// Leaves counted so far.
    pub(super) fn leaves(&self) -> u128 {
        self.leaves
    }

    /// The results as JUnit XML, if requested.
    pub(super) fn take_junit(&mut self) -> Option<Junit> {
        self.junit.take()
    }

    fn report(&mut self, job: &Job, answer: &Answer) -> io::Result<()> {
        if let Some(document) = &mut self.junit {
            junit::add(document, job, Ok(answer));
        }
        self.counts += 1;
        self.leaves += match &answer.verdict {
            Verdict::Agrees => job.expected,
            Verdict::Differs(counted) => counted.map_or(0, i128::unsigned_abs),
            Verdict::Missing(_) => 0,
        };
        match answer.verdict {
            Verdict::Agrees => return Ok(()),
            Verdict::Differs(_) => self.disagreements += 1,
            Verdict::Missing(_) => self.unanswered += 1,
        }
        self.print(job, answer)
    }

    fn print(&mut self, job: &Job, answer: &Answer) -> io::Result<()> {
        let position = match job.position() {
            Ok(position) if self.args.chess960 => position.fen(CastlingStyle::Chess960),
            _ => job.case.text.clone(),
        };
        let text = match self.args.output.json {
            true => json_line(job, answer, position),
            false => text_lines(job, answer, &position),
        };
        let out = &mut self.out;
        self.bar.suspend(|| out.line(text))
    }

    fn add_findings(&mut self, tags: Option<&TagCounts>, smallest: String) -> io::Result<()> {
        let lines = match (tags, self.args.output.json) {
            (Some(tags), true) => tags.json(),
            (Some(tags), false) => vec![tags.text()],
            (None, _) => Vec::new(),
        };
        let mut lines = lines.into_iter().chain([smallest]);
        lines.try_for_each(|line| self.add_text(line))
    }

    fn add_text(&mut self, text: String) -> io::Result<()> {
        let out = &mut self.out;
        self.bar.suspend(|| out.line(text))
    }

    /// Why there is no verdict, if answers are missing.
    pub(super) fn unanswered(&self) -> Option<String> {
        let jobs = amount(self.asked_for(), "count", "counts");
        let text = format!("no answer to {} of {jobs}", self.unanswered);
        (self.exit() == Exit::Failed).then_some(text)
    }

    fn exit(&self) -> Exit {
        match self.disagreements {
            _ if !self.is_complete() => Exit::Interrupted,
            0 if self.unanswered > 0 => Exit::Failed,
            0 => Exit::Done,
            _ => Exit::Disagreement,
        }
    }

    /// Prints the summary.
    pub(super) fn finish(mut self) -> io::Result<Exit> {
        let exit = self.exit();
        let text = match self.args.output.json {
            true => self.json_summary(exit),
            false => self.text_summary(exit),
        };
        self.out.line(text)?;
        Ok(exit)
    }

    fn json_summary(&self, exit: Exit) -> String {
        Line::result("suite", exit)
            .optional("error", self.unanswered())
            .field("files", self.plan.files().collect::<Vec<_>>())
            .field("positions", self.plan.positions)
            .field("counts", self.counts)
            .field("not_counted", self.asked_for().saturating_sub(self.counts))
            .field("left_out", self.plan.left_out + self.too_large)
            .field("too_slow_for", self.too_large)
            .count("leaves", self.leaves)
            .field("disagreements", self.disagreements)
            .field("unanswered", self.unanswered)
            .field("chess960_left_out", self.plan.chess960_left_out)
            .to_string()
    }

    fn text_summary(&self, exit: Exit) -> String {
        let of = match exit {
            Exit::Interrupted => format!("{} of ", self.counts),
            _ => String::new(),
        };
        let mut text = format!(
            "{}, {of}{}, {}, {}",
            amount(self.plan.positions, "position", "positions"),
            amount(self.asked_for(), "count", "counts"),
            amount(self.leaves, "leaf", "leaves"),
            amount(self.disagreements, "disagreement", "disagreements"),
        );
        if self.unanswered > 0 {
            text.push_str(&format!(", {} without an answer", self.unanswered));
        }
        if exit == Exit::Interrupted {
            text.push_str(" (incomplete)");
        }
        let left_out = self.plan.left_out + self.too_large;
        if left_out > 0 {
            let left_out = amount(left_out, "count", "counts");
            text.push_str(&format!(" ({left_out} left out)"));
        }
        if self.plan.chess960_left_out > 0 {
            let positions = amount(self.plan.chess960_left_out, "position", "positions");
            let name = self.args.other.name();
            text = format!(
                "{positions} of Chess960 left out: {name} does not offer UCI_Chess960 (--ask-chess960 asks \
                 about them too)\n{text}"
            );
        }
        text
    }
}

fn json_line(job: &Job, answer: &Answer, position: String) -> String {
    let (variant, field) = match job.case.root.downcast::<VariantPosition>() {
        Some(position) => (Some(position.rules().name()), "fen"),
        None => (None, job.case.root.position_field()),
    };
    let (kind, counted, reason) = match &answer.verdict {
        Verdict::Agrees => ("disagreement", Some(job.expected.to_string()), None),
        Verdict::Differs(counted) => ("disagreement", counted.map(|count| count.to_string()), None),
        Verdict::Missing(reason) => ("no_answer", None, Some(reason.clone())),
    };
    Line::new(kind)
        .field("file", job.file.display().to_string())
        .field("line", job.case.line)
        .field("name", job.case.name.clone())
        .optional("variant", variant)
        .field(field, position)
        .field("depth", job.depth)
        .count("expected", job.expected)
        .field("counted", counted)
        .field("warnings", job.case.warnings.clone())
        .field("comments", job.case.comments.clone())
        .optional("reason", reason)
        .optional("explanation", answer.explanation.clone())
        // The name of this field in earlier releases, for one release.
        .optional("told", answer.explanation.clone())
        .to_string()
}

fn text_lines(job: &Job, answer: &Answer, position: &str) -> String {
    let (file, line) = (job.file.display(), job.case.line);
    let name = match &job.case.name {
        Some(name) => format!("{name}: "),
        None => String::new(),
    };
    let (depth, expected) = (job.depth, job.expected);
    let counted = match &answer.verdict {
        Verdict::Agrees => format!("counted {expected}"),
        Verdict::Differs(Some(counted)) => format!("counted {counted}"),
        Verdict::Differs(None) => "got another count".to_owned(),
        Verdict::Missing(reason) => reason.clone(),
    };
    let mut text =
        format!("{file}:{line}: {name}{position}: depth {depth}: expected {expected}, {counted}");
    for warning in &job.case.warnings {
        text.push_str(&format!("\n{file}:{line}: note: {warning}"));
    }
    for comment in &job.case.comments {
        text.push_str(&format!("\n{file}:{line}: comment: {comment}"));
    }
    for line in answer.explanation.iter().flat_map(|text| text.lines()) {
        text.push('\n');
        text.push_str(format!("    {line}").trim_end());
    }
    text
}

/// The results, shared by the counting threads.
pub(super) struct SharedResults<'a> {
    results: Mutex<Results<'a>>,
    /// Notified whenever a job has ended.
    ended: Condvar,
    stop: &'a Stop,
}

impl<'a> SharedResults<'a> {
    pub(super) fn new(results: Results<'a>, stop: &'a Stop) -> SharedResults<'a> {
        SharedResults {
            results: Mutex::new(results),
            ended: Condvar::new(),
            stop,
        }
    }

    /// Adds the answer to a job.
    pub(super) fn add(&self, index: usize, job: Job, answer: Answer) -> io::Result<()> {
        self.lock().add(index, job, answer)
    }

    /// Leaves out a job for this reason.
    pub(super) fn leave_out(&self, job: &Job, reason: &str) {
        self.lock().leave_out(job, reason);
    }

    /// Prints the features of the failing positions, if there are any, and the smallest case.
    pub(super) fn add_findings(
        &self,
        tags: Option<&TagCounts>,
        smallest: String,
    ) -> io::Result<()> {
        self.lock().add_findings(tags, smallest)
    }

    /// Prints a text between the counts and the summary.
    pub(super) fn add_text(&self, text: String) -> io::Result<()> {
        self.lock().add_text(text)
    }

    /// Waits while this job is too far ahead of the first one without an answer, which another thread
    /// is counting.
    pub(super) fn wait_for_room(&self, index: usize) {
        let mut results = self.lock();
        while index >= results.next + WINDOW && !self.stop.is_stopped() {
            let waited = self.ended.wait(results);
            results = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Runs a job and wakes the threads that wait for its end, whether it succeeds or fails.
    pub(super) fn job(&self, work: impl FnOnce() -> Result<(), CliError>) -> Result<(), CliError> {
        struct End<'a, 'b>(&'a SharedResults<'b>, bool);
        impl Drop for End<'_, '_> {
            fn drop(&mut self) {
                if !self.1 {
                    // The jobs behind it must not wait for its answer.
                    self.0.stop.stop();
                }
                // A thread that is about to wait holds the lock: it must not miss this.
                drop(self.0.lock());
                self.0.ended.notify_all();
            }
        }
        let mut end = End(self, false);
        let done = work();
        end.1 = done.is_ok();
        done
    }

    pub(super) fn into_results(self) -> Results<'a> {
        let results = self.results.into_inner();
        results.unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, Results<'a>> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bar counts leaves, because the deepest counts take most of the time. 64 bits are enough.
fn leaves_for_progress(count: u128) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
