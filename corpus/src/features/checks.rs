//! Checks to the side to move.

use movegen::chess::{Bitboard, MoveKind, PieceKind, Square};

use super::facts::{Facts, Line, distance};
use super::feature::Feature;

fn checked_by(facts: &Facts, kind: PieceKind) -> bool {
    facts
        .single_checker()
        .is_some_and(|square| facts.kind_on(square) == Some(kind))
}

fn checked_by_slider(facts: &Facts, holds: impl Fn(Square) -> bool) -> bool {
    let sliders = [PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];
    facts.single_checker().is_some_and(|square| {
        facts
            .kind_on(square)
            .is_some_and(|kind| sliders.contains(&kind))
            && holds(square)
    })
}

/// A legal move that captures the only checker and fulfils the condition.
fn captures_checker(facts: &Facts, by_king: bool) -> bool {
    facts.single_checker().is_some_and(|checker| {
        facts.any_move(|mv| mv.capture_square() == Some(checker) && facts.moves_king(mv) == by_king)
    })
}

fn interposes(facts: &Facts) -> bool {
    facts.single_checker().is_some_and(|checker| {
        facts.any_move(|mv| !facts.moves_king(mv) && mv.capture_square() != Some(checker))
    })
}

/// The squares around the king, as moves of a king would reach them on an empty board.
fn around(king: Square) -> impl Iterator<Item = Square> {
    Square::ALL
        .into_iter()
        .filter(move |&square| distance(square, king) == 1)
}

/// A square beside the king that only its own body shields from the slider.
fn retreats_into_line(facts: &Facts) -> bool {
    let king = facts.king();
    checked_by_slider(facts, |checker| {
        let line = Line::through(king, checker);
        around(king).any(|square| {
            distance(square, checker) > distance(king, checker)
                && Line::through(square, checker) == line
                && Line::through(square, king) == line
                && !facts.position.colors(facts.us()).contains(square)
                && !facts.position.is_attacked(square, facts.them())
        })
    })
}

/// A pinned piece attacks the checker but may not capture it.
fn defender_is_pinned(facts: &Facts) -> bool {
    let occupied = facts.position.occupied();
    facts.single_checker().is_some_and(|checker| {
        let defenders = facts.position.attackers(checker, facts.us(), occupied);
        facts.any_pin(|pin| defenders.contains(pin.square))
    })
}

fn protected_contact(facts: &Facts) -> bool {
    facts.single_checker().is_some_and(|checker| {
        let protectors = facts
            .position
            .attackers(checker, facts.them(), facts.position.occupied());
        distance(checker, facts.king()) == 1 && !protectors.is_empty()
    })
}

fn double_check_with(facts: &Facts, kind: PieceKind) -> bool {
    let of_kind: Bitboard = facts.squares_of(facts.them(), kind) & facts.checkers;
    facts.checkers.len() == 2 && !of_kind.is_empty()
}

