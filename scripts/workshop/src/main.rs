//! The tools that make what Canopy's engine is made of, and is measured with.
//!
//! `cargo run --release -- --help` in this folder tells what each does; build with
//! `RUSTFLAGS="-C target-cpu=native"` for speed. The network came about like this, each `play` with
//! the engine of its time, and nothing from elsewhere:
//!
//! 1. `play g0 --nodes 1000 --seed 7` with hand-made terms of material, squares, pawns and king
//!    shelter: 1.7 million positions; a first network from them.
//! 2. `play g1 --nodes 1000 --seed 11` with that: 0.9 million; a second network from all.
//! 3. `play g2 --nodes 1200 --seed 21` with that: 1.1 million.
//! 4. `play g3 --nodes 1200 --seed 31` with the network of those three: 0.9 million.
//! 5. `play g4 --nodes 1200` with a network of all these: 0.7 million.
//! 6. `play g5 --nodes 1200 --seed 77` with the same and a changed search: 1.9 million; a network
//!    of g1 to g5.
//! 7. `play g6 --nodes 1200 --seed 91` with that: 2.7 million.
//! 8. `play g7 --nodes 1200` with a network of g1 to g6: 2.7 million; `play g8 --nodes 800
//!    --seed 801` and `play g9 --nodes 500 --seed 901` with the same: 4.1 million.
//! 9. `play ga --nodes 500 --seed 1001` with a first network by the king's regions, and `play gb
//!    --nodes 500 --seed 1101` with the same and a better search: 6.7 million.
//! 10. `train g3-1.bin g3-2.bin ... gb-2.bin --epochs 20`: a network of 19.8 million positions.
//! 11. `play gc --nodes 500 --seed 220426` with that: 15.6 million.
//! 12. `train g5-1.bin g5-2.bin ... gc-2.bin --epochs 18`: a network of 33.8 million positions.
//! 13. `play gd --nodes 500` with that while its output was still taken for 400 centipawns: 3.8
//!     million, their scores multiplied by 333/400. `play ge --nodes 500 --full 24 --seed 221126`
//!     when it was taken for 333: 4.9 million.
//! 14. `train g7-1.bin g7-2.bin ... ge-2.bin --out ../../engine/src/network.bin --epochs 18`: the
//!     network as it is, of 37.9 million positions. (How far threads get is a matter of the machine:
//!     stop them at so many positions, and another network will come of it, as good as this.)

mod mates;
mod odds;
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
    /// Fits how often a score is won to such data
    Odds(odds::Arguments),
    /// Prints balanced openings of random moves, for matches
    Openings(openings::Arguments),
}

fn main() -> io::Result<()> {
    match Tool::parse() {
        Tool::Play(arguments) => play::run(&arguments)?,
        Tool::Train(arguments) => train::run(&arguments)?,
        Tool::Mates(arguments) => mates::run(&arguments),
        Tool::Odds(arguments) => odds::run(&arguments)?,
        Tool::Openings(arguments) => openings::run(&arguments),
    }
    Ok(())
}
