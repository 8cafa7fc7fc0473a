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

use crate::chess::attacks::{KING, KNIGHT, PAWN, RAYS};
use crate::chess::board::{CastlingPath, castled};
use crate::chess::color::Side;
use crate::chess::legal::CORNERS;

/// A word for each of eight positions.
type Lanes = __m512i;

/// The positions, as they are after a move of the side that has just moved.
#[derive(Clone, Copy)]
pub(super) struct Siblings {
    /// Men of the side that has moved, queens in both slider sets.
    pub pawns: Lanes,
    pub knights: Lanes,
    pub diagonal: Lanes,
    pub straight: Lanes,
    pub king: Lanes,
    /// Men of the side to move, its king left out.
    pub reply_pawns: Lanes,
    pub reply_knights: Lanes,
    pub reply_diagonal: Lanes,
    pub reply_straight: Lanes,
    /// Its rooks that may castle.
    pub reply_castling: Lanes,
}

const A: u64 = 0x0101_0101_0101_0101;
const H: u64 = A << 7;
const NOT_A: u64 = !A;
const NOT_H: u64 = !H;
const NOT_AB: u64 = !(A | A << 1);
const NOT_GH: u64 = !(H | H >> 1);

#[inline]
#[target_feature(enable = "avx512f")]
fn all(word: u64) -> Lanes {
    _mm512_set1_epi64(word as i64)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn and(a: Lanes, b: Lanes) -> Lanes {
    _mm512_and_si512(a, b)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn or(a: Lanes, b: Lanes) -> Lanes {
    _mm512_or_si512(a, b)
}

/// `a & !b`
#[inline]
#[target_feature(enable = "avx512f")]
fn without(a: Lanes, b: Lanes) -> Lanes {
    _mm512_andnot_si512(b, a)
}

/// Every square moved by so many; what leaves the board is gone, what crosses its edge is not.
#[inline]
#[target_feature(enable = "avx512f")]
fn shift(set: Lanes, offset: i32) -> Lanes {
    if offset >= 0 {
        _mm512_sllv_epi64(set, all(offset as u64))
    } else {
        _mm512_srlv_epi64(set, all(-offset as u64))
    }
}

/// Adds the number of squares of a set.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn add_count(sum: Lanes, set: Lanes) -> Lanes {
    _mm512_add_epi64(sum, _mm512_popcnt_epi64(set))
}

/// Turns every rank round: the a-file becomes the h-file.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn mirror(set: Lanes) -> Lanes {
    _mm512_gf2p8affine_epi64_epi8(set, all(0x8040_2010_0804_0201), 0)
}

/// Files become ranks; the first rank becomes the h-file.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn transpose(set: Lanes) -> Lanes {
    _mm512_gf2p8affine_epi64_epi8(all(0x8040_2010_0804_0201), set, 0)
}

/// What sliders attack towards the upper end of each byte.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn along(occupied: Lanes, sliders: Lanes) -> Lanes {
    let next = _mm512_add_epi8(sliders, sliders);
    _mm512_xor_si512(occupied, _mm512_sub_epi8(occupied, next))
}

/// What sliders attack in one direction, `offset` squares a step; `arrive` are the squares that can
/// be entered without crossing the edge. The squares to go through are the same for both sides, and
/// the compiler shares them.
#[inline]
#[target_feature(enable = "avx512f")]
fn fill(sliders: Lanes, empty: Lanes, offset: i32, arrive: u64) -> Lanes {
    let one = and(empty, all(arrive));
    let two = and(one, shift(one, offset));
    let four = and(two, shift(two, 2 * offset));
    let mut reach = sliders;
    reach = or(reach, and(one, shift(reach, offset)));
    reach = or(reach, and(two, shift(reach, 2 * offset)));
    reach = or(reach, and(four, shift(reach, 4 * offset)));
    and(shift(reach, offset), all(arrive))
}

