//! UCI's long algebraic notation, with both styles of castling.

use std::fmt;
use std::str::FromStr;

use crate::chess::board::uci_move::UciMove;
use crate::chess::explain::{Illegal, MoveHistory};
use crate::chess::{
    CastlingStyle, Color, File, Move, MoveKind, PieceKind, Position, SanError, Square,
};

/// Why a text or a [`Move`] is no legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Not two squares and perhaps a piece letter.
    #[error("'{0}' is not a move (two squares and, for a promotion, one of n b r q: e2e4, e7e8q)")]
    Syntax(String),
    /// Neither UCI notation nor SAN.
    #[error("'{0}' is not a move in UCI notation (e2e4, e7e8q) or in SAN (Nf3, exd5, e8=Q, O-O)")]
    Notation(String),
    /// A move, but not a legal one in the position.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// SAN that does not name exactly one legal move.
    #[error(transparent)]
    San(#[from] SanError),
    /// The squares are those of a legal move of another kind.
    #[error("{legal} is illegal as {kind:?}: its kind is {:?}", legal.kind())]
    Kind {
        /// The kind that was given.
        kind: MoveKind,
        /// The legal move.
        legal: Move,
    },
    /// One legal move in UCI notation and another one in SAN.
    #[error("'{text}' is {uci} in UCI notation and {san} in SAN")]
    Ambiguous {
        /// The text.
        text: String,
        /// The move that it names in UCI notation.
        uci: UciMove,
        /// The move that it names in SAN.
        san: UciMove,
    },
}

impl MoveError {
    /// Whether the text is well-formed and the move illegal.
    pub fn is_illegal(&self) -> bool {
        match self {
            MoveError::Illegal(_) | MoveError::Kind { .. } => true,
            MoveError::San(error) => error.is_illegal(),
            MoveError::Syntax(_) | MoveError::Notation(_) | MoveError::Ambiguous { .. } => false,
        }
    }
}

impl Position {
    /// The move in UCI notation. Castling from other squares than in standard chess is written in
    /// Chess960 style either way, because nothing else would be unambiguous.
    ///
    /// ```
    /// use movegen::chess::{CastlingStyle, Position};
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
    /// let castle = position.parse_uci("e1g1").unwrap();
    /// assert_eq!(position.uci(castle, CastlingStyle::Standard), "e1g1");
    /// assert_eq!(position.uci(castle, CastlingStyle::Chess960), "e1h1");
    /// ```
    pub fn uci(&self, mv: Move, style: CastlingStyle) -> String {
        match style {
            CastlingStyle::Standard => mv.to_string(),
            CastlingStyle::Chess960 => format!("{mv:#}"),
        }
    }

    /// Whether the position has a castling right that only Chess960 notation can express.
    pub fn needs_chess960(&self) -> bool {
        self.castling_rooks().into_iter().any(|rook| {
            let color = if rook.rank() == crate::chess::Rank::First {
                Color::White
            } else {
                Color::Black
            };
            !is_standard_castle(self.king(color), rook)
        })
    }

    /// The position after a move, if the move is legal. Costs a list of the legal moves.
    ///
    /// ```
    /// use movegen::chess::{Move, MoveKind, Position, Square};
    /// let start = Position::startpos();
    /// let leap = Move::new(Square::E2, Square::E5, MoveKind::Plain);
    /// let error = start.try_play(leap).unwrap_err();
    /// assert_eq!(error.to_string(), "e2e5 is illegal: a pawn cannot move from e2 to e5");
    /// ```
    ///
    /// # Errors
    /// [`MoveError`] says why the move is illegal.
    pub fn try_play(&self, mv: Move) -> Result<Position, MoveError> {
        if self.is_legal(mv) {
            return Ok(self.play(mv));
        }
        let uci = UciMove::new(mv);
        Err(match self.legal_move(uci) {
            Some(legal) => MoveError::Kind {
                kind: mv.kind(),
                legal,
            },
            None => self.why_illegal(uci, None).into(),
        })
    }

