//! Counts the trees of all programs with a defect together.
//!
//! A program with one defect counts most positions by the rules. So the tree is walked once by the rules, and
//! in each position every program is asked what its defect changes there ([`class`]): legal moves that are
//! missing, moves that are not legal, and other boards after a move. Only those subtrees are counted for
//! the program alone. Where its board is a position of chess again, the same method counts them. The result
//! for a position ([`tree`]) is its number of leaves, and for each program that counts another number, the
//! difference. [`answer`] compares it with an answer, the cheapest line first.
//!
//! The programs themselves are the oracle of the tests: each counts alone, leaf by leaf.

mod answer;
mod class;
mod differences;
mod node;
mod sign;
#[cfg(test)]
mod tests;
mod tree;

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use movegen::perft::{Progress, Stop};

use self::class::{Class, are_alike};
use self::sign::Sign;
use self::tree::Tally;
use super::defect::GeneratorDefect;
use super::defects;
use super::program::Program;
use super::subtrees::{Key, Subtrees};
use super::variants::programs;
use crate::imitate::Defect;

pub(crate) use self::answer::Seen;
pub(in crate::imitate::faulty) use self::class::is_counted;
pub(crate) use self::differences::CountDifference;
pub(in crate::imitate::faulty) use self::node::{Made, Node};

/// The classes of one defect. They often change the same moves, and are counted together where the rules do not hold.
struct Group {
    classes: Range<usize>,
    /// The leaves that may still be counted for its programs.
    leaves: u64,
}

/// The most classes whose leaves a group may count.
const MOST_SHARES: usize = 4;

/// Programs with one defect, counted together.
pub(crate) struct Together {
    programs: Vec<Program>,
    /// The number of each among those of its defect.
    numbers: Vec<usize>,
    classes: Vec<Class>,
    groups: Vec<Group>,
    /// How its leaves differ from those by the rules, if all differences have one sign.
    signs: Vec<Option<Sign>>,
    /// By how much the tree differs that is counted; `None` if all are of interest.
    wanted: Option<i64>,
    /// Whether the program gives all answers so far.
    is_left: Vec<bool>,
    /// Defects of which programs were left out, because too much is different.
    not_counted: Vec<&'static str>,
    memo: HashMap<Key, Rc<Tally>>,
    /// The tallies of one group.
    memo_of_group: HashMap<(Key, usize), Rc<Tally>>,
    subtrees: Subtrees,
    stop: Stop,
    /// Advances by 1 for each legal move of a question.
    progress: Progress,
}

impl Together {
    /// The programs of every `step`th defect from `first` on. `leaves` limits what is counted for the programs
    /// of a class alone.
    pub(crate) fn new(
        first: usize,
        step: usize,
        leaves: u64,
        progress: &Progress,
        stop: &Stop,
    ) -> Together {
        let mut together = Together {
            programs: Vec::new(),
            numbers: Vec::new(),
            classes: Vec::new(),
            groups: Vec::new(),
            signs: Vec::new(),
            wanted: None,
            is_left: Vec::new(),
            not_counted: Vec::new(),
            memo: HashMap::new(),
            memo_of_group: HashMap::new(),
            subtrees: Subtrees::default(),
            stop: stop.clone(),
            progress: progress.clone(),
        };
        for defect in defects::all().skip(first).step_by(step) {
            together.add_defect(defect, leaves);
        }
        together.is_left = vec![true; together.programs.len()];
        together
    }

    fn add_defect(&mut self, defect: &'static GeneratorDefect, leaves: u64) {
        let first = self.classes.len();
        let mut left = programs(defect);
        left.retain(is_counted);
        let mut left: Vec<(usize, Program)> = left.into_iter().enumerate().collect();
        while let Some((_, one)) = left.first().cloned() {
            let alike = left.extract_if(.., |other| are_alike(&one, &other.1, defect));
            let (numbers, alike): (Vec<usize>, Vec<Program>) = alike.unzip();
            let start = self.programs.len();
            self.programs.extend(alike);
            self.numbers.extend(numbers);
            let members = start..self.programs.len();
            self.signs.resize(members.end, Sign::of(&one, defect));
            let class = Class::new(&one, defect, members, self.groups.len(), leaves);
            self.classes.push(class);
        }
        let classes = first..self.classes.len();
        let leaves = leaves.saturating_mul(classes.len().min(MOST_SHARES) as u64);
        self.groups.push(Group { classes, leaves });
    }

    /// Exchanges the trees that programs need not walk.
    pub(crate) fn exchange_subtrees(&mut self, subtrees: &mut Subtrees) {
        std::mem::swap(&mut self.subtrees, subtrees);
    }

    /// The programs that were not ruled out: their defects, and their numbers in
    /// [`Variants::together`](crate::imitate::Variants::together).
    pub(crate) fn left(&self) -> impl Iterator<Item = (Defect, usize)> {
        let left = (0..self.programs.len()).filter(|&program| self.is_left[program]);
        left.filter_map(|program| self.name(program))
    }

    /// The defect of a program, and its number among those of the defect.
    fn name(&self, program: usize) -> Option<(Defect, usize)> {
        let defect = Defect::from(self.programs[program].defect?);
        Some((defect, self.numbers[program]))
    }

    /// The defects of which some programs were not compared with every answer, because too much is different.
    pub(crate) fn not_counted(&self) -> &[&'static str] {
        &self.not_counted
    }

    /// Whether some program of a class is left.
    fn has_left(&self, class: usize) -> bool {
        let mut members = self.classes[class].members.clone();
        members.any(|program| self.is_left[program])
    }

    /// Leaves out the programs of a class.
    fn give_up(&mut self, class: usize) {
        for program in self.classes[class].members.clone() {
            self.is_left[program] = false;
        }
        let defect = self.classes[class].program.defect;
        self.not_counted.extend(defect.map(|defect| defect.id));
    }
}
