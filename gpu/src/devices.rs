//! The devices of this machine, and which of them to use.

use std::fmt;
use std::str::FromStr;

use crate::cuda::{self, CudaDevice};
use crate::memory::{LastPlies, Settings};
use crate::opencl::{self, OpenClDevice};

/// Which device should count.
///
/// ```
/// use gpu::DeviceChoice;
/// assert_eq!("cpu".parse(), Ok(DeviceChoice::Cpu));
/// assert_eq!("gpu:1".parse(), Ok(DeviceChoice::One(1)));
/// assert_eq!(
///     "tpu".parse::<DeviceChoice>().unwrap_err().to_string(),
///     "a device is auto, cpu, gpu, or gpu:N with a number from 'canopy devices', found 'tpu'"
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeviceChoice {
    /// The GPUs if there are any and the count is large, otherwise the CPU.
    Auto,
    /// The CPU.
    #[default]
    Cpu,
    /// All GPUs.
    Gpus,
    /// The device with this number, whatever it is.
    One(usize),
}

/// A text that names no device.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a device is auto, cpu, gpu, or gpu:N with a number from 'canopy devices', found '{0}'")]
pub struct DeviceChoiceError(String);

impl FromStr for DeviceChoice {
    type Err = DeviceChoiceError;

    fn from_str(text: &str) -> Result<DeviceChoice, DeviceChoiceError> {
        match text {
            "auto" => Ok(DeviceChoice::Auto),
            "cpu" => Ok(DeviceChoice::Cpu),
            "gpu" => Ok(DeviceChoice::Gpus),
            _ => {
                let number = text
                    .strip_prefix("gpu:")
                    .and_then(|number| number.parse().ok());
                let choice = number.map(DeviceChoice::One);
                choice.ok_or_else(|| DeviceChoiceError(text.to_owned()))
            }
        }
    }
}

impl fmt::Display for DeviceChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeviceChoice::Auto => f.write_str("auto"),
            DeviceChoice::Cpu => f.write_str("cpu"),
            DeviceChoice::Gpus => f.write_str("gpu"),
            DeviceChoice::One(number) => write!(f, "gpu:{number}"),
        }
    }
}

/// A device that can count.
#[derive(Clone, Debug)]
pub struct Device(pub(crate) Api);

/// The device of one API.
#[derive(Clone, Debug)]
pub(crate) enum Api {
    Cuda(CudaDevice),
    OpenCl(OpenClDevice),
}

/// The devices of this machine.
#[derive(Clone, Debug)]
pub struct Devices {
    /// The devices. The index is the number in `gpu:N`.
    pub found: Vec<Device>,
    /// Why an API has no device, or why its devices cannot be used.
    pub reasons: Vec<String>,
}

/// Bytes for positions on one device, unless it has less than four times as much memory.
const MEMORY: usize = 2 << 30;

impl Devices {
    /// Looks for devices. Takes as long as the drivers need to start.
    pub fn find() -> Devices {
        let (mut found, mut reasons) = (Vec::new(), Vec::new());
        match cuda::devices() {
            Ok(devices) => {
                found.extend(devices.into_iter().map(|device| Device(Api::Cuda(device))))
            }
            Err(reason) => reasons.push(format!("CUDA: {reason}")),
        }
        // A GPU that CUDA can use is not listed again.
        let has_cuda = !found.is_empty();
        match opencl::devices() {
            Ok(devices) => {
                let new = devices
                    .into_iter()
                    .filter(|device| !(has_cuda && device.is_nvidia()));
                found.extend(new.map(|device| Device(Api::OpenCl(device))));
            }
            Err(reason) => reasons.push(format!("OpenCL: {reason}")),
        }
        Devices { found, reasons }
    }

    /// The devices of a choice; none for the CPU, and for `auto` if there is no GPU.
    ///
    /// # Errors
    /// [`NoDevice`] if the chosen device is missing.
    pub fn choose(&self, choice: DeviceChoice) -> Result<Vec<Device>, NoDevice> {
        let gpus = || {
            self.found
                .iter()
                .filter(|device| device.is_gpu())
                .cloned()
                .collect()
        };
        match choice {
            DeviceChoice::Cpu => Ok(Vec::new()),
            DeviceChoice::Auto => Ok(gpus()),
            DeviceChoice::Gpus => {
                let gpus: Vec<Device> = gpus();
                match gpus.is_empty() {
                    true => Err(self.missing(choice)),
                    false => Ok(gpus),
                }
            }
            DeviceChoice::One(number) => match self.found.get(number) {
                Some(device) => Ok(vec![device.clone()]),
                None => Err(self.missing(choice)),
            },
        }
    }

