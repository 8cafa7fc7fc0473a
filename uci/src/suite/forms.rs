//! Lines as other programs write them: the position is found first, and all of the rest must be a name and counts.
//!
//! ```text
//! FEN,20,400,8902                    counts from depth 1 on
//! start; FEN; perft 3 = 8902         a name, and labels of several kinds
//! {"start", "FEN", 3, 8902},         a row of a table in source code
//! ```

use std::sync::LazyLock;

use movegen::chess::Position;
use regex::Regex;

use super::case::{Case, add_count, read_position};
use super::error::SuiteError;
use super::span::Span;

/// The FEN of the start position.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A position in a line.
static POSITION: LazyLock<Regex> = LazyLock::new(|| {
    let board = "(?:[pnbrqkPNBRQK1-8]+/){7}[pnbrqkPNBRQK1-8]+";
    let rights = "(?:-|[A-Ha-hKQkq]+) +(?:-|[a-h][36])";
    let pattern = format!(
        r#"(?:^|[ \t,;:"'(\[{{])(startpos|{board} +[wb] +{rights}(?: +[0-9]+ +[0-9]+)?)(?:$|[ \t,;:"'])"#
    );
    Regex::new(&pattern).expect("a valid pattern")
});

/// A count with its depth: `D3 8902`, `d3: 8902`, `perft 3 = 8902`, `depth 3 8902` or `3 8902`.
static LABELLED: LazyLock<Regex> = LazyLock::new(|| {
    let pattern =
        r"^(?:(?:[Dd]|[Dd]epth|[Pp]erft) *\(?)?([0-9]+)\)? *(?:[:=]|->|=>| ) *([0-9][0-9,_']*)$";
    Regex::new(pattern).expect("a valid pattern")
});

/// A number without its depth. Literals of C and Java end with letters.
static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new("^([0-9][0-9_']*)[uUlL]{0,3}$").expect("a valid pattern"));

/// The largest first number of two that may be a depth.
const MAX_UNLABELLED_DEPTH: u128 = 12;

/// No position of a game has more moves.
const MAX_MOVES: u128 = 218;

/// Reads such a line; `None` if it is none.
pub(super) fn read(line: Span<'_>) -> Option<Result<Case, SuiteError>> {
    let found = POSITION.captures(line.part)?.get(1)?;
    let name = name(&line.part[..found.start()])?;
    let counts = Counts::read(line.with(&line.part[found.end()..]))?;
    let fen = match found.as_str() {
        "startpos" => Span::line(line.line, START),
        fen => line.with(fen),
    };
    Some(read_position(fen, name.map(str::to_owned)).and_then(|case| counts.add_to(case)))
}

/// The name before a position, which is optional. `None` if the text is something else.
fn name(before: &str) -> Option<Option<&str>> {
    let before = before.trim_start_matches(['{', '(', '[', ' ', '\t']);
    let before = before.trim_end();
    let before = before
        .strip_suffix(['"', '\''])
        .unwrap_or(before)
        .trim_end();
    if before.is_empty() {
        return Some(None);
    }
    let name = before.strip_suffix([',', ';', ':'])?.trim();
    let name = name.trim_matches(['"', '\'']);
    (!name.is_empty()).then_some(Some(name))
}

/// The numbers behind a position.
enum Counts<'a> {
    /// Depths and counts.
    Labelled(Vec<(Span<'a>, Span<'a>)>),
    /// Numbers only.
    Numbers(Vec<Span<'a>>),
}

impl<'a> Counts<'a> {
    fn read(after: Span<'a>) -> Option<Counts<'a>> {
        let text = after.part.strip_prefix(['"', '\'']).unwrap_or(after.part);
        let text = text.trim_end_matches([' ', '\t', ')', '}', ']', ',', ';']);
        let text = text.trim_start_matches(' ');
        // A colon stands between the position and the counts only.
        let separators: &[char] = match text.chars().next()? {
            ',' => &[','],
            ';' | '\t' | ':' => &[';', '\t'],
            _ => return None,
        };
        let parts: Vec<Span<'a>> = after
            .with(&text[1..])
            .split_by(|letter| separators.contains(&letter))
            .map(Span::trim)
            .filter(|part| !part.part.is_empty())
            .collect();
        let all = |pattern: &Regex| parts.iter().all(|part| pattern.is_match(part.part));
        if parts.is_empty() {
            None
        } else if all(&LABELLED) {
            let labelled = parts.iter().filter_map(|part| {
                let (_, [depth, count]) = LABELLED.captures(part.part)?.extract();
                Some((part.with(depth), part.with(count)))
            });
            Some(Counts::Labelled(labelled.collect()))
        } else if all(&NUMBER) && parts.len() > 1 {
            let numbers = parts.iter().filter_map(|part| {
                let (_, [number]) = NUMBER.captures(part.part)?.extract();
                Some(part.with(number))
            });
            Some(Counts::Numbers(numbers.collect()))
        } else {
            None
        }
    }

    fn add_to(self, mut case: Case) -> Result<Case, SuiteError> {
        match self {
            Counts::Labelled(counts) => {
                for (depth, count) in counts {
                    add_count(depth, count, &mut case)?;
                }
            }
            Counts::Numbers(numbers) => match numbers[..] {
                [first, second] if is_depth_and_count(first, second, &case)? => {
                    add_count(first, second, &mut case)?;
                }
                _ => {
                    for (depth, count) in (1..).zip(numbers) {
                        let depth = u32::to_string(&depth);
                        add_count(Span::line(count.line, &depth), count, &mut case)?;
                    }
                }
            },
        }
        Ok(case)
    }
}

/// Whether two numbers are a depth and its count, and not the counts at depths 1 and 2. Both are in use, so the rules
/// decide: `1, 48` cannot be the counts of a position with 48 moves.
///
/// # Errors
/// If both are possible.
fn is_depth_and_count(first: Span<'_>, second: Span<'_>, case: &Case) -> Result<bool, SuiteError> {
    let (depth, count) = (first.number()?, second.number()?);
    let Some(position) = case.root.downcast::<Position>() else {
        return Ok(false);
    };
    let moves = position.perft(1);
    if depth != moves {
        return Ok(depth <= MAX_UNLABELLED_DEPTH);
    }
    if count == position.perft(2) || depth > MAX_UNLABELLED_DEPTH {
        return Ok(false);
    }
    if count > moves * MAX_MOVES {
        return Ok(true);
    }
    Err(SuiteError::Unlabelled {
        line: first.line,
        column: first.column(),
        numbers: (depth, count),
    })
}
