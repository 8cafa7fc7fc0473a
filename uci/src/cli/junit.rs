//! Results as JUnit XML for CI systems. Unlike all other output it is kept in memory, because its
//! first line has the totals.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use crate::storage::{StorageError, replace};

/// A document that is being built: a test suite for each file or run, a test case for each result.
pub(super) struct Junit {
    /// The name of the whole.
    name: String,
    totals: Totals,
    /// The test suites that are complete.
    suites: String,
    /// The test suite that is being added.
    open: Option<TestSuite>,
}

struct TestSuite {
    name: String,
    totals: Totals,
    cases: String,
}

/// How many test cases ended in which way.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    tests: usize,
    skipped: usize,
    failures: usize,
    errors: usize,
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
            name: format!("canopy {command}"),
            totals: Totals::default(),
            suites: String::new(),
            open: None,
        }
    }

    /// Adds a result. Results of the same suite that follow each other become one test suite.
    pub(super) fn add(&mut self, suite: &str, case: Case) {
        if self.open.as_ref().is_none_or(|open| open.name != suite) {
            self.close();
        }
        let open = self.open.get_or_insert_with(|| TestSuite {
            name: suite.to_owned(),
            totals: Totals::default(),
            cases: String::new(),
        });
        open.totals.add(&case.outcome);
        self.totals.add(&case.outcome);
        case.write(&mut open.cases);
    }

    fn close(&mut self) {
        if let Some(suite) = self.open.take() {
            let (name, totals) = (escape(&suite.name), suite.totals);
            let _ = write!(
                self.suites,
                "    <testsuite name=\"{name}\" tests=\"{}\" skipped=\"{}\" errors=\"{}\" failures=\"{}\">\n\
                 {}    </testsuite>\n",
                totals.tests, totals.skipped, totals.errors, totals.failures, suite.cases
            );
        }
    }

    fn text(mut self) -> String {
        self.close();
        let (name, totals) = (escape(&self.name), self.totals);
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <testsuites name=\"{name}\" tests=\"{}\" skipped=\"{}\" failures=\"{}\" errors=\"{}\">\n\
             {}</testsuites>\n",
            totals.tests, totals.skipped, totals.failures, totals.errors, self.suites
        )
    }

    /// Writes the document.
    pub(super) fn write(self, file: &Path) -> Result<(), StorageError> {
        replace::write_report(file, self.text().as_bytes())
    }
}

impl Totals {
    fn add(&mut self, outcome: &Outcome) {
        self.tests += 1;
        match outcome {
            Outcome::Success => {}
            Outcome::Failure { .. } => self.failures += 1,
            Outcome::Error { .. } => self.errors += 1,
            Outcome::Skipped(_) => self.skipped += 1,
        }
    }
}

impl Case {
    /// Writes the element. Writing to a string cannot fail.
    fn write(&self, out: &mut String) {
        let (name, class) = (escape(&self.name), escape(&self.class));
        let _ = write!(
            out,
            "        <testcase name=\"{name}\" classname=\"{class}\""
        );
        if let Some(elapsed) = self.elapsed {
            let _ = write!(out, " time=\"{:.3}\"", elapsed.as_secs_f64());
        }
        let (kind, message, text) = match &self.outcome {
            Outcome::Success => {
                out.push_str("/>\n");
                return;
            }
            Outcome::Skipped(why) => ("skipped", why, None),
            Outcome::Failure { message, text } => ("failure", message, text.as_deref()),
            Outcome::Error { message, text } => ("error", message, text.as_deref()),
        };
        let message = escape(message);
        let _ = write!(out, ">\n            <{kind} message=\"{message}\"");
        let _ = match text {
            Some(text) => writeln!(out, ">{}</{kind}>", escape(text)),
            None => writeln!(out, "/>"),
        };
        out.push_str("        </testcase>\n");
    }
}

/// The text as the content of an element or attribute, without the colours of a terminal and the characters that
/// XML does not allow.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in without_colours(text).chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '\'' => escaped.push_str("&apos;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(character),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => {}
            character => escaped.push(character),
        }
    }
    escaped
}

/// The text without control sequences: from ESC and `[` to a character from `@` to `~`.
fn without_colours(text: &str) -> Cow<'_, str> {
    const START: &str = "\u{1b}[";
    if !text.contains(START) {
        return text.into();
    }
    let mut parts = text.split(START);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|character| ('@'..='~').contains(&character));
        plain.push_str(end.map_or("", |end| &part[end + 1..]));
    }
    plain.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_has_totals_and_every_kind_of_result() {
        let mut junit = Junit::new("suite");
        let mut add = |suite: &str, outcome, elapsed| {
            let case = Case {
                name: "a \"b\" depth 1".to_owned(),
                class: "x.epd:1".to_owned(),
                outcome,
                elapsed,
            };
            junit.add(suite, case);
        };
        add("x.epd", Outcome::Success, Some(Duration::from_millis(1500)));
        let text = Some("<1>\n\u{1b}[31mred\u{1b}[0m\u{7}".to_owned());
        let message = "expected 1 & 2".to_owned();
        add("x.epd", Outcome::Failure { message, text }, None);
        let message = "it's late".to_owned();
        add(
            "y.epd",
            Outcome::Error {
                message,
                text: None,
            },
            None,
        );
        add("y.epd", Outcome::Skipped("interrupted".to_owned()), None);
        let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="canopy suite" tests="4" skipped="1" failures="1" errors="1">
    <testsuite name="x.epd" tests="2" skipped="0" errors="0" failures="1">
        <testcase name="a &quot;b&quot; depth 1" classname="x.epd:1" time="1.500"/>
        <testcase name="a &quot;b&quot; depth 1" classname="x.epd:1">
            <failure message="expected 1 &amp; 2">&lt;1&gt;
red</failure>
        </testcase>
    </testsuite>
    <testsuite name="y.epd" tests="2" skipped="1" errors="1" failures="0">
        <testcase name="a &quot;b&quot; depth 1" classname="x.epd:1">
            <error message="it&apos;s late"/>
        </testcase>
        <testcase name="a &quot;b&quot; depth 1" classname="x.epd:1">
            <skipped message="interrupted"/>
        </testcase>
    </testsuite>
</testsuites>
"#;
        assert_eq!(junit.text(), expected);
    }
}
