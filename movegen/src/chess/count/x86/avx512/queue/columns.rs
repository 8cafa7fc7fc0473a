//! The boards of queued moves. They are stored as they are, and transposed into a row for each kind of
//! piece when the moves are made.

use std::arch::x86_64::*;
use std::mem::offset_of;

use super::{BOARDS, COLUMN, first_lanes};
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::Side;
use crate::chess::count::x86::avx512::eight_boards::KindsOfPieces;
use crate::chess::count::x86::avx512::king_square::KING_SQUARES;
use crate::chess::count::x86::avx512::vectors::broadcast;

/// The number of words of [`EightBoards`](crate::chess::count::x86::avx512::eight_boards::EightBoards).
pub(super) const WORDS: usize = 10;

/// The same word of each board.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Row([u64; BOARDS]);

/// [`Columns::transpose`] loads a board as a register of eight words in this order.
const _: () = {
    assert!(size_of::<Board>() == size_of::<__m512i>());
    assert!(align_of::<Board>() == align_of::<__m512i>());
    assert!(offset_of!(Board, white) == 0);
    assert!(offset_of!(Board, pawns) == 8);
    assert!(offset_of!(Board, knights) == 16);
    assert!(offset_of!(Board, diagonal) == 24);
    assert!(offset_of!(Board, straight) == 32);
    assert!(offset_of!(Board, kings) == 40);
    assert!(offset_of!(Board, en_passant) == 48);
    assert!(offset_of!(Board, castling) == 56);
};

/// A table of boards, one in each column.
pub(super) struct Columns {
    boards: [Board; BOARDS],
    /// The owner of the counts of each board.
    owners: [usize; BOARDS],
    rows: [Row; WORDS],
}

impl Columns {
    /// Empty boards.
    #[inline(always)]
    pub(super) fn new() -> Columns {
        Columns {
            boards: [Board::EMPTY; BOARDS],
            owners: [0; BOARDS],
            rows: [Row([0; BOARDS]); WORDS],
        }
    }

    /// Fills a column.
    #[inline(always)]
    pub(super) fn put(&mut self, column: usize, board: &Board, owner: usize) {
        self.boards[column % BOARDS] = *board;
        self.owners[column % BOARDS] = owner;
    }

    /// Returns the owner of the counts of a column.
    pub(super) fn owner(&self, column: usize) -> usize {
        self.owners[column % BOARDS]
    }

    /// Moves all columns to the left so that this one becomes the first.
    pub(super) fn shift_left(&mut self, column: usize) {
        self.boards.copy_within(column.., 0);
        self.owners.copy_within(column.., 0);
    }

