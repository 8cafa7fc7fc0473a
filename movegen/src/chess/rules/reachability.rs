//! Whether one last move can have given the checks in a position.
//!
//! Every move that the other side can have played last is taken back: a plain move, a capture with
//! any captured piece, a double push, a capture en passant, a promotion and castling. The checks are
//! possible if one of these moves starts in a position where the king that is now in check was not
//! in check, and leads to exactly this position. That is retrograde analysis of one ply: Smullyan,
//! "The Chess Mysteries of Sherlock Holmes", 1979, explains the idea with puzzles.

use std::marker::PhantomData;

use crate::chess::board::attacks::{KING, KNIGHT, PAWN, Portable, Sliders as _};
use crate::chess::board::bitboard::bits;
use crate::chess::board::bitboards::{Board, castled};
use crate::chess::board::color::{Black, Side, White};
use crate::chess::{Bitboard, CastlingStyle, Color, Move, MoveKind, PieceKind, Position, Square};

impl Position {
    /// Whether one last move of the other side can have given every check to the side to move; `true`
    /// if there is no check.
    ///
    /// `passed` is the en passant square of the FEN, which may be one that no legal capture can use.
    /// If a pawn stands in front of it, the last move was the double push past it. `castling` says
    /// whether the last move can be castling from any squares, as in Chess960, or only from the
    /// squares of standard chess.
    ///
    /// It looks back one move: the position before that move must be valid, but how it arose is not
    /// asked. The counters of the position are ignored. Costs a microsecond for most checks, and the
    /// legal moves of up to a few hundred positions if the answer is no.
    ///
    /// ```
    /// use movegen::chess::{CastlingStyle, Position};
    /// let possible = |fen: &str| {
    ///     let position: Position = fen.parse().unwrap();
    ///     position.checks_are_possible(None, CastlingStyle::Standard)
    /// };
    /// // The knight has moved to c2 and uncovered the rook.
    /// assert!(possible("4r1k1/8/8/8/8/8/2n5/4K3 w - - 0 1"));
    /// // No move of a bishop uncovers another one.
    /// assert!(!possible("6k1/8/8/b7/7b/8/8/4K3 w - - 0 1"));
    /// // A pawn on e7 has captured on d8, has become a rook and has uncovered the rook on e1.
    /// assert!(possible("3Rk3/8/8/8/8/8/8/4R1K1 b - - 0 1"));
    /// ```
    pub fn checks_are_possible(&self, passed: Option<Square>, castling: CastlingStyle) -> bool {
        if !self.is_check() {
            return true;
        }
        match self.turn {
            Color::White => self.retract::<Black>(passed, castling),
            Color::Black => self.retract::<White>(passed, castling),
        }
    }

    /// Whether a last move of `S` can have given the checks.
    fn retract<S: Side>(&self, passed: Option<Square>, castling: CastlingStyle) -> bool {
        let last = LastMove::<S> {
            after: self,
            occupied: self.board.occupied(),
            mover: PhantomData,
        };
        let passed = passed.map_or(0, |square| self.usable_en_passant(square));
        if passed != 0 {
            return last.was_double_push(S::forward(passed));
        }
        // Most checks come from the piece that has moved.
        let movers = self.board.pieces::<S>();
        let checkers = self.checkers().0;
        let mut ends = bits(checkers).chain(bits(movers & !checkers));
        ends.any(|to| last.was_to(to)) || last.was_castling(castling)
    }

    /// The number of pawns of a side, and of its pieces that must have been pawns.
    pub(in crate::chess) fn pawns_and_promotions(&self, color: Color) -> u32 {
        let own = self.colors(color);
        let promoted = |&(kind, squares): &(PieceKind, Bitboard)| {
            let pieces = (self.pieces(kind) & own & squares).len();
            pieces.saturating_sub(at_the_start(kind))
        };
        let pawns = (self.pieces(PieceKind::Pawn) & own).len();
        pawns + OFFICERS.iter().map(promoted).sum::<u32>()
    }
}

/// The number of pawns of a side at the start of the game.
pub(in crate::chess) const PAWNS: u32 = 8;

