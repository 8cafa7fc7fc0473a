//! The moves of a differential node one by one: regular moves piece by piece, irregular moves board
//! by board. For an instruction set whose registers hold neither eight pieces nor eight boards.

use super::wide::{PawnTargets, PendingMoves, RegularSum, Targets, Wide};
use super::zone::{KingSteps, Sets, ZoneMoves};
use super::{Analysis, if_in};
use crate::chess::PieceKind;
use crate::chess::attacks::{self, PAWN, Sliders, shift};
use crate::chess::bitboard::bits;
use crate::chess::board::Board;
use crate::chess::color::Side;

/// Capacity for the pieces of a node: [`pays`] rejects boards with more.
const PIECES: usize = 32;

/// Capacity for sets of irregular moves: those of the pieces and of the king, four of pawns and
/// twelve of promotions, rounded up.
const SETS: usize = 64;

/// Returns whether the differential node is faster than making each move: from three pieces on, even
/// if pawns are about to promote. A side with far more pieces than in a game would exceed [`PIECES`].
#[inline(always)]
pub(crate) fn pays<U: Side>(board: &Board) -> bool {
    let pieces = board.pieces::<U>() & !board.pawns;
    board.occupied().count_ones() > 2 && pieces.count_ones() as usize <= PIECES / 2
}

/// Whether zone moves are frequent enough to be treated apart. If V may castle, there are none.
#[inline(always)]
pub(crate) fn is_sparse<V: Side>(board: &Board) -> bool {
    board.occupied().count_ones() <= SPARSE && board.castling & V::BACK == 0
}

/// On boards with more pieces there are few zone moves.
const SPARSE: u32 = 26;

/// The pieces of a node, its irregular moves, and the replies counted so far.
pub(crate) struct NodeMoves {
    /// The first `pieces` words of these two are used: the targets of each knight and slider, and its
    /// square times four plus the way in which it moves ([`LEAPER`], [`DIAGONAL`] or [`STRAIGHT`]).
    piece_targets: [u64; PIECES],
    piece_codes: [u64; PIECES],
    pieces: usize,
    sets: MoveSets,
    king_steps: KingSteps,
    total: u64,
}

/// Sets of moves, in the first `len` words.
struct MoveSets {
    irregular: [u64; SETS],
    zone: [u64; SETS],
    /// The square of the piece; or, for pawns that all move in one direction, [`FROM_TARGET`] plus the
    /// offset back to their origins, plus the sets of a promoted piece.
    origins: [u64; SETS],
    len: usize,
}

impl MoveSets {
    /// Adds a set of moves unless it is empty. Most pieces have no irregular move, but which of them
    /// do is hard to predict, so there is no branch.
    #[inline(always)]
    fn add(&mut self, origin: u64, targets: Targets) {
        let index = self.len & (SETS - 1);
        self.irregular[index] = targets.irregular;
        self.zone[index] = targets.zone;
        self.origins[index] = origin;
        self.len += usize::from(targets.irregular | targets.zone != 0);
    }
}

/// The origin of pawns that have moved by `offset` squares.
#[inline(always)]
fn pawn_origin(offset: i32) -> u64 {
    FROM_TARGET | u64::from(-offset as u8)
}

/// The origin of pawns that have moved by `offset` squares and become another piece.
#[inline(always)]
fn promotion_origin(kind: PieceKind, offset: i32) -> u64 {
    let promoted = match kind {
        PieceKind::Knight => TO_KNIGHTS,
        PieceKind::Bishop => TO_DIAGONAL,
        PieceKind::Rook => TO_STRAIGHT,
        _ => TO_DIAGONAL | TO_STRAIGHT,
    };
    promoted | pawn_origin(offset)
}

/// The square from which a move of a set comes.
#[inline(always)]
fn origin_of(to: usize, origin: u64) -> usize {
    let relative = (origin >> 8 & 1).wrapping_neg();
    (to as u64 & relative).wrapping_add(origin) as usize & 63
}

