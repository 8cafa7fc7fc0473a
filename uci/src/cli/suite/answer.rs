//! The answers to the questions of a suite.

use std::time::Duration;

use workbench::ask;

use super::plan::Job;

/// The answer to a job.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) verdict: Verdict,
    /// The cause of a wrong count, or all that is known about a missing one.
    pub(super) explanation: Option<String>,
    pub(super) elapsed: Duration,
}

/// What an answer says about the expected count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Agrees,
    /// Another count, if it is known.
    Differs(Option<i128>),
    /// No count, as in `no answer within 1 s`. This is no disagreement.
    Missing(String),
}

impl Answer {
    /// What the program counted, if it is known.
    pub(super) fn count(&self, job: &Job) -> Option<i128> {
        match self.verdict {
            Verdict::Agrees => Some(ask::reported(job.expected)),
            Verdict::Differs(counted) => counted,
            Verdict::Missing(_) => None,
        }
    }

    /// The answer with this count.
    pub(super) fn counted(job: &Job, counted: i128, elapsed: Duration) -> Answer {
        Answer {
            verdict: match counted == ask::reported(job.expected) {
                true => Verdict::Agrees,
                false => Verdict::Differs(Some(counted)),
            },
            explanation: None,
            elapsed,
        }
    }
}
