//! Pins of pieces of the side to move.

use movegen::chess::PieceKind;

use super::facts::{Facts, Line, Pin};
use super::feature::Feature;

fn pinned(facts: &Facts, kind: PieceKind, holds: impl Fn(&Pin) -> bool) -> bool {
    facts.any_pin(|pin| pin.kind == kind && holds(pin))
}

fn captures_pinner(facts: &Facts) -> bool {
    facts.any_pin(|pin| facts.any_move(|mv| (mv.from(), mv.to()) == (pin.square, pin.pinner)))
}

pub(super) const FEATURES: &[Feature] = &[
    Feature {
        id: "pin-on-rank",
        description: "A piece is pinned along a rank.",
        example: "7k/8/8/8/K2N3r/8/8/8 w - - 0 1",
        counterexample: "7k/8/8/8/K2N2Pr/8/8/8 w - - 0 1",
        holds: |facts| facts.any_pin(|pin| pin.line == Line::Rank),
    },
    Feature {
        id: "pin-on-file",
        description: "A piece is pinned along a file.",
        example: "4r2k/8/8/8/4N3/8/8/4K3 w - - 0 1",
        counterexample: "4b2k/8/8/8/4N3/8/8/4K3 w - - 0 1",
        holds: |facts| facts.any_pin(|pin| pin.line == Line::File),
    },
    Feature {
        id: "pin-on-diagonal",
        description: "A piece is pinned along a diagonal.",
        example: "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1",
        counterexample: "4k3/8/8/8/1r6/8/3N4/4K3 w - - 0 1",
        holds: |facts| facts.any_pin(|pin| pin.line == Line::Diagonal),
    },
    Feature {
        id: "pin-pawn-on-file",
        description: "A pawn is pinned along its file: it may push, but not capture.",
        example: "4r2k/8/8/8/8/3p4/4P3/4K3 w - - 0 1",
        counterexample: "3r3k/8/8/8/8/3p4/4P3/4K3 w - - 0 1",
        holds: |facts| pinned(facts, PieceKind::Pawn, |pin| pin.line == Line::File),
    },
    Feature {
        id: "pin-pawn-on-rank",
        description: "A pawn is pinned along a rank: it may not move.",
        example: "7k/8/8/8/K2P3r/8/8/8 w - - 0 1",
        counterexample: "7k/8/8/8/K2P1N1r/8/8/8 w - - 0 1",
        holds: |facts| pinned(facts, PieceKind::Pawn, |pin| pin.line == Line::Rank),
    },
    Feature {
        id: "pin-pawn-on-diagonal",
        description: "A pawn is pinned along a diagonal: it may only capture on that diagonal.",
        example: "7k/8/8/8/7b/8/5P2/4K3 w - - 0 1",
        counterexample: "7k/8/8/7b/8/8/5P2/4K3 w - - 0 1",
        holds: |facts| pinned(facts, PieceKind::Pawn, |pin| pin.line == Line::Diagonal),
    },
    Feature {
        id: "pin-pawn-captures-pinner",
        description: "A pinned pawn may capture the piece that pins it.",
        example: "7k/8/8/8/8/6b1/5P2/4K3 w - - 0 1",
        counterexample: "7k/8/8/8/7b/8/5P2/4K3 w - - 0 1",
        holds: |facts| {
            facts.any_pin(|pin| {
                let captures = |from, to| (from, to) == (pin.square, pin.pinner);
                pin.kind == PieceKind::Pawn && facts.any_move(|mv| captures(mv.from(), mv.to()))
            })
        },
    },
    Feature {
        id: "pin-knight",
        description: "A knight is pinned: it may not move.",
        example: "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1",
        counterexample: "4k3/8/8/8/1b6/8/3B4/4K3 w - - 0 1",
        holds: |facts| pinned(facts, PieceKind::Knight, |_| true),
    },
    Feature {
        id: "pin-bishop-on-diagonal",
        description: "A bishop is pinned along a diagonal: it may move on that diagonal.",
        example: "4k3/8/8/8/1b6/8/3B4/4K3 w - - 0 1",
        counterexample: "4r2k/8/8/8/8/4B3/8/4K3 w - - 0 1",
        holds: |facts| pinned(facts, PieceKind::Bishop, |pin| pin.line == Line::Diagonal),
    },
    Feature {
        id: "pin-bishop-on-straight",
        description: "A bishop is pinned along a rank or file: it may not move.",
        example: "4r2k/8/8/8/8/4B3/8/4K3 w - - 0 1",
        counterexample: "4k3/8/8/8/1b6/8/3B4/4K3 w - - 0 1",
        holds: |facts| pinned(facts, PieceKind::Bishop, |pin| pin.line != Line::Diagonal),
    },
    Feature {
        id: "pin-rook-on-straight",
        description: "A rook is pinned along a rank or file: it may move on that line.",
        example: "4r2k/8/8/8/8/4R3/8/4K3 w - - 0 1",
        counterexample: "4k3/8/8/8/1b6/8/3R4/4K3 w - - 0 1",
        holds: |facts| pinned(facts, PieceKind::Rook, |pin| pin.line != Line::Diagonal),
    },
    Feature {
        id: "pin-rook-on-diagonal",
        description: "A rook is pinned along a diagonal: it may not move.",
        example: "4k3/8/8/8/1b6/8/3R4/4K3 w - - 0 1",
        counterexample: "4r2k/8/8/8/8/4R3/8/4K3 w - - 0 1",
        holds: |facts| pinned(facts, PieceKind::Rook, |pin| pin.line == Line::Diagonal),
    },
    Feature {
        id: "pin-queen-on-straight",
        description: "A queen is pinned along a rank or file: it may move on that line only.",
        example: "4r2k/8/8/8/8/4Q3/8/4K3 w - - 0 1",
        counterexample: "4k3/8/8/8/1b6/8/3Q4/4K3 w - - 0 1",
        holds: |facts| pinned(facts, PieceKind::Queen, |pin| pin.line != Line::Diagonal),
    },
    Feature {
        id: "pin-queen-on-diagonal",
        description: "A queen is pinned along a diagonal: it may move on that diagonal only.",
        example: "4k3/8/8/8/1b6/8/3Q4/4K3 w - - 0 1",
        counterexample: "4r2k/8/8/8/8/4Q3/8/4K3 w - - 0 1",
        holds: |facts| pinned(facts, PieceKind::Queen, |pin| pin.line == Line::Diagonal),
    },
    Feature {
        id: "pin-by-queen",
        description: "A queen pins a piece.",
        example: "4q2k/8/8/8/8/4R3/8/4K3 w - - 0 1",
        counterexample: "4r2k/8/8/8/8/4R3/8/4K3 w - - 0 1",
        holds: |facts| facts.any_pin(|pin| facts.kind_on(pin.pinner) == Some(PieceKind::Queen)),
    },
    Feature {
        id: "pin-captures-pinner",
        description: "A pinned piece may capture the piece that pins it.",
        example: "4k3/8/8/8/1b6/8/3B4/4K3 w - - 0 1",
        counterexample: "4k3/8/8/8/1b6/8/3R4/4K3 w - - 0 1",
        holds: captures_pinner,
    },
    Feature {
        id: "pins-two",
        description: "At least two pieces are pinned.",
        example: "4r2k/8/8/8/1b6/4N3/3R4/4K3 w - - 0 1",
        counterexample: "7k/8/8/8/1b6/4N3/3R4/4K3 w - - 0 1",
        holds: |facts| facts.pins.len() >= 2,
    },
    Feature {
        id: "pins-four",
        description: "At least four pieces are pinned.",
        example: "4r2k/8/8/q6b/8/2N1N1P1/8/q1B1K1Nr w - - 0 1",
        counterexample: "4r2k/8/8/8/1b6/4N3/3R4/4K3 w - - 0 1",
        holds: |facts| facts.pins.len() >= 4,
    },
];
