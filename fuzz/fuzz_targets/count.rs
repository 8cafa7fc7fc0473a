//! Every kernel that this CPU supports counts the same leaves as playing every move does.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::chess::{
    Bitboard, CastlingStyle, Color, Kernel, Piece, PieceKind, Position, Setup, Square,
};
use movegen::perft::{Counter, Stop};

fuzz_target!(|bytes: &[u8]| {
    // A byte for the side to move, then pairs of square and piece; both kings first.
    let Some((&first, rest)) = bytes.split_first() else {
        return;
    };
    let mut setup = Setup::empty();
    setup.turn = Color::ALL[usize::from(first & 1)];
    for (index, pair) in rest.chunks_exact(2).take(40).enumerate() {
        let (color, kind) = match index {
            0 | 1 => (Color::ALL[index], PieceKind::King),
            _ => (
                Color::ALL[usize::from(pair[1] & 1)],
                PieceKind::ALL[usize::from(pair[1] >> 1) % 5],
            ),
        };
        let square = Square::from_index(usize::from(pair[0]));
        if setup.board[square.index()].is_none() {
            setup.board[square.index()] = Some(Piece { color, kind });
        }
        if kind == PieceKind::Rook && pair[1] & 0x80 != 0 {
            setup.castling |= Bitboard::from(square);
        }
        if kind == PieceKind::Pawn && pair[1] & 0x80 != 0 {
            setup.en_passant = Some(Square::from_index(usize::from(pair[0]) ^ 8));
        }
    }
    let Ok((position, _)) = Position::from_setup(&setup) else {
        return;
    };
    let below = |parent: &Position| -> u64 {
        let children = parent.legal_moves().into_iter();
        children
            .map(|mv| parent.play(mv).legal_moves().len() as u64)
            .sum()
    };
    let two = below(&position);
    let three: u64 = position
        .legal_moves()
        .into_iter()
        .map(|mv| below(&position.play(mv)))
        .sum();
    let fen = position.fen(CastlingStyle::Chess960);
    for kernel in Kernel::available() {
        let count = |depth| kernel.leaves(&position, depth, &Stop::new());
        assert_eq!(count(2), Some(two), "{fen}: depth 2, kernel {kernel}");
        assert_eq!(count(3), Some(three), "{fen}: depth 3, kernel {kernel}");
    }
});
