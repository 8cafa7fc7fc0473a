//! Line by line: which of the formats a line belongs to, and what it adds.

use std::collections::VecDeque;

use movegen::chess::{InvalidFen, Operation, ParsedFen, Position};
use movegen::hive::Game;

use super::span::Span;
use super::{Case, MAX_DEPTH, Root, SuiteError};

/// What follows a position on its line.
const COUNT: &str = "`D` with a depth, a blank and a count, such as `;D2 400`";

/// What has been read so far; `open` is the block that further `perft` lines belong to.
#[derive(Default)]
pub(super) struct Reader {
    cases: VecDeque<Case>,
    open: Option<Case>,
    name: Option<(usize, String)>,
}

impl Reader {
    /// Takes one line, with its number counted from 1.
    pub(super) fn line(&mut self, number: usize, text: &str) -> Result<(), SuiteError> {
        let words = Span::line(number, text).trim();
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
            // No rank of a board begins like a type of game.
            game if game.starts_with("Base") => {
                self.close()?;
                self.cases.push_back(read_game_line(words)?);
            }
            // Only a board has ranks to separate; anything else is a slip of the pen.
            board if board.contains('/') => {
                self.close()?;
                let case = read_counted_line(words)?;
                self.cases.push_back(case);
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
                fen: case.text,
            }),
            Some(case) => {
                self.cases.push_back(case);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The next case that is complete.
    pub(super) fn take(&mut self) -> Option<Case> {
        self.cases.pop_front()
    }

    /// Ends the text.
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
            None => return Err(part.not_allowed(COUNT)),
        }
    }
    if case.expected.is_empty() {
        return Err(SuiteError::NoCounts {
            line: case.line,
            fen: case.text,
        });
    }
    Ok(case)
}

/// `GameString<TAB>4<TAB>96`: a game of Hive and its counts at depth 1, 2 and so on.
fn read_game_line(line: Span<'_>) -> Result<Case, SuiteError> {
    let mut parts = line.split('\t').map(Span::trim);
    let text = parts.next().unwrap_or(line);
    let game: Game = text.part.parse().map_err(|reason| SuiteError::Game {
        line: text.line,
        game: text.part.to_owned(),
        reason: Box::new(reason),
    })?;
    let counts = parts.map(read_number).collect::<Result<Vec<u128>, _>>()?;
    if counts.is_empty() {
        return Err(SuiteError::NoGameCounts {
            line: text.line,
            game: text.part.to_owned(),
        });
    }
    Ok(Case {
        line: text.line,
        name: None,
        text: text.part.to_owned(),
        root: Root::Hive(*game.position()),
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

/// Whether an operation is a letter and a number, and then a number: `d2 400` in place of `D2 400`.
fn is_like_a_count(operation: &Operation) -> bool {
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
    if let Some(operation) = parsed.operations.iter().find(|one| is_like_a_count(one)) {
        // A count that is taken for an operation would never be looked at.
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
        root: Root::Chess(position),
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
    case.expected.push((depth, read_number(count)?));
    Ok(())
}