    /// Fills the rows from the first `columns` boards: first the pieces of the opponent of `V`, which moves,
    /// then those of `V`, which replies and whose king is on `king`. Returns the kinds of pieces on these
    /// boards, and the rooks with which `V` may castle on any of them.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq")]
    pub(super) fn transpose<V: Side>(
        &mut self,
        columns: usize,
        king: usize,
    ) -> (KindsOfPieces, u64) {
        let king = &KING_SQUARES[king & 63];
        let (mut any, mut rooks) = (KindsOfPieces::default(), 0);
        for (half, boards) in self.boards.chunks_exact(8).enumerate() {
            let Some(used @ 1..) = columns.checked_sub(half * 8) else {
                break;
            };
            let used = first_lanes(used);
            let mut words = [_mm512_setzero_si512(); 8];
            for (word, board) in words.iter_mut().zip(boards) {
                // SAFETY: a board has the size and the alignment of a register, and no padding.
                *word = unsafe { _mm512_load_si512(std::ptr::from_ref(board).cast()) };
            }
            let [
                white,
                pawns,
                knights,
                diagonal,
                straight,
                kings,
                _,
                castling,
            ] = transpose_words(words);
            let or3 = |a, b, c| _mm512_or_si512(a, _mm512_or_si512(b, c));
            let occupied = or3(pawns, knights, or3(diagonal, straight, kings));
            let black = _mm512_andnot_si512(white, occupied);
            let (us, them) = if V::WHITE {
                (black, white)
            } else {
                (white, black)
            };
            let words = [
                _mm512_and_si512(pawns, us),
                _mm512_and_si512(knights, us),
                _mm512_and_si512(diagonal, us),
                _mm512_and_si512(straight, us),
                _mm512_and_si512(kings, us),
                _mm512_and_si512(pawns, them),
                _mm512_and_si512(knights, them),
                _mm512_and_si512(diagonal, them),
                _mm512_and_si512(straight, them),
                _mm512_and_si512(castling, broadcast(V::BACK)),
            ];
            // The boards after the last one are old.
            let on_any = |a, b| _mm512_test_epi64_mask(a, b) & used;
            any.pawns |= on_any(words[0], broadcast(king.pawns[V::COLOR.index()]));
            any.knights |= on_any(knights, us);
            any.diagonal |= on_any(diagonal, us);
            any.straight |= on_any(straight, us);
            any.king |= on_any(words[4], broadcast(king.kings));
            any.reply_pawns |= on_any(pawns, them);
            any.reply_knights |= on_any(knights, them);
            any.reply_diagonal |= on_any(diagonal, them);
            any.reply_straight |= on_any(straight, them);
            let castling = on_any(words[9], words[9]);
            if castling != 0 {
                rooks |= _mm512_mask_reduce_or_epi64(castling, words[9]) as u64;
            }
            for (row, word) in self.rows.iter_mut().zip(words) {
                let target = &mut row.0[half * 8..][..8];
                // SAFETY: the slice is 64 bytes long, and the store needs no alignment.
                unsafe { _mm512_storeu_si512(target.as_mut_ptr().cast(), word) };
            }
        }
        (any, rooks)
    }

    /// Selects a row's words of the boards of eight moves.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn select(&self, row: usize, moves: __m512i) -> __m512i {
        // The permutation uses the lowest four bits of each lane.
        let column = _mm512_srli_epi64::<COLUMN>(moves);
        let (low, high) = self.rows[row].0.split_at(8);
        // SAFETY: both halves are 64 bytes long, and the load needs no alignment.
        let low = unsafe { _mm512_loadu_si512(low.as_ptr().cast()) };
        // SAFETY: as above.
        let high = unsafe { _mm512_loadu_si512(high.as_ptr().cast()) };
        _mm512_permutex2var_epi64(low, column, high)
    }
}

/// Transposes eight registers of eight words.
#[inline]
#[target_feature(enable = "avx512f")]
fn transpose_words(rows: [__m512i; 8]) -> [__m512i; 8] {
    let [a, b, c, d, e, f, g, h] = rows;
    let even = transpose_quarters([
        _mm512_unpacklo_epi64(a, b),
        _mm512_unpacklo_epi64(c, d),
        _mm512_unpacklo_epi64(e, f),
        _mm512_unpacklo_epi64(g, h),
    ]);
    let odd = transpose_quarters([
        _mm512_unpackhi_epi64(a, b),
        _mm512_unpackhi_epi64(c, d),
        _mm512_unpackhi_epi64(e, f),
        _mm512_unpackhi_epi64(g, h),
    ]);
    [
        even[0], odd[0], even[1], odd[1], even[2], odd[2], even[3], odd[3],
    ]
}

/// Transposes four registers of four 128-bit quarters.
#[inline]
#[target_feature(enable = "avx512f")]
fn transpose_quarters([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    let (ab, cd) = (
        _mm512_shuffle_i64x2::<0b01_00_01_00>(a, b),
        _mm512_shuffle_i64x2::<0b01_00_01_00>(c, d),
    );
    let (ab_high, cd_high) = (
        _mm512_shuffle_i64x2::<0b11_10_11_10>(a, b),
        _mm512_shuffle_i64x2::<0b11_10_11_10>(c, d),
    );
    [
        _mm512_shuffle_i64x2::<0b10_00_10_00>(ab, cd),
        _mm512_shuffle_i64x2::<0b11_01_11_01>(ab, cd),
        _mm512_shuffle_i64x2::<0b10_00_10_00>(ab_high, cd_high),
        _mm512_shuffle_i64x2::<0b11_01_11_01>(ab_high, cd_high),
    ]
}
