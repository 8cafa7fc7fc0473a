//! A small mailbox board: pieces as bytes, moves, and the geometry of the squares.
//!
//! It keeps the state that classic engines keep beside the pieces, because that is where their bugs
//! are: cached king squares, castling rights, the en passant square, clocks.

use super::stale::Stale;
use movegen::chess::{Color, Piece, PieceKind, Rank, Setup};

/// No square: no en passant square, no castling right, no king.
pub(super) const NONE: u8 = 64;

/// No piece.
pub(super) const EMPTY: u8 = 0;

/// The kinds of pieces. A piece is its kind, plus 8 for Black.
pub(super) mod kind {
    pub(crate) const PAWN: u8 = 1;
    pub(crate) const KNIGHT: u8 = 2;
    pub(crate) const BISHOP: u8 = 3;
    pub(crate) const ROOK: u8 = 4;
    pub(crate) const QUEEN: u8 = 5;
    pub(crate) const KING: u8 = 6;
}

/// The piece of a kind and a colour.
pub(super) const fn piece(kind: u8, color: u8) -> u8 {
    kind | color << 3
}

/// The kind of a piece.
pub(super) const fn kind_of(piece: u8) -> u8 {
    piece & 7
}

/// Whether this kind of piece moves along lines.
pub(super) const fn is_slider(kind: u8) -> bool {
    matches!(kind, kind::BISHOP | kind::ROOK | kind::QUEEN)
}

/// Whether this is a piece of this colour.
pub(super) const fn is_of(piece: u8, color: u8) -> bool {
    piece != EMPTY && piece >> 3 == color
}

/// The file, 0 for a to 7 for h.
pub(super) const fn file(square: u8) -> u8 {
    square & 7
}

/// The rank, 0 to 7, counted from the side of a colour.
pub(super) const fn rank(square: u8, color: u8) -> u8 {
    (square >> 3) ^ (7 * color)
}

/// The next square in the direction in which the pawns of a colour move; `NONE` beyond the board.
pub(super) const fn forward(square: u8, color: u8) -> u8 {
    match color {
        0 if square < 56 => square + 8,
        1 if square >= 8 && square < NONE => square - 8,
        _ => NONE,
    }
}

/// The next square in the opposite direction.
pub(super) const fn backward(square: u8, color: u8) -> u8 {
    forward(square, color ^ 1)
}

/// At most eight squares, in the order of the method that lists them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Squares {
    len: u8,
    squares: [u8; 8],
}

impl Squares {
    const EMPTY: Squares = Squares {
        len: 0,
        squares: [0; 8],
    };

    const fn push(&mut self, square: u8) {
        self.squares[self.len as usize] = square;
        self.len += 1;
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[u8] {
        &self.squares[..usize::from(self.len)]
    }
}

/// The steps (right, up) of a rook, then those of a bishop.
pub(super) const STEPS: [(i8, i8); 8] = [
    (0, 1),
    (0, -1),
    (1, 0),
    (-1, 0),
    (1, 1),
    (-1, 1),
    (1, -1),
    (-1, -1),
];

/// The steps (right, up) of a knight.
pub(super) const LEAPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The square at a distance; `NONE` beyond the board.
pub(super) const fn step(square: u8, (right, up): (i8, i8)) -> u8 {
    let (file, rank) = ((square & 7) as i8 + right, (square >> 3) as i8 + up);
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        return NONE;
    }
    (rank * 8 + file) as u8
}

const fn leaps(steps: &[(i8, i8); 8]) -> [Squares; 64] {
    let mut table = [Squares::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut way = 0;
        while way < 8 {
            let to = step(square as u8, steps[way]);
            if to != NONE {
                table[square].push(to);
            }
            way += 1;
        }
        square += 1;
    }
    table
}

