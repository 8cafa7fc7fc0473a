//! Attack tables, all computed by the compiler, and the two ways to look up sliders.
//!
//! [`Portable`] uses kindergarten bitboards (Urban Koistinen and Gerd Isenberg, Chess Programming
//! Wiki) and needs 10 KiB of tables. The table that is indexed with the BMI2 instruction `pext`
//! (Pauzner, 2013) takes 841 KiB; only the x86 kernels use it, and it is defined there.

/// A bitboard as a plain word, as all tables here store it.
type Set = u64;

const FILE_A: Set = 0x0101_0101_0101_0101;
const FILE_H: Set = FILE_A << 7;
/// Every square but those of the a-file: what may move one file west.
pub(crate) const NOT_A: Set = !FILE_A;
/// Every square but those of the h-file.
pub(crate) const NOT_H: Set = !FILE_H;
/// Every square but those of the a- and b-file.
pub(crate) const NOT_AB: Set = !(FILE_A | FILE_A << 1);
/// Every square but those of the g- and h-file.
pub(crate) const NOT_GH: Set = !(FILE_H | FILE_H >> 1);

/// The squares that knights on the squares of the set attack.
#[inline(always)]
pub(crate) const fn knights(set: Set) -> Set {
    let one = (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    let two = (set << 2 & NOT_AB) | (set >> 2 & NOT_GH);
    one << 16 | one >> 16 | two << 8 | two >> 8
}

/// The squares that kings on the squares of the set attack.
#[inline(always)]
pub(crate) const fn kings(set: Set) -> Set {
    let row = set | (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    (row | row << 8 | row >> 8) & !set
}

/// The set one file east; squares that leave the board are dropped.
#[inline(always)]
pub(crate) const fn east(set: Set) -> Set {
    set << 1 & NOT_A
}

/// The set one file west; squares that leave the board are dropped.
#[inline(always)]
pub(crate) const fn west(set: Set) -> Set {
    set >> 1 & NOT_H
}

/// The set moved by `offset` squares, a square's index growing from a1 to h8. No square of the set
/// may leave the board.
#[inline(always)]
pub(crate) const fn shift(set: Set, offset: i32) -> Set {
    if offset < 0 {
        set >> -offset
    } else {
        set << offset
    }
}

/// Knight attacks from each square.
pub(crate) static KNIGHT: [Set; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = knights(1 << square);
        square += 1;
    }
    table
};

/// King attacks from each square.
pub(crate) static KING: [Set; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = kings(1 << square);
        square += 1;
    }
    table
};

/// Pawn attacks from each square, White's first.
pub(crate) static PAWN: [[Set; 64]; 2] = {
    let mut table = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let sides = east(1 << square) | west(1 << square);
        table[0][square] = sides << 8;
        table[1][square] = sides >> 8;
        square += 1;
    }
    table
};

/// The lines through a square, without the square itself: four words in this order.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Lines {
    /// West to east.
    pub rank: Set,
    /// South to north.
    pub file: Set,
    /// South-west to north-east.
    pub diagonal: Set,
    /// North-west to south-east.
    pub anti: Set,
}

/// The lines through a square.
#[inline(always)]
pub(crate) fn lines(square: usize) -> &'static Lines {
    &LINES[square & 63]
}

/// Every square of one line through `square`, in the direction given and its opposite.
const fn line(square: usize, file_step: i32, rank_step: i32) -> Set {
    let mut set = 0;
    let mut sign = -1;
    while sign <= 1 {
        let mut file = (square & 7) as i32 + sign * file_step;
        let mut rank = (square >> 3) as i32 + sign * rank_step;
        while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            set |= 1 << (rank * 8 + file);
            file += sign * file_step;
            rank += sign * rank_step;
        }
        sign += 2;
    }
    set
}

/// The lines through every square.
pub(crate) static LINES: [Lines; 64] = all_lines();

const fn all_lines() -> [Lines; 64] {
    let mut table = [Lines {
        rank: 0,
        file: 0,
        diagonal: 0,
        anti: 0,
    }; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Lines {
            rank: line(square, 1, 0),
            file: line(square, 0, 1),
            diagonal: line(square, 1, 1),
            anti: line(square, 1, -1),
        };
        square += 1;
    }
    table
}

/// Attacks along a rank, by file of the slider and the six inner squares of the rank.
pub(in crate::chess) static RANK_ATTACKS: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = inner << 1;
            let mut set = 0u8;
            let mut to = file as i32 + 1;
            while to < 8 {
                set |= 1 << to;
                if occupied >> to & 1 == 1 {
                    break;
                }
                to += 1;
            }
            to = file as i32 - 1;
            while to >= 0 {
                set |= 1 << to;
                if occupied >> to & 1 == 1 {
                    break;
                }
                to -= 1;
            }
            table[file][inner] = set;
            inner += 1;
        }
        file += 1;
    }
    table
};

/// Attacks along a diagonal from a slider on a file, by the six inner squares of the diagonal, on all
/// ranks: the intersection with the diagonal remains to be taken.
static DIAGONAL_ATTACKS: [[Set; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            table[file][inner] = RANK_ATTACKS[file][inner] as Set * FILE_A;
            inner += 1;
        }
        file += 1;
    }
    table
};

