//! The shortest series of questions that gets a wrong answer.

use std::time::{Duration, Instant};

use movegen::chess::CastlingStyle;

use super::reduce::SeriesReducer;
use crate::ask::{Error, OtherSide};
use crate::find::descent::Descent;
use crate::find::disagreement::Comparison;
use crate::find::fewest::fewest;
use crate::find::node::Node;

/// The questions that are asked even if they take longer than [`PATIENCE`]: their result does not depend on the time.
const SOME_QUESTIONS: u32 = 300;

/// How long a search goes on after [`SOME_QUESTIONS`].
const PATIENCE: Duration = Duration::from_secs(8);

/// How often a series is repeated before its last answer is explained.
const REPEATS: usize = 6;

/// How often the other side may fail to answer in the search.
const MOST_FAILURES: u32 = 3;

/// Asks series of questions, each in a fresh process.
pub(super) struct Trace<'a> {
    descent: Descent<'a>,
    style: CastlingStyle,
    failures: u32,
    started: Instant,
}

impl<'a> Trace<'a> {
    pub(super) fn new(other: &'a mut dyn OtherSide, style: CastlingStyle) -> Trace<'a> {
        Trace {
            descent: Descent::new(other, style),
            style,
            failures: 0,
            started: Instant::now(),
        }
    }

    /// The answers of a fresh process, without those that say nothing, and without the rest of a long series if there is
    /// no time for it.
    pub(super) fn ask(&mut self, nodes: &[Node]) -> Result<Vec<Comparison>, Error> {
        self.descent.start_again()?;
        let mut asked = Vec::new();
        for (number, node) in nodes.iter().enumerate() {
            // A long series can take as long as all others together.
            if number as u32 >= SOME_QUESTIONS && self.is_over() {
                break;
            }
            let ours = self.descent.count(&node.position, node.depth)?;
            asked.extend(self.descent.ask(node.clone(), ours)?);
        }
        Ok(asked)
    }

    /// The number of questions so far.
    pub(super) fn questions(&self) -> u32 {
        self.descent.questions()
    }

    /// Whether there is no time for more questions.
    fn is_over(&self) -> bool {
        self.questions() >= SOME_QUESTIONS && self.started.elapsed() >= PATIENCE
    }

    /// Whether a fresh process answers this correctly.
    pub(super) fn is_right_alone(&mut self, node: &Node) -> Result<bool, Error> {
        let wrong = self.ends_wrong(std::slice::from_ref(node))?;
        Ok(wrong.is_none())
    }

    /// The fewest of the earlier questions, with the last one at the end, after which its answer is
    /// wrong and `shows` what it must show; `None` if that is so not even after all of them.
    pub(super) fn shortest(
        &mut self,
        earlier: &[Node],
        last: &Node,
        shows: impl Fn(&Comparison) -> bool,
    ) -> Result<Option<Vec<Comparison>>, Error> {
        let mut shortest = None;
        fewest(earlier, |some| {
            let series = [some, std::slice::from_ref(last)].concat();
            let asked = self.ends_wrong(&series)?;
            let asked = asked.filter(|asked| asked.last().is_some_and(&shows));
            let passes = asked.is_some();
            // The last one that passes is the shortest.
            shortest = asked.or(shortest.take());
            Ok(passes)
        })?;
        Ok(shortest)
    }

    /// Whether the last answer of a series is another one in some of several repetitions, each in a fresh process.
    pub(super) fn varies(&mut self, series: &[Comparison]) -> Result<bool, Error> {
        let nodes: Vec<Node> = series.iter().map(|asked| asked.node.clone()).collect();
        let last = |asked: &[Comparison]| asked.last().map(|asked| asked.difference.clone());
        for repeat in 0..REPEATS {
            if repeat > 0 && self.is_over() {
                break;
            }
            if last(&self.ask(&nodes)?) != last(series) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes the positions and depths of a series smaller while its last answer is wrong, and right
    /// when it is asked alone; `None` if nothing can be left out. Also why it ended early, if it did.
    pub(super) fn reduce(
        &mut self,
        series: Vec<Comparison>,
    ) -> (Option<Vec<Comparison>>, Result<(), Error>) {
        let nodes: Vec<Node> = series.into_iter().map(|asked| asked.node).collect();
        let mut smallest = None;
        let style = self.style;
        let mut shows = |nodes: &[Node]| {
            let Some(asked) = self.ends_wrong(nodes)? else {
                return Ok(false);
            };
            let alone = match nodes.last() {
                Some(last) => self.is_right_alone(last)?,
                None => false,
            };
            if alone {
                smallest = Some(asked);
            }
            Ok(alone)
        };
        let ended = match SeriesReducer::new(&nodes, style, &mut shows) {
            Some(mut reducer) => reducer.run(),
            None => Ok(()),
        };
        (smallest, ended)
    }

    /// The answers, if the last one is wrong. A failure to answer shows nothing, unless there are too
    /// many of them.
    fn ends_wrong(&mut self, nodes: &[Node]) -> Result<Option<Vec<Comparison>>, Error> {
        if self.is_over() {
            return Ok(None);
        }
        let asked = match self.ask(nodes) {
            Ok(asked) => asked,
            Err(Error::Stopped) => return Err(Error::Stopped),
            Err(error) => {
                self.failures += 1;
                return match self.failures > MOST_FAILURES {
                    true => Err(error),
                    false => Ok(None),
                };
            }
        };
        let wrong = |asked: &Comparison| !asked.difference.is_none();
        let complete = asked.len() == nodes.len();
        Ok((complete && asked.last().is_some_and(wrong)).then_some(asked))
    }
}
