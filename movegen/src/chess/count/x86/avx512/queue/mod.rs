//! The queue of irregular moves: sets of targets by piece first, then single moves, made and counted
//! eight at a time.
//!
//! A node adds its irregular moves as a set of targets for each piece, without a branch that depends on
//! their number, and stores its board in one column of a table. Once enough sets are queued, they are
//! expanded into single moves. Then eight moves are made at once in registers; they may belong to
//! several boards, and each lane selects the words of its own board.

use std::arch::x86_64::*;

mod batches;
mod buffer;
mod columns;

use self::buffer::Buffer;
use self::columns::Columns;
use crate::chess::PieceKind;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::count::differential::node_moves::NodeMoves;
use crate::chess::count::differential::origins::{self, FROM};
use crate::chess::count::differential::pending::{PendingMoves, Targets};
use crate::chess::count::differential::wide::{PawnTargets, PendingPieces};

/// Up to this number of moves plus pieces on the board, all moves are made. On a sparse board making a move
/// costs less, and more moves are irregular.
const FEW: u32 = 40;

/// With at most this many pieces on the board, a node has few moves; they are not counted.
const SPARSE: u32 = 10;

/// With more knights and sliders of U than this, queens counted twice, it has many; they are not counted.
const FEW_PIECES: usize = 5;

/// The number of expanded moves from which on they are counted.
const FULL: usize = 512;

/// Capacity for those moves, for the moves of one more piece, and for one store of 16 words after them.
const MOVES: usize = FULL + 64 + 16;

/// The number of queued sets above which the next node counts them first.
const MANY_SETS: usize = 256;

/// Capacity for those sets, and for all sets of a node: 126 of knights and sliders, four of pawns and
/// one of the king, four for each of three kinds of promotion, and four moves that are already made.
const SETS: usize = MANY_SETS + 160;

/// Capacity for knights and sliders of one side, queens twice: 63 pieces at most.
const PIECES: usize = 128;

/// Capacity for boards: two registers in each row of [`Columns`].
const BOARDS: usize = 16;

/// The number of nodes whose counts can be kept apart at once.
pub(super) const OWNERS: usize = 64;

/// The board of a node, and the boards after castling and en passant captures: at most four.
const BOARDS_OF_A_NODE: usize = 5;

/// A move is one word. The target is in the lowest byte, the origin in the second, the column of its
/// board in the third, and the sets that contain a promoted piece in the fourth, as in [`origins`].
const COLUMN: u32 = 16;

/// In the code of a piece, marks moves along diagonals.
pub(super) const DIAGONAL: u64 = 2;
/// In the code of a piece, marks knights.
pub(super) const LEAPER: u64 = 256;

/// The pieces of a node, and the irregular moves whose replies have not been counted yet.
pub(crate) struct Queue {
    /// The first `pieces` words of these two are used: the targets of each knight and slider, and its
    /// code. The code is four times its square, plus [`DIAGONAL`] or [`LEAPER`]. Without the latter it
    /// is the index of the first of its two lines in [`LINES`](crate::chess::board::attacks::LINES), taken as
    /// a table of four words for each square.
    piece_targets: [u64; PIECES],
    piece_codes: [u64; PIECES],
    pieces: usize,
    /// The first `sets` words of these two are written: the targets of a piece, or of pawns that all
    /// move in one direction; and the other bytes of the move: [`origins`] with the column.
    targets: Buffer<u64, SETS>,
    origins: Buffer<u64, SETS>,
    sets: usize,
    /// The first `len` words are moves.
    moves: Buffer<u32, MOVES>,
    len: usize,
    boards: Columns,
    /// The number of columns in use.
    columns: usize,
    /// The column of the node that is adding its moves, and the value of `sets` when it began.
    node: usize,
    node_begin: usize,
    /// The square of the replier's king on all boards of the queue.
    king: usize,
    /// Whether a promotion is queued.
    promotions: bool,
    total: u64,
    /// Moves that are not queued but counted one by one: on boards with only kings and pawns, and a node's on
    /// [sparse](super::sparse) boards.
    pub(super) one_by_one: NodeMoves,
    /// Whether each board's count is kept apart, by the owner of its column.
    by_owner: bool,
    owner: usize,
    owner_totals: [u64; OWNERS],
}

impl PendingPieces for Queue {
    #[inline(always)]
    fn add_piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        let way = match kind {
            PieceKind::Knight => LEAPER,
            PieceKind::Bishop => DIAGONAL,
            _ => 0,
        };
        self.piece_targets[self.pieces % PIECES] = targets;
        self.piece_codes[self.pieces % PIECES] = from as u64 * 4 + way;
        self.pieces += 1;
    }
}

