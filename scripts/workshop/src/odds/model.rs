//! The model: two logistic curves of the score, whose parameters are linear in the inverse of the
//! material.

use super::sample::{GameResult, Sample};

/// The number of coefficients of a parameter.
const TERMS: usize = 2;
/// The number of coefficients of a model.
const PARAMETERS: usize = 2 * TERMS;

/// The materials between which the model is fitted; others count as the nearest of them.
pub const FITTED: [u32; 2] = [10, 78];
/// The material whose inverse counts 1.
const UNIT: f64 = 58.0;
/// The most iterations of the fit.
const ITERATIONS: usize = 100;
/// A smaller probability counts as this one, so that no surprise has an infinite weight.
const LEAST_PROBABILITY: f64 = 1e-6;

/// The score with which half of the games are won, and the scale of the curves: a constant, and the
/// factor of the inverse of the material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    pub even: [f64; TERMS],
    pub scale: [f64; TERMS],
}

/// The curve of wins at a score, and its derivatives by the two parameters.
struct Curve {
    value: f64,
    by_even: f64,
    by_scale: f64,
}

impl Curve {
    fn new(score: f64, even: f64, scale: f64) -> Curve {
        let exponent = (score - even) / scale;
        let value = 1.0 / (1.0 + (-exponent).exp());
        let slope = value * (1.0 - value) / scale;
        Curve {
            value,
            by_even: -slope,
            by_scale: -slope * exponent,
        }
    }
}

/// What the coefficients are multiplied by.
fn factors(material: u32) -> [f64; TERMS] {
    let [least, greatest] = FITTED;
    [1.0, UNIT / f64::from(material.clamp(least, greatest))]
}

/// The logarithm of the likelihood of a result, from the probabilities of a win, a draw and a loss.
pub fn likelihood(probabilities: [f64; 3], result: GameResult) -> f64 {
    // A negative scale gives negative probabilities, or NaN, which `max` replaces.
    probabilities[result as usize].max(LEAST_PROBABILITY).ln()
}

impl Model {
    /// The score with which half of the games are won, and the scale of the curves.
    pub fn parameters(&self, material: u32) -> [f64; 2] {
        let factors = factors(material);
        [self.even, self.scale].map(|[c0, c1]| c0 * factors[0] + c1 * factors[1])
    }

    /// The probabilities of a win, a draw and a loss.
    pub fn predict(&self, score: i32, material: u32) -> [f64; 3] {
        let [even, scale] = self.parameters(material);
        let [win, loss] = [score, -score].map(|s| Curve::new(f64::from(s), even, scale).value);
        [win, 1.0 - win - loss, loss]
    }

    /// The model with the greatest likelihood, by Fisher scoring.
    pub fn fit(samples: &[Sample]) -> Model {
        let mut model = Model {
            even: [150.0, 0.0],
            scale: [100.0, 0.0],
        };
        let mut likelihood = model.likelihood(samples);
        for _ in 0..ITERATIONS {
            let step = model.step(samples);
            // A step that is too long is halved.
            let candidates = (0..20).map(|halvings| model.moved(step, 0.5_f64.powi(halvings)));
            let mut better = candidates.map(|next| (next.likelihood(samples), next));
            let Some((found, next)) = better.find(|(found, _)| *found > likelihood) else {
                break;
            };
            model = next;
            likelihood = found;
        }
        model
    }

    /// The logarithm of the likelihood of the results.
    pub fn likelihood(&self, samples: &[Sample]) -> f64 {
        let of = |sample: &Sample| {
            let probabilities = self.predict(sample.score, sample.material);
            likelihood(probabilities, sample.result)
        };
        samples.iter().map(of).sum()
    }

    fn moved(&self, step: [f64; PARAMETERS], share: f64) -> Model {
        let mut model = *self;
        for i in 0..TERMS {
            model.even[i] += share * step[i];
            model.scale[i] += share * step[TERMS + i];
        }
        model
    }

