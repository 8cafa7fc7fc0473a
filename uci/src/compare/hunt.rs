//! The hunt: deepen until the answers differ, then follow the difference down to its cause.

use movegen::chess::{CastlingStyle, Move, PieceKind, Position, Square};
use movegen::perft::Outcome;

use super::difference::count;
use super::{Difference, OtherSide, Question, Trouble};

/// A position as the other side is told of it: a FEN and the moves played from there.
#[derive(Clone, Debug)]
pub struct Step {
    /// The FEN that is set up.
    pub fen: String,
    /// The moves from there, as they are sent.
    pub moves: Vec<String>,
    /// Where they lead.
    pub position: Position,
    /// How many plies are counted from there.
    pub depth: u32,
}

impl Step {
    /// The same position told by its FEN alone.
    pub fn set_up(&self, style: CastlingStyle) -> Step {
        let passed = self.past().and_then(|past| past.passed());
        Step {
            fen: fen_for_others(&self.position, passed, style),
            moves: Vec::new(),
            ..self.clone()
        }
    }
}

/// The FEN of a position as others are told it.
///
/// It names the square that a double step has `passed` as soon as a pawn stands beside, also if
/// the capture would be illegal: who plays the double step knows the square as well, and whether
/// the capture is legal is what others are asked.
pub fn fen_for_others(position: &Position, passed: Option<Square>, style: CastlingStyle) -> String {
    let mut setup = position.to_setup();
    let can_take = |square: &Square| {
        let pawns = position.pieces(PieceKind::Pawn);
        let attackers = position.attackers(*square, position.turn(), position.occupied());
        !(attackers & pawns).is_empty()
    };
    setup.en_passant = passed.filter(can_take);
    setup.fen(style)
}

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
    pub step: Step,
    /// What is wrong when played.
    pub played: Difference,
    /// What is wrong when set up.
    pub set_up: Difference,
}

/// Where the two programs part, and why.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// Where the hunt began, as it was asked for.
    pub start: Step,
    /// The first depth that shows it, counted from where the hunt began.
    pub depth: u32,
    /// Our total there.
    pub total: u128,
    /// Moves from the position that the hunt began with, in UCI notation.
    pub path: Vec<String>,
    /// The position as it must be given to the other side to see the error.
    pub step: Step,
    /// The cause.
    pub finding: Finding,
    /// Whether it mattered how a position was given.
    pub two_ways: Option<TwoWays>,
    /// Other positions of the same tree whose moves it lists wrongly, with what is wrong there:
    /// as many as can be had for about as much work as the descent.
    pub alike: Vec<(Step, Difference)>,
    /// Asked again with nothing before, it gives another answer: what it was asked earlier
    /// matters.
    pub remembers: bool,
}

/// What looking at one position brought.
enum Look {
    Unknown,
    Agrees,
    Differs(Box<Split>),
}

/// A position that gets a wrong answer.
struct Split {
    step: Step,
    difference: Difference,
}

/// So many questions find out what wrong lists have in common; each may start a process.
const MOST_QUESTIONS: usize = 50;

/// What may still be spent on looking around, and what it has brought.
struct Survey {
    leaves: u128,
    questions: usize,
    found: Vec<(Step, Difference)>,
}

struct Hunt<'a> {
    other: &'a mut dyn OtherSide,
    style: CastlingStyle,
    start: Step,
    two_ways: Option<TwoWays>,
}

/// Compares depth after depth, `step.depth` the last, and calls `agreed` with each depth and total
/// that the other side agrees to. `None` if it agrees to all.
///
/// # Errors
/// [`Trouble`] if the other side gives no usable answer.
pub fn hunt(
    other: &mut dyn OtherSide,
    start: &Step,
    style: CastlingStyle,
    mut agreed: impl FnMut(u32, u128),
) -> Result<Option<Disagreement>, Trouble> {
    let mut hunt = Hunt {
        other,
        style,
        start: start.clone(),
        two_ways: None,
    };
    for depth in 1..=start.depth {
        let step = Step {
            depth,
            ..start.clone()
        };
        let ours = count(&step.position, depth)?;
        match hunt.look(&step, &ours)? {
            Look::Unknown => {}
            Look::Agrees => agreed(depth, ours.total),
            Look::Differs(split) => return hunt.descend(*split, ours).map(Some),
        }
    }
    Ok(None)
}

