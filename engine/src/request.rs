//! The input of a search ([`Request`]) and its output ([`Info`] and [`Outcome`]).

use std::sync::Arc;
use std::time::Duration;

use movegen::chess::{Color, Move, Position};

#[cfg(doc)]
use crate::ELO_RANGE;
use crate::{Bound, Material, Score, Tablebases};

/// The conditions that end a search. Limits combine: the first one reached ends the search.
///
/// Without any limit, the search ends at [`Control::stop`](crate::Control::stop), at the depth
/// [`MAX_DEPTH`](crate::MAX_DEPTH) or with a proven mate.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Depth of the last iteration, in plies; clamped to 1 ..= [`MAX_DEPTH`](crate::MAX_DEPTH).
    pub depth: Option<u32>,
    /// Number of nodes to visit.
    pub nodes: Option<u64>,
    /// Ends the search once a mate in this many moves or fewer, for either side, is found.
    pub mate: Option<u32>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Remaining time on the clocks, indexed by
    /// [`Color::index`](movegen::chess::Color::index). If only the opponent's clock is known, the
    /// search uses that one. Even with no time left the search returns a move.
    pub time: [Option<Duration>; 2],
    /// Time that each clock gains per move, by color.
    pub increment: [Duration; 2],
    /// Moves to the next time control; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Returns only after [`Control::stop`](crate::Control::stop).
    pub infinite: bool,
    /// Thinks on the opponent's time: no clock runs, and the search does not return, before
    /// [`Control::ponder_hit`](crate::Control::ponder_hit) or `stop`.
    pub ponder: bool,
    /// Restricts the search to these root moves. A list without a legal move, and so an empty one,
    /// means all moves.
    pub search_moves: Vec<Move>,
}

impl Limits {
    /// The clock of the side to move; if it is not known, that of the other side.
    pub(crate) fn clock(&self, turn: Color) -> Option<Duration> {
        self.time[turn.index()].or(self.time[(!turn).index()])
    }
}

/// Options that stay the same from search to search.
///
/// ```
/// let settings = engine::Settings::default();
/// assert_eq!(settings.multi_pv, 1);
/// assert_eq!(settings.threads, 1);
/// assert_eq!(settings.move_overhead.as_millis(), 30);
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// Number of best lines to report; clamped to 1 ..= the number of root moves.
    pub multi_pv: usize,
    /// Number of search threads; at least 1. See
    /// [`Engine::set_threads`](crate::Engine::set_threads).
    pub threads: usize,
    /// Playing strength in Elo; `None` for full strength. See [`ELO_RANGE`].
    pub elo: Option<u32>,
    /// Whether a player of limited strength holds its move back, as a person would who thinks: only if
    /// a clock runs, and never longer than the clock allows.
    pub natural_thinking_time: bool,
    /// Time lost in communication with the GUI, subtracted from the clocks of a game.
    pub move_overhead: Duration,
    /// The endgame tables to use, if any.
    pub tablebases: Option<Arc<Tablebases>>,
    /// Positions with more men than this, kings included, are not looked up in the tables.
    pub tablebase_men: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            multi_pv: 1,
            threads: 1,
            elo: None,
            natural_thinking_time: true,
            move_overhead: Duration::from_millis(30),
            tablebases: None,
            tablebase_men: 7,
        }
    }
}

/// The position to search, the game that led to it, the limits and the settings.
#[derive(Clone, Debug)]
pub struct Request {
    /// The root position.
    pub position: Position,
    /// Zobrist keys of the earlier positions of the game, oldest first, without the root.
    pub history: Vec<u128>,
    /// When to end.
    pub limits: Limits,
    /// The user's settings.
    pub settings: Settings,
}

/// One principal variation and the state of the search when it was found.
#[derive(Clone, Debug)]
pub struct Info {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Selective depth: the greatest distance from the root, in plies.
    pub seldepth: u32,
    /// Rank of the line; 1 is the best.
    pub multi_pv: usize,
    /// Score of the line, from the view of the side to move at the root.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes visited so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the transposition table is with entries of this search, in permille.
    pub hashfull: u32,
    /// Positions found in the tablebases so far, by all threads.
    pub tablebase_hits: u64,
    /// The principal variation. All moves are legal; it ends where the game would.
    pub pv: Vec<Move>,
    /// Whether the root is drawn by rule, or with the best play according to the tablebases, and the search has
    /// found no mate.
    pub is_known_draw: bool,
    /// The material of the root position.
    pub material: Material,
}

impl Info {
    /// The expected wins, draws and losses per 1000 games from the root: those of the
    /// [score](Score::win_draw_loss), unless the draw is certain.
    pub fn win_draw_loss(&self) -> [u32; 3] {
        match self.is_known_draw {
            true => [0, 1000, 0],
            false => self.score.win_draw_loss(self.material),
        }
    }
}

/// Receives the progress of a running search. Every `FnMut(&Info)` is a listener.
pub trait Listener {
    /// A new or improved line.
    fn info(&mut self, info: &Info);

    /// The root move that is searched now, and its number from 1. Called in long searches only.
    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        let _ = (depth, mv, number);
    }
}

impl<F: FnMut(&Info)> Listener for F {
    fn info(&mut self, info: &Info) {
        self(info);
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The move to play; `None` if there is no legal move.
    pub best_move: Option<Move>,
    /// The expected reply, to ponder on.
    pub ponder_move: Option<Move>,
    /// Nodes visited by all threads.
    pub nodes: u64,
}
