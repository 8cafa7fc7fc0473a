//! Defects of racing kings.

use movegen::chess::variant::{RacingKings, VariantPosition};
use movegen::chess::{Bitboard, Color, Move, PieceKind};

use super::rules::Change::{Moves, Over};
use super::rules::{Altered, add, over, row};

const RACE: &RacingKings = &RacingKings;

pub(super) const DEFECTS: &[Altered] = &[
    row(
        "checks-are-legal",
        RACE,
        "moves that give check are legal",
        Moves(|position, moves| add(moves, position.chess().legal_moves())),
    ),
    row(
        "discovered-checks-are-legal",
        RACE,
        "moves are legal that give only a discovered check",
        Moves(|position, moves| {
            let chess = position.chess();
            let legal = chess.legal_moves().into_iter();
            add(moves, legal.filter(|mv| !is_direct(position, *mv)));
        }),
    ),
    row(
        "direct-checks-are-legal",
        RACE,
        "moves are legal that give check with the piece that moves",
        Moves(|position, moves| {
            let chess = position.chess();
            let legal = chess.legal_moves().into_iter();
            add(moves, legal.filter(|mv| is_direct(position, *mv)));
        }),
    ),
    row(
        "king-discovers-check",
        RACE,
        "moves of the king are legal that open a line to the other king",
        Moves(|position, moves| {
            let chess = position.chess();
            let king = chess.king(chess.turn());
            let legal = chess.legal_moves().into_iter();
            add(moves, legal.filter(|mv| mv.from() == king));
        }),
    ),
    row(
        "arrival-does-not-end",
        RACE,
        "the game goes on after a king has reached the eighth rank",
        Over(|_, _| None),
    ),
    row(
        "no-last-reply",
        RACE,
        "Black has no last move after the white king has reached the eighth rank",
        Over(|position, right| right.or_else(|| has_arrived(position, Color::White).then(over))),
    ),
    row(
        "any-last-reply",
        RACE,
        "Black has a last move after the white king has reached the eighth rank even if its own king cannot reach it",
        Over(|position, right| {
            let goes_on =
                position.chess().turn() == Color::Black && !has_arrived(position, Color::Black);
            right.filter(|_| !goes_on)
        }),
    ),
    row(
        "last-reply-of-white",
        RACE,
        "White has a last move after the black king has reached the eighth rank",
        Over(|position, right| {
            let goes_on =
                position.chess().turn() == Color::White && !has_arrived(position, Color::White);
            right.filter(|_| !goes_on)
        }),
    ),
    row(
        "arrival-of-white-only",
        RACE,
        "the arrival of the black king does not end the game",
        Over(|position, right| right.filter(|_| has_arrived(position, Color::White))),
    ),
    row(
        "last-reply-by-the-king-only",
        RACE,
        "after the white king has reached the eighth rank, Black may only follow with its own king",
        Moves(|position, moves| {
            if has_arrived(position, Color::White) {
                let king = position.chess().king(Color::Black);
                moves.retain(|mv| mv.from() == king && GOAL.contains(mv.to()));
            }
        }),
    ),
];

const GOAL: Bitboard = Bitboard(0xFF << 56);

fn has_arrived(position: &VariantPosition, color: Color) -> bool {
    GOAL.contains(position.chess().king(color))
}

/// Whether the piece that moves gives check.
fn is_direct(position: &VariantPosition, mv: Move) -> bool {
    let piece = position.chess().piece_at(mv.from());
    let child = position.chess().play(mv);
    piece.is_some_and(|piece| piece.kind != PieceKind::King) && child.checkers().contains(mv.to())
}
