//! The leaves below a position, by the rules and by each program.

use std::ops::Range;
use std::rc::Rc;

use super::Together;
use super::class::{Changes, Extra};
use super::node::Node;
use crate::imitate::faulty::board::{Board, NONE};
use crate::imitate::faulty::program::KingCapture;
use crate::imitate::faulty::subtrees::{Key, is_regular};
use crate::imitate::faulty::walk::Walker;
use crate::imitate::{Budget, Exhausted};

/// The leaves below a position, and how many more or less some programs count.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) leaves: i64,
    /// By index of the program, in ascending order.
    pub(super) differences: Vec<(usize, i64)>,
}

/// Why there is no tally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The count was stopped.
    Stopped,
    /// Too much is different for the group that is counted.
    TooMuch,
}

/// A position that is counted for one group takes as long as this many leaves of a single program, and a class
/// that is asked about it as these.
const LEAVES_PER_POSITION: u64 = 50;
const LEAVES_PER_CLASS: u64 = 4;

/// More tallies of groups are forgotten: they would take gigabytes.
const MOST_OF_GROUPS: usize = 200_000;

impl Tally {
    pub(super) fn of(leaves: i64) -> Tally {
        Tally {
            leaves,
            differences: Vec::new(),
        }
    }

    pub(super) fn difference(&self, program: usize) -> i64 {
        let found = self
            .differences
            .binary_search_by_key(&program, |entry| entry.0);
        found.map_or(0, |index| self.differences[index].1)
    }

    pub(super) fn add(&mut self, other: &Tally) {
        self.leaves += other.leaves;
        self.differences.extend_from_slice(&other.differences);
    }

    /// Adds up what was noted for each program.
    pub(super) fn settle(&mut self) {
        self.differences.sort_unstable_by_key(|entry| entry.0);
        self.differences.dedup_by(|next, sum| {
            let same = next.0 == sum.0;
            if same {
                sum.1 += next.1;
            }
            same
        });
        self.differences.retain(|entry| entry.1 != 0);
    }
}

impl Together {
    /// The tally of a position, for the programs of one group or for all.
    pub(super) fn tally(
        &mut self,
        board: &Board,
        depth: u32,
        group: Option<usize>,
    ) -> Result<Rc<Tally>, End> {
        if depth == 0 {
            return Ok(Rc::new(Tally::of(1)));
        }
        let key = Key::new(board, depth);
        let of_group = || group.and_then(|group| self.memo_of_group.get(&(key, group)));
        if let Some(known) = self.memo.get(&key).or_else(of_group) {
            return Ok(Rc::clone(known));
        }
        if self.stop.is_stopped() {
            return Err(End::Stopped);
        }
        if let Some(group) = group {
            if let Some(leaves) = self.leaves_by_rules(board, depth, group)? {
                return Ok(Rc::new(Tally::of(leaves)));
            }
            let classes = self.groups[group].classes.len() as u64;
            self.spend(group, LEAVES_PER_POSITION + LEAVES_PER_CLASS * classes)?;
        }
        let node = Node::new(board);
        let mut tally = match depth {
            1 => self.moves(&node, group),
            _ => self.inner(&node, depth, group)?,
        };
        tally.settle();
        let tally = Rc::new(tally);
        match group {
            None => {
                self.rule_out(&tally);
                self.memo.insert(key, Rc::clone(&tally));
            }
            Some(group) => {
                if self.memo_of_group.len() == MOST_OF_GROUPS {
                    self.memo_of_group.clear();
                }
                self.memo_of_group.insert((key, group), Rc::clone(&tally));
            }
        }
        Ok(tally)
    }

    /// Rules out the programs of which this part of the tree differs by more than the whole.
    fn rule_out(&mut self, part: &Tally) {
        for &(program, difference) in &part.differences {
            let Some(sign) = self.signs[program] else {
                continue;
            };
            debug_assert!(
                !sign.exceeds(-difference, 0),
                "{:?}",
                self.programs[program]
            );
            if self
                .wanted
                .is_some_and(|whole| sign.exceeds(difference, whole))
            {
                self.is_left[program] = false;
            }
        }
    }

    /// The leaves below a position by the rules, if the defect of a group concerns none of the moves there.
    fn leaves_by_rules(
        &mut self,
        board: &Board,
        depth: u32,
        group: usize,
    ) -> Result<Option<i64>, End> {
        let Some(subtree) = self.subtrees.find(board, depth) else {
            return Ok(None);
        };
        let mut classes = self.classes[self.groups[group].classes.clone()].iter();
        if classes.any(|class| class.may_concern(subtree.kinds, depth)) {
            return Ok(None);
        }
        self.spend(group, subtree.leaves)?;
        Ok(Some(subtree.leaves as i64))
    }

    /// Spends the budget of a group.
    fn spend(&mut self, group: usize, leaves: u64) -> Result<(), End> {
        let group = &mut self.groups[group];
        let left = group.leaves.checked_sub(leaves);
        group.leaves = left.unwrap_or(0);
        left.map(|_| ()).ok_or(End::TooMuch)
    }

    /// The classes that are counted: those of one group or all.
    fn counted(&self, group: Option<usize>) -> Range<usize> {
        match group {
            Some(group) => self.groups[group].classes.clone(),
            None => 0..self.classes.len(),
        }
    }

