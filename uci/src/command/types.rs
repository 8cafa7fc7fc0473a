//! The commands: the result of parsing a line.

use engine::Limits;
use movegen::chess::PositionText;
use thiserror::Error;

use super::go_note::GoNote;
use super::position::PositionSyntax;
use crate::limits::{Depth, HashSize, LimitError, Threads};

/// A command.
#[derive(Clone, Debug)]
pub enum Command {
    /// An empty line or a `# comment`.
    Nothing,
    /// `uci`: print name, author and options.
    Uci,
    /// `isready`: answer `readyok`, even during a job.
    IsReady,
    /// `ucinewgame`: clear the hash table of the search.
    NewGame,
    /// `stop`: end the running job now.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `quit`.
    Quit,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `register ...`: accepted and ignored; the engine is free.
    Register,
    /// `setoption name ... [value ...]`.
    SetOption {
        /// The words between `name` and `value`, joined by single blanks.
        name: String,
        /// The words after `value`, joined in the same way; `None` without the word `value`.
        value: Option<String>,
    },
    /// `position ...`, or why it cannot be parsed.
    Position(Result<PositionText, PositionSyntax>),
    /// `go perft N` and its short forms, such as `perft N` and `divide N`.
    Perft(PerftCommand),
    /// `divide:<depth>:<mb>:<fen>[:<moves>]`, or what is wrong with it.
    DivideLine(Result<DivideCommand, String>),
    /// Any other `go`.
    Search(SearchCommand),
    /// A `go` without any word that starts a search or a perft.
    UnknownGo(GoNote),
    /// `bench [hash] [threads] [limit] [positions] [limit type]`.
    Bench(BenchCommand),
    /// `d` or `showposition`: show the board.
    Display,
    /// `movelist`: show the legal moves.
    MoveList,
    /// `showhash`: show the contents of the last perft's hash table.
    ShowHash,
    /// `test-external PROGRAM DEPTH`: compare with a program that answers by its exit code. Only
    /// [`Dialect::Console`](super::Dialect::Console) has it.
    TestExternal {
        /// The program.
        program: String,
        /// The largest depth to compare.
        depth: Depth,
    },
    /// `flip`: mirror the board and swap the colours.
    Flip,
    /// `eval`: the static evaluation.
    Evaluate,
    /// `help`.
    Help,
    /// `license`.
    License,
    /// `compiler`.
    Compiler,
    /// A command that only [`Dialect::Console`](super::Dialect::Console) has: the line as received.
    NeedsConsole(String),
    /// A known command with unusable arguments: the message to print.
    Malformed(String),
    /// Anything else: the line as received.
    Unknown(String),
}

/// `go perft` and its short forms.
#[derive(Clone, Debug)]
pub struct PerftCommand {
    /// The depth, or what is wrong with it.
    pub depth: Result<Depth, BadDepth>,
    /// The words after `searchmoves`; `None` without that word.
    pub search_moves: Option<Vec<String>>,
    /// What to print.
    pub kind: PerftKind,
    /// The words that were ignored.
    pub notes: Vec<GoNote>,
}

/// A divide that does not concern the position of the session.
#[derive(Clone, Debug)]
pub struct DivideCommand {
    /// The depth, at least 1.
    pub depth: Depth,
    /// The size of the hash table.
    pub hash: HashSize,
    /// The position.
    pub position: PositionText,
}

/// What a perft prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerftKind {
    /// The number of leaves below each move.
    Divide,
    /// The number of leaves of each kind at every depth: `stats`.
    Statistics,
    /// The number of leaves at every depth: `perftfast`.
    Depths,
}

/// A depth that `go perft` refuses.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadDepth {
    /// No number follows.
    #[error("go perft needs a depth, a whole number from 0 to {}", Depth::MAX)]
    Missing,
    /// Not a number that is allowed.
    #[error(transparent)]
    Limit(#[from] LimitError),
}

/// A `go` that searches.
#[derive(Clone, Debug)]
pub struct SearchCommand {
    /// The limits, with `search_moves` left empty.
    pub limits: Limits,
    /// The words after `searchmoves`, legal or not; `None` without that word.
    pub search_moves: Option<Vec<String>>,
    /// The words that were ignored.
    pub notes: Vec<GoNote>,
}

/// What `bench` runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchCommand {
    /// Size of the search's hash table, in MB.
    pub hash: u32,
    /// Threads.
    pub threads: Threads,
    /// The limit for each position.
    pub limit: BenchLimit,
    /// `default`, `current` or the name of a file of FENs.
    pub positions: String,
}

/// The limit of `bench` for each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BenchLimit {
    /// Search to this depth.
    Depth(Depth),
    /// Search this many nodes.
    Nodes(u64),
    /// Search for this many milliseconds.
    MoveTime(u64),
    /// Divide at this depth.
    Perft(Depth),
}

impl Command {
    /// Whether the command starts a job, which takes time and a thread of its own; or would, if its words
    /// were known.
    pub fn starts_a_job(&self) -> bool {
        matches!(
            self,
            Command::Perft(_)
                | Command::Search(_)
                | Command::UnknownGo(_)
                | Command::Bench(_)
                | Command::TestExternal { .. }
        )
    }
}
