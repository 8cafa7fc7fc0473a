//! Reads suites line by line: recognizes the format of a line and collects its counts.

use std::sync::Arc;

use movegen::chess::variant::Rules;

use super::brackets::Brackets;
use super::case::{COUNT, Case, Queue, add_count, is_comment, read_position};
use super::error::SuiteError;
use super::fields::Fields;
use super::span::Span;
use super::table::Heading;
use super::{fields, forms, pairs};
use crate::games::{self, AnyPosition, ParseError};

/// The state between two lines. `open` is the block that further `perft` lines belong to.
pub(super) struct Reader {
    cases: Queue,
    /// The table whose brackets are open.
    brackets: Option<Brackets>,
    /// The position whose parts stand on lines of their own.
    fields: Fields,
    /// The heading of the table that the lines belong to.
    heading: Option<Heading>,
    open: Option<Case>,
    name: Option<(usize, String)>,
}

impl Reader {
    /// A reader of positions under these rules.
    pub(super) fn new(rules: &'static dyn Rules) -> Reader {
        Reader {
            cases: Queue::new(rules),
            brackets: None,
            fields: Fields::default(),
            heading: None,
            open: None,
            name: None,
        }
    }

    /// Reads one line; `number` counts from 1.
    pub(super) fn line(&mut self, number: usize, text: &str) -> Result<(), SuiteError> {
        let line = Span::line(number, text).trim();
        if let Some(brackets) = &mut self.brackets {
            brackets.line(number, text, &mut self.cases)?;
            self.brackets.take_if(|brackets| !brackets.is_open());
            return Ok(());
        }
        if line.part.is_empty() || line.part.starts_with('#') || line.part.starts_with("//") {
            return Ok(());
        }
        let (first, rest) = line.split_word();
        // `id = "start"` is a part of an entry.
        let labelled = rest.part.starts_with(['=', ':']);
        match first.part {
            _ if labelled => {
                self.close()?;
                self.other_line(line)?;
            }
            "id" => {
                self.close()?;
                self.fields.end(&mut self.cases)?;
                self.name = Some((number, rest.part.to_owned()));
            }
            "epd" => {
                let name = self.name.take().map(|(_, name)| name);
                self.close()?;
                self.fields.end(&mut self.cases)?;
                self.open = Some(read_position(rest, name, self.cases.rules)?);
            }
            "perft" => match &mut self.open {
                Some(case) => read_count(rest, "`perft DEPTH COUNT`", case)?,
                None => return Err(SuiteError::NoPosition { line: number }),
            },
            word => match games::parse_suite_line(word, position_text(line)) {
                Some(parsed) => {
                    self.close()?;
                    self.fields.end(&mut self.cases)?;
                    self.cases.push(read_tabbed_line(line, parsed)?);
                }
                None => {
                    self.close()?;
                    self.other_line(line)?;
                }
            },
        }
        Ok(())
    }

    /// Reads a line that begins with none of the known words.
    fn other_line(&mut self, line: Span<'_>) -> Result<(), SuiteError> {
        // `| --- | ---: |` below the heading of a table in Markdown.
        let is_rule = |letter: char| "|-: ".contains(letter);
        if line.part.starts_with('|') && line.part.chars().all(is_rule) {
            return Ok(());
        }
        if let Some(heading) = &self.heading {
            self.cases.push(heading.read(line, self.cases.rules)?);
            return Ok(());
        }
        if let Some(heading) = Heading::of(line) {
            self.heading = Some(heading);
            return Ok(());
        }
        let line = forms::without_comment(line);
        let element = line.part.trim_start_matches(['-', ' ']);
        let bracket = element.starts_with(['[', '{', '(', '.', '&']);
        if bracket && !fields::is_heading(line) {
            return self.bracket_line(line);
        }
        if line.part.chars().all(|letter| "]}),; ".contains(letter)) {
            // The end of a table of which only the rows are here.
            return Ok(());
        }
        let rules = self.cases.rules;
        let (word, _) = line.split_word();
        // Only a board has ranks to separate.
        let counted = match word.part.contains('/') && !word.part.starts_with('/') {
            true => read_counted_line(line, rules),
            false => Err(SuiteError::UnknownLine {
                line: line.line,
                found: word.part.to_owned(),
            }),
        };
        // The usual formats are described by their errors, so that they come first.
        let case = match counted {
            Ok(case) => case,
            Err(error) => match pairs::read(line, rules).or_else(|| forms::read(line, rules)) {
                Some(case) => case?,
                None if self.fields.line(line, &mut self.cases)? => return Ok(()),
                None if Brackets::beginning_with(line.part).is_some() => {
                    return self.bracket_line(line);
                }
                None => return Err(unread(line, error)),
            },
        };
        self.fields.end(&mut self.cases)?;
        self.cases.push(case);
        Ok(())
    }

