//! The answer for an estimate.

use std::collections::BTreeSet;
use std::fmt;

use movegen::perft::Stop;
use serde_json::{Value, json};

use super::draw::Chances;
use super::estimate::{Control, Recount};
use super::exit::exit;
use crate::certificate::{EstimateCertificate, EstimateMismatch, Figures};
use crate::cli::estimate::{interval, short};
use crate::cli::exit::Exit;
use crate::cli::json::Line;
use crate::games::Game;
use crate::known::{Known, Quantity};
use crate::report::amount;

/// As many seeds are named.
const FEW_SEEDS: usize = 4;

/// The answer.
pub(super) struct Report<'a> {
    certificate: &'a EstimateCertificate,
    /// What is wrong with the figures.
    mismatch: Option<EstimateMismatch>,
    /// What is known about the exact counts.
    pub(super) controls: Vec<Control>,
    /// The published value and its source.
    published: Option<(u128, String)>,
    /// What was drawn again.
    pub(super) recount: Option<Recount>,
}

impl<'a> Report<'a> {
    /// The answer before anything was drawn.
    pub(super) fn new<G: Game>(
        certificate: &'a EstimateCertificate,
        root: &G,
        controls: Vec<Control>,
    ) -> Report<'a> {
        let depth = certificate.plan.subject.depth;
        let published = Known::published().values(root, depth, Quantity::NODES);
        let first = published.into_iter().next();
        Report {
            certificate,
            mismatch: certificate.check().err(),
            controls,
            published: first.map(|(value, source)| (value, source.to_owned())),
            recount: None,
        }
    }

    /// Whether something was found to be wrong.
    pub(super) fn is_wrong(&self) -> bool {
        let recount = self.recount.as_ref();
        self.mismatch.is_some()
            || self
                .controls
                .iter()
                .any(|control| matches!(control, Control::Wrong(_)))
            || recount.is_some_and(|found| found.table.is_some() || !found.wrong.is_empty())
    }

    /// How the command ends.
    pub(super) fn exit(&self, stop: &Stop) -> Exit {
        let empty = self.recount.as_ref().is_some_and(|found| found.rows == 0);
        exit(self.is_wrong(), stop.is_stopped(), empty)
    }

    fn figures(&self) -> &Figures {
        &self.certificate.figures[0]
    }

    /// Whether the published value lies in the interval.
    fn is_inside(&self, published: u128) -> bool {
        let (low, high) = self.figures().interval();
        (low..=high).contains(&(published as f64))
    }

    /// The name of a row.
    fn row(&self) -> &'static str {
        match self.certificate.together {
            1 => "batch",
            _ => "group",
        }
    }

    fn rows(&self, count: usize) -> String {
        match self.certificate.together {
            1 => amount(count, "batch", "batches"),
            together => amount(
                count,
                &format!("group of {together} batches"),
                &format!("groups of {together} batches"),
            ),
        }
    }

    fn chances(&self) -> Chances {
        Chances {
            all: self.certificate.rows.len(),
            drawn: self.recount.as_ref().map_or(0, |found| found.rows),
            part: self.row(),
        }
    }

    fn seeds(&self) -> String {
        let seeds: BTreeSet<u64> = self.certificate.drawn.iter().map(|run| run.seed).collect();
        match seeds.len() {
            1..=FEW_SEEDS => {
                let name = if seeds.len() == 1 { "seed" } else { "seeds" };
                let seeds: Vec<_> = seeds.iter().map(u64::to_string).collect();
                format!("{name} {}", seeds.join(", "))
            }
            many => format!("{many} seeds"),
        }
    }

    /// The answer in JSON.
    pub(super) fn line(&self, exit: Exit) -> Line {
        let plan = &self.certificate.plan;
        let controls = plan.controls.iter().zip(&self.controls);
        let controls = controls.map(|((depth, leaves), control)| {
            let (state, found) = match control {
                Control::Published => ("published", None),
                Control::Unknown => ("unknown", None),
                Control::Counted => ("counted", None),
                Control::Wrong(found) => ("wrong", Some(found.to_string())),
            };
            json!({ "depth": depth, "leaves": leaves.to_string(), "state": state, "found": found })
        });
        let recount = self.recount.as_ref().map(|found| {
            let wrong = found.wrong.iter().map(|(index, certified, numbers)| {
                json!({ "unit": index, "certified": certified, "found": numbers })
            });
            json!({
                "units": found.rows,
                "seed": found.seed,
                "kernel": found.kernel,
                "other_kernel": found.other_kernel,
                "table": found.table,
                "wrong": wrong.collect::<Value>(),
                "chances": self.chances().json(),
            })
        });
        let known = self.published.as_ref().map(|(value, source)| {
            json!({
                "value": value.to_string(),
                "source": source,
                "inside": self.is_inside(*value),
            })
        });
        let (low, high) = self.figures().interval();
        Line::result("verify", exit)
            .field("kind", "estimate")
            .fields(plan.subject.root.clone())
            .field("depth", plan.subject.depth)
            .field("estimate", self.figures().value)
            .field("low", low)
            .field("high", high)
            .field("units", self.certificate.rows.len())
            .field(
                "mismatch",
                self.mismatch.as_ref().map(EstimateMismatch::to_string),
            )
            .field("controls", controls.collect::<Value>())
            .field("recount", recount)
            .field("known", known)
    }

    /// The lines about the exact counts.
    fn write_controls(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let controls = self.certificate.plan.controls.iter().zip(&self.controls);
        for ((depth, leaves), control) in controls {
            write!(f, "\nperft({depth}) = {leaves}: ")?;
            match control {
                Control::Published => write!(f, "as published")?,
                Control::Counted => write!(f, "counted again, equal")?,
                Control::Unknown => write!(f, "neither published nor counted again")?,
                Control::Wrong(found) => write!(f, "WRONG, it is {found}")?,
            }
        }
        Ok(())
    }

    /// The lines about what was drawn again.
    fn write_recount(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(found) = &self.recount else {
            return write!(f, "\nno batch was drawn again");
        };
        if let Some(table) = &found.table {
            return write!(f, "\ntable: WRONG, {table}");
        }
        let kernel = match found.other_kernel {
            true => &found.kernel,
            false => &format!("{} as in the certificate, there is no other", found.kernel),
        };
        write!(
            f,
            "\ndrawn again: {} of {} ({kernel}, seed {})",
            self.rows(found.rows),
            self.certificate.rows.len(),
            found.seed
        )?;
        for (index, certified, numbers) in &found.wrong {
            write!(
                f,
                "\nWRONG: {} {index} has the mean {certified:e}, drawn again {numbers:e}",
                self.row()
            )?;
        }
        if found.wrong.is_empty() && found.rows > 0 {
            write!(f, ", all equal{}", self.chances())?;
        }
        Ok(())
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (certificate, plan) = (self.certificate, &self.certificate.plan);
        let (subject, found) = (&plan.subject, self.figures());
        writeln!(
            f,
            "perft({}) of {}: about {}\n95 % interval: {}",
            subject.depth,
            subject.root_text(),
            short(found.value, found.half_width),
            interval(found.value, found.half_width),
        )?;
        writeln!(
            f,
            "drawn: {} lines in {} batches from {} positions at ply {} by {}, {}, canopy {}",
            certificate.lines(),
            certificate.batches(),
            plan.positions,
            plan.split,
            plan.kernel,
            self.seeds(),
            subject.version,
        )?;
        if let Some(mismatch) = &self.mismatch {
            return write!(f, "arithmetic: WRONG, {mismatch}");
        }
        write!(
            f,
            "arithmetic: the estimate, its error and its interval follow from the batches"
        )?;
        self.write_controls(f)?;
        if let Some((value, source)) = &self.published {
            let side = match self.is_inside(*value) {
                true => "inside",
                false => "outside",
            };
            write!(
                f,
                "\nthe published value {value} ({source}) lies {side} the interval"
            )?;
        }
        self.write_recount(f)
    }
}
