//! Starts this test binary as another program: the harness runs one test alone, and the test acts as that
//! program and does not return.

use std::io::{Write, stdout};
use std::process::exit;

/// The arguments with which the test binary acts as the program that these two words describe. `test` is the path of
/// the test that acts.
pub(crate) fn arguments(test: &str, words: [&str; 2]) -> Vec<String> {
    let (_crate, test) = test.split_once("::").expect("a path of a module");
    // The harness takes the words, and all that follow them, for names of tests.
    let [one, other] = words;
    ["-q", "--nocapture", "--exact", test, one, other]
        .map(str::to_owned)
        .to_vec()
}

/// The two words and what follows them, if the test binary was started with [`arguments`].
pub(crate) fn words() -> Option<(String, String, Vec<String>)> {
    let mut arguments = std::env::args().skip(3);
    let exact = arguments.next()?;
    let (_test, one, other) = (arguments.next()?, arguments.next()?, arguments.next()?);
    (exact == "--exact").then(|| (one, other, arguments.collect()))
}

/// A shell command that starts this test binary with these arguments.
#[cfg(unix)]
pub(crate) fn shell_command(arguments: &[String]) -> String {
    let this = std::env::current_exe().expect("a path");
    let words: Vec<String> = arguments.iter().map(|text| format!("'{text}'")).collect();
    format!("exec '{}' {}", this.display(), words.join(" "))
}

/// Writes to standard output. Bypasses the test harness, which captures `println!`.
pub(crate) fn write(text: &str) {
    let mut out = stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    // The reader may be gone.
    if written.is_err() {
        exit(0);
    }
}
