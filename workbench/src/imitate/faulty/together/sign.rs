//! Defects that only add leaves to a tree, or only take some away.
//!
//! Such a program is ruled out as soon as a part of a tree has more leaves too many than the whole.

use crate::imitate::faulty::defect::{Effect, Flag, GeneratorDefect};
use crate::imitate::faulty::program::Program;

/// How a defect changes the number of leaves of every tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// There are as many or more.
    More,
    /// There are as many or fewer.
    Fewer,
}

impl Sign {
    /// `None` if both are possible.
    pub(super) fn of(program: &Program, defect: &GeneratorDefect) -> Option<Sign> {
        if program.rights_by_squares || defect.has(Flag::IsOfLists) {
            return None;
        }
        let adds = |effect: &Effect| {
            matches!(
                effect,
                Effect::Expose(_)
                    | Effect::ExposeCastling(_)
                    | Effect::Add(_)
                    | Effect::AddPawnMoves(_)
                    | Effect::AddCastling(_)
                    | Effect::AddCastlingWithoutRight(_)
            )
        };
        let withholds =
            |effect: &Effect| matches!(effect, Effect::Withhold(..) | Effect::WithholdCastling(_));
        let sees = |effect: &Effect| matches!(effect, Effect::See(_));
        let mut effects = defect.effects.iter();
        if effects.clone().all(|effect| adds(effect) || sees(effect)) {
            return program.sight.sees_no_more().then_some(Sign::More);
        }
        let fewer = effects.all(|effect| withholds(effect) || sees(effect));
        (fewer && program.sight.sees_no_less()).then_some(Sign::Fewer)
    }

    /// Whether a part of a tree is different by too much, if the whole is different by this number.
    pub(super) fn exceeds(self, part: i64, whole: i64) -> bool {
        match self {
            Sign::More => part > whole,
            Sign::Fewer => part < whole,
        }
    }
}
