//! Zone moves: moves that are regular but for the squares around V's king that U attacks.
//!
//! The replies to a zone move follow the formula of regular moves, except that V's king has other
//! steps. Which squares U attacks after the move follows from the attacks of the moved piece before
//! and after it: the attacks of all other pieces stay the same, since a move that opens or blocks one
//! of them is irregular.

use crate::chess::PieceKind;
use crate::chess::board::attacks::{self, KING, KNIGHT, PAWN, Sliders};
use crate::chess::board::bitboard::{bits, once_and_twice};
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;

/// The squares from which a piece of U gives a check that only V's king can answer: no other piece of V
/// reaches the square of the checking piece or one between it and the king.
#[derive(Clone, Copy, Default)]
pub(crate) struct Checks {
    pub straight: u64,
    pub diagonal: u64,
    pub knight: u64,
}

/// Which kinds of sliders U has, or may get by promotion.
#[derive(Clone, Copy)]
pub(crate) struct Kinds {
    pub straight: bool,
    pub diagonal: bool,
}

impl Kinds {
    /// On boards with many pieces there are all kinds: the constant removes their branches.
    #[inline(always)]
    pub(crate) fn new<U: Side, const ZONE: bool>(board: &Board, us: u64) -> Kinds {
        let promoting = board.pawns & us & U::SEVENTH;
        let may_have = |set: u64| !ZONE || set & us | promoting != 0;
        Kinds {
            straight: may_have(board.straight),
            diagonal: may_have(board.diagonal),
        }
    }
}

impl Checks {
    /// Those by one kind of piece.
    #[inline(always)]
    pub(crate) fn by(&self, kind: PieceKind) -> u64 {
        match kind {
            PieceKind::Knight => self.knight,
            PieceKind::Bishop => self.diagonal,
            PieceKind::Rook => self.straight,
            PieceKind::Queen => self.diagonal | self.straight,
            PieceKind::Pawn | PieceKind::King => 0,
        }
    }

    /// `reached` are the squares that pieces of V other than the king may move to, whatever piece of U
    /// leaves or enters a square that none of V's sliders attacks.
    #[inline(always)]
    pub(crate) fn unanswered<L: Sliders>(
        sliders: L,
        kinds: Kinds,
        king: usize,
        occupied: u64,
        reached: u64,
    ) -> Checks {
        let (mut straight, mut diagonal) = (0, 0);
        if kinds.straight {
            straight = sliders.rook(king, occupied | reached) & !reached;
        }
        if kinds.diagonal {
            diagonal = sliders.bishop(king, occupied | reached) & !reached;
        }
        Checks {
            straight,
            diagonal,
            knight: KNIGHT[king] & !reached,
        }
    }
}

/// The steps of V's king, and which of them U's sliders attack.
#[derive(Clone, Copy, Default)]
pub(crate) struct KingSteps {
    /// The squares next to the king without a piece of V.
    pub squares: u64,
    /// The number of these that U does not attack.
    pub safe: u32,
    pub checks: Checks,
    /// The squares that one or more sliders attack through the king, and those that two or more
    /// attack. From each direction a square is attacked by one piece, and no piece attacks it twice.
    pub slider_attacks: (u64, u64),
}

/// Counts the steps of V's king after zone moves.
pub(crate) struct ZoneMoves<'a, L> {
    board: &'a Board,
    sliders: L,
    /// The squares next to the king without a piece of V.
    steps: u64,
    safe: i64,
    checks: Checks,
    /// The squares that one or more pieces of U attack, and those that two or more attack.
    once: u64,
    twice: u64,
    /// The occupied squares except that of the king.
    occupied: u64,
}

impl<'a, L: Sliders> ZoneMoves<'a, L> {
    #[inline(always)]
    pub(crate) fn new<U: Side>(board: &'a Board, sliders: L, king_steps: &KingSteps) -> Self {
        let us = board.pieces::<U>();
        let (sliders_once, mut twice) = king_steps.slider_attacks;
        let ahead = U::forward(board.pawns & us);
        let (east, west) = (attacks::east(ahead), attacks::west(ahead));
        let (mut once, more) = once_and_twice([sliders_once, east, west, KING[board.king::<U>()]]);
        twice |= more;
        for from in bits(board.knights & us) {
            twice |= once & KNIGHT[from];
            once |= KNIGHT[from];
        }
        ZoneMoves {
            board,
            sliders,
            steps: king_steps.squares,
            safe: i64::from(king_steps.safe),
            checks: king_steps.checks,
            once,
            twice,
            occupied: board.occupied() ^ 1 << board.king::<U::Opponent>(),
        }
    }

    /// The steps that no other piece than the one on `from` attacks.
    #[inline(always)]
    fn unattacked_by_others(&self, attacks: u64) -> u64 {
        self.steps & !(self.twice | self.once & !attacks)
    }

    /// The attacks of a slider, king or knight whose sets it is in.
    #[inline(always)]
    fn attacks(&self, sets: Sets, square: usize, occupied: u64) -> u64 {
        let mut attacks = 0;
        if sets.diagonal {
            attacks |= self.sliders.bishop(square, occupied);
        }
        if sets.straight {
            attacks |= self.sliders.rook(square, occupied);
        }
        if sets.knight {
            attacks |= KNIGHT[square];
        }
        if sets.king {
            attacks |= KING[square];
        }
        attacks
    }

    /// The squares from which a piece in these sets gives a check that only the king can answer.
    #[inline(always)]
    fn checks(&self, sets: Sets) -> u64 {
        let if_set = |is_in: bool, checks: u64| if is_in { checks } else { 0 };
        if_set(sets.diagonal, self.checks.diagonal)
            | if_set(sets.straight, self.checks.straight)
            | if_set(sets.knight, self.checks.knight)
    }

    /// What is to be added for the moves of one piece: by how much the numbers of safe steps differ from
    /// that now, and after a check the number of safe steps.
    #[inline(always)]
    pub(crate) fn piece(&self, from: usize, targets: u64) -> i64 {
        let in_set = |set: u64| set >> from & 1 == 1;
        let sets = Sets {
            diagonal: in_set(self.board.diagonal),
            straight: in_set(self.board.straight),
            knight: in_set(self.board.knights),
            king: in_set(self.board.kings),
        };
        let occupied = self.occupied & !(1 << from);
        let steps = self.unattacked_by_others(self.attacks(sets, from, occupied));
        let mut safe = 0;
        for to in bits(targets) {
            safe += (steps & !self.attacks(sets, to, occupied)).count_ones();
        }
        i64::from(safe) - i64::from((targets & !self.checks(sets)).count_ones()) * self.safe
    }

    /// The same for a move of a pawn, which is promoted to the piece in `sets` or stays a pawn.
    #[inline(always)]
    pub(crate) fn pawn<U: Side>(&self, from: usize, to: usize, promoted: Option<Sets>) -> i64 {
        let pawn = &PAWN[U::COLOR.index()];
        let occupied = self.occupied & !(1 << from);
        let (attacks, checks) = match promoted {
            Some(sets) => (self.attacks(sets, to, occupied), self.checks(sets)),
            None => (pawn[to], 0),
        };
        let safe = (self.unattacked_by_others(pawn[from]) & !attacks).count_ones();
        i64::from(safe) - if checks >> to & 1 == 1 { 0 } else { self.safe }
    }
}

/// The sets of [`Board`] that a piece is in.
#[derive(Clone, Copy)]
pub(crate) struct Sets {
    pub diagonal: bool,
    pub straight: bool,
    pub knight: bool,
    pub king: bool,
}
