//! Chess as a tree whose leaves can be counted.

use super::keys;
use crate::chess::board::color::{Black, Side, White};
use crate::chess::board::zobrist;
use crate::chess::{Color, Move, Position};
use crate::perft::Tree;

impl Tree for Position {
    type Move = Move;

    fn moves(&self) -> Vec<Move> {
        self.moves_in_report_order()
    }

    fn child(&self, mv: Move) -> Position {
        self.play(mv)
    }

    fn children(&self, mut visit: impl FnMut(Position)) {
        for (mv, key) in keyed_list(self) {
            visit(self.play_to(mv, key));
        }
    }

    fn key(&self) -> u128 {
        Position::key(self)
    }

    /// The move counters are ignored: no count depends on them.
    fn plays_like(&self, other: &Position) -> bool {
        self.board() == other.board() && self.turn() == other.turn()
    }

    fn keyed_moves(&self, visit: impl FnMut(Move, u128)) {
        match self.turn() {
            Color::White => visit_keyed::<White>(self, visit),
            Color::Black => visit_keyed::<Black>(self, visit),
        }
    }

    fn choose_child(&self, choose: impl FnOnce(usize) -> usize) -> Option<(usize, Position)> {
        self.child_by_index(choose)
    }

    #[inline]
    fn keyed_child(&self, mv: Move, key: u128) -> Position {
        self.play_to(mv, key)
    }
}

/// More moves than most positions have.
const USUAL_MOVES: usize = 64;

/// Every legal move and the key of the position after it. Unlike [`visit_keyed`] this is compiled once, for callers
/// that do more with a child than look it up.
fn keyed_list(position: &Position) -> Vec<(Move, u128)> {
    let mut list = Vec::with_capacity(USUAL_MOVES);
    position.keyed_moves(|mv, key| list.push((mv, key)));
    list
}

