//! Fits the model to games, and measures its calibration by cross-validation.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::PathBuf;

use engine::{Material, Score};

use super::calibration::Calibration;
use super::model::{FITTED, Model, likelihood};
use super::sample::{self, GameResult, Sample};

/// Arguments of `odds fit`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Files written by `odds play`
    #[arg(required = true)]
    data: Vec<PathBuf>,
}

/// Greater scores are left out: they are won almost always.
const MAX_SCORE: i32 = 1000;
/// The games are divided into this many parts, each of which is predicted by a fit to the others.
const PARTS: u32 = 3;

/// Prints the calibration of the engine's model; then fits a model to all games, and prints its
/// coefficients and its calibration.
pub fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let samples = load(&arguments.data)?;
    println!("The model of the engine:");
    let mut tally = Tally::default();
    for sample in &samples {
        tally.add(engine_model(sample), sample);
    }
    tally.print();
    let model = Model::fit(&samples);
    println!("\nA fit to these games:");
    println!("even {:.1?}, scale {:.1?}", model.even, model.scale);
    for material in [FITTED[0], 24, 40, 58, FITTED[1]] {
        let [even, scale] = model.parameters(material);
        let [win, draw, _] = model.predict(0, material).map(|share| 1000.0 * share);
        println!(
            "material {material}: even {even:.0}, scale {scale:.0}, score 0: {win:.0} {draw:.0} {win:.0}"
        );
    }
    println!("\nEach third of the games, predicted by a fit to the others:");
    let mut tally = Tally::default();
    for part in 0..PARTS {
        let held_out = |sample: &Sample| sample.game % PARTS == part;
        let (test, fitted): (Vec<_>, Vec<_>) = samples.iter().copied().partition(held_out);
        let model = Model::fit(&fitted);
        for sample in &test {
            tally.add(model.predict(sample.score, sample.material), sample);
        }
    }
    tally.print();
    Ok(())
}

/// What the engine prints for a position with this score.
fn engine_model(sample: &Sample) -> [f64; 3] {
    let material = Material::new(sample.material);
    let permille = Score::Centipawns(sample.score).win_draw_loss(material);
    permille.map(|share| f64::from(share) / 1000.0)
}

/// The positions of all files with scores that the model is for. The games are numbered through.
fn load(paths: &[PathBuf]) -> Result<Vec<Sample>, Box<dyn Error>> {
    let mut samples: Vec<Sample> = Vec::new();
    for path in paths {
        let earlier = samples.last().map_or(0, |sample| sample.game);
        samples.extend(sample::read(path)?.into_iter().map(|sample| Sample {
            game: earlier + sample.game,
            ..sample
        }));
    }
    samples.retain(|sample| sample.score.abs() <= MAX_SCORE);
    Ok(samples)
}

/// Predictions of games, and their results.
#[derive(Default)]
struct Tally {
    games: BTreeSet<u32>,
    positions: usize,
    draws: Calibration,
    points: Calibration,
    likelihood: f64,
}

impl Tally {
    /// Adds a prediction: the probabilities of a win, a draw and a loss.
    fn add(&mut self, predicted: [f64; 3], sample: &Sample) {
        let [win, draw, _] = predicted;
        let (drawn, points) = match sample.result {
            GameResult::Win => (0.0, 1.0),
            GameResult::Draw => (1.0, 0.5),
            GameResult::Loss => (0.0, 0.0),
        };
        self.games.insert(sample.game);
        self.positions += 1;
        self.draws.add(draw, drawn);
        self.points.add(win + draw / 2.0, points);
        self.likelihood += likelihood(predicted, sample.result);
    }

    fn print(&self) {
        println!(
            "{} positions of {} games, log likelihood {:.4} per position",
            self.positions,
            self.games.len(),
            self.likelihood / self.positions as f64
        );
        for (name, calibration) in [("Draws", &self.draws), ("Expected score", &self.points)] {
            println!("\n{}", calibration.table(name));
            println!(
                "Expected calibration error: {:.2} %",
                100.0 * calibration.error()
            );
        }
    }
}
