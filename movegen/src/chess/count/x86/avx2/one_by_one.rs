//! The moves of a differential node piece by piece, and its irregular moves one by one: for an
//! instruction set whose registers hold neither eight pieces nor eight boards.

use crate::chess::PieceKind;
use crate::chess::attacks::{self, PAWN};
use crate::chess::board::Board;
use crate::chess::color::Side;
use crate::chess::count::differential::wide::{BIAS, PawnTargets, PendingMoves, RegularSum, Wide};
use crate::chess::count::differential::{Analysis, if_in, shift};
use crate::chess::legal::ones;

/// Room for the pieces of one node: [`pays`] refuses boards that have more.
const PIECES: usize = 32;

/// Room for the sets of irregular moves: those of pieces, the king's, four of pawns and twelve of
/// promotions, rounded up.
const NOTES: usize = 64;

/// Whether the differential node is quicker than making each move. It is from three men on, with
/// pawns about to promote as well; a second army of queens would find no room here.
#[inline(always)]
pub(super) fn pays<U: Side>(board: &Board) -> bool {
    let pieces = board.men::<U>() & !board.pawns;
    board.occupied().count_ones() > 2 && pieces.count_ones() as usize <= PIECES / 2
}

/// The pieces of a node, its irregular moves, and the replies to those counted so far.
pub(crate) struct NodeMoves {
    /// Of these two, the first `met` words count: what pieces reach, and their squares times four
    /// plus how they move.
    reached: [u64; PIECES],
    codes: [u64; PIECES],
    met: usize,
    /// Of these two, the first `noted` words count: the targets of a piece, or of pawns that all
    /// go the same way, and its origin, or [`FROM_TARGET`] plus the way back, with the sets of a
    /// promoted piece.
    targets: [u64; NOTES],
    origins: [u64; NOTES],
    noted: usize,
    total: u64,
}

/// Marks an origin that is to be reckoned from the target.
const FROM_TARGET: u64 = 1 << 8;

/// Sets in which a promoted piece stands, beside its origin.
const KNIGHT: u64 = 1 << 16;
const DIAGONAL: u64 = 1 << 17;
const STRAIGHTS: u64 = 1 << 18;

/// How a piece moves.
const LEAP: u64 = 0;
const SLANT: u64 = 1;
const STRAIGHT: u64 = 2;

impl PendingMoves for NodeMoves {
    /// Remembers a knight or slider.
    #[inline(always)]
    fn add_piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        let way = match kind {
            PieceKind::Knight => LEAP,
            PieceKind::Bishop => SLANT,
            _ => STRAIGHT,
        };
        self.reached[self.met & (PIECES - 1)] = targets;
        self.codes[self.met & (PIECES - 1)] = from as u64 * 4 + way;
        self.met += 1;
    }

    #[inline(always)]
    fn note(&mut self, from: usize, targets: u64) {
        self.note_one(from as u64, targets);
    }

    #[inline(always)]
    fn note_pawns(&mut self, targets: u64, offset: i32) {
        self.note_one(FROM_TARGET | u64::from(-offset as u8), targets);
    }

    #[inline(always)]
    fn note_promotions(&mut self, kind: PieceKind, targets: u64, offset: i32) {
        let sets = match kind {
            PieceKind::Knight => KNIGHT,
            PieceKind::Bishop => DIAGONAL,
            PieceKind::Rook => STRAIGHTS,
            _ => DIAGONAL | STRAIGHTS,
        };
        self.note_one(sets | FROM_TARGET | u64::from(-offset as u8), targets);
    }
}

impl NodeMoves {
    /// Nothing noted, nothing counted.
    #[inline(always)]
    pub(super) fn new() -> NodeMoves {
        NodeMoves {
            reached: [0; PIECES],
            codes: [0; PIECES],
            met: 0,
            targets: [0; NOTES],
            origins: [0; NOTES],
            noted: 0,
            total: 0,
        }
    }

    /// The replies counted since the last call.
    pub(super) fn take(&mut self) -> u64 {
        std::mem::take(&mut self.total)
    }

    /// Most pieces have no such move, but which of them is hard to foretell: no branch.
    #[inline(always)]
    fn note_one(&mut self, origin: u64, targets: u64) {
        self.targets[self.noted & (NOTES - 1)] = targets;
        self.origins[self.noted & (NOTES - 1)] = origin;
        self.noted += usize::from(targets != 0);
    }

    /// Adds replies that have been counted.
    #[inline(always)]
    pub(super) fn add(&mut self, replies: u64) {
        self.total += replies;
    }

    /// Counts the replies to all moves noted, by a function that does it for a board.
    #[inline(always)]
    pub(super) fn end<U: Side>(&mut self, board: &Board, mut replies: impl FnMut(&Board) -> u64) {
        let mut total = 0;
        let notes = self.targets.iter().zip(&self.origins);
        for (&targets, &origin) in notes.take(self.noted) {
            let keep = (origin >> 8 & 1).wrapping_neg();
            for to in ones(targets) {
                let from = (to as u64 & keep).wrapping_add(origin) & 63;
                let mut child = step::<U>(board, 1 << from, 1 << to);
                if origin >= KNIGHT {
                    promote(&mut child, 1 << to, origin);
                }
                total += replies(&child);
            }
        }
        self.noted = 0;
        self.total += total;
    }
}

