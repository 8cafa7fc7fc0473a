//! Trains the network on recorded positions.
//!
//! Plain minibatch training with AdamW (Loshchilov and Hutter, 2017): the network's output, through a
//! sigmoid, is to be near a blend of what the search thought and how the game ended. The first
//! layer sees some 30 of its 768 inputs at a time, so only their rows are touched.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::thread;
use std::time::Instant;

use engine::network::{
    BUCKETS, FEATURES, HIDDEN, ONE, PLAIN, REGIONS, View, WEIGHT_LIMIT, WEIGHT_ONE, bucket,
};
use movegen::chess::{Color, Piece, PieceKind, Square};
use zerocopy::{FromBytes, IntoBytes};

use crate::random::Random;
use crate::record::{MEN, Record};

/// What `train` can be told.
#[derive(clap::Args)]
pub struct Arguments {
    /// Files that `play` wrote
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Where the network goes
    #[arg(long)]
    out: PathBuf,
    /// How often every position is seen
    #[arg(long, default_value_t = 14)]
    epochs: usize,
    /// Positions a step
    #[arg(long, default_value_t = 16384)]
    batch: usize,
    /// The first step's length; the last is a fiftieth of it
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// How much the game's end counts, beside the search's score
    #[arg(long, default_value_t = 0.1)]
    result: f32,
    /// What every step takes off all numbers, as a share of its length
    #[arg(long, default_value_t = 0.4)]
    decay: f32,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Numbers of the first layer, its bias, the second layer and its bias, in this order.
const ROWS: usize = FEATURES * HIDDEN;
const BIAS: usize = ROWS + HIDDEN;
const WEIGHTS: usize = BIAS + BUCKETS * 2 * HIDDEN;
const ALL: usize = WEIGHTS + BUCKETS;
/// Centipawns of a recorded score for an output of 1.
const SCALE: f32 = 400.0;
/// Every so many positions one is kept apart, to see what the network makes of what it has not
/// been trained on. Whole runs of them, because neighbours are of one game.
const APART: usize = 32;
const RUN: usize = 2048;

/// A position as the network sees it.
struct Sample {
    /// By view (the side to move's first): which rows.
    rows: [[u16; MEN]; 2],
    men: usize,
    bucket: usize,
    target: f32,
}

fn sample(record: &Record, result_share: f32) -> Sample {
    let turn = Color::ALL[usize::from(record.turn)];
    let mut men = [(
        Piece {
            color: turn,
            kind: PieceKind::Pawn,
        },
        Square::A1,
    ); MEN];
    let mut count = 0;
    let mut kings = [Square::A1; 2];
    for (color, kind, square) in record.men() {
        let piece = Piece {
            color: Color::ALL[color],
            kind: PieceKind::ALL[kind],
        };
        if piece.kind == PieceKind::King {
            kings[color] = Square::from_index(square);
        }
        men[count] = (piece, Square::from_index(square));
        count += 1;
    }
    let mut rows = [[0; MEN]; 2];
    for (view, side) in [turn, !turn].into_iter().enumerate() {
        let seen = View::new(side, kings[side.index()]);
        for (row, &(piece, square)) in rows[view].iter_mut().zip(&men[..count]) {
            *row = seen.row(piece, square) as u16;
        }
    }
    let sign = if turn == Color::White { 1.0 } else { -1.0 };
    let score = sigmoid(sign * f32::from(record.score) / SCALE);
    let result = 0.5 + sign * (f32::from(record.result) / 2.0 - 0.5);
    Sample {
        rows,
        men: count,
        bucket: bucket(count),
        target: score * (1.0 - result_share) + result * result_share,
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The loss of the sample; its gradient is added if there is a place for it.
fn learn(numbers: &[f32], sample: &Sample, gradient: Option<&mut [f32]>) -> f32 {
    let bias: &[f32; HIDDEN] = numbers[ROWS..BIAS].try_into().expect("a row");
    let mut sums = [*bias; 2];
    for (sum, rows) in sums.iter_mut().zip(&sample.rows) {
        for &row in &rows[..sample.men] {
            let at = usize::from(row) * HIDDEN;
            for (number, weight) in sum.iter_mut().zip(&numbers[at..at + HIDDEN]) {
                *number += weight;
            }
        }
    }
    let start = BIAS + sample.bucket * 2 * HIDDEN;
    let mut output = numbers[WEIGHTS + sample.bucket];
    for (view, sum) in sums.iter().enumerate() {
        let at = start + view * HIDDEN;
        let mut parts = [0.0f32; 8];
        for (sums, weights) in sum
            .chunks_exact(8)
            .zip(numbers[at..at + HIDDEN].chunks_exact(8))
        {
            for lane in 0..8 {
                let clamped = sums[lane].clamp(0.0, 1.0);
                parts[lane] += clamped * clamped * weights[lane];
            }
        }
        output += parts.iter().sum::<f32>();
    }
    let guess = sigmoid(output);
    let off = guess - sample.target;
    let Some(gradient) = gradient else {
        return off * off;
    };
    let slope = 2.0 * off * guess * (1.0 - guess);
    gradient[WEIGHTS + sample.bucket] += slope;
    for (view, (sum, rows)) in sums.iter().zip(&sample.rows).enumerate() {
        let at = start + view * HIDDEN;
        let mut back = [0.0; HIDDEN];
        let weights: &[f32; HIDDEN] = numbers[at..at + HIDDEN].try_into().expect("a row");
        let weight_gradient = &mut gradient[at..at + HIDDEN];
        for index in 0..HIDDEN {
            let clamped = sum[index].clamp(0.0, 1.0);
            weight_gradient[index] += slope * clamped * clamped;
            let open = if clamped == sum[index] { 1.0 } else { 0.0 };
            back[index] = slope * weights[index] * 2.0 * clamped * open;
        }
        for &row in &rows[..sample.men] {
            let at = usize::from(row) * HIDDEN;
            for (number, back) in gradient[at..at + HIDDEN].iter_mut().zip(&back) {
                *number += back;
            }
        }
        for (number, back) in gradient[ROWS..BIAS].iter_mut().zip(&back) {
            *number += back;
        }
    }
    off * off
}

/// Adam's memory of some numbers.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    step: i32,
}

impl Adam {
    fn new(numbers: usize) -> Adam {
        Adam {
            mean: vec![0.0; numbers],
            square: vec![0.0; numbers],
            step: 0,
        }
    }

    /// Turns the gradient into what is to be taken from the numbers.
    fn step(&mut self, gradient: &mut [f32], rate: f32) {
        const B1: f32 = 0.9;
        const B2: f32 = 0.999;
        self.step += 1;
        let rate = rate * (1.0 - B2.powi(self.step)).sqrt() / (1.0 - B1.powi(self.step));
        let state = self.mean.iter_mut().zip(&mut self.square);
        for (slope, (mean, square)) in gradient.iter_mut().zip(state) {
            *mean = B1 * *mean + (1.0 - B1) * *slope;
            *square = B2 * *square + (1.0 - B2) * *slope * *slope;
            *slope = rate * *mean / (square.sqrt() + 1e-8);
        }
    }
}

/// The numbers and what is remembered of their gradients.
///
/// What a man on a square is worth is much the same wherever the king stands, and kings are seldom
/// seen in some regions: so the rows of all regions learn together, and each one beside that by
/// itself. (Known as a factorizer among those who train such networks.)
struct Learner {
    numbers: Vec<f32>,
    each: Adam,
    together: Adam,
}

impl Learner {
    fn new(numbers: Vec<f32>) -> Learner {
        Learner {
            each: Adam::new(numbers.len()),
            together: Adam::new(PLAIN * HIDDEN),
            numbers,
        }
    }

    fn step(&mut self, gradient: &mut [f32], rate: f32, decay: f32) {
        let mut shared = vec![0.0; PLAIN * HIDDEN];
        for region in gradient[..ROWS].chunks(PLAIN * HIDDEN) {
            for (sum, slope) in shared.iter_mut().zip(region) {
                *sum += slope;
            }
        }
        self.together.step(&mut shared, rate);
        self.each.step(gradient, rate);
        for region in gradient[..ROWS].chunks_mut(PLAIN * HIDDEN) {
            for (change, shared) in region.iter_mut().zip(&shared) {
                *change += shared;
            }
        }
        let keep = 1.0 - rate * decay;
        for (number, change) in self.numbers.iter_mut().zip(gradient) {
            *number = *number * keep - *change;
        }
        let limit = WEIGHT_LIMIT as f32 / WEIGHT_ONE as f32;
        for number in &mut self.numbers[..WEIGHTS] {
            *number = number.clamp(-limit, limit);
        }
    }
}

/// Reads, trains, writes.
pub fn run(arguments: &Arguments) -> io::Result<()> {
    let mut records = Vec::new();
    for path in &arguments.data {
        let bytes = fs::read(path)?;
        let whole = bytes.len() / size_of::<Record>() * size_of::<Record>();
        for chunk in bytes[..whole].chunks_exact(size_of::<Record>()) {
            records.push(Record::read_from_bytes(chunk).expect("as long as a record"));
        }
    }
    let (mut training, mut apart): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    for index in 0..records.len() {
        let list = if index / RUN % APART == APART - 1 {
            &mut apart
        } else {
            &mut training
        };
        list.push(index as u32);
    }
    println!("{} positions, {} of them apart", records.len(), apart.len());

    let mut random = Random::new(arguments.seed);
    let rows: Vec<f32> = (0..PLAIN * HIDDEN).map(|_| random.signed() * 0.1).collect();
    let mut numbers = rows.repeat(REGIONS);
    numbers.resize(BIAS, 0.0);
    numbers.extend((BIAS..WEIGHTS).map(|_| random.signed() * 0.15));
    numbers.resize(ALL, 0.0);
    let mut learner = Learner::new(numbers);
    let mut gradients = vec![vec![0.0; ALL]; arguments.threads];
    let steps = training.len() / arguments.batch * arguments.epochs;
    let started = Instant::now();
    for epoch in 1..=arguments.epochs {
        // Fisher and Yates.
        for last in (1..training.len()).rev() {
            training.swap(last, random.below(last + 1));
        }
        let mut sum = 0.0;
        for batch in training.chunks_exact(arguments.batch) {
            let share = batch.len().div_ceil(arguments.threads);
            sum += thread::scope(|scope| {
                let (numbers, records) = (&learner.numbers, &records);
                let workers: Vec<_> = batch
                    .chunks(share)
                    .zip(&mut gradients)
                    .map(|(part, gradient)| {
                        scope.spawn(move || {
                            gradient.fill(0.0);
                            let of = |&index| sample(&records[index as usize], arguments.result);
                            let mut samples: Vec<Sample> = part.iter().map(of).collect();
                            // Those that use the same rows one after the other: the nearer caches
                            // do not hold the rows of all regions.
                            samples.sort_by_key(|sample| {
                                sample.rows.map(|rows| rows[0] / PLAIN as u16)
                            });
                            let losses = samples
                                .iter()
                                .map(|sample| learn(numbers, sample, Some(gradient)));
                            losses.map(f64::from).sum::<f64>()
                        })
                    })
                    .collect();
                workers
                    .into_iter()
                    .map(|w| w.join().expect("a worker panicked"))
                    .sum::<f64>()
            });
            let (total, others) = gradients.split_first_mut().expect("a thread");
            for other in others {
                for (number, other) in total.iter_mut().zip(other) {
                    *number += *other;
                }
            }
            let count = batch.len() as f32;
            total.iter_mut().for_each(|number| *number /= count);
            let done = learner.each.step as f32 / steps as f32;
            // Half a cosine wave, down to a fiftieth.
            let fade = 0.02 + 0.98 * (0.5 + 0.5 * (done * std::f32::consts::PI).cos());
            learner.step(total, arguments.rate * fade, arguments.decay);
        }
        // Both halves of the target by themselves: what is learned by heart helps with neither.
        let loss = |share: f32| {
            let of = |&index: &u32| {
                let sample = sample(&records[index as usize], share);
                f64::from(learn(&learner.numbers, &sample, None))
            };
            apart.iter().map(of).sum::<f64>() / apart.len() as f64
        };
        println!(
            "epoch {epoch}: loss {:.6}, apart {:.6} (scores {:.6}, results {:.6}), {:.0} s",
            sum / training.len() as f64,
            loss(arguments.result),
            loss(0.0),
            loss(1.0),
            started.elapsed().as_secs_f64()
        );
        io::stdout().flush()?;
    }
    fs::write(&arguments.out, integers(&learner.numbers))
}

/// The network as the engine reads it.
fn integers(numbers: &[f32]) -> Vec<u8> {
    let rounded = |number: &f32, one: i32| (number * one as f32).round() as i32;
    let mut bytes = Vec::new();
    for number in &numbers[..BIAS] {
        bytes.extend_from_slice((rounded(number, ONE) as i16).as_bytes());
    }
    for number in &numbers[BIAS..WEIGHTS] {
        bytes.extend_from_slice((rounded(number, WEIGHT_ONE) as i16).as_bytes());
    }
    for number in &numbers[WEIGHTS..] {
        bytes.extend_from_slice(rounded(number, ONE * WEIGHT_ONE).as_bytes());
    }
    // The engine's table is a whole number of cache lines.
    bytes.resize(bytes.len().next_multiple_of(64), 0);
    bytes
}
