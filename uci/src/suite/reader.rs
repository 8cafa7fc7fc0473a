//! Reads suites line by line: recognizes the format of a line and collects its counts.

use std::collections::VecDeque;
use std::sync::Arc;

use movegen::chess::{InvalidFen, Operation, ParsedFen, Position};

use super::error::SuiteError;
use super::span::Span;
use crate::games::{self, AnyPosition, ParseError};
use crate::limits::{Depth, LimitError};

/// The allowed text after a position on its line.
const COUNT: &str = "`D` with a depth, a blank and a count, such as `;D2 400`";

/// A position of a suite and its expected counts.
#[derive(Clone, Debug)]
pub struct Case {
    /// The line on which the position stands, counted from 1.
    pub line: usize,
    /// The name given by an `id` line.
    pub name: Option<String>,
    /// The text of the position in the suite, such as a FEN or a GameString.
    pub text: String,
    /// The position itself.
    pub root: Arc<dyn AnyPosition>,
    /// Oddities of the FEN that do not make it unreadable, such as castling rights without a rook.
    pub warnings: Vec<String>,
    /// Depths and their counts, in the suite's order. Never empty; no depth occurs twice.
    pub expected: Vec<(u32, u128)>,
}

/// The state between two lines. `open` is the block that further `perft` lines belong to.
#[derive(Default)]
pub(super) struct Reader {
    cases: VecDeque<Case>,
    open: Option<Case>,
    name: Option<(usize, String)>,
}

