//! The moves of a differential node in an array: the pieces that are classified one by one, and the
//! irregular moves, which are made and their replies counted one by one.

use super::wide::{PendingMoves, Targets};
use super::zone::{KingSteps, Sets, ZoneMoves};
use crate::chess::PieceKind;
use crate::chess::board::attacks::Sliders;
use crate::chess::board::bitboard::bits;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;

/// Capacity for the pieces of a node: [`is_worthwhile`] rejects boards with more.
pub(super) const PIECES: usize = 32;

/// Capacity for sets of irregular moves: those of the pieces and of the king, four of pawns and
/// twelve of promotions, rounded up.
const SETS: usize = 64;

/// Returns whether the differential node is faster than making each move: from three pieces on, even
/// if pawns are about to promote. A side with far more pieces than in a game would exceed [`PIECES`].
#[inline(always)]
pub(crate) fn is_worthwhile<U: Side>(board: &Board) -> bool {
    let pieces = board.pieces::<U>() & !board.pawns;
    board.occupied().count_ones() > 2 && pieces.count_ones() as usize <= PIECES / 2
}

/// Whether zone moves are frequent enough to be treated apart. If V may castle, there are none.
#[inline(always)]
pub(crate) fn zone_moves_are_frequent<V: Side>(board: &Board) -> bool {
    board.occupied().count_ones() <= SPARSE && board.castling & V::BACK == 0
}

/// On boards with more pieces there are few zone moves.
const SPARSE: u32 = 26;

/// The pieces of a node, its irregular moves, and the replies counted so far.
pub(crate) struct NodeMoves {
    /// The first `pieces` words of these two are used: the targets of each knight and slider, and its
    /// square times four plus the way in which it moves ([`AS_LEAPER`], [`AS_BISHOP`] or [`AS_ROOK`]).
    pub(super) piece_targets: [u64; PIECES],
    pub(super) piece_codes: [u64; PIECES],
    pub(super) pieces: usize,
    sets: MoveSets,
    king_steps: KingSteps,
    total: u64,
}

/// Sets of moves, in the first `len` words.
struct MoveSets {
    irregular: [u64; SETS],
    zone: [u64; SETS],
    /// The square of the piece; or, for pawns that all move in one direction, [`ORIGIN_FROM_TARGET`] plus the
    /// offset back to their origins, plus the sets of a promoted piece.
    origins: [u64; SETS],
    len: usize,
}

impl MoveSets {
    /// Adds a set of moves unless it is empty. Most pieces have no irregular move, but which of them
    /// do is hard to predict, so there is no branch.
    #[inline(always)]
    fn add(&mut self, origin: u64, targets: Targets) {
        let index = self.len & (SETS - 1);
        self.irregular[index] = targets.irregular;
        self.zone[index] = targets.zone;
        self.origins[index] = origin;
        self.len += usize::from(targets.irregular | targets.zone != 0);
    }
}

/// The origin of pawns that have moved by `offset` squares.
#[inline(always)]
fn pawn_origin(offset: i32) -> u64 {
    ORIGIN_FROM_TARGET | u64::from(-offset as u8)
}

/// The origin of pawns that have moved by `offset` squares and become another piece.
#[inline(always)]
fn promotion_origin(kind: PieceKind, offset: i32) -> u64 {
    let promoted = match kind {
        PieceKind::Knight => PROMOTED_KNIGHT,
        PieceKind::Bishop => PROMOTED_DIAGONAL,
        PieceKind::Rook => PROMOTED_STRAIGHT,
        _ => PROMOTED_DIAGONAL | PROMOTED_STRAIGHT,
    };
    promoted | pawn_origin(offset)
}

/// The square from which a move of a set comes.
#[inline(always)]
fn origin_of(to: usize, origin: u64) -> usize {
    let relative = (origin >> 8 & 1).wrapping_neg();
    (to as u64 & relative).wrapping_add(origin) as usize & 63
}

/// Marks an origin that is relative to the target.
const ORIGIN_FROM_TARGET: u64 = 1 << 8;

/// The sets of [`Board`] that contain a promoted piece, next to the origin of the move.
const PROMOTED_KNIGHT: u64 = 1 << 16;
const PROMOTED_DIAGONAL: u64 = 1 << 17;
const PROMOTED_STRAIGHT: u64 = 1 << 18;

/// The ways in which a piece moves.
pub(super) const AS_LEAPER: u64 = 0;
pub(super) const AS_BISHOP: u64 = 1;
pub(super) const AS_ROOK: u64 = 2;

