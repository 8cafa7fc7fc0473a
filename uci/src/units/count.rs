//! Counts units and stores their results.

use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use movegen::perft::{PerftError, Progress, Stop};

use super::file::UnitFile;
use super::results::{self, Origin};
use crate::devices::DeviceRequest;
use crate::games::{GameFlags, GameUser, with_game};
use crate::storage::StorageError;

/// What to count, and where the results go.
#[derive(Debug)]
pub struct Run<'a> {
    /// The file of units.
    pub file: &'a UnitFile,
    /// The units to count.
    pub indices: &'a [usize],
    /// The folder for the results.
    pub folder: &'a Path,
    /// Where to count, and with which threads, hash table and seed.
    pub devices: DeviceRequest,
    /// The name of this machine in the results.
    pub host: &'a str,
    /// The progress, in units.
    pub progress: &'a Progress,
    /// Ends the run early.
    pub stop: &'a Stop,
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The position of a unit is not one.
    #[error("unit {index}: {reason}")]
    Position {
        /// The number of the unit.
        index: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// No game has this name.
    #[error("the game '{0}' cannot be counted")]
    Game(&'static str),
    /// The devices cannot be used.
    #[error("{0}")]
    Device(String),
    /// A count failed.
    #[error(transparent)]
    Perft(#[from] PerftError),
    /// A result cannot be stored.
    #[error(transparent)]
    Store(#[from] StorageError),
}

impl RunError {
    /// Whether the same run may succeed later or elsewhere.
    pub fn is_temporary(&self) -> bool {
        match self {
            RunError::Position { .. }
            | RunError::Game(_)
            | RunError::Device(_)
            | RunError::Perft(PerftError::Overflow) => false,
            // What is no regular file stays so.
            RunError::Store(error) => error.cause.kind() != io::ErrorKind::InvalidInput,
            RunError::Perft(_) => true,
        }
    }
}

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// The number of units.
    pub units: usize,
    /// The leaves of the whole count that they stand for.
    pub leaves: u128,
    /// How leaves were counted.
    pub kernel: String,
    /// The number of devices that counted; 0 if the CPU did.
    pub devices: usize,
    /// What went wrong on them, one sentence each.
    pub remarks: Vec<String>,
}

impl Run<'_> {
    /// Counts the units, and stores every result as soon as it is known.
    ///
    /// # Errors
    /// [`RunError`] at the first failure; what was stored before is valid.
    pub fn count(&self) -> Result<Counted, RunError> {
        let game = self.file.game();
        with_game(game, self).unwrap_or(Err(RunError::Game(game)))
    }

    fn count_game<G: GameFlags>(&self) -> Result<Counted, RunError> {
        let parse = |&index: &usize| {
            let parsed = G::parse(&self.file.units[index].position);
            parsed.map_err(|error| RunError::Position {
                index,
                reason: error.to_string(),
            })
        };
        let positions: Vec<G> = self.indices.iter().map(parse).collect::<Result<_, _>>()?;
        let source = G::STATISTICS.filter(|_| self.file.statistics.is_some());
        let counting = match &source {
            // The last ply is classified, which only the CPU does.
            Some(_) => G::fastest(),
            None => G::counting_on(&self.devices, self.leaves()).map_err(RunError::Device)?,
        };
        let kernel = match &source {
            Some(source) => source.description.to_owned(),
            None => counting.to_string(),
        };
        let writer = ResultWriter {
            run: self,
            origin: Origin {
                seed: self.devices.resources.seed,
                hash: Some(self.devices.resources.hash.megabytes() as u64),
                kernel: kernel.clone(),
                host: self.host.to_owned(),
            },
            state: Mutex::default(),
        };
        let perft = self.devices.resources.perft(self.file.unit_depth());
        let perft = perft.progress(self.progress);
        match source {
            None => {
                let counter = G::counter(&counting);
                let write = |slot, leaves, elapsed| writer.write(slot, &[leaves], elapsed);
                perft.run_each(&positions, &counter, self.stop, write)?;
            }
            Some(source) => {
                (source.count_each)(&perft, &positions, self.stop, &|slot, row, elapsed| {
                    writer.write(slot, row, elapsed);
                })?
            }
        }
        Ok(Counted {
            devices: G::devices(&counting),
            remarks: G::remarks(&counting),
            ..writer.finish(kernel)?
        })
    }

    /// Estimates the leaves of the units.
    fn leaves(&self) -> f64 {
        /// The branching factor.
        const WIDTH: f64 = 25.0;
        let depth = f64::from(self.file.unit_depth());
        self.indices.len() as f64 * WIDTH.powf(depth)
    }
}

impl GameUser for &Run<'_> {
    type Output = Result<Counted, RunError>;

    fn with<G: GameFlags>(self) -> Self::Output {
        self.count_game::<G>()
    }
}

/// Stores results, from any thread.
struct ResultWriter<'a, 'b> {
    run: &'a Run<'b>,
    origin: Origin,
    state: Mutex<(Counted, Option<StorageError>)>,
}

impl ResultWriter<'_, '_> {
    /// Stores the result of the unit in this slot of the run. A failure ends the run.
    fn write(&self, slot: usize, numbers: &[u128], elapsed: Duration) {
        let (run, index) = (self.run, self.run.indices[slot]);
        let seconds = elapsed.as_secs_f64();
        let stored = results::store(run.file, run.folder, index, numbers, &self.origin, seconds);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match stored {
            Ok(_) => {
                let leaves = numbers.first().copied().unwrap_or(0);
                let leaves = leaves.saturating_mul(run.file.units[index].times());
                log::debug!("unit {index} stored");
                state.0.units += 1;
                state.0.leaves = state.0.leaves.saturating_add(leaves);
            }
            Err(error) => {
                state.1.get_or_insert(error);
                run.stop.stop();
            }
        }
    }

    fn finish(self, kernel: String) -> Result<Counted, RunError> {
        match self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
        {
            (_, Some(error)) => Err(error.into()),
            (counted, None) => Ok(Counted { kernel, ..counted }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_can_change_is_temporary() {
        let stored = |kind: io::ErrorKind| StorageError::at(Path::new("file"))(kind.into()).into();
        for (error, temporary) in [
            (RunError::Game("chess"), false),
            (RunError::Device("none".to_owned()), false),
            (PerftError::Overflow.into(), false),
            (stored(io::ErrorKind::InvalidInput), false),
            (stored(io::ErrorKind::StorageFull), true),
        ] {
            assert_eq!(error.is_temporary(), temporary, "{error}");
        }
    }
}
