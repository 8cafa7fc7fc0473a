//! Defects in the rules and in the state of a classic move generator.
//!
//! A [`Program`](variant::Program) is a mailbox generator with make and unmake that has one defect.
//! The generator itself ([`generator`]) and the state ([`state`]) are correct; a defect adds moves
//! ([`extra`]), withholds them ([`withheld`]), allows moves that leave the king attacked
//! ([`exposed`]), changes what is attacked ([`sight_defects`]) or spoils the state after a move was
//! made or unmade ([`state_defects`]). [`defect`] has the table of all defects, [`variant`] the ways
//! in which a program can have one.

mod board;
mod castling_defects;
mod defect;
mod ending;
mod exposed;
mod extra;
mod generator;
mod positions;
mod sight;
mod sight_defects;
mod state;
mod state_defects;
#[cfg(test)]
mod tests;
mod variant;
mod walk;
mod withheld;

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use board::{Board, Move, Special};
use movegen::chess::ParsedFen;
use variant::{Program, Walk};
use walk::Walker;

use super::{Budget, Counts, Exhausted, Imitation, position_of};
use crate::ask::{Question, is_coordinates};

pub(crate) use defect::DEFECTS;
pub(crate) use positions::POSITIONS;

/// The leaves below root moves without any effect of the defect, by question and move: they are the
/// same in all programs with the defect.
type Harmless = Rc<RefCell<HashMap<(u64, Move), u64>>>;

/// A program with one defect, as an imitation.
pub(super) struct Imitator {
    program: Program,
    /// The lines of the other side's answer; empty if unknown.
    theirs: Vec<(String, i128)>,
    harmless: Harmless,
}

impl Imitator {
    fn new(program: Program, harmless: Harmless) -> Imitator {
        Imitator {
            program,
            theirs: Vec::new(),
            harmless,
        }
    }

    /// The root moves in the order in which the program walks through them. Moves that the other side
    /// does not list keep their place after the move before them.
    fn in_their_order(&self, board: &Board, moves: &mut [Move]) {
        let mut last = 0;
        moves.sort_by_cached_key(|&mv| {
            let texts = texts(board, mv);
            let place = self.theirs.iter().position(|line| texts.contains(&line.0));
            last = place.unwrap_or(last);
            last
        });
    }

    /// The root moves with wrong counts first: most imitations are refuted by them.
    fn wrong_first(&self, board: &Board, moves: &mut [Move], correct: &Counts) {
        moves.sort_by_cached_key(|&mv| {
            let texts = texts(board, mv);
            let count = |lines: &[(String, i128)]| {
                let line = lines.iter().find(|line| texts.contains(&line.0));
                line.map(|line| line.1)
            };
            let theirs = count(&self.theirs);
            (count(&correct.lines) == theirs, theirs)
        });
    }

    /// Whether the other side's answer has such a line, as far as it is known.
    fn is_theirs(&self, texts: &[String; 2], count: i128) -> bool {
        let same = |line: &(String, i128)| line.1 == count && texts.contains(&line.0);
        self.theirs.is_empty() || self.theirs.iter().any(same)
    }

    /// The root moves in the order of the walk.
    fn root_moves(
        &self,
        walker: &mut Walker,
        board: &mut Board,
        depth: u32,
        correct: Option<&Counts>,
    ) -> Result<Vec<Move>, Exhausted> {
        let mut moves = walker.pseudo_legal(board);
        if self.program.their_order && self.program.walk != Walk::Copies {
            self.in_their_order(board, &mut moves);
        }
        if self.program.walk == Walk::Lazily {
            return Ok(moves);
        }
        moves = walker.legal_at_root(board, moves, depth);
        if !self.theirs.is_empty() && self.theirs.len() != moves.len() {
            return Err(Exhausted);
        }
        if let Some(correct) = correct
            && self.program.walk == Walk::Copies
        {
            self.wrong_first(board, &mut moves, correct);
        }
        Ok(moves)
    }

