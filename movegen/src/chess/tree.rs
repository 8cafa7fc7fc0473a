//! Chess as a tree whose leaves can be counted.

use super::attacks::{self, Portable};
use super::bitboard::bits;
use super::board::{Board, castled};
use super::color::{Black, Side, White};
use super::legal::{self, Sink, origin};
use super::play::can_capture_en_passant;
use super::{Color, Kernel, Move, MoveKind, PieceKind, Position, Square, zobrist};
use crate::perft::{Counter as _, Stop, Tree};
use std::marker::PhantomData;

impl Position {
    /// The number of leaves at exactly `depth` plies, on one thread and with the fastest
    /// [`Kernel`]. For threads, a hash table or progress see [`Perft`](crate::perft::Perft).
    ///
    /// ```
    /// use movegen::chess::Position;
    /// assert_eq!(Position::startpos().perft(4), 197_281);
    /// ```
    pub fn perft(&self, depth: u32) -> u128 {
        count(self, depth, &Kernel::best(), &Stop::new())
    }

    /// The number of leaves at exactly `depth` plies below each legal move, in the order in which
    /// Stockfish prints them; none at depth 0.
    ///
    /// ```
    /// use movegen::chess::Position;
    /// let counts = Position::startpos().divide(3);
    /// assert_eq!(counts.len(), 20);
    /// assert_eq!(format!("{}: {}", counts[0].0, counts[0].1), "a2a3: 380");
    /// ```
    pub fn divide(&self, depth: u32) -> Vec<(Move, u128)> {
        let Some(below) = depth.checked_sub(1) else {
            return Vec::new();
        };
        let (kernel, stop) = (Kernel::best(), Stop::new());
        let moves = self.moves_in_report_order().into_iter();
        moves
            .map(|mv| (mv, count(&self.play(mv), below, &kernel, &stop)))
            .collect()
    }
}

fn count(position: &Position, depth: u32, kernel: &Kernel, stop: &Stop) -> u128 {
    if depth <= Kernel::MAX_DEPTH {
        let leaves = kernel.leaves(position, depth, stop);
        return leaves.expect("nothing stops this count").into();
    }
    let mut total = 0;
    position.children(|child| total += count(&child, depth - 1, kernel, stop));
    total
}

impl Tree for Position {
    type Move = Move;

    fn moves(&self) -> Vec<Move> {
        self.moves_in_report_order()
    }

    fn child(&self, mv: Move) -> Position {
        self.play(mv)
    }

    fn children(&self, mut visit: impl FnMut(Position)) {
        self.keyed_moves(|mv, key| visit(self.play_to(mv, key)));
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
            Color::White => keyed_moves::<White>(self, visit),
            Color::Black => keyed_moves::<Black>(self, visit),
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

/// Every legal move with the key of the child, without making the child.
fn keyed_moves<S: Side>(position: &Position, visit: impl FnMut(Move, u128)) {
    let board = position.board();
    let key = position.key() ^ zobrist::black_to_move() ^ zobrist::en_passant(board.en_passant);
    let mut sink = Keys::<S, _> {
        board,
        them: board.pieces::<S::Opponent>(),
        key,
        visitor: visit,
        side: PhantomData,
    };
    legal::generate::<S, _, _>(board, Portable, &mut sink);
}

/// The sink that computes the children's keys. What the moves of a set have in common goes into the
/// key once, so that a quiet move costs one number and one exclusive or.
struct Keys<'a, S, V> {
    board: &'a Board,
    them: u64,
    /// The parent's key with the other side to move and without an en passant square.
    key: u128,
    visitor: V,
    side: PhantomData<S>,
}

impl<S: Side, V: FnMut(Move, u128)> Keys<'_, S, V> {
    #[inline(always)]
    fn visit(&mut self, from: usize, to: usize, kind: MoveKind, key: u128) {
        let (from, to) = (Square::from_index(from), Square::from_index(to));
        (self.visitor)(Move::new(from, to, kind), key);
    }

