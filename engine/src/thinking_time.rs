//! How long a player of limited strength takes for a move.
//!
//! Its search ends after a few milliseconds, but an opponent that answers at once is no natural
//! opponent. So the move is held back for a part of the time that a player of full strength would
//! plan for it: a short time for a forced move, a random time for others.

use movegen::chess::Position;

/// Part of the planned time for the only legal move.
const FORCED: f64 = 0.15;
/// The least and the largest part of the planned time for other moves.
const SHORTEST: f64 = 0.2;
const LONGEST: f64 = 1.4;

/// The part of the planned time that a move takes. `random` is uniform between 0 and 1.
pub(crate) fn share(position: &Position, random: f64) -> f64 {
    if position.legal_moves().len() == 1 {
        return FORCED;
    }
    // Most moves are played quickly.
    SHORTEST + (LONGEST - SHORTEST) * random * random
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_moves_take_less_than_the_planned_time() {
        let position = Position::startpos();
        let shares = (0..=100).map(|step| share(&position, f64::from(step) / 100.0));
        let mean = shares.sum::<f64>() / 101.0;
        assert!((0.5..0.7).contains(&mean), "{mean}");
        assert_eq!(share(&position, 1.0), LONGEST);
    }

    #[test]
    fn a_forced_move_is_played_quickly() {
        let position: Position = "k7/8/8/8/8/8/1r6/K7 w - - 0 1".parse().expect("a position");
        assert_eq!(share(&position, 1.0), FORCED);
    }
}
