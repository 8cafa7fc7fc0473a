//! Numbers of arrangements of squares: of the two kings, of three different pieces, of pawns, and of
//! equal pieces. Symmetric arrangements have one number. The numbering is part of the file format.

/// Squares are 0 (a1) to 63 (h8), as in [`Square::index`](movegen::chess::Square::index).
pub(super) type Index = usize;

const fn file(square: Index) -> usize {
    square & 7
}

const fn rank(square: Index) -> usize {
    square >> 3
}

/// Whether the square lies above the diagonal from a1 to h8.
const fn is_above_diagonal(square: Index) -> bool {
    rank(square) > file(square)
}

const fn is_on_diagonal(square: Index) -> bool {
    rank(square) == file(square)
}

/// The square reflected in the diagonal from a1 to h8.
const fn transposed(square: Index) -> Index {
    8 * file(square) + rank(square)
}

/// The number of ways to choose `count` of `from` things; table for at most six of them.
const CHOICES: [[u64; 64]; 7] = {
    let mut table = [[0; 64]; 7];
    let mut from = 0;
    while from < 64 {
        table[0][from] = 1;
        let mut count = 1;
        while count < 7 && from > 0 {
            table[count][from] = table[count - 1][from - 1] + table[count][from - 1];
            count += 1;
        }
        from += 1;
    }
    table
};

/// The number of ways to choose `count` of `from` squares.
pub(super) fn choices(count: usize, from: usize) -> u64 {
    CHOICES[count][from]
}

/// The arrangements of two kings, one of them in the triangle a1, d1, d4.
pub(super) const KING_PAIRS: u64 = 462;
/// The arrangements of three different pieces, the first in the triangle a1, d1, d4.
pub(super) const TRIPLES: u64 = 31_332;

/// The number of a square of the triangle a1, d1, d4: 0 to 5 below the diagonal, 6 to 9 on it.
const fn triangle_number(square: Index) -> usize {
    match (file(square), rank(square)) {
        (file, rank) if file == rank => 6 + rank,
        (file, 0) => file - 1,
        (file, 1) => file + 1,
        _ => 5,
    }
}

/// The number of a square below the diagonal, rank by rank: 0 (b1) to 27 (h7).
const fn below_diagonal_number(square: Index) -> usize {
    let rank = rank(square);
    // The ranks below have 7, 6, ... such squares.
    7 * rank - rank * rank.saturating_sub(1) / 2 + file(square) - rank - 1
}

/// By triangle number of the first king and square of the second: the number of the arrangement.
const KING_NUMBERS: [[u16; 64]; 10] = {
    let mut table = [[u16::MAX; 64]; 10];
    let mut number = 0;
    // Arrangements with both kings on the diagonal come last.
    let mut both_on_diagonal = false;
    loop {
        let mut triangle = 0;
        while triangle < 10 {
            let first = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27][triangle];
            let mut second = 0;
            while second < 64 {
                let adjacent = file(first).abs_diff(file(second)) <= 1
                    && rank(first).abs_diff(rank(second)) <= 1;
                let mirrored = is_on_diagonal(first) && is_above_diagonal(second);
                let both = is_on_diagonal(first) && is_on_diagonal(second);
                if !adjacent && !mirrored && both == both_on_diagonal {
                    table[triangle][second] = number;
                    number += 1;
                }
                second += 1;
            }
            triangle += 1;
        }
        if both_on_diagonal {
            break;
        }
        both_on_diagonal = true;
    }
    assert!(number as u64 == KING_PAIRS);
    table
};

/// Reflects a board without pawns so that the first piece is in the triangle a1, d1, d4, and the
/// first of the `leading` pieces that is not on the diagonal is below it.
pub(super) fn reflect_into_triangle(squares: &mut [Index], leading: usize) {
    if file(squares[0]) > 3 {
        squares.iter_mut().for_each(|square| *square ^= 7);
    }
    if rank(squares[0]) > 3 {
        squares.iter_mut().for_each(|square| *square ^= 56);
    }
    let off_diagonal = squares[..leading]
        .iter()
        .find(|&&square| !is_on_diagonal(square));
    if off_diagonal.is_some_and(|&square| is_above_diagonal(square)) {
        squares
            .iter_mut()
            .for_each(|square| *square = transposed(*square));
    }
}

