//! The results as JUnit XML for CI systems. Unlike all other output it is kept in memory, because
//! its first line has the totals.

use std::io;
use std::path::Path;
use std::sync::Arc;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::Answer;
use super::plan::Job;

/// A test suite for each file, a test case for each count.
pub(super) struct Junit {
    report: Report,
    /// The file that is being added.
    open: Option<(Arc<Path>, TestSuite)>,
}

impl Junit {
    pub(super) fn new() -> Junit {
        Junit {
            report: Report::new("canopy suite"),
            open: None,
        }
    }

    /// Adds a result; `None` if it was not counted.
    pub(super) fn add(&mut self, job: &Job, answer: Option<&Answer>) {
        let case = case(job, answer);
        if let Some((file, suite)) = &mut self.open
            && *file == job.file
        {
            suite.add_test_case(case);
            return;
        }
        self.close();
        let mut suite = TestSuite::new(job.file.display().to_string());
        suite.add_test_case(case);
        self.open = Some((job.file.clone(), suite));
    }

    fn close(&mut self) {
        if let Some((_, suite)) = self.open.take() {
            self.report.add_test_suite(suite);
        }
    }

    /// The whole text.
    pub(super) fn text(mut self) -> io::Result<String> {
        self.close();
        self.report.to_string().map_err(io::Error::other)
    }
}

fn case(job: &Job, answer: Option<&Answer>) -> TestCase {
    let name = format!("{} depth {}", job.case.text, job.depth);
    let mut case = TestCase::new(name, status(job, answer));
    let name = job.case.name.as_ref();
    case.set_classname(name.map_or_else(
        || format!("{}:{}", job.file.display(), job.case.line),
        Clone::clone,
    ));
    if let Some(answer) = answer {
        case.set_time(answer.elapsed);
    }
    case
}

fn status(job: &Job, answer: Option<&Answer>) -> TestCaseStatus {
    let Some(answer) = answer else {
        let mut status = TestCaseStatus::skipped();
        status.set_message("not counted: interrupted");
        return status;
    };
    if answer.agrees {
        return TestCaseStatus::success();
    }
    let (kind, message) = match answer.counted {
        Some(counted) => (
            NonSuccessKind::Failure,
            format!("expected {}, counted {counted}", job.expected),
        ),
        None => (
            NonSuccessKind::Error,
            format!("expected {}, got no count", job.expected),
        ),
    };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(message);
    if let Some(explanation) = &answer.explanation {
        status.set_description(explanation.clone());
    }
    status
}
