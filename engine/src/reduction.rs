//! By how much a late move's search is shortened.

/// One ply: reductions are kept in parts of it, and in integers, so that every machine counts the
/// same nodes.
pub(crate) const ONE: i32 = 1024;

/// How much less deep a move is searched before which so many others were tried:
/// 0.75 + 0.22 log2(depth) log2(tried) plies.
pub(crate) fn late(depth: i32, tried: i32) -> i32 {
    TABLE[depth.clamp(0, 63) as usize][tried.clamp(0, 63) as usize]
}

static TABLE: [[i32; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut depth = 1;
    while depth < 64 {
        let mut tried = 1;
        while tried < 64 {
            table[depth][tried] = 768 + log2(depth as i32) * log2(tried as i32) * 225 / 1024;
            tried += 1;
        }
        depth += 1;
    }
    table
};

/// The logarithm in 32nds, straight between powers of two.
const fn log2(n: i32) -> i32 {
    let whole = n.ilog2();
    32 * whole as i32 + (n << 5 >> whole) - 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_slowly() {
        assert_eq!([1, 2, 3, 4, 8, 64].map(log2), [0, 32, 48, 64, 96, 192]);
        let plies = [(1, 1), (3, 3), (8, 8), (20, 40)].map(|(d, t)| late(d, t) / ONE);
        assert_eq!(plies, [0, 1, 2, 5]);
    }
}