/// Marks an origin that is relative to the target.
const FROM_TARGET: u64 = 1 << 8;

/// The sets of [`Board`] that contain a promoted piece, next to the origin of the move.
const TO_KNIGHTS: u64 = 1 << 16;
const TO_DIAGONAL: u64 = 1 << 17;
const TO_STRAIGHT: u64 = 1 << 18;

/// The ways in which a piece moves.
const LEAPER: u64 = 0;
const DIAGONAL: u64 = 1;
const STRAIGHT: u64 = 2;

impl PendingMoves for NodeMoves {
    #[inline(always)]
    fn add_piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        let way = match kind {
            PieceKind::Knight => LEAPER,
            PieceKind::Bishop => DIAGONAL,
            _ => STRAIGHT,
        };
        self.piece_targets[self.pieces & (PIECES - 1)] = targets;
        self.piece_codes[self.pieces & (PIECES - 1)] = from as u64 * 4 + way;
        self.pieces += 1;
    }

    #[inline(always)]
    fn has_pieces(&self) -> bool {
        self.pieces != 0
    }

    #[inline(always)]
    fn add_moves(&mut self, from: usize, targets: Targets) {
        self.sets.add(from as u64, targets);
    }

    #[inline(always)]
    fn add_pawn_moves(&mut self, targets: Targets, offset: i32) {
        self.sets.add(pawn_origin(offset), targets);
    }

    #[inline(always)]
    fn add_promotions(&mut self, kind: PieceKind, targets: Targets, offset: i32) {
        self.sets.add(promotion_origin(kind, offset), targets);
    }

    #[inline(always)]
    fn set_king_steps(&mut self, steps: &KingSteps) {
        self.king_steps = *steps;
    }
}

impl NodeMoves {
    #[inline(always)]
    pub(crate) fn new() -> NodeMoves {
        NodeMoves {
            piece_targets: [0; PIECES],
            piece_codes: [0; PIECES],
            pieces: 0,
            sets: MoveSets {
                irregular: [0; SETS],
                zone: [0; SETS],
                origins: [0; SETS],
                len: 0,
            },
            king_steps: KingSteps::default(),
            total: 0,
        }
    }

    /// Leaves all moves of the node's pieces pending.
    #[inline(always)]
    pub(crate) fn add_pieces(&mut self) {
        let pieces = std::mem::take(&mut self.pieces) & (2 * PIECES - 1);
        for index in 0..pieces {
            let (targets, code) = (
                self.piece_targets[index & (PIECES - 1)],
                self.piece_codes[index & (PIECES - 1)],
            );
            self.sets.add(code >> 2, Targets::irregular(targets));
        }
    }

    /// Returns the number of replies counted since the last call.
    pub(crate) fn take_total(&mut self) -> u64 {
        std::mem::take(&mut self.total)
    }

    /// Adds replies that have been counted.
    #[inline(always)]
    pub(crate) fn add_replies(&mut self, replies: u64) {
        self.total = self.total.wrapping_add(replies);
    }

    /// Makes all pending moves and counts the replies to each by `count_replies`. Adds what the replies
    /// to zone moves have more than those to regular moves.
    #[inline(always)]
    pub(crate) fn count_replies<U: Side, L: Sliders>(
        &mut self,
        board: &Board,
        sliders: L,
        mut count_replies: impl FnMut(&Board) -> u64,
    ) {
        let MoveSets {
            irregular,
            zone,
            origins,
            len,
        } = &mut self.sets;
        let len = std::mem::take(len);
        let (mut total, mut any_zone) = (0, 0);
        for ((&targets, &origin), &zone) in irregular.iter().zip(&*origins).zip(&*zone).take(len) {
            any_zone |= zone;
            for to in bits(targets) {
                let mut child = board.plain_move::<U>(1 << origin_of(to, origin), 1 << to);
                if origin >= TO_KNIGHTS {
                    promote(&mut child, 1 << to, origin);
                }
                total += count_replies(&child);
            }
        }
        if any_zone != 0 {
            let sets = zone.iter().zip(&*origins).take(len);
            let moves = ZoneMoves::new::<U>(board, sliders, &self.king_steps);
            total = total.wrapping_add_signed(count_zone_moves::<U, L>(&moves, sets));
        }
        self.total = self.total.wrapping_add(total);
    }
}

