//! What is estimated, and what follows from the means of batches.

use movegen::perft::estimate::{Control, Estimate, Row, estimate};

use super::fields::Subject;

/// What is estimated, and how lines are drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct EstimatePlan {
    /// The position and the depth.
    pub subject: Subject,
    /// The plies from the root to the positions of the table.
    pub split: u32,
    /// The most positions of a ply up to there.
    pub widest: usize,
    /// The positions of the table with leaves two plies below them.
    pub positions: usize,
    /// The lines of a batch.
    pub batch: usize,
    /// How the last plies of a line are counted.
    pub kernel: String,
    /// The names of the columns; the first one has all leaves.
    pub columns: Vec<String>,
    /// The exact counts by which the estimate is corrected, with their depths, the deepest first.
    pub controls: Vec<(u32, u128)>,
}

/// An estimate of one column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// The estimated number.
    pub value: f64,
    /// The standard error.
    pub error: f64,
    /// Half the width of the interval of 95 %.
    pub half_width: f64,
}

impl EstimatePlan {
    /// The most positions of a ply of the table: a certificate may not ask for more.
    pub const MOST_POSITIONS: usize = 1 << 24;

    /// The mean of batches that were drawn with controls of these depths.
    pub fn condense(&self, depths: &[u32], batches: &[&Row]) -> Row {
        let mut mean = Row {
            leaves: vec![0.0; self.columns.len()],
            controls: vec![0.0; self.controls.len()],
        };
        let places = self.controls.iter();
        let places = places.map(|control| depths.iter().position(|depth| *depth == control.0));
        let places: Vec<Option<usize>> = places.collect();
        for row in batches {
            add(&mut mean.leaves, row.leaves.iter().copied());
            // A control that these batches lack is equal to nothing.
            let control =
                |place: &Option<usize>| place.map_or(f64::NAN, |place| row.controls[place]);
            add(&mut mean.controls, places.iter().map(control));
        }
        let all = mean.leaves.iter_mut().chain(&mut mean.controls);
        all.for_each(|sum| *sum /= batches.len() as f64);
        mean
    }

    /// The numbers in a row.
    pub(super) fn width(&self) -> usize {
        self.columns.len() + self.controls.len()
    }

    /// The estimates that follow from rows; `None` if there are fewer than two.
    pub(super) fn figures(&self, rows: &[Row]) -> Option<Vec<Figures>> {
        let rows: Vec<&Row> = rows.iter().collect();
        let control = |&(depth, leaves): &(u32, u128)| Control {
            depth,
            leaves: leaves as f64,
        };
        let controls: Vec<Control> = self.controls.iter().map(control).collect();
        let depths: Vec<u32> = controls.iter().map(|control| control.depth).collect();
        let columns = 0..self.columns.len();
        let estimates = columns.map(|column| estimate(&rows, column, &depths, &controls));
        estimates
            .map(|found| found.as_ref().map(Figures::of))
            .collect()
    }
}

fn add(sums: &mut [f64], numbers: impl Iterator<Item = f64>) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}

impl Figures {
    fn of(found: &Estimate) -> Figures {
        Figures {
            value: found.value,
            error: found.error,
            half_width: found.half_width,
        }
    }

    pub(super) fn named(&self) -> [(&'static str, f64); 3] {
        [
            ("estimate", self.value),
            ("error", self.error),
            ("half_width", self.half_width),
        ]
    }

    /// The bounds of the interval of 95 %.
    pub fn interval(&self) -> (f64, f64) {
        let low = self.value - self.half_width;
        (low.max(0.0), self.value + self.half_width)
    }
}
