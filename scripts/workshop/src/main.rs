//! Tools for developing Canopy's engine: training data, the network, openings, and test suites.
//!
//! Run `cargo run --release -- --help` in this folder for a list; build with
//! `RUSTFLAGS="-C target-cpu=native"` for speed. The steps below produced the current network, using
//! nothing from elsewhere. Each `play` ran with the engine of its time.
//!
//! 1. `play g0 --nodes 1000 --seed 7` with a hand-made evaluation (material, squares, pawns, king
//!    shelter): 1.7 million positions, and a first network trained on them.
//! 2. `play g1 --nodes 1000 --seed 11` with that network: 0.9 million, and a second network from all
//!    positions.
//! 3. `play g2 --nodes 1200 --seed 21` with that network: 1.1 million.
//! 4. `play g3 --nodes 1200 --seed 31` with a network trained on these three: 0.9 million.
//! 5. `play g4 --nodes 1200` with a network trained on all of these: 0.7 million.
//! 6. `play g5 --nodes 1200 --seed 77` with the same network and a changed search: 1.9 million, and a
//!    network from g1 to g5.
//! 7. `play g6 --nodes 1200 --seed 91` with that network: 2.7 million.
//! 8. `play g7 --nodes 1200` with a network from g1 to g6: 2.7 million; `play g8 --nodes 800
//!    --seed 801` and `play g9 --nodes 500 --seed 901` with the same network: 4.1 million.
//! 9. `play ga --nodes 500 --seed 1001` with the first network with king buckets, and `play gb
//!    --nodes 500 --seed 1101` with the same network and a better search: 6.7 million.
//! 10. `train g3-1.bin g3-2.bin ... gb-2.bin --epochs 20`: a network from 19.8 million positions.
//! 11. `play gc --nodes 500 --seed 220426` with that network: 15.6 million.
//! 12. `train g5-1.bin g5-2.bin ... gc-2.bin --epochs 18`: a network from 33.8 million positions.
//! 13. `play gd --nodes 500` with that network while its output was still scaled to 400 centipawns:
//!     3.8 million, with scores multiplied by 333/400. `play ge --nodes 500 --full 24 --seed 221126`
//!     when the scale was 333: 4.9 million.
//! 14. `train g7-1.bin g7-2.bin ... ge-2.bin --epochs 18`: a network from 37.9 million positions; its
//!     scale of 356 is `--scale 356` today. (The number of positions depends on the speed of the
//!     machine. Stop `play` at these numbers to get a different network of the same strength.)
//! 15. `play games-N --nodes 300 --sacrifices 50 --games 8000 --threads 1 --seed N` with that network,
//!     for the seeds 2101 to 2140 and 2201 to 2218: 32.8 million positions. `train --from embedded
//!     --epochs 4 --rate 0.0003 --scale 356`: the current network. `docs/training.md` has the command that
//!     repeats this step, and `network.sha256` the hashes of its products.
//!
//! The hand-made evaluation of the first step no longer exists. `scripts/train-network` repeats the
//! training from nothing, with `material` in its place, in a few minutes and with a weaker result.

mod endings;
mod material;
mod mates;
mod odds;
mod openings;
mod play;
mod random;
mod record;
mod train;

use std::error::Error;

use clap::Parser;

/// Tools for developing Canopy's engine.
#[derive(Parser)]
enum Tool {
    /// Writes a network that counts material, to start from
    Material(material::Arguments),
    /// Plays games of the engine against itself and writes their positions as training data
    Play(play::Arguments),
    /// Trains the network on these data
    Train(train::Arguments),
    /// Prints positions with a mate in a few moves, found by exhaustive search
    Mates(mates::Arguments),
    /// Solves endings with few men, makes a suite of them, and plays them against perfect play
    #[command(subcommand)]
    Endings(endings::Command),
    /// Fits the model of wins, draws and losses to games, and measures its calibration
    #[command(subcommand)]
    Odds(odds::Command),
    /// Prints balanced random openings for matches
    Openings(openings::Arguments),
}

fn main() -> Result<(), Box<dyn Error>> {
    match Tool::parse() {
        Tool::Material(arguments) => material::run(&arguments)?,
        Tool::Play(arguments) => play::run(&arguments)?,
        Tool::Train(arguments) => train::run(&arguments)?,
        Tool::Mates(arguments) => mates::run(&arguments),
        Tool::Endings(command) => endings::run(&command)?,
        Tool::Odds(command) => odds::run(&command)?,
        Tool::Openings(arguments) => openings::run(&arguments),
    }
    Ok(())
}
