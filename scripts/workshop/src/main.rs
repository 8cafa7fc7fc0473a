//! The tools that make what Canopy's engine is made of, and is measured with.
//!
//! `cargo run --release -- --help` in this folder tells what each does.

mod mates;
mod openings;
mod play;
mod random;
mod record;
mod train;

use std::io;

use clap::Parser;

/// Makes what Canopy's engine is made of and measured with.
#[derive(Parser)]
enum Tool {
    /// Plays games of the engine against itself and writes their positions as training data
    Play(play::Arguments),
    /// Trains the network on such data
    Train(train::Arguments),
    /// Prints mates in a few moves, found by trying everything
    Mates(mates::Arguments),
    /// Prints balanced openings of random moves, for matches
    Openings(openings::Arguments),
}

fn main() -> io::Result<()> {
    match Tool::parse() {
        Tool::Play(arguments) => play::run(&arguments)?,
        Tool::Train(arguments) => train::run(&arguments)?,
        Tool::Mates(arguments) => mates::run(&arguments),
        Tool::Openings(arguments) => openings::run(&arguments),
    }
    Ok(())
}
