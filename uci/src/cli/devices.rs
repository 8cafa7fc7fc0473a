//! `canopy devices`: lists the devices that can count.

use clap::Args;
use gpu::Devices;
use serde_json::json;

use super::error::CliError;
use super::json::Line;
use super::output::{self, OutputArgs};
use crate::exit::Exit;

const AFTER_HELP: &str = "\
The numbers are those of --device and of the option Device: 'gpu:0' is one device, 'gpu' all GPUs.
Drivers are loaded when they are needed: CUDA (the NVIDIA driver and libnvrtc, which the CUDA toolkit
and the Python package nvidia-cuda-nvrtc contain) or OpenCL.

Exit codes: 0 done; 2 a failed write.";

/// The arguments of `canopy devices`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct DevicesArgs {
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Runs the command.
pub(super) fn run(arguments: &DevicesArgs) -> Result<Exit, CliError> {
    let devices = Devices::find();
    if arguments.output.json {
        return output::print(line(&devices), Exit::Done);
    }
    let found = devices.found.iter().enumerate();
    let found = found.map(|(number, device)| format!("gpu:{number}  {device}"));
    let none = devices.found.is_empty().then(|| "no device".to_owned());
    let lines: Vec<String> = none
        .into_iter()
        .chain(found)
        .chain(devices.reasons.iter().cloned())
        .collect();
    output::print(lines.join("\n"), Exit::Done)
}

fn line(devices: &Devices) -> Line {
    let found = devices.found.iter().enumerate().map(|(number, device)| {
        json!({
            "device": format!("gpu:{number}"),
            "name": device.name(),
            "api": device.api(),
            "gpu": device.is_gpu(),
            "megabytes": device.memory() >> 20,
        })
    });
    Line::result("devices", Exit::Done)
        .field("devices", found.collect::<Vec<_>>())
        .field("reasons", devices.reasons.clone())
}