    fn divide(&self, question: &Question, budget: &mut Budget) -> Result<Counts, Exhausted> {
        let setup = question
            .fen
            .parse::<ParsedFen>()
            .map_err(|_| Exhausted)?
            .setup;
        let correct = match question.depth {
            0..=2 => None,
            _ if self.theirs.is_empty() => None,
            depth => position_of(question)
                .and_then(|position| budget.divide(&position, depth, question.expected).ok()),
        };
        let mut board = Board::new(&setup);
        let mut walker = Walker::new(&self.program, budget);
        for text in question.moves {
            let mv = find(&mut walker, &board, text).ok_or(Exhausted)?;
            walker.play(&mut board, mv);
        }
        let (root, key) = (board, key(question));
        let moves = self.root_moves(&mut walker, &mut board, question.depth, correct.as_deref())?;
        walker.path.push(root);
        let mut lines = Vec::with_capacity(moves.len());
        for mv in moves {
            let known = match board == root {
                true => self.harmless.borrow().get(&(key, mv)).copied(),
                false => None,
            };
            let count = match known {
                Some(count) => Some(count),
                None => self.count_root_move(&mut walker, &mut board, mv, question.depth)?,
            };
            let Some(count) = count else {
                continue;
            };
            if !self.program.fired.get() && self.program.is_unlimited() && board == root {
                self.harmless.borrow_mut().insert((key, mv), count);
            }
            let count = i128::from(count);
            let texts = texts(&root, mv);
            if !self.is_theirs(&texts, count) {
                return Err(Exhausted);
            }
            let [standard, chess960] = texts;
            let text = match is_standard(&root, mv) {
                true => standard,
                false => chess960,
            };
            lines.push((text, count));
        }
        Ok(Counts::of_lines(lines))
    }

    /// The leaves below a root move, `None` if it is illegal; notes whether the defect had an effect.
    fn count_root_move(
        &self,
        walker: &mut Walker,
        board: &mut Board,
        mv: Move,
        depth: u32,
    ) -> Result<Option<u64>, Exhausted> {
        let sees_wrongly = self.program.slip.is_some() && !self.program.sight.is_perfect();
        self.program.fired.set(sees_wrongly);
        let tests = self.program.walk == Walk::Lazily;
        let mut copy = *board;
        let child = match self.program.walk {
            Walk::Copies => &mut copy,
            _ => board,
        };
        walker.count_move(child, mv, depth, tests)
    }
}

impl Imitation for Imitator {
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Exhausted> {
        self.divide(question, budget)
    }

    fn expect(&mut self, theirs: &[(String, i128)]) {
        self.theirs.clear();
        // SAN is compared by the caller.
        if theirs.iter().all(|line| is_coordinates(&line.0)) {
            self.theirs.extend_from_slice(theirs);
        }
    }

    fn adds_up(&self) -> bool {
        true
    }

    fn sentence(&self) -> Option<String> {
        let slip = self.program.slip?;
        let color = match self.program.colors {
            1 => Some("White"),
            2 => Some("Black"),
            _ => None,
        };
        let side = match self.program.sides {
            1 => Some("a-file"),
            2 => Some("h-file"),
            _ => None,
        };
        let limit = match (color, side) {
            (None, None) => return None,
            (Some(color), None) => format!("only for {color}"),
            (None, Some(side)) => format!("only on the {side} side"),
            (Some(color), Some(side)) => format!("only for {color} on the {side} side"),
        };
        Some(format!("{} ({limit})", slip.sentence()))
    }
}

/// A hash of a question.
fn key(question: &Question) -> u64 {
    let mut hasher = DefaultHasher::new();
    (question.fen, question.moves, question.depth).hash(&mut hasher);
    hasher.finish()
}

/// Both ways to write a move; they differ for castling only.
fn texts(board: &Board, mv: Move) -> [String; 2] {
    [board.text(mv, false), board.text(mv, true)]
}

/// Whether a move is not castling from other squares than those of standard chess.
fn is_standard(board: &Board, mv: Move) -> bool {
    let Special::Castle(side) = mv.special else {
        return true;
    };
    let corner = 7 * side + 56 * board.turn;
    board::file(mv.from) == 4 && board.castling_rook(board.turn, side) == corner
}

/// The move with this text: a legal one if possible, and castling only if its text is not that of
/// another king move.
fn find(walker: &mut Walker, board: &Board, text: &str) -> Option<Move> {
    let moves = walker.pseudo_legal(board);
    let checkers = walker.checkers(board);
    let written = |mv: &Move| texts(board, *mv).iter().any(|other| other == text);
    let rank = |mv: &Move| {
        let exact = board.text(*mv, true) == text;
        (!walker.is_allowed(board, checkers, *mv), !exact)
    };
    moves.into_iter().filter(written).min_by_key(rank)
}
