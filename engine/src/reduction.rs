//! Late move reductions (LMR): moves late in the order are searched less deep.
//!
//! These numbers and the margins in `pruning` were tuned together by simultaneous perturbation
//! (SPSA; James Spall, 1992) in 10,000 games of 3,000 nodes per move. Some were tuned again in the
//! matches described in EXPERIMENTS.md.

use crate::node::{Candidate, Node};

/// One ply. Reductions are integers in fractions of a ply, so that node counts are the same on every
/// machine.
const PLY: i32 = 1024;

/// More at nodes where a cutoff is expected.
const CUT_NODE: i32 = 1586;
/// Still more if such a node has no table move.
const NO_TT_MOVE: i32 = PLY;
/// More if the evaluation does not improve.
const NOT_IMPROVING: i32 = 520;
/// More if the table move is a capture or a queen promotion: quiet moves matter less.
const TT_MOVE_NOISY: i32 = 618;
/// Less in the principal variation.
const PV_NODE: i32 = 1000;
/// Less for a check.
const GIVES_CHECK: i32 = 1236;
/// Less for each centipawn of correction of the evaluation.
const CORRECTION: i32 = 40;
/// Less for a killer move.
const KILLER: i32 = 1500;
/// Less for every capture and queen promotion.
const NOISY: i32 = PLY;
/// The history score of a quiet move that changes the reduction by one ply.
const QUIET_HISTORY_PER_PLY: i32 = 7000;
/// The same for a capture or queen promotion.
const NOISY_HISTORY_PER_PLY: i32 = 12288;

/// The reduction of a candidate, in whole plies; negative to search deeper.
#[inline]
pub(crate) fn of(node: &Node<'_>, candidate: &Candidate) -> i32 {
    let mut reduction = base(node.depth, candidate.number);
    if candidate.quiet {
        reduction -= candidate.history * PLY / QUIET_HISTORY_PER_PLY;
    } else {
        reduction -= candidate.history * PLY / NOISY_HISTORY_PER_PLY;
        reduction -= NOISY;
    }
    if let Some(eval) = node.eval {
        reduction -= eval.correction_size * CORRECTION;
    }
    if node.cut_node {
        reduction += CUT_NODE;
        if node.tt_move().is_none() {
            reduction += NO_TT_MOVE;
        }
    }
    if !node.improving {
        reduction += NOT_IMPROVING;
    }
    if node.tt_move_is_noisy() {
        reduction += TT_MOVE_NOISY;
    }
    if node.pv_node {
        reduction -= PV_NODE;
    }
    if candidate.gives_check {
        reduction -= GIVES_CHECK;
    }
    if candidate.killer {
        reduction -= KILLER;
    }
    reduction / PLY
}

/// The reduction by depth and move number alone, in whole plies.
#[inline]
pub(crate) fn base_plies(depth: i32, move_number: i32) -> i32 {
    base(depth, move_number) / PLY
}

/// The reduction by depth and move number alone, in fractions of a ply:
/// 1.19 + 0.29 log2(depth) log2(move number) plies.
#[inline]
fn base(depth: i32, move_number: i32) -> i32 {
    BASE[depth.clamp(0, 63) as usize][move_number.clamp(0, 63) as usize]
}

/// [`base`] by depth and move number.
static BASE: [[i32; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut depth = 1;
    while depth < 64 {
        let mut number = 1;
        while number < 64 {
            let product = log2(depth as i32) * log2(number as i32);
            table[depth][number] = 1215 + product * 292 / 1024;
            number += 1;
        }
        depth += 1;
    }
    table
};

/// The binary logarithm in 32nds, linear between powers of two.
const fn log2(n: i32) -> i32 {
    let whole = n.ilog2();
    32 * whole as i32 + (n << 5 >> whole) - 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_move_number() {
        assert_eq!([1, 2, 3, 4, 8, 64].map(log2), [0, 32, 48, 64, 96, 192]);
        let plies =
            [(1, 1), (3, 3), (8, 8), (20, 40)].map(|(depth, number)| base_plies(depth, number));
        assert_eq!(plies, [1, 1, 3, 7]);
    }
}
