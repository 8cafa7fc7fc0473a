//! Irregular moves on their way: noted as bytes, made eight at a time, counted eight at a time.
//!
//! A node notes the moves that it cannot sum up. Its children are made in registers and wait in
//! one row of memory for each word. They are counted in eights once many wait with the replier's
//! king on the same square, whichever nodes they came from.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::siblings::{self, Seen, Siblings};
use crate::chess::PieceKind;
use crate::chess::board::Board;
use crate::chess::color::Side;

/// Moves of one node: no position has more than 744, and a whole register is written for the last.
const MOVES: usize = 744 + 64;

/// Pieces of one node that have such moves: 64 men, queens along two kinds of line, four groups of
/// pawns, rounded up.
const PIECES: usize = 160;

/// Marks diagonals in the code of a piece.
pub(super) const SLANT: u64 = 2;
/// Marks knights in the code of a piece.
pub(super) const LEAP: u64 = 256;

/// Marks an origin that is to be reckoned from the target.
const FROM_TARGET: u64 = 1 << 8;

/// Promotions of one node: eight pawns, three squares each, four pieces.
const PROMOTIONS: usize = 96 + 64;

/// Children that can wait.
const ROW: usize = 64;

/// The words of a child, in the order of [`Siblings`].
const WORDS: usize = 10;

/// A list of bytes to which up to 64 are added by one store.
struct Bytes<const N: usize>([MaybeUninit<u8>; N]);

impl<const N: usize> Bytes<N> {
    /// Nothing written.
    #[inline(always)]
    fn new() -> Bytes<N> {
        Bytes([const { MaybeUninit::uninit() }; N])
    }

    /// Writes a register at a place that leaves room for it.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn put(&mut self, at: usize, bytes: __m512i) {
        assert!(at <= N - 64, "no position has so many moves");
        // SAFETY: 64 bytes from `at` on are within the array.
        unsafe { _mm512_storeu_si512(self.0.as_mut_ptr().add(at).cast(), bytes) };
    }

    /// Eight bytes, each as a word.
    ///
    /// # Safety
    /// They must have been written.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    unsafe fn eight(&self, at: usize) -> __m512i {
        let bytes = &self.0[at..at + 8];
        // SAFETY: the slice is eight bytes long, and written as the caller promises.
        _mm512_cvtepu8_epi64(unsafe { _mm_loadl_epi64(bytes.as_ptr().cast()) })
    }
}

/// Moves noted and children made, not yet counted.
pub(in crate::chess::count) struct Queue {
    /// Of these two, the first `met` words are written: the targets of pieces, and their codes.
    reached: [MaybeUninit<u64>; PIECES],
    codes: [MaybeUninit<u64>; PIECES],
    met: usize,
    /// Of these two, the first `noted` words are written: the targets of a piece, or of pawns that
    /// all go the same way, and its origin, or [`FROM_TARGET`] plus the way back.
    targets: [MaybeUninit<u64>; PIECES],
    origins: [MaybeUninit<u64>; PIECES],
    noted: usize,
    from: Bytes<MOVES>,
    to: Bytes<MOVES>,
    len: usize,
    promoted_from: Bytes<PROMOTIONS>,
    promoted_to: Bytes<PROMOTIONS>,
    promoted_kind: Bytes<PROMOTIONS>,
    promotions: usize,
    /// Of each row, the first `waiting` words are written.
    rows: [[MaybeUninit<u64>; ROW]; WORDS],
    waiting: usize,
    king: usize,
    /// Rooks of the replier with which some of the children may castle.
    castling: u64,
    seen: Seen,
    total: u64,
}

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

/// How a promotion list names the sets that the new piece stands in.
const KNIGHT: u8 = 1;
const DIAGONAL: u8 = 2;
const STRAIGHT: u8 = 4;

impl Queue {
    /// Nothing waits. Cheap: the rows are not touched.
    #[inline(always)]
    pub(in crate::chess::count) fn new() -> Queue {
        Queue {
            reached: [const { MaybeUninit::uninit() }; PIECES],
            codes: [const { MaybeUninit::uninit() }; PIECES],
            met: 0,
            targets: [const { MaybeUninit::uninit() }; PIECES],
            origins: [const { MaybeUninit::uninit() }; PIECES],
            noted: 0,
            from: Bytes::new(),
            to: Bytes::new(),
            len: 0,
            promoted_from: Bytes::new(),
            promoted_to: Bytes::new(),
            promoted_kind: Bytes::new(),
            promotions: 0,
            rows: [const { [const { MaybeUninit::uninit() }; ROW] }; WORDS],
            waiting: 0,
            king: 0,
            castling: 0,
            seen: Seen::default(),
            total: 0,
        }
    }

