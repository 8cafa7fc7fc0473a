//! Counts leaves as fast as the CPU allows.
//!
//! | module | contents |
//! |---|---|
//! | [`kernel`] | [`Kernel`]: the table of instruction sets, chosen once for each job |
//! | [`instruction_set`] | what an instruction set provides |
//! | [`scalar`] | the recursion that all kernels share, and bulk counting of the last ply |
//! | [`differential`] | the differential node: the last two plies at once. **Start reading here** |
//! | [`cpu`] | scalar code compiled for the features of the CPU, for counters of their own |
//! | [`task`] | the choice of these features |
//! | [`words`] | the differential node without vector instructions |
//! | [`x86`] | BMI2, AVX2 and AVX-512 |
//! | [`arm`] | NEON |
//! | [`divide`] | [`Position::perft`](super::Position::perft) and [`Position::divide`](super::Position::divide) |
//! | [`each_move`] | [`EachMove`]: counting that makes every move, for comparison |
//! | [`verified`] | [`Verified`]: a kernel whose nodes are checked against the legal generator |
//!
//! All unsafe code of this crate is below [`x86`] and [`arm`].
//!
//! `EXPERIMENTS.md` in this folder lists what was tried to make the kernels faster, with the results.

#[cfg(target_arch = "aarch64")]
mod arm;
pub(super) mod cpu;
mod differential;
mod divide;
mod each_move;
mod few_men;
mod instruction_set;
mod kernel;
mod scalar;
mod task;
mod verified;
mod words;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use each_move::EachMove;
pub use kernel::{Kernel, KernelError};
pub(super) use task::run_task;
pub use verified::{Difference, Verified};

