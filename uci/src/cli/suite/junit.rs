//! The results of a suite as JUnit XML: a test suite for each file, a test case for each count.

use super::super::junit::{Case, Junit, Outcome};
use super::answer::{Answer, Verdict};
use super::plan::Job;

/// Adds a result, or the reason why it was not counted.
pub(super) fn add(junit: &mut Junit, job: &Job, answer: Result<&Answer, &str>) {
    let name = job.case.name.as_ref();
    let case = Case {
        name: format!("{} depth {}", job.case.text, job.depth),
        class: name.map_or_else(
            || format!("{}:{}", job.file.display(), job.case.line),
            Clone::clone,
        ),
        outcome: outcome(job, answer),
        elapsed: answer.ok().map(|answer| answer.elapsed),
    };
    junit.add(&job.file.display().to_string(), case);
}

fn outcome(job: &Job, answer: Result<&Answer, &str>) -> Outcome {
    let answer = match answer {
        Ok(answer) => answer,
        Err(reason) => return Outcome::Skipped(reason.to_owned()),
    };
    let (expected, text) = (job.expected, answer.explanation.clone());
    match &answer.verdict {
        Verdict::Agrees => Outcome::Success,
        Verdict::Differs(Some(counted)) => Outcome::Failure {
            message: format!("expected {expected}, counted {counted}"),
            text,
        },
        Verdict::Differs(None) => Outcome::Failure {
            message: format!("expected {expected}, got another count"),
            text,
        },
        Verdict::Missing(reason) => Outcome::Error {
            message: format!("expected {expected}, {reason}"),
            text,
        },
    }
}
