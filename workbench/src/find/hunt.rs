//! The hunt: deepens until the answers differ, then follows the difference down to its cause.

use movegen::chess::{CastlingStyle, Move, MoveFilter, MoveKind, Position};
use movegen::perft::{Outcome, Stop};

use super::difference::count_lines;
use super::{Difference, Node, series};
use crate::ask::{Answer, Error, OtherSide, Question, Recording, Transcript};

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
        Question {
            fen: &self.node.fen,
            moves: &self.node.moves,
            depth: self.node.depth,
            expected: self.ours.total,
        }
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

/// How often a question is repeated, each time in a fresh process, before its answer is explained.
const REPEATS: usize = 2;

/// The same for an answer that is not the one that was found: it may depend on earlier questions, or on chance.
const REPEATS_OF_ANOTHER: usize = 6;

/// The result of asking about one position.
enum Look {
    Unknown,
    /// The total.
    Agrees(u128),
    Differs(Box<Comparison>),
}

/// Asks the questions of one hunt.
pub(super) struct Hunt<'a> {
    other: &'a mut dyn OtherSide,
    style: CastlingStyle,
    two_ways: Option<TwoWays>,
    questions: u32,
    stop: Stop,
    /// The lines that are counted, if not all.
    last_moves: Option<MoveFilter>,
}

/// Compares depth after depth up to `start.depth`, and calls `agreed` with each depth and total on
/// which both sides agree. Then it compares a position after two more moves, played and set up, at
/// depth 1. `None` if they agree everywhere.
///
/// # Errors
/// [`Error`] if the other side gives no usable answer, or if its [stop](OtherSide::stop) is raised.
pub fn hunt(
    other: &mut dyn OtherSide,
    start: &Node,
    style: CastlingStyle,
    mut agreed: impl FnMut(u32, u128),
) -> Result<Option<Disagreement>, Error> {
    let mut recording = Recording::new(other);
    let mut hunt = Hunt::new(&mut recording, style);
    for depth in 1..=start.depth {
        let node = Node {
            depth,
            ..start.clone()
        };
        match hunt.look(&node)? {
            Look::Unknown => {}
            Look::Agrees(total) => agreed(depth, total),
            Look::Differs(first) => {
                let found = hunt.descend(*first, start.clone())?;
                return recall(found, &mut recording, style).map(Some);
            }
        }
    }
    // A program that ignores `moves` has been right so far.
    if let Some(child) = hunt.after_two_moves(start)
        && let Look::Differs(first) = hunt.look(&child)?
    {
        let found = hunt.descend(*first, child)?;
        return recall(found, &mut recording, style).map(Some);
    }
    Ok(None)
}

/// Adds the transcript, and the earlier questions that matter.
fn recall(
    mut found: Disagreement,
    recording: &mut Recording<'_>,
    style: CastlingStyle,
) -> Result<Disagreement, Error> {
    found.transcript = recording.transcript().cloned().unwrap_or_default();
    if found.remembers && !found.varies {
        (found.earlier, found.varies) = series::earlier_questions(recording, &found, style)?;
    }
    Ok(found)
}

