//! A claim beside the count by the rules, in the form in which programs are compared with it.

use std::collections::BTreeMap;

use movegen::chess::variant::{Rules, VariantPosition};
use movegen::chess::{CastlingStyle, Move, PositionText, Statistics, StatisticsCounter};
use movegen::perft::{Outcome, Perft, Stop};

use super::claim::{Claim, Counted, OtherMoves};
use crate::ask::{DivideText, Question, reported};
use crate::find::{Difference, run};
use crate::imitate::{Budget, Counts, Imitation, Seen, Unpredicted, canonical};

/// The leaves of the largest tree that is counted by known defects: more would take minutes.
pub(crate) const MOST_LEAVES: u128 = 40_000_000;

/// The leaves of the largest tree that is counted by the rules: some seconds. Totals that overflow a 32-bit counter are
/// below it, except in a browser, which is slower.
const MOST_COUNTED: u128 = match cfg!(target_family = "wasm") {
    true => 1_000_000_000,
    false => 10_000_000_000,
};

/// The same for a variant, which takes longer to count.
const MOST_COUNTED_OF_VARIANT: u128 = 1_000_000_000;

/// A claim and the count by the rules.
#[derive(Debug)]
pub(crate) struct Compared {
    pub(crate) claim: Claim,
    pub(crate) position: VariantPosition,
    /// Canopy's total.
    pub(crate) expected: u128,
    /// The counts of moves, with castling as king takes rook; `None` if only the total is known.
    pub(crate) lines: Option<BTreeMap<String, i128>>,
    /// Whether a move without a line counts nothing.
    pub(crate) is_complete: bool,
    pub(crate) total: Option<i128>,
    /// Canopy's counts of moves.
    pub(crate) correct: BTreeMap<String, i128>,
    /// The lines as they were written, if each move has one.
    written: Vec<(String, i128)>,
    /// Where a divide is different.
    pub(crate) difference: Option<Difference>,
    /// Canopy's numbers of leaves by kind, if they were counted.
    statistics: Option<Vec<(&'static str, i128)>>,
    /// The wrong columns of statistics.
    pub(crate) columns: Vec<WrongColumn>,
    /// What is doubtful about the position.
    pub(crate) warnings: Vec<String>,
}

/// How the numbers of a program compare with those of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Same,
    /// Some number is another one. `None` if that was certain before the program had counted all.
    Other(Option<Counts>),
    /// The program may give these numbers, but that depends on more than is known about it.
    Unknown,
    /// The program counts more leaves than the budget allows.
    Exhausted,
}

/// A column of statistics with a wrong number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongColumn {
    /// Its [name](Statistics::NAMES).
    pub name: &'static str,
    /// The number in the text.
    pub counted: i128,
    /// Canopy's number.
    pub expected: i128,
}

/// Why a claim is not compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCompared {
    /// The position cannot be read.
    #[error("{0}")]
    Position(String),
    /// There is no tree.
    #[error("depth 0 is the position itself: no rule is tested there")]
    NoTree,
    /// The tree is too large to be counted.
    #[error("depth {depth} has more than {most} leaves: give a smaller depth of the position")]
    TooDeep {
        /// The depth.
        depth: u32,
        /// The leaves of the largest tree that is counted.
        most: u128,
    },
    /// The tree is too large to be counted by known defects.
    #[error(
        "depth {depth} has more than {MOST_LEAVES} leaves, too many for known defects: give a smaller depth of the position"
    )]
    TooLarge {
        /// The depth.
        depth: u32,
    },
    /// Columns of statistics of a variant.
    #[error(
        "columns of statistics are compared only in standard chess: give the total, or a divide"
    )]
    Columns,
    /// The count was stopped.
    #[error("stopped")]
    Stopped,
}

