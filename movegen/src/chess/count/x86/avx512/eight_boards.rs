//! Eight positions at once, one in each lane of a register: the replies of one side are counted
//! without a branch.
//!
//! All eight have the replier's king on the same square and the same side to move; what else
//! stands where is free. Ranks and files of all sliders of a side are done by one subtraction each
//! (`o ^ (o - 2s)` in every byte; for west after a reversal of the bits of each byte, for files
//! after a transposition of the board, both one GFNI instruction); diagonals by Kogge-Stone fills
//! (Chess Programming Wiki). Pins are where a ray of the king and an enemy slider's attack along
//! the same line meet on a man of the replier.

use std::arch::x86_64::*;

use super::checks_and_pins::{ChecksAndPins, Occupancy};
use super::diagonals::Diagonals;
use super::king_square::KING_SQUARES;
use super::vectors::*;
use crate::chess::attacks::{KING, KNIGHT, PAWN};
use crate::chess::board::{CastlingPath, castled};
use crate::chess::color::Side;
use crate::chess::legal::CORNERS;

/// The positions, as they are after a move of the side that has just moved.
#[derive(Clone, Copy)]
pub(super) struct EightBoards {
    /// Men of the side that has moved, queens in both slider sets.
    pub pawns: Bitboards,
    pub knights: Bitboards,
    pub diagonal: Bitboards,
    pub straight: Bitboards,
    pub king: Bitboards,
    /// Men of the side to move, its king left out.
    pub reply_pawns: Bitboards,
    pub reply_knights: Bitboards,
    pub reply_diagonal: Bitboards,
    pub reply_straight: Bitboards,
    /// Its rooks that may castle.
    pub reply_castling: Bitboards,
}

/// Which sliders and knights stand on any of the boards: what none has costs nothing.
#[derive(Clone, Copy, Default)]
pub(super) struct UnionOfBoards {
    /// Sliders and knights of the side that has moved.
    pub diagonal: u64,
    pub straight: u64,
    pub knights: u64,
    pub king: u64,
    pub pawns: u64,
    /// Those of the side to move.
    pub reply_diagonal: u64,
    pub reply_straight: u64,
    pub reply_knights: u64,
}

/// In which positions `V` may castle along a path, if it is not in check.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn castles<V: Side>(
    s: &EightBoards,
    occupied: Bitboards,
    danger: Bitboards,
    king: usize,
    path: CastlingPath,
) -> u8 {
    let rook = 1u64 << path.rook;
    let hindered = or(and(occupied, all(path.clear)), and(danger, all(path.king)));
    let able = _mm512_test_epi64_mask(s.reply_castling, all(rook))
        & _mm512_testn_epi64_mask(hindered, hindered);
    if rook & CORNERS == 0 {
        able & !uncovered::<V>(s, occupied, king, path.rook)
    } else {
        able
    }
}

/// In which positions castling with a rook that stood before others uncovers the king (Chess960).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn uncovered<V: Side>(s: &EightBoards, occupied: Bitboards, king: usize, rook: usize) -> u8 {
    let (king_to, rook_to) = castled::<V>(1 << king, 1 << rook);
    let gone = all(1 << king | 1 << rook);
    let after = or(without(occupied, gone), all(king_to | rook_to));
    let attacked = or(
        along(after, s.straight),
        mirror(along(mirror(after), mirror(s.straight))),
    );
    _mm512_test_epi64_mask(attacked, all(king_to))
}