/// A pawn that has gone on becomes what the code of its move says.
#[inline(always)]
fn promote(child: &mut Board, to: u64, code: u64) {
    let in_set = |set| if code & set != 0 { to } else { 0 };
    child.pawns &= !to;
    child.knights |= in_set(KNIGHT);
    child.diagonal |= in_set(DIAGONAL);
    child.straight |= in_set(STRAIGHTS);
}

/// The board after a man of `U` has gone from one square to another, taking what is there: any man,
/// without a branch, but neither castling, promotion nor en passant.
#[inline(always)]
fn step<U: Side>(board: &Board, from: u64, to: u64) -> Board {
    let both = from | to;
    let moved = |set: u64| set & !to ^ if set & from != 0 { both } else { 0 };
    let king = board.kings & from != 0;
    Board {
        white: if U::WHITE {
            board.white ^ both
        } else {
            board.white & !to
        },
        pawns: moved(board.pawns),
        knights: moved(board.knights),
        diagonal: moved(board.diagonal),
        straight: moved(board.straight),
        kings: if king {
            board.kings ^ both
        } else {
            board.kings
        },
        en_passant: 0,
        castling: board.castling & !(both | if king { U::BACK } else { 0 }),
    }
}

/// What makes the moves of a kind of piece irregular: squares that it must not touch, sets of
/// origins from which it must not go along a line of either kind, and pawns of V that it must not
/// take where they attack it.
struct IrregularFor {
    bad: u64,
    first: u64,
    second: u64,
    pawns: u64,
}

/// Sums up the regular moves of the pieces met and notes the others.
#[inline(always)]
pub(super) fn play_pieces<U: Side, W: Wide<Pending = NodeMoves, Sum = i64>>(
    wide: W,
    board: &Board,
    analysis: &Analysis<W>,
    so_far: RegularSum<W>,
    singly: &mut NodeMoves,
    weight: impl Fn(usize) -> i8,
) -> RegularSum<W> {
    let irregular = &analysis.irregular;
    let lines = &analysis.lines;
    let ways = [
        IrregularFor {
            bad: irregular.knight,
            first: 0,
            second: 0,
            pawns: 0,
        },
        IrregularFor {
            bad: irregular.bishop,
            first: lines.diagonal,
            second: lines.anti,
            pawns: analysis.v_pawns,
        },
        IrregularFor {
            bad: irregular.rook,
            first: lines.rank,
            second: lines.file | analysis.steps,
            pawns: 0,
        },
    ];
    let queens = board.straight & board.diagonal;
    let RegularSum {
        mut numbers,
        mut sum,
    } = so_far;
    let met = std::mem::take(&mut singly.met) & (2 * PIECES - 1);
    for at in 0..met {
        let (targets, code) = (singly.reached[at & 31], singly.codes[at & 31]);
        let from = code as usize >> 2 & 63;
        let way = &ways[(code as usize & 3).min(2)];
        let through = attacks::lines(from);
        let (first, second) = if code & 3 == STRAIGHT {
            (through.rank, through.file)
        } else {
            (through.diagonal, through.anti)
        };
        let touched = way.bad | if_in(queens, from, irregular.queen);
        let bad = touched
            | if_in(touched, from, !0)
            | if_in(way.first, from, first)
            | if_in(way.second, from, second)
            | (PAWN[U::COLOR.index()][from] & way.pawns);
        let regular = targets & !bad;
        let each = analysis.pass as i64 + i64::from(weight(from)) + BIAS;
        sum += i64::from(regular.count_ones()) * each;
        numbers = wide.add(numbers, regular, -1);
        singly.note(from, targets & bad);
    }
    RegularSum { numbers, sum }
}

/// Sums up the regular moves of pawns and notes the others.
#[inline(always)]
pub(super) fn play_pawns<U: Side, W: Wide<Pending = NodeMoves, Sum = i64>>(
    wide: W,
    pawns: &PawnTargets,
    analysis: &Analysis<W>,
    so_far: RegularSum<W>,
    singly: &mut NodeMoves,
) -> RegularSum<W> {
    let lines = &analysis.lines;
    let set = analysis.irregular.pawn;
    let upright = lines.file | analysis.steps;
    let ways = if U::WHITE {
        [
            (8, upright),
            (16, upright),
            (9, lines.diagonal),
            (7, lines.anti),
        ]
    } else {
        [
            (-8, upright),
            (-16, upright),
            (-7, lines.anti),
            (-9, lines.diagonal),
        ]
    };
    let RegularSum {
        mut numbers,
        mut sum,
    } = so_far;
    // No two pawns that step or capture to the east reach the same square.
    let mut reached = 0;
    for ((offset, tangled), targets) in ways.into_iter().zip(pawns.targets) {
        let bad = set | shift(set | tangled, offset);
        let regular = targets & !bad;
        if offset == ways[3].0 {
            numbers = wide.add(numbers, regular, -1);
        } else {
            reached |= regular;
        }
        numbers = wide.add(numbers, shift(regular, -offset), 1);
        // PawnTargets attack each other: the capture that V loses counts in both weights.
        let both = regular & analysis.v_pawns;
        sum += i64::from(regular.count_ones()) * analysis.pass as i64;
        sum += i64::from(both.count_ones());
        singly.note_pawns(targets & bad, offset);
    }
    numbers = wide.add(numbers, reached, -1);
    RegularSum { numbers, sum }
}
