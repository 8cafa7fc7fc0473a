//! Numbers for people and for programs, and the width of the terminal.

use std::io::{self, IsTerminal as _};

/// The columns of a terminal that does not report its size.
const DEFAULT_WIDTH: usize = 80;

/// The width of standard output in columns if it is a terminal; `None` for a file or a pipe.
pub fn stdout_width() -> Option<usize> {
    let stdout = io::stdout();
    stdout.is_terminal().then(|| {
        terminal_size::terminal_size_of(&stdout)
            .map_or(DEFAULT_WIDTH, |(width, _)| usize::from(width.0))
    })
}

/// How counts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// `4865609`, for programs.
    Plain,
    /// `4,865,609`, for people.
    Grouped,
}

impl Digits {
    /// Grouped if standard output is a terminal, plain if it is a file or a pipe.
    pub fn of_stdout() -> Digits {
        match io::stdout().is_terminal() {
            true => Digits::Grouped,
            false => Digits::Plain,
        }
    }

    /// Writes the number.
    ///
    /// ```
    /// use uci::report::Digits;
    /// assert_eq!(Digits::Grouped.write(4_865_609), "4,865,609");
    /// assert_eq!(Digits::Plain.write(4_865_609), "4865609");
    /// ```
    pub fn write(self, number: u128) -> String {
        let plain = number.to_string();
        if self == Digits::Plain {
            return plain;
        }
        let mut text = String::new();
        for (index, digit) in plain.chars().enumerate() {
            if index > 0 && (plain.len() - index).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        text
    }
}
