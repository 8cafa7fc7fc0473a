//! The compact form of a corpus: walks of one byte per move, with their counts, deflated.
//!
//! ```text
//! corpus   deflated: walks until the end
//! walk     start, number of plies, then for the start and after each ply: a record
//! record   the move (not for the start), the number of counts, and the counts at depth 1, 2 and so on
//! ```
//!
//! A move is its index among the legal moves, ordered by [`Move::to_bits`]. Numbers are written in
//! base 128, low digits first, with the high bit set in all bytes but the last (LEB128). A record
//! without counts is only a step on the way.

use movegen::chess::{Move, Position};

pub use crate::bytes::CodeError;
use crate::bytes::{Reader, push_number};
use crate::sample::Sample;
use crate::start::Start;

/// The legal moves in the order of their indices in a walk.
pub fn ordered_moves(position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    moves.sort_unstable_by_key(|mv| mv.to_bits());
    moves
}

/// One position of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The index of the move that leads here; 0 for the start.
    pub index: u8,
    /// The counts at depth 1, 2 and so on; empty if the position is only a step on the way.
    pub counts: Vec<u64>,
}

/// Appends a walk. The first record is that of the start.
pub fn push_walk(bytes: &mut Vec<u8>, start: &Start, records: &[Record]) {
    start.encode(bytes);
    push_number(bytes, records.len().saturating_sub(1) as u64);
    for (ply, record) in records.iter().enumerate() {
        if ply > 0 {
            bytes.push(record.index);
        }
        bytes.push(record.counts.len() as u8);
        for &count in &record.counts {
            push_number(bytes, count);
        }
    }
}

/// Compresses walks. It takes some seconds for a megabyte.
pub fn deflate(walks: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec(walks, 10)
}

/// The walks of a compressed corpus.
///
/// # Errors
/// [`CodeError::Deflate`] if the bytes are damaged.
pub fn inflate(corpus: &[u8]) -> Result<Vec<u8>, CodeError> {
    miniz_oxide::inflate::decompress_to_vec(corpus).map_err(|_| CodeError::Deflate)
}

/// The positions of inflated walks, decoded one by one. After an error there are no more.
#[derive(Debug)]
pub struct Samples<'a> {
    reader: Reader<'a>,
    walk: Option<Walk>,
}

/// The walk that is being read.
#[derive(Debug)]
struct Walk {
    chess960: bool,
    here: Position,
    passed: Option<movegen::chess::Square>,
    /// Records left, the start's included.
    left: u64,
    at_start: bool,
}

impl<'a> Samples<'a> {
    /// The positions of these walks.
    pub fn new(walks: &'a [u8]) -> Samples<'a> {
        Samples {
            reader: Reader::new(walks),
            walk: None,
        }
    }

    fn read(&mut self) -> Result<Option<Sample>, CodeError> {
        loop {
            let walk = match &mut self.walk {
                Some(walk) if walk.left > 0 => walk,
                _ if self.reader.is_at_end() => return Ok(None),
                _ => self.walk.insert(Walk::begin(&mut self.reader)?),
            };
            if let Some(sample) = walk.step(&mut self.reader)? {
                return Ok(Some(sample));
            }
        }
    }
}

impl Walk {
    fn begin(reader: &mut Reader<'_>) -> Result<Walk, CodeError> {
        let start = Start::decode(reader)?;
        let plies = reader.number()?;
        Ok(Walk {
            chess960: matches!(start, Start::Chess960(_) | Start::DoubleChess960(..)),
            here: start.position().ok_or(CodeError::Start)?,
            passed: None,
            left: plies + 1,
            at_start: true,
        })
    }

    /// Reads a record; `None` if it has no counts.
    fn step(&mut self, reader: &mut Reader<'_>) -> Result<Option<Sample>, CodeError> {
        self.left -= 1;
        if !std::mem::take(&mut self.at_start) {
            let index = reader.byte()?;
            let moves = ordered_moves(&self.here);
            let mv = *moves.get(usize::from(index)).ok_or(CodeError::Move {
                index,
                moves: moves.len(),
            })?;
            self.passed = mv.passed_square();
            self.here = self.here.play(mv);
        }
        let counts = (0..reader.byte()?).map(|_| reader.number());
        let counts = counts.collect::<Result<Vec<u64>, _>>()?;
        Ok((!counts.is_empty()).then(|| Sample {
            position: self.here,
            passed: self.passed,
            chess960: self.chess960 || self.here.needs_chess960(),
            counts,
        }))
    }
}

impl Iterator for Samples<'_> {
    type Item = Result<Sample, CodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.read();
        if next.is_err() {
            // The rest cannot be read.
            self.reader = Reader::new(&[]);
            self.walk = None;
        }
        next.transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(index: u8, counts: &[u64]) -> Record {
        let counts = counts.to_vec();
        Record { index, counts }
    }

    fn samples(bytes: &[u8]) -> Result<Vec<Sample>, CodeError> {
        Samples::new(bytes).collect()
    }

    #[test]
    fn a_walk_survives_encoding() {
        let start = Position::startpos();
        let e4 = start.parse_uci("e2e4").expect("legal");
        let index = ordered_moves(&start).iter().position(|&mv| mv == e4);
        let index = index.expect("listed") as u8;
        let records = [record(0, &[20, 400]), record(index, &[20]), record(3, &[])];
        let mut bytes = Vec::new();
        push_walk(&mut bytes, &Start::Standard, &records);
        push_walk(&mut bytes, &Start::Chess960(0), &[record(0, &[7])]);
        let inflated = inflate(&deflate(&bytes)).expect("deflated before");
        let samples = samples(&inflated).expect("walks");
        let fens: Vec<String> = samples.iter().map(Sample::fen).collect();
        assert_eq!(
            fens,
            [
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"
            ]
        );
        assert_eq!(samples[0].counts, [20, 400]);
        assert!(samples[2].chess960);
    }

    #[test]
    fn damaged_data_is_an_error_and_the_end() {
        let mut bytes = Vec::new();
        push_walk(
            &mut bytes,
            &Start::Standard,
            &[record(0, &[20]), record(20, &[20])],
        );
        let mut read = Samples::new(&bytes);
        assert!(read.next().is_some_and(|sample| sample.is_ok()));
        let error = CodeError::Move {
            index: 20,
            moves: 20,
        };
        assert_eq!(read.next(), Some(Err(error)));
        assert_eq!(read.next(), None);
        assert_eq!(samples(&bytes[..2]), Err(CodeError::End));
        assert_eq!(samples(&[9]), Err(CodeError::Tag { found: 9 }));
        assert_eq!(inflate(&[7; 9]), Err(CodeError::Deflate));
    }
}
