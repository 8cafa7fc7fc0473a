//! A number for each square, in bit planes: plane `k` has bit `k` of every number.
//!
//! One operation on a plane serves all 64 squares. Numbers are added by carry-save adders (R. Harley
//! and D. Seal, in H. S. Warren, "Hacker's Delight", section 5-2), and a sum over a set of squares is a
//! sum of population counts.

/// Sum and carry of two bits.
#[inline(always)]
pub(super) fn half_add(a: u64, b: u64) -> (u64, u64) {
    (a ^ b, a & b)
}

/// Sum and carry of three bits.
#[inline(always)]
pub(super) fn full_add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

/// A number of eight bits for each square, in two's complement.
#[derive(Clone, Copy)]
pub(crate) struct Planes(pub(super) [u64; 8]);

impl Planes {
    /// Adds a number to those of a set of squares.
    #[inline(always)]
    pub(super) fn add(mut self, set: u64, number: i8) -> Planes {
        match number {
            1 => {
                let mut carry = set;
                for plane in &mut self.0 {
                    (*plane, carry) = half_add(*plane, carry);
                }
            }
            -1 => {
                let mut borrow = set;
                for plane in &mut self.0 {
                    let difference = *plane ^ borrow;
                    borrow &= difference;
                    *plane = difference;
                }
            }
            _ => {
                let mut carry = 0;
                for (bit, plane) in self.0.iter_mut().enumerate() {
                    let addend = (u64::from(number as u8 >> bit & 1)).wrapping_neg() & set;
                    (*plane, carry) = full_add(*plane, addend, carry);
                }
            }
        }
        self
    }

    /// The number of one square.
    #[inline(always)]
    pub(crate) fn get(&self, square: usize) -> i8 {
        let mut number = 0;
        for (bit, plane) in self.0.iter().enumerate() {
            number |= ((plane >> square & 1) as u8) << bit;
        }
        number as i8
    }

    /// The sum of the numbers of a set of squares.
    #[inline(always)]
    pub(super) fn sum(&self, set: u64) -> i64 {
        let mut sum = 0;
        for (bit, plane) in self.0.iter().enumerate() {
            let count = i64::from((plane & set).count_ones()) << bit;
            if bit == 7 {
                sum -= count;
            } else {
                sum += count;
            }
        }
        sum
    }
}
