//! Validation: why a setup is no valid position, and what is unusual about a valid one.

use std::fmt;

use crate::chess::rules::reachability::PAWNS;
use crate::chess::{
    Bitboard, CastlingStyle, Color, PieceKind, Position, Setup, Square, VariantSign,
};

/// One reason why the rules do not apply to a setup.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionProblem {
    /// Not exactly one king.
    #[error("{color} has {count} kings instead of exactly one")]
    Kings {
        /// The side.
        color: Color,
        /// The number of its kings.
        count: u32,
    },
    /// The side to move could capture the king.
    #[error("{turn} is to move, but the {} king on {king} is in check from {}", !*turn, squares(*checkers))]
    OpponentInCheck {
        /// The side to move.
        turn: Color,
        /// The king in check.
        king: Square,
        /// The pieces that give check.
        checkers: Bitboard,
    },
    /// Pawns cannot stand on the first or the last rank.
    #[error("pawns stand on the first or eighth rank: {}", squares(*.0))]
    PawnsOnBackRanks(Bitboard),
    /// Castling rights with two rooks on the same side of the king.
    #[error("{color} may castle with more than one rook on one side of the king: {}", squares(*rooks))]
    CastlingRooks {
        /// The side.
        color: Color,
        /// The rooks on the same side of the king.
        rooks: Bitboard,
    },
    /// A rule of a variant forbids it.
    #[error("{0}")]
    OfVariant(String),
    /// The number of kings is that of a variant of chess.
    #[error("{0}")]
    Variant(VariantSign),
}

/// Every reason why a setup is not a valid position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The reasons, at least one.
    pub problems: Vec<PositionProblem>,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            write!(f, "{}{problem}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for PositionError {}

/// Something unusual in a valid setup.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionWarning {
    /// A castling right without king and rook in place.
    #[error("castling right of {0} dropped: king and rook do not stand for it")]
    CastlingDropped(Square),
    /// An en passant square that no legal capture can use.
    #[error("en passant square {0} dropped: no legal capture can use it")]
    EnPassantDropped(Square),
    /// Checks that no last move can have given: see
    /// [`Position::checks_are_possible`](crate::chess::Position::checks_are_possible).
    #[error("no last move can give this check (checkers {})", squares(*.0).replace(' ', ", "))]
    ImpossibleCheck(Bitboard),
    /// More pieces than promotions can give.
    #[error("{color} has {pawns} pawns and {pieces} pieces in all, more than promotions can give")]
    Material {
        /// The side.
        color: Color,
        /// The number of pawns.
        pawns: u32,
        /// The number of pieces, pawns and king included.
        pieces: u32,
    },
}

