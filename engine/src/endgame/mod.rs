//! Knowledge of endings with few men, which the network evaluates badly: how to mate a lone king,
//! and which advantages do not win.
//!
//! The search does the rest: it knows draws by rule, and finds mates. [`knowledge`] looks at the
//! number of men first, so that other positions cost next to nothing.

mod board;
mod draws;
mod kbnk;
mod mop_up;
mod piece_against_piece;

use movegen::chess::{Color, Position};

/// The most men for which there is knowledge.
const MAX_MEN: u32 = 6;

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Knowledge {
    /// Nothing beyond the network's evaluation.
    Nothing,
    /// The evaluation in centipawns, for the side to move.
    Value(i32),
    /// The network's evaluation is too high for either side: divide it by this number.
    Divide(i32),
}

/// What is known about the ending on the board.
#[inline]
pub(crate) fn knowledge(position: &Position) -> Knowledge {
    if position.occupied().len() > MAX_MEN {
        return Knowledge::Nothing;
    }
    of_few_men(position)
}

fn of_few_men(position: &Position) -> Knowledge {
    for strong in Color::ALL {
        let value = if position.colors(!strong).len() == 1 {
            against_lone_king(position, strong)
        } else {
            piece_against_piece::value(position, strong)
        };
        if let Some(value) = value {
            let own = position.turn() == strong;
            return Knowledge::Value(if own { value } else { -value });
        }
    }
    draws::unlikely_win(position).map_or(Knowledge::Nothing, Knowledge::Divide)
}

/// The value of a position for the side whose opponent has only a king.
fn against_lone_king(position: &Position, strong: Color) -> Option<i32> {
    if let Some(value) = draws::cannot_win(position, strong) {
        return Some(value);
    }
    if kbnk::applies(position) {
        return Some(kbnk::value(position, strong));
    }
    mop_up::applies(position).then(|| mop_up::value(position, strong))
}

#[cfg(test)]
mod tests {
    use movegen::chess::{Piece, PieceKind, Setup, Square};
    use movegen::random::Random;

    use super::*;
    use crate::network::Network;

    /// A position of up to seven men on random squares.
    fn random_position(random: &mut Random) -> Option<Position> {
        let mut setup = Setup::empty();
        setup.turn = Color::ALL[random.below(2)];
        for color in Color::ALL {
            setup.put(Square::from_index(random.below(64)), color.king());
        }
        for _ in 0..random.below(6) {
            let piece = Piece {
                color: Color::ALL[random.below(2)],
                kind: PieceKind::ALL[random.below(5)],
            };
            setup.put(Square::from_index(random.below(64)), piece);
        }
        Position::try_from(&setup).ok()
    }

    /// The position with files mirrored.
    fn mirrored(position: &Position) -> Position {
        let setup = position.to_setup();
        let mut mirrored = setup.clone();
        for square in Square::ALL {
            mirrored.board[square.index() ^ 7] = setup.board[square.index()];
        }
        Position::try_from(&mirrored).expect("a legal position")
    }

    #[test]
    fn knowledge_is_the_same_for_both_colors_and_mirrored_files() {
        let mut random = Random::new(1);
        let mut known = 0;
        for _ in 0..20_000 {
            let Some(position) = random_position(&mut random) else {
                continue;
            };
            let knowledge = knowledge(&position);
            known += u32::from(knowledge != Knowledge::Nothing);
            for other in [position.flip(), mirrored(&position)] {
                assert_eq!(super::knowledge(&other), knowledge, "{position:?}");
                let evaluate = |position| Network::default().evaluate(position);
                assert_eq!(evaluate(&other), evaluate(&position), "{position:?}");
            }
        }
        assert!(known > 1000, "{known}");
    }

    #[test]
    fn knowledge_depends_on_the_material() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", Some(6600..9600)),
            ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", Some(6600..9600)),
            ("4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1", Some(100..6500)),
            ("4k2r/8/8/8/8/8/8/Q3K3 w - - 0 1", Some(500..2000)),
            ("3nk3/8/8/8/8/8/8/R3K3 w - - 0 1", Some(0..200)),
            ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", Some(0..10)),
            ("k7/8/8/P7/8/2K5/8/4B3 w - - 0 1", Some(0..10)),
            // The bishop controls the corner; the king is too far away; the pawn can change files.
            ("k7/8/8/P7/8/2K5/8/5B2 w - - 0 1", None),
            ("8/8/4k3/P7/8/2K5/8/4B3 w - - 0 1", None),
            ("k7/8/8/PP6/8/2K5/8/4B3 w - - 0 1", None),
        ] {
            let position: Position = fen.parse().expect(fen);
            match (knowledge(&position), expected) {
                (Knowledge::Value(value), Some(range)) => {
                    assert!(range.contains(&value), "{fen}: {value}");
                }
                (knowledge, expected) => {
                    assert_eq!((knowledge, expected), (Knowledge::Nothing, None), "{fen}");
                }
            }
        }
    }

    #[test]
    fn advantages_that_rarely_win_are_reduced() {
        for (fen, expected) in [
            ("3bk3/8/8/8/8/8/8/R3K3 w - - 0 1", Knowledge::Divide(8)),
            ("3rk3/8/8/8/8/8/8/R2BK3 w - - 0 1", Knowledge::Divide(4)),
            ("3bk3/8/8/8/8/8/8/1N2K3 w - - 0 1", Knowledge::Divide(16)),
            ("3bk3/8/8/8/8/8/8/Q3K3 w - - 0 1", Knowledge::Nothing),
            ("3rk3/8/8/8/8/8/P7/R2BK3 w - - 0 1", Knowledge::Nothing),
        ] {
            assert_eq!(knowledge(&fen.parse().expect(fen)), expected, "{fen}");
        }
    }

    #[test]
    fn a_lone_king_is_driven_into_the_corner_of_the_bishop() {
        let value = |fen: &str| match knowledge(&fen.parse().expect(fen)) {
            Knowledge::Value(value) => value,
            other => panic!("{fen}: {other:?}"),
        };
        let center = value("8/8/8/3k4/8/3K1N2/5B2/8 w - - 0 1");
        let wrong_corner = value("k7/8/2K5/8/8/5N2/5B2/8 w - - 0 1");
        let right_corner = value("7k/8/5K2/8/8/5N2/5B2/8 w - - 0 1");
        assert!(center < wrong_corner && wrong_corner < right_corner);
    }
}