const fn rays() -> [[Squares; 8]; 64] {
    let mut table = [[Squares::EMPTY; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut way = 0;
        while way < 8 {
            let mut to = step(square as u8, STEPS[way]);
            while to != NONE {
                table[square][way].push(to);
                to = step(to, STEPS[way]);
            }
            way += 1;
        }
        square += 1;
    }
    table
}

/// The squares that a knight reaches.
pub(super) static KNIGHT: [Squares; 64] = leaps(&LEAPS);
/// The squares that a king reaches.
pub(super) static KING: [Squares; 64] = leaps(&STEPS);
/// The squares in each direction of [`STEPS`], nearest first.
pub(super) static RAYS: [[Squares; 8]; 64] = rays();

/// Whether two squares are on one line of a queen.
#[inline]
pub(super) const fn aligned(a: u8, b: u8) -> bool {
    let files = file(a).abs_diff(file(b));
    let ranks = (a >> 3).abs_diff(b >> 3);
    files == 0 || ranks == 0 || files == ranks
}

/// Whether three squares are on one line of a queen.
pub(super) fn are_in_line(a: u8, b: u8, c: u8) -> bool {
    let offset = |square: u8| {
        let difference = |one: u8, other: u8| i16::from(one) - i16::from(other);
        (
            difference(file(square), file(a)),
            difference(square >> 3, a >> 3),
        )
    };
    let ((x, y), (u, v)) = (offset(b), offset(c));
    aligned(a, b) && x * v == y * u
}

/// Whether a king reaches one square from the other.
pub(super) fn is_next_to(a: u8, b: u8) -> bool {
    KING.get(usize::from(a))
        .is_some_and(|squares| squares.as_slice().contains(&b))
}

/// What a move does besides moving one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Special {
    No,
    DoublePush,
    EnPassant,
    /// Castling with the rook on this side: 0 for the a-file side, 1 for the h-file side.
    Castle(u8),
}

/// A move. A castling king goes to the g- or c-file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
    /// The kind of piece that a pawn becomes; `EMPTY` for none.
    pub(super) promotion: u8,
    pub(super) special: Special,
}

impl Move {
    pub(super) const fn plain(from: u8, to: u8) -> Move {
        Move {
            from,
            to,
            promotion: EMPTY,
            special: Special::No,
        }
    }

    pub(super) const fn is_castle(self) -> bool {
        matches!(self.special, Special::Castle(_))
    }

    pub(super) const fn is_en_passant(self) -> bool {
        matches!(self.special, Special::EnPassant)
    }

    pub(super) fn texts(self, board: &Board) -> MoveTexts {
        MoveTexts([board.text(self, false), board.text(self, true)])
    }

    /// The move as most programs print it.
    pub(super) fn printed(self, board: &Board) -> String {
        board.text(self, !self.is_standard(board)).to_text()
    }

    /// Whether a move is not castling from other squares than those of standard chess.
    fn is_standard(self, board: &Board) -> bool {
        let Special::Castle(side) = self.special else {
            return true;
        };
        let corner = 7 * side + 56 * board.turn;
        file(self.from) == 4 && board.castling_rook(board.turn, side) == corner
    }
}

/// The index of a castling right in [`Board::rights`].
pub(super) const fn right(color: u8, side: u8) -> usize {
    (color * 2 + side) as usize
}

/// Where king and rook go when they castle.
pub(super) const fn castled(color: u8, side: u8) -> (u8, u8) {
    match (color, side) {
        (0, 0) => (2, 3),
        (0, _) => (6, 5),
        (_, 0) => (58, 59),
        _ => (62, 61),
    }
}

/// A position with the state that an engine keeps beside the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::imitate) struct Board {
    pub(super) squares: [u8; 64],
    /// The cached king squares.
    pub(super) kings: [u8; 2],
    /// The kings' squares at the start, from which they castle.
    pub(super) homes: [u8; 2],
    /// The square of the rook of each castling right, `NONE` without the right.
    pub(super) rights: [u8; 4],
    /// The castling rooks at the start, `NONE` without the right.
    pub(super) corners: [u8; 4],
    pub(super) en_passant: u8,
    /// Entries of the piece list of each side that should not be there.
    pub(super) stale: [Stale; 2],
    /// Squares of pieces that have no moves: they are missing in the list that moves are generated from. A king
    /// moves from the cached square instead.
    pub(super) unlisted: u64,
    /// Squares of pieces that attack nothing.
    pub(super) unattacking: u64,
    /// Squares of pieces that are not seen as occupied.
    pub(super) unoccupied: u64,
    /// Squares of pieces whose check the side to move does not notice, until it moves.
    pub(super) unnoticed: u64,
    /// 0 for White, 1 for Black.
    pub(super) turn: u8,
    pub(super) halfmoves: u32,
}

impl Board {
    /// The board of a setup. Castling rights without a king and a rook on the back rank are dropped.
    pub(in crate::imitate) fn new(setup: &Setup) -> Board {
        let mut board = Board {
            squares: [EMPTY; 64],
            kings: [NONE; 2],
            homes: [NONE; 2],
            rights: [NONE; 4],
            corners: [NONE; 4],
            stale: [Stale::default(); 2],
            unlisted: 0,
            unattacking: 0,
            unoccupied: 0,
            unnoticed: 0,
            en_passant: setup.en_passant.map_or(NONE, |square| square as u8),
            turn: setup.turn.index() as u8,
            halfmoves: setup.halfmoves,
        };
        for (square, standing) in setup.board.iter().enumerate() {
            if let Some(standing) = standing {
                board.squares[square] = byte(*standing);
            }
        }
        for color in Color::ALL {
            let Some(king) = setup.king(color) else {
                continue;
            };
            board.kings[color.index()] = king as u8;
            board.homes[color.index()] = king as u8;
            let back = Rank::First.relative_to(color);
            let own = Piece {
                color,
                kind: PieceKind::Rook,
            };
            for rook in setup.castling {
                let usable = rook.rank() == back
                    && king.rank() == back
                    && setup.board[rook.index()] == Some(own);
                if usable {
                    let side = u8::from(rook > king);
                    board.rights[right(color.index() as u8, side)] = rook as u8;
                }
            }
        }
        board.corners = board.rights;
        board
    }

