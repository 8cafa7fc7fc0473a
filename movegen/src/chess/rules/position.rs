//! A valid position: its pieces, its attacks and its legal moves.

use std::hash::{Hash, Hasher};

use crate::chess::board::attacks::{KING, KNIGHT, PAWN, Portable, Sliders as _};
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::{Black, White};
use crate::chess::board::uci_move::UciMove;
use crate::chess::board::zobrist;
use crate::chess::rules::en_passant::keep_legal_en_passant;
use crate::chess::rules::{danger, legal};
use crate::chess::{
    Bitboard, Color, Move, MoveKind, MoveList, Piece, PieceKind, Rank, Setup, Square,
};

/// A chess position: each side has one king, and the side not to move is not in check.
///
/// It is small and `Copy`: [`play`](Position::play) returns the child. It has no history; for
/// repetitions see [`outcome_after`](Position::outcome_after).
///
/// ```
/// use movegen::chess::Position;
/// let position = Position::startpos();
/// let e4 = position.parse_uci("e2e4").unwrap();
/// let after = position.play(e4);
/// assert_eq!(after.diagram().to_string(), "\
/// r n b q k b n r
/// p p p p p p p p
/// . . . . . . . .
/// . . . . . . . .
/// . . . . P . . .
/// . . . . . . . .
/// P P P P . P P P
/// R N B Q K B N R
/// ");
/// assert_eq!(after.legal_moves().len(), 20);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(in crate::chess) board: Board,
    pub(in crate::chess) key: u128,
    pub(in crate::chess) turn: Color,
    pub(in crate::chess) halfmoves: u32,
    pub(in crate::chess) fullmoves: u32,
}

/// By the [key](Position::key).
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u128(self.key);
    }
}

impl Position {
    /// Builds a position without validating it. If the setup has problems, so do the moves.
    pub(in crate::chess) fn from_setup_unchecked(setup: &Setup) -> Position {
        let mut position = Position::from_setup_pseudo_legal(setup);
        match setup.turn {
            Color::White => keep_legal_en_passant::<White>(&mut position.board),
            Color::Black => keep_legal_en_passant::<Black>(&mut position.board),
        }
        position.with_key()
    }

    /// The same with the key of its board.
    pub(in crate::chess) fn with_key(self) -> Position {
        Position {
            key: zobrist::key(&self.board, self.turn),
            ..self
        }
    }

    /// Builds a position without validating it. An en passant square stays although no capture may be legal. For rules
    /// that are not those of chess, in a variant or in the imitation of a faulty program: [`legal_moves`](Position::legal_moves)
    /// may be wrong if the setup has [problems](crate::chess::PositionProblem).
    pub fn from_setup_pseudo_legal(setup: &Setup) -> Position {
        let mut board = Board::EMPTY;
        for (square, piece) in setup.board.iter().enumerate() {
            match *piece {
                Some(Piece {
                    color: Color::White,
                    kind,
                }) => board.put::<White>(kind, 1 << square),
                Some(Piece {
                    color: Color::Black,
                    kind,
                }) => board.put::<Black>(kind, 1 << square),
                None => {}
            }
        }
        for color in Color::ALL {
            let back = 0xff << (8 * Rank::First.relative_to(color).index());
            let own = match color {
                Color::White => board.white,
                Color::Black => !board.white,
            };
            if board.kings & own & back != 0 {
                board.castling |= setup.castling.0 & board.straight & !board.diagonal & own & back;
            }
        }
        let mut position = Position {
            board,
            key: 0,
            turn: setup.turn,
            halfmoves: setup.halfmoves,
            fullmoves: setup.fullmoves,
        };
        if let Some(square) = setup.en_passant {
            position.board.en_passant = position.usable_en_passant(square);
        }
        position.with_key()
    }

    /// The en passant square as a set, if it is on the rank that a double push passes, an enemy pawn
    /// stands in front of it, and the square itself and the pawn's origin are empty.
    pub(in crate::chess) fn usable_en_passant(&self, square: Square) -> u64 {
        let bit = 1u64 << square.index();
        let (pawn, origin) = match self.turn {
            Color::White => (bit >> 8, bit << 8),
            Color::Black => (bit << 8, bit >> 8),
        };
        if square.rank() != Rank::Sixth.relative_to(self.turn) {
            return 0;
        }
        let enemy_pawns = self.board.pawns & self.colors(!self.turn).0;
        if enemy_pawns & pawn != 0 && self.board.occupied() & (bit | origin) == 0 {
            bit
        } else {
            0
        }
    }