    /// Reads a legal move in UCI notation: letters of either case, castling in either style.
    ///
    /// # Errors
    /// [`MoveError`] says why the text is no legal move here.
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        self.read_uci(text, None)
    }

    /// The position after a legal move in UCI notation: [`parse_uci`](Position::parse_uci) and
    /// [`play`](Position::play) in one.
    ///
    /// ```
    /// use movegen::chess::Position;
    /// let position = Position::startpos().play_uci("e2e4").unwrap();
    /// assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /// ```
    ///
    /// # Errors
    /// [`MoveError`] says why the text is no legal move here.
    pub fn play_uci(&self, text: &str) -> Result<Position, MoveError> {
        Ok(self.play(self.parse_uci(text)?))
    }

    /// Like [`parse_uci`](Position::parse_uci). The history makes the explanation of an illegal move
    /// more precise: it knows why a castling right is lost, for instance.
    ///
    /// # Errors
    /// [`MoveError`] says why the text is no legal move here.
    pub fn parse_uci_after(&self, text: &str, history: &MoveHistory) -> Result<Move, MoveError> {
        self.read_uci(text, Some(history))
    }

    /// Reads a legal move in UCI notation or, if the text is not UCI notation, in SAN.
    ///
    /// ```
    /// use movegen::chess::Position;
    /// let start = Position::startpos();
    /// assert_eq!(start.parse_move("g1f3"), start.parse_move("Nf3"));
    /// ```
    ///
    /// # Errors
    /// [`MoveError`] says why the text is no legal move here.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_move(text, None)
    }

    /// Like [`parse_move`](Position::parse_move), with a history for
    /// [better explanations](Position::parse_uci_after).
    ///
    /// # Errors
    /// [`MoveError`] says why the text is no legal move here.
    pub fn parse_move_after(&self, text: &str, history: &MoveHistory) -> Result<Move, MoveError> {
        self.read_move(text, Some(history))
    }

    fn read_uci(&self, text: &str, history: Option<&MoveHistory>) -> Result<Move, MoveError> {
        let uci: UciMove = text.parse()?;
        self.legal_move(uci)
            .ok_or_else(|| self.why_illegal(uci, history).into())
    }

    fn read_move(&self, text: &str, history: Option<&MoveHistory>) -> Result<Move, MoveError> {
        let Ok(uci) = text.parse::<UciMove>() else {
            return self.read_san(text, history).map_err(|error| match error {
                SanError::Syntax(text) => MoveError::Notation(text),
                other => other.into(),
            });
        };
        if !text.starts_with('B') {
            return self.read_uci(text, history);
        }
        // `B1c3` can be a bishop on the first rank or a piece on b1.
        match (self.legal_move(uci), self.read_san(text, history)) {
            (Some(from_uci), Ok(from_san)) if from_uci != from_san => Err(MoveError::Ambiguous {
                text: text.to_owned(),
                uci: UciMove::new(from_uci),
                san: UciMove::new(from_san),
            }),
            (Some(mv), _) | (None, Ok(mv)) => Ok(mv),
            (None, Err(SanError::Syntax(_))) => Err(self.why_illegal(uci, history).into()),
            (None, Err(error)) => Err(error.into()),
        }
    }
}

impl UciMove {
    /// Reads a move of a variant in UCI notation. A pawn may become a king there, and `N@f3`, `P@e4` or `@e4` are drops.
    pub(in crate::chess) fn of_variant(text: &str) -> Result<UciMove, MoveError> {
        let syntax = || MoveError::Syntax(text.to_owned());
        if let Some((piece, square)) = text.trim_end_matches(['+', '#']).split_once('@') {
            let kind = match piece {
                "" => Some(PieceKind::Pawn),
                letter => letter.parse().ok().and_then(PieceKind::from_letter),
            };
            let to = square.to_ascii_lowercase().parse().map_err(|_| syntax())?;
            return Ok(UciMove {
                from: to,
                to,
                promotion: None,
                drop: Some(kind.ok_or_else(syntax)?),
            });
        }
        let promotion = Some(PieceKind::King);
        match text.strip_suffix(['k', 'K']).map(str::parse::<UciMove>) {
            Some(Ok(steps)) if steps.promotion.is_none() => Ok(UciMove { promotion, ..steps }),
            _ => text.parse(),
        }
    }
}

