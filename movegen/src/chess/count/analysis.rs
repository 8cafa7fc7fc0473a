//! What a node two plies above the leaves knows of V's replies before U moves.

use super::wide::{Squares, Wide};
use crate::chess::PieceKind;
use crate::chess::attacks::{self, BETWEEN, KING, KNIGHT, Sliders};
use crate::chess::board::{Board, CastlingPath, castling_paths};
use crate::chess::color::Side;
use crate::chess::legal::{CORNERS, Sink, generate_with, ones};

/// Squares that a move must not touch to be regular, by kind of piece.
pub(super) struct Irregular {
    pub bishop: u64,
    pub rook: u64,
    pub queen: u64,
    pub knight: u64,
    pub king: u64,
    pub pawn: u64,
}

/// Squares that V's free sliders attack along each kind of line.
pub(super) struct Lines {
    pub file: u64,
    pub rank: u64,
    pub diagonal: u64,
    pub anti: u64,
}

/// V's replies to a pass, and what a move of U changes about them.
pub(super) struct Analysis<W: Wide> {
    /// V's moves if U passes.
    pub pass: u64,
    pub weights: W::Bytes,
    pub irregular: Irregular,
    pub lines: Lines,
    /// Where a pawn of V steps or would step: moves along such a file tangle its two steps.
    pub steps: u64,
    pub v_pawns: u64,
}

/// The lines of one kind from V's king: men pinned, lines on which a move may pin or free them, and
/// the squares from which a slider gives check or would, but for one man of V.
#[inline(always)]
fn king_lines(
    king: usize,
    occupied: u64,
    us: u64,
    sliders: u64,
    reach: impl Fn(u64) -> u64,
) -> (u64, u64, u64) {
    let first = reach(occupied);
    let second = reach(occupied & !first);
    let third = reach(occupied & !second);
    let (mut pinned, mut lines) = (0, 0);
    for slider in ones(third & sliders & us) {
        let between = BETWEEN[king][slider];
        let (ours, theirs) = (between & us, between & occupied & !us);
        if ours & ours.wrapping_sub(1) == 0 && theirs & theirs.wrapping_sub(1) == 0 {
            lines |= between | 1 << slider;
            if ours == 0 {
                pinned |= theirs;
            }
        }
    }
    (pinned, lines, reach(occupied & !(first & !us)))
}

/// What leapers of `S` attack.
#[inline(always)]
fn leaps<S: Side>(board: &Board, men: u64) -> u64 {
    let ahead = S::forward(board.pawns & men);
    attacks::east(ahead)
        | attacks::west(ahead)
        | attacks::knights(board.knights & men)
        | KING[board.king::<S>()]
}

/// All squares of all lanes.
#[inline(always)]
pub(super) fn union(words: &[u64; 8]) -> u64 {
    (words[0] | words[1] | words[2] | words[3]) | (words[4] | words[5] | words[6] | words[7])
}

/// What V attacks while U is not in check: then the king of U shields nothing.
#[inline(always)]
pub(super) fn attacked_by_v<U: Side, W: Wide>(
    wide: W,
    board: &Board,
    them: u64,
    empty: u64,
) -> u64 {
    let lanes = wide.slide(board.straight & them, board.diagonal & them, empty);
    union(&wide.words(lanes)) | leaps::<U::Opponent>(board, them)
}

/// Squares that must not be attacked, and those that must not be touched, lest V's castling along
/// this path come or go.
#[inline(always)]
fn castling_squares<V: Side>(path: CastlingPath, them: u64) -> (u64, u64) {
    // A man of V in the way stays there, or whoever takes it does.
    if path.clear & them != 0 {
        return (0, 0);
    }
    // A rook that does not come from the corner may have something behind it.
    let touch = match 1u64 << path.rook & CORNERS {
        0 => V::BACK,
        corner => path.king | path.clear | corner,
    };
    (path.king, touch)
}

