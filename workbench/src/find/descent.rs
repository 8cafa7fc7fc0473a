//! The descent: follows a difference down to the position that causes it.

use movegen::chess::variant::VariantPosition;
use movegen::chess::{CastlingStyle, Move, MoveFilter, MoveKind};
use movegen::perft::{Outcome, Stop, Tree as _};

use super::difference::count_lines;
use super::disagreement::{Comparison, Disagreement, Finding, TwoWays};
use super::{Difference, Node};
use crate::ask::{Answer, Error, OtherSide, Transcript};

/// How often a question is repeated, each time in a fresh process, before its answer is explained.
const REPEATS: usize = 2;

/// The same for an answer that is not the one that was found: it may depend on earlier questions, or on chance.
const REPEATS_OF_ANOTHER: usize = 6;

/// The result of asking about one position.
pub(super) enum AskResult {
    Unknown,
    /// The total.
    Agrees(u128),
    Differs(Box<Comparison>),
}

/// Asks the questions of one hunt.
pub(super) struct Descent<'a> {
    other: &'a mut dyn OtherSide,
    style: CastlingStyle,
    two_ways: Option<TwoWays>,
    questions: u32,
    stop: Stop,
    /// The lines that are counted, if not all.
    last_moves: Option<MoveFilter>,
}

impl<'a> Descent<'a> {
    pub(super) fn new(other: &'a mut dyn OtherSide, style: CastlingStyle) -> Descent<'a> {
        Descent {
            stop: other.stop(),
            last_moves: other.last_moves().cloned(),
            other,
            style,
            two_ways: None,
            questions: 0,
        }
    }

    /// Canopy's count of a position.
    pub(super) fn count(
        &self,
        position: &VariantPosition,
        depth: u32,
    ) -> Result<Outcome<Move>, Error> {
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
            ChildResult::Right => self.cause_above_children(&mut asked).map(Some),
            ChildResult::Wrong(..) | ChildResult::Unknown => Ok(None),
        }
    }

    /// The position after two more moves, to depth 1, or after one that ends the game: special moves
    /// if there are any. `None` if the other side plays no moves, or if there are none.
    pub(super) fn after_two_moves(&self, node: &Node) -> Option<Node> {
        let first = node.after(some_move(&node.position)?, self.style);
        let second = some_move(&first.position).map(|mv| first.after(mv, self.style));
        self.other.plays_moves().then(|| Node {
            depth: 1,
            ..second.unwrap_or(first)
        })
    }

    /// Asks about a position played and set up. If only the answer to the FEN is wrong, the result
    /// begins at that FEN.
    pub(super) fn look(&mut self, node: &Node) -> Result<AskResult, Error> {
        let ours = self.count(&node.position, node.depth)?;
        self.look_for(node, ours)
    }

    /// The same with Canopy's count.
    pub(super) fn look_for(
        &mut self,
        node: &Node,
        ours: Outcome<Move>,
    ) -> Result<AskResult, Error> {
        if !self.other.plays_moves() {
            let only = self.as_accepted(node.clone());
            return Ok(AskResult::of(self.ask(only, ours)?));
        }
        let set_up = node.without_moves();
        let Some(played) = self.ask(node.clone(), ours.clone())? else {
            return Ok(AskResult::Unknown);
        };
        if node.moves.is_empty() && node.fen == set_up.fen {
            return Ok(AskResult::of(Some(played)));
        }
        let Some(by_fen) = self.ask(set_up, ours)? else {
            return Ok(AskResult::of(Some(played)));
        };
        if played.difference != by_fen.difference && self.two_ways.is_none() {
            self.two_ways = Some(TwoWays {
                node: node.clone(),
                played: played.difference.clone(),
                set_up: by_fen.difference.clone(),
            });
        }
        Ok(AskResult::of(Some(if played.difference.is_none() {
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
        let answer = self.other.ask(&node.question(ours.total))?;
        let mut difference = Difference::between(node.position, &ours, &answer);
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

    pub(super) fn descend(mut self, first: Comparison, start: Node) -> Result<Disagreement, Error> {
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
                ChildResult::Wrong(mv, child) => {
                    path.push(here.node.position.uci(mv, self.style));
                    trail.push(std::mem::replace(&mut here, *child));
                }
                ChildResult::Unknown => break Finding::Counts(here.difference.clone()),
                ChildResult::Right => break self.cause_above_children(&mut here)?,
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
    fn child_without_leaves(&mut self, asked: &Comparison) -> Result<Option<ChildResult>, Error> {
        let (node, difference) = (&asked.node, &asked.difference);
        if node.depth < 2 || !difference.extra.is_empty() || difference.total.is_some() {
            return Ok(None);
        }
        for &mv in &difference.missing {
            if let AskResult::Differs(child) = self.look(&self.child(node, mv))?
                && matches!(&child.answer, Answer::Divide(divide) if divide.sum() == 0)
            {
                return Ok(Some(ChildResult::Wrong(mv, child)));
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
    fn wrong_child(&mut self, asked: &Comparison) -> Result<ChildResult, Error> {
        for mv in asked.suspects() {
            match self.look(&self.child(&asked.node, mv))? {
                AskResult::Unknown => return Ok(ChildResult::Unknown),
                AskResult::Agrees(_) => {}
                AskResult::Differs(child) => return Ok(ChildResult::Wrong(mv, child)),
            }
        }
        Ok(ChildResult::Right)
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
            if let AskResult::Differs(moves) = self.look(&alone)? {
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
fn some_move(position: &VariantPosition) -> Option<Move> {
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
enum ChildResult {
    Wrong(Move, Box<Comparison>),
    Right,
    Unknown,
}

impl AskResult {
    fn of(asked: Option<Comparison>) -> AskResult {
        match asked {
            None => AskResult::Unknown,
            Some(asked) if asked.difference.is_none() => AskResult::Agrees(asked.ours.total),
            Some(asked) => AskResult::Differs(Box::new(asked)),
        }
    }
}
