//! A program with one defect, as an imitation.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use super::board::{Board, Move, MoveTexts};
use super::defect::{Family, GeneratorDefect};
use super::no_answer::{NoAnswer, Unknown};
use super::program::{Program, Walk};
use super::walk::{Walker, sort_as_listed};
use crate::ask::{Question, is_coordinates};
use crate::imitate::imitation::limited;
use crate::imitate::{Budget, Counts, Imitation, LastPly, Orders, Unpredicted};

/// What the programs with a defect have in common where it has no effect. A program with the whole
/// defect comes first: where it has no effect in that one, it has none in those with a part of it.
#[derive(Debug, Default)]
pub(super) struct Common {
    /// The leaves below root moves, by question and move.
    unchanged: RefCell<HashMap<(u64, Move), u64>>,
    /// Questions that the whole defect has no effect on, in any order of moves.
    unaffected: RefCell<HashSet<u64>>,
    /// Questions with lines that are different although the defect has had no effect.
    refuted: RefCell<HashSet<u64>>,
}

/// A program with one defect, as an imitation.
pub(super) struct Imitator {
    pub(super) program: Program,
    /// The lines of the other side's answer; empty if unknown.
    pub(super) theirs: Rc<[(String, i128)]>,
    common: Rc<Common>,
}

/// How the count of a move compares with that of the other side.
enum Match {
    Same,
    BothWrong,
    Different,
}

impl Imitator {
    pub(super) fn new(program: Program, common: Rc<Common>) -> Imitator {
        Imitator {
            program,
            theirs: Rc::default(),
            common,
        }
    }