/// Returns by how much the numbers of steps of V's king after zone moves differ from now.
#[inline(always)]
fn count_zone_moves<'a, U: Side, L: Sliders>(
    moves: &ZoneMoves<'_, L>,
    sets: impl Iterator<Item = (&'a u64, &'a u64)>,
) -> i64 {
    let mut change = 0;
    for (&targets, &origin) in sets {
        if targets == 0 {
            continue;
        }
        if origin < FROM_TARGET {
            change += moves.piece(origin as usize & 63, targets);
            continue;
        }
        let promoted = (origin >= TO_KNIGHTS).then_some(Sets {
            diagonal: origin & TO_DIAGONAL != 0,
            straight: origin & TO_STRAIGHT != 0,
            knight: origin & TO_KNIGHTS != 0,
            king: false,
        });
        for to in bits(targets) {
            change += moves.pawn::<U>(origin_of(to, origin), to, promoted);
        }
    }
    change
}

/// Turns the pawn on `to` into the piece encoded in the origin of its move.
#[inline(always)]
fn promote(child: &mut Board, to: u64, origin: u64) {
    let if_marked = |set| if origin & set != 0 { to } else { 0 };
    child.pawns &= !to;
    child.knights |= if_marked(TO_KNIGHTS);
    child.diagonal |= if_marked(TO_DIAGONAL);
    child.straight |= if_marked(TO_STRAIGHT);
}

/// The conditions under which a move of one kind of piece is irregular, or a zone move.
struct Conditions {
    /// It starts or ends on one of these squares.
    touches: u64,
    /// A zone move starts or ends on one of these squares.
    zone: u64,
    /// From these squares it gives a check that only the king can answer: a zone move.
    checks: u64,
    /// It starts on one of these squares and runs along the rank or the diagonal.
    along_first: u64,
    /// It starts on one of these squares and runs along the file or the anti-diagonal.
    along_second: u64,
    /// It captures one of these pawns, and the pawn attacks its origin.
    captures: u64,
}

