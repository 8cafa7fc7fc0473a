//! The hunt: deepen until the answers differ, then follow the difference down to its cause.

use movegen::chess::{CastlingStyle, Move, Position};
use movegen::perft::{Outcome, Stop};

use super::difference::count_until;
use super::{Difference, Node};
use crate::ask::{Answer, Error, OtherSide, Question};

/// What causes the different counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It lists other moves than the legal ones.
    Moves(Difference),
    /// Its moves are right, one ply deep, but not each of them counts as one.
    Leaves(Difference),
    /// Its lines are right, its total is not their sum.
    Total(Difference),
    /// It has another number of moves here, and does not say which.
    Refused(Difference),
    /// It counts wrongly below this position, and rightly when asked about any child: what it
    /// keeps while it goes through the tree is wrong.
    Tree(Difference),
    /// Counts differ, and there is nobody who could be asked further.
    Counts(Difference),
}

impl Finding {
    /// What is wrong in the answer about the position that was found.
    pub fn difference(&self) -> &Difference {
        match self {
            Finding::Moves(difference)
            | Finding::Leaves(difference)
            | Finding::Total(difference)
            | Finding::Refused(difference)
            | Finding::Tree(difference)
            | Finding::Counts(difference) => difference,
        }
    }
}

/// Set up as a FEN, a position got another answer than played move by move.
#[derive(Clone, Debug)]
pub struct TwoWays {
    /// The first such position on the way down, played.
    pub step: Node,
    /// What is wrong when played.
    pub played: Difference,
    /// What is wrong when set up.
    pub set_up: Difference,
}

/// A position on the way down, and both counts of it.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The position as it was given.
    pub step: Node,
    /// Our count.
    pub ours: Outcome<Move>,
    /// What the other side said.
    pub answer: Answer,
    /// What is wrong in that.
    pub difference: Difference,
}

/// Where the two programs part, and why.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// Where the hunt began, as it was asked for.
    pub start: Node,
    /// The first depth that shows it, counted from where the hunt began.
    pub depth: u32,
    /// Our total there.
    pub total: u128,
    /// Moves from the position that the hunt began with, in UCI notation.
    pub path: Vec<String>,
    /// The position as it must be given to the other side to see the error.
    pub step: Node,
    /// Every position from the first to the last, each after one more move of the path; none is
    /// right.
    pub trail: Vec<Comparison>,
    /// The cause.
    pub finding: Finding,
    /// Whether it mattered how a position was given.
    pub two_ways: Option<TwoWays>,
    /// Other positions of the same tree whose moves it lists wrongly, with what is wrong there:
    /// as many as can be had for about as much work as the descent.
    pub alike: Vec<(Node, Difference)>,
    /// Comparison again with nothing before, it gives another answer: what it was asked earlier
    /// matters.
    pub remembers: bool,
}

/// What looking at one position brought.
enum Look {
    Unknown,
    /// To this total.
    Agrees(u128),
    Differs(Box<Comparison>),
}

/// Asks, and keeps in mind what was found on the way.
pub(super) struct Hunt<'a> {
    other: &'a mut dyn OtherSide,
    style: CastlingStyle,
    two_ways: Option<TwoWays>,
    questions: u32,
    stop: Stop,
}

/// Compares depth after depth, `step.depth` the last, and calls `agreed` with each depth and total
/// that the other side agrees to. `None` if it agrees to all.
///
/// # Errors
/// [`Error`] if the other side gives no usable answer, or if its [stop](OtherSide::stop) is raised.
pub fn hunt(
    other: &mut dyn OtherSide,
    start: &Node,
    style: CastlingStyle,
    mut agreed: impl FnMut(u32, u128),
) -> Result<Option<Disagreement>, Error> {
    let mut hunt = Hunt::new(other, style);
    for depth in 1..=start.depth {
        let step = Node {
            depth,
            ..start.clone()
        };
        match hunt.look(&step)? {
            Look::Unknown => {}
            Look::Agrees(total) => agreed(depth, total),
            Look::Differs(first) => return hunt.descend(*first, start.clone()).map(Some),
        }
    }
    Ok(None)
}

