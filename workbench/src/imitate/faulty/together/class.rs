//! Programs that a defect changes in the same positions, and what it changes there.

use std::ops::Range;

use super::node::{Made, Node};
use crate::imitate::Budget;
use crate::imitate::faulty::board::{Board, Move};
use crate::imitate::faulty::defect::{Effect, Family, Flag, GeneratorDefect};
use crate::imitate::faulty::generator::Castling;
use crate::imitate::faulty::imitator::play;
use crate::imitate::faulty::kinds::{ENDS_RIGHT, Kinds};
use crate::imitate::faulty::making::{leave_state, make_by};
use crate::imitate::faulty::program::{BOTH, Program, Walk};
use crate::imitate::faulty::view::View;
use crate::imitate::faulty::walk::{Walker, captures_king};

/// Programs with one form of a defect. They differ in the side that has the defect, and in what happens to
/// a king that is left in check.
pub(super) struct Class {
    /// The program in which both sides have the defect.
    pub(super) program: Program,
    /// Its programs, as indices.
    pub(super) members: Range<usize>,
    /// What its effects can change.
    effects: Effects,
    /// The kinds that each of its effects needs, and those that have an effect at the last ply.
    needs: Vec<Kinds>,
    needs_at_leaf: Vec<Kinds>,
    /// The group to which it belongs.
    pub(super) group: usize,
    /// The leaves that its programs may still count one by one.
    pub(super) leaves: u64,
}

/// What the effects of a defect can change. The kinds are those that a move needs so that an effect can concern it.
#[derive(Clone, Default)]
struct Effects {
    /// The list of pseudo-legal moves.
    adds: bool,
    /// Which legal moves are left out.
    withholds: Vec<Kinds>,
    exposes: bool,
    /// Squares are attacked that are not by the rules.
    sees_more: bool,
    /// Squares are not attacked that are by the rules.
    sees_less: bool,
    /// The pieces after a move, and the rest of the state, which does not matter at the last ply.
    makes: Vec<Kinds>,
    leaves_state: Vec<Kinds>,
}

impl Effects {
    fn of(program: &Program, defect: &GeneratorDefect) -> Effects {
        let mut all = Effects {
            sees_more: !program.sight.sees_no_more(),
            sees_less: !program.sight.sees_no_less(),
            ..Effects::default()
        };
        if program.rights_by_squares {
            all.leaves_state.push(ENDS_RIGHT);
        }
        for effect in defect.effects {
            match effect {
                Effect::Withhold(..) | Effect::WithholdCastling(_) => {
                    all.withholds.push(effect.needs());
                }
                Effect::Expose(_) | Effect::ExposeCastling(_) => all.exposes = true,
                Effect::Add(_)
                | Effect::AddPawnMoves(_)
                | Effect::AddCastling(_)
                | Effect::AddCastlingWithoutRight(_)
                | Effect::RedirectCastling(_) => all.adds = true,
                Effect::Make(..) | Effect::MakeCastling(_) => all.makes.push(effect.needs()),
                Effect::MakeState(..) => all.leaves_state.push(effect.needs()),
                // What it sees is that of the program.
                Effect::See(_) => {}
                // These programs unmake moves, or look back in the game.
                Effect::Unmake(..) | Effect::UnmakePieces(..) | Effect::End(_) => {}
            }
        }
        all
    }

    /// Whether other squares are attacked.
    fn sees(&self) -> bool {
        self.sees_more || self.sees_less
    }
}

/// What is different in a position.
#[derive(Default)]
pub(super) struct Changes {
    /// Legal moves that are missing, as indices of [`Node::legal`].
    pub(super) missing: Vec<usize>,
    /// Legal moves after which the board is another one.
    pub(super) other: Vec<(usize, Board)>,
    /// Moves that are not legal.
    pub(super) extra: Vec<Extra>,
}

/// A move that is not legal.
#[derive(Clone, Copy)]
pub(super) struct Extra {
    pub(super) mv: Move,
    pub(super) after: Board,
    pub(super) captures_king: bool,
}