/// The number of an arrangement of two kings; `None` if they are adjacent.
pub(super) fn kings_number(first: Index, second: Index) -> Option<u64> {
    let number = KING_NUMBERS[triangle_number(first)][second];
    (number != u16::MAX).then_some(number.into())
}

/// The number of an arrangement of three different pieces.
pub(super) fn triple_number([first, second, third]: [Index; 3]) -> u64 {
    // Squares that earlier pieces occupy are not counted.
    let second_skips = usize::from(second > first);
    let third_skips = usize::from(third > first) + usize::from(third > second);
    const OFF_FIRST: usize = 6 * 63 * 62;
    const OFF_SECOND: usize = OFF_FIRST + 4 * 28 * 62;
    const OFF_THIRD: usize = OFF_SECOND + 4 * 7 * 28;
    let number = if !is_on_diagonal(first) {
        (triangle_number(first) * 63 + second - second_skips) * 62 + third - third_skips
    } else if !is_on_diagonal(second) {
        OFF_FIRST + (rank(first) * 28 + below_diagonal_number(second)) * 62 + third - third_skips
    } else if !is_on_diagonal(third) {
        OFF_SECOND
            + (rank(first) * 7 + rank(second) - second_skips) * 28
            + below_diagonal_number(third)
    } else {
        OFF_THIRD + (rank(first) * 7 + rank(second) - second_skips) * 6 + rank(third) - third_skips
    };
    number as u64
}

/// How far a pawn's square is from the edge and from promotion: 47 (a2), 46 (h2), 45 (a3) to 0 (e7).
/// The leading pawn is the one with the greatest number.
pub(super) const fn pawn_number(square: Index) -> usize {
    47 - 12 * edge_distance(square) - 2 * (rank(square) - 1) - (file(square) > 3) as usize
}

/// The distance of a square's file from the nearest edge: 0 to 3.
pub(super) const fn edge_distance(square: Index) -> usize {
    match file(square) {
        file @ 0..=3 => file,
        file => 7 - file,
    }
}

/// The number of an arrangement of the leading side's pawns, the leading pawn first, the others in
/// descending order of [`pawn_number`], among those with the leading pawn on its file.
pub(super) fn pawns_number(squares: &[Index]) -> u64 {
    let followers = squares.len() - 1;
    let lower = (1..rank(squares[0])).map(|rank| 8 * rank + edge_distance(squares[0]));
    let before: u64 = lower
        .map(|square| choices(followers, pawn_number(square)))
        .sum();
    let others = squares[1..].iter().enumerate();
    let others = others.map(|(place, &square)| choices(followers - place, pawn_number(square)));
    before + others.sum::<u64>()
}

/// The number of arrangements of this many pawns with the leading one on the file with this distance
/// from the edge.
pub(super) fn pawn_arrangements(pawns: usize, edge_distance: usize) -> u64 {
    let squares = (1..7).map(|rank| 8 * rank + edge_distance);
    squares
        .map(|square| choices(pawns - 1, pawn_number(square)))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn numbers_are_a_numbering() {
        let below = (0..64).filter(|&square| file(square) > rank(square));
        assert!(below.map(below_diagonal_number).eq(0..28));
        let pawns: HashSet<usize> = (8..56).map(pawn_number).collect();
        assert_eq!(pawns.len(), 48);
        assert_eq!([8, 15, 16, 52].map(pawn_number), [47, 46, 45, 0]);
        assert_eq!(
            (choices(3, 10), choices(0, 0), choices(6, 63)),
            (120, 1, 67_945_521)
        );
    }

    #[test]
    fn triples_that_are_reflections_have_the_same_number() {
        let mut numbers = HashSet::new();
        for first in 0..64 {
            for second in (0..64).filter(|&square| square != first) {
                for third in (0..64).filter(|&square| square != first && square != second) {
                    let number = |mut squares: [Index; 3]| {
                        reflect_into_triangle(&mut squares, 3);
                        triple_number(squares)
                    };
                    let squares = [first, second, third];
                    let here = number(squares);
                    assert_eq!(here, number(squares.map(transposed)));
                    assert_eq!(here, number(squares.map(|square| square ^ 63)));
                    numbers.insert(here);
                }
            }
        }
        assert_eq!(numbers.len() as u64, TRIPLES);
        assert!(numbers.iter().all(|&number| number < TRIPLES));
    }
}