impl Compared {
    /// Counts the position by the rules, on this many threads.
    pub(crate) fn new(
        claim: &Claim,
        rules: &'static dyn Rules,
        style: CastlingStyle,
        threads: usize,
        stop: &Stop,
    ) -> Result<Compared, NotCompared> {
        if claim.depth == 0 {
            return Err(NotCompared::NoTree);
        }
        let text = PositionText {
            fen: Some(claim.fen.clone()),
            moves: claim.moves.clone(),
            style,
        };
        let parsed = VariantPosition::from_text(rules, &text);
        let parsed = parsed.map_err(|error| NotCompared::Position(error.to_string()))?;
        let position = parsed.position;
        let ours = count(&position, claim.depth, threads, stop)?;
        let right = ours.lines.iter().map(|line| {
            let text = position.uci(line.mv, CastlingStyle::Chess960);
            (text, reported(line.count))
        });
        let mut compared = Compared {
            position,
            expected: ours.total,
            lines: None,
            is_complete: true,
            total: None,
            correct: right.collect(),
            written: Vec::new(),
            difference: None,
            statistics: None,
            columns: Vec::new(),
            warnings: parsed.warnings,
            claim: claim.clone(),
        };
        match &claim.counted {
            Counted::Total(total) => compared.total = Some(*total),
            Counted::Statistics(columns, total) => {
                compared.total = *total;
                match compared.add_columns(columns, stop) {
                    // The total is compared.
                    Err(NotCompared::Columns) if total.is_some() => {}
                    added => added?,
                }
            }
            Counted::Divide(divide, others) => compared.add_divide(divide, *others, &ours),
        }
        Ok(compared)
    }

