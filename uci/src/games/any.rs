//! Positions whose game is known only at run time.

use std::any::Any;
use std::error::Error;
use std::fmt::Debug;

use movegen::perft::{Perft, PerftError, Stop};
use serde_json::{Map, Value};

use super::flags::GameFlags;
use super::game::{Game, SuiteLine};
use super::{GameUser, GameVisitor, visit_games, with_game};
use crate::perft::Columns;

/// A position of any game: what a line of a suite or a row of published results holds.
pub trait AnyPosition: Any + Debug + Send + Sync {
    /// What its game offers.
    fn game(&self) -> GameInfo;

    /// The field that holds the text of the position in JSON.
    fn position_field(&self) -> &'static str;

    /// How leaves are counted, for the line with the speed.
    fn counting_text(&self) -> String;

    /// Whether this is the same position of the same game.
    fn is_same(&self, other: &dyn AnyPosition) -> bool;

    /// Counts the leaves with the fastest counter of the game. After a stop the number is
    /// incomplete.
    ///
    /// # Errors
    /// As [`Perft::run`].
    fn leaves(&self, perft: &Perft, stop: &Stop) -> Result<u128, PerftError>;
}

impl dyn AnyPosition {
    /// The position, if it is one of the game `G`.
    pub fn downcast<G: Game>(&self) -> Option<&G> {
        (self as &dyn Any).downcast_ref()
    }
}

/// Parses a position of the game with this name; `None` if no game has it.
///
/// # Errors
/// The error of the game if the text is not a position.
pub fn parse(game: &str, text: &str) -> Option<Result<Box<dyn AnyPosition>, ParseError>> {
    with_game(game, Parse(text))
}

/// Parses a position that is stored as the fields of a [`Root`](super::Root); `None` if no game has this name.
///
/// # Errors
/// The error of the game if the fields are not a position.
pub fn parse_root(
    game: &str,
    fields: &Map<String, Value>,
) -> Option<Result<Box<dyn AnyPosition>, ParseError>> {
    with_game(game, ParseRoot(fields))
}

/// Parses a position of the game whose lines in suites begin with `word`; `None` if there is no such
/// game.
///
/// # Errors
/// The error of the game if the text is not a position.
pub fn parse_suite_line(
    word: &str,
    text: &str,
) -> Option<Result<Box<dyn AnyPosition>, ParseError>> {
    let starts = |game: &GameInfo| game.suite_line.is_some_and(|line| (line.starts)(word));
    let game = all().into_iter().find(starts)?;
    parse(game.name, text)
}

impl<G: Game> AnyPosition for G {
    fn game(&self) -> GameInfo {
        GameInfo::of::<G>()
    }

    fn position_field(&self) -> &'static str {
        G::POSITION_FIELD
    }

    fn counting_text(&self) -> String {
        G::fastest().to_string()
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        let other = other.downcast::<G>();
        other.is_some_and(|other| self.plays_like(other))
    }

    fn leaves(&self, perft: &Perft, stop: &Stop) -> Result<u128, PerftError> {
        let counting = G::fastest();
        let outcome = perft.run(self, &G::counter(&counting), stop, |_| {})?;
        Ok(outcome.total)
    }
}

/// Why a text is not a position of its game.
pub type ParseError = Box<dyn Error + Send + Sync>;

/// Parses a text as a position of the game.
struct Parse<'a>(&'a str);

impl GameUser for Parse<'_> {
    type Output = Result<Box<dyn AnyPosition>, ParseError>;

    fn with<G: GameFlags>(self) -> Self::Output {
        match G::parse(self.0) {
            Ok(position) => Ok(Box::new(position)),
            Err(error) => Err(Box::new(error)),
        }
    }
}

/// Parses the fields of a root of the game.
struct ParseRoot<'a>(&'a Map<String, Value>);

impl GameUser for ParseRoot<'_> {
    type Output = Result<Box<dyn AnyPosition>, ParseError>;

    fn with<G: GameFlags>(self) -> Self::Output {
        let missing = || format!("fields of a position of {} are missing", G::NAME);
        let text = G::root_text(self.0).ok_or_else(missing)?;
        Parse(&text).with::<G>()
    }
}

/// What a game offers besides counting.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// [`Game::NAME`].
    pub name: &'static str,
    /// [`Game::SUMMARY`].
    pub summary: &'static str,
    /// [`Game::HAS_SAN`].
    pub has_san: bool,
    /// [`Game::HAS_BLANKS_IN_MOVES`].
    pub has_blanks_in_moves: bool,
    /// The kinds of leaves that the game distinguishes, if any.
    pub columns: Option<Columns>,
    /// [`Game::SUITE_LINE`].
    pub suite_line: Option<SuiteLine>,
}

impl GameInfo {
    /// That of a game.
    pub fn of<G: Game>() -> GameInfo {
        GameInfo {
            name: G::NAME,
            summary: G::SUMMARY,
            has_san: G::HAS_SAN,
            has_blanks_in_moves: G::HAS_BLANKS_IN_MOVES,
            columns: G::STATISTICS.map(|source| source.columns),
            suite_line: G::SUITE_LINE,
        }
    }
}

/// All games, chess first.
pub fn all() -> Vec<GameInfo> {
    struct List(Vec<GameInfo>);
    impl GameVisitor for List {
        fn visit<G: GameFlags>(&mut self) {
            self.0.push(GameInfo::of::<G>());
        }
    }
    let mut list = List(Vec::new());
    visit_games(&mut list);
    list.0
}

/// The positions that lines of suites may begin with, besides those of chess, in words.
pub fn suite_positions() -> String {
    let lines = all().into_iter().filter_map(|game| game.suite_line);
    let positions: Vec<_> = lines.map(|line| line.position).collect();
    positions.join(" or ")
}
