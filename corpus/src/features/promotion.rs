//! Promotions, quiet and capturing.

use movegen::chess::{Bitboard, Move, MoveKind, PieceKind, Rank, Square};

use super::facts::{Child, Facts};
use super::feature::Feature;

fn is_promotion(mv: Move) -> bool {
    mv.promotion().is_some()
}

fn is_quiet(mv: Move) -> bool {
    is_promotion(mv) && mv.from().file() == mv.to().file()
}

fn is_capture(mv: Move) -> bool {
    is_promotion(mv) && !is_quiet(mv)
}

fn any_promotion(facts: &Facts, holds: impl Fn(&Child) -> bool) -> bool {
    facts.any_child(|child| is_promotion(child.mv) && holds(child))
}

/// The own pawns one step from promotion.
fn about_to_promote(facts: &Facts) -> impl Iterator<Item = Square> {
    let seventh = Rank::Seventh.relative_to(facts.us());
    let pawns = facts.squares_of(facts.us(), PieceKind::Pawn).into_iter();
    pawns.filter(move |pawn| pawn.rank() == seventh)
}

fn destinations(facts: &Facts, pawn: Square) -> Bitboard {
    let from_pawn = facts.moves.iter().filter(|mv| mv.from() == pawn);
    from_pawn.map(|mv| mv.to()).collect()
}

fn captures_castling_rook(facts: &Facts) -> bool {
    let rooks = facts.position.castling_rooks();
    facts.any_move(|mv| is_capture(mv) && rooks.contains(mv.to()))
}

fn is_blocked(facts: &Facts, pawn: Square) -> bool {
    let ahead = Square::new(pawn.file(), Rank::Eighth.relative_to(facts.us()));
    facts.position.occupied().contains(ahead)
}

