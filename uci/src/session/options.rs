//! The options of the UCI engine: `option name ...`, `setoption`, and the table in docs/uci.md.

use engine::ELO_RANGE;
use gpu::DeviceChoice;
use movegen::chess::Kernel;
use movegen::chess::variant::{Rules, VARIANTS, variant};
use once_cell::sync::Lazy;
use vampirc_uci::{Serializable, UciMessage, UciOptionConfig};

use super::eval_file::EvalFile;
use crate::conversation::options::{self, Entry, Kind, OptionError, settings};
use crate::limits::{HashSize, MAX_SEARCH_HASH_MB, Threads};

settings! {
    /// The values in force.
    #[derive(Clone, Debug)]
    pub struct Options {
        /// Size of the search's hash table, in MB.
        hash: u32 = 16,
        /// Threads of the search.
        threads: Threads = Threads::ONE,
        /// Whether the GUI may ask the engine to ponder; the engine needs no preparation for it.
        ponder: bool = false,
        /// The number of lines that a search reports.
        multi_pv: u32 = 1,
        /// Milliseconds kept back per move for the communication between GUI and engine.
        move_overhead: u32 = 30,
        /// Whether scores come with the probabilities of win, draw and loss.
        show_wdl: bool = false,
        /// Whether the user analyses instead of playing; the engine does the same in both cases.
        analyse_mode: bool = false,
        /// Whether to play at the strength `elo`.
        limit_strength: bool = false,
        /// The strength to play at when it is limited: by default one that a club player can meet.
        elo: u32 = 1500,
        /// The strength in steps from 0 to 20; 20 is unlimited.
        skill: u32 = FULL_SKILL,
        /// Whether a player of limited strength takes time for its moves.
        natural_thinking_time: bool = true,
        /// Whether castling is written as king takes rook, with Shredder letters in FEN.
        chess960: bool = false,
        /// The folders with Syzygy tables, separated as in `PATH`; empty for none.
        syzygy_path: String = String::new(),
        /// The greatest number of men of the positions that are looked up in the tables.
        syzygy_probe_limit: u32 = MAX_MEN,
        /// Size of the hash table that the threads of `go perft` share.
        perft_hash: HashSize = HashSize::DEFAULT,
        /// Threads of `go perft`.
        perft_threads: Threads = Threads::ONE_PER_CORE,
        /// The kernel that `go perft` counts with.
        kernel: Kernel = Kernel::best(),
        /// The devices on which `go perft` counts.
        device: DeviceChoice = DeviceChoice::Cpu,
        /// The variant of chess; `None` for chess itself.
        variant: Option<&'static dyn Rules> = None,
        /// The network that evaluates positions.
        eval_file: EvalFile = EvalFile::default(),
    }
}

/// The skill level that limits nothing.
const FULL_SKILL: u32 = 20;

/// The most men of any Syzygy table.
const MAX_MEN: u32 = 7;

/// How `UCI_Variant` names standard chess.
pub(super) const CHESS: &str = "chess";

/// How UCI writes an empty text.
const EMPTY: &str = "<empty>";

