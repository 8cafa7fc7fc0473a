//! Perft suites: positions with the counts that other programs agree on.
//!
//! Three formats are in use, and a file may mix them, since each line tells by itself which one it
//! is:
//!
//! ```text
//! FEN ;D1 20 ;D2 400          the classic EPD suites
//! FEN; D1 20; D2 400          the same with the blank on the other side
//! id startpos                 blocks: a name (it may be missing), a position,
//! epd FEN                     and one line for each depth
//! perft 1 20
//! ```
//!
//! Blank lines and lines that start with `#` are skipped, so are a byte order mark and carriage
//! returns. Nothing here reads files or prints; see `cli::suite` for that.

use movegen::chess::{InvalidFen, ParsedFen, Position};

/// The deepest count that a suite may ask for. No suite comes near it: it is there to catch columns
/// that were mixed up.
pub const MAX_DEPTH: u32 = 255;

/// One position of a suite and what must be counted from it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The line on which the FEN stands, counted from 1.
    pub line: usize,
    /// The name given by an `id` line.
    pub name: Option<String>,
    /// The FEN as the suite writes it.
    pub fen: String,
    /// The same, read.
    pub position: Position,
    /// What was odd about the FEN without making it unreadable, such as castling rights that have
    /// no rook.
    pub warnings: Vec<String>,
    /// Depths and their counts, in the suite's order. Never empty; no depth occurs twice.
    pub expected: Vec<(u32, u128)>,
}

/// Why a suite cannot be read, and where.
///
/// Lines and columns count from 1, columns in characters.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// A line that belongs to none of the formats.
    #[error(
        "line {line}: found `{found}`; allowed are a FEN with its counts (`FEN ;D1 20 ;D2 400`), \
         `id NAME`, `epd FEN`, `perft DEPTH COUNT`, `# comment` and blank lines"
    )]
    UnknownLine {
        /// Where.
        line: usize,
        /// The first word of the line.
        found: String,
    },
    /// A position that cannot be read or has no defined rules.
    #[error("line {line}: cannot use the FEN `{fen}`: {reason}")]
    Fen {
        /// Where.
        line: usize,
        /// The whole FEN; columns in `reason` count from its start.
        fen: String,
        /// What is wrong with it.
        #[source]
        reason: Box<InvalidFen>,
    },
    /// Something other than a depth and a count after a FEN or after `perft`.
    #[error("line {line}, column {column}: found `{found}`; allowed is {allowed}")]
    Count {
        /// Where.
        line: usize,
        /// Where in the line.
        column: usize,
        /// The text that stands there.
        found: String,
        /// What may stand there.
        allowed: &'static str,
    },
    /// A depth that is not a number from 0 to [`MAX_DEPTH`].
    #[error(
        "line {line}, column {column}: found the depth `{found}`; \
         allowed is a whole number from 0 to {MAX_DEPTH}"
    )]
    Depth {
        /// Where.
        line: usize,
        /// Where in the line.
        column: usize,
        /// The text that stands there.
        found: String,
    },
    /// A count that is not a number, or not one that fits in 128 bits.
    #[error(
        "line {line}, column {column}: found the count `{found}`; \
         allowed is a whole number of at most 128 bits, digits only"
    )]
    Number {
        /// Where.
        line: usize,
        /// Where in the line.
        column: usize,
        /// The text that stands there.
        found: String,
    },
    /// A depth that the same position has already: one of the two counts would never be looked at.
    #[error("line {line}, column {column}: depth {depth} is given twice for this position")]
    RepeatedDepth {
        /// Where the second one stands.
        line: usize,
        /// Where in the line.
        column: usize,
        /// The depth.
        depth: u32,
    },
    /// A position without any count: it would pass without being checked.
    #[error(
        "line {line}: the position `{fen}` has no counts; write them behind it (`;D1 20`) \
         or, after `epd`, on lines of their own (`perft 1 20`)"
    )]
    NoCounts {
        /// Where the FEN stands.
        line: usize,
        /// The FEN.
        fen: String,
    },
    /// A `perft` line with no `epd` line before it.
    #[error("line {line}: `perft` without a position; an `epd FEN` line must come first")]
    NoPosition {
        /// Where.
        line: usize,
    },
    /// An `id` line that no `epd` line follows.
    #[error("line {line}: `id {name}` without a position; an `epd FEN` line must follow")]
    UnusedName {
        /// Where the `id` line stands.
        line: usize,
        /// The name.
        name: String,
    },
}

