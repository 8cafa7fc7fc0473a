//! Positions of variants that random games hardly reach, with the depth at which their special moves matter.

use movegen::chess::variant::Rules;

/// Name of the variant, FEN and depth.
const RARE: &[(&str, &str, u32)] = &[
    // The explosion on b2 takes the rook and leaves the king.
    ("atomic", "4k3/8/5b2/8/8/8/1P6/R3K3 b Q - 0 1", 3),
    ("atomic", "r3k3/1p6/8/8/8/5B2/8/4K3 w q - 0 1", 3),
    // A pawn beside the one that goes two squares from the first rank.
    ("horde", "4k3/8/8/8/8/1p6/8/P7 w - - 0 1", 2),
    ("horde", "4k3/8/8/8/8/p5p1/8/1P5P w - - 0 1", 3),
    // A promoted piece is captured, and dropped.
    ("crazyhouse", "1r5k/P5pp/8/8/8/8/8/6K1[] w - - 0 1", 4),
    // Its captor is captured, and dropped.
    ("crazyhouse", "7k/6pp/8/8/8/8/4r3/4Q~K2[] b - - 0 1", 4),
    // A double check and a discovered one.
    ("3check", "4k3/8/8/8/4N3/8/8/4R2K w - - 2+3 0 1", 3),
    // Castling gives the last check.
    ("3check", "5k2/8/8/8/8/8/8/4K2R w K - 1+1 0 1", 3),
    // The last step of a king, with and without a reply.
    ("racingkings", "8/k6K/8/8/8/8/8/8 w - - 0 1", 3),
    ("racingkings", "8/7K/k7/8/8/8/8/8 w - - 0 1", 3),
    ("racingkings", "8/1K6/8/8/k7/8/8/8 w - - 0 1", 2),
    ("racingkings", "8/1k6/8/8/K7/8/8/8 b - - 0 1", 2),
    ("kingofthehill", "8/8/8/8/8/3K4/8/k7 w - - 0 1", 2),
    ("kingofthehill", "8/3k4/8/8/8/8/8/K7 b - - 0 1", 3),
];

/// Those of this variant.
pub(super) fn rare(rules: &dyn Rules) -> impl Iterator<Item = (&'static str, u32)> {
    let name = rules.name();
    let own = RARE.iter().filter(move |row| row.0 == name);
    own.map(|&(_, fen, depth)| (fen, depth))
}
