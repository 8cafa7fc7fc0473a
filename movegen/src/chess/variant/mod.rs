//! Variants of chess: the same board and men, other rules.
//!
//! [`Rules`] is what a variant changes, and [`VariantPosition`] is a position under such rules. Everything that
//! a variant does not change is chess: the default methods of [`Rules`] use a [`Position`](super::Position).
//! Standard chess itself does not pass through here, so that its counts cost nothing more.
//!
//! The rules are chosen while the program runs: the name of a variant is text that a user writes. A position calls
//! them once for a node, and they count the last plies by themselves.
//!
//! ```
//! use movegen::chess::variant::{VariantCounter, VariantPosition, variant};
//! use movegen::perft::{Perft, Stop};
//!
//! let rules = variant("kingofthehill").unwrap();
//! let position = VariantPosition::from_fen(rules, "8/8/8/8/8/4K3/8/k7 w - - 0 1").unwrap();
//! let outcome = Perft::new(2).run(&position, &VariantCounter::default(), &Stop::new(), |_| {}).unwrap();
//! // Kd4 and Ke4 end the game: nothing is counted below them.
//! assert_eq!(outcome.total, 18);
//! assert_eq!(position.chess().perft(2), 24);
//! ```
//!
//! To add a variant: implement [`Rules`] in a file of this folder, and add it to `mod` and to `variants!` below.

mod antichess;
mod atomic;
mod counter;
mod crazyhouse;
mod horde;
mod king_of_the_hill;
mod own_moves;
mod packed;
mod position;
mod racing_kings;
mod rules;
mod standard;
mod statistics;
mod three_check;

pub use counter::VariantCounter;
pub use position::{ParsedVariantFen, VariantPosition};
pub use rules::{Rules, State};
pub use standard::Standard;
pub use statistics::{VariantStatistics, VariantStatisticsCounter};

pub use super::explain::GameOver;
pub use super::text::fen::pocket::Pocket;

/// Lists all variants, each with its file.
macro_rules! variants {
    ($($file:ident: $rules:ident,)*) => {
        $(pub use $file::$rules;)*

        /// All variants, without standard chess.
        pub const VARIANTS: &[&dyn Rules] = &[$(&$rules),*];
    };
}

variants! {
    king_of_the_hill: KingOfTheHill,
    three_check: ThreeCheck,
    racing_kings: RacingKings,
    atomic: Atomic,
    horde: Horde,
    antichess: Antichess,
    crazyhouse: Crazyhouse,
}

/// The variant with this name or alias, in upper or lower case. Standard chess is none.
pub fn variant(name: &str) -> Option<&'static dyn Rules> {
    let is_named = |rules: &&&dyn Rules| {
        let mut names = [rules.name()]
            .into_iter()
            .chain(rules.aliases().iter().copied());
        names.any(|other| other.eq_ignore_ascii_case(name))
    };
    VARIANTS.iter().find(is_named).copied()
}

#[cfg(test)]
mod tests;