    /// Canopy's numbers of leaves by kind. Counts them at the first call.
    ///
    /// # Errors
    /// [`NotCompared::Stopped`], or [`NotCompared::Columns`] for a variant.
    pub(crate) fn statistics(
        &mut self,
        stop: &Stop,
    ) -> Result<&[(&'static str, i128)], NotCompared> {
        if self.statistics.is_none() {
            self.statistics = Some(self.statistics_at(self.claim.depth, stop)?);
        }
        Ok(self.statistics.as_deref().unwrap_or_default())
    }

    /// Canopy's numbers of leaves by kind at another depth.
    ///
    /// # Errors
    /// [`NotCompared::Stopped`], or [`NotCompared::Columns`] for a variant.
    pub(crate) fn statistics_at(
        &self,
        depth: u32,
        stop: &Stop,
    ) -> Result<Vec<(&'static str, i128)>, NotCompared> {
        let chess = self.position.as_standard().ok_or(NotCompared::Columns)?;
        let counted = Perft::new(depth).run(chess, &StatisticsCounter, stop, |_| {});
        let counted = counted.ok().filter(|counted| counted.complete);
        let counted = counted.ok_or(NotCompared::Stopped)?;
        let values = counted.total.values().map(reported);
        Ok(Statistics::NAMES.into_iter().zip(values).collect())
    }

    fn add_columns(
        &mut self,
        columns: &[(&'static str, i128)],
        stop: &Stop,
    ) -> Result<(), NotCompared> {
        let mut wrong = Vec::new();
        for &(name, expected) in self.statistics(stop)? {
            let given = columns.iter().filter(|(given, _)| *given == name);
            let differs = given.filter(|(_, counted)| *counted != expected);
            wrong.extend(differs.map(|(_, counted)| WrongColumn {
                name,
                counted: *counted,
                expected,
            }));
        }
        self.columns = wrong;
        Ok(())
    }

    /// Why a part of the claim is not compared, although its total is.
    pub(crate) fn left_out(&self) -> Option<NotCompared> {
        let has_columns = matches!(self.claim.counted, Counted::Statistics(..));
        let are_compared = self.position.as_standard().is_some();
        (has_columns && !are_compared).then_some(NotCompared::Columns)
    }

    fn add_divide(&mut self, divide: &DivideText, others: OtherMoves, ours: &Outcome<Move>) {
        self.is_complete = others != OtherMoves::Unknown;
        // The sum of an incomplete divide says nothing.
        let sum = divide.sum_of_lines();
        self.total = divide
            .total
            .filter(|total| self.is_complete || *total != sum);
        let mut lines: BTreeMap<String, i128> = BTreeMap::new();
        for (text, count) in &divide.lines {
            *lines.entry(canonical(self.position, text)).or_default() += count;
        }
        let mut divide = divide.clone();
        if others == OtherMoves::Right {
            for (text, count) in &self.correct {
                if !lines.contains_key(text) {
                    lines.insert(text.clone(), *count);
                    divide.lines.push((text.clone(), *count));
                }
            }
        }
        if others == OtherMoves::None {
            self.written.clone_from(&divide.lines);
        }
        let mut difference = Difference::at(self.position, self.claim.depth, ours, &divide);
        if !self.is_complete {
            // They are only not listed.
            difference.missing.clear();
            difference.total = None;
        }
        self.difference = Some(difference);
        self.lines = Some(lines);
    }

    pub(crate) fn question(&self) -> Question<'_> {
        Question {
            fen: &self.claim.fen,
            moves: &self.claim.moves,
            depth: self.claim.depth,
            expected: self.expected,
        }
    }

    /// The numbers, for programs that are counted together.
    pub(crate) fn seen(&self) -> Seen<'_> {
        Seen {
            lines: self.lines.as_ref(),
            is_complete: self.is_complete,
            total: self.total,
            correct: &self.correct,
        }
    }

    /// Whether every number is Canopy's.
    pub(crate) fn is_right(&self) -> bool {
        self.columns.is_empty() && self.leaves_are_right()
    }

    /// Whether the total and the counts of moves are Canopy's.
    pub(crate) fn leaves_are_right(&self) -> bool {
        let total = self
            .total
            .is_none_or(|total| total == reported(self.expected));
        let differs = |difference: &Difference| !difference.is_none();
        total && !self.difference.as_ref().is_some_and(differs)
    }

    /// Compares what a program counts with these numbers.
    pub(crate) fn verdict(&self, program: &mut dyn Imitation, budget: &mut Budget) -> Verdict {
        if self.lines.is_none() && self.total.is_none() {
            return Verdict::Same;
        }
        program.expect(&self.written);
        let mut counts = match program.ask(&self.question(), budget) {
            Ok(counts) => counts,
            Err(Unpredicted::Different) => return Verdict::Other(None),
            Err(Unpredicted::Unknown | Unpredicted::Doubtful) => return Verdict::Unknown,
            Err(Unpredicted::Exhausted) => return Verdict::Exhausted,
        };
        let lines = self.lines.as_ref();
        if self.total.is_none_or(|total| total == counts.total)
            && lines.is_none_or(|lines| self.has_lines(lines, &counts))
        {
            return Verdict::Same;
        }
        counts.lines.sort_unstable();
        Verdict::Other(Some(counts))
    }

    /// Whether a program counts the same for each move.
    fn has_lines(&self, lines: &BTreeMap<String, i128>, counts: &Counts) -> bool {
        let mut theirs: BTreeMap<String, i128> = BTreeMap::new();
        for (text, count) in &counts.lines {
            *theirs.entry(canonical(self.position, text)).or_default() += count;
        }
        let of =
            |lines: &BTreeMap<String, i128>, text: &String| lines.get(text).copied().unwrap_or(0);
        let mut all = lines
            .keys()
            .chain(theirs.keys().filter(|_| self.is_complete));
        all.all(|text| of(lines, text) == of(&theirs, text))
    }
}

/// Canopy's divide. Small depths first, so that too large a tree is noticed early.
fn count(
    position: &VariantPosition,
    depth: u32,
    threads: usize,
    stop: &Stop,
) -> Result<Outcome<Move>, NotCompared> {
    let most = match position.as_standard() {
        Some(_) => MOST_COUNTED,
        None => MOST_COUNTED_OF_VARIANT,
    };
    let too_deep = Err(NotCompared::TooDeep { depth, most });
    let at = |depth| {
        let counted = run(position, &Perft::new(depth).threads(threads), stop);
        counted.map_err(|_| NotCompared::Stopped)
    };
    let (mut before, mut last) = (1, 1);
    for smaller in 1..depth {
        let leaves = at(smaller)?.total;
        // The next depth has about as many times more leaves as this one, and so have the next two.
        let one_more = leaves * leaves / last;
        let two_more = leaves * leaves / before;
        if one_more > 2 * most || (smaller + 2 <= depth && two_more > 4 * most) {
            return too_deep;
        }
        (before, last) = (last, leaves.max(1));
    }
    let outcome = at(depth)?;
    match outcome.total > most {
        true => too_deep,
        false => Ok(outcome),
    }
}