impl PendingMoves for Queue {
    #[inline(always)]
    fn add_moves<const ZONE: bool>(&mut self, from: usize, targets: Targets) {
        self.add_set(origins::piece(from), targets.irregular);
    }

    #[inline(always)]
    fn add_pawn_moves<const ZONE: bool>(&mut self, targets: Targets, offset: i32) {
        self.add_set(origins::pawns(offset), targets.irregular);
    }

    #[inline(always)]
    fn add_promotions<const ZONE: bool>(&mut self, kind: PieceKind, targets: Targets, offset: i32) {
        self.add_set(origins::promotions(kind, offset), targets.irregular);
        self.promotions |= targets.irregular != 0;
    }
}

impl Default for Queue {
    #[inline(always)]
    fn default() -> Queue {
        Queue {
            piece_targets: [0; PIECES],
            piece_codes: [0; PIECES],
            pieces: 0,
            targets: Buffer::new(),
            origins: Buffer::new(),
            sets: 0,
            moves: Buffer::new(),
            len: 0,
            boards: Columns::new(),
            columns: 0,
            node: 0,
            node_begin: 0,
            king: 0,
            promotions: false,
            total: 0,
            one_by_one: NodeMoves::default(),
            by_owner: false,
            owner: 0,
            owner_totals: [0; OWNERS],
        }
    }
}

impl Queue {
    /// Returns the number of pieces of the node and resets it.
    #[inline(always)]
    pub(super) fn take_pieces(&mut self) -> usize {
        std::mem::take(&mut self.pieces)
    }

