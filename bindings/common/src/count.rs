//! Counts of leaves.

use std::sync::{Mutex, PoisonError};

use movegen::chess::variant::{VariantCounter, VariantStatistics, VariantStatisticsCounter};
use movegen::chess::{Kernel, Move, Position, Statistics, StatisticsCounter};
use movegen::perft::{Counter, Outcome, Perft, PerftError, Progress, Stop, Tree};

use crate::{Error, Game};

/// The greatest depth of a count, as in the program.
const MOST_PLIES: u32 = 255;

/// How to count: depth, threads, hash table, and how to follow and stop a count.
#[derive(Clone, Debug)]
pub struct Counting {
    depth: u32,
    threads: usize,
    hash_mb: usize,
    stop: Stop,
    progress: Progress,
}

impl Counting {
    /// Counts at this depth in plies, on one thread per core and without a hash table.
    pub fn new(depth: u32) -> Counting {
        Counting {
            depth,
            threads: 0,
            hash_mb: 0,
            stop: Stop::new(),
            progress: Progress::new(),
        }
    }

    /// Sets the number of threads; 0 means one per core.
    #[must_use]
    pub fn threads(self, threads: usize) -> Counting {
        Counting { threads, ..self }
    }

    /// Sets the largest size of the hash table in MB (2^20 bytes); 0 means none. It grows as far as it is
    /// needed.
    #[must_use]
    pub fn hash_mb(self, hash_mb: usize) -> Counting {
        Counting { hash_mb, ..self }
    }

    /// Ends the count when this stop is raised.
    #[must_use]
    pub fn stopped_by(self, stop: &Stop) -> Counting {
        Counting {
            stop: stop.clone(),
            ..self
        }
    }

    /// Sets the gauge that shows how much is counted.
    #[must_use]
    pub fn progress(self, progress: &Progress) -> Counting {
        Counting {
            progress: progress.clone(),
            ..self
        }
    }

    /// The number of leaves.
    ///
    /// # Errors
    /// [`Error`] if the depth is out of range, memory is short or the count was stopped.
    pub fn perft(&self, game: &Game) -> Result<u128, Error> {
        Ok(self.outcome(game)?.total)
    }

    /// The number of leaves below each legal move, in the order in which Stockfish prints them; none at
    /// depth 0.
    ///
    /// # Errors
    /// As [`perft`](Counting::perft).
    ///
    /// ```
    /// use bindings::{Counting, Game};
    /// let game = Game::new("startpos", "", None).unwrap();
    /// let divide = Counting::new(2).divide(&game).unwrap();
    /// assert_eq!(divide[0], ("a2a3".to_owned(), 20));
    /// ```
    pub fn divide(&self, game: &Game) -> Result<Vec<(String, u128)>, Error> {
        let position = game.position();
        let outcome = self.outcome(game)?;
        let lines = outcome.lines.into_iter();
        Ok(lines
            .map(|line| (position.uci(line.mv, game.style()), line.count))
            .collect())
    }

    /// The leaves by kind, with its name: captures, checks, mates and others. Variants have other kinds than chess.
    ///
    /// # Errors
    /// As [`perft`](Counting::perft).
    pub fn statistics(&self, game: &Game) -> Result<Vec<(&'static str, u128)>, Error> {
        Ok(match game.position().as_standard() {
            Some(chess) => {
                let total = self.run(chess, &StatisticsCounter)?.total;
                Statistics::NAMES.into_iter().zip(total.values()).collect()
            }
            None => {
                let counted = self.run(game.position(), &VariantStatisticsCounter)?.total;
                let names = VariantStatistics::NAMES.into_iter();
                names.zip(counted.values()).collect()
            }
        })
    }

