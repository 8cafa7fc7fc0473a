//! Moves as text: MoveStrings of the Universal Hive Protocol, written as Mzinga writes them.

use super::board::Board;
use super::hex::{Direction, Hex};
use super::{Bug, Color, Move, Piece, PieceError, Position};

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text does not have the form of a move.
    #[error(
        "'{found}' is not a move; moves are like 'wA1 /bQ' (a piece and a neighbour of its target), \
         'wB1 bQ' (onto that piece) or 'pass'"
    )]
    Syntax {
        /// The text found.
        found: String,
    },
    /// A part of the text is not the name of a piece.
    #[error(transparent)]
    Piece(#[from] PieceError),
    /// The target is described by a piece that has not been placed.
    #[error("{reference} is not in play, so it cannot describe a target")]
    Absent {
        /// The piece.
        reference: Piece,
    },
    /// The target is missing.
    #[error("{piece} has no target; only the first piece of a game needs none")]
    Nowhere {
        /// The piece.
        piece: Piece,
    },
    /// The move breaks a rule.
    #[error("'{found}' is illegal: {reason}")]
    Illegal {
        /// The text found.
        found: String,
        /// The rule that forbids it.
        reason: IllegalReason,
    },
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalReason {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The side passes although it has other moves.
    #[error("there are other moves; a side may pass only if it has none")]
    MustMove,
    /// The side moves although it can only pass.
    #[error("the only legal move is to pass")]
    MustPass,
    /// The game type does not have this bug.
    #[error("the game type {1} has no {0}")]
    NotInGame(Piece, super::GameType),
    /// The piece belongs to the side that is not to move.
    #[error("it is {0}'s turn")]
    OtherSide(Color),
    /// Another piece of the same bug, with a lower number, must be placed first.
    #[error("{0} must be placed first")]
    Order(Piece),
    /// The queen is placed on the first turn.
    #[error("the queen cannot be placed on the first turn")]
    QueenTooEarly,
    /// Another piece is placed on the fourth turn, before the queen.
    #[error("the queen must be placed by the fourth turn")]
    QueenTooLate,
    /// A new piece is placed on top of another.
    #[error("a new piece must be placed on an empty hex")]
    NotEmpty,
    /// A new piece touches the other side, or nothing.
    #[error("a new piece must touch its own side only")]
    NotFree,
    /// The side's queen has not been placed yet.
    #[error("pieces move only after their side's queen is placed")]
    NoQueen,
    /// Another piece lies on top of it.
    #[error("{0} lies under another piece")]
    Covered(Piece),
    /// The last move moved it.
    #[error("{0} was moved by the last move")]
    Stunned(Piece),
    /// The hive would be disconnected.
    #[error("the hive would be disconnected without {0}")]
    Pinned(Piece),
    /// The piece cannot reach the target.
    #[error("{0} cannot reach that hex")]
    OutOfReach(Piece),
}

/// The text for a target, given the direction from the target to the reference piece. The sign
/// stands on the side of the reference on which the moved piece lies.
fn reference(direction: Direction, piece: Piece) -> String {
    match direction {
        0 => format!("{piece}\\"),
        1 => format!("/{piece}"),
        2 => format!("-{piece}"),
        3 => format!("\\{piece}"),
        4 => format!("{piece}/"),
        _ => format!("{piece}-"),
    }
}

/// Splits a reference into the direction that its sign gives, as seen from the piece, and the name
/// of the piece.
fn split_reference(text: &str) -> (Option<Direction>, &str) {
    const BEFORE: [(char, Direction); 3] = [('\\', 0), ('/', 4), ('-', 5)];
    const AFTER: [(char, Direction); 3] = [('/', 1), ('-', 2), ('\\', 3)];
    for (sign, direction) in BEFORE {
        if let Some(rest) = text.strip_prefix(sign) {
            return (Some(direction), rest);
        }
    }
    for (sign, direction) in AFTER {
        if let Some(rest) = text.strip_suffix(sign) {
            return (Some(direction), rest);
        }
    }
    (None, text)
}

impl Position {
    /// A move as a MoveString, byte for byte as Mzinga writes it. The target is described by the piece
    /// on it or else by its first occupied neighbour, clockwise from the north-west.
    ///
    /// ```
    /// use movegen::hive::{GameType, Position};
    /// let start = Position::new(GameType::BASE);
    /// let first = start.play(start.parse_move("wB1").unwrap());
    /// let second = first.parse_move("bS1 wB1/").unwrap();
    /// assert_eq!(first.move_text(second), "bS1 wB1/");
    /// ```
    pub fn move_text(&self, mv: Move) -> String {
        let Move::To { piece, to } = mv else {
            return "pass".to_owned();
        };
        let top = |hex: Hex| {
            let stack = self.stack(hex);
            stack.into_iter().rfind(|&other| other != piece)
        };
        if let Some(beneath) = top(to) {
            return format!("{piece} {beneath}");
        }
        let neighbours = to.neighbours().into_iter().enumerate();
        let mut texts = neighbours.filter_map(|(direction, hex)| {
            top(hex).map(|other| format!("{piece} {}", reference(direction, other)))
        });
        texts.next().unwrap_or_else(|| piece.to_string())
    }

    /// The legal move that a MoveString names, by any neighbour of the target.
    ///
    /// # Errors
    /// [`MoveError`] if the text is not a move or the move is not legal.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let mv = self.read_move(text)?;
        let legal = self.legal_moves();
        if legal.contains(&mv) {
            return Ok(mv);
        }
        Err(MoveError::Illegal {
            found: text.trim().to_owned(),
            reason: self.why_illegal(mv, &legal),
        })
    }

    /// Parses a move, legal or not.
    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (piece, place) = match words[..] {
            [word] if word.eq_ignore_ascii_case("pass") => return Ok(Move::Pass),
            [piece] => (piece.parse()?, None),
            [piece, place] => (piece.parse()?, Some(place)),
            _ => {
                return Err(MoveError::Syntax {
                    found: text.trim().to_owned(),
                });
            }
        };
        let Some(place) = place else {
            return match self.ply {
                0 => Ok(Move::To {
                    piece,
                    to: Hex::ORIGIN,
                }),
                _ => Err(MoveError::Nowhere { piece }),
            };
        };
        let (direction, name) = split_reference(place);
        let reference: Piece = name.parse()?;
        let (hex, _) = self
            .place(reference)
            .ok_or(MoveError::Absent { reference })?;
        let to = direction.map_or(hex, |direction| hex.to(direction));
        Ok(Move::To { piece, to })
    }

    /// The first rule that forbids a move, with the more general rules first.
    fn why_illegal(&self, mv: Move, legal: &[Move]) -> IllegalReason {
        let Move::To { piece, to } = mv else {
            return match legal {
                [] => IllegalReason::Over,
                _ => IllegalReason::MustMove,
            };
        };
        match legal {
            [] => return IllegalReason::Over,
            _ if !self.game_type.has(piece.bug()) => {
                return IllegalReason::NotInGame(piece, self.game_type);
            }
            _ => {}
        }
        let reason = match self.place(piece) {
            None => self.why_not_placed(piece, to),
            Some((hex, level)) => self.why_not_moved(piece, hex, level),
        };
        match legal {
            [Move::Pass] => IllegalReason::MustPass,
            _ => reason,
        }
    }

    fn why_not_placed(&self, piece: Piece, to: Hex) -> IllegalReason {
        let color = self.turn();
        if piece.color() != color {
            return IllegalReason::OtherSide(color);
        }
        if let Some(first) = self.in_hand(color).find(|other| other.bug() == piece.bug())
            && first != piece
        {
            return IllegalReason::Order(first);
        }
        let queen_in_hand = self.place(Piece::new(color, Bug::Queen, 1)).is_none();
        match piece.bug() {
            Bug::Queen if self.ply < 2 => IllegalReason::QueenTooEarly,
            Bug::Queen => IllegalReason::NotFree,
            _ if queen_in_hand && self.ply >= 6 => IllegalReason::QueenTooLate,
            _ if self.is_occupied(to) => IllegalReason::NotEmpty,
            _ => IllegalReason::NotFree,
        }
    }

    fn why_not_moved(&self, piece: Piece, hex: Hex, level: u8) -> IllegalReason {
        let board = Board::new(self);
        let color = self.turn();
        if self.place(Piece::new(color, Bug::Queen, 1)).is_none() {
            IllegalReason::NoQueen
        } else if board.top(hex) != Some(piece) {
            IllegalReason::Covered(piece)
        } else if board.is_stunned(piece) {
            IllegalReason::Stunned(piece)
        } else if level == 0 && board.is_pinned(hex) {
            IllegalReason::Pinned(piece)
        } else if piece.color() != color && board.throws(color).pieces() == 0 {
            IllegalReason::OtherSide(color)
        } else {
            IllegalReason::OutOfReach(piece)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::hex::turned;
    use super::*;

    #[test]
    fn references_round_trip() {
        for direction in 0..6 {
            let queen = Piece::new(Color::White, Bug::Queen, 1);
            let text = reference(direction, queen);
            // The direction from the target to the reference is opposite to that of the way back.
            assert_eq!(
                split_reference(&text),
                (Some(turned(direction, 3)), "wQ"),
                "{text}"
            );
        }
    }
}