impl Changes {
    /// What is different in the line of a legal move, as if there were no others. A move that is not legal
    /// can have the same text.
    pub(super) fn of_move(
        &self,
        index: usize,
        same_text: impl Fn(Move) -> bool,
    ) -> Option<Changes> {
        let extra = self.extra.iter().filter(|extra| same_text(extra.mv));
        let other = self.other.iter().find(|other| other.0 == index);
        let changes = Changes {
            missing: self
                .missing
                .contains(&index)
                .then_some(0)
                .into_iter()
                .collect(),
            other: other.map(|other| (0, other.1)).into_iter().collect(),
            extra: extra.copied().collect(),
        };
        (!changes.is_none()).then_some(changes)
    }

    fn is_none(&self) -> bool {
        self.missing.is_empty() && self.other.is_empty() && self.extra.is_empty()
    }
}

/// Whether the programs with this defect are counted together: those that never unmake a move, and do not
/// look back in the game.
pub(in crate::imitate::faulty) fn is_counted(program: &Program) -> bool {
    let looks_back = |defect: &GeneratorDefect| defect.family == Family::Ending;
    program.walk == Walk::Copies && !program.defect.is_some_and(looks_back)
}

/// Whether programs of two sides are in different classes.
fn has_own_class(program: &Program, defect: &GeneratorDefect) -> bool {
    !program.sight.is_perfect() || defect.has(Flag::IsOfLists)
}

/// Whether two programs with this defect are in one class.
pub(super) fn are_alike(one: &Program, other: &Program, defect: &GeneratorDefect) -> bool {
    let limits = |program: &Program| {
        let colors = has_own_class(program, defect).then_some(program.colors);
        (
            program.form,
            program.sides,
            program.rights_by_squares,
            colors,
        )
    };
    limits(one) == limits(other) && one.sight == other.sight
}

impl Class {
    pub(super) fn new(
        program: &Program,
        defect: &GeneratorDefect,
        members: Range<usize>,
        group: usize,
        leaves: u64,
    ) -> Class {
        let colors = match has_own_class(program, defect) {
            true => program.colors,
            false => BOTH,
        };
        Class {
            effects: Effects::of(program, defect),
            needs: program.needs(),
            needs_at_leaf: program.needs_at_leaf(),
            group,
            leaves,
            program: Program {
                colors,
                ..program.clone()
            },
            members,
        }
    }

    /// Whether something can be different in the tree below a position with moves of these kinds.
    pub(super) fn may_concern(&self, kinds: Kinds, depth: u32) -> bool {
        let needs = match depth {
            1 => &self.needs_at_leaf,
            _ => &self.needs,
        };
        needs.iter().any(|&needs| kinds.has(needs))
    }

    /// Whether the defect of a program is one of the side to move.
    pub(super) fn affects(&self, program: &Program, turn: u8) -> bool {
        self.program.colors == program.colors || program.defect_of(turn).is_some()
    }

    /// Whether the moves of a question lead its programs from one board to the other, as by the rules.
    pub(super) fn plays(&self, from: &Board, moves: &[String], to: &Board) -> bool {
        let (mut board, mut unused) = (*from, Budget::default());
        let mut walker = Walker::of_node(&self.program, &mut unused);
        play(&mut walker, &mut board, moves).is_some() && board == *to
    }

    /// How many more or less moves a position has at the last ply; `None` if nothing is different. The second
    /// number is that of added moves that capture a king.
    pub(super) fn moves(&self, node: &Node, unused: &mut Budget) -> Option<(i64, i64)> {
        let mut walker = Walker::of_node(&self.program, unused);
        let added = match (self.effects.sees(), self.effects.adds) {
            (true, _) => None,
            (false, true) => walker.added(node),
            (false, false) => Some((0, 0)),
        };
        let (difference, captures) = match added {
            Some((added, captures)) => (added + self.others_legal(&mut walker, node), captures),
            None if !self.may_change(&mut walker, node, 1, false) => return None,
            None => {
                let (all, captures) = walker.count_legal(node);
                (all - node.legal().count() as i64, captures)
            }
        };
        (difference != 0 || captures != 0).then_some((difference, captures))
    }

