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
mod sight;
mod sight_defects;
mod state;
mod state_defects;
#[cfg(test)]
mod tests;
mod variant;
mod walk;
mod withheld;

use board::{Board, Move, Special};
use movegen::chess::ParsedFen;
use variant::{Program, Walk};
use walk::Walker;

use super::{Budget, Counts, Exhausted, Imitation};
use crate::ask::Question;

pub(crate) use defect::DEFECTS;

/// A program with one defect, as an imitation.
pub(super) struct Imitator {
    program: Program,
    /// The lines of the other side's answer.
    theirs: Vec<(String, i128)>,
}

impl Imitator {
    fn new(program: Program) -> Imitator {
        Imitator {
            program,
            theirs: Vec::new(),
        }
    }

    /// The root moves in the order in which the program walks through them. Moves that the other side
    /// does not list keep their place after the move before them.
    fn in_their_order(&self, board: &Board, moves: &mut [Move]) {
        let place = |mv: Move| {
            let texts = texts(board, mv);
            self.theirs.iter().position(|line| texts.contains(&line.0))
        };
        let mut last = 0;
        let mut places: Vec<(usize, Move)> = moves
            .iter()
            .map(|&mv| {
                last = place(mv).unwrap_or(last);
                (last, mv)
            })
            .collect();
        places.sort_by_key(|&(place, _)| place);
        for (mv, (_, sorted)) in moves.iter_mut().zip(places) {
            *mv = sorted;
        }
    }

    /// Whether the other side's answer has such a line, as far as it is known.
    fn is_theirs(&self, texts: &[String; 2], count: i128) -> bool {
        self.theirs.is_empty()
            || self
                .theirs
                .iter()
                .any(|line| line.1 == count && texts.contains(&line.0))
    }

    fn divide(&self, question: &Question, budget: &mut Budget) -> Result<Counts, Exhausted> {
        let setup = question
            .fen
            .parse::<ParsedFen>()
            .map_err(|_| Exhausted)?
            .setup;
        let mut board = Board::new(&setup);
        let mut walker = Walker::new(&self.program, budget);
        for text in question.moves {
            let mv = find(&mut walker, &board, text).ok_or(Exhausted)?;
            walker.play(&mut board, mv);
        }
        let mut moves = walker.pseudo_legal(&board);
        if self.program.their_order {
            self.in_their_order(&board, &mut moves);
        }
        let root = board;
        let tests = self.program.walk == Walk::Lazily;
        if !tests {
            moves = walker.legal(&mut board, moves);
            if !self.theirs.is_empty() && self.theirs.len() != moves.len() {
                return Err(Exhausted);
            }
        }
        let remembers = walker.path.len();
        walker.path.push(root);
        let mut lines = Vec::with_capacity(moves.len());
        for mv in moves {
            let mut copy = board;
            let child = match self.program.walk {
                Walk::Copies => &mut copy,
                _ => &mut board,
            };
            let Some(count) = walker.count_move(child, mv, question.depth, tests)? else {
                continue;
            };
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
        walker.path.truncate(remembers);
        Ok(Counts::of_lines(lines))
    }
}

impl Imitation for Imitator {
    fn ask(&mut self, question: &Question, budget: &mut Budget) -> Result<Counts, Exhausted> {
        self.divide(question, budget)
    }

    fn expect(&mut self, theirs: &[(String, i128)]) {
        self.theirs = theirs.to_vec();
    }

    fn sentence(&self) -> Option<String> {
        let slip = self.program.slip?;
        let side = match self.program.colors {
            1 => "White",
            2 => "Black",
            _ => return None,
        };
        Some(format!("{} (only for {side})", slip.sentence()))
    }
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
