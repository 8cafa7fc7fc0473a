//! The certificate of a number of different positions: the numbers in slices of the keys, each of which can be counted again.

use std::fmt;

use serde_json::{Value, json};

use super::fields::{CertificateError, Fields, Subject, count, digits};
use crate::unique_disk::{self, SliceCount};

/// The version of the format. The keys, and how they are divided into buckets, belong to it.
const FORMAT: u64 = 1;

/// The value of the field `type`.
pub(super) const TYPE: &str = "unique-certificate";

/// The most slices: their counts take about 1 MB.
const MOST_SLICES: usize = 1 << 16;

/// The number of different positions with those of each slice.
#[derive(Clone, Debug, PartialEq)]
pub struct UniqueCertificate {
    /// The position and the depth.
    pub subject: Subject,
    /// The seed of the keys.
    pub seed: u64,
    /// Whether whole positions were compared in the last ply, too.
    pub exact: bool,
    /// The positions after each ply, from 1 on.
    pub plies: Vec<u64>,
    /// The number of buckets into which the keys are divided.
    pub buckets: usize,
    /// The buckets of a slice; the last slice may have fewer.
    pub together: usize,
    /// The positions in each slice.
    pub slices: Vec<SliceCount>,
}

/// What is wrong with the numbers of a certificate.
#[derive(Clone, Debug, PartialEq)]
pub struct UniqueMismatch {
    ply: u32,
    certified: u64,
    found: Option<u64>,
}

impl fmt::Display for UniqueMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UniqueMismatch { ply, certified, .. } = self;
        write!(
            f,
            "{certified} positions after {ply} plies, but the slices "
        )?;
        match self.found {
            Some(found) => write!(f, "add up to {found}"),
            None => write!(f, "add up to more than 64 bits hold"),
        }
    }
}

impl UniqueCertificate {
    /// The certificate of a count with these positions in each bucket.
    pub fn new(
        subject: Subject,
        (seed, exact): (u64, bool),
        plies: Vec<u64>,
        buckets: &[SliceCount],
    ) -> UniqueCertificate {
        let together = buckets.len().div_ceil(MOST_SLICES);
        let slice = |some: &[SliceCount]| SliceCount {
            parents: some.iter().map(|bucket| bucket.parents).sum(),
            positions: some.iter().map(|bucket| bucket.positions).sum(),
        };
        UniqueCertificate {
            subject,
            seed,
            exact,
            plies,
            buckets: buckets.len(),
            together,
            slices: buckets.chunks(together.max(1)).map(slice).collect(),
        }
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.plies.last().copied().unwrap_or(0)
    }

    /// An upper bound of the probability that the number is wrong because two positions have equal keys.
    pub fn error_probability(&self) -> f64 {
        match self.exact {
            true => 0.0,
            false => unique_disk::error_probability(self.positions()),
        }
    }

    /// The buckets of a slice.
    pub fn range(&self, slice: usize) -> std::ops::Range<usize> {
        let start = slice * self.together;
        start..(start + self.together).min(self.buckets)
    }

    /// Compares the last two plies with the sums of the slices.
    ///
    /// # Errors
    /// The first [`UniqueMismatch`].
    pub fn check(&self) -> Result<(), UniqueMismatch> {
        let sum = |number: fn(&SliceCount) -> u64| {
            let mut numbers = self.slices.iter().map(number);
            numbers.try_fold(0u64, u64::checked_add)
        };
        let last = self.subject.depth;
        let sums = [
            (last - 1, sum(|slice| slice.parents)),
            (last, sum(|slice| slice.positions)),
        ];
        for (ply, found) in sums {
            let certified = self.plies[ply as usize - 1];
            if found != Some(certified) {
                return Err(UniqueMismatch {
                    ply,
                    certified,
                    found,
                });
            }
        }
        Ok(())
    }

    /// The text of the file: one sealed line.
    pub fn text(&self) -> String {
        let slice = |slice: &SliceCount| json!([slice.parents, slice.positions]);
        let fields = json!({
            "seed": self.seed,
            "exact": self.exact,
            "error_probability": self.error_probability(),
            "plies": self.plies.iter().map(digits).collect::<Value>(),
            "buckets": self.buckets,
            "together": self.together,
            "slices": self.slices.iter().map(slice).collect::<Value>(),
        });
        self.subject.seal(TYPE, FORMAT, fields)
    }

