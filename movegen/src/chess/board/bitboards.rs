//! The eight bitboards of a position, and how moves change them.

use crate::chess::board::attacks::BETWEEN;
use crate::chess::board::color::Side;
use crate::chess::{MoveKind, PieceKind};

/// A position without key and counters: 64 bytes, one cache line, copied for every move made.
///
/// Queens stand in both slider sets, so that one bitboard holds all that attacks on diagonals.
/// Black's pieces are those that are not White's. The side to move is a type parameter of the code
/// that reads the board. The AVX-512 kernel loads all eight words at once, so `repr(C)` keeps them
/// in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Board {
    /// White's pieces.
    pub white: u64,
    /// Pawns of both sides, as the sets below.
    pub pawns: u64,
    /// Knights.
    pub knights: u64,
    /// Bishops and queens.
    pub diagonal: u64,
    /// Rooks and queens.
    pub straight: u64,
    /// Kings.
    pub kings: u64,
    /// The square that a pawn has just passed on its double push, if an enemy pawn attacks it,
    /// whether or not the capture is legal.
    pub en_passant: u64,
    /// Rooks that may still castle.
    pub castling: u64,
}

impl Board {
    /// A board without pieces.
    pub(in crate::chess) const EMPTY: Board = Board {
        white: 0,
        pawns: 0,
        knights: 0,
        diagonal: 0,
        straight: 0,
        kings: 0,
        en_passant: 0,
        castling: 0,
    };

