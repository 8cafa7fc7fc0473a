//! Keys of each side's pieces, computed for every move without making it.
//!
//! The key of a side covers its pieces and its castling rights. A quiet move leaves the other side's key
//! as it is: all positions after quiet moves from positions with the same waiting pieces have the same
//! waiting pieces again. Counts of different positions on disk are divided by these keys.

use std::marker::PhantomData;

use super::attacks::{self, Portable};
use super::bitboard::bits;
use super::board::{Board, castled};
use super::color::{Black, Side, White};
use super::legal::{self, Sink, origin};
use super::packed::unpack_without_key;
use super::play::can_capture_en_passant;
use super::{Color, Move, MoveKind, Numbers, PackedPosition, PieceKind, Position, Square};
use crate::perft::{HalfMove, Halved, Halves, Identity, Packable as _};

impl Halved for Position {
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

    fn halves(&self, numbers: &Numbers) -> Halves {
        let white = side_key::<White>(self.board(), numbers);
        let black = side_key::<Black>(self.board(), numbers);
        match self.turn() {
            Color::White => Halves {
                mover: white,
                waiting: black,
            },
            Color::Black => Halves {
                mover: black,
                waiting: white,
            },
        }
    }

    fn half_moves(&self, numbers: &Numbers, mover: u128, visit: impl FnMut(HalfMove<Move>)) {
        match self.turn() {
            Color::White => half_moves::<White, false>(self, numbers, mover, visit),
            Color::Black => half_moves::<Black, false>(self, numbers, mover, visit),
        }
    }

    fn half_captures(&self, numbers: &Numbers, mover: u128, visit: impl FnMut(HalfMove<Move>)) {
        match self.turn() {
            Color::White => half_moves::<White, true>(self, numbers, mover, visit),
            Color::Black => half_moves::<Black, true>(self, numbers, mover, visit),
        }
    }

    fn make(&self, mv: Move) -> PackedPosition {
        self.play_to(mv, 0).pack()
    }
}

impl Identity<Position> for PackedPosition {
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

#[inline(always)]
fn half_moves<S: Side, const CAPTURES: bool>(
    position: &Position,
    numbers: &Numbers,
    mover: u128,
    visit: impl FnMut(HalfMove<Move>),
) {
    let board = position.board();
    let mut sink = HalfKeys::<S, _, CAPTURES> {
        board,
        numbers,
        them: board.pieces::<S::Opponent>(),
        mover,
        visitor: visit,
        side: PhantomData,
    };
    legal::generate::<S, _, _>(board, Portable, &mut sink);
}

/// The sink that computes the keys: of all moves, or only of `CAPTURES`.
struct HalfKeys<'a, S, V, const CAPTURES: bool> {
    board: &'a Board,
    numbers: &'a Numbers,
    them: u64,
    /// The mover's key before the move.
    mover: u128,
    visitor: V,
    side: PhantomData<S>,
}

impl<S: Side, V: FnMut(HalfMove<Move>), const CAPTURES: bool> HalfKeys<'_, S, V, CAPTURES> {
    #[inline(always)]
    fn quiet(&mut self, from: usize, to: usize, kind: MoveKind, mover: u128, passed: u128) {
        let (from, to) = (Square::from_index(from), Square::from_index(to));
        (self.visitor)(HalfMove {
            mv: Move::new(from, to, kind),
            mover,
            captures: false,
            captured: 0,
            passed,
        });
    }

    /// A capture of the piece on `victim`.
    #[inline(always)]
    fn capture(&mut self, from: usize, to: usize, kind: MoveKind, mover: u128, victim: usize) {
        let bit = 1u64 << victim;
        let captured = self.board.kind_on(bit).map_or(0, |kind| {
            self.numbers.squares(!S::COLOR, kind)[victim & 63]
                ^ self.numbers.castling(self.board.castling & bit)
        });
        let (from, to) = (Square::from_index(from), Square::from_index(to));
        (self.visitor)(HalfMove {
            mv: Move::new(from, to, kind),
            mover,
            captures: true,
            captured,
            passed: 0,
        });
    }
}