impl Hunt<'_> {
    /// Asks both ways. If only the FEN is answered wrongly, what is returned begins at that FEN.
    fn look(&mut self, step: &Step, ours: &Outcome<Move>) -> Result<Look, Trouble> {
        let set_up = step.set_up(self.style);
        if !self.other.plays_moves() {
            // A FEN of the person's own is sent as it is.
            let only = if step.moves.is_empty() {
                step.clone()
            } else {
                set_up
            };
            return Ok(match self.ask(&only, ours)? {
                None => Look::Unknown,
                Some(difference) => Look::of(only, difference),
            });
        }
        let Some(played) = self.ask(step, ours)? else {
            return Ok(Look::Unknown);
        };
        if step.moves.is_empty() && step.fen == set_up.fen {
            return Ok(Look::of(step.clone(), played));
        }
        let Some(by_fen) = self.ask(&set_up, ours)? else {
            return Ok(Look::of(step.clone(), played));
        };
        if played != by_fen && self.two_ways.is_none() {
            self.two_ways = Some(TwoWays {
                step: step.clone(),
                played: played.clone(),
                set_up: by_fen.clone(),
            });
        }
        Ok(if played.is_none() {
            Look::of(set_up, by_fen)
        } else {
            Look::of(step.clone(), played)
        })
    }

    fn ask(&mut self, step: &Step, ours: &Outcome<Move>) -> Result<Option<Difference>, Trouble> {
        let answer = self.other.ask(&Question {
            fen: &step.fen,
            moves: &step.moves,
            depth: step.depth,
            expected: ours.total,
        })?;
        Ok(Difference::between(&step.position, ours, &answer))
    }

    fn descend(mut self, split: Split, mut ours: Outcome<Move>) -> Result<Disagreement, Trouble> {
        let Split {
            mut step,
            mut difference,
        } = split;
        let (depth, total) = (step.depth, ours.total);
        let mut path = Vec::new();
        let mut left = Vec::new();
        let finding = 'down: loop {
            if difference.in_moves() {
                break Finding::Moves(difference);
            }
            if step.depth == 1 {
                break match (difference.refused, difference.counts.is_empty()) {
                    (true, _) => Finding::Refused(difference),
                    (_, false) => Finding::Leaves(difference),
                    _ => Finding::Total(difference),
                };
            }
            let suspects: Vec<Move> = if difference.refused {
                ours.lines.iter().map(|line| line.action).collect()
            } else {
                difference.counts.iter().map(|count| count.0).collect()
            };
            if suspects.is_empty() && !difference.refused {
                break Finding::Total(difference);
            }
            for (index, &action) in suspects.iter().enumerate() {
                let child = self.child(&step, action);
                let ours_below = count(&child.position, child.depth)?;
                match self.look(&child, &ours_below)? {
                    Look::Unknown => break 'down Finding::Counts(difference),
                    Look::Agrees => {}
                    Look::Differs(split) => {
                        path.push(step.position.uci(action, self.style));
                        left.push((step, suspects[index + 1..].to_vec()));
                        ours = ours_below;
                        Split { step, difference } = *split;
                        continue 'down;
                    }
                }
            }
            // All children are right by themselves. Who only says yes or no may still have
            // another number of them.
            let alone = Step {
                depth: 1,
                ..step.clone()
            };
            let moves = count(&alone.position, 1)?;
            if difference.refused
                && let Look::Differs(split) = self.look(&alone, &moves)?
            {
                step = split.step;
                break Finding::Refused(split.difference);
            }
            break Finding::Tree(difference);
        };
        let alike = match finding {
            Finding::Moves(_) => self.alike(left, total),
            _ => Vec::new(),
        };
        self.other.forget()?;
        let ours = count(&step.position, step.depth)?;
        let remembers = self.ask(&step, &ours)?.as_ref() != Some(finding.difference());
        Ok(Disagreement {
            start: self.start,
            alike,
            depth,
            total,
            remembers,
            path,
            step,
            finding,
            two_ways: self.two_ways,
        })
    }

    /// Looks into the moves that the descent has left aside, the deepest first, for other lists of
    /// moves that are wrong. Ends when the other side gives no answer: the finding stands anyway.
    fn alike(&mut self, left: Vec<(Step, Vec<Move>)>, leaves: u128) -> Vec<(Step, Difference)> {
        let mut survey = Survey {
            leaves,
            questions: MOST_QUESTIONS,
            found: Vec::new(),
        };
        for (step, suspects) in left.into_iter().rev() {
            if self.survey(&step, &suspects, &mut survey).is_none() {
                break;
            }
        }
        survey.found
    }

    /// Follows the suspects of one position down to wrong lists; `None` at the end of the survey.
    fn survey(&mut self, step: &Step, suspects: &[Move], survey: &mut Survey) -> Option<()> {
        for &action in suspects {
            let child = self.child(step, action);
            let ours = count(&child.position, child.depth).ok()?;
            survey.leaves = survey.leaves.checked_sub(ours.total)?;
            survey.questions = survey.questions.checked_sub(1)?;
            let told = if self.other.plays_moves() {
                child
            } else {
                child.set_up(self.style)
            };
            let Some(difference) = self.ask(&told, &ours).ok()? else {
                continue;
            };
            if difference.in_moves() {
                survey.found.push((told, difference));
            } else if told.depth > 1 {
                let below: Vec<Move> = difference.counts.iter().map(|count| count.0).collect();
                self.survey(&told, &below, survey)?;
            }
        }
        Some(())
    }

    fn child(&self, step: &Step, action: Move) -> Step {
        let mut moves = step.moves.clone();
        moves.push(step.position.uci(action, self.style));
        Step {
            fen: step.fen.clone(),
            moves,
            position: step.position.play(action),
            depth: step.depth - 1,
        }
    }
}

impl Look {
    fn of(step: Step, difference: Difference) -> Look {
        if difference.is_none() {
            Look::Agrees
        } else {
            Look::Differs(Box::new(Split { step, difference }))
        }
    }
}