/// The kinds of pieces that a pawn can become, with the squares on which the pieces that were no pawns
/// can stand. A bishop never leaves the squares of its colour.
const OFFICERS: [(PieceKind, Bitboard); 5] = [
    (PieceKind::Knight, Bitboard::ALL),
    (PieceKind::Bishop, Bitboard::DARK),
    (PieceKind::Bishop, Bitboard(!Bitboard::DARK.0)),
    (PieceKind::Rook, Bitboard::ALL),
    (PieceKind::Queen, Bitboard::ALL),
];

/// How many of these pieces a side has at the start of the game; of bishops, on squares of one colour.
fn at_the_start(officer: PieceKind) -> u32 {
    match officer {
        PieceKind::Knight | PieceKind::Rook => 2,
        _ => 1,
    }
}

/// The last moves of `S` that can have led to a position.
struct LastMove<'a, S> {
    after: &'a Position,
    occupied: u64,
    mover: PhantomData<S>,
}

impl<S: Side> LastMove<'_, S> {
    /// Whether the last move can have been one to this square, castling aside.
    fn was_to(&self, to: usize) -> bool {
        let bit = 1 << to;
        let Some(piece) = self.after.board.kind_on(bit) else {
            return false;
        };
        if piece == PieceKind::Pawn {
            return self.was_pawn_move(to);
        }
        let reached = match piece {
            PieceKind::Knight => KNIGHT[to],
            PieceKind::Bishop => Portable.bishop(to, self.occupied),
            PieceKind::Rook => Portable.rook(to, self.occupied),
            PieceKind::Queen => {
                Portable.bishop(to, self.occupied) | Portable.rook(to, self.occupied)
            }
            _ => KING[to],
        };
        let mut origins = bits(reached & !self.occupied);
        origins.any(|from| {
            let mv = step(from, to, MoveKind::Plain);
            self.was(mv, piece, false) || self.was(mv, piece, true)
        }) || self.was_promotion(to, piece)
    }

    /// Whether the last move can have been a promotion to this piece.
    fn was_promotion(&self, to: usize, piece: PieceKind) -> bool {
        let promoted = |kind: &MoveKind| kind.promotion() == Some(piece);
        let Some(kind) = MoveKind::PROMOTIONS.into_iter().find(promoted) else {
            return false;
        };
        let on_last_rank = 1 << to & S::Opponent::BACK != 0;
        on_last_rank && self.was_push_or_capture(to, kind)
    }

    /// Whether the last move can have been a pawn's move to this square, promotions aside.
    fn was_pawn_move(&self, to: usize) -> bool {
        let to_bit = 1u64 << to;
        // No pawn comes from its own back rank.
        if S::back(to_bit) & S::BACK != 0 {
            return false;
        }
        self.was_push_or_capture(to, MoveKind::Plain)
            || self.was_double_push(to_bit)
            || self.was_en_passant(to)
    }

    /// Whether the last move can have been a pawn's single push or capture of this kind.
    fn was_push_or_capture(&self, to: usize, kind: MoveKind) -> bool {
        let pushed = S::back(1 << to) & !self.occupied;
        let captured = PAWN[S::Opponent::COLOR.index()][to] & !self.occupied;
        let pawn = PieceKind::Pawn;
        bits(pushed).any(|from| self.was(step(from, to, kind), pawn, false))
            || bits(captured).any(|from| self.was(step(from, to, kind), pawn, true))
    }

    /// Whether the last move can have been the double push to the square of this set.
    fn was_double_push(&self, to: u64) -> bool {
        let passed = S::back(to);
        let from = S::back(passed);
        if passed & S::THIRD == 0 || self.occupied & (passed | from) != 0 {
            return false;
        }
        let (from, to) = (from.trailing_zeros() as usize, to.trailing_zeros() as usize);
        let mv = step(from, to, MoveKind::DoublePush);
        self.was(mv, PieceKind::Pawn, false)
    }

    /// Whether the last move can have been a capture en passant.
    fn was_en_passant(&self, to: usize) -> bool {
        let to_bit = 1u64 << to;
        let (captured, origin) = (S::back(to_bit), S::forward(to_bit));
        if to_bit & S::Opponent::THIRD == 0 || self.occupied & (captured | origin) != 0 {
            return false;
        }
        let origins = PAWN[S::Opponent::COLOR.index()][to] & !self.occupied;
        bits(origins).any(|from| {
            let mut before = self.without(to_bit);
            before.put::<S>(PieceKind::Pawn, 1 << from);
            before.put::<S::Opponent>(PieceKind::Pawn, captured);
            before.en_passant = to_bit;
            self.leads_here(before, step(from, to, MoveKind::EnPassant))
        })
    }

    /// Whether the last move can have been castling.
    fn was_castling(&self, castling: CastlingStyle) -> bool {
        let board = &self.after.board;
        let king = board.king::<S>();
        let home = S::BACK.trailing_zeros() as usize;
        let rooks = board.straight & !board.diagonal & board.pieces::<S>();
        let squares = || home..home + 8;
        squares().any(|king_from| {
            squares().any(|rook_from| {
                let standard = king_from == home + 4 && [home, home + 7].contains(&rook_from);
                let (king_to, rook_to) = castled::<S>(1 << king_from, 1 << rook_from);
                let fits = (standard || castling == CastlingStyle::Chess960)
                    && king_from != rook_from
                    && king_to == 1 << king
                    && rooks & rook_to != 0;
                if !fits {
                    return false;
                }
                let mut before = self.without(king_to | rook_to);
                before.kings ^= king_to;
                if before.occupied() & (1 << king_from | 1 << rook_from) != 0 {
                    return false;
                }
                before.put::<S>(PieceKind::King, 1 << king_from);
                before.put::<S>(PieceKind::Rook, 1 << rook_from);
                before.castling |= 1 << rook_from;
                self.leads_here(before, step(king_from, rook_from, MoveKind::Castle))
            })
        })
    }

    /// Whether the last move can have been this move of this piece, a capture or not.
    fn was(&self, mv: Move, piece: PieceKind, capture: bool) -> bool {
        let to = 1 << mv.to().index();
        let mut before = self.without(to);
        if piece == PieceKind::King {
            before.kings &= !to;
        }
        before.put::<S>(piece, 1 << mv.from().index());
        if capture {
            before.put::<S::Opponent>(self.captured(mv.to()), to);
        }
        self.leads_here(before, mv)
    }

    /// The board without the pieces on these squares, kings aside, before a last move without
    /// special rules.
    fn without(&self, squares: u64) -> Board {
        let mut before = self.after.board;
        before.clear(squares);
        before.en_passant = 0;
        before
    }

    /// The piece that a last move to this square can have captured most easily: one that is no promoted
    /// pawn. Which piece it was does not matter for the checks, since the last move has removed it.
    fn captured(&self, to: Square) -> PieceKind {
        let own = self.after.colors(S::Opponent::COLOR);
        let is_missing = |(kind, squares): &(PieceKind, Bitboard)| {
            let pieces = (self.after.pieces(*kind) & own & *squares).len();
            squares.contains(to) && pieces < at_the_start(*kind)
        };
        let missing = OFFICERS.into_iter().find(is_missing);
        missing.map_or(PieceKind::Queen, |(kind, _)| kind)
    }

    /// Whether the move is legal on this board, which must be a valid position, and leads to the
    /// position.
    fn leads_here(&self, before: Board, mv: Move) -> bool {
        let after = self.after;
        let before = Position {
            board: before,
            turn: S::COLOR,
            ..*after
        };
        // If a side has too many pieces already, that is not the fault of the checks.
        let material = Color::ALL.into_iter().all(|color| {
            before.pawns_and_promotions(color) <= PAWNS || after.pawns_and_promotions(color) > PAWNS
        });
        let king = after.king(after.turn);
        material
            && !before.is_attacked(king, S::COLOR)
            && before.is_legal(mv)
            && before.play(mv).board == after.board
    }
}

fn step(from: usize, to: usize, kind: MoveKind) -> Move {
    Move::new(Square::from_index(from), Square::from_index(to), kind)
}
