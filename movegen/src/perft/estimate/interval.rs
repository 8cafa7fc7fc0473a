//! The estimate from the means of batches, and its interval.

use super::Row;
use super::student::quantile;

/// With fewer batches than this, coefficients of a regression would be too uncertain.
const ENOUGH_BATCHES: usize = 30;

/// The most controls of a regression. Those at smaller depths say nothing new.
pub const MAX_CONTROLS: usize = 3;

/// A control whose scatter is explained by the others up to this fraction is left out.
const COLLINEAR: f64 = 1e-9;

/// An exact count at a smaller depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Control {
    /// The depth.
    pub depth: u32,
    /// The leaves there.
    pub leaves: f64,
}

/// An estimate with its error.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The estimated number of leaves.
    pub value: f64,
    /// The standard error.
    pub error: f64,
    /// Half the width of the interval that contains the true number with a probability of 95 %.
    pub half_width: f64,
    /// The depths of the controls that were used, the deepest first.
    pub controls: Vec<u32>,
    /// The number of batches.
    pub batches: usize,
}

impl Estimate {
    /// The bounds of the interval of 95 %. No count is negative.
    pub fn interval(&self) -> (f64, f64) {
        let low = self.value - self.half_width;
        (low.max(0.0), self.value + self.half_width)
    }

    /// Half the width of the interval relative to the value; 0 if nothing was found at all.
    pub fn relative(&self) -> f64 {
        if self.value == 0.0 {
            0.0
        } else {
            self.half_width / self.value
        }
    }

    /// The relative standard deviation of a single line, if a batch has this many of them.
    pub fn variation(&self, size: usize) -> f64 {
        let lines = self.batches as f64 * size as f64;
        match self.value == 0.0 {
            true => 0.0,
            false => self.error / self.value * lines.sqrt(),
        }
    }
}

/// A control as a number for each batch, without what other controls explain.
struct Direction {
    /// The deviations from the mean.
    deviations: Vec<f64>,
    /// The sum of their squares.
    square: f64,
    /// The mean less the exact count.
    offset: f64,
}

/// The controls that an estimate uses, the deepest first. `depths` are those of the controls of a row.
pub fn useful(depths: &[u32], controls: &[Control]) -> Vec<Control> {
    let known = controls.iter().copied();
    let mut known: Vec<_> = known
        .filter(|control| depths.contains(&control.depth))
        .collect();
    known.sort_by_key(|control| std::cmp::Reverse(control.depth));
    known.truncate(MAX_CONTROLS);
    known
}

/// Estimates one column from rows, whose controls have these depths. `None` from fewer than two rows: they have
/// no scatter.
///
/// From 30 rows on, the rows are regressed on the three deepest controls, and the error contains what the
/// coefficients leave uncertain. From fewer rows, the deepest control enters as a ratio.
pub fn estimate(
    rows: &[&Row],
    column: usize,
    depths: &[u32],
    controls: &[Control],
) -> Option<Estimate> {
    let known = useful(depths, controls);
    let values = |control: &Control| -> Vec<f64> {
        let index = depths.iter().position(|depth| *depth == control.depth);
        let index = index.expect("only controls of these depths are useful");
        rows.iter().map(|row| row.controls[index]).collect()
    };
    let leaves: Vec<f64> = rows.iter().map(|row| row.leaves[column]).collect();
    if rows.len() < 2 {
        return None;
    }
    if rows.len() >= ENOUGH_BATCHES {
        let controls = known.iter().map(|control| (*control, values(control)));
        return Some(regression(&leaves, controls));
    }
    Some(match known.first() {
        Some(control) => ratio(&leaves, *control, &values(control)),
        None => regression(&leaves, std::iter::empty()),
    })
}

/// Least squares on the controls, which are made orthogonal one after the other.
fn regression(leaves: &[f64], controls: impl Iterator<Item = (Control, Vec<f64>)>) -> Estimate {
    let batches = leaves.len();
    let mut directions: Vec<Direction> = Vec::new();
    let mut used = Vec::new();
    for (control, values) in controls {
        let mean = mean(&values);
        let mut direction = Direction {
            deviations: values.iter().map(|value| value - mean).collect(),
            square: 0.0,
            offset: mean - control.leaves,
        };
        let whole = dot(&direction.deviations, &direction.deviations);
        for other in &directions {
            let part = dot(&direction.deviations, &other.deviations) / other.square;
            subtract(&mut direction.deviations, part, &other.deviations);
            direction.offset -= part * other.offset;
        }
        direction.square = dot(&direction.deviations, &direction.deviations);
        if direction.square > COLLINEAR * whole {
            directions.push(direction);
            used.push(control.depth);
        }
    }
    let mut value = mean(leaves);
    let mut residuals: Vec<f64> = leaves.iter().map(|leaves| leaves - value).collect();
    let mut leverage = 1.0 / batches as f64;
    for direction in &directions {
        let coefficient = dot(&residuals, &direction.deviations) / direction.square;
        subtract(&mut residuals, coefficient, &direction.deviations);
        value -= coefficient * direction.offset;
        leverage += direction.offset.powi(2) / direction.square;
    }
    let degrees = batches - 1 - directions.len();
    let variance = dot(&residuals, &residuals) / degrees as f64;
    finish(value, (variance * leverage).sqrt(), degrees, used, batches)
}

