//! By how much a late move's search is shortened.
//!
//! These numbers and the margins in `prune` were tuned together by simultaneous perturbation (SPSA,
//! James Spall, 1992), in 10,000 games of 3,000 nodes a move, and some of them again in the rounds
//! of small matches that EXPERIMENTS.md tells of.

/// One ply: reductions are kept in parts of it, and in integers, so that every machine counts the
/// same nodes.
pub(crate) const ONE: i32 = 1024;

/// More where a cutoff is expected, for whatever move.
pub(crate) const CUT: i32 = 1586;
/// Still more if the table knows no move for it.
pub(crate) const UNKNOWN: i32 = ONE;
/// More where things do not look better than before.
pub(crate) const WORSE: i32 = 520;
/// More where the table's move takes something: the quiet moves are not the point.
pub(crate) const TABLE_TAKES: i32 = 618;
/// Less on the principal line.
pub(crate) const PRINCIPAL: i32 = 1000;
/// Less for a check.
pub(crate) const CHECK: i32 = 1236;
/// Less for each centipawn by which the evaluation was corrected.
pub(crate) const DOUBT: i32 = 40;
/// Less for a killer.
pub(crate) const KILLER: i32 = 1500;
/// One ply less or more for so much that the histories know of a quiet move.
pub(crate) const QUIET: i32 = 7000;
/// And for so much of one that is not.
pub(crate) const NOISY: i32 = 12288;

/// How much less deep a move is searched before which so many others were tried:
/// 1.19 + 0.29 log2(depth) log2(tried) plies.
pub(crate) fn late(depth: i32, tried: i32) -> i32 {
    TABLE[depth.clamp(0, 63) as usize][tried.clamp(0, 63) as usize]
}

static TABLE: [[i32; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut depth = 1;
    while depth < 64 {
        let mut tried = 1;
        while tried < 64 {
            table[depth][tried] = 1215 + log2(depth as i32) * log2(tried as i32) * 292 / 1024;
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
        assert_eq!(plies, [1, 1, 3, 7]);
    }
}
