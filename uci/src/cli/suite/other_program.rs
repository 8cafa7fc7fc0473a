//! Checks another program against a suite, and explains its wrong counts.

use std::sync::Arc;
use std::time::Instant;

use movegen::chess::{CastlingStyle, ParsedFen, Position, Square};
use movegen::perft::Stop;
use workbench::ask::{self, Answer as Reply, OtherSide, Question, reported};
use workbench::explain::Diagnosis;
use workbench::find::{Node, hunt};

use super::super::other_side::EngineArgs;
use super::plan::{Job, Plan};
use super::results::SharedResults;
use super::{Answer, Failure, SuiteArgs};
use crate::suite::Case;

/// The running program.
struct Running<'a> {
    args: &'a EngineArgs,
    style: CastlingStyle,
    other: Box<dyn OtherSide>,
    stop: &'a Stop,
}

/// Asks for every count in turn and passes each answer to the results.
pub(super) fn count_all(
    args: &SuiteArgs,
    plan: &Plan,
    stop: &Stop,
    results: &SharedResults<'_>,
) -> Result<(), Failure> {
    let mut running: Option<Running> = None;
    // Deeper counts of a position are wrong for the same reason.
    let mut explained: Option<Arc<Case>> = None;
    for (index, job) in plan.jobs(args).enumerate() {
        if stop.is_stopped() {
            return Ok(());
        }
        let job = job?;
        let style = CastlingStyle::new(job.chess()?.needs_chess960());
        let running = match &mut running {
            Some(running) => running,
            None => running.insert(Running::start(&args.other, style, stop)?),
        };
        running.speak(style)?;
        let known = explained
            .as_ref()
            .is_some_and(|case| Arc::ptr_eq(case, &job.case));
        let answer = running.answer(&job, known)?;
        if !answer.agrees {
            explained = Some(job.case.clone());
        }
        results.add(index, job, answer)?;
    }
    Ok(())
}

impl<'a> Running<'a> {
    fn start(
        args: &'a EngineArgs,
        style: CastlingStyle,
        stop: &'a Stop,
    ) -> Result<Running<'a>, Failure> {
        Ok(Running {
            other: args.start(style, stop).map_err(Failure::Other)?,
            args,
            style,
            stop,
        })
    }

    /// Restarts the program if the position needs another notation of castling.
    fn speak(&mut self, style: CastlingStyle) -> Result<(), Failure> {
        if self.style != style {
            self.other = self.args.start(style, self.stop).map_err(Failure::Other)?;
            self.style = style;
        }
        Ok(())
    }

    /// Asks for one count. Explains a wrong one unless its position was explained before.
    fn answer(&mut self, job: &Job, known: bool) -> Result<Answer, Failure> {
        let started = Instant::now();
        let position = *job.chess()?;
        let fen = match job.case.text.split_ascii_whitespace().count() {
            6 => job.case.text.clone(),
            // Many programs read whole FENs alone.
            _ => position.fen(self.style),
        };
        let answer = self.other.ask(&Question {
            fen: &fen,
            moves: &[],
            depth: job.depth,
            expected: job.expected,
        });
        let elapsed = started.elapsed();
        let (counted, agrees, mut explanation) = match answer {
            Ok(Reply::Divide(divide)) => {
                let sum = divide.sum();
                (Some(sum), sum == reported(job.expected), None)
            }
            Ok(Reply::Verdict(agrees)) => (agrees.then(|| reported(job.expected)), agrees, None),
            Ok(Reply::Unknown) => (None, false, Some("it does not say".to_owned())),
            Err(ask::Error::Stopped) => return Err(Failure::Other(ask::Error::Stopped)),
            Err(error) => {
                // The next question goes to a program that runs.
                self.other.reset().map_err(Failure::Other)?;
                (None, false, Some(error.to_string()))
            }
        };
        if !agrees && !known && explanation.is_none() {
            explanation = Some(match self.cause(job, position, fen) {
                Ok(text) => text,
                Err(ask::Error::Stopped) => "stopped before its cause was found".to_owned(),
                Err(error) => {
                    self.other.reset().map_err(Failure::Other)?;
                    error.to_string()
                }
            });
        }
        Ok(Answer {
            counted,
            agrees,
            explanation,
            elapsed,
        })
    }

    /// The first position where both disagree, explained as by `canopy compare`.
    fn cause(&mut self, job: &Job, position: Position, fen: String) -> Result<String, ask::Error> {
        let mut node = Node::root(position, passed(job), job.depth, self.style);
        node.fen = fen;
        let found = hunt(self.other.as_mut(), &node, self.style, |_, _| {})?;
        Ok(match found {
            Some(found) => Diagnosis::new(found, self.style, self.other.as_mut()).to_string(),
            None => "it counts what canopy counts: the suite is wrong here".to_owned(),
        })
    }
}

/// The square that the last move passed, as the FEN has it.
fn passed(job: &Job) -> Option<Square> {
    let parsed: ParsedFen = job.case.text.parse().ok()?;
    parsed.setup.en_passant
}
