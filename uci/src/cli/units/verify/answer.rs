//! The answer of `canopy verify`: what was checked, and how probably a wrong number would have been found.

use std::fmt;

use movegen::perft::Stop;
use serde_json::{Value, json};

use super::Recount;
use crate::cli::exit::Exit;
use crate::cli::json::Line;
use crate::known::{Comparison, Known, Quantity};
use crate::report::amount;
use crate::units::{Certificate, Mismatch, UnitFile};

/// The probability that units drawn without repetition contain at least one of the `wrong` ones.
fn chance(all: usize, drawn: usize, wrong: usize) -> f64 {
    let missed = (0..drawn).map(|before| {
        let (right, left) = (all - wrong, all - before);
        right.saturating_sub(before) as f64 / left as f64
    });
    1.0 - missed.product::<f64>()
}

/// A probability in percent, which is 100 only if it is certain.
fn percent(chance: f64) -> String {
    match chance * 100.0 {
        rounded if rounded >= 99.995 && chance < 1.0 => "more than 99.99 %".to_owned(),
        percent => format!("{percent:.2} %"),
    }
}

/// The answer.
pub(super) struct Report<'a> {
    certificate: &'a Certificate,
    comparison: Comparison,
    /// What is wrong with the sums.
    pub(super) mismatch: Option<Mismatch>,
    /// What was counted again.
    pub(super) recount: Option<Recount>,
}

impl<'a> Report<'a> {
    /// The answer before anything was checked.
    pub(super) fn new(certificate: &'a Certificate, file: &UnitFile) -> Report<'a> {
        let columns = file.columns().into_iter().zip(&certificate.totals);
        let counts =
            columns.map(|(name, &total)| (certificate.depth, Quantity::Leaves(name), total));
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
        match self.mismatch.is_some() || wrong || self.comparison.differs() {
            true => Exit::Disagreement,
            false if stop.is_stopped() => Exit::Interrupted,
            false if empty => Exit::Failed,
            false => Exit::Done,
        }
    }

    /// Numbers of wrong units units, each with the chance to find one of them.
    fn chances(&self) -> Vec<(String, f64)> {
        let drawn = self.recount.as_ref().map_or(0, |found| found.units);
        let all = self.certificate.counts.len();
        let share = |percent: usize| (all * percent).div_ceil(100);
        let chance = |wrong| chance(all, drawn, wrong);
        let one = ("1 unit".to_owned(), chance(1));
        let shares = [1, 5, 20].into_iter().filter(|percent| share(*percent) > 1);
        std::iter::once(one)
            .chain(shares.map(|percent| (format!("{percent} %"), chance(share(percent)))))
            .collect()
    }

    /// The answer in JSON.
    pub(super) fn line(&self, exit: Exit) -> Line {
        let recount = self.recount.as_ref().map(|found| {
            let digits = |row: &[u128]| row.iter().map(u128::to_string).collect::<Vec<_>>();
            let wrong = found.wrong.iter().map(|(index, certified, numbers)| {
                json!({ "unit": index, "certified": digits(certified), "found": digits(numbers) })
            });
            let chances = self.chances().into_iter();
            json!({
                "units": found.units,
                "seed": found.seed,
                "kernel": found.kernel,
                "other_kernel": found.other_kernel,
                "wrong": wrong.collect::<Value>(),
                "chances": chances.map(|(wrong, chance)| json!([wrong, chance])).collect::<Value>(),
            })
        });
        Line::result("verify", exit)
            .fields(self.certificate.root.clone())
            .field("depth", self.certificate.depth)
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
        let root = certificate.root.values().filter_map(Value::as_str);
        let root = root.collect::<Vec<_>>().join(" ");
        writeln!(
            f,
            "perft({}) of {root}: {} in {} at ply {}",
            certificate.depth,
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
        if found.wrong.is_empty() && (1..all).contains(&found.units) {
            write!(f, "\na wrong one would have been found")?;
            for (nth, (wrong, chance)) in self.chances().into_iter().enumerate() {
                let separator = if nth > 0 {
                    "; "
                } else {
                    " with a probability of "
                };
                let chance = percent(chance);
                write!(f, "{separator}{chance} if {wrong} were wrong")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chance_is_that_of_all_ways_to_draw() {
        // Of the 10 pairs out of 5, 7 contain one of 2.
        assert!((chance(5, 2, 2) - 0.7).abs() < 1e-12);
        assert_eq!(chance(5, 0, 2), 0.0);
        assert_eq!(chance(5, 4, 2), 1.0);
        assert_eq!(percent(1.0), "100.00 %");
        assert_eq!(percent(0.999_999), "more than 99.99 %");
        assert_eq!(percent(0.5), "50.00 %");
    }
}