    /// Returns the targets and codes of up to eight of the node's `pieces`, from index `at` on.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn eight_pieces(&self, at: usize, pieces: usize) -> (__m512i, __m512i) {
        let mask = first_lanes(pieces - at);
        let (targets, codes) = (
            &self.piece_targets[at..pieces],
            &self.piece_codes[at..pieces],
        );
        // SAFETY: the load reads only the words selected by the mask: at most eight, and no more than
        // the slice holds. It needs no alignment.
        let targets = unsafe { _mm512_maskz_loadu_epi64(mask, targets.as_ptr().cast()) };
        // SAFETY: as above.
        let codes = unsafe { _mm512_maskz_loadu_epi64(mask, codes.as_ptr().cast()) };
        (targets, codes)
    }

    /// Adds a set of moves unless it is empty. Most pieces have no irregular move, but which of them
    /// do is hard to predict, so there is no branch.
    #[inline(always)]
    fn add_set(&mut self, origin: u64, targets: u64) {
        self.targets.set(self.sets, targets);
        let column = (self.node as u64) << COLUMN;
        self.origins.set(self.sets, origin | column);
        self.sets += usize::from(targets != 0);
    }

    /// Adds up to eight sets of moves. The origins are in the byte of [`FROM`].
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn add_eight_sets(&mut self, targets: __m512i, origins: __m512i) {
        let not_empty = _mm512_test_epi64_mask(targets, targets);
        let at = self.sets;
        let column = _mm512_set1_epi64((self.node as i64) << COLUMN);
        let origins = _mm512_or_si512(origins, column);
        let targets = _mm512_maskz_compress_epi64(not_empty, targets);
        let origins = _mm512_maskz_compress_epi64(not_empty, origins);
        self.targets.store(at, targets);
        self.origins.store(at, origins);
        self.sets = at + not_empty.count_ones() as usize;
    }

    /// Whether making each of these moves, and of those of the pieces, costs less than the analysis. There
    /// are `men` pieces and pawns on the board.
    #[inline]
    #[target_feature(enable = "popcnt,avx512f,avx512vpopcntdq")]
    pub(super) fn are_few(
        &self,
        men: u32,
        king: u64,
        pawns: &PawnTargets,
        promotions: &[u64; 3],
    ) -> bool {
        if men <= SPARSE {
            return true;
        }
        if self.pieces > FEW_PIECES {
            return false;
        }
        let (targets, _) = self.eight_pieces(0, self.pieces);
        let numbers = _mm512_popcnt_epi64(targets);
        let mut moves = _mm512_reduce_add_epi64(numbers) as u32 + king.count_ones();
        let [single, double, east, west] = pawns.targets;
        moves += single.count_ones() + double.count_ones() + (east | west).count_ones();
        if *promotions != [0; 3] {
            moves += promotions
                .iter()
                .map(|set| 4 * set.count_ones())
                .sum::<u32>();
        }
        moves + men <= FEW
    }

    /// Queues all moves of the node's pieces.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn add_pieces(&mut self) {
        let pieces = self.take_pieces();
        let mut at = 0;
        while at < pieces {
            let (targets, codes) = self.eight_pieces(at, pieces);
            self.add_eight_sets(targets, origins_of(codes));
            at += 8;
        }
    }

    /// Queues all moves of the king and of pawns, other than promotions.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn add_king_and_pawns<U: Side>(
        &mut self,
        king: usize,
        king_targets: u64,
        pawns: &PawnTargets,
    ) {
        let [single, double, east, west] = pawns.targets.map(|set| set as i64);
        let king_targets = king_targets as i64;
        let targets = _mm512_set_epi64(0, 0, 0, king_targets, west, east, double, single);
        let steps = if U::WHITE {
            [8, 16, 9, 7]
        } else {
            [-8, -16, -7, -9]
        };
        let codes = steps.map(|offset| origins::pawns(offset) as i64);
        let codes = _mm512_set_epi64(0, 0, 0, 0, codes[3], codes[2], codes[1], codes[0]);
        let codes = _mm512_mask_set1_epi64(codes, 0b1_0000, (king as i64) << FROM);
        self.add_eight_sets(targets, codes);
    }

    /// Begins a node. If the queue is too full for it, or holds boards with another square of the
    /// replier's king, `make_room` is called first.
    #[inline(always)]
    pub(super) fn begin_node<U: Side>(
        &mut self,
        board: &Board,
        make_room: impl FnOnce(&mut Queue),
    ) {
        let king = board.king::<U::Opponent>();
        let full = self.lacks_columns() || self.sets > MANY_SETS;
        if king != self.king || full {
            make_room(self);
            self.king = king;
        }
        self.node = self.columns;
        self.node_begin = self.sets;
    }

    /// Adds the irregular moves of a node that have been collected [one by one](Queue::one_by_one).
    #[inline]
    #[target_feature(
        enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512cd,avx512vpopcntdq,avx512vbmi2,gfni"
    )]
    pub(super) fn add_node<U: Side>(&mut self, board: &Board) {
        self.begin_node::<U>(board, |queue| queue.make_room::<U::Opponent>(board));
        let column = (self.node as u64) << COLUMN;
        for (targets, origin) in self.one_by_one.take_irregular() {
            self.targets.set(self.sets, targets);
            self.origins.set(self.sets, origin | column);
            self.sets += 1;
            self.promotions |= origins::is_promotion(origin);
        }
        self.end_node(board);
    }

    /// Whether a node may need more columns than are free.
    #[inline(always)]
    fn lacks_columns(&self) -> bool {
        self.columns > BOARDS - BOARDS_OF_A_NODE
    }

    /// Counts the replies to queued moves in whole batches of eight; to all of them if the replier's
    /// king is on another square of the next board. The seven moves that may remain can need up to sixteen boards: a
    /// node with a move that is already made and no other one has two. If they occupy too many, they are counted, too.
    #[inline]
    #[target_feature(
        enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512cd,avx512vpopcntdq,avx512vbmi2,gfni"
    )]
    pub(super) fn make_room<V: Side>(&mut self, board: &Board) {
        self.count::<V>(board.king::<V>() != self.king);
        if self.lacks_columns() {
            self.count::<V>(true);
        }
    }

    /// Adds a move that is already made, with a column of its own. To the batches it is a move from one
    /// king's square to the other's that changes nothing: a king is in none of the sets that a move
    /// changes there.
    #[inline(always)]
    pub(super) fn add_child<U: Side>(&mut self, child: &Board) {
        let column = self.columns.max(self.node + 1);
        // Another board of the queue must not be replaced. This is rare, so that the test costs nothing.
        assert!(column < BOARDS, "no column is free");
        self.columns = column + 1;
        self.boards.put(column, child, self.owner);
        let from = (child.king::<U::Opponent>() as u64) << FROM | (column as u64) << COLUMN;
        self.targets.set(self.sets, 1 << child.king::<U>());
        self.origins.set(self.sets, from);
        self.sets += 1;
    }

    /// Ends a node. If it has added no move, the next node reuses its column.
    #[inline(always)]
    pub(super) fn end_node(&mut self, board: &Board) {
        self.boards.put(self.node, board, self.owner);
        let used = usize::from(self.sets != self.node_begin);
        self.columns = self.columns.max(self.node + used);
    }
}

/// The origins of pieces, without the column, from their codes.
#[inline]
#[target_feature(enable = "avx512f")]
fn origins_of(codes: __m512i) -> __m512i {
    // Four times the square is in the lowest byte, except the lowest two bits.
    let squares = _mm512_and_si512(codes, _mm512_set1_epi64(63 << 2));
    _mm512_slli_epi64::<{ FROM - 2 }>(squares)
}

/// The mask of the first `number` lanes.
#[inline(always)]
fn first_lanes(number: usize) -> u8 {
    if number < 8 { (1 << number) - 1 } else { !0 }
}
