//! Hive as a game of the front end.

use std::fmt;

use clap::Args;
use movegen::hive::{self, GameError, GameType, GroupedPlacements, Move, Position};
use movegen::perft::{AnyCounter, ChildCounter};

use super::flags::{GameFlags, NoArgs, Root, WantedCount};
use super::game::{Game, SuiteLine};

/// The flags that name a position of Hive.
#[derive(Debug, Args)]
pub struct HiveArgs {
    /// The start of a game of Hive: Base, or Base+ and some of MLP; Base if left out
    #[arg(long = "type", value_name = "TYPE", conflicts_with = "game_string")]
    game_type: Option<GameType>,
    /// A position of Hive as a GameString
    #[arg(long = "position", value_name = "GAMESTRING")]
    game_string: Option<hive::Game>,
}

/// How the leaves of Hive are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HiveCounting {
    /// The last ply is counted instead of played, and placements on the same hex are multiplied.
    Multiplied,
    /// Every move is made, including the last ones.
    EachMove,
}

impl fmt::Display for HiveCounting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            HiveCounting::Multiplied => "Hive, bulk counting, placements multiplied",
            HiveCounting::EachMove => "Hive, every move made",
        })
    }
}

impl Game for Position {
    const NAME: &'static str = "hive";
    const SUMMARY: &'static str = "Hive, with any of its three expansions";
    const POSITION_FIELD: &'static str = "game";
    const HAS_BLANKS_IN_MOVES: bool = true;
    const SUITE_LINE: Option<SuiteLine> = Some(SuiteLine {
        // The game type comes first. No rank of a chessboard starts like one.
        starts: |word| word.starts_with("Base"),
        position: "a GameString of Hive",
    });

    type Notation = ();
    type Source = hive::Game;
    type Counting = HiveCounting;
    type ParseError = GameError;

    fn parse(text: &str) -> Result<Position, GameError> {
        let game: hive::Game = text.parse()?;
        Ok(*game.position())
    }

    fn text_after(source: &hive::Game, moves: &[Move], _position: &Position) -> String {
        let mut game = source.clone();
        moves.iter().for_each(|&mv| game.play(mv));
        game.to_string()
    }

    fn move_text(&self, mv: Move, (): ()) -> String {
        Position::move_text(self, mv)
    }

    fn fastest() -> HiveCounting {
        HiveCounting::Multiplied
    }

    fn counter(counting: &HiveCounting) -> AnyCounter<'_, Position> {
        match counting {
            HiveCounting::Multiplied => AnyCounter::new(&GroupedPlacements),
            HiveCounting::EachMove => AnyCounter::new(&ChildCounter),
        }
    }
}

impl GameFlags for Position {
    const POSITION_FLAG: &'static str = "position";

    type PositionArgs = HiveArgs;
    type CountingArgs = NoArgs;

    fn root(arguments: &HiveArgs) -> Result<Root<Position>, String> {
        let game = match &arguments.game_string {
            Some(game) => game.clone(),
            None => hive::Game::new(arguments.game_type.unwrap_or_default()),
        };
        Ok(Root {
            position: *game.position(),
            notation: (),
            fields: vec![(Position::POSITION_FIELD.to_owned(), game.to_string().into())],
            source: game,
            warnings: Vec::new(),
            remarks: Vec::new(),
        })
    }

    fn counting(_: &NoArgs, wanted: &WantedCount<'_, Position>) -> Result<HiveCounting, String> {
        Ok(match wanted.each_move {
            true => HiveCounting::EachMove,
            false => HiveCounting::Multiplied,
        })
    }
}
