//! Game types: the base game with any of its expansions.

use std::fmt;
use std::str::FromStr;

use super::Bug;

/// The base game with any of the three expansions.
///
/// ```
/// use movegen::hive::{Bug, GameType};
/// let game: GameType = "Base+ML".parse().unwrap();
/// assert!(game.has(Bug::Mosquito) && !game.has(Bug::Pillbug) && game.has(Bug::Ant));
/// assert_eq!(game.to_string(), "Base+ML");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameType(u8);

impl GameType {
    /// All game types, in the order of the published tables.
    pub const ALL: [GameType; 8] = [
        GameType(0b000),
        GameType(0b001),
        GameType(0b010),
        GameType(0b100),
        GameType(0b011),
        GameType(0b101),
        GameType(0b110),
        GameType(0b111),
    ];

    /// The base game without expansions.
    pub const BASE: GameType = GameType::ALL[0];

    /// The base game with all three expansions.
    pub const BASE_MLP: GameType = GameType::ALL[7];

    const EXPANSIONS: [Bug; 3] = [Bug::Mosquito, Bug::Ladybug, Bug::Pillbug];

    /// Whether the game has this bug.
    pub fn has(self, bug: Bug) -> bool {
        let place = GameType::EXPANSIONS.iter().position(|&b| b == bug);
        place.is_none_or(|place| self.0 >> place & 1 != 0)
    }
}

impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Base")?;
        if *self != GameType::BASE {
            f.write_str("+")?;
        }
        GameType::EXPANSIONS
            .into_iter()
            .filter(|bug| self.has(*bug))
            .try_for_each(|bug| write!(f, "{}", bug.letter()))
    }
}

/// A text that is not a game type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{found}' is not a game type; use one of {}",
    GameType::ALL.map(|game| game.to_string()).join(", ")
)]
pub struct GameTypeError {
    /// The text found.
    pub found: String,
}

impl FromStr for GameType {
    type Err = GameTypeError;

    fn from_str(text: &str) -> Result<GameType, GameTypeError> {
        let mut all = GameType::ALL.into_iter();
        all.find(|game| game.to_string() == text)
            .ok_or_else(|| GameTypeError {
                found: text.to_owned(),
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        for game in GameType::ALL {
            assert_eq!(game.to_string().parse(), Ok(game));
        }
        for wrong in ["", "base", "Base+", "Base+LM", "Base+MLPM", "Base+X"] {
            assert!(wrong.parse::<GameType>().is_err(), "{wrong}");
        }
        assert_eq!(
            "Bass"
                .parse::<GameType>()
                .expect_err("not a game type")
                .to_string(),
            "'Bass' is not a game type; use one of Base, Base+M, Base+L, Base+P, Base+ML, \
             Base+MP, Base+LP, Base+MLP"
        );
    }
}
