//! Counts the legal moves of one side on eight boards at once, a board in each lane of a register,
//! without a branch.
//!
//! On all eight boards the same side is to move and its king is on the same square; everything else
//! may differ. The attacks of all sliders of a side along ranks and files take one subtraction for each
//! direction: `o ^ (o - 2s)` in every byte (Chess Programming Wiki, "Subtracting a Rook from a Blocking
//! Piece"), for west after mirroring the board, for files after transposing it, both by one GFNI
//! instruction. Diagonals take Kogge-Stone fills. A piece is pinned where a ray of the king and an
//! enemy slider's attack along the same line intersect on it.

use std::arch::x86_64::*;

use super::checks_and_pins::{ChecksAndPins, Occupancy};
use super::diagonals::Diagonals;
use super::king_square::KING_SQUARES;
use super::vectors::*;
use crate::chess::board::attacks::{KING, KNIGHT, NOT_A, NOT_AB, NOT_GH, NOT_H, PAWN};
use crate::chess::board::bitboards::{CastlingPath, castled};
use crate::chess::board::color::Side;
use crate::chess::rules::legal::CORNERS;

/// Eight boards after a move.
#[derive(Clone, Copy)]
pub(super) struct EightBoards {
    /// The pieces of the side that has just moved. Queens are in both slider sets.
    pub pawns: Bitboards,
    pub knights: Bitboards,
    pub diagonal: Bitboards,
    pub straight: Bitboards,
    pub king: Bitboards,
    /// The pieces of the side to reply, except its king.
    pub reply_pawns: Bitboards,
    pub reply_knights: Bitboards,
    pub reply_diagonal: Bitboards,
    pub reply_straight: Bitboards,
    /// Its rooks that may castle.
    pub reply_castling: Bitboards,
}

/// Not zero for each kind of piece that may be on any of the boards: one that is on none of them costs
/// nothing.
#[derive(Clone, Copy, Default)]
pub(super) struct KindsOfPieces {
    /// The pieces of the side that has just moved.
    pub diagonal: u8,
    pub straight: u8,
    pub knights: u8,
    /// Only if it may attack a square next to the other king.
    pub king: u8,
    /// Only if they may attack the king or a square next to it.
    pub pawns: u8,
    /// The pieces of the side to reply.
    pub reply_diagonal: u8,
    pub reply_straight: u8,
    pub reply_knights: u8,
    pub reply_pawns: u8,
}

/// Returns the boards on which `V` may castle along a path, provided that it is not in check.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn may_castle<V: Side>(
    boards: &EightBoards,
    occupied: Bitboards,
    danger: Bitboards,
    king: usize,
    path: CastlingPath,
) -> u8 {
    let rook = 1u64 << path.rook;
    let blocked = or(
        and(occupied, broadcast(path.clear)),
        and(danger, broadcast(path.king)),
    );
    let unblocked = _mm512_test_epi64_mask(boards.reply_castling, broadcast(rook))
        & _mm512_testn_epi64_mask(blocked, blocked);
    if rook & CORNERS == 0 {
        unblocked & !exposes_king::<V>(boards, occupied, king, path.rook)
    } else {
        unblocked
    }
}

/// Returns the boards on which castling exposes the king to a slider behind the rook (Chess960).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn exposes_king<V: Side>(
    boards: &EightBoards,
    occupied: Bitboards,
    king: usize,
    rook: usize,
) -> u8 {
    let (king_to, rook_to) = castled::<V>(1 << king, 1 << rook);
    let vacated = broadcast(1 << king | 1 << rook);
    let after = or(and_not(occupied, vacated), broadcast(king_to | rook_to));
    let attacked = or(
        attacks_up_byte(after, boards.straight),
        mirror(attacks_up_byte(mirror(after), mirror(boards.straight))),
    );
    _mm512_test_epi64_mask(attacked, broadcast(king_to))
}

