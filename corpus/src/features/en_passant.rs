//! En passant: captures that are legal, and captures that only look legal.
//!
//! Two cases are missing because no game reaches them: the captured pawn cannot shield the king on
//! a diagonal, and the capture cannot block the check of another piece. In both, the king would
//! have been in check before the double push.

use movegen::chess::{Bitboard, File, Move, MoveKind, PieceKind, Position, Square};

use super::facts::{Child, Facts, between};
use super::feature::Feature;

fn is_capture(mv: Move) -> bool {
    mv.kind() == MoveKind::EnPassant
}

fn legal(facts: &Facts) -> impl Iterator<Item = Move> {
    facts.moves.iter().copied().filter(|&mv| is_capture(mv))
}

/// The pawn that has just made a double push.
fn pushed_pawn(passed: Square, position: &Position) -> Option<Square> {
    let index = match position.turn() {
        movegen::chess::Color::White => passed.index().checked_sub(8)?,
        movegen::chess::Color::Black => passed.index() + 8,
    };
    (index < 64).then(|| Square::from_index(index))
}

/// The pawns of the side to move beside a pawn.
fn beside(position: &Position, pawn: Square) -> Bitboard {
    let own = position.squares_of(position.turn().pawn());
    let next = |square: &Square| {
        square.rank() == pawn.rank() && square.file().index().abs_diff(pawn.file().index()) == 1
    };
    own.into_iter().filter(next).collect()
}

/// The pawns that look able to capture en passant, legally or not.
fn capturers(facts: &Facts) -> Bitboard {
    let pawn = facts
        .passed
        .and_then(|passed| pushed_pawn(passed, &facts.position));
    pawn.map_or(Bitboard::EMPTY, |pawn| beside(&facts.position, pawn))
}

/// The pawns that look able to capture but may not.
fn refused(facts: &Facts) -> Bitboard {
    let allowed: Bitboard = legal(facts).map(Move::from).collect();
    capturers(facts) - allowed
}

/// A capture is illegal because both pawns leave the rank of the king.
fn opens_rank(facts: &Facts) -> bool {
    let king = facts.king();
    let Some(pawn) = facts
        .passed
        .and_then(|passed| pushed_pawn(passed, &facts.position))
    else {
        return false;
    };
    let sliders = facts.squares_of(facts.them(), PieceKind::Rook)
        | facts.squares_of(facts.them(), PieceKind::Queen);
    king.rank() == pawn.rank()
        && facts.checkers.is_empty()
        && refused(facts).into_iter().any(|capturer| {
            let both = Bitboard::from(capturer) | Bitboard::from(pawn);
            sliders.into_iter().any(|slider| {
                slider.rank() == king.rank()
                    && between(king, slider) & facts.position.occupied() == both
            })
        })
}

fn pinned_capturer(facts: &Facts, pawns: Bitboard) -> bool {
    facts.any_pin(|pin| pawns.contains(pin.square))
}

/// The positions after a double push that lands beside an enemy pawn.
fn coming(facts: &Facts) -> impl Iterator<Item = &Child> {
    facts.children.iter().filter(|child| {
        child.mv.kind() == MoveKind::DoublePush
            && !beside(&child.position, child.mv.to()).is_empty()
    })
}

