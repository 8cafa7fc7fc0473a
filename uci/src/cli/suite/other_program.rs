//! Checks another program against a suite, and explains its wrong counts.

use std::sync::Arc;
use std::time::Instant;

use corpus::features::Facts;
use movegen::chess::{CastlingStyle, ParsedFen, Position, Square};
use movegen::perft::Stop;
use workbench::ask::{self, Answer as Reply, OtherSide, Question, reported};
use workbench::explain::Diagnosis;
use workbench::find::{Disagreement, Node, hunt, shrink};
use workbench::tell;

use super::super::json::Line;
use super::super::other_side::EngineArgs;
use super::plan::{Job, Plan};
use super::results::SharedResults;
use super::tags::TagCounts;
use super::{Answer, Failure, SuiteArgs};
use crate::suite::Case;

/// The running program.
struct Running<'a> {
    args: &'a EngineArgs,
    style: CastlingStyle,
    other: Box<dyn OtherSide>,
    stop: &'a Stop,
}

/// After this many positions with explanations, wrong counts are listed without.
const MOST_EXPLAINED: u32 = 5;

/// Asks for every count in turn and passes each answer to the results. If several positions fail, the
/// results also get the features of these positions and the smallest case.
pub(super) fn count_all(
    args: &SuiteArgs,
    plan: &Plan,
    stop: &Stop,
    results: &SharedResults<'_>,
) -> Result<(), Failure> {
    let mut running: Option<Running> = None;
    let mut tags = TagCounts::new();
    let mut current: Option<Progress> = None;
    for (index, job) in plan.jobs(args).enumerate() {
        if stop.is_stopped() {
            return Ok(());
        }
        let job = job?;
        let position = *job.chess()?;
        let style = CastlingStyle::new(position.needs_chess960());
        let running = match &mut running {
            Some(running) => running,
            None => running.insert(Running::start(&args.other, style, stop)?),
        };
        running.speak(style)?;
        if let Some(done) = current.take_if(|current| !Arc::ptr_eq(&current.case, &job.case)) {
            done.add_to(&mut tags);
        }
        let current = current.get_or_insert_with(|| Progress::new(&job, position));
        // Deeper counts of a position are wrong for the same reason.
        let explain = current.wrong.is_none() && tags.failures() < MOST_EXPLAINED;
        let answer = running.answer(&job, explain)?;
        if !answer.agrees && current.wrong.is_none() {
            current.wrong = Some(job.clone());
        }
        results.add(index, job, answer)?;
    }
    if let Some(done) = current {
        done.add_to(&mut tags);
    }
    match running {
        Some(mut running) if tags.failures() > 1 => {
            let smallest = running.smallest(args, &tags)?;
            results.add_findings(&tags, smallest)
        }
        _ => Ok(()),
    }
}

/// A position of which some counts have been checked.
struct Progress {
    case: Arc<Case>,
    position: Position,
    passed: Option<Square>,
    /// The first count that is wrong.
    wrong: Option<Job>,
}

impl Progress {
    fn new(job: &Job, position: Position) -> Progress {
        Progress {
            case: job.case.clone(),
            position,
            passed: passed(job),
            wrong: None,
        }
    }

    fn add_to(self, tags: &mut TagCounts) {
        tags.add(&Facts::new(self.position, self.passed), self.wrong);
    }
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

    /// Asks for one count. Explains a wrong one if requested.
    fn answer(&mut self, job: &Job, explain: bool) -> Result<Answer, Failure> {
        let started = Instant::now();
        let position = *job.chess()?;
        let fen = self.fen(job, &position);
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
        if !agrees && explain && explanation.is_none() {
            explanation = Some(match self.cause(job, position) {
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

    /// The FEN as it is sent.
    fn fen(&self, job: &Job, position: &Position) -> String {
        match job.case.text.split_ascii_whitespace().count() {
            6 => job.case.text.clone(),
            // Many programs read whole FENs alone.
            _ => position.fen(self.style),
        }
    }

    /// The first position where both disagree.
    fn hunt(&mut self, job: &Job, position: Position) -> Result<Option<Disagreement>, ask::Error> {
        let mut node = Node::root(position, passed(job), job.depth, self.style);
        node.fen = self.fen(job, &position);
        hunt(self.other.as_mut(), &node, self.style, |_, _| {})
    }

    /// The first position where both disagree, explained as by `canopy compare`.
    fn cause(&mut self, job: &Job, position: Position) -> Result<String, ask::Error> {
        Ok(match self.hunt(job, position)? {
            Some(found) => Diagnosis::new(found, self.style, self.other.as_mut()).to_string(),
            None if position.perft(job.depth) == job.expected => {
                "asked again, it counts right: its answer depends on earlier questions".to_owned()
            }
            None => "it counts what canopy counts: the suite is wrong here".to_owned(),
        })
    }

    /// The cheapest wrong count in a fresh process, shrunk and explained, as text or JSON.
    fn smallest(&mut self, args: &SuiteArgs, tags: &TagCounts) -> Result<String, Failure> {
        let Some(job) = tags.smallest() else {
            return Ok(String::new());
        };
        let position = *job.chess()?;
        self.speak(CastlingStyle::new(position.needs_chess960()))?;
        self.other.reset().map_err(Failure::Other)?;
        let fen = self.fen(job, &position);
        let found = self
            .hunt(job, position)
            .and_then(|found| self.shrunk(args, found));
        let place = format!("the smallest of them: depth {} of {fen}", job.depth);
        let json = |text: &str| {
            Line::new("smallest")
                .field("fen", fen.as_str())
                .field("text", text)
                .to_string()
        };
        match found {
            Ok(Some(text)) if args.json => Ok(text),
            Ok(Some(text)) => Ok(format!("{place}\n{text}")),
            Err(ask::Error::Stopped) => Err(Failure::Other(ask::Error::Stopped)),
            other => {
                let text = match other {
                    Err(error) => error.to_string(),
                    Ok(_) => "a fresh process counts it right".to_owned(),
                };
                Ok(match args.json {
                    true => json(&text),
                    false => format!("{place}\n    {text}"),
                })
            }
        }
    }

    /// A disagreement, and a smaller position that shows it.
    fn shrunk(
        &mut self,
        args: &SuiteArgs,
        found: Option<Disagreement>,
    ) -> Result<Option<String>, ask::Error> {
        let Some(found) = found else {
            return Ok(None);
        };
        let (style, other) = (self.style, self.other.as_mut());
        let diagnosis = Diagnosis::new(found, style, other);
        let shrunk = shrink(other, &diagnosis.found, style)?.diagnose(style, other);
        Ok(Some(match args.json {
            true => Line::with("smallest", tell::shrunk_fields(&shrunk, &diagnosis)).to_string(),
            false => format!(
                "{diagnosis}\n{}",
                tell::describe_shrunk(&shrunk, &diagnosis)
            ),
        }))
    }
}

/// The square that the last move passed, as the FEN has it.
fn passed(job: &Job) -> Option<Square> {
    let parsed: ParsedFen = job.case.text.parse().ok()?;
    parsed.setup.en_passant
}
