//! Counting with a defect: the tree below a position, node by node.

use std::rc::Rc;

use super::board::{Board, EMPTY, Move, MoveTexts, NONE, Special, aligned, kind, kind_of, right};
use super::castling_move::CastlingMove;
use super::defect::{Effect, End, Family};
use super::generator::{Castling, pseudo_legal};
use super::illegal_move::IllegalMove;
use super::kinds::Kinds;
use super::legal_move::LegalMove;
use super::making::make_by;
use super::move_list::MoveList;
use super::no_answer::Unknown;
use super::program::{KingCapture, Order, Program, Walk};
use crate::imitate::{Budget, Exhausted, LastPly};

/// Counts as one program does.
pub(super) struct Walker<'a> {
    pub(super) program: &'a Program,
    /// The moves of all nodes from the root to the current one: a stack.
    pub(super) moves: Vec<Move>,
    /// The positions before the current one, for repetitions.
    pub(super) path: Vec<Board>,
    /// The depth that remains at the current node.
    pub(super) depth: u32,
    /// Whether the current node is the root.
    pub(super) at_root: bool,
    /// What the effects of the defect below the root depend on.
    pub(super) depends_on: Unknown,
    /// What some move needs so that the defect can concern it; `None` if it can concern positions by more than their
    /// moves.
    pub(super) needs: Option<Rc<[Kinds]>>,
    /// The moves of the last ply by kind, if they are counted.
    pub(super) last_ply: Option<LastPly>,
    pub(super) budget: &'a mut Budget,
}

