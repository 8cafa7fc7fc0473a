//! `--game` and the flags of every game, read for the game that was chosen.

use std::fmt::Debug;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use movegen::perft::Stop;

use super::super::estimate::{self, EstimateArgs};
use super::super::notes::note;
use super::count::{self, Failure, Request};
use crate::devices::DeviceRequest;
use crate::exit::Exit;
use crate::games::{Game, GameVisitor, WantedCount, visit_games};
use crate::limits::{HashSize, Threads};
use crate::units::{CreateError, UnitFile, choose_split, create};

const GAME: &str = "game";

/// The chosen game with its flags, and the names of all flags on the command line. `COUNTING` is whether
/// the flags that choose a counter are among them.
#[derive(Debug)]
pub(in crate::cli) struct GameArgs<const COUNTING: bool> {
    chosen: Box<dyn ChosenGame>,
    /// The flags of other games, with the name of that game.
    foreign: Vec<(String, &'static str)>,
    given: Vec<String>,
}

/// What a game offers besides counting.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameFeatures {
    pub(super) name: &'static str,
    pub(super) san: bool,
    pub(super) statistics: bool,
    pub(super) blanks_in_moves: bool,
}

impl<const COUNTING: bool> GameArgs<COUNTING> {
    /// What the chosen game offers.
    pub(super) fn features(&self) -> GameFeatures {
        self.chosen.features()
    }

    /// Whether the user has set this flag, given by its name in code.
    pub(super) fn is_given(&self, flag: &str) -> bool {
        self.given.iter().any(|given| given == flag)
    }

    /// The flags of the user that choose a counter of the game.
    pub(super) fn counting_flags(&self) -> impl Iterator<Item = &String> {
        let flags = self.chosen.counting_flags();
        let given = self.given.iter();
        given.filter(move |given| flags.contains(given))
    }

    /// A flag that belongs to another game, as a message.
    pub(in crate::cli) fn misplaced(&self) -> Option<String> {
        let (flag, owner) = self.foreign.first()?;
        let chosen = self.features().name;
        Some(format!(
            "--{flag} is for --game {owner}, not for --game {chosen}"
        ))
    }

    /// The devices and the kernel that the flags choose.
    pub(super) fn device_request(
        &self,
        hash: HashSize,
        seed: u64,
        threads: Threads,
    ) -> DeviceRequest {
        self.chosen.device_request(hash, seed, threads)
    }

    /// Reads the position, counts and prints.
    pub(super) fn run(&self, request: &mut Request<'_>) -> Result<Exit, Failure> {
        self.chosen.run(request)
    }

    /// Reads the position, and estimates its count.
    pub(in crate::cli) fn estimate(
        &self,
        arguments: &EstimateArgs,
    ) -> Result<Exit, estimate::Failure> {
        self.chosen.estimate(arguments)
    }

    /// Reads the position, and splits its count into units.
    pub(in crate::cli) fn units(&self, split: &Split<'_>) -> Result<UnitFile, SplitError> {
        self.chosen.units(split)
    }
}

/// The chosen game, with its type hidden.
trait ChosenGame: Debug + Send + Sync {
    fn features(&self) -> GameFeatures;
    fn counting_flags(&self) -> Vec<String>;
    fn device_request(&self, hash: HashSize, seed: u64, threads: Threads) -> DeviceRequest;
    fn run(&self, request: &mut Request<'_>) -> Result<Exit, Failure>;
    fn units(&self, split: &Split<'_>) -> Result<UnitFile, SplitError>;
    fn estimate(&self, arguments: &EstimateArgs) -> Result<Exit, estimate::Failure>;
}

/// How a count is split into units.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Split<'a> {
    pub(in crate::cli) depth: u32,
    pub(in crate::cli) plies: SplitPlies,
    pub(in crate::cli) statistics: bool,
    pub(in crate::cli) stop: &'a Stop,
}

/// The number of plies from the root to the units.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) enum SplitPlies {
    Exactly(u32),
    /// As is best for one machine with this many threads.
    ForThreads(usize),
}

/// Why a count is not split into units.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum SplitError {
    #[error("{0}")]
    Position(String),
    #[error(transparent)]
    Create(#[from] CreateError),
}

#[derive(Debug)]
struct Chosen<G: Game> {
    position: G::PositionArgs,
    /// None for a command that does not count.
    counting: Option<G::CountingArgs>,
}

impl<G: Game> ChosenGame for Chosen<G> {
    fn features(&self) -> GameFeatures {
        GameFeatures {
            name: G::NAME,
            san: G::HAS_SAN,
            statistics: G::STATISTICS.is_some(),
            blanks_in_moves: G::HAS_BLANKS_IN_MOVES,
        }
    }

    fn counting_flags(&self) -> Vec<String> {
        ids::<G::CountingArgs>()
    }

    fn device_request(&self, hash: HashSize, seed: u64, threads: Threads) -> DeviceRequest {
        match &self.counting {
            Some(counting) => G::device_request(counting, hash, seed, threads),
            None => DeviceRequest::cpu(),
        }
    }