/// How many legal moves `V` has in each of the positions, its king on `king`; `paths` are its ways to
/// castle in any of them, if `castling` is true.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512cd,avx512vpopcntdq,gfni")]
pub(super) fn replies<V: Side>(
    s: &EightBoards,
    king: usize,
    castling: bool,
    paths: &[CastlingPath; 2],
    seen: &UnionOfBoards,
) -> Bitboards {
    let king = king & 63;
    let home = &KING_SQUARES[king];
    let theirs = or(
        or(or(s.pawns, s.knights), or(s.diagonal, s.straight)),
        s.king,
    );
    let ours = or(
        or(s.reply_pawns, s.reply_knights),
        or(s.reply_diagonal, s.reply_straight),
    );
    let men = or(ours, all(1 << king));
    let occupied = or(theirs, men);
    let empty = _mm512_xor_si512(occupied, all(!0));

    let none = _mm512_setzero_si512();
    let mut threats = ChecksAndPins {
        answers: all(!0),
        danger: none,
        pinned_rank: none,
        pinned_file: none,
        pinned_diagonal: none,
        pinned_anti: none,
    };
    if castling || seen.king & home.kings != 0 {
        threats.danger = around(s.king);
    }
    let surroundings = Occupancy {
        occupied,
        empty,
        ours,
    };
    let ways = Diagonals::new(empty);
    if seen.straight != 0 {
        threats.by_straight(&surroundings, s.straight, home);
    }
    if seen.diagonal != 0 {
        threats.by_diagonal(&surroundings, &ways, s.diagonal, home);
    }
    let mut leapers = and(s.pawns, all(PAWN[V::COLOR.index()][king]));
    if seen.knights != 0 {
        threats.danger = or(threats.danger, knights(s.knights));
        leapers = or(leapers, and(s.knights, all(KNIGHT[king])));
    }
    let hit = _mm512_test_epi64_mask(leapers, leapers);
    let ChecksAndPins {
        answers,
        mut danger,
        pinned_rank,
        pinned_file,
        pinned_diagonal,
        pinned_anti,
    } = threats;
    let answers = _mm512_mask_and_epi64(answers, hit, answers, leapers);
    let pinned_straight = or(pinned_rank, pinned_file);
    let pinned_slanted = or(pinned_diagonal, pinned_anti);

    let pawn_front = if V::WHITE { -8 } else { 8 };
    if castling || seen.pawns & home.pawns[V::COLOR.index()] != 0 {
        let ahead = shift(s.pawns, pawn_front);
        danger = or(
            danger,
            or(
                and(shift(ahead, 1), all(NOT_A)),
                and(shift(ahead, -1), all(NOT_H)),
            ),
        );
    }
    let steps = without(without(all(KING[king]), men), danger);
    let mut sum = _mm512_popcnt_epi64(steps);

    // The replier's sliders, those on other lines' pins left out.
    let targets = without(answers, men);
    if seen.reply_straight != 0 {
        let free = without(s.reply_straight, pinned_slanted);
        let by_ranks = without(free, pinned_file);
        let by_files = transpose(without(free, pinned_rank));
        let mirrored = mirror(occupied);
        let turned = transpose(occupied);
        let turned_targets = transpose(targets);
        sum = add_count(sum, and(along(occupied, by_ranks), targets));
        sum = add_count(sum, and(along(mirrored, mirror(by_ranks)), mirror(targets)));
        sum = add_count(sum, and(along(turned, by_files), turned_targets));
        sum = add_count(
            sum,
            and(
                along(mirror(turned), mirror(by_files)),
                mirror(turned_targets),
            ),
        );
    }
    if seen.reply_diagonal != 0 {
        let free = without(s.reply_diagonal, pinned_straight);
        let by_diagonals = without(free, pinned_anti);
        let by_antis = without(free, pinned_diagonal);
        for set in [
            ways.north_east.fill::<9>(by_diagonals, NOT_A),
            ways.south_west.fill::<-9>(by_diagonals, NOT_H),
            ways.north_west.fill::<7>(by_antis, NOT_H),
            ways.south_east.fill::<-7>(by_antis, NOT_A),
        ] {
            sum = add_count(sum, and(set, targets));
        }
    }
    if seen.reply_knights != 0 {
        let free = without(s.reply_knights, or(pinned_straight, pinned_slanted));
        for (offset, arrive) in [
            (17, NOT_A),
            (15, NOT_H),
            (10, NOT_AB),
            (6, NOT_GH),
            (-6, NOT_AB),
            (-10, NOT_GH),
            (-15, NOT_A),
            (-17, NOT_H),
        ] {
            sum = add_count(sum, and(and(shift(free, offset), all(arrive)), targets));
        }
    }

    let forward = -pawn_front;
    let last = all(V::forward(V::SEVENTH));
    let pushers = without(s.reply_pawns, or(pinned_slanted, pinned_rank));
    let once = and(shift(pushers, forward), empty);
    let twice = and(shift(and(once, all(V::THIRD)), forward), empty);
    let pushes = and(or(once, twice), targets);
    let takers = without(s.reply_pawns, pinned_straight);
    let (eastward, westward) = if V::WHITE {
        (
            without(takers, pinned_anti),
            without(takers, pinned_diagonal),
        )
    } else {
        (
            without(takers, pinned_diagonal),
            without(takers, pinned_anti),
        )
    };
    let prey = and(theirs, targets);
    let east = and(and(shift(eastward, forward + 1), all(NOT_A)), prey);
    let west = and(and(shift(westward, forward - 1), all(NOT_H)), prey);
    sum = add_count(sum, pushes);
    sum = add_count(sum, east);
    sum = add_count(sum, west);
    if _mm512_test_epi64_mask(s.reply_pawns, all(V::SEVENTH)) != 0 {
        for moves in [pushes, east, west] {
            let promotions = _mm512_popcnt_epi64(and(moves, last));
            let thrice = _mm512_add_epi64(promotions, _mm512_add_epi64(promotions, promotions));
            sum = _mm512_add_epi64(sum, thrice);
        }
    }
    if castling {
        let calm = _mm512_cmpeq_epi64_mask(answers, all(!0));
        let [one, other] = *paths;
        let able = calm & castles::<V>(s, occupied, danger, king, one);
        sum = _mm512_mask_add_epi64(sum, able, sum, all(1));
        let able = calm & castles::<V>(s, occupied, danger, king, other);
        sum = _mm512_mask_add_epi64(sum, able, sum, all(1));
    }
    sum
}
