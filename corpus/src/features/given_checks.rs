//! Moves that give check, mate or stalemate.

use movegen::chess::{MoveKind, PieceKind};

use super::facts::{Child, Facts};
use super::feature::Feature;

fn discovers_check_with(facts: &Facts, kind: PieceKind) -> bool {
    let by = |child: &Child| facts.kind_on(child.mv.from()) == Some(kind);
    facts.any_child(|child| {
        child.mv.kind() != MoveKind::Castle && by(child) && child.discovers_check()
    })
}

pub(super) const FEATURES: &[Feature] = &[
    Feature {
        id: "gives-check",
        description: "A move gives check.",
        example: "4k3/8/8/8/8/8/R7/4K3 w - - 0 1",
        counterexample: "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
        holds: |facts| facts.any_child(Child::gives_check),
    },
    Feature {
        id: "discovered-check",
        description: "A move discovers a check by another piece.",
        example: "4k3/8/8/8/4B3/8/8/K3R3 w - - 0 1",
        counterexample: "4k3/8/8/8/4B3/8/8/K2R4 w - - 0 1",
        holds: |facts| facts.any_child(Child::discovers_check),
    },
    Feature {
        id: "discovered-check-by-pawn-move",
        description: "A pawn move discovers a check.",
        example: "4k3/8/8/3p4/4P3/8/8/3KR3 w - - 0 1",
        counterexample: "4k3/8/8/8/4B3/8/8/K3R3 w - - 0 1",
        holds: |facts| discovers_check_with(facts, PieceKind::Pawn),
    },
    Feature {
        id: "discovered-check-by-king-move",
        description: "A king move discovers a check.",
        example: "4k3/8/8/8/4K3/8/8/4R3 w - - 0 1",
        counterexample: "4k3/8/8/8/4K3/8/8/3R4 w - - 0 1",
        holds: |facts| discovers_check_with(facts, PieceKind::King),
    },
    Feature {
        id: "gives-double-check",
        description: "A move gives double check.",
        example: "4k3/8/8/8/4B3/8/8/K3R3 w - - 0 1",
        counterexample: "4k3/8/8/8/4P3/8/8/K3R3 w - - 0 1",
        holds: |facts| facts.any_child(|child| child.checkers.len() == 2),
    },
    Feature {
        id: "mate-in-one",
        description: "A move gives checkmate.",
        example: "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
        counterexample: "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
        holds: |facts| facts.any_child(Child::is_mate),
    },
    Feature {
        id: "stalemate-in-one",
        description: "A move gives stalemate.",
        example: "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1",
        counterexample: "7k/8/8/6K1/8/8/8/5B2 w - - 0 1",
        holds: |facts| {
            facts.any_child(|child| !child.gives_check() && !child.position.has_legal_move())
        },
    },
];
