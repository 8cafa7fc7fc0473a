//! The counts of programs with common mistakes in the rules of chess.

use movegen::chess::{Kernel, Move, MoveKind, Position};
use movegen::perft::{ChildCounter, Filtered, Progress, Stop};

use crate::games::CountedVariants;
use crate::perft::PerftPlan;
use crate::perft::diagnosis::Variant;

/// A rule that programs leave out: its name, and whether a move belongs to it.
type Rule = (&'static str, fn(MoveKind) -> bool);

/// Rules that beginners implement last. Every combination of them is counted.
const USUALLY_LAST: [Rule; 3] = [
    ("captures en passant", |kind| kind == MoveKind::EnPassant),
    ("castling", |kind| kind == MoveKind::Castle),
    ("promotions to other pieces than a queen", |kind| {
        kind.promotion()
            .is_some_and(|_| kind != MoveKind::PromoteQueen)
    }),
];

/// Others, each counted alone.
const OTHERS: [Rule; 2] = [
    ("promotions", |kind| kind.promotion().is_some()),
    ("double pawn pushes", |kind| kind == MoveKind::DoublePush),
];

/// Counts every variant; `None` after a stop. A rule that changes nothing here is not combined with
/// others.
pub(super) fn count(
    plan: &PerftPlan<Position>,
    counted: u128,
    progress: &Progress,
    stop: &Stop,
) -> CountedVariants {
    let mut variants = Vec::new();
    let mut effective = Vec::new();
    for rule in USUALLY_LAST.iter().chain(&OTHERS) {
        let Some(variant) = without(plan, &[rule], progress, stop)? else {
            return Ok(None);
        };
        if variant.count != counted {
            effective.push(rule);
            variants.push(variant);
        }
    }
    effective.retain(|rule| USUALLY_LAST.iter().any(|other| rule.0 == other.0));
    for rules in combinations(&effective) {
        match without(plan, &rules, progress, stop)? {
            Some(variant) => variants.push(variant),
            None => return Ok(None),
        }
    }
    let deeper = plan.at_depth(plan.depth() + 1);
    let outcome = deeper.run(&Kernel::best(), progress, stop, |_, _| {})?;
    if !outcome.complete {
        return Ok(None);
    }
    variants.push(Variant::new(
        format!(
            "the leaves at depth {}, not at the depth asked for",
            deeper.depth()
        ),
        outcome.total,
    ));
    Ok(Some(variants))
}

/// The count of a tree in which these rules are missing everywhere.
fn without(
    plan: &PerftPlan<Position>,
    rules: &[&Rule],
    progress: &Progress,
    stop: &Stop,
) -> Result<Option<Variant>, movegen::perft::PerftError> {
    let keeps = |mv: Move| !rules.iter().any(|(_, belongs)| belongs(mv.kind()));
    let tree = Filtered::new(plan.position, keeps);
    let perft = plan.perft.clone().progress(progress);
    let outcome = perft.run(&tree, &ChildCounter, stop, |_| {})?;
    let names: Vec<_> = rules.iter().map(|(name, _)| *name).collect();
    let text = format!("a tree without {}", names.join(", "));
    Ok(outcome.complete.then(|| Variant::new(text, outcome.total)))
}

/// All selections of two rules or more.
fn combinations<'a>(rules: &[&'a Rule]) -> Vec<Vec<&'a Rule>> {
    let selections = (0..1u32 << rules.len()).filter(|set| set.count_ones() > 1);
    let chosen = |set: u32| {
        let numbered = rules.iter().enumerate();
        let members = numbered.filter(move |(index, _)| set >> index & 1 == 1);
        members.map(|(_, rule)| *rule).collect()
    };
    selections.map(chosen).collect()
}
