//! Compressed values: Huffman codes of symbols, each of which stands for a value or for two other
//! symbols (Larsson and Moffat, "Off-line dictionary-based compression", 1999; in Ronald de Man's
//! format).
//!
//! The codes are in blocks of equal size. An index says, for ranges of equal length, in which block
//! they are; a table of sizes says how many values each block has.

use super::fault::Fault;
use super::source::{Cursor, Source};

/// Symbols are numbered with twelve bits.
const MAX_SYMBOLS: u16 = 4095;
/// Stands in the place of a second symbol if a symbol is a value.
const NO_SYMBOL: u16 = 0xfff;
/// The longest code in bits.
const MAX_CODE: u8 = 32;
/// The size of the largest block, as a power of two; those of published tables are much smaller.
const MAX_BLOCK_BITS: u8 = 12;
/// Bytes of an entry of the index: four of the block, two of the offset.
const INDEX_ENTRY: u64 = 6;
/// Flag: the table has one value for all positions.
const SINGLE_VALUE: u8 = 0x80;

/// The values of the positions with one side to move (and one file of the leading pawn).
#[derive(Debug)]
pub(super) enum Pairs {
    /// All positions have this value.
    Single(u16),
    /// The values are compressed.
    Compressed(Box<Compressed>),
}

#[derive(Debug)]
pub(super) struct Compressed {
    /// The number of values.
    values: u64,
    /// An entry of the index stands for this many values, as a power of two.
    index_bits: u8,
    /// The size of a block in bytes, as a power of two.
    block_bits: u8,
    /// The number of blocks, and of entries in the table of sizes, which may be larger.
    blocks: u32,
    sizes: u32,
    /// The length of the shortest code, in bits.
    min_length: u8,
    /// By length of the code, from the shortest: the first symbol, and its code in the upper bits.
    first_symbols: Vec<u16>,
    first_codes: Vec<u64>,
    /// What each symbol stands for: two symbols, or a value and [`NO_SYMBOL`].
    symbols: Vec<[u16; 2]>,
    /// By symbol, the number of its values, less one.
    lengths: Vec<u8>,
    /// Where the index, the sizes and the blocks begin in the file.
    index_at: u64,
    sizes_at: u64,
    blocks_at: u64,
}

impl Pairs {
    /// Reads the description of the compression. `single` says whether a single value is stored;
    /// otherwise it is 0. Returns the table's flags as well.
    pub(super) fn read(
        cursor: &mut Cursor<'_>,
        values: u64,
        single: bool,
    ) -> Result<(u8, Pairs), Fault> {
        let [flags, second] = cursor.array()?;
        if flags & SINGLE_VALUE != 0 {
            let value = if single { second.into() } else { 0 };
            return Ok((flags, Pairs::Single(value)));
        }
        let (block_bits, [index_bits, padding]) = (second, cursor.array()?);
        let blocks = cursor.u32()?;
        let [max_length, min_length] = cursor.array()?;
        let lengths_are_valid =
            1 <= min_length && min_length <= max_length && max_length <= MAX_CODE;
        if !lengths_are_valid || block_bits > MAX_BLOCK_BITS || !(1..=31).contains(&index_bits) {
            return Err(Fault::Damaged(
                "the header of its compression makes no sense",
            ));
        }
        let first_symbols: Vec<u16> = (min_length..=max_length)
            .map(|_| cursor.u16())
            .collect::<Result<_, _>>()?;
        let symbols = read_symbols(cursor)?;
        let sizes = blocks.checked_add(padding.into());
        Ok((
            flags,
            Pairs::Compressed(Box::new(Compressed {
                values,
                index_bits,
                block_bits,
                blocks,
                sizes: sizes.ok_or(Fault::Damaged("it has too many blocks"))?,
                min_length,
                first_codes: first_codes(&first_symbols, min_length)?,
                first_symbols,
                lengths: lengths(&symbols)?,
                symbols,
                index_at: 0,
                sizes_at: 0,
                blocks_at: 0,
            })),
        ))
    }

    /// Notes where the index is.
    pub(super) fn place_index(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        if let Pairs::Compressed(pairs) = self {
            let entries = pairs.values.div_ceil(1 << pairs.index_bits);
            pairs.index_at = cursor.skip(entries.saturating_mul(INDEX_ENTRY))?;
        }
        Ok(())
    }

