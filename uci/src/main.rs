//! `canopy`: a UCI chess engine whose `go perft` diffs clean against Stockfish's.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    uci::cli::main()
}