    fn run(&self, request: &mut Request<'_>) -> Result<Exit, Failure> {
        let root = G::root(&self.position).map_err(Failure::Position)?;
        let counting = match &self.counting {
            Some(counting) => {
                let wanted = WantedCount {
                    position: &root.position,
                    depth: request.depth,
                    each_move: request.each_move,
                    hash: request.hash,
                    seed: request.seed,
                    threads: request.threads,
                };
                G::counting(counting, &wanted).map_err(Failure::Position)?
            }
            None => G::fastest(),
        };
        count::run(&root, counting, request)
    }

    fn units(&self, split: &Split<'_>) -> Result<UnitFile, SplitError> {
        let root = G::root(&self.position).map_err(SplitError::Position)?;
        root.remarks.iter().for_each(note);
        let depth = split.depth;
        let plies = match split.plies {
            SplitPlies::Exactly(plies) => plies,
            SplitPlies::ForThreads(threads) => {
                choose_split(&root.position, depth, threads, split.stop)
            }
        };
        Ok(create(&root, depth, plies, split.statistics, split.stop)?)
    }

    fn estimate(&self, arguments: &EstimateArgs) -> Result<Exit, estimate::Failure> {
        let root = G::root(&self.position).map_err(estimate::Failure::Position)?;
        estimate::of_game(&root, arguments)
    }
}

impl<const COUNTING: bool> Args for GameArgs<COUNTING> {
    fn augment_args(command: Command) -> Command {
        struct Register {
            command: Command,
            counting: bool,
            games: Vec<PossibleValue>,
            /// The first game.
            default: Option<&'static str>,
        }
        impl GameVisitor for Register {
            fn visit<G: Game>(&mut self) {
                let command = std::mem::take(&mut self.command);
                let command = G::PositionArgs::augment_args(command);
                self.command = match self.counting {
                    true => G::CountingArgs::augment_args(command),
                    false => command,
                };
                self.default.get_or_insert(G::NAME);
                self.games
                    .push(PossibleValue::new(G::NAME).help(G::SUMMARY));
            }
        }
        let mut register = Register {
            command,
            counting: COUNTING,
            games: Vec::new(),
            default: None,
        };
        visit_games(&mut register);
        register.command.arg(
            Arg::new(GAME)
                .long(GAME)
                .value_name("GAME")
                .help("The game whose tree is counted")
                .value_parser(PossibleValuesParser::new(register.games))
                .default_value(register.default),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const COUNTING: bool> FromArgMatches for GameArgs<COUNTING> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        struct Choose<'a> {
            matches: &'a ArgMatches,
            counting: bool,
            name: &'a str,
            chosen: Option<Result<Box<dyn ChosenGame>, clap::Error>>,
            foreign: Vec<(String, &'static str)>,
        }
        impl GameVisitor for Choose<'_> {
            fn visit<G: Game>(&mut self) {
                if self.name == G::NAME {
                    self.chosen = Some(chosen::<G>(self.matches, self.counting));
                } else {
                    let mut flags = flags::<G::PositionArgs>();
                    if self.counting {
                        flags.extend(self::flags::<G::CountingArgs>());
                    }
                    let given = flags
                        .into_iter()
                        .filter(|(id, _)| is_given(self.matches, id));
                    self.foreign.extend(given.map(|(_, flag)| (flag, G::NAME)));
                }
            }
        }
        let name = matches.get_one::<String>(GAME);
        let mut choose = Choose {
            matches,
            counting: COUNTING,
            name: name.map_or("", String::as_str),
            chosen: None,
            foreign: Vec::new(),
        };
        visit_games(&mut choose);
        let ids = matches.ids().map(|id| id.as_str());
        let given = ids.filter(|id| is_given(matches, id)).map(str::to_owned);
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingRequiredArgument);
        Ok(GameArgs {
            chosen: choose.chosen.ok_or_else(missing)??,
            foreign: choose.foreign,
            given: given.collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn chosen<G: Game>(
    matches: &ArgMatches,
    counting: bool,
) -> Result<Box<dyn ChosenGame>, clap::Error> {
    Ok(Box::new(Chosen::<G> {
        position: G::PositionArgs::from_arg_matches(matches)?,
        counting: match counting {
            true => Some(G::CountingArgs::from_arg_matches(matches)?),
            false => None,
        },
    }))
}

fn is_given(matches: &ArgMatches, id: &str) -> bool {
    // `value_source` panics for an argument that the command does not have.
    matches.try_contains_id(id).is_ok()
        && matches.value_source(id) == Some(ValueSource::CommandLine)
}

/// The names in code of all flags of a group.
fn ids<A: Args>() -> Vec<String> {
    flags::<A>().into_iter().map(|(id, _)| id).collect()
}

/// All flags of a group: the name in code and the one on the command line.
fn flags<A: Args>() -> Vec<(String, String)> {
    let command = A::augment_args(Command::new("flags"));
    let arguments = command.get_arguments();
    arguments
        .filter_map(|argument| {
            let flag = argument.get_long()?.to_owned();
            Some((argument.get_id().to_string(), flag))
        })
        .collect()
}
