//! What a node two plies above the leaves knows of V's replies before U moves.

use super::wide::{AttackedLines, Wide};
use crate::chess::attacks::{self, BETWEEN, KING, KNIGHT, PAWN, Sliders};
use crate::chess::board::{Board, CastlingPath, castling_paths};
use crate::chess::color::Side;
use crate::chess::legal::{CORNERS, Count, castle, not_shut_in, ones};

/// Squares that a move must not touch to be regular, by kind of piece.
#[derive(Clone)]
pub(crate) struct IrregularSquares {
    pub bishop: u64,
    pub rook: u64,
    pub queen: u64,
    pub knight: u64,
    pub king: u64,
    pub pawn: u64,
}

/// V's replies to a pass, and what a move of U changes about them.
#[derive(Clone)]
pub(crate) struct Analysis<W: Wide> {
    /// V's moves if U passes.
    pub pass: u64,
    pub weights: W::Bytes,
    pub irregular: IrregularSquares,
    pub lines: AttackedLines,
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

/// What V attacks while U is not in check: then the king of U shields nothing.
#[inline(always)]
pub(crate) fn attacked_by_v<U: Side, W: Wide>(
    wide: W,
    board: &Board,
    them: u64,
    empty: u64,
) -> (W::Directions, u64) {
    let lanes = wide.slide(board.straight & them, board.diagonal & them, empty);
    let danger = wide.lines(lanes).all() | leaps::<U::Opponent>(board, them);
    (lanes, danger)
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

/// What U's men do around V's king, found before V's replies.
pub(crate) struct Around {
    irregular: IrregularSquares,
    /// V's men that are pinned.
    pinned: u64,
    /// What U attacks with V's king lifted off the board.
    danger: u64,
    /// The lines on which V's men may be pinned.
    pin_straight: u64,
    pin_slanted: u64,
}

impl Around {
    /// Of a position in which neither side is in check.
    #[inline(always)]
    pub(crate) fn new<U: Side, W: Wide>(wide: W, board: &Board, occupied: u64, us: u64) -> Self {
        let them = occupied & !us;
        let king = board.king::<U::Opponent>();
        let king_bit = 1u64 << king;
        let sliders = wide.sliders();

        // The king does not shield the squares behind it.
        let through = !occupied | king_bit;
        let enemy = wide.slide(board.straight & us, board.diagonal & us, through);
        let mut zone = KING[king] & !them;
        let rights = board.castling & <U::Opponent as Side>::BACK;
        let (mut one, mut other) = ((0, 0), (0, 0));
        if not_shut_in::<U::Opponent>(rights, king, them) != 0 {
            let paths = castling_paths::<U::Opponent>(rights, king);
            one = castling_squares::<U::Opponent>(paths[0], them);
            other = castling_squares::<U::Opponent>(paths[1], them);
        }
        zone |= (one.0 | other.0) & !king_bit;
        let zone_lanes = wide.slide_back(zone, through);

        let (pin_s, line_s, ray_s) = king_lines(king, occupied, us, board.straight, |o| {
            sliders.rook(king, o)
        });
        let (pin_d, line_d, ray_d) = king_lines(king, occupied, us, board.diagonal, |o| {
            sliders.bishop(king, o)
        });
        let touch =
            KING[king] | line_s | line_d | one.1 | other.1 | wide.intersect(enemy, zone_lanes);
        let seen = wide.lines(zone_lanes);
        let bishop = touch | seen.diagonal | seen.anti | ray_d;
        let rook = touch | seen.file | seen.rank | ray_s;
        let targets = zone | king_bit;
        let back = U::back(targets);
        Around {
            irregular: IrregularSquares {
                bishop,
                rook,
                queen: bishop | rook,
                knight: touch | attacks::knights(targets),
                king: touch | attacks::kings(zone) | zone,
                pawn: touch | attacks::east(back) | attacks::west(back),
            },
            pinned: pin_s | pin_d,
            danger: wide.lines(enemy).all() | leaps::<U>(board, us),
            pin_straight: line_s,
            pin_slanted: line_d,
        }
    }
}

impl<W: Wide> Analysis<W> {
    /// Puts together what was found around V's king and V's replies to a pass; `attacks` are those
    /// of all sliders of V.
    #[inline(always)]
    pub(crate) fn new<U: Side>(
        wide: W,
        board: &Board,
        occupied: u64,
        us: u64,
        attacks: W::Directions,
        around: Around,
    ) -> Self {
        let them = occupied & !us;
        let empty = !occupied;
        let pinned = around.pinned;
        let free = them & !pinned;
        let sliders = (board.straight | board.diagonal) & them;
        let king = board.king::<U::Opponent>();
        let mut attacks = attacks;
        let mut singles = 0;
        if sliders & pinned != 0 {
            attacks = wide.slide(board.straight & free, board.diagonal & free, empty);
            singles = pinned_moves(wide.sliders(), board, occupied, them, &around);
        }
        let lines = wide.lines(attacks);
        let (mut weights, mut count) = wide.runs(
            attacks,
            board.straight & free,
            board.diagonal & free,
            empty,
            !them,
        );
        count += singles;

        for from in ones(board.knights & free) {
            let moves = (KNIGHT[from] & !them).count_ones();
            count += u64::from(moves);
            weights = wide.add(weights, KNIGHT[from] & them, -1);
            weights = wide.add(weights, 1 << from, moves as i8);
        }
        count += u64::from((KING[king] & !them & !around.danger).count_ones());
        let rights = board.castling & <U::Opponent as Side>::BACK;
        if rights != 0 {
            count += castlings::<U::Opponent, _>(wide.sliders(), board, rights, around.danger);
        }

        let last = U::BACK;
        let pawns = board.pawns & free;
        let ahead = <U::Opponent as Side>::forward(pawns);
        let (once, east, west) = (ahead & !them, attacks::east(ahead), attacks::west(ahead));
        weights = wide.add(weights, east, -1);
        weights = wide.add(weights, west, -1);
        weights = wide.add(weights, once, 1);
        let from_home = once & <U::Opponent as Side>::THIRD;
        let two = <U::Opponent as Side>::forward(from_home) & !them;
        let second = <U::Opponent as Side>::forward(from_home & empty);
        // The two squares of a double step are never on one rank.
        let doubles = (from_home & U::forward(two & empty)) | (two & second);
        weights = wide.add(weights, doubles, 1);
        // What each pawn can do is lost with it. U's direction is back for V.
        let step = once & empty;
        let pushed = U::forward(step);
        let twice = U::forward(U::forward(second & two & empty));
        let took_east = U::forward(attacks::west(east & us));
        let took_west = U::forward(attacks::east(west & us));
        for origins in [pushed, twice, took_east, took_west] {
            count += u64::from(origins.count_ones());
            weights = wide.add(weights, origins, 1);
        }
        if ahead & last != 0 {
            weights = wide.add(weights, east & last, -3);
            weights = wide.add(weights, west & last, -3);
            weights = wide.add(weights, once & last, 3);
            for origins in [pushed, took_east, took_west] {
                let promoting = origins & U::forward(last);
                count += 3 * u64::from(promoting.count_ones());
                weights = wide.add(weights, promoting, 3);
            }
        }
        if board.pawns & pinned != 0 {
            count += pinned_pawn_moves::<U::Opponent>(board, occupied, us, king, &around);
        }

        Analysis {
            pass: count,
            weights,
            irregular: around.irregular,
            lines,
            steps: once | two,
            v_pawns: board.pawns & them,
        }
    }
}

/// Moves of pinned sliders, along the lines on which they are pinned.
#[cold]
#[inline(never)]
fn pinned_moves<L: Sliders>(
    sliders: L,
    board: &Board,
    occupied: u64,
    them: u64,
    around: &Around,
) -> u64 {
    let mut count = 0;
    let pinned = around.pinned & them;
    for from in ones(board.straight & pinned & around.pin_straight) {
        let targets = sliders.rook(from, occupied) & around.pin_straight & !them;
        count += u64::from(targets.count_ones());
    }
    for from in ones(board.diagonal & pinned & around.pin_slanted) {
        let targets = sliders.bishop(from, occupied) & around.pin_slanted & !them;
        count += u64::from(targets.count_ones());
    }
    count
}

/// Moves of pinned pawns: along the king's file, or taking along the diagonal.
#[cold]
#[inline(never)]
fn pinned_pawn_moves<V: Side>(
    board: &Board,
    occupied: u64,
    us: u64,
    king: usize,
    around: &Around,
) -> u64 {
    let file = attacks::lines(king).file;
    let mut count = 0;
    for from in ones(board.pawns & around.pinned) {
        let pawn = 1u64 << from;
        let once = V::forward(pawn & around.pin_straight & file) & !occupied;
        let twice = V::forward(once & V::THIRD) & !occupied;
        let taken = match pawn & around.pin_slanted {
            0 => 0,
            _ => PAWN[V::COLOR.index()][from] & us & around.pin_slanted,
        };
        let targets = once | twice | taken;
        let last = V::forward(V::SEVENTH);
        count += u64::from(targets.count_ones() + 3 * (targets & last).count_ones());
    }
    count
}

/// In how many ways `V` may castle, not being in check.
#[inline(always)]
fn castlings<V: Side, L: Sliders>(sliders: L, board: &Board, rights: u64, danger: u64) -> u64 {
    let mut count = Count::default();
    castle::<V, L, _>(board, sliders, &mut count, rights, danger);
    u64::from(count.0)
}

/// A set moved by so many squares; nothing may leave the board.
#[inline(always)]
pub(crate) fn shift(set: u64, offset: i32) -> u64 {
    if offset >= 0 {
        set << offset
    } else {
        set >> -offset
    }
}
