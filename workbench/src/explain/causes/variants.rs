//! The known defects of programs that play variants, compared with the answers of the other side.

use std::time::Duration;

use movegen::chess::CastlingStyle;
use movegen::clock::Instant;

use super::{Cause, Causes, Certainty};
use crate::ask::{Exchange, OtherSide};
use crate::find::{Difference, Disagreement, Node, RandomGames, count};
use crate::imitate::{Altered, altered};

/// Answers to compare with each defect, as leaves.
const MOST_LEAVES: u128 = 500_000;

/// Random positions that are looked at to tell defects apart.
const MOST_POSITIONS: usize = 1500;

/// Questions about all positions, so that what no known defect predicts is noticed too; then only about those in which
/// the suspects differ.
const QUESTIONS: usize = 80;
const MOST_QUESTIONS: usize = 120;

/// How long questions are asked.
const PATIENCE: Duration = Duration::from_secs(20);

/// Questions that must be answered wrongly, each as a defect predicts, before it is called the cause.
const LEAST_CONFIRMATIONS: usize = 8;

/// The causes of what was found. Asks the other side more questions, and resets it.
pub(in crate::explain) fn of_variant(
    found: &Disagreement,
    other: &mut dyn OtherSide,
    style: CastlingStyle,
) -> Causes {
    let depends = found.remembers || found.varies || !found.earlier.is_empty();
    let rules = found.node.position.rules();
    let mut suspects: Vec<&'static Altered> = match depends {
        true => Vec::new(),
        false => altered(rules).collect(),
    };
    let seen = answers(found);
    suspects.retain(|suspect| {
        let gave = |exchange: &&Exchange| suspect.gave(exchange) == Some(true);
        seen.iter().all(gave)
    });
    let mut confirmations = 0;
    if !suspects.is_empty() && other.can_be_asked() {
        let narrowed = narrow(&mut suspects, found, other, style);
        // Without an answer, the suspects remain unconfirmed.
        confirmations = narrowed.unwrap_or(0);
        let _ = other.reset();
    }
    let certainty = match (
        &suspects[..],
        suspects.is_empty() || confirmations >= LEAST_CONFIRMATIONS,
    ) {
        (_, false) => Certainty::Fits,
        ([_], true) => Certainty::Accounts,
        (_, true) => Certainty::OneOfSeveral,
    };
    let cause = |suspect: &Altered| Cause {
        id: suspect.id,
        sentence: suspect.sentence.to_owned(),
        certainty,
    };
    Causes {
        all: suspects.into_iter().map(cause).collect(),
        examined: !depends && certainty != Certainty::Fits,
        ..Causes::default()
    }
}

/// The answers that defects are compared with: the last ones, the wrong answers of the descent among them.
fn answers(found: &Disagreement) -> Vec<&Exchange> {
    let mut left = MOST_LEAVES.max(2 * found.total);
    let exchanges = found.transcript.processes().rev();
    let last_first = exchanges.flat_map(|process| process.iter().rev());
    let within = last_first.take_while(|exchange| {
        left = left.saturating_sub(exchange.expected);
        left > 0
    });
    within
        .filter(|exchange| exchange.answer.is_some())
        .collect()
}

/// Asks about random positions, and removes the suspects that predict another answer. Returns how many wrong answers the
/// remaining ones have predicted; `None` without an answer, or without time for enough of them.
fn narrow(
    suspects: &mut Vec<&'static Altered>,
    found: &Disagreement,
    other: &mut dyn OtherSide,
    style: CastlingStyle,
) -> Option<usize> {
    let games = RandomGames {
        rules: found.node.position.rules(),
        seed: 19,
        chess960: style == CastlingStyle::Chess960,
        depth: 3,
        most_leaves: 5000,
    };
    let started = Instant::now();
    let (mut confirmations, mut questions) = (0, 0);
    for node in games.nodes().take(MOST_POSITIONS) {
        let node = node.ok()?;
        let is_confirmed = suspects.len() == 1 && confirmations >= LEAST_CONFIRMATIONS;
        let is_over = suspects.is_empty() || is_confirmed && questions >= QUESTIONS;
        if is_over || questions == MOST_QUESTIONS || other.stop().is_stopped() {
            break;
        }
        if started.elapsed() > PATIENCE {
            return None;
        }
        let right = count(node.position, node.depth).ok()?;
        if questions >= QUESTIONS && !is_telling(suspects, &node, right.total) {
            continue;
        }
        questions += 1;
        let question = node.question(right.total);
        let answer = other.ask(&question).ok()?;
        suspects.retain(|suspect| suspect.gives(&question, &answer) == Some(true));
        let difference = Difference::between(node.position, &right, &answer)?;
        confirmations += usize::from(!difference.is_none());
        let (left, fen, depth) = (suspects.len(), &node.fen, node.depth);
        log::debug!(
            "{left} suspects and {confirmations} confirmations after depth {depth} of {fen}"
        );
    }
    Some(confirmations)
}

/// Whether the totals of the suspects are not all the right one.
fn is_telling(suspects: &[&'static Altered], node: &Node, right: u128) -> bool {
    suspects.iter().any(|suspect| {
        let position = suspect.position(&node.question(right));
        let counted = position.and_then(|position| count(position, node.depth).ok());
        counted.is_some_and(|counted| counted.total != right)
    })
}
