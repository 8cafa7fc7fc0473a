//! The choice of an instruction set: one table of all kernels.

use std::fmt;
use std::str::FromStr;

use super::MAX_DEPTH;
#[cfg(target_arch = "aarch64")]
use super::arm::Neon;
use super::instruction_set::{Detect, InstructionSet};
use super::words::Baseline;
#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2, Avx512, Bmi2};
#[cfg(target_arch = "x86_64")]
use crate::chess::board::attacks::Portable;
use crate::chess::board::bitboards::Board;
use crate::chess::board::color::{Black, Side, White};
use crate::chess::{Color, Position};
use crate::perft::{Counter, Stop};

/// A method of counting leaves that this CPU supports: the fastest one, or one chosen by name.
///
/// A `Kernel` proves that the CPU has its instructions, so counting never checks for them. All
/// kernels return the same counts.
///
/// ```
/// use movegen::chess::{Kernel, Position};
/// use movegen::perft::{Counter, Stop};
/// let portable: Kernel = "portable".parse().unwrap();
/// let (start, stop) = (Position::startpos(), Stop::new());
/// assert_eq!(portable.leaves(&start, 3, &stop), Some(8_902));
/// assert_eq!(Kernel::best().leaves(&start, 3, &stop), Some(8_902));
/// ```
#[derive(Clone, Copy)]
pub struct Kernel(Variant);

/// By the name.
impl PartialEq for Kernel {
    fn eq(&self, other: &Kernel) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Kernel {}

/// Defines [`Variant`], and every function that must tell the variants apart, from one table: a
/// line for each variant with its instruction set and the name of its kernel. Variants of one
/// kernel follow each other, the preferred one first. The names are also listed in
/// [`Kernel::NAMES`], which includes those of other architectures.
macro_rules! variants {
    ($($(#[$attribute:meta])* $variant:ident($instructions:ty) = $name:literal,)+) => {
        /// A kernel and the proof that this CPU supports it.
        #[derive(Clone, Copy)]
        enum Variant {
            $($(#[$attribute])* $variant($instructions),)+
        }

        impl Variant {
            /// The name of the kernel.
            fn name(self) -> &'static str {
                match self {
                    $($(#[$attribute])* Variant::$variant(_) => $name,)+
                }
            }

            /// All variants that this CPU supports, in the order of the table.
            fn supported() -> Vec<Variant> {
                let mut supported = Vec::new();
                $(
                    $(#[$attribute])*
                    supported.extend(<$instructions>::detect().map(Variant::$variant));
                )+
                supported
            }

            /// The CPU features that the kernel of this name requires and that this CPU lacks. The
            /// last variant of a kernel requires the fewest.
            fn lacking(name: &str) -> Vec<&'static str> {
                // Of the kernels of another architecture, nothing else is known here.
                let mut lacking = vec![if name == "neon" { "aarch64" } else { "x86-64" }];
                $(
                    $(#[$attribute])*
                    if name == $name {
                        lacking = <$instructions>::lacking();
                    }
                )+
                lacking
            }

            fn count<S: Side>(self, board: &Board, depth: u32, stop: &Stop) -> u64 {
                match self {
                    $($(#[$attribute])* Variant::$variant(instructions) => {
                        instructions.count::<S>(board, depth, stop)
                    })+
                }
            }

            fn count_each<S: Side>(
                self,
                positions: &[Position],
                depth: u32,
                stop: &Stop,
                counts: &mut Vec<u64>,
            ) {
                let boards = positions.iter().map(Position::board);
                let boards = boards.take_while(|_| !stop.is_stopped());
                match self {
                    $($(#[$attribute])* Variant::$variant(instructions) => {
                        instructions.count_each::<S>(boards, depth, stop, counts)
                    })+
                }
            }
        }
    };
}

variants! {
    Portable(Baseline) = "portable",
    #[cfg(target_arch = "x86_64")]
    Bmi2(Bmi2) = "bmi2",
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2<Bmi2>) = "avx2",
    // For CPUs on which `pext` is slow.
    #[cfg(target_arch = "x86_64")]
    Avx2WithoutPext(Avx2<Portable>) = "avx2",
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512) = "avx512",
    #[cfg(target_arch = "aarch64")]
    Neon(Neon) = "neon",
}

/// Why a kernel is not available.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KernelError {
    /// There is no kernel of this name.
    #[error("there is no kernel '{found}'; this CPU supports {}", Supported)]
    Unknown {
        /// The name given.
        found: String,
    },
    /// The CPU lacks the instructions of the kernel.
    #[error("the kernel '{name}' requires CPU features that this CPU lacks: {}; it supports {}", lacking.join(", "), Supported)]
    Lacking {
        /// The name given.
        name: &'static str,
        /// The CPU features that are missing.
        lacking: Vec<&'static str>,
    },
}

/// Displays the names that this CPU supports: `auto, portable, bmi2`.
struct Supported;

impl fmt::Display for Supported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Kernel::AUTO)?;
        Kernel::available()
            .iter()
            .try_for_each(|kernel| write!(f, ", {kernel}"))
    }
}

impl Kernel {
    /// The name that stands for the fastest kernel of the CPU.
    pub const AUTO: &'static str = "auto";

