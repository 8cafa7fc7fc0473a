//! Limited playing strength (`UCI_Elo`).
//!
//! A weak player calculates little and overlooks moves. The engine imitates this: it visits few
//! nodes, and its search leaves out some moves of both sides (see [`Oversights`]). Both depend on the
//! requested Elo. The [`CALIBRATION`] comes from matches against Stockfish 15.1 at the same
//! `UCI_Elo`; below 1350, where Stockfish has no scale, it is extrapolated.

use std::hash::{BuildHasher, RandomState};
use std::ops::RangeInclusive;

use crate::oversights::Oversights;

/// The strengths that can be requested, in Elo. The highest one is full strength.
pub const ELO_RANGE: RangeInclusive<u32> = 500..=2900;

/// What a level means by itself: the nodes per move at level 0, and the levels that double them.
const NODES_AT_LEVEL_0: f64 = 1.0;
const LEVELS_PER_DOUBLING: f64 = 150.0;
/// From this level on, no move is overlooked.
const NO_OVERSIGHTS: f64 = 2400.0;
/// The share of moves of average difficulty that is overlooked at level 500.
const OVERSIGHTS_AT_500: f64 = 0.5;

/// By Elo, the level and the part of the planned time that the search may use, with linear
/// interpolation in between. The time matters in fast games only, where it is up before the nodes
/// are visited: there, Stockfish does not reach the depth to which its `UCI_Elo` limits it.
const CALIBRATION: [Calibration; 10] = [
    Calibration::new(500.0, 370.0, 1.0),
    Calibration::new(900.0, 665.0, 1.0),
    Calibration::new(1350.0, 1160.0, 1.0),
    Calibration::new(1600.0, 1440.0, 0.95),
    Calibration::new(1850.0, 1775.0, 0.25),
    Calibration::new(2100.0, 2125.0, 0.43),
    Calibration::new(2350.0, 2400.0, 0.22),
    Calibration::new(2600.0, 2600.0, 0.25),
    Calibration::new(2850.0, 2800.0, 0.38),
    Calibration::new(2900.0, 2840.0, 0.4),
];

/// What limits a player with this Elo.
struct Calibration {
    elo: f64,
    level: f64,
    time_share: f64,
}

impl Calibration {
    const fn new(elo: f64, level: f64, time_share: f64) -> Calibration {
        Calibration {
            elo,
            level,
            time_share,
        }
    }

    /// The limits at this Elo.
    fn at(elo: u32) -> Calibration {
        let elo = f64::from(elo.clamp(*ELO_RANGE.start(), *ELO_RANGE.end()));
        let above = CALIBRATION.partition_point(|point| point.elo < elo);
        let above = above.clamp(1, CALIBRATION.len() - 1);
        let (low, high) = (&CALIBRATION[above - 1], &CALIBRATION[above]);
        let between = (elo - low.elo) / (high.elo - low.elo);
        let interpolate = |low, high| low + between * (high - low);
        Calibration {
            elo,
            level: interpolate(low.level, high.level),
            time_share: interpolate(low.time_share, high.time_share),
        }
    }
}

/// The limits of a player.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Strength {
    /// The number of nodes to visit for a move.
    pub(crate) nodes: u64,
    /// The part of the planned time that the search may use.
    pub(crate) time_share: f64,
    /// The moves that the search leaves out; `None` if it sees all of them.
    pub(crate) oversights: Option<Oversights>,
}

impl Strength {
    /// The limits at this Elo, for one search: each search overlooks other moves. `None` for full
    /// strength.
    pub(crate) fn new(elo: u32) -> Option<Strength> {
        if elo >= *ELO_RANGE.end() {
            return None;
        }
        let Calibration {
            level, time_share, ..
        } = Calibration::at(elo);
        let share = share_of_oversights(level);
        let seed = RandomState::new().hash_one(elo);
        Some(Strength {
            nodes: nodes(level),
            time_share,
            oversights: (share > 0.0).then(|| Oversights::new(seed, share)),
        })
    }
}

fn nodes(level: f64) -> u64 {
    (NODES_AT_LEVEL_0 * (level / LEVELS_PER_DOUBLING).exp2()) as u64
}

fn share_of_oversights(level: f64) -> f64 {
    let weakness = (NO_OVERSIGHTS - level) / (NO_OVERSIGHTS - 500.0);
    OVERSIGHTS_AT_500 * weakness.max(0.0).powf(1.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_players_see_more() {
        for elo in ELO_RANGE.step_by(50).skip(1) {
            let (weak, strong) = (Calibration::at(elo - 50).level, Calibration::at(elo).level);
            assert!(nodes(strong) > nodes(weak), "{elo}");
            assert!(share_of_oversights(strong) <= share_of_oversights(weak));
        }
        assert!(share_of_oversights(Calibration::at(1350).level) > 0.1);
    }

    #[test]
    fn the_highest_elo_is_full_strength() {
        assert_eq!(Strength::new(*ELO_RANGE.end()), None);
        let below = Strength::new(*ELO_RANGE.end() - 1).expect("limited");
        assert_eq!(below.oversights, None);
        assert!(Strength::new(0).is_some_and(|player| player.oversights.is_some()));
    }
}
