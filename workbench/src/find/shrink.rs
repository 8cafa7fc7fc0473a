//! From a position where the other side is wrong to the smallest one found that shows the same.
//!
//! Everything is tentatively left out, in a fixed order, large parts first, and stays out if the
//! other side is still wrong in the same way: Zeller and Hildebrandt, "Simplifying and
//! isolating failure-inducing input", 2002.

use std::mem::{Discriminant, discriminant};

use movegen::chess::{
    Bitboard, CastlingStyle, Move, PieceKind, Position, PositionWarning, Setup, Square,
};

use super::hunt::Hunt;
use super::{Disagreement, Finding, Node, hunt};
use crate::ask::{Error, OtherSide};

/// The limit of questions, without the few at the end: several times what a full board needs.
pub const MOST_QUESTIONS: u32 = 2000;

/// How often the other side may fail to answer about a smaller position: programs crash on unusual
/// positions, but one that hangs must not take all day.
const MOST_FAILURES: u32 = 3;

/// The result of [`shrink`]. `T` is the disagreement, or its
/// [`Diagnosis`](crate::explain::Diagnosis).
#[derive(Debug)]
pub struct Shrunk<T = Disagreement> {
    /// The smallest position.
    pub smallest: Smallest<T>,
    /// The number of questions.
    pub questions: u32,
    /// Why it ended early, if it did: the other side failed too often.
    pub error: Option<Error>,
}

/// The smallest position that shows a disagreement.
#[derive(Debug)]
pub enum Smallest<T = Disagreement> {
    /// A smaller position with the same difference.
    Found(Box<T>),
    /// The position that was found: nothing can be left out.
    Same,
    /// Unknown: the answers of the other side depend on earlier questions.
    Unsteady,
}

impl Shrunk {
    pub(crate) fn map<T>(self, f: impl FnOnce(Disagreement) -> T) -> Shrunk<T> {
        Shrunk {
            smallest: match self.smallest {
                Smallest::Found(found) => Smallest::Found(Box::new(f(*found))),
                Smallest::Same => Smallest::Same,
                Smallest::Unsteady => Smallest::Unsteady,
            },
            questions: self.questions,
            error: self.error,
        }
    }
}

/// Leaves out pieces, castling rights, the en passant square, moves on the way and depth while the
/// other side's answer stays wrong in the same way. It asks at most
/// [`MOST_QUESTIONS`] times, and never about an invalid position or one with a warning that the
/// first position does not have.
///
/// # Errors
/// [`Error`] if the other side cannot repeat its answer, or cannot be started again.
pub fn shrink(
    other: &mut dyn OtherSide,
    found: &Disagreement,
    style: CastlingStyle,
) -> Result<Shrunk, Error> {
    let mut shrunk = Shrunk {
        smallest: Smallest::Unsteady,
        questions: 0,
        error: None,
    };
    let (Some(case), false) = (Case::of(&found.node), found.remembers) else {
        return Ok(shrunk);
    };
    let wrong = Wrong::of(&found.finding, &found.node, style);
    let mut shrinker = Shrinker {
        warnings: case.warnings(),
        case,
        wrong,
        style,
        hunt: Hunt::new(other, style),
        failures: 0,
    };
    let first = shrinker.case.clone();
    shrunk.error = match shrinker.run() {
        Ok(()) => None,
        Err(Error::Stopped) => return Err(Error::Stopped),
        Err(error) => Some(error),
    };
    shrunk.questions = shrinker.hunt.questions();
    let Shrinker { case, wrong, .. } = shrinker;
    if case == first {
        shrunk.smallest = Smallest::Same;
        return Ok(shrunk);
    }
    // Once more from the beginning: the result must not depend on the questions so far.
    other.reset()?;
    if let Some(node) = case.node(style)
        && let Some(again) = hunt(other, &node, style, |_, _| {})?
        && again.path.is_empty()
        && wrong.covers(&Wrong::of(&again.finding, &again.node, style))
    {
        shrunk.smallest = Smallest::Found(Box::new(again));
    }
    Ok(shrunk)
}

/// What makes the position smaller: "4 pieces instead of 18".
pub(crate) fn gain(smallest: &Disagreement, found: &Disagreement) -> String {
    let pieces = |found: &Disagreement| found.node.position.occupied().len() as usize;
    let moves = |found: &Disagreement| found.node.moves.len();
    let plies = |found: &Disagreement| found.node.depth as usize;
    [
        (pieces(smallest), pieces(found), "pieces"),
        (moves(smallest), moves(found), "moves before it"),
        (plies(smallest), plies(found), "plies deep"),
    ]
    .into_iter()
    .find(|(now, before, _)| now < before)
    .map_or_else(
        || "with a simpler FEN".to_owned(),
        |(now, before, unit)| format!("{now} {unit} instead of {before}"),
    )
}

/// A question whose parts can be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Case {
    root: Setup,
    moves: Vec<String>,
    depth: u32,
}

impl Case {
    fn of(node: &Node) -> Option<Case> {
        Some(Case {
            // Both sides have parsed this FEN.
            root: node.fen.parse().ok()?,
            moves: node.moves.clone(),
            depth: node.depth,
        })
    }

    /// The question, if its position is valid and its moves are legal.
    fn node(&self, style: CastlingStyle) -> Option<Node> {
        let (position, _) = Position::from_setup(&self.root).ok()?;
        let root = Node::root(position, self.root.en_passant, self.depth, style);
        self.moves.iter().try_fold(root, |node, text| {
            let mv = node.position.parse_uci(text).ok()?;
            Some(node.after(mv, style))
        })
    }