/// Reads a whole suite.
///
/// ```
/// let text = "8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 1 ;D2 5\n";
/// let cases = uci::suite::parse(text).expect("a suite");
/// assert_eq!(cases[0].expected, [(1, 1), (2, 5)]);
/// ```
///
/// # Errors
/// The first line that cannot be read, as a [`SuiteError`]. A text without any position is no
/// error: it has no cases.
pub fn parse(text: &str) -> Result<Vec<Case>, SuiteError> {
    let mut reader = Reader::default();
    for (index, line) in text
        .strip_prefix('\u{feff}')
        .unwrap_or(text)
        .lines()
        .enumerate()
    {
        reader.line(index + 1, line)?;
    }
    reader.finish()
}

/// What has been read so far; `open` is the block that further `perft` lines belong to.
#[derive(Default)]
struct Reader {
    cases: Vec<Case>,
    open: Option<Case>,
    name: Option<(usize, String)>,
}

impl Reader {
    fn line(&mut self, number: usize, text: &str) -> Result<(), SuiteError> {
        let words = Text {
            line: number,
            whole: text,
            part: text,
        }
        .trim();
        if words.part.is_empty() || words.part.starts_with('#') {
            return Ok(());
        }
        let (first, rest) = words.split_word();
        match first.part {
            "id" => {
                self.close()?;
                self.name = Some((number, rest.part.to_owned()));
            }
            "epd" => {
                let name = self.name.take().map(|(_, name)| name);
                self.close()?;
                self.open = Some(read_position(rest, name)?);
            }
            "perft" => match &mut self.open {
                Some(case) => read_count(rest, "`perft DEPTH COUNT`", case)?,
                None => return Err(SuiteError::NoPosition { line: number }),
            },
            // Only a board has ranks to separate; anything else is a slip of the pen.
            board if board.contains('/') => {
                self.close()?;
                let case = read_counted_line(words)?;
                self.cases.push(case);
            }
            found => {
                return Err(SuiteError::UnknownLine {
                    line: number,
                    found: found.to_owned(),
                });
            }
        }
        Ok(())
    }