    /// How many more or less of the regular moves are legal at the last ply.
    fn others_legal(&self, walker: &mut Walker, node: &Node) -> i64 {
        let Effects {
            withholds,
            exposes,
            makes,
            ..
        } = &self.effects;
        if makes.is_empty() {
            return walker.withheld_and_exposed(node, withholds, *exposes);
        }
        let judged = node.moves.iter().filter(|made| {
            made.concerns(makes) || made.concerns(withholds) || *exposes && !made.is_legal
        });
        let allowed = |made: &Made| walker.is_allowed(&node.board, node.checkers, made.mv);
        judged
            .map(|made| i64::from(allowed(made)) - i64::from(made.is_legal))
            .sum()
    }

    /// What the defect changes in a position; `None` for nothing. At the last ply, the boards after the
    /// moves do not matter.
    pub(super) fn changes(&self, node: &Node, depth: u32, at_root: bool) -> Option<Changes> {
        let (program, mut unused) = (&self.program, Budget::default());
        let mut walker = Walker::of_node(program, &mut unused);
        if !self.may_change(&mut walker, node, depth, at_root) {
            return None;
        }
        let mut changes = Changes::default();
        let legal: Vec<_> = node.legal().collect();
        let mut found = vec![false; legal.len()];
        for mv in walker.legal_moves(&node.board, depth, at_root) {
            let known = (0..legal.len()).find(|&index| legal[index].mv == mv && !found[index]);
            let after = || {
                let mut after = node.board;
                make_by(program, &mut after, mv);
                after
            };
            match known {
                None => changes.extra.push(Extra {
                    mv,
                    after: after(),
                    captures_king: captures_king(&node.board, mv),
                }),
                Some(index) => {
                    found[index] = true;
                    if depth == 1 || !program.may_leave_state(legal[index].kinds) {
                        continue;
                    }
                    let after = after();
                    if after != *node.after(legal[index]) {
                        changes.other.push((index, after));
                    }
                }
            }
        }
        changes
            .missing
            .extend((0..legal.len()).filter(|&index| !found[index]));
        (!changes.is_none()).then_some(changes)
    }

    /// Whether some effect applies to a move of a position. Cheaper than [`changes`](Class::changes).
    fn may_change(&self, walker: &mut Walker, node: &Node, depth: u32, at_root: bool) -> bool {
        let effects = &self.effects;
        let withholds = &effects.withholds[..];
        !withholds.is_empty() && walker.withholds(node, withholds, depth, at_root)
            || effects.exposes && walker.exposes(node, depth, at_root)
            || effects.adds && walker.adds(node, depth, at_root)
            || effects.sees() && self.sees_otherwise(node)
            || self.leaves_other_boards(node, depth)
    }

    /// Whether other moves leave the king attacked, or other squares that a castling king crosses.
    fn sees_otherwise(&self, node: &Node) -> bool {
        let (board, sight, them) = (&node.board, &self.program.sight, node.board.turn ^ 1);
        let can_differ = |is_attacked: bool| match is_attacked {
            true => self.effects.sees_less,
            false => self.effects.sees_more,
        };
        let differs = |(view, is_attacked): &(View, bool)| {
            can_differ(*is_attacked)
                && (!sight.can_judge(view, board, them)
                    || sight.is_attacked_in(view, them) != *is_attacked)
        };
        let castles = |(castling, is_safe): &(Castling, bool)| {
            can_differ(!is_safe) && castling.is_safe(board, sight) != *is_safe
        };
        node.views.iter().any(differs) || node.castlings.iter().any(castles)
    }

    /// Whether some move leaves another board. At the last ply, only its pieces matter, because they show
    /// whether the king is attacked.
    fn leaves_other_boards(&self, node: &Node, depth: u32) -> bool {
        let us = node.board.turn;
        let Effects {
            makes,
            leaves_state,
            ..
        } = &self.effects;
        if self.program.effects_on(us).is_empty() {
            return false;
        }
        let leaves_other = |made: &Made| {
            let regular = node.after(made);
            let mut after = *regular;
            leave_state(&self.program, &mut after, us, made.mv, node.undo(made))
                && (depth > 1 || after.squares != regular.squares || after.kings != regular.kings)
        };
        node.concerned(makes).any(leaves_other)
            || depth > 1 && node.concerned(leaves_state).any(leaves_other)
    }
}
