//! Results as JUnit XML for CI systems. Unlike all other output it is kept in memory, because its
//! first line has the totals.

use std::io;
use std::path::Path;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::replace;

/// A document that is being built: a test suite for each file or run, a test case for each result.
pub(super) struct Junit {
    report: Report,
    /// The test suite that is being added.
    open: Option<TestSuite>,
}

/// One result.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// What was checked.
    pub(super) name: String,
    /// The position or file that it belongs to.
    pub(super) class: String,
    pub(super) outcome: Outcome,
    /// How long it took, if that is known.
    pub(super) elapsed: Option<Duration>,
}

/// How a check ended. Messages are single lines; a text explains them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Success,
    /// The result is wrong.
    Failure {
        message: String,
        text: Option<String>,
    },
    /// There is no result.
    Error {
        message: String,
        text: Option<String>,
    },
    /// It was not checked, for this reason.
    Skipped(String),
}

impl Junit {
    /// A document for this subcommand.
    pub(super) fn new(command: &str) -> Junit {
        Junit {
            report: Report::new(format!("canopy {command}")),
            open: None,
        }
    }

    /// Adds a result. Results of the same suite that follow each other become one test suite.
    pub(super) fn add(&mut self, suite: &str, case: Case) {
        if self.open.as_ref().is_none_or(|open| open.name != *suite) {
            self.close();
        }
        self.open
            .get_or_insert_with(|| TestSuite::new(suite))
            .add_test_case(case.into());
    }

    fn close(&mut self) {
        if let Some(suite) = self.open.take() {
            self.report.add_test_suite(suite);
        }
    }

    /// Writes the document.
    pub(super) fn write(mut self, file: &Path) -> io::Result<()> {
        self.close();
        let text = self.report.to_string().map_err(io::Error::other)?;
        replace::write_report(file, text.as_bytes())
    }
}

impl From<Case> for TestCase {
    fn from(case: Case) -> TestCase {
        let mut test = TestCase::new(case.name, case.outcome.into());
        test.set_classname(case.class);
        if let Some(elapsed) = case.elapsed {
            test.set_time(elapsed);
        }
        test
    }
}

impl From<Outcome> for TestCaseStatus {
    fn from(outcome: Outcome) -> TestCaseStatus {
        let (kind, message, text) = match outcome {
            Outcome::Success => return TestCaseStatus::success(),
            Outcome::Skipped(why) => {
                let mut status = TestCaseStatus::skipped();
                status.set_message(why);
                return status;
            }
            Outcome::Failure { message, text } => (NonSuccessKind::Failure, message, text),
            Outcome::Error { message, text } => (NonSuccessKind::Error, message, text),
        };
        let mut status = TestCaseStatus::non_success(kind);
        status.set_message(message);
        if let Some(text) = text {
            status.set_description(text);
        }
        status
    }
}
