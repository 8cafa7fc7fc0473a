//! Positions whose game is known only at run time.

use std::any::Any;
use std::error::Error;
use std::fmt::Debug;

use movegen::perft::{Counter, Perft, PerftError, Stop};

use super::{Column, CounterVisitor, Game, GameVisitor, Verification, visit_games};
use crate::known::{Comparison, Known, Quantity};

/// A position of any game: what a line of a suite or a row of published results holds.
pub trait AnyPosition: Any + Debug + Send + Sync {
    /// The name of the game.
    fn game(&self) -> &'static str;

    /// The field that holds the text of the position in JSON.
    fn position_field(&self) -> &'static str;

    /// How leaves are counted, for the line with the speed.
    fn counting_text(&self) -> String;

    /// The kinds of leaves that the game distinguishes, if any.
    fn columns(&self) -> Option<&'static [Column]>;

    /// The published values of complete counts of this position.
    fn comparison(&self, counts: Vec<(u32, Quantity, u128)>) -> Comparison;

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
    parse_first(text, &|name, _| name == game)
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
    parse_first(text, &|_, starts_suite_line| starts_suite_line(word))
}

fn parse_first(
    text: &str,
    accepts: Accepts<'_>,
) -> Option<Result<Box<dyn AnyPosition>, ParseError>> {
    let mut parse = Parse {
        accepts,
        text,
        result: None,
    };
    visit_games(&mut parse);
    parse.result
}

impl<G: Game> AnyPosition for G {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn position_field(&self) -> &'static str {
        G::POSITION_FIELD
    }

    fn counting_text(&self) -> String {
        G::fastest().to_string()
    }

    fn columns(&self) -> Option<&'static [Column]> {
        G::STATISTICS.map(|source| source.columns)
    }

    fn comparison(&self, counts: Vec<(u32, Quantity, u128)>) -> Comparison {
        Comparison::new(Known::published(), self, counts)
    }

    fn leaves(&self, perft: &Perft, stop: &Stop) -> Result<u128, PerftError> {
        let leaves = Leaves {
            position: self,
            perft,
            stop,
        };
        G::with_counter(G::fastest(), leaves)
    }
}

/// Why a text is not a position of its game.
pub type ParseError = Box<dyn Error + Send + Sync>;

/// Whether a game is the right one, by its name and its [`Game::starts_suite_line`].
type Accepts<'a> = &'a dyn Fn(&str, fn(&str) -> bool) -> bool;

/// Parses a text as a position of the first game that is accepted.
struct Parse<'a> {
    accepts: Accepts<'a>,
    text: &'a str,
    result: Option<Result<Box<dyn AnyPosition>, ParseError>>,
}

impl GameVisitor for Parse<'_> {
    fn visit<G: Game>(&mut self) {
        if self.result.is_none() && (self.accepts)(G::NAME, G::starts_suite_line) {
            let parsed = G::parse(self.text);
            self.result = Some(match parsed {
                Ok(position) => Ok(Box::new(position)),
                Err(error) => Err(Box::new(error)),
            });
        }
    }
}

/// Counts with whatever counter it is given.
struct Leaves<'a, G> {
    position: &'a G,
    perft: &'a Perft,
    stop: &'a Stop,
}

impl<G: Game> CounterVisitor<G> for Leaves<'_, G> {
    type Output = Result<u128, PerftError>;

    fn visit<C: Counter<G, Tally = u128>>(
        self,
        counter: &C,
        _verification: &dyn Fn() -> Option<Verification>,
    ) -> Result<u128, PerftError> {
        let outcome = self.perft.run(self.position, counter, self.stop, |_| {})?;
        Ok(outcome.total)
    }
}

/// The names of all games.
pub fn names() -> Vec<&'static str> {
    struct Names(Vec<&'static str>);
    impl GameVisitor for Names {
        fn visit<G: Game>(&mut self) {
            self.0.push(G::NAME);
        }
    }
    let mut names = Names(Vec::new());
    visit_games(&mut names);
    names.0
}

/// The names of the columns that the statistics of all games have.
pub fn column_names() -> Vec<&'static str> {
    struct Columns(Vec<&'static str>);
    impl GameVisitor for Columns {
        fn visit<G: Game>(&mut self) {
            let columns = G::STATISTICS.iter().flat_map(|source| source.columns);
            self.0.extend(columns.map(|column| column.name));
        }
    }
    let mut columns = Columns(Vec::new());
    visit_games(&mut columns);
    columns.0
}
