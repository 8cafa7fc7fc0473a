//! The certificate of a complete count: the count of each unit.

use std::fmt;

use serde_json::{Map, Value, json};

use super::fields::{CertificateError, Fields, Subject, count, digits};
use crate::known::{Known, Quantity};
use crate::storage::sealed;
use crate::units::results::Origin;
use crate::units::{Merge, Source, UnitFile};

/// The version of the format.
const FORMAT: u64 = 1;

/// The value of the field `type`.
pub(super) const TYPE: &str = "certificate";

/// A complete count with the counts of its units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountCertificate {
    /// What was counted.
    pub subject: Subject,
    /// The plies from the root to the units.
    pub split: u32,
    /// The names of the columns: `nodes`, or those of the statistics.
    pub columns: Vec<String>,
    /// The SHA-256 of the units.
    pub sha256: String,
    /// The sum of each column.
    pub totals: Vec<u128>,
    /// The root moves in report order, with the leaves below each.
    pub divide: Vec<(String, u128)>,
    /// The numbers of each unit, in the order of the units.
    pub counts: Vec<Vec<u128>>,
    /// How they were counted, with the number of results of each kind.
    pub sources: Vec<(Source, usize)>,
    /// The number of units with two results that have different seeds and come from different hosts.
    pub confirmed: usize,
}

/// What is wrong with the numbers of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// Its units are not those of the count.
    Units {
        /// The checksum in the certificate.
        certified: String,
        /// The checksum of the units of the count.
        found: String,
    },
    /// It has another number of counts than units.
    Number {
        /// The number of counts in the certificate.
        certified: usize,
        /// The number of units of the count.
        found: usize,
    },
    /// Its divide has other moves.
    Moves,
    /// The units below a root move do not add up.
    Divide {
        /// The move.
        mv: String,
        /// The number in the certificate.
        certified: u128,
        /// The sum of the units.
        found: u128,
    },
    /// All units do not add up.
    Total {
        /// The column.
        column: String,
        /// The number in the certificate.
        certified: u128,
        /// The sum of the units.
        found: u128,
    },
    /// A sum exceeds 128 bits.
    Overflow,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::Units { certified, found } => write!(
                f,
                "the units are others: the certificate has the SHA-256 {certified}, the units of this count have {found}"
            ),
            Mismatch::Number { certified, found } => {
                write!(f, "{certified} counts for {found} units")
            }
            Mismatch::Moves => write!(f, "the root moves are others"),
            Mismatch::Divide {
                mv,
                certified,
                found,
            } => write!(f, "{mv}: {certified}, but its units add up to {found}"),
            Mismatch::Total {
                column,
                certified,
                found,
            } => write!(f, "{column}: {certified}, but the units add up to {found}"),
            Mismatch::Overflow => write!(f, "the units add up to more than 128 bits hold"),
        }
    }
}

impl CountCertificate {
    /// The certificate of a complete count; `None` if units are missing, or if a sum exceeds 128 bits.
    pub fn new(file: &UnitFile, merged: &Merge) -> Option<CountCertificate> {
        let divide = merged.divide(file)?;
        let divide = file.moves.iter().zip(divide);
        let divide = divide.map(|(mv, leaves)| Some((mv.clone(), leaves?)));
        let columns = file.columns().into_iter();
        Some(CountCertificate {
            subject: Subject::new(file.game(), &file.root, file.depth),
            split: file.split,
            columns: columns.map(str::to_owned).collect(),
            sha256: file.sha256(),
            totals: merged.totals(file)?,
            divide: divide.collect::<Option<_>>()?,
            counts: merged.counts.iter().cloned().collect::<Option<_>>()?,
            sources: merged.sources.clone().into_iter().collect(),
            confirmed: merged.confirmed,
        })
    }

    /// Compares all sums with those of the units.
    ///
    /// # Errors
    /// The first [`Mismatch`].
    pub fn check(&self, file: &UnitFile) -> Result<(), Mismatch> {
        let found = file.sha256();
        if found != self.sha256 {
            let certified = self.sha256.clone();
            return Err(Mismatch::Units { certified, found });
        }
        let (certified, found) = (self.counts.len(), file.units.count());
        if certified != found {
            return Err(Mismatch::Number { certified, found });
        }
        let merged = Merge::of_counts(self.counts.iter().cloned().map(Some).collect());
        let (Some(totals), Some(divide)) = (merged.totals(file), merged.divide(file)) else {
            return Err(Mismatch::Overflow);
        };
        let moves = self.divide.iter().map(|(mv, _)| mv);
        if !moves.eq(&file.moves) {
            return Err(Mismatch::Moves);
        }
        for ((mv, certified), found) in self.divide.iter().zip(divide) {
            let (mv, certified) = (mv.clone(), *certified);
            match found {
                Some(found) if found == certified => {}
                Some(found) => {
                    return Err(Mismatch::Divide {
                        mv,
                        certified,
                        found,
                    });
                }
                None => return Err(Mismatch::Moves),
            }
        }
        for ((column, &certified), found) in self.columns.iter().zip(&self.totals).zip(totals) {
            if certified != found {
                let column = column.clone();
                return Err(Mismatch::Total {
                    column,
                    certified,
                    found,
                });
            }
        }
        Ok(())
    }

