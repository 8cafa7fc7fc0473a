//! Perft suites: text files of positions with their leaf counts.

use std::path::Path;

/// One position of a suite.
pub(crate) struct Case {
    /// The number of the line with the position, for messages.
    pub(crate) line: usize,
    pub(crate) fen: String,
    /// Depth and leaf count.
    pub(crate) counts: Vec<(u32, u64)>,
}

/// Reads one of this project's suites.
pub(crate) fn own(name: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/suites");
    let cases = read(&folder.join(name));
    assert!(cases.len() >= 10, "{name}: {} positions", cases.len());
    cases
}

/// Reads a suite in either of the usual formats, recognised by their first word:
/// `FEN ;D1 20 ;D2 400` on one line, or a block of `id`, `epd FEN` and `perft DEPTH COUNT` lines.
///
/// # Panics
/// On any other line, naming it: a suite that is read wrongly tests nothing.
pub(crate) fn read(path: &Path) -> Vec<Case> {
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut cases: Vec<Case> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let bad = || -> ! { panic!("{}:{line_number}: not a suite line: {line}", path.display()) };
        match line.split_once(' ').map(|(word, rest)| (word, rest.trim())) {
            _ if line.trim().is_empty() || line.starts_with('#') => {}
            Some(("id", _)) => {}
            Some(("epd", fen)) => {
                cases.push(Case {
                    line: line_number,
                    fen: fen.to_owned(),
                    counts: Vec::new(),
                });
            }
            Some(("perft", pair)) => match (cases.last_mut(), count(pair)) {
                (Some(case), Some(pair)) => case.counts.push(pair),
                _ => bad(),
            },
            _ => {
                let (fen, rest) = line.split_once(';').unwrap_or_else(|| bad());
                let counts: Option<Vec<_>> = rest
                    .split(';')
                    .map(|field| count(field.trim().strip_prefix('D')?))
                    .collect();
                cases.push(Case {
                    line: line_number,
                    fen: fen.trim().to_owned(),
                    counts: counts.unwrap_or_else(|| bad()),
                });
            }
        }
    }
    cases
}

fn count(pair: &str) -> Option<(u32, u64)> {
    let (depth, count) = pair.split_once(' ')?;
    Some((depth.trim().parse().ok()?, count.trim().parse().ok()?))
}
