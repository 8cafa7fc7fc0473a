//! A move made: the child position, with its key and counters.

use super::attacks::{KNIGHT, PAWN, Portable, Sliders as _};
use super::board::Board;
use super::color::{Black, Side, White};
use super::{Bitboard, Color, Move, MoveKind, PieceKind, Position, zobrist};

impl Position {
    /// The position after a legal move.
    #[must_use]
    #[inline]
    pub fn play(&self, mv: Move) -> Position {
        match self.turn {
            Color::White => self.play_as::<White>(mv),
            Color::Black => self.play_as::<Black>(mv),
        }
    }

    /// The position after a legal move whose key is already known: what [`play`](Position::play)
    /// returns, at a third of its cost.
    #[inline]
    pub(super) fn play_to(&self, mv: Move, key: u128) -> Position {
        match self.turn {
            Color::White => self.move_pieces::<White>(mv, key),
            Color::Black => self.move_pieces::<Black>(mv, key),
        }
    }

    fn play_as<S: Side>(&self, mv: Move) -> Position {
        let ahead = self.prefetch_key_as::<S>(mv);
        let mut next = self.move_pieces::<S>(mv, ahead);
        next.key ^= zobrist::rights(&self.board) ^ zobrist::rights(&next.board);
        next
    }

    /// The key of the position after a legal move, as long as the move changes nothing of castling
    /// rights and en passant: good for asking a table for an entry before the move is made.
    ///
    /// ```
    /// use movegen::chess::Position;
    /// let position: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap();
    /// let mv = position.parse_uci("e2e4").unwrap();
    /// assert_eq!(position.prefetch_key(mv), position.play(mv).key());
    /// ```
    #[inline]
    pub fn prefetch_key(&self, mv: Move) -> u128 {
        match self.turn {
            Color::White => self.prefetch_key_as::<White>(mv),
            Color::Black => self.prefetch_key_as::<Black>(mv),
        }
    }

    #[inline]
    fn prefetch_key_as<S: Side>(&self, mv: Move) -> u128 {
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        let (from_bit, to_bit) = (1u64 << from.index(), 1u64 << to.index());
        let Some(piece) = self.board.kind_on(from_bit) else {
            debug_assert!(false, "{mv:?} moves nothing");
            return self.key;
        };
        let (us, them) = (S::COLOR, !S::COLOR);
        let mut key = self.key ^ zobrist::black_to_move();
        key ^= zobrist::piece(us, piece, from.index());
        match kind {
            MoveKind::Castle => {
                let (king_to, rook_to) = super::board::castled::<S>(from_bit, to_bit);
                return key
                    ^ zobrist::piece(us, PieceKind::Rook, to.index())
                    ^ zobrist::piece(us, PieceKind::King, king_to.trailing_zeros() as usize)
                    ^ zobrist::piece(us, PieceKind::Rook, rook_to.trailing_zeros() as usize);
            }
            MoveKind::EnPassant => {
                let taken = S::back(to_bit).trailing_zeros() as usize;
                key ^= zobrist::piece(us, piece, to.index())
                    ^ zobrist::piece(them, PieceKind::Pawn, taken);
            }
            _ => key ^= zobrist::piece(us, kind.promotion().unwrap_or(piece), to.index()),
        }
        if let Some(captured) = self.board.kind_on(to_bit) {
            key ^= zobrist::piece(them, captured, to.index());
        }
        key
    }

    /// The child, given its key.
    #[inline(always)]
    fn move_pieces<S: Side>(&self, mv: Move, key: u128) -> Position {
        let (from, to, kind) = (
            1u64 << mv.from().index(),
            1u64 << mv.to().index(),
            mv.kind(),
        );
        let takes = kind != MoveKind::Castle && self.board.occupied() & to != 0;
        let irreversible = takes || self.board.pawns & from != 0;
        let mut board = match kind {
            MoveKind::Plain => step::<S>(&self.board, from, to),
            _ => self.board.after::<S>(kind, PieceKind::Pawn, from, to),
        };
        if kind == MoveKind::DoublePush {
            keep_legal_en_passant::<S::Opponent>(&mut board);
        }
        Position {
            board,
            key,
            turn: !S::COLOR,
            halfmoves: if irreversible { 0 } else { self.halfmoves + 1 },
            fullmoves: self.fullmoves + u32::from(S::COLOR == Color::Black),
        }
    }

    /// The position with the other side to move, or nothing in check: the null move.
    pub fn null_move(&self) -> Option<Position> {
        if self.is_check() {
            return None;
        }
        let mut next = *self;
        next.key ^= zobrist::black_to_move() ^ zobrist::rights(&self.board);
        next.board.en_passant = 0;
        next.key ^= zobrist::rights(&next.board);
        next.turn = !self.turn;
        next.halfmoves += 1;
        Some(next)
    }
}

/// The board after a plain move of whatever stands on `from`.
///
/// [`Board::step`] wants to know what moves; here nobody does, and asking would be a branch that
/// no CPU predicts.
#[inline(always)]
fn step<S: Side>(board: &Board, from: u64, to: u64) -> Board {
    let keep = !(from | to);
    let moved = |set: u64| set & keep | if set & from == 0 { 0 } else { to };
    let lost = if board.kings & from == 0 { 0 } else { S::BACK };
    Board {
        white: board.white & keep | if S::WHITE { to } else { 0 },
        pawns: moved(board.pawns),
        knights: moved(board.knights),
        diagonal: moved(board.diagonal),
        straight: moved(board.straight),
        kings: moved(board.kings),
        en_passant: 0,
        castling: board.castling & keep & !lost,
    }
}

/// Forgets an en passant square that no legal capture by `S` can use, so that positions which play
/// alike are equal.
pub(super) fn keep_legal_en_passant<S: Side>(board: &mut Board) {
    if board.en_passant != 0 && !takes_en_passant::<S>(board) {
        board.en_passant = 0;
    }
}

/// Whether a pawn of `S` may legally take on the board's en passant square.
///
/// Two pawns leave their squares at once, so the king's safety is looked at with the capture made.
pub(super) fn takes_en_passant<S: Side>(board: &Board) -> bool {
    let to = board.en_passant.trailing_zeros() as usize & 63;
    let taken = S::back(board.en_passant);
    let (us, them) = (board.pieces::<S>(), board.pieces::<S::Opponent>());
    let king = board.king::<S>();
    let leapers =
        (KNIGHT[king] & board.knights) | (PAWN[S::COLOR.index()][king] & board.pawns & !taken);
    if leapers & them != 0 {
        return false;
    }
    Bitboard(PAWN[(!S::COLOR).index()][to] & board.pawns & us)
        .into_iter()
        .any(|from| {
            let occupied = (board.occupied() ^ 1 << from.index() ^ taken) | board.en_passant;
            let sliders = (Portable.rook(king, occupied) & board.straight)
                | (Portable.bishop(king, occupied) & board.diagonal);
            sliders & them == 0
        })
}