/// The greatest depth whose count is certain to fit into 64 bits: a position has at most 744 legal
/// moves (see [`MoveList`](super::MoveList)), and 744^6 is less than 2^64.
const MAX_DEPTH: u32 = 6;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Color, Move, PieceKind, Position, Setup, Square};
    use crate::perft::{Counter as _, Stop};
    use crate::random::Random;

    /// The environment variable that names the only kernel to test. The tests
    /// then use a twentieth of the positions: for emulators (`scripts/check-avx512`, `.ci/run`).
    const ONLY: &str = "CANOPY_KERNEL";

    /// The number of rounds of a test. With `CANOPY_DEEP=1` the tests compare more than two million
    /// positions.
    fn rounds(default: usize) -> usize {
        if std::env::var_os(ONLY).is_some() {
            default / 20
        } else if std::env::var_os("CANOPY_DEEP").is_some() {
            default * 8
        } else {
            default
        }
    }

    /// Compares perft(1) and perft(2) of every kernel with the number of moves made one by one.
    fn compare(kernels: &[Kernel], position: &Position) {
        let stop = Stop::new();
        for depth in 1..=2 {
            let expected = EachMove.leaves(position, depth, &stop);
            for kernel in kernels {
                let found = kernel.leaves(position, depth, &stop);
                assert_eq!(found, expected, "{kernel}, depth {depth}: {position:#}");
            }
        }
    }

    /// All variants of all kernels.
    fn all_kernels() -> Vec<Kernel> {
        if let Ok(only) = std::env::var(ONLY) {
            let kernel = |name: &str| name.parse().expect("this CPU supports the kernel");
            assert_eq!(Kernel::best().name(), only);
            return vec![kernel(&only)];
        }
        Kernel::all_variants()
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
        let mut random = Random::new(2);
        for game in 0..rounds(3_000) {
            let mut position: Position = ROOTS[game % ROOTS.len()].parse().expect("a position");
            for _ in 0..60 {
                let moves: Vec<Move> = position.legal_moves().into_iter().collect();
                if moves.is_empty() {
                    break;
                }
                position = position.play(moves[random.below(moves.len())]);
                compare(&kernels, &position);
            }
        }
    }

    /// A position with at most `pieces` pieces on random squares, unless it is illegal.
    fn random_position(random: &mut Random, turn: Color, pieces: usize) -> Option<Position> {
        random_position_of(&PieceKind::ALL[..5], random, turn, pieces)
    }

    /// The same with kings and pieces of these kinds.
    fn random_position_of(
        kinds: &[PieceKind],
        random: &mut Random,
        turn: Color,
        pieces: usize,
    ) -> Option<Position> {
        let mut setup = Setup::empty();
        setup.turn = turn;
        for index in 0..pieces {
            let kind = match index {
                0 | 1 => PieceKind::King,
                _ => kinds[random.below(kinds.len())],
            };
            let color = if index < 2 {
                Color::ALL[index]
            } else {
                Color::ALL[random.below(2)]
            };
            let square = Square::ALL[random.below(64)];
            let back_rank = matches!(square.index(), 0..8 | 56..64);
            if setup.board[square.index()].is_none() && !(kind == PieceKind::Pawn && back_rank) {
                setup.board[square.index()] = Some(crate::chess::Piece { color, kind });
            }
        }
        // Every rook on the back rank of its king may castle.
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
        let mut random = Random::new(3);
        let mut compared = 0;
        for round in 0..rounds(200_000) {
            let pieces = 4 + random.below(28);
            if let Some(position) = random_position(&mut random, Color::ALL[round % 2], pieces) {
                compare(&kernels, &position);
                compared += 1;
            }
        }
        assert!(compared > rounds(20_000), "only {compared} positions");
    }

    /// Games between kings and pawns, with en passant captures, checks by pawns and promotions, and games of three to five
    /// men, often against a lone king.
    #[test]
    fn all_kernels_agree_on_boards_with_few_men() {
        let kernels = all_kernels();
        let mut random = Random::new(4);
        let (mut compared, mut en_passant) = (0, 0);
        for round in 0..rounds(12_000) {
            let turn = Color::ALL[round % 2];
            let (kinds, pieces) = match round / 2 % 2 {
                0 => (&[PieceKind::Pawn][..], 3 + random.below(16)),
                _ => (&PieceKind::ALL[..5], 3 + random.below(3)),
            };
            let mut next = random_position_of(kinds, &mut random, turn, pieces);
            for _ in 0..30 {
                let Some(position) = next else {
                    break;
                };
                compare(&kernels, &position);
                compared += 1;
                en_passant += usize::from(position.en_passant().is_some());
                let moves: Vec<Move> = position.legal_moves().into_iter().collect();
                next = (!moves.is_empty()).then(|| position.play(moves[random.below(moves.len())]));
            }
        }
        assert!(compared > rounds(20_000), "only {compared} positions");
        assert!(en_passant > rounds(100), "only {en_passant} en passant");
    }

    /// Replies that capture en passant, of which a slider forbids all, one or none.
    #[test]
    fn pins_forbid_en_passant_replies() {
        let kernels = all_kernels();
        for (board, replies) in [
            ("8/8/8/8/4p3/8/3P4/K6k w - - 0 1", 5),
            // The pawn is pinned on a diagonal that the capture leaves, or stays on.
            ("B7/8/8/8/4p3/8/3P4/K6k w - - 0 1", 3),
            ("8/8/6k1/8/4p3/8/3P4/KB6 w - - 0 1", 9),
            // On a file, and on the rank from which both pawns disappear.
            ("4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1", 6),
            ("8/8/8/8/R3p2k/8/3P4/K7 w - - 0 1", 6),
            // One of two pawns is pinned.
            ("B7/8/8/8/2p1p3/8/3P4/K6k w - - 0 1", 5),
            ("8/8/8/N7/2p1p3/8/3P4/K6k w - - 0 1", 7),
        ] {
            let position: Position = board.parse().expect("a position");
            compare(&kernels, &position);
            let pushed = position.play(position.parse_uci("d2d4").expect("a move"));
            assert_eq!(pushed.legal_moves().len(), replies, "{board}");
        }
    }

    /// The last batch may have fewer than eight moves. No kernel may read a word after them that was
    /// never written, which debug builds check. In three plies of the first position there are 98 moves
    /// to count together, and no store had reached the words after them.
    #[test]
    fn the_last_moves_of_a_batch_are_counted() {
        let stop = Stop::new();
        let kernels = all_kernels();
        let mut random = Random::new(5);
        let first = "K7/P5r1/8/8/8/1p4k1/2P4r/8 w - - 0 1".parse();
        let mut positions: Vec<Position> = vec![first.expect("a position")];
        while positions.len() < rounds(2_000) {
            let turn = Color::ALL[positions.len() % 2];
            let pieces = 4 + random.below(12);
            positions.extend(random_position(&mut random, turn, pieces));
        }
        for position in positions {
            let expected = EachMove.leaves(&position, 3, &stop);
            for kernel in &kernels {
                let found = kernel.leaves(&position, 3, &stop);
                assert_eq!(found, expected, "{kernel}: {position:#}");
            }
        }
    }

    /// Compares boards that are counted together with the same boards counted one by one. Returns their counts.
    fn compare_together(
        kernels: &[Kernel],
        boards: &[Position],
        depth: u32,
        said: &str,
    ) -> Vec<u64> {
        let stop = Stop::new();
        let leaves = |board| EachMove.leaves(board, depth, &stop).expect("not stopped");
        let expected: Vec<u64> = boards.iter().map(leaves).collect();
        for kernel in kernels {
            // Counts are appended.
            let mut each = vec![7];
            let counted = kernel.leaves_of_each(boards, depth, &stop, &mut each);
            counted.expect("not stopped");
            assert_eq!(each[0], 7);
            assert_eq!(each[1..], expected, "{kernel}, depth {depth}: {said}");
        }
        expected
    }

    /// Trees of several plies that are counted together, more of them than a kernel tells apart at once, and trees of
    /// boards with few pieces.
    #[test]
    fn trees_counted_together_equal_trees_counted_alone() {
        let kernels = all_kernels();
        let boards = [
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
            "8/5k2/2b1n3/1p4p1/1P1N2P1/3B4/2K5/8 w - - 0 1",
            "8/2p2k2/1p4p1/1P4P1/2P5/3K4/8/8 w - - 0 1",
        ];
        for board in boards.into_iter().chain(ROOTS) {
            let position: Position = board.parse().expect("a position");
            let moves = position.legal_moves().into_iter();
            let children: Vec<Position> = moves.map(|mv| position.play(mv)).collect();
            for depth in 0..=3 {
                compare_together(&kernels, &children, depth, board);
            }
        }
    }

    /// Black may castle on all of these boards and has few other irregular moves, so that the seven moves that are left
    /// after a batch need more than seven boards: once the boards of the last node replaced those of an earlier one.
    #[test]
    fn boards_of_moves_that_wait_are_not_replaced() {
        let parent = "rnbqk2r/ppppnppp/8/8/4pP2/N3P3/1PPP2PP/R1BQKBNR w KQkq - 1 5";
        let parent: Position = parent.parse().expect("a position");
        let moves = "g1e2 a3b1 a3c4 a3b5 d1e2 d1f3 d1g4 d1h5 f1e2 f1d3 f1c4 f1b5 f1a6 a1b1 g2g3 h2h3 f4f5 \
                     b2b4 c2c4 d2d4 g2g4 h2h4";
        let play = |text| parent.play(parent.parse_uci(text).expect(text));
        let boards: Vec<Position> = moves.split_whitespace().map(play).collect();
        compare_together(&all_kernels(), &boards, 2, moves);
    }

    /// A queue must hold boards in any order, also those whose only irregular moves have boards of their own.
    #[test]
    fn boards_in_any_order_are_counted_as_alone() {
        let kernels = all_kernels();
        let mut random = Random::new(6);
        // None, one or two castling moves, then two and two captures en passant.
        let boards = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            "rnbqk2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            "r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            "4k2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQk - 0 1",
            "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            "r3k2r/pp3ppp/8/8/2pPp3/8/PP3PPP/RNBQKBNR b KQkq d3 0 1",
        ];
        let boards = boards.map(|fen| fen.parse::<Position>().expect(fen));
        for list in 0..rounds(300) {
            let list_boards: Vec<Position> = (0..60).map(|_| random.pick(&boards)).collect();
            compare_together(&kernels, &list_boards, 2, &format!("list {list}"));
        }
    }

    /// From three plies on, a count visits many nodes, and their irregular moves are counted together.
    #[test]
    fn nodes_counted_together_equal_nodes_counted_alone() {
        let stop = Stop::new();
        let kernels = all_kernels();
        let mut random = Random::new(4);
        for game in 0..rounds(200) {
            let mut position: Position = ROOTS[game % ROOTS.len()].parse().expect("a position");
            for ply in 0..40 {
                let moves: Vec<Move> = position.legal_moves().into_iter().collect();
                if moves.is_empty() {
                    break;
                }
                if ply % 8 == 0 {
                    let children: Vec<Position> = moves.iter().map(|m| position.play(*m)).collect();
                    let expected = compare_together(&kernels, &children, 2, &position.to_string());
                    for kernel in &kernels {
                        let all = kernel.leaves(&position, 3, &stop);
                        assert_eq!(all, Some(expected.iter().sum()), "{kernel} {position:#}");
                    }
                }
                position = position.play(moves[random.below(moves.len())]);
            }
        }
        for root in ROOTS {
            let position: Position = root.parse().expect("a position");
            let depth = if std::env::var_os(ONLY).is_some() {
                3
            } else {
                4
            };
            let expected = EachMove.leaves(&position, depth, &stop);
            for kernel in &kernels {
                let found = kernel.leaves(&position, depth, &stop);
                assert_eq!(found, expected, "{kernel} {root}");
            }
        }
    }
}