/// From the king to the first man towards higher squares.
#[inline]
#[target_feature(enable = "avx512f")]
fn ray_up(occupied: Lanes, ray: u64) -> Lanes {
    let ray = all(ray);
    let blockers = and(occupied, ray);
    let below = _mm512_add_epi64(blockers, all(!0));
    and(_mm512_xor_si512(blockers, below), ray)
}

/// From the king to the first man towards lower squares.
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
fn ray_down(occupied: Lanes, ray: u64) -> Lanes {
    let ray = all(ray);
    let blockers = or(and(occupied, ray), all(1));
    let above = _mm512_srav_epi64(all(1 << 63), _mm512_lzcnt_epi64(blockers));
    and(above, ray)
}

/// Squares that knights attack.
#[inline]
#[target_feature(enable = "avx512f")]
fn knights(set: Lanes) -> Lanes {
    let one = or(
        and(shift(set, 1), all(NOT_A)),
        and(shift(set, -1), all(NOT_H)),
    );
    let two = or(
        and(shift(set, 2), all(NOT_AB)),
        and(shift(set, -2), all(NOT_GH)),
    );
    or(
        or(shift(one, 16), shift(one, -16)),
        or(shift(two, 8), shift(two, -8)),
    )
}

/// Squares beside those of the set, and the set.
#[inline]
#[target_feature(enable = "avx512f")]
fn around(set: Lanes) -> Lanes {
    let row = or(
        set,
        or(
            and(shift(set, 1), all(NOT_A)),
            and(shift(set, -1), all(NOT_H)),
        ),
    );
    or(row, or(shift(row, 8), shift(row, -8)))
}

/// Which sliders and knights stand on any of the boards: what none has costs nothing.
#[derive(Clone, Copy, Default)]
pub(super) struct Seen {
    /// Sliders and knights of the side that has moved.
    pub diagonal: u64,
    pub straight: u64,
    pub knights: u64,
    /// Those of the side to move.
    pub reply_diagonal: u64,
    pub reply_straight: u64,
    pub reply_knights: u64,
}

/// What the enemy's men do to the king and to those who stand before him.
struct Threats {
    /// Squares on which men other than the king answer every check.
    answers: Lanes,
    /// Squares that the enemy attacks.
    danger: Lanes,
    /// Men pinned along ranks, files, and the two kinds of diagonal.
    pinned_rank: Lanes,
    pinned_file: Lanes,
    pinned_diagonal: Lanes,
    pinned_anti: Lanes,
}

impl Threats {
    /// Notes the check that comes along a ray, if any; `behind` is the square on the king's far side.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn check(&mut self, ray: Lanes, sliders: Lanes, behind: u64) {
        let hit = _mm512_test_epi64_mask(ray, sliders);
        self.answers = _mm512_mask_and_epi64(self.answers, hit, self.answers, ray);
        self.danger = _mm512_mask_or_epi64(self.danger, hit, self.danger, all(behind));
    }

    /// What rooks and queens do.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,gfni")]
    fn by_straight(&mut self, occupied: Lanes, sliders: Lanes, king: usize, ours: Lanes) {
        let (rays, near) = (&RAYS[king], KING[king]);
        let north = ray_up(occupied, rays[0]);
        let east = ray_up(occupied, rays[2]);
        let south = ray_down(occupied, rays[4]);
        let west = ray_down(occupied, rays[6]);
        self.check(north, sliders, near & rays[4]);
        self.check(east, sliders, near & rays[6]);
        self.check(south, sliders, near & rays[0]);
        self.check(west, sliders, near & rays[2]);
        let by_rank = or(
            along(occupied, sliders),
            mirror(along(mirror(occupied), mirror(sliders))),
        );
        let (turned, turned_sliders) = (transpose(occupied), transpose(sliders));
        let by_file = back(or(
            along(turned, turned_sliders),
            mirror(along(mirror(turned), mirror(turned_sliders))),
        ));
        self.danger = or(self.danger, or(by_rank, by_file));
        self.pinned_rank = and(and(or(east, west), by_rank), ours);
        self.pinned_file = and(and(or(north, south), by_file), ours);
    }

    /// What bishops and queens do.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,gfni")]
    fn by_diagonal(&mut self, occupied: Lanes, sliders: Lanes, king: usize, ours: Lanes) {
        let (rays, near) = (&RAYS[king], KING[king]);
        let north_east = ray_up(occupied, rays[1]);
        let south_east = ray_down(occupied, rays[3]);
        let south_west = ray_down(occupied, rays[5]);
        let north_west = ray_up(occupied, rays[7]);
        self.check(north_east, sliders, near & rays[5]);
        self.check(south_east, sliders, near & rays[7]);
        self.check(south_west, sliders, near & rays[1]);
        self.check(north_west, sliders, near & rays[3]);
        let empty = without(all(!0), occupied);
        let by_diagonal = or(
            fill(sliders, empty, 9, NOT_A),
            fill(sliders, empty, -9, NOT_H),
        );
        let by_anti = or(
            fill(sliders, empty, 7, NOT_H),
            fill(sliders, empty, -7, NOT_A),
        );
        self.danger = or(self.danger, or(by_diagonal, by_anti));
        self.pinned_diagonal = and(and(or(north_east, south_west), by_diagonal), ours);
        self.pinned_anti = and(and(or(north_west, south_east), by_anti), ours);
    }
}