    /// Remembers a piece, to be looked at in eights. Its code is four times its square, plus
    /// [`SLANT`] for diagonals, plus [`LEAP`] for knights: without the latter the place of the first
    /// of its two lines in a table of four lines a square.
    #[inline(always)]
    pub(super) fn meet(&mut self, kind: PieceKind, from: usize, targets: u64) {
        let way = match kind {
            PieceKind::Knight => LEAP,
            PieceKind::Bishop => SLANT,
            _ => 0,
        };
        self.reached[self.met] = MaybeUninit::new(targets);
        self.codes[self.met] = MaybeUninit::new(from as u64 * 4 + way);
        self.met += 1;
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
        // SAFETY: only words that the mask names are read, and those were written.
        let reached = unsafe { _mm512_maskz_loadu_epi64(mask, reached.as_ptr().cast()) };
        // SAFETY: as above.
        let codes = unsafe { _mm512_maskz_loadu_epi64(mask, codes.as_ptr().cast()) };
        (reached, codes)
    }

    /// Notes the moves of one piece.
    #[inline(always)]
    pub(super) fn note(&mut self, from: usize, targets: u64) {
        self.note_one(from as u64, targets);
    }

    /// Notes moves of pawns that have all gone `offset` squares on.
    #[inline(always)]
    pub(super) fn note_pawns(&mut self, targets: u64, offset: i32) {
        self.note_one(FROM_TARGET | u64::from(-offset as u8), targets);
    }

    /// Most pieces have no such move, but which of them is hard to foretell: no branch.
    #[inline(always)]
    fn note_one(&mut self, origin: u64, targets: u64) {
        self.targets[self.noted] = MaybeUninit::new(targets);
        self.origins[self.noted] = MaybeUninit::new(origin);
        self.noted += usize::from(targets != 0);
    }