    /// The names of all kernels, the fastest last. No CPU has to support more than the first one.
    pub const NAMES: [&'static str; 5] = ["portable", "bmi2", "avx2", "avx512", "neon"];

    /// The fastest kernel of this CPU.
    pub fn best() -> Kernel {
        let mut all = Kernel::available();
        all.pop().unwrap_or(Kernel(Variant::Portable(Baseline)))
    }

    /// The kernels that this CPU supports, the fastest last.
    pub fn available() -> Vec<Kernel> {
        let mut variants = Variant::supported();
        // The first variant of each name is the preferred one.
        variants.dedup_by_key(|variant| variant.name());
        variants.into_iter().map(Kernel).collect()
    }

    /// All variants of all kernels that this CPU supports, `portable` first.
    #[cfg(test)]
    pub(super) fn all_variants() -> Vec<Kernel> {
        Variant::supported().into_iter().map(Kernel).collect()
    }

    /// The name of this kernel, one of [`NAMES`](Kernel::NAMES).
    pub fn name(&self) -> &'static str {
        self.0.name()
    }
}

/// Parses one of [`NAMES`](Kernel::NAMES); `auto` is the fastest kernel of this CPU.
impl FromStr for Kernel {
    type Err = KernelError;

    fn from_str(text: &str) -> Result<Kernel, KernelError> {
        if text == Kernel::AUTO {
            return Ok(Kernel::best());
        }
        let found = || KernelError::Unknown {
            found: text.to_owned(),
        };
        let name = Kernel::NAMES
            .into_iter()
            .find(|name| *name == text)
            .ok_or_else(found)?;
        let mut available = Kernel::available().into_iter();
        available
            .find(|kernel| kernel.name() == name)
            .ok_or_else(|| KernelError::Lacking {
                name,
                lacking: Variant::lacking(name),
            })
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({self})")
    }
}

impl Counter<Position> for Kernel {
    type Tally = u128;

    const MAX_DEPTH: u32 = MAX_DEPTH;

    fn leaves(&self, position: &Position, depth: u32, stop: &Stop) -> Option<u64> {
        debug_assert!(depth <= MAX_DEPTH);
        let board = position.board();
        let count = match position.turn() {
            Color::White => self.0.count::<White>(board, depth, stop),
            Color::Black => self.0.count::<Black>(board, depth, stop),
        };
        if stop.is_stopped() { None } else { Some(count) }
    }

    fn leaves_of_each(
        &self,
        positions: &[Position],
        depth: u32,
        stop: &Stop,
        counts: &mut Vec<u64>,
    ) -> Option<()> {
        match positions.first().map(Position::turn) {
            Some(Color::White) => self.0.count_each::<White>(positions, depth, stop, counts),
            Some(Color::Black) => self.0.count_each::<Black>(positions, depth, stop, counts),
            None => {}
        }
        if stop.is_stopped() { None } else { Some(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_kernels_round_trip() {
        for kernel in Kernel::available() {
            let again: Kernel = kernel.name().parse().expect("this CPU supports it");
            assert_eq!(again.name(), kernel.name());
        }
        assert_eq!(
            "auto".parse::<Kernel>().expect("always").name(),
            Kernel::best().name()
        );
        let error = "sse2".parse::<Kernel>().expect_err("no such kernel");
        let names: Vec<_> = Kernel::available().iter().map(Kernel::name).collect();
        assert_eq!(
            error.to_string(),
            format!(
                "there is no kernel 'sse2'; this CPU supports auto, {}",
                names.join(", ")
            )
        );
    }

    #[test]
    fn every_variant_has_a_listed_name() {
        let mut names: Vec<_> = Kernel::all_variants().iter().map(Kernel::name).collect();
        names.dedup();
        let listed = Kernel::NAMES.into_iter();
        let listed: Vec<_> = listed.filter(|name| names.contains(name)).collect();
        assert_eq!(listed, names);
    }

    #[test]
    fn a_kernel_is_unavailable_exactly_if_a_feature_is_missing() {
        for name in Kernel::NAMES {
            let lacking = Variant::lacking(name);
            match name.parse::<Kernel>() {
                Ok(_) => assert!(lacking.is_empty(), "{name}: {lacking:?}"),
                Err(error) => {
                    assert!(!lacking.is_empty(), "{name}");
                    let start = format!(
                        "the kernel '{name}' requires CPU features that this CPU lacks: {}; it supports auto, portable",
                        lacking.join(", ")
                    );
                    assert!(error.to_string().starts_with(&start), "{error}");
                }
            }
        }
    }
}
