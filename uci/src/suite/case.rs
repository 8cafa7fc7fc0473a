//! A position of a suite, made from its text and the texts of its counts.

use std::collections::VecDeque;
use std::sync::Arc;

use movegen::chess::variant::{Rules, VariantPosition};
use movegen::chess::{CastlingStyle, Operation};

use super::error::SuiteError;
use super::span::Span;
use crate::games::AnyPosition;
use crate::limits::{Depth, LimitError};

/// The allowed text after a position on its line.
pub(super) const COUNT: &str = "`D` with a depth, a blank and a count, such as `;D2 400`";

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
    /// The comments of EPD, such as `c0 "pin"`, and the links of JSON.
    pub comments: Vec<String>,
    /// Depths and their counts, in the suite's order. Empty only for a position of a corpus that was not counted; no depth
    /// occurs twice.
    pub expected: Vec<(u32, u128)>,
}

/// Whether an EPD operation looks like a misspelt count: `d2 400` instead of `D2 400`.
fn looks_like_a_count(operation: &Operation) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    operation.opcode.get(1..).is_some_and(digits) && digits(&operation.operand)
}

/// Whether it is an opcode of a comment: `c0` to `c9`.
pub(super) fn is_comment(opcode: &str) -> bool {
    matches!(opcode.as_bytes(), [b'c', digit] if digit.is_ascii_digit())
}

/// The positions that were read and not yet taken.
pub(super) struct Queue {
    /// The rules of the positions.
    pub(super) rules: &'static dyn Rules,
    cases: VecDeque<Case>,
}

impl Queue {
    pub(super) fn new(rules: &'static dyn Rules) -> Queue {
        Queue {
            rules,
            cases: VecDeque::new(),
        }
    }

    pub(super) fn push(&mut self, case: Case) {
        self.cases.push_back(case);
    }

    pub(super) fn take(&mut self) -> Option<Case> {
        self.cases.pop_front()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }
}

/// Reads a position under these rules: a FEN, or `startpos`.
pub(super) fn read_position(
    fen: Span<'_>,
    name: Option<String>,
    rules: &'static dyn Rules,
) -> Result<Case, SuiteError> {
    let start;
    let fen = match fen.part.trim() {
        "startpos" => {
            start = VariantPosition::startpos(rules).fen(CastlingStyle::Standard);
            Span::line(fen.line, &start)
        }
        text => fen.with(text),
    };
    let parsed = VariantPosition::parse_fen(rules, fen.part).map_err(|reason| SuiteError::Fen {
        line: fen.line,
        fen: fen.part.to_owned(),
        reason: Box::new(reason),
    })?;
    let operations = parsed.operations.iter();
    if let Some(operation) = operations.clone().find(|&known| looks_like_a_count(known)) {
        // A count that is taken for an operation would never be checked.
        return Err(SuiteError::Count {
            line: fen.line,
            column: fen.column(),
            found: format!("{} {}", operation.opcode, operation.operand),
            allowed: COUNT,
        });
    }
    let comments = operations
        .filter(|operation| is_comment(&operation.opcode))
        .map(|operation| operation.operand.trim_matches('"').to_owned())
        .collect();
    Ok(Case {
        line: fen.line,
        name,
        text: fen.part.to_owned(),
        root: root(parsed.position),
        warnings: parsed.warnings,
        comments,
        expected: Vec::new(),
    })
}

/// The position as one of its game.
fn root(position: VariantPosition) -> Arc<dyn AnyPosition> {
    match position.as_standard() {
        Some(chess) => Arc::new(*chess),
        None => Arc::new(position),
    }
}

/// Adds a count to the case.
pub(super) fn add_count(
    depth: Span<'_>,
    count: Span<'_>,
    case: &mut Case,
) -> Result<(), SuiteError> {
    let (line, column) = (depth.line, depth.column());
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
    let leaves = count.number()?;
    if depth == 0 && leaves != 1 {
        return Err(SuiteError::DepthZero {
            line: count.line,
            column: count.column(),
            found: leaves,
        });
    }
    case.expected.push((depth, leaves));
    Ok(())
}
