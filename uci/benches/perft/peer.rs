//! cozy-chess as a separate program, built for exactly this CPU (Canopy is not).

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use thiserror::Error;

use crate::BenchError;
use crate::measure::on_one_core;
use crate::positions::Position;

/// Why cozy-chess cannot be measured.
#[derive(Debug, Error)]
pub(crate) enum PeerError {
    #[error("{what}: {source}")]
    Start {
        what: &'static str,
        source: io::Error,
    },
    #[error("it cannot be built (on x86-64 it needs a CPU with BMI2)")]
    Build,
    #[error("peer-cozy-chess printed '{0}', not a count and its seconds")]
    Output(String),
}

/// The program.
#[derive(Debug)]
pub(crate) struct Peer(PathBuf);

impl Peer {
    /// Builds it with the settings of its own folder.
    pub(crate) fn build() -> Result<Peer, PeerError> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/peers/cozy-chess");
        let target = folder.join("target");
        eprintln!("building cozy-chess ...");
        let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["build", "--release", "--quiet", "--locked", "--target-dir"])
            .arg(&target)
            // cargo reads `.cargo/config.toml` of the current folder; these variables would override it.
            .current_dir(&folder)
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .status()
            .map_err(|source| PeerError::Start {
                what: "cannot start cargo",
                source,
            })?;
        match status.success() {
            true => Ok(Peer(target.join("release/peer-cozy-chess"))),
            false => Err(PeerError::Build),
        }
    }

    /// CPU seconds for one count on one thread, measured over as many counts as fill `least`.
    pub(crate) fn sample(&self, position: &Position, least: Duration) -> Result<f64, BenchError> {
        let first = self.count(position, 1)?;
        let missing = (least.as_secs_f64() / first.max(1e-6)).ceil() - 1.0;
        if missing < 1.0 {
            return Ok(first);
        }
        let rest = self.count(position, missing as u32)?;
        Ok((first + rest) / (1.0 + missing))
    }

    /// CPU seconds of this number of counts together.
    fn count(&self, position: &Position, runs: u32) -> Result<f64, BenchError> {
        let mut command = Command::new(&self.0);
        command
            .args(["--reps", &runs.to_string(), position.fen])
            .arg(position.depth.to_string())
            .stderr(Stdio::inherit());
        let output = on_one_core(|| command.output()).map_err(|source| PeerError::Start {
            what: "cannot start peer-cozy-chess",
            source,
        })?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut seconds = 0.0;
        for line in text.lines() {
            let numbers = line.split_once(' ').and_then(|(leaves, seconds)| {
                Some((leaves.parse::<u64>().ok()?, seconds.parse::<f64>().ok()?))
            });
            let (counted, time) = numbers.ok_or_else(|| PeerError::Output(line.to_owned()))?;
            if counted != position.leaves {
                return Err(BenchError::WrongCount {
                    who: "cozy-chess".to_owned(),
                    position: position.name,
                    depth: position.depth,
                    expected: position.leaves,
                    counted: u128::from(counted),
                });
            }
            seconds += time;
        }
        match text.lines().count() == runs as usize {
            true => Ok(seconds),
            false => Err(PeerError::Output(text.into_owned()).into()),
        }
    }
}
