//! A question that the other side does not answer, traced to the smallest one.
//!
//! Crashes, hangs and refusals are hunted like wrong counts: first down the tree, to the position
//! and depth that fail on their own, then by leaving out what does not matter.

use movegen::clock::Instant;
use std::mem::discriminant;
use std::process::ExitStatus;
use std::time::Duration;

use movegen::chess::CastlingStyle;
use movegen::chess::variant::{Rules, VariantPosition};
use movegen::perft::{Stop, Tree as _};

use super::Node;
use super::difference::count_lines;
use super::fewest::fewest;
use super::reduce::{Case, Reducer};
use crate::ask::{Error, Exchange, Failure, OtherSide, Transcript};

/// The limit of questions. Each one that fails costs a new process, and a hang the time limit.
const MOST_QUESTIONS: u32 = 400;

/// The time for an answer that is far too short to be noticed by a user.
const SHORTEST_LIMIT: Duration = Duration::from_millis(500);

/// An answer that takes this many times longer than the others is a hang.
const SLOW_FACTOR: f64 = 20.0;

/// Leaves that take as long as the fixed cost of an answer.
const FIXED_COST: f64 = 1000.0;

/// The longest time for the last check of a hang.
const LONGEST_CHECK: Duration = Duration::from_secs(10);

/// A failure to answer, and what is known about its cause.
#[derive(Debug)]
pub struct NoAnswer {
    /// The failure that was seen first.
    pub error: Error,
    /// The number of questions asked to find the cause.
    pub questions: u32,
    /// The cause.
    pub cause: NoAnswerCause,
}

/// What makes the other side fail.
#[derive(Debug)]
pub enum NoAnswerCause {
    /// One question, asked first in a fresh process.
    Alone(Box<Unanswered>),
    /// One question, but only after others.
    AfterOthers {
        /// The questions that have to be asked before it, in this order. None of them can be left out
        /// alone.
        earlier: Vec<Exchange>,
        /// The question that is not answered then.
        last: Box<Unanswered>,
    },
    /// Every question: it does not even answer about the start position at depth 1.
    Always,
    /// It may only be slow: at the speed of its other answers, this one takes as long as this.
    Slow(Duration),
    /// Unknown: asked again, it answers.
    NotRepeated,
}

/// A question that is not answered.
#[derive(Debug)]
pub struct Unanswered {
    /// The position and the depth.
    pub node: Node,
    /// What the other side did instead.
    pub error: Error,
    /// The shell command that asks the same question, if there is one.
    pub command: Option<String>,
}

/// Finds out what makes the other side fail to answer, after [`hunt`](super::hunt) has returned this
/// error. The other side must be [recorded](crate::ask::Recording), since the last recorded question
/// is the one that failed.
///
/// `rules` are those of the positions that were asked about.
///
/// A hang takes much less than the time limit here: an answer is late after twenty times the time
/// that other answers of its size have taken.
///
/// # Errors
/// The same error if it is not a failure to answer, or if the failed question is unknown;
/// [`Error::Stopped`] if the stop is raised; any error of a restart.
pub fn trace_failure(
    other: &mut dyn OtherSide,
    rules: &'static dyn Rules,
    style: CastlingStyle,
    error: Error,
) -> Result<NoAnswer, Error> {
    let Some(kind) = Kind::of(&error) else {
        return Err(error);
    };
    let failed = other.transcript().and_then(Failed::of);
    let Some(failed) = failed else {
        return Err(error);
    };
    let mut trace = Trace {
        stop: other.stop(),
        other,
        rules,
        style,
        kind,
        questions: 0,
        slowest: 0.0,
    };
    let cause = trace.cause(&failed);
    let questions = trace.questions;
    // Later questions have the limit of the user again.
    other.limit_answers(None);
    other.reset()?;
    Ok(NoAnswer {
        error,
        questions,
        cause: cause?,
    })
}

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Ended(Option<ExitStatus>),
    /// With the limit in seconds.
    Late(f64),
    Refused,
    Endless,
    Generator,
}