impl Reader {
    /// Reads one line; `number` counts from 1.
    pub(super) fn line(&mut self, number: usize, text: &str) -> Result<(), SuiteError> {
        let line = Span::line(number, text).trim();
        if line.part.is_empty() || line.part.starts_with('#') {
            return Ok(());
        }
        let (first, rest) = line.split_word();
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
            word => match games::parse_suite_line(word, position_text(line)) {
                Some(parsed) => {
                    self.close()?;
                    self.cases.push_back(read_tabbed_line(line, parsed)?);
                }
                // Only a board has ranks to separate; anything else is a typing error.
                None if word.contains('/') => {
                    self.close()?;
                    self.cases.push_back(read_counted_line(line)?);
                }
                None => {
                    return Err(SuiteError::UnknownLine {
                        line: number,
                        found: word.to_owned(),
                    });
                }
            },
        }
        Ok(())
    }

    /// Closes the open block. Blank lines do not close it: some suites have them between `epd` and
    /// `perft`.
    fn close(&mut self) -> Result<(), SuiteError> {
        if let Some((line, name)) = self.name.take() {
            return Err(SuiteError::UnusedName { line, name });
        }
        match self.open.take() {
            Some(case) => {
                self.cases.push_back(with_counts(case)?);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The next complete case.
    pub(super) fn take(&mut self) -> Option<Case> {
        self.cases.pop_front()
    }

    /// Reads the end of the text.
    pub(super) fn end(&mut self) -> Result<(), SuiteError> {
        self.close()
    }
}

/// `FEN ;D1 20 ;D2 400`: a position, as FEN or EPD, and its counts on one line.
fn read_counted_line(line: Span<'_>) -> Result<Case, SuiteError> {
    let (position, counts) = line.split_counts();
    let mut case = read_position(position, None)?;
    for part in counts
        .split(';')
        .map(Span::trim)
        .filter(|part| !part.part.is_empty())
    {
        match part.strip_prefix('D') {
            Some(counts) => read_count(counts, COUNT, &mut case)?,
            None if is_comment(part.part) => {}
            None => return Err(part.not_allowed(COUNT)),
        }
    }
    with_counts(case)
}

/// Refuses a position without counts: it would pass unchecked.
fn with_counts(case: Case) -> Result<Case, SuiteError> {
    match case.expected.is_empty() {
        true => Err(SuiteError::NoCounts {
            line: case.line,
            fen: case.text,
        }),
        false => Ok(case),
    }
}

/// Whether it is a comment of EPD, `c0 "..."` to `c9 "..."`, without a semicolon.
fn is_comment(part: &str) -> bool {
    let (opcode, operand) = part.split_once(' ').unwrap_or((part, ""));
    let digit = opcode.strip_prefix('c').filter(|digit| digit.len() == 1);
    let quoted = operand.len() >= 2 && operand.starts_with('"') && operand.ends_with('"');
    quoted && digit.is_some_and(|digit| digit.starts_with(|c: char| c.is_ascii_digit()))
}

/// The text of a position that counts follow after tabs.
fn position_text(line: Span<'_>) -> &str {
    let end = line.part.find('\t').unwrap_or(line.part.len());
    line.part[..end].trim()
}

/// `GameString<TAB>4<TAB>96`: a position of any game but chess, and its counts at depth 1, 2 and so
/// on.
fn read_tabbed_line(
    line: Span<'_>,
    parsed: Result<Box<dyn AnyPosition>, ParseError>,
) -> Result<Case, SuiteError> {
    let text = position_text(line).to_owned();
    let root = parsed.map_err(|reason| SuiteError::Game {
        line: line.line,
        game: text.clone(),
        reason,
    })?;
    let numbers = line.split('\t').skip(1).map(Span::trim);
    let counts = numbers.map(read_number).collect::<Result<Vec<u128>, _>>()?;
    if counts.is_empty() {
        return Err(SuiteError::NoGameCounts {
            line: line.line,
            game: text,
        });
    }
    Ok(Case {
        line: line.line,
        name: None,
        text,
        root: Arc::from(root),
        warnings: Vec::new(),
        expected: (1..).zip(counts).collect(),
    })
}

fn read_number(text: Span<'_>) -> Result<u128, SuiteError> {
    let number = text.digits().and_then(|digits| digits.parse().ok());
    number.ok_or_else(|| SuiteError::Number {
        line: text.line,
        column: text.column(),
        found: text.part.to_owned(),
    })
}

/// Whether an EPD operation looks like a misspelt count: `d2 400` instead of `D2 400`.
fn looks_like_a_count(operation: &Operation) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    operation.opcode.get(1..).is_some_and(digits) && digits(&operation.operand)
}

fn read_position(fen: Span<'_>, name: Option<String>) -> Result<Case, SuiteError> {
    let unusable = |reason| SuiteError::Fen {
        line: fen.line,
        fen: fen.part.to_owned(),
        reason: Box::new(reason),
    };
    let parsed: ParsedFen = fen
        .part
        .parse()
        .map_err(|error| unusable(InvalidFen::Fen(error)))?;
    if let Some(operation) = parsed
        .operations
        .iter()
        .find(|operation| looks_like_a_count(operation))
    {
        // A count that is taken for an operation would never be checked.
        return Err(SuiteError::Count {
            line: fen.line,
            column: fen.column(),
            found: format!("{} {}", operation.opcode, operation.operand),
            allowed: COUNT,
        });
    }
    let (position, notes) = Position::from_setup(&parsed.setup)
        .map_err(|error| unusable(InvalidFen::Position(error)))?;
    let warnings = parsed.warnings.iter().map(ToString::to_string);
    let warnings = warnings
        .chain(notes.iter().map(ToString::to_string))
        .collect();
    Ok(Case {
        line: fen.line,
        name,
        text: fen.part.to_owned(),
        root: Arc::new(position),
        warnings,
        expected: Vec::new(),
    })
}

/// A depth and a count, added to the case.
fn read_count(text: Span<'_>, allowed: &'static str, case: &mut Case) -> Result<(), SuiteError> {
    let (depth, count) = text.split_word();
    if depth.part.is_empty() || count.part.is_empty() || count.part.contains(char::is_whitespace) {
        return Err(text.trim().not_allowed(allowed));
    }
    let (line, column) = (text.line, depth.column());
    let digits = depth.digits().unwrap_or_default();
    let parsed: Result<Depth, _> = digits.parse();
    let depth = parsed.map_err(|reason| SuiteError::Depth {
        line,
        column,
        reason: LimitError {
            found: depth.part.to_owned(),
            ..reason
        },
    })?;
    let depth = depth.plies();
    if case.expected.iter().any(|&(known, _)| known == depth) {
        return Err(SuiteError::RepeatedDepth {
            line,
            column,
            depth,
        });
    }
    case.expected.push((depth, read_number(count)?));
    Ok(())
}
