//! Defects in the rules and in the state of a classic move generator.
//!
//! A [`Program`](variant::Program) is a mailbox generator with make and unmake that has one defect.
//! The generator itself ([`generator`]) and the state ([`state`]) are correct; a defect adds moves
//! ([`extra`]), withholds them ([`withheld`]), allows moves that leave the king attacked
//! ([`exposed`]), changes what is attacked ([`sight_defects`]) or spoils the state after a move was
//! made or unmade ([`state_defects`]). Without a defect, it counts whatever it is given ([`trusting`]). [`defect`] has the table of all defects, [`variant`] the ways
//! in which a program can have one.

mod any_order;
mod board;
mod castling_defects;
mod defect;
mod ending;
mod exposed;
mod extra;
mod forms;
mod generator;
mod holes;
mod piece_lists;
mod positions;
mod sight;
mod sight_defects;
mod state;
mod state_defects;
#[cfg(test)]
mod tests;
pub(super) mod trusting;
mod variant;
mod walk;
mod withheld;

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

pub(super) use board::Board;
use board::{Move, Special};
use movegen::chess::ParsedFen;
use variant::{Program, Walk};
use walk::Walker;

use super::{Budget, Counts, Imitation, Orders, Unpredicted, position_of};
use crate::ask::{Question, is_coordinates};

pub(crate) use defect::DEFECTS;
pub(super) use holes::DEFECTS as HOLES;
pub(crate) use positions::POSITIONS;
pub(super) use variant::KingCapture;

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

/// How the count of a move compares with that of the other side.
enum Likeness {
    Same,
    BothWrong,
    Different,
}

impl Imitator {
    fn new(program: Program, harmless: Harmless) -> Imitator {
        Imitator {
            program,
            theirs: Vec::new(),
            harmless,
        }
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

    /// Compares the count of a move with that in the other side's answer. The counts may be different
    /// only deep in the tree, if both are wrong: the defect led to positions that cannot arise in a
    /// game, and programs continue from there in different ways.
    fn compare(&self, texts: &[String; 2], count: i128, correct: Option<&Counts>) -> Likeness {
        if self.theirs.is_empty() {
            return Likeness::Same;
        }
        // Two moves can have one text: a king's step, and castling to the same square.
        let same = |line: &(String, i128)| line.1 == count && texts.contains(&line.0);
        if self.theirs.iter().any(same) {
            return Likeness::Same;
        }
        let find = |lines: &[(String, i128)]| {
            let line = lines.iter().find(|line| texts.contains(&line.0));
            line.map(|line| line.1)
        };
        let right = correct.and_then(|correct| find(&correct.lines));
        match find(&self.theirs) {
            Some(theirs) if correct.is_some() && right != Some(theirs) && right != Some(count) => {
                Likeness::BothWrong
            }
            _ => Likeness::Different,
        }
    }

    /// The root moves in the order of the walk.
    fn root_moves(
        &self,
        walker: &mut Walker,
        board: &mut Board,
        depth: u32,
        correct: Option<&Counts>,
    ) -> Result<Vec<Move>, Unpredicted> {
        let mut moves = walker.pseudo_legal(board);
        if self.program.their_order && self.program.walk != Walk::Copies {
            let listed =
                |texts: &[String; 2]| self.theirs.iter().position(|line| texts.contains(&line.0));
            sort_as_listed(board, &mut moves, listed);
        }
        if self.program.walk == Walk::Lazily {
            return Ok(moves);
        }
        moves = walker.legal_at_root(board, moves, depth);
        if !self.theirs.is_empty() && self.theirs.len() != moves.len() {
            return Err(Unpredicted::Different);
        }
        if let Some(correct) = correct
            && self.program.walk == Walk::Copies
        {
            self.wrong_first(board, &mut moves, correct);
        }
        Ok(moves)
    }

    /// The answer, and whether it depends on the order of moves below the root.
    fn divide(
        &self,
        question: &Question,
        budget: &mut Budget,
    ) -> Result<(Counts, bool), Unpredicted> {
        let setup = question
            .fen
            .parse::<ParsedFen>()
            .map_err(|_| Unpredicted::Unknown)?
            .setup;
        let correct = match question.depth {
            0..=1 => None,
            _ if self.theirs.is_empty() => None,
            depth => position_of(question)
                .and_then(|position| budget.divide(&position, depth, question.expected).ok()),
        };
        let mut board = Board::new(&setup);
        let mut walker = Walker::new(&self.program, budget);
        for text in question.moves {
            let mv = find(&mut walker, &board, text).ok_or(Unpredicted::Unknown)?;
            walker.play(&mut board, mv);
        }
        let (root, key) = (board, key(question));
        let moves = self.root_moves(&mut walker, &mut board, question.depth, correct.as_deref())?;
        walker.path.push(root);
        let mut lines = Vec::with_capacity(moves.len());
        let unmakes = self.program.unmakes();
        let mut unsure = false;
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
            if self.program.fired.get() && self.program.spoils_board() && question.depth > 1 {
                return Err(Unpredicted::Unknown);
            }
            if !self.program.fired.get() && self.program.is_unlimited() && board == root {
                self.harmless.borrow_mut().insert((key, mv), count);
            }
            let count = i128::from(count);
            let texts = texts(&root, mv);
            match self.compare(&texts, count, correct.as_deref()) {
                Likeness::Same => {}
                Likeness::BothWrong => unsure = true,
                // The order of the moves below the root is not known.
                Likeness::Different if unmakes && walker.fired_below => unsure = true,
                Likeness::Different => return Err(Unpredicted::Different),
            }
            let [standard, chess960] = texts;
            let text = match is_standard(&root, mv) {
                true => standard,
                false => chess960,
            };
            lines.push((text, count));
        }
        let lists_differ = !self.theirs.is_empty() && lines.len() != self.theirs.len();
        match (lists_differ, unsure) {
            (true, _) if unmakes && walker.fired_below => Err(Unpredicted::Unknown),
            (true, _) => Err(Unpredicted::Different),
            (false, true) => Err(Unpredicted::Unknown),
            (false, false) => Ok((Counts::of_lines(lines), unmakes && walker.fired_below)),
        }
    }

