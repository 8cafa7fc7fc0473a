//! A position with its moves by the rules, for all programs that have it before them.

use std::cell::OnceCell;

use crate::imitate::faulty::board::{
    Board, EMPTY, Move, NONE, Special, backward, kind, kind_of, right,
};
use crate::imitate::faulty::generator::{Castling, pseudo_legal};
use crate::imitate::faulty::sight::Sight;
use crate::imitate::faulty::state::{Undo, make};
use crate::imitate::faulty::view::View;

/// A position with its pseudo-legal moves.
pub(in crate::imitate::faulty) struct Node {
    pub(in crate::imitate::faulty) board: Board,
    /// The squares of the pieces that give check.
    pub(in crate::imitate::faulty) checkers: u64,
    pub(in crate::imitate::faulty) moves: Vec<Made>,
    /// What the king sees before and after the moves, and whether it is attacked by the rules.
    pub(super) views: Vec<(View, bool)>,
    /// Castling with a right and with nothing in the way, and whether the king's path is safe.
    pub(super) castlings: Vec<(Castling, bool)>,
}

/// A pseudo-legal move.
pub(in crate::imitate::faulty) struct Made {
    pub(in crate::imitate::faulty) mv: Move,
    pub(in crate::imitate::faulty) is_legal: bool,
    /// Made by the rules, once that is asked for.
    made: OnceCell<Box<(Board, Undo)>>,
}

impl Made {
    fn new(mv: Move) -> Made {
        Made {
            mv,
            is_legal: true,
            made: OnceCell::new(),
        }
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
    pub(super) fn new(board: &Board, sight: &Sight) -> Node {
        let (us, them) = (board.turn, board.turn ^ 1);
        let king = board.kings[usize::from(us)];
        let mut moves = Vec::with_capacity(64);
        pseudo_legal(board, sight, &mut moves);
        let before = View::new(board, king);
        let in_check = sight.is_attacked_in(&before, them);
        let mut views = vec![(before, in_check)];
        let mut judge = |mv: Move| {
            let mut made = Made::new(mv);
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
        let moves = moves.into_iter().map(&mut judge).collect();
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
            moves,
            castlings: castlings.collect(),
            views,
        }
    }

    /// The legal moves by the rules.
    pub(in crate::imitate::faulty) fn legal(&self) -> impl Iterator<Item = &Made> {
        self.moves.iter().filter(|made| made.is_legal)
    }

    /// The board after a move.
    pub(in crate::imitate::faulty) fn after<'a>(&'a self, made: &'a Made) -> &'a Board {
        &made.made(&self.board).0
    }

    /// What a move changed.
    pub(super) fn undo<'a>(&'a self, made: &'a Made) -> &'a Undo {
        &made.made(&self.board).1
    }

    /// Whether a piece other than the king moves to an empty square, and nothing else happens. No defect
    /// puts other pieces on the board after such a move.
    pub(super) fn is_ordinary(&self, mv: Move) -> bool {
        self.board.at(mv.to) == EMPTY
            && mv.promotion == EMPTY
            && mv.special == Special::No
            && mv.to != self.board.en_passant
            && kind_of(self.board.at(mv.from)) != kind::KING
    }
}

/// Whether a program without a defect counts the position by the rules, whatever it does with a king
/// that can be captured: none can.
pub(super) fn is_regular(board: &Board, sight: &Sight) -> bool {
    let mut kings = [NONE; 2];
    for (square, &standing) in board.squares.iter().enumerate() {
        if kind_of(standing) == kind::KING {
            let king = &mut kings[usize::from(standing >> 3)];
            if *king != NONE {
                return false;
            }
            *king = square as u8;
        }
    }
    let other = kings[usize::from(board.turn ^ 1)];
    board.kings == kings
        && !kings.contains(&NONE)
        && board.stale.iter().all(|stale| stale.is_empty())
        && !sight.attacked(board, other, board.turn)
}
