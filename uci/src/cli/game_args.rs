//! `--game` and the flags of every game, read for the game that was chosen.

use std::any::Any;
use std::fmt::Debug;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use serde_json::{Map, Value};

use crate::devices::DeviceRequest;
use crate::diagnostics::{note, warning};
use crate::games::{
    GameFlags, GameInfo, GameUser, GameVisitor, Root, WantedCount, visit_games, with_game,
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

    /// Refuses a flag that belongs to another game.
    pub(super) fn check(&self) -> Result<(), String> {
        let chosen = self.game.name;
        match self.foreign.first() {
            None => Ok(()),
            Some((flag, owner)) => Err(format!(
                "--{flag} is for --game {owner}, not for --game {chosen}"
            )),
        }
    }

    /// The flags that stand for the fields of a [`Root`] of the game with this name.
    ///
    /// # Errors
    /// A message: which game or field is unknown.
    pub(super) fn of_root(game: &str, fields: &Map<String, Value>) -> Result<Self, String> {
        struct PositionFlag<'a>(&'a str);
        impl GameUser for PositionFlag<'_> {
            type Output = String;

            fn with<G: GameFlags>(self) -> String {
                let flag = match self.0 == G::POSITION_FIELD {
                    true => G::POSITION_FLAG,
                    false => self.0,
                };
                flag.to_owned()
            }
        }
        let mut words = vec![format!("--{GAME}={game}")];
        for (name, value) in fields {
            let flag = with_game(game, PositionFlag(name));
            let flag = flag.ok_or_else(|| format!("there is no game '{game}'"))?;
            match value {
                Value::Bool(true) => words.push(format!("--{flag}")),
                Value::Bool(false) => {}
                Value::String(text) => words.push(format!("--{flag}={text}")),
                other => return Err(format!("the field '{name}' of the root is {other}")),
            }
        }
        let command = Self::augment_args(Command::new("root").no_binary_name(true));
        let matches = command.try_get_matches_from(words);
        let read = matches.and_then(|matches| Self::from_arg_matches(&matches));
        read.map_err(|error| error.kind().to_string())
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
        root.warnings.iter().for_each(warning);
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
    fn augment_args(mut command: Command) -> Command {
        let groups = Groups::all();
        for group in &groups {
            for flag in group.flags(COUNTING) {
                command = add_flag(command, flag, group.game.name);
            }
        }
        let games = groups.iter().map(|group| &group.game);
        let names = games.clone();
        let names = names.map(|game| PossibleValue::new(game.name).help(game.summary));
        let default = games.map(|game| game.name).next();
        command.arg(
            Arg::new(GAME)
                .long(GAME)
                .value_name("GAME")
                .help("The game whose tree is counted")
                .value_parser(PossibleValuesParser::new(names))
                .default_value(default),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Adds a flag of a game. If a game before it has this flag, it is one flag for both, with the help of
/// both.
fn add_flag(command: Command, flag: &Arg, game: &str) -> Command {
    let id = flag.get_id();
    let Some(shared) = command.get_arguments().find(|other| other.get_id() == id) else {
        return command.arg(flag.clone());
    };
    // A value is stored once, with one type.
    debug_assert!(shared.get_value_parser().type_id() == flag.get_value_parser().type_id());
    let text = |flag: &Arg| flag.get_help().map(ToString::to_string).unwrap_or_default();
    if text(shared) == text(flag) {
        return command;
    }
    let help = format!("{}; --game {game}: {}", text(shared), text(flag));
    command.mut_arg(id.clone(), |shared| shared.help(help))
}

impl<const COUNTING: bool> FromArgMatches for GameArgs<COUNTING> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        struct Read<'a> {
            matches: &'a ArgMatches,
            counting: bool,
        }
        impl GameUser for Read<'_> {
            type Output = Result<(GameInfo, Box<dyn Any + Send + Sync>), clap::Error>;

            fn with<G: GameFlags>(self) -> Self::Output {
                let chosen = Chosen::<G> {
                    position: G::PositionArgs::from_arg_matches(self.matches)?,
                    counting: match self.counting {
                        true => Some(G::CountingArgs::from_arg_matches(self.matches)?),
                        false => None,
                    },
                };
                Ok((GameInfo::of::<G>(), Box::new(chosen)))
            }
        }
        let chosen_by = |group: &&Groups| {
            let flag = group.chosen_by;
            !is_given(matches, GAME) && flag.is_some_and(|flag| is_given(matches, flag))
        };
        let groups = Groups::all();
        let name = match groups.iter().find(chosen_by) {
            Some(group) => group.game.name,
            None => matches.get_one::<String>(GAME).map_or("", String::as_str),
        };
        let counting = COUNTING;
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingRequiredArgument);
        let read = with_game(name, Read { matches, counting });
        let (game, chosen) = read.ok_or_else(missing)??;
        let (chosen_groups, others): (Vec<_>, Vec<_>) = groups
            .into_iter()
            .partition(|group| group.game.name == name);
        let own = |id| chosen_groups.iter().any(|group| group.has(id, counting));
        let mut foreign = Vec::new();
        for group in &others {
            for flag in group.flags(counting) {
                let id = flag.get_id().as_str();
                if let Some(long) = flag.get_long()
                    && !own(id)
                    && is_given(matches, id)
                {
                    foreign.push((long.to_owned(), group.game.name));
                }
            }
        }
        let counting_flags = chosen_groups
            .iter()
            .flat_map(|group| group.counting.get_arguments());
        let given = matches.ids().map(|id| id.as_str());
        let given = given.filter(|id| is_given(matches, id)).map(str::to_owned);
        Ok(GameArgs {
            game,
            chosen,
            counting_flags: counting_flags
                .map(|flag| flag.get_id().to_string())
                .collect(),
            foreign,
            given: given.collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn is_given(matches: &ArgMatches, id: &str) -> bool {
    // `value_source` panics for an argument that the command does not have.
    matches.try_contains_id(id).is_ok()
        && matches.value_source(id) == Some(ValueSource::CommandLine)
}

/// The flags of a game, as commands that have nothing else.
struct Groups {
    game: GameInfo,
    chosen_by: Option<&'static str>,
    position: Command,
    counting: Command,
}

impl Groups {
    /// Those of all games.
    fn all() -> Vec<Groups> {
        struct List(Vec<Groups>);
        impl GameVisitor for List {
            fn visit<G: GameFlags>(&mut self) {
                self.0.push(Groups {
                    game: GameInfo::of::<G>(),
                    chosen_by: G::CHOSEN_BY,
                    position: group::<G::PositionArgs>(),
                    counting: group::<G::CountingArgs>(),
                });
            }
        }
        let mut list = List(Vec::new());
        visit_games(&mut list);
        list.0
    }

    /// All flags, or those without the choice of a counter.
    fn flags(&self, counting: bool) -> impl Iterator<Item = &Arg> {
        let counting = counting.then(|| self.counting.get_arguments());
        self.position
            .get_arguments()
            .chain(counting.into_iter().flatten())
    }

    fn has(&self, id: &str, counting: bool) -> bool {
        self.flags(counting).any(|flag| flag.get_id() == id)
    }
}

/// A group of flags, which take their place in the help from the command that they are added to.
fn group<A: Args>() -> Command {
    A::augment_args(Command::new("flags").next_display_order(None))
}