    /// The text of the file: one sealed line.
    pub fn text(&self, file: &UnitFile) -> String {
        let source = |((origin, version), results): &(Source, usize)| {
            json!({
                "kernel": origin.kernel,
                "seed": origin.seed,
                "hash": origin.hash,
                "host": origin.host,
                "version": version,
                "results": results,
            })
        };
        let divide = self.divide.iter();
        let divide: Map<_, _> = divide
            .map(|(mv, leaves)| (mv.clone(), digits(leaves)))
            .collect();
        // A list of lists only with statistics.
        let counts = self.counts.iter();
        let counts: Vec<Value> = match self.columns.len() {
            1 => counts.flatten().map(digits).collect(),
            _ => counts.map(|row| row.iter().map(digits).collect()).collect(),
        };
        let counts = Value::from(counts);
        let fields = json!({
            "split": self.split,
            "columns": self.columns,
            "units": self.counts.len(),
            "sha256": self.sha256,
            "totals": self.totals.iter().map(digits).collect::<Value>(),
            "moves": divide,
            "sources": self.sources.iter().map(source).collect::<Value>(),
            "confirmed": self.confirmed,
            "false_hit_chance": false_hit_chance(file, &self.sources),
            "counts_sha256": sealed::digest(&counts.to_string()),
            "counts": counts,
        });
        self.subject.seal(TYPE, FORMAT, fields)
    }

    /// Reads the fields.
    ///
    /// # Errors
    /// [`CertificateError`] if it is damaged or no certificate.
    pub(super) fn read(fields: &Fields) -> Result<CountCertificate, CertificateError> {
        let subject = Subject::read(fields, FORMAT)?;
        let columns = fields.texts("columns")?;
        let width = columns.len();
        let row = |row: &Value| match (row, width) {
            (Value::Array(row), _) => row.iter().map(count).collect::<Option<Vec<u128>>>(),
            (one, 1) => Some(vec![count(one)?]),
            _ => None,
        };
        let certificate = CountCertificate {
            subject,
            split: fields.small("split")?,
            sha256: fields.text("sha256")?.to_owned(),
            totals: fields.list("totals", count)?,
            divide: {
                let moves = fields.object("moves")?.iter();
                let moves = moves.map(|(mv, leaves)| Some((mv.clone(), count(leaves)?)));
                moves
                    .collect::<Option<_>>()
                    .ok_or(CertificateError::Field("moves"))?
            },
            counts: fields.list("counts", row)?,
            sources: fields.list("sources", source)?,
            confirmed: fields.number("confirmed")? as usize,
            columns,
        };
        let counts = fields.value("counts")?.to_string();
        if fields.text("counts_sha256")? != sealed::digest(&counts) {
            return Err(CertificateError::Field("counts_sha256"));
        }
        if certificate.split == 0 || certificate.split >= certificate.subject.depth {
            return Err(CertificateError::Field("split"));
        }
        let rows = certificate.counts.iter().chain([&certificate.totals]);
        if width == 0 || rows.into_iter().any(|row| row.len() != width) {
            return Err(CertificateError::Field("columns"));
        }
        if fields.number("units")? != certificate.counts.len() as u64 {
            return Err(CertificateError::Field("units"));
        }
        Ok(certificate)
    }
}

fn source(value: &Value) -> Option<(Source, usize)> {
    let text = |field: &str| Some(value.get(field)?.as_str()?.to_owned());
    let number = |field: &str| value.get(field)?.as_u64();
    let origin = Origin {
        seed: number("seed")?,
        hash: number("hash"),
        kernel: text("kernel")?,
        host: text("host")?,
    };
    Some(((origin, text("version")?), number("results")? as usize))
}

/// An upper bound of the probability that a count of the hash table belonged to another position; `None` if the number
/// of nodes is not known.
///
/// A table is asked at most once for each line to a node at least two plies above the leaves. Their numbers are published for
/// some positions.
fn false_hit_chance(file: &UnitFile, sources: &[(Source, usize)]) -> Option<f64> {
    if sources
        .iter()
        .all(|((origin, _), _)| origin.hash == Some(0))
    {
        return Some(0.0);
    }
    let known = Known::published();
    let mut probes = 0u128;
    for depth in file.split..=file.depth.saturating_sub(2) {
        let values = known.values(&*file.position, depth, Quantity::NODES);
        let (nodes, _) = values.into_iter().max()?;
        probes = probes.checked_add(nodes)?;
    }
    let results: usize = sources.iter().map(|(_, results)| results).sum();
    let each = results.div_ceil(file.units.count().max(1)) as u64;
    let probes = u64::try_from(probes).ok()?.checked_mul(each)?;
    let used = movegen::perft::TableUse {
        probes,
        ..Default::default()
    };
    Some(used.false_hit_chance())
}