    /// Notes where the table of sizes is.
    pub(super) fn place_sizes(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        if let Pairs::Compressed(pairs) = self {
            pairs.sizes_at = cursor.skip(2 * u64::from(pairs.sizes))?;
        }
        Ok(())
    }

    /// Notes where the blocks are.
    pub(super) fn place_blocks(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        if let Pairs::Compressed(pairs) = self {
            cursor.align(64);
            pairs.blocks_at = cursor.skip(u64::from(pairs.blocks) << pairs.block_bits)?;
        }
        Ok(())
    }

    /// The value with this number.
    pub(super) fn value(&self, source: &Source, number: u64) -> Result<u16, Fault> {
        match self {
            Pairs::Single(value) => Ok(*value),
            Pairs::Compressed(pairs) => pairs.value(source, number),
        }
    }
}

/// Reads what the symbols stand for: three bytes each, with twelve bits for each half.
fn read_symbols(cursor: &mut Cursor<'_>) -> Result<Vec<[u16; 2]>, Fault> {
    let count = cursor.u16()?;
    if count > MAX_SYMBOLS {
        return Err(Fault::Damaged("it has too many symbols"));
    }
    let symbols = (0..count).map(|_| {
        let [low, middle, high] = cursor.array()?.map(u16::from);
        Ok([(middle & 0xf) << 8 | low, high << 4 | middle >> 4])
    });
    let symbols = symbols.collect::<Result<_, Fault>>()?;
    cursor.skip((count & 1).into())?;
    Ok(symbols)
}

/// The first code of each length, in the upper bits: longer codes are smaller, and the codes of one
/// length follow one another.
fn first_codes(first_symbols: &[u16], min_length: u8) -> Result<Vec<u64>, Fault> {
    let mut codes = vec![0u64; first_symbols.len()];
    for index in (0..first_symbols.len() - 1).rev() {
        let symbols = [first_symbols[index], first_symbols[index + 1]].map(u64::from);
        let code = (codes[index + 1] + symbols[0]).checked_sub(symbols[1]);
        codes[index] = code.ok_or(Fault::Damaged("its codes make no sense"))? / 2;
    }
    for (index, code) in codes.iter_mut().enumerate() {
        *code <<= 64 - usize::from(min_length) - index;
    }
    Ok(codes)
}

/// By symbol, the number of its values, less one.
fn lengths(symbols: &[[u16; 2]]) -> Result<Vec<u8>, Fault> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        Unknown,
        Begun,
        Known(u8),
    }
    let damaged = Fault::Damaged("its symbols make no sense");
    let mut states = vec![State::Unknown; symbols.len()];
    let mut stack: Vec<usize> = Vec::new();
    for start in 0..symbols.len() {
        stack.push(start);
        while let Some(&symbol) = stack.last() {
            let halves = symbols[symbol].map(usize::from);
            if symbols[symbol][1] == NO_SYMBOL {
                states[symbol] = State::Known(0);
            }
            if let State::Known(_) = states[symbol] {
                stack.pop();
                continue;
            }
            let parts = halves.map(|half| states.get(half).copied());
            states[symbol] = match parts {
                [Some(State::Known(left)), Some(State::Known(right))] => {
                    let length = left.checked_add(right).and_then(|sum| sum.checked_add(1));
                    State::Known(length.ok_or(damaged)?)
                }
                // A symbol that contains itself is waited for a second time.
                [Some(State::Begun), _] | [_, Some(State::Begun)] => return Err(damaged),
                [Some(_), Some(_)] => {
                    let unknown = halves.into_iter().zip(parts);
                    let unknown = unknown.filter(|&(_, part)| part == Some(State::Unknown));
                    stack.extend(unknown.map(|(half, _)| half).take(1));
                    State::Begun
                }
                _ => return Err(damaged),
            };
        }
    }
    Ok(states
        .into_iter()
        .map(|state| match state {
            State::Known(length) => length,
            State::Unknown | State::Begun => unreachable!("every symbol was resolved"),
        })
        .collect())
}

