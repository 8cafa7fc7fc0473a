//! Texts in the forms of forums, issues, logs and suites.

mod errors;
mod forms;
mod sides;
mod totals;

use super::famous::FAMOUS;
use super::*;
use crate::why::{Claim, Counted, OtherMoves};

/// A short form of a claim: position, depth, what was counted, and what the text calls right.
fn short(claim: &Claim) -> String {
    let famous = FAMOUS.iter().position(|it| it.fen == claim.fen);
    let position = match famous {
        Some(index) => format!("p{}", index + 1),
        None => claim.fen.split('/').next().unwrap_or_default().to_owned(),
    };
    let moves: String = claim.moves.iter().map(|mv| format!(" {mv}")).collect();
    let counted = match &claim.counted {
        Counted::Total(total) => total.to_string(),
        Counted::Divide(divide, other) => {
            let total = divide
                .total
                .map_or(String::new(), |total| format!(" sum {total}"));
            let other = match other {
                OtherMoves::None => "all",
                OtherMoves::Unknown => "some",
                OtherMoves::Right => "rest right",
            };
            let (mv, count) = divide.lines.first().cloned().unwrap_or_default();
            format!("{mv} {count}.. {}{total} {other}", divide.lines.len())
        }
        Counted::Statistics(kinds, total) => {
            let total = total.map_or("-".to_owned(), |total| total.to_string());
            let kinds = kinds
                .iter()
                .map(|(name, number)| format!(" {name} {number}"));
            total + &kinds.collect::<String>()
        }
    };
    let expected = claim
        .expected
        .map_or(String::new(), |it| format!(" ({it})"));
    format!("{position}{moves} d{}: {counted}{expected}", claim.depth)
}

#[track_caller]
fn reads_with(text: &str, given: &Given, expected: &[&str]) -> Evidence {
    let evidence = match read(text, given) {
        Ok(evidence) => evidence,
        Err(error) => panic!("{error}\n{text}"),
    };
    let found: Vec<String> = evidence.claims.iter().map(short).collect();
    assert_eq!(
        found, expected,
        "\n{text}\n{:?}\n{:?}",
        evidence.assumptions, evidence.unread
    );
    evidence
}

#[track_caller]
fn reads(text: &str, expected: &[&str]) -> Evidence {
    reads_with(text, &Given::default(), expected)
}

const KIWIPETE: &str = FAMOUS[1].fen;
const POSITION_3: &str = FAMOUS[2].fen;
const POSITION_5: &str = FAMOUS[4].fen;