    /// The leaves below a root move, `None` if it is illegal; notes whether the defect had an effect.
    fn count_root_move(
        &self,
        walker: &mut Walker,
        board: &mut Board,
        mv: Move,
        depth: u32,
    ) -> Result<Option<u64>, Unpredicted> {
        let sees_wrongly = self.program.slip.is_some() && !self.program.sight.is_perfect();
        self.program.fired.set(sees_wrongly);
        let tests = self.program.walk == Walk::Lazily;
        let mut copy = *board;
        let child = match self.program.walk {
            Walk::Copies => &mut copy,
            _ => board,
        };
        Ok(walker.count_move(child, mv, depth, tests)?)
    }
}

impl Imitation for Imitator {
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted> {
        Ok(self.divide(question, budget)?.0)
    }

    fn guess(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Unpredicted> {
        match self.divide(question, budget)? {
            (_, true) => Err(Unpredicted::Unknown),
            (counts, false) => Ok(counts),
        }
    }

    fn expect(&mut self, theirs: &[(String, i128)]) {
        self.theirs.clear();
        // SAN is compared by the caller.
        if theirs.iter().all(|line| is_coordinates(&line.0)) {
            self.theirs.extend_from_slice(theirs);
        }
    }

    fn learn(&mut self, orders: &Rc<Orders>) {
        self.program.orders = Some(Rc::clone(orders));
    }

    fn unmakes(&self) -> bool {
        self.program.unmakes()
    }

    fn adds_up(&self) -> bool {
        true
    }

    fn sentence(&self) -> Option<String> {
        let slip = self.program.slip?;
        let precise = slip.sentence_of(self.program.form);
        let color = match self.program.colors {
            1 => Some(slip.limit_to("White")),
            2 => Some(slip.limit_to("Black")),
            _ => None,
        };
        let side = match self.program.sides {
            1 => Some("a-file"),
            2 => Some("h-file"),
            _ => None,
        };
        let limit = match (color, side) {
            (None, None) => return precise,
            (Some(color), None) => format!("only {color}"),
            (None, Some(side)) => format!("only on the {side} side"),
            (Some(color), Some(side)) => format!("only {color} on the {side} side"),
        };
        let sentence = precise.unwrap_or_else(|| slip.sentence().to_owned());
        Some(format!("{sentence} ({limit})"))
    }
}

/// Sorts moves by their places in a list. A move without a place stays after the move before it.
fn sort_as_listed(
    board: &Board,
    moves: &mut [Move],
    place: impl Fn(&[String; 2]) -> Option<usize>,
) {
    let mut last = 0;
    moves.sort_by_cached_key(|&mv| {
        last = place(&texts(board, mv)).unwrap_or(last);
        last
    });
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

/// The move with this text, if the program takes it for legal: otherwise it may play or reject it.
/// Castling only if its text is not that of another king move.
fn find(walker: &mut Walker, board: &Board, text: &str) -> Option<Move> {
    let moves = walker.pseudo_legal(board);
    let checkers = walker.checkers(board);
    let written = |mv: &Move| texts(board, *mv).iter().any(|other| other == text);
    let allowed = |mv: &Move| walker.is_allowed(board, checkers, *mv);
    let candidates = moves.into_iter().filter(|mv| written(mv) && allowed(mv));
    candidates.min_by_key(|mv| board.text(*mv, true) != text)
}