    /// The number of leaves of each of several positions. The positions share the threads and the
    /// hash table.
    ///
    /// # Errors
    /// As [`perft`](Counting::perft).
    pub fn perft_many(&self, games: &[Game]) -> Result<Vec<u128>, Error> {
        let perft = self.checked()?;
        if self.depth == 0 {
            return Ok(vec![1; games.len()]);
        }
        let counts = Mutex::new(vec![None; games.len()]);
        let add = |index: usize, leaves: u128| {
            let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
            counts[index] = Some(leaves);
        };
        let positions = games.iter().map(|game| *game.position());
        let chess: Option<Vec<Position>> = positions
            .clone()
            .map(|position| position.as_standard().copied())
            .collect();
        match chess {
            Some(chess) => {
                perft.run_each(&chess, &Kernel::best(), &self.stop, |index, leaves, _| {
                    add(index, leaves);
                })?;
            }
            None => {
                let (all, counter) = (positions.collect::<Vec<_>>(), VariantCounter::default());
                perft.run_each(&all, &counter, &self.stop, |index, leaves, _| {
                    add(index, leaves);
                })?;
            }
        }
        let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
        counts
            .into_iter()
            .collect::<Option<_>>()
            .ok_or(Error::Stopped)
    }

    /// Counts chess by its kernel, and a variant by its own counter.
    fn outcome(&self, game: &Game) -> Result<Outcome<Move>, Error> {
        match game.position().as_standard() {
            Some(chess) => self.run(chess, &Kernel::best()),
            None => self.run(game.position(), &VariantCounter::default()),
        }
    }

    fn run<T: Tree<Move = Move>, C: Counter<T>>(
        &self,
        position: &T,
        counter: &C,
    ) -> Result<Outcome<Move, C::Tally>, Error> {
        let outcome: Result<_, PerftError> =
            self.checked()?.run(position, counter, &self.stop, |_| {});
        let outcome = outcome?;
        match outcome.complete {
            true => Ok(outcome),
            false => Err(Error::Stopped),
        }
    }

    fn checked(&self) -> Result<Perft, Error> {
        check_depth(self.depth, 0)?;
        let perft = Perft::new(self.depth).threads(self.threads);
        Ok(perft.hash_mb(self.hash_mb).progress(&self.progress))
    }
}

/// Refuses a depth that the program refuses.
pub(crate) fn check_depth(depth: u32, least: u32) -> Result<(), Error> {
    match (least..=MOST_PLIES).contains(&depth) {
        true => Ok(()),
        false => Err(Error::Depth {
            found: depth,
            least,
            most: MOST_PLIES,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Game {
        Game::new("startpos", "", None).expect("a position")
    }

    #[test]
    fn all_functions_count_the_same() {
        let counting = Counting::new(4).threads(2).hash_mb(1);
        let divide = counting.divide(&start()).expect("a count");
        let sum: u128 = divide.iter().map(|(_, leaves)| leaves).sum();
        assert_eq!(sum, 197_281);
        assert_eq!(counting.perft(&start()).expect("a count"), sum);
        let statistics = counting.statistics(&start()).expect("a count");
        assert_eq!(statistics[0], ("nodes", sum));
        let many = counting.perft_many(&[start(), start()]);
        assert_eq!(many.expect("two counts"), [sum, sum]);
    }

    #[test]
    fn depth_0_has_one_leaf() {
        let counting = Counting::new(0);
        assert_eq!(counting.perft(&start()).expect("a count"), 1);
        assert_eq!(counting.perft_many(&[start()]).expect("a count"), [1]);
        assert!(counting.divide(&start()).expect("a count").is_empty());
    }

    #[test]
    fn a_stop_and_a_wrong_depth_are_errors() {
        let stop = Stop::new();
        stop.stop();
        let counting = Counting::new(5).stopped_by(&stop);
        assert!(matches!(counting.perft(&start()), Err(Error::Stopped)));
        let many = counting.perft_many(&[start()]);
        assert!(matches!(many, Err(Error::Stopped)));
        let error = Counting::new(256).perft(&start()).expect_err("too deep");
        assert_eq!(error.to_string(), "depth 256 is out of range: 0 to 255");
    }
}
