//! The positions of `positions.txt`, which tell defects apart.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A FEN, moves from there, and a depth.
pub(crate) type Step = (&'static str, &'static str, u32);

/// Questions to one process, by what they are for.
type Lists = HashMap<&'static str, Vec<Vec<Step>>>;

/// A test reads all lines.
static LISTS: LazyLock<Lists> =
    LazyLock::new(|| parse(include_str!("positions.txt")).unwrap_or_else(|line| panic!("{line}")));

/// The questions for a purpose, each as the steps that one process is asked.
pub(crate) fn questions(purpose: &str) -> &'static [Vec<Step>] {
    &LISTS[purpose]
}

/// The first steps of these questions: all, if they have one step each.
pub(crate) fn steps(purpose: &str) -> impl Iterator<Item = &'static Step> {
    questions(purpose).iter().filter_map(|steps| steps.first())
}

/// # Errors
/// A line that is wrong.
fn parse(text: &'static str) -> Result<Lists, String> {
    let mut lists = Lists::new();
    let mut last = "";
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let wrong = || format!("'{line}' is not 'list; depth; FEN' or 'list; depth; FEN; moves'");
        let columns: Vec<&str> = line.split(';').map(str::trim).collect();
        let (purpose, depth, fen, moves) = match columns[..] {
            [purpose, depth, fen] => (purpose, depth, fen, ""),
            [purpose, depth, fen, moves] => (purpose, depth, fen, moves),
            _ => return Err(wrong()),
        };
        let step = (fen, moves, depth.parse().map_err(|_| wrong())?);
        if purpose == "then" {
            let steps = lists.get_mut(last).and_then(|list| list.last_mut());
            steps.ok_or_else(wrong)?.push(step);
        } else {
            last = purpose;
            lists.entry(purpose).or_default().push(vec![step]);
        }
    }
    Ok(lists)
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::chess::{ParsedPosition, PositionText};

    #[test]
    fn every_line_is_a_question() {
        let lists = parse(include_str!("positions.txt")).expect("valid");
        let mut purposes: Vec<&str> = lists.keys().copied().collect();
        purposes.sort_unstable();
        assert_eq!(
            purposes,
            ["fuzz", "pair", "pool", "probe", "series", "survey"]
        );
        for (purpose, questions) in &lists {
            let steps = match *purpose {
                "pair" => 2..=2,
                "fuzz" | "probe" | "series" => 1..=3,
                _ => 1..=1,
            };
            for question in questions {
                assert!(steps.contains(&question.len()), "{purpose} {question:?}");
                for (fen, moves, depth) in question {
                    let text = PositionText::new(Some(fen), moves);
                    assert!(ParsedPosition::from_text(&text).is_ok(), "{fen} {moves}");
                    assert!(*depth > 0, "{fen}");
                }
            }
        }
        for line in [
            "probe; 1",
            "then; 1; 8/8/8/8/8/8/8/8 w - - 0 1",
            "probe; x; y",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