static TABLE: &[Entry<Options>] = &[
    Entry::spin(
        "Threads",
        "Threads of the search; at most two per core are used",
        1,
        Threads::MAX.number(),
        |options| &mut options.threads,
    ),
    Entry::spin(
        "Hash",
        "Size of the transposition table in MB, allocated before `readyok`; a size that exceeds \
         the available memory is refused",
        1,
        MAX_SEARCH_HASH_MB,
        |options| &mut options.hash,
    ),
    Entry {
        name: CLEAR_HASH,
        about: "Clears the transposition table",
        kind: Kind::Button,
    },
    Entry {
        name: "EvalFile",
        about: "A file with another network; `<embedded>` is the one in the program",
        kind: Kind::Text {
            get: |options| options.eval_file.name().to_owned(),
            set: |options, path| {
                options
                    .eval_file
                    .set(path)
                    .map_err(|error| error.to_string())
            },
        },
    },
    Entry::check(
        "Ponder",
        "Accepted for GUIs; `go ponder` works in any case",
        |options| &mut options.ponder,
    ),
    Entry::spin(
        "MultiPV",
        "Number of principal variations",
        1,
        256,
        |options| &mut options.multi_pv,
    ),
    Entry::spin(
        "Move Overhead",
        "Milliseconds of a game clock that a move may lose on its way to the GUI",
        0,
        5000,
        |options| &mut options.move_overhead,
    ),
    Entry::check(
        "UCI_Chess960",
        "Writes castling as king takes rook",
        |options| &mut options.chess960,
    ),
    Entry::check(
        "UCI_ShowWDL",
        "Prints the expected wins, draws and losses per 1000 games",
        |options| &mut options.show_wdl,
    ),
    Entry::check(
        "UCI_AnalyseMode",
        "Analyses at full strength, whatever the options of strength say",
        |options| &mut options.analyse_mode,
    ),
    Entry::check(
        "UCI_LimitStrength",
        "Plays at the strength of `UCI_Elo`",
        |options| &mut options.limit_strength,
    ),
    Entry::spin(
        "UCI_Elo",
        "Strength on the scale of Stockfish 15.1; the greatest value is full strength",
        *ELO_RANGE.start(),
        *ELO_RANGE.end(),
        |options| &mut options.elo,
    ),
    Entry::spin(
        "Skill Level",
        "The same range in steps; the greatest value is full strength",
        0,
        FULL_SKILL,
        |options| &mut options.skill,
    ),
    Entry::check(
        "Natural Thinking Time",
        "A player of limited strength takes its time on a clock; matches switch it off",
        |options| &mut options.natural_thinking_time,
    ),
    Entry {
        name: SYZYGY_PATH,
        about: "Folders with endgame tables, separated by `:` (Windows: `;`)",
        kind: Kind::Text {
            get: |options| match options.syzygy_path.as_str() {
                "" => EMPTY.to_owned(),
                path => path.to_owned(),
            },
            set: |options, path| {
                // GUIs send the declared default for an empty text.
                options.syzygy_path = match path {
                    EMPTY => String::new(),
                    path => path.to_owned(),
                };
                Ok(())
            },
        },
    },
    Entry::spin(
        "SyzygyProbeLimit",
        "Positions with more men, kings included, are not looked up; 0 turns the tables off",
        0,
        MAX_MEN,
        |options| &mut options.syzygy_probe_limit,
    ),
    Entry::spin(
        "PerftHash",
        "Size of the hash table of `go perft` in MB; 0 means none",
        0,
        HashSize::MAX.megabytes() as u32,
        |options| &mut options.perft_hash,
    ),
    Entry::spin(
        "PerftThreads",
        "Threads of `go perft`; 0 means one per core",
        0,
        Threads::MAX.number(),
        |options| &mut options.perft_threads,
    ),
    Entry {
        name: "Kernel",
        about: "Counting kernel of `go perft`, one that this CPU supports; `auto` is the fastest \
         of them",
        kind: Kind::Combo {
            choices: kernel_names,
            get: |options| options.kernel.name(),
            set: set_kernel,
        },
    },
    // No combo: to list the devices, their drivers must be loaded.
    Entry {
        name: DEVICE,
        about: "Where `go perft` counts: `cpu`, `gpu` (all GPUs), `gpu:N` or `auto` (GPUs for \
         large counts)",
        kind: Kind::Text {
            get: |options| options.device.to_string(),
            set: |options, text| {
                options.device = text.parse().map_err(|error| format!("{error}"))?;
                Ok(())
            },
        },
    },
    Entry {
        name: VARIANT,
        about: "The variant of chess; sets its start position",
        kind: Kind::Combo {
            choices: variant_names,
            get: |options| options.variant.map_or(CHESS, |rules| rules.name()),
            set: |options, name| {
                options.variant = parse_variant(name)?;
                Ok(())
            },
        },
    },
];

/// The only button.
const CLEAR_HASH: &str = "Clear Hash";
/// The option that sets the position.
const VARIANT: &str = "UCI_Variant";
/// The option whose value is read as soon as it is set.
const SYZYGY_PATH: &str = "SyzygyPath";

