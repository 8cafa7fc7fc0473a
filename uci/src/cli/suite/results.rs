//! The results in the files' order, and the verdict at the end.

use std::fmt;
use std::io;

use indicatif::{ProgressBar, ProgressStyle};
use movegen::chess::CastlingStyle;

use super::super::json::{Line, Status};
use super::super::notes;
use super::{Answer, BUILTIN, Failure, Job, SuiteArgs};
use crate::report::Report;
use crate::suite::Root;

/// Collects the results and prints them in the files' order, each as soon as all before it are
/// known.
pub(super) struct Results<'a> {
    args: &'a SuiteArgs,
    jobs: &'a [Job<'a>],
    bar: &'a ProgressBar,
    answers: Vec<Option<Answer>>,
    /// The first job that has not been reported yet.
    next: usize,
    leaves: u128,
    disagreements: usize,
    out: Report<io::Stdout>,
}

impl<'a> Results<'a> {
    pub(super) fn new(args: &'a SuiteArgs, jobs: &'a [Job<'a>], bar: &'a ProgressBar) -> Self {
        let answers = vec![None; jobs.len()];
        Results {
            args,
            jobs,
            bar,
            answers,
            next: 0,
            leaves: 0,
            disagreements: 0,
            out: Report::new(io::stdout()),
        }
    }

    /// Takes the answer to a job, and writes what can be written now.
    pub(super) fn add(&mut self, index: usize, answer: Answer) -> io::Result<()> {
        self.leaves += answer.counted.unwrap_or(0);
        self.answers[index] = Some(answer);
        self.bar.inc(leaves_for_progress(self.jobs[index].expected));
        while let Some(Some(answer)) = self.answers.get(self.next) {
            let (job, answer) = (&self.jobs[self.next], answer.clone());
            self.next += 1;
            if !answer.agrees {
                self.disagree(job, &answer)?;
            }
        }
        Ok(())
    }

    /// Whether every job has been answered.
    fn is_complete(&self) -> bool {
        self.next == self.jobs.len()
    }

    /// The answers, in the order of the jobs.
    pub(super) fn answers(&self) -> &[Option<Answer>] {
        &self.answers
    }

    /// Leaves counted so far.
    pub(super) fn leaves(&self) -> u128 {
        self.leaves
    }

    fn disagree(&mut self, job: &Job<'_>, answer: &Answer) -> io::Result<()> {
        self.disagreements += 1;
        let (field, position) = match &job.case.root {
            Root::Chess(root) if self.args.chess960 => ("fen", root.fen(CastlingStyle::Chess960)),
            Root::Chess(_) => ("fen", job.case.text.clone()),
            Root::Hive(_) => ("game", job.case.text.clone()),
        };
        let (file, line) = (job.file.display(), job.case.line);
        if self.args.json {
            let object = Line::new("disagreement")
                .field("file", file.to_string())
                .field("line", line)
                .field("name", job.case.name.clone())
                .field(field, position)
                .field("depth", job.depth)
                .count("expected", job.expected)
                .field("counted", answer.counted.map(|count| count.to_string()))
                .field("warnings", job.case.warnings.clone())
                .optional("told", answer.told.clone());
            let out = &mut self.out;
            return self.bar.suspend(|| out.line(object));
        }
        let name = match &job.case.name {
            Some(name) => format!("{name}: "),
            None => String::new(),
        };
        let (depth, expected) = (job.depth, job.expected);
        let counted = match answer.counted {
            Some(counted) => format!("counted {counted}"),
            None => "got another count or none".to_owned(),
        };
        let mut text = format!(
            "{file}:{line}: {name}{position}: depth {depth}: expected {expected}, {counted}"
        );
        for warning in &job.case.warnings {
            text.push_str(&format!("\n{file}:{line}: note: {warning}"));
        }
        for told in answer.told.iter().flat_map(|told| told.lines()) {
            text.push('\n');
            text.push_str(format!("    {told}").trim_end());
        }
        let out = &mut self.out;
        self.bar.suspend(|| out.line(text))
    }

    pub(super) fn finish(mut self, positions: usize, counts: usize) -> Result<Status, Failure> {
        let left_out = counts - self.jobs.len();
        let status = match self.disagreements {
            _ if !self.is_complete() => Status::Interrupted,
            0 => Status::Ok,
            _ => Status::Disagreement,
        };
        let text = if self.args.json {
            let files = self
                .args
                .files
                .iter()
                .map(|file| file.display().to_string());
            let builtin = self.args.builtin.then(|| BUILTIN.to_owned());
            let files: Vec<_> = builtin.into_iter().chain(files).collect();
            Line::result("suite", &status)
                .field("files", files)
                .field("positions", positions)
                .field("counts", self.jobs.len())
                .field("left_out", left_out)
                .count("leaves", self.leaves)
                .field("disagreements", self.disagreements)
                .to_string()
        } else {
            let mut text = format!(
                "{}, {}, {}, {}",
                amount(positions, "position", "positions"),
                amount(self.jobs.len(), "count", "counts"),
                amount(self.leaves, "leaf", "leaves"),
                amount(self.disagreements, "disagreement", "disagreements"),
            );
            if status == Status::Interrupted {
                text.push_str(" (incomplete)");
            }
            if left_out > 0 {
                text.push_str(&format!(
                    " ({} left out)",
                    amount(left_out, "count", "counts")
                ));
            }
            text
        };
        self.out.line(text).map_err(Failure::Output)?;
        Ok(status)
    }
}

/// `1 count`, `2 counts`.
fn amount<N: fmt::Display + PartialEq + From<u8>>(number: N, one: &str, many: &str) -> String {
    let noun = if number == N::from(1) { one } else { many };
    format!("{number} {noun}")
}

/// The bar counts leaves, since the deepest counts take nearly all of the time; for that, 64 bits
/// will do.
pub(super) fn leaves_for_progress(count: u128) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// A bar over the leaves; hidden under `--quiet`, and by indicatif when standard error is no terminal.
pub(super) fn progress_bar(leaves: u64) -> ProgressBar {
    if notes::are_silent() {
        return ProgressBar::hidden();
    }
    let template = "[{elapsed_precise}] {wide_bar} {percent} % of {len} leaves, {eta} left";
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(leaves).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