pub(super) const FEATURES: &[Feature] = &[
    Feature {
        id: "check",
        description: "The side to move is in check.",
        example: "4r2k/8/8/8/8/8/8/4K3 w - - 0 1",
        counterexample: "3r3k/8/8/8/8/8/8/4K3 w - - 0 1",
        holds: |facts| !facts.checkers.is_empty(),
    },
    Feature {
        id: "check-by-pawn",
        description: "A pawn gives check, alone.",
        example: "4k3/8/8/8/3p4/4K3/8/8 w - - 0 1",
        counterexample: "4k3/8/8/8/4p3/4K3/8/8 w - - 0 1",
        holds: |facts| checked_by(facts, PieceKind::Pawn),
    },
    Feature {
        id: "check-by-knight",
        description: "A knight gives check, alone.",
        example: "4k3/8/8/8/8/3n4/8/4K3 w - - 0 1",
        counterexample: "4k3/8/8/8/8/3b4/8/4K3 w - - 0 1",
        holds: |facts| checked_by(facts, PieceKind::Knight),
    },
    Feature {
        id: "check-by-bishop",
        description: "A bishop gives check, alone.",
        example: "4k3/8/8/8/1b6/8/8/4K3 w - - 0 1",
        counterexample: "4k3/8/8/8/1b6/8/3P4/4K3 w - - 0 1",
        holds: |facts| checked_by(facts, PieceKind::Bishop),
    },
    Feature {
        id: "check-by-rook",
        description: "A rook gives check, alone.",
        example: "4r2k/8/8/8/8/8/8/4K3 w - - 0 1",
        counterexample: "4q2k/8/8/8/8/8/8/4K3 w - - 0 1",
        holds: |facts| checked_by(facts, PieceKind::Rook),
    },
    Feature {
        id: "check-by-queen",
        description: "A queen gives check, alone.",
        example: "4q2k/8/8/8/8/8/8/4K3 w - - 0 1",
        counterexample: "4r2k/8/8/8/8/8/8/4K3 w - - 0 1",
        holds: |facts| checked_by(facts, PieceKind::Queen),
    },
    Feature {
        id: "double-check",
        description: "Two pieces give check.",
        example: "4r2k/8/8/8/1b6/8/8/4K3 w - - 0 1",
        counterexample: "4r2k/8/8/8/1b6/8/3P4/4K3 w - - 0 1",
        holds: |facts| facts.checkers.len() == 2,
    },
    Feature {
        id: "double-check-with-knight",
        description: "Two pieces give check, one of them a knight.",
        example: "4r2k/8/8/8/8/3n4/8/4K3 w - - 0 1",
        counterexample: "4r2k/8/8/8/1b6/8/8/4K3 w - - 0 1",
        holds: |facts| double_check_with(facts, PieceKind::Knight),
    },
    Feature {
        id: "double-check-with-pawn",
        description: "Two pieces give check, one of them a pawn.",
        example: "4r2k/8/8/8/3p4/4K3/8/8 w - - 0 1",
        counterexample: "7k/8/8/8/3p4/4K3/8/8 w - - 0 1",
        holds: |facts| double_check_with(facts, PieceKind::Pawn),
    },
    Feature {
        id: "check-from-adjacent-square",
        description: "A piece beside the king gives check, alone.",
        example: "7k/8/8/8/8/8/4q3/4K3 w - - 0 1",
        counterexample: "7k/8/8/8/4q3/8/8/4K3 w - - 0 1",
        holds: |facts| {
            facts
                .single_checker()
                .is_some_and(|checker| distance(checker, facts.king()) == 1)
        },
    },
    Feature {
        id: "check-from-protected-adjacent-square",
        description: "A protected piece beside the king gives check: the king may not capture it.",
        example: "7k/8/8/8/7b/8/5q2/4K3 w - - 0 1",
        counterexample: "7k/8/8/8/8/8/5q2/4K3 w - - 0 1",
        holds: protected_contact,
    },
    Feature {
        id: "check-from-afar",
        description: "A slider at least four squares away gives check, alone.",
        example: "4r2k/8/8/8/8/8/8/4K3 w - - 0 1",
        counterexample: "7k/8/8/8/8/4r3/8/4K3 w - - 0 1",
        holds: |facts| checked_by_slider(facts, |checker| distance(checker, facts.king()) >= 4),
    },
    Feature {
        id: "check-interposition",
        description: "A check can be blocked.",
        example: "4r2k/8/8/8/8/8/R7/4K3 w - - 0 1",
        counterexample: "4r2k/8/8/8/8/8/P7/4K3 w - - 0 1",
        holds: interposes,
    },
    Feature {
        id: "check-blocked-by-double-push",
        description: "A double push blocks a check.",
        example: "7k/8/8/8/r6K/8/4P3/8 w - - 0 1",
        counterexample: "7k/8/8/8/8/r6K/4P3/8 w - - 0 1",
        holds: |facts| {
            !facts.checkers.is_empty() && facts.any_move(|mv| mv.kind() == MoveKind::DoublePush)
        },
    },
    Feature {
        id: "check-checker-captured",
        description: "A piece other than the king can capture the checker.",
        example: "4r2k/8/8/8/B7/8/8/4K3 w - - 0 1",
        counterexample: "4r2k/8/8/8/8/B7/8/4K3 w - - 0 1",
        holds: |facts| captures_checker(facts, false),
    },
    Feature {
        id: "check-king-captures-checker",
        description: "The king can capture the checker.",
        example: "7k/8/8/8/8/8/4q3/4K3 w - - 0 1",
        counterexample: "7k/8/8/8/7b/8/5q2/4K3 w - - 0 1",
        holds: |facts| captures_checker(facts, true),
    },
    Feature {
        id: "check-king-must-move",
        description: "In check, only the king has legal moves.",
        example: "4r2k/8/8/8/8/8/P7/4K3 w - - 0 1",
        counterexample: "4r2k/8/8/8/8/8/R7/4K3 w - - 0 1",
        holds: |facts| !facts.checkers.is_empty() && facts.every_move(|mv| facts.moves_king(mv)),
    },
    Feature {
        id: "check-retreat-in-line",
        description: "The king may not step back on the line of the slider that gives check.",
        example: "7k/8/8/8/r2K4/8/8/8 w - - 0 1",
        counterexample: "7k/8/8/8/r6K/8/8/8 w - - 0 1",
        holds: retreats_into_line,
    },
    Feature {
        id: "check-pinned-defender",
        description: "A pinned piece attacks the checker, but may not capture it.",
        example: "4r2k/8/8/8/4R2q/8/8/4K3 w - - 0 1",
        counterexample: "7k/8/8/8/4R2q/8/8/4K3 w - - 0 1",
        holds: defender_is_pinned,
    },
];
