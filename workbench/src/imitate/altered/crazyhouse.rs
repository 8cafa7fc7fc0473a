//! Defects of crazyhouse.

use movegen::chess::variant::{Crazyhouse, Pocket, State as PocketState, VariantPosition};
use movegen::chess::{Move, MoveKind, PieceKind, Rank, Square};

use super::rules::Change::{Moves, State};
use super::rules::{Altered, add, row};

const ZH: &Crazyhouse = &Crazyhouse;

pub(super) const DEFECTS: &[Altered] = &[
    row(
        "captures-fill-no-pocket",
        ZH,
        "captured pieces do not come into a pocket",
        State(|position, mv, _, right| {
            changed(right, |pocket| {
                if mv.dropped().is_none() {
                    pocket.counts = Crazyhouse::pocket(position.state()).counts;
                }
            })
        }),
    ),
    row(
        "captures-fill-the-wrong-pocket",
        ZH,
        "captured pieces come into the pocket of the side that has lost them",
        State(|position, _, _, right| {
            let us = position.chess().turn().index();
            let before = Crazyhouse::pocket(position.state());
            changed(right, |pocket| {
                for kind in 0..pocket.counts[us].len() {
                    let taken = pocket.counts[us][kind].saturating_sub(before.counts[us][kind]);
                    pocket.counts[us][kind] -= taken;
                    pocket.counts[1 - us][kind] += taken;
                }
            })
        }),
    ),
    row(
        "pocket-is-not-emptied",
        ZH,
        "a dropped piece stays in the pocket",
        State(|position, mv, _, right| {
            let us = position.chess().turn().index();
            changed(right, |pocket| {
                if let Some(kind) = mv.dropped() {
                    pocket.counts[us][kind.index()] += 1;
                }
            })
        }),
    ),
    row(
        "promoted-pieces-stay-promoted",
        ZH,
        "a captured piece that was promoted comes into the pocket as it is, not as a pawn",
        State(|position, mv, _, right| {
            let us = position.chess().turn().index();
            let before = Crazyhouse::pocket(position.state());
            let piece = position.chess().piece_at(mv.to());
            changed(right, |pocket| {
                let was_promoted = mv.dropped().is_none() && before.promoted.contains(mv.to());
                if let (true, Some(piece)) = (was_promoted, piece) {
                    let pawns = &mut pocket.counts[us][PieceKind::Pawn.index()];
                    *pawns = pawns.saturating_sub(1);
                    pocket.counts[us][piece.kind.index()] += 1;
                }
            })
        }),
    ),
    row(
        "mark-is-lost-by-moving",
        ZH,
        "a promoted piece that has moved counts as if it had never been a pawn",
        State(|position, mv, _, right| {
            let before = Crazyhouse::pocket(position.state());
            changed(right, |pocket| {
                if mv.dropped().is_none() && before.promoted.contains(mv.from()) {
                    pocket.promoted = pocket.promoted - mv.to().bitboard();
                }
            })
        }),
    ),
    row(
        "mark-stays-behind",
        ZH,
        "the mark of a promoted piece stays on its square when the piece is captured",
        State(|position, mv, _, right| {
            let before = Crazyhouse::pocket(position.state());
            changed(right, |pocket| {
                if mv.dropped().is_none() && before.promoted.contains(mv.to()) {
                    pocket.promoted |= mv.to().bitboard();
                }
            })
        }),
    ),
    row(
        "promotion-is-not-marked",
        ZH,
        "a piece is not marked as promoted when a pawn becomes it",
        State(|_, mv, _, right| {
            changed(right, |pocket| {
                if mv.promotion().is_some() {
                    pocket.promoted = pocket.promoted - mv.to().bitboard();
                }
            })
        }),
    ),
    row(
        "en-passant-fills-no-pocket",
        ZH,
        "a pawn that is captured en passant does not come into the pocket",
        State(|position, mv, _, right| {
            let before = Crazyhouse::pocket(position.state());
            changed(right, |pocket| {
                if mv.kind() == MoveKind::EnPassant {
                    pocket.counts = before.counts;
                }
            })
        }),
    ),
    row(
        "promotion-fills-no-pocket",
        ZH,
        "a piece that is captured by a promotion does not come into the pocket",
        State(|position, mv, _, right| {
            let before = Crazyhouse::pocket(position.state());
            changed(right, |pocket| {
                if mv.promotion().is_some() {
                    pocket.counts = before.counts;
                }
            })
        }),
    ),
    row(
        "pawns-drop-on-the-first-rank",
        ZH,
        "pawns are dropped on the first rank",
        Moves(|position, moves| add(moves, pawn_drops(position, &[Rank::First]))),
    ),
    row(
        "pawns-drop-on-the-eighth-rank",
        ZH,
        "pawns are dropped on the eighth rank",
        Moves(|position, moves| add(moves, pawn_drops(position, &[Rank::Eighth]))),
    ),
    row(
        "pawns-drop-on-both-ranks",
        ZH,
        "pawns are dropped on the first and the eighth rank",
        Moves(|position, moves| add(moves, pawn_drops(position, &[Rank::First, Rank::Eighth]))),
    ),
    row(
        "pawns-do-not-drop-on-the-seventh-rank",
        ZH,
        "pawns are not dropped one step before their promotion",
        Moves(|position, moves| {
            let rank = Rank::Seventh.relative_to(position.chess().turn());
            moves.retain(|mv| mv.dropped() != Some(PieceKind::Pawn) || mv.to().rank() != rank);
        }),
    ),
    row(
        "pawns-do-not-drop",
        ZH,
        "pawns are not dropped",
        Moves(|_, moves| moves.retain(|mv| mv.dropped() != Some(PieceKind::Pawn))),
    ),
    row(
        "no-drops-in-check",
        ZH,
        "nothing is dropped while the king is in check",
        Moves(|position, moves| {
            let checked = position.chess().is_check();
            moves.retain(|mv| !checked || mv.dropped().is_none());
        }),
    ),
    row(
        "drops-ignore-checks",
        ZH,
        "a king in check does not restrict drops",
        Moves(|position, moves| {
            if position.chess().is_check() {
                add(moves, drops(position));
            }
        }),
    ),
    row(
        "drops-block-one-of-two",
        ZH,
        "pieces are dropped between the king and one of two checkers",
        Moves(|position, moves| {
            let chess = position.chess();
            if chess.checkers().len() < 2 {
                return;
            }
            let number = |occupied| {
                let king = chess.king(chess.turn());
                chess.attackers(king, !chess.turn(), occupied).len()
            };
            let before = number(chess.occupied());
            let blocks = |mv: &Move| number(chess.occupied() | mv.to().bitboard()) < before;
            add(moves, drops(position).into_iter().filter(blocks));
        }),
    ),
    row(
        "drops-give-no-mate",
        ZH,
        "a pawn may not be dropped with mate",
        Moves(|position, moves| {
            moves.retain(|mv| {
                let mates = || {
                    let child = position.play(mv);
                    let right = child.with_rules(ZH);
                    child.chess().is_check() && right.legal_moves().is_empty()
                };
                mv.dropped() != Some(PieceKind::Pawn) || !mates()
            });
        }),
    ),
    row(
        "drops-give-no-check",
        ZH,
        "drops that give check are illegal",
        Moves(|position, moves| {
            moves.retain(|mv| mv.dropped().is_none() || !position.play(mv).chess().is_check());
        }),
    ),
];

fn changed(state: PocketState, change: impl FnOnce(&mut Pocket)) -> PocketState {
    let mut pocket = Crazyhouse::pocket(state);
    change(&mut pocket);
    Crazyhouse::state(pocket)
}

/// The drops of the pocket on all empty squares, pawns not on the first and the eighth rank.
fn drops(position: &VariantPosition) -> Vec<Move> {
    let all = position.pseudo_legal_moves().into_iter();
    all.filter(|mv| mv.dropped().is_some()).collect()
}

/// Drops of pawns on these ranks.
fn pawn_drops(position: &VariantPosition, ranks: &[Rank]) -> Vec<Move> {
    let chess = position.chess();
    let counts = Crazyhouse::pocket(position.state()).counts[chess.turn().index()];
    if counts[PieceKind::Pawn.index()] == 0 || chess.is_check() {
        return Vec::new();
    }
    let squares = Square::ALL.into_iter();
    let free = squares.filter(|at| ranks.contains(&at.rank()) && chess.piece_at(*at).is_none());
    free.map(|to| Move::drop(PieceKind::Pawn, to)).collect()
}
