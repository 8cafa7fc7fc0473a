//! Antichess: captures are compulsory, and the side without pieces or without a move wins.

use super::{GameOver, Rules, VariantPosition, own_moves};
use crate::chess::explain::Reason;
use crate::chess::rules::validate::{PositionError, PositionProblem};
use crate::chess::{Bitboard, CastlingStyle, Color, Move, MoveKind, MoveList, Position, Setup};

/// The rules of antichess, as lichess plays it. The king is a piece like any other: there is no check and no castling, and
/// a pawn may become a king.
#[derive(Clone, Copy, Debug)]
pub struct Antichess;

/// Promotions to a king, one for each promotion to a queen.
fn to_king(moves: &MoveList) -> impl Iterator<Item = Move> {
    let queens = moves
        .iter()
        .filter(|mv| mv.kind() == MoveKind::PromoteQueen);
    queens.map(|mv| Move::new(mv.from(), mv.to(), MoveKind::PromoteKing))
}

impl Rules for Antichess {
    fn name(&self) -> &'static str {
        "antichess"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["losing", "suicide"]
    }

    fn summary(&self) -> &'static str {
        "Captures are compulsory, and who has no piece or no move wins"
    }

    fn startpos(&self) -> Position {
        let setup = Setup {
            castling: Bitboard::EMPTY,
            ..Position::startpos().to_setup()
        };
        Position::from_setup_pseudo_legal(&setup)
    }

    fn position(&self, setup: &Setup) -> Result<(Position, Vec<String>), PositionError> {
        // Castling rights have no meaning here, but many FENs have them.
        let setup = Setup {
            castling: Bitboard::EMPTY,
            ..setup.clone()
        };
        let is_problem = |chess: &Position, problem: &PositionProblem| match problem {
            PositionProblem::Kings { .. } => chess.occupied().is_empty(),
            PositionProblem::PawnsOnBackRanks(_) => true,
            _ => false,
        };
        own_moves::read(&setup, is_problem, |_, _| true)
    }

    fn game_over(&self, position: &VariantPosition) -> Option<GameOver> {
        let is_bare = |color: &Color| position.chess().colors(*color).is_empty();
        let winner = Color::ALL.into_iter().find(is_bare)?;
        Some(GameOver {
            code: "no_pieces",
            winner: Some(winner),
            reason: format!("{winner} has no pieces left"),
        })
    }

    fn winner_without_moves(&self, position: &VariantPosition) -> Option<Color> {
        Some(position.chess().turn())
    }

    fn wins_without_pieces(&self) -> bool {
        true
    }

    fn has_own_moves(&self) -> bool {
        true
    }

    fn more_moves(&self, position: &VariantPosition) -> MoveList {
        to_king(&position.chess().pseudo_legal_moves()).collect()
    }

    fn legal_moves(&self, position: &VariantPosition) -> MoveList {
        let chess = position.chess();
        let mut moves = chess.pseudo_legal_moves();
        if moves.iter().any(|&mv| chess.is_capture(mv)) {
            moves.retain(|mv| chess.is_capture(mv));
        }
        let kings: MoveList = to_king(&moves).collect();
        moves.into_iter().chain(kings).collect()
    }

    fn count_moves(&self, position: &VariantPosition) -> u64 {
        let counts = position.chess().count_pseudo_legal(5);
        match counts.captures {
            0 => counts.quiet,
            captures => captures,
        }
    }

    fn forbids(&self, position: &VariantPosition, mv: Move) -> Option<Reason> {
        let chess = position.chess();
        let mut moves = chess.pseudo_legal_moves().into_iter();
        let capture = moves.find(|&other| chess.is_capture(other))?;
        let capture = chess.uci(capture, CastlingStyle::Standard);
        (!chess.is_capture(mv)).then(|| Reason::OfVariant {
            code: "must_capture",
            text: format!("captures are compulsory, such as {capture}"),
        })
    }

    fn checkers(&self, _position: &VariantPosition) -> Bitboard {
        Bitboard::EMPTY
    }

    fn play(&self, position: &VariantPosition, mv: Move) -> Position {
        position.chess().play_pseudo_legal(mv)
    }
}
