//! EPD operations: `bm e4; id "x";` behind the fields of a FEN, and the tails of perft suites,
//! `;D1 20 ;D2 400`.

use super::error::{FenError, FenErrorKind, Field};
use super::word::Word;
use crate::chess::board::uci_move::UciMove;

/// The longest name of an operation, in characters.
const LONGEST_OPCODE: usize = 15;

/// An EPD operation: a name and its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The name, such as `bm`, `id` or `D1`.
    pub opcode: String,
    /// The operands as text, without surrounding blanks.
    pub operand: String,
}

/// The text, split at semicolons outside quotes.
pub(super) struct Parts<'a> {
    /// The fields and, if there are semicolons, perhaps the first operation.
    pub(super) head: Word<'a>,
    rest: Vec<Word<'a>>,
    /// A quote that is not closed.
    open: Option<Word<'a>>,
}

impl<'a> Parts<'a> {
    pub(super) fn of(whole: &'a str) -> Parts<'a> {
        let part = |start, end| Word {
            whole,
            start,
            text: &whole[start..end],
        };
        let mut parts = Vec::new();
        let (mut start, mut quote) = (0, None);
        for (at, letter) in whole.char_indices() {
            match (letter, quote) {
                ('"', None) => quote = Some(at),
                ('"', Some(_)) => quote = None,
                (';', None) => {
                    parts.push(part(start, at));
                    start = at + 1;
                }
                _ => {}
            }
        }
        parts.push(part(start, whole.len()));
        let rest = parts.split_off(1);
        Parts {
            head: parts.pop().unwrap_or_else(|| part(0, 0)),
            rest,
            open: quote.map(|at| part(at, whole.len())),
        }
    }

    /// Whether every quote is closed.
    pub(super) fn check_quotes(&self) -> Result<(), FenError> {
        match self.open {
            Some(quote) => Err(quote.error(Field::Operations, 0, FenErrorKind::UnclosedQuote)),
            None => Ok(()),
        }
    }

    /// Whether the word begins an operation rather than being a counter. Without a semicolon there
    /// are no operations.
    pub(super) fn starts_operation(&self, word: &Word<'_>) -> bool {
        !self.rest.is_empty() && is_opcode(word.text)
    }

    /// The operations; `first` is the word of the head that follows the fields.
    pub(super) fn operations(&self, first: Option<&Word<'a>>) -> Result<Vec<Operation>, FenError> {
        let mut operations = Vec::new();
        if let Some(word) = first {
            if !self.starts_operation(word) {
                let kind = FenErrorKind::Trailing(word.text.to_owned());
                return Err(word.error(Field::Fullmoves, 0, kind));
            }
            let end = self.head.start + self.head.text.len();
            let text = word.whole.get(word.start..end).unwrap_or_default();
            operations.push(read(Word { text, ..*word })?);
        }
        for part in self.rest.iter().filter(|part| !is_blank(part.text)) {
            operations.push(read(*part)?);
        }
        Ok(operations)
    }
}

fn is_blank(text: &str) -> bool {
    text.trim_ascii().is_empty()
}

fn read(part: Word<'_>) -> Result<Operation, FenError> {
    let first = Word::all(part).next().unwrap_or(part);
    if !is_opcode(first.text) {
        let kind = FenErrorKind::Opcode(first.text.to_owned());
        return Err(first.error(Field::Operations, 0, kind));
    }
    let operand = part.text.trim_ascii().get(first.text.len()..);
    Ok(Operation {
        opcode: first.text.to_owned(),
        operand: operand.unwrap_or_default().trim_ascii().to_owned(),
    })
}

/// A letter, then letters, digits and underscores. A move does not count as a name: more likely the
/// word `moves` is missing.
fn is_opcode(word: &str) -> bool {
    word.len() <= LONGEST_OPCODE
        && word.starts_with(|first: char| first.is_ascii_alphabetic())
        && word
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && word.parse::<UciMove>().is_err()
}
