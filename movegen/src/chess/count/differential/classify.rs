//! Which moves of U's king and which promotions are regular.

use super::analysis::Analysis;
use super::irregular::{IrregularMoves, PROMOTION_KINDS};
use super::lanes::Lanes;
use super::pending::{Node, Targets};
use crate::chess::board::attacks::{self, shift};
use crate::chess::board::bitboard::if_in;
use crate::chess::board::color::Side;

/// The squares from which a pawn move by `offset` squares runs along a line that sliders or pawns of V use.
#[inline(always)]
pub(super) fn same_line<W: Lanes, const ZONE: bool>(
    analysis: &Analysis<W, ZONE>,
    offset: i32,
) -> u64 {
    let lines = &analysis.lines;
    match offset {
        8 | 16 | -8 | -16 => lines.file | analysis.pushes,
        9 | -9 => lines.diagonal,
        _ => lines.anti,
    }
}

/// Returns the targets of the king's regular moves, zone moves among them, and those of the others. The
/// king is not in check, so no slider of V attacks its square.
#[inline(always)]
pub(super) fn king<W: Lanes, const ZONE: bool>(
    analysis: &Analysis<W, ZONE>,
    king: usize,
    targets: u64,
) -> (u64, Targets) {
    let (set, zone) = (analysis.irregular.king, analysis.zone.king);
    let file = attacks::lines(king).file;
    let bad = set | if_in(analysis.pushes, king, file) | if_in(set, king, !0);
    let regular = targets & !bad;
    let special = Targets {
        irregular: targets & bad,
        zone: regular & (zone | if_in(zone, king, !0)),
    };
    (regular, special)
}

/// Leaves irregular promotions pending. Returns the coefficients with the regular ones, and their number.
#[inline(always)]
pub(super) fn promotions<U: Side, W: Node, const ZONE: bool>(
    irregular_moves: &mut IrregularMoves<'_, U, W>,
    analysis: &Analysis<W, ZONE>,
    mut coefficients: W::Coefficients,
    targets: u64,
    offset: i32,
) -> (W::Coefficients, u32) {
    let wide = irregular_moves.wide;
    let (irregular, lines) = (&analysis.irregular, &analysis.lines);
    let same_line = same_line(analysis, offset);
    let mut moves = 0;
    for kind in PROMOTION_KINDS {
        let set = irregular.pawn | irregular.of(kind);
        let checks = analysis.king_steps.checks.by(kind);
        let answered = checks & shift(lines.all(), offset);
        // The new piece attacks through the square that the pawn has left.
        let bad = set | shift(set | checks | same_line, offset) | answered;
        let good = targets & !(bad | checks);
        moves += good.count_ones();
        coefficients = wide.enter(coefficients, good);
        coefficients = wide.leave(coefficients, shift(good, -offset));
        let zone = analysis.zone.pawn | analysis.zone.of(kind);
        let special = Targets {
            irregular: targets & bad,
            zone: if ZONE {
                targets & !bad & (zone | checks | shift(zone, offset))
            } else {
                0
            },
        };
        irregular_moves.add_promotions::<ZONE>(kind, special, offset);
    }
    (coefficients, moves)
}
