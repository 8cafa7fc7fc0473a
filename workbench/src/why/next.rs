//! The smallest question that tells the remaining defects apart.

use std::collections::BTreeSet;

use movegen::chess::PositionText;
use movegen::chess::variant::{Rules, VariantPosition};
use movegen::perft::{Perft, Stop};

use crate::ask::{Question, reported};
use crate::find::{RandomGames, run};
use crate::fits::Compared;
use crate::fits::Fit;
use crate::imitate::{Budget, Imitation};
use crate::positions::{questions, steps};

/// The leaves that a program may count for one question.
const MOST_LEAVES: u64 = 200_000;

/// The random positions of a variant among which the question is chosen, and the leaves of each.
const RANDOM_POSITIONS: usize = 150;
const MOST_LEAVES_OF_RANDOM: u128 = 5_000;

/// The programs of a defect that are asked: they differ in what happens in positions that cannot arise in a game.
const MOST_PROGRAMS: usize = 6;

/// A question to the program that counted, and the totals that the defects give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextQuestion {
    /// The position as a program has to read it: its en passant square may be one that no legal capture can use.
    pub fen: String,
    /// The depth in plies.
    pub depth: u32,
    /// Canopy's total.
    pub correct: i128,
    /// For each cause, in their order, the totals that programs with it give; empty if that is not known.
    pub totals: Vec<BTreeSet<i128>>,
}

impl NextQuestion {
    /// The pairs of causes that an answer tells apart.
    fn separated(&self) -> usize {
        let known = |index: usize| (!self.totals[index].is_empty()).then(|| &self.totals[index]);
        let mut pairs = 0;
        for one in 0..self.totals.len() {
            for other in 0..one {
                pairs += match (known(one), known(other)) {
                    (Some(a), Some(b)) => usize::from(a.is_disjoint(b)),
                    _ => 0,
                };
            }
        }
        pairs
    }
}

/// The question that tells most of these causes apart, the cheapest of several; `None` if none does. Each cause has the
/// programs that give all numbers so far.
pub(super) fn next(claims: &[Compared], causes: &mut [Vec<&mut Fit>]) -> Option<NextQuestion> {
    if causes.len() < 2 {
        return None;
    }
    let rules = claims.first()?.position.rules();
    let mut budget = Budget::default();
    let own = claims.iter().filter(|claim| claim.claim.moves.is_empty());
    let own = own.flat_map(|claim| {
        let smaller = 1..claim.claim.depth.min(4);
        smaller.map(|depth| (claim.claim.fen.clone(), depth))
    });
    let known = match rules.is_standard() {
        true => of_chess(),
        false => of_variant(rules),
    };
    let all = own.chain(known).collect::<BTreeSet<_>>();
    let asked = all
        .into_iter()
        .filter_map(|(fen, depth)| ask(rules, fen, depth, causes, &mut budget));
    let best = asked
        .map(|question| (question.separated(), question))
        .filter(|(pairs, _)| *pairs > 0)
        .min_by_key(|(pairs, question)| (usize::MAX - pairs, question.correct, question.depth));
    best.map(|(_, question)| question)
}

/// Small positions of chess that show many defects, with their depths.
fn of_chess() -> Vec<(String, u32)> {
    let is_standard = |fen: &&str| {
        let rights = fen.split(' ').nth(2).unwrap_or_default();
        rights.chars().all(|right| "KQkq-".contains(right))
    };
    let probes = questions("probe")
        .iter()
        .filter(|steps| steps.len() == 1)
        .flatten();
    let known = probes
        .chain(steps("pool"))
        .filter(|step| step.1.is_empty() && step.2 <= 2);
    known
        .filter(|step| is_standard(&step.0))
        .map(|step| (step.0.to_owned(), step.2))
        .collect()
}

/// Small positions of a variant, with their depths.
fn of_variant(rules: &'static dyn Rules) -> Vec<(String, u32)> {
    let games = RandomGames {
        rules,
        seed: 23,
        chess960: false,
        depth: 2,
        most_leaves: MOST_LEAVES_OF_RANDOM,
    };
    let nodes = games.nodes().take(RANDOM_POSITIONS).map_while(Result::ok);
    nodes.map(|node| (node.fen, node.depth)).collect()
}

/// The totals of all causes for one question.
fn ask(
    rules: &'static dyn Rules,
    fen: String,
    depth: u32,
    causes: &mut [Vec<&mut Fit>],
    budget: &mut Budget,
) -> Option<NextQuestion> {
    let parsed = VariantPosition::from_text(rules, &PositionText::new(Some(&fen), "")).ok()?;
    if parsed.position.chess().needs_chess960() {
        return None;
    }
    budget.refill(MOST_LEAVES);
    let correct = match parsed.position.as_standard() {
        Some(chess) => budget.divide(chess, depth, 0).ok()?.total,
        None => {
            let counted = run(&parsed.position, &Perft::new(depth), &Stop::new());
            reported(counted.ok()?.total)
        }
    };
    let question = Question {
        fen: &fen,
        moves: &[],
        depth,
        expected: u128::try_from(correct).ok()?,
    };
    let totals = causes.iter_mut().map(|programs| {
        let programs = programs.iter_mut().take(MOST_PROGRAMS);
        let totals = programs.map(|fit| total(fit.program.as_mut(), &question, budget));
        totals
            .collect::<Option<BTreeSet<i128>>>()
            .unwrap_or_default()
    });
    let totals = totals.collect();
    Some(NextQuestion {
        depth,
        correct,
        totals,
        fen,
    })
}

/// The total of one program in a fresh process.
pub(super) fn total(
    program: &mut dyn Imitation,
    question: &Question,
    budget: &mut Budget,
) -> Option<i128> {
    budget.refill(MOST_LEAVES);
    program.reset();
    program.expect(&[]);
    Some(program.guess(question, budget).ok()?.total)
}