    /// The step of Fisher scoring: the inverse of the information matrix, times the gradient.
    fn step(&self, samples: &[Sample]) -> [f64; PARAMETERS] {
        let mut gradient = [0.0; PARAMETERS];
        let mut information = [[0.0; PARAMETERS]; PARAMETERS];
        for sample in samples {
            let factors = factors(sample.material);
            let [even, scale] = self.parameters(sample.material);
            let [win, loss] =
                [sample.score, -sample.score].map(|s| Curve::new(f64::from(s), even, scale));
            let by_even = [win.by_even, -win.by_even - loss.by_even, loss.by_even];
            let by_scale = [win.by_scale, -win.by_scale - loss.by_scale, loss.by_scale];
            let probabilities = [win.value, 1.0 - win.value - loss.value, loss.value];
            for (index, probability) in probabilities.into_iter().enumerate() {
                let probability = probability.max(LEAST_PROBABILITY);
                let mut derivatives = [0.0; PARAMETERS];
                for i in 0..TERMS {
                    derivatives[i] = by_even[index] * factors[i];
                    derivatives[TERMS + i] = by_scale[index] * factors[i];
                }
                let happened = index == sample.result as usize;
                for i in 0..PARAMETERS {
                    gradient[i] += f64::from(u8::from(happened)) * derivatives[i] / probability;
                    for j in 0..PARAMETERS {
                        information[i][j] += derivatives[i] * derivatives[j] / probability;
                    }
                }
            }
        }
        solve(information, gradient)
    }
}

/// Solves a system of linear equations with a positive definite matrix, by elimination.
fn solve(
    mut matrix: [[f64; PARAMETERS]; PARAMETERS],
    mut right: [f64; PARAMETERS],
) -> [f64; PARAMETERS] {
    for pivot in 0..PARAMETERS {
        let (row, value) = (matrix[pivot], right[pivot]);
        for other in (0..PARAMETERS).filter(|&other| other != pivot) {
            let factor = matrix[other][pivot] / row[pivot];
            for column in 0..PARAMETERS {
                matrix[other][column] -= factor * row[column];
            }
            right[other] -= factor * value;
        }
    }
    let mut solution = right;
    for (i, value) in solution.iter_mut().enumerate() {
        *value /= matrix[i][i];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Results that follow a known model.
    fn samples(model: &Model, count: usize) -> Vec<Sample> {
        let mut random = Random::new(1);
        let mut sample = |game| {
            let (score, material) = (random.below(801) as i32 - 400, 10 + random.below(69) as u32);
            let [win, draw, _] = model.predict(score, material);
            let chance = random.below(1_000_000) as f64 / 1e6;
            Sample {
                game,
                fullmoves: 1,
                material,
                score,
                result: match chance {
                    _ if chance < win => GameResult::Win,
                    _ if chance < win + draw => GameResult::Draw,
                    _ => GameResult::Loss,
                },
            }
        };
        (0..count as u32).map(&mut sample).collect()
    }

    #[test]
    fn the_fit_finds_the_model_behind_the_results() {
        let truth = Model {
            even: [40.0, 60.0],
            scale: [90.0, -5.0],
        };
        let fitted = Model::fit(&samples(&truth, 60_000));
        for material in [10, 30, 58, 78] {
            let (found, expected) = (fitted.parameters(material), truth.parameters(material));
            assert!(
                (found[0] - expected[0]).abs() < 6.0,
                "{found:?} {expected:?}"
            );
            assert!(
                (found[1] - expected[1]).abs() < 6.0,
                "{found:?} {expected:?}"
            );
        }
    }

    #[test]
    fn probabilities_are_symmetric_and_add_to_1() {
        let model = Model {
            even: [200.0, 0.0],
            scale: [80.0, 0.0],
        };
        let [win, draw, loss] = model.predict(130, 40);
        assert!((win + draw + loss - 1.0).abs() < 1e-12 && win > loss);
        assert_eq!(model.predict(-130, 40), [loss, draw, win]);
        assert!((model.predict(200, 40)[0] - 0.5).abs() < 1e-12);
    }
}