impl Kind {
    fn of(error: &Error) -> Option<Kind> {
        match error {
            Error::Failed { failure, .. } => match *failure {
                Failure::Ended { status, .. } => Some(Kind::Ended(status)),
                Failure::NoVerdict(status) => Some(Kind::Ended(Some(status))),
                Failure::Late { limit, .. } => Some(Kind::Late(limit.as_secs_f64())),
                Failure::Refused => Some(Kind::Refused),
                Failure::Endless => Some(Kind::Endless),
                _ => None,
            },
            Error::Generator { .. } => Some(Kind::Generator),
            _ => None,
        }
    }

    /// Whether both can have one cause.
    fn is_like(self, other: Kind) -> bool {
        match (self, other) {
            (Kind::Ended(one), Kind::Ended(other)) => one == other,
            _ => discriminant(&self) == discriminant(&other),
        }
    }
}

/// The question that failed, and those before it in the same process.
struct Failed {
    exchange: Exchange,
    earlier: Vec<Exchange>,
}

impl Failed {
    fn of(transcript: &Transcript) -> Option<Failed> {
        let mut processes = transcript.processes().rev();
        let (exchange, earlier) = processes.find_map(<[Exchange]>::split_last)?;
        exchange.answer.is_none().then(|| Failed {
            exchange: exchange.clone(),
            earlier: earlier.to_vec(),
        })
    }
}

struct Trace<'a> {
    other: &'a mut dyn OtherSide,
    rules: &'static dyn Rules,
    style: CastlingStyle,
    kind: Kind,
    questions: u32,
    stop: Stop,
    /// The greatest number of seconds per leaf of an answer so far, with a fixed cost per answer.
    slowest: f64,
}

