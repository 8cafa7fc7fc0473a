//! The causes of a saved answer: nothing can be asked, so that exactness on all numbers is the criterion.

use movegen::chess::CastlingStyle;
use movegen::perft::{Progress, Stop};
use movegen::threads;

use super::{Cause, Causes, Certainty};
use crate::ask::{Answer, Exchange};
use crate::find::Disagreement;
use crate::fits::{Claim, Compared, Counted, OtherMoves, WhyCause, causes, search};

/// The known defects that give every number of the last answer; none, and not examined, if the tree is too large.
pub(in crate::explain) fn of_saved(
    found: &Disagreement,
    style: CastlingStyle,
    stop: &Stop,
) -> Causes {
    let Some(compared) = compared(found, style, stop) else {
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
    let counted = match (divide.listed(), divide.total) {
        (0, Some(total)) => Counted::Total(total),
        _ => Counted::Divide(divide, OtherMoves::None),
    };
    let claim = Claim {
        fen: asked.node.fen.clone(),
        moves: asked.node.moves.clone(),
        depth: asked.node.depth,
        counted,
        expected: None,
        lines: 1..=1,
    };
    Compared::new(&claim, style, stop).ok()
}
