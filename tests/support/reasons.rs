//! Whether the reasons of an explanation hold, by the rules of the naive generator: it knows no pins and no check
//! masks, so it makes each move, and looks for the attackers of the king.

use movegen::chess::explain::{PlacedPiece, Reason, UciMove};
use movegen::chess::{PieceKind, Setup, Square};

use super::naive::{self, NaiveMove};

const PROMOTIONS: [Option<PieceKind>; 5] = [
    None,
    Some(PieceKind::Knight),
    Some(PieceKind::Bishop),
    Some(PieceKind::Rook),
    Some(PieceKind::Queen),
];

/// Every way to write a move from this square: to all squares, with and without each promotion.
pub(crate) fn texts_from(from: Square) -> impl Iterator<Item = UciMove> {
    Square::ALL.into_iter().flat_map(move |to| {
        PROMOTIONS.map(|promotion| UciMove {
            from,
            to,
            promotion,
            drop: None,
        })
    })
}

/// What the naive generator says about one position.
pub(crate) struct NaiveReasons<'a> {
    setup: &'a Setup,
    pseudo: Vec<NaiveMove>,
}

impl<'a> NaiveReasons<'a> {
    pub(crate) fn new(setup: &'a Setup) -> NaiveReasons<'a> {
        NaiveReasons {
            setup,
            pseudo: naive::pseudo_legal_moves(setup),
        }
    }

    fn piece(&self, square: Square) -> Option<PlacedPiece> {
        let piece = self.setup.board[square.index()]?;
        Some(PlacedPiece { piece, square })
    }

    fn is_there(&self, piece: &PlacedPiece) -> bool {
        self.piece(piece.square) == Some(*piece)
    }

    /// The pseudo-legal move of this text; a promotion without a promotion piece is one to a queen.
    fn made(&self, uci: UciMove) -> Option<&NaiveMove> {
        self.pseudo.iter().find(|step| {
            let promotion = step.promotion.is_none()
                || uci.promotion.is_none()
                || step.promotion == uci.promotion;
            step.from == uci.from && step.to == uci.to && !step.castle && promotion
        })
    }

    /// The attackers of the mover's king after the move.
    fn attackers(&self, uci: UciMove) -> Option<Vec<Square>> {
        let mut after = self.made(uci)?.child.clone();
        after.turn = self.setup.turn;
        Some(naive::checkers(&after))
    }

    /// Whether all these pieces attack the king after the move.
    fn attack(&self, uci: UciMove, pieces: &[PlacedPiece]) -> bool {
        let attackers = self.attackers(uci);
        pieces.iter().all(|piece| {
            self.is_there(piece)
                // An en passant capture without an en passant square is not made here.
                && attackers.as_ref().is_none_or(|all| all.contains(&piece.square))
        }) && (attackers.is_some() || self.setup.en_passant != Some(uci.to))
    }

    fn attacked_by(&self, square: Square, pieces: &[PlacedPiece]) -> bool {
        let them = !self.setup.turn;
        pieces.iter().all(|piece| self.is_there(piece)) && {
            // The king does not shield the squares that it crosses.
            let mut without = self.setup.clone();
            let king = without.king(self.setup.turn).expect("a king");
            without.board[king.index()] = None;
            naive::attacked(&without.board, square, them)
        }
    }

    /// Whether the reason against this move holds.
    pub(crate) fn holds(&self, uci: UciMove, reason: &Reason) -> bool {
        let turn = self.setup.turn;
        let moved = self.piece(uci.from);
        let unreachable = self.made(uci).is_none();
        match reason {
            Reason::GameOver(_) | Reason::OfVariant { .. } => false,
            Reason::EmptySquare(square) => *square == uci.from && moved.is_none(),
            Reason::OpponentsPiece { piece, .. } => moved == Some(*piece) && piece.color() != turn,
            Reason::SameSquare(_) => uci.from == uci.to,
            Reason::ImpossibleForPiece { piece, .. } | Reason::WrapsAround { piece, .. } => {
                unreachable && moved == Some(*piece)
            }
            Reason::Blocked { piece, to, by } => {
                let mut free = self.setup.clone();
                for square in between(piece.square, *to) {
                    free.board[square.index()] = None;
                }
                if piece.kind() == PieceKind::Pawn {
                    free.board[to.index()] = None;
                }
                let goes = |step: &NaiveMove| step.from == piece.square && step.to == *to;
                let own = self.piece(*to).is_some_and(|piece| piece.color() == turn);
                unreachable
                    && self.is_there(by)
                    && (own || naive::pseudo_legal_moves(&free).iter().any(goes))
            }
            Reason::OwnPiece(piece) => self.is_there(piece) && piece.color() == turn,
            Reason::DoublePush(piece) | Reason::PromotionNotPossible { piece, .. } => {
                moved == Some(*piece)
            }
            Reason::NothingToCapture { to } => unreachable && self.piece(*to).is_none(),
            Reason::NoEnPassant(_) => self.setup.en_passant != Some(uci.to),
            Reason::PromotionMissing(to) => matches!(to.rank().index(), 0 | 7),
            Reason::Pinned { piece, by, .. } => {
                // No other piece blocks the line.
                let mut without = self.setup.clone();
                without.board[piece.square.index()] = None;
                moved == Some(*piece)
                    && self.attack(uci, &[*by])
                    && naive::checkers(&without).contains(&by.square)
                    && !naive::checkers(self.setup).contains(&by.square)
            }
            Reason::ExposesKing { by, .. } => self.attack(uci, &[*by]),
            Reason::StillInCheck { by, .. } => {
                self.attack(uci, &[*by]) && naive::checkers(self.setup) == [by.square]
            }
            Reason::DoubleCheck(pieces) => {
                let checkers = naive::checkers(self.setup);
                let all = pieces.iter().all(|piece| checkers.contains(&piece.square));
                all && pieces.len() == checkers.len() && pieces.len() > 1
            }
            Reason::KingAttacked { by, .. } => self.attack(uci, by),
            Reason::Defended { piece, by } => self.is_there(piece) && self.attack(uci, by),
            Reason::StaysInCheckLine { by, from, .. } => {
                self.attack(uci, &[*by])
                    && *from == uci.from
                    && naive::checkers(self.setup).contains(&by.square)
            }
            Reason::KingsAdjacent { by, .. } => {
                by.kind() == PieceKind::King && self.attack(uci, &[*by])
            }
            Reason::NoCastlingRight { rook, .. } => !self.setup.castling.contains(*rook),
            Reason::CastlingBlocked(piece) => self.is_there(piece) && piece.square != uci.from,
            Reason::CastlingOutOfCheck(pieces) => naive::checkers(self.setup).len() == pieces.len(),
            Reason::CastlingThroughCheck { square, by }
            | Reason::CastlingIntoCheck { square, by } => self.attacked_by(*square, by),
            Reason::CastlingExposesKing { rook, by, .. } => {
                let after = naive::castle(self.setup, uci.from, rook.square).child;
                let is_over = naive::legal_moves(self.setup).is_empty();
                self.is_there(by) && naive::opponent_in_check(&after) && !is_over
            }
        }
    }
}

/// The squares between two squares of a line.
fn between(from: Square, to: Square) -> Vec<Square> {
    let direction = |a: usize, b: usize| (b as i32 - a as i32).signum();
    let step = (
        direction(from.file().index(), to.file().index()),
        direction(from.rank().index(), to.rank().index()),
    );
    let mut squares = Vec::new();
    let mut here = naive::step(from, step);
    while let Some(square) = here.filter(|&square| square != to) {
        squares.push(square);
        here = naive::step(square, step);
    }
    squares
}