impl<'a> Hunt<'a> {
    pub(super) fn new(other: &'a mut dyn OtherSide, style: CastlingStyle) -> Hunt<'a> {
        Hunt {
            stop: other.stop(),
            other,
            style,
            two_ways: None,
            questions: 0,
        }
    }

    /// Our own count of a position.
    pub(super) fn count(&self, position: &Position, depth: u32) -> Result<Outcome<Move>, Error> {
        count_until(position, depth, &self.stop)
    }

    /// How many were asked until now.
    pub(super) fn questions(&self) -> u32 {
        self.questions
    }

    /// Lets the other side forget, or recover.
    pub(super) fn start_again(&mut self) -> Result<(), Error> {
        self.other.forget()
    }

    /// What is wrong in this very position, given as it is; `None` if nothing is, or only below.
    pub(super) fn finding_at(&mut self, step: Node) -> Result<Option<Finding>, Error> {
        let ours = self.count(&step.position, step.depth)?;
        let Some(mut asked) = self.ask(step, ours)? else {
            return Ok(None);
        };
        if asked.difference.is_none() {
            return Ok(None);
        }
        if let Some(finding) = asked.finding() {
            return Ok(Some(finding));
        }
        match self.wrong_child(&asked)? {
            Below::Right => self.wrong_together(&mut asked).map(Some),
            Below::Wrong(..) | Below::Unknown => Ok(None),
        }
    }

    /// Asks both ways. If only the FEN is answered wrongly, what is returned begins at that FEN.
    fn look(&mut self, step: &Node) -> Result<Look, Error> {
        let ours = self.count(&step.position, step.depth)?;
        if !self.other.plays_moves() {
            let only = self.as_it_can_be_told(step.clone());
            return Ok(Look::of(self.ask(only, ours)?));
        }
        let set_up = step.without_moves();
        let Some(played) = self.ask(step.clone(), ours.clone())? else {
            return Ok(Look::Unknown);
        };
        if step.moves.is_empty() && step.fen == set_up.fen {
            return Ok(Look::of(Some(played)));
        }
        let Some(by_fen) = self.ask(set_up, ours)? else {
            return Ok(Look::of(Some(played)));
        };
        if played.difference != by_fen.difference && self.two_ways.is_none() {
            self.two_ways = Some(TwoWays {
                step: step.clone(),
                played: played.difference.clone(),
                set_up: by_fen.difference.clone(),
            });
        }
        Ok(Look::of(Some(if played.difference.is_none() {
            by_fen
        } else {
            played
        })))
    }

    pub(super) fn ask(
        &mut self,
        step: Node,
        ours: Outcome<Move>,
    ) -> Result<Option<Comparison>, Error> {
        self.questions += 1;
        let answer = self.other.ask(&Question {
            fen: &step.fen,
            moves: &step.moves,
            depth: step.depth,
            expected: ours.total,
        })?;
        let difference = Difference::between(&step.position, &ours, &answer);
        Ok(difference.map(|difference| Comparison {
            step,
            ours,
            answer,
            difference,
        }))
    }

    fn descend(mut self, first: Comparison, start: Node) -> Result<Disagreement, Error> {
        let (depth, total) = (first.step.depth, first.ours.total);
        let mut path = Vec::new();
        let mut trail = Vec::new();
        let mut here = first;
        let finding = loop {
            if let Some(finding) = here.finding() {
                break finding;
            }
            match self.wrong_child(&here)? {
                Below::Wrong(mv, child) => {
                    path.push(here.step.position.uci(mv, self.style));
                    trail.push(std::mem::replace(&mut here, *child));
                }
                Below::Unknown => break Finding::Counts(here.difference.clone()),
                Below::Right => break self.wrong_together(&mut here)?,
            }
        };
        trail.push(here.clone());
        let Comparison { step, ours, .. } = here;
        let alike = match finding {
            Finding::Moves(_) => self.alike(&trail, total),
            _ => Vec::new(),
        };
        self.other.forget()?;
        let again = self.ask(step.clone(), ours)?;
        let remembers = again.map(|asked| asked.difference).as_ref() != Some(finding.difference());
        Ok(Disagreement {
            start,
            alike,
            depth,
            total,
            remembers,
            path,
            step,
            trail,
            finding,
            two_ways: self.two_ways,
        })
    }

    /// The first child among those in question that gets a wrong answer itself.
    fn wrong_child(&mut self, asked: &Comparison) -> Result<Below, Error> {
        for mv in asked.suspects() {
            match self.look(&self.child(&asked.step, mv))? {
                Look::Unknown => return Ok(Below::Unknown),
                Look::Agrees(_) => {}
                Look::Differs(child) => return Ok(Below::Wrong(mv, child)),
            }
        }
        Ok(Below::Right)
    }

    pub(super) fn child(&self, step: &Node, mv: Move) -> Node {
        Node {
            depth: step.depth - 1,
            ..step.after(mv, self.style)
        }
    }

    /// By its FEN alone, if the other side plays no moves.
    pub(super) fn as_it_can_be_told(&self, step: Node) -> Node {
        // A FEN of the person's own is sent as it is.
        if self.other.plays_moves() || step.moves.is_empty() {
            step
        } else {
            step.without_moves()
        }
    }

    /// The cause if all children are right by themselves. Who only says yes or no may still have
    /// another number of them.
    fn wrong_together(&mut self, here: &mut Comparison) -> Result<Finding, Error> {
        if here.difference.refused {
            let alone = Node {
                depth: 1,
                ..here.step.clone()
            };
            if let Look::Differs(moves) = self.look(&alone)? {
                *here = *moves;
                return Ok(Finding::Refused(here.difference.clone()));
            }
        }
        Ok(Finding::Tree(here.difference.clone()))
    }
}

/// What the children of a wrong position are.
enum Below {
    Wrong(Move, Box<Comparison>),
    Right,
    Unknown,
}

impl Comparison {
    /// The moves below which the error may be.
    pub(super) fn suspects(&self) -> Vec<Move> {
        if self.difference.refused {
            self.ours.lines.iter().map(|line| line.mv).collect()
        } else {
            self.difference.counts.iter().map(|count| count.0).collect()
        }
    }

    /// The cause, if the answer shows it without asking about any child.
    fn finding(&self) -> Option<Finding> {
        let difference = &self.difference;
        if difference.in_moves() {
            return Some(Finding::Moves(difference.clone()));
        }
        let finding = match (difference.refused, difference.counts.is_empty()) {
            (true, _) => Finding::Refused,
            (false, false) => Finding::Leaves,
            (false, true) => return Some(Finding::Total(difference.clone())),
        };
        (self.step.depth == 1).then(|| finding(difference.clone()))
    }
}

impl Look {
    fn of(asked: Option<Comparison>) -> Look {
        match asked {
            None => Look::Unknown,
            Some(asked) if asked.difference.is_none() => Look::Agrees(asked.ours.total),
            Some(asked) => Look::Differs(Box::new(asked)),
        }
    }
}
