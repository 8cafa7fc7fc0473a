//! From a position where the other side is wrong to the smallest one found that shows the same.
//!
//! Whatever can be left out is tried, in a fixed order and coarse before fine, and stays out if
//! the other side is still wrong in the same way: Zeller and Hildebrandt, "Simplifying and
//! isolating failure-inducing input", 2002.

use std::mem::{Discriminant, discriminant};

use movegen::chess::{
    Bitboard, CastlingStyle, Move, PieceKind, Position, PositionWarning, Setup, Square,
};

use super::hunt::Hunt;
use super::{Disagreement, Finding, Node, hunt};
use crate::ask::{Error, OtherSide};

/// So many questions are asked at most, the few at the end not counted: several times what a full
/// board needs.
pub const MOST_QUESTIONS: u32 = 2000;

/// So often the other side may give no answer about a smaller position: programs do crash on
/// positions that they have never seen, but one that hangs shall not take the whole day.
const MOST_FAILURES: u32 = 3;

/// What came of it.
#[derive(Debug)]
pub struct Shrunk {
    /// What is left.
    pub smallest: Smallest,
    /// How many questions it took.
    pub questions: u32,
    /// Why it ended before its time, if it did: the other side failed too often.
    pub trouble: Option<Error>,
}

/// What is left of a disagreement.
#[derive(Debug)]
pub enum Smallest {
    /// This, with the same difference in it.
    Found(Box<Disagreement>),
    /// All of it: nothing can be left out.
    Same,
    /// Nobody knows: the other side's answers depend on what it was asked before.
    Unsteady,
}

/// Leaves out pieces, castling rights, the en passant square, moves on the way and depth while the
/// other side's answer stays wrong in the same way. It asks no more than
/// [`MOST_QUESTIONS`] times, and never about a position that our own judgement refuses or finds odd
/// where the first was not.
///
/// # Errors
/// [`Error`] if the other side cannot even repeat what it said, or cannot be started again.
pub fn shrink(
    other: &mut dyn OtherSide,
    found: &Disagreement,
    style: CastlingStyle,
) -> Result<Shrunk, Error> {
    let mut shrunk = Shrunk {
        smallest: Smallest::Unsteady,
        questions: 0,
        trouble: None,
    };
    let (Some(case), false) = (Case::of(&found.step), found.remembers) else {
        return Ok(shrunk);
    };
    let wrong = Wrong::of(&found.finding, &found.step, style);
    let mut shrinker = Shrinker {
        oddities: case.oddities(),
        case,
        wrong,
        style,
        hunt: Hunt::new(other, style),
        failures: 0,
    };
    let first = shrinker.case.clone();
    shrunk.trouble = match shrinker.run() {
        Ok(()) => None,
        Err(Error::Stopped) => return Err(Error::Stopped),
        Err(trouble) => Some(trouble),
    };
    shrunk.questions = shrinker.hunt.questions();
    let Shrinker { case, wrong, .. } = shrinker;
    if case == first {
        shrunk.smallest = Smallest::Same;
        return Ok(shrunk);
    }
    // Once more from the beginning: what is shown must not depend on all that was asked by now.
    other.forget()?;
    if let Some(step) = case.step(style)
        && let Some(again) = hunt(other, &step, style, |_, _| {})?
        && again.path.is_empty()
        && wrong.covers(&Wrong::of(&again.finding, &again.step, style))
    {
        shrunk.smallest = Smallest::Found(Box::new(again));
    }
    Ok(shrunk)
}

/// In what the smaller position is smaller, for a person: "4 men instead of 18".
pub(crate) fn gain(smallest: &Disagreement, found: &Disagreement) -> String {
    let men = |found: &Disagreement| found.step.position.occupied().len() as usize;
    let moves = |found: &Disagreement| found.step.moves.len();
    let plies = |found: &Disagreement| found.step.depth as usize;
    [
        (men(smallest), men(found), "men"),
        (moves(smallest), moves(found), "moves before it"),
        (plies(smallest), plies(found), "plies deep"),
    ]
    .into_iter()
    .find(|(now, before, _)| now < before)
    .map_or_else(
        || "with less in its FEN".to_owned(),
        |(now, before, what)| format!("{now} {what} instead of {before}"),
    )
}

/// A question that may be changed in all its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Case {
    root: Setup,
    moves: Vec<String>,
    depth: u32,
}

impl Case {
    fn of(step: &Node) -> Option<Case> {
        Some(Case {
            // The other side has read this FEN, and so have we.
            root: step.fen.parse().ok()?,
            moves: step.moves.clone(),
            depth: step.depth,
        })
    }

    /// The question, if its position has rules and its moves are legal.
    fn step(&self, style: CastlingStyle) -> Option<Node> {
        let (position, _) = Position::from_setup(&self.root).ok()?;
        let root = Node::begin(position, self.root.en_passant, self.depth, style);
        self.moves.iter().try_fold(root, |step, text| {
            let mv = step.position.parse_uci(text).ok()?;
            Some(step.after(mv, style))
        })
    }

    /// What is odd about its position; what was dropped from it is gone.
    fn oddities(&self) -> Vec<Discriminant<PositionWarning>> {
        let warnings = Position::from_setup(&self.root).map(|(_, warnings)| warnings);
        warnings
            .unwrap_or_default()
            .iter()
            .filter(|warning| {
                !matches!(
                    warning,
                    PositionWarning::CastlingDropped(_) | PositionWarning::EnPassantDropped(_)
                )
            })
            .map(discriminant)
            .collect()
    }