    /// The numbers that leave the key when the enemy piece on a square is captured.
    #[inline(always)]
    fn captured(&self, square: usize) -> u128 {
        let bit = 1u64 << square;
        self.board.kind_on(bit).map_or(0, |kind| {
            zobrist::piece(!S::COLOR, kind, square) ^ zobrist::castling(self.board.castling & bit)
        })
    }
}

impl<S: Side, V: FnMut(Move, u128)> Sink for Keys<'_, S, V> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        let bit = 1u64 << from;
        let (kind, rights) = match kind {
            PieceKind::Bishop if self.board.straight & bit != 0 => (PieceKind::Queen, 0),
            PieceKind::Rook if self.board.diagonal & bit != 0 => (PieceKind::Queen, 0),
            PieceKind::Rook => (kind, self.board.castling & bit),
            PieceKind::King => (kind, self.board.castling & S::BACK),
            _ => (kind, 0),
        };
        let numbers = zobrist::squares(S::COLOR, kind);
        let key = self.key ^ numbers[from] ^ zobrist::castling(rights);
        for to in bits(targets & !self.them) {
            self.visit(from, to, MoveKind::Plain, key ^ numbers[to]);
        }
        for to in bits(targets & self.them) {
            let captured = self.captured(to);
            self.visit(from, to, MoveKind::Plain, key ^ numbers[to] ^ captured);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        let numbers = zobrist::squares(S::COLOR, PieceKind::Pawn);
        for to in bits(targets) {
            let from = origin(to, offset);
            let captured = if offset & 7 == 0 {
                0
            } else {
                self.captured(to)
            };
            let key = self.key ^ numbers[from] ^ numbers[to] ^ captured;
            self.visit(from, to, MoveKind::Plain, key);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        for to in bits(targets) {
            let from = origin(to, offset);
            let captured = if offset & 7 == 0 {
                0
            } else {
                self.captured(to)
            };
            let key = self.key ^ zobrist::piece(S::COLOR, PieceKind::Pawn, from) ^ captured;
            for (kind, piece) in [
                (MoveKind::PromoteQueen, PieceKind::Queen),
                (MoveKind::PromoteRook, PieceKind::Rook),
                (MoveKind::PromoteBishop, PieceKind::Bishop),
                (MoveKind::PromoteKnight, PieceKind::Knight),
            ] {
                self.visit(from, to, kind, key ^ zobrist::piece(S::COLOR, piece, to));
            }
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, offset: i32) {
        let numbers = zobrist::squares(S::COLOR, PieceKind::Pawn);
        let enemies = self.board.pawns & self.them;
        for to in bits(targets) {
            let from = origin(to, offset);
            let mut key = self.key ^ numbers[from] ^ numbers[to];
            let beside = attacks::east(1 << to) | attacks::west(1 << to);
            if beside & enemies != 0 {
                let next = self.board.double_push::<S>(1 << from, 1 << to);
                if can_capture_en_passant::<S::Opponent>(&next) {
                    key ^= zobrist::en_passant(next.en_passant);
                }
            }
            self.visit(from, to, MoveKind::DoublePush, key);
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize, to: usize) {
        let numbers = zobrist::squares(S::COLOR, PieceKind::Pawn);
        let captured = S::back(1 << to).trailing_zeros() as usize;
        let key = self.key
            ^ numbers[from]
            ^ numbers[to]
            ^ zobrist::piece(!S::COLOR, PieceKind::Pawn, captured);
        self.visit(from, to, MoveKind::EnPassant, key);
    }

    #[inline(always)]
    fn castle(&mut self, king: usize, rook: usize) {
        let (king_to, rook_to) = castled::<S>(1 << king, 1 << rook);
        let kings = zobrist::squares(S::COLOR, PieceKind::King);
        let rooks = zobrist::squares(S::COLOR, PieceKind::Rook);
        let key = self.key
            ^ zobrist::castling(self.board.castling & S::BACK)
            ^ kings[king]
            ^ kings[king_to.trailing_zeros() as usize & 63]
            ^ rooks[rook]
            ^ rooks[rook_to.trailing_zeros() as usize & 63];
        self.visit(king, rook, MoveKind::Castle, key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Kernel;
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
