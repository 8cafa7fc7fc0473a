//! A program with at most one defect.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use super::board::{Board, EMPTY};
use super::defect::{Effect, Family, Flag, GeneratorDefect};
use super::kinds::{ANY, ENDS_RIGHT, Kinds};
use super::sight::Sight;
use super::state::Undo;
use crate::imitate::Orders;

/// The sides whose moves (or, in [`Family::Sight`](super::defect::Family::Sight), whose attacks) are affected, one bit for each.
pub(super) const BOTH: u8 = 3;

/// What happens to a king that an illegal move left in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::imitate) enum KingCapture {
    /// It is captured like any piece; the cached king square keeps its value.
    KeepsSquare,
    /// It is captured; a side without a king is never in check.
    ClearsSquare,
    /// Captures of a king are not generated.
    Never,
}

/// When moves are made and unmade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walk {
    /// Children are copies: nothing is unmade.
    Copies,
    /// Each pseudo-legal move is made, tested, counted and unmade.
    Lazily,
    /// As `Lazily`, but the moves of the root are tested first.
    LazilyBelowRoot,
    /// All pseudo-legal moves are made, tested and unmade first; then each legal one is made, counted
    /// and unmade.
    TestedFirst,
    /// As `TestedFirst`, but legal moves at the last ply are only counted.
    TestedFirstBulk,
    /// Legal moves are found without making them; each is made, counted and unmade.
    Analysed,
    /// As `Analysed`, but legal moves at the last ply are only counted.
    AnalysedBulk,
}

impl Walk {
    /// Those that make and unmake moves on one board.
    pub(super) const IN_PLACE: [Walk; 6] = [
        Walk::Lazily,
        Walk::LazilyBelowRoot,
        Walk::TestedFirst,
        Walk::TestedFirstBulk,
        Walk::Analysed,
        Walk::AnalysedBulk,
    ];
}

/// The order of the moves in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// By ascending squares of the pieces, castling last.
    Ascending,
    /// By descending squares of the pieces, castling first.
    Descending,
    /// Pawns first, kings last; castling last.
    ByKind,
    /// Captures first, then as `Ascending`.
    CapturesFirst,
    /// From a8 to h1, as in programs whose first square is a8.
    FromA8,
    /// Pawns first, kings last, squares from a8 to h1.
    ByKindFromA8,
}

impl Order {
    /// All orders, the most usual ones first.
    pub(super) const ALL: [Order; 6] = [
        Order::Ascending,
        Order::FromA8,
        Order::ByKind,
        Order::ByKindFromA8,
        Order::Descending,
        Order::CapturesFirst,
    ];
}

/// A program with at most one defect.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) defect: Option<&'static GeneratorDefect>,
    pub(super) colors: u8,
    /// The sides of the king on which castling is affected: 1 for the a-file side, 2 for the other.
    pub(super) sides: u8,
    pub(super) form: u8,
    pub(super) king_capture: KingCapture,
    pub(super) walk: Walk,
    pub(super) order: Order,
    /// Whether only moves from the first squares of kings and rooks end castling rights, not castling or
    /// every move of a king. In a program without a defect, that makes no difference.
    pub(super) rights_by_squares: bool,
    /// Whether the order of the root moves is that of the other side's answer.
    pub(super) their_order: bool,
    /// The order of the moves of some positions, if known.
    pub(super) orders: Option<Rc<Orders>>,
    pub(super) sight: Sight,
    /// A step that knights or kings do not make: the kind of piece, and both squares.
    pub(super) missing_step: Option<(u8, u8, u8)>,
    /// See [`needs_of_moves`](Program::needs_of_moves).
    pub(super) needs_of_moves: OnceCell<Option<Rc<[Kinds]>>>,
    /// What making the last move has changed, at any ply.
    pub(super) last_undo: Cell<Option<Undo>>,
    /// The last piece that was captured, at any ply.
    pub(super) last_captured: Cell<u8>,
    /// The squares on which unmaking has left other pieces, in the tree of one question.
    pub(super) wrong_squares: Cell<u64>,
    /// Whether the defect has had an effect since the flag was cleared.
    pub(super) fired: Cell<bool>,
    /// Whether it has had an effect before that.
    pub(super) has_fired: Cell<bool>,
}

impl Program {
    /// Without a defect.
    pub(super) fn correct() -> Program {
        Program {
            defect: None,
            colors: BOTH,
            sides: BOTH,
            form: 0,
            king_capture: KingCapture::KeepsSquare,
            walk: Walk::Copies,
            order: Order::Ascending,
            rights_by_squares: false,
            their_order: true,
            orders: None,
            sight: Sight::perfect(),
            missing_step: None,
            needs_of_moves: OnceCell::new(),
            last_undo: Cell::new(None),
            last_captured: Cell::new(EMPTY),
            wrong_squares: Cell::new(0),
            fired: Cell::new(false),
            has_fired: Cell::new(false),
        }
    }

