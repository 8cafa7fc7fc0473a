//! Making moves: the child position with its key and counters.

use crate::chess::board::bitboards::Board;
use crate::chess::board::color::{Black, Side, White};
use crate::chess::board::zobrist;
use crate::chess::rules::en_passant::keep_legal_en_passant;
use crate::chess::rules::legal::count_legal;
use crate::chess::{Bitboard, Color, Move, MoveKind, PieceKind, Position, Square};

impl Position {
    /// The position after a legal move.
    ///
    /// The move is not checked: after an illegal one the position is meaningless. Use
    /// [`try_play`](Position::try_play) for moves of unknown origin.
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
    pub(in crate::chess) fn play_to(&self, mv: Move, key: u128) -> Position {
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

    /// The key of the position after a legal move, except that changes to castling rights and the
    /// en passant square are ignored. Cheaper than [`play`](Position::play): use it to prefetch an
    /// entry of a transposition table.
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

    #[inline(always)]
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
                let (king_to, rook_to) =
                    crate::chess::board::bitboards::castled::<S>(from_bit, to_bit);
                return key
                    ^ zobrist::piece(us, PieceKind::Rook, to.index())
                    ^ zobrist::piece(us, PieceKind::King, king_to.trailing_zeros() as usize)
                    ^ zobrist::piece(us, PieceKind::Rook, rook_to.trailing_zeros() as usize);
            }
            MoveKind::EnPassant => {
                let captured = S::back(to_bit).trailing_zeros() as usize;
                key ^= zobrist::piece(us, piece, to.index())
                    ^ zobrist::piece(them, PieceKind::Pawn, captured);
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
        let irreversible = self.is_irreversible(mv);
        let mut board = self.move_board::<S>(mv);
        if mv.kind() == MoveKind::DoublePush {
            keep_legal_en_passant::<S::Opponent>(&mut board);
        }
        self.child_with::<S>(irreversible, board, key)
    }

    /// The board after the move, with an en passant square after every double push beside an enemy pawn.
    #[inline(always)]
    fn move_board<S: Side>(&self, mv: Move) -> Board {
        let (from, to) = (1u64 << mv.from().index(), 1u64 << mv.to().index());
        match mv.kind() {
            MoveKind::Plain => self.board.plain_move::<S>(from, to),
            kind => self.board.after::<S>(kind, PieceKind::Pawn, from, to),
        }
    }

    /// Whether the move is a capture or a pawn move.
    #[inline(always)]
    fn is_irreversible(&self, mv: Move) -> bool {
        let (from, to) = (1u64 << mv.from().index(), 1u64 << mv.to().index());
        let captures = mv.kind() != MoveKind::Castle && self.board.occupied() & to != 0;
        captures || self.board.pawns & from != 0
    }

    /// The child with this board and this key.
    #[inline(always)]
    fn child_with<S: Side>(&self, irreversible: bool, board: Board, key: u128) -> Position {
        Position {
            board,
            key,
            turn: !S::COLOR,
            halfmoves: if irreversible { 0 } else { self.halfmoves + 1 },
            fullmoves: self.fullmoves + u32::from(S::COLOR == Color::Black),
        }
    }

    /// The position after a pseudo-legal move. Kings may be missing, and the en passant square stays although no capture
    /// may be legal.
    pub(in crate::chess) fn play_pseudo_legal(&self, mv: Move) -> Position {
        if let Some(kind) = mv.dropped() {
            return self.drop(kind, mv.to());
        }
        match self.turn {
            Color::White => self.play_pseudo_legal_as::<White>(mv),
            Color::Black => self.play_pseudo_legal_as::<Black>(mv),
        }
    }

    fn play_pseudo_legal_as<S: Side>(&self, mv: Move) -> Position {
        let board = self.pseudo_legal_board::<S>(mv);
        let rights = zobrist::rights(&self.board) ^ zobrist::rights(&board);
        self.child_with::<S>(
            self.is_irreversible(mv),
            board,
            self.prefetch_key(mv) ^ rights,
        )
    }

    /// The board after a pseudo-legal move of `S`, the side to move, that is no drop. Kings may be missing, and the en
    /// passant square stays although no capture may be legal.
    #[inline(always)]
    pub(in crate::chess) fn pseudo_legal_board<S: Side>(&self, mv: Move) -> Board {
        // Moves of chess capture no king, so that they leave it on the board.
        let captured = self.board.pieces::<S::Opponent>() & 1 << mv.to().index();
        let mut before = *self;
        before.board.kings &= !captured;
        before.move_board::<S>(mv)
    }

    /// The number of legal replies of chess to a legal move of chess of `S`, the side to move.
    #[inline(always)]
    pub(in crate::chess) fn count_legal_replies<S: Side>(&self, mv: Move) -> u64 {
        let mut board = self.move_board::<S>(mv);
        if mv.kind() == MoveKind::DoublePush {
            keep_legal_en_passant::<S::Opponent>(&mut board);
        }
        count_legal::<S::Opponent>(&board)
    }

    /// The position without these pieces, kings included. Kings that go take their castling rights along.
    pub(in crate::chess) fn without(mut self, squares: Bitboard) -> Position {
        self.key ^= zobrist::rights(&self.board);
        for square in squares & self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                self.key ^= zobrist::piece(piece.color, piece.kind, square.index());
            }
        }
        self.board.clear(squares.0);
        self.board.kings &= !squares.0;
        for (back, own) in [
            (White::BACK, self.board.pieces::<White>()),
            (Black::BACK, self.board.pieces::<Black>()),
        ] {
            if self.board.kings & own == 0 {
                self.board.castling &= !back;
            }
        }
        self.key ^= zobrist::rights(&self.board);
        self
    }

    /// The position without its en passant square.
    pub(in crate::chess) fn without_en_passant(mut self) -> Position {
        self.key ^= zobrist::rights(&self.board);
        self.board.en_passant = 0;
        self.key ^= zobrist::rights(&self.board);
        self
    }

    /// The position after the drop of a piece on an empty square.
    fn drop(&self, kind: PieceKind, to: Square) -> Position {
        let bit = 1 << to.index();
        let board = match self.turn {
            Color::White => self.board.drop::<White>(kind, bit),
            Color::Black => self.board.drop::<Black>(kind, bit),
        };
        let halfmoves = match kind {
            PieceKind::Pawn => 0,
            _ => self.halfmoves + 1,
        };
        Position {
            board,
            key: 0,
            turn: !self.turn,
            halfmoves,
            fullmoves: self.fullmoves + u32::from(self.turn == Color::Black),
        }
        .with_key()
    }

    /// The position after a null move: the same pieces, the other side to move. `None` in check,
    /// where passing the turn would be illegal.
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
