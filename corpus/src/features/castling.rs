//! Castling: rights, attacks, obstacles, and the geometry of Chess960.

use movegen::chess::{Bitboard, File, Move, MoveKind, PieceKind, Square};

use super::facts::{Facts, Line, between, distance};
use super::feature::Feature;

/// A castling move of the side to move, legal or not.
struct Castling {
    mv: Move,
    king_to: Square,
    rook_to: Square,
    legal: bool,
}

impl Castling {
    fn king_side(&self) -> bool {
        self.mv.to() > self.mv.from()
    }

    /// The squares that must be empty, apart from king and rook.
    fn path(&self) -> Bitboard {
        let (king, rook) = (self.mv.from(), self.mv.to());
        let way = |from, to| between(from, to) | Bitboard::from(to);
        (way(king, self.king_to) | way(rook, self.rook_to))
            - (Bitboard::from(king) | Bitboard::from(rook))
    }

    /// The squares that the king crosses, without its own and its destination.
    fn crossed(&self) -> Bitboard {
        between(self.mv.from(), self.king_to)
    }

    fn is_free(&self, facts: &Facts) -> bool {
        (self.path() & facts.position.occupied()).is_empty()
    }

    /// King on the e-file and rook in the corner.
    fn is_standard(&self) -> bool {
        self.mv.from().file() == File::E && matches!(self.mv.to().file(), File::A | File::H)
    }
}

/// Every castling move for which the side to move has the right.
fn rights(facts: &Facts) -> impl Iterator<Item = Castling> {
    let own = facts.position.castling_rooks() & facts.position.colors(facts.us());
    own.into_iter().filter_map(|rook| {
        let mv = Move::new(facts.king(), rook, MoveKind::Castle);
        let (king_to, rook_to) = mv.castling_squares()?;
        let legal = facts.moves.contains(&mv);
        Some(Castling {
            mv,
            king_to,
            rook_to,
            legal,
        })
    })
}

fn legal(facts: &Facts) -> impl Iterator<Item = Castling> {
    rights(facts).filter(|castling| castling.legal)
}

/// Castling moves with a free path for a king that is not in check.
fn unobstructed(facts: &Facts) -> impl Iterator<Item = Castling> {
    let quiet = facts.checkers.is_empty();
    rights(facts).filter(move |castling| quiet && castling.is_free(facts))
}

fn blocked_by_attack(facts: &Facts, squares: impl Fn(&Castling) -> Bitboard) -> bool {
    let threats = facts.position.threats();
    unobstructed(facts).any(|castling| !(squares(&castling) & threats).is_empty())
}

/// The squares of a standard castling move that only the rook crosses, without attacks on it.
fn b_file(castling: &Castling) -> Option<Square> {
    let standard = castling.is_standard() && !castling.king_side();
    standard.then(|| Square::new(File::B, castling.mv.from().rank()))
}

fn b_file_occupied(facts: &Facts) -> bool {
    let threats = facts.position.threats();
    let occupied = facts.position.occupied();
    rights(facts).any(|castling| {
        let king_way = castling.crossed() | Bitboard::from(castling.king_to);
        b_file(&castling).is_some_and(|square| occupied.contains(square))
            && facts.checkers.is_empty()
            && (king_way & (occupied | threats)).is_empty()
    })
}

/// The rook would uncover an attack on its king along the back rank.
fn rook_is_pinned(facts: &Facts) -> bool {
    let threats = facts.position.threats();
    unobstructed(facts).any(|castling| {
        let king_way = castling.crossed() | Bitboard::from(castling.king_to);
        let on_rank = |pin: &super::Pin| pin.square == castling.mv.to() && pin.line == Line::Rank;
        !castling.legal && (king_way & threats).is_empty() && facts.any_pin(on_rank)
    })
}

fn captured_rights(facts: &Facts) -> impl Iterator<Item = Move> {
    let rooks = facts.position.castling_rooks() & facts.position.colors(facts.them());
    let captures = move |mv: &Move| {
        mv.capture_square()
            .is_some_and(|square| rooks.contains(square))
    };
    facts.moves.iter().copied().filter(captures)
}

/// A rook on the back rank that has no right, while the king has one.
fn has_other_rook(facts: &Facts) -> bool {
    let rights = facts.position.castling_rooks() & facts.position.colors(facts.us());
    let rooks = facts.squares_of(facts.us(), PieceKind::Rook) - rights;
    !rights.is_empty()
        && rooks
            .into_iter()
            .any(|rook| rook.rank() == facts.king().rank())
}

