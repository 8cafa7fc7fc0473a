//! The games whose trees can be counted, as data.
//!
//! A [`Game`] is a [`Tree`] with everything that the front end needs besides: its name, its flags,
//! the text of moves and positions, its counters. The driver, the output formats, the suites and
//! the table of published results know games only through this trait.
//!
//! To add a game: implement [`Game`] in a file of this folder, and add a line to [`visit_games`].

mod any;
pub mod chess;
pub mod hive;
#[cfg(test)]
pub(crate) mod toy;

use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::time::Duration;

use clap::Args;
use gpu::DeviceChoice;
use movegen::perft::estimate::Walker;
use movegen::perft::{ChildCounter, Counter, Perft, PerftError, Progress, Stop, Tree};
use serde_json::Value;

pub use any::{AnyPosition, ParseError, column_names, names, parse, parse_suite_line};

use crate::devices::DeviceRequest;
use crate::limits::{HashSize, Threads};
use crate::perft::PerftPlan;
use crate::perft::diagnosis::Variant;

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

    /// How moves and positions are written, where a game has several ways.
    type Notation: Copy + Debug + Send + Sync;

    /// The notation that suits every position.
    const NOTATION: Self::Notation;

    /// The flags that name a position.
    type PositionArgs: Args + Debug + Send + Sync;

    /// The flags that choose a counter; [`NoArgs`] if there are none besides `--no-bulk`.
    type CountingArgs: Args + Debug + Send + Sync;

    /// A way to count leaves. Its text follows a speed: it says what was done for each leaf.
    type Counting: Clone + Display + Send + Sync;

    /// Why a text is not a position.
    type ParseError: Error + Send + Sync + 'static;

    /// Reads the flags that name a position.
    ///
    /// # Errors
    /// A message for the user: which part is wrong, and what is allowed.
    fn root(arguments: &Self::PositionArgs) -> Result<Root<Self>, String>;

    /// Parses a position, as suites and the table of published results write it.
    ///
    /// # Errors
    /// [`ParseError`](Game::ParseError) if it is not one.
    fn parse(text: &str) -> Result<Self, Self::ParseError>;

    /// The text of the position that `moves` lead to from the root, as [`parse`](Game::parse) reads it.
    /// Equal positions have equal texts only if the text of a position does not contain its history.
    fn text_after(root: &Root<Self>, moves: &[Self::Move], position: &Self) -> String;

    /// Whether a line of a suite that begins with this word is a position of the game, followed by
    /// the counts at depth 1, 2 and so on with tabs in between. Chess suites have formats of their
    /// own.
    fn starts_suite_line(_word: &str) -> bool {
        false
    }

    /// The text of a legal move.
    fn move_text(&self, mv: Self::Move, notation: Self::Notation) -> String;

    /// The move in the second notation; `None` if [`HAS_SAN`](Game::HAS_SAN) is false.
    fn san(&self, _mv: Self::Move) -> Option<String> {
        None
    }

    /// The lines that this way of counting counts, if not all: their fields in JSON. No results are
    /// published for them.
    fn counts_only(_counting: &Self::Counting) -> Option<(&'static str, Value)> {
        None
    }

    /// The way to count that the flags choose.
    ///
    /// # Errors
    /// A message for the user: which part cannot be used here.
    fn counting(
        arguments: &Self::CountingArgs,
        wanted: &WantedCount<'_, Self>,
    ) -> Result<Self::Counting, String>;

    /// The devices and the kernel that the flags choose.
    fn device_request(
        _arguments: &Self::CountingArgs,
        hash: HashSize,
        seed: u64,
        threads: Threads,
    ) -> DeviceRequest {
        DeviceRequest {
            hash,
            seed,
            threads,
            ..DeviceRequest::cpu()
        }
    }

    /// The fastest way to count on these devices.
    ///
    /// # Errors
    /// A message for the user: why they cannot be used.
    fn counting_on(request: &DeviceRequest, _leaves: f64) -> Result<Self::Counting, String> {
        match request.choice {
            DeviceChoice::Cpu | DeviceChoice::Auto => Ok(Self::fastest()),
            other => Err(format!(
                "device {other}: devices count chess only, not {}",
                Self::NAME
            )),
        }
    }

    /// The walker that draws random lines on these devices; `None` if the CPU should.
    ///
    /// # Errors
    /// A message for the user: why they cannot be used.
    fn walker_on(request: &DeviceRequest) -> Result<Option<Box<dyn Walker<Self>>>, String> {
        Self::counting_on(request, 0.0).map(|_| None)
    }

    /// The number of devices that count; 0 if the CPU does.
    fn devices(_counting: &Self::Counting) -> usize {
        0
    }

    /// What went wrong on the devices, one sentence each.
    fn remarks(_counting: &Self::Counting) -> Vec<String> {
        Vec::new()
    }

    /// The fastest way to count on this machine.
    fn fastest() -> Self::Counting;

    /// Calls `visitor` with the counter.
    fn with_counter<V: CounterVisitor<Self>>(counting: Self::Counting, visitor: V) -> V::Output;
}

