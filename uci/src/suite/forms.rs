//! Lines as other programs write them: the position is found first, and all of the rest must be a name and counts.
//!
//! ```text
//! FEN,20,400,8902                    counts from depth 1 on
//! start; FEN; perft 3 = 8902         a name, and labels of several kinds
//! "start", "FEN", 3, 8902            the same in quotes
//! ```

use std::sync::LazyLock;

use movegen::chess::variant::Rules;
use regex::Regex;

use super::case::{Case, add_count, read_position};
use super::error::SuiteError;
use super::numbers;
use super::span::Span;

/// A position in a line.
static POSITION: LazyLock<Regex> = LazyLock::new(|| {
    let rank = "[pnbrqkPNBRQK1-8~]+";
    let pocket = r"(?:\[[^ \]]*\]|/[pnbrqPNBRQ]*)?";
    let board = format!("(?:{rank}/){{7}}{rank}{pocket}");
    // The checks of three-check stand before or behind the clocks.
    let checks = r"(?: +\+?[0-9]\+[0-9])?";
    let rights = "(?:-|[A-Ha-hKQkq]+) +(?:-|[a-h][36])";
    let pattern = format!(
        r#"(?:^|[ \t,;:"'])(startpos|{board} +[wb] +{rights}{checks}(?: +[0-9]+ +[0-9]+)?{checks})(?:$|[ \t,;:"'])"#
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

/// What follows the position in a line.
pub(super) fn after_position(line: Span<'_>) -> Option<Span<'_>> {
    let found = POSITION.captures(line.part)?.get(1)?;
    Some(line.with(&line.part[found.end()..]))
}

/// The line without a comment behind the counts: `// ...` or `# ...`.
pub(super) fn without_comment(line: Span<'_>) -> Span<'_> {
    let Some(after) = after_position(line) else {
        return line;
    };
    // The quote before the position is open.
    let mut quoted = after.part.starts_with('"');
    let mut before = ' ';
    let comment = after.part.char_indices().find(|&(at, letter)| {
        quoted ^= letter == '"';
        let blank = std::mem::replace(&mut before, letter) == ' ';
        let begins = letter == '#' || after.part[at..].starts_with("//");
        begins && blank && !quoted && at > 0
    });
    let kept = comment.map_or(after.part.len(), |(at, _)| at);
    let end = line.part.len() - after.part.len() + kept;
    line.with(&line.part[..end]).trim()
}

/// Reads such a line; `None` if it is none.
pub(super) fn read(line: Span<'_>, rules: &'static dyn Rules) -> Option<Result<Case, SuiteError>> {
    let found = POSITION.captures(line.part)?.get(1)?;
    let name = name(&line.part[..found.start()])?;
    let counts = Counts::read(line.with(&line.part[found.end()..]))?;
    let fen = line.with(found.as_str());
    let case = read_position(fen, name.map(str::to_owned), rules);
    Some(case.and_then(|case| counts.add_to(case)))
}

/// The name before a position, which is optional. `None` if the text is something else.
fn name(before: &str) -> Option<Option<&str>> {
    let before = before.trim();
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
        let text = text.trim_end_matches([' ', '\t', ',', ';']);
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
            Counts::Numbers(numbers) => numbers::add(&numbers, &mut case)?,
        }
        Ok(case)
    }
}
