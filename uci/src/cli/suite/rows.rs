//! The known defects that give the wrong counts of another program, and its right ones.

use movegen::perft::{Progress, Stop};
use workbench::why::{Claim, Counted, Evidence, Why, WhyError, explain};

use super::super::json::Line;
use super::super::progress_bar::{progress_bar, with_bar};
use super::plan::Job;
use crate::limits::Threads;

/// More counts are not compared, nor larger ones.
const MOST_DIFFERING: usize = 12;
const MOST_RIGHT: usize = 12;
const MOST_LEAVES: u128 = 200_000;
const MOST_LEAVES_OF_RIGHT: u128 = 5_000;

/// The expected count, and what the program counted.
type Row = (u128, Claim);

/// The counts to compare with known defects.
#[derive(Default)]
pub(super) struct Rows {
    /// The smallest counts that differ from the suite's, with these: one of each position.
    first: Vec<Row>,
    /// The smallest deeper ones of the same positions.
    deeper: Vec<Row>,
    /// The largest right counts that are small. They rule out more defects than the smallest.
    right: Vec<Row>,
    /// How many differ in all.
    all_differing: usize,
    chess960: bool,
}

impl Rows {
    /// Adds a count of a position. `is_deeper` says that a smaller depth of the position has a wrong count already.
    pub(super) fn add(
        &mut self,
        job: &Job,
        fen: String,
        chess960: bool,
        counted: i128,
        is_deeper: bool,
    ) {
        let agrees = u128::try_from(counted) == Ok(job.expected);
        self.all_differing += usize::from(!agrees);
        let most = match agrees {
            true => MOST_LEAVES_OF_RIGHT,
            false => MOST_LEAVES,
        };
        if job.expected > most {
            return;
        }
        self.chess960 |= chess960;
        let claim = Claim::new(fen, Vec::new(), job.depth, Counted::Total(counted));
        let rows = match (agrees, is_deeper) {
            (true, _) => &mut self.right,
            (false, false) => &mut self.first,
            (false, true) => &mut self.deeper,
        };
        rows.push((job.expected, claim));
        rows.sort_by_key(|row| row.0);
        if agrees && rows.len() > MOST_RIGHT {
            rows.remove(0);
        }
        rows.truncate(MOST_DIFFERING);
    }

    /// What all counts mean together, as text or as JSON; `None` if fewer than two are wrong. The suite may be wrong, not
    /// the program: Canopy's own counts decide.
    pub(super) fn explain(self, json: bool, stop: &Stop) -> Result<Option<String>, WhyError> {
        if self.first.len() + self.deeper.len() < 2 {
            return Ok(None);
        }
        let wrong = self.first.into_iter().chain(self.deeper);
        let rows = wrong.take(MOST_DIFFERING).chain(self.right);
        let evidence = Evidence {
            claims: rows.map(|row| row.1).collect(),
            chess960: self.chess960,
            ..Evidence::default()
        };
        let (progress, threads) = (Progress::new(), Threads::ONE_PER_CORE.count());
        let compare = || explain(&evidence, &[], threads, &progress, stop);
        let why: Why = with_bar(&progress_bar(), || progress.fraction(), compare)?;
        let right = why.claims.iter().filter(|claim| claim.is_right).count();
        let wrong = why.claims.len() - right;
        if wrong < 2 {
            return Ok(None);
        }
        if json {
            let line = Line::new("why").field("differing", self.all_differing);
            return Ok(Some(line.fields(why.fields()).to_string()));
        }
        let of = match self.all_differing > wrong {
            true => format!(" of {}", self.all_differing),
            false => String::new(),
        };
        let mut text = format!("{wrong}{of} wrong counts and {right} right ones together:");
        for line in why.conclusion().lines() {
            text.push('\n');
            text.push_str(format!("    {line}").trim_end());
        }
        Ok(Some(text))
    }
}