impl<'a> Hunt<'a> {
    pub(super) fn new(other: &'a mut dyn OtherSide, style: CastlingStyle) -> Hunt<'a> {
        Hunt {
            stop: other.stop(),
            last_moves: other.last_moves().cloned(),
            other,
            style,
            two_ways: None,
            questions: 0,
        }
    }

    /// Canopy's count of a position.
    pub(super) fn count(&self, position: &Position, depth: u32) -> Result<Outcome<Move>, Error> {
        count_lines(position, depth, self.last_moves.as_ref(), &self.stop)
    }

    /// The number of questions so far.
    pub(super) fn questions(&self) -> u32 {
        self.questions
    }

    /// Makes the other side forget all questions, or recover from a failure.
    pub(super) fn start_again(&mut self) -> Result<(), Error> {
        self.other.reset()
    }

    /// The finding in this position, asked exactly as given; `None` if there is none, or only in a
    /// position below.
    pub(super) fn finding_at(&mut self, node: Node) -> Result<Option<Finding>, Error> {
        let ours = self.count(&node.position, node.depth)?;
        let Some(mut asked) = self.ask(node, ours)? else {
            return Ok(None);
        };
        if asked.difference.is_none() {
            return Ok(None);
        }
        let below = match asked.finding() {
            Some(finding) => match self.child_without_leaves(&asked)? {
                Some(below) => below,
                None => return Ok(Some(finding)),
            },
            None => self.wrong_child(&asked)?,
        };
        match below {
            Below::Right => self.cause_above_children(&mut asked).map(Some),
            Below::Wrong(..) | Below::Unknown => Ok(None),
        }
    }

    /// The position after two more moves, to depth 1, or after one that ends the game: special moves
    /// if there are any. `None` if the other side plays no moves, or if there are none.
    fn after_two_moves(&self, node: &Node) -> Option<Node> {
        let first = node.after(some_move(&node.position)?, self.style);
        let second = some_move(&first.position).map(|mv| first.after(mv, self.style));
        self.other.plays_moves().then(|| Node {
            depth: 1,
            ..second.unwrap_or(first)
        })
    }

    /// Asks about a position played and set up. If only the answer to the FEN is wrong, the result
    /// begins at that FEN.
    fn look(&mut self, node: &Node) -> Result<Look, Error> {
        let ours = self.count(&node.position, node.depth)?;
        if !self.other.plays_moves() {
            let only = self.as_accepted(node.clone());
            return Ok(Look::of(self.ask(only, ours)?));
        }
        let set_up = node.without_moves();
        let Some(played) = self.ask(node.clone(), ours.clone())? else {
            return Ok(Look::Unknown);
        };
        if node.moves.is_empty() && node.fen == set_up.fen {
            return Ok(Look::of(Some(played)));
        }
        let Some(by_fen) = self.ask(set_up, ours)? else {
            return Ok(Look::of(Some(played)));
        };
        if played.difference != by_fen.difference && self.two_ways.is_none() {
            self.two_ways = Some(TwoWays {
                node: node.clone(),
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
        node: Node,
        ours: Outcome<Move>,
    ) -> Result<Option<Comparison>, Error> {
        self.questions += 1;
        let answer = self.other.ask(&Question {
            fen: &node.fen,
            moves: &node.moves,
            depth: node.depth,
            expected: ours.total,
        })?;
        let mut difference = Difference::between(&node.position, &ours, &answer);
        if let (Some(difference), 1) = (&mut difference, node.depth) {
            let last_moves = self.last_moves.as_ref();
            difference.at_depth_one(&node.position, ours.lines.len(), last_moves, self.style);
        }
        Ok(difference.map(|difference| Comparison {
            node,
            ours,
            answer,
            difference,
        }))
    }

    fn descend(mut self, first: Comparison, start: Node) -> Result<Disagreement, Error> {
        let (depth, total) = (first.node.depth, first.ours.total);
        let mut path = Vec::new();
        let mut trail = Vec::new();
        let mut here = first;
        let finding = loop {
            let below = match here.finding() {
                Some(finding) => match self.child_without_leaves(&here)? {
                    Some(below) => below,
                    None => break finding,
                },
                None => self.wrong_child(&here)?,
            };
            match below {
                Below::Wrong(mv, child) => {
                    path.push(here.node.position.uci(mv, self.style));
                    trail.push(std::mem::replace(&mut here, *child));
                }
                Below::Unknown => break Finding::Counts(here.difference.clone()),
                Below::Right => break self.cause_above_children(&mut here)?,
            }
        };
        trail.push(here.clone());
        let Comparison { node, ours, .. } = here;
        let related = match finding {
            Finding::Moves(_) => self.related(&trail, total),
            _ => Vec::new(),
        };
        let (remembers, varies) = self.ask_again(&node, &ours, finding.difference())?;
        Ok(Disagreement {
            start,
            related,
            depth,
            total,
            remembers,
            varies,
            earlier: Vec::new(),
            path,
            node,
            trail,
            finding,
            two_ways: self.two_ways,
            last_moves: self.last_moves,
            transcript: Transcript::default(),
        })
    }

    /// The position after a missing move, if the other side counts nothing there: the move may be left
    /// out for that reason alone.
    fn child_without_leaves(&mut self, asked: &Comparison) -> Result<Option<Below>, Error> {
        let (node, difference) = (&asked.node, &asked.difference);
        if node.depth < 2 || !difference.extra.is_empty() || difference.total.is_some() {
            return Ok(None);
        }
        for &mv in &difference.missing {
            if let Look::Differs(child) = self.look(&self.child(node, mv))?
                && matches!(&child.answer, Answer::Divide(divide) if divide.sum() == 0)
            {
                return Ok(Some(Below::Wrong(mv, child)));
            }
        }
        Ok(None)
    }

    /// Asks a question again, alone in fresh processes. Returns whether the answer is another one than `found`,
    /// and whether these answers differ from each other.
    fn ask_again(
        &mut self,
        node: &Node,
        ours: &Outcome<Move>,
        found: &Difference,
    ) -> Result<(bool, bool), Error> {
        let mut ask = || -> Result<Option<Difference>, Error> {
            self.other.reset()?;
            let asked = self.ask(node.clone(), ours.clone())?;
            Ok(asked.map(|asked| asked.difference))
        };
        let first = ask()?;
        let is_another = first.as_ref() != Some(found);
        let repeats = match is_another {
            true => REPEATS_OF_ANOTHER,
            false => REPEATS,
        };
        for _ in 0..repeats {
            if ask()? != first {
                return Ok((is_another, true));
            }
        }
        Ok((is_another, false))
    }

    /// The first suspect child whose own answer is wrong.
    fn wrong_child(&mut self, asked: &Comparison) -> Result<Below, Error> {
        for mv in asked.suspects() {
            match self.look(&self.child(&asked.node, mv))? {
                Look::Unknown => return Ok(Below::Unknown),
                Look::Agrees(_) => {}
                Look::Differs(child) => return Ok(Below::Wrong(mv, child)),
            }
        }
        Ok(Below::Right)
    }

    pub(super) fn child(&self, node: &Node, mv: Move) -> Node {
        Node {
            depth: node.depth - 1,
            ..node.after(mv, self.style)
        }
    }

    /// The position by its FEN alone if the other side accepts no moves.
    pub(super) fn as_accepted(&self, node: Node) -> Node {
        // The FEN of the user is sent as it is.
        if self.other.plays_moves() || node.moves.is_empty() {
            node
        } else {
            node.without_moves()
        }
    }

    /// The cause if every child is right on its own. A program that only says yes or no may still
    /// have a wrong number of moves.
    fn cause_above_children(&mut self, here: &mut Comparison) -> Result<Finding, Error> {
        if here.difference.refused {
            let alone = Node {
                depth: 1,
                ..here.node.clone()
            };
            if let Look::Differs(moves) = self.look(&alone)? {
                *here = *moves;
                return Ok(Finding::Refused(here.difference.clone()));
            }
        }
        let finding = match here.difference.unreadable.is_empty() {
            true => Finding::Tree,
            false => Finding::Unreadable,
        };
        Ok(finding(here.difference.clone()))
    }
}

/// A special move if there is one, or else any move. Which one depends on the position.
fn some_move(position: &Position) -> Option<Move> {
    let legal = position.legal_moves();
    let special = legal.iter().filter(|mv| mv.kind() != MoveKind::Plain);
    let mut moves: Vec<Move> = special.copied().collect();
    if moves.is_empty() {
        moves.extend(legal.iter());
    }
    let number = position.key() % (moves.len().max(1) as u128);
    moves.get(number as usize).copied()
}

/// What is known about the children of a wrong position.
enum Below {
    Wrong(Move, Box<Comparison>),
    Right,
    Unknown,
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

impl Look {
    fn of(asked: Option<Comparison>) -> Look {
        match asked {
            None => Look::Unknown,
            Some(asked) if asked.difference.is_none() => Look::Agrees(asked.ours.total),
            Some(asked) => Look::Differs(Box::new(asked)),
        }
    }
}
