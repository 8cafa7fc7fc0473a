//! The irregular moves and the zone moves of a differential node, which are counted when the node is done.

use super::origins;
#[cfg(target_arch = "aarch64")]
use super::origins::{TO_DIAGONAL, TO_KNIGHTS, TO_STRAIGHT};
use super::pending::{PendingMoves, Targets};
use super::replies::{Masks, Replies};
use super::zone::{KingSteps, ZoneMoves};
use crate::chess::PieceKind;
use crate::chess::board::attacks::Sliders;
use crate::chess::board::bitboard::bits;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::rules::legal::Counting;

/// Capacity for sets of irregular moves: two of each piece, one of the king, four of pawns and
/// twelve of promotions, rounded up.
const SETS: usize = 64;

/// Whether zone moves are frequent enough to be treated apart. If V may castle, there are none.
#[inline(always)]
pub(crate) fn zone_moves_are_frequent<V: Side>(board: &Board) -> bool {
    board.occupied().count_ones() <= SPARSE && board.castling & V::BACK == 0
}

/// On boards with more pieces there are few zone moves.
const SPARSE: u32 = 26;

/// The irregular moves and the zone moves of a node, and the replies counted so far.
pub(crate) struct NodeMoves {
    irregular: MoveSets,
    zone: MoveSets,
    king_steps: KingSteps,
    total: u64,
}

/// Sets of moves, in the first `len` words.
struct MoveSets {
    targets: [u64; SETS],
    /// See [`origins`].
    origins: [u64; SETS],
    len: usize,
}

impl MoveSets {
    const EMPTY: MoveSets = MoveSets {
        targets: [0; SETS],
        origins: [0; SETS],
        len: 0,
    };

    /// Adds a set of moves unless it is empty. Most pieces have no irregular move, but which of them
    /// do is hard to predict, so there is no branch.
    #[inline(always)]
    fn add(&mut self, origin: u64, targets: u64) {
        let index = self.len & (SETS - 1);
        self.targets[index] = targets;
        self.origins[index] = origin;
        self.len += usize::from(targets != 0);
    }

    /// Removes and returns the sets: targets and origin.
    #[inline(always)]
    fn take(&mut self) -> impl Iterator<Item = (u64, u64)> {
        let len = std::mem::take(&mut self.len);
        let sets = self.targets.iter().zip(&self.origins).take(len);
        sets.map(|(&targets, &origin)| (targets, origin))
    }
}

impl PendingMoves for NodeMoves {
    #[inline(always)]
    fn add_moves<const ZONE: bool>(&mut self, from: usize, targets: Targets) {
        let origin = origins::piece(from);
        self.irregular.add(origin, targets.irregular);
        if ZONE {
            self.zone.add(origin, targets.zone);
        }
    }

    #[inline(always)]
    fn add_pawn_moves<const ZONE: bool>(&mut self, targets: Targets, offset: i32) {
        let origin = origins::pawns(offset);
        self.irregular.add(origin, targets.irregular);
        if ZONE {
            self.zone.add(origin, targets.zone);
        }
    }

    #[inline(always)]
    fn add_promotions<const ZONE: bool>(&mut self, kind: PieceKind, targets: Targets, offset: i32) {
        let origin = origins::promotions(kind, offset);
        self.irregular.add(origin, targets.irregular);
        if ZONE {
            self.zone.add(origin, targets.zone);
        }
    }
}

impl Default for NodeMoves {
    #[inline(always)]
    fn default() -> NodeMoves {
        NodeMoves {
            irregular: MoveSets::EMPTY,
            zone: MoveSets::EMPTY,
            king_steps: KingSteps::default(),
            total: 0,
        }
    }
}

impl NodeMoves {
    /// The largest number of pieces, other than pawns, that a side may have.
    pub(super) const MAX_PIECES: u32 = 16;

    /// Notes what the replies to zone moves depend on.
    #[inline(always)]
    pub(super) fn set_king_steps(&mut self, steps: &KingSteps) {
        self.king_steps = *steps;
    }

