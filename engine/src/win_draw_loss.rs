//! The expected result of a game, by score and material.
//!
//! The method is that of Stockfish's WDL model (<https://github.com/official-stockfish/WDL_model>): wins
//! and losses follow logistic curves of the score, whose midpoint and scale depend on the material on
//! the board. With less material, a small advantage wins less often. `workshop odds` plays the games,
//! fits the curves, and measures their calibration; docs/training.md has the results.

use movegen::chess::{PieceKind, Position};

/// The material of both sides: a pawn counts 1, a knight or bishop 3, a rook 5, a queen 9.
///
/// ```
/// use engine::Material;
/// use movegen::chess::Position;
/// assert_eq!(Material::of(&Position::startpos()).count(), 78);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material(u32);

impl Material {
    /// Material with this sum, in pawns.
    pub const fn new(count: u32) -> Material {
        Material(count)
    }

    /// The material of a position.
    pub fn of(position: &Position) -> Material {
        let count = |kind| position.pieces(kind).len();
        Material(
            count(PieceKind::Pawn)
                + 3 * (count(PieceKind::Knight) + count(PieceKind::Bishop))
                + 5 * count(PieceKind::Rook)
                + 9 * count(PieceKind::Queen),
        )
    }

    /// The sum, in pawns.
    pub fn count(self) -> u32 {
        self.0
    }
}

/// The materials, in pawns, between which the model was fitted; others count as the nearest of them.
const FITTED: [u32; 2] = [10, 78];
/// The material, in pawns, whose inverse counts 1.
const UNIT: f64 = 58.0;
/// The score, in centipawns, with which half of the games are won: a constant, and the factor of the
/// inverse of the material.
const EVEN_CHANCE: [f64; 2] = [45.5, 63.6];
/// The scale of the curves, in centipawns: a constant, and the factor of the inverse of the material.
const SCALE: [f64; 2] = [78.2, 2.0];

/// The expected wins, draws and losses per 1000 games with this score, in centipawns.
pub(crate) fn win_draw_loss(score: f64, material: Material) -> [u32; 3] {
    let [least, greatest] = FITTED;
    let inverse = UNIT / f64::from(material.0.clamp(least, greatest));
    let [even, scale] = [EVEN_CHANCE, SCALE].map(|[constant, factor]| constant + factor * inverse);
    let wins = |score: f64| (1000.0 / (1.0 + ((even - score) / scale).exp())).round();
    let (win, loss) = (wins(score) as u32, wins(-score) as u32);
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(fen: &str) -> Material {
        Material::of(&fen.parse().expect("a position"))
    }

    #[test]
    fn the_material_counts_both_sides() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0),
            ("4k3/pp6/8/8/8/8/7P/4K3 w - - 0 1", 3),
            ("qr2k3/8/8/8/8/8/8/1N2KB2 b - - 0 1", 20),
        ] {
            assert_eq!(material(fen).count(), expected, "{fen}");
        }
    }

    #[test]
    fn the_start_position_is_drawn_more_often_than_not() {
        let [win, draw, loss] = win_draw_loss(0.0, Material::of(&Position::startpos()));
        assert!(draw > 500, "{win} {draw} {loss}");
    }

    #[test]
    fn an_even_position_with_less_material_is_drawn_more_often() {
        let draws = [78, 62, 46, 30, 14].map(|count| win_draw_loss(0.0, Material(count))[1]);
        assert!(draws.is_sorted_by(|more, less| more < less), "{draws:?}");
        assert!(draws[4] > 850, "{draws:?}");
    }

    #[test]
    fn wins_grow_with_the_score_and_losses_mirror_them() {
        for count in 0..=150 {
            let odds = |score: i32| win_draw_loss(f64::from(score), Material(count));
            for score in -2000..=2000 {
                let [win, draw, loss] = odds(score);
                assert_eq!(win + draw + loss, 1000);
                assert_eq!(odds(-score), [loss, draw, win]);
                assert!(odds(score + 1)[0] >= win, "{count} {score}");
            }
            assert!(odds(200)[0] > odds(100)[0] && odds(100)[0] > odds(0)[0]);
            assert_eq!(odds(2000), [1000, 0, 0]);
        }
    }
}