    /// Every square that holds a piece.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> u64 {
        self.pawns | self.knights | self.diagonal | self.straight | self.kings
    }

    /// The pieces of one side.
    #[inline(always)]
    pub(crate) fn pieces<S: Side>(&self) -> u64 {
        if S::WHITE {
            self.white
        } else {
            self.occupied() & !self.white
        }
    }

    /// The square of a side's king.
    #[inline(always)]
    pub(crate) fn king<S: Side>(&self) -> usize {
        let kings = if S::WHITE {
            self.kings & self.white
        } else {
            self.kings & !self.white
        };
        kings.trailing_zeros() as usize & 63
    }

    /// Removes the pieces on the squares of `set`, kings excepted, and the castling rights of rooks
    /// among them.
    #[inline(always)]
    pub(crate) fn clear(&mut self, set: u64) {
        let keep = !set;
        self.white &= keep;
        self.pawns &= keep;
        self.knights &= keep;
        self.diagonal &= keep;
        self.straight &= keep;
        self.castling &= keep;
    }

    /// Puts a piece of side `S` on an empty square.
    #[inline(always)]
    pub(crate) fn put<S: Side>(&mut self, kind: PieceKind, bit: u64) {
        if S::WHITE {
            self.white |= bit;
        }
        match kind {
            PieceKind::Pawn => self.pawns |= bit,
            PieceKind::Knight => self.knights |= bit,
            PieceKind::Bishop => self.diagonal |= bit,
            PieceKind::Rook => self.straight |= bit,
            PieceKind::Queen => {
                self.diagonal |= bit;
                self.straight |= bit;
            }
            PieceKind::King => self.kings |= bit,
        }
    }

    /// The board after a plain move of `S` with a piece of known kind, capture included.
    ///
    /// For a queen, `Bishop` or `Rook` is the kind of line it moves on.
    #[inline(always)]
    pub(crate) fn step<S: Side>(&self, kind: PieceKind, from: u64, to: u64) -> Board {
        let keep = !(from | to);
        // A queen stands in both sets of sliders and stays in both.
        let (diagonal, straight) = match kind {
            PieceKind::Bishop => (to, if_any(self.straight & from, to)),
            PieceKind::Rook => (if_any(self.diagonal & from, to), to),
            PieceKind::Queen => (to, to),
            _ => (0, 0),
        };
        let only = |moved: PieceKind| if kind == moved { to } else { 0 };
        let king = kind == PieceKind::King;
        Board {
            white: self.white & keep | if S::WHITE { to } else { 0 },
            pawns: self.pawns & keep | only(PieceKind::Pawn),
            knights: self.knights & keep | only(PieceKind::Knight),
            diagonal: self.diagonal & keep | diagonal,
            straight: self.straight & keep | straight,
            kings: self.kings & keep | only(PieceKind::King),
            en_passant: 0,
            castling: self.castling & keep & if king { !S::BACK } else { !0 },
        }
    }

    /// The board after a plain move of any piece, which need not be known.
    ///
    /// [`step`](Board::step) takes the kind of the piece. To look it up here would cost a branch
    /// that no CPU predicts well.
    #[inline(always)]
    pub(crate) fn plain_move<S: Side>(&self, from: u64, to: u64) -> Board {
        let both = from | to;
        let moved = |set: u64| set & !to ^ if set & from != 0 { both } else { 0 };
        let king = self.kings & from != 0;
        Board {
            white: if S::WHITE {
                self.white ^ both
            } else {
                self.white & !to
            },
            pawns: moved(self.pawns),
            knights: moved(self.knights),
            diagonal: moved(self.diagonal),
            straight: moved(self.straight),
            kings: if king { self.kings ^ both } else { self.kings },
            en_passant: 0,
            castling: self.castling & !(both | if king { S::BACK } else { 0 }),
        }
    }

    /// The board after a double push. The en passant square is set if an enemy pawn stands beside
    /// the destination.
    #[inline(always)]
    pub(crate) fn double_push<S: Side>(&self, from: u64, to: u64) -> Board {
        let mut next = *self;
        next.pawns ^= from | to;
        if S::WHITE {
            next.white ^= from | to;
        }
        let beside =
            crate::chess::board::attacks::east(to) | crate::chess::board::attacks::west(to);
        let enemy_pawns = self.pawns & self.pieces::<S::Opponent>();
        next.en_passant = if beside & enemy_pawns != 0 {
            S::forward(from)
        } else {
            0
        };
        next
    }

    /// The board after a capture en passant.
    #[inline(always)]
    pub(crate) fn en_passant<S: Side>(&self, from: u64, to: u64) -> Board {
        let mut next = *self;
        next.clear(from | S::back(to));
        next.en_passant = 0;
        next.put::<S>(PieceKind::Pawn, to);
        next
    }

    /// The board after a promotion, with or without capture.
    #[inline(always)]
    pub(crate) fn promote<S: Side>(&self, from: u64, to: u64, kind: PieceKind) -> Board {
        let mut next = *self;
        next.clear(from | to);
        next.en_passant = 0;
        next.put::<S>(kind, to);
        next
    }

    /// The board after the drop of a piece on an empty square.
    pub(crate) fn drop<S: Side>(&self, kind: PieceKind, to: u64) -> Board {
        let mut next = *self;
        next.en_passant = 0;
        next.put::<S>(kind, to);
        next
    }

    /// The board after castling, given the squares of king and rook before it.
    #[inline(always)]
    pub(crate) fn castle<S: Side>(&self, king: u64, rook: u64) -> Board {
        let mut next = *self;
        next.clear(king | rook);
        next.kings ^= king;
        next.en_passant = 0;
        next.castling &= !S::BACK;
        let (king_to, rook_to) = castled::<S>(king, rook);
        next.put::<S>(PieceKind::King, king_to);
        next.put::<S>(PieceKind::Rook, rook_to);
        next
    }

    /// The board after a move of any kind. `piece` is the one that moves or is dropped.
    #[inline(always)]
    pub(crate) fn after<S: Side>(
        &self,
        kind: MoveKind,
        piece: PieceKind,
        from: u64,
        to: u64,
    ) -> Board {
        match kind {
            MoveKind::Plain => self.step::<S>(piece, from, to),
            MoveKind::DoublePush => self.double_push::<S>(from, to),
            MoveKind::EnPassant => self.en_passant::<S>(from, to),
            MoveKind::Castle => self.castle::<S>(from, to),
            MoveKind::PromoteKnight => self.promote::<S>(from, to, PieceKind::Knight),
            MoveKind::PromoteBishop => self.promote::<S>(from, to, PieceKind::Bishop),
            MoveKind::PromoteRook => self.promote::<S>(from, to, PieceKind::Rook),
            MoveKind::PromoteQueen => self.promote::<S>(from, to, PieceKind::Queen),
            MoveKind::PromoteKing => self.promote::<S>(from, to, PieceKind::King),
            MoveKind::Drop => self.drop::<S>(piece, to),
        }
    }

    /// The kind of the piece on a square.
    #[inline(always)]
    pub(crate) fn kind_on(&self, bit: u64) -> Option<PieceKind> {
        if self.occupied() & bit == 0 {
            None
        } else if self.pawns & bit != 0 {
            Some(PieceKind::Pawn)
        } else if self.knights & bit != 0 {
            Some(PieceKind::Knight)
        } else if self.kings & bit != 0 {
            Some(PieceKind::King)
        } else {
            match (self.diagonal & bit != 0, self.straight & bit != 0) {
                (true, true) => Some(PieceKind::Queen),
                (true, false) => Some(PieceKind::Bishop),
                _ => Some(PieceKind::Rook),
            }
        }
    }
}

