//! The SAN parser. Check signs, the `x` and the `=` may be missing as long as one move fits. If
//! they are there, they must be correct.

use std::fmt;

use crate::chess::board::attacks::KING;
use crate::chess::explain::{MoveHistory, Reason, UciMove};
use crate::chess::{Color, File, Move, MoveKind, Piece, PieceKind, Position, Rank, Square};

/// Why a text is no legal move in SAN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// Not SAN at all.
    #[error("'{0}' is not a move in SAN (Nf3, exd5, e8=Q, O-O)")]
    Syntax(String),
    /// No piece of that kind moves to the square.
    #[error("{text} is illegal: no {origin} can go to {to}")]
    NoPiece {
        /// The text.
        text: String,
        /// The piece that the text names.
        origin: SanOrigin,
        /// The destination.
        to: Square,
    },
    /// A piece moves like that, but not legally in this position.
    #[error("{text} is illegal: {}", joined(.reasons, "; "))]
    Illegal {
        /// The text.
        text: String,
        /// The reasons, at least one.
        reasons: Vec<Reason>,
    },
    /// The text fits more than one legal move.
    #[error("{text} is ambiguous: {}", joined(.moves, " or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves in full SAN.
        moves: Vec<String>,
    },
    /// The move is legal, but not the capture, check or mate that the text claims.
    #[error("{text} is wrong: the move is {san}")]
    Mismatch {
        /// The text.
        text: String,
        /// The move in full SAN.
        san: String,
    },
}

impl SanError {
    /// Whether the text is well-formed and the move illegal.
    pub fn is_illegal(&self) -> bool {
        match self {
            SanError::NoPiece { .. } | SanError::Illegal { .. } | SanError::Mismatch { .. } => true,
            SanError::Syntax(_) | SanError::Ambiguous { .. } => false,
        }
    }
}

fn joined(items: &[impl fmt::Display], separator: &str) -> String {
    let texts: Vec<String> = items.iter().map(ToString::to_string).collect();
    texts.join(separator)
}

/// The piece that moves, as SAN names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SanOrigin {
    /// The piece.
    pub piece: Piece,
    /// The file of its square, if given.
    pub file: Option<File>,
    /// The rank of its square, if given.
    pub rank: Option<Rank>,
}

impl SanOrigin {
    fn contains(&self, square: Square) -> bool {
        self.file.is_none_or(|file| square.file() == file)
            && self.rank.is_none_or(|rank| square.rank() == rank)
    }
}

impl fmt::Display for SanOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.piece)?;
        match (self.file, self.rank) {
            (Some(file), Some(rank)) => write!(f, " on {}", Square::new(file, rank)),
            (Some(file), None) => write!(f, " on the {}-file", file.letter()),
            (None, Some(rank)) => write!(f, " on rank {}", rank.digit()),
            (None, None) => Ok(()),
        }
    }
}

/// A sign at the end of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    None,
    Check,
    Mate,
}

/// A move in SAN, legal or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum San {
    Castle { king_side: bool },
    Step(Step),
}

/// A move in SAN other than castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    kind: PieceKind,
    file: Option<File>,
    rank: Option<Rank>,
    /// Whether there is an `x`.
    captures: bool,
    to: Square,
    promotion: Option<PieceKind>,
}

impl Step {
    fn origin(&self, color: Color) -> SanOrigin {
        SanOrigin {
            piece: color.piece(self.kind),
            file: self.file,
            rank: self.rank,
        }
    }
}

/// Reads the syntax.
fn read(text: &str) -> Option<(San, Sign)> {
    let (body, sign) = match (text.strip_suffix('+'), text.strip_suffix('#')) {
        (Some(body), _) => (body, Sign::Check),
        (_, Some(body)) => (body, Sign::Mate),
        _ => (text, Sign::None),
    };
    let san = match body {
        "O-O" | "0-0" => San::Castle { king_side: true },
        "O-O-O" | "0-0-0" => San::Castle { king_side: false },
        _ => San::Step(read_step(body)?),
    };
    Some((san, sign))
}