/// A count that the flags of a game belong to.
#[derive(Clone, Copy, Debug)]
pub struct WantedCount<'a, G> {
    /// The root.
    pub position: &'a G,
    /// The depth in plies.
    pub depth: u32,
    /// Whether even the last moves are made: `--no-bulk`.
    pub each_move: bool,
    /// The size of the hash table.
    pub hash: HashSize,
    /// The seed of the hash table.
    pub seed: u64,
    /// Threads of the CPU.
    pub threads: Threads,
}

/// A position as the command line names it.
#[derive(Clone, Debug)]
pub struct Root<G: Game> {
    /// The position.
    pub position: G,
    /// How its moves are written.
    pub notation: G::Notation,
    /// The fields that describe it in JSON, in order.
    pub fields: Vec<(&'static str, Value)>,
    /// Remarks for standard error.
    pub remarks: Vec<String>,
}

/// Code that is generic over the counters of a game.
pub trait CounterVisitor<G: Game> {
    /// What it returns.
    type Output;

    /// Uses the counter. After the count, `verification` returns what a counter that checks itself
    /// has found; `None` from any other.
    fn visit<C: Counter<G, Tally = u128>>(
        self,
        counter: &C,
        verification: &dyn Fn() -> Option<Verification>,
    ) -> Self::Output;
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

/// A column of the statistics.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The heading, which is also the name in JSON. It contains no blank, so that scripts can split
    /// lines there.
    pub name: &'static str,
    /// Whether these leaves belong to the column before as well. Where all of that column do, a
    /// diagnosis names that one alone.
    pub narrows_previous: bool,
    /// Whether a line ends at these leaves, so that some programs count them at every depth.
    pub ends_line: bool,
}

/// A number for each column; `None` after a stop.
pub type StatisticsRow = Result<Option<Vec<u128>>, PerftError>;

/// Receives the index of a position, its numbers and the time that they took.
pub type OnRow<'a> = &'a (dyn Fn(usize, &[u128], Duration) + Sync);

/// Counts under other rules; `None` after a stop.
pub type CountedVariants = Result<Option<Vec<Variant>>, PerftError>;

/// How a game counts its kinds of leaves.
#[derive(Clone, Copy)]
pub struct StatisticsSource<G: Game> {
    /// The columns; the first one has all leaves.
    pub columns: &'static [Column],
    /// Counts one depth.
    pub count: fn(&PerftPlan<G>, &Progress, &Stop) -> StatisticsRow,
    /// Counts many positions to the same depth, as [`Perft::run_each`].
    pub count_each: fn(&Perft, &[G], &Stop, OnRow<'_>) -> Result<(), PerftError>,
    /// Writes the numbers of the leaves so few plies below a position that it takes no time, into the
    /// columns.
    pub leaves: fn(&G, u32, &Stop, &mut [f64]),
    /// Counts what programs with common mistakes in the rules count, given the right count. Takes about
    /// as long as ten counts that make every move.
    pub rule_variants: fn(&PerftPlan<G>, u128, &Progress, &Stop) -> CountedVariants,
    /// What was done for each leaf, for the line with the speed.
    pub description: &'static str,
}

/// No flags.
#[derive(Clone, Copy, Debug, Args)]
#[group(skip)] // Several games may have it, and clap wants unique names of groups.
pub struct NoArgs {}

/// The counting of a game without a counter of its own: [`ChildCounter`].
#[derive(Clone, Copy, Debug, Default)]
pub struct EveryMove;

impl EveryMove {
    /// Calls `visitor` with [`ChildCounter`].
    pub fn with_counter<G: Game, V: CounterVisitor<G>>(visitor: V) -> V::Output {
        visitor.visit(&ChildCounter, &|| None)
    }
}

impl Display for EveryMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("every move made")
    }
}

/// Code that is generic over all games.
pub trait GameVisitor {
    /// Called once for each game.
    fn visit<G: Game>(&mut self);
}

/// Shows a visitor every game, chess first. This is the list of games.
pub fn visit_games(visitor: &mut impl GameVisitor) {
    visitor.visit::<movegen::chess::Position>();
    visitor.visit::<movegen::hive::Position>();
    #[cfg(test)]
    visitor.visit::<toy::TicTacToe>();
}