/// Calls `visit` with every legal move and the key of the position after it.
fn visit_keyed<S: Side>(position: &Position, mut visit: impl FnMut(Move, u128)) {
    let passed = zobrist::en_passant(position.board().en_passant);
    let key = position.key() ^ zobrist::black_to_move() ^ passed;
    keys::keyed_moves::<S, false>(position, &zobrist::NUMBERS, key, |step| {
        visit(step.mv, step.mover ^ step.captured ^ step.passed);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Kernel, MoveKind};
    use crate::perft::{Outcome, Perft, Stop};

    /// Compares every child with the one made the long way, some plies deep.
    fn compare(position: &Position, depth: u32) {
        let mut seen = Vec::new();
        position.keyed_moves(|mv, key| {
            let child = position.play(mv);
            assert_eq!(child.key(), key, "{mv:?} in\n{position}");
            assert_eq!(position.keyed_child(mv, key), child, "{mv:?}");
            assert_eq!(
                child.key(),
                zobrist::key(child.board(), child.turn()),
                "{mv:?} in\n{position}"
            );
            seen.push(mv);
        });
        let mut listed: Vec<Move> = position.legal_moves().into_iter().collect();
        seen.sort();
        listed.sort();
        assert_eq!(seen, listed, "{position}");
        if depth > 0 {
            position.children(|child| compare(&child, depth - 1));
        }
    }

    #[test]
    fn keys_known_in_advance_are_the_keys_of_the_children() {
        for (fen, depth) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 2),
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
                2,
            ),
            ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -", 2),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 3),
            (
                "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
                2,
            ),
            (
                "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -",
                2,
            ),
            (
                "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
                2,
            ),
        ] {
            compare(&fen.parse().expect(fen), depth);
        }
    }

    /// En passant is in the key only where a capture is legal, pins of every kind considered.
    #[test]
    fn en_passant_counts_only_where_it_can_be_played() {
        for (fen, push, usable) in [
            ("4k3/8/8/8/3p4/8/4P3/4K3 w - -", "e2e4", true),
            ("4k3/8/8/8/2p5/8/4P3/4K3 w - -", "e2e4", false),
            // Both pawns leave the fourth rank.
            ("8/8/8/8/k2p3R/8/4P3/4K3 w - -", "e2e4", false),
            // The taker is pinned: on its file, across, and along the diagonal on which it takes.
            ("3k4/8/8/8/3p4/8/4P3/3RK3 w - -", "e2e4", false),
            ("8/8/5k2/8/3p4/8/1B2P3/4K3 w - -", "e2e4", false),
            ("8/8/8/2k5/3p4/8/4PB2/4K3 w - -", "e2e4", true),
            ("8/8/8/8/3p4/2k5/4P3/4K3 w - -", "e2e4", true),
            // The push gives check, and so does what it uncovers.
            ("8/8/8/3k4/3p4/8/4P3/4K3 w - -", "e2e4", true),
            ("8/8/8/1k6/3p4/8/4P3/4KB2 w - -", "e2e4", false),
        ] {
            let position: Position = fen.parse().expect(fen);
            let mv = position.parse_uci(push).expect(push);
            let child = position.play(mv);
            let legal = child.legal_moves();
            let listed = legal.iter().any(|m| m.kind() == MoveKind::EnPassant);
            assert_eq!(child.en_passant().is_some(), usable, "{fen}");
            assert_eq!(listed, usable, "{fen}");
        }
    }

    #[test]
    fn the_order_of_moves_does_not_matter_to_what_can_be_played() {
        let start = Position::startpos();
        let play = |texts: [&str; 4]| {
            texts.into_iter().fold(start, |position, text| {
                position.play(position.parse_uci(text).expect(text))
            })
        };
        let one = play(["g1f3", "b8c6", "e2e3", "e7e6"]);
        let other = play(["e2e3", "e7e6", "g1f3", "b8c6"]);
        assert_ne!(one, other);
        assert!(one.plays_like(&other));
        assert_eq!(one.key(), other.key());
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";

    fn run(fen: &str, plan: &Perft) -> Outcome<Move> {
        let position: Position = fen.parse().expect(fen);
        plan.run(&position, &Kernel::best(), &Stop::new(), |_| {})
            .expect("a count")
    }

    #[test]
    fn every_plan_divides_alike() {
        for (fen, depth, leaves) in [(KIWIPETE, 4, 4_085_603), (START, 5, 4_865_609)] {
            let plain = run(fen, &Perft::new(depth));
            assert_eq!(plain.total, leaves);
            for megabytes in [0, 1, 64] {
                for threads in [1, 2, 5] {
                    let plan = Perft::new(depth).threads(threads).hash_mb(megabytes);
                    let outcome = run(fen, &plan);
                    let said = format!("{fen} {depth}, {threads} threads, {megabytes} MB");
                    assert_eq!(outcome.lines, plain.lines, "{said}");
                    assert_eq!(outcome.total, leaves, "{said}");
                }
            }
        }
    }

    #[test]
    fn a_table_that_is_far_too_small_loses_nothing() {
        let plan = Perft::new(7).hash_mb(1).threads(2);
        let outcome = run(START, &plan);
        assert_eq!(outcome.total, 3_195_901_860);
        let used = outcome.table.expect("a table");
        // Many times what fits into it.
        assert!(used.stores > 800_000, "{used:?}");
        assert!(used.false_hit_chance() < 1e-9);
    }

    /// A count that a table with too few verified bits, or with en passant forgotten, gets wrong.
    #[test]
    fn a_king_in_the_open_with_seven_plies_is_counted_right_under_every_seed() {
        let fen = "rnbq1b1r/ppppkppp/4pn2/8/1Q6/2PP4/PP2PPPP/RNB1KBNR b KQ - 2 4";
        for seed in [0, 1, u64::MAX] {
            let outcome = run(fen, &Perft::new(7).hash_mb(64).seed(seed));
            assert_eq!(outcome.total, 3_016_055_832, "seed {seed}");
        }
    }
}
