//! Horde: White has a horde of pawns and no king, and Black wins by taking all of it.

use super::{GameOver, Rules, VariantPosition, own_moves};
use crate::chess::board::attacks::KING;
use crate::chess::explain::{PlacedPiece, Reason, UciMove};
use crate::chess::rules::validate::{PositionError, PositionProblem};
use crate::chess::{
    Bitboard, Color, Move, MoveKind, MoveList, PieceKind, Position, Setup, Square, VariantSign,
};

/// The rules of horde, as lichess plays it. White's pawns may stand on the first rank, and go two squares from there
/// without an en passant square.
#[derive(Clone, Copy, Debug)]
pub struct Horde;

const FIRST_RANK: Bitboard = Bitboard(0xFF);

/// Double pushes from the first rank.
fn far_pushes(chess: &Position) -> MoveList {
    if chess.turn() == Color::Black {
        return MoveList::new();
    }
    let pawns = chess.squares_of(Color::White.pawn()) & FIRST_RANK;
    let is_free = |square| !chess.occupied().contains(square);
    let push = |pawn: Square| {
        let (middle, to) = (
            Square::from_index(pawn.index() + 8),
            Square::from_index(pawn.index() + 16),
        );
        (is_free(middle) && is_free(to)).then(|| Move::new(pawn, to, MoveKind::Plain))
    };
    pawns.into_iter().filter_map(push).collect()
}

/// The square on which Black's king would be attacked after the move, or while it castles.
fn attacked_king(chess: &Position, mv: Move) -> Option<Square> {
    if chess.turn() == Color::White {
        return None;
    }
    let without_king = chess.occupied() - chess.king(Color::Black).bitboard();
    let mut path = own_moves::castling_path(mv).into_iter();
    let passed = path.find(|&square| {
        !chess
            .attackers(square, Color::White, without_king)
            .is_empty()
    });
    let next = chess.play_pseudo_legal(mv);
    let king = next.king(Color::Black);
    passed.or_else(|| next.is_attacked(king, Color::White).then_some(king))
}

fn is_legal(chess: &Position, mv: Move) -> bool {
    attacked_king(chess, mv).is_none()
}

/// Whether it is a problem here: White has no king, and its pawns may stand on the first rank.
fn is_problem(chess: &Position, problem: &PositionProblem) -> bool {
    match problem {
        PositionProblem::Kings { color, count } => (*color, *count) != (Color::White, 0),
        PositionProblem::Variant(VariantSign::NoKing(Color::White)) => false,
        PositionProblem::PawnsOnBackRanks(pawns) => {
            !(*pawns - (FIRST_RANK & chess.colors(Color::White))).is_empty()
        }
        _ => true,
    }
}

/// Whether the legal moves are those of chess: Black's, unless the king can step near a1, where the generator of chess
/// takes White's missing king to be.
fn is_like_chess(chess: &Position) -> bool {
    let near_a1 = Bitboard(KING[Square::A1.index()]);
    let steps = || Bitboard(KING[chess.king(Color::Black).index()]);
    chess.turn() == Color::Black && (steps() & near_a1).is_empty()
}

impl Rules for Horde {
    fn name(&self) -> &'static str {
        "horde"
    }

    fn summary(&self) -> &'static str {
        "White has pawns and no king; Black wins by taking all of them"
    }

    fn startpos(&self) -> Position {
        let mut setup = Position::startpos().to_setup();
        let pawn = Some(Color::White.pawn());
        setup.board[..32].fill(pawn);
        for square in [Square::B5, Square::C5, Square::F5, Square::G5] {
            setup.board[square.index()] = pawn;
        }
        Position::from_setup_pseudo_legal(&setup)
    }

    fn position(&self, setup: &Setup) -> Result<(Position, Vec<String>), PositionError> {
        let kings = Bitboard::from_iter(Square::ALL.into_iter().filter(|square| {
            setup.board[square.index()] == Some(Color::White.piece(PieceKind::King))
        }));
        if !kings.is_empty() {
            let text = "white has a king, which the horde does not have".to_owned();
            let problems = vec![PositionProblem::OfVariant(text)];
            return Err(PositionError { problems });
        }
        own_moves::read(setup, is_problem, is_legal)
    }

    fn game_over(&self, position: &VariantPosition) -> Option<GameOver> {
        let is_taken = position.chess().colors(Color::White).is_empty();
        is_taken.then(|| GameOver {
            code: "horde_taken",
            winner: Some(Color::Black),
            reason: "the whole horde is taken".to_owned(),
        })
    }

    fn has_own_moves(&self) -> bool {
        true
    }

    fn more_moves(&self, position: &VariantPosition) -> MoveList {
        far_pushes(position.chess())
    }

    fn legal_moves(&self, position: &VariantPosition) -> MoveList {
        if is_like_chess(position.chess()) {
            return position.chess().legal_moves();
        }
        let moves = position.pseudo_legal_moves().into_iter();
        moves.filter(|&mv| is_legal(position.chess(), mv)).collect()
    }

    fn count_moves(&self, position: &VariantPosition) -> u64 {
        let chess = position.chess();
        if chess.turn() == Color::White {
            let counts = chess.count_pseudo_legal(4);
            return counts.captures + counts.quiet + far_pushes(chess).len() as u64;
        }
        match is_like_chess(chess) {
            true => chess.count_legal_moves(),
            false => self.legal_moves(position).len() as u64,
        }
    }

    fn forbids(&self, position: &VariantPosition, mv: Move) -> Option<Reason> {
        attacked_king(position.chess(), mv).map(|square| Reason::OfVariant {
            code: "king_attacked",
            text: format!("the black king would be attacked on {square}"),
        })
    }

    fn why_not_pseudo_legal(&self, position: &VariantPosition, uci: UciMove) -> Option<Reason> {
        let chess = position.chess();
        let pawns = chess.squares_of(Color::White.pawn()) & FIRST_RANK;
        let is_push = chess.turn() == Color::White
            && pawns.contains(uci.from)
            && uci.to.index() == uci.from.index() + 16;
        let placed = |square| {
            Some(PlacedPiece {
                piece: chess.piece_at(square)?,
                square,
            })
        };
        let mut path = [8, 16]
            .map(|steps| Square::from_index((uci.from.index() + steps) & 63))
            .into_iter();
        let by = path.find_map(placed).filter(|_| is_push)?;
        Some(Reason::Blocked {
            piece: placed(uci.from)?,
            to: uci.to,
            by,
        })
    }

    fn checkers(&self, position: &VariantPosition) -> Bitboard {
        match position.chess().turn() {
            Color::White => Bitboard::EMPTY,
            Color::Black => position.chess().checkers(),
        }
    }

    fn play(&self, position: &VariantPosition, mv: Move) -> Position {
        own_moves::without_useless_en_passant(position.chess().play_pseudo_legal(mv), is_legal)
    }
}
