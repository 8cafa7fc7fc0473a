//! Length of the move list, phase of the game, material and move counter.

use movegen::chess::{Color, PieceKind};

use super::facts::Facts;
use super::feature::Feature;

fn count(facts: &Facts, kind: PieceKind) -> u32 {
    facts.position.pieces(kind).len()
}

/// Knights, bishops, rooks and queens of both sides.
fn officers(facts: &Facts) -> u32 {
    [
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
    ]
    .into_iter()
    .map(|kind| count(facts, kind))
    .sum()
}

fn any_side(facts: &Facts, holds: impl Fn(Color) -> bool) -> bool {
    facts.position.occupied().len() >= 2 && Color::ALL.into_iter().any(holds)
}

/// No sequence of moves can mate: a lone minor piece at most.
fn is_dead(facts: &Facts) -> bool {
    let minors = count(facts, PieceKind::Knight) + count(facts, PieceKind::Bishop);
    officers(facts) == minors && minors <= 1 && count(facts, PieceKind::Pawn) == 0
}

pub(super) const FEATURES: &[Feature] = &[
    Feature {
        id: "checkmate",
        description: "The side to move is checkmated: the list of moves is empty.",
        example: "R6k/8/6K1/8/8/8/8/8 b - - 0 1",
        counterexample: "R6k/8/5K2/8/8/8/8/8 b - - 0 1",
        holds: |facts| facts.moves.is_empty() && !facts.checkers.is_empty(),
    },
    Feature {
        id: "stalemate",
        description: "The side to move is stalemated: the list of moves is empty.",
        example: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        counterexample: "7k/4Q3/6K1/8/8/8/8/8 b - - 0 1",
        holds: |facts| facts.moves.is_empty() && facts.checkers.is_empty(),
    },
    Feature {
        id: "moves-1",
        description: "There is one legal move.",
        example: "7k/8/6K1/8/8/8/8/5R2 b - - 0 1",
        counterexample: "7k/8/5K2/8/8/8/8/6R1 w - - 0 1",
        holds: |facts| facts.moves.len() == 1,
    },
    Feature {
        id: "moves-2-to-5",
        description: "There are two to five legal moves.",
        example: "4k3/8/8/8/8/8/8/K7 w - - 0 1",
        counterexample: "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        holds: |facts| (2..=5).contains(&facts.moves.len()),
    },
    Feature {
        id: "moves-64-or-more",
        description: "There are at least 64 legal moves.",
        example: "R6R/3Q4/8/8/8/8/pp1Q4/kBNN1KB1 w - - 0 1",
        counterexample: "R6R/8/8/8/8/8/pp6/kBNN1KB1 w - - 0 1",
        holds: |facts| facts.moves.len() >= 64,
    },
    Feature {
        id: "moves-100-or-more",
        description: "There are at least 100 legal moves.",
        example: "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        counterexample: "R6R/3Q4/8/8/8/8/pp1Q4/kBNN1KB1 w - - 0 1",
        holds: |facts| facts.moves.len() >= 100,
    },
    Feature {
        id: "moves-128-or-more",
        description: "There are at least 128 legal moves.",
        example: "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        counterexample: "R6R/3Q4/8/8/8/8/pp1Q4/kBNN1KB1 w - - 0 1",
        holds: |facts| facts.moves.len() >= 128,
    },
    Feature {
        id: "opening",
        description: "At least 12 of the 14 pieces besides kings and pawns, and at least 12 pawns, are on the board.",
        example: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        counterexample: "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
        holds: |facts| officers(facts) >= 12 && count(facts, PieceKind::Pawn) >= 12,
    },
    Feature {
        id: "middlegame",
        description: "Five to eleven pieces besides kings and pawns are on the board, and some pawns.",
        example: "r3k2r/p1ppqpb1/8/3PN3/1p2P3/2N2Q1p/PPP2PPP/R3K2R w KQkq - 0 1",
        counterexample: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        holds: |facts| (5..=11).contains(&officers(facts)) && count(facts, PieceKind::Pawn) > 0,
    },
    Feature {
        id: "endgame",
        description: "At most four pieces besides kings and pawns are on the board.",
        example: "4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1",
        counterexample: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        holds: |facts| officers(facts) <= 4,
    },
    Feature {
        id: "pawn-endgame",
        description: "Only kings and pawns are on the board.",
        example: "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1",
        counterexample: "4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1",
        holds: |facts| officers(facts) == 0 && count(facts, PieceKind::Pawn) > 0,
    },
    Feature {
        id: "pawnless",
        description: "There is no pawn.",
        example: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        counterexample: "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1",
        holds: |facts| count(facts, PieceKind::Pawn) == 0,
    },
    Feature {
        id: "bare-king",
        description: "One side has only its king.",
        example: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        counterexample: "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1",
        holds: |facts| any_side(facts, |color| facts.position.colors(color).len() == 1),
    },
    Feature {
        id: "insufficient-material",
        description: "Neither side can mate; legal moves exist all the same.",
        example: "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1",
        counterexample: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        holds: |facts| is_dead(facts) && !facts.moves.is_empty(),
    },
    Feature {
        id: "many-queens",
        description: "One side has at least three queens.",
        example: "k7/8/8/2Q2Q2/8/2Q5/8/K7 w - - 0 1",
        counterexample: "k7/8/8/2Q2Q2/8/2q5/8/1K6 w - - 0 1",
        holds: |facts| {
            any_side(facts, |color| {
                facts.squares_of(color, PieceKind::Queen).len() >= 3
            })
        },
    },
    Feature {
        id: "many-pieces-of-a-kind",
        description: "One side has at least three knights, three bishops or three rooks.",
        example: "k7/8/8/2N2N2/8/2N5/8/K7 w - - 0 1",
        counterexample: "k7/8/8/2N2N2/8/2B5/8/K7 w - - 0 1",
        holds: |facts| {
            let kinds = [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook];
            any_side(facts, |color| {
                kinds
                    .iter()
                    .any(|&kind| facts.squares_of(color, kind).len() >= 3)
            })
        },
    },
    Feature {
        id: "clock-near-fifty",
        description: "The halfmove clock is between 95 and 99: the tree passes the fifty-move draw.",
        example: "4k3/8/8/8/8/8/8/R3K3 w - - 97 90",
        counterexample: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        holds: |facts| (95..100).contains(&facts.position.halfmoves()),
    },
    Feature {
        id: "clock-past-fifty",
        description: "The halfmove clock is 100 or more: a draw could be claimed, but legal moves exist.",
        example: "4k3/8/8/8/8/8/8/R3K3 w - - 100 90",
        counterexample: "4k3/8/8/8/8/8/8/R3K3 w - - 99 90",
        holds: |facts| facts.position.halfmoves() >= 100 && !facts.moves.is_empty(),
    },
];
