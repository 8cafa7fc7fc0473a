//! Limited playing strength (`UCI_Elo`).
//!
//! A weak player sees little and misjudges what it sees. The engine imitates this: it visits few
//! nodes and then chooses among the best few moves after adding a random error to each score. Both
//! depend on the requested Elo, as fitted to short matches against Stockfish 15.1 at the same
//! `UCI_Elo`.

use std::hash::{BuildHasher, RandomState};
use std::ops::RangeInclusive;

/// The strengths that can be requested, in Elo.
pub const ELO_RANGE: RangeInclusive<u32> = 1000..=2500;

/// The number of lines among which a weakened player chooses.
pub(crate) const CANDIDATES: usize = 5;

/// Nodes per move at the lowest strength.
const MIN_NODES: u64 = 100;

/// The number of nodes to visit per move; it doubles every 100 Elo.
pub(crate) fn node_limit(elo: u32) -> u64 {
    let above = u64::from(elo.clamp(*ELO_RANGE.start(), *ELO_RANGE.end()) - ELO_RANGE.start());
    let (doublings, rest) = (above / 100, above % 100);
    (MIN_NODES << doublings) * (100 + rest) / 100
}

/// The largest value of each of the two random numbers that are added to a score, in centipawns.
pub(crate) fn max_error(elo: u32) -> i32 {
    let below = (ELO_RANGE.end() - elo.clamp(*ELO_RANGE.start(), *ELO_RANGE.end())) as i32;
    below / 5
}

/// Chooses among moves with these scores, best first, and returns the index. `random` gives a
/// random number for each index.
pub(crate) fn choose(
    scores: impl Iterator<Item = i32>,
    elo: u32,
    random: impl Fn(u64) -> u64,
) -> usize {
    let limit = max_error(elo) as u64 + 1;
    let with_errors = scores.enumerate().map(|(index, score)| {
        // The sum of two random numbers: large errors are rare.
        let first = random(2 * index as u64) % limit;
        let second = random(2 * index as u64 + 1) % limit;
        (i64::from(score) + (first + second) as i64, index)
    });
    with_errors.max().map_or(0, |(_, index)| index)
}

/// Random numbers by index, different on every call.
pub(crate) fn random_numbers() -> impl Fn(u64) -> u64 {
    let state = RandomState::new();
    move |index| state.hash_one(index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_players_see_more_and_err_less() {
        for elo in ELO_RANGE.step_by(50).skip(1) {
            assert!(node_limit(elo) > node_limit(elo - 50));
            assert!(max_error(elo) < max_error(elo - 50));
        }
        let limits = [0, 1000, 1250].map(node_limit);
        assert_eq!(limits, [100, 100, 600]);
    }

    #[test]
    fn clearly_better_moves_are_chosen() {
        let choose = |scores: [i32; 3], elo, error: u64| {
            let random = move |index| if index == 2 { error } else { 0 };
            choose(scores.into_iter(), elo, random)
        };
        assert_eq!(choose([10, 5, 0], 2500, 1000), 0);
        assert_eq!(choose([10, 5, 0], 1000, 0), 0);
        assert_eq!(choose([10, 5, 0], 1000, 200), 1);
        assert_eq!(choose([900, 5, 0], 1000, 200), 0);
    }
}
