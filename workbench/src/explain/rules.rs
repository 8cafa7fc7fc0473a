//! The rules that a finding is about, to recognise the same bug in other positions.

use std::collections::BTreeSet;

use super::patterns;
use crate::find::{Disagreement, Finding};

/// The rules behind the wrong moves of a finding, or the kind of the finding if its moves are right:
/// "extra moves that castle through check", "missing moves that are under-promotions".
///
/// Costs no count. Two findings with the same rules can still have different causes.
pub fn rules(found: &Disagreement) -> BTreeSet<String> {
    if !found.earlier.is_empty() {
        // Which moves are wrong depends on the questions.
        return BTreeSet::from(["an answer that depends on earlier questions".to_owned()]);
    }
    let difference = found.finding.difference();
    if difference.in_moves() {
        return patterns::rules(&found.node.position, found.history().as_ref(), difference);
    }
    let kind = match &found.finding {
        // Its moves are right, as checked above.
        Finding::Moves(_) => "wrong moves",
        Finding::Leaves(_) => "moves that do not count 1 at depth 1",
        Finding::Total(_) => "a total that is not the sum of the counts",
        Finding::Refused(_) => "a wrong number of moves",
        Finding::Unreadable(_) => "lines that cannot be read",
        Finding::Tree(_) => "a wrong tree of right positions",
        Finding::Counts(_) => "wrong counts",
    };
    BTreeSet::from([kind.to_owned()])
}
