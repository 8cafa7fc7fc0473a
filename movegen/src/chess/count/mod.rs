//! Counting leaves, as fast as the CPU allows.
//!
//! The scalar recursion makes every move down to the last ply and counts the last one without
//! making it; where the CPU has AVX2 or AVX-512, the last two plies go through the differential
//! node. The instruction set is chosen once per job, outside the recursion: see [`Kernel`].

#[cfg(target_arch = "x86_64")]
mod differential;
mod each_move;
mod kernel;
mod scalar;
mod verified;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use each_move::EachMove;
pub use kernel::{Kernel, KernelError};
pub use verified::{Difference, Verified};

/// The deepest count that 64 bits are sure to hold: no board has more than 744 legal moves (see
/// [`MoveList`](super::MoveList)), and 744^6 is below 2^64.
const MAX_DEPTH: u32 = 6;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Color, Move, PieceKind, Position, Setup, Square};
    use crate::perft::{Counter as _, Stop};

    /// Names the one kernel to compare with the portable one, on a twentieth of the positions:
    /// `scripts/check-avx512` runs these tests in an emulator.
    const ONLY: &str = "CANOPY_KERNEL";

    /// The number of rounds of a test. With `CANOPY_DEEP=1` the tests look at more than two million
    /// positions.
    fn rounds(usual: usize) -> usize {
        if std::env::var_os(ONLY).is_some() {
            usual / 20
        } else if std::env::var_os("CANOPY_DEEP").is_some() {
            usual * 8
        } else {
            usual
        }
    }

    /// SplitMix64, so that every run sees the same positions.
    struct Random(u64);

    impl Random {
        fn next(&mut self, below: usize) -> usize {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((u128::from(z ^ z >> 31) * below as u128) >> 64) as usize
        }
    }

    /// Compares one ply and two by every kernel of this CPU with the plain one.
    fn compare(kernels: &[Kernel], position: &Position) {
        let stop = Stop::new();
        let (plain, others) = kernels.split_first().expect("portable is always there");
        for depth in 1..=2 {
            let expected = plain.leaves(position, depth, &stop);
            for kernel in others {
                let found = kernel.leaves(position, depth, &stop);
                let fen = position.fen(crate::chess::CastlingStyle::Chess960);
                assert_eq!(found, expected, "{kernel}, depth {depth}: {fen}");
            }
        }
    }

    /// The portable kernel first, and the variant of AVX2 for a slow `pext` last.
    fn all_kernels() -> Vec<Kernel> {
        if let Ok(only) = std::env::var(ONLY) {
            let kernel = |name: &str| name.parse().expect("this CPU has the kernel");
            assert_eq!(Kernel::best().name(), only);
            return vec![kernel("portable"), kernel(&only)];
        }
        let mut all = Kernel::available();
        all.extend(Kernel::avx2_without_pext());
        all
    }

    const ROOTS: [&str; 8] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -",
        "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf -",
        "r1q1k2r/pb1nppbp/1p4p1/2pPP3/2P2P2/q1N2N2/P3B1PP/R1BQ1RK1 b kq -",
    ];

    #[test]
    fn all_kernels_agree_in_random_games() {
        let kernels = all_kernels();
        let mut random = Random(2);
        for game in 0..rounds(3_000) {
            let mut position: Position = ROOTS[game % ROOTS.len()].parse().expect("a position");
            for _ in 0..60 {
                let moves: Vec<Move> = position.legal_moves().into_iter().collect();
                if moves.is_empty() {
                    break;
                }
                position = position.play(moves[random.next(moves.len())]);
                compare(&kernels, &position);
            }
        }
    }

    /// A position with at most `men` pieces on random squares, if it is legal.
    fn random_position(random: &mut Random, turn: Color, men: usize) -> Option<Position> {
        let mut setup = Setup::empty();
        setup.turn = turn;
        for man in 0..men {
            let kind = match man {
                0 | 1 => PieceKind::King,
                _ => PieceKind::ALL[random.next(5)],
            };
            let color = if man < 2 {
                Color::ALL[man]
            } else {
                Color::ALL[random.next(2)]
            };
            let square = Square::ALL[random.next(64)];
            let outer = matches!(square.index(), 0..8 | 56..64);
            if setup.board[square.index()].is_none() && !(kind == PieceKind::Pawn && outer) {
                setup.board[square.index()] = Some(crate::chess::Piece { color, kind });
            }
        }
        // Rooks beside a king at home castle, wherever they stand.
        for color in Color::ALL {
            let kind = PieceKind::Rook;
            for rook in setup.squares_of(crate::chess::Piece { color, kind }) {
                setup.castling |= crate::chess::Bitboard::from(rook);
            }
        }
        let (position, _) = Position::from_setup(&setup).ok()?;
        Some(position)
    }

    #[test]
    fn all_kernels_agree_on_random_boards() {
        let kernels = all_kernels();
        let mut random = Random(3);
        let mut used = 0;
        for round in 0..rounds(200_000) {
            let men = 4 + random.next(28);
            if let Some(position) = random_position(&mut random, Color::ALL[round % 2], men) {
                compare(&kernels, &position);
                used += 1;
            }
        }
        assert!(used > rounds(20_000), "only {used} nodes");
    }

    /// The last eight moves of a batch need not be eight: no kernel may read the words after them,
    /// which debug builds check. Three plies of the first position have a batch of 98 moves, whose
    /// last words no store had reached.
    #[test]
    fn the_last_moves_of_a_batch_are_counted() {
        let stop = Stop::new();
        let kernels = all_kernels();
        let (portable, others) = kernels.split_first().expect("portable is always there");
        let mut random = Random(5);
        let known = "K7/P5r1/8/8/8/1p4k1/2P4r/8 w - - 0 1".parse();
        let mut positions: Vec<Position> = vec![known.expect("a position")];
        while positions.len() < rounds(2_000) {
            let turn = Color::ALL[positions.len() % 2];
            let men = 4 + random.next(12);
            positions.extend(random_position(&mut random, turn, men));
        }
        for position in positions {
            let expected = portable.leaves(&position, 3, &stop);
            for kernel in others {
                let found = kernel.leaves(&position, 3, &stop);
                let fen = position.fen(crate::chess::CastlingStyle::Chess960);
                assert_eq!(found, expected, "{kernel}: {fen}");
            }
        }
    }

    /// Three plies and more go over many nodes, whose irregular moves are counted together.
    #[test]
    fn nodes_counted_together_equal_nodes_counted_alone() {
        let stop = Stop::new();
        let kernels = all_kernels();
        let portable = kernels[0];
        let mut random = Random(4);
        for game in 0..rounds(200) {
            let mut position: Position = ROOTS[game % ROOTS.len()].parse().expect("a position");
            for ply in 0..40 {
                let moves: Vec<Move> = position.legal_moves().into_iter().collect();
                if moves.is_empty() {
                    break;
                }
                if ply % 8 == 0 {
                    let children: Vec<Position> = moves.iter().map(|m| position.play(*m)).collect();
                    let expected: Vec<u64> = children
                        .iter()
                        .map(|child| portable.leaves(child, 2, &stop).expect("not stopped"))
                        .collect();
                    for kernel in &kernels {
                        let fen = position.fen(crate::chess::CastlingStyle::Chess960);
                        let mut each = Vec::new();
                        kernel
                            .leaves_of_each(&children, 2, &stop, &mut each)
                            .expect("not stopped");
                        assert_eq!(each, expected, "{kernel} {fen}");
                        let all = kernel.leaves(&position, 3, &stop);
                        assert_eq!(all, Some(expected.iter().sum()), "{kernel} {fen}");
                    }
                }
                position = position.play(moves[random.next(moves.len())]);
            }
        }
        for root in ROOTS {
            let position: Position = root.parse().expect("a position");
            let depth = if std::env::var_os(ONLY).is_some() {
                3
            } else {
                4
            };
            let expected = portable.leaves(&position, depth, &stop);
            for kernel in &kernels {
                let found = kernel.leaves(&position, depth, &stop);
                assert_eq!(found, expected, "{kernel} {root}");
            }
        }
    }
}
