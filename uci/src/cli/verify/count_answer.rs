//! The answer for an exact count.

use std::fmt;

use movegen::perft::Stop;
use serde_json::{Value, json};

use super::count::Recount;
use super::draw::Chances;
use super::exit::exit;
use crate::certificate::{CountCertificate, Mismatch};
use crate::cli::exit::Exit;
use crate::cli::json::Line;
use crate::known::{Comparison, Known, Quantity};
use crate::report::amount;
use crate::units::UnitFile;

/// The answer.
pub(super) struct Report<'a> {
    certificate: &'a CountCertificate,
    comparison: Comparison,
    /// What is wrong with the sums.
    pub(super) mismatch: Option<Mismatch>,
    /// What was counted again.
    pub(super) recount: Option<Recount>,
}

impl<'a> Report<'a> {
    /// The answer before anything was checked.
    pub(super) fn new(certificate: &'a CountCertificate, file: &UnitFile) -> Report<'a> {
        let columns = file.columns().into_iter().zip(&certificate.totals);
        let counts = columns
            .map(|(name, &total)| (certificate.subject.depth, Quantity::Leaves(name), total));
        Report {
            certificate,
            comparison: Comparison::new(Known::published(), &*file.position, counts),
            mismatch: None,
            recount: None,
        }
    }

    /// How the command ends.
    pub(super) fn exit(&self, stop: &Stop) -> Exit {
        let wrong = self
            .recount
            .as_ref()
            .is_some_and(|found| !found.wrong.is_empty());
        let empty = self.recount.as_ref().is_some_and(|found| found.units == 0);
        let wrong = self.mismatch.is_some() || wrong || self.comparison.differs();
        exit(wrong, stop.is_stopped(), empty)
    }

    fn chances(&self) -> Chances {
        Chances {
            all: self.certificate.counts.len(),
            drawn: self.recount.as_ref().map_or(0, |found| found.units),
            part: "unit",
        }
    }

    /// The answer in JSON.
    pub(super) fn line(&self, exit: Exit) -> Line {
        let recount = self.recount.as_ref().map(|found| {
            let digits = |row: &[u128]| row.iter().map(u128::to_string).collect::<Vec<_>>();
            let wrong = found.wrong.iter().map(|(index, certified, numbers)| {
                json!({ "unit": index, "certified": digits(certified), "found": digits(numbers) })
            });
            json!({
                "units": found.units,
                "seed": found.seed,
                "kernel": found.kernel,
                "other_kernel": found.other_kernel,
                "wrong": wrong.collect::<Value>(),
                "chances": self.chances().json(),
            })
        });
        Line::result("verify", exit)
            .field("kind", "count")
            .fields(self.certificate.subject.root.clone())
            .field("depth", self.certificate.subject.depth)
            .count("total", self.certificate.totals[0])
            .field("units", self.certificate.counts.len())
            .field("mismatch", self.mismatch.as_ref().map(Mismatch::to_string))
            .field("recount", recount)
            .field("known", self.comparison.json_list())
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let certificate = self.certificate;
        let all = certificate.counts.len();
        let subject = &certificate.subject;
        writeln!(
            f,
            "perft({}) of {}: {} in {} at ply {}",
            subject.depth,
            subject.root_text(),
            certificate.totals[0],
            amount(all, "unit", "units"),
            certificate.split,
        )?;
        for ((origin, version), results) in &certificate.sources {
            let hash = origin
                .hash
                .map_or("unknown".to_owned(), |hash| format!("{hash} MB"));
            writeln!(
                f,
                "counted: {} by {}, seed {}, hash {hash}, canopy {version}",
                amount(*results, "unit", "units"),
                origin.kernel,
                origin.seed,
            )?;
        }
        if let Some(mismatch) = &self.mismatch {
            return write!(f, "arithmetic: WRONG, {mismatch}");
        }
        write!(
            f,
            "arithmetic: the units are those of the position, and add up to the divide and the total"
        )?;
        if let Some(text) = self.comparison.text() {
            write!(f, "\ntotal: {text}")?;
        }
        let Some(found) = &self.recount else {
            return write!(f, "\nno unit was counted again");
        };
        let kernel = match found.other_kernel {
            true => &found.kernel,
            false => &format!("{} as in the certificate, there is no other", found.kernel),
        };
        write!(
            f,
            "\ncounted again: {} of {all} ({kernel}, seed {})",
            amount(found.units, "unit", "units"),
            found.seed
        )?;
        for (index, certified, numbers) in &found.wrong {
            let (certified, numbers) = (certified.first(), numbers.first());
            write!(
                f,
                "\nWRONG: unit {index} has {}, counted again {}",
                certified.copied().unwrap_or(0),
                numbers.copied().unwrap_or(0),
            )?;
        }
        if found.wrong.is_empty() && found.units > 0 {
            write!(f, ", all equal")?;
        }
        match found.wrong.is_empty() {
            true => write!(f, "{}", self.chances()),
            false => Ok(()),
        }
    }
}
