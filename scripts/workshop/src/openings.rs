//! Makes openings for matches: random moves that lead to balanced positions.

use std::collections::HashSet;

use engine::Engine;
use movegen::chess::CastlingStyle;

use crate::play;
use crate::random::Random;

/// Arguments of `openings`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Number of openings
    #[arg(long, default_value_t = 300)]
    count: usize,
    /// Random plies from the starting position
    #[arg(long, default_value_t = 8)]
    plies: usize,
    /// Greatest advantage of either side, in centipawns
    #[arg(long, default_value_t = 50)]
    margin: i32,
    /// Nodes of the search that scores an opening
    #[arg(long, default_value_t = 50_000)]
    nodes: u64,
    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Prints the openings, one FEN per line.
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
