//! Moves in sets: the destinations of a piece at once.

use crate::chess::board::attacks::{Portable, shift};
use crate::chess::board::bitboard::{Squares, bits};
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::{Black, Side, White};
use crate::chess::rules::legal::{Sink, generate, origin};
use crate::chess::{Bitboard, Color, Move, MoveKind, PieceKind, Position, Square};

/// Legal moves of one piece that share their [`MoveKind`], as a set of destinations.
///
/// It iterates over the [`Move`]s:
///
/// ```
/// use movegen::chess::{MoveKind, PieceKind, PieceMoves, Square};
/// let moves = PieceMoves {
///     piece: PieceKind::Knight,
///     from: Square::G1,
///     to: Square::F3.bitboard() | Square::H3.bitboard(),
///     kind: MoveKind::Plain,
/// };
/// let text: Vec<String> = moves.into_iter().map(|mv| mv.to_string()).collect();
/// assert_eq!(text, ["g1f3", "g1h3"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceMoves {
    /// The kind of piece that moves.
    pub piece: PieceKind,
    /// The square that it leaves.
    pub from: Square,
    /// The destinations; when castling, the rooks' squares.
    pub to: Bitboard,
    /// The kind of every one of these moves.
    pub kind: MoveKind,
}

impl IntoIterator for PieceMoves {
    type Item = Move;
    type IntoIter = PieceMovesIter;

    #[inline]
    fn into_iter(self) -> PieceMovesIter {
        PieceMovesIter {
            from: self.from,
            kind: self.kind,
            to: self.to.into_iter(),
        }
    }
}

/// The moves of [`PieceMoves`], by ascending destination.
#[derive(Clone, Debug)]
pub struct PieceMovesIter {
    from: Square,
    kind: MoveKind,
    to: Squares,
}

impl Iterator for PieceMovesIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        Some(Move::new(self.from, self.to.next()?, self.kind))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.to.size_hint()
    }
}

impl ExactSizeIterator for PieceMovesIter {}

impl Position {
    /// Calls `visit` with every legal move, in sets: one call for each piece and kind of move it
    /// has. This is the fastest way to look at moves when single moves do not matter, for instance
    /// to count them or to select captures.
    ///
    /// A promoting pawn gives one set for each piece that it may become.
    ///
    /// ```
    /// use movegen::chess::{PieceKind, Position};
    /// let position = Position::startpos();
    /// let mut knight_moves = 0;
    /// position.generate_moves(|moves| {
    ///     if moves.piece == PieceKind::Knight {
    ///         knight_moves += moves.to.len();
    ///     }
    /// });
    /// assert_eq!(knight_moves, 4);
    /// ```
    pub fn generate_moves(&self, visit: impl FnMut(PieceMoves)) {
        match self.turn() {
            Color::White => generate_sets::<White>(self.board(), visit),
            Color::Black => generate_sets::<Black>(self.board(), visit),
        }
    }

    /// The squares to which the piece on `from` can legally move; when castling, the rooks' squares.
    ///
    /// ```
    /// use movegen::chess::{Position, Square};
    /// let squares: Vec<Square> = Position::startpos().destinations(Square::G1).into_iter().collect();
    /// assert_eq!(squares, [Square::F3, Square::H3]);
    /// ```
    pub fn destinations(&self, from: Square) -> Bitboard {
        let mut destinations = Bitboard::EMPTY;
        self.generate_moves(|moves| {
            if moves.from == from {
                destinations |= moves.to;
            }
        });
        destinations
    }
}

fn generate_sets<S: Side>(board: &Board, visit: impl FnMut(PieceMoves)) {
    let mut sets = Sets {
        board,
        visit,
        queen_diagonals: [0; 64],
        pawn_steps: PawnSets::default(),
        promotions: PawnSets::default(),
        castling_rooks: 0,
    };
    generate::<S, _, _>(board, Portable, &mut sets);
    sets.finish::<S>();
}

/// The sink that collects the moves of each piece. The generator hands out a queen's moves in two
/// sets, one for each kind of line, and pawn moves for all pawns at once.
struct Sets<'a, V> {
    board: &'a Board,
    visit: V,
    /// Diagonal destinations of queens, by origin, until their straight ones are known.
    queen_diagonals: [u64; 64],
    pawn_steps: PawnSets,
    promotions: PawnSets,
    castling_rooks: u64,
}

/// Pawn moves by direction: straight on and both captures.
#[derive(Default)]
struct PawnSets {
    /// Destinations, and how far they are from the origins.
    by_direction: [(u64, i32); 3],
    used: usize,
}

impl PawnSets {
    fn add(&mut self, targets: u64, offset: i32) {
        self.by_direction[self.used] = (targets, offset);
        self.used += 1;
    }

    /// The destinations of one pawn.
    fn of_pawn(&self, from: usize) -> u64 {
        self.by_direction
            .iter()
            .map(|&(targets, offset)| shift(1 << from, offset) & targets)
            .fold(0, |set, to| set | to)
    }
}

impl<V: FnMut(PieceMoves)> Sets<'_, V> {
    fn send(&mut self, piece: PieceKind, from: usize, to: u64, kind: MoveKind) {
        if to != 0 {
            (self.visit)(PieceMoves {
                piece,
                from: Square::from_index(from),
                to: Bitboard(to),
                kind,
            });
        }
    }

    /// Sends what was collected: castling, queens that move on diagonals only, and pawns.
    fn finish<S: Side>(&mut self) {
        let (king, rooks) = (self.board.king::<S>(), self.castling_rooks);
        self.send(PieceKind::King, king, rooks, MoveKind::Castle);
        for from in bits(self.board.diagonal & self.board.straight) {
            let to = std::mem::take(&mut self.queen_diagonals[from]);
            self.send(PieceKind::Queen, from, to, MoveKind::Plain);
        }
        for from in bits(self.board.pawns & self.board.pieces::<S>()) {
            let to = self.pawn_steps.of_pawn(from);
            self.send(PieceKind::Pawn, from, to, MoveKind::Plain);
            let to = self.promotions.of_pawn(from);
            for kind in MoveKind::PROMOTIONS {
                self.send(PieceKind::Pawn, from, to, kind);
            }
        }
    }
}

impl<V: FnMut(PieceMoves)> Sink for Sets<'_, V> {
    fn piece(&mut self, kind: PieceKind, from: usize, targets: u64) {
        let is_queen = (self.board.diagonal & self.board.straight) >> from & 1 == 1;
        match kind {
            PieceKind::Bishop if is_queen => self.queen_diagonals[from] = targets,
            PieceKind::Rook if is_queen => {
                let to = targets | std::mem::take(&mut self.queen_diagonals[from]);
                self.send(PieceKind::Queen, from, to, MoveKind::Plain);
            }
            _ => self.send(kind, from, targets, MoveKind::Plain),
        }
    }

    fn pawns(&mut self, targets: u64, offset: i32) {
        self.pawn_steps.add(targets, offset);
    }

    fn promotions(&mut self, targets: u64, offset: i32) {
        self.promotions.add(targets, offset);
    }

    fn double_pushes(&mut self, targets: u64, offset: i32) {
        for to in bits(targets) {
            let from = origin(to, offset);
            self.send(PieceKind::Pawn, from, 1 << to, MoveKind::DoublePush);
        }
    }

    fn en_passant(&mut self, from: usize, to: usize) {
        self.send(PieceKind::Pawn, from, 1 << to, MoveKind::EnPassant);
    }

    fn castle(&mut self, _king: usize, rook: usize) {
        self.castling_rooks |= 1 << rook;
    }
}
