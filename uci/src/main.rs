//! `canopy`: a UCI chess engine whose `go perft` prints byte for byte what Stockfish prints.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    uci::cli::main()
}
