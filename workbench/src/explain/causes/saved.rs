//! The causes of a saved answer: nothing can be asked, so that exactness on all numbers is the criterion.

use movegen::chess::CastlingStyle;
use movegen::perft::{Progress, Stop};
use movegen::threads;

use super::{Cause, Causes, Certainty};
use crate::ask::{Answer, Exchange};
use crate::find::Disagreement;
use crate::fits::{Claim, Compared, WhyCause, causes, search};

/// The leaves of the largest tree that is counted by known defects: more would take longer than a minute.
const MOST_LEAVES: u128 = 5_000_000;

/// The known defects that give every number of the last answer; none, and not examined, if the tree is too large.
pub(in crate::explain) fn of_saved(
    found: &Disagreement,
    style: CastlingStyle,
    stop: &Stop,
) -> Causes {
    let compared = compared(found, style, stop);
    let Some(compared) = compared.filter(|compared| compared.expected <= MOST_LEAVES) else {
        return Causes::default();
    };
    let found = search(&[compared], threads::cores(), &Progress::new(), stop);
    let examined = found.is_complete && found.not_compared.is_empty();
    let all = causes(&found.fits);
    let certainty = match all.len() {
        _ if !examined => Certainty::Fits,
        1 => Certainty::Accounts,
        _ => Certainty::OneOfSeveral,
    };
    let cause = |cause: WhyCause| Cause {
        id: cause.id,
        sentence: cause.text(),
        certainty,
    };
    Causes {
        all: all.into_iter().map(cause).collect(),
        examined,
        ..Causes::default()
    }
}

/// The last answer beside Canopy's count.
fn compared(found: &Disagreement, style: CastlingStyle, stop: &Stop) -> Option<Compared> {
    let asked = found.trail.last()?;
    let divide = |exchange: &'_ Exchange| match &exchange.answer {
        Some(Answer::Divide(divide)) => Some(divide.clone()),
        _ => None,
    };
    let mut exchanges = found.transcript.exchanges().iter().rev();
    let divide = exchanges.find_map(divide)?;
    let node = &asked.node;
    let claim = Claim::new(
        node.fen.clone(),
        node.moves.clone(),
        node.depth,
        divide.into(),
    );
    Compared::new(&claim, node.position.rules(), style, 1, stop).ok()
}