/// Attacks along the a-file, by rank of the slider and the six inner squares of the file.
static FILE_ATTACKS: [[Set; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut rank = 0;
    while rank < 8 {
        let mut inner = 0;
        while inner < 64 {
            let along = RANK_ATTACKS[rank][inner] as Set;
            let mut to = 0;
            while to < 8 {
                table[rank][inner] |= (along >> to & 1) << (8 * to);
                to += 1;
            }
            inner += 1;
        }
        rank += 1;
    }
    table
};

/// The squares from h1 to a8.
const LONG_ANTI: Set = 0x0102_0408_1020_4080;

/// The inner squares of a diagonal by their files: it has at most one square on each, so that the
/// product has the sum of its ranks, without carries, on the highest one.
#[inline(always)]
const fn inner_by_file(diagonal: Set) -> usize {
    (diagonal.wrapping_mul(FILE_A << 1) >> 58) as usize
}

/// Rook attacks; the rook itself does not block.
#[inline(always)]
pub(crate) const fn rook(square: usize, occupied: Set) -> Set {
    let square = square & 63;
    let (file, shift) = (square & 7, square & 56);
    let inner = (occupied >> shift) as usize >> 1 & 63;
    let along_rank = (RANK_ATTACKS[file][inner] as Set) << shift;
    // The squares of the diagonal and those of the file have distinct sums.
    let inner = ((occupied >> file & FILE_A).wrapping_mul(LONG_ANTI << 1) >> 58) as usize;
    along_rank | FILE_ATTACKS[square >> 3][inner] << file
}

/// Bishop attacks.
#[inline(always)]
pub(crate) const fn bishop(square: usize, occupied: Set) -> Set {
    let square = square & 63;
    let lines = &LINES[square];
    let table = &DIAGONAL_ATTACKS[square & 7];
    lines.diagonal & table[inner_by_file(lines.diagonal & occupied)]
        | lines.anti & table[inner_by_file(lines.anti & occupied)]
}

/// The squares strictly between two squares of one line; none if they share no line.
pub(crate) static BETWEEN: [[Set; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let ends = 1 << a | 1 << b;
            table[a][b] = if rook(a, 0) >> b & 1 == 1 {
                rook(a, ends) & rook(b, ends)
            } else if bishop(a, 0) >> b & 1 == 1 {
                bishop(a, ends) & bishop(b, ends)
            } else {
                0
            };
            b += 1;
        }
        a += 1;
    }
    table
};

/// The whole line through two squares, edge to edge; none if they share no line.
pub(crate) fn line_through(a: usize, b: usize) -> Set {
    let (one, other) = (&LINES[a & 63], 1 << (b & 63));
    [one.rank, one.file, one.diagonal, one.anti]
        .into_iter()
        .find(|line| line & other != 0)
        .map_or(0, |line| line | 1 << (a & 63))
}

/// For the king on each square, the squares from which a slider can attack a square beside it: along ranks
/// and files, and along diagonals.
pub(crate) static NEAR_KING: [(Set, Set); 64] = {
    let mut table = [(0, 0); 64];
    let mut king = 0;
    while king < 64 {
        let mut square = 0;
        while square < 64 {
            if KING[king] >> square & 1 == 1 {
                let lines = &LINES[square];
                table[king].0 |= lines.rank | lines.file;
                table[king].1 |= lines.diagonal | lines.anti;
            }
            square += 1;
        }
        king += 1;
    }
    table
};

/// A method to look up slider attacks.
pub(crate) trait Sliders: Copy + Send + Sync {
    /// Rook attacks from `square` (below 64).
    fn rook(self, square: usize, occupied: u64) -> u64;
    /// Bishop attacks from `square` (below 64).
    fn bishop(self, square: usize, occupied: u64) -> u64;
}

/// Kindergarten bitboards: any CPU.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Sliders for Portable {
    #[inline(always)]
    fn rook(self, square: usize, occupied: u64) -> u64 {
        rook(square, occupied)
    }

    #[inline(always)]
    fn bishop(self, square: usize, occupied: u64) -> u64 {
        bishop(square, occupied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The oracle: walks from the square to the first blocker.
    fn walk(square: usize, occupied: u64, steps: [(i32, i32); 4]) -> u64 {
        let mut set = 0;
        for (df, dr) in steps {
            let (mut f, mut r) = ((square & 7) as i32 + df, (square >> 3) as i32 + dr);
            while (0..8).contains(&f) && (0..8).contains(&r) {
                let bit = 1u64 << (r * 8 + f);
                set |= bit;
                if occupied & bit != 0 {
                    break;
                }
                f += df;
                r += dr;
            }
        }
        set
    }

    #[test]
    fn sliders_agree_with_walking() {
        let mut seed = 1u64;
        for square in 0..64 {
            for _ in 0..500 {
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let occupied = seed ^ seed >> 29;
                assert_eq!(
                    rook(square, occupied),
                    walk(square, occupied, [(1, 0), (-1, 0), (0, 1), (0, -1)])
                );
                assert_eq!(
                    bishop(square, occupied),
                    walk(square, occupied, [(1, 1), (-1, 1), (1, -1), (-1, -1)])
                );
            }
        }
    }

    #[test]
    fn between_leaves_out_the_ends() {
        assert_eq!(BETWEEN[0][63].count_ones(), 6);
        assert_eq!(BETWEEN[0][7].count_ones(), 6);
        assert_eq!(BETWEEN[0][17], 0);
        assert_eq!(BETWEEN[3][3], 0);
    }
}
