//! Zobrist keys of 128 bits: equal positions have equal keys.
//!
//! The method is Albert Zobrist's, "A New Hashing Method with Application for Game Playing", 1970:
//! a random number for each feature of a position, combined by exclusive or.

use crate::chess::board::bitboard::bits;
use crate::chess::board::bitboards::Board;
use crate::chess::{Color, PieceKind};
use crate::random::Random;

/// A random number for each feature that makes two positions different for counting.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// By colour, kind, square.
    pieces: [[[u128; 64]; 6]; 2],
    /// By square of the castling rook.
    castling: [u128; 64],
    /// By file of the en passant square.
    en_passant: [u128; 8],
    /// Set when Black is to move.
    black: u128,
}

/// The numbers of [`Position::key`](crate::chess::Position::key).
pub(crate) static NUMBERS: Numbers = numbers(0x00ca_a09e_5eed);

const fn numbers(seed: u64) -> Numbers {
    let mut all = Numbers {
        pieces: [[[0; 64]; 6]; 2],
        castling: [0; 64],
        en_passant: [0; 8],
        black: 0,
    };
    let mut random = Random::new(seed);
    let mut square = 0;
    while square < 64 {
        let mut kind = 0;
        while kind < 6 {
            all.pieces[0][kind][square] = random.next_u128();
            all.pieces[1][kind][square] = random.next_u128();
            kind += 1;
        }
        all.castling[square] = random.next_u128();
        square += 1;
    }
    let mut file = 0;
    while file < 8 {
        all.en_passant[file] = random.next_u128();
        file += 1;
    }
    all.black = random.next_u128();
    all
}

impl Numbers {
    /// The numbers of another seed: keys that are independent of those of
    /// [`Position::key`](crate::chess::Position::key).
    pub fn new(seed: u64) -> Numbers {
        // Seeds are often small; no two of them give the same numbers one step apart.
        numbers(Random::new(seed).next())
    }

    /// The numbers of a piece by square.
    #[inline(always)]
    pub(crate) fn squares(&self, color: Color, kind: PieceKind) -> &[u128; 64] {
        &self.pieces[color.index()][kind.index()]
    }

    /// The numbers of rooks that may castle.
    #[inline(always)]
    pub(crate) fn castling(&self, rooks: u64) -> u128 {
        bits(rooks).fold(0, |key, rook| key ^ self.castling[rook])
    }

    /// The number of an en passant square, which must be one.
    #[inline(always)]
    pub(crate) fn en_passant(&self, square: u64) -> u128 {
        self.en_passant[square.trailing_zeros() as usize & 7]
    }
}

/// The number of a piece on a square.
#[inline]
pub(crate) fn piece(color: Color, kind: PieceKind, square: usize) -> u128 {
    NUMBERS.pieces[color.index()][kind.index()][square & 63]
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
    for rook in bits(rooks) {
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
    for square in bits(board.occupied()) {
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
