//! Arrays that are not initialised: every word is written before it is read.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

/// An integer for which every bit pattern is valid.
pub(super) trait Word: Copy {}

impl Word for u32 {}

impl Word for u64 {}

/// An array of `LEN` words, written from the first one on without gaps.
///
/// The caller keeps track of the number of words written. Debug builds do so, too, and panic when any
/// other word is read.
pub(super) struct Buffer<T, const LEN: usize> {
    words: [MaybeUninit<T>; LEN],
    #[cfg(debug_assertions)]
    written: usize,
}

impl<T: Word, const LEN: usize> Buffer<T, LEN> {
    /// The number of words in a register.
    const REGISTER: usize = size_of::<__m512i>() / size_of::<T>();

    /// A buffer in which no word is written.
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Buffer {
            words: [const { MaybeUninit::uninit() }; LEN],
            #[cfg(debug_assertions)]
            written: 0,
        }
    }

    /// In debug builds, records that the words from `begin` to `end` are written.
    #[inline(always)]
    fn wrote(&mut self, begin: usize, end: usize) {
        #[cfg(debug_assertions)]
        {
            assert!(begin <= self.written, "a gap before word {begin}");
            self.written = self.written.max(end);
        }
        #[cfg(not(debug_assertions))]
        let _ = (begin, end);
    }

    /// In debug builds, checks that the first `len` words are written.
    #[inline(always)]
    fn check(&self, len: usize) {
        #[cfg(debug_assertions)]
        assert!(
            len <= self.written,
            "{len} words read, {} written",
            self.written
        );
        #[cfg(not(debug_assertions))]
        let _ = len;
    }

    /// Writes one word.
    #[inline(always)]
    pub(super) fn set(&mut self, at: usize, word: T) {
        self.words[at] = MaybeUninit::new(word);
        self.wrote(at, at + 1);
    }

    /// Writes the 64 bytes of a register from word `at` on.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn store(&mut self, at: usize, register: __m512i) {
        let target = &mut self.words[at..at + Self::REGISTER];
        // SAFETY: the slice is 64 bytes long, the store needs no alignment, and any bytes are valid
        // words.
        unsafe { _mm512_storeu_si512(target.as_mut_ptr().cast(), register) };
        self.wrote(at, at + Self::REGISTER);
    }

    /// The first `len` words.
    ///
    /// # Safety
    /// These words have been written.
    #[inline(always)]
    pub(super) unsafe fn first(&self, len: usize) -> &[T] {
        self.check(len);
        let words = &self.words[..len];
        // SAFETY: `MaybeUninit<T>` has the layout of `T`, and the caller guarantees that these are
        // written.
        unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), len) }
    }

    /// The first `len` words, mutable.
    ///
    /// # Safety
    /// These words have been written.
    #[inline(always)]
    pub(super) unsafe fn first_mut(&mut self, len: usize) -> &mut [T] {
        self.check(len);
        let words = &mut self.words[..len];
        // SAFETY: `MaybeUninit<T>` has the layout of `T`, and the caller guarantees that these are
        // written.
        unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), len) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_words_are_read_back() {
        let mut buffer = Buffer::<u64, 4>::new();
        for at in 0..3 {
            buffer.set(at, 10 + at as u64);
        }
        buffer.set(1, 7);
        // SAFETY: words 0 to 2 are written.
        let words = unsafe { buffer.first_mut(3) };
        assert_eq!(words, [10, 7, 12]);
        words[2] = 5;
        // SAFETY: as above.
        assert_eq!(unsafe { buffer.first(3) }, [10, 7, 5]);
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "2 words read, 1 written")]
    fn debug_builds_refuse_to_read_an_unwritten_word() {
        let mut buffer = Buffer::<u32, 4>::new();
        buffer.set(0, 1);
        // SAFETY: violated on purpose: the check panics before the read.
        let _ = unsafe { buffer.first(2) };
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "a gap before word 2")]
    fn debug_builds_refuse_to_leave_a_gap() {
        let mut buffer = Buffer::<u32, 4>::new();
        buffer.set(0, 1);
        buffer.set(2, 1);
    }
}
