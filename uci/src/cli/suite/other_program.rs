//! Checks another program against a suite, and explains its wrong counts.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::time::Instant;

use corpus::features::{self, Facts};
use movegen::chess::variant::{Rules, VariantPosition};
use movegen::chess::{CastlingStyle, ParsedFen, Square};
use movegen::perft::{Perft, Stop};
use workbench::ask::{self, Answer as Reply, OtherSide, Question};
use workbench::explain::{Certainty, Diagnosis};
use workbench::find::{Disagreement, Node, hunt, shrink};
use workbench::tell;
use workbench::why::NextQuestion;

use super::super::error::CliError;
use super::super::groups::Groups;
use super::super::json::Line;
use super::super::other_side::EngineArgs;
use super::super::verdict::Reported;
use super::answer::{Answer, Verdict};
use super::args::SuiteArgs;
use super::budget::Budget;
use super::plan::{Job, Plan};
use super::results::SharedResults;
use super::rows::Rows;
use super::tags::TagCounts;
use crate::suite::Case;

/// The failures of a variant that are explained.
const MOST_EXPLAINED: u32 = 5;

/// The running program, and what was found out about it.
pub(super) struct Running<'a> {
    args: &'a EngineArgs,
    rules: &'static dyn Rules,
    style: CastlingStyle,
    other: Box<dyn OtherSide>,
    stop: &'a Stop,
    /// The subjects of the positions that were explained: one failure of each combination is.
    explained: HashSet<u32>,
    /// The explanations, of which each is printed once.
    groups: Groups,
    /// The defects that alone account for the answers about some position.
    confirmed: BTreeSet<&'static str>,
}

/// Asks for every count in turn and passes each answer to the results. If positions fail, the results also get the known
/// defects that give all counts, and if several do, the features of these positions and the smallest case.
pub(super) fn count_all(
    args: &SuiteArgs,
    plan: &Plan,
    mut running: Running<'_>,
    results: &SharedResults<'_>,
) -> Result<Budget, CliError> {
    let mut tags = TagCounts::new();
    let mut budget = Budget::new(&plan.sizes, args.other.limits(args.time));
    let mut current: Option<Progress> = None;
    let mut rows = Rows::new(running.rules);
    for (index, job) in plan.jobs(args).enumerate() {
        if running.stop.is_stopped() {
            return Ok(budget);
        }
        let job = job?;
        if !budget.allows(job.expected) {
            results.leave_out(&job, &budget.reason());
            continue;
        }
        let position = job.position()?;
        let chess960 = position.chess().needs_chess960();
        running.speak(CastlingStyle::new(chess960))?;
        if let Some(done) = current.take_if(|current| !Arc::ptr_eq(&current.case, &job.case)) {
            done.add_to(&mut tags);
        }
        let current = current.get_or_insert_with(|| Progress::new(&job, position));
        let mut answer = running.answer(&job)?;
        match answer.verdict {
            Verdict::Missing(_) => budget.add(None, answer.elapsed),
            _ => budget.add(Some(job.expected), answer.elapsed),
        }
        if let Some(counted) = answer.count(&job)
            && (!chess960 || running.other.offers_chess960() != Some(false))
        {
            let fen = running.fen(&job, &position);
            rows.add(&job, fen, chess960, counted, current.wrong.is_some());
        }
        match answer.verdict {
            Verdict::Agrees => {}
            Verdict::Missing(_) => current.unanswered = true,
            // Deeper counts of a position are wrong for the same reason.
            Verdict::Differs(_) if current.wrong.is_some() => {}
            Verdict::Differs(_) => {
                let subjects = current.facts().map(|facts| features::of(&facts).subjects());
                if running.is_new(subjects) {
                    answer.explanation = Some(running.explain(&job, position)?);
                }
                current.wrong = Some(job.clone());
            }
        }
        results.add(index, job, answer)?;
    }
    if let Some(done) = current {
        done.add_to(&mut tags);
    }
    if tags.failures() > 1 {
        let smallest = running.smallest(args, &tags)?;
        // The features are those of chess.
        let tags = args.variant.rules().is_standard().then_some(&tags);
        results.add_findings(tags, smallest)?;
    }
    let stop = running.stop;
    let confirmed = std::mem::take(&mut running.confirmed);
    let text = rows.explain(args.output.json, stop, &confirmed, |next| {
        running.total(next)
    });
    if let Some(text) = text {
        results.add_text(text)?;
    }
    Ok(budget)
}