fn read_step(body: &str) -> Option<Step> {
    let piece = |letter: char| {
        "NBRQK"
            .contains(letter)
            .then(|| PieceKind::from_letter(letter))
    };
    let (kind, rest) = match body.chars().next().and_then(piece).flatten() {
        Some(kind) => (kind, body.get(1..)?),
        None => (PieceKind::Pawn, body),
    };
    let (promotion, rest) = match rest.strip_suffix(['N', 'B', 'R', 'Q']) {
        Some(before) => {
            let kind = PieceKind::from_letter(rest.chars().last()?)?;
            (Some(kind), before.strip_suffix('=').unwrap_or(before))
        }
        None => (None, rest),
    };
    let (origin, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let to: Square = to.parse().ok()?;
    let (origin, captures) = match origin.strip_suffix('x') {
        Some(before) => (before, true),
        None => (origin, false),
    };
    let (file, rank) = read_origin(origin)?;
    let plausible = match kind {
        // A pawn pushes without a file and captures with one.
        PieceKind::Pawn => match file {
            Some(file) => file != to.file(),
            None => !captures && rank.is_none(),
        },
        _ => promotion.is_none(),
    };
    plausible.then_some(Step {
        kind,
        file,
        rank,
        captures,
        to,
        promotion,
    })
}

/// A file, a rank, both or neither, in lower case.
fn read_origin(text: &str) -> Option<(Option<File>, Option<Rank>)> {
    let file = |letter: char| File::ALL.into_iter().find(|file| file.letter() == letter);
    let rank = |digit: char| Rank::ALL.into_iter().find(|rank| rank.digit() == digit);
    let mut letters = text.chars();
    match (letters.next(), letters.next(), letters.next()) {
        (None, ..) => Some((None, None)),
        (Some(one), None, _) => match (file(one), rank(one)) {
            (None, None) => None,
            found => Some(found),
        },
        (Some(one), Some(two), None) => Some((Some(file(one)?), Some(rank(two)?))),
        _ => None,
    }
}

impl Position {
    /// Reads a legal move in SAN. Check signs, the `x` of a piece's capture and the `=` of a
    /// promotion may be missing, castling may be written with zeros, and the origin may be given in
    /// more detail than necessary.
    ///
    /// ```
    /// use movegen::chess::Position;
    /// let start = Position::startpos();
    /// assert_eq!(start.parse_san("Nf3").ok(), start.parse_uci("g1f3").ok());
    /// let error = start.parse_san("Nf4").unwrap_err();
    /// assert_eq!(error.to_string(), "Nf4 is illegal: no white knight can go to f4");
    /// ```
    ///
    /// # Errors
    /// [`SanError`] says why the text is no legal move here.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        self.read_san(text, None)
    }

    /// The position after a legal move in SAN: [`parse_san`](Position::parse_san) and
    /// [`play`](Position::play) in one.
    ///
    /// ```
    /// use movegen::chess::Position;
    /// let position = Position::startpos().play_san("Nf3").unwrap();
    /// assert_eq!(position, Position::startpos().play_uci("g1f3").unwrap());
    /// ```
    ///
    /// # Errors
    /// [`SanError`] says why the text is no legal move here.
    pub fn play_san(&self, text: &str) -> Result<Position, SanError> {
        Ok(self.play(self.parse_san(text)?))
    }

    /// Like [`parse_san`](Position::parse_san), with a history for
    /// [better explanations](Position::parse_uci_after).
    ///
    /// # Errors
    /// [`SanError`] says why the text is no legal move here.
    pub fn parse_san_after(&self, text: &str, history: &MoveHistory) -> Result<Move, SanError> {
        self.read_san(text, Some(history))
    }

    /// The moves among these that a text in SAN fits, whatever its signs say; `None` if it is no SAN.
    pub(in crate::chess) fn san_candidates(&self, text: &str, moves: &[Move]) -> Option<Vec<Move>> {
        // A pawn may become a king.
        let (san, _) = match text.trim_end_matches(['+', '#']).strip_suffix("=K") {
            Some(push) => match read(push)? {
                (San::Step(step), sign) => {
                    let promotion = Some(PieceKind::King);
                    (San::Step(Step { promotion, ..step }), sign)
                }
                castle => castle,
            },
            None => read(text)?,
        };
        let fits = moves.iter().filter(|mv| self.matches_san(**mv, san));
        Some(fits.copied().collect())
    }

    pub(in crate::chess) fn read_san(
        &self,
        text: &str,
        history: Option<&MoveHistory>,
    ) -> Result<Move, SanError> {
        let (san, sign) = read(text).ok_or_else(|| SanError::Syntax(text.to_owned()))?;
        let legal = self.legal_moves();
        let matching = legal.iter().filter(|mv| self.matches_san(**mv, san));
        let moves: Vec<Move> = matching.copied().collect();
        match moves[..] {
            [] => Err(self.explain_illegal(text, san, history)),
            [mv] if self.agrees_with(mv, san, sign) => Ok(mv),
            [mv] => Err(SanError::Mismatch {
                text: text.to_owned(),
                san: self.san(mv),
            }),
            _ => Err(SanError::Ambiguous {
                text: text.to_owned(),
                moves: moves.iter().map(|mv| self.san(*mv)).collect(),
            }),
        }
    }

    /// Whether the text fits this move, apart from check signs and the `x`.
    fn matches_san(&self, mv: Move, san: San) -> bool {
        let castles = mv.kind() == MoveKind::Castle;
        match san {
            San::Castle { king_side } => castles && (mv.to() > mv.from()) == king_side,
            San::Step(step) => {
                let origin = step.origin(self.turn());
                let is_pawn = step.kind == PieceKind::Pawn;
                !castles
                    && mv.to() == step.to
                    && self.piece_at(mv.from()) == Some(origin.piece)
                    && origin.contains(mv.from())
                    && mv.promotion() == step.promotion
                    && (!is_pawn || self.is_capture(mv) == step.file.is_some())
            }
        }
    }

    /// Whether check signs and the `x` are correct. Checkmate is also check.
    fn agrees_with(&self, mv: Move, san: San, sign: Sign) -> bool {
        let after = self.play(mv);
        let signed = match sign {
            Sign::None => true,
            Sign::Check => after.is_check(),
            Sign::Mate => after.is_check() && !after.has_legal_move(),
        };
        let claims_capture = matches!(san, San::Step(step) if step.captures);
        signed && (!claims_capture || self.is_capture(mv))
    }

    /// Why no legal move fits the text.
    fn explain_illegal(&self, text: &str, san: San, history: Option<&MoveHistory>) -> SanError {
        let text = text.to_owned();
        match san {
            San::Castle { king_side } => SanError::Illegal {
                text,
                reasons: self.why_no_castling(king_side, history),
            },
            San::Step(step) => {
                let to = step.to;
                let mut origin = step.origin(self.turn());
                if step.kind == PieceKind::Pawn && step.file.is_none() {
                    // A pawn that pushes stays on its file.
                    origin.file = Some(to.file());
                }
                let reasons = self.why_no_step(origin, to, step.promotion, history);
                match reasons.is_empty() {
                    true => SanError::NoPiece { text, origin, to },
                    false => SanError::Illegal { text, reasons },
                }
            }
        }
    }

    /// The reasons for every piece that moves to the square on an otherwise empty board.
    fn why_no_step(
        &self,
        origin: SanOrigin,
        to: Square,
        promotion: Option<PieceKind>,
        history: Option<&MoveHistory>,
    ) -> Vec<Reason> {
        let Piece { color, kind } = origin.piece;
        let mut reasons = Vec::new();
        for from in (self.pieces(kind) & self.colors(color)).into_iter() {
            // A king that moves farther castles, which SAN writes differently.
            let castles = kind == PieceKind::King && KING[from.index()] >> to.index() & 1 == 0;
            let uci = UciMove {
                from,
                to,
                promotion,
                drop: None,
            };
            let is_candidate = from != to && !castles && origin.contains(from);
            if !is_candidate || self.legal_move(uci).is_some() {
                continue;
            }
            let illegal = self.why_illegal(uci, history);
            if !illegal.reasons.iter().any(Reason::is_impossible_for_piece) {
                reasons.extend(illegal.reasons);
            }
        }
        reasons
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