    /// The warnings about its position, without those about dropped parts.
    fn warnings(&self) -> Vec<Discriminant<PositionWarning>> {
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

    /// The pieces that can be removed: all but the kings.
    fn removable(&self) -> Vec<Square> {
        let is_removable = |square: &Square| {
            let piece = self.root.board[square.index()];
            piece.is_some_and(|piece| piece.kind != PieceKind::King)
        };
        Square::ALL.into_iter().filter(is_removable).collect()
    }
}

/// How a smaller question must be wrong.
struct Wrong {
    kind: Discriminant<Finding>,
    missing: Vec<String>,
    extra: Vec<String>,
    repeated: Vec<String>,
}

impl Wrong {
    fn of(finding: &Finding, node: &Node, style: CastlingStyle) -> Wrong {
        let difference = finding.difference();
        let texts = |moves: &[Move]| -> Vec<String> {
            let text = |mv: &Move| node.position.uci(*mv, style);
            moves.iter().map(text).collect()
        };
        Wrong {
            kind: discriminant(finding),
            missing: texts(&difference.missing),
            extra: difference.extra.clone(),
            repeated: texts(&difference.repeated),
        }
    }

    /// Whether the other question is wrong in the same way: in at least one of the same moves, and in
    /// no list that is right here. Otherwise it could show a different bug.
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
    /// The smallest question so far.
    case: Case,
    /// The warnings about the first position.
    warnings: Vec<Discriminant<PositionWarning>>,
    wrong: Wrong,
    style: CastlingStyle,
    hunt: Hunt<'a>,
    failures: u32,
}

impl Shrinker<'_> {
    /// Leaves out parts until nothing more can be left out.
    fn run(&mut self) -> Result<(), Error> {
        loop {
            let before = self.case.clone();
            self.leave_out_moves()?;
            self.reduce_depth()?;
            self.remove_pieces()?;
            self.remove_rights()?;
            if self.case == before {
                return Ok(());
            }
        }
    }

    /// Keeps the case if it is still wrong in the same way; returns whether it did.
    fn try_case(&mut self, case: &Case) -> Result<bool, Error> {
        let spent = self.hunt.questions() >= MOST_QUESTIONS;
        let Some(node) = case.node(self.style).filter(|_| !spent) else {
            return Ok(false);
        };
        let odd = |warning| !self.warnings.contains(warning);
        if case.warnings().iter().any(odd) {
            return Ok(false);
        }
        let finding = match self.hunt.finding_at(node.clone()) {
            Ok(finding) => finding,
            Err(error) => {
                self.failures += 1;
                if self.failures > MOST_FAILURES {
                    return Err(error);
                }
                self.hunt.start_again()?;
                None
            }
        };
        let shows = finding
            .is_some_and(|finding| self.wrong.covers(&Wrong::of(&finding, &node, self.style)));
        if shows && let Some(case) = Case::of(&node) {
            self.case = case;
        }
        Ok(shows)
    }

    /// Replaces the first moves by the FEN after them, and leaves out pairs of moves, one of each
    /// side.
    fn leave_out_moves(&mut self) -> Result<(), Error> {
        for played in (1..=self.case.moves.len()).rev() {
            let (first, rest) = self.case.moves.split_at(played);
            let before = Case {
                moves: first.to_vec(),
                ..self.case.clone()
            };
            let later = before.node(self.style).and_then(|node| {
                Some(Case {
                    root: node.set_up.parse().ok()?,
                    moves: rest.to_vec(),
                    ..before
                })
            });
            if let Some(later) = later
                && self.try_case(&later)?
            {
                break;
            }
        }
        let mut at = 0;
        while at + 2 <= self.case.moves.len() {
            let mut shorter = self.case.clone();
            shorter.moves.drain(at..at + 2);
            if !self.try_case(&shorter)? {
                at += 1;
            }
        }
        Ok(())
    }

    fn reduce_depth(&mut self) -> Result<(), Error> {
        for depth in 1..self.case.depth {
            let case = Case {
                depth,
                ..self.case.clone()
            };
            if self.try_case(&case)? {
                break;
            }
        }
        Ok(())
    }

    /// Removes half of the pieces at once, then a quarter, down to one by one.
    fn remove_pieces(&mut self) -> Result<(), Error> {
        let mut together = self.case.removable().len().div_ceil(2);
        while together > 0 {
            for some in self.case.removable().chunks(together) {
                let mut case = self.case.clone();
                for square in some {
                    case.root.board[square.index()] = None;
                }
                self.try_case(&case)?;
            }
            together /= 2;
        }
        Ok(())
    }

    /// Castling rights, the en passant square, and the two counters.
    fn remove_rights(&mut self) -> Result<(), Error> {
        for rook in self.case.root.castling {
            let mut case = self.case.clone();
            case.root.castling = case.root.castling - Bitboard::from(rook);
            self.try_case(&case)?;
        }
        let mut plain = self.case.clone();
        plain.root.en_passant = None;
        if plain != self.case {
            self.try_case(&plain)?;
        }
        let mut young = self.case.clone();
        (young.root.halfmoves, young.root.fullmoves) = (0, 1);
        if young != self.case {
            self.try_case(&young)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