/// `bit` if `set` is not empty, without a branch.
#[inline(always)]
fn if_any(set: u64, bit: u64) -> u64 {
    u64::from(set != 0).wrapping_neg() & bit
}

/// The squares of king and rook after castling: on the g- and f-file if the rook is on the king's
/// h-file side, on the c- and d-file otherwise.
#[inline(always)]
pub(crate) fn castled<S: Side>(king: u64, rook: u64) -> (u64, u64) {
    let shift = if S::WHITE { 0 } else { 56 };
    if rook > king {
        (1 << (6 + shift), 1 << (5 + shift))
    } else {
        (1 << (2 + shift), 1 << (3 + shift))
    }
}

/// A rook that may castle, and the squares that castling with it crosses.
#[derive(Clone, Copy)]
pub(crate) struct CastlingPath {
    /// The square of the rook.
    pub rook: usize,
    /// Squares that the king crosses, its destination included.
    pub king: u64,
    /// Squares that must be empty but for king and rook; every square if there is no such rook.
    pub clear: u64,
}

/// A path that is never clear: there is no rook.
const NO_PATH: CastlingPath = CastlingPath {
    rook: 0,
    king: 0,
    clear: !0,
};

/// The paths of the rooks that may castle, at most one on each side of the king.
#[inline(always)]
pub(crate) fn castling_paths<S: Side>(rights: u64, king: usize) -> [CastlingPath; 2] {
    let home = if S::WHITE { 0 } else { 56 };
    if king == home + 4 && rights & !(0x81 << home) == 0 {
        // Standard chess: the squares are constants.
        let blocked_without = |rook: usize| (rights >> rook & 1).wrapping_sub(1);
        [
            CastlingPath {
                rook: home + 7,
                king: 0x60 << home,
                clear: 0x60 << home | blocked_without(home + 7),
            },
            CastlingPath {
                rook: home,
                king: 0x0c << home,
                clear: 0x0e << home | blocked_without(home),
            },
        ]
    } else if rights == 0 {
        [NO_PATH; 2]
    } else {
        chess960_castling_paths::<S>(rights, king)
    }
}

/// Castling paths from any squares.
#[cold]
#[inline(never)]
fn chess960_castling_paths<S: Side>(rights: u64, king: usize) -> [CastlingPath; 2] {
    let mut paths = [NO_PATH; 2];
    let mut free = paths.iter_mut();
    for rook in crate::chess::board::bitboard::bits(rights) {
        let (king_bit, rook_bit) = (1u64 << king, 1u64 << rook);
        let (king_to, rook_to) = castled::<S>(king_bit, rook_bit);
        let king_path = king_to | BETWEEN[king][king_to.trailing_zeros() as usize & 63];
        let rook_path = rook_to | BETWEEN[rook][rook_to.trailing_zeros() as usize & 63];
        if let Some(path) = free.next() {
            *path = CastlingPath {
                rook,
                king: king_path,
                clear: (king_path | rook_path) & !(king_bit | rook_bit),
            };
        }
    }
    paths
}
