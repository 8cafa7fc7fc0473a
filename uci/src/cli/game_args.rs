//! `--game` and the flags of every game, read for the game that was chosen.

use std::any::Any;
use std::fmt::Debug;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::notes::note;
use crate::devices::DeviceRequest;
use crate::games::{
    self, GameFlags, GameInfo, GameUser, GameVisitor, Root, WantedCount, visit_games, with_game,
};
use crate::resources::Resources;

const GAME: &str = "game";

/// The chosen game with its flags, and the names of all flags on the command line. `COUNTING` is whether
/// the flags that choose a counter are among them.
#[derive(Debug)]
pub(super) struct GameArgs<const COUNTING: bool> {
    game: GameInfo,
    /// The [`Chosen`] of this game.
    chosen: Box<dyn Any + Send + Sync>,
    /// The flags of the game that choose a counter.
    counting_flags: Vec<String>,
    /// The flags of other games, with the name of that game.
    foreign: Vec<(String, &'static str)>,
    given: Vec<String>,
}

impl<const COUNTING: bool> GameArgs<COUNTING> {
    /// What the chosen game offers.
    pub(super) fn game(&self) -> &GameInfo {
        &self.game
    }

    /// Whether the user has set this flag, given by its name in code.
    pub(super) fn is_given(&self, flag: &str) -> bool {
        self.given.iter().any(|given| given == flag)
    }

    /// The flags of the user that choose a counter of the game.
    pub(super) fn counting_flags(&self) -> impl Iterator<Item = &String> {
        let given = self.given.iter();
        given.filter(|given| self.counting_flags.contains(given))
    }

    /// A flag that belongs to another game, as a message.
    pub(super) fn misplaced(&self) -> Option<String> {
        let (flag, owner) = self.foreign.first()?;
        let chosen = self.game.name;
        Some(format!(
            "--{flag} is for --game {owner}, not for --game {chosen}"
        ))
    }

    /// Calls `user` with the flags of the chosen game.
    pub(super) fn with<U: ChosenUser>(&self, user: U) -> U::Output {
        struct Downcast<'a, U> {
            chosen: &'a (dyn Any + Send + Sync),
            user: U,
        }
        impl<U: ChosenUser> GameUser for Downcast<'_, U> {
            type Output = Option<U::Output>;

            fn with<G: GameFlags>(self) -> Self::Output {
                let chosen = self.chosen.downcast_ref::<Chosen<G>>()?;
                Some(self.user.with(chosen))
            }
        }
        let chosen = &*self.chosen;
        let output = with_game(self.game.name, Downcast { chosen, user });
        output
            .flatten()
            .expect("the flags were read for the game with this name")
    }

    /// The devices and the kernel that the flags choose.
    pub(super) fn device_request(&self, resources: Resources) -> DeviceRequest {
        struct Devices(Resources);
        impl ChosenUser for Devices {
            type Output = DeviceRequest;

            fn with<G: GameFlags>(self, chosen: &Chosen<G>) -> DeviceRequest {
                match &chosen.counting {
                    Some(counting) => G::device_request(counting, self.0),
                    None => DeviceRequest::cpu(self.0),
                }
            }
        }
        self.with(Devices(resources))
    }
}

/// Code that is generic over the chosen game.
pub(super) trait ChosenUser {
    /// What it returns.
    type Output;

    /// Called for the game.
    fn with<G: GameFlags>(self, chosen: &Chosen<G>) -> Self::Output;
}

/// The flags of a game.
#[derive(Debug)]
pub(super) struct Chosen<G: GameFlags> {
    position: G::PositionArgs,
    /// None for a command that does not count.
    counting: Option<G::CountingArgs>,
}

impl<G: GameFlags> Chosen<G> {
    /// Reads the position; remarks go to standard error.
    pub(super) fn root(&self) -> Result<Root<G>, String> {
        let root = G::root(&self.position)?;
        root.remarks.iter().for_each(note);
        Ok(root)
    }

    /// The way to count that the flags choose.
    pub(super) fn counting(&self, wanted: &WantedCount<'_, G>) -> Result<G::Counting, String> {
        match &self.counting {
            Some(counting) => G::counting(counting, wanted),
            None => Ok(G::fastest()),
        }
    }
}

