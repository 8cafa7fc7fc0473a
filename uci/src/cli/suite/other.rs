//! A suite counted by another program, and its failures followed to their cause.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use movegen::chess::{CastlingStyle, ParsedFen, Position, Square};
use movegen::perft::Stop;

use super::super::other_side::EngineArgs;
use super::results::Results;
use super::{Answer, Failure, Job};
use crate::compare::{self, Answer as Said, OtherSide, Question, Step, Trouble};
use crate::report::castling_style;

/// The program, as it was started last.
struct Running<'a> {
    args: &'a EngineArgs,
    style: CastlingStyle,
    other: Box<dyn OtherSide>,
}

/// Asks for every count in turn, handing each answer to the results.
pub(super) fn count_all(
    args: &EngineArgs,
    jobs: &[Job<'_>],
    stop: &Stop,
    results: &Mutex<Results<'_>>,
) -> Result<(), Failure> {
    let Some(first) = jobs.first() else {
        return Ok(());
    };
    jobs.iter().try_for_each(|job| job.chess().map(drop))?;
    let style = style_of(first.chess()?);
    let other = args.start(style).map_err(Failure::Other)?;
    let mut running = Running { args, style, other };
    // One position has one cause; its deeper counts are wrong for the same.
    let mut explained = None;
    for (index, job) in jobs.iter().enumerate() {
        if stop.is_stopped() {
            return Ok(());
        }
        running.speak(style_of(job.chess()?))?;
        let known = explained == Some(std::ptr::from_ref(job.case));
        let answer = running.answer(job, known)?;
        if !answer.agrees {
            explained = Some(std::ptr::from_ref(job.case));
        }
        let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
        results.add(index, answer).map_err(Failure::Output)?;
    }
    Ok(())
}

fn style_of(position: &Position) -> CastlingStyle {
    castling_style(position.needs_chess960())
}

impl Running<'_> {
    /// Starts it anew if it was told another way of castling.
    fn speak(&mut self, style: CastlingStyle) -> Result<(), Failure> {
        if self.style != style {
            self.other = self.args.start(style).map_err(Failure::Other)?;
            self.style = style;
        }
        Ok(())
    }

    /// What it says to one count, and, unless that is known, why.
    fn answer(&mut self, job: &Job<'_>, known: bool) -> Result<Answer, Failure> {
        let started = Instant::now();
        let position = *job.chess()?;
        let fen = match job.case.text.split_ascii_whitespace().count() {
            6 => job.case.text.clone(),
            // Many programs read whole FENs alone.
            _ => position.fen(self.style),
        };
        let said = self.other.ask(&Question {
            fen: &fen,
            moves: &[],
            depth: job.depth,
            expected: job.expected,
        });
        let elapsed = started.elapsed();
        let (counted, agrees, mut told) = match said {
            Ok(Said::Divide(divide)) => {
                let sum = divide.sum();
                (Some(sum), sum == job.expected, None)
            }
            Ok(Said::Verdict(agrees)) => (agrees.then_some(job.expected), agrees, None),
            Ok(Said::Unknown) => (None, false, Some("it does not say".to_owned())),
            Err(trouble) => {
                // The next question goes to a program that runs.
                self.other.forget().map_err(Failure::Other)?;
                (None, false, Some(trouble.to_string()))
            }
        };
        if !agrees && !known && told.is_none() {
            told = Some(match self.cause(job, position, fen) {
                Ok(text) => text,
                Err(trouble) => {
                    self.other.forget().map_err(Failure::Other)?;
                    trouble.to_string()
                }
            });
        }
        Ok(Answer {
            counted,
            agrees,
            told,
            elapsed,
        })
    }

    /// Where the two go apart, as `canopy compare` tells it.
    fn cause(&mut self, job: &Job<'_>, position: Position, fen: String) -> Result<String, Trouble> {
        let mut step = Step::begin(position, passed(job), job.depth, self.style);
        step.fen = fen;
        let found = compare::hunt(self.other.as_mut(), &step, self.style, |_, _| {})?;
        Ok(match found {
            Some(found) => compare::describe(&found, self.style, self.other.as_ref()),
            None => "it counts what canopy counts: the suite is wrong here".to_owned(),
        })
    }
}

/// The square that the last move passed, as the FEN has it.
fn passed(job: &Job<'_>) -> Option<Square> {
    let parsed: ParsedFen = job.case.text.parse().ok()?;
    parsed.setup.en_passant
}
