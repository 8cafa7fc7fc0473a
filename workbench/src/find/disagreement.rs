//! Where the two sides disagree: a position of the descent, and what was found.

use movegen::chess::{Move, MoveFilter};
use movegen::perft::Outcome;

use super::{Difference, Node};
use crate::ask::{Answer, Question, Transcript};

/// The cause of the different counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The listed moves are not the legal moves.
    Moves(Difference),
    /// At depth 1, the moves are right, but not each of them counts 1.
    Leaves(Difference),
    /// The counts are right, but the total is not their sum.
    Total(Difference),
    /// The number of moves is wrong, and the moves are not listed.
    Refused(Difference),
    /// The readable lines are right, the others have moves in an unknown notation, and their number or
    /// their counts are wrong.
    Unreadable(Difference),
    /// The counts below this position are wrong, but each child is counted correctly on its own:
    /// the state during the walk through the tree is wrong.
    Tree(Difference),
    /// Counts differ, and nothing is known about the children.
    Counts(Difference),
}

impl Finding {
    /// The difference in the answer about the position that was found.
    pub fn difference(&self) -> &Difference {
        match self {
            Finding::Moves(difference)
            | Finding::Leaves(difference)
            | Finding::Total(difference)
            | Finding::Refused(difference)
            | Finding::Unreadable(difference)
            | Finding::Tree(difference)
            | Finding::Counts(difference) => difference,
        }
    }
}

/// A position got different answers when it was played and when it was set up.
#[derive(Clone, Debug)]
pub struct TwoWays {
    /// The first such position of the descent, as it was played.
    pub node: Node,
    /// The difference when it is played.
    pub played: Difference,
    /// The difference when it is set up.
    pub set_up: Difference,
}

/// A position of the descent and both counts of it.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The position as the other side was given it.
    pub node: Node,
    /// Canopy's count.
    pub ours: Outcome<Move>,
    /// The answer of the other side.
    pub answer: Answer,
    /// The difference between them.
    pub difference: Difference,
}

impl Comparison {
    /// The question that was asked.
    pub fn question(&self) -> Question<'_> {
        self.node.question(self.ours.total)
    }
}

/// Where the two sides disagree.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// The position where the hunt began.
    pub start: Node,
    /// The smallest depth that shows it, counted from the start.
    pub depth: u32,
    /// Canopy's total at that depth.
    pub total: u128,
    /// The moves from the start to the position that was found, in UCI notation.
    pub path: Vec<String>,
    /// The position that was found, as the other side must be given it to show the error.
    pub node: Node,
    /// Every position along the path, from the start to the position that was found. All answers are
    /// wrong.
    pub trail: Vec<Comparison>,
    /// The cause.
    pub finding: Finding,
    /// Whether playing and setting up a position led to different answers.
    pub two_ways: Option<TwoWays>,
    /// Other positions of the same tree with wrong move lists, found with about as much work as the
    /// descent.
    pub related: Vec<(Node, Difference)>,
    /// Asked again in a fresh process, it gives another answer: what it was asked earlier matters, unless the
    /// answer [varies](Disagreement::varies).
    pub remembers: bool,
    /// Fresh processes give different answers to this question, or to this series of questions: nothing can be
    /// concluded from one of them.
    pub varies: bool,
    /// The questions that have to be asked first in a fresh process to get the wrong answer, in this
    /// order, with their answers. Empty if there are none, or if they are not known.
    pub earlier: Vec<Comparison>,
    /// Which lines are counted: those whose last move passes the filter, or all of them.
    pub last_moves: Option<MoveFilter>,
    /// All questions and answers, also those of earlier hunts if the caller has recorded them.
    pub transcript: Transcript,
}

impl Comparison {
    /// The moves below which the error can be.
    pub(super) fn suspects(&self) -> Vec<Move> {
        if self.difference.refused {
            self.ours.lines.iter().map(|line| line.mv).collect()
        } else {
            let counts = self.difference.counts.iter().map(|count| count.0);
            counts
                .chain(self.difference.unlisted.iter().copied())
                .collect()
        }
    }

    /// The cause, if the answer alone shows it.
    pub(super) fn finding(&self) -> Option<Finding> {
        let difference = &self.difference;
        if difference.in_moves() {
            return Some(Finding::Moves(difference.clone()));
        }
        let finding = match (difference.refused, difference.counts.is_empty()) {
            (true, _) => Finding::Refused,
            (false, _) if !difference.unreadable.is_empty() => Finding::Unreadable,
            (false, false) => Finding::Leaves,
            (false, true) => return Some(Finding::Total(difference.clone())),
        };
        (self.node.depth == 1).then(|| finding(difference.clone()))
    }
}
