//! A position in 32 bytes, with everything that a count depends on.

use crate::chess::board::bitboards::Board;
use crate::chess::board::zobrist;
use crate::chess::{Color, Move, Position};
use crate::perft::{Packable, Record};
use zerocopy::{FromBytes, Immutable, IntoBytes};

/// Four bits for each square, each stored as a bitboard. The first bitboard marks White's pieces,
/// the other three encode the kind of piece as a number from 1 to 6. The codes 7, and 0 with the
/// white bit, express what a board does not show:
///
/// - 7 without the white bit: a rook that may still castle (its rank tells its side);
/// - 7 with the white bit: a pawn that can be captured en passant (it belongs to the side that has
///   just moved);
/// - 0 with the white bit: White's king, and White is to move.
///
/// The kings set at least one bit, so no packed position is all zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, FromBytes, IntoBytes, Immutable)]
pub struct PackedPosition([u64; 4]);

impl Packable for Position {
    type Packed = PackedPosition;

    fn pack(&self) -> PackedPosition {
        let board = self.board();
        let white_to_move = self.turn() == Color::White;
        let passed = board.en_passant;
        let (captured, mover) = match white_to_move {
            true => (passed >> 8, board.kings & board.white),
            false => (passed << 8, 0),
        };
        let special = board.castling | captured;
        let pawns = board.pawns & !captured;
        let bishops = board.diagonal & !board.straight;
        let rooks = board.straight & !board.diagonal & !board.castling;
        let queens = board.diagonal & board.straight;
        let kings = board.kings & !mover;
        PackedPosition([
            board.white & !special | captured,
            pawns | bishops | queens | special,
            board.knights | bishops | kings | special,
            rooks | queens | kings | special,
        ])
    }

    fn unpack(packed: &PackedPosition) -> Position {
        let mut position = unpack_without_key(packed);
        position.key = zobrist::key(&position.board, position.turn);
        position
    }

    fn step(mv: Move) -> u16 {
        mv.to_bits()
    }

    fn packed_child(packed: &PackedPosition, step: u16) -> PackedPosition {
        let parent = unpack_without_key(packed);
        parent.play_to(Move::from_bits(step), 0).pack()
    }
}

impl Record for PackedPosition {
    /// Products of words, each with its upper half folded onto the lower one.
    #[inline(always)]
    fn spread(&self) -> u64 {
        let fold = |one: u64, other: u64| {
            let product = u128::from(one) * u128::from(other);
            (product >> 64) as u64 ^ product as u64
        };
        let [white, one, two, four] = self.0;
        let first = fold(white ^ 0x9e37_79b9_7f4a_7c15, one ^ 0xd6e8_feb8_6659_fd93);
        let second = fold(two ^ 0xa076_1d64_78bd_642f, four ^ 0xe703_7ed1_a0b4_28db);
        fold(
            first ^ 0x8ebc_6af0_9c88_c6e3,
            second ^ 0x5895_65aa_d13f_7d1d,
        )
    }
}

/// The position with 0 for a key, whose computation would take most of the time.
pub(in crate::chess) fn unpack_without_key(packed: &PackedPosition) -> Position {
    let turn = match movers(packed) {
        0 => Color::Black,
        _ => Color::White,
    };
    unpack_with_turn(packed, turn)
}

/// The same for a position of a variant, which need not have a white king that says whose turn it is.
pub(in crate::chess) fn unpack_with_turn(packed: &PackedPosition, turn: Color) -> Position {
    Position {
        board: unpack_board(packed, turn),
        key: 0,
        turn,
        halfmoves: 0,
        fullmoves: 1,
    }
}

/// White's kings if White is to move.
fn movers(packed: &PackedPosition) -> u64 {
    let [white, one, two, four] = packed.0;
    white & !(one | two | four)
}

fn unpack_board(packed: &PackedPosition, turn: Color) -> Board {
    let [white, one, two, four] = packed.0;
    let special = one & two & four;
    let (castling, captured) = (special & !white, special & white);
    let queens = one & four & !two;
    let mut board = Board {
        white: white & !special | castling & 0xff,
        pawns: one & !two & !four | captured,
        knights: two & !one & !four,
        diagonal: one & two & !four | queens,
        straight: four & !one & !two | castling | queens,
        kings: two & four & !one | movers(packed),
        en_passant: captured << 8,
        castling,
    };
    if turn == Color::Black {
        board.white |= captured;
        board.en_passant = captured >> 8;
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::Tree as _;

    /// Every position to this depth comes out as it went in.
    fn survives(position: &Position, depth: u32) {
        let packed = position.pack();
        assert_ne!(packed, PackedPosition::default());
        let back = Position::unpack(&packed);
        assert!(back.plays_like(position), "{position:?}\n{back:?}");
        assert_eq!(back.key(), position.key());
        for mv in position.legal_moves() {
            let child = Position::packed_child(&packed, Position::step(mv));
            assert_eq!(child, position.play(mv).pack(), "{position:?} {mv:?}");
        }
        if depth > 0 {
            position.children(|child| survives(&child, depth - 1));
        }
    }

    #[test]
    fn nothing_is_lost() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
            "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
            "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
        ] {
            survives(&fen.parse().expect(fen), 3);
        }
    }

    #[test]
    fn side_rights_and_square_tell_positions_apart() {
        let forms: Vec<PackedPosition> = [
            "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6",
            "4k3/8/8/3pP3/8/8/8/R3K2R w KQ -",
            "4k3/8/8/3pP3/8/8/8/R3K2R w K -",
            "4k3/8/8/3pP3/8/8/8/R3K2R w - -",
            "4k3/8/8/3pP3/8/8/8/R3K2R b - -",
        ]
        .map(|fen| fen.parse::<Position>().expect(fen).pack())
        .to_vec();
        for (index, form) in forms.iter().enumerate() {
            assert!(!forms[..index].contains(form), "{index}");
        }
    }
}
