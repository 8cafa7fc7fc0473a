//! How often a score is won, as a curve.

use std::fs;
use std::io;
use std::path::PathBuf;

use zerocopy::FromBytes;

use crate::record::Record;

/// What `odds` can be told.
#[derive(clap::Args)]
pub struct Arguments {
    /// Files that `play` wrote
    #[arg(required = true)]
    data: Vec<PathBuf>,
}

/// Scores beyond this tell nothing.
const MOST: i16 = 1500;

/// Fits `1 / (1 + exp((even - score) / slope))`, the share of wins, and prints both numbers.
pub fn run(arguments: &Arguments) -> io::Result<()> {
    let mut points = Vec::new();
    for path in &arguments.data {
        for chunk in fs::read(path)?.chunks_exact(size_of::<Record>()) {
            let record = Record::read_from_bytes(chunk).expect("as long as a record");
            if record.score.abs() < MOST {
                points.push((f64::from(record.score) / 100.0, record.result == 2));
                points.push((-f64::from(record.score) / 100.0, record.result == 0));
            }
        }
    }
    // Logistic regression by Newton's method: two numbers are soon found.
    let (mut offset, mut factor) = (0.0, 0.0);
    for _ in 0..30 {
        let (mut g0, mut g1, mut h00, mut h01, mut h11) = (0.0, 0.0, 1e-9, 0.0, 1e-9);
        for &(score, won) in &points {
            let guess = 1.0 / (1.0 + (-(offset + factor * score)).exp());
            let off = f64::from(u8::from(won)) - guess;
            let weight = guess * (1.0 - guess);
            g0 += off;
            g1 += off * score;
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
