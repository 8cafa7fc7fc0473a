//! Where counts of chess run: on the CPU, or on GPUs and other devices.

use std::sync::{Arc, Mutex, PoisonError};

use gpu::{
    CounterSettings, Device, DeviceChoice, DeviceCounter, DeviceError, DeviceWalker, Devices,
};
use movegen::chess::{Kernel, Position};

use crate::resources::Resources;

/// With fewer leaves than this, the CPU is done before the kernels of a device are compiled and a large part of it
/// is busy: `auto` does not look for devices.
const MANY_LEAVES: f64 = 1e11;

/// A choice of devices, and what a count needs there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceRequest {
    /// The devices.
    pub choice: DeviceChoice,
    /// The kernel for what devices cannot count.
    pub kernel: Kernel,
    /// The size and the seed of the tables on each device, and threads of the CPU for what devices
    /// cannot count.
    pub resources: Resources,
}

impl DeviceRequest {
    /// Counts on the CPU.
    pub fn cpu(resources: Resources) -> DeviceRequest {
        DeviceRequest {
            choice: DeviceChoice::Cpu,
            kernel: Kernel::best(),
            resources,
        }
    }

    /// Whether the CPU should count this many leaves.
    fn is_for_cpu(&self, leaves: f64) -> bool {
        match self.choice {
            DeviceChoice::Cpu => true,
            DeviceChoice::Auto => leaves < MANY_LEAVES,
            DeviceChoice::Gpus | DeviceChoice::One(_) => false,
        }
    }

    /// Opens the devices for a count of about this many leaves; `None` if the CPU should count.
    ///
    /// # Errors
    /// Why the chosen device cannot be used, as a message.
    pub fn open(&self, leaves: f64) -> Result<Option<DeviceCounter>, String> {
        let devices = self.find(leaves)?;
        if devices.is_empty() {
            return Ok(None);
        }
        let settings = CounterSettings {
            table: self.resources.hash.megabytes() << 20,
            seed: self.resources.seed,
            kernel: self.kernel,
            threads: self.resources.threads.count(),
        };
        self.opened(DeviceCounter::open(&devices, &settings))
    }

    /// Looks for the chosen devices, without opening them. `auto` does not need any.
    ///
    /// # Errors
    /// Which device is missing, as a message.
    pub fn check(&self) -> Result<(), String> {
        match self.choice {
            DeviceChoice::Cpu | DeviceChoice::Auto => Ok(()),
            DeviceChoice::Gpus | DeviceChoice::One(_) => self.find(f64::INFINITY).map(drop),
        }
    }

    /// Opens the devices for random lines; `None` if the CPU should draw them.
    ///
    /// # Errors
    /// As [`open`](DeviceRequest::open).
    pub fn open_walker(&self) -> Result<Option<DeviceWalker>, String> {
        // An estimate is never small.
        let devices = self.find(f64::INFINITY)?;
        match devices.is_empty() {
            true => Ok(None),
            false => self.opened(DeviceWalker::open(&devices, self.kernel)),
        }
    }

    /// The devices for this many leaves; none if the CPU should count.
    fn find(&self, leaves: f64) -> Result<Vec<Device>, String> {
        if self.is_for_cpu(leaves) {
            return Ok(Vec::new());
        }
        let chosen = Devices::find().choose(self.choice);
        chosen.map_err(|error| format!("device {error}"))
    }

    /// Devices that cannot be opened are an error if they were chosen.
    fn opened<T>(&self, opened: Result<T, DeviceError>) -> Result<Option<T>, String> {
        match (opened, self.choice) {
            (Ok(opened), _) => Ok(Some(opened)),
            (Err(error), DeviceChoice::Auto) => {
                log::warn!("the CPU counts: {error}");
                Ok(None)
            }
            (Err(error), choice) => Err(format!("device {choice}: {error}")),
        }
    }
}

/// Estimates the number of leaves.
pub fn leaves_of(position: &Position, depth: u32) -> f64 {
    // A root in check says little about the rest of its tree.
    const USUAL_WIDTH: usize = 20;
    let width = position.legal_moves().len().max(USUAL_WIDTH);
    // At most 255 plies: a number too large is infinite.
    (width as f64).powi(depth as i32)
}

/// The devices of a session: they stay open, and keep their tables, while the same are requested.
#[derive(Clone, Debug, Default)]
pub struct OpenDevices(Arc<Mutex<Option<Opened>>>);

/// What was requested, and what was opened for it.
type Opened = (DeviceRequest, Arc<DeviceCounter>);

impl OpenDevices {
    /// As [`DeviceRequest::open`].
    ///
    /// # Errors
    /// As [`DeviceRequest::open`].
    pub fn get(
        &self,
        request: &DeviceRequest,
        leaves: f64,
    ) -> Result<Option<Arc<DeviceCounter>>, String> {
        if request.is_for_cpu(leaves) {
            return Ok(None);
        }
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((opened, counter)) = &*open
            && opened == request
            && counter.is_usable()
        {
            return Ok(Some(counter.clone()));
        }
        // Old devices go first: the memory of both might not fit.
        *open = None;
        let counter = request.open(leaves)?.map(Arc::new);
        if let Some(counter) = &counter {
            *open = Some((request.clone(), counter.clone()));
        }
        Ok(counter)
    }
}