    /// The men that may be missed: all but the kings.
    fn men(&self) -> Vec<Square> {
        let may_be_missed = |square: &Square| {
            let man = self.root.board[square.index()];
            man.is_some_and(|man| man.kind != PieceKind::King)
        };
        Square::ALL.into_iter().filter(may_be_missed).collect()
    }
}

/// What a smaller question must be wrong in.
struct Wrong {
    kind: Discriminant<Finding>,
    missing: Vec<String>,
    extra: Vec<String>,
    repeated: Vec<String>,
}

impl Wrong {
    fn of(finding: &Finding, step: &Node, style: CastlingStyle) -> Wrong {
        let difference = finding.difference();
        let texts = |moves: &[Move]| -> Vec<String> {
            let text = |mv: &Move| step.position.uci(*mv, style);
            moves.iter().map(text).collect()
        };
        Wrong {
            kind: discriminant(finding),
            missing: texts(&difference.missing),
            extra: difference.extra.clone(),
            repeated: texts(&difference.repeated),
        }
    }

    /// Whether the other is wrong in the same way: in one of the same moves at least, and in no
    /// list that is right here. A smaller position with another error would be another error's.
    fn covers(&self, other: &Wrong) -> bool {
        let lists = [
            (&self.missing, &other.missing),
            (&self.extra, &other.extra),
            (&self.repeated, &other.repeated),
        ];
        let new = |(all, some): &(&Vec<String>, &Vec<String>)| all.is_empty() && !some.is_empty();
        let shared =
            |(all, some): &(&Vec<String>, &Vec<String>)| some.iter().any(|text| all.contains(text));
        let none = lists.iter().all(|(all, _)| all.is_empty());
        self.kind == other.kind && !lists.iter().any(new) && (none || lists.iter().any(shared))
    }
}

struct Shrinker<'a> {
    /// The smallest so far.
    case: Case,
    /// What was odd about the first.
    oddities: Vec<Discriminant<PositionWarning>>,
    wrong: Wrong,
    style: CastlingStyle,
    hunt: Hunt<'a>,
    failures: u32,
}

impl Shrinker<'_> {
    /// Until nothing more can be left out.
    fn run(&mut self) -> Result<(), Error> {
        loop {
            let before = self.case.clone();
            self.leave_out_moves()?;
            self.count_less_deep()?;
            self.take_away_men()?;
            self.take_away_rights()?;
            if self.case == before {
                return Ok(());
            }
        }
    }

    /// Takes the case if it is still wrong in the same way, and says so.
    fn take(&mut self, case: &Case) -> Result<bool, Error> {
        let spent = self.hunt.questions() >= MOST_QUESTIONS;
        let Some(step) = case.step(self.style).filter(|_| !spent) else {
            return Ok(false);
        };
        let odd = |oddity| !self.oddities.contains(oddity);
        if case.oddities().iter().any(odd) {
            return Ok(false);
        }
        let finding = match self.hunt.finding_at(step.clone()) {
            Ok(finding) => finding,
            Err(trouble) => {
                self.failures += 1;
                if self.failures > MOST_FAILURES {
                    return Err(trouble);
                }
                self.hunt.start_again()?;
                None
            }
        };
        let shows = finding
            .is_some_and(|finding| self.wrong.covers(&Wrong::of(&finding, &step, self.style)));
        if shows && let Some(case) = Case::of(&step) {
            self.case = case;
        }
        Ok(shows)
    }

    /// Moves that were played at first are better set up, and of those in between a pair, one of
    /// each side, may do nothing.
    fn leave_out_moves(&mut self) -> Result<(), Error> {
        for played in (1..=self.case.moves.len()).rev() {
            let (first, rest) = self.case.moves.split_at(played);
            let before = Case {
                moves: first.to_vec(),
                ..self.case.clone()
            };
            let later = before.step(self.style).and_then(|step| {
                Some(Case {
                    root: step.set_up.parse().ok()?,
                    moves: rest.to_vec(),
                    ..before
                })
            });
            if let Some(later) = later
                && self.take(&later)?
            {
                break;
            }
        }
        let mut at = 0;
        while at + 2 <= self.case.moves.len() {
            let mut shorter = self.case.clone();
            shorter.moves.drain(at..at + 2);
            if !self.take(&shorter)? {
                at += 1;
            }
        }
        Ok(())
    }

    fn count_less_deep(&mut self) -> Result<(), Error> {
        for depth in 1..self.case.depth {
            let case = Case {
                depth,
                ..self.case.clone()
            };
            if self.take(&case)? {
                break;
            }
        }
        Ok(())
    }

    /// Half of the men at once, then a quarter, and one by one in the end.
    fn take_away_men(&mut self) -> Result<(), Error> {
        let mut together = self.case.men().len().div_ceil(2);
        while together > 0 {
            for some in self.case.men().chunks(together) {
                let mut case = self.case.clone();
                for square in some {
                    case.root.board[square.index()] = None;
                }
                self.take(&case)?;
            }
            together /= 2;
        }
        Ok(())
    }

    /// Castling rights, the en passant square, and the two counters.
    fn take_away_rights(&mut self) -> Result<(), Error> {
        for rook in self.case.root.castling {
            let mut case = self.case.clone();
            case.root.castling = case.root.castling - Bitboard::from(rook);
            self.take(&case)?;
        }
        let mut plain = self.case.clone();
        plain.root.en_passant = None;
        if plain != self.case {
            self.take(&plain)?;
        }
        let mut young = self.case.clone();
        (young.root.halfmoves, young.root.fullmoves) = (0, 1);
        if young != self.case {
            self.take(&young)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