/// The option whose value is looked for as soon as it is set.
const DEVICE: &str = "Device";

/// Built when first needed: only a session that receives `uci` needs it.
static DECLARATIONS: Lazy<Vec<String>> = Lazy::new(|| {
    let mut defaults = Options::default();
    let declare = |entry: &Entry<Options>| {
        let name = entry.name.to_owned();
        UciMessage::Option(match entry.kind {
            Kind::Spin { min, max, field } => UciOptionConfig::Spin {
                name,
                default: Some(field(&mut defaults).get().into()),
                min: Some(min.into()),
                max: Some(max.into()),
            },
            Kind::Check { field } => UciOptionConfig::Check {
                name,
                default: Some(*field(&mut defaults)),
            },
            Kind::Button => UciOptionConfig::Button { name },
            Kind::Text { get, .. } => UciOptionConfig::String {
                name,
                default: Some(get(&defaults)),
            },
            Kind::Combo { choices, .. } => {
                let choices = choices();
                UciOptionConfig::Combo {
                    name,
                    // The first choice is the default one.
                    default: choices.first().map(|&choice| choice.to_owned()),
                    var: choices.into_iter().map(str::to_owned).collect(),
                }
            }
        })
        .serialize()
    };
    TABLE.iter().map(declare).collect()
});

/// The choices of the option Kernel: the default, and the kernels that this CPU supports.
fn kernel_names() -> Vec<&'static str> {
    let available = Kernel::available();
    let names = available.into_iter().map(|kernel| kernel.name());
    std::iter::once(Kernel::AUTO).chain(names).collect()
}

fn set_kernel(options: &mut Options, name: &str) -> Result<(), String> {
    options.kernel = name.parse().map_err(|error| format!("{error}"))?;
    Ok(())
}

/// The choices of `UCI_Variant`.
fn variant_names() -> Vec<&'static str> {
    let variants = VARIANTS.iter().map(|rules| rules.name());
    std::iter::once(CHESS).chain(variants).collect()
}

/// The rules with this name, `None` for standard chess; or a message with the allowed names.
fn parse_variant(name: &str) -> Result<Option<&'static dyn Rules>, String> {
    if name.eq_ignore_ascii_case(CHESS) {
        return Ok(None);
    }
    let unknown = || format!("'{name}' is not one of {}", variant_names().join(", "));
    variant(name).map(Some).ok_or_else(unknown)
}

/// What the session must do after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: the value is read when it is needed.
    Stored,
    /// Clear the search's hash table.
    ClearHash,
    /// Find the tables in `syzygy_path`.
    FindTables,
    /// Find the devices in `device`.
    FindDevices,
    /// Begin with the start position of `variant`.
    StartVariant,
}

impl Options {
    /// The strength to play at, if it is limited. `UCI_Elo` takes precedence over `Skill Level`,
    /// which divides the same range into steps.
    pub fn strength(&self) -> Option<u32> {
        let (min, max) = ELO_RANGE.into_inner();
        if self.limit_strength {
            Some(self.elo)
        } else if self.skill < FULL_SKILL {
            Some(min + (max - min) * self.skill / FULL_SKILL)
        } else {
            None
        }
    }

    /// All options.
    pub fn table() -> &'static [Entry<Options>] {
        TABLE
    }

    /// The `option name ...` lines, in the order of the table.
    pub fn declarations() -> &'static [String] {
        &DECLARATIONS
    }

    /// Sets one option. Names are case-insensitive, as UCI demands; values are not.
    ///
    /// # Errors
    /// [`OptionError`] if there is no such option, or not with this value. The old value stays.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let entry = options::find(TABLE, name)?;
        entry.set(self, value)?;
        Ok(match entry.name {
            CLEAR_HASH => Effect::ClearHash,
            SYZYGY_PATH => Effect::FindTables,
            DEVICE => Effect::FindDevices,
            VARIANT => Effect::StartVariant,
            _ => Effect::Stored,
        })
    }
}

#[cfg(test)]
mod tests;
