//! The known defects that give the wrong counts of another program, and its right ones.

use std::collections::BTreeSet;

use movegen::chess::variant::Rules;
use movegen::perft::{Progress, Stop};
use workbench::ask;
use workbench::why::{Claim, Comparison, Counted, Evidence, NextQuestion, Why, WhyCause, explain};

use super::super::json::Line;
use super::super::progress_bar::{progress_bar, with_bar};
use super::plan::Job;
use crate::limits::Threads;
use crate::report::amount;

/// More counts are not compared, nor larger ones.
const MOST_DIFFERING: usize = 12;
const MOST_RIGHT: usize = 12;
const MOST_LEAVES: u128 = 5_000_000;
const MOST_LEAVES_OF_DEEPER: u128 = 200_000;
const MOST_LEAVES_OF_RIGHT: u128 = 5_000;

/// The leaves of all counts that differ: more take longer than some seconds.
const MOST_LEAVES_IN_ALL: u128 = 10_000_000;

/// The questions that the program is asked to tell defects apart.
const MOST_QUESTIONS: usize = 6;

/// The size of a count, and what the program counted.
type Row = (u128, Claim);

/// The counts to compare with known defects.
#[derive(Default)]
pub(super) struct Rows {
    /// The rules of all positions.
    rules: &'static dyn Rules,
    /// The smallest counts that differ from the suite's: one of each position.
    first: Vec<Row>,
    /// The smallest deeper ones of the same positions.
    deeper: Vec<Row>,
    /// The largest of the small counts that do not differ. They rule out more defects than the smallest.
    right: Vec<Row>,
    /// How many differ in all.
    all_differing: usize,
    chess960: bool,
}

impl Rows {
    /// No counts yet, of positions under these rules.
    pub(super) fn new(rules: &'static dyn Rules) -> Rows {
        Rows {
            rules,
            ..Rows::default()
        }
    }

    /// Adds a count of a position. `is_deeper` says that a smaller depth of the position has a wrong count already.
    pub(super) fn add(
        &mut self,
        job: &Job,
        fen: String,
        chess960: bool,
        counted: i128,
        is_deeper: bool,
    ) {
        let agrees = u128::try_from(counted) == Ok(job.expected);
        self.all_differing += usize::from(!agrees);
        let (rows, most) = match (agrees, is_deeper) {
            (true, _) => (&mut self.right, MOST_LEAVES_OF_RIGHT),
            (false, false) => (&mut self.first, MOST_LEAVES),
            (false, true) => (&mut self.deeper, MOST_LEAVES_OF_DEEPER),
        };
        // The suite may be wrong: what the program counted says as much about the size of the tree.
        let leaves = job.expected.max(u128::try_from(counted).unwrap_or(0));
        if leaves > most {
            return;
        }
        self.chess960 |= chess960;
        let claim = Claim {
            expected: Some(ask::reported(job.expected)),
            ..Claim::new(fen, Vec::new(), job.depth, Counted::Total(counted))
        };
        rows.push((leaves, claim));
        rows.sort_by_key(|row| row.0);
        if agrees && rows.len() > MOST_RIGHT {
            rows.remove(0);
        }
        rows.truncate(MOST_DIFFERING);
    }

    /// What all counts mean together, as text or as JSON; `None` if none that can be compared is wrong. The suite may be
    /// wrong, not the program: Canopy's own counts decide. `ask` gives the program's total for a question that tells
    /// several defects apart, and `confirmed` has those that alone account for its answers about some position.
    pub(super) fn explain(
        self,
        json: bool,
        stop: &Stop,
        confirmed: &BTreeSet<&'static str>,
        mut ask: impl FnMut(&NextQuestion) -> Option<i128>,
    ) -> Option<String> {
        let differing = self.all_differing;
        let mut evidence = self.evidence()?;
        let mut why = compare(&evidence, stop)?;
        if why.is_right() {
            return None;
        }
        let rows = evidence.claims.len();
        while evidence.claims.len() < rows + MOST_QUESTIONS
            && let Some(next) = &why.next
            && !evidence.claims[rows..]
                .iter()
                .any(|claim| asks(claim, next))
            && let Some(total) = ask(next)
        {
            let counted = Counted::Total(total);
            let claim = Claim::new(next.fen.clone(), Vec::new(), next.depth, counted);
            evidence.claims.push(claim);
            why = compare(&evidence, stop)?;
        }
        let asked = evidence.claims.len() - rows;
        let confirmed = confirmed_of(&why.causes, confirmed);
        Some(match json {
            true => Line::new("why")
                .field("differing", differing)
                .field("asked", asked)
                .field("confirmed", confirmed.map(|cause| cause.id))
                .fields(why.fields())
                .to_string(),
            false => text(&why, asked, differing, confirmed),
        })
    }

