//! UCI's long algebraic notation, with both spellings of castling.

use super::{Color, File, Move, MoveKind, PieceKind, Position, Square};

/// How castling is spelled, in moves and in FENs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingStyle {
    /// `e1g1`; `KQkq`.
    Standard,
    /// King takes own rook, `e1h1`; the rooks' files, `HAha`.
    Chess960,
}

/// Why a text is no legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Not two squares and perhaps a piece letter.
    #[error("'{0}' is not a move (two squares and, for a promotion, one of n b r q: e2e4, e7e8q)")]
    Syntax(String),
    /// Nothing stands where the move begins.
    #[error("'{text}' is illegal: {from} is empty")]
    Empty {
        /// The move.
        text: String,
        /// Its first square.
        from: Square,
    },
    /// A man of the other side stands there.
    #[error("'{text}' is illegal: {from} holds a {} {kind}, and {} is to move", !*turn, turn)]
    NotYours {
        /// The move.
        text: String,
        /// Its first square.
        from: Square,
        /// What stands there.
        kind: PieceKind,
        /// Who moves.
        turn: Color,
    },
    /// A pawn reaches the last rank, and the text does not say what it becomes.
    #[error(
        "'{text}' is illegal: a pawn that reaches {to} must become one of n b r q ({text}q, say)"
    )]
    NoPromotion {
        /// The move.
        text: String,
        /// The square on the last rank.
        to: Square,
    },
    /// A promotion letter on a move that does not promote.
    #[error("'{text}' is illegal: no pawn promotes on {to}")]
    Promotion {
        /// The move.
        text: String,
        /// The square reached.
        to: Square,
    },
    /// The piece could go there but for its king.
    #[error("'{text}' is illegal: it leaves the {turn} king in check")]
    LeavesCheck {
        /// The move.
        text: String,
        /// Who moves.
        turn: Color,
    },
    /// The piece does not move like that here.
    #[error("'{text}' is illegal: the {kind} on {from} cannot go to {to}")]
    Unreachable {
        /// The move.
        text: String,
        /// What moves.
        kind: PieceKind,
        /// Where it stands.
        from: Square,
        /// Where it should go.
        to: Square,
    },
}

impl Position {
    /// The move in UCI notation. Castling that does not take king and rook from their standard
    /// squares is written king-takes-rook in either style: nothing else would be unambiguous.
    ///
    /// ```
    /// use movegen::chess::{CastlingStyle, Position};
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
    /// let castle = position.parse_uci("e1g1").unwrap();
    /// assert_eq!(position.uci(castle, CastlingStyle::Standard), "e1g1");
    /// assert_eq!(position.uci(castle, CastlingStyle::Chess960), "e1h1");
    /// ```
    pub fn uci(&self, mv: Move, style: CastlingStyle) -> String {
        let mut to = mv.to();
        if mv.kind() == MoveKind::Castle
            && style == CastlingStyle::Standard
            && is_standard_castle(mv.from(), to)
        {
            let file = if to > mv.from() { File::G } else { File::C };
            to = Square::new(file, to.rank());
        }
        let promotion = mv
            .kind()
            .promotion()
            .map(|kind| kind.letter().to_string())
            .unwrap_or_default();
        format!("{}{to}{promotion}", mv.from())
    }

    /// Whether a castling right is there that only Chess960 notation can write.
    pub fn needs_chess960(&self) -> bool {
        self.castling_rooks().into_iter().any(|rook| {
            let color = if rook.rank() == super::Rank::First {
                Color::White
            } else {
                Color::Black
            };
            !is_standard_castle(self.king(color), rook)
        })
    }

