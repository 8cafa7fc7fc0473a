//! Playing below strength, so that people have a game.
//!
//! A weak player sees little and errs in judging it. So does this one: it visits few positions and
//! then takes its choice among the best few moves with a random error on the score of each. Both
//! go with the strength asked for, by a fit to short matches with Stockfish 15.1 at the same
//! `UCI_Elo`.

use std::hash::{BuildHasher, RandomState};
use std::ops::RangeInclusive;

/// The strengths that can be asked for, in Elo.
pub const ELO_RANGE: RangeInclusive<u32> = 1000..=2500;

/// The lines among which a weakened player takes its choice.
pub(crate) const CHOICE: usize = 5;

/// The positions that a player of this strength visits for a move.
pub(crate) fn nodes(elo: u32) -> u64 {
    // Twice as many for every hundred Elo.
    let above = u64::from(elo.clamp(*ELO_RANGE.start(), *ELO_RANGE.end()) - ELO_RANGE.start());
    let (doublings, rest) = (above / 100, above % 100);
    (LEAST_NODES << doublings) * (100 + rest) / 100
}

const LEAST_NODES: u64 = 100;

/// The most that each of the two dice of its error shows, in centipawns.
pub(crate) fn error(elo: u32) -> i32 {
    let below = (ELO_RANGE.end() - elo.clamp(*ELO_RANGE.start(), *ELO_RANGE.end())) as i32;
    below / 5
}

/// Which of the scores, best first, the player of this strength takes for the best.
pub(crate) fn choose(
    scores: impl Iterator<Item = i32>,
    elo: u32,
    random: impl Fn(u64) -> u64,
) -> usize {
    let error = error(elo) as u64;
    let erring = scores.enumerate().map(|(index, score)| {
        // The sum of two dice: small errors are the likely ones.
        let dice =
            random(2 * index as u64) % (error + 1) + random(2 * index as u64 + 1) % (error + 1);
        (i64::from(score) + dice as i64, index)
    });
    erring.max().map_or(0, |(_, index)| index)
}

/// Random numbers by index, other ones in every game.
pub(crate) fn dice() -> impl Fn(u64) -> u64 {
    let state = RandomState::new();
    move |index| state.hash_one(index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stronger_see_more_and_err_less() {
        for elo in ELO_RANGE.step_by(50).skip(1) {
            assert!(nodes(elo) > nodes(elo - 50));
            assert!(error(elo) < error(elo - 50));
        }
        assert_eq!((nodes(0), nodes(1000), nodes(1250)), (100, 100, 600));
    }

    #[test]
    fn what_is_clearly_best_is_chosen() {
        let choose = |scores: [i32; 3], elo, dice: u64| {
            choose(
                scores.into_iter(),
                elo,
                move |index| if index == 2 { dice } else { 0 },
            )
        };
        assert_eq!(choose([10, 5, 0], 2500, 1000), 0);
        assert_eq!(choose([10, 5, 0], 1000, 0), 0);
        assert_eq!(choose([10, 5, 0], 1000, 200), 1);
        assert_eq!(choose([900, 5, 0], 1000, 200), 0);
    }
}