    /// The claims, those that differ first; `None` if no count differs that can be compared.
    fn evidence(self) -> Option<Evidence> {
        let mut leaves = 0;
        let differing = self.first.into_iter().chain(self.deeper);
        let differing = differing.take(MOST_DIFFERING).take_while(|row| {
            leaves += row.0;
            leaves <= MOST_LEAVES_IN_ALL
        });
        let mut claims: Vec<Claim> = differing.map(|row| row.1).collect();
        if claims.is_empty() {
            return None;
        }
        claims.extend(self.right.into_iter().map(|row| row.1));
        Some(Evidence {
            rules: self.rules,
            claims,
            chess960: self.chess960,
            ..Evidence::default()
        })
    }
}

/// The only one of several causes that was confirmed.
fn confirmed_of<'a>(
    causes: &'a [WhyCause],
    confirmed: &BTreeSet<&'static str>,
) -> Option<&'a WhyCause> {
    let mut confirmed = causes.iter().filter(|cause| confirmed.contains(cause.id));
    confirmed.next().filter(|_| confirmed.next().is_none())
}

/// Whether the claim is the answer to this question: asked again, it would be the same.
fn asks(claim: &Claim, next: &NextQuestion) -> bool {
    (&claim.fen, claim.depth) == (&next.fen, next.depth)
}

/// Compares known defects with all claims; `None` if none of the claims can be compared.
fn compare(evidence: &Evidence, stop: &Stop) -> Option<Why> {
    let (progress, threads) = (Progress::new(), Threads::ONE_PER_CORE.count());
    let compare = || explain(evidence, &[], threads, &progress, stop).ok();
    with_bar(&progress_bar(), || progress.fraction(), compare)
}

/// The answer. The last claims are answers to further questions.
fn text(why: &Why, asked: usize, differing: usize, confirmed: Option<&WhyCause>) -> String {
    let (rows, answers) = why.claims.split_at(why.claims.len() - asked);
    let wrong = rows.iter().filter(|row| !row.is_right).count();
    // The suite is wrong there.
    let is_unexpected = |row: &&Comparison| row.is_right && row.claim.expected != row.total;
    let all_wrong = differing - rows.iter().filter(is_unexpected).count();
    let mut text = match all_wrong > wrong {
        true => format!("{wrong} of {all_wrong} wrong counts"),
        false => amount(wrong, "wrong count", "wrong counts"),
    };
    if rows.len() > wrong {
        let right = amount(rows.len() - wrong, "right one", "right ones");
        text.push_str(&format!(" and {right}"));
    }
    if rows.len() > 1 {
        text.push_str(" together");
    }
    text.push(':');
    let answers: Vec<String> = answers.iter().map(answer).collect();
    let conclusion = why.conclusion();
    for line in answers.iter().map(String::as_str).chain(conclusion.lines()) {
        text.push('\n');
        text.push_str(format!("    {line}").trim_end());
    }
    if let Some(cause) = confirmed.filter(|_| why.causes.len() > 1) {
        text.push_str("\n    In the comparison of single positions above, one of these alone accounts for its answers: ");
        text.push_str(&cause.text());
    }
    text
}

/// The answer to a further question.
fn answer(comparison: &Comparison) -> String {
    let (fen, depth) = (&comparison.claim.fen, comparison.claim.depth);
    let counted = comparison.total.unwrap_or_default();
    let right = match comparison.is_right {
        true => "right".to_owned(),
        false => format!("right is {}", comparison.expected),
    };
    format!("asked for depth {depth} of {fen}: {counted}, {right}")
}