impl<S: Side, V: FnMut(HalfMove<Move>), const CAPTURES: bool> Sink
    for HalfKeys<'_, S, V, CAPTURES>
{
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        if CAPTURES && targets & self.them == 0 {
            return;
        }
        let bit = 1u64 << from;
        let (kind, rights) = match kind {
            PieceKind::Bishop if self.board.straight & bit != 0 => (PieceKind::Queen, 0),
            PieceKind::Rook if self.board.diagonal & bit != 0 => (PieceKind::Queen, 0),
            PieceKind::Rook => (kind, self.board.castling & bit),
            PieceKind::King => (kind, self.board.castling & S::BACK),
            _ => (kind, 0),
        };
        let squares = self.numbers.squares(S::COLOR, kind);
        let mover = self.mover ^ squares[from & 63] ^ self.numbers.castling(rights);
        if !CAPTURES {
            for to in bits(targets & !self.them) {
                self.quiet(from, to, MoveKind::Plain, mover ^ squares[to], 0);
            }
        }
        for to in bits(targets & self.them) {
            self.capture(from, to, MoveKind::Plain, mover ^ squares[to], to);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: u64, offset: i32) {
        let squares = self.numbers.squares(S::COLOR, PieceKind::Pawn);
        for to in bits(targets) {
            let from = origin(to, offset);
            let mover = self.mover ^ squares[from] ^ squares[to];
            if offset & 7 != 0 {
                self.capture(from, to, MoveKind::Plain, mover, to);
            } else if !CAPTURES {
                self.quiet(from, to, MoveKind::Plain, mover, 0);
            }
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, offset: i32) {
        for to in bits(targets) {
            let from = origin(to, offset);
            let without = self.mover ^ self.numbers.squares(S::COLOR, PieceKind::Pawn)[from];
            for (kind, piece) in [
                (MoveKind::PromoteQueen, PieceKind::Queen),
                (MoveKind::PromoteRook, PieceKind::Rook),
                (MoveKind::PromoteBishop, PieceKind::Bishop),
                (MoveKind::PromoteKnight, PieceKind::Knight),
            ] {
                let mover = without ^ self.numbers.squares(S::COLOR, piece)[to];
                if offset & 7 != 0 {
                    self.capture(from, to, kind, mover, to);
                } else if !CAPTURES {
                    self.quiet(from, to, kind, mover, 0);
                }
            }
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: u64, offset: i32) {
        if CAPTURES {
            return;
        }
        let squares = self.numbers.squares(S::COLOR, PieceKind::Pawn);
        let enemies = self.board.pawns & self.them;
        for to in bits(targets) {
            let from = origin(to, offset);
            let beside = attacks::east(1 << to) | attacks::west(1 << to);
            let mut passed = 0;
            if beside & enemies != 0 {
                let next = self.board.double_push::<S>(1 << from, 1 << to);
                if can_capture_en_passant::<S::Opponent>(&next) {
                    passed = self.numbers.en_passant(next.en_passant);
                }
            }
            let mover = self.mover ^ squares[from] ^ squares[to];
            self.quiet(from, to, MoveKind::DoublePush, mover, passed);
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize, to: usize) {
        let squares = self.numbers.squares(S::COLOR, PieceKind::Pawn);
        let victim = S::back(1 << to).trailing_zeros() as usize;
        let mover = self.mover ^ squares[from & 63] ^ squares[to & 63];
        self.capture(from, to, MoveKind::EnPassant, mover, victim);
    }

    #[inline(always)]
    fn castle(&mut self, king: usize, rook: usize) {
        if CAPTURES {
            return;
        }
        let (king_to, rook_to) = castled::<S>(1 << king, 1 << rook);
        let kings = self.numbers.squares(S::COLOR, PieceKind::King);
        let rooks = self.numbers.squares(S::COLOR, PieceKind::Rook);
        let mover = self.mover
            ^ self.numbers.castling(self.board.castling & S::BACK)
            ^ kings[king & 63]
            ^ kings[king_to.trailing_zeros() as usize & 63]
            ^ rooks[rook & 63]
            ^ rooks[rook_to.trailing_zeros() as usize & 63];
        self.quiet(king, rook, MoveKind::Castle, mover, 0);
    }
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
        let keys: Vec<Halves> = (0..3)
            .map(|seed| start.halves(&Numbers::new(seed)))
            .collect();
        assert!(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2]);
    }
}