pub(super) const FEATURES: &[Feature] = &[
    Feature {
        id: "en-passant",
        description: "A capture en passant is legal.",
        example: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        counterexample: "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        holds: |facts| legal(facts).next().is_some(),
    },
    Feature {
        id: "en-passant-two-ways",
        description: "Two pawns can capture the same pawn en passant.",
        example: "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
        counterexample: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        holds: |facts| legal(facts).count() == 2,
    },
    Feature {
        id: "en-passant-one-of-two",
        description: "Two pawns look able to capture en passant, but only one may.",
        example: "2r1k3/8/8/2PpP3/8/8/8/2K5 w - d6 0 1",
        counterexample: "4k3/8/8/2PpP3/8/8/8/2K5 w - d6 0 1",
        holds: |facts| legal(facts).count() == 1 && refused(facts).len() == 1,
    },
    Feature {
        id: "en-passant-at-edge",
        description: "A capture en passant from or to the a- or h-file is legal.",
        example: "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1",
        counterexample: "4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1",
        holds: |facts| {
            let edge = |square: Square| matches!(square.file(), File::A | File::H);
            legal(facts).any(|mv| edge(mv.from()) || edge(mv.to()))
        },
    },
    Feature {
        id: "en-passant-only-move",
        description: "A capture en passant is the only legal move.",
        example: "6r1/8/5n2/5Pp1/7K/r7/8/k7 w - g6 0 1",
        counterexample: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        holds: |facts| facts.moves.len() == 1 && facts.every_move(is_capture),
    },
    Feature {
        id: "en-passant-captures-checker",
        description: "A capture en passant takes the pawn that gives check.",
        example: "4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1",
        counterexample: "4k3/8/8/3pP3/8/4K3/8/8 w - d6 0 1",
        holds: |facts| {
            legal(facts).any(|mv| {
                mv.capture_square()
                    .is_some_and(|pawn| facts.checkers.contains(pawn))
            })
        },
    },
    Feature {
        id: "en-passant-leaves-check",
        description: "A capture en passant is illegal because it does not end a check.",
        example: "2b1k3/8/8/3pP3/8/7K/8/8 w - d6 0 1",
        counterexample: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        holds: |facts| {
            let refused = refused(facts);
            !facts.checkers.is_empty() && !refused.is_empty() && !pinned_capturer(facts, refused)
        },
    },
    Feature {
        id: "en-passant-opens-rank",
        description: "A capture en passant is illegal because both pawns would leave the king's rank.",
        example: "7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
        counterexample: "7k/8/8/K2pP3/8/8/8/7r w - d6 0 1",
        holds: opens_rank,
    },
    Feature {
        id: "en-passant-pinned",
        description: "A pinned pawn may not capture en passant.",
        example: "2r1k3/8/8/2Pp4/8/8/8/2K5 w - d6 0 1",
        counterexample: "1r2k3/8/8/2Pp4/8/8/8/2K5 w - d6 0 1",
        holds: |facts| pinned_capturer(facts, refused(facts)),
    },
    Feature {
        id: "en-passant-on-pin-line",
        description: "A pinned pawn captures en passant along the line of the pin.",
        example: "1b2k3/8/8/3pP3/5K2/8/8/8 w - d6 0 1",
        counterexample: "4k3/8/8/3pP3/5K2/8/8/8 w - d6 0 1",
        holds: |facts| pinned_capturer(facts, legal(facts).map(Move::from).collect()),
    },
    Feature {
        id: "en-passant-gives-check",
        description: "A capture en passant gives check.",
        example: "8/4k3/8/3pP3/8/8/8/4K3 w - d6 0 1",
        counterexample: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        holds: |facts| facts.any_child(|child| is_capture(child.mv) && child.gives_check()),
    },
    Feature {
        id: "en-passant-discovers-check",
        description: "A capture en passant discovers a check.",
        example: "4k3/8/8/3pP3/8/8/8/K3R3 w - d6 0 1",
        counterexample: "8/4k3/8/3pP3/8/8/8/4K3 w - d6 0 1",
        holds: |facts| facts.any_child(|child| is_capture(child.mv) && child.discovers_check()),
    },
    Feature {
        id: "en-passant-useless-square",
        description: "The last move was a double push that no pawn can capture.",
        example: "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1",
        counterexample: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        holds: |facts| facts.passed.is_some() && capturers(facts).is_empty(),
    },
    Feature {
        id: "en-passant-next",
        description: "A double push lands beside an enemy pawn.",
        example: "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
        counterexample: "4k3/3p4/8/5P2/8/8/8/4K3 b - - 0 1",
        holds: |facts| coming(facts).next().is_some(),
    },
    Feature {
        id: "en-passant-next-illegal",
        description: "A double push lands beside an enemy pawn that may not capture it.",
        example: "7k/3p4/8/K3P2r/8/8/8/8 b - - 0 1",
        counterexample: "7k/3p4/8/K3P3/8/8/8/8 b - - 0 1",
        holds: |facts| coming(facts).any(|child| child.position.en_passant().is_none()),
    },
    Feature {
        id: "en-passant-next-check",
        description: "A double push gives check and can be captured en passant.",
        example: "4k3/3p4/8/4P3/4K3/8/8/8 b - - 0 1",
        counterexample: "4k3/3p4/8/4P3/8/4K3/8/8 b - - 0 1",
        holds: |facts| {
            coming(facts).any(|child| child.gives_check() && child.position.en_passant().is_some())
        },
    },
];
