//! From two different counts to the smallest position that shows the error.

mod descent;
mod difference;
mod disagreement;
mod divide_diff;
mod fewest;
mod fixed;
mod hunt;
mod no_answer;
mod node;
mod pacing;
mod random_games;
mod random_positions;
mod rare;
mod reduce;
mod related;
#[cfg(test)]
mod right;
mod series;
mod shrink;
mod shrunk;

pub use difference::{Difference, compare_divide};
pub(crate) use difference::{count, read_move, run};
pub use disagreement::{Comparison, Disagreement, Finding, TwoWays};
pub use divide_diff::{DivideDiff, diff_divides, in_squares};
pub use fixed::fixed_series;
pub use hunt::{hunt, hunt_paced};
pub use no_answer::{NoAnswer, NoAnswerCause, Unanswered, trace_failure};
pub use node::{Node, fen_for_others};
pub use pacing::Pacing;
pub use random_games::RandomGames;
pub use random_positions::RandomPositions;
#[cfg(test)]
pub(crate) use right::right_divide;
pub use series::{RandomSeries, hunt_series};
pub(crate) use shrink::gain;
pub use shrink::{MOST_QUESTIONS, shrink};
pub use shrunk::{Shrunk, Smallest};
