//! Variants of chess: the same board and men, other rules.
//!
//! [`Rules`] is what a variant changes, and [`VariantPosition`] is a position under such rules. Everything that
//! a variant does not change is chess: the default methods of [`Rules`] use a [`Position`](super::Position).
//! Standard chess itself does not pass through here, so that its counts cost nothing more.
//!
//! ```
//! use movegen::chess::variant::{KingOfTheHill, VariantPosition};
//! use movegen::perft::{Perft, Stop};
//!
//! let position: VariantPosition<KingOfTheHill> = "8/8/8/8/8/4K3/8/k7 w - - 0 1".parse().unwrap();
//! let outcome = Perft::new(2).run(&position, &position.counter(), &Stop::new(), |_| {}).unwrap();
//! // The moves to d4 and e4 end the game: nothing is counted below them. Chess has 23.
//! assert_eq!(outcome.total, 17);
//! ```
//!
//! To add a variant: implement [`Rules`] in a file of this folder, and add a line to `variants!` below.

mod counter;
mod position;
mod rules;

pub use counter::VariantCounter;
pub use position::VariantPosition;
pub use rules::{Rules, State};

pub use super::explain::GameOver;

/// Declares the file of each variant, and lists them all.
macro_rules! variants {
    ($($file:ident: $rules:ident,)*) => {
        $(mod $file; pub use $file::$rules;)*

        /// Shows a visitor all variants but standard chess. This is the list of variants.
        pub fn visit_variants(visitor: &mut impl VariantVisitor) {
            $(visitor.visit::<$rules>();)*
        }
    };
}

variants! {
    king_of_the_hill: KingOfTheHill,
}

mod standard;

pub use standard::Standard;

/// Code that is generic over all variants.
pub trait VariantVisitor {
    /// Called once for each variant.
    fn visit<R: Rules>(&mut self);
}

#[cfg(test)]
mod tests;
