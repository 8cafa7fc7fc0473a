//! Defects of horde.

use movegen::chess::variant::{Horde, VariantPosition};
use movegen::chess::{Color, Move, MoveKind, PieceKind, Rank, Square};

use super::rules::Change::Moves;
use super::rules::{Altered, add, row};

const HORDE: &Horde = &Horde;

pub(super) const DEFECTS: &[Altered] = &[
    row(
        "no-push-from-first-rank",
        HORDE,
        "pawns on the first rank do not go two squares",
        Moves(|position, moves| moves.retain(|mv| !is_far(position, mv))),
    ),
    row(
        "push-from-first-rank-jumps",
        HORDE,
        "pawns on the first rank go two squares over a piece",
        Moves(|position, moves| {
            let chess = position.chess();
            let pawns = chess.squares_of(Color::White.pawn()).into_iter();
            let push = |from: Square| {
                let to = Square::from_index(from.index() + 16);
                let is_free = from.rank() == Rank::First && chess.piece_at(to).is_none();
                is_free.then(|| Move::new(from, to, MoveKind::Plain))
            };
            if chess.turn() == Color::White {
                add(moves, pawns.filter_map(push));
            }
        }),
    ),
    row(
        "no-push-after-first-rank",
        HORDE,
        "pawns on the second rank do not go two squares",
        Moves(|position, moves| {
            let is_white = position.chess().turn() == Color::White;
            moves.retain(|mv| !is_white || mv.kind() != MoveKind::DoublePush);
        }),
    ),
    row(
        "horde-does-not-promote",
        HORDE,
        "White's pawns do not promote",
        Moves(|position, moves| {
            let is_white = position.chess().turn() == Color::White;
            moves.retain(|mv| !is_white || mv.promotion().is_none());
        }),
    ),
    row(
        "first-rank-is-stuck",
        HORDE,
        "pawns on the first rank do not move",
        Moves(|position, moves| moves.retain(|mv| !is_of_first_rank(position, mv))),
    ),
    row(
        "first-rank-does-not-capture",
        HORDE,
        "pawns on the first rank do not capture",
        Moves(|position, moves| {
            moves.retain(|mv| !(is_of_first_rank(position, mv) && position.chess().is_capture(mv)));
        }),
    ),
    row(
        "a1-is-guarded",
        HORDE,
        "the black king may not go next to a1, as if a white king stood there",
        Moves(|position, moves| {
            let chess = position.chess();
            let near = [Square::A2, Square::B1, Square::B2];
            if chess.turn() == Color::Black {
                let king = chess.king(Color::Black);
                moves.retain(|mv| mv.from() != king || !near.contains(&mv.to()));
            }
        }),
    ),
];

fn is_of_first_rank(position: &VariantPosition, mv: Move) -> bool {
    let piece = position.chess().piece_at(mv.from());
    let is_pawn =
        piece.is_some_and(|piece| (piece.color, piece.kind) == (Color::White, PieceKind::Pawn));
    is_pawn && mv.from().rank() == Rank::First
}

fn is_far(position: &VariantPosition, mv: Move) -> bool {
    is_of_first_rank(position, mv) && mv.to().index() == mv.from().index() + 16
}