    /// The moves of a position at the last ply.
    fn moves(&self, node: &Node, group: Option<usize>) -> Tally {
        let mut tally = Tally {
            leaves: node.legal().count() as i64,
            differences: Vec::new(),
        };
        let mut unused = Budget::default();
        for class in self.counted(group) {
            if !self.classes[class].may_concern(node.kinds, 1)
                || !self.affects(class, node.board.turn)
            {
                continue;
            }
            let found = self.classes[class].moves(node, &mut unused);
            let Some((difference, captures)) = found else {
                continue;
            };
            for program in self.affected(class, node.board.turn) {
                let generates = self.programs[program].king_capture != KingCapture::Never;
                let difference = if generates {
                    difference
                } else {
                    difference - captures
                };
                tally.differences.push((program, difference));
            }
        }
        tally
    }

    /// The leaves below a position of which some moves have children.
    fn inner(&mut self, node: &Node, depth: u32, group: Option<usize>) -> Result<Tally, End> {
        let below = self.below(node, depth, group)?;
        let mut tally = Tally::default();
        below.iter().for_each(|child| tally.add(child));
        for class in self.counted(group) {
            if !self.classes[class].may_concern(node.kinds, depth)
                || !self.affects(class, node.board.turn)
            {
                continue;
            }
            let changes = self.classes[class].changes(node, depth, false);
            if let Some(changes) = changes {
                self.add_changes(&mut tally, node, depth, class, &changes, &below)?;
            }
        }
        Ok(tally)
    }

    /// The tallies after the legal moves.
    pub(super) fn below(
        &mut self,
        node: &Node,
        depth: u32,
        group: Option<usize>,
    ) -> Result<Vec<Rc<Tally>>, End> {
        node.legal()
            .map(|made| self.tally(node.after(made), depth - 1, group))
            .collect()
    }

    /// Adds what is different for the programs of a class.
    pub(super) fn add_changes(
        &mut self,
        tally: &mut Tally,
        node: &Node,
        depth: u32,
        class: usize,
        changes: &Changes,
        below: &[Rc<Tally>],
    ) -> Result<(), End> {
        let affected = self.affected(class, node.board.turn);
        if affected.is_empty() {
            return Ok(());
        }
        for &index in &changes.missing {
            for &program in &affected {
                let child = &below[index];
                let counted = child.leaves + child.difference(program);
                tally.differences.push((program, -counted));
            }
        }
        for (index, board) in &changes.other {
            let Some(counts) = self.counts(class, &affected, board, depth - 1)? else {
                return Ok(());
            };
            let child = &below[*index];
            for (&program, count) in affected.iter().zip(counts) {
                let before = child.leaves + child.difference(program);
                tally.differences.push((program, count - before));
            }
        }
        for extra in &changes.extra {
            let Some(counts) = self.extra_counts(class, &affected, extra, depth - 1)? else {
                return Ok(());
            };
            tally.differences.extend(counts);
        }
        Ok(())
    }

    /// What some programs of a class count below a move that is not legal; `None` if that takes too long.
    pub(super) fn extra_counts(
        &mut self,
        class: usize,
        programs: &[usize],
        extra: &Extra,
        depth: u32,
    ) -> Result<Option<Vec<(usize, i64)>>, End> {
        if !extra.captures_king {
            let counts = self.counts(class, programs, &extra.after, depth)?;
            return Ok(counts.map(|counts| programs.iter().copied().zip(counts).collect()));
        }
        let mut all = Vec::new();
        for &program in programs {
            let mut after = extra.after;
            match self.programs[program].king_capture {
                KingCapture::Never => continue,
                KingCapture::KeepsSquare => {}
                KingCapture::ClearsSquare => after.kings[usize::from(after.turn)] = NONE,
            }
            match self.counts(class, &[program], &after, depth)? {
                Some(counts) => all.extend(counts.into_iter().map(|count| (program, count))),
                None => return Ok(None),
            }
        }
        Ok(Some(all))
    }

    /// Whether some program of a class is left whose defect is one of this side.
    fn affects(&self, class: usize, turn: u8) -> bool {
        let of_class = &self.classes[class];
        let mut members = of_class.members.clone();
        members
            .any(|program| self.is_left[program] && of_class.affects(&self.programs[program], turn))
    }

    /// The programs of a class that are left and whose defect is one of this side.
    pub(super) fn affected(&self, class: usize, turn: u8) -> Vec<usize> {
        let of_class = &self.classes[class];
        let members = of_class.members.clone();
        members
            .filter(|&program| {
                self.is_left[program] && of_class.affects(&self.programs[program], turn)
            })
            .collect()
    }

    /// What some programs of a class count below a board; `None` if that takes too long.
    pub(super) fn counts(
        &mut self,
        class: usize,
        programs: &[usize],
        board: &Board,
        depth: u32,
    ) -> Result<Option<Vec<i64>>, End> {
        if depth == 0 {
            return Ok(Some(vec![1; programs.len()]));
        }
        if is_regular(board) {
            let group = self.classes[class].group;
            let tally = match self.tally(board, depth, Some(group)) {
                Err(End::TooMuch) => {
                    for class in self.groups[group].classes.clone() {
                        self.give_up(class);
                    }
                    return Ok(None);
                }
                tally => tally?,
            };
            let count = |&program: &usize| tally.leaves + tally.difference(program);
            return Ok(Some(programs.iter().map(count).collect()));
        }
        let mut budget = Budget::new(self.classes[class].leaves);
        budget.exchange_subtrees(&mut self.subtrees);
        let counted: Result<Vec<i64>, Exhausted> = programs
            .iter()
            .map(|&program| {
                let mut walker = Walker::new(&self.programs[program], &mut budget);
                walker
                    .count(&mut board.clone(), depth)
                    .map(|count| count as i64)
            })
            .collect();
        self.classes[class].leaves = budget.left();
        budget.exchange_subtrees(&mut self.subtrees);
        if counted.is_err() {
            self.give_up(class);
        }
        Ok(counted.ok())
    }
}
