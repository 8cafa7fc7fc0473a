//! The statistics of a claim, compared with those of the programs that give its leaves.

use super::cause::causes;
use super::claim::Counted;
use super::compared::Compared;
use super::search::Fit;
use crate::imitate::{Budget, Imitation, LastPly};

/// The leaves that one program may count for this, and all programs.
const LEAVES_OF_PROGRAM: u64 = 2_000_000;
const LEAVES: u64 = 60_000_000;

/// What the statistics say about the defects that give the leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OfColumns {
    /// There are none that known defects predict, or they were not compared.
    Nothing,
    /// Some defects give them. This many others do not.
    RuleOut(usize),
    /// No defect is known to give them: they may be counted in a way of their own.
    AreOther,
}

/// Keeps the programs that give the statistics as well, if some do, and those of which that is not known.
pub(crate) fn retain_by_columns(claims: &[Compared], fits: &mut Vec<Fit>) -> OfColumns {
    let columns: Vec<(&Compared, Vec<Column>)> = claims
        .iter()
        .map(|claim| (claim, columns(claim)))
        .filter(|(_, columns)| !columns.is_empty())
        .collect();
    if columns.is_empty() || fits.is_empty() {
        return OfColumns::Nothing;
    }
    let mut budget = Budget::default();
    let mut left = LEAVES;
    let mut gives = |fit: &mut Fit| {
        let mut is_known = true;
        for (claim, columns) in &columns {
            budget.refill(LEAVES_OF_PROGRAM.min(left));
            let before = budget.left();
            let counted = last_ply(fit.program.as_mut(), claim, &mut budget);
            left -= before - budget.left();
            match counted {
                None => is_known = false,
                Some(counted) => {
                    let mut columns = columns.iter();
                    let differs = |(name, number): &Column| {
                        predicted(name, &counted).is_some_and(|can| !can.contains(number))
                    };
                    if columns.any(differs) {
                        return Some(false);
                    }
                }
            }
        }
        is_known.then_some(true)
    };
    let given: Vec<Option<bool>> = fits.iter_mut().map(&mut gives).collect();
    if given.iter().all(Option::is_none) {
        return OfColumns::Nothing;
    }
    if !given.contains(&Some(true)) {
        return OfColumns::AreOther;
    }
    let before = causes(fits).len();
    let mut given = given.into_iter();
    fits.retain(|_| given.next().flatten() != Some(false));
    OfColumns::RuleOut(before - causes(fits).len())
}

/// A column of a claim: its name, and the number.
type Column = (&'static str, i128);

/// The numbers that a program with these moves at the last ply can give in a column; `None` if known defects do not
/// predict it.
fn predicted(name: &str, counted: &LastPly) -> Option<[i128; 2]> {
    match name {
        // Some programs do not count en passant among the captures.
        "captures" => Some([counted.captures, counted.captures - counted.en_passant]),
        "en_passant" => Some([counted.en_passant; 2]),
        "castles" => Some([counted.castles; 2]),
        "promotions" => Some([counted.promotions; 2]),
        _ => None,
    }
}

/// The columns that known defects predict.
fn columns(claim: &Compared) -> Vec<Column> {
    let Counted::Statistics(columns, _) = &claim.claim.counted else {
        return Vec::new();
    };
    let is_predicted = |column: &&Column| predicted(column.0, &LastPly::default()).is_some();
    columns.iter().filter(is_predicted).copied().collect()
}

fn last_ply(program: &mut dyn Imitation, claim: &Compared, budget: &mut Budget) -> Option<LastPly> {
    if claim.expected > u128::from(budget.left()) {
        return None;
    }
    program.reset();
    program.expect(&[]);
    program.last_ply(&claim.question(), budget)
}