pub(super) const FEATURES: &[Feature] = &[
    Feature {
        id: "promotion",
        description: "A pawn can promote.",
        example: "7k/P7/8/8/8/8/8/K7 w - - 0 1",
        counterexample: "7k/8/P7/8/8/8/8/K7 w - - 0 1",
        holds: |facts| facts.any_move(is_promotion),
    },
    Feature {
        id: "promotion-quiet",
        description: "A pawn can promote by a push.",
        example: "7k/P7/8/8/8/8/8/K7 w - - 0 1",
        counterexample: "rn5k/P7/8/8/8/8/8/7K w - - 0 1",
        holds: |facts| facts.any_move(is_quiet),
    },
    Feature {
        id: "promotion-capture",
        description: "A pawn can promote by a capture.",
        example: "rn5k/P7/8/8/8/8/8/7K w - - 0 1",
        counterexample: "7k/P7/8/8/8/8/8/K7 w - - 0 1",
        holds: |facts| facts.any_move(is_capture),
    },
    Feature {
        id: "promotion-three-ways",
        description: "A pawn can promote on three squares.",
        example: "n1n4k/1P6/8/8/8/8/8/K7 w - - 0 1",
        counterexample: "n6k/1P6/8/8/8/8/8/K7 w - - 0 1",
        holds: |facts| about_to_promote(facts).any(|pawn| destinations(facts, pawn).len() == 3),
    },
    Feature {
        id: "promotion-many",
        description: "There are at least 16 promotions.",
        example: "8/PPPP4/8/8/8/8/7k/K7 w - - 0 1",
        counterexample: "8/PPP5/8/8/8/8/7k/K7 w - - 0 1",
        holds: |facts| facts.moves.iter().filter(|&&mv| is_promotion(mv)).count() >= 16,
    },
    Feature {
        id: "promotion-only-moves",
        description: "All legal moves are promotions.",
        example: "8/P7/8/8/8/6k1/5q2/7K w - - 0 1",
        counterexample: "7k/P7/8/8/8/8/8/K7 w - - 0 1",
        holds: |facts| facts.every_move(is_promotion),
    },
    Feature {
        id: "promotion-captures-castling-rook",
        description: "A promotion captures a rook that may castle.",
        example: "r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1",
        counterexample: "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1",
        holds: captures_castling_rook,
    },
    Feature {
        id: "promotion-pinned",
        description: "A pinned pawn on its seventh rank has no legal move.",
        example: "8/r2P2K1/8/8/8/8/8/k7 w - - 0 1",
        counterexample: "8/3P2K1/8/8/8/8/8/k7 w - - 0 1",
        holds: |facts| {
            let pinned = |pawn| facts.any_pin(|pin| pin.square == pawn);
            about_to_promote(facts).any(|pawn| pinned(pawn) && !facts.can_move(pawn))
        },
    },
    Feature {
        id: "promotion-on-pin-line",
        description: "A pinned pawn promotes along the line of the pin.",
        example: "3b3k/4P3/5K2/8/8/8/8/8 w - - 0 1",
        counterexample: "3n3k/4P3/5K2/8/8/8/8/8 w - - 0 1",
        holds: |facts| {
            facts.any_pin(|pin| facts.any_move(|mv| mv.from() == pin.square && is_promotion(mv)))
        },
    },
    Feature {
        id: "promotion-evades-check",
        description: "A promotion ends a check.",
        example: "r3K2k/1P6/8/8/8/8/8/8 w - - 0 1",
        counterexample: "7k/1P6/8/8/8/8/8/4K3 w - - 0 1",
        holds: |facts| !facts.checkers.is_empty() && facts.any_move(is_promotion),
    },
    Feature {
        id: "promotion-gives-check",
        description: "A promotion gives check.",
        example: "7k/P7/8/8/8/8/8/K7 w - - 0 1",
        counterexample: "8/P6k/8/8/8/8/8/K7 w - - 0 1",
        holds: |facts| any_promotion(facts, Child::gives_check),
    },
    Feature {
        id: "promotion-to-knight-gives-check",
        description: "A promotion to a knight gives check.",
        example: "8/2k1P3/8/8/8/8/8/K7 w - - 0 1",
        counterexample: "7k/P7/8/8/8/8/8/K7 w - - 0 1",
        holds: |facts| {
            any_promotion(facts, |child| {
                child.mv.kind() == MoveKind::PromoteKnight && child.checkers.contains(child.mv.to())
            })
        },
    },
    Feature {
        id: "promotion-checks-along-its-file",
        description: "A promoted piece gives check through the square that the pawn left.",
        example: "8/4P3/8/8/4k3/8/8/K7 w - - 0 1",
        counterexample: "8/4P3/8/3k4/8/8/8/K7 w - - 0 1",
        holds: |facts| {
            let king = facts.position.king(facts.them());
            any_promotion(facts, |child| {
                is_quiet(child.mv)
                    && child.checkers.contains(child.mv.to())
                    && king.file() == child.mv.to().file()
            })
        },
    },
    Feature {
        id: "promotion-discovers-check",
        description: "A promotion discovers a check.",
        example: "8/R2P2k1/8/8/8/8/8/K7 w - - 0 1",
        counterexample: "8/3P2k1/8/8/8/8/8/K7 w - - 0 1",
        holds: |facts| any_promotion(facts, Child::discovers_check),
    },
    Feature {
        id: "promotion-gives-mate",
        description: "A promotion gives checkmate.",
        example: "6k1/P4ppp/8/8/8/8/8/K7 w - - 0 1",
        counterexample: "6k1/P4pp1/8/8/8/8/8/K7 w - - 0 1",
        holds: |facts| any_promotion(facts, Child::is_mate),
    },
    Feature {
        id: "promotion-blocked",
        description: "A piece stands in front of a pawn on its seventh rank.",
        example: "n6k/P7/8/8/8/8/8/K7 w - - 0 1",
        counterexample: "7k/P7/8/8/8/8/8/K7 w - - 0 1",
        holds: |facts| about_to_promote(facts).any(|pawn| is_blocked(facts, pawn)),
    },
    Feature {
        id: "promotion-next",
        description: "The opponent has a pawn one step from promotion.",
        example: "7k/8/8/8/8/8/p7/4K3 w - - 0 1",
        counterexample: "7k/8/8/8/8/p7/8/4K3 w - - 0 1",
        holds: |facts| {
            let second = Rank::Second.relative_to(facts.us());
            let pawns = facts.squares_of(facts.them(), PieceKind::Pawn);
            pawns.into_iter().any(|pawn| pawn.rank() == second)
        },
    },
];
