//! Horde: White has a horde of pawns and no king, and Black wins by taking all of it.

use super::{GameOver, Rules, VariantPosition, own_moves};
use crate::chess::board::attacks::{self, KING, Portable};
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::{Black, Side as _, White};
use crate::chess::explain::{PlacedPiece, Reason, UciMove};
use crate::chess::rules::legal::{self, Each, Visit};
use crate::chess::rules::pseudo_legal::count_pseudo_legal;
use crate::chess::rules::validate::{PositionError, PositionProblem};
use crate::chess::{
    Bitboard, Color, Move, MoveKind, MoveList, PieceKind, Position, Setup, Square, VariantSign,
};

/// The rules of horde, as lichess plays it. White's pawns may stand on the first rank, and go two squares from there
/// without an en passant square.
#[derive(Clone, Copy, Debug)]
pub struct Horde;

const FIRST_RANK: Bitboard = Bitboard(0xFF);
const SECOND_RANK: Bitboard = Bitboard(0xFF00);

/// The targets of double pushes from the first rank.
fn far_pushes(board: &Board) -> Bitboard {
    let empty = !board.occupied();
    let pawns = board.pawns & board.pieces::<White>() & FIRST_RANK.0;
    Bitboard((pawns << 8 & empty) << 8 & empty)
}

/// The number of White's moves if it has only pawns, none of which can promote or capture en passant. Pushes end on
/// empty squares and captures on occupied ones, so that two sets hold all targets.
#[inline(always)]
fn count_moves_of_pawns(board: &Board) -> u64 {
    let (white, occupied) = (board.pieces::<White>(), board.occupied());
    let (black, front) = (occupied & !white, White::forward(white));
    let once = front & !occupied;
    let twice = White::forward(once & (SECOND_RANK.0 | White::THIRD)) & !occupied;
    let [east, west] = [attacks::east(front), attacks::west(front)].map(|targets| targets & black);
    u64::from((once | east).count_ones() + (twice | west).count_ones())
}

/// The number of White's moves.
#[inline(always)]
fn count_moves_of_white(board: &Board) -> u64 {
    let white = board.pieces::<White>();
    let are_pawns = board.pawns & white == white;
    match are_pawns && white & White::SEVENTH | board.en_passant == 0 {
        true => count_moves_of_pawns(board),
        false => count_moves_of_any(board),
    }
}

fn count_moves_of_any(board: &Board) -> u64 {
    let counts = count_pseudo_legal::<White>(board, 4);
    counts.captures + counts.quiet + u64::from(far_pushes(board).len())
}

/// Counts White's replies to the moves of Black. A horde that is taken has none.
struct Replies<'a> {
    board: &'a Board,
    count: u64,
}

impl Visit for Replies<'_> {
    #[inline(always)]
    fn visit(&mut self, kind: MoveKind, piece: PieceKind, from: usize, to: usize) {
        let child = self.board.after::<Black>(kind, piece, 1 << from, 1 << to);
        self.count += count_moves_of_white(&child);
    }
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
fn has_legal_moves_of_chess(chess: &Position) -> bool {
    chess.turn() == Color::Black && is_far_from_a1(chess.king(Color::Black))
}

/// Whether a king can step to no square beside a1.
fn is_far_from_a1(king: Square) -> bool {
    let [steps, near_a1] = [king, Square::A1].map(|square| KING[square.index()]);
    steps & near_a1 == 0
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
        let chess = position.chess();
        if chess.turn() == Color::Black {
            return MoveList::new();
        }
        let targets = far_pushes(chess.board()).into_iter();
        let push = |to: Square| {
            let from = Square::from_index(to.index() - 16);
            Move::new(from, to, MoveKind::Plain)
        };
        targets.map(push).collect()
    }

    fn legal_moves(&self, position: &VariantPosition) -> MoveList {
        if has_legal_moves_of_chess(position.chess()) {
            return position.chess().legal_moves();
        }
        let mut moves = position.chess().pseudo_legal_moves();
        match position.chess().turn() {
            Color::White => moves.extend(self.more_moves(position)),
            Color::Black => moves.retain(|mv| is_legal(position.chess(), mv)),
        }
        moves
    }

    fn count_moves(&self, position: &VariantPosition) -> u64 {
        let chess = position.chess();
        match chess.turn() {
            Color::White => count_moves_of_white(chess.board()),
            Color::Black if has_legal_moves_of_chess(chess) => chess.count_legal_moves(),
            Color::Black => self.legal_moves(position).len() as u64,
        }
    }

    fn count_two_plies(&self, position: &VariantPosition) -> u64 {
        let chess = position.chess();
        if !is_far_from_a1(chess.king(Color::Black)) {
            let moves = self.legal_moves(position).into_iter();
            return moves.map(|mv| self.count_moves(&position.play(mv))).sum();
        }
        match chess.turn() {
            Color::White => {
                let moves = self.legal_moves(position).into_iter();
                moves.map(|mv| chess.count_legal_replies::<White>(mv)).sum()
            }
            Color::Black => {
                let mut replies = Each(Replies {
                    board: chess.board(),
                    count: 0,
                });
                legal::generate::<Black, _, _>(chess.board(), Portable, &mut replies);
                replies.0.count
            }
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
        match position.chess().turn() {
            // White has no king that an en passant capture could leave attacked.
            Color::Black => position.chess().play_pseudo_legal(mv),
            Color::White => position.chess().play(mv),
        }
    }
}
