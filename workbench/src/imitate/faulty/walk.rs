//! Counting with a defect: the tree below a position, node by node.

use super::board::{Board, EMPTY, Move, aligned, kind, kind_of};
use super::defect::Slip;
use super::ending::{self, End};
use super::exposed::Exposing;
use super::generator::pseudo_legal;
use super::state_defects::{make_by, unmake_by};
use super::variant::{KingCapture, Order, Program, Walk};
use super::withheld::Candidate;
use super::{extra, sort_as_listed};
use crate::imitate::{Budget, Exhausted};

/// Counts as one program does.
pub(super) struct Walker<'a> {
    pub(super) program: &'a Program,
    /// The moves of all nodes from the root to the current one: a stack.
    moves: Vec<Move>,
    /// The positions before the current one, for repetitions.
    pub(super) path: Vec<Board>,
    /// The depth that remains at the current node.
    depth: u32,
    /// Whether the current node is the root.
    at_root: bool,
    /// Whether the defect has had an effect below the root.
    pub(super) fired_below: bool,
    budget: &'a mut Budget,
}

impl<'a> Walker<'a> {
    pub(super) fn new(program: &'a Program, budget: &'a mut Budget) -> Walker<'a> {
        Walker {
            program,
            moves: Vec::with_capacity(256),
            path: Vec::new(),
            depth: 0,
            at_root: false,
            fired_below: false,
            budget,
        }
    }

    /// Plays a move of the question.
    pub(super) fn play(&mut self, board: &mut Board, mv: Move) {
        self.path.push(*board);
        make_by(self.program, board, mv);
    }

    /// The moves that the program generates, in its order, before they are tested for leaving the king
    /// in check.
    pub(super) fn pseudo_legal(&mut self, board: &Board) -> Vec<Move> {
        let start = self.generate(board);
        self.moves.split_off(start)
    }

    /// Pushes the pseudo-legal moves; returns where they start.
    fn generate(&mut self, board: &Board) -> usize {
        let start = self.moves.len();
        if self.end(board) == Some(End::NoMoves) {
            self.program.fired.set(true);
            return start;
        }
        pseudo_legal(board, &self.program.sight, &mut self.moves);
        if let Some((kind, from, to)) = self.program.missing_step
            && kind_of(board.at(from)) == kind
        {
            let all = self.moves.split_off(start);
            let made = |mv: &Move| mv.is_castle() || (mv.from, mv.to) != (from, to);
            self.moves.extend(all.into_iter().filter(made));
        }
        if self.program.slip.is_some() {
            let regular = self.moves.len();
            extra::add(self.program, board, start, &mut self.moves);
            let redirected = extra::redirect(self.program, board, &mut self.moves[start..]);
            if redirected || self.moves.len() > regular {
                self.program.fired.set(true);
            }
        }
        sort(self.program.order, board, &mut self.moves[start..]);
        let orders = self.program.orders.as_ref();
        if let Some(texts) = orders.and_then(|orders| orders.of(board)) {
            let listed = |own: &[String; 2]| texts.iter().position(|text| own.contains(text));
            sort_as_listed(board, &mut self.moves[start..], listed);
        }
        start
    }

    /// The pieces that give check.
    pub(super) fn checkers(&self, board: &Board) -> u64 {
        let king = board.kings[usize::from(board.turn)];
        self.program.sight.attackers(board, king, board.turn ^ 1)
    }

    /// Whether the program finds a pseudo-legal move legal, without making it on this board.
    pub(super) fn is_allowed(&self, board: &Board, checkers: u64, mv: Move) -> bool {
        let (program, us) = (self.program, board.turn);
        let king = board.kings[usize::from(us)];
        let captures_king = kind_of(board.at(mv.to)) == kind::KING && mv.to != mv.from;
        if captures_king && program.king_capture == KingCapture::Never && !mv.is_castle() {
            return false;
        }
        // Such a move cannot open a line to the king.
        let harmless = checkers == 0
            && mv.promotion == EMPTY
            && kind_of(board.at(mv.from)) != kind::KING
            && !mv.is_en_passant()
            && !aligned(king, mv.from);
        let legal = harmless || {
            let mut after = *board;
            make_by(program, &mut after, mv);
            !self.is_exposed(&after, us)
                || fires(
                    program,
                    Exposing {
                        program,
                        before: board,
                        after: &after,
                        mv,
                        at_root: self.at_root,
                        at_leaf: self.depth == 1,
                    }
                    .is_excused(),
                )
        };
        let withheld = || {
            let candidate = Candidate {
                program,
                board,
                checkers,
                mv,
                at_root: self.at_root,
            };
            fires(program, candidate.is_withheld())
        };
        legal && (program.slip.is_none() || !withheld())
    }

    fn is_exposed(&self, board: &Board, us: u8) -> bool {
        let king = board.kings[usize::from(us)];
        self.program.sight.attacked(board, king, us ^ 1)
    }

    /// The leaves `depth` plies below the board. The board may be wrong afterwards, if the program
    /// unmakes moves incorrectly.
    pub(super) fn count(&mut self, board: &mut Board, depth: u32) -> Result<u64, Exhausted> {
        if depth == 0 {
            return Ok(1);
        }
        let fired_above = self.program.fired.replace(false);
        let count = self.count_below(board, depth);
        self.fired_below |= self.program.fired.get();
        fires(self.program, fired_above);
        count
    }

    /// How the program ends the tree here, if it takes the game for drawn.
    fn end(&self, board: &Board) -> Option<End> {
        ending::end(self.program, board, &self.path)
    }

    fn count_below(&mut self, board: &mut Board, depth: u32) -> Result<u64, Exhausted> {
        if let Some(end @ (End::OneLeaf | End::NoLeaves)) = self.end(board) {
            self.program.fired.set(true);
            return Ok(u64::from(end == End::OneLeaf));
        }
        let start = self.generate(board);
        self.budget
            .spend((self.moves.len() - start).max(1) as u64)?;
        let remembers_path = self.program.slip == Some(Slip::Repetition);
        if remembers_path {
            self.path.push(*board);
        }
        let count = match self.program.walk {
            Walk::Copies => self.count_copies(board, start, depth)?,
            Walk::Lazily | Walk::LazilyBelowRoot => {
                self.count_in_place(board, start, depth, true)?
            }
            walk => {
                self.depth = depth;
                self.filter(board, start);
                match (walk, depth) {
                    (Walk::TestedFirstBulk | Walk::AnalysedBulk, 1) => {
                        (self.moves.len() - start) as u64
                    }
                    _ => self.count_in_place(board, start, depth, false)?,
                }
            }
        };
        if remembers_path {
            self.path.pop();
        }
        self.moves.truncate(start);
        Ok(count)
    }

    fn count_copies(&mut self, board: &Board, start: usize, depth: u32) -> Result<u64, Exhausted> {
        let checkers = self.checkers(board);
        let mut count = 0;
        for index in start..self.moves.len() {
            let mv = self.moves[index];
            self.depth = depth;
            if !self.is_allowed(board, checkers, mv) {
                continue;
            }
            if depth == 1 {
                count += 1;
                continue;
            }
            let mut child = *board;
            make_by(self.program, &mut child, mv);
            count += self.count(&mut child, depth - 1)?;
        }
        Ok(count)
    }

    /// Makes and unmakes each move on the board itself; `tests` tells whether moves still have to be
    /// tested for leaving the king in check.
    fn count_in_place(
        &mut self,
        board: &mut Board,
        start: usize,
        depth: u32,
        tests: bool,
    ) -> Result<u64, Exhausted> {
        // The only programs in which this slip matters generate captures en passant last, after other
        // moves were unmade.
        let is_staged = self.program.slip == Some(Slip::UnmakeEnPassant);
        if is_staged {
            self.moves[start..].sort_by_key(|mv| mv.is_en_passant());
        }
        let mut count = 0;
        for index in start..self.moves.len() {
            let mv = self.moves[index];
            let too_late = is_staged && mv.is_en_passant() && board.en_passant != mv.to;
            if too_late {
                continue;
            }
            count += self.count_move(board, mv, depth, tests)?.unwrap_or(0);
        }
        Ok(count)
    }

    /// The leaves below one move, made and unmade on the board itself; `None` if it is illegal.
    pub(super) fn count_move(
        &mut self,
        board: &mut Board,
        mv: Move,
        depth: u32,
        tests: bool,
    ) -> Result<Option<u64>, Exhausted> {
        let us = board.turn;
        let undo = make_by(self.program, board, mv);
        let count = match tests && self.is_exposed(board, us) {
            true => None,
            false => Some(self.count(board, depth - 1)?),
        };
        unmake_by(self.program, board, mv, &undo);
        Ok(count)
    }

    /// Removes the illegal moves from the end of the stack.
    fn filter(&mut self, board: &mut Board, start: usize) {
        let moves = self.moves.split_off(start);
        let legal = self.legal(board, moves);
        self.moves.extend(legal);
    }

    /// The legal moves of the root.
    pub(super) fn legal_at_root(
        &mut self,
        board: &mut Board,
        moves: Vec<Move>,
        depth: u32,
    ) -> Vec<Move> {
        (self.depth, self.at_root) = (depth, true);
        let legal = self.legal(board, moves);
        self.at_root = false;
        legal
    }

    /// The moves that the program finds legal, in the way of its walk.
    fn legal(&self, board: &mut Board, mut moves: Vec<Move>) -> Vec<Move> {
        match self.program.walk {
            Walk::LazilyBelowRoot | Walk::TestedFirst | Walk::TestedFirstBulk => {
                moves.retain(|&mv| {
                    let us = board.turn;
                    let undo = make_by(self.program, board, mv);
                    let exposed = self.is_exposed(board, us);
                    unmake_by(self.program, board, mv, &undo);
                    !exposed
                })
            }
            _ => {
                let checkers = self.checkers(board);
                moves.retain(|&mv| self.is_allowed(board, checkers, mv));
            }
        }
        moves
    }
}

/// Notes that the defect has had an effect, if it had.
fn fires(program: &Program, effect: bool) -> bool {
    if effect {
        program.fired.set(true);
    }
    effect
}

fn sort(order: Order, board: &Board, moves: &mut [Move]) {
    let from_a8 = |square: u8| square ^ 56;
    let kind = |mv: &Move| kind_of(board.at(mv.from)) + 8 * u8::from(mv.is_castle());
    let is_quiet = |mv: &Move| !mv.is_en_passant() && board.at(mv.to) == EMPTY;
    match order {
        Order::Ascending => {}
        Order::Descending => moves.reverse(),
        Order::ByKind => moves.sort_by_key(kind),
        Order::CapturesFirst => moves.sort_by_key(is_quiet),
        Order::FromA8 => moves.sort_by_key(|mv| (mv.is_castle(), from_a8(mv.from))),
        Order::ByKindFromA8 => moves.sort_by_key(|mv| (kind(mv), from_a8(mv.from))),
    }
}
