//! Atomic chess: a capture explodes, and the explosion of the king wins.

use super::{GameOver, Rules, VariantPosition, own_moves};
use crate::chess::board::attacks::KING;
use crate::chess::explain::Reason;
use crate::chess::rules::validate::{PositionError, PositionProblem};
use crate::chess::{Bitboard, Color, Move, MoveKind, MoveList, PieceKind, Position, Setup, Square};

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

/// What a capture on this square removes besides the piece that captures: everything there and around but pawns around.
fn exploding(chess: &Position, to: Square) -> Bitboard {
    (Bitboard(KING[to.index()]) - chess.pieces(PieceKind::Pawn)) | to.bitboard()
}

/// The position after a pseudo-legal move and its explosion.
fn after(chess: &Position, mv: Move) -> Position {
    let next = chess.play_pseudo_legal(mv);
    match chess.is_capture(mv) {
        true => next.without(exploding(&next, mv.to())),
        false => next,
    }
}

fn fault(chess: &Position, mv: Move) -> Option<Fault> {
    let (us, occupied) = (chess.turn(), chess.occupied());
    let own_king = king(chess, us)?;
    let is_attacked =
        |square, occupied, gone| !(checkers(chess, square, us, occupied) - gone).is_empty();
    let (from, to) = (mv.from().bitboard(), mv.to().bitboard());
    if chess.is_capture(mv) {
        if mv.from() == own_king {
            return Some(Fault::KingCaptures);
        }
        let captured = mv
            .capture_square()
            .map_or(Bitboard::EMPTY, Square::bitboard);
        let gone = exploding(chess, mv.to()) | from | captured;
        if gone.contains(own_king) {
            return Some(Fault::OwnKingExplodes);
        }
        // A move that explodes the enemy king wins, even if it leaves its own king attacked.
        king(chess, !us).filter(|&king| !gone.contains(king))?;
        return is_attacked(own_king, occupied - gone, gone).then_some(Fault::Attacked(own_king));
    }
    if let Some((reached, _)) = mv.castling_squares() {
        let without_king = occupied - own_king.bitboard();
        let mut path = own_moves::castling_path(mv).into_iter();
        let passed = path.find(|&square| is_attacked(square, without_king, Bitboard::EMPTY));
        let next = after(chess, mv);
        let in_check = !checkers(&next, reached, us, next.occupied()).is_empty();
        return passed.or(in_check.then_some(reached)).map(Fault::Attacked);
    }
    let (square, occupied) = match mv.from() == own_king {
        true => (mv.to(), occupied - from),
        false => (own_king, (occupied - from) | to),
    };
    is_attacked(square, occupied, Bitboard::EMPTY).then_some(Fault::Attacked(square))
}

fn is_legal(chess: &Position, mv: Move) -> bool {
    fault(chess, mv).is_none()
}

/// The king of the side to move, if it is neither in check nor touches the other king: quiet moves of other pieces are legal
/// as in chess then.
fn quiet_king(chess: &Position) -> Option<Square> {
    let own = king(chess, chess.turn())?;
    (!touches(chess, own, !chess.turn()) && !chess.is_check()).then_some(own)
}

/// Captures and moves of the king, which are legal or not by the rules of atomic chess.
fn tested(chess: &Position, king: Square) -> impl Iterator<Item = Move> {
    let steps = Bitboard(KING[king.index()]) - chess.occupied();
    let steps = steps
        .into_iter()
        .map(move |to| Move::new(king, to, MoveKind::Plain));
    let castling = chess.pseudo_legal_castling().into_iter();
    let captures = chess.pseudo_legal_captures().into_iter();
    captures
        .filter(move |mv| mv.from() != king)
        .chain(steps)
        .chain(castling)
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
        let loser = Color::ALL
            .into_iter()
            .find(|&color| king(position.chess(), color).is_none())?;
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
        let chess = position.chess();
        let Some(king) = quiet_king(chess) else {
            let mut moves = chess.pseudo_legal_moves();
            moves.retain(|mv| is_legal(chess, mv));
            return moves;
        };
        let mut moves = chess.legal_moves();
        moves.retain(|mv| !chess.is_capture(mv) && mv.from() != king);
        moves.extend(tested(chess, king).filter(|&mv| is_legal(chess, mv)));
        moves
    }

    fn count_moves(&self, position: &VariantPosition) -> u64 {
        let chess = position.chess();
        let Some(king) = quiet_king(chess) else {
            return self.legal_moves(position).len() as u64;
        };
        // Quiet moves but the king's are legal as in chess: no line to the king may open.
        let empty = Bitboard(!chess.occupied().0);
        let mut count = 0;
        chess.generate_moves(|moves| {
            if moves.piece != PieceKind::King && moves.kind != MoveKind::EnPassant {
                count += u64::from((moves.to & empty).len());
            }
        });
        let others = tested(chess, king);
        count + others.filter(|&mv| is_legal(chess, mv)).count() as u64
    }

    fn forbids(&self, position: &VariantPosition, mv: Move) -> Option<Reason> {
        let us = position.chess().turn();
        let (code, text) = match fault(position.chess(), mv)? {
            Fault::KingCaptures => (
                "king_captures",
                "a king cannot capture: it would explode".to_owned(),
            ),
            Fault::OwnKingExplodes => ("own_king_explodes", format!("the {us} king would explode")),
            Fault::Attacked(square) => (
                "king_attacked",
                format!("the {us} king would be attacked on {square}"),
            ),
        };
        Some(Reason::OfVariant { code, text })
    }

    fn checkers(&self, position: &VariantPosition) -> Bitboard {
        let (chess, turn) = (position.chess(), position.chess().turn());
        king(chess, turn).map_or(Bitboard::EMPTY, |king| {
            checkers(chess, king, turn, chess.occupied())
        })
    }

    fn play(&self, position: &VariantPosition, mv: Move) -> Position {
        own_moves::without_useless_en_passant(after(position.chess(), mv), is_legal)
    }
}
