//! Random numbers for 128-bit keys (Zobrist, 1970): equal positions have equal keys.

use super::board::Board;
use super::{Color, PieceKind};

/// One number for each feature that makes two positions different for counting.
pub(crate) struct Numbers {
    /// By colour, kind, square.
    pieces: [[[u128; 64]; 6]; 2],
    /// By square of the castling rook.
    castling: [u128; 64],
    /// By file of the en passant square.
    en_passant: [u128; 8],
    /// Set when Black is to move.
    black: u128,
}

static NUMBERS: Numbers = numbers();

/// SplitMix64 (Steele, Lea, Flood, 2014), stepped and mixed.
const fn next(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ z >> 31)
}

const fn wide(state: u64) -> (u64, u128) {
    let (state, high) = next(state);
    let (state, low) = next(state);
    (state, (high as u128) << 64 | low as u128)
}

const fn numbers() -> Numbers {
    let mut all = Numbers {
        pieces: [[[0; 64]; 6]; 2],
        castling: [0; 64],
        en_passant: [0; 8],
        black: 0,
    };
    let mut state = 0x00ca_a09e_5eed;
    let mut number;
    let mut square = 0;
    while square < 64 {
        let mut kind = 0;
        while kind < 6 {
            (state, number) = wide(state);
            all.pieces[0][kind][square] = number;
            (state, number) = wide(state);
            all.pieces[1][kind][square] = number;
            kind += 1;
        }
        (state, number) = wide(state);
        all.castling[square] = number;
        square += 1;
    }
    let mut file = 0;
    while file < 8 {
        (state, number) = wide(state);
        all.en_passant[file] = number;
        file += 1;
    }
    (_, all.black) = wide(state);
    all
}

/// The number of a piece on a square.
#[inline]
pub(crate) fn piece(color: Color, kind: PieceKind, square: usize) -> u128 {
    NUMBERS.pieces[color.index()][kind.index()][square & 63]
}

/// The numbers of a piece by square.
#[inline]
pub(crate) fn squares(color: Color, kind: PieceKind) -> &'static [u128; 64] {
    &NUMBERS.pieces[color.index()][kind.index()]
}

/// The number that differs between the sides to move.
#[inline]
pub(crate) fn black_to_move() -> u128 {
    NUMBERS.black
}

/// The numbers of the castling rights and the en passant square of a board.
#[inline]
pub(crate) fn rights(board: &Board) -> u128 {
    castling(board.castling) ^ en_passant(board.en_passant)
}

/// The numbers of rooks that may castle.
#[inline]
pub(crate) fn castling(rooks: u64) -> u128 {
    let mut key = 0;
    for rook in super::bitboard::bits(rooks) {
        key ^= NUMBERS.castling[rook];
    }
    key
}

/// The number of an en passant square, given as a set that may be empty.
#[inline]
pub(crate) fn en_passant(square: u64) -> u128 {
    if square == 0 {
        0
    } else {
        NUMBERS.en_passant[square.trailing_zeros() as usize & 7]
    }
}

/// The key of a board from scratch.
pub(crate) fn key(board: &Board, turn: Color) -> u128 {
    let mut key = rights(board);
    for square in super::bitboard::bits(board.occupied()) {
        if let Some(kind) = board.kind_on(1 << square) {
            let color = if board.white >> square & 1 == 1 {
                Color::White
            } else {
                Color::Black
            };
            key ^= piece(color, kind, square);
        }
    }
    if turn == Color::Black {
        key ^ NUMBERS.black
    } else {
        key
    }
}
