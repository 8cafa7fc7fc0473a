//! Defects of atomic chess.

use movegen::chess::variant::{Atomic, VariantPosition};
use movegen::chess::{Bitboard, Move, MoveKind, PieceKind, Setup, Square};

use super::rules::Change::{Moves, Over, Play};
use super::rules::{Altered, add, row};

const ATOMIC: &Atomic = &Atomic;

pub(super) const DEFECTS: &[Altered] = &[
    row(
        "no-explosion",
        ATOMIC,
        "captures do not explode",
        Play(|position, mv, setup| {
            if position.chess().is_capture(mv) {
                restore(position, mv, setup, !0);
                land(position, mv, setup);
            }
        }),
    ),
    row(
        "capturer-survives",
        ATOMIC,
        "the piece that captures does not explode",
        Play(|position, mv, setup| {
            if position.chess().is_capture(mv) {
                land(position, mv, setup);
            }
        }),
    ),
    row(
        "only-both-explode",
        ATOMIC,
        "only the piece that captures and the captured one explode",
        Play(|position, mv, setup| restore(position, mv, setup, !0)),
    ),
    row(
        "pawns-explode",
        ATOMIC,
        "pawns on the squares around a capture explode",
        Play(|position, mv, setup| {
            if position.chess().is_capture(mv) {
                for square in around(mv.to()) {
                    setup.board[square.index()] = None;
                }
            }
        }),
    ),
    row(
        "explosion-is-a-cross",
        ATOMIC,
        "an explosion does not reach the squares diagonally beside it",
        Play(|position, mv, setup| {
            let beside = |square: &Square| {
                square.file() != mv.to().file() && square.rank() != mv.to().rank()
            };
            let diagonal: Bitboard = around(mv.to()).into_iter().filter(beside).collect();
            restore(position, mv, setup, diagonal.0);
        }),
    ),
    row(
        "explosion-spares-own-pieces",
        ATOMIC,
        "an explosion spares the pieces of the side that captures",
        Play(|position, mv, setup| {
            let own = position.chess().colors(position.chess().turn());
            restore(position, mv, setup, own.0);
        }),
    ),
    row(
        "explosion-spares-knights",
        ATOMIC,
        "an explosion spares knights",
        Play(|position, mv, setup| {
            restore(
                position,
                mv,
                setup,
                position.chess().pieces(PieceKind::Knight).0,
            );
        }),
    ),
    row(
        "en-passant-does-not-explode",
        ATOMIC,
        "captures en passant do not explode",
        Play(|position, mv, setup| {
            if mv.kind() == MoveKind::EnPassant {
                restore(position, mv, setup, !0);
                land(position, mv, setup);
            }
        }),
    ),
    row(
        "en-passant-explodes-elsewhere",
        ATOMIC,
        "captures en passant explode around the captured pawn",
        Play(|position, mv, setup| {
            if let (MoveKind::EnPassant, Some(center)) = (mv.kind(), mv.capture_square()) {
                restore(position, mv, setup, !0);
                for square in around(center) {
                    let piece = &mut setup.board[square.index()];
                    *piece = piece.filter(|piece| piece.kind == PieceKind::Pawn);
                }
            }
        }),
    ),
    row(
        "king-captures",
        ATOMIC,
        "kings may capture",
        Moves(|position, moves| {
            let chess = position.chess();
            let king = chess.king(chess.turn());
            let is_one = |mv: &Move| mv.from() == king && chess.is_capture(*mv);
            add(moves, chess.legal_moves().into_iter().filter(is_one));
        }),
    ),
    row(
        "own-king-explodes",
        ATOMIC,
        "captures are legal that explode the king of the side that captures",
        Moves(|position, moves| {
            let chess = position.chess();
            let king = chess.king(chess.turn());
            let is_one = |mv: &Move| {
                chess.is_capture(*mv) && mv.from() != king && around(mv.to()).contains(king)
            };
            let all = position.pseudo_legal_moves().into_iter();
            add(moves, all.filter(is_one));
        }),
    ),
    row(
        "kings-are-not-adjacent",
        ATOMIC,
        "a king may not move next to the other king",
        Moves(|position, moves| {
            let chess = position.chess();
            let (own, other) = (chess.king(chess.turn()), chess.king(!chess.turn()));
            moves.retain(|mv| {
                mv.from() != own
                    || mv.castling_squares().is_some()
                    || !around(other).contains(mv.to())
            });
        }),
    ),
    row(
        "adjacent-kings-are-in-check",
        ATOMIC,
        "adjacent kings give and obey checks",
        Moves(|position, moves| {
            let chess = position.chess();
            if around(chess.king(!chess.turn())).contains(chess.king(chess.turn())) {
                let legal = chess.legal_moves();
                moves.retain(|mv| chess.is_capture(mv) || legal.contains(&mv));
            }
        }),
    ),
    row(
        "check-before-explosion",
        ATOMIC,
        "a king in check may not be left there by a capture that explodes the other king",
        Moves(|position, moves| {
            let chess = position.chess();
            let legal = chess.legal_moves();
            if !position.checkers().is_empty() {
                let other = chess.king(!chess.turn());
                moves.retain(|mv| {
                    let wins = chess.is_capture(mv)
                        && (around(mv.to()).contains(other) || mv.to() == other);
                    !wins || legal.contains(&mv)
                });
            }
        }),
    ),
    row(
        "explosion-does-not-end",
        ATOMIC,
        "the game goes on after a king has exploded",
        Over(|_, _| None),
    ),
];

/// The squares adjacent to a square.
fn around(square: Square) -> Bitboard {
    let beside = |other: &Square| {
        let files = square.file().index().abs_diff(other.file().index());
        let ranks = square.rank().index().abs_diff(other.rank().index());
        files.max(ranks) == 1
    };
    Square::ALL.into_iter().filter(beside).collect()
}

/// Puts back what has exploded around a capture on these squares.
fn restore(position: &VariantPosition, mv: Move, setup: &mut Setup, squares: u64) {
    let chess = position.chess();
    if !chess.is_capture(mv) {
        return;
    }
    let gone = [Some(mv.from()), Some(mv.to()), mv.capture_square()];
    for square in around(mv.to()) {
        if squares >> square.index() & 1 != 0 && !gone.contains(&Some(square)) {
            setup.board[square.index()] = chess.piece_at(square);
        }
    }
}

/// Puts the piece that captures on its square.
fn land(position: &VariantPosition, mv: Move, setup: &mut Setup) {
    let mut piece = position.chess().piece_at(mv.from());
    if let (Some(piece), Some(kind)) = (&mut piece, mv.promotion()) {
        piece.kind = kind;
    }
    setup.board[mv.to().index()] = piece;
}
