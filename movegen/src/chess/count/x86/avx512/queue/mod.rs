//! IrregularSquares moves on their way: noted by piece, made and counted eight at a time.
//!
//! A node notes the moves that it cannot sum up, a set of targets for each piece, without a branch
//! that depends on how many there are. What its board holds is kept in one column of a table. When
//! many have come together the sets are taken apart into lists of squares, and eight moves of
//! several boards are made at once in registers, each lane picking the words of its own board.

use std::arch::x86_64::*;

mod batches;
mod buffer;
mod columns;

use self::buffer::Buffer;
use self::columns::Columns;
use crate::chess::PieceKind;
use crate::chess::board::Board;
use crate::chess::color::Side;
use crate::chess::count::differential::wide::PendingMoves;

/// Moves that are taken apart before they are counted.
const FULL: usize = 512;

/// Room for those, for the last piece's, and for one store of 16 words after them.
const MOVES: usize = FULL + 64 + 16;

/// PendingMoves that may wait before a node adds its own.
const MANY: usize = 256;

/// Room for those, and for as many as a node can have: 126 of knights and sliders, four of pawns
/// and one of the king, four for each of three ways to promote, and four boards of their own.
const NOTES: usize = MANY + 160;

/// Knights and sliders of one side, queens along two kinds of line: 63 men at most.
const MET: usize = 128;

/// Boards that can wait: two registers of columns.
const BOARDS: usize = 16;

/// Nodes whose counts can be kept apart at once.
pub(super) const OWNERS: usize = 64;

/// The node's, and those that castling and en passant lead to: at most four.
const BOARDS_OF_A_NODE: usize = 5;

/// Where the origin of a move stands in a word, the column of its board, and the sets that a promoted
/// piece stands in. The target is the lowest byte.
pub(super) const FROM: u32 = 8;
const COLUMN: u32 = 16;
const PROMOTED: u32 = 24;

/// In the upper half of a note, marks origins that are to be reckoned from the targets.
const FROM_TARGET: u64 = 0xff << FROM << 32;

/// Marks diagonals in the code of a piece.
pub(super) const SLANT: u64 = 2;
/// Marks knights in the code of a piece.
pub(super) const LEAP: u64 = 256;

/// How a move names the sets that a promoted piece stands in.
const KNIGHT: u32 = 1 << PROMOTED;
const DIAGONAL: u32 = 2 << PROMOTED;
const STRAIGHT: u32 = 4 << PROMOTED;

/// Moves noted, not yet counted.
pub(crate) struct Queue {
    /// The targets of the pieces met, and their codes.
    reached: [u64; MET],
    codes: [u64; MET],
    met: usize,
    /// Of these two, the first `noted` words are written: the targets of a piece, or of pawns that
    /// all go the same way, and a move without its target, with the way back for an origin if it is
    /// marked by [`FROM_TARGET`].
    targets: Buffer<u64, NOTES>,
    origins: Buffer<u64, NOTES>,
    noted: usize,
    /// The first `len` words are moves.
    moves: Buffer<u32, MOVES>,
    len: usize,
    boards: Columns,
    /// How many columns are in use.
    columns: usize,
    /// The column of the node that is noting its moves, and `noted` when it began.
    node: usize,
    node_begin: usize,
    king: usize,
    /// Where moves that wait promote.
    promotions: u64,
    total: u64,
    /// Whether each board's count is kept apart, by the owner of its column.
    apart: bool,
    owner: usize,
    totals: [u64; OWNERS],
}

impl PendingMoves for Queue {
    /// Remembers a piece, to be looked at in eights. Its code is four times its square, plus
    /// [`SLANT`] for diagonals, plus [`LEAP`] for knights: without the latter the place of the first
    /// of its two lines in a table of four lines a square.
    #[inline(always)]
    fn add_piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        let way = match kind {
            PieceKind::Knight => LEAP,
            PieceKind::Bishop => SLANT,
            _ => 0,
        };
        self.reached[self.met % MET] = targets;
        self.codes[self.met % MET] = from as u64 * 4 + way;
        self.met += 1;
    }

    #[inline(always)]
    fn note(&mut self, from: usize, targets: u64) {
        self.note_one((from as u64) << FROM, targets);
    }

    #[inline(always)]
    fn note_pawns(&mut self, targets: u64, offset: i32) {
        self.note_one(back(offset), targets);
    }

    #[inline(always)]
    fn note_promotions(&mut self, kind: PieceKind, targets: u64, offset: i32) {
        let sets = match kind {
            PieceKind::Knight => KNIGHT,
            PieceKind::Bishop => DIAGONAL,
            PieceKind::Rook => STRAIGHT,
            _ => DIAGONAL | STRAIGHT,
        };
        self.note_one(back(offset) | u64::from(sets), targets);
        self.promotions |= targets;
    }
}

