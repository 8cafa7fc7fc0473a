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

use crate::chess::attacks::{KING, KNIGHT, LINES, PAWN};
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

/// `(a & b) | c`
const AND_OR: i32 = 0xea;
/// `(a ^ b) & c`
const XOR_AND: i32 = 0x28;
/// `(a ^ b) | c`
const XOR_OR: i32 = 0xbe;
/// `a & b & c`
const ALL_THREE: i32 = 0x80;
/// `a | (b & !c)`
const OR_WITHOUT: i32 = 0xf4;

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

/// The lanes in which two sets meet, as the compiler sees them: a register of which nothing is known.
/// Else it looks for the lanes in which they do not meet, and mixes by a move of its own what one
/// instruction could have written to some lanes alone.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn lanes_that_meet(a: Lanes, b: Lanes) -> u8 {
    let mut lanes = _mm512_test_epi64_mask(a, b);
    // SAFETY: nothing is done.
    unsafe {
        std::arch::asm!("/* {0} */", inout(kreg) lanes, options(pure, nomem, nostack, preserves_flags));
    }
    lanes
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

/// Where sliders can go on in one direction: by one square, by two, by four.
struct Way {
    one: Lanes,
    two: Lanes,
    four: Lanes,
}

impl Way {
    /// `arrive` are the squares that can be entered without crossing the edge.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new<const OFFSET: i32>(empty: Lanes, arrive: u64) -> Way {
        let one = and(empty, all(arrive));
        let two = and(one, shift(one, OFFSET));
        let four = and(two, shift(two, 2 * OFFSET));
        Way { one, two, four }
    }

    /// What sliders attack.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn fill<const OFFSET: i32>(&self, sliders: Lanes, arrive: u64) -> Lanes {
        let mut reach = sliders;
        reach = or(reach, and(self.one, shift(reach, OFFSET)));
        reach = or(reach, and(self.two, shift(reach, 2 * OFFSET)));
        reach = or(reach, and(self.four, shift(reach, 4 * OFFSET)));
        and(shift(reach, OFFSET), all(arrive))
    }
}

/// The ways of bishops: the same for both sides.
struct Ways {
    north_east: Way,
    south_west: Way,
    north_west: Way,
    south_east: Way,
}

impl Ways {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new(empty: Lanes) -> Ways {
        Ways {
            north_east: Way::new::<9>(empty, NOT_A),
            south_west: Way::new::<-9>(empty, NOT_H),
            north_west: Way::new::<7>(empty, NOT_H),
            south_east: Way::new::<-7>(empty, NOT_A),
        }
    }
}

/// A line through the king's square.
#[derive(Clone, Copy)]
struct Line {
    /// The squares above the king's.
    up: u64,
    /// The squares below it.
    down: u64,
    all: u64,
    /// Those beside the king.
    near: u64,
}

/// What is to know of a king's square.
#[derive(Clone, Copy)]
struct Home {
    file: Line,
    diagonal: Line,
    anti: Line,
    /// The squares beside the king on his rank.
    near: u64,
    /// The square to the east of the king, if any, as seen from either side of the board.
    east: u64,
    west: u64,
    /// Where an enemy king or pawns can do something to him or to what is around him, now or when they
    /// have moved.
    kings: u64,
    pawns: [u64; 2],
}

static HOMES: [Home; 64] = {
    let none = Line {
        up: 0,
        down: 0,
        all: 0,
        near: 0,
    };
    let mut table = [Home {
        file: none,
        diagonal: none,
        anti: none,
        near: 0,
        east: 0,
        west: 0,
        kings: 0,
        pawns: [0; 2],
    }; 64];
    let mut square = 0;
    while square < 64 {
        let (lines, mirrored) = (&LINES[square], square ^ 7);
        let ring = spread_out(1 << square);
        let after_capture = spread_out(spread_out(ring));
        table[square] = Home {
            file: line(square, lines.file),
            diagonal: line(square, lines.diagonal),
            anti: line(square, lines.anti),
            near: KING[square] & lines.rank,
            east: (1 << square & NOT_H) << 1,
            west: (1 << mirrored & NOT_H) << 1,
            kings: spread_out(spread_out(ring)),
            // An attack after a step or two or a capture: of black pawns, then of white ones.
            pawns: [
                after_capture | after_capture << 8,
                after_capture | after_capture >> 8,
            ],
        };
        square += 1;
    }
    table
};

/// A set and all squares beside it.
const fn spread_out(set: u64) -> u64 {
    let row = set | (set & NOT_H) << 1 | (set & NOT_A) >> 1;
    row | row << 8 | row >> 8
}

