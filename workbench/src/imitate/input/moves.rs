//! Playing the moves after a FEN without asking whether they are legal, with defects.

use movegen::chess::{Bitboard, File, Piece, PieceKind, Rank, Setup, Square};

use super::fen::back_rank;
use super::{Reader, ReaderDefect, Understood, castlings};

/// The squares of a move.
fn squares(text: &str) -> Option<(Square, Square)> {
    let square = |at: usize| text.get(at..at + 2)?.parse().ok();
    Some((square(0)?, square(2)?))
}

/// Whether a move is castling, with the king's or the rook's square as the target.
fn is_castling(piece: Piece, (from, to): (Square, Square), target: Option<Piece>) -> bool {
    piece.kind == PieceKind::King
        && (from.file().index().abs_diff(to.file().index()) == 2
            || target == Some(piece.color.rook()))
}

impl Reader {
    /// Whether a move is read but not played.
    pub(super) fn skips(&self, setup: &Setup, text: &str) -> bool {
        match self.defect {
            ReaderDefect::PromotionSkipped => text.len() > 4,
            ReaderDefect::CastlingSkipped => squares(text).is_some_and(|(from, to)| {
                let [piece, target] = [from, to].map(|square| setup.board[square.index()]);
                piece.is_some_and(|piece| {
                    is_castling(piece, (from, to), target)
                        && castlings::concerns(self.form, piece.color, from, to)
                })
            }),
            _ => false,
        }
    }

    /// Plays a move; `None` if there is no piece to move.
    pub(super) fn play(&self, understood: &mut Understood, text: &str) -> Option<()> {
        let (from, to) = squares(text)?;
        let setup = &mut understood.setup;
        let piece = setup.board[from.index()]?;
        let target = setup.board[to.index()];
        let passed = setup.en_passant;
        if self.defect != ReaderDefect::SquareStays {
            setup.en_passant = None;
        }
        let castles = is_castling(piece, (from, to), target);
        let changed = match (self.defect, piece.kind) {
            (ReaderDefect::RightsStay, _) => Bitboard::EMPTY,
            (ReaderDefect::KingMoveKeepsRights, PieceKind::King) if !castles => to.bitboard(),
            (_, PieceKind::King) => back_rank(piece.color),
            (ReaderDefect::RookMoveKeepsRight, _) if target.is_none() => Bitboard::EMPTY,
            (ReaderDefect::RookMoveKeepsRight, _) => to.bitboard(),
            (ReaderDefect::CaptureKeepsRight, _) => from.bitboard(),
            _ => from.bitboard() | to.bitboard(),
        };
        setup.castling = setup.castling - changed;
        setup.board[from.index()] = None;
        if castles {
            self.castle(setup, piece, from, to);
        } else {
            setup.board[to.index()] = Some(self.arrived(piece, text)?);
        }
        if piece.kind == PieceKind::Pawn {
            if passed == Some(to)
                && from.file() != to.file()
                && self.defect != ReaderDefect::PawnStays
            {
                setup.board[Square::new(to.file(), from.rank()).index()] = None;
            }
            let double = from.rank().index().abs_diff(to.rank().index()) == 2;
            if double && self.defect != ReaderDefect::PushSetsNothing {
                let rank = Rank::Third.relative_to(piece.color);
                setup.en_passant = Some(Square::new(to.file(), rank));
            }
        }
        if self.defect != ReaderDefect::SideStays {
            setup.turn = !setup.turn;
        }
        let stale = piece.kind == PieceKind::King && (castles || self.form == 0);
        if self.defect == ReaderDefect::StaleKing && stale {
            understood.kings[piece.color.index()].get_or_insert(from);
        }
        Some(())
    }

    /// Castles, with the king's or the rook's square as the target.
    fn castle(&self, setup: &mut Setup, king: Piece, from: Square, to: Square) {
        let right = to.file() > from.file();
        let rank = from.rank();
        let rook = match setup.board[to.index()] {
            Some(_) => to,
            None => Square::new(if right { File::H } else { File::A }, rank),
        };
        let (king_file, rook_file) = match right {
            true => (File::G, File::F),
            false => (File::C, File::D),
        };
        if self.defect == ReaderDefect::RookStays
            && castlings::concerns(self.form, king.color, from, to)
        {
            setup.board[Square::new(king_file, rank).index()] = Some(king);
            return;
        }
        let moved = setup.board[rook.index()].take();
        setup.board[Square::new(king_file, rank).index()] = Some(king);
        setup.board[Square::new(rook_file, rank).index()] = moved;
    }

    /// The piece after the move.
    fn arrived(&self, piece: Piece, text: &str) -> Option<Piece> {
        let Some(letter) = text.chars().nth(4) else {
            return Some(piece);
        };
        let kind = match self.defect {
            ReaderDefect::StaysPawn => PieceKind::Pawn,
            ReaderDefect::Queens => PieceKind::Queen,
            ReaderDefect::Knights => PieceKind::Knight,
            _ => PieceKind::from_letter(letter)?,
        };
        Some(piece.color.piece(kind))
    }
}
