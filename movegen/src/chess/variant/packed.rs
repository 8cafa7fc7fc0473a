//! A position of a variant in 64 bytes, with everything that a count depends on.

use super::{State, VARIANTS, VariantPosition};
use crate::chess::board::zobrist;
use crate::chess::tree::packed::{PackedPosition, unpack_with_turn};
use crate::chess::{Color, Move, MoveKind, PieceKind, Rank, Square};
use crate::perft::Packable;

/// The position of chess, the state, and what neither says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackedVariantPosition {
    chess: PackedPosition,
    state: u128,
    /// The number of the variant, counted from 1: no packed position is all zero.
    variant: u8,
    /// A position without a white king does not say it.
    is_white_to_move: bool,
}

/// Only for positions of [`VARIANTS`].
impl Packable for VariantPosition {
    type Packed = PackedVariantPosition;

    /// # Panics
    /// If the rules are not in [`VARIANTS`].
    fn pack(&self) -> PackedVariantPosition {
        let name = self.rules().name();
        let number = VARIANTS.iter().position(|rules| rules.name() == name);
        PackedVariantPosition {
            chess: self.chess().pack(),
            state: self.state().0,
            variant: number.expect("one of the variants") as u8 + 1,
            is_white_to_move: self.chess().turn() == Color::White,
        }
    }

    fn unpack(packed: &PackedVariantPosition) -> VariantPosition {
        let rules = VARIANTS[usize::from(packed.variant) - 1];
        let turn = match packed.is_white_to_move {
            true => Color::White,
            false => Color::Black,
        };
        let mut chess = unpack_with_turn(&packed.chess, turn);
        chess.key = zobrist::key(&chess.board, chess.turn);
        VariantPosition::new(rules, chess, State(packed.state))
    }

    /// The moves of chess have 15 bits. A drop is a move from a square to itself, whose kind has the number of the
    /// dropped piece; a promotion to a king is a double push from the rank before the last.
    fn step(mv: Move) -> u16 {
        let (from, to) = (mv.from(), mv.to());
        let step = match (mv.kind(), mv.dropped()) {
            (_, Some(piece)) => Move::new(to, to, KINDS[piece.index()]),
            (MoveKind::PromoteKing, _) => Move::new(from, to, MoveKind::DoublePush),
            _ => mv,
        };
        step.to_bits()
    }

    fn packed_child(packed: &PackedVariantPosition, step: u16) -> PackedVariantPosition {
        VariantPosition::unpack(packed).play(of_step(step)).pack()
    }
}

/// Stand for the pieces that can be dropped.
const KINDS: [MoveKind; 5] = [
    MoveKind::Plain,
    MoveKind::DoublePush,
    MoveKind::EnPassant,
    MoveKind::Castle,
    MoveKind::PromoteKnight,
];

/// The move that [`step`](Packable::step) wrote.
fn of_step(step: u16) -> Move {
    let mv = Move::from_bits(step);
    let (from, to) = (mv.from(), mv.to());
    if from == to {
        let piece = KINDS.iter().position(|&kind| kind == mv.kind());
        return Move::drop(PieceKind::ALL[piece.unwrap_or_default()], to);
    }
    let is_last = |square: Square| matches!(square.rank(), Rank::First | Rank::Eighth);
    match mv.kind() {
        MoveKind::DoublePush if is_last(to) => Move::new(from, to, MoveKind::PromoteKing),
        _ => mv,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::perft::{Stop, Tree as _, Unique};

    /// Positions with the special moves of the variants.
    const FENS: &[(&str, &str)] = &[
        (
            "kingofthehill",
            "r3k2r/p1pp1pb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        ),
        ("3check", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+2 0 1"),
        ("racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
        (
            "atomic",
            "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1",
        ),
        (
            "horde",
            "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1",
        ),
        ("horde", "4k3/8/8/8/8/1p6/8/P7 w - - 0 1"),
        ("antichess", "8/P6p/8/8/8/8/p7/1k2K3 w - - 0 1"),
        (
            "crazyhouse",
            "4k3/1Q~6/8/8/4b3/8/Kpp5/8[QRBNPqrbnp] b - - 0 1",
        ),
        ("crazyhouse", "8/1p6/8/P7/8/8/8/k1K5[] b - - 0 1"),
    ];

    fn positions() -> impl Iterator<Item = VariantPosition> {
        FENS.iter().map(|&(name, fen)| {
            let rules = crate::chess::variant::variant(name).expect("a variant");
            VariantPosition::from_fen(rules, fen).expect(fen)
        })
    }

    fn survives(position: &VariantPosition, depth: u32) {
        let packed = position.pack();
        let back = VariantPosition::unpack(&packed);
        assert!(back.plays_like(position), "{position:?}\n{back:?}");
        assert_eq!(back.key(), position.key(), "{position:?}");
        for mv in position.legal_moves() {
            let step = VariantPosition::step(mv);
            assert!(step < 1 << 15, "{position:?} {mv:?}");
            let child = VariantPosition::packed_child(&packed, step);
            assert_eq!(child, position.play(mv).pack(), "{position:?} {mv:?}");
            if depth > 0 {
                survives(&position.play(mv), depth - 1);
            }
        }
    }

    #[test]
    fn nothing_is_lost() {
        positions().for_each(|position| survives(&position, 1));
    }

    /// Told apart by their FENs without the clocks, which list every part of a position.
    #[test]
    fn unique_positions_are_those_with_other_fens() {
        fn fens(positions: &[VariantPosition]) -> Vec<VariantPosition> {
            let mut different = HashMap::new();
            for position in positions {
                for mv in position.legal_moves() {
                    let next = position.play(mv);
                    let fen = next.to_string();
                    let fields: Vec<&str> = fen.split(' ').collect();
                    let clocks = fields.len() - 2;
                    different.insert(fields[..clocks].join(" "), next);
                }
            }
            different.into_values().collect()
        }
        for root in positions() {
            let mut ply = vec![root];
            let mut counts = Vec::new();
            Unique::new(2)
                .run(&root, &Stop::new(), |_, count| counts.push(count))
                .expect("memory");
            for count in counts {
                ply = fens(&ply);
                assert_eq!(count, ply.len() as u64, "{root:?}");
            }
        }
    }
}
