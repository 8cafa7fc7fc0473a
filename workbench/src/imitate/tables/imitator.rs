//! A program with a faulty table, as an imitation.

use std::rc::Rc;

use movegen::chess::{CastlingStyle, Move, Position};

use super::possible::{Trees, Verdict};
use super::program::{Order, Program, Run, Table};

use crate::ask::Question;
use crate::imitate::{
    Budget, Counts, Exhausted, Imitation, Orders, Unpredicted, canonical, position_of,
};

/// A table with more entries may have replaced some of them.
const MOST_ENTRIES: usize = 200;

/// With more entries, the answer of an unlimited table means nothing.
const MOST_USEFUL_ENTRIES: usize = 3000;

/// With more leaves, the answer is only checked for being possible.
const MOST_LEAVES: u128 = 400_000;

/// The latest questions whose entries may be found later.
const MOST_QUESTIONS: usize = 40;

/// A program with a faulty table, as an imitation.
pub(super) struct Imitator {
    program: Program,
    sentence: Option<String>,
    /// One for each order of moves.
    tables: Vec<Table>,
    /// Whether the tables have become too large, and miss entries.
    is_large: bool,
    /// The questions whose entries can be in the table: position and depth.
    asked: Vec<(Position, u32)>,
    /// The lines of the other side's answer; empty if unknown.
    theirs: Vec<(String, i128)>,
    orders: Option<Rc<Orders>>,
}

/// What the orders of moves lead to.
enum Answers {
    /// The same in all orders.
    Same(Counts),
    Several(Vec<Counts>),
    TooLarge,
}

/// Whether a position after two plies, above the leaves, has at least this many leaves.
fn has_reply_with(
    least: i128,
    position: &Position,
    correct: &Counts,
    depth: u32,
    budget: &mut Budget,
) -> Result<bool, Exhausted> {
    if depth < 3 {
        return Ok(false);
    }
    let moves = position.legal_moves();
    let expected = u128::try_from(correct.total).unwrap_or(0) / (moves.len() as u128).max(1);
    for &mv in &moves {
        let replies = budget.divide(&position.play(mv), depth - 1, expected)?;
        if replies.lines.iter().any(|line| line.1 >= least) {
            return Ok(true);
        }
    }
    Ok(false)
}

impl Imitator {
    pub(super) fn new(program: Program, sentence: Option<String>) -> Imitator {
        Imitator {
            program,
            sentence,
            tables: Order::ALL.map(Table::new).into(),
            is_large: false,
            asked: Vec::new(),
            theirs: Vec::new(),
            orders: None,
        }
    }

    /// Forgets earlier questions, if the program does, and notes this one.
    fn begin(&mut self, position: Position, depth: u32) {
        if !self.program.kept {
            self.reset();
        }
        self.asked.push((position, depth));
    }

    /// The answers in the first `orders` orders of moves.
    fn answers(
        &mut self,
        position: &Position,
        question: &Question,
        orders: usize,
        budget: &mut Budget,
    ) -> Result<Answers, Exhausted> {
        self.is_large |= question.expected > MOST_LEAVES;
        if self.is_large {
            return Ok(Answers::TooLarge);
        }
        let theirs: Vec<String> = self.theirs.iter().map(|line| line.0.clone()).collect();
        let mut answers: Vec<Counts> = Vec::new();
        for table in self.tables.iter_mut().take(orders) {
            let mut run = Run {
                program: self.program,
                table,
                orders: self.orders.as_deref(),
                most_entries: MOST_USEFUL_ENTRIES,
                budget,
            };
            let Some(counts) = run.divide(position, question.depth, &theirs)? else {
                self.is_large = true;
                return Ok(Answers::TooLarge);
            };
            let counts = counts_of(position, &counts);
            if !answers.contains(&counts) {
                answers.push(counts);
            }
        }
        Ok(match answers.len() {
            1 => Answers::Same(answers.swap_remove(0)),
            _ => Answers::Several(answers),
        })
    }

    /// Whether the tables may have replaced entries.
    fn may_replace(&self) -> bool {
        self.tables.iter().any(|table| table.len() > MOST_ENTRIES)
    }

    /// Whether the program can give an answer that is wrong.
    fn is_possible(
        &self,
        position: &Position,
        theirs: &Counts,
        correct: &Counts,
        depth: u32,
        budget: &mut Budget,
    ) -> Result<Verdict, Exhausted> {
        let lines = theirs.lines.iter().zip(&correct.lines);
        if theirs.lines.len() != correct.lines.len()
            || lines.clone().any(|(theirs, correct)| theirs.0 != correct.0)
            || theirs.total != theirs.lines.iter().map(|line| line.1).sum::<i128>()
        {
            return Ok(Verdict::No);
        }
        let wrong = lines.filter(|(theirs, correct)| theirs != correct);
        if let Some(bits) = self.program.bits {
            // A shortened count lacks multiples of this, and so does a sum.
            let lost = 1i128 << bits;
            let mut missing = wrong.map(|(theirs, correct)| correct.1 - theirs.1);
            let mut possible = missing.all(|missing| missing > 0 && missing % lost == 0);
            // An entry that the first question finds was stored below another root move or reply.
            if possible && self.asked.len() == 1 {
                possible = has_reply_with(lost, position, correct, depth, budget)?;
            }
            return Ok(match possible {
                true => Verdict::Yes,
                false => Verdict::No,
            });
        }
        let wrong: Vec<&(String, i128)> = wrong.map(|(theirs, _)| theirs).collect();
        let mut trees = Trees::new(self.program);
        let latest = self.asked.iter().rev().take(MOST_QUESTIONS);
        // The question itself first: mostly its own tree is enough.
        let mut verdict = Verdict::No;
        let mut complete = self.asked.len() <= MOST_QUESTIONS;
        for (number, (root, depth_of)) in latest.enumerate() {
            complete &= trees.add(root, *depth_of, budget)?;
            let last = number + 1 == self.asked.len().min(MOST_QUESTIONS);
            if number == 0 || last || !complete {
                verdict = self.verdict(position, &wrong, depth, &trees);
            }
            if verdict != Verdict::No || !complete {
                break;
            }
        }
        Ok(match verdict {
            Verdict::No if !complete => Verdict::Unknown,
            verdict => verdict,
        })
    }

