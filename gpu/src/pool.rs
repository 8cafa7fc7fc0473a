//! Devices that several threads share, and what happens when they fail.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::backend::{DeviceError, Interrupted};

/// A device that may do its work with less memory.
pub(crate) trait Shrink {
    /// Frees the memory, and takes half as much from now on. Returns the bytes; `None` if that would be too little.
    fn shrink(&mut self) -> Option<usize>;
}

/// Devices, each of which does one piece of work at a time.
pub(crate) struct DevicePool<D: ?Sized> {
    state: Mutex<State<D>>,
    returned: Condvar,
    names: Vec<String>,
}

struct State<D: ?Sized> {
    idle: Vec<Box<D>>,
    /// The number of devices, idle or not.
    devices: usize,
    remarks: Vec<String>,
}

impl<D: Shrink + ?Sized> DevicePool<D> {
    /// Opens devices, given by name, with `open`. Those that cannot be opened are left out, with a remark.
    ///
    /// # Errors
    /// [`DeviceError`] of the last device, if none can be opened.
    pub(crate) fn open<T>(
        devices: &[T],
        name: impl Fn(&T) -> String,
        open: impl Fn(&T) -> Result<Box<D>, DeviceError>,
    ) -> Result<DevicePool<D>, DeviceError> {
        let (mut idle, mut names, mut remarks) = (Vec::new(), Vec::new(), Vec::new());
        let mut last_error = None;
        for device in devices {
            match open(device) {
                Ok(opened) => {
                    idle.push(opened);
                    names.push(name(device));
                }
                Err(error) => {
                    remarks.push(format!("{}: {error}", name(device)));
                    last_error = Some(error);
                }
            }
        }
        match last_error {
            Some(error) if idle.is_empty() => Err(error),
            _ => Ok(DevicePool {
                state: Mutex::new(State {
                    devices: idle.len(),
                    idle,
                    remarks,
                }),
                returned: Condvar::new(),
                names,
            }),
        }
    }

    /// The names of the devices.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether a device is left.
    pub(crate) fn is_usable(&self) -> bool {
        self.state().devices > 0
    }

    /// Takes what went wrong since the last call, one sentence each.
    pub(crate) fn take_remarks(&self) -> Vec<String> {
        std::mem::take(&mut self.state().remarks)
    }

    fn state(&self) -> MutexGuard<'_, State<D>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does a piece of work on a device, as soon as one is idle. If the device runs out of memory, the work is done
    /// again with less, and if it fails, on another device.
    ///
    /// `None` if no device is left, `Some(None)` after a stop.
    pub(crate) fn run<R>(
        &self,
        mut work: impl FnMut(&mut D) -> Result<R, Interrupted>,
    ) -> Option<Option<R>> {
        while let Some(mut device) = self.take() {
            let error = match work(&mut device) {
                Ok(result) => {
                    self.give_back(device);
                    return Some(Some(result));
                }
                Err(Interrupted::Stopped) => {
                    self.give_back(device);
                    return Some(None);
                }
                Err(Interrupted::Failed(error)) => error,
            };
            let less = match error {
                DeviceError::OutOfMemory { .. } => device.shrink(),
                _ => None,
            };
            match less {
                Some(bytes) => {
                    let megabytes = bytes.div_ceil(1 << 20);
                    self.remark(format!("{error}; the device continues with {megabytes} MB"));
                    self.give_back(device);
                }
                None => self.give_up(&error),
            }
        }
        None
    }

    /// Takes a device. `None` if all have failed.
    fn take(&self) -> Option<Box<D>> {
        let mut state = self.state();
        loop {
            if let Some(device) = state.idle.pop() {
                return Some(device);
            }
            if state.devices == 0 {
                return None;
            }
            let waited = self.returned.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn give_back(&self, device: Box<D>) {
        self.state().idle.push(device);
        self.returned.notify_one();
    }

    fn give_up(&self, error: &DeviceError) {
        let mut state = self.state();
        state.devices -= 1;
        let then = match state.devices {
            0 => "the CPU continues",
            _ => "the other devices continue",
        };
        drop(state);
        self.remark(format!("{error}; {then}"));
        self.returned.notify_all();
    }

    fn remark(&self, text: String) {
        log::warn!("{text}");
        self.state().remarks.push(text);
    }
}
