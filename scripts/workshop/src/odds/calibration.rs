//! Calibration: predicted probabilities against observed frequencies.

/// The number of bins, all of the same width.
const BINS: usize = 10;

/// The predictions of one bin.
#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    count: usize,
    predicted: f64,
    observed: f64,
}

/// Predictions by their value.
#[derive(Clone, Debug, Default)]
pub struct Calibration {
    bins: [Bin; BINS],
}

impl Calibration {
    /// Adds a prediction from 0 to 1, and what happened.
    pub fn add(&mut self, predicted: f64, observed: f64) {
        let index = ((predicted * BINS as f64) as usize).min(BINS - 1);
        let bin = &mut self.bins[index];
        bin.count += 1;
        bin.predicted += predicted;
        bin.observed += observed;
    }

    /// The expected calibration error: the mean difference of the bins, weighted by their
    /// predictions.
    pub fn error(&self) -> f64 {
        let count: usize = self.bins.iter().map(|bin| bin.count).sum();
        let differences = self.bins.iter().map(|bin| bin.predicted - bin.observed);
        differences.map(f64::abs).sum::<f64>() / count.max(1) as f64
    }

    /// A Markdown table of the bins, in percent.
    pub fn table(&self, name: &str) -> String {
        let mut text =
            format!("| {name} | Positions | Predicted | Observed |\n|---|---|---|---|\n");
        let width = 100 / BINS;
        for (index, bin) in self.bins.iter().enumerate() {
            let mean = |sum: f64| match bin.count {
                0 => "-".to_owned(),
                count => format!("{:.1} %", 100.0 * sum / count as f64),
            };
            text += &format!(
                "| {} to {} % | {} | {} | {} |\n",
                index * width,
                (index + 1) * width,
                bin.count,
                mean(bin.predicted),
                mean(bin.observed)
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_weighted_by_predictions() {
        let mut calibration = Calibration::default();
        for observed in [1.0, 0.0, 0.0, 0.0] {
            calibration.add(0.25, observed);
        }
        assert_eq!(calibration.error(), 0.0);
        // The other bin is off by 0.1, with a fifth of the predictions.
        calibration.add(0.9, 1.0);
        assert!((calibration.error() - 0.02).abs() < 1e-12);
        let table = calibration.table("Draws");
        assert!(
            table.contains("| 20 to 30 % | 4 | 25.0 % | 25.0 % |"),
            "{table}"
        );
        assert!(
            table.contains("| 90 to 100 % | 1 | 90.0 % | 100.0 % |"),
            "{table}"
        );
        assert!(table.contains("| 0 to 10 % | 0 | - | - |"), "{table}");
    }

    #[test]
    fn certain_predictions_are_in_the_last_bin() {
        let mut calibration = Calibration::default();
        calibration.add(1.0, 1.0);
        assert!(calibration.table("Draws").contains("| 90 to 100 % | 1 |"));
    }
}