    /// The number of irregular moves.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn irregular_moves(&self) -> u32 {
        let sets = self.irregular.targets.iter().take(self.irregular.len);
        sets.map(|targets| targets.count_ones()).sum()
    }

    /// Removes and returns the sets of irregular moves: targets and [origins].
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn take_irregular(&mut self) -> impl Iterator<Item = (u64, u64)> {
        self.irregular.take()
    }

    /// Returns the number of replies counted since the last call.
    pub(crate) fn take_total(&mut self) -> u64 {
        std::mem::take(&mut self.total)
    }

    /// Adds replies that have been counted.
    #[inline(always)]
    pub(crate) fn add_replies(&mut self, replies: u64) {
        self.total = self.total.wrapping_add(replies);
    }

    /// Like [`count_replies`](Self::count_replies), by a method that needs the board after each move.
    #[cfg(target_arch = "aarch64")]
    #[inline(always)]
    pub(crate) fn make_and_count_replies<U: Side, L: Sliders>(
        &mut self,
        board: &Board,
        sliders: L,
        mut count_replies: impl FnMut(&Board) -> u64,
    ) {
        let mut total = 0;
        for (targets, origin) in self.irregular.take() {
            for to in bits(targets) {
                let from = origins::square_of_move(to, origin);
                let mut child = board.plain_move::<U>(1 << from, 1 << to);
                if origins::is_promotion(origin) {
                    promote(&mut child, 1 << to, origin);
                }
                total += count_replies(&child);
            }
        }
        self.add_replies(total);
        self.count_zone_moves::<U, L>(board, sliders);
    }

    /// Counts the replies to all pending moves by a sink without moves. Adds what the replies to zone moves
    /// have more than those to regular moves.
    #[inline(always)]
    pub(crate) fn count_replies<U: Side, L: Sliders>(
        &mut self,
        board: &Board,
        sliders: L,
        zero: impl Counting,
    ) {
        if self.irregular.len != 0 {
            let replies = Replies::<U, L, _>::new(board, sliders, zero);
            let mut total = 0;
            for (targets, origin) in self.irregular.take() {
                total += if origins::are_of_pawns(origin) {
                    count_pawn_moves(&replies, targets, origin)
                } else {
                    replies.piece(origins::square(origin), targets)
                };
            }
            self.add_replies(total);
        }
        self.count_zone_moves::<U, L>(board, sliders);
    }

    /// Adds what the replies to zone moves have more than those to regular moves.
    #[inline(always)]
    pub(crate) fn count_zone_moves<U: Side, L: Sliders>(&mut self, board: &Board, sliders: L) {
        if self.zone.len != 0 {
            let moves = ZoneMoves::new::<U>(board, sliders, &self.king_steps);
            let change = count_zone_moves::<U, L>(&moves, self.zone.take());
            self.total = self.total.wrapping_add_signed(change);
        }
    }
}

/// Counts the replies to moves of pawns in one direction.
#[inline(always)]
fn count_pawn_moves<U: Side, L: Sliders, C: Counting>(
    replies: &Replies<'_, U, L, C>,
    targets: u64,
    origin: u64,
) -> u64 {
    let becomes = origins::promoted(origin).map_or(Masks::PAWN, Masks::new);
    let mut total = 0;
    for to in bits(targets) {
        total += replies.pawn(origins::square_of_move(to, origin), to, becomes);
    }
    total
}

/// Returns by how much the numbers of steps of V's king after zone moves differ from now.
#[inline(always)]
fn count_zone_moves<U: Side, L: Sliders>(
    moves: &ZoneMoves<'_, L>,
    sets: impl Iterator<Item = (u64, u64)>,
) -> i64 {
    let mut change = 0;
    for (targets, origin) in sets {
        if !origins::are_of_pawns(origin) {
            change += moves.piece(origins::square(origin), targets);
            continue;
        }
        let promoted = origins::promoted(origin);
        for to in bits(targets) {
            change += moves.pawn::<U>(origins::square_of_move(to, origin), to, promoted);
        }
    }
    change
}

/// Turns the pawn on `to` into the piece encoded in the origin of its move.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn promote(child: &mut Board, to: u64, origin: u64) {
    let if_marked = |set| if origin & set != 0 { to } else { 0 };
    child.pawns &= !to;
    child.knights |= if_marked(TO_KNIGHTS);
    child.diagonal |= if_marked(TO_DIAGONAL);
    child.straight |= if_marked(TO_STRAIGHT);
}