    /// Saves what a move has changed, in the one place for all plies.
    pub(super) fn save(&self, undo: &Undo) {
        self.last_undo.set(Some(*undo));
        if undo.captured != EMPTY {
            self.last_captured.set(undo.captured);
        }
    }

    /// Whether moves that end no castling right need not be made here. If unmaking restores the rights that the last move has
    /// saved, they must be those of the board already: otherwise making a move would change them.
    pub(super) fn saves_rights_of(&self, board: &Board) -> bool {
        let is_saved = |undo: Undo| undo.rights == board.rights;
        !self.depends_on_last_move() || self.last_undo.get().is_some_and(is_saved)
    }

    /// Whether unmaking restores what the last move or capture in the whole tree has saved, so that the order of moves matters
    /// even where the defect has had no effect.
    pub(super) fn depends_on_last_move(&self) -> bool {
        self.defect
            .is_some_and(|defect| defect.has(Flag::IsOfLastMove))
    }

    /// The defect, if it affects this side.
    #[inline]
    pub(super) fn defect_of(&self, color: u8) -> Option<&'static GeneratorDefect> {
        self.defect.filter(|_| self.colors >> color & 1 != 0)
    }

    /// The effects of the defect, if it affects this side.
    #[inline]
    pub(super) fn effects_on(&self, color: u8) -> &'static [Effect] {
        self.defect_of(color).map_or(&[], |defect| defect.effects)
    }

    /// The effects of the defect.
    fn effects(&self) -> &'static [Effect] {
        self.defect.map_or(&[], |defect| defect.effects)
    }

    /// The kinds that a move needs so that each effect of the defect can concern it.
    pub(super) fn needs(&self) -> Vec<Kinds> {
        let rights = self.rights_by_squares.then_some(ENDS_RIGHT);
        self.needs_of(|_| true).into_iter().chain(rights).collect()
    }

    /// The same at the last ply, where the rest of the state after a move does not matter.
    pub(super) fn needs_at_leaf(&self) -> Vec<Kinds> {
        self.needs_of(|effect| !matches!(effect, Effect::MakeState(..)))
    }

    fn needs_of(&self, is_chosen: impl Fn(&Effect) -> bool) -> Vec<Kinds> {
        if !self.sight.is_perfect() {
            return vec![ANY];
        }
        let chosen = self.effects().iter().filter(|effect| is_chosen(effect));
        chosen.map(Effect::needs).collect()
    }

    /// As [`needs`](Program::needs), computed once; `None` if the defect can concern positions by more than their moves.
    pub(super) fn needs_of_moves(&self) -> Option<Rc<[Kinds]>> {
        let needs = self.needs_of_moves.get_or_init(|| {
            let ends_tree = |defect: &GeneratorDefect| defect.family == Family::Ending;
            let is_plain = self.sight.is_perfect()
                && self.missing_step.is_none()
                && !self.defect.is_some_and(ends_tree);
            is_plain.then(|| self.needs().into())
        });
        needs.clone()
    }

    /// The same program, which walks through all trees: the oracle of the tests.
    #[cfg(test)]
    pub(super) fn leaf_by_leaf(self) -> Program {
        Program {
            needs_of_moves: OnceCell::from(None),
            ..self
        }
    }

    /// Whether making or unmaking a move of these kinds may leave a wrong state.
    pub(super) fn may_leave_state(&self, kinds: Kinds) -> bool {
        let mut of_state = self.effects().iter().filter(|effect| effect.is_of_state());
        self.rights_by_squares && kinds.has(ENDS_RIGHT)
            || of_state.any(|effect| kinds.has(effect.needs()))
    }

    /// Whether the defect affects castling on this side of the king.
    pub(super) fn affects_side(&self, side: u8) -> bool {
        self.sides >> side & 1 != 0
    }

    /// Whether the defect affects everything that it can affect.
    pub(super) fn is_unlimited(&self) -> bool {
        self.colors == BOTH && self.sides == BOTH
    }

    /// Whether this is the same program, perhaps with another order of moves.
    pub(super) fn is_same_but_for_order(&self, other: &Program) -> bool {
        let limits = |program: &Program| (program.colors, program.sides, program.form);
        limits(self) == limits(other) && self.walk == other.walk
    }

    /// Whether moves are made and unmade on one board.
    pub(super) fn unmakes(&self) -> bool {
        self.walk != Walk::Copies
    }

    /// Whether unmaking moves is likely to leave a wrong board, because two pieces have met on a
    /// square.
    pub(super) fn corrupts_board(&self) -> bool {
        self.defect
            .is_some_and(|defect| defect.has(Flag::SecondFormCorrupts) && self.form == 1)
    }

    /// Whether captures of a king clear the cached square of the king.
    pub(super) fn clears_king_square(&self) -> bool {
        self.king_capture == KingCapture::ClearsSquare
    }
}
