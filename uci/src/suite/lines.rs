//! A suite read from a file or a pipe, position by position, in bounded memory.

use std::io::{self, BufRead, Read as _};

use movegen::chess::variant::Rules;

use super::case::Case;
use super::error::SuiteError;
use super::reader::Reader;

/// The longest line that a suite may have, in bytes without the line end. A position of JSON Lines may name thousands of
/// links.
pub const MAX_LINE: usize = 1 << 20;

/// Why a suite cannot be read any further.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system cannot read it.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line that is too long.
    #[error("line {line}: longer than the {MAX_LINE} bytes that are allowed")]
    TooLong {
        /// Where.
        line: usize,
    },
    /// A line that is not text.
    #[error("line {line}: not UTF-8 text")]
    NotText {
        /// Where.
        line: usize,
    },
    /// Text in another encoding, which Windows programs call "Unicode".
    #[error("line {line}: UTF-16 text; allowed is UTF-8")]
    Utf16 {
        /// Where.
        line: usize,
    },
    /// A line that is no part of a suite.
    #[error("{0}")]
    Suite(#[from] SuiteError),
}

/// The positions of a suite in order. After an error there are no more.
pub struct Cases<R> {
    input: R,
    line: usize,
    bytes: Vec<u8>,
    /// `None` after the end.
    reader: Option<Reader>,
}

/// Reads a suite of positions under these rules line by line.
///
/// ```
/// use movegen::chess::variant::Standard;
/// let text = "8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 1 ;D2 5\n";
/// let mut cases = uci::suite::cases(text.as_bytes(), &Standard);
/// let case = cases.next().expect("a position").expect("no error");
/// assert_eq!(case.expected, [(1, 1), (2, 5)]);
/// assert!(cases.next().is_none());
/// ```
pub fn cases<R: BufRead>(input: R, rules: &'static dyn Rules) -> Cases<R> {
    Cases {
        input,
        line: 0,
        bytes: Vec::new(),
        reader: Some(Reader::new(rules)),
    }
}

impl<R: BufRead> Cases<R> {
    fn next_case(&mut self) -> Result<Option<Case>, ReadError> {
        while let Some(reader) = &mut self.reader {
            if let Some(case) = reader.take() {
                return Ok(Some(case));
            }
            self.bytes.clear();
            // One byte more than a line of the greatest length with `\r\n` shows a longer one.
            let most = MAX_LINE as u64 + 2;
            let length = (&mut self.input)
                .take(most)
                .read_until(b'\n', &mut self.bytes)?;
            if length == 0 {
                reader.end()?;
                let last = reader.take();
                self.reader = None;
                return Ok(last);
            }
            self.line += 1;
            let line = self.line;
            if line == 1
                && self
                    .bytes
                    .iter()
                    .take(4)
                    .any(|&byte| matches!(byte, 0 | 0xFE | 0xFF))
            {
                return Err(ReadError::Utf16 { line });
            }
            let bytes = self.bytes.strip_suffix(b"\n").unwrap_or(&self.bytes);
            let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
            if bytes.len() > MAX_LINE {
                return Err(ReadError::TooLong { line });
            }
            let text = str::from_utf8(bytes).map_err(|_| ReadError::NotText { line })?;
            let text = match line {
                1 => text.strip_prefix('\u{feff}').unwrap_or(text),
                _ => text,
            };
            reader.line(line, text)?;
        }
        Ok(None)
    }
}

impl<R: BufRead> Iterator for Cases<R> {
    type Item = Result<Case, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.next_case();
        if next.is_err() {
            self.reader = None;
        }
        next.transpose()
    }
}

#[cfg(test)]
mod tests {
    use movegen::chess::variant::Standard;

    use super::*;

    const LINE: &str = "8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 1";

    fn read(text: impl AsRef<[u8]>) -> Result<Vec<usize>, ReadError> {
        cases(text.as_ref(), &Standard)
            .map(|case| case.map(|case| case.line))
            .collect()
    }

    #[test]
    fn lines_are_counted_and_their_ends_do_not_matter() {
        let text = format!("\u{feff}{LINE}\r\n\n# comment\n{LINE}\n  {LINE}");
        assert_eq!(read(text).expect("a suite"), [1, 4, 5]);
        assert!(read("").expect("an empty suite").is_empty());
        let blocks = "id a\nepd 8/8/8/8/8/8/8/K1k5 w - - 0 1\nperft 1 1\nid b\n\
                      epd 8/8/8/8/8/8/8/K1k5 b - - 0 1\nperft 1 3\n";
        assert_eq!(read(blocks).expect("a suite"), [2, 5]);
        let mixed = format!("{blocks}{LINE}\n");
        assert_eq!(read(mixed).expect("a suite"), [2, 5, 7]);
    }

    #[test]
    fn a_long_line_is_an_error_with_its_number() {
        let comment = |length: usize| format!("{LINE}\n#{}\r\n{LINE}\n", "x".repeat(length - 1));
        assert_eq!(read(comment(MAX_LINE)).expect("a suite"), [1, 3]);
        let error = read(comment(MAX_LINE + 1)).expect_err("a line too long");
        assert_eq!(
            error.to_string(),
            "line 2: longer than the 1048576 bytes that are allowed"
        );
    }

    #[test]
    fn an_endless_line_ends_the_reading() {
        let endless = io::BufReader::new(io::repeat(b' '));
        let error = cases(endless, &Standard)
            .next()
            .expect("an error")
            .expect_err("none");
        assert!(matches!(error, ReadError::TooLong { line: 1 }), "{error}");
    }

    #[test]
    fn an_error_is_the_end() {
        let mut cases = cases(
            &b"\xe4\n8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 1\n"[..],
            &Standard,
        );
        let error = cases.next().expect("an error").expect_err("no text");
        assert_eq!(error.to_string(), "line 1: not UTF-8 text");
        assert!(cases.next().is_none());
    }

    #[test]
    fn utf_16_is_named() {
        for (marks, big) in [(&b"\xff\xfe"[..], false), (b"\xfe\xff", true), (b"", false)] {
            let units = LINE.encode_utf16();
            let bytes = units.flat_map(|unit| match big {
                true => unit.to_be_bytes(),
                false => unit.to_le_bytes(),
            });
            let text: Vec<u8> = marks.iter().copied().chain(bytes).collect();
            let error = read(text).expect_err("UTF-16").to_string();
            assert_eq!(error, "line 1: UTF-16 text; allowed is UTF-8");
        }
    }

    #[test]
    fn an_open_block_at_the_end_is_an_error() {
        let error = read("epd 8/8/8/8/8/8/8/K1k5 w - - 0 1\n").expect_err("no counts");
        assert!(matches!(
            error,
            ReadError::Suite(SuiteError::NoCounts { .. })
        ));
    }
}