    /// The legal move of a text in UCI notation: letters of either case, castling in either
    /// spelling.
    ///
    /// # Errors
    /// [`MoveError`] says why the text is no legal move here.
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        let syntax = || MoveError::Syntax(text.to_owned());
        let lower = text.to_ascii_lowercase();
        let (Some(from), Some(to), Some(rest)) = (lower.get(0..2), lower.get(2..4), lower.get(4..))
        else {
            return Err(syntax());
        };
        let from: Square = from.parse().map_err(|_| syntax())?;
        let to: Square = to.parse().map_err(|_| syntax())?;
        let promotion = match rest {
            "" => None,
            "n" => Some(PieceKind::Knight),
            "b" => Some(PieceKind::Bishop),
            "r" => Some(PieceKind::Rook),
            "q" => Some(PieceKind::Queen),
            _ => return Err(syntax()),
        };
        let moves = self.legal_moves();
        // An ordinary king move comes before castling spelled by the king's target square.
        let plain = moves
            .iter()
            .find(|m| m.from() == from && m.to() == to && m.kind().promotion() == promotion);
        let castle = || {
            moves.iter().find(|m| {
                let file = if m.to() > m.from() { File::G } else { File::C };
                m.kind() == MoveKind::Castle
                    && m.from() == from
                    && to == Square::new(file, from.rank())
                    && promotion.is_none()
                    && from != to
            })
        };
        plain
            .or_else(castle)
            .copied()
            .ok_or_else(|| self.why_illegal(text, from, to, promotion))
    }

    fn why_illegal(
        &self,
        text: &str,
        from: Square,
        to: Square,
        promotion: Option<PieceKind>,
    ) -> MoveError {
        let (text, turn) = (text.to_owned(), self.turn());
        let Some(piece) = self.piece_at(from) else {
            return MoveError::Empty { text, from };
        };
        let kind = piece.kind;
        if piece.color != turn {
            return MoveError::NotYours {
                text,
                from,
                kind,
                turn,
            };
        }
        let reaches = self
            .legal_moves()
            .iter()
            .any(|m| m.from() == from && m.to() == to);
        if reaches && promotion.is_none() {
            return MoveError::NoPromotion { text, to };
        }
        if promotion.is_some()
            && (reaches
                || kind != PieceKind::Pawn
                || to.rank() != super::Rank::Eighth.relative_to(turn))
        {
            return MoveError::Promotion { text, to };
        }
        if self.reaches_ignoring_check(from, to) {
            MoveError::LeavesCheck { text, turn }
        } else {
            MoveError::Unreachable {
                text,
                kind,
                from,
                to,
            }
        }
    }
}

/// From e1 or e8 with a rook in the corner.
fn is_standard_castle(king: Square, rook: Square) -> bool {
    king.file() == File::E && matches!(rook.file(), File::A | File::H)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(fen: &str, text: &str) -> String {
        let position: Position = fen.parse().expect(fen);
        position.parse_uci(text).expect_err(text).to_string()
    }

    #[test]
    fn illegal_moves_are_explained() {
        const PINNED: &str = "4r1k1/P7/8/8/8/8/4N3/4K3 w - - 0 1";
        for (text, message) in [
            (
                "e2",
                "'e2' is not a move (two squares and, for a promotion, one of n b r q: e2e4, e7e8q)",
            ),
            (
                "e2e9",
                "'e2e9' is not a move (two squares and, for a promotion, one of n b r q: e2e4, e7e8q)",
            ),
            (
                "e7e8k",
                "'e7e8k' is not a move (two squares and, for a promotion, one of n b r q: e2e4, e7e8q)",
            ),
            (
                "ééé",
                "'ééé' is not a move (two squares and, for a promotion, one of n b r q: e2e4, e7e8q)",
            ),
            (
                "0000",
                "'0000' is not a move (two squares and, for a promotion, one of n b r q: e2e4, e7e8q)",
            ),
            ("c3c4", "'c3c4' is illegal: c3 is empty"),
            (
                "e8e7",
                "'e8e7' is illegal: e8 holds a black rook, and white is to move",
            ),
            (
                "a7a8",
                "'a7a8' is illegal: a pawn that reaches a8 must become one of n b r q (a7a8q, say)",
            ),
            ("e1d1q", "'e1d1q' is illegal: no pawn promotes on d1"),
            (
                "e2c3",
                "'e2c3' is illegal: it leaves the white king in check",
            ),
            (
                "e2e4",
                "'e2e4' is illegal: the knight on e2 cannot go to e4",
            ),
            ("e1e2", "'e1e2' is illegal: the king on e1 cannot go to e2"),
        ] {
            assert_eq!(why(PINNED, text), message);
        }
    }

    #[test]
    fn castling_is_read_in_both_spellings() {
        for (fen, texts) in [
            (
                "4k3/8/8/8/8/8/8/R3K2R w KQ -",
                [("e1g1", "e1h1"), ("e1c1", "e1a1")],
            ),
            (
                "r3k2r/8/8/8/8/8/8/4K3 b kq -",
                [("e8g8", "e8h8"), ("E8C8", "E8A8")],
            ),
        ] {
            let position: Position = fen.parse().expect(fen);
            for (standard, taking) in texts {
                let one = position.parse_uci(standard).expect(standard);
                assert_eq!(one.kind(), MoveKind::Castle);
                assert_eq!(position.parse_uci(taking), Ok(one));
            }
        }
    }

    #[test]
    fn a_king_step_comes_before_castling_to_the_same_square() {
        // King f1, rook h1: f1g1 is a step; castling to g1 must be written f1h1.
        let position: Position = "4k3/8/8/8/8/8/8/5K1R w K -".parse().expect("a position");
        assert_eq!(
            position.parse_uci("f1g1").map(Move::kind),
            Ok(MoveKind::Plain)
        );
        let castle = position.parse_uci("f1h1").expect("castling");
        assert_eq!(castle.kind(), MoveKind::Castle);
        assert_eq!(position.uci(castle, CastlingStyle::Standard), "f1h1");
        assert!(position.needs_chess960());
    }
}
