//! The fast count of two plies equals making every move and counting the replies.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::chess::{Bitboard, CastlingStyle, Color, Kernel, Piece, PieceKind, Position, Setup, Square};
use movegen::perft::{Perft, Stop};

fuzz_target!(|bytes: &[u8]| {
    // A byte for the side to move, then a square and a man in turn; both kings first.
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
            setup.castling |= Bitboard::of(square);
        }
        if kind == PieceKind::Pawn && pair[1] & 0x80 != 0 {
            setup.en_passant = Some(Square::from_index(usize::from(pair[0]) ^ 8));
        }
    }
    let Ok((position, _)) = Position::from_setup(&setup) else {
        return;
    };
    let slow: usize = position
        .legal_moves()
        .iter()
        .map(|&m| position.play(m).legal_moves().len())
        .sum();
    let fast = Perft::new(2)
        .run(&position, &Kernel::best(), &Stop::new(), |_| {})
        .expect("no table, no threads");
    // Depth 3 splits into depth 1 and 2 below the root, and depth 2 is where the kernels differ.
    let deeper = Perft::new(3)
        .run(&position, &Kernel::best(), &Stop::new(), |_| {})
        .expect("no table, no threads");
    let slow_deeper: usize = position
        .legal_moves()
        .iter()
        .map(|&m| position.play(m))
        .map(|child| {
            child
                .legal_moves()
                .iter()
                .map(|&m| child.play(m).legal_moves().len())
                .sum::<usize>()
        })
        .sum();
    let fen = position.fen(CastlingStyle::Chess960);
    assert_eq!(fast.total, slow as u128, "{fen}");
    assert_eq!(deeper.total, slow_deeper as u128, "{fen}");
});
