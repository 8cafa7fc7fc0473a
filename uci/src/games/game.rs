//! A game as the front end knows it: its rules, the text of its moves and positions, its counters.

use std::error::Error;
use std::fmt::{self, Debug, Display};

use movegen::perft::{AnyCounter, Tree};
use serde_json::{Map, Value};

use crate::perft::StatisticsSource;

/// A position of a game that can be counted from the command line and in suites.
pub trait Game: Tree + Debug + 'static {
    /// The name for `--game` and for the table of published results.
    const NAME: &'static str;

    /// One line for the help of `--game`.
    const SUMMARY: &'static str;

    /// The field that holds the text of a position in JSON.
    const POSITION_FIELD: &'static str;

    /// Whether moves have a second notation, as SAN in chess: then [`san`](Game::san) returns it.
    const HAS_SAN: bool = false;

    /// Whether the text of a move may contain a blank. Formats whose readers split lines at blanks
    /// refuse such a game.
    const HAS_BLANKS_IN_MOVES: bool = false;

    /// The kinds of leaves that `--stats` counts, if the game distinguishes any.
    const STATISTICS: Option<StatisticsSource<Self>> = None;

    /// How its lines in suites are recognized. Chess suites have formats of their own.
    const SUITE_LINE: Option<SuiteLine> = None;

    /// How moves are written, where a game has several ways.
    type Notation: Copy + Debug + Send + Sync;

    /// What a text needs besides the position: the history, in a game whose positions are written as the moves that
    /// lead to them.
    type Source: Clone + Debug + Send + Sync;

    /// A way to count leaves. Its text follows a speed: it says what was done for each leaf.
    type Counting: Display + Send + Sync;

    /// Why a text is not a position.
    type ParseError: Error + Send + Sync + 'static;

    /// Parses a position, as suites and the table of published results write it.
    ///
    /// # Errors
    /// [`ParseError`](Game::ParseError) if it is not one.
    fn parse(text: &str) -> Result<Self, Self::ParseError>;

    /// The text of a root that is stored as the fields of [`Root`](super::Root), as [`parse`](Game::parse) reads it; `None`
    /// if they are not those of the game.
    fn root_text(fields: &Map<String, Value>) -> Option<String> {
        Some(fields.get(Self::POSITION_FIELD)?.as_str()?.to_owned())
    }

    /// The text of the position that `moves` lead to from the source, as [`parse`](Game::parse) reads it.
    /// Equal positions have equal texts only if the text of a position does not contain its history.
    fn text_after(source: &Self::Source, moves: &[Self::Move], position: &Self) -> String;

    /// The text of the root for another program. Texts of equal positions may differ, as in an en passant square that no
    /// legal capture can use.
    fn text_for_others(source: &Self::Source, position: &Self) -> String {
        Self::text_after(source, &[], position)
    }

    /// The text of a legal move.
    fn move_text(&self, mv: Self::Move, notation: Self::Notation) -> String;

    /// The move in the second notation; `None` if [`HAS_SAN`](Game::HAS_SAN) is false.
    fn san(&self, _mv: Self::Move) -> Option<String> {
        None
    }

    /// The fastest way to count on this machine.
    fn fastest() -> Self::Counting;

    /// The lines that this way of counting counts, if not all: the name of the flag, and its value. No
    /// results are published for them.
    fn counts_only(_counting: &Self::Counting) -> Option<(&'static str, String)> {
        None
    }

    /// The counter.
    fn counter(counting: &Self::Counting) -> AnyCounter<'_, Self>;

    /// What a counter that checks itself has found so far; `None` from any other.
    fn verification(_counting: &Self::Counting) -> Option<Verification> {
        None
    }
}

/// A line of a suite: a position, and the counts at depth 1, 2 and so on with tabs in between.
#[derive(Clone, Copy, Debug)]
pub struct SuiteLine {
    /// Whether a line that begins with this word is one.
    pub starts: fn(&str) -> bool,
    /// The position in words, such as "a GameString of Hive".
    pub position: &'static str,
}

/// What a counter that checks itself has found.
#[derive(Clone, Debug)]
pub enum Verification {
    /// No difference; the text says how much was checked.
    Agrees(String),
    /// A wrong count.
    Differs {
        /// What is wrong, for standard error.
        text: String,
        /// The same as a JSON object.
        json: Value,
    },
}

/// The counting of a game without a counter of its own: [`ChildCounter`](movegen::perft::ChildCounter).
#[derive(Clone, Copy, Debug, Default)]
pub struct EveryMove;

impl Display for EveryMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("every move made")
    }
}