impl Queue {
    /// Nothing waits.
    #[inline(always)]
    pub(crate) fn new() -> Queue {
        Queue {
            reached: [0; MET],
            codes: [0; MET],
            met: 0,
            targets: Buffer::new(),
            origins: Buffer::new(),
            noted: 0,
            moves: Buffer::new(),
            len: 0,
            boards: Columns::new(),
            columns: 0,
            node: 0,
            node_begin: 0,
            king: 0,
            promotions: 0,
            total: 0,
            apart: false,
            owner: 0,
            totals: [0; OWNERS],
        }
    }

    /// How many pieces were met; they are forgotten.
    #[inline(always)]
    pub(super) fn met(&mut self) -> usize {
        std::mem::take(&mut self.met)
    }

    /// Targets and codes of up to eight of the pieces met, from `at` on.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn eight(&self, at: usize, met: usize) -> (__m512i, __m512i) {
        let mask = first(met - at);
        let (reached, codes) = (&self.reached[at..met], &self.codes[at..met]);
        // SAFETY: the load reads only the words that the mask names: at most eight, and no more than
        // the slice holds. It needs no alignment.
        let reached = unsafe { _mm512_maskz_loadu_epi64(mask, reached.as_ptr().cast()) };
        // SAFETY: as above.
        let codes = unsafe { _mm512_maskz_loadu_epi64(mask, codes.as_ptr().cast()) };
        (reached, codes)
    }

    /// Most pieces have no such move, but which of them is hard to foretell: no branch.
    #[inline(always)]
    fn note_one(&mut self, origin: u64, targets: u64) {
        self.targets.set(self.noted, targets);
        let column = (self.node as u64) << COLUMN;
        self.origins.set(self.noted, origin | column);
        self.noted += usize::from(targets != 0);
    }

    /// PendingMoves the moves of eight pieces, their origins in the place for [`FROM`].
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn note_pieces(&mut self, targets: __m512i, origins: __m512i) {
        let some = _mm512_test_epi64_mask(targets, targets);
        let at = self.noted;
        let column = _mm512_set1_epi64((self.node as i64) << COLUMN);
        let origins = _mm512_or_si512(origins, column);
        let targets = _mm512_maskz_compress_epi64(some, targets);
        let origins = _mm512_maskz_compress_epi64(some, origins);
        self.targets.store(at, targets);
        self.origins.store(at, origins);
        self.noted = at + some.count_ones() as usize;
    }

    /// A node is about to note its moves.
    #[inline(always)]
    pub(super) fn begin<U: Side>(&mut self, board: &Board, settle: impl FnOnce(&mut Queue)) {
        let king = board.king::<U::Opponent>();
        let full = self.columns > BOARDS - BOARDS_OF_A_NODE || self.noted > MANY;
        if king != self.king || full {
            settle(self);
            self.king = king;
        }
        self.node = self.columns;
        self.node_begin = self.noted;
    }

    /// Counts what waits, all of it if the replier's king of the next board stands elsewhere.
    #[inline]
    #[target_feature(
        enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512cd,avx512vpopcntdq,avx512vbmi2,gfni"
    )]
    pub(super) fn make_room<V: Side>(&mut self, board: &Board) {
        self.count::<V>(board.king::<V>() != self.king);
    }

    /// PendingMoves a move that has been made: a board of its own, on which one king takes the other's
    /// place and nothing changes, for a king is in none of the sets that a move looks at there.
    #[inline(always)]
    pub(super) fn add<U: Side>(&mut self, child: &Board) {
        let column = self.columns.max(self.node + 1);
        self.columns = column + 1;
        self.boards.put(column, child, self.owner);
        let from = (child.king::<U::Opponent>() as u64) << FROM | (column as u64) << COLUMN;
        self.targets.set(self.noted, 1 << child.king::<U>());
        self.origins.set(self.noted, from);
        self.noted += 1;
    }

    /// The node has noted all its moves. If there are none, its column is left to the next.
    #[inline(always)]
    pub(super) fn end(&mut self, board: &Board) {
        self.boards.put(self.node, board, self.owner);
        let used = usize::from(self.noted != self.node_begin);
        self.columns = self.columns.max(self.node + used);
    }
}

/// A note about pawns that have gone `offset` squares on, without their board.
#[inline(always)]
pub(super) const fn back(offset: i32) -> u64 {
    FROM_TARGET | (-offset as u8 as u64) << FROM
}

/// The mask of the first so many lanes.
#[inline(always)]
fn first(number: usize) -> u8 {
    if number < 8 { (1 << number) - 1 } else { !0 }
}
