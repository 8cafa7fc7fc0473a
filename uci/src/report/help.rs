//! The fixed texts: help, licence, and the answers to unknown commands.

use engine::Network;
use movegen::chess::Kernel;

use crate::command::Dialect;
use crate::{NAME, about};

/// What `help` shows.
pub const HELP: &str = "
Canopy is a UCI chess engine. Its 'go perft' prints the same as Stockfish's.
  position startpos|fen <FEN> [moves ...]    set up a position
  go perft <depth> [searchmoves ...]         count the leaves below each move (also: perft, divide)
  go depth|nodes|movetime|wtime|infinite ... search for a move
  go perft <depth> stats                     count captures, checks, mates etc. at each depth
  stop                                       end the running perft or search now
  d, flip, eval                              show, mirror or evaluate the position
  movelist, showhash                         show the legal moves, or the last perft's hash table
  setboard <FEN>, memory <bytes>, cores <number>, showposition, perftfast <depth> (every depth up
  to this one), dividefast <depth>: as in juddperft
  bench [hash] [threads] [limit] [default|current|FILE] [depth|nodes|movetime|perft]
  uci, isready, ucinewgame, setoption, ponderhit, debug, register, quit: as in the UCI protocol
'canopy --help' describes the command line.
";

/// The first line of the console.
pub const CONSOLE_WELCOME: &str = "Type help for the commands, quit to leave.";

/// What `help` shows in the console.
pub const CONSOLE_HELP: &str = "
The commands of juddperft:
  setboard <FEN>                   set up a position
  showposition                     show the board
  movelist                         list the legal moves, in UCI notation and in SAN
  perft <depth>                    count leaves, captures, checks, mates etc. at each depth
  perftfast <depth>                count leaves at each depth
  divide <depth>                   count the leaves below each move (also: dividefast)
  memory <bytes>                   set the size of the hash table; 0 for none
  cores <number>                   set the number of threads; 0 for all cores
  showhash                         show the contents of the last perft's hash table
  test-external <program> <depth>  find the position where another program counts wrong; it is run
                                   as 'program FEN depth count' and exits with 0 if it agrees
  help, quit
The commands of a UCI session work as well, such as go perft <depth> and stop.
";

/// The answer to an unknown command.
pub fn unknown(dialect: Dialect, line: &str) -> String {
    let hint = match dialect {
        Dialect::Uci => "Type help for more information.",
        Dialect::Console => {
            "Expected setboard, showposition, movelist, perft, perftfast, divide, dividefast, \
             memory, cores, showhash, test-external, help, quit or a UCI command."
        }
    };
    format!("Unknown command: '{line}'. {hint}")
}

/// The answer to a command that UCI sessions lack because it starts a program.
pub fn needs_console(line: &str) -> String {
    format!("Unknown command: '{line}'. Only 'canopy console' runs other programs.")
}

/// The answer to `setoption` with an unknown name, in the words of Stockfish.
pub fn no_such_option(name: &str) -> String {
    format!("No such option: {name}")
}

/// What `license` shows.
pub const LICENSE: &str = "
Canopy is free software under the MIT licence or the Apache Licence 2.0, at your choice.
The files LICENSE-MIT and LICENSE-APACHE in its source tree hold the texts.
";

/// What `compiler` shows: the same as `canopy --version`.
pub fn compiler(kernel: Kernel, network: &Network) -> String {
    format!("\n{NAME}\n{}\n", about::build(kernel, network))
}