impl<const COUNTING: bool> Args for GameArgs<COUNTING> {
    fn augment_args(command: Command) -> Command {
        struct Register {
            command: Command,
            counting: bool,
        }
        impl GameVisitor for Register {
            fn visit<G: GameFlags>(&mut self) {
                let mut command = std::mem::take(&mut self.command);
                command = add_flags::<G::PositionArgs>(command, G::NAME);
                if self.counting {
                    command = add_flags::<G::CountingArgs>(command, G::NAME);
                }
                self.command = command;
            }
        }
        let mut register = Register {
            command,
            counting: COUNTING,
        };
        visit_games(&mut register);
        let games = games::all();
        let names = games.iter();
        let names = names.map(|game| PossibleValue::new(game.name).help(game.summary));
        register.command.arg(
            Arg::new(GAME)
                .long(GAME)
                .value_name("GAME")
                .help("The game whose tree is counted")
                .value_parser(PossibleValuesParser::new(names))
                .default_value(games.first().map(|game| game.name)),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Adds the flags of a game. A flag that a game before it has is one flag for both, and its help has the
/// text of both.
fn add_flags<A: Args>(mut command: Command, game: &str) -> Command {
    for flag in group::<A>().get_arguments() {
        let id = flag.get_id();
        let shared = command.get_arguments().find(|other| other.get_id() == id);
        let Some(shared) = shared else {
            command = command.arg(flag.clone());
            continue;
        };
        // A value is stored once, with one type.
        debug_assert!(shared.get_value_parser().type_id() == flag.get_value_parser().type_id());
        let text = |flag: &Arg| flag.get_help().map(ToString::to_string).unwrap_or_default();
        let help = format!("{}; --game {game}: {}", text(shared), text(flag));
        command = command.mut_arg(id.clone(), |shared| shared.help(help));
    }
    command
}

impl<const COUNTING: bool> FromArgMatches for GameArgs<COUNTING> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        struct Read<'a> {
            matches: &'a ArgMatches,
            counting: bool,
        }
        impl GameUser for Read<'_> {
            type Output = Result<ReadFlags, clap::Error>;

            fn with<G: GameFlags>(self) -> Self::Output {
                let chosen = Chosen::<G> {
                    position: G::PositionArgs::from_arg_matches(self.matches)?,
                    counting: match self.counting {
                        true => Some(G::CountingArgs::from_arg_matches(self.matches)?),
                        false => None,
                    },
                };
                Ok(ReadFlags {
                    game: GameInfo::of::<G>(),
                    chosen: Box::new(chosen),
                    own: flags_of::<G>(self.counting),
                    counting_flags: ids::<G::CountingArgs>(),
                })
            }
        }
        let name = matches.get_one::<String>(GAME).map_or("", String::as_str);
        let counting = COUNTING;
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingRequiredArgument);
        let read = with_game(name, Read { matches, counting }).ok_or_else(missing)??;
        let mut foreign = Foreign {
            matches,
            counting,
            own: &read.own,
            found: Vec::new(),
        };
        visit_games(&mut foreign);
        let foreign = foreign.found;
        let given = matches.ids().map(|id| id.as_str());
        let given = given.filter(|id| is_given(matches, id)).map(str::to_owned);
        Ok(GameArgs {
            game: read.game,
            chosen: read.chosen,
            counting_flags: read.counting_flags,
            foreign,
            given: given.collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The flags of the chosen game.
struct ReadFlags {
    game: GameInfo,
    chosen: Box<dyn Any + Send + Sync>,
    /// The names in code and on the command line.
    own: Vec<(String, String)>,
    counting_flags: Vec<String>,
}

/// Finds given flags that only other games have.
struct Foreign<'a> {
    matches: &'a ArgMatches,
    counting: bool,
    own: &'a [(String, String)],
    found: Vec<(String, &'static str)>,
}

impl GameVisitor for Foreign<'_> {
    fn visit<G: GameFlags>(&mut self) {
        let flags = flags_of::<G>(self.counting).into_iter();
        let foreign = flags.filter(|flag| !self.own.contains(flag));
        let given = foreign.filter(|(id, _)| is_given(self.matches, id));
        self.found.extend(given.map(|(_, flag)| (flag, G::NAME)));
    }
}

fn is_given(matches: &ArgMatches, id: &str) -> bool {
    // `value_source` panics for an argument that the command does not have.
    matches.try_contains_id(id).is_ok()
        && matches.value_source(id) == Some(ValueSource::CommandLine)
}

/// The flags of a game: the name in code and the one on the command line.
fn flags_of<G: GameFlags>(counting: bool) -> Vec<(String, String)> {
    let mut flags = flags::<G::PositionArgs>();
    if counting {
        flags.extend(self::flags::<G::CountingArgs>());
    }
    flags
}

/// The names in code of all flags of a group.
fn ids<A: Args>() -> Vec<String> {
    flags::<A>().into_iter().map(|(id, _)| id).collect()
}

/// All flags of a group: the name in code and the one on the command line.
fn flags<A: Args>() -> Vec<(String, String)> {
    let command = group::<A>();
    let arguments = command.get_arguments();
    arguments
        .filter_map(|argument| {
            let flag = argument.get_long()?.to_owned();
            Some((argument.get_id().to_string(), flag))
        })
        .collect()
}

/// The flags of a group, which take their place in the help from the command that they are added to.
fn group<A: Args>() -> Command {
    A::augment_args(Command::new("flags").next_display_order(None))
}