impl<'a> Walker<'a> {
    pub(super) fn new(program: &'a Program, budget: &'a mut Budget) -> Walker<'a> {
        Walker {
            needs: program.needs_of_moves(),
            ..Walker::of_node(program, budget)
        }
    }

    /// Counts the moves of the last ply by kind: walks through all trees.
    pub(super) fn by_kind(program: &'a Program, budget: &'a mut Budget) -> Walker<'a> {
        Walker {
            last_ply: Some(LastPly::default()),
            ..Walker::of_node(program, budget)
        }
    }

    /// Notes a move of the last ply.
    pub(super) fn note(&mut self, board: &Board, mv: Move) {
        let Some(kinds) = &mut self.last_ply else {
            return;
        };
        let takes = !mv.is_castle() && board.at(mv.to) != EMPTY;
        kinds.captures += i128::from(takes || mv.is_en_passant());
        kinds.en_passant += i128::from(mv.is_en_passant());
        kinds.castles += i128::from(mv.is_castle());
        kinds.promotions += i128::from(mv.promotion != EMPTY);
    }

    /// For questions about one position, without a walk.
    pub(super) fn of_node(program: &'a Program, budget: &'a mut Budget) -> Walker<'a> {
        Walker {
            needs: None,
            program,
            moves: Vec::new(),
            path: Vec::new(),
            depth: 0,
            at_root: false,
            depends_on: Unknown::Nothing,
            last_ply: None,
            budget,
        }
    }

    /// Plays a move of the question.
    pub(super) fn play(&mut self, board: &mut Board, mv: Move) {
        self.path.push(*board);
        make_by(self.program, board, mv);
        // The root of a tree is looked at anew.
        board.unnoticed = 0;
    }

    /// The moves that the program generates, in its order, before they are tested for leaving the king
    /// in check.
    pub(super) fn pseudo_legal(&mut self, board: &Board) -> Vec<Move> {
        let (start, _) = self.generate(board);
        self.moves.split_off(start)
    }

    /// The same for the root of a count.
    pub(super) fn pseudo_legal_at_root(&mut self, board: &Board, depth: u32) -> Vec<Move> {
        (self.depth, self.at_root) = (depth, true);
        let moves = self.pseudo_legal(board);
        self.at_root = false;
        moves
    }

    /// Pushes the pseudo-legal moves; returns where they start, and what is unknown about their order.
    fn generate(&mut self, board: &Board) -> (usize, Unknown) {
        let start = self.moves.len();
        if self.end(board) == Some(End::NoMoves) {
            self.program.fired.set(true);
            return (start, Unknown::Nothing);
        }
        pseudo_legal(board, &self.program.sight, &mut self.moves);
        if let Some((kind, from, to)) = self.program.missing_step
            && kind_of(board.at(from)) == kind
        {
            let all = self.moves.split_off(start);
            let made = |mv: &Move| mv.is_castle() || (mv.from, mv.to) != (from, to);
            self.moves.extend(all.into_iter().filter(made));
        }
        self.add_moves(board, start);
        sort(self.program.order, board, &mut self.moves[start..]);
        let orders = self.program.orders.as_ref();
        let Some(texts) = orders.and_then(|orders| orders.of(board)) else {
            return (start, Unknown::Order);
        };
        let listed = |own: &MoveTexts| texts.iter().position(|text| own.contains(text));
        // The other side lists legal moves only.
        let all_listed = sort_as_listed(board, &mut self.moves[start..], listed);
        let makes_legal_only = matches!(self.program.walk, Walk::Analysed | Walk::AnalysedBulk);
        match all_listed || makes_legal_only {
            true => (start, Unknown::Nothing),
            false => (start, Unknown::PlacesOfIllegalMoves),
        }
    }

    /// Changes the moves as the defect does. Whether it redirects some of them; all others are as before.
    pub(super) fn add_moves(&mut self, board: &Board, start: usize) -> bool {
        let (regular, form) = (self.moves.len(), self.program.form);
        let mut redirected = false;
        for effect in self.program.effects_on(board.turn) {
            let mut list = MoveList {
                form,
                sight: &self.program.sight,
                board,
                start,
                moves: &mut self.moves,
            };
            match effect {
                Effect::Add(add) => add(&mut list),
                Effect::AddPawnMoves(add) => {
                    for pawn in list.pawns() {
                        add(&pawn, list.moves);
                    }
                }
                Effect::AddCastling(is_allowed) => self.add_castling(board, true, *is_allowed),
                Effect::AddCastlingWithoutRight(is_allowed) => {
                    self.add_castling(board, false, *is_allowed);
                }
                Effect::RedirectCastling(file) => {
                    for mv in &mut self.moves[start..] {
                        if let Special::Castle(side) = mv.special
                            && let Some(file) = file(form, side)
                        {
                            mv.to = mv.to & 56 | file;
                            redirected = true;
                        }
                    }
                }
                _ => {}
            }
        }
        if board.unnoticed != 0 {
            self.add_castling(board, true, |castling| castling.is_out_of_unnoticed_check());
        }
        if redirected || self.moves.len() > regular {
            self.program.fired.set(true);
        }
        redirected
    }

    /// Adds the castling moves that are allowed although the rules forbid them.
    fn add_castling(
        &mut self,
        board: &Board,
        needs_right: bool,
        is_allowed: fn(&CastlingMove) -> bool,
    ) {
        for side in [0, 1] {
            let has_right = board.rights[right(board.turn, side)] != NONE;
            if !self.program.affects_side(side) || needs_right && !has_right {
                continue;
            }
            let castling = self.castling(board, side);
            let is_regular = || has_right && castling.is_free() && castling.is_safe();
            if is_allowed(&castling) && !is_regular() {
                let mv = castling.squares.to_move();
                self.moves.push(mv);
            }
        }
    }

    fn castling<'b>(&'b self, board: &'b Board, side: u8) -> CastlingMove<'b> {
        CastlingMove {
            squares: Castling::new(board, board.turn, side),
            form: self.program.form,
            sight: &self.program.sight,
            board,
            at_root: self.at_root,
            at_leaf: self.depth == 1,
        }
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
        if program.king_capture == KingCapture::Never && captures_king(board, mv) {
            return false;
        }
        // Such a move cannot open a line to the king.
        let cannot_expose_king = checkers == 0
            && mv.promotion == EMPTY
            && kind_of(board.at(mv.from)) != kind::KING
            && !mv.is_en_passant()
            && !aligned(king, mv.from);
        let legal = cannot_expose_king || {
            let mut after = *board;
            make_by(program, &mut after, mv);
            !self.is_exposed(&after, us)
                || fires(program, self.is_allowed_by_defect(board, &after, mv))
        };
        legal && !fires(program, self.is_missing(board, checkers, mv, None))
    }

    /// Whether the defect allows a pseudo-legal move that leaves its king attacked.
    pub(super) fn is_allowed_by_defect(&self, board: &Board, after: &Board, mv: Move) -> bool {
        let illegal = IllegalMove {
            form: self.program.form,
            sight: &self.program.sight,
            before: board,
            after,
            mv,
            at_root: self.at_root,
            at_leaf: self.depth == 1,
        };
        if board.unnoticed != 0 && illegal.ignores_unnoticed_check() {
            return true;
        }
        let effects = self.program.effects_on(board.turn).iter();
        effects.copied().any(|effect| match (effect, mv.special) {
            (Effect::Expose(is_allowed), _) => is_allowed(&illegal),
            (Effect::ExposeCastling(is_allowed), Special::Castle(side)) => {
                self.program.affects_side(side) && is_allowed(&self.castling(board, side))
            }
            _ => false,
        })
    }

    /// Whether the defect leaves a legal move out.
    pub(super) fn is_missing(
        &self,
        board: &Board,
        checkers: u64,
        mv: Move,
        kinds: Option<Kinds>,
    ) -> bool {
        let legal = LegalMove {
            form: self.program.form,
            sight: &self.program.sight,
            board,
            checkers,
            mv,
            at_root: self.at_root,
            at_leaf: self.depth == 1,
        };
        let effects = self.program.effects_on(board.turn).iter();
        effects.copied().any(|effect| match (effect, mv.special) {
            (Effect::WithholdCastling(is_missing), Special::Castle(side)) => {
                self.program.affects_side(side) && is_missing(&self.castling(board, side))
            }
            (Effect::Withhold(..), Special::Castle(_)) => false,
            (Effect::Withhold(needs, is_missing), _) => {
                let kinds = kinds.unwrap_or_else(|| Kinds::of(board, checkers != 0, mv));
                kinds.has(needs) && is_missing(&legal)
            }
            _ => false,
        })
    }

    pub(super) fn is_exposed(&self, board: &Board, us: u8) -> bool {
        let king = board.kings[usize::from(us)];
        self.program.sight.attacked(board, king, us ^ 1)
    }

    /// The leaves `depth` plies below the board. The board may be wrong afterwards, if the program
    /// unmakes moves incorrectly.
    pub(super) fn count(&mut self, board: &mut Board, depth: u32) -> Result<u64, Exhausted> {
        if depth == 0 {
            return Ok(1);
        }
        if let Some(leaves) = self.leaves_by_rules(board, depth)? {
            return Ok(leaves);
        }
        let fired_above = self.program.fired.replace(false);
        let count = self.count_below(board, depth);
        fires(self.program, fired_above);
        count
    }

    /// How the program ends the tree here, if it takes the game for drawn.
    fn end(&self, board: &Board) -> Option<End> {
        let defect = self.program.defect_of(board.turn)?;
        defect.end(self.program.form, board, &self.path)
    }

    fn count_below(&mut self, board: &mut Board, depth: u32) -> Result<u64, Exhausted> {
        if let Some(end @ (End::OneLeaf | End::NoLeaves)) = self.end(board) {
            self.program.fired.set(true);
            return Ok(u64::from(end == End::OneLeaf));
        }
        self.depth = depth;
        let (start, unknown) = self.generate(board);
        self.budget
            .spend((self.moves.len() - start).max(1) as u64)?;
        let defect = self.program.defect;
        let remembers_path = defect.is_some_and(|defect| defect.family == Family::Ending);
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
                        for index in start..self.moves.len() {
                            self.note(board, self.moves[index]);
                        }
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
        if self.program.unmakes() && self.program.fired.get() {
            self.depends_on = self.depends_on.max(unknown);
        }
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
                self.note(board, mv);
                count += 1;
                continue;
            }
            let mut child = *board;
            make_by(self.program, &mut child, mv);
            count += self.count(&mut child, depth - 1)?;
        }
        Ok(count)
    }

    /// Removes the illegal moves from the end of the stack.
    fn filter(&mut self, board: &mut Board, start: usize) {
        let moves = self.moves.split_off(start);
        let legal = self.legal(board, moves);
        self.moves.extend(legal);
    }

    /// The moves that the program finds legal, if it does not unmake moves.
    pub(super) fn legal_moves(&mut self, board: &Board, depth: u32, at_root: bool) -> Vec<Move> {
        (self.depth, self.at_root) = (depth, at_root);
        let mut moves = self.pseudo_legal(board);
        let checkers = self.checkers(board);
        moves.retain(|&mv| self.is_allowed(board, checkers, mv));
        self.at_root = false;
        moves
    }
}

/// Whether a move captures a king.
pub(super) fn captures_king(board: &Board, mv: Move) -> bool {
    kind_of(board.at(mv.to)) == kind::KING && mv.to != mv.from && !mv.is_castle()
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

/// Sorts moves by their places in a list. A move without a place stays after the move before it. Whether the list
/// determines the whole order.
pub(super) fn sort_as_listed(
    board: &Board,
    moves: &mut [Move],
    place: impl Fn(&MoveTexts) -> Option<usize>,
) -> bool {
    let (mut last, mut all) = (0, true);
    moves.sort_by_cached_key(|&mv| {
        let known = place(&mv.texts(board));
        all &= known.is_some();
        last = known.unwrap_or(last);
        last
    });
    all
}
