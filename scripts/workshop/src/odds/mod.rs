//! The model of wins, draws and losses: games of the engine against itself, and the fit to them.
//!
//! The method is that of Stockfish's WDL model (<https://github.com/official-stockfish/WDL_model>).

mod calibration;
mod fit;
mod games;
mod model;
mod sample;

use std::error::Error;

use clap::Subcommand;

/// What to do about the model.
#[derive(Subcommand)]
pub enum Command {
    /// Plays games and writes the score of each position and the result of its game
    Play(games::Arguments),
    /// Fits the model to these games, and prints its calibration on games that were not fitted
    Fit(fit::Arguments),
}

/// Runs a command of `odds`.
pub fn run(command: &Command) -> Result<(), Box<dyn Error>> {
    match command {
        Command::Play(arguments) => games::run(arguments)?,
        Command::Fit(arguments) => fit::run(arguments)?,
    }
    Ok(())
}