/// Counts the legal moves of `V` on each board. Its king is on `king`. `paths` are its castling paths, if
/// it may castle on any of the boards.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512cd,avx512vpopcntdq,gfni")]
pub(super) fn count_moves<V: Side>(
    boards: &EightBoards,
    king: usize,
    paths: Option<&[CastlingPath; 2]>,
    any: &KindsOfPieces,
) -> Bitboards {
    let king = king & 63;
    let king_square = &KING_SQUARES[king];
    let castling = paths.is_some();
    let theirs = or(
        or(
            or(boards.pawns, boards.knights),
            or(boards.diagonal, boards.straight),
        ),
        boards.king,
    );
    let ours = or(
        or(boards.reply_pawns, boards.reply_knights),
        or(boards.reply_diagonal, boards.reply_straight),
    );
    let ours_and_king = or(ours, broadcast(1 << king));
    let occupied = or(theirs, ours_and_king);
    let empty = _mm512_xor_si512(occupied, broadcast(!0));

    let none = _mm512_setzero_si512();
    let mut threats = ChecksAndPins {
        evasions: broadcast(!0),
        danger: none,
        pinned_rank: none,
        pinned_file: none,
        pinned_diagonal: none,
        pinned_anti: none,
    };
    if castling || any.king != 0 {
        threats.danger = neighborhood(boards.king);
    }
    let occupancy = Occupancy {
        occupied,
        empty,
        ours,
    };
    let diagonals = if any.diagonal | any.reply_diagonal != 0 {
        Diagonals::new(empty)
    } else {
        Diagonals::none()
    };
    if any.straight != 0 {
        threats.add_straight(&occupancy, boards.straight, king_square);
    }
    if any.diagonal != 0 {
        threats.add_diagonal(&occupancy, &diagonals, boards.diagonal, king_square);
    }
    if any.pawns | any.knights != 0 {
        let mut leaper_checks = and(boards.pawns, broadcast(PAWN[V::COLOR.index()][king]));
        if any.knights != 0 {
            threats.danger = or(threats.danger, knight_attacks(boards.knights));
            leaper_checks = or(leaper_checks, and(boards.knights, broadcast(KNIGHT[king])));
        }
        let check = _mm512_test_epi64_mask(leaper_checks, leaper_checks);
        threats.evasions =
            _mm512_mask_and_epi64(threats.evasions, check, threats.evasions, leaper_checks);
    }
    let pins = Pins::new(&threats);

    if castling || any.pawns != 0 {
        let ahead = shift(boards.pawns, -forward::<V>());
        threats.danger = or(
            threats.danger,
            or(
                and(shift(ahead, 1), broadcast(NOT_A)),
                and(shift(ahead, -1), broadcast(NOT_H)),
            ),
        );
    }
    let king_moves = and_not(
        and_not(broadcast(KING[king]), ours_and_king),
        threats.danger,
    );
    let mut sum = _mm512_popcnt_epi64(king_moves);

    let targets = and_not(threats.evasions, ours_and_king);
    if any.reply_straight != 0 {
        sum = add_straight_moves(sum, boards.reply_straight, occupied, targets, &pins);
    }
    if any.reply_diagonal != 0 {
        sum = add_diagonal_moves(sum, boards.reply_diagonal, &diagonals, targets, &pins);
    }
    if any.reply_knights != 0 {
        sum = add_knight_moves(sum, boards.reply_knights, targets, &pins);
    }
    if any.reply_pawns != 0 {
        sum = add_pawn_moves::<V>(sum, boards.reply_pawns, theirs, empty, targets, &pins);
    }
    if let Some([one, other]) = paths.copied() {
        let not_in_check = _mm512_cmpeq_epi64_mask(threats.evasions, broadcast(!0));
        let may = not_in_check & may_castle::<V>(boards, occupied, threats.danger, king, one);
        sum = _mm512_mask_add_epi64(sum, may, sum, broadcast(1));
        let may = not_in_check & may_castle::<V>(boards, occupied, threats.danger, king, other);
        sum = _mm512_mask_add_epi64(sum, may, sum, broadcast(1));
    }
    sum
}

/// The offset of a pawn push of `V`.
#[inline(always)]
const fn forward<V: Side>() -> i32 {
    if V::WHITE { 8 } else { -8 }
}

/// The pinned pieces by line. The unions are computed once, for all kinds of pieces.
struct Pins {
    rank: Bitboards,
    file: Bitboards,
    diagonal: Bitboards,
    anti: Bitboards,
    /// On ranks and files.
    straight_lines: Bitboards,
    /// On diagonals of both kinds.
    diagonals: Bitboards,
}

impl Pins {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new(found: &ChecksAndPins) -> Pins {
        Pins {
            rank: found.pinned_rank,
            file: found.pinned_file,
            diagonal: found.pinned_diagonal,
            anti: found.pinned_anti,
            straight_lines: or(found.pinned_rank, found.pinned_file),
            diagonals: or(found.pinned_diagonal, found.pinned_anti),
        }
    }
}

