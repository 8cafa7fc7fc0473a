//! Asks an imitation the questions of a transcript.

use super::answers;
use crate::ask::{Exchange, Transcript};
use crate::imitate::{Budget, Imitation};

/// The leaves that one imitation may count.
const MOST_LEAVES: u64 = 10_000_000;

/// Whether the imitation gives every answer of the transcript.
pub(super) fn accounts(imitation: &mut dyn Imitation, transcript: &Transcript) -> bool {
    let mut budget = Budget::new(MOST_LEAVES);
    let mut same = |imitation: &mut dyn Imitation, exchange: &Exchange| {
        let Some(theirs) = &exchange.answer else {
            return true;
        };
        let question = exchange.question();
        imitation
            .ask(&question, &mut budget)
            .is_ok_and(|imitated| answers::same(&question, theirs, &imitated))
    };
    if imitation.remembers() {
        return transcript.processes().all(|process| {
            imitation.reset();
            process.iter().all(|exchange| same(imitation, exchange))
        });
    }
    // The cheapest first: a wrong imitation is soon refuted.
    let mut exchanges: Vec<&Exchange> = transcript.exchanges().iter().collect();
    exchanges.sort_by_key(|exchange| exchange.expected);
    exchanges
        .into_iter()
        .all(|exchange| same(imitation, exchange))
}
