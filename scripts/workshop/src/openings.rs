//! Openings for matches: seeded random moves that leave both sides about even.

use std::collections::HashSet;

use engine::Engine;
use movegen::chess::CastlingStyle;

use crate::play;
use crate::random::Random;

/// What `openings` can be told.
#[derive(clap::Args)]
pub struct Arguments {
    /// How many
    #[arg(long, default_value_t = 300)]
    count: usize,
    /// Random plies from the start
    #[arg(long, default_value_t = 8)]
    plies: usize,
    /// No side is further ahead, in centipawns
    #[arg(long, default_value_t = 50)]
    margin: i32,
    /// Positions the search visits to find that out
    #[arg(long, default_value_t = 50_000)]
    nodes: u64,
    /// Another seed, other openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Prints them, a FEN a line.
pub fn run(arguments: &Arguments) {
    let engine = Engine::new(16).expect("16 MB");
    let mut random = Random::new(arguments.seed);
    let mut seen = HashSet::new();
    while seen.len() < arguments.count {
        engine.clear();
        let Arguments {
            plies,
            nodes,
            margin,
            ..
        } = *arguments;
        let position = play::opening(&engine, &mut random, plies, nodes, margin).position;
        if seen.insert(position.key()) {
            println!("{}", position.fen(CastlingStyle::Standard));
        }
    }
}