fn squares(set: Bitboard) -> String {
    set.into_iter()
        .map(|s| s.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

impl TryFrom<&Setup> for Position {
    type Error = PositionError;

    /// [`Position::from_setup`] without the warnings.
    fn try_from(setup: &Setup) -> Result<Position, PositionError> {
        Ok(Position::from_setup(setup)?.0)
    }
}

impl Position {
    /// The position of a setup, with warnings about what had to be dropped and what is unusual.
    ///
    /// # Errors
    /// Every reason why the rules do not apply to the setup: see
    /// [`PositionProblem`](crate::chess::PositionProblem).
    pub fn from_setup(setup: &Setup) -> Result<(Position, Vec<PositionWarning>), PositionError> {
        let position = Position::from_setup_unchecked(setup);
        let problems = position.problems();
        if !problems.is_empty() {
            return Err(PositionError { problems });
        }
        let mut warnings = position.dropped_from(setup);
        position.unusual_material(&mut warnings);
        position.unusual_checks(setup.en_passant, &mut warnings);
        Ok((position, warnings))
    }

    /// What the setup of this position has besides.
    pub(in crate::chess) fn dropped_from(&self, setup: &Setup) -> Vec<PositionWarning> {
        let rights = (setup.castling - self.castling_rooks()).into_iter();
        let mut dropped: Vec<_> = rights.map(PositionWarning::CastlingDropped).collect();
        if let Some(square) = setup.en_passant.filter(|_| self.en_passant().is_none()) {
            dropped.push(PositionWarning::EnPassantDropped(square));
        }
        dropped
    }

    /// Why it is no position of chess.
    pub(in crate::chess) fn problems(&self) -> Vec<PositionProblem> {
        let mut problems = Vec::new();
        for color in Color::ALL {
            let count = (self.pieces(PieceKind::King) & self.colors(color)).len();
            if count != 1 {
                problems.push(PositionProblem::Kings { color, count });
            }
        }
        let outer = Bitboard(self.board.pawns & 0xff00_0000_0000_00ff);
        if !outer.is_empty() {
            problems.push(PositionProblem::PawnsOnBackRanks(outer));
        }
        for color in Color::ALL {
            let (king, rooks) = (self.king(color), self.castling_rooks() & self.colors(color));
            let (east, west): (Vec<_>, Vec<_>) = rooks.into_iter().partition(|rook| *rook > king);
            for side in [east, west] {
                if side.len() > 1 {
                    let rooks = side.into_iter().collect();
                    problems.push(PositionProblem::CastlingRooks { color, rooks });
                }
            }
        }
        let enemy_kings = self.pieces(PieceKind::King) & self.colors(!self.turn);
        for king in enemy_kings {
            let checkers = self.attackers(king, self.turn, self.occupied());
            if !checkers.is_empty() {
                problems.push(PositionProblem::OpponentInCheck {
                    turn: self.turn,
                    king,
                    checkers,
                });
            }
        }
        problems.extend(self.variant_sign().map(PositionProblem::Variant));
        problems
    }

    /// The sign of a variant that has another number of kings. A side without men has lost its part
    /// of the FEN instead.
    fn variant_sign(&self) -> Option<VariantSign> {
        let kings = |color| (self.pieces(PieceKind::King) & self.colors(color)).len();
        // Black first: without a black king, it is not horde.
        let mut sides = [Color::Black, Color::White].into_iter();
        sides.find_map(|color| match kings(color) {
            0 if !self.colors(color).is_empty() => Some(VariantSign::NoKing(color)),
            0 | 1 => None,
            _ => Some(VariantSign::Kings(color)),
        })
    }

    fn unusual_material(&self, warnings: &mut Vec<PositionWarning>) {
        for color in Color::ALL {
            if self.pawns_and_promotions(color) > PAWNS {
                let own = self.colors(color);
                warnings.push(PositionWarning::Material {
                    color,
                    pawns: (self.pieces(PieceKind::Pawn) & own).len(),
                    pieces: own.len(),
                });
            }
        }
    }

    /// `passed` is the en passant square of the setup. A position does not tell whether it is one of
    /// Chess960, so any castling counts as a last move.
    fn unusual_checks(&self, passed: Option<Square>, warnings: &mut Vec<PositionWarning>) {
        if !self.checks_are_possible(passed, CastlingStyle::Chess960) {
            warnings.push(PositionWarning::ImpossibleCheck(self.checkers()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(mut setup: Setup, change: impl FnOnce(&mut Setup)) -> String {
        change(&mut setup);
        Position::from_setup(&setup)
            .expect_err("no rules")
            .to_string()
    }

    fn setup(fen: &str) -> Setup {
        fen.parse().expect(fen)
    }

    #[test]
    fn every_reason_is_named() {
        let message = refused(setup("P3k3/8/8/8/8/8/8/8 w - -"), |_| {});
        assert_eq!(
            message,
            "white has 0 kings instead of exactly one; pawns stand on the first or eighth rank: a8; \
             this looks like horde or antichess (choose the variant to read it)"
        );
        let message = refused(setup("4k3/8/8/8/8/8/4R3/4K3 w - -"), |_| {});
        assert_eq!(
            message,
            "white is to move, but the black king on e8 is in check from e2"
        );
    }

    #[test]
    fn a_variant_with_other_kings_is_named() {
        const ADVICE: &str = "(choose the variant to read it)";
        let horde = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1";
        for (fen, variants) in [
            (horde, "horde or antichess"),
            ("4k3/8/8/8/8/8/PPP5/8 w - - 0 1", "horde or antichess"),
            ("8/3p4/8/8/8/8/PPP5/4K3 w - - 0 1", "antichess"),
            ("8/3p4/8/8/8/8/PPP5/8 w - - 0 1", "antichess"),
            ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "antichess"),
            ("k3k3/8/8/8/8/8/8/K7 w - - 0 1", "antichess"),
        ] {
            let message = refused(setup(fen), |_| {});
            let suffix = format!("; this looks like {variants} {ADVICE}");
            assert!(message.ends_with(&suffix), "{fen}: {message}");
        }
        // A side without men is a missing part of the FEN, and with both kings it is chess.
        for fen in [
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "4k3/8/8/8/8/8/8/8 w - - 0 1",
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
        ] {
            let message = refused(setup(fen), |_| {});
            assert!(!message.contains("looks like"), "{fen}: {message}");
        }
    }

    #[test]
    fn two_castling_rooks_on_one_side_have_no_rule() {
        let both = [Square::F1, Square::H1].into_iter().collect();
        let message = refused(setup("4k3/8/8/8/8/8/8/4KR1R w H -"), |setup| {
            setup.castling = both
        });
        assert_eq!(
            message,
            "white may castle with more than one rook on one side of the king: f1 h1"
        );
    }

    #[test]
    fn an_en_passant_square_off_its_rank_is_dropped() {
        let mut setup = setup("4k3/1pP5/8/8/8/2K2b2/8/8 w - -");
        setup.en_passant = Some(Square::B8);
        let (position, warnings) = Position::from_setup(&setup).expect("a position");
        assert_eq!(position.en_passant(), None);
        assert_eq!(warnings, [PositionWarning::EnPassantDropped(Square::B8)]);
        assert_eq!(
            position.moves_in_report_order().len(),
            position.legal_moves().len()
        );
    }

    #[test]
    fn odd_positions_are_taken_with_a_warning() {
        for (fen, warning) in [
            (
                "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1",
                "no last move can give this check (checkers h1, a8)",
            ),
            (
                "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
                "white has 8 pawns and 11 pieces in all, more than promotions can give",
            ),
            (
                "2b1k1b1/pppppppp/8/8/8/8/8/4K3 w - - 0 1",
                "black has 8 pawns and 11 pieces in all, more than promotions can give",
            ),
            (
                "4k3/8/8/8/3p4/8/8/4K3 w - d6 0 1",
                "en passant square d6 dropped: no legal capture can use it",
            ),
        ] {
            let (_, warnings) = Position::from_setup(&setup(fen)).expect(fen);
            let texts: Vec<String> = warnings.iter().map(ToString::to_string).collect();
            assert_eq!(texts, [warning], "{fen}");
        }
    }

    #[test]
    fn a_check_older_than_the_double_push_is_odd() {
        for (fen, warning) in [
            // The rook looked at the king across the sixth rank before the pawn came.
            (
                "4k3/8/K6r/3pP3/8/8/8/8 w - d6 0 1",
                Some("no last move can give this check (checkers h6)"),
            ),
            // The pawn itself gives check, or opened the diagonal by leaving d7.
            ("4k3/8/8/3pP3/2K5/8/8/8 w - d6 0 1", None),
            (
                "2b1k3/8/8/3pP3/8/7K/8/8 w - d6 0 1",
                Some("en passant square d6 dropped: no legal capture can use it"),
            ),
        ] {
            let (_, warnings) = Position::from_setup(&setup(fen)).expect(fen);
            let texts: Vec<String> = warnings.iter().map(ToString::to_string).collect();
            assert_eq!(texts, Vec::from_iter(warning), "{fen}");
        }
    }
}
