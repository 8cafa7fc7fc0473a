//! Tests of all variants.

mod counts;
mod fens;
mod moves;
mod seam;

use super::{Rules, VariantCounter, VariantPosition};
use crate::perft::{Perft, Stop};

fn perft(position: &VariantPosition, depth: u32) -> u128 {
    let perft = Perft::new(depth);
    let outcome = perft.run(position, &VariantCounter::default(), &Stop::new(), |_| {});
    outcome.expect("the count fits").total
}

fn read(rules: &'static dyn Rules, fen: &str) -> VariantPosition {
    VariantPosition::from_fen(rules, fen).expect("a position")
}
