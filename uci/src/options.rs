//! The engine's options: one table that declares them (`option name ...`) and parses `setoption`.

use movegen::chess::{Kernel, KernelError};
use once_cell::sync::Lazy;
use thiserror::Error;
use vampirc_uci::{Serializable, UciMessage, UciOptionConfig};

use crate::perft::DEFAULT_HASH_MB;

/// The values in force.
#[derive(Clone, Debug)]
pub struct Options {
    /// Size of the search table, in MB.
    pub hash: i64,
    /// Threads of the search.
    pub threads: i64,
    /// Whether the GUI may ask to ponder; the engine needs no preparation for it.
    pub ponder: bool,
    /// How many lines a search reports.
    pub multi_pv: i64,
    /// Milliseconds kept back per move for the way between GUI and engine.
    pub move_overhead: i64,
    /// Whether scores come with the odds of win, draw and loss.
    pub show_wdl: bool,
    /// Whether the user analyses and does not play; the engine does the same in both cases.
    pub analyse_mode: bool,
    /// Whether to play as strong as `elo` says.
    pub limit_strength: bool,
    /// The strength to play at when it is limited.
    pub elo: i64,
    /// Another way to say how strong; 20 is without limit.
    pub skill: i64,
    /// Castling as king takes rook, Shredder letters in FEN.
    pub chess960: bool,
    /// Size of the table that `go perft` shares between its threads, in MB; 0 means none.
    pub perft_hash: i64,
    /// Threads of `go perft`; 0 means one per core.
    pub perft_threads: i64,
    /// What `go perft` counts with.
    pub kernel: Kernel,
}

enum Kind {
    Spin {
        default: i64,
        min: i64,
        max: i64,
        slot: fn(&mut Options) -> &mut i64,
    },
    Check {
        default: bool,
        slot: fn(&mut Options) -> &mut bool,
    },
    ClearHash,
    Kernel,
}

struct Entry {
    name: &'static str,
    kind: Kind,
}

const fn spin(
    name: &'static str,
    default: i64,
    min: i64,
    max: i64,
    slot: fn(&mut Options) -> &mut i64,
) -> Entry {
    Entry {
        name,
        kind: Kind::Spin {
            default,
            min,
            max,
            slot,
        },
    }
}

const fn check(name: &'static str, slot: fn(&mut Options) -> &mut bool) -> Entry {
    Entry {
        name,
        kind: Kind::Check {
            default: false,
            slot,
        },
    }
}

/// The skill that limits nothing.
const FULL_SKILL: i64 = 20;
/// The strengths that can be asked for.
const LEAST_ELO: i64 = *engine::ELO_RANGE.start() as i64;
const MOST_ELO: i64 = *engine::ELO_RANGE.end() as i64;

static TABLE: [Entry; 15] = [
    spin("Threads", 1, 1, 1024, |options| &mut options.threads),
    spin("Hash", 16, 1, 33_554_432, |options| &mut options.hash),
    Entry {
        name: "Clear Hash",
        kind: Kind::ClearHash,
    },
    check("Ponder", |options| &mut options.ponder),
    spin("MultiPV", 1, 1, 256, |options| &mut options.multi_pv),
    spin("Move Overhead", 10, 0, 5000, |options| {
        &mut options.move_overhead
    }),
    check("UCI_Chess960", |options| &mut options.chess960),
    check("UCI_ShowWDL", |options| &mut options.show_wdl),
    check("UCI_AnalyseMode", |options| &mut options.analyse_mode),
    check("UCI_LimitStrength", |options| &mut options.limit_strength),
    spin("UCI_Elo", LEAST_ELO, LEAST_ELO, MOST_ELO, |options| {
        &mut options.elo
    }),
    spin("Skill Level", FULL_SKILL, 0, FULL_SKILL, |options| {
        &mut options.skill
    }),
    spin(
        "PerftHash",
        DEFAULT_HASH_MB as i64,
        0,
        1_048_576,
        |options| &mut options.perft_hash,
    ),
    spin("PerftThreads", 0, 0, 1024, |options| {
        &mut options.perft_threads
    }),
    Entry {
        name: "Kernel",
        kind: Kind::Kernel,
    },
];

