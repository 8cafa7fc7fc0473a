//! Atomic chess: a capture explodes, and the explosion of the king wins.

use super::{GameOver, Rules, VariantPosition, own_moves};
use crate::chess::board::attacks::KING;
use crate::chess::explain::Reason;
use crate::chess::rules::validate::{PositionError, PositionProblem};
use crate::chess::{
    Bitboard, Color, Move, MoveList, PieceKind, Position, Rank, Setup, Square,
};

/// The rules of atomic chess, as lichess plays it. A capture removes the piece that captures, the piece that is captured,
/// and every piece but pawns on the squares around.
#[derive(Clone, Copy, Debug)]
pub struct Atomic;

/// Why a pseudo-legal move is illegal.
enum Fault {
    KingCaptures,
    OwnKingExplodes,
    /// The king would stand on or pass this attacked square.
    Attacked(Square),
}

/// The king of a side, if it has not exploded.
fn king(chess: &Position, color: Color) -> Option<Square> {
    let kings = chess.pieces(PieceKind::King) & chess.colors(color);
    kings.first()
}

/// Whether kings touch: no check exists between them then, since a capture would remove both.
fn touches(chess: &Position, square: Square, color: Color) -> bool {
    let around = Bitboard(KING[square.index()]);
    king(chess, color).is_some_and(|king| around.contains(king))
}

/// The pieces that give check to a king on this square.
fn checkers(chess: &Position, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
    match touches(chess, square, !color) {
        true => Bitboard::EMPTY,
        false => own_moves::attackers(chess, square, !color, occupied),
    }
}

/// The position after a pseudo-legal move and its explosion.
fn after(chess: &Position, mv: Move) -> Position {
    let mut next = chess.play_pseudo_legal(mv);
    if !chess.is_capture(mv) {
        return next;
    }
    let around = Bitboard(KING[mv.to().index()]) - next.pieces(PieceKind::Pawn);
    let exploding = around | mv.to().bitboard();
    next.board.clear(exploding.0);
    next.board.kings &= !exploding.0;
    for color in Color::ALL {
        if king(&next, color).is_none() {
            let back = Rank::First.relative_to(color);
            next.board.castling &= !(0xFF << (8 * back.index()));
        }
    }
    next.with_key()
}

fn fault(chess: &Position, mv: Move) -> Option<Fault> {
    let us = chess.turn();
    let own_king = king(chess, us)?;
    let next = after(chess, mv);
    if chess.is_capture(mv) {
        if mv.from() == own_king {
            return Some(Fault::KingCaptures);
        }
        if king(&next, us).is_none() {
            return Some(Fault::OwnKingExplodes);
        }
        // Without the enemy king the game is won, whatever attacks the own one.
        king(&next, !us)?;
    }
    let without_king = chess.occupied() - own_king.bitboard();
    let mut path = own_moves::castling_path(mv).into_iter();
    let passed = path.find(|&square| !checkers(chess, square, us, without_king).is_empty());
    let reached = king(&next, us).filter(|&king| !checkers(&next, king, us, next.occupied()).is_empty());
    passed.or(reached).map(Fault::Attacked)
}

fn is_legal(chess: &Position, mv: Move) -> bool {
    fault(chess, mv).is_none()
}

/// Whether it is a problem here. One king may have exploded, and kings may touch.
fn is_problem(chess: &Position, problem: &PositionProblem) -> bool {
    let kings = Color::ALL.map(|color| (chess.pieces(PieceKind::King) & chess.colors(color)).len());
    let exploded = kings == [0, 1] || kings == [1, 0];
    match problem {
        PositionProblem::Kings { .. } | PositionProblem::Variant(_) => !exploded,
        PositionProblem::OpponentInCheck { turn, king, .. } => {
            !exploded && !checkers(chess, *king, !*turn, chess.occupied()).is_empty()
        }
        _ => true,
    }
}

impl Rules for Atomic {
    fn name(&self) -> &'static str {
        "atomic"
    }

    fn summary(&self) -> &'static str {
        "Captures explode, and the explosion of a king wins"
    }

    fn position(&self, setup: &Setup) -> Result<(Position, Vec<String>), PositionError> {
        own_moves::read(setup, is_problem, is_legal)
    }

    fn game_over(&self, position: &VariantPosition) -> Option<GameOver> {
        let loser = Color::ALL.into_iter().find(|&color| king(position.chess(), color).is_none())?;
        Some(GameOver {
            code: "king_exploded",
            winner: Some(!loser),
            reason: format!("the {loser} king has exploded"),
        })
    }

    fn has_own_moves(&self) -> bool {
        true
    }

    fn legal_moves(&self, position: &VariantPosition) -> MoveList {
        let mut moves = position.chess().pseudo_legal_moves();
        moves.retain(|mv| is_legal(position.chess(), mv));
        moves
    }

    fn forbids(&self, position: &VariantPosition, mv: Move) -> Option<Reason> {
        let us = position.chess().turn();
        let (code, text) = match fault(position.chess(), mv)? {
            Fault::KingCaptures => ("king_captures", "a king cannot capture: it would explode".to_owned()),
            Fault::OwnKingExplodes => ("own_king_explodes", format!("the {us} king would explode")),
            Fault::Attacked(square) => ("king_attacked", format!("the {us} king would be attacked on {square}")),
        };
        Some(Reason::OfVariant { code, text })
    }

    fn checkers(&self, position: &VariantPosition) -> Bitboard {
        let (chess, turn) = (position.chess(), position.chess().turn());
        king(chess, turn).map_or(Bitboard::EMPTY, |king| checkers(chess, king, turn, chess.occupied()))
    }

    fn play(&self, position: &VariantPosition, mv: Move) -> Position {
        own_moves::without_useless_en_passant(after(position.chess(), mv), is_legal)
    }
}