/// The right belongs to a rook that is not the outermost on its side.
fn inner_rook(facts: &Facts) -> bool {
    let rooks = facts.squares_of(facts.us(), PieceKind::Rook);
    rights(facts).any(|castling| {
        let (king, rook) = (castling.mv.from(), castling.mv.to());
        rooks
            .into_iter()
            .any(|other| other.rank() == rook.rank() && between(king, other).contains(rook))
    })
}

fn different_geometry(facts: &Facts) -> bool {
    let rights = facts.position.castling_rooks();
    let side = |color| rights & facts.position.colors(color);
    let (own, other) = (side(facts.us()), side(facts.them()));
    !own.is_empty()
        && !other.is_empty()
        && facts.king().file() != facts.position.king(facts.them()).file()
}

pub(super) const FEATURES: &[Feature] = &[
    Feature {
        id: "castling-king-side",
        description: "Castling on the king side is legal.",
        example: "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        counterexample: "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        holds: |facts| legal(facts).any(|castling| castling.king_side()),
    },
    Feature {
        id: "castling-queen-side",
        description: "Castling on the queen side is legal.",
        example: "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        counterexample: "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        holds: |facts| legal(facts).any(|castling| !castling.king_side()),
    },
    Feature {
        id: "castling-both-sides",
        description: "Castling is legal on both sides.",
        example: "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        counterexample: "4k3/8/8/8/8/8/8/R3K2R w K - 0 1",
        holds: |facts| legal(facts).count() == 2,
    },
    Feature {
        id: "castling-in-check",
        description: "A king with a castling right and a free path is in check.",
        example: "k3r3/8/8/8/8/8/8/4K2R w K - 0 1",
        counterexample: "k2r4/8/8/8/8/8/8/4K2R w K - 0 1",
        holds: |facts| {
            !facts.checkers.is_empty() && rights(facts).any(|castling| castling.is_free(facts))
        },
    },
    Feature {
        id: "castling-through-attack",
        description: "A square that the king would cross is attacked.",
        example: "k4r2/8/8/8/8/8/8/4K2R w K - 0 1",
        counterexample: "k5r1/8/8/8/8/8/8/4K2R w K - 0 1",
        holds: |facts| blocked_by_attack(facts, Castling::crossed),
    },
    Feature {
        id: "castling-into-attack",
        description: "The square that the king would reach is attacked.",
        example: "k5r1/8/8/8/8/8/8/4K2R w K - 0 1",
        counterexample: "k4r2/8/8/8/8/8/8/4K2R w K - 0 1",
        holds: |facts| blocked_by_attack(facts, |castling| Bitboard::from(castling.king_to)),
    },
    Feature {
        id: "castling-rook-attacked",
        description: "Castling is legal although its rook is attacked.",
        example: "k6r/8/8/8/8/8/8/4K2R w K - 0 1",
        counterexample: "k7/8/8/8/8/8/8/4K2R w K - 0 1",
        holds: |facts| {
            let threats = facts.position.threats();
            legal(facts).any(|castling| threats.contains(castling.mv.to()))
        },
    },
    Feature {
        id: "castling-b-file-attacked",
        description: "Castling is legal although the b-file square, which only the rook crosses, is attacked.",
        example: "1r5k/8/8/8/8/8/8/R3K3 w Q - 0 1",
        counterexample: "2r4k/8/8/8/8/8/8/R3K3 w Q - 0 1",
        holds: |facts| {
            let threats = facts.position.threats();
            let attacked = |castling: Castling| {
                b_file(&castling).is_some_and(|square| threats.contains(square))
            };
            legal(facts).any(attacked)
        },
    },
    Feature {
        id: "castling-b-file-occupied",
        description: "Only a piece on the b-file, which the king does not cross, prevents castling.",
        example: "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
        counterexample: "4k3/8/8/8/8/8/8/R1B1K3 w Q - 0 1",
        holds: b_file_occupied,
    },
    Feature {
        id: "castling-path-occupied",
        description: "A piece stands in the way of castling.",
        example: "4k3/8/8/8/8/8/8/4KB1R w K - 0 1",
        counterexample: "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        holds: |facts| rights(facts).any(|castling| !castling.is_free(facts)),
    },
    Feature {
        id: "castling-gives-check",
        description: "Castling gives check.",
        example: "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
        counterexample: "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        holds: |facts| {
            facts.any_child(|child| child.mv.kind() == MoveKind::Castle && child.gives_check())
        },
    },
    Feature {
        id: "castling-right-without-move",
        description: "The side to move has a castling right but may not castle.",
        example: "4k3/8/8/8/8/8/8/4KB1R w K - 0 1",
        counterexample: "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        holds: |facts| rights(facts).any(|castling| !castling.legal),
    },
    Feature {
        id: "castling-rook-captured",
        description: "A move captures a rook that may castle.",
        example: "4k2r/8/8/8/8/8/6B1/4K2Q w k - 0 1",
        counterexample: "4k2r/8/8/8/8/8/6B1/4K2Q w - - 0 1",
        holds: |facts| captured_rights(facts).next().is_some(),
    },
    Feature {
        id: "castling-rook-captures-rook",
        description: "A rook that may castle captures a rook that may castle: both rights are lost.",
        example: "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1",
        counterexample: "4k2r/8/8/8/8/8/8/4K2R w k - 0 1",
        holds: |facts| {
            captured_rights(facts).any(|mv| facts.position.castling_rooks().contains(mv.from()))
        },
    },
    Feature {
        id: "castling-other-rook",
        description: "A rook without castling right stands on the back rank beside one with it.",
        example: "4k3/8/8/8/8/8/8/R3K2R w K - 0 1",
        counterexample: "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        holds: has_other_rook,
    },
    Feature {
        id: "chess960-castling",
        description: "Castling is legal for a king or rook on a square other than in standard chess.",
        example: "4k3/8/8/8/8/8/8/5K1R w H - 0 1",
        counterexample: "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        holds: |facts| legal(facts).any(|castling| !castling.is_standard()),
    },
    Feature {
        id: "chess960-king-stays",
        description: "The king stays where it is when it castles.",
        example: "4k3/8/8/8/8/8/8/6KR w H - 0 1",
        counterexample: "4k3/8/8/8/8/8/8/5K1R w H - 0 1",
        holds: |facts| legal(facts).any(|castling| castling.king_to == castling.mv.from()),
    },
    Feature {
        id: "chess960-rook-stays",
        description: "The rook stays where it is when it castles.",
        example: "4k3/8/8/8/8/8/8/4KR2 w F - 0 1",
        counterexample: "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        holds: |facts| legal(facts).any(|castling| castling.rook_to == castling.mv.to()),
    },
    Feature {
        id: "chess960-king-and-rook-swap",
        description: "King and rook exchange their squares when castling.",
        example: "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
        counterexample: "4k3/8/8/8/8/8/8/5K1R w H - 0 1",
        holds: |facts| {
            legal(facts).any(|castling| {
                (castling.king_to, castling.rook_to) == (castling.mv.to(), castling.mv.from())
            })
        },
    },
    Feature {
        id: "chess960-king-moves-away",
        description: "The king moves away from the rook when it castles.",
        example: "4k3/8/8/8/8/8/8/RK6 w A - 0 1",
        counterexample: "4k3/8/8/8/8/8/8/R4K2 w A - 0 1",
        holds: |facts| {
            legal(facts).any(|castling| {
                let (king, rook) = (castling.mv.from(), castling.mv.to());
                castling.king_to != king && (castling.king_to > king) != (rook > king)
            })
        },
    },
    Feature {
        id: "chess960-long-walk",
        description: "The king crosses at least three squares when it castles.",
        example: "4k3/8/8/8/8/8/8/1K5R w H - 0 1",
        counterexample: "4k3/8/8/8/8/8/8/5K1R w H - 0 1",
        holds: |facts| {
            legal(facts).any(|castling| distance(castling.mv.from(), castling.king_to) >= 4)
        },
    },
    Feature {
        id: "chess960-rook-pinned",
        description: "Castling is illegal only because its rook shields the king on the back rank.",
        example: "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1",
        counterexample: "4k3/8/8/8/8/8/8/1R1K4 w B - 0 1",
        holds: rook_is_pinned,
    },
    Feature {
        id: "chess960-inner-rook",
        description: "The castling right belongs to a rook that is not the outermost on its side.",
        example: "4k3/8/8/8/8/8/8/4KR1R w F - 0 1",
        counterexample: "4k3/8/8/8/8/8/8/4KR1R w H - 0 1",
        holds: inner_rook,
    },
    Feature {
        id: "chess960-different-kings",
        description: "Both sides have castling rights, with their kings on different files.",
        example: "4k2r/8/8/8/8/8/8/5K1R w Hh - 0 1",
        counterexample: "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1",
        holds: different_geometry,
    },
];