    /// Reads a line that begins a table in brackets, or one that ends a longer table of which this is a part.
    fn bracket_line(&mut self, line: Span<'_>) -> Result<(), SuiteError> {
        self.fields.end(&mut self.cases)?;
        let Some((mut brackets, text)) = Brackets::beginning_with(line.part) else {
            return Err(SuiteError::UnknownLine {
                line: line.line,
                found: line.part.to_owned(),
            });
        };
        brackets.line(line.line, text, &mut self.cases)?;
        if brackets.is_open() {
            self.brackets = Some(brackets);
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
                self.cases.push(with_counts(case)?);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The next complete case.
    pub(super) fn take(&mut self) -> Option<Case> {
        self.cases.take()
    }

    /// Reads the end of the text.
    pub(super) fn end(&mut self) -> Result<(), SuiteError> {
        if let Some(brackets) = &self.brackets {
            brackets.end()?;
        }
        self.close()?;
        self.fields.end(&mut self.cases)
    }
}

/// The error for a line: what follows the position if the position itself can be read.
fn unread(line: Span<'_>, error: SuiteError) -> SuiteError {
    match (error, forms::after_position(line).map(Span::trim)) {
        (SuiteError::Fen { .. }, Some(after)) if !after.part.is_empty() => after.not_allowed(COUNT),
        (error, _) => error,
    }
}

/// `FEN ;D1 20 ;D2 400`: a position, as FEN or EPD, and its counts on one line.
fn read_counted_line(line: Span<'_>, rules: &'static dyn Rules) -> Result<Case, SuiteError> {
    let (position, counts) = line.split_counts();
    let mut case = read_position(position, None, rules)?;
    for part in counts
        .split(';')
        .map(Span::trim)
        .filter(|part| !part.part.is_empty())
    {
        match part.strip_prefix('D') {
            Some(counts) => read_count(counts, COUNT, &mut case)?,
            None => match comment(part.part) {
                Some(comment) => case.comments.push(comment.to_owned()),
                None => return Err(part.not_allowed(COUNT)),
            },
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

/// The text of a comment of EPD without a semicolon: `c0 "..."` to `c9 "..."`.
fn comment(part: &str) -> Option<&str> {
    let (opcode, operand) = part.split_once(' ')?;
    let text = operand.strip_prefix('"')?.strip_suffix('"')?;
    is_comment(opcode).then_some(text)
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
    let counts = numbers
        .map(Span::number)
        .collect::<Result<Vec<u128>, _>>()?;
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
        comments: Vec::new(),
        expected: (1..).zip(counts).collect(),
    })
}

/// A depth and a count, added to the case.
fn read_count(text: Span<'_>, allowed: &'static str, case: &mut Case) -> Result<(), SuiteError> {
    let (depth, count) = text.split_word();
    if depth.part.is_empty() || count.part.is_empty() || count.part.contains(char::is_whitespace) {
        return Err(text.trim().not_allowed(allowed));
    }
    add_count(depth, count, case)
}
