//! Slider attacks by hyperbola quintessence (Aleks Peshkov and Gerd Isenberg, Chess Programming Wiki)
//! along all four lines.
//!
//! `rbit` reverses a word in one instruction. So ranks need no table, which
//! [`Portable`](crate::chess::board::attacks::Portable) has because other CPUs can only reverse bytes.

use crate::chess::board::attacks::{self, Sliders};

/// The lookup of slider attacks by bit reversal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reversal;

/// The attacks along one line from the square of `bit`. Doubling the bit of h8 overflows to zero, as it
/// should.
#[inline(always)]
fn along(line: u64, bit: u64, occupied: u64) -> u64 {
    let up = (occupied & line).wrapping_sub(bit << 1);
    let down = (occupied & line)
        .reverse_bits()
        .wrapping_sub(bit.reverse_bits() << 1);
    (up ^ down.reverse_bits()) & line
}

impl Sliders for Reversal {
    #[inline(always)]
    fn rook(self, square: usize, occupied: u64) -> u64 {
        let (lines, bit) = (attacks::lines(square), 1 << (square & 63));
        along(lines.rank, bit, occupied) | along(lines.file, bit, occupied)
    }

    #[inline(always)]
    fn bishop(self, square: usize, occupied: u64) -> u64 {
        let (lines, bit) = (attacks::lines(square), 1 << (square & 63));
        along(lines.diagonal, bit, occupied) | along(lines.anti, bit, occupied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn reversal_agrees_with_the_portable_lookup() {
        let mut random = Random::new(7);
        for square in 0..64 {
            for _ in 0..500 {
                let occupied = random.next() & random.next();
                assert_eq!(
                    Reversal.rook(square, occupied),
                    attacks::rook(square, occupied)
                );
                assert_eq!(
                    Reversal.bishop(square, occupied),
                    attacks::bishop(square, occupied)
                );
            }
        }
    }
}