const fn line(square: usize, all: u64) -> Line {
    Line {
        up: all & (!0 << square << 1),
        down: all & ((1 << square) - 1),
        all,
        near: all & KING[square],
    }
}

/// From the king to the first man either way, by the difference of obstructions (Chess Programming
/// Wiki).
#[inline]
#[target_feature(enable = "avx512f,avx512cd")]
fn rays(occupied: Lanes, line: &Line) -> Lanes {
    let above = and(occupied, all(line.up));
    let below = _mm512_ternarylogic_epi64::<{ AND_OR }>(occupied, all(line.down), all(1));
    // The highest man below, times -1.
    let last = _mm512_srav_epi64(all(1 << 63), _mm512_lzcnt_epi64(below));
    let borrowed = _mm512_add_epi64(above, last);
    _mm512_ternarylogic_epi64::<{ XOR_AND }>(above, borrowed, all(line.all))
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
    pub king: u64,
    pub pawns: u64,
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
    /// Notes the check that comes along a line, if any, and returns the men pinned on it. `rays` are
    /// the king's on this line, `attacked` is what the sliders attack along such lines. One move
    /// cannot open a check from both sides of a line.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq")]
    fn along(
        &mut self,
        around: &Surroundings,
        rays: Lanes,
        attacked: Lanes,
        sliders: Lanes,
        near: u64,
    ) -> Lanes {
        let hit = lanes_that_meet(rays, sliders);
        let way = _mm512_ternarylogic_epi64::<{ AND_OR }>(attacked, around.empty, sliders);
        self.answers =
            _mm512_mask_ternarylogic_epi64::<{ ALL_THREE }>(self.answers, hit, rays, way);
        // The square behind the king, too.
        self.danger =
            _mm512_mask_ternarylogic_epi64::<{ OR_WITHOUT }>(self.danger, hit, all(near), sliders);
        _mm512_ternarylogic_epi64::<{ ALL_THREE }>(rays, attacked, around.ours)
    }

    /// What rooks and queens do.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512cd,gfni")]
    fn by_straight(&mut self, around: &Surroundings, sliders: Lanes, home: &Home) {
        let occupied = around.occupied;
        let mirrored = mirror(occupied);
        let by_rank = or(
            along(occupied, sliders),
            mirror(along(mirrored, mirror(sliders))),
        );
        let east = _mm512_sub_epi8(occupied, all(home.east));
        let west = _mm512_sub_epi8(mirrored, all(home.west));
        let west = mirror(_mm512_xor_si512(mirrored, west));
        let on_rank = _mm512_ternarylogic_epi64::<{ XOR_OR }>(occupied, east, west);
        let (turned, turned_sliders) = (transpose(occupied), transpose(sliders));
        let by_file = back(or(
            along(turned, turned_sliders),
            mirror(along(mirror(turned), mirror(turned_sliders))),
        ));
        let on_file = rays(occupied, &home.file);
        self.danger = or(self.danger, or(by_rank, by_file));
        self.pinned_rank = self.along(around, on_rank, by_rank, sliders, home.near);
        self.pinned_file = self.along(around, on_file, by_file, sliders, home.file.near);
    }

    /// What bishops and queens do.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512cd,gfni")]
    fn by_diagonal(&mut self, around: &Surroundings, ways: &Ways, sliders: Lanes, home: &Home) {
        let by_diagonal = or(
            ways.north_east.fill::<9>(sliders, NOT_A),
            ways.south_west.fill::<-9>(sliders, NOT_H),
        );
        let by_anti = or(
            ways.north_west.fill::<7>(sliders, NOT_H),
            ways.south_east.fill::<-7>(sliders, NOT_A),
        );
        let on_diagonal = rays(around.occupied, &home.diagonal);
        let on_anti = rays(around.occupied, &home.anti);
        self.danger = or(self.danger, or(by_diagonal, by_anti));
        self.pinned_diagonal = self.along(
            around,
            on_diagonal,
            by_diagonal,
            sliders,
            home.diagonal.near,
        );
        self.pinned_anti = self.along(around, on_anti, by_anti, sliders, home.anti.near);
    }
}

/// What stands around the king.
struct Surroundings {
    occupied: Lanes,
    empty: Lanes,
    ours: Lanes,
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
    let home = &HOMES[king];
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
    let mut threats = Threats {
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
    let surroundings = Surroundings {
        occupied,
        empty,
        ours,
    };
    let ways = Ways::new(empty);
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
