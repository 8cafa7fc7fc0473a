//! Moves as text: MoveStrings of the Universal Hive Protocol, written as Mzinga writes them.

use super::board::Board;
use super::hex::{Direction, Hex};
use super::{Bug, Color, Move, Piece, PieceError, Position};

/// A text that is no move, or no legal one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Not of the form of a move.
    #[error(
        "'{found}' is no move; moves are like 'wA1 /bQ' (the piece and a neighbour of the place \
         it goes to), 'wB1 bQ' (onto that piece) or 'pass'"
    )]
    Syntax {
        /// What was found.
        found: String,
    },
    /// A piece without a name.
    #[error(transparent)]
    Piece(#[from] PieceError),
    /// The place is told by a piece that is not there.
    #[error("{reference} is in nobody's neighbourhood: it has not been placed")]
    Absent {
        /// The piece.
        reference: Piece,
    },
    /// No place is told.
    #[error("where does {piece} go? Only the first piece of a game needs no neighbour")]
    Nowhere {
        /// The piece.
        piece: Piece,
    },
    /// Against the rules.
    #[error("'{found}' is illegal: {reason}")]
    Illegal {
        /// What was found.
        found: String,
        /// Which rule forbids it.
        reason: IllegalReason,
    },
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalReason {
    /// Somebody has won, or nobody can.
    #[error("the game is over")]
    Over,
    /// A pass with a choice of moves.
    #[error("there are other moves, and only who has none passes")]
    MustMove,
    /// A move where there is none.
    #[error("there is no move but to pass")]
    MustPass,
    /// The game is played without this bug.
    #[error("{0} takes part in no game of the type {1}")]
    NotInGame(Piece, super::GameType),
    /// A piece of the other side comes out of the hand.
    #[error("it is {0}'s turn")]
    OtherSide(Color),
    /// A piece of a bug is placed before one with a lower number.
    #[error("{0} is placed first")]
    Order(Piece),
    /// The queen on the first turn.
    #[error("the queen is not placed on the first turn")]
    QueenTooEarly,
    /// Another piece on the fourth turn.
    #[error("the queen must be placed by the fourth turn")]
    QueenTooLate,
    /// A new piece does not go on top of others.
    #[error("a new piece is placed on an empty hex")]
    NotEmpty,
    /// A new piece does not go there.
    #[error("a new piece touches its own side and no other")]
    NotFree,
    /// Pieces move once the queen is there.
    #[error("no piece moves before its side's queen is placed")]
    NoQueen,
    /// There is something on top of it.
    #[error("{0} lies under another piece")]
    Covered(Piece),
    /// It was moved by the last move.
    #[error("{0} was moved just now")]
    Stunned(Piece),
    /// The hive would fall apart.
    #[error("the hive would fall apart without {0}")]
    Pinned(Piece),
    /// It does not get there.
    #[error("{0} does not get there")]
    OutOfReach(Piece),
}

/// How the place is told, by the direction in which the reference lies from there: the sign stands
/// on the side on which the moved piece comes to lie.
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

/// The direction in which a sign before or after a piece points from there.
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
    /// A move as a MoveString, byte for byte as Mzinga writes it: the place is told by the piece
    /// that it comes to lie on or else by the first of its neighbours, from north-west clockwise.
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
        let mut told = neighbours.filter_map(|(direction, hex)| {
            top(hex).map(|other| format!("{piece} {}", reference(direction, other)))
        });
        told.next().unwrap_or_else(|| piece.to_string())
    }

    /// The legal move that a MoveString tells, by whatever neighbour.
    ///
    /// # Errors
    /// [`MoveError`] says what is wrong with it.
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

    /// What a text says, legal or not.
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

    /// The first rule, from the general to the particular, that forbids a move.
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
        let queen_waits = self.place(Piece::new(color, Bug::Queen, 1)).is_none();
        match piece.bug() {
            Bug::Queen if self.ply < 2 => IllegalReason::QueenTooEarly,
            Bug::Queen => IllegalReason::NotFree,
            _ if queen_waits && self.ply >= 6 => IllegalReason::QueenTooLate,
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
    fn signs_are_read_as_they_are_written() {
        for direction in 0..6 {
            let queen = Piece::new(Color::White, Bug::Queen, 1);
            let text = reference(direction, queen);
            // The reference lies there as seen from the place, and the place here as seen from it.
            assert_eq!(
                split_reference(&text),
                (Some(turned(direction, 3)), "wQ"),
                "{text}"
            );
        }
    }
}
