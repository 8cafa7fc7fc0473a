//! A legal arrangement of pieces: it has moves, and children.

use std::fmt;
use std::str::FromStr;

use super::attacks::{self, KING, KNIGHT, PAWN, Portable, Sliders as _};
use super::board::Board;
use super::color::{Black, Side, White};
use super::{
    Bitboard, CastlingStyle, Color, FenError, Move, MoveKind, MoveList, Piece, PieceKind, Rank,
    Setup, Square, legal, zobrist,
};

/// A chess position: one king a side, the side not to move not in check.
///
/// Small and `Copy`: [`play`](Position::play) returns the child.
///
/// ```
/// use movegen::chess::Position;
/// let position = Position::startpos();
/// let e4 = position.parse_uci("e2e4").unwrap();
/// let after = position.play(e4);
/// assert_eq!(after.to_string(), "\
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    key: u128,
    turn: Color,
    halfmoves: u32,
    fullmoves: u32,
}

/// One reason why a setup has no defined rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionProblem {
    /// Not exactly one king.
    #[error("{color} has {count} kings instead of exactly one")]
    Kings {
        /// Whose kings.
        color: Color,
        /// How many there are.
        count: u32,
    },
    /// The side to move could take the king.
    #[error("{turn} is to move, but the {} king on {king} is in check from {}", !*turn, squares(*checkers))]
    KingCanBeTaken {
        /// Who moves.
        turn: Color,
        /// The king in check.
        king: Square,
        /// Who gives the check.
        checkers: Bitboard,
    },
    /// Pawns cannot stand on the first or the last rank.
    #[error("pawns stand on the first or eighth rank: {}", squares(*.0))]
    PawnsOnBackRanks(Bitboard),
    /// Castling rights for two rooks on one side of the king.
    #[error("{color} may castle with more than one rook on one side of the king: {}", squares(*rooks))]
    CastlingRooks {
        /// Whose rooks.
        color: Color,
        /// Those on the same side.
        rooks: Bitboard,
    },
}

/// Every reason why a setup is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The reasons, at least one.
    pub problems: Vec<PositionProblem>,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            write!(f, "{}{problem}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for PositionError {}

/// Something unusual in a setup that can be played all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionWarning {
    /// A castling right without king and rook in place.
    #[error("castling right of {0} dropped: king and rook do not stand for it")]
    CastlingDropped(Square),
    /// An en passant square that no legal capture can use.
    #[error("en passant square {0} dropped: no legal capture can use it")]
    EnPassantDropped(Square),
    /// More checkers, or other checkers, than a single move can leave.
    #[error("no move leads to this check by {}", squares(*.0))]
    ImpossibleCheck(Bitboard),
    /// More men than promotion can make.
    #[error("{color} has {pawns} pawns and {men} men, more than promotion can make")]
    Material {
        /// Whose men.
        color: Color,
        /// How many pawns.
        pawns: u32,
        /// How many men in all.
        men: u32,
    },
}

