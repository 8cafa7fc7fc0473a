//! The answer for a number of different positions.

use std::fmt;

use movegen::chess::Position;
use movegen::perft::Stop;
use serde_json::{Value, json};

use super::draw::Chances;
use super::exit::exit;
use super::unique::Recount;
use crate::certificate::{UniqueCertificate, UniqueMismatch};
use crate::cli::exit::Exit;
use crate::cli::json::Line;
use crate::known::{Comparison, Known, Quantity};
use crate::report::amount;
use crate::unique_disk::SliceCount;

/// The answer.
pub(super) struct Report<'a> {
    certificate: &'a UniqueCertificate,
    comparison: Comparison,
    /// What is wrong with the sums.
    mismatch: Option<UniqueMismatch>,
    /// What was counted again; `Some(None)` if the time was over before.
    pub(super) recount: Option<Option<Recount>>,
}

impl<'a> Report<'a> {
    /// The answer before anything was counted.
    pub(super) fn new(certificate: &'a UniqueCertificate, root: &Position) -> Report<'a> {
        let counts = (1..).zip(&certificate.plies);
        let counts = counts.map(|(ply, count)| (ply, Quantity::Unique, u128::from(*count)));
        Report {
            certificate,
            comparison: Comparison::new(Known::published(), root, counts),
            mismatch: certificate.check().err(),
            recount: None,
        }
    }

    fn found(&self) -> Option<&Recount> {
        self.recount.as_ref()?.as_ref()
    }

    /// The plies with another count: the ply, the count of the certificate and the one found.
    fn wrong_plies(&self) -> Vec<(usize, u64, u64)> {
        let found = self.found().map_or(&[][..], |found| &found.plies);
        let plies = self.certificate.plies.iter().zip(found).zip(1..);
        let plies = plies.map(|((certified, found), ply)| (ply, *certified, *found));
        plies
            .filter(|(_, certified, found)| certified != found)
            .collect()
    }

    /// Whether something was found to be wrong.
    pub(super) fn is_wrong(&self) -> bool {
        self.mismatch.is_some()
            || self.comparison.differs()
            || !self.wrong_plies().is_empty()
            || self.found().is_some_and(|found| !found.wrong.is_empty())
    }

    /// How the command ends.
    pub(super) fn exit(&self, stop: &Stop) -> Exit {
        let empty = matches!(self.recount, Some(None));
        exit(self.is_wrong(), stop.is_stopped(), empty)
    }

    fn chances(&self) -> Chances {
        Chances {
            all: self.certificate.slices.len(),
            drawn: self.found().map_or(0, |found| found.slices),
            part: "slice",
        }
    }

    /// The answer in JSON.
    pub(super) fn line(&self, exit: Exit) -> Line {
        let pair = |count: &SliceCount| json!([count.parents, count.positions]);
        let recount = self.found().map(|found| {
            let wrong = found.wrong.iter().map(|(index, certified, found)| {
                json!({
                    "unit": index,
                    "certified": pair(certified),
                    "found": found.as_ref().map(pair),
                })
            });
            let plies = self.wrong_plies().into_iter().map(|(ply, certified, found)| {
                json!({ "ply": ply, "certified": certified.to_string(), "found": found.to_string() })
            });
            json!({
                "units": found.slices,
                "seed": found.seed,
                "plies": found.plies.len(),
                "seconds": (found.time.as_secs_f64() * 1e3).round() / 1e3,
                "wrong_plies": plies.collect::<Value>(),
                "wrong": wrong.collect::<Value>(),
                "chances": self.chances().json(),
            })
        });
        let certificate = self.certificate;
        Line::result("verify", exit)
            .field("kind", "unique")
            .fields(certificate.subject.root.clone())
            .field("depth", certificate.subject.depth)
            .field("positions", certificate.positions().to_string())
            .field("error_probability", certificate.error_probability())
            .field("units", certificate.slices.len())
            .field(
                "mismatch",
                self.mismatch.as_ref().map(UniqueMismatch::to_string),
            )
            .field("recount", recount)
            .field("known", self.comparison.json_list())
    }

    /// The lines about what was counted again.
    fn write_recount(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = match &self.recount {
            None => return write!(f, "\nno slice was counted again"),
            Some(None) => {
                return write!(
                    f,
                    "\nno slice was counted again: not all lines were walked in time; --minutes allows more"
                );
            }
            Some(Some(found)) => found,
        };
        let last = self.certificate.subject.depth;
        write!(
            f,
            "\ncounted again: {}, and plies {} and {last} in {} of {} (whole positions, seed {}, {:.1} s)",
            whole(found.plies.len()),
            last - 1,
            amount(found.slices, "slice", "slices"),
            self.certificate.slices.len(),
            found.seed,
            found.time.as_secs_f64(),
        )?;
        for (ply, certified, found) in self.wrong_plies() {
            write!(
                f,
                "\nWRONG: {certified} positions after {ply} plies, counted again {found}"
            )?;
        }
        for (index, certified, found) in &found.wrong {
            let SliceCount { parents, positions } = certified;
            write!(
                f,
                "\nWRONG: slice {index} has {parents} and {positions} positions, counted again "
            )?;
            match found {
                Some(SliceCount { parents, positions }) => write!(f, "{parents} and {positions}")?,
                None => write!(f, "many more")?,
            }
        }
        match self.is_wrong() {
            true => Ok(()),
            false => write!(f, ", all equal{}", self.chances()),
        }
    }
}

/// The plies that were counted as a whole.
fn whole(plies: usize) -> String {
    match plies {
        0 => "no whole ply".to_owned(),
        1 => "ply 1".to_owned(),
        last => format!("plies 1 to {last}"),
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (certificate, subject) = (self.certificate, &self.certificate.subject);
        writeln!(
            f,
            "unique({}) of {}: {} positions in {} of keys",
            subject.depth,
            subject.root_text(),
            certificate.positions(),
            amount(certificate.slices.len(), "slice", "slices"),
        )?;
        let compared = match certificate.exact {
            true => "by whole positions".to_owned(),
            false => format!(
                "by keys of 128 bits, wrong with a probability of at most {:.1e}",
                certificate.error_probability()
            ),
        };
        writeln!(
            f,
            "counted: {compared}, seed {}, canopy {}",
            certificate.seed, subject.version
        )?;
        if let Some(mismatch) = &self.mismatch {
            return write!(f, "arithmetic: WRONG, {mismatch}");
        }
        write!(f, "arithmetic: the slices add up to the last two plies")?;
        if let Some(text) = self.comparison.text() {
            write!(f, "\ntotal: {text}")?;
        }
        self.write_recount(f)
    }
}