    /// Ends the block that is open. Blank lines do not: some suites have them between `epd` and
    /// `perft`.
    fn close(&mut self) -> Result<(), SuiteError> {
        if let Some((line, name)) = self.name.take() {
            return Err(SuiteError::UnusedName { line, name });
        }
        match self.open.take() {
            Some(case) if case.expected.is_empty() => Err(SuiteError::NoCounts {
                line: case.line,
                fen: case.fen,
            }),
            Some(case) => {
                self.cases.push(case);
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn finish(mut self) -> Result<Vec<Case>, SuiteError> {
        self.close()?;
        Ok(self.cases)
    }
}

/// `FEN ;D1 20 ;D2 400`: a position and its counts on one line.
fn read_counted_line(line: Text<'_>) -> Result<Case, SuiteError> {
    const ALLOWED: &str = "`D` with a depth, a blank and a count, such as `;D2 400`";
    let mut parts = line.split(';');
    let fen = parts.next().unwrap_or(line).trim();
    let mut case = read_position(fen, None)?;
    for part in parts.map(Text::trim).filter(|part| !part.part.is_empty()) {
        match part.strip_prefix('D') {
            Some(counts) => read_count(counts, ALLOWED, &mut case)?,
            None => return Err(part.not_allowed(ALLOWED)),
        }
    }
    if case.expected.is_empty() {
        return Err(SuiteError::NoCounts {
            line: case.line,
            fen: case.fen,
        });
    }
    Ok(case)
}

fn read_position(fen: Text<'_>, name: Option<String>) -> Result<Case, SuiteError> {
    let unusable = |reason| SuiteError::Fen {
        line: fen.line,
        fen: fen.part.to_owned(),
        reason: Box::new(reason),
    };
    let parsed: ParsedFen = fen
        .part
        .parse()
        .map_err(|error| unusable(InvalidFen::Fen(error)))?;
    let (position, notes) = Position::from_setup(&parsed.setup)
        .map_err(|error| unusable(InvalidFen::Position(error)))?;
    let warnings = parsed.warnings.iter().map(ToString::to_string);
    let warnings = warnings
        .chain(notes.iter().map(ToString::to_string))
        .collect();
    Ok(Case {
        line: fen.line,
        name,
        fen: fen.part.to_owned(),
        position,
        warnings,
        expected: Vec::new(),
    })
}

/// A depth and a count, added to the case.
fn read_count(text: Text<'_>, allowed: &'static str, case: &mut Case) -> Result<(), SuiteError> {
    let (depth, count) = text.split_word();
    if depth.part.is_empty() || count.part.is_empty() || count.part.contains(char::is_whitespace) {
        return Err(text.trim().not_allowed(allowed));
    }
    let (line, column) = (text.line, depth.column());
    let found = || depth.part.to_owned();
    let depth = match depth.digits().and_then(|digits| digits.parse().ok()) {
        Some(depth) if depth <= MAX_DEPTH => depth,
        _ => {
            return Err(SuiteError::Depth {
                line,
                column,
                found: found(),
            });
        }
    };
    if case.expected.iter().any(|&(known, _)| known == depth) {
        return Err(SuiteError::RepeatedDepth {
            line,
            column,
            depth,
        });
    }
    let Some(number) = count.digits().and_then(|digits| digits.parse().ok()) else {
        return Err(SuiteError::Number {
            line,
            column: count.column(),
            found: count.part.to_owned(),
        });
    };
    case.expected.push((depth, number));
    Ok(())
}

/// A piece of a line that knows where it stands.
#[derive(Clone, Copy)]
struct Text<'a> {
    line: usize,
    whole: &'a str,
    part: &'a str,
}

impl<'a> Text<'a> {
    fn with(self, part: &'a str) -> Text<'a> {
        Text { part, ..self }
    }

    fn trim(self) -> Text<'a> {
        self.with(self.part.trim())
    }

    fn split(self, at: char) -> impl Iterator<Item = Text<'a>> {
        self.part.split(at).map(move |part| self.with(part))
    }

    /// The first word and what follows it, both trimmed.
    fn split_word(self) -> (Text<'a>, Text<'a>) {
        let text = self.part.trim();
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        (self.with(&text[..end]), self.with(text[end..].trim()))
    }

    fn strip_prefix(self, prefix: char) -> Option<Text<'a>> {
        self.part.strip_prefix(prefix).map(|part| self.with(part))
    }