    /// Notes the moves of eight pieces.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn note_pieces(&mut self, targets: __m512i, origins: __m512i) {
        let some = _mm512_test_epi64_mask(targets, targets);
        let at = self.noted;
        let (targets_row, origins_row) =
            (&mut self.targets[at..at + 8], &mut self.origins[at..at + 8]);
        // SAFETY: the slice is eight words long.
        unsafe {
            _mm512_storeu_si512(
                targets_row.as_mut_ptr().cast(),
                _mm512_maskz_compress_epi64(some, targets),
            );
        }
        // SAFETY: the slice is eight words long.
        unsafe {
            _mm512_storeu_si512(
                origins_row.as_mut_ptr().cast(),
                _mm512_maskz_compress_epi64(some, origins),
            );
        }
        self.noted = at + some.count_ones() as usize;
    }

    /// Notes moves of pawns, `back` squares on where they come from.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn note_pawn_rows(&mut self, targets: __m512i, back: __m512i) {
        let back = _mm512_and_si512(back, _mm512_set1_epi64(0xff));
        let origins = _mm512_or_si512(back, _mm512_set1_epi64(FROM_TARGET as i64));
        self.note_pieces(targets, origins);
    }

    /// Writes down all moves of the pieces noted.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
    fn list(&mut self) {
        let mut at = 0;
        let noted = self.targets[..self.noted]
            .iter()
            .zip(&self.origins[..self.noted]);
        for (targets, origin) in noted {
            // SAFETY: the first `noted` words are written.
            let (targets, origin) = unsafe { (targets.assume_init(), origin.assume_init()) };
            let to = squares(targets);
            self.to.put(at, to);
            let keep = -((origin >> 8) as i8);
            let kept = _mm512_and_si512(to, _mm512_set1_epi8(keep));
            let from = _mm512_add_epi8(kept, _mm512_set1_epi8(origin as i8));
            self.from.put(at, from);
            at += targets.count_ones() as usize;
        }
        self.noted = 0;
        self.len = at;
    }

    /// Lets one child wait.
    #[inline]
    #[target_feature(
        enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512cd,avx512vpopcntdq,avx512vbmi2,gfni"
    )]
    pub(super) fn add<U: Side>(&mut self, child: &Board) {
        self.meet_board::<U>(child);
        self.wait::<U::Opponent>(&words::<U>(child), 1);
    }

    /// Prepares for children of this board: those with the replier's king elsewhere are counted
    /// first.
    #[inline]
    #[target_feature(
        enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512cd,avx512vpopcntdq,avx512vbmi2,gfni"
    )]
    fn meet_board<U: Side>(&mut self, board: &Board) {
        let king = board.king::<U::Opponent>();
        if king != self.king {
            if self.waiting > 0 {
                self.count::<U::Opponent>(true);
            }
            self.king = king;
            self.castling = 0;
            self.seen = Seen::default();
        }
        let (us, them) = (board.men::<U>(), board.men::<U::Opponent>());
        self.castling |= board.castling & <U::Opponent as Side>::BACK;
        self.seen.diagonal |= board.diagonal & us;
        self.seen.straight |= board.straight & us;
        self.seen.knights |= board.knights & us;
        self.seen.reply_diagonal |= board.diagonal & them;
        self.seen.reply_straight |= board.straight & them;
        self.seen.reply_knights |= board.knights & them;
    }

    /// Notes promotions to one kind of piece.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
    pub(super) fn note_promotions(&mut self, targets: u64, offset: i32, kind: PieceKind) {
        let at = self.promotions;
        let to = squares(targets);
        let sets = match kind {
            PieceKind::Knight => KNIGHT,
            PieceKind::Bishop => DIAGONAL,
            PieceKind::Rook => STRAIGHT,
            _ => DIAGONAL | STRAIGHT,
        };
        self.promoted_to.put(at, to);
        let from = _mm512_sub_epi8(to, _mm512_set1_epi8(offset as i8));
        self.promoted_from.put(at, from);
        self.promoted_kind.put(at, _mm512_set1_epi8(sets as i8));
        self.promotions = at + targets.count_ones() as usize;
    }

    /// Makes the moves of `U` that were noted; the children wait to be counted.
    #[inline]
    #[target_feature(
        enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512cd,avx512vpopcntdq,avx512vbmi2,gfni"
    )]
    pub(super) fn make<U: Side>(&mut self, board: &Board) {
        self.meet_board::<U>(board);
        let all = |word: u64| _mm512_set1_epi64(word as i64);
        let base = words::<U>(board);
        self.list();
        let one = all(1);
        let mut at = 0;
        while at < self.len {
            // SAFETY: every note has written 64 bytes, and at most 56 of them were moves.
            let (from, to) = unsafe { (self.from.eight(at), self.to.eight(at)) };
            let (from, to) = (_mm512_sllv_epi64(one, from), _mm512_sllv_epi64(one, to));
            let both = _mm512_or_si512(from, to);
            let moved = |set| {
                let mover = _mm512_test_epi64_mask(set, from);
                _mm512_mask_xor_epi64(set, mover, set, both)
            };
            let kept = |set| _mm512_andnot_si512(to, set);
            let child = Siblings {
                pawns: moved(base.pawns),
                knights: moved(base.knights),
                diagonal: moved(base.diagonal),
                straight: moved(base.straight),
                king: moved(base.king),
                reply_pawns: kept(base.reply_pawns),
                reply_knights: kept(base.reply_knights),
                reply_diagonal: kept(base.reply_diagonal),
                reply_straight: kept(base.reply_straight),
                reply_castling: kept(base.reply_castling),
            };
            self.wait::<U::Opponent>(&child, (self.len - at).min(8));
            at += 8;
        }
        self.len = 0;
        if self.promotions > 0 {
            // A new piece of any kind.
            self.seen.knights = !0;
            self.seen.diagonal = !0;
            self.seen.straight = !0;
        }
        at = 0;
        while at < self.promotions {
            // SAFETY: as above.
            let (from, to, sets) = unsafe {
                (
                    self.promoted_from.eight(at),
                    self.promoted_to.eight(at),
                    self.promoted_kind.eight(at),
                )
            };
            let (from, to) = (_mm512_sllv_epi64(one, from), _mm512_sllv_epi64(one, to));
            let placed = |set, name: u8| {
                let new = _mm512_test_epi64_mask(sets, all(u64::from(name)));
                _mm512_mask_or_epi64(set, new, set, to)
            };
            let kept = |set| _mm512_andnot_si512(to, set);
            let child = Siblings {
                pawns: _mm512_andnot_si512(from, base.pawns),
                knights: placed(base.knights, KNIGHT),
                diagonal: placed(base.diagonal, DIAGONAL),
                straight: placed(base.straight, STRAIGHT),
                king: base.king,
                reply_pawns: kept(base.reply_pawns),
                reply_knights: kept(base.reply_knights),
                reply_diagonal: kept(base.reply_diagonal),
                reply_straight: kept(base.reply_straight),
                reply_castling: kept(base.reply_castling),
            };
            self.wait::<U::Opponent>(&child, (self.promotions - at).min(8));
            at += 8;
        }
        self.promotions = 0;
    }

    /// Lets children wait.
    #[inline]
    #[target_feature(
        enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512cd,avx512vpopcntdq,avx512vbmi2,gfni"
    )]
    fn wait<V: Side>(&mut self, children: &Siblings, number: usize) {
        if self.waiting > ROW - 8 {
            self.count::<V>(false);
        }
        self.put(children, number);
    }

    /// Writes children behind those that wait.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn put(&mut self, children: &Siblings, number: usize) {
        let at = self.waiting;
        let words: [__m512i; WORDS] = [
            children.pawns,
            children.knights,
            children.diagonal,
            children.straight,
            children.king,
            children.reply_pawns,
            children.reply_knights,
            children.reply_diagonal,
            children.reply_straight,
            children.reply_castling,
        ];
        for (row, word) in self.rows.iter_mut().zip(words) {
            let place = &mut row[at..at + 8];
            // SAFETY: the slice is eight words long.
            unsafe { _mm512_storeu_si512(place.as_mut_ptr().cast(), word) };
        }
        self.waiting = at + number;
    }

    /// Counts all whole eights that wait and moves the rest to the front, or counts that as well.
    #[target_feature(
        enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512cd,avx512vpopcntdq,avx512vbmi2,gfni"
    )]
    #[inline(never)]
    fn count<V: Side>(&mut self, rest_too: bool) {
        let mut sum = _mm512_setzero_si512();
        let mut at = 0;
        while at + 8 <= self.waiting || (rest_too && at < self.waiting) {
            let mask = first(self.waiting - at);
            let children = self.load(at, mask);
            let counts = siblings::replies::<V>(&children, self.king, self.castling, &self.seen);
            sum = _mm512_mask_add_epi64(sum, mask, sum, counts);
            at += 8;
        }
        self.total += _mm512_reduce_add_epi64(sum) as u64;
        let rest = self.waiting.saturating_sub(at);
        let children = self.load(at.min(ROW - 8), first(rest));
        self.waiting = 0;
        if rest > 0 {
            self.put(&children, rest);
        }
    }

    /// The children from `at` on, those named by the mask; they must have been made.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load(&self, at: usize, mask: u8) -> Siblings {
        let word = |row: usize| {
            let words = &self.rows[row][at & (ROW - 8)..];
            // SAFETY: `at` is a multiple of eight below the end of the row, and only words that
            // the mask names are read: those are written.
            unsafe { _mm512_maskz_loadu_epi64(mask, words.as_ptr().cast()) }
        };
        Siblings {
            pawns: word(0),
            knights: word(1),
            diagonal: word(2),
            straight: word(3),
            king: word(4),
            reply_pawns: word(5),
            reply_knights: word(6),
            reply_diagonal: word(7),
            reply_straight: word(8),
            reply_castling: word(9),
        }
    }

    /// Counts what still waits; the sum of everything since the last call.
    #[inline]
    #[target_feature(
        enable = "bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512cd,avx512vpopcntdq,avx512vbmi2,gfni"
    )]
    pub(super) fn settle<V: Side>(&mut self) -> u64 {
        if self.waiting > 0 {
            self.count::<V>(true);
        }
        std::mem::take(&mut self.total)
    }
}