/// The ratio to one control times its exact count.
fn ratio(leaves: &[f64], control: Control, values: &[f64]) -> Estimate {
    let batches = leaves.len();
    let (mean_leaves, mean_control) = (mean(leaves), mean(values));
    let ratio = mean_leaves / mean_control;
    if !ratio.is_finite() {
        return regression(leaves, std::iter::empty());
    }
    let pairs = leaves.iter().zip(values);
    let residuals = pairs.map(|(leaves, control)| leaves - ratio * control);
    let square: f64 = residuals.map(|residual| residual * residual).sum();
    let degrees = batches - 1;
    // What was drawn too often is scaled down, and its scatter with it.
    let scale = control.leaves / mean_control;
    let error = (square / degrees as f64 / batches as f64).sqrt() * scale;
    finish(
        mean_leaves * scale,
        error,
        degrees,
        vec![control.depth],
        batches,
    )
}

fn finish(value: f64, error: f64, degrees: usize, controls: Vec<u32>, batches: usize) -> Estimate {
    Estimate {
        value: value.max(0.0),
        error,
        half_width: error * quantile(degrees),
        controls,
        batches,
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn subtract(from: &mut [f64], times: f64, what: &[f64]) {
    for (from, what) in from.iter_mut().zip(what) {
        *from -= times * what;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROL: Control = Control {
        depth: 3,
        leaves: 10.0,
    };

    /// Numbers around 0 without a trend.
    fn noise(seed: usize) -> Vec<f64> {
        let number = |index: usize| ((index * 37 + seed * 11) % 101) as f64 / 50.0 - 1.0;
        (0..40).map(number).collect()
    }

    #[test]
    fn a_mean_has_the_classical_interval() {
        let found = regression(&[1.0, 2.0, 3.0, 4.0, 5.0], std::iter::empty());
        assert_eq!((found.value, found.batches), (3.0, 5));
        assert!((found.error - 0.5_f64.sqrt()).abs() < 1e-12);
        assert!((found.half_width - 2.776_445 * 0.5_f64.sqrt()).abs() < 1e-6);
        assert!((found.relative() - found.half_width / 3.0).abs() < 1e-12);
    }

    #[test]
    fn a_ratio_scales_value_and_error() {
        // The control was drawn half as often as its count says.
        let found = ratio(&[10.0, 14.0], CONTROL, &[4.0, 6.0]);
        assert!((found.value - 24.0).abs() < 1e-12, "{found:?}");
        // The residuals are 0.4 and -0.4 before that.
        assert!((found.error - 0.8).abs() < 1e-12, "{found:?}");
        assert_eq!((found.batches, found.controls), (2, vec![3]));
    }

    #[test]
    fn what_a_control_explains_is_no_error() {
        let control: Vec<f64> = noise(1).iter().map(|noise| 10.5 + noise).collect();
        let leaves: Vec<f64> = control.iter().map(|control| 7.0 * control + 3.0).collect();
        let found = regression(&leaves, [(CONTROL, control)].into_iter());
        assert!((found.value - 73.0).abs() < 1e-9, "{found:?}");
        assert!(found.error < 1e-9, "{found:?}");
    }

    #[test]
    fn the_same_control_twice_counts_once() {
        let (control, leaves) = (noise(1), noise(2));
        let once = regression(&leaves, [(CONTROL, control.clone())].into_iter());
        let twice = [(CONTROL, control.clone()), (CONTROL, control)];
        assert_eq!(regression(&leaves, twice.into_iter()), once);
    }

    /// The error of an intercept, as in any book: s^2 (1/n + offset^2 / sum of squares).
    #[test]
    fn a_control_far_from_its_count_widens_the_interval() {
        let control: Vec<f64> = noise(1).iter().map(|noise| 10.0 + noise).collect();
        let error = |leaves: f64| {
            let control = (Control { leaves, ..CONTROL }, control.clone());
            regression(&noise(2), [control].into_iter()).error
        };
        let mean = mean(&control);
        let square: f64 = control.iter().map(|value| (value - mean).powi(2)).sum();
        let expected = (1.0 + 40.0 / square).sqrt();
        assert!((error(mean + 1.0) / error(mean) - expected).abs() < 1e-9);
    }

    #[test]
    fn few_batches_use_a_ratio() {
        let found = ratio(&[2.2, 1.8], CONTROL, &[11.0, 9.0]);
        assert!((found.value - 2.0).abs() < 1e-12);
        assert!(found.error < 1e-12);
        assert_eq!(found.controls, [3]);
        assert_eq!(ratio(&[0.0, 0.0], CONTROL, &[0.0, 0.0]).value, 0.0);
    }

    #[test]
    fn the_number_of_rows_decides_how_controls_are_used() {
        let controls = [2, 3].map(|depth| Control { depth, ..CONTROL });
        let (first, second, leaves) = (noise(1), noise(2), noise(3));
        let row = |index: usize| Row {
            leaves: vec![100.0 + leaves[index]],
            controls: vec![10.0 + first[index], 10.0 + second[index]],
        };
        let rows: Vec<Row> = (0..30).map(row).collect();
        let rows: Vec<&Row> = rows.iter().collect();
        for (count, used) in [(1, None), (2, Some(1)), (29, Some(1)), (30, Some(2))] {
            let found = estimate(&rows[..count], 0, &[2, 3], &controls);
            assert_eq!(found.map(|found| found.controls.len()), used, "{count}");
        }
    }

    #[test]
    fn no_bound_is_negative() {
        let found = regression(&[0.0, 0.0, 4.0], std::iter::empty());
        assert_eq!(found.interval().0, 0.0);
    }
}
