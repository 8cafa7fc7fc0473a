//! The answer: the claims beside the right numbers, the defects that give them, and the next question.

use std::collections::BTreeSet;

use movegen::chess::CastlingStyle;
use movegen::chess::variant::Rules;
use movegen::perft::{Progress, Stop};

use super::evidence::{Claim, Evidence, UnreadLine};
use super::facts::facts;
use super::next::{NextQuestion, next, total};
use super::read::{Given, ReadError, read};
use crate::ask::Question;
use crate::find::Difference;
use crate::fits::{Compared, MOST_LEAVES, NotCompared, WrongColumn};
use crate::fits::{Fit, OfColumns, Pairs, WhyCause, causes, pairs, retain_by_columns, search};
use crate::imitate::Budget;

/// Why a text gets no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WhyError {
    /// The text says nothing about counts, or not enough.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// None of the claims can be compared.
    #[error("{}{reason}", line.map_or(String::new(), |line| format!("line {line}: ")))]
    NotCompared {
        /// The line of the first one, if it comes from a text.
        line: Option<usize>,
        /// Why not.
        reason: NotCompared,
    },
    /// An answer to a further question, but there is no such question.
    #[error("{answer} answers no question: {found}")]
    NoQuestion {
        /// The answer.
        answer: i128,
        /// What remained before it.
        found: &'static str,
    },
}

/// What the numbers of a text mean.
#[derive(Clone, Debug)]
pub struct Why {
    /// The rules of all positions.
    pub rules: &'static dyn Rules,
    /// The claims, and the right numbers.
    pub claims: Vec<Comparison>,
    /// What was assumed about the text.
    pub assumptions: Vec<String>,
    /// What is doubtful about the positions: castling rights that exist only in Chess960.
    pub warnings: BTreeSet<String>,
    /// The lines of the text that could not be read.
    pub unread: Vec<UnreadLine>,
    /// Claims that were not compared, and why.
    pub left_out: Vec<(Claim, NotCompared)>,
    /// The known defects that give all of the numbers; none if all numbers are right.
    pub causes: Vec<WhyCause>,
    /// What the statistics say about the known defects that give the leaves.
    pub(super) of_columns: OfColumns,
    /// The pairs of known defects whose differences add up to all of the numbers, if no single one gives them, and if they
    /// were compared. Those of variants are not.
    pub pairs: Option<Pairs>,
    /// The number of known defects; 0 if they are not compared, because no number of leaves is wrong.
    pub known: usize,
    /// The number of answers to further questions.
    pub answers: usize,
    /// The ids of defects of which some programs could not be compared with every number.
    pub not_compared: Vec<&'static str>,
    /// Whether the comparison was finished.
    pub is_complete: bool,
    /// The question that tells the causes apart.
    pub next: Option<NextQuestion>,
    /// What the numbers prove, whatever the cause.
    pub facts: Vec<String>,
}

/// A claim and the count by the rules.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The claim.
    pub claim: Claim,
    /// Canopy's total.
    pub expected: u128,
    /// The claimed total, or the sum of a complete divide.
    pub total: Option<i128>,
    /// Where a divide is different.
    pub difference: Option<Difference>,
    /// The wrong columns of statistics.
    pub columns: Vec<WrongColumn>,
    /// Whether all numbers are right.
    pub is_right: bool,
    /// Whether the total and the counts of moves are right.
    pub leaves_are_right: bool,
}

impl Why {
    /// How many more known defects give the leaves, but not the statistics.
    pub fn ruled_out_by_columns(&self) -> usize {
        match self.of_columns {
            OfColumns::RuleOut(others) => others,
            OfColumns::Nothing | OfColumns::AreOther => 0,
        }
    }

    /// Whether all numbers are right.
    pub fn is_right(&self) -> bool {
        self.claims.iter().all(|claim| claim.is_right)
    }
}

/// Explains the numbers in a text. `answers` are totals for the questions that this function asks: the first one is that
/// of [`Why::next`] without answers.
///
/// # Errors
/// [`WhyError`] if nothing can be compared.
pub fn why(
    text: &str,
    given: &Given,
    answers: &[i128],
    threads: usize,
    stop: &Stop,
) -> Result<Why, WhyError> {
    let evidence = read(text, given)?;
    explain(&evidence, answers, threads, &Progress::new(), stop)
}

