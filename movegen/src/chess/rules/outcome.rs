//! How a game ends.

use std::fmt;

use crate::chess::{Bitboard, Color, PieceKind, Position};

/// Plies without a capture or pawn move after which a player may claim a draw: 50 moves each.
const FIFTY_MOVES: u32 = 100;

/// Plies after which the game is drawn without a claim: 75 moves each.
const SEVENTY_FIVE_MOVES: u32 = 150;

/// Why a game is over, by the FIDE Laws of Chess (2023): checkmate and stalemate, dead positions
/// (5.2.2, as far as material tells), and the draws that need no claim (9.6).
///
/// `Display` gives the result as PGN writes it:
///
/// ```
/// use movegen::chess::{Color, Outcome};
/// assert_eq!(Outcome::Checkmate { winner: Color::Black }.to_string(), "0-1");
/// assert_eq!(Outcome::Stalemate.to_string(), "1/2-1/2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// The other side.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Neither side has the material for a checkmate.
    InsufficientMaterial,
    /// 75 moves of each side without a capture or pawn move.
    SeventyFiveMoves,
    /// The position has occurred five times.
    FivefoldRepetition,
}

impl Outcome {
    /// The winner; `None` if the game is drawn.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        })
    }
}

/// A draw that the player to move may claim (FIDE Laws of Chess, 9.2 and 9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawClaim {
    /// The position has occurred three times.
    ThreefoldRepetition,
    /// 50 moves of each side without a capture or pawn move.
    FiftyMoves,
}