    fn missing(&self, choice: DeviceChoice) -> NoDevice {
        NoDevice {
            choice,
            found: self.found.len(),
            reasons: self.reasons.clone(),
        }
    }
}

/// There is no such device.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub struct NoDevice {
    /// What was chosen.
    pub choice: DeviceChoice,
    /// How many devices there are.
    pub found: usize,
    /// Why there are not more.
    pub reasons: Vec<String>,
}

impl NoDevice {
    fn text(&self) -> String {
        let found = match (self.choice, self.found) {
            (_, 0) => "there is no device".to_owned(),
            (DeviceChoice::One(_), 1) => "the only device is gpu:0".to_owned(),
            (DeviceChoice::One(_), found) => format!("the devices are gpu:0 to gpu:{}", found - 1),
            (_, _) => "there is no GPU; gpu:0 is a device of another kind".to_owned(),
        };
        let reasons: String = self
            .reasons
            .iter()
            .map(|reason| format!("; {reason}"))
            .collect();
        format!("{}: {found}{reasons}", self.choice)
    }
}

impl Device {
    /// The name, as the driver writes it.
    pub fn name(&self) -> String {
        match &self.0 {
            Api::Cuda(device) => device.name.clone(),
            Api::OpenCl(device) => device.name(),
        }
    }

    /// The API: `CUDA` or `OpenCL`.
    pub fn api(&self) -> &'static str {
        match &self.0 {
            Api::Cuda(_) => "CUDA",
            Api::OpenCl(_) => "OpenCL",
        }
    }

    /// Whether it is a GPU, and not the CPU seen through OpenCL.
    pub fn is_gpu(&self) -> bool {
        match &self.0 {
            Api::Cuda(_) => true,
            Api::OpenCl(device) => device.is_gpu(),
        }
    }

    /// The bytes of memory.
    pub fn memory(&self) -> usize {
        match &self.0 {
            Api::Cuda(device) => device.memory,
            Api::OpenCl(device) => device.memory(),
        }
    }

    /// Settings that suit the device, with tables of `table` bytes, if they are wanted and fit.
    pub fn settings(&self, depth: u32, table: Option<usize>, seed: u64) -> Settings {
        let largest = match &self.0 {
            Api::Cuda(device) => device.memory,
            Api::OpenCl(device) => device.largest_allocation(),
        };
        // The boards are the largest buffer, about a half of the positions; the table of two plies is a half of all.
        Settings {
            depth,
            memory: MEMORY.min(self.memory() / 4).min(largest),
            table: table.map(|bytes| bytes.min(self.memory() / 2).min(2 * largest)),
            seed,
            last_plies: LastPlies::Differential,
        }
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_gpu() { "" } else { ", no GPU" };
        let megabytes = self.memory() >> 20;
        write!(f, "{} ({}, {megabytes} MB{kind})", self.name(), self.api())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_written_as_they_are_read() {
        for text in ["auto", "cpu", "gpu", "gpu:0", "gpu:17"] {
            let choice: DeviceChoice = text.parse().expect(text);
            assert_eq!(choice.to_string(), text);
        }
        for text in ["", "GPU", "gpu:", "gpu:x", "gpu:-1", "gpu1", "0"] {
            assert!(text.parse::<DeviceChoice>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_missing_device_has_a_reason() {
        let none = Devices {
            found: Vec::new(),
            reasons: vec![
                "CUDA: no driver".to_owned(),
                "OpenCL: no library".to_owned(),
            ],
        };
        let error = none.choose(DeviceChoice::Gpus).expect_err("nothing");
        assert_eq!(
            error.to_string(),
            "gpu: there is no device; CUDA: no driver; OpenCL: no library"
        );
        let error = none.choose(DeviceChoice::One(3)).expect_err("nothing");
        assert!(error.to_string().starts_with("gpu:3: there is no device"));
        for choice in [DeviceChoice::Cpu, DeviceChoice::Auto] {
            assert!(none.choose(choice).expect("the CPU").is_empty());
        }
    }
}