/// A position of which some counts have been checked.
struct Progress {
    case: Arc<Case>,
    position: VariantPosition,
    passed: Option<Square>,
    /// The first count that is wrong.
    wrong: Option<Job>,
    /// Whether some count got no answer.
    unanswered: bool,
}

impl Progress {
    fn new(job: &Job, position: VariantPosition) -> Progress {
        Progress {
            case: job.case.clone(),
            position,
            passed: passed(job),
            wrong: None,
            unanswered: false,
        }
    }

    /// What decides on its features, which are those of chess.
    fn facts(&self) -> Option<Facts> {
        let chess = self.position.as_standard()?;
        Some(Facts::new(*chess, self.passed))
    }

    /// Adds the position, unless it has neither failed nor passed.
    fn add_to(self, tags: &mut TagCounts) {
        if self.wrong.is_some() || !self.unanswered {
            tags.add(self.facts().as_ref(), self.wrong);
        }
    }
}

impl<'a> Running<'a> {
    /// Starts the program. If it does not offer Chess960, such positions are left out of the plan, unless
    /// the arguments ask for them.
    pub(super) fn start(
        args: &'a SuiteArgs,
        plan: &mut Plan,
        stop: &'a Stop,
    ) -> Result<Running<'a>, CliError> {
        let style = CastlingStyle::Standard;
        let other = args.other.start(args.variant.rules(), style, stop)?;
        if !args.ask_chess960 && other.offers_chess960() != Some(true) {
            plan.leave_out_chess960();
            if plan.jobs == 0 {
                return Err(CliError::usage(format_args!(
                    "nothing to check: all {} positions are of Chess960, and {} does not offer UCI_Chess960 \
                     (--ask-chess960 asks about them too)",
                    plan.chess960_left_out,
                    args.other.name()
                )));
            }
        }
        Ok(Running {
            args: &args.other,
            rules: args.variant.rules(),
            other,
            style,
            stop,
            explained: HashSet::new(),
            groups: Groups::default(),
            confirmed: BTreeSet::new(),
        })
    }

    /// Restarts the program if the position needs another notation of castling.
    fn speak(&mut self, style: CastlingStyle) -> Result<(), ask::Error> {
        if self.style != style {
            self.other = self.args.start(self.rules, style, self.stop)?;
            self.style = style;
        }
        Ok(())
    }

    /// Asks for one count.
    fn answer(&mut self, job: &Job) -> Result<Answer, CliError> {
        let started = Instant::now();
        let fen = self.fen(job, &job.position()?);
        let answer = self.other.ask(&Question {
            fen: &fen,
            moves: &[],
            depth: job.depth,
            expected: job.expected,
        });
        let elapsed = started.elapsed();
        let (verdict, explanation) = match answer {
            Ok(Reply::Divide(divide)) => return Ok(Answer::counted(job, divide.sum(), elapsed)),
            Ok(Reply::Verdict(true)) => (Verdict::Agrees, None),
            Ok(Reply::Verdict(false)) => (Verdict::Differs(None), None),
            Ok(Reply::Unknown) => (Verdict::Missing("it does not say".to_owned()), None),
            Err(ask::Error::Stopped) => return Err(CliError::Interrupted),
            // No other question would get an answer.
            Err(error @ ask::Error::NoDialect { .. }) => return Err(error.into()),
            Err(error) => {
                // The next question goes to a program that runs.
                self.other.reset()?;
                (Verdict::Missing(no_answer(&error)), Some(error.to_string()))
            }
        };
        Ok(Answer {
            verdict,
            explanation,
            elapsed,
        })
    }

    /// The total for a question that tells known defects apart, in a fresh process; `None` if there is none.
    fn total(&mut self, next: &NextQuestion) -> Option<i128> {
        self.speak(CastlingStyle::Standard).ok()?;
        self.other.reset().ok()?;
        let answer = self.other.ask(&Question {
            fen: &next.fen,
            moves: &[],
            depth: next.depth,
            expected: u128::try_from(next.correct).ok()?,
        });
        match answer {
            Ok(Reply::Divide(divide)) => Some(divide.sum()),
            _ => None,
        }
    }

    /// Whether a failure is the first one with these subjects. Variants have no features: the first few are explained.
    fn is_new(&mut self, subjects: Option<u32>) -> bool {
        match (subjects, u32::try_from(self.explained.len())) {
            (Some(subjects), _) => self.explained.insert(subjects),
            (None, Ok(number)) if number < MOST_EXPLAINED => self.explained.insert(number),
            (None, _) => false,
        }
    }

    /// Why a count is wrong.
    fn explain(&mut self, job: &Job, position: VariantPosition) -> Result<String, ask::Error> {
        match self.cause(job, position) {
            Ok(text) => Ok(text),
            Err(ask::Error::Stopped) => Ok("stopped before its cause was found".to_owned()),
            Err(error) => {
                self.other.reset()?;
                Ok(error.to_string())
            }
        }
    }

    /// The FEN as it is sent.
    fn fen(&self, job: &Job, position: &VariantPosition) -> String {
        if position.as_standard().is_none() {
            return position.fen(self.style);
        }
        let fields: Vec<&str> = job.case.text.split_ascii_whitespace().collect();
        let names_files = fields
            .get(2)
            .is_some_and(|rights| rights.contains(|c: char| !"KQkq-".contains(c)));
        // Many programs read whole FENs alone, and only those of Chess960 letters of files.
        let is_read = self.style == CastlingStyle::Chess960 || !names_files;
        match fields.len() {
            6 if is_read => job.case.text.clone(),
            4 if is_read => format!("{} 0 1", job.case.text),
            _ => position.fen(self.style),
        }
    }

    /// The first position where both disagree.
    fn hunt(
        &mut self,
        job: &Job,
        position: VariantPosition,
    ) -> Result<Option<Disagreement>, ask::Error> {
        let mut node = Node::root(position, passed(job), job.depth, self.style);
        node.fen = self.fen(job, &position);
        hunt(self.other.as_mut(), &node, self.style, |_, _| {})
    }

    /// The first position where both disagree, explained as by `canopy compare`.
    fn cause(&mut self, job: &Job, position: VariantPosition) -> Result<String, ask::Error> {
        Ok(match self.hunt(job, position)? {
            Some(found) => {
                let diagnosis = Diagnosis::new(found, self.style, self.other.as_mut());
                let causes = diagnosis.explanation.causes.iter();
                let alone = causes.filter(|cause| cause.certainty == Certainty::Accounts);
                self.confirmed.extend(alone.map(|cause| cause.id));
                if let Some(group) = self.groups.by_cause(&diagnosis) {
                    let first = &group.reported.diagnosis;
                    let (headline, fen) = (tell::headline(first), &first.found.start.fen);
                    return Ok(format!("{headline}: the same as in {fen}"));
                }
                let text = diagnosis.to_string();
                self.groups.add(Reported::new(diagnosis, None));
                text
            }
            None if own_count(job) == Some(job.expected) => {
                "asked again, it counts right: its answer depends on earlier questions".to_owned()
            }
            None => "it counts what canopy counts: the suite is wrong here".to_owned(),
        })
    }

    /// The cheapest wrong count in a fresh process, shrunk and explained, as text or JSON.
    fn smallest(&mut self, args: &SuiteArgs, tags: &TagCounts) -> Result<String, CliError> {
        let Some(job) = tags.smallest() else {
            return Ok(String::new());
        };
        let position = job.position()?;
        self.speak(CastlingStyle::new(position.chess().needs_chess960()))?;
        self.other.reset()?;
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
            Ok(Some(text)) if args.output.json => Ok(text),
            Ok(Some(text)) => Ok(format!("{place}\n{text}")),
            Err(ask::Error::Stopped) => Err(CliError::Interrupted),
            other => {
                let text = match other {
                    Err(error) => error.to_string(),
                    Ok(_) => "a fresh process counts it right".to_owned(),
                };
                Ok(match args.output.json {
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
        let shrunk = shrink(other, &diagnosis.found, style)?.diagnose(&diagnosis, other);
        Ok(Some(match args.output.json {
            true => Line::with("smallest", tell::shrunk_fields(&shrunk, &diagnosis)).to_string(),
            false => format!(
                "{diagnosis}\n{}",
                tell::describe_shrunk(&shrunk, &diagnosis)
            ),
        }))
    }
}

/// Canopy's count.
fn own_count(job: &Job) -> Option<u128> {
    let root = &job.case.root;
    root.leaves(&Perft::new(job.depth), &Stop::new()).ok()
}

/// What the program did instead of counting.
fn no_answer(error: &ask::Error) -> String {
    match error {
        ask::Error::Failed {
            failure: ask::Failure::Late { limit, .. },
            ..
        } => format!("no answer within {} s", limit.as_secs_f64()),
        _ => "no answer".to_owned(),
    }
}

/// The square that the last move passed, as the FEN has it.
fn passed(job: &Job) -> Option<Square> {
    let parsed: ParsedFen = job.case.text.parse().ok()?;
    parsed.setup.en_passant
}
