//! Counts on devices as the last plies of a [`Perft`], and on the CPU if the devices fail.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use movegen::chess::{DevicePosition, Kernel, Position};
use movegen::perft::{Counter, Perft, Stop, TableUse};

use crate::backend::{Backend, DeviceError, Interrupted};
use crate::devices::{Api, Device};
use crate::expansion::Expansion;
use crate::memory::Settings;
use crate::pool::{DevicePool, Shrink};

/// A device that counts.
pub(crate) trait CountingDevice: Shrink + Send {
    /// See [`Expansion::count`].
    fn count(
        &mut self,
        positions: &[DevicePosition],
        depth: u32,
        stop: &Stop,
    ) -> Result<Vec<u64>, Interrupted>;

    /// See [`Expansion::take_table_use`].
    fn take_table_use(&self) -> TableUse;
}

impl<A: Backend> Shrink for Expansion<A> {
    fn shrink(&mut self) -> Option<usize> {
        Expansion::shrink(self)
    }
}

impl<A: Backend + Send> CountingDevice for Expansion<A>
where
    A::Buffer: Send,
{
    fn count(
        &mut self,
        positions: &[DevicePosition],
        depth: u32,
        stop: &Stop,
    ) -> Result<Vec<u64>, Interrupted> {
        Expansion::count(self, positions, depth, stop)
    }

    fn take_table_use(&self) -> TableUse {
        Expansion::take_table_use(self)
    }
}

/// The most plies that a device counts: every count of positions that fit is less than 2^64.
const MAX_DEPTH: u32 = 7;

/// The remaining depth up to which the tables are those of the device.
const TABLE_DEPTH: u32 = 6;

/// Leaves of the first call. A slow device takes a second for it.
const FIRST_UNIT: f64 = 2e9;

/// Leaves of the smallest and of the largest call.
const UNITS: [f64; 2] = [2.5e8, 1e13];

/// The time that a call should take.
const UNIT_SECONDS: f64 = 0.25;

/// Counts the last plies of a [`Perft`] on one or more devices. The run needs a thread for each.
///
/// A device that runs out of memory counts with less. If one fails, the others continue, and after the last one
/// the CPU does: a count is exact or there is none. [`take_remarks`](DeviceCounter::take_remarks) says what
/// happened.
pub struct DeviceCounter {
    pool: DevicePool<dyn CountingDevice>,
    used: Mutex<TableUse>,
    /// For what devices cannot count.
    kernel: Kernel,
    /// The threads of the CPU.
    threads: usize,
    has_tables: bool,
    /// The bits of a floating-point number.
    unit_leaves: AtomicU64,
}

/// What a [`DeviceCounter`] needs besides its devices.
#[derive(Clone, Debug)]
pub struct CounterSettings {
    /// Bytes of the tables on each device; none if 0.
    pub table: usize,
    /// The seed of the tables' hash functions.
    pub seed: u64,
    /// For what devices cannot count.
    pub kernel: Kernel,
    /// Threads of the CPU, for the same; 0 means one per core.
    pub threads: usize,
}

/// Compiles the kernels for counts with these settings.
fn open(device: &Device, settings: Settings) -> Result<Box<dyn CountingDevice>, DeviceError> {
    let program = settings.last_plies.program();
    Ok(match &device.0 {
        Api::Cuda(device) => Box::new(Expansion::new(device.open(program)?, settings)),
        Api::OpenCl(device) => Box::new(Expansion::new(device.open(program)?, settings)),
    })
}

impl DeviceCounter {
    /// Compiles the kernels for the devices. A device that cannot be opened is left out, with a remark.
    ///
    /// # Errors
    /// [`DeviceError`] of the last device, if none can be opened.
    pub fn open(
        devices: &[Device],
        settings: &CounterSettings,
    ) -> Result<DeviceCounter, DeviceError> {
        let table = (settings.table > 0).then_some(settings.table);
        let pool = DevicePool::open(devices, Device::name, |device| {
            open(device, device.settings(MAX_DEPTH, table, settings.seed))
        })?;
        Ok(DeviceCounter::new(pool, settings))
    }

