//! Racing kings: the first king on the eighth rank wins, and no move may give check.

use super::{GameOver, Rules, VariantPosition};
use crate::chess::explain::Reason;
use crate::chess::{Bitboard, Color, Move, MoveList, PieceKind, Position, Rank, Setup};

/// The rules of racing kings, as lichess plays it.
#[derive(Clone, Copy, Debug)]
pub struct RacingKings;

const GOAL: Bitboard = Bitboard(0xFF << 56);

/// Whether a king has arrived.
fn has_arrived(position: &VariantPosition, color: Color) -> bool {
    GOAL.contains(position.chess().king(color))
}

/// Whether the side to move can go to the eighth rank with its king at once.
fn can_arrive(position: &VariantPosition) -> bool {
    let king = position.chess().king(position.chess().turn());
    let mut moves = legal(position.chess()).into_iter();
    moves.any(|mv| mv.from() == king && GOAL.contains(mv.to()))
}

/// The legal moves of chess that give no check.
fn legal(chess: &Position) -> MoveList {
    let mut moves = chess.legal_moves();
    moves.retain(|mv| !chess.gives_check(mv));
    moves
}

impl Rules for RacingKings {
    fn name(&self) -> &'static str {
        "racingkings"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["racing-kings"]
    }

    fn summary(&self) -> &'static str {
        "The first king on the eighth rank wins; no move may give check"
    }

    fn startpos(&self) -> Position {
        use PieceKind::{Bishop, King, Knight, Queen, Rook};
        let mut setup = Setup::empty();
        for (rank, kinds) in [
            (Rank::First, [Queen, Rook, Bishop, Knight]),
            (Rank::Second, [King, Rook, Bishop, Knight]),
        ] {
            for (file, kind) in (0_usize..).zip(kinds) {
                let first = rank.index() * 8;
                setup.board[first + file] = Some(Color::Black.piece(kind));
                setup.board[first + 7 - file] = Some(Color::White.piece(kind));
            }
        }
        Position::from_setup_unchecked(&setup)
    }

    fn game_over(&self, position: &VariantPosition) -> Option<GameOver> {
        let turn = position.chess().turn();
        let over = |code, winner, reason: &str| GameOver {
            code,
            winner,
            reason: reason.to_owned(),
        };
        match Color::ALL.map(|color| has_arrived(position, color)) {
            [true, true] => Some(over(
                "both_kings_arrived",
                None,
                "both kings have reached the eighth rank",
            )),
            [false, true] => Some(over(
                "king_arrived",
                Some(Color::Black),
                "the black king has reached the eighth rank",
            )),
            // White has moved first, so Black has the last move.
            [true, false] if turn == Color::White || !can_arrive(position) => Some(over(
                "king_arrived",
                Some(Color::White),
                "the white king has reached the eighth rank",
            )),
            _ => None,
        }
    }

    fn legal_moves(&self, position: &VariantPosition) -> MoveList {
        legal(position.chess())
    }

    fn count_moves(&self, position: &VariantPosition) -> u64 {
        let chess = position.chess();
        let is_plain =
            chess.pieces(PieceKind::Pawn).is_empty() && chess.castling_rooks().is_empty();
        // No king is in check in a game: a piece that gives check already may leave its line.
        if !is_plain || chess.is_check() {
            return self.legal_moves(position).len() as u64;
        }
        let king = chess.king_view();
        let mut count = 0;
        chess.generate_moves(|moves| {
            let checks = king.checks(moves.piece, moves.from.index());
            count += u64::from((moves.to - Bitboard(checks)).len());
        });
        count
    }

    fn forbids(&self, position: &VariantPosition, mv: Move) -> Option<Reason> {
        let chess = position.chess();
        let king = chess.king(!chess.turn());
        chess.gives_check(mv).then(|| Reason::OfVariant {
            code: "gives_check",
            text: format!("it gives check to the king on {king}, and no move may give check"),
        })
    }

    fn warnings(&self, position: &VariantPosition) -> Vec<String> {
        let chess = position.chess();
        let mut warnings = Vec::new();
        if chess.is_check() {
            let king = chess.king(chess.turn());
            warnings.push(format!(
                "the king on {king} is in check, which racing kings does not allow"
            ));
        }
        if !chess.pieces(PieceKind::Pawn).is_empty() || !chess.castling_rooks().is_empty() {
            warnings.push(
                "racing kings has neither pawns nor castling: is this a FEN of chess?".to_owned(),
            );
        }
        warnings
    }
}
