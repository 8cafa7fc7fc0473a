//! The value of the option EvalFile: the network that evaluates positions.

use std::path::Path;

use engine::Network;
use engine::network::LoadError;
use thiserror::Error;

/// The network in use, and the name by which the user chose it.
#[derive(Clone, Debug)]
pub struct EvalFile {
    name: String,
    network: Network,
}

/// Why the network stays as it is.
#[derive(Debug, Error)]
pub enum EvalFileError {
    /// No file.
    #[error(
        "found no file, expected the path of a network or {}",
        EvalFile::EMBEDDED
    )]
    Missing,
    /// A file that is not used.
    #[error(transparent)]
    Load(#[from] LoadError),
}

impl EvalFile {
    /// The name of the network that is part of the program. No file has it on Windows, and on Unix
    /// a file can be given as `./<embedded>`.
    pub const EMBEDDED: &str = "<embedded>";

    /// The path of the file, or [`EMBEDDED`](EvalFile::EMBEDDED).
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Loads the network with this name, which takes some milliseconds.
    ///
    /// # Errors
    /// [`EvalFileError`] if there is no usable file with this name. The old network stays.
    pub fn set(&mut self, name: &str) -> Result<(), EvalFileError> {
        self.network = match name {
            "" => return Err(EvalFileError::Missing),
            EvalFile::EMBEDDED => Network::default(),
            path => Network::load(Path::new(path))?,
        };
        name.clone_into(&mut self.name);
        log::info!("network {name}, SHA-256 {}", self.network.sha256());
        Ok(())
    }
}

impl Default for EvalFile {
    fn default() -> EvalFile {
        EvalFile {
            name: EvalFile::EMBEDDED.to_owned(),
            network: Network::default(),
        }
    }
}