    /// The pieces and the side to move.
    pub(in crate::imitate) fn pieces(&self) -> ([u8; 64], u8) {
        (self.squares, self.turn)
    }

    /// The piece on a square, `EMPTY` for `NONE`.
    #[inline]
    pub(super) fn at(&self, square: u8) -> u8 {
        self.squares
            .get(usize::from(square))
            .copied()
            .unwrap_or(EMPTY)
    }

    /// Puts a piece on a square, and into all lists; nothing for `NONE`.
    #[inline]
    pub(super) fn put(&mut self, square: u8, piece: u8) {
        if let Some(standing) = self.squares.get_mut(usize::from(square)) {
            *standing = piece;
            let others = !(1 << square);
            self.unlisted &= others;
            self.unattacking &= others;
            self.unoccupied &= others;
        }
    }

    /// The squares of pieces that are missing in some list.
    #[inline]
    pub(super) fn mislisted(&self) -> u64 {
        self.unlisted | self.unattacking | self.unoccupied
    }

    /// Whether the lists of pieces agree with the board, and all checks are noticed.
    pub(super) fn is_consistent(&self) -> bool {
        self.mislisted() == 0
            && self.unnoticed == 0
            && self.stale.iter().all(|stale| stale.is_empty())
    }

    /// Whether a square is seen as empty.
    #[inline]
    pub(super) fn is_passable(&self, square: u8) -> bool {
        self.at(square) == EMPTY || self.unoccupied >> square & 1 != 0
    }

    /// The rook that castles on this side; without a right, the rook's usual square.
    pub(super) fn castling_rook(&self, color: u8, side: u8) -> u8 {
        let index = right(color, side);
        let known = [self.rights[index], self.corners[index]];
        let corner = 7 * side + 56 * color;
        known
            .into_iter()
            .find(|&rook| rook != NONE)
            .unwrap_or(corner)
    }

    /// Whether every square between two squares of a rank, both included, is empty, except for two
    /// squares that are ignored.
    pub(super) fn is_free(&self, a: u8, b: u8, ignored: [u8; 2]) -> bool {
        between(a, b).all(|square| ignored.contains(&square) || self.is_passable(square))
    }

    /// The move as UCI text, with castling as `e1g1`, or as king takes rook.
    pub(super) fn text(&self, mv: Move, chess960: bool) -> MoveText {
        let to = match mv.special {
            Special::Castle(side) if chess960 => self.castling_rook(self.turn, side),
            _ => mv.to,
        };
        let letter = |square: u8| [b'a' + file(square), b'1' + (square >> 3)];
        let ([a, b], [c, d]) = (letter(mv.from), letter(to));
        let promotion = b" pnbrqk"[usize::from(mv.promotion)];
        MoveText {
            squares: [a, b, c, d],
            promotion: (mv.promotion != EMPTY).then_some(promotion),
        }
    }
}

/// The text of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveText {
    squares: [u8; 4],
    promotion: Option<u8>,
}

impl MoveText {
    /// Whether this is the text. Many moves are compared with many lines: this compares four bytes at once.
    pub(super) fn is(&self, text: &str) -> bool {
        match text.as_bytes().split_first_chunk() {
            Some((squares, rest)) => self.squares == *squares && self.promotion.as_slice() == rest,
            None => false,
        }
    }

    pub(super) fn to_text(self) -> String {
        let bytes = self.squares.into_iter().chain(self.promotion);
        bytes.map(char::from).collect()
    }
}

/// Both ways to write a move, standard first; they differ for castling only.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveTexts(pub(super) [MoveText; 2]);

impl MoveTexts {
    pub(super) fn contains(&self, text: &str) -> bool {
        self.0.iter().any(|own| own.is(text))
    }
}

/// The squares of a rank from one square to another, both included.
pub(super) fn between(a: u8, b: u8) -> std::ops::RangeInclusive<u8> {
    a.min(b)..=a.max(b)
}

fn byte(standing: Piece) -> u8 {
    piece(
        standing.kind.index() as u8 + 1,
        standing.color.index() as u8,
    )
}
