//! Keys of each side's pieces, computed for every move without making it.
//!
//! The key of a side covers its pieces and its castling rights. A quiet move leaves the other side's key
//! as it is: all positions after quiet moves from positions with the same waiting pieces have the same
//! waiting pieces again. Counts of different positions on disk are divided by these keys.

use super::keys::keyed_moves;
use super::packed::unpack_without_key;
use crate::chess::board::bitboard::bits;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::{Black, Side, White};
use crate::chess::{Color, Move, Numbers, PackedPosition, PieceKind, Position};
use crate::perft::{ChildRecord, Packable as _, SideKeyed, SideKeys, SideMove};

impl SideKeyed for Position {
    type Numbers = Numbers;

    fn numbers(seed: u64) -> Numbers {
        Numbers::new(seed)
    }

    fn open(packed: &PackedPosition) -> Position {
        unpack_without_key(packed)
    }

    fn mover_key(&self, numbers: &Numbers) -> u128 {
        match self.turn() {
            Color::White => side_key::<White>(self.board(), numbers),
            Color::Black => side_key::<Black>(self.board(), numbers),
        }
    }

    fn halves(&self, numbers: &Numbers) -> SideKeys {
        let white = side_key::<White>(self.board(), numbers);
        let black = side_key::<Black>(self.board(), numbers);
        match self.turn() {
            Color::White => SideKeys {
                mover: white,
                waiting: black,
            },
            Color::Black => SideKeys {
                mover: black,
                waiting: white,
            },
        }
    }

    fn half_moves(&self, numbers: &Numbers, mover: u128, visit: impl FnMut(SideMove<Move>)) {
        match self.turn() {
            Color::White => keyed_moves::<White, false>(self, numbers, mover, visit),
            Color::Black => keyed_moves::<Black, false>(self, numbers, mover, visit),
        }
    }

    fn half_captures(&self, numbers: &Numbers, mover: u128, visit: impl FnMut(SideMove<Move>)) {
        match self.turn() {
            Color::White => keyed_moves::<White, true>(self, numbers, mover, visit),
            Color::Black => keyed_moves::<Black, true>(self, numbers, mover, visit),
        }
    }

    fn make(&self, mv: Move) -> PackedPosition {
        self.play_to(mv, 0).pack()
    }
}

impl ChildRecord<Position> for PackedPosition {
    #[inline(always)]
    fn of(parent: &Position, mv: Move, _key: u128) -> PackedPosition {
        parent.make(mv)
    }
}

/// The key of one side.
fn side_key<S: Side>(board: &Board, numbers: &Numbers) -> u128 {
    let own = board.pieces::<S>();
    let mut key = numbers.castling(board.castling & S::BACK);
    for (kind, set) in [
        (PieceKind::Pawn, board.pawns),
        (PieceKind::Knight, board.knights),
        (PieceKind::Bishop, board.diagonal & !board.straight),
        (PieceKind::Rook, board.straight & !board.diagonal),
        (PieceKind::Queen, board.diagonal & board.straight),
        (PieceKind::King, board.kings),
    ] {
        let squares = numbers.squares(S::COLOR, kind);
        for square in bits(set & own) {
            key ^= squares[square];
        }
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the keys of every move with those of the child made the long way, some plies deep.
    fn compare(position: &Position, numbers: &Numbers, depth: u32) {
        let halves = position.halves(numbers);
        assert_eq!(halves.mover, position.mover_key(numbers));
        let (mut seen, mut taken) = (Vec::new(), Vec::new());
        position.half_moves(numbers, halves.mover, |step| {
            let child = position.play(step.mv);
            let after = child.halves(numbers);
            assert_eq!(step.captures, position.is_capture(step.mv));
            assert_eq!(after.waiting, step.mover, "{:?} in {position}", step.mv);
            assert_eq!(after.mover, halves.waiting ^ step.captured);
            assert_eq!(step.passed != 0, child.en_passant().is_some());
            assert_eq!(position.make(step.mv), child.pack());
            if step.captures {
                taken.push(step);
            }
            seen.push(step.mv);
        });
        let mut captures = Vec::new();
        position.half_captures(numbers, halves.mover, |step| captures.push(step));
        assert_eq!(captures, taken, "{position}");
        let mut listed: Vec<Move> = position.legal_moves().into_iter().collect();
        seen.sort();
        listed.sort();
        assert_eq!(seen, listed, "{position}");
        if depth > 0 {
            for mv in listed {
                compare(&position.play(mv), numbers, depth - 1);
            }
        }
    }

    #[test]
    fn keys_of_moves_are_the_keys_of_the_children() {
        let numbers = Numbers::new(3);
        for (fen, depth) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 2),
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
                2,
            ),
            ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -", 2),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 3),
            (
                "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -",
                2,
            ),
            (
                "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
                2,
            ),
        ] {
            compare(&fen.parse().expect(fen), &numbers, depth);
        }
    }

    #[test]
    fn seeds_give_other_keys() {
        let start = Position::startpos();
        let keys: Vec<SideKeys> = (0..3)
            .map(|seed| start.halves(&Numbers::new(seed)))
            .collect();
        assert!(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2]);
    }
}
