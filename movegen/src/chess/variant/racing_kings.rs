//! Racing kings: the first king on the eighth rank wins, and no move may give check.

use super::{GameOver, Rules, VariantPosition};
use crate::chess::explain::Reason;
use crate::chess::board::attacks::{BETWEEN, KNIGHT, Portable, Sliders as _, line_through};
use crate::chess::{Bitboard, Color, Move, MoveList, PieceKind, Position, Rank, Setup, Square};

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

/// The squares from which the pieces of the side to move would give check.
struct Checks {
    king: Square,
    straight: Bitboard,
    diagonal: Bitboard,
    knights: Bitboard,
    /// Own pieces that alone stand between an own slider and the king.
    shields: Bitboard,
}

impl Checks {
    fn new(chess: &Position) -> Checks {
        let king = chess.king(!chess.turn());
        let (us, occupied) = (chess.colors(chess.turn()), chess.occupied());
        let kinds = |one, other| (chess.pieces(one) | chess.pieces(other)) & us;
        let (rook, bishop) = (PieceKind::Rook, PieceKind::Bishop);
        let straight = Bitboard(Portable.rook(king.index(), occupied.0));
        let diagonal = Bitboard(Portable.bishop(king.index(), occupied.0));
        // The pieces behind the first ones on each line.
        let behind_straight = Portable.rook(king.index(), (occupied - (straight & us)).0);
        let behind_diagonal = Portable.bishop(king.index(), (occupied - (diagonal & us)).0);
        let snipers = (Bitboard(behind_straight) & kinds(rook, PieceKind::Queen))
            | (Bitboard(behind_diagonal) & kinds(bishop, PieceKind::Queen));
        let between = |from: Square| Bitboard(BETWEEN[king.index()][from.index()]) & occupied;
        let shields = snipers.into_iter().map(between).filter(|set| set.len() == 1);
        Checks {
            king,
            straight,
            diagonal,
            knights: Bitboard(KNIGHT[king.index()]),
            shields: shields.fold(Bitboard::EMPTY, |all, one| all | one) & us,
        }
    }

    /// The destinations with which this piece gives check.
    fn by(&self, piece: PieceKind, from: Square) -> Bitboard {
        let direct = match piece {
            PieceKind::Knight => self.knights,
            PieceKind::Bishop => self.diagonal,
            PieceKind::Rook => self.straight,
            PieceKind::Queen => self.diagonal | self.straight,
            PieceKind::Pawn | PieceKind::King => Bitboard::EMPTY,
        };
        match self.shields.contains(from) {
            // It opens a line unless it stays on it.
            true => direct | Bitboard(!line_through(from.index(), self.king.index())),
            false => direct,
        }
    }
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
            [true, true] => Some(over("both_kings_arrived", None, "both kings have reached the eighth rank")),
            [false, true] => Some(over("king_arrived", Some(Color::Black), "the black king has reached the eighth rank")),
            // White has moved first, so Black has the last move.
            [true, false] if turn == Color::White || !can_arrive(position) => {
                Some(over("king_arrived", Some(Color::White), "the white king has reached the eighth rank"))
            }
            _ => None,
        }
    }

    fn legal_moves(&self, position: &VariantPosition) -> MoveList {
        legal(position.chess())
    }

    fn count_moves(&self, position: &VariantPosition) -> u64 {
        let chess = position.chess();
        let is_plain = chess.pieces(PieceKind::Pawn).is_empty() && chess.castling_rooks().is_empty();
        // No king is in check in a game: a piece that gives check already may leave its line.
        if !is_plain || chess.is_check() {
            return self.legal_moves(position).len() as u64;
        }
        let checks = Checks::new(chess);
        let mut count = 0;
        chess.generate_moves(|moves| {
            count += u64::from((moves.to - checks.by(moves.piece, moves.from)).len());
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
            warnings.push(format!("the king on {king} is in check, which racing kings does not allow"));
        }
        if !chess.pieces(PieceKind::Pawn).is_empty() || !chess.castling_rooks().is_empty() {
            warnings.push("racing kings has neither pawns nor castling: is this a FEN of chess?".to_owned());
        }
        warnings
    }
}
