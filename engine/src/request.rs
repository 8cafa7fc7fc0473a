//! What a search is asked, and what it answers.

use std::time::Duration;

use movegen::chess::{Move, Position};

#[cfg(doc)]
use crate::ELO_RANGE;

/// The score of a side that has just mated, in the search's own scale; each ply to go takes one off.
pub(crate) const MATE: i32 = 32_000;
/// Beyond this a score counts the plies to a mate.
pub(crate) const MATE_BOUND: i32 = MATE - 256;
/// Beyond every score.
pub(crate) const INFINITY: i32 = MATE + 1;

/// The score in centipawns at which every second game is won, and how fast that changes, in fast
/// games of the engine with itself.
const EVEN_CHANCE: f64 = 124.0;
const SLOPE: f64 = 191.0;

/// When a search ends. Limits combine: the first one reached ends it.
///
/// Without any limit the search goes on until [`Control::stop`](crate::Control::stop), the depth
/// [`MAX_DEPTH`](crate::MAX_DEPTH) or a proven mate.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies of the last iteration; clamped to 1 ..= [`MAX_DEPTH`](crate::MAX_DEPTH).
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// End once a mate in so many moves or fewer, for either side, is found.
    pub mate: Option<u32>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The clocks, by [`Color::index`](movegen::chess::Color::index). When only the opponent's
    /// is known it stands in for the own one. Zero still gives a move.
    pub time: [Option<Duration>; 2],
    /// What each clock gains per move; by colour.
    pub increment: [Duration; 2],
    /// Moves until the clocks are filled up again; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Do not return before [`Control::stop`](crate::Control::stop).
    pub infinite: bool,
    /// The opponent is still thinking: no clock runs, and the search does not return, before
    /// [`Control::ponder_hit`](crate::Control::ponder_hit) or `stop`.
    pub ponder: bool,
    /// The root moves to look at; empty means all, and so does a list without a legal move.
    pub search_moves: Vec<Move>,
}

/// What stays the same from search to search.
///
/// ```
/// let settings = engine::Settings::default();
/// assert_eq!(settings.multi_pv, 1);
/// assert_eq!(settings.threads, 1);
/// assert_eq!(settings.move_overhead.as_millis(), 10);
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many best lines to report; clamped to 1 ..= the number of root moves.
    pub multi_pv: usize,
    /// How many threads search; at least one does. See
    /// [`Engine::set_threads`](crate::Engine::set_threads).
    pub threads: usize,
    /// How strong the play is to be, in Elo; `None` for all that there is. See [`ELO_RANGE`].
    pub elo: Option<u32>,
    /// What is lost on the way to the GUI and back, kept off every time budget.
    pub move_overhead: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            multi_pv: 1,
            threads: 1,
            elo: None,
            move_overhead: Duration::from_millis(10),
        }
    }
}

/// A position to search, the game that led to it, and when to end.
#[derive(Clone, Debug)]
pub struct Request {
    /// The root.
    pub position: Position,
    /// The keys of the game's earlier positions, oldest first, without the root's own.
    pub history: Vec<u128>,
    /// When to end.
    pub limits: Limits,
    /// The user's settings.
    pub settings: Settings,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves (not plies) to the mate; negative when being mated; 0: is mated now.
    Mate(i32),
}

impl Score {
    /// Wins, draws and losses among 1000 fast games of the engine with itself from such a score.
    ///
    /// ```
    /// use engine::Score;
    /// let [win, draw, loss] = Score::Centipawns(0).win_draw_loss();
    /// assert!(win == loss && win + draw + loss == 1000);
    /// assert_eq!(Score::Mate(3).win_draw_loss(), [1000, 0, 0]);
    /// ```
    pub fn win_draw_loss(self) -> [u32; 3] {
        let value = match self {
            Score::Centipawns(value) => f64::from(value),
            Score::Mate(moves) if moves > 0 => f64::INFINITY,
            Score::Mate(_) => f64::NEG_INFINITY,
        };
        // How many win, by score: a logistic curve, fitted by `workshop odds`.
        let wins = |value: f64| (1000.0 / (1.0 + ((EVEN_CHANCE - value) / SLOPE).exp())).round();
        let (win, loss) = (wins(value) as u32, wins(-value) as u32);
        [win, 1000 - win - loss, loss]
    }

    /// The score in the search's own scale, told in moves.
    pub(crate) fn from_internal(score: i32) -> Score {
        if score >= MATE_BOUND {
            Score::Mate((MATE - score + 1) / 2)
        } else if score <= -MATE_BOUND {
            Score::Mate(-((MATE + score + 1) / 2))
        } else {
            Score::Centipawns(score)
        }
    }
}

/// How a score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the true one, as far as the depth tells.
    Exact,
    /// The true one is this or higher.
    Lower,
    /// The true one is this or lower.
    Upper,
}

/// One line of thought.
#[derive(Clone, Debug)]
pub struct Info {
    /// Plies of the iteration that found it.
    pub depth: u32,
    /// The deepest ply that was visited.
    pub seldepth: u32,
    /// The line's rank, 1 for the best.
    pub multi_pv: usize,
    /// Its worth to the side to move at the root.
    pub score: Score,
    /// How the score is meant.
    pub bound: Bound,
    /// Positions visited so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How much of the table this search has filled, in permille.
    pub hashfull: u32,
    /// The moves, all legal; ends where the game would.
    pub pv: Vec<Move>,
}

/// Who hears of a search while it runs; any `FnMut(&Info)` will do.
pub trait Listener {
    /// A line, new or better known than before.
    fn info(&mut self, info: &Info);

    /// In a search that takes long: the root move that is looked at, and its number from 1.
    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        let _ = (depth, mv, number);
    }
}

impl<F: FnMut(&Info)> Listener for F {
    fn info(&mut self, info: &Info) {
        self(info);
    }
}

/// What the search decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The move to play; `None` when there is no legal one.
    pub best_move: Option<Move>,
    /// The reply to think about meanwhile.
    pub ponder_move: Option<Move>,
    /// Positions visited.
    pub nodes: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_in_moves() {
        let told = [
            (MATE - 1, Score::Mate(1)),
            (MATE - 3, Score::Mate(2)),
            (-MATE, Score::Mate(0)),
            (-MATE + 2, Score::Mate(-1)),
            (-MATE + 4, Score::Mate(-2)),
            (-35, Score::Centipawns(-35)),
        ];
        for (internal, score) in told {
            assert_eq!(Score::from_internal(internal), score);
        }
    }
}