    /// Reads the fields.
    ///
    /// # Errors
    /// [`CertificateError`] if one is missing or wrong.
    pub(super) fn read(fields: &Fields) -> Result<UniqueCertificate, CertificateError> {
        let certificate = UniqueCertificate {
            subject: Subject::read(fields, FORMAT)?,
            seed: fields.number("seed")?,
            exact: fields
                .value("exact")?
                .as_bool()
                .ok_or(CertificateError::Field("exact"))?,
            plies: fields.list("plies", |ply| count(ply)?.try_into().ok())?,
            buckets: fields.up_to("buckets", movegen::perft::Buckets::MOST)?,
            together: fields.up_to("together", movegen::perft::Buckets::MOST)?,
            slices: fields.list("slices", slice)?,
        };
        if certificate.subject.depth < 2 {
            return Err(CertificateError::Field("depth"));
        }
        if certificate.plies.len() != certificate.subject.depth as usize {
            return Err(CertificateError::Field("plies"));
        }
        if certificate.slices.len() != certificate.buckets.div_ceil(certificate.together) {
            return Err(CertificateError::Field("slices"));
        }
        let probability = fields.value("error_probability")?.as_f64();
        let expected = certificate.error_probability();
        let close = |found: f64| (found - expected).abs() <= 1e-9 * expected;
        match probability.is_some_and(close) {
            true => Ok(certificate),
            false => Err(CertificateError::Field("error_probability")),
        }
    }
}

fn slice(value: &Value) -> Option<SliceCount> {
    match value.as_array()?.as_slice() {
        [parents, positions] => Some(SliceCount {
            parents: parents.as_u64()?,
            positions: positions.as_u64()?,
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate(buckets: u64) -> UniqueCertificate {
        let bucket = |index| SliceCount {
            parents: 1,
            positions: index,
        };
        let counts: Vec<_> = (0..buckets).map(bucket).collect();
        let plies = vec![20, buckets, buckets * (buckets - 1) / 2];
        let subject = Subject::new("chess", &[], 3);
        UniqueCertificate::new(subject, (7, false), plies, &counts)
    }

    fn read(certificate: &UniqueCertificate) -> Result<UniqueCertificate, CertificateError> {
        UniqueCertificate::read(&Fields::open(&certificate.text()).expect("a sealed line"))
    }

    #[test]
    fn a_certificate_is_read_as_it_was_written() {
        for buckets in [5, 200_000] {
            let written = certificate(buckets);
            assert_eq!(written.check(), Ok(()));
            assert!(written.slices.len() <= MOST_SLICES);
            assert_eq!(read(&written).expect("a certificate"), written);
            let last = written.range(written.slices.len() - 1);
            assert_eq!(last.end, buckets as usize);
        }
        assert_eq!(certificate(200_000).range(1), 4..8);
    }

    #[test]
    fn wrong_fields_are_refused() {
        let refused = |edit: fn(&mut UniqueCertificate), field: &str| {
            let mut forged = certificate(50);
            edit(&mut forged);
            let error = read(&forged).expect_err("forged").to_string();
            assert!(error.contains(&format!("'{field}'")), "{error}");
        };
        refused(|forged| forged.subject.depth = 1, "depth");
        refused(|forged| forged.subject.depth = 200, "plies");
        refused(|forged| forged.buckets = usize::MAX, "buckets");
        refused(|forged| forged.buckets += 1, "slices");
        refused(|forged| forged.together = 0, "together");
        refused(|forged| forged.together = 2, "slices");
    }

    #[test]
    fn sums_that_differ_are_found() {
        let found = |edit: fn(&mut UniqueCertificate)| {
            let mut forged = certificate(50);
            edit(&mut forged);
            forged.check().expect_err("forged").to_string()
        };
        assert_eq!(
            found(|forged| forged.slices[3].positions += 1),
            "1225 positions after 3 plies, but the slices add up to 1226"
        );
        assert_eq!(
            found(|forged| forged.plies[1] = 49),
            "49 positions after 2 plies, but the slices add up to 50"
        );
        let huge = found(|forged| forged.slices[3].positions = u64::MAX);
        assert!(huge.ends_with("more than 64 bits hold"), "{huge}");
    }
}