impl<W: Wide> Analysis<W> {
    /// Of a position in which neither side is in check.
    #[inline(always)]
    pub(super) fn new<U: Side>(wide: W, board: &Board, occupied: u64, us: u64) -> Self {
        let them = occupied & !us;
        let king = board.king::<U::Opponent>();
        let king_bit = 1u64 << king;
        let empty = !occupied;
        let sliders = wide.sliders();

        let (pin_s, line_s, ray_s) = king_lines(king, occupied, us, board.straight, |o| {
            sliders.rook(king, o)
        });
        let (pin_d, line_d, ray_d) = king_lines(king, occupied, us, board.diagonal, |o| {
            sliders.bishop(king, o)
        });

        let mut zone = KING[king] & !them;
        let mut touch = KING[king] | line_s | line_d;
        let rights = board.castling & <U::Opponent as Side>::BACK;
        let [one, other] = castling_paths::<U::Opponent>(rights, king);
        let (one, other) = (
            castling_squares::<U::Opponent>(one, them),
            castling_squares::<U::Opponent>(other, them),
        );
        zone |= (one.0 | other.0) & !king_bit;
        touch |= one.1 | other.1;

        // The king does not shield the squares behind it.
        let through = empty | king_bit;
        let enemy = wide.slide(board.straight & us, board.diagonal & us, through);
        let zone_lanes = wide.slide_back(zone, through);
        touch |= wide.meet(enemy, zone_lanes);
        let z = wide.words(zone_lanes);
        let bishop = touch | z[1] | z[3] | z[5] | z[7] | ray_d;
        let rook = touch | z[0] | z[2] | z[4] | z[6] | ray_s;
        let targets = zone | king_bit;
        let back = U::back(targets);
        let irregular = Irregular {
            bishop,
            rook,
            queen: bishop | rook,
            knight: touch | attacks::knights(targets),
            king: touch | attacks::kings(zone) | zone,
            pawn: touch | attacks::east(back) | attacks::west(back),
        };

        let mut mobility = Mobility {
            count: 0,
            squares: Squares([0; 64]),
            pawns: [0; 4],
            groups: 0,
        };
        let passed = Board {
            en_passant: 0,
            ..*board
        };
        let danger = union(&wide.words(enemy)) | leaps::<U>(board, us);
        generate_with::<U::Opponent, _, _>(&passed, sliders, &mut mobility, |_, _| danger);

        let free = them & !(pin_s | pin_d);
        let lanes = wide.slide(board.straight & free, board.diagonal & free, empty);
        let v = wide.words(lanes);
        let lines = Lines {
            file: v[0] | v[4],
            rank: v[2] | v[6],
            diagonal: v[1] | v[5],
            anti: v[3] | v[7],
        };
        let mut weights = wide.runs(lanes, empty, !them);

        let last = U::BACK;
        let pawns = board.pawns & free;
        let ahead = <U::Opponent as Side>::forward(pawns);
        let once = ahead & !them;
        for side in [attacks::east(ahead), attacks::west(ahead)] {
            weights = wide.add(weights, side, -1);
        }
        weights = wide.add(weights, once, 1);
        if ahead & last != 0 {
            for side in [attacks::east(ahead), attacks::west(ahead)] {
                weights = wide.add(weights, side & last, -3);
            }
            weights = wide.add(weights, once & last, 3);
        }
        let from_home = once & <U::Opponent as Side>::THIRD;
        let two = <U::Opponent as Side>::forward(from_home) & !them;
        let second = <U::Opponent as Side>::forward(from_home & empty);
        // The two squares of a double step are never on one rank.
        let doubles = (from_home & U::forward(two & empty)) | (two & second);
        weights = wide.add(weights, doubles, 1);
        for from in ones(board.knights & free) {
            weights = wide.add(weights, KNIGHT[from] & them, -1)
        }
        for origins in mobility.pawns {
            weights = wide.add(weights, origins, 1);
        }
        weights = wide.plus(weights, &mobility.squares);

        Analysis {
            pass: mobility.count,
            weights,
            irregular,
            lines,
            steps: once | two,
            v_pawns: board.pawns & them,
        }
    }
}

/// Counts V's moves and notes them for the man that makes them.
struct Mobility {
    count: u64,
    squares: Squares,
    /// Pawns with a move of one kind: push, double push, capture to either side.
    pawns: [u64; 4],
    groups: usize,
}

/// A set moved by so many squares; nothing may leave the board.
#[inline(always)]
pub(super) fn shift(set: u64, offset: i32) -> u64 {
    if offset >= 0 {
        set << offset
    } else {
        set >> -offset
    }
}

impl Sink for Mobility {
    #[inline(always)]
    fn piece(&mut self, _kind: PieceKind, from: usize, targets: u64) {
        let moves = targets.count_ones();
        self.count += u64::from(moves);
        self.squares.0[from & 63] += moves as i8;
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        self.count += u64::from(targets.count_ones());
        self.pawns[self.groups & 3] = shift(targets, -offset);
        self.groups += 1;
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        self.count += 4 * u64::from(targets.count_ones());
        for from in ones(shift(targets, -offset)) {
            self.squares.0[from] += 4;
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, offset: i32) {
        self.pawns(targets, offset);
    }

    #[inline(always)]
    fn en_passant(&mut self, _from: usize, _to: usize) {
        unreachable!("a pass leaves nothing to take en passant");
    }

    #[inline(always)]
    fn castle(&mut self, _king: usize, _rook: usize) {
        self.count += 1;
    }
}