/// The mask of the first so many lanes.
#[inline(always)]
fn first(number: usize) -> u8 {
    if number < 8 { (1 << number) - 1 } else { !0 }
}

/// The words of a position after, or before, a move of `U`: the same in every lane.
#[inline]
#[target_feature(enable = "avx512f")]
fn words<U: Side>(board: &Board) -> Siblings {
    let (us, them) = (board.men::<U>(), board.men::<U::Opponent>());
    let all = |word: u64| _mm512_set1_epi64(word as i64);
    Siblings {
        pawns: all(board.pawns & us),
        knights: all(board.knights & us),
        diagonal: all(board.diagonal & us),
        straight: all(board.straight & us),
        king: all(board.kings & us),
        reply_pawns: all(board.pawns & them),
        reply_knights: all(board.knights & them),
        reply_diagonal: all(board.diagonal & them),
        reply_straight: all(board.straight & them),
        reply_castling: all(board.castling & <U::Opponent as Side>::BACK),
    }
}

/// The squares of a set in the lowest bytes of a register.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
fn squares(set: u64) -> __m512i {
    // SAFETY: the table has 64 bytes.
    let numbers = unsafe { _mm512_loadu_si512(SQUARES.as_ptr().cast()) };
    _mm512_maskz_compress_epi8(set, numbers)
}
