//! The bytes and numbers of the compact form, and why they cannot be read.

/// Why bytes are no corpus.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// They cannot be inflated.
    #[error("the compressed data is damaged")]
    Deflate,
    /// They end too early.
    #[error("the data ends within a walk")]
    End,
    /// An unknown kind of start.
    #[error("found the start tag {found}; allowed are 0 to 3")]
    Tag {
        /// The byte.
        found: u8,
    },
    /// An unknown piece.
    #[error("found the piece code {found}; allowed are 0 to 13")]
    Piece {
        /// The code.
        found: u8,
    },
    /// A start without rules.
    #[error("the start of a walk is no valid position")]
    Start,
    /// A move that does not exist.
    #[error("found move {index} in a position with {moves} legal moves")]
    Move {
        /// The index.
        index: u8,
        /// The number of legal moves.
        moves: usize,
    },
    /// A number that is too large.
    #[error("a number does not fit")]
    Number,
}

/// Appends a number in base 128.
pub(crate) fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads bytes from the front.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader(bytes)
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], CodeError> {
        let (first, rest) = self.0.split_first_chunk().ok_or(CodeError::End)?;
        self.0 = rest;
        Ok(*first)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, CodeError> {
        self.array().map(|[byte]| byte)
    }

    pub(crate) fn short(&mut self) -> Result<u16, CodeError> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn long(&mut self) -> Result<u64, CodeError> {
        self.array().map(u64::from_le_bytes)
    }

    pub(crate) fn number(&mut self) -> Result<u64, CodeError> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(CodeError::Number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_encoding() {
        for number in [0, 1, 127, 128, 16_383, 16_384, u64::MAX >> 1] {
            let mut bytes = Vec::new();
            push_number(&mut bytes, number);
            assert_eq!(Reader::new(&bytes).number(), Ok(number));
        }
        assert_eq!(Reader::new(&[0xff; 12]).number(), Err(CodeError::Number));
    }
}
