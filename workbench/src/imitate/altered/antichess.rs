//! Defects of antichess.

use movegen::chess::variant::{Antichess, VariantPosition};
use movegen::chess::{Move, MoveKind, MoveList, PieceKind};

use super::rules::Change::{Moves, Play};
use super::rules::{Altered, add, row};

const ANTI: &Antichess = &Antichess;

pub(super) const DEFECTS: &[Altered] = &[
    row(
        "captures-are-not-compulsory",
        ANTI,
        "captures are not compulsory",
        Moves(|position, moves| add(moves, all(position))),
    ),
    row(
        "en-passant-is-not-compulsory",
        ANTI,
        "a capture en passant is not compulsory",
        Moves(|position, moves| {
            if moves.iter().all(|mv| mv.kind() == MoveKind::EnPassant) {
                add(moves, all(position));
            }
        }),
    ),
    row(
        "en-passant-is-no-capture",
        ANTI,
        "captures en passant are left out where a capture is compulsory",
        Moves(|_, moves| {
            if moves.iter().any(|mv| mv.kind() != MoveKind::EnPassant) {
                moves.retain(|mv| mv.kind() != MoveKind::EnPassant);
            }
        }),
    ),
    row(
        "promotion-by-capture-is-not-compulsory",
        ANTI,
        "a capture that promotes is not compulsory",
        Moves(|position, moves| {
            let capture = |mv: &Move| position.chess().is_capture(*mv);
            if moves
                .iter()
                .all(|mv| capture(mv) && mv.promotion().is_some())
            {
                add(moves, all(position));
            }
        }),
    ),
    row(
        "no-promotion-to-king",
        ANTI,
        "pawns do not promote to a king",
        Moves(|_, moves| moves.retain(|mv| mv.kind() != MoveKind::PromoteKing)),
    ),
    row(
        "only-queens-and-kings",
        ANTI,
        "pawns promote only to a queen or a king",
        Moves(|_, moves| {
            moves.retain(|mv| {
                let kind = mv.promotion();
                kind.is_none_or(|kind| matches!(kind, PieceKind::Queen | PieceKind::King))
            });
        }),
    ),
    row(
        "promotes-to-queen-for-king",
        ANTI,
        "a pawn that promotes to a king becomes a queen",
        Play(|position, mv, setup| {
            if mv.kind() == MoveKind::PromoteKing {
                let color = position.chess().turn();
                setup.board[mv.to().index()] = Some(color.piece(PieceKind::Queen));
            }
        }),
    ),
    row(
        "kings-are-not-captured",
        ANTI,
        "kings are not captured",
        Moves(|position, moves| {
            let kings = position.chess().pieces(PieceKind::King);
            moves.retain(|mv| !kings.contains(mv.to()));
        }),
    ),
    row(
        "kings-do-not-have-to-capture",
        ANTI,
        "a capture by a king is not compulsory",
        Moves(|position, moves| {
            let chess = position.chess();
            let kings = chess.pieces(PieceKind::King);
            if moves
                .iter()
                .all(|mv| kings.contains(mv.from()) && chess.is_capture(*mv))
            {
                add(moves, all(position));
            }
        }),
    ),
    row(
        "kings-stay-out-of-check",
        ANTI,
        "moves that leave the king attacked are illegal",
        Moves(|position, moves| {
            let chess = position.chess();
            let kings = chess.pieces(PieceKind::King) & chess.colors(chess.turn());
            if kings.len() == 1 {
                let rules = position.rules();
                moves.retain(|mv| {
                    let child = rules.play(position, mv);
                    let kings = child.pieces(PieceKind::King) & child.colors(chess.turn());
                    let attacked = |king| child.is_attacked(king, child.turn());
                    !kings.into_iter().any(attacked)
                });
            }
        }),
    ),
];

/// All moves as if captures were not compulsory.
fn all(position: &VariantPosition) -> MoveList {
    position.pseudo_legal_moves().into_iter().collect()
}