    fn verdict(
        &self,
        position: &Position,
        wrong: &[&(String, i128)],
        depth: u32,
        trees: &Trees,
    ) -> Verdict {
        let possible = trees.possible();
        let mut all = Verdict::Yes;
        for (text, count) in wrong {
            let Ok(mv) = position.parse_uci(text) else {
                return Verdict::No;
            };
            match possible.verdict_at_root(position, mv, depth, *count) {
                Verdict::Yes => {}
                Verdict::No => return Verdict::No,
                Verdict::Unknown => all = Verdict::Unknown,
            }
        }
        all
    }

    /// The answer to a question whose answer is known.
    fn compare(
        &mut self,
        position: &Position,
        question: &Question,
        answers: Answers,
        budget: &mut Budget,
    ) -> Result<Counts, Unpredicted> {
        let theirs = sorted(position, &self.theirs);
        let correct = budget.divide(position, question.depth, question.expected)?;
        let correct = sorted(position, &correct.lines);
        let known: Vec<Counts> = match answers {
            Answers::Same(counts) => vec![counts],
            Answers::Several(counts) => counts,
            Answers::TooLarge => Vec::new(),
        };
        if known.contains(&theirs) {
            return Ok(theirs);
        }
        if theirs == correct {
            let wrong_lines = |counts: &Counts| {
                let pairs = counts.lines.iter().zip(&correct.lines);
                pairs.filter(|(line, correct)| line != correct).count()
            };
            // Replacement at the right moment can hide one wrong line, but hardly two.
            return match known.iter().map(wrong_lines).min() {
                Some(2..) => Err(Unpredicted::Different),
                _ => Ok(theirs),
            };
        }
        match self.is_possible(position, &theirs, &correct, question.depth, budget)? {
            Verdict::Yes => Ok(theirs),
            Verdict::No => Err(Unpredicted::Different),
            Verdict::Unknown => Err(Unpredicted::Unknown),
        }
    }
}

impl Imitation for Imitator {
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted> {
        let position = position_of(question).ok_or(Unpredicted::Unknown)?;
        self.begin(position, question.depth);
        match self.answers(&position, question, Order::ALL.len(), budget)? {
            Answers::Same(counts) if !self.may_replace() => Ok(counts),
            _ if self.theirs.is_empty() => Err(Unpredicted::Unknown),
            answers => self.compare(&position, question, answers, budget),
        }
    }

    fn guess(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted> {
        let position = position_of(question).ok_or(Unpredicted::Unknown)?;
        self.begin(position, question.depth);
        match self.answers(&position, question, 1, budget)? {
            Answers::Same(counts) => Ok(counts),
            Answers::Several(_) | Answers::TooLarge => Err(Unpredicted::Unknown),
        }
    }

    fn expect(&mut self, theirs: &[(String, i128)]) {
        self.theirs = theirs.to_vec();
    }

    fn learn(&mut self, orders: &Rc<Orders>) {
        self.orders = Some(Rc::clone(orders));
    }

    fn adds_up(&self) -> bool {
        true
    }

    fn reset(&mut self) {
        for table in &mut self.tables {
            table.clear();
        }
        self.is_large = false;
        self.asked.clear();
    }

    fn remembers(&self) -> bool {
        self.program.kept
    }

    fn sentence(&self) -> Option<String> {
        self.sentence.clone()
    }
}

/// The lines in the order of their texts.
fn counts_of(position: &Position, counts: &[(Move, u64)]) -> Counts {
    let line = |&(mv, count): &(Move, u64)| {
        let text = position.uci(mv, CastlingStyle::Chess960);
        (text, i128::from(count))
    };
    let mut lines: Vec<(String, i128)> = counts.iter().map(line).collect();
    lines.sort_unstable();
    Counts::of_lines(lines)
}

/// The lines in the order of their texts, with one way to write castling.
pub(super) fn sorted(position: &Position, lines: &[(String, i128)]) -> Counts {
    let line = |(text, count): &(String, i128)| (canonical(position, text), *count);
    let mut lines: Vec<(String, i128)> = lines.iter().map(line).collect();
    lines.sort_unstable();
    Counts::of_lines(lines)
}
