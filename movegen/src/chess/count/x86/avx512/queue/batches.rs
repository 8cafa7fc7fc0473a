//! Expands sets of targets into moves, and makes and counts eight moves at a time.

use std::arch::x86_64::*;

use super::{BOARDS, COLUMN, FULL, OWNERS, Queue, first_lanes};
use crate::chess::board::bitboards::castling_paths;
use crate::chess::board::color::Side;
use crate::chess::count::differential::origins::{FROM, TO_DIAGONAL, TO_KNIGHTS, TO_STRAIGHT};
use crate::chess::count::x86::avx512::eight_boards::{self, EightBoards};

/// The numbers 0 to 63.
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
    /// Counts the replies to all queued moves in batches of eight. The last, incomplete batch is counted
    /// too if `all` is true; otherwise its moves remain in the queue.
    #[target_feature(
        enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512cd,avx512vpopcntdq,avx512vbmi2,gfni"
    )]
    #[inline(never)]
    pub(super) fn count<V: Side>(&mut self, all: bool) {
        let (mut any, rooks) = self.boards.transpose::<V>(self.columns, self.king);
        if self.promotions {
            any.knights = !0;
            any.diagonal = !0;
            any.straight = !0;
        }
        let paths = match rooks {
            0 => None,
            _ => Some(castling_paths::<V>(rooks, self.king)),
        };
        let mut sum = _mm512_setzero_si512();
        let mut next = 0;
        loop {
            next = self.expand(next);
            let last = next == self.sets;
            let mut at = 0;
            while at + 8 <= self.len || (last && all && at < self.len) {
                let children = self.children(at);
                let counts =
                    eight_boards::count_moves::<V>(&children, self.king, paths.as_ref(), &any);
                if self.by_owner {
                    self.add_to_owners(at, counts);
                }
                sum = _mm512_mask_add_epi64(sum, first_lanes(self.len - at), sum, counts);
                at += 8;
            }
            if at < self.len {
                // SAFETY: the first `len` words are written.
                let moves = unsafe { self.moves.first_mut(self.len) };
                moves.copy_within(at.., 0);
            }
            self.len = self.len.saturating_sub(at);
            if last {
                break;
            }
        }
        self.total += _mm512_reduce_add_epi64(sum) as u64;
        self.sets = 0;
        self.release_columns();
    }

    /// Adds the counts of up to eight moves to the totals of their boards' owners.
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn add_to_owners(&mut self, at: usize, counts: __m512i) {
        let mut words = [0_u64; 8];
        // SAFETY: the array is 64 bytes long, and the store needs no alignment.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), counts) };
        // SAFETY: the first `len` words are written.
        let moves = unsafe { self.moves.first(self.len) };
        for (count, &mv) in words.into_iter().zip(&moves[at..]) {
            self.owner_totals[self.boards.owner(column(mv)) % OWNERS] += count;
        }
    }

    /// From now on, keeps the counts of this owner apart.
    #[inline(always)]
    pub(crate) fn set_owner(&mut self, owner: usize) {
        self.by_owner = true;
        self.owner = owner;
    }

    /// Adds the total of each owner to its count. No move may be queued.
    #[inline]
    pub(crate) fn add_owner_totals(&mut self, counts: &mut [u64]) {
        debug_assert_eq!(self.len + self.sets, 0);
        for (count, total) in counts.iter_mut().zip(&mut self.owner_totals) {
            *count += std::mem::take(total);
        }
    }

    /// Expands the queued sets from `next` on into moves until there are [`FULL`] of them, and writes
    /// zeros after the last one. Returns the index of the first set that is left.
    #[inline]
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512vbmi2")]
    fn expand(&mut self, mut next: usize) -> usize {
        let mut at = self.len;
        // SAFETY: adding a set writes a word of `targets` and one of `origins`, then increments `sets`.
        let targets = unsafe { self.targets.first(self.sets) };
        // SAFETY: as above.
        let origins = unsafe { self.origins.first(self.sets) };
        while next < self.sets && at < FULL {
            let (targets, origin) = (targets[next], origins[next]);
            let mut squares = squares(targets);
            let mut left = targets.count_ones() as usize;
            loop {
                let to = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(squares));
                let relative = _mm512_set1_epi32((origin >> 32) as i32);
                let from = _mm512_and_si512(_mm512_slli_epi32::<FROM>(to), relative);
                let both = _mm512_or_si512(to, from);
                let moves = _mm512_add_epi8(both, _mm512_set1_epi32(origin as i32));
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
        // The last store may end with the last move, but `eight_moves` reads up to seven words more.
        self.moves.store(at, _mm512_setzero_si512());
        self.len = at;
        next
    }

    /// Releases the columns of boards that have no queued move.
    fn release_columns(&mut self) {
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
            self.promotions = false;
        } else if first > 0 {
            self.boards.shift_left(first);
        }
    }

    /// Loads eight moves, one into each lane. Lanes after the last move are zero.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn eight_moves(&self, at: usize) -> __m512i {
        debug_assert!(at < self.len);
        // SAFETY: `expand` wrote 16 words past the first `len`, and `at` is below `len`.
        let moves = &unsafe { self.moves.first(at + 8) }[at..];
        // SAFETY: the slice is 32 bytes long, and the load needs no alignment.
        _mm512_cvtepu32_epi64(unsafe { _mm256_loadu_si256(moves.as_ptr().cast()) })
    }

    /// Makes eight moves.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq")]
    fn children(&self, at: usize) -> EightBoards {
        let one = _mm512_set1_epi64(1);
        let moves = self.eight_moves(at);
        // A rotation uses the lowest six bits of each lane.
        let from = _mm512_rolv_epi64(one, _mm512_srli_epi64::<FROM>(moves));
        let to = _mm512_rolv_epi64(one, moves);
        let both = _mm512_or_si512(from, to);
        let moved = |row| {
            let set = self.boards.select(row, moves);
            let mover = _mm512_test_epi64_mask(set, from);
            _mm512_mask_xor_epi64(set, mover, set, both)
        };
        let kept = |row| _mm512_andnot_si512(to, self.boards.select(row, moves));
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
        let marks = (TO_KNIGHTS | TO_DIAGONAL | TO_STRAIGHT) as i64;
        let promoted = _mm512_test_epi64_mask(moves, _mm512_set1_epi64(marks));
        if promoted != 0 {
            let if_marked = |set, mark: u64| {
                let new = _mm512_test_epi64_mask(moves, _mm512_set1_epi64(mark as i64));
                _mm512_mask_or_epi64(set, new, set, to)
            };
            child.pawns = _mm512_mask_andnot_epi64(child.pawns, promoted, to, child.pawns);
            child.knights = if_marked(child.knights, TO_KNIGHTS);
            child.diagonal = if_marked(child.diagonal, TO_DIAGONAL);
            child.straight = if_marked(child.straight, TO_STRAIGHT);
        }
        child
    }

    /// Counts the replies to all queued moves. Returns the number of all replies since the last call.
    #[inline]
    #[target_feature(
        enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512cd,avx512vpopcntdq,avx512vbmi2,gfni"
    )]
    pub(crate) fn count_all<V: Side>(&mut self) -> u64 {
        if self.len + self.sets > 0 {
            self.count::<V>(true);
        }
        std::mem::take(&mut self.total)
    }
}

/// Returns the column of a move's board.
#[inline(always)]
fn column(mv: u32) -> usize {
    (mv >> COLUMN) as usize % BOARDS
}

/// Returns the squares of a set in the lowest bytes of a register.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
fn squares(set: u64) -> __m512i {
    // SAFETY: the table is 64 bytes long, and the load needs no alignment.
    let numbers = unsafe { _mm512_loadu_si512(SQUARES.as_ptr().cast()) };
    _mm512_maskz_compress_epi8(set, numbers)
}
