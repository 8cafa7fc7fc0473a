//! Builds the embedded corpus and checks it against other programs.
//!
//! ```text
//! corpus_builder build                  makes corpus/data/full.bin; equal for everybody
//! corpus_builder killer                 chooses corpus/data/killer.bin from it, by broken programs
//! corpus_builder report                 what the embedded corpus contains
//! corpus_builder verify [STOCKFISH]     counts everything again with Canopy, cozy-chess and Stockfish
//! ```
//!
//! Run it from the root of the repository:
//! `cargo run --release -p canopy-corpus --example corpus_builder -- report`.

mod broken;
mod build;
mod cover;
mod killer;
mod report;
mod verify;

use std::process::ExitCode;

/// Where the corpus is, seen from the root of the repository.
const FULL: &str = "corpus/data/full.bin";

/// Where the killer subset is.
const KILLER: &str = "corpus/data/killer.bin";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["build"] => build::run(),
        ["killer"] => killer::run(),
        ["report"] => report::run(),
        ["verify"] => verify::run("stockfish"),
        ["verify", stockfish] => verify::run(stockfish),
        _ => Err("expected build, killer, report or verify [STOCKFISH]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The result of a subcommand.
type Done = Result<(), Box<dyn std::error::Error + Send + Sync>>;
