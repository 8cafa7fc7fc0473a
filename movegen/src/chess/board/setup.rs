//! Any placement of pieces, as plain data that is not validated.

use crate::chess::{Bitboard, CastlingStyle, Color, File, Piece, PieceKind, Rank, Square};

/// What a FEN says, before it is validated.
///
/// [`Position::from_setup`](crate::chess::Position::from_setup) makes a position of it.
///
/// ```
/// use movegen::chess::{CastlingStyle, Color, Setup, Square};
/// let mut setup = Setup::empty();
/// setup.put(Square::E1, Color::White.king());
/// setup.put(Square::E8, Color::Black.king());
/// assert_eq!(setup.fen(CastlingStyle::Standard), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The piece on each square, a1 first.
    pub board: [Option<Piece>; 64],
    /// The side to move.
    pub turn: Color,
    /// The rooks that may still castle.
    pub castling: Bitboard,
    /// The square that the last double push passed.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmoves: u32,
    /// The number of the move, from 1.
    pub fullmoves: u32,
}

impl Setup {
    /// An empty board, White to move, move 1.
    pub fn empty() -> Setup {
        Setup {
            board: [None; 64],
            turn: Color::White,
            castling: Bitboard::EMPTY,
            en_passant: None,
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    /// A start position with these back ranks, a-file first, and all castling rights.
    pub(in crate::chess) fn start(white: [PieceKind; 8], black: [PieceKind; 8]) -> Setup {
        let mut setup = Setup::empty();
        for (color, back_rank) in [(Color::White, white), (Color::Black, black)] {
            for (file, kind) in File::ALL.into_iter().zip(back_rank) {
                let square = Square::new(file, Rank::First.relative_to(color));
                setup.put(square, Piece { color, kind });
                if kind == PieceKind::Rook {
                    setup.castling |= square.bitboard();
                }
                let kind = PieceKind::Pawn;
                let square = Square::new(file, Rank::Second.relative_to(color));
                setup.put(square, Piece { color, kind });
            }
        }
        setup
    }

    /// Puts a piece on a square, in place of the one that stands there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.board[square.index()] = Some(piece);
    }

    /// The squares of the pieces of this colour and kind.
    pub fn squares_of(&self, piece: Piece) -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|s| self.board[s.index()] == Some(piece))
            .collect()
    }

    /// The king of a colour, if there is exactly one.
    pub fn king(&self, color: Color) -> Option<Square> {
        let kings = self.squares_of(Piece {
            color,
            kind: PieceKind::King,
        });
        if kings.len() == 1 {
            kings.first()
        } else {
            None
        }
    }

    /// The outermost rook on one side of the king, on the king's rank.
    pub(in crate::chess) fn outermost_rook(
        &self,
        color: Color,
        king: Square,
        king_side: bool,
    ) -> Option<Square> {
        let rook = Piece {
            color,
            kind: PieceKind::Rook,
        };
        let mut rooks = self
            .squares_of(rook)
            .into_iter()
            .filter(|s| s.rank() == king.rank() && (*s > king) == king_side);
        if king_side {
            rooks.last()
        } else {
            rooks.next()
        }
    }

    /// The FEN. Castling rights are written `KQkq`, as in X-FEN (an inner rook by its file), or in
    /// Chess960 style by the files of the rooks.
    pub fn fen(&self, style: CastlingStyle) -> String {
        let mut text = String::with_capacity(90);
        for rank in Rank::ALL.into_iter().rev() {
            let mut gap = 0;
            for file in File::ALL {
                match self.board[Square::new(file, rank).index()] {
                    None => gap += 1,
                    Some(piece) => {
                        push_gap(&mut text, &mut gap);
                        text.push(piece.letter());
                    }
                }
            }
            push_gap(&mut text, &mut gap);
            if rank != Rank::First {
                text.push('/');
            }
        }
        text.push(' ');
        text.push(self.turn.letter());
        text.push(' ');
        self.push_castling(&mut text, style);
        let en_passant = self
            .en_passant
            .map_or_else(|| "-".to_owned(), |s| s.to_string());
        text + &format!(" {en_passant} {} {}", self.halfmoves, self.fullmoves)
    }

    fn push_castling(&self, text: &mut String, style: CastlingStyle) {
        if self.castling.is_empty() {
            text.push('-');
            return;
        }
        for color in Color::ALL {
            let king = self.king(color);
            let mut rooks: Vec<Square> = self
                .castling
                .into_iter()
                .filter(|s| s.rank() == Rank::First.relative_to(color))
                .collect();
            // King side first, as usual.
            rooks.sort_by_key(|s| std::cmp::Reverse(*s));
            for rook in rooks {
                // X-FEN: a rook that is not the outermost is named by its file.
                let outermost =
                    king.filter(|k| self.outermost_rook(color, *k, rook > *k) == Some(rook));
                let letter = match (style, outermost) {
                    (CastlingStyle::Standard, Some(king)) if rook > king => 'k',
                    (CastlingStyle::Standard, Some(_)) => 'q',
                    _ => rook.file().letter(),
                };
                text.push(if color == Color::White {
                    letter.to_ascii_uppercase()
                } else {
                    letter
                });
            }
        }
    }
}

fn push_gap(text: &mut String, gap: &mut u8) {
    if *gap > 0 {
        text.push((b'0' + *gap) as char);
        *gap = 0;
    }
}