/// Explains what was read. `progress` is that of the comparison with known defects.
///
/// # Errors
/// As [`why`].
pub fn explain(
    evidence: &Evidence,
    answers: &[i128],
    threads: usize,
    progress: &Progress,
    stop: &Stop,
) -> Result<Why, WhyError> {
    let style = CastlingStyle::new(evidence.chess960);
    let (mut compared, mut left_out) = (Vec::new(), Vec::new());
    for claim in &evidence.claims {
        match Compared::new(claim, evidence.rules, style, threads, stop) {
            Ok(one) => {
                left_out.extend(one.left_out().map(|reason| (claim.clone(), reason)));
                compared.push(one);
            }
            Err(reason) => left_out.push((claim.clone(), reason)),
        }
    }
    if let ([], [(claim, reason), ..]) = (&compared[..], &left_out[..]) {
        return Err(WhyError::NotCompared {
            line: claim.lines.as_ref().map(|lines| *lines.start()),
            reason: reason.clone(),
        });
    }
    let claims: Vec<Comparison> = compared.iter().map(Compared::comparison).collect();
    // Wrong numbers rule out most programs, and small trees are counted first.
    compared.sort_by_key(|claim| (claim.is_right(), claim.expected));
    let warnings: BTreeSet<String> = compared
        .iter()
        .flat_map(|claim| claim.warnings.clone())
        .collect();
    let mut why = Why {
        rules: evidence.rules,
        claims,
        assumptions: evidence.assumptions.clone(),
        warnings,
        unread: evidence.unread.clone(),
        left_out,
        causes: Vec::new(),
        of_columns: OfColumns::Nothing,
        pairs: None,
        known: 0,
        answers: answers.len(),
        not_compared: Vec::new(),
        is_complete: true,
        next: None,
        facts: compared
            .iter_mut()
            .flat_map(|claim| facts(claim, stop))
            .collect(),
    };
    // Known defects predict totals and counts of moves, not columns of statistics.
    let are_right = |claims: &[Compared]| claims.iter().all(Compared::leaves_are_right);
    let has_wrong = !are_right(&compared);
    if has_wrong {
        let too_large = compared.extract_if(.., |claim| claim.expected > MOST_LEAVES);
        let too_large = too_large.map(|compared| {
            let depth = compared.claim.depth;
            (compared.claim, NotCompared::TooLarge { depth })
        });
        why.left_out.extend(too_large);
    }
    if are_right(&compared) {
        return match answers {
            [answer, ..] => Err(WhyError::NoQuestion {
                answer: *answer,
                found: match has_wrong {
                    true => "known defects were not compared",
                    false => "no number of leaves is wrong",
                },
            }),
            [] => Ok(why),
        };
    }
    let mut found = search(&compared, threads, progress, stop);
    why.known = found.known;
    why.is_complete = found.is_complete;
    why.not_compared = std::mem::take(&mut found.not_compared);
    why.of_columns = retain_by_columns(&compared, &mut found.fits);
    for &answer in answers {
        let Some(question) = next_question(&compared, &mut found.fits) else {
            return Err(WhyError::NoQuestion {
                answer,
                found: match causes(&found.fits).len() {
                    0 => "no known defect gives the numbers",
                    1 => "one known defect is left",
                    _ => "no small position tells the known defects apart that are left",
                },
            });
        };
        narrow(&mut found.fits, &question, answer);
    }
    why.causes = causes(&found.fits);
    let has_pairs = why.rules.is_standard() && why.causes.is_empty() && why.is_complete;
    if has_pairs && answers.is_empty() {
        why.pairs = pairs(&compared, stop);
    }
    why.next = next_question(&compared, &mut found.fits);
    Ok(why)
}

/// Keeps the programs that give this total.
fn narrow(fits: &mut Vec<Fit>, asked: &NextQuestion, answer: i128) {
    let question = Question {
        fen: &asked.fen,
        moves: &[],
        depth: asked.depth,
        expected: u128::try_from(asked.correct).unwrap_or_default(),
    };
    let mut budget = Budget::default();
    fits.retain_mut(|fit| {
        total(fit.program.as_mut(), &question, &mut budget).is_none_or(|total| total == answer)
    });
}

/// The programs of each cause.
fn next_question(claims: &[Compared], fits: &mut [Fit]) -> Option<NextQuestion> {
    let mut by_id: Vec<(&'static str, Vec<&mut Fit>)> = Vec::new();
    for fit in fits {
        match by_id.iter_mut().find(|cause| cause.0 == fit.defect.id) {
            Some(cause) => cause.1.push(fit),
            None => by_id.push((fit.defect.id, vec![fit])),
        }
    }
    let mut causes: Vec<Vec<&mut Fit>> = by_id.into_iter().map(|cause| cause.1).collect();
    next(claims, &mut causes)
}

impl Compared {
    fn comparison(&self) -> Comparison {
        let sum = self.lines.as_ref().filter(|_| self.is_complete);
        Comparison {
            claim: self.claim.clone(),
            expected: self.expected,
            total: self.total.or(sum.map(|lines| lines.values().sum())),
            difference: self.difference.clone(),
            columns: self.columns.clone(),
            is_right: self.is_right(),
            leaves_are_right: self.leaves_are_right(),
        }
    }
}
