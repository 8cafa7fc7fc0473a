//! How many regular moves enter and leave each square, in bit planes: for instruction sets without a byte
//! for each square.

/// How many moves enter or leave each square.
#[derive(Clone, Copy, Default)]
pub(crate) struct Coefficients {
    /// At most 8 sliders, 8 knights, 3 pawns and a king reach one square, and promotions add nine more.
    pub entered: [u64; 5],
    /// Only pawns are counted here: four moves, or four promotions in three directions.
    pub left: [u64; 4],
}

impl Coefficients {
    /// Counts a move to each of the squares.
    #[inline(always)]
    pub(crate) fn enter(mut self, squares: u64) -> Coefficients {
        increment(&mut self.entered, squares);
        self
    }

    /// Counts a move from each of the squares.
    #[inline(always)]
    pub(crate) fn leave(mut self, squares: u64) -> Coefficients {
        increment(&mut self.left, squares);
        self
    }
}

/// Adds one to the numbers of a set of squares. Numbers of four and more are rare.
#[inline(always)]
fn increment<const BITS: usize>(planes: &mut [u64; BITS], set: u64) {
    let mut carry = set;
    for plane in &mut planes[..2] {
        let next = *plane & carry;
        *plane ^= carry;
        carry = next;
    }
    if carry != 0 {
        for plane in &mut planes[2..] {
            let next = *plane & carry;
            *plane ^= carry;
            carry = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_counted_up_to_the_last_plane() {
        let mut coefficients = Coefficients::default();
        let [once, often] = [1 << 5, 1 << 60];
        coefficients = coefficients.enter(once).leave(once);
        for _ in 0..31 {
            coefficients = coefficients.enter(often);
        }
        for _ in 0..12 {
            coefficients = coefficients.leave(often);
        }
        assert_eq!(
            coefficients.entered,
            [once | often, often, often, often, often]
        );
        assert_eq!(coefficients.left, [once, 0, often, often]);
    }
}