/// The declarations are needed only by a session that says `uci`, and then every time the same.
static DECLARATIONS: Lazy<Vec<String>> = Lazy::new(|| {
    let declare = |entry: &Entry| {
        let name = entry.name.to_owned();
        UciMessage::Option(match entry.kind {
            Kind::Spin {
                default, min, max, ..
            } => UciOptionConfig::Spin {
                name,
                default: Some(default),
                min: Some(min),
                max: Some(max),
            },
            Kind::Check { default, .. } => UciOptionConfig::Check {
                name,
                default: Some(default),
            },
            Kind::ClearHash => UciOptionConfig::Button { name },
            Kind::Kernel => UciOptionConfig::Combo {
                name,
                default: Some(Kernel::AUTO.to_owned()),
                var: kernel_names().map(str::to_owned).collect(),
            },
        })
        .serialize()
    };
    TABLE.iter().map(declare).collect()
});

/// What the option Kernel offers: only kernels that this CPU supports.
fn kernel_names() -> impl Iterator<Item = &'static str> {
    let available = Kernel::available();
    let names = available.into_iter().map(|kernel| kernel.name());
    std::iter::once(Kernel::AUTO).chain(names)
}

/// What the session must do after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: the value is read when it is needed.
    Stored,
    /// The search table is to be emptied.
    ClearHash,
}

/// Why an option was not set; the old value stays.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// Stockfish's words for it.
    #[error("No such option: {0}")]
    Unknown(String),
    /// Not a whole number in range.
    #[error(
        "warning: option {name} takes a whole number from {min} to {max}, found {found}; it stays {kept}"
    )]
    Spin {
        /// The option.
        name: &'static str,
        /// Its least value.
        min: i64,
        /// Its greatest value.
        max: i64,
        /// What was given.
        found: String,
        /// The value in force.
        kept: i64,
    },
    /// Neither `true` nor `false`.
    #[error("warning: option {name} takes 'true' or 'false', found {found}; it stays {kept}")]
    Check {
        /// The option.
        name: &'static str,
        /// What was given.
        found: String,
        /// The value in force.
        kept: bool,
    },
    /// No kernel, or none of this CPU.
    #[error("warning: option Kernel: {reason}; it stays {kept}")]
    Kernel {
        /// Which names there are, or which of them this CPU can run.
        reason: KernelError,
        /// The name of the one in force.
        kept: &'static str,
    },
}

impl Default for Options {
    fn default() -> Options {
        let mut options = Options {
            hash: 0,
            threads: 0,
            ponder: false,
            multi_pv: 0,
            move_overhead: 0,
            show_wdl: false,
            analyse_mode: false,
            limit_strength: false,
            elo: 0,
            skill: 0,
            chess960: false,
            perft_hash: 0,
            perft_threads: 0,
            kernel: Kernel::best(),
        };
        for entry in &TABLE {
            match entry.kind {
                Kind::Spin { default, slot, .. } => *slot(&mut options) = default,
                Kind::Check { default, slot } => *slot(&mut options) = default,
                Kind::ClearHash | Kind::Kernel => {}
            }
        }
        options
    }
}

impl Options {
    /// The strength to play at, if it is limited: `UCI_Elo` goes before `Skill Level`, which steps
    /// through the same range.
    pub fn strength(&self) -> Option<u32> {
        let elo = if self.limit_strength {
            self.elo
        } else if self.skill < FULL_SKILL {
            LEAST_ELO + (MOST_ELO - LEAST_ELO) * self.skill / FULL_SKILL
        } else {
            return None;
        };
        u32::try_from(elo).ok()
    }

