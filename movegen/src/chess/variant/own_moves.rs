//! Variants whose legal moves are not all legal in chess: how their moves are read and explained.

use super::VariantPosition;
use super::rules::no_drops;
use crate::chess::board::attacks::BETWEEN;
use crate::chess::explain::{Illegal, Legal, LegalReason, MoveHistory, PlacedPiece, UciMove};
use crate::chess::rules::validate::{PositionError, PositionProblem};
use crate::chess::{
    Bitboard, Color, Move, MoveError, MoveKind, PieceKind, Position, SanError, Setup, Square,
};

impl VariantPosition {
    /// Whether a move is legal, and why, in a variant with moves of its own.
    pub(super) fn explain_own(
        &self,
        uci: UciMove,
        history: Option<&MoveHistory>,
    ) -> Result<Legal, Illegal> {
        let rules = self.rules();
        if let Some(mv) = uci.among(&self.legal_moves()) {
            let reasons = vec![legal_reason(self.chess(), mv)];
            return Ok(Legal { uci, mv, reasons });
        }
        let forbidden = match uci.drop {
            Some(_) if !rules.has_drops() => return Err(Illegal::new(uci, no_drops())),
            Some(kind) => Some(Move::drop(kind, uci.to)),
            None => uci.among(&self.pseudo_legal_moves()),
        };
        let forbidden = forbidden.and_then(|mv| rules.forbids(self, mv));
        let reason = forbidden.or_else(|| rules.why_not_pseudo_legal(self, uci));
        Err(match reason {
            Some(reason) => Illegal::new(uci, reason),
            None => self.chess().why_not_pseudo_legal(uci, history),
        })
    }

    /// Reads a legal move in UCI notation or in SAN in such a variant.
    pub(super) fn parse_own(&self, text: &str, history: &MoveHistory) -> Result<Move, MoveError> {
        let legal = self.legal_moves();
        let uci = UciMove::of_variant(text).ok();
        if let Some(mv) = uci.and_then(|uci| uci.among(&legal)) {
            return Ok(mv);
        }
        let found = self.chess().san_candidates(text, &legal);
        match (&found.unwrap_or_default()[..], uci) {
            (&[mv], _) => Ok(mv),
            ([], Some(uci)) => Ok(self.explain_own(uci, Some(history))?.mv),
            ([], None) => self.parse_illegal_san(text, history),
            (several, _) => Err(SanError::Ambiguous {
                text: text.to_owned(),
                moves: several.iter().map(|mv| self.san(*mv)).collect(),
            }
            .into()),
        }
    }

    /// Says why a text that fits no legal move is none.
    fn parse_illegal_san(&self, text: &str, history: &MoveHistory) -> Result<Move, MoveError> {
        let chess = self.chess();
        let found = chess.san_candidates(text, &self.pseudo_legal_moves());
        let no_notation = || MoveError::Notation(text.to_owned());
        match found.ok_or_else(no_notation)?[..] {
            [] => {
                let error = chess.read_san(text, Some(history)).err();
                Err(error.map_or_else(no_notation, MoveError::from))
            }
            [first, ..] => Ok(self.explain_own(UciMove::new(first), Some(history))?.mv),
        }
    }
}

/// What the move does: its legality follows from nothing that is easily overlooked.
fn legal_reason(chess: &Position, mv: Move) -> LegalReason {
    if let Some(piece) = mv.dropped() {
        return LegalReason::Drop { piece, to: mv.to() };
    }
    let placed = |square| {
        Some(PlacedPiece {
            piece: chess.piece_at(square)?,
            square,
        })
    };
    let captured = match mv.kind() {
        MoveKind::Castle => None,
        _ => mv.capture_square().and_then(placed),
    };
    match (placed(mv.from()), captured) {
        (Some(piece), Some(captured)) => LegalReason::Capture { piece, captured },
        (Some(piece), None) => LegalReason::Unobstructed { piece, to: mv.to() },
        (None, _) => LegalReason::NotAttacked(mv.to()),
    }
}

/// The men of `by`, kings excepted, that attack a square.
pub(super) fn attackers(
    chess: &Position,
    square: Square,
    by: Color,
    occupied: Bitboard,
) -> Bitboard {
    chess.attackers(square, by, occupied) - chess.pieces(PieceKind::King)
}

/// The squares that a castling king stands on or crosses, but for the one that it reaches.
pub(super) fn castling_path(mv: Move) -> Bitboard {
    let Some((king_to, _)) = mv.castling_squares() else {
        return Bitboard::EMPTY;
    };
    let between = BETWEEN[mv.from().index()][king_to.index()];
    Bitboard(between) | mv.from().bitboard()
}

/// The position after a pseudo-legal move or of a setup, without an en passant square that no legal move can use.
pub(super) fn without_useless_en_passant(
    chess: Position,
    is_legal: impl Fn(&Position, Move) -> bool,
) -> Position {
    let is_useful = || {
        let mut moves = chess.pseudo_legal_moves().into_iter();
        moves.any(|mv| mv.kind() == MoveKind::EnPassant && is_legal(&chess, mv))
    };
    match chess.en_passant().is_none() || is_useful() {
        true => chess,
        false => chess.without_en_passant(),
    }
}

/// The position of a setup. `is_problem` says which problems of chess are problems of the variant.
pub(super) fn read(
    setup: &Setup,
    is_problem: impl Fn(&Position, &PositionProblem) -> bool,
    is_legal: impl Fn(&Position, Move) -> bool,
) -> Result<(Position, Vec<String>), PositionError> {
    let chess = Position::from_setup_pseudo_legal(setup);
    let mut problems = chess.problems();
    problems.retain(|problem| is_problem(&chess, problem));
    if !problems.is_empty() {
        return Err(PositionError { problems });
    }
    let chess = without_useless_en_passant(chess, is_legal);
    let warnings = chess
        .dropped_from(setup)
        .iter()
        .map(ToString::to_string)
        .collect();
    Ok((chess, warnings))
}