    /// The position as plain data.
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup::empty();
        for square in Square::ALL {
            setup.board[square.index()] = self.piece_at(square);
        }
        setup.turn = self.turn;
        setup.castling = self.castling_rooks();
        setup.en_passant = self.en_passant();
        setup.halfmoves = self.halfmoves;
        setup.fullmoves = self.fullmoves;
        setup
    }

    pub(in crate::chess) fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let bit = 1 << square.index();
        let kind = self.board.kind_on(bit)?;
        let color = if self.board.white & bit != 0 {
            Color::White
        } else {
            Color::Black
        };
        Some(Piece { color, kind })
    }

    /// All pieces of one kind, of both sides.
    #[inline]
    pub fn pieces(&self, kind: PieceKind) -> Bitboard {
        let board = &self.board;
        Bitboard(match kind {
            PieceKind::Pawn => board.pawns,
            PieceKind::Knight => board.knights,
            PieceKind::Bishop => board.diagonal & !board.straight,
            PieceKind::Rook => board.straight & !board.diagonal,
            PieceKind::Queen => board.diagonal & board.straight,
            PieceKind::King => board.kings,
        })
    }

    /// All pieces of one colour and kind.
    ///
    /// ```
    /// use movegen::chess::{Color, Position};
    /// assert_eq!(Position::startpos().squares_of(Color::White.pawn()).len(), 8);
    /// ```
    #[inline]
    pub fn squares_of(&self, piece: Piece) -> Bitboard {
        self.pieces(piece.kind) & self.colors(piece.color)
    }

    /// All pieces of one side.
    #[inline]
    pub fn colors(&self, color: Color) -> Bitboard {
        Bitboard(match color {
            Color::White => self.board.pieces::<White>(),
            Color::Black => self.board.pieces::<Black>(),
        })
    }

    /// Every square that holds a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        Bitboard(self.board.occupied())
    }

    /// The square of a king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        Square::from_index(match color {
            Color::White => self.board.king::<White>(),
            Color::Black => self.board.king::<Black>(),
        })
    }

    /// The pieces of `by` that attack a square when sliders are blocked by the `occupied` squares.
    #[inline]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let (board, index) = (&self.board, square.index());
        let all = (Portable.rook(index, occupied.0) & board.straight)
            | (Portable.bishop(index, occupied.0) & board.diagonal)
            | (KNIGHT[index] & board.knights)
            | (KING[index] & board.kings)
            | (PAWN[(!by).index()][index] & board.pawns);
        Bitboard(all) & self.colors(by)
    }

    /// Whether a piece of `by` attacks the square.
    ///
    /// ```
    /// use movegen::chess::{Color, Position, Square};
    /// assert!(Position::startpos().is_attacked(Square::F3, Color::White));
    /// ```
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        !self.attackers(square, by, self.occupied()).is_empty()
    }

    /// The squares that the other side attacks, its own pieces' squares included. The king of the
    /// side to move does not block sliders.
    ///
    /// ```
    /// use movegen::chess::{Position, Square};
    /// let position: Position = "k3r3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
    /// let threats = position.threats();
    /// assert!(threats.contains(Square::E1) && threats.contains(Square::A8));
    /// assert_eq!(threats.len(), 7 + 7 + 2);
    /// ```
    #[inline]
    pub fn threats(&self) -> Bitboard {
        Bitboard(match self.turn {
            Color::White => danger::threats::<White, _>(&self.board, Portable),
            Color::Black => danger::threats::<Black, _>(&self.board, Portable),
        })
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn), !self.turn, self.occupied())
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// The en passant square, if a legal capture can use it.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        Bitboard(self.board.en_passant).first()
    }

    /// The rooks that may still castle.
    #[inline]
    pub fn castling_rooks(&self) -> Bitboard {
        Bitboard(self.board.castling)
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    /// The number of the move, from 1.
    #[inline]
    pub fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// The Zobrist key, 128 bits: positions with equal pieces, side to move, castling rights and
    /// usable en passant square have equal keys. The move counters have no part in it.
    #[inline]
    pub fn key(&self) -> u128 {
        self.key
    }

    /// Every legal move, in no particular order.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        match self.turn {
            Color::White => legal::list::<White, _>(&self.board, Portable),
            Color::Black => legal::list::<Black, _>(&self.board, Portable),
        }
    }

    /// The number of legal moves.
    pub(in crate::chess) fn count_legal_moves(&self) -> u64 {
        match self.turn {
            Color::White => legal::count_legal::<White>(&self.board),
            Color::Black => legal::count_legal::<Black>(&self.board),
        }
    }

    /// Every legal capture and every legal promotion, in no particular order.
    ///
    /// ```
    /// use movegen::chess::Position;
    /// let position: Position = "7k/P7/8/3p4/4P3/8/8/K7 w - - 0 1".parse().unwrap();
    /// // One capture, four promotions.
    /// assert_eq!(position.noisy_moves().len(), 5);
    /// ```
    #[inline]
    pub fn noisy_moves(&self) -> MoveList {
        match self.turn {
            Color::White => legal::list_noisy::<White, _>(&self.board, Portable),
            Color::Black => legal::list_noisy::<Black, _>(&self.board, Portable),
        }
    }

    /// The legal captures, en passant included, in no particular order.
    ///
    /// ```
    /// use movegen::chess::Position;
    /// let position: Position = "7k/P7/8/3p4/4P3/8/8/K7 w - - 0 1".parse().unwrap();
    /// assert_eq!(position.capture_moves().len(), 1);
    /// ```
    pub fn capture_moves(&self) -> MoveList {
        let mut moves = self.noisy_moves();
        moves.retain(|mv| self.is_capture(mv));
        moves
    }

    /// Whether the side to move has a legal move; if not, it is checkmated or stalemated.
    pub fn has_legal_move(&self) -> bool {
        !self.legal_moves().is_empty()
    }

    /// Whether the move, with this kind, is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// The legal move with these squares and this promotion, if there is one.
    pub(in crate::chess) fn legal_move(&self, uci: UciMove) -> Option<Move> {
        uci.among(&self.legal_moves())
    }

    /// Whether a legal move is a capture, en passant included.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::EnPassant => true,
            MoveKind::Castle => false,
            _ => self.occupied().contains(mv.to()),
        }
    }
}