impl Position {
    /// Why the game is over, if it is: repetition aside, of which a position knows nothing.
    ///
    /// ```
    /// use movegen::chess::{Color, Outcome, Position};
    /// let mut position = Position::startpos();
    /// for san in ["f3", "e5", "g4", "Qh4#"] {
    ///     assert_eq!(position.outcome(), None);
    ///     position = position.play_san(san).unwrap();
    /// }
    /// assert_eq!(position.outcome(), Some(Outcome::Checkmate { winner: Color::Black }));
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(match self.is_check() {
                true => Outcome::Checkmate {
                    winner: !self.turn(),
                },
                false => Outcome::Stalemate,
            });
        }
        if self.is_insufficient_material() {
            return Some(Outcome::InsufficientMaterial);
        }
        (self.halfmoves() >= SEVENTY_FIVE_MOVES).then_some(Outcome::SeventyFiveMoves)
    }

    /// Like [`outcome`](Position::outcome), with repetition: `earlier` has the
    /// [keys](Position::key) of the game's earlier positions, in order.
    ///
    /// ```
    /// use movegen::chess::{DrawClaim, Outcome, Position};
    /// let mut position = Position::startpos();
    /// let mut earlier = Vec::new();
    /// while position.outcome_after(&earlier).is_none() {
    ///     for san in ["Nf3", "Nf6", "Ng1", "Ng8"] {
    ///         earlier.push(position.key());
    ///         position = position.play_san(san).unwrap();
    ///     }
    ///     assert_eq!(position.draw_claim(&earlier).is_some(), earlier.len() >= 8);
    /// }
    /// assert_eq!(position.outcome_after(&earlier), Some(Outcome::FivefoldRepetition));
    /// assert_eq!(earlier.len(), 16);
    /// ```
    pub fn outcome_after(&self, earlier: &[u128]) -> Option<Outcome> {
        let repeated = || (self.repetitions(earlier) >= 4).then_some(Outcome::FivefoldRepetition);
        self.outcome().or_else(repeated)
    }

    /// The draw that the player to move may claim; `earlier` has the [keys](Position::key) of the
    /// game's earlier positions, in order.
    pub fn draw_claim(&self, earlier: &[u128]) -> Option<DrawClaim> {
        if self.repetitions(earlier) >= 2 {
            Some(DrawClaim::ThreefoldRepetition)
        } else if self.halfmoves() >= FIFTY_MOVES {
            Some(DrawClaim::FiftyMoves)
        } else {
            None
        }
    }

    /// The number of earlier occurrences of this position; `earlier` has the
    /// [keys](Position::key) of the game's earlier positions, in order.
    ///
    /// Only positions since the last capture or pawn move are compared, because none before it can
    /// recur. As the FIDE rules demand, an en passant square counts only where a capture is legal.
    pub fn repetitions(&self, earlier: &[u128]) -> usize {
        let reversible = earlier.len().min(self.halfmoves() as usize);
        let recent = &earlier[earlier.len() - reversible..];
        recent.iter().filter(|&&key| key == self.key()).count()
    }

    /// Whether the side to move is checkmated.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the side to move is stalemated.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// Whether no sequence of moves can lead to checkmate, judging by material alone: only kings, a
    /// single knight or bishop besides, or bishops that all stand on squares of one colour.
    ///
    /// ```
    /// use movegen::chess::Position;
    /// // White's bishop and Black's bishop stand on light squares.
    /// let position: Position = "4k3/8/4b3/8/8/8/4B3/4K3 w - - 0 1".parse().unwrap();
    /// assert!(position.is_insufficient_material());
    /// ```
    pub fn is_insufficient_material(&self) -> bool {
        let minors = self.pieces(PieceKind::Knight) | self.pieces(PieceKind::Bishop);
        let others = self.occupied() - minors - self.pieces(PieceKind::King);
        if !others.is_empty() {
            return false;
        }
        let bishops = self.pieces(PieceKind::Bishop);
        let one_color =
            (bishops & Bitboard::DARK).is_empty() || (bishops - Bitboard::DARK).is_empty();
        minors.len() <= 1 || minors == bishops && one_color
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(fen: &str) -> Option<Outcome> {
        fen.parse::<Position>().expect(fen).outcome()
    }

    #[test]
    fn every_ending_is_recognised() {
        let white = Outcome::Checkmate {
            winner: Color::White,
        };
        for (fen, expected) in [
            ("4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1", Some(white)),
            // Checkmate comes before the 75-move rule.
            ("4k3/4Q3/4K3/8/8/8/8/8 b - - 150 100", Some(white)),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(Outcome::Stalemate)),
            (
                "4k3/8/8/8/8/8/4R3/4K3 b - - 150 100",
                Some(Outcome::SeventyFiveMoves),
            ),
            ("4k3/8/8/8/8/8/3R4/4K3 b - - 149 100", None),
        ] {
            assert_eq!(outcome(fen), expected, "{fen}");
        }
    }

    #[test]
    fn material_is_insufficient_only_if_no_mate_can_arise() {
        for (fen, insufficient) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/4N3/4K3 w - - 0 1", true),
            ("4k3/4b3/8/8/8/8/8/4K3 w - - 0 1", true),
            // Two bishops of one colour, and three.
            ("4k3/8/4b3/8/8/8/4B3/4K3 w - - 0 1", true),
            ("4k3/8/4b3/8/2B5/8/4B3/4K3 w - - 0 1", true),
            // Bishops of different colours, two knights, knight against bishop.
            ("4k3/4b3/8/8/8/8/4B3/4K3 w - - 0 1", false),
            ("4k3/8/8/8/8/8/3NN3/4K3 w - - 0 1", false),
            ("4k3/4b3/8/8/8/8/4N3/4K3 w - - 0 1", false),
            ("4k3/4n3/8/8/8/8/4N3/4K3 w - - 0 1", false),
            ("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", false),
            ("4k3/4q3/8/8/8/8/8/3K4 w - - 0 1", false),
            ("4k3/4r3/8/8/8/8/8/3K4 w - - 0 1", false),
        ] {
            let position: Position = fen.parse().expect(fen);
            assert_eq!(position.is_insufficient_material(), insufficient, "{fen}");
        }
    }

    #[test]
    fn repetitions_before_a_capture_or_pawn_move_do_not_count() {
        let position: Position = "4k3/8/8/8/8/8/R7/3K4 w - - 3 40".parse().expect("a FEN");
        let key = position.key();
        assert_eq!(position.repetitions(&[key, 0, key, 0]), 1);
        assert_eq!(position.repetitions(&[key]), 1);
        assert_eq!(position.repetitions(&[]), 0);
    }

    #[test]
    fn draws_are_claimed_after_three_occurrences_or_fifty_moves() {
        let claim = |halfmoves: u32, repetitions: usize| {
            let fen = format!("4k3/8/8/8/8/8/R7/3K4 w - - {halfmoves} 90");
            let position: Position = fen.parse().expect("a FEN");
            position.draw_claim(&vec![position.key(); repetitions])
        };
        assert_eq!(claim(99, 1), None);
        assert_eq!(claim(100, 1), Some(DrawClaim::FiftyMoves));
        assert_eq!(claim(9, 2), Some(DrawClaim::ThreefoldRepetition));
    }
}