impl Trace<'_> {
    fn cause(&mut self, failed: &Failed) -> Result<NoAnswerCause, Error> {
        let node = Node::of(&failed.exchange, self.rules, self.style);
        let start = VariantPosition::startpos(self.rules);
        let start = Node::root(start, None, 1, self.style);
        self.other.reset()?;
        if self.fails(&start)?.is_some() {
            return Ok(NoAnswerCause::Always);
        }
        let Some(node) = node else {
            return Ok(NoAnswerCause::NotRepeated);
        };
        if self.fails_alone(&node)?.is_none() {
            return self.after_others(failed, node);
        }
        let shallow = self.shallowest(&node)?.unwrap_or_else(|| node.clone());
        if let Kind::Late(limit) = self.kind {
            let expected = self.expected(&shallow)?;
            if expected > 0.25 * limit {
                return Ok(NoAnswerCause::Slow(Duration::from_secs_f64(expected)));
            }
        }
        let lowest = self.descend(shallow.clone())?;
        let smallest = self.reduce(lowest.clone())?;
        // Each once more on its own: the failure must not depend on the questions so far.
        for node in [smallest, lowest, shallow, node] {
            if let Some(error) = self.fails_alone(&node)? {
                return Ok(NoAnswerCause::Alone(Box::new(
                    self.unanswered(node, error)?,
                )));
            }
        }
        Ok(NoAnswerCause::NotRepeated)
    }

    /// The question with the smallest depth that fails; `None` if none does.
    fn shallowest(&mut self, node: &Node) -> Result<Option<Node>, Error> {
        for depth in 1..=node.depth {
            let node = Node {
                depth,
                ..node.clone()
            };
            if self.fails(&node)?.is_some() {
                return Ok(Some(node));
            }
        }
        Ok(None)
    }

    /// Follows children that fail on their own.
    fn descend(&mut self, mut node: Node) -> Result<Node, Error> {
        'down: while node.depth > 1 {
            let moves = node.position.moves();
            for mv in moves {
                let child = Node {
                    depth: node.depth - 1,
                    ..node.after(mv, self.style)
                };
                let child = match self.other.plays_moves() {
                    true => child,
                    false => child.without_moves(),
                };
                if self.fails(&child)?.is_some() {
                    node = self.shallowest(&child)?.unwrap_or(child);
                    continue 'down;
                }
            }
            break;
        }
        Ok(node)
    }

    /// Leaves out everything without which it still fails.
    fn reduce(&mut self, node: Node) -> Result<Node, Error> {
        let Some(case) = Case::of(&node) else {
            return Ok(node);
        };
        let style = self.style;
        let mut fails = |node: &Node| Ok(self.fails(node)?.is_some());
        let mut reducer = Reducer::new(case, style, &mut fails);
        reducer.run()?;
        Ok(reducer.into_case().node(style).unwrap_or(node))
    }

    /// Which of the earlier questions make it fail.
    fn after_others(&mut self, failed: &Failed, node: Node) -> Result<NoAnswerCause, Error> {
        let fewest = fewest(&failed.earlier, |some| {
            Ok(!self.is_spent() && self.fails_after(some, &node)?.is_some())
        })?;
        let Some(earlier) = fewest else {
            return Ok(NoAnswerCause::NotRepeated);
        };
        Ok(match self.fails_after(&earlier, &node)? {
            Some(error) => NoAnswerCause::AfterOthers {
                earlier,
                last: Box::new(self.unanswered(node, error)?),
            },
            None => NoAnswerCause::NotRepeated,
        })
    }

    fn is_spent(&self) -> bool {
        self.questions >= MOST_QUESTIONS
    }

    /// The failure after these questions in a fresh process.
    fn fails_after(&mut self, earlier: &[Exchange], node: &Node) -> Result<Option<Error>, Error> {
        self.other.reset()?;
        self.other.limit_answers(None);
        for exchange in earlier {
            match self.other.ask(&exchange.question()) {
                Ok(_) => {}
                Err(error) if Kind::of(&error).is_some() => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        self.fails(node)
    }

    /// The failure in a fresh process. A hang has more time than in the search.
    fn fails_alone(&mut self, node: &Node) -> Result<Option<Error>, Error> {
        self.other.reset()?;
        self.ask(node, LONGEST_CHECK)
    }

    /// Asks; the failure if it is of the same kind. After one, the process is a fresh one.
    fn fails(&mut self, node: &Node) -> Result<Option<Error>, Error> {
        if self.is_spent() {
            return Ok(None);
        }
        let limit = SLOW_FACTOR * self.expected(node)?;
        self.ask(node, SHORTEST_LIMIT + Duration::from_secs_f64(limit))
    }

    fn ask(&mut self, node: &Node, limit: Duration) -> Result<Option<Error>, Error> {
        let total = self.count(node)?;
        self.questions += 1;
        // Nothing is known about its speed before the first answer.
        self.other
            .limit_answers((self.slowest > 0.0).then_some(limit));
        let asked = Instant::now();
        let answer = self.other.ask(&node.question(total));
        match answer {
            Ok(_) => {
                let seconds = asked.elapsed().as_secs_f64();
                self.slowest = self.slowest.max(seconds / (total as f64 + FIXED_COST));
                Ok(None)
            }
            Err(error) => {
                let kind = Kind::of(&error);
                if kind.is_none() {
                    return Err(error);
                }
                self.other.reset()?;
                Ok(kind
                    .is_some_and(|kind| kind.is_like(self.kind))
                    .then_some(error))
            }
        }
    }

    /// The seconds that the answer should take at most.
    fn expected(&self, node: &Node) -> Result<f64, Error> {
        let total = self.count(node)?;
        Ok(self.slowest * (total as f64 + FIXED_COST))
    }

    /// Canopy's total. No filter is needed: only the time of an answer depends on it, and whether a
    /// program that answers by its exit code agrees.
    fn count(&self, node: &Node) -> Result<u128, Error> {
        Ok(count_lines(&node.position, node.depth, None, &self.stop)?.total)
    }

    fn unanswered(&self, node: Node, error: Error) -> Result<Unanswered, Error> {
        let total = self.count(&node)?;
        let command = self.other.command(&node.question(total));
        Ok(Unanswered {
            node,
            error,
            command,
        })
    }
}

#[cfg(test)]
mod tests;
