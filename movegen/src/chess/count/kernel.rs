//! The choice of an instruction set.

use std::fmt;
use std::str::FromStr;

#[cfg(target_arch = "x86_64")]
use super::x86;
use super::{MAX_DEPTH, scalar};
#[cfg(target_arch = "x86_64")]
use crate::chess::attacks::Portable;
use crate::chess::board::Board;
use crate::chess::color::{Black, Side, White};
use crate::chess::{Color, Position};
use crate::perft::{Counter, Stop};

/// A way to count leaves that this CPU can go: the fastest one, or one asked for by name.
///
/// Having a `Kernel` proves that the CPU has its instructions, so that nothing is looked up while
/// counting. All of them count the same.
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
pub struct Kernel(Kind);

#[derive(Clone, Copy)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Bmi2(x86::Bmi2),
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::Avx2<x86::Bmi2>),
    /// Where `pext` is slow.
    #[cfg(target_arch = "x86_64")]
    Avx2Plain(x86::Avx2<Portable>),
    #[cfg(target_arch = "x86_64")]
    Avx512(x86::Avx512),
}

/// Why a kernel cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KernelError {
    /// No such kernel.
    #[error("there is no kernel '{found}'; this CPU supports {}", Supported)]
    Unknown {
        /// What was asked for.
        found: String,
    },
    /// The CPU lacks its instructions.
    #[error("the kernel '{name}' needs what this CPU lacks: {}; it supports {}", lacking.join(", "), Supported)]
    Lacking {
        /// What was asked for.
        name: &'static str,
        /// The CPU features that are missing.
        lacking: Vec<&'static str>,
    },
}

/// `auto, portable, bmi2`: the names that this CPU supports.
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

    /// Every kernel that some CPU has, the plainest first.
    pub const NAMES: [&'static str; 4] = ["portable", "bmi2", "avx2", "avx512"];

    /// The fastest kernel of this CPU.
    pub fn best() -> Kernel {
        let mut all = Kernel::available();
        all.pop().unwrap_or(Kernel(Kind::Portable))
    }

    /// The kernels of this CPU, the fastest last.
    pub fn available() -> Vec<Kernel> {
        let all = Kernel::NAMES.into_iter();
        all.filter_map(|name| Kind::of_name(name).map(Kernel))
            .collect()
    }

    /// The AVX2 kernel as it is where `pext` is slow, if this CPU has AVX2.
    #[cfg(test)]
    pub(super) fn avx2_without_pext() -> Option<Kernel> {
        #[cfg(target_arch = "x86_64")]
        return x86::Avx2::<Portable>::detect().map(|avx2| Kernel(Kind::Avx2Plain(avx2)));
        #[cfg(not(target_arch = "x86_64"))]
        return None;
    }

    /// Its name, one of [`NAMES`](Kernel::NAMES).
    pub fn name(&self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Bmi2(_) => "bmi2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) | Kind::Avx2Plain(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => "avx512",
        }
    }

    fn count<S: Side>(self, board: &Board, depth: u32, stop: &Stop) -> u64 {
        use scalar::InstructionSet as _;
        match self.0 {
            Kind::Portable => scalar::Baseline.count::<S>(board, depth, stop),
            #[cfg(target_arch = "x86_64")]
            Kind::Bmi2(bmi2) => bmi2.count::<S>(board, depth, stop),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(avx2) => avx2.count::<S>(board, depth, stop),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2Plain(avx2) => avx2.count::<S>(board, depth, stop),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(avx512) => avx512.count::<S>(board, depth, stop),
        }
    }
}

impl Kernel {
    fn count_each<S: Side>(self, positions: &[Position], stop: &Stop, counts: &mut Vec<u64>) {
        use scalar::InstructionSet as _;
        let boards = positions.iter().map(Position::board);
        match self.0 {
            Kind::Portable => scalar::Baseline.count_each::<S>(boards, stop, counts),
            #[cfg(target_arch = "x86_64")]
            Kind::Bmi2(bmi2) => bmi2.count_each::<S>(boards, stop, counts),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(avx2) => avx2.count_each::<S>(boards, stop, counts),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2Plain(avx2) => avx2.count_each::<S>(boards, stop, counts),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(avx512) => avx512.count_each::<S>(boards, stop, counts),
        }
    }
}

impl Kind {
    /// The kernel of that name, if the CPU has it.
    fn of_name(name: &str) -> Option<Kind> {
        match name {
            "portable" => Some(Kind::Portable),
            #[cfg(target_arch = "x86_64")]
            "bmi2" => x86::Bmi2::detect().map(Kind::Bmi2),
            #[cfg(target_arch = "x86_64")]
            "avx2" => {
                let with_pext = x86::Avx2::<x86::Bmi2>::detect().map(Kind::Avx2);
                with_pext.or_else(|| x86::Avx2::<Portable>::detect().map(Kind::Avx2Plain))
            }
            #[cfg(target_arch = "x86_64")]
            "avx512" => x86::Avx512::detect().map(Kind::Avx512),
            _ => None,
        }
    }

    /// The CPU features that the kernel of that name needs and this CPU lacks.
    fn lacking(name: &str) -> Vec<&'static str> {
        match name {
            #[cfg(target_arch = "x86_64")]
            "bmi2" => x86::Bmi2::lacking(),
            #[cfg(target_arch = "x86_64")]
            "avx2" => x86::Avx2::<Portable>::lacking(),
            #[cfg(target_arch = "x86_64")]
            "avx512" => x86::Avx512::lacking(),
            #[cfg(not(target_arch = "x86_64"))]
            "bmi2" | "avx2" | "avx512" => vec!["x86-64"],
            _ => Vec::new(),
        }
    }
}

/// `auto` is the best one.
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
        Kind::of_name(name)
            .map(Kernel)
            .ok_or_else(|| KernelError::Lacking {
                name,
                lacking: Kind::lacking(name),
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
            Color::White => self.count::<White>(board, depth, stop),
            Color::Black => self.count::<Black>(board, depth, stop),
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
        match positions.first() {
            Some(first) if depth == 2 => match first.turn() {
                Color::White => self.count_each::<White>(positions, stop, counts),
                Color::Black => self.count_each::<Black>(positions, stop, counts),
            },
            _ => {
                for position in positions {
                    counts.push(self.leaves(position, depth, stop)?);
                }
            }
        }
        if stop.is_stopped() { None } else { Some(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_kernels_and_back() {
        for kernel in Kernel::available() {
            let again: Kernel = kernel.name().parse().expect("this CPU has it");
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
    fn a_kernel_is_missing_exactly_if_features_are() {
        for name in Kernel::NAMES {
            let lacking = Kind::lacking(name);
            match name.parse::<Kernel>() {
                Ok(_) => assert!(lacking.is_empty(), "{name}: {lacking:?}"),
                Err(error) => {
                    assert!(!lacking.is_empty(), "{name}");
                    let start = format!(
                        "the kernel '{name}' needs what this CPU lacks: {}; it supports auto, portable",
                        lacking.join(", ")
                    );
                    assert!(error.to_string().starts_with(&start), "{error}");
                }
            }
        }
    }
}
