//! PendingMoves taken apart into moves, moves made and counted in eights.

use std::arch::x86_64::*;

use super::{BOARDS, COLUMN, DIAGONAL, FROM, FULL, KNIGHT, OWNERS, Queue, STRAIGHT, first};
use crate::chess::board::castling_paths;
use crate::chess::color::Side;
use crate::chess::count::x86::avx512::eight_boards::{self, EightBoards};

/// The numbers of the squares in order.
static SQUARES: [u8; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = square as u8;
        square += 1;
    }
    table
};

impl Queue {
    /// Counts all whole eights of moves and moves the rest to the front, or counts that as well.
    #[target_feature(
        enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512cd,avx512vpopcntdq,avx512vbmi2,gfni"
    )]
    #[inline(never)]
    pub(super) fn count<V: Side>(&mut self, rest_too: bool) {
        let (mut seen, rooks) = self.boards.turn::<V>();
        seen.knights |= self.promotions;
        seen.diagonal |= self.promotions;
        seen.straight |= self.promotions;
        let paths = castling_paths::<V>(rooks, self.king);
        let castling = rooks != 0;
        let mut sum = _mm512_setzero_si512();
        let mut next = 0;
        loop {
            next = self.take_apart(next);
            let last = next == self.noted;
            let mut at = 0;
            while at + 8 <= self.len || (last && rest_too && at < self.len) {
                let children = self.children(at);
                let counts =
                    eight_boards::replies::<V>(&children, self.king, castling, &paths, &seen);
                if self.apart {
                    self.share_out(at, counts);
                }
                sum = _mm512_mask_add_epi64(sum, first(self.len - at), sum, counts);
                at += 8;
            }
            // SAFETY: the first `len` words are written.
            let moves = unsafe { self.moves.first_mut(self.len) };
            let at = at.min(self.len);
            moves.copy_within(at.., 0);
            self.len -= at;
            if last {
                break;
            }
        }
        self.total += _mm512_reduce_add_epi64(sum) as u64;
        self.noted = 0;
        self.keep();
    }

    /// Adds the counts of up to eight moves to what their boards' owners have.
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn share_out(&mut self, at: usize, counts: __m512i) {
        let mut words = [0_u64; 8];
        // SAFETY: the array is 64 bytes long, and the store needs no alignment.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), counts) };
        // SAFETY: the first `len` words are written.
        let moves = unsafe { self.moves.first(self.len) };
        for (count, &mv) in words.into_iter().zip(&moves[at..]) {
            self.totals[self.boards.owner(column(mv)) % OWNERS] += count;
        }
    }

    /// What is noted from now on is counted apart, for this owner.
    #[inline(always)]
    pub(crate) fn belongs_to(&mut self, owner: usize) {
        self.apart = true;
        self.owner = owner;
    }

    /// Counts what still waits and adds to each owner's count what was kept apart for it.
    #[inline]
    #[target_feature(
        enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512cd,avx512vpopcntdq,avx512vbmi2,gfni"
    )]
    pub(crate) fn settle_each<V: Side>(&mut self, counts: &mut [u64]) {
        self.settle::<V>();
        for (count, total) in counts.iter_mut().zip(&mut self.totals) {
            *count += std::mem::take(total);
        }
    }

    /// Writes down the moves of the notes from `next` on, as many as there is room for, and zeros
    /// after the last one.
    #[inline]
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vbmi2")]
    fn take_apart(&mut self, mut next: usize) -> usize {
        let mut at = self.len;
        // SAFETY: a note writes a word of `targets` and one of `origins`, then counts in `noted`.
        let targets = unsafe { self.targets.first(self.noted) };
        // SAFETY: as above.
        let origins = unsafe { self.origins.first(self.noted) };
        while next < self.noted && at < FULL {
            let (targets, note) = (targets[next], origins[next]);
            let mut squares = squares(targets);
            let mut left = targets.count_ones() as usize;
            loop {
                let to = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(squares));
                let reckoned = _mm512_set1_epi32((note >> 32) as i32);
                let from = _mm512_and_si512(_mm512_slli_epi32::<FROM>(to), reckoned);
                let both = _mm512_or_si512(to, from);
                let moves = _mm512_add_epi8(both, _mm512_set1_epi32(note as i32));
                self.moves.store(at, moves);
                if left <= 16 {
                    break;
                }
                left -= 16;
                at += 16;
                squares = _mm512_alignr_epi64::<2>(squares, squares);
            }
            at += left;
            next += 1;
        }
        // The last store may end with the last move, and `eight_moves` reads seven words further.
        self.moves.store(at, _mm512_setzero_si512());
        self.len = at;
        next
    }

    /// Lets go of the boards on which no move waits any more.
    fn keep(&mut self) {
        let mut first = self.columns;
        // SAFETY: the first `len` words are written.
        let moves = unsafe { self.moves.first_mut(self.len) };
        for &mv in moves.iter() {
            first = first.min(column(mv));
        }
        for mv in moves {
            *mv -= (first as u32) << COLUMN;
        }
        self.columns -= first;
        if self.len == 0 {
            self.promotions = 0;
        } else if first > 0 {
            self.boards.begin_with(first);
        }
    }

    /// Eight moves, a lane for each. Directions past the last move hold zeros.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn eight_moves(&self, at: usize) -> __m512i {
        debug_assert!(at < self.len);
        // SAFETY: `take_apart` wrote 16 words past the first `len`, and `at` is below `len`.
        let moves = &unsafe { self.moves.first(at + 8) }[at..];
        // SAFETY: the slice is 32 bytes long, and the load needs no alignment.
        _mm512_cvtepu32_epi64(unsafe { _mm256_loadu_si256(moves.as_ptr().cast()) })
    }

    /// The boards after eight moves.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq")]
    fn children(&self, at: usize) -> EightBoards {
        let one = _mm512_set1_epi64(1);
        let moves = self.eight_moves(at);
        // Of each lane the lowest six bits count.
        let from = _mm512_rolv_epi64(one, _mm512_srli_epi64::<FROM>(moves));
        let to = _mm512_rolv_epi64(one, moves);
        let both = _mm512_or_si512(from, to);
        let moved = |row| {
            let set = self.boards.pick(row, moves);
            let mover = _mm512_test_epi64_mask(set, from);
            _mm512_mask_xor_epi64(set, mover, set, both)
        };
        let kept = |row| _mm512_andnot_si512(to, self.boards.pick(row, moves));
        let mut child = EightBoards {
            pawns: moved(0),
            knights: moved(1),
            diagonal: moved(2),
            straight: moved(3),
            king: moved(4),
            reply_pawns: kept(5),
            reply_knights: kept(6),
            reply_diagonal: kept(7),
            reply_straight: kept(8),
            reply_castling: kept(9),
        };
        let promotes = i64::from(KNIGHT | DIAGONAL | STRAIGHT);
        let promoted = _mm512_test_epi64_mask(moves, _mm512_set1_epi64(promotes));
        if promoted != 0 {
            let placed = |set, name: u32| {
                let new = _mm512_test_epi64_mask(moves, _mm512_set1_epi64(i64::from(name)));
                _mm512_mask_or_epi64(set, new, set, to)
            };
            child.pawns = _mm512_mask_andnot_epi64(child.pawns, promoted, to, child.pawns);
            child.knights = placed(child.knights, KNIGHT);
            child.diagonal = placed(child.diagonal, DIAGONAL);
            child.straight = placed(child.straight, STRAIGHT);
        }
        child
    }

    /// Counts what still waits; the sum of everything since the last call.
    #[inline]
    #[target_feature(
        enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512cd,avx512vpopcntdq,avx512vbmi2,gfni"
    )]
    pub(crate) fn settle<V: Side>(&mut self) -> u64 {
        if self.len + self.noted > 0 {
            self.count::<V>(true);
        }
        std::mem::take(&mut self.total)
    }
}

/// The column of a move's board.
#[inline(always)]
fn column(mv: u32) -> usize {
    (mv >> COLUMN) as usize % BOARDS
}

/// The squares of a set in the lowest bytes of a register.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
fn squares(set: u64) -> __m512i {
    // SAFETY: the table is 64 bytes long, and the load needs no alignment.
    let numbers = unsafe { _mm512_loadu_si512(SQUARES.as_ptr().cast()) };
    _mm512_maskz_compress_epi8(set, numbers)
}