/// Adds the moves of rooks and queens along ranks and files.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vpopcntdq,gfni")]
fn add_straight_moves(
    sum: Bitboards,
    sliders: Bitboards,
    occupied: Bitboards,
    targets: Bitboards,
    pins: &Pins,
) -> Bitboards {
    let movable = and_not(sliders, pins.diagonals);
    let on_ranks = and_not(movable, pins.file);
    let on_files = transpose(and_not(movable, pins.rank));
    let mirrored = mirror(occupied);
    let transposed = transpose(occupied);
    let transposed_targets = transpose(targets);
    let mut sum = sum;
    sum = add_count(sum, and(attacks_up_byte(occupied, on_ranks), targets));
    sum = add_count(
        sum,
        and(attacks_up_byte(mirrored, mirror(on_ranks)), mirror(targets)),
    );
    sum = add_count(
        sum,
        and(attacks_up_byte(transposed, on_files), transposed_targets),
    );
    add_count(
        sum,
        and(
            attacks_up_byte(mirror(transposed), mirror(on_files)),
            mirror(transposed_targets),
        ),
    )
}

/// Adds the moves of bishops and queens along diagonals.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn add_diagonal_moves(
    sum: Bitboards,
    sliders: Bitboards,
    diagonals: &Diagonals,
    targets: Bitboards,
    pins: &Pins,
) -> Bitboards {
    let movable = and_not(sliders, pins.straight_lines);
    let on_diagonals = and_not(movable, pins.anti);
    let on_antis = and_not(movable, pins.diagonal);
    let mut sum = sum;
    for set in [
        diagonals.north_east.fill::<9>(on_diagonals, NOT_A),
        diagonals.south_west.fill::<-9>(on_diagonals, NOT_H),
        diagonals.north_west.fill::<7>(on_antis, NOT_H),
        diagonals.south_east.fill::<-7>(on_antis, NOT_A),
    ] {
        sum = add_count(sum, and(set, targets));
    }
    sum
}

/// Adds the moves of knights.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn add_knight_moves(
    sum: Bitboards,
    knights: Bitboards,
    targets: Bitboards,
    pins: &Pins,
) -> Bitboards {
    let movable = and_not(knights, or(pins.straight_lines, pins.diagonals));
    let mut sum = sum;
    for (offset, reachable) in [
        (17, NOT_A),
        (15, NOT_H),
        (10, NOT_AB),
        (6, NOT_GH),
        (-6, NOT_AB),
        (-10, NOT_GH),
        (-15, NOT_A),
        (-17, NOT_H),
    ] {
        let attacks = and(shift(movable, offset), broadcast(reachable));
        sum = add_count(sum, and(attacks, targets));
    }
    sum
}

/// Adds the moves of pawns, except captures en passant.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn add_pawn_moves<V: Side>(
    sum: Bitboards,
    pawns: Bitboards,
    theirs: Bitboards,
    empty: Bitboards,
    targets: Bitboards,
    pins: &Pins,
) -> Bitboards {
    let forward = forward::<V>();
    let pushers = and_not(pawns, or(pins.diagonals, pins.rank));
    let single = and(shift(pushers, forward), empty);
    let double = and(shift(and(single, broadcast(V::THIRD)), forward), empty);
    let pushes = and(or(single, double), targets);
    let capturers = and_not(pawns, pins.straight_lines);
    let (eastward, westward) = if V::WHITE {
        (
            and_not(capturers, pins.anti),
            and_not(capturers, pins.diagonal),
        )
    } else {
        (
            and_not(capturers, pins.diagonal),
            and_not(capturers, pins.anti),
        )
    };
    let capturable = and(theirs, targets);
    let east = and(
        and(shift(eastward, forward + 1), broadcast(NOT_A)),
        capturable,
    );
    let west = and(
        and(shift(westward, forward - 1), broadcast(NOT_H)),
        capturable,
    );
    let mut sum = sum;
    sum = add_count(sum, pushes);
    sum = add_count(sum, east);
    sum = add_count(sum, west);
    if _mm512_test_epi64_mask(pawns, broadcast(V::SEVENTH)) != 0 {
        let promotion_rank = broadcast(V::forward(V::SEVENTH));
        for moves in [pushes, east, west] {
            let promotions = _mm512_popcnt_epi64(and(moves, promotion_rank));
            let three_more = _mm512_add_epi64(promotions, _mm512_add_epi64(promotions, promotions));
            sum = _mm512_add_epi64(sum, three_more);
        }
    }
    sum
}
