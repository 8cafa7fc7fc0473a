//! The counts of programs with common mistakes in the rules of chess.

use movegen::chess::{CastlingStyle, Kernel, Move, MoveKind, Position};
use movegen::perft::{ChildCounter, Filtered, Progress, Stop};
use workbench::ask::Question;
use workbench::imitate::{Budget, defects};

use crate::perft::{CountedVariants, PerftPlan, Variant};

/// A rule that programs leave out: its name, and whether a move belongs to it.
type Rule = (&'static str, fn(MoveKind) -> bool);

/// Rules that beginners implement last. Every combination of them is counted.
const USUALLY_LAST: [Rule; 3] = [
    ("en passant captures", |kind| kind == MoveKind::EnPassant),
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

/// Programs that count moves which leave the king in check: the id of the defect, and what they count.
const PSEUDO_LEGAL: [(&str, &str); 2] = [
    (
        "king-left-in-check",
        "the pseudo-legal moves at every ply, as if the king could be left in check",
    ),
    (
        "last-ply-untested",
        "the pseudo-legal moves at the last ply, below legal ones",
    ),
];

/// The greatest tree of which pseudo-legal moves are counted: that takes a second or two.
const MOST_PSEUDO_LEGAL: u64 = 10_000_000;

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
    if !stop.is_stopped() {
        variants.extend(pseudo_legal(plan, counted));
    }
    Ok(Some(variants))
}

/// Counts pseudo-legal moves. There are several counts for one text, because programs differ in what
/// they do after the capture of a king.
fn pseudo_legal(plan: &PerftPlan<Position>, counted: u128) -> Vec<Variant> {
    let notation = CastlingStyle::new(plan.position.needs_chess960());
    let question = Question {
        fen: &plan.position.fen(notation),
        moves: &[],
        depth: plan.depth(),
        expected: counted,
    };
    let mut variants: Vec<Variant> = Vec::new();
    for (id, text) in PSEUDO_LEGAL {
        let defect = defects().find(|defect| defect.id == id);
        for mut program in defect.into_iter().flat_map(|defect| defect.variants.all()) {
            // Others are limited to one side.
            let counts = match program.sentence() {
                None => program
                    .ask(&question, &mut Budget::new(MOST_PSEUDO_LEGAL))
                    .ok(),
                Some(_) => None,
            };
            let count = counts.and_then(|counts| u128::try_from(counts.total).ok());
            let variant = count.map(|count| Variant::new(text, count));
            variants.extend(variant.filter(|variant| !variants.contains(variant)));
        }
    }
    variants
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