fn squares(set: Bitboard) -> String {
    set.into_iter()
        .map(|s| s.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A text that is no position: unreadable, or readable and not playable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidFen {
    /// The text cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The position has no defined rules.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl FromStr for Position {
    type Err = InvalidFen;

    fn from_str(text: &str) -> Result<Position, InvalidFen> {
        Ok(Position::from_setup(&text.parse::<Setup>()?)?.0)
    }
}

impl Position {
    /// Where every game of standard chess begins.
    pub fn startpos() -> Position {
        let back = [
            PieceKind::Rook,
            PieceKind::Knight,
            PieceKind::Bishop,
            PieceKind::Queen,
            PieceKind::King,
            PieceKind::Bishop,
            PieceKind::Knight,
            PieceKind::Rook,
        ];
        let mut setup = Setup::empty();
        for (file, kind) in back.into_iter().enumerate() {
            for color in Color::ALL {
                let rank = |rank: Rank| rank.relative_to(color).index() * 8 + file;
                setup.board[rank(Rank::First)] = Some(Piece { color, kind });
                setup.board[rank(Rank::Second)] = Some(Piece {
                    color,
                    kind: PieceKind::Pawn,
                });
            }
        }
        setup.castling = [Square::A1, Square::H1, Square::A8, Square::H8]
            .into_iter()
            .collect();
        Position::of_legal_setup(&setup)
    }

    /// The position of a setup, with what had to be dropped from it or is strange about it.
    ///
    /// # Errors
    /// Every reason for which the setup has no defined rules: see [`PositionProblem`].
    pub fn from_setup(setup: &Setup) -> Result<(Position, Vec<PositionWarning>), PositionError> {
        let position = Position::of_legal_setup(setup);
        let problems = position.problems();
        if !problems.is_empty() {
            return Err(PositionError { problems });
        }
        let mut warnings = Vec::new();
        let dropped = setup.castling - position.castling_rooks();
        warnings.extend(dropped.into_iter().map(PositionWarning::CastlingDropped));
        if let Some(square) = setup.en_passant.filter(|_| position.en_passant().is_none()) {
            warnings.push(PositionWarning::EnPassantDropped(square));
        }
        position.odd_material(&mut warnings);
        position.odd_checks(&mut warnings);
        Ok((position, warnings))
    }

    /// Builds without judging; meaningless moves may come of a setup that has problems.
    pub(super) fn of_legal_setup(setup: &Setup) -> Position {
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
            let men = if color == Color::White {
                board.white
            } else {
                !board.white
            };
            if board.kings & men & back != 0 {
                board.castling |= setup.castling.0 & board.straight & !board.diagonal & men & back;
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
            match setup.turn {
                Color::White => keep_legal_en_passant::<White>(&mut position.board),
                Color::Black => keep_legal_en_passant::<Black>(&mut position.board),
            }
        }
        position.key = zobrist::key(&position.board, position.turn);
        position
    }

    /// The en passant square as a set, if it is on the rank that a double step passes, an enemy
    /// pawn stands where it must have arrived, and the two squares behind it are empty.
    fn usable_en_passant(&self, square: Square) -> u64 {
        let bit = 1u64 << square.index();
        let (pawn, origin) = match self.turn {
            Color::White => (bit >> 8, bit << 8),
            Color::Black => (bit << 8, bit >> 8),
        };
        if square.rank() != Rank::Sixth.relative_to(self.turn) {
            return 0;
        }
        let enemy_pawns = self.board.pawns & self.of(!self.turn).0;
        if enemy_pawns & pawn != 0 && self.board.occupied() & (bit | origin) == 0 {
            bit
        } else {
            0
        }
    }

    fn problems(&self) -> Vec<PositionProblem> {
        let mut problems = Vec::new();
        for color in Color::ALL {
            let count = (self.pieces(PieceKind::King) & self.of(color)).len();
            if count != 1 {
                problems.push(PositionProblem::Kings { color, count });
            }
        }
        let outer = Bitboard(self.board.pawns & 0xff00_0000_0000_00ff);
        if !outer.is_empty() {
            problems.push(PositionProblem::PawnsOnBackRanks(outer));
        }
        for color in Color::ALL {
            let (king, rooks) = (self.king(color), self.castling_rooks() & self.of(color));
            let (east, west): (Vec<_>, Vec<_>) = rooks.into_iter().partition(|rook| *rook > king);
            for side in [east, west] {
                if side.len() > 1 {
                    let rooks = side.into_iter().collect();
                    problems.push(PositionProblem::CastlingRooks { color, rooks });
                }
            }
        }
        let enemy_kings = self.pieces(PieceKind::King) & self.of(!self.turn);
        for king in enemy_kings {
            let checkers = self.attackers(king, self.turn, self.occupied());
            if !checkers.is_empty() {
                problems.push(PositionProblem::KingCanBeTaken {
                    turn: self.turn,
                    king,
                    checkers,
                });
            }
        }
        problems
    }

    fn odd_material(&self, warnings: &mut Vec<PositionWarning>) {
        for color in Color::ALL {
            let men = self.of(color);
            let count = |kind| (self.pieces(kind) & men).len();
            let pawns = count(PieceKind::Pawn);
            let promoted = count(PieceKind::Knight).saturating_sub(2)
                + count(PieceKind::Bishop).saturating_sub(2)
                + count(PieceKind::Rook).saturating_sub(2)
                + count(PieceKind::Queen).saturating_sub(1);
            if pawns + promoted > 8 {
                warnings.push(PositionWarning::Material {
                    color,
                    pawns,
                    men: men.len(),
                });
            }
        }
    }

    fn odd_checks(&self, warnings: &mut Vec<PositionWarning>) {
        let checkers = self.checkers();
        let leapers = checkers & (self.pieces(PieceKind::Knight) | self.pieces(PieceKind::Pawn));
        let king = self.king(self.turn).index();
        let mut sliders = (checkers - leapers).into_iter();
        // Two sliders on one line cannot both have been opened or moved there.
        let aligned = match (sliders.next(), sliders.next()) {
            (Some(a), Some(b)) => attacks::line_through(a.index(), king) & 1 << b.index() != 0,
            _ => false,
        };
        if checkers.len() > 2 || leapers.len() > 1 || aligned {
            warnings.push(PositionWarning::ImpossibleCheck(checkers));
        }
    }

    /// The plain data of the position.
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

    /// The FEN; the en passant square is there only if a capture can legally use it.
    pub fn fen(&self, style: CastlingStyle) -> String {
        self.to_setup().fen(style)
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Who moves.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// What stands on a square.
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

    /// All men of one side.
    #[inline]
    pub fn of(&self, color: Color) -> Bitboard {
        Bitboard(match color {
            Color::White => self.board.men::<White>(),
            Color::Black => self.board.men::<Black>(),
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

    /// The men of `by` that attack a square when `occupied` are the squares that block sliders.
    #[inline]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let (board, index) = (&self.board, square.index());
        let all = (Portable.rook(index, occupied.0) & board.straight)
            | (Portable.bishop(index, occupied.0) & board.diagonal)
            | (KNIGHT[index] & board.knights)
            | (KING[index] & board.kings)
            | (PAWN[(!by).index()][index] & board.pawns);
        Bitboard(all) & self.of(by)
    }

    /// The men that give check to the side to move.
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

    /// A 128-bit key: positions with equal pieces, side to move, castling rights and usable en
    /// passant square have equal keys. The counters do not enter.
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

    /// Whether there is any: if not, it is mate or stalemate.
    pub fn has_legal_move(&self) -> bool {
        !self.legal_moves().is_empty()
    }

    /// Whether this very move, kind included, is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// Whether a legal move takes something, en passant included.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::EnPassant => true,
            MoveKind::Castle => false,
            _ => self.occupied().contains(mv.to()),
        }
    }

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
            Color::White => self.move_men::<White>(mv, key),
            Color::Black => self.move_men::<Black>(mv, key),
        }
    }

    fn play_as<S: Side>(&self, mv: Move) -> Position {
        let (from, to, kind) = (mv.from(), mv.to(), mv.kind());
        let (from_bit, to_bit) = (1u64 << from.index(), 1u64 << to.index());
        let Some(piece) = self.board.kind_on(from_bit) else {
            debug_assert!(false, "{mv:?} moves nothing");
            return *self;
        };
        let captured = if kind == MoveKind::Castle {
            None
        } else {
            self.board.kind_on(to_bit)
        };
        let mut next = self.move_men::<S>(mv, self.key);

        let (us, them) = (S::COLOR, !S::COLOR);
        next.key ^= zobrist::black_to_move() ^ zobrist::rights(&self.board);
        next.key ^= zobrist::piece(us, piece, from.index());
        match kind {
            MoveKind::Castle => {
                let (king_to, rook_to) = super::board::castled::<S>(from_bit, to_bit);
                next.key ^= zobrist::piece(us, PieceKind::Rook, to.index())
                    ^ zobrist::piece(us, PieceKind::King, king_to.trailing_zeros() as usize)
                    ^ zobrist::piece(us, PieceKind::Rook, rook_to.trailing_zeros() as usize);
            }
            MoveKind::EnPassant => {
                let taken = S::back(to_bit).trailing_zeros() as usize;
                next.key ^= zobrist::piece(us, piece, to.index())
                    ^ zobrist::piece(them, PieceKind::Pawn, taken);
            }
            _ => next.key ^= zobrist::piece(us, kind.promotion().unwrap_or(piece), to.index()),
        }
        if let Some(captured) = captured {
            next.key ^= zobrist::piece(them, captured, to.index());
        }
        next.key ^= zobrist::rights(&next.board);
        next
    }

    /// The child, given its key.
    #[inline(always)]
    fn move_men<S: Side>(&self, mv: Move, key: u128) -> Position {
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
    pub fn pass(&self) -> Option<Position> {
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
fn keep_legal_en_passant<S: Side>(board: &mut Board) {
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
    let (us, them) = (board.men::<S>(), board.men::<S::Opponent>());
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

impl fmt::Display for Position {
    /// The board, White's side below.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in super::File::ALL {
                let letter = self
                    .piece_at(Square::new(file, rank))
                    .map_or('.', Piece::letter);
                write!(
                    f,
                    "{letter}{}",
                    if file == super::File::H { "\n" } else { " " }
                )?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(mut setup: Setup, change: impl FnOnce(&mut Setup)) -> String {
        change(&mut setup);
        Position::from_setup(&setup)
            .expect_err("no rules")
            .to_string()
    }

    fn setup(fen: &str) -> Setup {
        fen.parse().expect(fen)
    }

    #[test]
    fn every_reason_is_named() {
        let message = refused(setup("P3k3/8/8/8/8/8/8/8 w - -"), |_| {});
        assert_eq!(
            message,
            "white has 0 kings instead of exactly one; pawns stand on the first or eighth rank: a8"
        );
        let message = refused(setup("4k3/8/8/8/8/8/4R3/4K3 w - -"), |_| {});
        assert_eq!(
            message,
            "white is to move, but the black king on e8 is in check from e2"
        );
    }

    #[test]
    fn two_castling_rooks_on_one_side_have_no_rule() {
        let both = [Square::F1, Square::H1].into_iter().collect();
        let message = refused(setup("4k3/8/8/8/8/8/8/4KR1R w H -"), |setup| {
            setup.castling = both
        });
        assert_eq!(
            message,
            "white may castle with more than one rook on one side of the king: f1 h1"
        );
    }

    #[test]
    fn an_en_passant_square_off_its_rank_is_dropped() {
        let mut setup = setup("4k3/1pP5/8/8/8/2K2b2/8/8 w - -");
        setup.en_passant = Some(Square::B8);
        let (position, warnings) = Position::from_setup(&setup).expect("a position");
        assert_eq!(position.en_passant(), None);
        assert_eq!(warnings, [PositionWarning::EnPassantDropped(Square::B8)]);
        assert_eq!(
            position.moves_in_report_order().len(),
            position.legal_moves().len()
        );
    }

    #[test]
    fn odd_positions_are_taken_with_a_warning() {
        for (fen, warning) in [
            (
                "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1",
                "no move leads to this check by h1 a8",
            ),
            (
                "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
                "white has 8 pawns and 11 men, more than promotion can make",
            ),
            (
                "4k3/8/8/8/3p4/8/8/4K3 w - d6 0 1",
                "en passant square d6 dropped: no legal capture can use it",
            ),
        ] {
            let (_, warnings) = Position::from_setup(&setup(fen)).expect(fen);
            let texts: Vec<String> = warnings.iter().map(ToString::to_string).collect();
            assert_eq!(texts, [warning], "{fen}");
        }
    }
}