    /// The `option name ...` lines, in the order of the table.
    pub fn declarations() -> &'static [String] {
        &DECLARATIONS
    }

    /// Sets one option. Names are case-insensitive, as UCI asks; values are not.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let entry = TABLE
            .iter()
            .find(|entry| entry.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let found = || value.map_or("no value".to_owned(), |text| format!("'{text}'"));
        match entry.kind {
            Kind::Spin { min, max, slot, .. } => {
                let slot = slot(self);
                let number = value.and_then(|text| text.parse().ok());
                *slot = number
                    .filter(|number| (min..=max).contains(number))
                    .ok_or_else(|| OptionError::Spin {
                        name: entry.name,
                        min,
                        max,
                        found: found(),
                        kept: *slot,
                    })?;
            }
            Kind::Check { slot, .. } => {
                let slot = slot(self);
                *slot =
                    value
                        .and_then(|text| text.parse().ok())
                        .ok_or_else(|| OptionError::Check {
                            name: entry.name,
                            found: found(),
                            kept: *slot,
                        })?;
            }
            Kind::ClearHash => return Ok(Effect::ClearHash),
            Kind::Kernel => {
                let parsed = value.unwrap_or_default().parse();
                self.kernel = parsed.map_err(|reason| OptionError::Kernel {
                    reason,
                    kept: self.kernel.name(),
                })?;
            }
        }
        Ok(Effect::Stored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_declaration_is_legal_uci() {
        // python-chess raises at start-up on a default outside of min..max.
        for entry in &TABLE {
            if let Kind::Spin {
                default, min, max, ..
            } = entry.kind
            {
                assert!((min..=max).contains(&default), "{}", entry.name);
            }
        }
        assert_eq!(
            Options::declarations()[1],
            "option name Hash type spin default 16 min 1 max 33554432"
        );
        assert_eq!(
            Options::declarations()[2],
            "option name Clear Hash type button"
        );
        assert_eq!(
            Options::declarations()[3],
            "option name Ponder type check default false"
        );
        assert_eq!(
            Options::declarations()[14],
            format!(
                "option name Kernel type combo default auto var {}",
                kernel_names().collect::<Vec<_>>().join(" var ")
            )
        );
    }

    #[test]
    fn good_values() {
        let mut options = Options::default();
        assert_eq!(options.set("hASH", Some("64")), Ok(Effect::Stored));
        assert_eq!(options.set("move overhead", Some("0")), Ok(Effect::Stored));
        assert_eq!(
            options.set("uci_chess960", Some("true")),
            Ok(Effect::Stored)
        );
        assert_eq!(options.set("Clear Hash", None), Ok(Effect::ClearHash));
        for kernel in Kernel::available() {
            assert_eq!(
                options.set("kernel", Some(kernel.name())),
                Ok(Effect::Stored)
            );
            assert_eq!(options.kernel.name(), kernel.name());
        }
        assert_eq!(options.set("Kernel", Some("auto")), Ok(Effect::Stored));
        assert_eq!(options.kernel.name(), Kernel::best().name());
        assert_eq!(
            (options.hash, options.move_overhead, options.chess960),
            (64, 0, true)
        );
    }

    #[test]
    fn kernels_are_offered_exactly_if_this_cpu_supports_them() {
        let declared = &Options::declarations()[14];
        for name in Kernel::NAMES {
            assert_eq!(
                declared.split(" var ").any(|offered| offered == name),
                name.parse::<Kernel>().is_ok(),
                "{name}: {declared}"
            );
        }
    }

    #[test]
    fn strength_is_limited_when_asked() {
        let mut options = Options::default();
        assert_eq!(options.strength(), None);
        options.set("Skill Level", Some("10")).expect("in range");
        assert_eq!(options.strength(), Some(1750));
        options.set("UCI_Elo", Some("1500")).expect("in range");
        assert_eq!(options.strength(), Some(1750));
        options
            .set("UCI_LimitStrength", Some("true"))
            .expect("known");
        assert_eq!(options.strength(), Some(1500));
    }

    #[test]
    fn bad_values_change_nothing() {
        let mut options = Options::default();
        for value in [
            None,
            Some("abc"),
            Some("0"),
            Some("33554433"),
            Some("1.5"),
            Some(""),
        ] {
            assert!(matches!(
                options.set("Hash", value),
                Err(OptionError::Spin { kept: 16, .. })
            ));
        }
        for value in [None, Some("TRUE"), Some("1")] {
            assert!(matches!(
                options.set("Ponder", value),
                Err(OptionError::Check { .. })
            ));
        }
        assert_eq!(
            options.set("Foo", Some("3")),
            Err(OptionError::Unknown("Foo".to_owned()))
        );
        for value in [None, Some("sse2"), Some("AUTO")] {
            let error = options.set("Kernel", value).expect_err("no kernel");
            assert!(error.to_string().contains("there is no kernel"), "{error}");
        }
        let before = Options::default();
        assert_eq!(format!("{options:?}"), format!("{before:?}"));
    }
}