impl FromStr for UciMove {
    type Err = MoveError;

    /// Upper and lower case letters are the same.
    fn from_str(text: &str) -> Result<UciMove, MoveError> {
        let syntax = || MoveError::Syntax(text.to_owned());
        let lower = text.to_ascii_lowercase();
        let (Some(from), Some(to), Some(rest)) = (lower.get(0..2), lower.get(2..4), lower.get(4..))
        else {
            return Err(syntax());
        };
        Ok(UciMove {
            from: from.parse().map_err(|_| syntax())?,
            to: to.parse().map_err(|_| syntax())?,
            promotion: match rest {
                "" => None,
                "n" => Some(PieceKind::Knight),
                "b" => Some(PieceKind::Bishop),
                "r" => Some(PieceKind::Rook),
                "q" => Some(PieceKind::Queen),
                _ => return Err(syntax()),
            },
            drop: None,
        })
    }
}

/// UCI notation: `e2e4`, `e7e8q`, and `N@f3` for a drop. Castling is written `e1g1`, with `{:#}` in Chess960 style, `e1h1`.
/// Castling from other squares than in standard chess is written in Chess960 style either way,
/// because nothing else would be unambiguous.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.dropped().is_some() {
            return UciMove::new(*self).fmt(f);
        }
        let (from, rook_or_to) = (self.from(), self.to());
        let to = match (CastlingStyle::alternate(f), self.castling_squares()) {
            (CastlingStyle::Standard, Some((king_to, _)))
                if is_standard_castle(from, rook_or_to) =>
            {
                king_to
            }
            _ => rook_or_to,
        };
        write!(f, "{from}{to}")?;
        match self.kind().promotion() {
            Some(kind) => write!(f, "{}", kind.letter()),
            None => Ok(()),
        }
    }
}

/// UCI notation in Chess960 style: `e2e4`, `e7e8q`, `e1h1`.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#}")
    }
}

/// Whether the king is on the e-file and the rook in a corner.
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
            ("c3c4", "c3c4 is illegal: there is no piece on c3"),
            (
                "e8e7",
                "e8e7 is illegal: e8 holds a black rook, but white is to move",
            ),
            (
                "A7A8",
                "a7a8 is illegal: a pawn move to a8 must name the promotion piece: n, b, r or q",
            ),
            (
                "e1d1q",
                "e1d1q is illegal: no promotion on d1: only a pawn promotes, not a king",
            ),
            (
                "e2c3",
                "e2c3 is illegal: the knight on e2 is pinned to the king on e1 by the rook on e8",
            ),
        ] {
            assert_eq!(why(PINNED, text), message);
        }
    }

    #[test]
    fn san_is_read_where_uci_is_not() {
        // Bishops on e1 and e5, a knight on b1: all of them reach c3.
        let position: Position = "k7/8/8/4B3/8/8/8/KN2B3 w - - 0 1"
            .parse()
            .expect("a position");
        let text = |text: &str| match position.parse_move(text) {
            Ok(mv) => position.uci(mv, CastlingStyle::Standard),
            Err(error) => error.to_string(),
        };
        for (text_in, expected) in [
            ("b1c3", "b1c3"),
            ("Nc3", "b1c3"),
            ("B5c3", "e5c3"),
            ("Bec3", "Bec3 is ambiguous: B1c3 or B5c3"),
            ("B1c3", "'B1c3' is b1c3 in UCI notation and e1c3 in SAN"),
            ("B1a3", "b1a3"),
            ("B1b4", "e1b4"),
            ("B5d4", "e5d4"),
            (
                "B1e4",
                "B1e4 is illegal: no white bishop on rank 1 can go to e4",
            ),
            (
                "B1a3q",
                "b1a3q is illegal: no promotion on a3: only a pawn promotes, not a knight",
            ),
            (
                "e1e2",
                "e1e2 is illegal: a bishop cannot move from e1 to e2",
            ),
            (
                "foo",
                "'foo' is not a move in UCI notation (e2e4, e7e8q) or in SAN (Nf3, exd5, e8=Q, O-O)",
            ),
        ] {
            assert_eq!(text(text_in), expected, "{text_in}");
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
