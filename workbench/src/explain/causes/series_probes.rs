//! Probes for programs with a hash table: small trees in which positions with the same key meet, and
//! series of questions in which the second one finds the entries of the first.

use super::probes::Step;

/// Each probe is asked in one process, step by step.
pub(super) const SERIES: &[&[Step]] = &[
    // The same position with the other side to move, one ply below two roots.
    &[
        ("3k4/8/8/8/8/8/4P3/4K3 w - - 0 1", "", 3),
        ("4k3/8/8/8/8/4P3/8/4K3 b - - 0 1", "", 3),
    ],
    &[
        ("4k3/4p3/8/8/8/8/8/3K4 b - - 0 1", "", 3),
        ("4k3/8/4p3/8/8/8/8/4K3 w - - 0 1", "", 3),
    ],
    // A double push as the last move, and two moves ago.
    &[("7k/p6p/7P/1P6/8/7p/7P/7K b - - 0 1", "", 4)],
    &[("7k/p6p/7P/1P6/8/7p/7P/7K b - - 0 1", "", 5)],
    &[("7k/7p/7P/8/1p6/7p/P6P/7K w - - 0 1", "", 4)],
    &[("7k/7p/7P/8/1p6/7p/P6P/7K w - - 0 1", "", 5)],
    &[
        ("7k/7p/7P/pP6/8/7p/7P/7K w - a6 0 1", "", 3),
        ("7k/p6p/7P/1P6/8/7p/7P/7K b - - 0 1", "", 4),
    ],
    // A rook or a king that returns ends a right; a bishop that returns does not.
    &[("k7/p7/P7/8/2p5/2Pp1p1p/3P1P1P/B3K2R w K - 0 1", "", 5)],
    &[("k7/p7/P7/8/2p5/2Pp1p1p/3P1P1P/B3K2R w K - 0 1", "", 6)],
    &[("b3k2r/3p1p1p/2pP1P1P/2P5/8/p7/P7/K7 b k - 0 1", "", 5)],
    &[
        ("k7/p7/P7/8/8/3p1p1p/3P1P1P/4K2R b - - 0 1", "", 3),
        ("k7/p7/P7/8/8/3p1p1p/3P1P1P/4K2R b K - 0 1", "", 3),
    ],
    &[
        ("4k2r/3p1p1p/3P1P1P/8/8/p7/P7/K7 w - - 0 1", "", 3),
        ("4k2r/3p1p1p/3P1P1P/8/8/p7/P7/K7 w k - 0 1", "", 3),
    ],
    // Castling and one step of the king, or two steps.
    &[("k7/p7/P7/8/8/3p3p/3P3P/4K2R w K - 0 1", "", 5)],
    &[("4k2r/3p3p/3P3P/8/8/p7/P7/K7 b k - 0 1", "", 5)],
    &[("7k/7p/7P/8/8/p5p1/P5P1/R3K3 w Q - 0 1", "", 5)],
    // Every kind of piece, with several moves.
    &[("7k/7p/7P/8/8/8/P7/1NBQK2R w - - 0 1", "", 2)],
    &[("7k/7p/7P/8/8/8/P7/1NBQK2R w - - 0 1", "", 3)],
    &[("1nbqk2r/p7/8/8/8/7p/7P/7K b - - 0 1", "", 2)],
    &[("1nbqk2r/p7/8/8/8/7p/7P/7K b - - 0 1", "", 3)],
    &[("k7/p7/P7/8/8/3p4/4P3/2K5 b - - 0 1", "", 3)],
    &[("k7/p7/P7/8/8/3p4/4P3/2K5 b - - 0 1", "", 4)],
    &[("2k5/4p3/3P4/8/8/p7/P7/K7 w - - 0 1", "", 3)],
    // Promotions.
    &[("7k/P6p/7P/8/8/7p/7P/7K w - - 0 1", "", 2)],
    &[("7k/P6p/7P/8/8/7p/7P/7K w - - 0 1", "", 3)],
    &[("7k/7p/7P/8/8/7p/p6P/7K b - - 0 1", "", 2)],
    &[("7k/7p/7P/8/8/7p/p6P/7K b - - 0 1", "", 3)],
    // A king that captures and returns, or goes elsewhere and returns.
    &[("k7/p7/P7/8/8/8/8/6nK w - - 0 1", "", 4)],
    &[("k7/p7/P7/8/8/8/8/6nK w - - 0 1", "", 5)],
    &[("kN6/8/8/8/8/p7/P7/K7 b - - 0 1", "", 4)],
    // The same position at several depths: kings that lose a tempo, and repeated questions.
    &[("7k/5p2/5P2/8/8/2p5/2P5/K7 w - - 0 1", "", 5)],
    &[("7k/5p2/5P2/8/8/2p5/2P5/K7 w - - 0 1", "", 6)],
    &[
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "", 2),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "", 3),
    ],
    &[
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "", 3),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "", 2),
    ],
    &[
        ("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "", 4),
        ("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "", 3),
    ],
    // Counts of more than eight bits.
    &[
        ("7k/ppp4p/7P/8/8/8/8/1Q1QKQ2 b - - 0 1", "", 3),
        ("7k/ppp4p/7P/8/8/8/8/1Q1QKQ2 b - - 0 1", "", 3),
    ],
    &[("k7/8/8/8/p2p4/P7/4P3/K7 w - - 0 1", "", 6)],
    &[("k7/4p3/p7/P2P4/8/8/8/K7 b - - 0 1", "", 6)],
];
