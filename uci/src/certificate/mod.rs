//! Certificates: results with the numbers from which they follow, each in a file of one sealed line. Everyone can check
//! the arithmetic, and count a random part again.

mod count;
mod estimate;
mod fields;
mod plan;
mod unique;

use std::path::Path;

use crate::diagnostics::note;
use crate::storage::{StorageError, replace};

pub use count::{CountCertificate, Mismatch};
pub use estimate::{EstimateCertificate, EstimateMismatch, Run};
use fields::Fields;
pub use fields::{CertificateError, Subject};
pub use plan::{EstimatePlan, Figures};
pub use unique::{UniqueCertificate, UniqueMismatch};

/// A certificate of any kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Certificate {
    /// Of an exact count by units.
    Count(CountCertificate),
    /// Of an estimate.
    Estimate(EstimateCertificate),
    /// Of a number of different positions.
    Unique(UniqueCertificate),
}

impl Certificate {
    /// Reads a certificate.
    ///
    /// # Errors
    /// [`CertificateError`] if it is damaged or no certificate.
    pub fn parse(text: &str) -> Result<Certificate, CertificateError> {
        let fields = Fields::open(text)?;
        match fields.text("type")? {
            count::TYPE => CountCertificate::read(&fields).map(Certificate::Count),
            estimate::TYPE => EstimateCertificate::read(&fields).map(Certificate::Estimate),
            unique::TYPE => UniqueCertificate::read(&fields).map(Certificate::Unique),
            _ => Err(CertificateError::Field("type")),
        }
    }
}

/// Writes the text of a certificate.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), StorageError> {
    replace::write_report(path, text.as_bytes())?;
    note(format_args!("certificate: {}", path.display()));
    Ok(())
}
