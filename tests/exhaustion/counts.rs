//! The counts of all positions of a class: every kernel against the naive generator, at depths 1 and 2.

use std::fmt::Display;
use std::ops::AddAssign;
use std::sync::Mutex;

use movegen::chess::{Color, Position, Setup};
use movegen::perft::{Counter, Stop};
use movegen::threads::Pool;

use super::acceptance::position;
use super::arrangements;
use super::class::Class;
use super::difference::{Difference, What};
use super::oracle::State;
use super::table::Tables;

/// The number of positions that a kernel counts together.
const BATCH: usize = 4096;

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    /// Arrangements, of which some are no positions.
    pub(crate) arrangements: u64,
    /// Arrangements that both sides refuse.
    pub(crate) refused: u64,
    /// Positions with castling rights.
    pub(crate) with_castling: u64,
    /// Positions with a square that a double push can just have passed, whether or not a pawn can capture there.
    pub(crate) with_en_passant: u64,
    /// The sums of the counts at depths 1 and 2.
    pub(crate) leaves: [u64; 2],
}

impl Totals {
    /// Arrangements that both sides accept.
    pub(crate) fn positions(&self) -> u64 {
        self.arrangements - self.refused
    }
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Totals) {
        self.arrangements += other.arrangements;
        self.refused += other.refused;
        self.with_castling += other.with_castling;
        self.with_en_passant += other.with_en_passant;
        for (sum, leaves) in self.leaves.iter_mut().zip(other.leaves) {
            *sum += leaves;
        }
    }
}

/// Compares these parts of a class, on all threads of the pool.
///
/// # Errors
/// A difference.
pub(crate) fn compare<C>(
    class: &Class,
    parts: impl Iterator<Item = u16> + Send,
    tables: &Tables,
    counters: &[C],
    pool: &Pool,
) -> Result<Totals, Difference>
where
    C: Counter<Position, Tally = u128> + Display,
{
    let totals = Mutex::new(Totals::default());
    pool.try_for_each(parts, |part| {
        let mut comparison = Comparison::new(tables, counters);
        let mut result = Ok(());
        arrangements::of_part(class, part, &mut |state| {
            if result.is_ok() {
                result = comparison.add(&state);
            }
        });
        result?;
        comparison.finish()?;
        *totals.lock().expect("no thread panics here") += comparison.totals;
        Ok(())
    })?;
    Ok(totals.into_inner().expect("no thread panicked"))
}

/// The comparison of a part.
struct Comparison<'a, C> {
    tables: &'a Tables,
    counters: &'a [C],
    /// One for each side to move: a kernel counts together what one side has to move in.
    batches: [Batch; 2],
    /// Without men between two arrangements.
    setup: Setup,
    totals: Totals,
}

/// Positions with the counts of the naive generator.
#[derive(Default)]
struct Batch {
    positions: Vec<Position>,
    /// At depths 1 and 2.
    expected: [Vec<u64>; 2],
}

impl<'a, C: Counter<Position, Tally = u128> + Display> Comparison<'a, C> {
    fn new(tables: &'a Tables, counters: &'a [C]) -> Self {
        Comparison {
            tables,
            counters,
            batches: Default::default(),
            setup: Setup::empty(),
            totals: Totals::default(),
        }
    }

    /// Compares whether an arrangement is a position, and puts positions into a batch.
    fn add(&mut self, state: &State) -> Result<(), Difference> {
        self.totals.arrangements += 1;
        state.put_into(&mut self.setup);
        let position = position(state, &self.setup)?;
        state.take_from(&mut self.setup);
        let Some(position) = position else {
            self.totals.refused += 1;
            return Ok(());
        };
        self.totals.with_castling += u64::from(state.rights() != 0);
        self.totals.with_en_passant += u64::from(state.passed().is_some());
        let batch = &mut self.batches[state.turn().index()];
        let leaves = self.tables.leaves(state);
        for (place, leaves) in leaves.into_iter().enumerate() {
            self.totals.leaves[place] += leaves;
            batch.expected[place].push(leaves);
        }
        batch.positions.push(position);
        match batch.positions.len() {
            BATCH => self.count(state.turn()),
            _ => Ok(()),
        }
    }

    fn finish(&mut self) -> Result<(), Difference> {
        Color::ALL.into_iter().try_for_each(|turn| self.count(turn))
    }

    /// Compares the counts of a batch, and empties it.
    fn count(&mut self, turn: Color) -> Result<(), Difference> {
        let Batch {
            positions,
            expected,
        } = &mut self.batches[turn.index()];
        let stop = Stop::new();
        let mut found = Vec::with_capacity(positions.len());
        for counter in self.counters {
            for (depth, expected) in (1..).zip(&*expected) {
                found.clear();
                counter
                    .leaves_of_each(positions, depth, &stop, &mut found)
                    .expect("nothing stops the count");
                assert_eq!(found.len(), positions.len());
                if let Some(wrong) = (0..found.len()).find(|&place| found[place] != expected[place])
                {
                    let what = What::Count {
                        depth,
                        kernel: counter.to_string(),
                        found: found[wrong],
                        expected: expected[wrong],
                    };
                    return Err(Difference::of_setup(&positions[wrong].to_setup(), what));
                }
            }
        }
        positions.clear();
        expected.iter_mut().for_each(Vec::clear);
        Ok(())
    }
}
