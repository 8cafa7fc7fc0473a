//! Fits the share of wins by score to a logistic curve.

use std::fs;
use std::io;
use std::path::PathBuf;

use zerocopy::FromBytes;

use crate::record::Record;

/// Arguments of `odds`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Files written by `play`
    #[arg(required = true)]
    data: Vec<PathBuf>,
}

/// Greater scores are left out: they are won almost always.
const MAX_SCORE: i16 = 1500;

/// Fits `1 / (1 + exp((even - score) / slope))`, the share of wins, and prints both numbers.
pub fn run(arguments: &Arguments) -> io::Result<()> {
    let mut points = Vec::new();
    for path in &arguments.data {
        for chunk in fs::read(path)?.chunks_exact(size_of::<Record>()) {
            let record = Record::read_from_bytes(chunk).expect("as long as a record");
            if record.score.abs() < MAX_SCORE {
                points.push((f64::from(record.score) / 100.0, record.result == 2));
                points.push((-f64::from(record.score) / 100.0, record.result == 0));
            }
        }
    }
    // Logistic regression by Newton's method.
    let (mut offset, mut factor) = (0.0, 0.0);
    for _ in 0..30 {
        // The gradient and the Hessian matrix.
        let (mut g0, mut g1, mut h00, mut h01, mut h11) = (0.0, 0.0, 1e-9, 0.0, 1e-9);
        for &(score, won) in &points {
            let predicted = 1.0 / (1.0 + (-(offset + factor * score)).exp());
            let error = f64::from(u8::from(won)) - predicted;
            let weight = predicted * (1.0 - predicted);
            g0 += error;
            g1 += error * score;
            h00 += weight;
            h01 += weight * score;
            h11 += weight * score * score;
        }
        let determinant = h00 * h11 - h01 * h01;
        offset += (h11 * g0 - h01 * g1) / determinant;
        factor += (h00 * g1 - h01 * g0) / determinant;
    }
    let positions = points.len() / 2;
    let (even, slope) = (-100.0 * offset / factor, 100.0 / factor);
    println!("{positions} positions: even at {even:.1}, slope {slope:.1}");
    Ok(())
}