    /// The text if it is all digits: `parse` alone would take a plus sign as well.
    fn digits(self) -> Option<&'a str> {
        self.part
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then_some(self.part)
    }

    /// The column where the part starts. A part is always cut out of the line, so its address tells
    /// how far into the line it stands.
    fn column(self) -> usize {
        let start = (self.part.as_ptr() as usize).saturating_sub(self.whole.as_ptr() as usize);
        self.whole
            .get(..start)
            .map_or(0, |before| before.chars().count())
            + 1
    }

    fn not_allowed(self, allowed: &'static str) -> SuiteError {
        SuiteError::Count {
            line: self.line,
            column: self.column(),
            found: self.part.to_owned(),
            allowed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::chess::Position;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn cases(text: &str) -> Vec<Case> {
        parse(text).unwrap_or_else(|error| panic!("{error}"))
    }

    fn error(text: &str) -> SuiteError {
        parse(text).expect_err("the suite was read")
    }

    #[test]
    fn semicolon_before_the_depth() {
        let cases = cases(&format!("{START} ;D1 20 ;D2 400\n"));
        assert_eq!(cases.len(), 1);
        assert_eq!(cases[0].fen, START);
        assert_eq!(cases[0].line, 1);
        assert_eq!(cases[0].name, None);
        assert_eq!(cases[0].position, Position::startpos());
        assert_eq!(cases[0].expected, [(1, 20), (2, 400)]);
    }

    #[test]
    fn semicolon_after_the_fen() {
        let cases = cases(&format!("{START}; D1 20; D3 8902;\n"));
        assert_eq!(cases[0].fen, START);
        assert_eq!(cases[0].expected, [(1, 20), (3, 8902)]);
    }

    #[test]
    fn blocks() {
        let text = "# a comment\n\nid start position\n\
                    epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n\n\
                    # 20\nperft 1 20\nperft 2 400\n\n\
                    epd 8/8/8/8/8/8/8/K1k5 w - -\nperft 0 1";
        let cases = cases(text);
        assert_eq!(cases.len(), 2);
        assert_eq!(
            (cases[0].name.as_deref(), cases[0].line),
            (Some("start position"), 4)
        );
        assert_eq!(cases[0].position, Position::startpos());
        assert_eq!(cases[0].expected, [(1, 20), (2, 400)]);
        assert_eq!((cases[1].name.as_deref(), cases[1].line), (None, 10));
        assert_eq!(cases[1].expected, [(0, 1)]);
    }

    #[test]
    fn formats_may_be_mixed() {
        let cases = cases(&format!(
            "id one\nepd {START}\nperft 1 20\n{START} ;D1 20\n{START}; D2 400\n"
        ));
        assert_eq!(
            cases.iter().map(|case| case.line).collect::<Vec<_>>(),
            [2, 4, 5]
        );
    }

    #[test]
    fn byte_order_mark_and_carriage_returns() {
        let cases = cases(&format!(
            "\u{feff}{START} ;D1 20\r\n\r\n  # more\r\nid x\r\nepd {START}\r\nperft 1 20\r\n"
        ));
        assert_eq!(cases.len(), 2);
        assert_eq!(cases[1].name.as_deref(), Some("x"));
        assert_eq!(cases[1].fen, START);
    }

    #[test]
    fn counts_beyond_64_bits() {
        let cases = cases(&format!(
            "{START} ;D20 340282366920938463463374607431768211455"
        ));
        assert_eq!(cases[0].expected, [(20, u128::MAX)]);
    }

    #[test]
    fn nothing_at_all_has_no_cases() {
        assert!(cases("").is_empty());
        assert!(cases("# only\n\n  \t\n").is_empty());
    }

    #[test]
    fn a_right_without_a_rook_is_a_warning() {
        let cases = cases("4k3/8/8/8/8/8/8/4K3 w K - 0 1 ;D1 5");
        assert_eq!(cases[0].warnings.len(), 1, "{:?}", cases[0].warnings);
    }

    #[test]
    fn error_for_a_line_of_no_format() {
        let error = error(&format!("{START} ;D1 20\nprft 2 400\n"));
        assert!(matches!(&error, SuiteError::UnknownLine { line: 2, found } if found == "prft"));
        assert!(
            error
                .to_string()
                .starts_with("line 2: found `prft`; allowed are a FEN"),
            "{error}"
        );
    }

    #[test]
    fn error_for_a_fen_that_cannot_be_read() {
        let error = error("# x\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1 ;D1 20");
        let SuiteError::Fen {
            line: 2, reason, ..
        } = &error
        else {
            panic!("{error:?}")
        };
        assert!(matches!(**reason, InvalidFen::Fen(_)), "{error:?}");
        assert!(
            error
                .to_string()
                .starts_with("line 2: cannot use the FEN `rnbqkbnr/pppp"),
            "{error}"
        );
    }

    #[test]
    fn error_for_a_position_without_rules() {
        let error = error("id x\nepd 8/8/8/8/8/8/8/4K3 w - -\nperft 1 5");
        let SuiteError::Fen {
            line: 2, reason, ..
        } = &error
        else {
            panic!("{error:?}")
        };
        assert!(matches!(**reason, InvalidFen::Position(_)), "{error:?}");
    }

    #[test]
    fn error_for_something_else_than_a_count() {
        let text = format!("{START} ;D1 20 ;X2 400");
        let found = error(&text);
        let at = START.len() + " ;D1 20 ;".len() + 1;
        assert!(
            matches!(
                &found,
                SuiteError::Count { line: 1, column, found, .. }
                    if *column == at && found == "X2 400"
            ),
            "{found:?}"
        );
        assert!(matches!(
            error(&format!("{START} ;D1")),
            SuiteError::Count { line: 1, .. }
        ));
        assert!(matches!(
            error(&format!("{START} ;D1 20 D2 400")),
            SuiteError::Count { line: 1, .. }
        ));
        assert!(matches!(
            error(&format!("epd {START}\nperft 1\n")),
            SuiteError::Count { line: 2, .. }
        ));
    }

    #[test]
    fn error_for_a_depth() {
        for depth in ["x", "-1", "+1", "256", "1.5", "99999999999"] {
            let found = error(&format!("epd {START}\nperft {depth} 20"));
            assert!(
                matches!(&found, SuiteError::Depth { line: 2, column: 7, found } if found == depth),
                "{depth}: {found:?}"
            );
        }
    }

    #[test]
    fn error_for_a_number() {
        for number in [
            "abc",
            "-20",
            "+20",
            "1,000",
            "340282366920938463463374607431768211456",
        ] {
            let found = error(&format!("epd {START}\nperft 1 {number}"));
            assert!(
                matches!(
                    &found,
                    SuiteError::Number { line: 2, column: 9, found } if found == number
                ),
                "{number}: {found:?}"
            );
        }
    }

    #[test]
    fn error_for_a_repeated_depth() {
        let column = START.len() + " ;D1 20 ;D".len() + 1;
        let found = error(&format!("{START} ;D1 20 ;D1 21"));
        assert!(
            matches!(
                found,
                SuiteError::RepeatedDepth { line: 1, column: at, depth: 1 } if at == column
            ),
            "{found:?}"
        );
    }

    #[test]
    fn error_for_a_case_without_counts() {
        assert!(matches!(error(START), SuiteError::NoCounts { line: 1, .. }));
        assert!(matches!(
            error(&format!("{START} ;")),
            SuiteError::NoCounts { line: 1, .. }
        ));
        assert!(matches!(
            error(&format!("epd {START}\n\n{START} ;D1 20")),
            SuiteError::NoCounts { line: 1, .. }
        ));
        assert!(matches!(
            error(&format!("\nepd {START}")),
            SuiteError::NoCounts { line: 2, .. }
        ));
    }

    #[test]
    fn error_for_perft_without_epd() {
        assert!(matches!(
            error("perft 1 20"),
            SuiteError::NoPosition { line: 1 }
        ));
        // A counted line stands for itself: nothing may be added to it.
        assert!(matches!(
            error(&format!("{START} ;D1 20\nperft 2 400")),
            SuiteError::NoPosition { line: 2 }
        ));
    }

    #[test]
    fn error_for_an_id_without_epd() {
        let error = error("id a\nid b\n");
        assert!(matches!(&error, SuiteError::UnusedName { line: 1, name } if name == "a"));
        assert!(matches!(
            parse(&format!("id a\n{START} ;D1 20")),
            Err(SuiteError::UnusedName { line: 1, .. })
        ));
        assert!(matches!(
            parse("id a\n"),
            Err(SuiteError::UnusedName { line: 1, .. })
        ));
    }
}