/// Sums up the regular moves of the node's pieces and leaves the irregular ones pending.
#[inline(always)]
pub(crate) fn count_pieces<U: Side, W: Wide<Pending = NodeMoves, Sum = i64>, const ZONE: bool>(
    wide: W,
    board: &Board,
    analysis: &Analysis<W, ZONE>,
    so_far: RegularSum<W>,
    pending: &mut NodeMoves,
    weight: impl Fn(usize) -> i8,
) -> RegularSum<W> {
    let (irregular, zone) = (&analysis.irregular, &analysis.zone);
    let checks = &analysis.king_steps.checks;
    let attacked_by_sliders = analysis.lines.all();
    let lines = &analysis.lines;
    let conditions = [
        Conditions {
            touches: irregular.knight,
            zone: zone.knight,
            checks: checks.knight,
            along_first: 0,
            along_second: 0,
            captures: 0,
        },
        Conditions {
            touches: irregular.bishop,
            zone: zone.bishop,
            checks: checks.diagonal,
            along_first: lines.diagonal,
            along_second: lines.anti,
            captures: analysis.v_pawns,
        },
        Conditions {
            touches: irregular.rook,
            zone: zone.rook,
            checks: checks.straight,
            along_first: lines.rank,
            along_second: lines.file | analysis.pushes,
            captures: 0,
        },
    ];
    let queens = board.straight & board.diagonal;
    let RegularSum {
        mut coefficients,
        mut sum,
    } = so_far;
    let pieces = std::mem::take(&mut pending.pieces) & (2 * PIECES - 1);
    for index in 0..pieces {
        let (targets, code) = (
            pending.piece_targets[index & 31],
            pending.piece_codes[index & 31],
        );
        let from = code as usize >> 2 & 63;
        let condition = &conditions[(code as usize & 3).min(2)];
        let through = attacks::lines(from);
        let (first, second) = if code & 3 == STRAIGHT {
            (through.rank, through.file)
        } else {
            (through.diagonal, through.anti)
        };
        let touches = condition.touches | if_in(queens, from, irregular.queen);
        let checks = condition.checks | if_in(queens, from, checks.diagonal | checks.straight);
        // A slider of V that attacks the origin might reach more squares afterwards.
        let answered = if_in(attacked_by_sliders, from, checks);
        let bad = touches
            | answered
            | if_in(touches, from, !0)
            | if_in(condition.along_first, from, first)
            | if_in(condition.along_second, from, second)
            | (PAWN[U::COLOR.index()][from] & condition.captures);
        let regular = targets & !(bad | checks);
        let each = analysis.pass_count as i64 + i64::from(weight(from)) + W::BIAS;
        sum += i64::from(regular.count_ones()) * each;
        coefficients = wide.enter(coefficients, regular);
        let zone = condition.zone | if_in(queens, from, zone.queen);
        let special = Targets {
            irregular: targets & bad,
            zone: if ZONE {
                targets & !bad & (zone | checks | if_in(zone, from, !0))
            } else {
                0
            },
        };
        pending.add_moves(from, special);
    }
    RegularSum { coefficients, sum }
}

/// Sums up the regular moves of pawns and leaves the irregular ones pending.
#[inline(always)]
pub(crate) fn count_pawns<U: Side, W: Wide<Pending = NodeMoves, Sum = i64>, const ZONE: bool>(
    wide: W,
    pawns: &PawnTargets,
    analysis: &Analysis<W, ZONE>,
    so_far: RegularSum<W>,
    pending: &mut NodeMoves,
) -> RegularSum<W> {
    let lines = &analysis.lines;
    let set = analysis.irregular.pawn;
    let vertical = lines.file | analysis.pushes;
    // The offset of each kind of move, and the origins from which it is irregular.
    let kinds = if U::WHITE {
        [
            (8, vertical),
            (16, vertical),
            (9, lines.diagonal),
            (7, lines.anti),
        ]
    } else {
        [
            (-8, vertical),
            (-16, vertical),
            (-7, lines.anti),
            (-9, lines.diagonal),
        ]
    };
    let RegularSum {
        mut coefficients,
        mut sum,
    } = so_far;
    // Pawns that push and pawns that capture to the east never share a target, so one addition
    // serves all of them.
    let mut reached = 0;
    for ((offset, same_line), targets) in kinds.into_iter().zip(pawns.targets) {
        let bad = set | shift(set | same_line, offset);
        let regular = targets & !bad;
        if offset == kinds[3].0 {
            coefficients = wide.enter(coefficients, regular);
        } else {
            reached |= regular;
        }
        coefficients = wide.leave(coefficients, shift(regular, -offset));
        // A pawn that captures a pawn: V loses one capture, which is in both weights.
        let pawn_captures = regular & analysis.v_pawns;
        sum += i64::from(regular.count_ones()) * analysis.pass_count as i64;
        sum += i64::from(pawn_captures.count_ones());
        let zone = analysis.zone.pawn;
        let special = Targets {
            irregular: targets & bad,
            zone: if ZONE {
                regular & (zone | shift(zone, offset))
            } else {
                0
            },
        };
        pending.add_pawn_moves(special, offset);
    }
    coefficients = wide.enter(coefficients, reached);
    RegularSum { coefficients, sum }
}
