//! The results as JUnit XML, the form that CI systems read.

use std::io;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{Answer, Job};

/// A test suite for each file, a test case for each count.
pub(super) fn text(jobs: &[Job<'_>], answers: &[Option<Answer>]) -> io::Result<String> {
    let mut report = Report::new("canopy suite");
    let mut answered = jobs.iter().zip(answers).peekable();
    while let Some((first, _)) = answered.peek() {
        let file = first.file;
        let mut suite = TestSuite::new(file.display().to_string());
        while let Some((job, answer)) = answered.next_if(|(job, _)| job.file == file) {
            if let Some(answer) = answer {
                suite.add_test_case(case(job, answer));
            }
        }
        report.add_test_suite(suite);
    }
    report.to_string().map_err(io::Error::other)
}

fn case(job: &Job<'_>, answer: &Answer) -> TestCase {
    let status = if answer.agrees {
        TestCaseStatus::success()
    } else {
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
        if let Some(told) = &answer.told {
            status.set_description(told.clone());
        }
        status
    };
    let mut case = TestCase::new(format!("{} depth {}", job.case.text, job.depth), status);
    let name = job.case.name.as_ref();
    case.set_classname(name.map_or_else(
        || format!("{}:{}", job.file.display(), job.case.line),
        Clone::clone,
    ));
    case.set_time(answer.elapsed);
    case
}