impl PendingMoves for NodeMoves {
    #[inline(always)]
    fn add_piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        let way = match kind {
            PieceKind::Knight => AS_LEAPER,
            PieceKind::Bishop => AS_BISHOP,
            _ => AS_ROOK,
        };
        self.piece_targets[self.pieces & (PIECES - 1)] = targets;
        self.piece_codes[self.pieces & (PIECES - 1)] = from as u64 * 4 + way;
        self.pieces += 1;
    }

    #[inline(always)]
    fn has_pieces(&self) -> bool {
        self.pieces != 0
    }

    #[inline(always)]
    fn add_moves(&mut self, from: usize, targets: Targets) {
        self.sets.add(from as u64, targets);
    }

    #[inline(always)]
    fn add_pawn_moves(&mut self, targets: Targets, offset: i32) {
        self.sets.add(pawn_origin(offset), targets);
    }

    #[inline(always)]
    fn add_promotions(&mut self, kind: PieceKind, targets: Targets, offset: i32) {
        self.sets.add(promotion_origin(kind, offset), targets);
    }

    #[inline(always)]
    fn set_king_steps(&mut self, steps: &KingSteps) {
        self.king_steps = *steps;
    }
}

impl Default for NodeMoves {
    #[inline(always)]
    fn default() -> NodeMoves {
        NodeMoves {
            piece_targets: [0; PIECES],
            piece_codes: [0; PIECES],
            pieces: 0,
            sets: MoveSets {
                irregular: [0; SETS],
                zone: [0; SETS],
                origins: [0; SETS],
                len: 0,
            },
            king_steps: KingSteps::default(),
            total: 0,
        }
    }
}

impl NodeMoves {
    /// Leaves all moves of the node's pieces pending.
    #[inline(always)]
    pub(crate) fn add_pieces(&mut self) {
        let pieces = std::mem::take(&mut self.pieces) & (2 * PIECES - 1);
        for index in 0..pieces {
            let (targets, code) = (
                self.piece_targets[index & (PIECES - 1)],
                self.piece_codes[index & (PIECES - 1)],
            );
            self.sets.add(code >> 2, Targets::irregular(targets));
        }
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

    /// Makes all pending moves and counts the replies to each by `count_replies`. Adds what the replies
    /// to zone moves have more than those to regular moves.
    #[inline(always)]
    pub(crate) fn count_replies<U: Side, L: Sliders>(
        &mut self,
        board: &Board,
        sliders: L,
        mut count_replies: impl FnMut(&Board) -> u64,
    ) {
        let MoveSets {
            irregular,
            zone,
            origins,
            len,
        } = &mut self.sets;
        let len = std::mem::take(len);
        let (mut total, mut any_zone) = (0, 0);
        for ((&targets, &origin), &zone) in irregular.iter().zip(&*origins).zip(&*zone).take(len) {
            any_zone |= zone;
            for to in bits(targets) {
                let mut child = board.plain_move::<U>(1 << origin_of(to, origin), 1 << to);
                if origin >= PROMOTED_KNIGHT {
                    promote(&mut child, 1 << to, origin);
                }
                total += count_replies(&child);
            }
        }
        if any_zone != 0 {
            let sets = zone.iter().zip(&*origins).take(len);
            let moves = ZoneMoves::new::<U>(board, sliders, &self.king_steps);
            total = total.wrapping_add_signed(count_zone_moves::<U, L>(&moves, sets));
        }
        self.total = self.total.wrapping_add(total);
    }
}

/// Returns by how much the numbers of steps of V's king after zone moves differ from now.
#[inline(always)]
fn count_zone_moves<'a, U: Side, L: Sliders>(
    moves: &ZoneMoves<'_, L>,
    sets: impl Iterator<Item = (&'a u64, &'a u64)>,
) -> i64 {
    let mut change = 0;
    for (&targets, &origin) in sets {
        if targets == 0 {
            continue;
        }
        if origin < ORIGIN_FROM_TARGET {
            change += moves.piece(origin as usize & 63, targets);
            continue;
        }
        let promoted = (origin >= PROMOTED_KNIGHT).then_some(Sets {
            diagonal: origin & PROMOTED_DIAGONAL != 0,
            straight: origin & PROMOTED_STRAIGHT != 0,
            knight: origin & PROMOTED_KNIGHT != 0,
            king: false,
        });
        for to in bits(targets) {
            change += moves.pawn::<U>(origin_of(to, origin), to, promoted);
        }
    }
    change
}

/// Turns the pawn on `to` into the piece encoded in the origin of its move.
#[inline(always)]
fn promote(child: &mut Board, to: u64, origin: u64) {
    let if_marked = |set| if origin & set != 0 { to } else { 0 };
    child.pawns &= !to;
    child.knights |= if_marked(PROMOTED_KNIGHT);
    child.diagonal |= if_marked(PROMOTED_DIAGONAL);
    child.straight |= if_marked(PROMOTED_STRAIGHT);
}