/// In which positions `V` may castle along a path, if it is not in check.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn castles<V: Side>(
    s: &Siblings,
    occupied: Lanes,
    danger: Lanes,
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
fn uncovered<V: Side>(s: &Siblings, occupied: Lanes, king: usize, rook: usize) -> u8 {
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
    s: &Siblings,
    king: usize,
    castling: bool,
    paths: &[CastlingPath; 2],
    seen: &Seen,
) -> Lanes {
    let king = king & 63;
    let home = all(1 << king);
    let theirs = or(
        or(or(s.pawns, s.knights), or(s.diagonal, s.straight)),
        s.king,
    );
    let ours = or(
        or(s.reply_pawns, s.reply_knights),
        or(s.reply_diagonal, s.reply_straight),
    );
    let men = or(ours, home);
    let occupied = or(theirs, men);
    let empty = _mm512_xor_si512(occupied, all(!0));

    let none = _mm512_setzero_si512();
    let mut threats = Threats {
        answers: all(!0),
        danger: around(s.king),
        pinned_rank: none,
        pinned_file: none,
        pinned_diagonal: none,
        pinned_anti: none,
    };
    if seen.straight != 0 {
        threats.by_straight(occupied, s.straight, king, ours);
    }
    if seen.diagonal != 0 {
        threats.by_diagonal(occupied, s.diagonal, king, ours);
    }
    let mut leapers = and(s.pawns, all(PAWN[V::COLOR.index()][king]));
    if seen.knights != 0 {
        threats.danger = or(threats.danger, knights(s.knights));
        leapers = or(leapers, and(s.knights, all(KNIGHT[king])));
    }
    let hit = _mm512_test_epi64_mask(leapers, leapers);
    let Threats {
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
    let ahead = shift(s.pawns, pawn_front);
    danger = or(
        danger,
        or(
            and(shift(ahead, 1), all(NOT_A)),
            and(shift(ahead, -1), all(NOT_H)),
        ),
    );
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
        // Written out, because in a loop the compiler would share nothing with the fills above.
        let along_diagonal =
            |offset, arrive| and(fill(by_diagonals, empty, offset, arrive), targets);
        let along_anti = |offset, arrive| and(fill(by_antis, empty, offset, arrive), targets);
        sum = add_count(sum, along_diagonal(9, NOT_A));
        sum = add_count(sum, along_diagonal(-9, NOT_H));
        sum = add_count(sum, along_anti(7, NOT_H));
        sum = add_count(sum, along_anti(-7, NOT_A));
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

/// Undoes [`transpose`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn back(set: Lanes) -> Lanes {
    mirror(_mm512_gf2p8affine_epi64_epi8(
        all(0x0102_0408_1020_4080),
        set,
        0,
    ))
}
