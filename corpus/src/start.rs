//! Where a walk begins: a start position of standard chess, of Chess960, or any setup.

use movegen::chess::{Bitboard, Color, Piece, PieceKind, Position, Rank, Setup, Square};

use crate::bytes::{CodeError, Reader, push_number};

/// The first position of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The start position of standard chess.
    Standard,
    /// The start position of Chess960 with this number.
    Chess960(u16),
    /// A start position of double Chess960: White has the back rank of the first number, Black that
    /// of the second.
    DoubleChess960(u16, u16),
    /// Any other position. It has no en passant square, because no move led to it.
    Setup(Box<Setup>),
}

/// The number of start positions of Chess960.
pub(crate) const CHESS960_STARTS: usize = 960;

/// The bytes that distinguish the kinds of starts.
mod tag {
    pub(super) const STANDARD: u8 = 0;
    pub(super) const CHESS960: u8 = 1;
    pub(super) const DOUBLE_CHESS960: u8 = 2;
    pub(super) const SETUP: u8 = 3;
}

/// Added to the code of a rook that may castle.
const MAY_CASTLE: u8 = 12;

impl Start {
    /// The position; `None` if the number or the setup has none.
    pub fn position(&self) -> Option<Position> {
        match self {
            Start::Standard => Some(Position::startpos()),
            Start::Chess960(number) => Position::chess960(usize::from(*number)),
            Start::DoubleChess960(white, black) => double_chess960(*white, *black),
            Start::Setup(setup) => Position::try_from(setup.as_ref()).ok(),
        }
    }

    /// Appends its bytes: 1 to 5 for the start of a game, about 25 for a setup.
    pub(crate) fn encode(&self, bytes: &mut Vec<u8>) {
        match self {
            Start::Standard => bytes.push(tag::STANDARD),
            Start::Chess960(number) => {
                bytes.push(tag::CHESS960);
                bytes.extend(number.to_le_bytes());
            }
            Start::DoubleChess960(white, black) => {
                bytes.push(tag::DOUBLE_CHESS960);
                bytes.extend(white.to_le_bytes());
                bytes.extend(black.to_le_bytes());
            }
            Start::Setup(setup) => {
                bytes.push(tag::SETUP);
                encode_setup(setup, bytes);
            }
        }
    }

    pub(crate) fn decode(reader: &mut Reader<'_>) -> Result<Start, CodeError> {
        match reader.byte()? {
            tag::STANDARD => Ok(Start::Standard),
            tag::CHESS960 => Ok(Start::Chess960(reader.short()?)),
            tag::DOUBLE_CHESS960 => Ok(Start::DoubleChess960(reader.short()?, reader.short()?)),
            tag::SETUP => Ok(Start::Setup(Box::new(decode_setup(reader)?))),
            found => Err(CodeError::Tag { found }),
        }
    }
}

/// White's half of one start position and Black's half of another.
fn double_chess960(white: u16, black: u16) -> Option<Position> {
    let mut setup = Position::chess960(usize::from(white))?.to_setup();
    let other = Position::chess960(usize::from(black))?.to_setup();
    let theirs = |square: &Square| square.rank() >= Rank::Seventh;
    for square in Square::ALL.into_iter().filter(theirs) {
        setup.board[square.index()] = other.board[square.index()];
    }
    let rights = |setup: &Setup, black: bool| -> Bitboard {
        let rooks = setup.castling.into_iter();
        rooks.filter(|rook| theirs(rook) == black).collect()
    };
    setup.castling = rights(&setup, false) | rights(&other, true);
    Position::try_from(&setup).ok()
}

/// The occupied squares, half a byte for each piece, the side to move and the move counter.
fn encode_setup(setup: &Setup, bytes: &mut Vec<u8>) {
    let occupied = |square: &Square| setup.board[square.index()].is_some();
    let squares: Bitboard = Square::ALL.into_iter().filter(occupied).collect();
    bytes.extend(squares.0.to_le_bytes());
    let mut codes = squares
        .into_iter()
        .filter_map(|square| Some((square, setup.board[square.index()]?)))
        .map(|(square, piece)| match setup.castling.contains(square) {
            true => MAY_CASTLE + piece.color.index() as u8,
            false => (piece.color.index() * 6 + piece.kind.index()) as u8,
        });
    while let Some(low) = codes.next() {
        bytes.push(low | codes.next().unwrap_or(0) << 4);
    }
    push_number(
        bytes,
        u64::from(setup.halfmoves) << 1 | setup.turn.index() as u64,
    );
}

fn decode_setup(reader: &mut Reader<'_>) -> Result<Setup, CodeError> {
    let mut setup = Setup::empty();
    let squares = Bitboard(reader.long()?);
    let mut pair = 0;
    for (index, square) in squares.into_iter().enumerate() {
        pair = match index % 2 {
            0 => reader.byte()?,
            _ => pair >> 4,
        };
        let code = pair & 0xf;
        let (color, kind) = match code {
            0..MAY_CASTLE => (code / 6, PieceKind::ALL[usize::from(code % 6)]),
            _ => (code - MAY_CASTLE, PieceKind::Rook),
        };
        let color = *Color::ALL
            .get(usize::from(color))
            .ok_or(CodeError::Piece { found: code })?;
        if code >= MAY_CASTLE {
            setup.castling |= square.bitboard();
        }
        setup.put(square, Piece { color, kind });
    }
    let last = reader.number()?;
    setup.turn = Color::ALL[(last & 1) as usize];
    setup.halfmoves = u32::try_from(last >> 1).map_err(|_| CodeError::Number)?;
    setup.fullmoves = fullmoves(setup.halfmoves);
    Ok(setup)
}

/// The least move number that a game with this many halfmoves can have.
pub(crate) fn fullmoves(halfmoves: u32) -> u32 {
    halfmoves.div_ceil(2) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(start: &Start) -> Start {
        let mut bytes = Vec::new();
        start.encode(&mut bytes);
        let mut reader = Reader::new(&bytes);
        let start = Start::decode(&mut reader).expect("a start");
        assert!(reader.is_at_end());
        start
    }

    #[test]
    fn starts_survive_encoding() {
        let fen = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 7 5";
        let setup = Start::Setup(Box::new(fen.parse().expect(fen)));
        let games = [
            Start::Standard,
            Start::Chess960(959),
            Start::DoubleChess960(0, 518),
        ];
        for start in games.into_iter().chain([setup]) {
            assert_eq!(decoded(&start), start);
            assert!(start.position().is_some());
        }
    }

    #[test]
    fn each_side_of_double_chess960_has_its_back_rank_and_rights() {
        let position = Start::DoubleChess960(518, 0)
            .position()
            .expect("a position");
        assert_eq!(
            format!("{position:#}"),
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAhf - 0 1"
        );
    }

    #[test]
    fn a_number_beyond_the_starts_has_no_position() {
        assert_eq!(Start::Chess960(960).position(), None);
    }
}