impl Compressed {
    fn value(&self, source: &Source, number: u64) -> Result<u16, Fault> {
        if number >= self.values {
            return Err(Fault::Damaged("the position has no place in it"));
        }
        let (block, rest) = self.locate(source, number)?;
        if block >= self.blocks {
            return Err(Fault::Damaged("its index makes no sense"));
        }
        let mut buffer = [0; (1 << MAX_BLOCK_BITS) + 8];
        let size = 1 << self.block_bits;
        let at = self.blocks_at + (u64::from(block) << self.block_bits);
        source.read(at, &mut buffer[..size])?;
        self.decode(&buffer[..size + 8], rest)
    }

    /// The block that has a value, and the value's number there.
    fn locate(&self, source: &Source, number: u64) -> Result<(u32, u32), Fault> {
        let mut entry = [0; INDEX_ENTRY as usize];
        source.read(
            self.index_at + INDEX_ENTRY * (number >> self.index_bits),
            &mut entry,
        )?;
        let [b0, b1, b2, b3, o0, o1] = entry;
        let mut block = u32::from_le_bytes([b0, b1, b2, b3]);
        // An entry of the index describes the value in the middle of its range.
        let range = 1i64 << self.index_bits;
        let from_middle = (number as i64 & (range - 1)) - range / 2;
        let mut rest = from_middle + i64::from(u16::from_le_bytes([o0, o1]));
        let damaged = Fault::Damaged("its index makes no sense");
        while rest < 0 {
            block = block.checked_sub(1).ok_or(damaged)?;
            rest += self.block_values(source, block)?;
        }
        loop {
            let values = self.block_values(source, block)?;
            if rest < values {
                break;
            }
            rest -= values;
            block = block.checked_add(1).ok_or(damaged)?;
        }
        Ok((block, u32::try_from(rest).map_err(|_| damaged)?))
    }

    /// The number of values in a block.
    fn block_values(&self, source: &Source, block: u32) -> Result<i64, Fault> {
        if block >= self.sizes {
            return Err(Fault::Damaged("its index makes no sense"));
        }
        let size = source.u16(self.sizes_at + 2 * u64::from(block))?;
        Ok(i64::from(size) + 1)
    }

    /// The value with this number in a block. Eight bytes follow the block in the buffer.
    fn decode(&self, buffer: &[u8], mut rest: u32) -> Result<u16, Fault> {
        let damaged = Fault::Damaged("a block has no valid code");
        let bits = 8 * (buffer.len() - 8);
        let mut at = 0;
        let mut symbol = loop {
            if at >= bits {
                return Err(damaged);
            }
            let word = buffer[at / 8..].first_chunk().ok_or(damaged)?;
            let code = u64::from_be_bytes(*word) << (at % 8);
            // The last entry is zero, so there is always one.
            let codes = &self.first_codes;
            let index = codes
                .iter()
                .position(|&first| code >= first)
                .ok_or(damaged)?;
            let length = usize::from(self.min_length) + index;
            let number = (code - codes[index]) >> (64 - length);
            let symbol = u64::from(self.first_symbols[index]) + number;
            let symbol = usize::try_from(symbol).map_err(|_| damaged)?;
            let values = u32::from(*self.lengths.get(symbol).ok_or(damaged)?) + 1;
            if rest < values {
                break symbol;
            }
            rest -= values;
            at += length;
        };
        // Descend to the half that has the value. The lengths were checked, so this ends.
        while self.lengths[symbol] > 0 {
            let [left, right] = self.symbols[symbol].map(usize::from);
            let values = u32::from(self.lengths[left]) + 1;
            symbol = if rest < values {
                left
            } else {
                rest -= values;
                right
            };
        }
        Ok(self.symbols[symbol][0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_have_lengths_unless_they_contain_themselves() {
        let value = [7, NO_SYMBOL];
        assert_eq!(lengths(&[[1, 2], value, [1, 1]]).expect("valid"), [2, 0, 1]);
        for symbols in [
            vec![[0, 1], value],
            vec![[1, 2], [0, 2], value],
            vec![[3, 1], value],
        ] {
            assert!(lengths(&symbols).is_err(), "{symbols:?}");
        }
    }
}
