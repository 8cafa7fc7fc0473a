//! The lines of a file of games: scored positions with the results of their games.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::path::Path;
use std::str::FromStr;

/// The result of a game for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    Win,
    Draw,
    Loss,
}

/// The names of the results, in a file.
const NAMES: [(GameResult, &str); 3] = [
    (GameResult::Win, "win"),
    (GameResult::Draw, "draw"),
    (GameResult::Loss, "loss"),
];

impl Display for GameResult {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let named = NAMES.iter().find(|(result, _)| result == self);
        f.pad(named.map_or("", |(_, name)| name))
    }
}

/// A scored position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The number of the game, from 1.
    pub game: u32,
    pub fullmoves: u32,
    /// See `engine::Material`.
    pub material: u32,
    /// In centipawns, for the side to move.
    pub score: i32,
    pub result: GameResult,
}

impl Display for Sample {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Sample {
            game,
            fullmoves,
            material,
            score,
            result,
        } = self;
        write!(f, "{game} {fullmoves} {material} {score} {result}")
    }
}

/// The fields of a line, as `play` writes them.
pub const FIELDS: &str = "game fullmoves material score result";

impl FromStr for Sample {
    type Err = String;

    fn from_str(line: &str) -> Result<Sample, String> {
        let wrong = || format!("'{line}', expected '{FIELDS}'");
        let fields: Vec<_> = line.split(' ').collect();
        let &[game, fullmoves, material, score, result] = fields.as_slice() else {
            return Err(wrong());
        };
        let number = |text: &str| text.parse().map_err(|_| wrong());
        let named = NAMES.iter().find(|(_, name)| *name == result);
        Ok(Sample {
            game: number(game)?,
            fullmoves: number(fullmoves)?,
            material: number(material)?,
            score: score.parse().map_err(|_| wrong())?,
            result: named.ok_or_else(wrong)?.0,
        })
    }
}

/// Reads a file that `play` has written. Lines that start with `#` are comments.
pub fn read(path: &Path) -> Result<Vec<Sample>, Box<dyn Error>> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("'{name}': {error}"))?;
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(index, line)| {
            let sample = line.parse();
            sample.map_err(|error: String| format!("'{name}', line {}: {error}", index + 1).into())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_written() {
        let sample = Sample {
            game: 12,
            fullmoves: 31,
            material: 40,
            score: -17,
            result: GameResult::Loss,
        };
        assert_eq!(sample.to_string(), "12 31 40 -17 loss");
        assert_eq!(sample.to_string().parse(), Ok(sample));
    }

    #[test]
    fn errors_quote_the_line() {
        for line in ["1 2 3 4", "1 2 3 4 won", "1 2 3 x win", "1 2 3 4 win 5"] {
            let error = line.parse::<Sample>().expect_err(line);
            assert_eq!(error, format!("'{line}', expected '{FIELDS}'"));
        }
    }
}
