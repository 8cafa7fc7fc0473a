//! A position with its moves by the rules, for all programs that have it before them.

use std::cell::{OnceCell, RefCell};

use crate::imitate::faulty::board::{Board, EMPTY, Move, NONE, RAYS, backward, is_of, right};
use crate::imitate::faulty::generator::{Castling, pseudo_legal};
use crate::imitate::faulty::kinds::{ANY, ILLEGAL, Kinds, PINNED};
use crate::imitate::faulty::sight::Sight;
use crate::imitate::faulty::state::{Undo, make};
use crate::imitate::faulty::view::View;

/// A position with its pseudo-legal moves.
pub(in crate::imitate::faulty) struct Node {
    pub(in crate::imitate::faulty) board: Board,
    /// The squares of the pieces that give check.
    pub(in crate::imitate::faulty) checkers: u64,
    pub(in crate::imitate::faulty) moves: Vec<Made>,
    /// The same moves, for a program that adds some to them.
    list: RefCell<Vec<Move>>,
    /// The kinds of all moves.
    pub(in crate::imitate::faulty) kinds: Kinds,
    /// What the king sees before and after the moves, and whether it is attacked by the rules.
    pub(super) views: Vec<(View, bool)>,
    /// Castling with a right and with nothing in the way, and whether the king's path is safe.
    pub(in crate::imitate::faulty) castlings: Vec<(Castling, bool)>,
}

/// A pseudo-legal move.
pub(in crate::imitate::faulty) struct Made {
    pub(in crate::imitate::faulty) mv: Move,
    pub(in crate::imitate::faulty) is_legal: bool,
    pub(in crate::imitate::faulty) kinds: Kinds,
    /// Made by the rules, once that is asked for.
    made: OnceCell<Box<(Board, Undo)>>,
}

impl Made {
    fn new(mv: Move, kinds: Kinds) -> Made {
        Made {
            mv,
            is_legal: true,
            kinds,
            made: OnceCell::new(),
        }
    }

    /// Whether some effect with these kinds can concern the move.
    #[inline]
    pub(in crate::imitate::faulty) fn concerns(&self, needs: &[Kinds]) -> bool {
        needs.iter().any(|&needs| self.kinds.has(needs))
    }

    fn made(&self, before: &Board) -> &(Board, Undo) {
        self.made.get_or_init(|| {
            let mut after = *before;
            let undo = make(&mut after, self.mv);
            Box::new((after, undo))
        })
    }
}

impl Node {
    /// Generates the moves.
    pub(in crate::imitate::faulty) fn new(board: &Board) -> Node {
        let sight = Sight::by_rules();
        let (us, them) = (board.turn, board.turn ^ 1);
        let king = board.kings[usize::from(us)];
        let mut moves = Vec::with_capacity(64);
        pseudo_legal(board, sight, &mut moves);
        let before = View::new(board, king);
        let in_check = sight.is_attacked_in(&before, them);
        let mut views = vec![(before, in_check)];
        let mut judge = |mv: Move| {
            let mut made = Made::new(mv, Kinds::of(board, in_check, mv));
            let captures_aside = mv.is_en_passant() && before.has(backward(mv.to, us));
            let shows = before.has(mv.from) || before.has(mv.to) || captures_aside;
            if mv.from != king && !mv.is_castle() && !shows {
                made.is_legal = !in_check;
                return made;
            }
            let after = &made.made(board).0;
            let view = View::new(after, after.kings[usize::from(us)]);
            let known = views.iter().find(|known| known.0 == view);
            let (_, is_attacked) = known.copied().unwrap_or_else(|| {
                let judged = (view, sight.is_attacked_in(&view, them));
                views.push(judged);
                judged
            });
            made.is_legal = !is_attacked;
            made
        };
        let list = moves;
        let moves: Vec<Made> = list.iter().copied().map(&mut judge).collect();
        let castlings = [0, 1]
            .into_iter()
            .filter(|&side| board.rights[right(us, side)] != NONE)
            .map(|side| Castling::new(board, us, side))
            .filter(|castling| castling.is_free(board))
            .map(|castling| (castling, castling.is_safe(board, sight)));
        Node {
            board: *board,
            checkers: match in_check {
                true => sight.attackers(board, king, them),
                false => 0,
            },
            kinds: kinds_of(&moves, has_pin(board, king)),
            moves,
            list: RefCell::new(list),
            castlings: castlings.collect(),
            views,
        }
    }

    /// The legal moves by the rules.
    pub(in crate::imitate::faulty) fn legal(&self) -> impl Iterator<Item = &Made> {
        self.moves.iter().filter(|made| made.is_legal)
    }

    /// The moves that leave the king attacked.
    pub(in crate::imitate::faulty) fn illegal(&self) -> impl Iterator<Item = &Made> {
        self.moves.iter().filter(|made| !made.is_legal)
    }

    /// Takes the list of the moves, to which a program adds some. It has to be [given back](Node::give_back).
    pub(in crate::imitate::faulty) fn take_list(&self) -> Vec<Move> {
        self.list.take()
    }

    /// Gives back the list of the moves with what a program has changed.
    pub(in crate::imitate::faulty) fn give_back(&self, mut list: Vec<Move>, is_redirected: bool) {
        list.truncate(self.moves.len());
        if is_redirected {
            list.clear();
            list.extend(self.moves.iter().map(|made| made.mv));
        }
        self.list.replace(list);
    }

    /// The moves that some effect can concern.
    pub(in crate::imitate::faulty) fn concerned<'a>(
        &'a self,
        needs: &'a [Kinds],
    ) -> impl Iterator<Item = &'a Made> {
        self.moves.iter().filter(|made| made.concerns(needs))
    }

    /// The board after a move.
    pub(in crate::imitate::faulty) fn after<'a>(&'a self, made: &'a Made) -> &'a Board {
        &made.made(&self.board).0
    }

    /// What a move changed.
    pub(super) fn undo<'a>(&'a self, made: &'a Made) -> &'a Undo {
        &made.made(&self.board).1
    }
}

/// The kinds of all moves.
fn kinds_of(moves: &[Made], has_pin: bool) -> Kinds {
    let all = moves.iter().fold(ANY, |all, made| {
        let illegal = if made.is_legal { ANY } else { ILLEGAL };
        all.and(made.kinds).and(illegal)
    });
    if has_pin { all } else { all.without(PINNED) }
}

/// Whether some piece shields its king from a slider.
fn has_pin(board: &Board, king: u8) -> bool {
    let us = board.turn;
    let Some(rays) = RAYS.get(usize::from(king)) else {
        return false;
    };
    rays.iter().enumerate().any(|(way, ray)| {
        let squares = ray.as_slice().iter().map(|&square| board.at(square));
        let mut pieces = squares.filter(|&standing| standing != EMPTY);
        let shield = pieces.next().is_some_and(|first| is_of(first, us));
        shield
            && pieces
                .next()
                .is_some_and(|second| Sight::by_rules().slides(second, way, us ^ 1))
    })
}
