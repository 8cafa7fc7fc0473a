//! Dense positions: each shows one rule on many files, in many directions or with many kinds of pieces, so
//! that few questions tell a defect from a narrower one.

use super::probes::Step;

/// One question each. Colours exchanged and mirrored, they are questions as well.
pub(super) const SURVEY: &[Step] = &[
    // En passant on every other file, by double pushes and from the FEN.
    ("4k3/p1p1p1p1/8/1P1P1P1P/8/8/8/4K3 b - - 0 1", "", 2),
    ("4k3/8/8/pP6/8/8/8/4K3 w - a6 0 2", "", 1),
    ("4k3/8/8/PpP5/8/8/8/4K3 w - b6 0 2", "", 1),
    ("4k3/8/8/1PpP4/8/8/8/4K3 w - c6 0 2", "", 1),
    ("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2", "", 1),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6 e8e7", 1),
    ("4k3/3p4/8/2P1P3/8/8/8/N3KB2 b - - 0 1", "d7d5 a1b3 e8e7", 1),
    ("4k3/8/8/3pP3/8/8/8/N3K2R w K d6 0 2", "", 2),
    // Pawns on every file, captures of every kind of piece, and blocked pawns.
    ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", "", 2),
    ("4k3/8/8/1q1r1b1n/P1P1P1P1/8/8/4K3 w - - 0 1", "", 1),
    ("4k3/8/8/b1n1q1p1/1P1P1P1P/8/8/4K3 w - - 0 1", "", 1),
    ("4k3/8/8/8/p1n1N1P1/1b1R1r1B/PPPPPPPP/4K3 w - - 0 1", "", 1),
    // Promotions on every file, by pushes and by captures, and the pieces that arise.
    ("8/PPPPPPPP/8/8/k7/8/8/K7 w - - 0 1", "", 1),
    ("1q1r1b1n/P1P1P1P1/8/8/k7/8/8/K7 w - - 0 1", "", 1),
    ("n1b1r1q1/1P1P1P1P/8/8/k7/8/8/K7 w - - 0 1", "", 1),
    ("7k/P1P5/8/8/8/8/8/7K w - - 0 1", "", 3),
    ("r1r4k/1P6/8/8/8/8/8/7K w - - 0 1", "", 2),
    // Moves and captures of each kind of piece.
    ("4k3/8/8/8/3N4/8/8/N3K2N w - - 0 1", "", 1),
    ("7k/8/2q1r3/1b3n2/3N4/1p3q2/2r1b3/K7 w - - 0 1", "", 1),
    ("7k/8/1q3r2/8/3B4/8/1p3n2/K7 w - - 0 1", "", 1),
    ("7k/3q4/8/8/1b1R2n1/8/3p4/7K w - - 0 1", "", 1),
    ("7k/3r4/1p3n2/8/1b1Q2q1/8/1N1p1P2/6K1 w - - 0 1", "", 1),
    ("7k/3P4/1P3N2/8/1R1Q2B1/8/1P1N1P2/6K1 w - - 0 1", "", 1),
    ("B7/8/8/8/8/6k1/8/K6R w - - 0 1", "", 1),
    ("8/8/8/8/8/1k6/8/Q6K w - - 0 1", "", 1),
    ("8/8/8/3K4/8/8/8/k7 w - - 0 1", "", 1),
    // Attacks on the squares around a king, by a piece that moves.
    ("7k/8/2n3n1/8/8/4K3/8/8 b - - 0 1", "", 2),
    ("7k/1p1p1p1p/8/8/3K4/8/8/8 b - - 0 1", "", 2),
    ("7k/3ppp2/8/3ppp2/4K3/8/8/8 w - - 0 1", "", 1),
    ("7k/3p1p2/3p1p2/8/4K3/8/8/8 b - - 0 1", "", 2),
    ("b6k/8/8/8/8/3K4/8/7b b - - 0 1", "", 2),
    ("r6k/8/8/8/8/3K4/8/7r b - - 0 1", "", 2),
    ("q6k/8/8/8/8/3K4/8/8 b - - 0 1", "", 2),
    ("8/8/2k5/8/3K4/8/8/8 b - - 0 1", "", 2),
    ("8/8/3k4/8/3K4/8/8/8 w - - 0 1", "", 1),
    ("8/8/5k2/8/3K4/8/8/8 w - - 0 1", "", 1),
    // Castling: rights, attacks and pieces in the way.
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "", 2),
    ("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", "", 2),
    ("r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1", "", 2),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", "", 2),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1", "", 2),
    ("r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1", "", 2),
    ("r3k2r/8/8/8/8/8/8/R3K2R w Q - 0 1", "", 2),
    ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "", 2),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 1),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1 e8g8", 2),
    (
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "a1b1 h8g8 b1a1 g8h8",
        2,
    ),
    (
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "h1g1 e8d8 g1h1 d8e8",
        2,
    ),
    (
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "e1g1 e8d8 g1f2 d8e8 f1h1 e8d8 f2e1 d8e8",
        1,
    ),
    (
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "e1c1 e8d8 c1b2 d8e8 d1a1 e8d8 b2c2 d8e8 c2d1 e8d8 d1e1 d8e8",
        1,
    ),
    ("4k3/8/8/8/8/pppppppp/8/R3K2R b KQ - 0 1", "", 2),
    ("4k3/8/8/8/8/8/p1p3pp/R3K2R w KQ - 0 1", "", 1),
    ("4k3/8/8/8/8/8/3p4/R3K2R w KQ - 0 1", "", 1),
    ("4k3/8/8/8/1n3n2/8/8/R3K2R b KQ - 0 1", "", 2),
    ("4k3/8/2n3n1/8/8/8/8/R3K2R b KQ - 0 1", "", 2),
    ("4k3/8/8/2b2b2/8/8/8/R3K2R b KQ - 0 1", "", 2),
    ("3k4/8/8/2q5/8/8/8/R3K2R b KQ - 0 1", "", 2),
    ("1r1k1r2/8/8/8/8/8/8/R3K2R b KQ - 0 1", "", 2),
    ("8/8/8/8/8/1k6/8/R3K2R b KQ - 0 1", "", 2),
    ("8/8/8/8/8/6k1/8/R3K2R b KQ - 0 1", "", 2),
    ("4k3/8/8/8/8/n6n/8/R3K2R b KQ - 0 1", "", 2),
    ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "", 3),
    ("3k4/8/8/8/8/8/8/R1q1K2R w KQ - 0 1", "", 1),
    ("4k3/8/8/8/8/8/8/R2QK2R w KQ - 0 1", "", 1),
    ("4k3/8/8/8/8/8/8/R1B1KB1R w KQ - 0 1", "", 1),
    ("4k3/8/8/8/8/1n4n1/8/R3K2R b KQ - 0 1", "", 2),
    ("4k3/1b4b1/8/8/8/8/8/R3K2R b KQ - 0 1", "", 2),
    ("r6r/3k4/8/8/8/8/8/R3K2R b KQ - 0 1", "", 2),
    ("3k4/q7/8/8/8/8/8/R3K2R b KQ - 0 1", "", 2),
    ("4k3/8/8/8/8/8/1p4p1/R3K2R b KQ - 0 1", "", 2),
    // Pins in every direction, of each kind of piece.
    (
        "3r3b/b7/1N1N1N1k/8/rN1K1N1r/8/1N1N1N2/b2r2b1 w - - 0 1",
        "",
        1,
    ),
    (
        "k2r3b/b7/1B1B1B2/8/rB1K1B1r/8/1B1B1B2/b2r2b1 w - - 0 1",
        "",
        1,
    ),
    (
        "k2r3b/b7/1R1R1R2/8/rR1K1R1r/8/1R1R1R2/b2r2b1 w - - 0 1",
        "",
        1,
    ),
    (
        "k2r3b/b7/1Q1Q1Q2/8/rQ1K1Q1r/8/1Q1Q1Q2/b2r2b1 w - - 0 1",
        "",
        1,
    ),
    (
        "k2r3b/b7/1P1P1P2/8/rP1K1P1r/8/1P1P1P2/b2r2b1 w - - 0 1",
        "",
        1,
    ),
    (
        "3q3q/q7/1N1N1N1k/8/qN1K1N1q/8/1N1N1N2/q2q2q1 w - - 0 1",
        "",
        1,
    ),
    (
        "k2q3q/q7/1B1R1P2/8/qP1K1B1q/8/1R1P1R2/q2q2q1 w - - 0 1",
        "",
        1,
    ),
    (
        "k2r3b/b2n4/1PnPnP2/1nn1nn2/rPnK1P1r/2n1n3/1P1P1P2/b2r2b1 w - - 0 1",
        "",
        1,
    ),
    // Checks by each kind of piece, with all kinds to answer them.
    ("6k1/3r4/b6q/8/2N3R1/1P3P2/2P3P1/1Q1BK3 b - - 0 1", "", 2),
    ("6k1/8/8/2b5/2N3n1/1P3P2/R1P3PQ/1B2K3 b - - 0 1", "", 2),
    ("4rk2/8/8/8/1R5B/2N5/3P1P2/2QK4 b - - 0 1", "", 2),
    ("6k1/8/3q4/8/R4N2/1p4B1/4PPP1/3K3Q b - - 0 1", "", 2),
    // Mates, stalemates and many moves.
    ("7k/5ppp/8/8/8/8/5PPP/R6K w - - 0 1", "", 2),
    ("7k/8/6Q1/8/8/8/8/K7 w - - 0 1", "", 3),
    (
        "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
        "",
        1,
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "",
        2,
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "",
        2,
    ),
];

const ALL_RIGHTS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

/// Two questions each, for programs that remember the first one. The second one is asked alone as well.
pub(super) const PAIRS: &[[Step; 2]] = &[
    [
        (ALL_RIGHTS, "", 1),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", "", 2),
    ],
    [
        (ALL_RIGHTS, "", 1),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1", "", 2),
    ],
    [
        (ALL_RIGHTS, "", 1),
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "", 2),
    ],
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", "", 1),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1", "", 2),
    ],
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "", 1),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1", "", 2),
    ],
    [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "", 1),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "", 1),
    ],
    [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "", 1),
        ("4k3/8/8/2PpP3/8/8/8/4K3 b - - 0 2", "", 2),
    ],
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "", 1),
        ("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "", 1),
    ],
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4 e8e7", 1),
        ("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", "e1e2", 1),
    ],
];
