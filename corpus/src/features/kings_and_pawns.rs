//! Kings beside other pieces, pawns before obstacles, and the edges of the board.

use movegen::chess::{Bitboard, Color, File, PieceKind, Rank, Square};

use super::facts::{Facts, distance};
use super::feature::Feature;

/// The square some steps ahead of a pawn.
fn ahead(pawn: Square, color: Color, steps: i32) -> Option<Square> {
    let up = match color {
        Color::White => 8,
        Color::Black => -8,
    };
    let index = pawn.index() as i32 + up * steps;
    (0..64)
        .contains(&index)
        .then(|| Square::from_index(index as usize))
}

fn pawns_at_home(facts: &Facts) -> impl Iterator<Item = Square> {
    let home = Rank::Second.relative_to(facts.us());
    let pawns = facts.squares_of(facts.us(), PieceKind::Pawn).into_iter();
    pawns.filter(move |pawn| pawn.rank() == home)
}

/// Whether a pawn at home finds its next two squares occupied or empty like this.
fn home_pawn_finds(facts: &Facts, first: bool, second: bool) -> bool {
    let occupied = |pawn, steps| {
        ahead(pawn, facts.us(), steps)
            .is_some_and(|square| facts.position.occupied().contains(square))
    };
    pawns_at_home(facts).any(|pawn| (occupied(pawn, 1), occupied(pawn, 2)) == (first, second))
}

/// An enemy piece stands where a capture of an edge pawn would land if boards wrapped around.
fn wraps(facts: &Facts) -> bool {
    let up = match facts.us() {
        Color::White => 8,
        Color::Black => -8,
    };
    let enemies = facts.position.colors(facts.them());
    facts
        .squares_of(facts.us(), PieceKind::Pawn)
        .into_iter()
        .any(|pawn| {
            let side = match pawn.file() {
                File::A => -1,
                File::H => 1,
                _ => return false,
            };
            let index = pawn.index() as i32 + up + side;
            (0..64).contains(&index) && enemies.contains(Square::from_index(index as usize))
        })
}

/// The enemy pieces beside the king.
fn beside_king(facts: &Facts) -> impl Iterator<Item = Square> {
    let enemies = facts.position.colors(facts.them()).into_iter();
    let king = facts.king();
    enemies.filter(move |&square| distance(square, king) == 1)
}

fn is_protected(facts: &Facts, square: Square) -> bool {
    let occupied = facts.position.occupied() - Bitboard::from(facts.king());
    !facts
        .position
        .attackers(square, facts.them(), occupied)
        .is_empty()
}

pub(super) const FEATURES: &[Feature] = &[
    Feature {
        id: "kings-two-apart",
        description: "The kings are two squares apart.",
        example: "8/8/8/8/4k3/8/4K3/8 w - - 0 1",
        counterexample: "8/8/8/4k3/8/8/4K3/8 w - - 0 1",
        holds: |facts| distance(facts.king(), facts.position.king(facts.them())) == 2,
    },
    Feature {
        id: "king-captures",
        description: "The king can capture.",
        example: "7k/8/8/8/8/8/3n4/4K3 w - - 0 1",
        counterexample: "7k/8/8/8/1b6/8/3n4/4K3 w - - 0 1",
        holds: |facts| facts.any_move(|mv| facts.moves_king(mv) && facts.position.is_capture(mv)),
    },
    Feature {
        id: "king-beside-protected-piece",
        description: "The king stands beside a protected enemy piece, which it may not capture.",
        example: "7k/8/8/8/1b6/8/3n4/4K3 w - - 0 1",
        counterexample: "7k/8/8/8/8/8/3n4/4K3 w - - 0 1",
        holds: |facts| beside_king(facts).any(|square| is_protected(facts, square)),
    },
    Feature {
        id: "king-cannot-move",
        description: "The king has no legal move, but another piece has one.",
        example: "7k/8/8/8/8/5n2/P4q2/7K w - - 0 1",
        counterexample: "7k/8/8/8/8/8/P7/7K w - - 0 1",
        holds: |facts| !facts.moves.is_empty() && !facts.can_move(facts.king()),
    },
    Feature {
        id: "double-push-blocked",
        description: "A pawn can push one square, but not two.",
        example: "4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1",
        counterexample: "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1",
        holds: |facts| home_pawn_finds(facts, false, true),
    },
    Feature {
        id: "double-push-over-piece",
        description: "A piece stands between a pawn and the empty square of its double push.",
        example: "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1",
        counterexample: "4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1",
        holds: |facts| home_pawn_finds(facts, true, false),
    },
    Feature {
        id: "pawn-capture-wraps",
        description: "An enemy piece stands where a capture past the edge of the board would land.",
        example: "4k3/8/8/8/P6n/8/8/4K3 w - - 0 1",
        counterexample: "4k3/8/8/7n/P7/8/8/4K3 w - - 0 1",
        holds: wraps,
    },
];