    pub(crate) fn new(
        pool: DevicePool<dyn CountingDevice>,
        settings: &CounterSettings,
    ) -> DeviceCounter {
        DeviceCounter {
            pool,
            used: Mutex::default(),
            kernel: settings.kernel,
            threads: settings.threads,
            has_tables: settings.table > 0,
            unit_leaves: AtomicU64::new(FIRST_UNIT.to_bits()),
        }
    }

    /// The names of the devices.
    pub fn names(&self) -> &[String] {
        self.pool.names()
    }

    /// Whether a device is left.
    pub fn is_usable(&self) -> bool {
        self.pool.is_usable()
    }

    /// Takes what went wrong since the last call, one sentence each.
    pub fn take_remarks(&self) -> Vec<String> {
        self.pool.take_remarks()
    }

    /// Counts on a device, or on the CPU if there is none left.
    fn count(&self, trees: &[Position], depth: u32, stop: &Stop) -> Option<Vec<u64>> {
        let positions: Vec<DevicePosition> = trees.iter().map(DevicePosition::new).collect();
        let counted = self.pool.run(|device| {
            let started = Instant::now();
            let counts = device.count(&positions, depth, stop);
            let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
            used.add(device.take_table_use());
            drop(used);
            let counts = counts?;
            let leaves: f64 = counts.iter().map(|count| *count as f64).sum();
            self.note_speed(leaves, started.elapsed().as_secs_f64());
            Ok(counts)
        });
        match counted {
            Some(counted) => counted,
            None => self.count_on_cpu(trees, depth, stop),
        }
    }

    fn count_on_cpu(&self, trees: &[Position], depth: u32, stop: &Stop) -> Option<Vec<u64>> {
        let perft = Perft::new(depth).threads(self.threads);
        let count = |tree| {
            let outcome = perft.run(tree, &self.kernel, stop, |_| {}).ok()?;
            let leaves = u64::try_from(outcome.total).ok();
            leaves.filter(|_| outcome.complete)
        };
        trees.iter().map(count).collect()
    }

    /// Adjusts the size of the next calls to the speed of this one.
    fn note_speed(&self, leaves: f64, seconds: f64) {
        let unit = f64::from_bits(self.unit_leaves.load(Ordering::Relaxed));
        // A call that was much smaller says little about the speed of a large one.
        if leaves * 4.0 < unit {
            return;
        }
        let [least, most] = UNITS;
        let fitting = leaves / seconds.max(1e-6) * UNIT_SECONDS;
        let unit = fitting.clamp(unit / 2.0, unit * 4.0).clamp(least, most);
        self.unit_leaves.store(unit.to_bits(), Ordering::Relaxed);
    }
}

impl fmt::Debug for DeviceCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("DeviceCounter");
        fields.field("names", &self.names()).finish_non_exhaustive()
    }
}

/// What was done for each leaf, for a line with the speed.
impl fmt::Display for DeviceCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, bulk counting", self.names().join(" and "))
    }
}

impl Counter<Position> for DeviceCounter {
    type Tally = u128;

    const MAX_DEPTH: u32 = MAX_DEPTH;

    const TABLE_DEPTH: u32 = TABLE_DEPTH;

    fn unit_leaves(&self) -> f64 {
        f64::from_bits(self.unit_leaves.load(Ordering::Relaxed))
    }

    fn counts_together(&self) -> bool {
        true
    }

    fn threads(&self, _wanted: usize) -> usize {
        self.names().len()
    }

    fn take_table_use(&self) -> Option<TableUse> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let used = std::mem::take(&mut *used);
        self.has_tables.then_some(used)
    }

    fn leaves(&self, tree: &Position, depth: u32, stop: &Stop) -> Option<u64> {
        let mut counts = Vec::with_capacity(1);
        self.leaves_of_each(std::slice::from_ref(tree), depth, stop, &mut counts)?;
        counts.first().copied()
    }

    fn leaves_of_each(
        &self,
        trees: &[Position],
        depth: u32,
        stop: &Stop,
        counts: &mut Vec<u64>,
    ) -> Option<()> {
        if depth == 0 {
            counts.extend(trees.iter().map(|_| 1));
            return Some(());
        }
        // Positions of one tree differ by captures only, so either all of them fit or nearly none does.
        let found = match trees.iter().all(DevicePosition::fits) {
            true => self.count(trees, depth, stop),
            false => self.count_on_cpu(trees, depth, stop),
        };
        counts.extend(found?);
        Some(())
    }
}