    /// The root moves with wrong counts first: most imitations are refuted by them.
    fn wrong_first(&self, board: &Board, moves: &mut [Move], correct: &Counts) {
        moves.sort_by_cached_key(|&mv| {
            let texts = mv.texts(board);
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
    fn compare(&self, texts: &MoveTexts, count: i128, correct: Option<&Counts>) -> Match {
        if self.theirs.is_empty() {
            return Match::Same;
        }
        // Two moves can have one text: a king's step, and castling to the same square.
        let same = |line: &(String, i128)| line.1 == count && texts.contains(&line.0);
        if self.theirs.iter().any(same) {
            return Match::Same;
        }
        let find = |lines: &[(String, i128)]| {
            let line = lines.iter().find(|line| texts.contains(&line.0));
            line.map(|line| line.1)
        };
        let right = correct.and_then(|correct| find(&correct.lines));
        match find(&self.theirs) {
            Some(theirs) if correct.is_some() && right != Some(theirs) && right != Some(count) => {
                Match::BothWrong
            }
            _ => Match::Different,
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
        let mut moves = walker.pseudo_legal_at_root(board, depth);
        if self.program.their_order && self.program.walk != Walk::Copies {
            let listed =
                |texts: &MoveTexts| self.theirs.iter().position(|line| texts.contains(&line.0));
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

    /// As [`divide`](Self::divide); notes for all programs with the defect what it has no effect on: right answers, or lines that
    /// are different without it.
    pub(super) fn answer(
        &self,
        question: &Question,
        budget: &mut Budget,
    ) -> Result<(Counts, Unknown), NoAnswer> {
        if self.program.unmakes() || self.program.defect.is_none() {
            let answer = self.divide(question, budget);
            let is_whole = answer.is_ok() && self.program.is_unlimited();
            if is_whole && self.answers_in_any_order(question.depth) {
                self.common.unaffected.borrow_mut().insert(key(question));
            }
            return answer;
        }
        let mut hasher = DefaultHasher::new();
        (key(question), &self.theirs).hash(&mut hasher);
        let key = hasher.finish();
        if self.common.refuted.borrow().contains(&key) {
            return Err(Unpredicted::Different.into());
        }
        let answer = self.divide(question, budget);
        if answer == Err(Unpredicted::Different.into())
            && self.program.is_unlimited()
            && !self.had_effect()
        {
            self.common.refuted.borrow_mut().insert(key);
        }
        answer
    }

    /// Whether the defect had an effect on the last answer.
    fn had_effect(&self) -> bool {
        let fired = self.program.has_fired.get() || self.program.fired.get();
        fired || !self.program.sight.is_perfect()
    }

    /// Whether programs with another order of moves give the last answer too: no move had an effect, and none has one in
    /// another order.
    pub(super) fn answers_in_any_order(&self, depth: u32) -> bool {
        !self.had_effect() && (depth == 1 || !self.program.depends_on_last_move())
    }

    /// The answer, and what it depends on.
    fn divide(
        &self,
        question: &Question,
        budget: &mut Budget,
    ) -> Result<(Counts, Unknown), NoAnswer> {
        self.program.fired.set(false);
        self.program.has_fired.set(false);
        let read = budget.read(question).ok_or(Unpredicted::Unknown)?;
        let correct = match (question.depth, read.position) {
            (0..=1, _) | (_, None) => None,
            _ if self.theirs.is_empty() => None,
            (depth, Some(position)) => budget.divide(&position, depth, question.expected).ok(),
        };
        let mut board = Board::new(&read.setup);
        let mut walker = Walker::new(&self.program, budget);
        play(&mut walker, &mut board, question.moves).ok_or(Unpredicted::Unknown)?;
        self.program.wrong_squares.set(0);
        let (root, key) = (board, key(question));
        let moves = self.root_moves(&mut walker, &mut board, question.depth, correct.as_deref())?;
        walker.path.push(root);
        let unmakes = self.program.unmakes();
        if unmakes && let Some(correct) = correct.as_deref() {
            self.try_smallest(&mut walker, board, &moves, question.depth, correct)?;
        }
        let mut lines = Vec::with_capacity(moves.len());
        let mut unsure = false;
        for mv in moves {
            let known = match board == root && !self.program.depends_on_last_move() {
                true => self.common.unchanged.borrow().get(&(key, mv)).copied(),
                false => None,
            };
            let count = match known {
                Some(count) => Some(count),
                None => self.count_root_move(&mut walker, &mut board, mv, question.depth)?,
            };
            let Some(count) = count else {
                continue;
            };
            if self.program.fired.get() && self.program.corrupts_board() && question.depth > 1 {
                return Err(Unpredicted::Unknown.into());
            }
            if !self.program.fired.get() && self.program.is_unlimited() && board == root {
                self.common.unchanged.borrow_mut().insert((key, mv), count);
            }
            let count = i128::from(count);
            let texts = mv.texts(&root);
            match self.compare(&texts, count, correct.as_deref()) {
                Match::Same => {}
                Match::BothWrong => unsure = true,
                // The other side may have another board since the line where both are wrong.
                Match::Different if unmakes && unsure => return Err(Unpredicted::Unknown.into()),
                // No later line can settle what is not known about the order of moves below the root.
                Match::Different => return Err(walker.depends_on.difference()),
            }
            lines.push((mv.printed(&root), count));
        }
        let lists_differ = !self.theirs.is_empty() && lines.len() != self.theirs.len();
        match (lists_differ, unsure) {
            (true, _) => Err(walker.depends_on.difference()),
            (false, true) => Err(Unpredicted::Unknown.into()),
            (false, false) => Ok((Counts::of_lines(lines), walker.depends_on)),
        }
    }

    /// Counts the smallest line in which the other side is right, before all others: in most programs that do not restore
    /// the board, it is wrong. That is all that can be said then, since the order of moves below the root is not known.
    fn try_smallest(
        &self,
        walker: &mut Walker,
        mut board: Board,
        moves: &[Move],
        depth: u32,
        correct: &Counts,
    ) -> Result<(), Unpredicted> {
        let right = self
            .theirs
            .iter()
            .filter(|line| correct.lines.contains(line));
        let Some((text, count)) = right.min_by_key(|line| line.1) else {
            return Ok(());
        };
        let is_it = |mv: &&Move| mv.texts(&board).contains(text);
        let Some(&mv) = moves.iter().find(is_it) else {
            return Ok(());
        };
        let counted = self.count_root_move(walker, &mut board, mv, depth)?;
        let is_same = counted.is_some_and(|counted| i128::from(counted) == *count);
        match std::mem::take(&mut walker.depends_on) == Unknown::Order && !is_same {
            true => Err(Unpredicted::Unknown),
            false => Ok(()),
        }
    }

    /// The lines of an answer, with castling as king takes rook.
    #[cfg(test)]
    pub(super) fn lines(
        &self,
        question: &Question,
        budget: &mut Budget,
    ) -> Result<Vec<(String, i128)>, Unpredicted> {
        let counted = self.divide(question, budget).map_err(NoAnswer::of_one)?.0;
        let read = budget.read(question);
        let position = read
            .and_then(|read| read.position)
            .ok_or(Unpredicted::Unknown)?;
        let canonical = |text: &str| crate::imitate::canonical(position, text);
        let lines = counted.lines.iter();
        Ok(lines.map(|line| (canonical(&line.0), line.1)).collect())
    }

    /// The leaves below a root move, `None` if it is illegal; notes whether the defect had an effect.
    fn count_root_move(
        &self,
        walker: &mut Walker,
        board: &mut Board,
        mv: Move,
        depth: u32,
    ) -> Result<Option<u64>, Unpredicted> {
        let sees_wrongly = self.program.defect.is_some() && !self.program.sight.is_perfect();
        let has_fired = self.program.fired.replace(sees_wrongly);
        self.program
            .has_fired
            .set(self.program.has_fired.get() || has_fired);
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
        let answer = self.answer(question, budget);
        answer.map(|answer| answer.0).map_err(NoAnswer::of_one)
    }

    fn is_unaffected(&mut self, question: &Question, budget: &mut Budget) -> bool {
        if self.common.unaffected.borrow().contains(&key(question)) {
            return true;
        }
        let unmakes = |defect: &GeneratorDefect| defect.family == Family::Unmake;
        let plays_correctly = question.moves.is_empty() || self.program.defect.is_some_and(unmakes);
        if !plays_correctly || question.depth == 0 {
            return false;
        }
        let Some(board) = board_of(question, budget) else {
            return false;
        };
        let mut walker = Walker::new(&self.program, budget);
        walker.by_rules(&board, question.depth).is_some()
    }

    fn last_ply(&mut self, question: &Question, budget: &mut Budget) -> Option<LastPly> {
        let mut board = Board::new(&budget.read(question)?.setup);
        let mut walker = Walker::by_kind(&self.program, budget);
        play(&mut walker, &mut board, question.moves)?;
        walker.path.push(board);
        for mv in self
            .root_moves(&mut walker, &mut board, question.depth, None)
            .ok()?
        {
            self.count_root_move(&mut walker, &mut board, mv, question.depth)
                .ok()?;
        }
        walker.last_ply
    }

    fn expect(&mut self, theirs: &[(String, i128)]) {
        self.theirs = comparable(theirs);
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
        let defect = self.program.defect?;
        let sentence = defect.sentence_of(self.program.form);
        let limits = (self.program.colors, self.program.sides);
        let limited = limited(&sentence, limits, |color| defect.limit_to(color));
        (limited != defect.sentence).then_some(limited)
    }
}

/// The lines of the other side's answer that a program can compare with its own: none if they are in SAN, which is compared by
/// the caller.
pub(super) fn comparable(theirs: &[(String, i128)]) -> Rc<[(String, i128)]> {
    match theirs.iter().all(|line| is_coordinates(&line.0)) {
        true => theirs.into(),
        false => Rc::default(),
    }
}

/// A hash of a question.
fn key(question: &Question) -> u64 {
    let mut hasher = DefaultHasher::new();
    (question.fen, question.moves, question.depth).hash(&mut hasher);
    hasher.finish()
}

/// The board after the moves of a question, by the rules; `None` if it cannot be read.
fn board_of(question: &Question, budget: &mut Budget) -> Option<Board> {
    let read = budget.read(question)?;
    *read.board.get_or_init(|| {
        let correct = Program::correct();
        let mut board = Board::new(&read.setup);
        play(
            &mut Walker::of_node(&correct, budget),
            &mut board,
            &read.moves,
        )?;
        Some(board)
    })
}

/// Plays the moves of a question; `None` if the program takes one of them for illegal.
pub(super) fn play(walker: &mut Walker, board: &mut Board, moves: &[String]) -> Option<()> {
    for text in moves {
        let mv = find(walker, board, text)?;
        walker.play(board, mv);
    }
    Some(())
}

/// The move with this text, if the program takes it for legal: otherwise it may play or reject it.
/// Castling only if its text is not that of another king move.
fn find(walker: &mut Walker, board: &Board, text: &str) -> Option<Move> {
    let moves = walker.pseudo_legal(board);
    let checkers = walker.checkers(board);
    let written = |mv: &Move| mv.texts(board).contains(text);
    let allowed = |mv: &Move| walker.is_allowed(board, checkers, *mv);
    let candidates = moves.into_iter().filter(|mv| written(mv) && allowed(mv));
    candidates.min_by_key(|mv| !board.text(*mv, true).is(text))
}
