//! The tables of KBNK, which `workshop endings fit` prints.

/// A row of squares for each square of the lone king.
pub(super) type Table = [[i16; 64]; 20];

/// The tables of the strong king, the knight and the bishop.
pub(super) static TABLES: [Table; 3] = read(include_bytes!("tables.txt"));

/// The numbers of the text, in their order. Everything else in it separates them.
const fn read(text: &[u8]) -> [Table; 3] {
    let mut tables = [[[0_i16; 64]; 20]; 3];
    let (mut byte, mut count) = (0, 0);
    while byte < text.len() {
        let (start, mut number) = (byte, 0_i16);
        while byte < text.len() && text[byte].is_ascii_digit() {
            number = 10 * number + (text[byte] - b'0') as i16;
            byte += 1;
        }
        if byte > start {
            let negative = start > 0 && text[start - 1] == b'-';
            tables[count / (20 * 64)][count / 64 % 20][count % 64] =
                if negative { -number } else { number };
            count += 1;
        }
        byte += 1;
    }
    assert!(count == 3 * 20 * 64);
    tables
}

#[cfg(test)]
mod tests {
    use super::TABLES;

    /// A changed number changes the evaluation: the FNV hash of all of them.
    #[test]
    fn the_numbers_are_those_of_the_fit() {
        let numbers = TABLES.iter().flatten().flatten();
        let hash = numbers.fold(0xcbf2_9ce4_8422_2325, |hash: u64, &number| {
            (hash ^ number as u64).wrapping_mul(0x100_0000_01b3)
        });
        assert_eq!(hash, 0x5dcfe1f6d5f4a737);
    }
}
