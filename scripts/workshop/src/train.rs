//! Trains the network on recorded positions.
//!
//! Minibatch training with AdamW (Loshchilov and Hutter, 2017). The target of the network's output,
//! after a sigmoid, is a blend of the search's score and the result of the game. A position
//! activates at most 32 of the 768 features of a king bucket, so only their rows are used.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::thread;
use std::time::Instant;

use engine::Network;
use engine::network::{
    FEATURES, HIDDEN, KING_BUCKETS, OUTPUT_BUCKETS, PAYLOAD_BYTES, PIECE_SQUARES, Perspective, QA,
    QB, WEIGHT_LIMIT, output_bucket,
};
use movegen::chess::{Color, Piece, PieceKind, Square};
use zerocopy::{FromBytes, IntoBytes};

use crate::play::network;
use crate::random::Random;
use crate::record::{MAX_PIECES, Record};

/// Arguments of `train`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Files written by `play`
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Output file
    #[arg(long)]
    out: PathBuf,
    /// The network whose weights to start with, or `embedded`, instead of random weights
    #[arg(long)]
    from: Option<PathBuf>,
    /// Number of passes over all positions
    #[arg(long, default_value_t = 14)]
    epochs: usize,
    /// Positions per step
    #[arg(long, default_value_t = 16384)]
    batch: usize,
    /// Learning rate of the first step; the last one is a fiftieth of it
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// Weight of the game's result in the target, against the search's score
    #[arg(long, default_value_t = 0.1)]
    result: f32,
    /// Weight decay
    #[arg(long, default_value_t = 0.4)]
    decay: f32,
    /// Number of threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Seed of the initial weights and the order of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Centipawns that the network gives for an output of 1.0
    ///
    /// Scores are recorded on a scale of 400. A search finds more than its network sees, so each
    /// network is trained on larger scores than its predecessor gave. Without a smaller scale,
    /// evaluations outgrow the margins of the search, which are in centipawns too.
    #[arg(long, default_value_t = 400)]
    scale: u16,
}

// The parameters, in this order: the first layer, its bias, the second layer, its bias.

/// End of the first layer.
const ROWS: usize = FEATURES * HIDDEN;
/// End of the bias of the first layer.
const BIAS: usize = ROWS + HIDDEN;
/// End of the second layer.
const WEIGHTS: usize = BIAS + OUTPUT_BUCKETS * 2 * HIDDEN;
/// The number of all parameters.
const PARAMETERS: usize = WEIGHTS + OUTPUT_BUCKETS;

/// Parameters of the first layer per king bucket.
const BUCKET_ROWS: usize = PIECE_SQUARES * HIDDEN;
/// Centipawns of a recorded score for an output of 1.0.
const SCALE: f32 = 400.0;
/// One of this many runs of positions is used for validation instead of training.
const VALIDATION_SHARE: usize = 32;
/// Positions per run. Neighboring positions are from the same game, so whole runs are set apart.
const RUN: usize = 2048;

/// A position as the network sees it.
struct Sample {
    /// The features, by perspective (the side to move first).
    features: [[u16; MAX_PIECES]; 2],
    pieces: usize,
    bucket: usize,
    target: f32,
}

fn sample(record: &Record, result_share: f32) -> Sample {
    let turn = Color::ALL[usize::from(record.turn)];
    let mut pieces = [(
        Piece {
            color: turn,
            kind: PieceKind::Pawn,
        },
        Square::A1,
    ); MAX_PIECES];
    let mut count = 0;
    let mut kings = [Square::A1; 2];
    for (color, kind, square) in record.pieces() {
        let piece = Piece {
            color: Color::ALL[color],
            kind: PieceKind::ALL[kind],
        };
        if piece.kind == PieceKind::King {
            kings[color] = Square::from_index(square);
        }
        pieces[count] = (piece, Square::from_index(square));
        count += 1;
    }
    let mut features = [[0; MAX_PIECES]; 2];
    for (features, side) in features.iter_mut().zip([turn, !turn]) {
        let perspective = Perspective::new(side, kings[side.index()]);
        for (feature, &(piece, square)) in features.iter_mut().zip(&pieces[..count]) {
            *feature = perspective.feature(piece, square) as u16;
        }
    }
    let sign = if turn == Color::White { 1.0 } else { -1.0 };
    let score = sigmoid(sign * f32::from(record.score) / SCALE);
    let result = 0.5 + sign * (f32::from(record.result) / 2.0 - 0.5);
    Sample {
        features,
        pieces: count,
        bucket: output_bucket(count),
        target: score * (1.0 - result_share) + result * result_share,
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The values of both accumulators.
type Sums = [[f32; HIDDEN]; 2];

/// The output of the network for the sample, before the sigmoid, and the accumulators.
fn forward(parameters: &[f32], sample: &Sample) -> (f32, Sums) {
    let bias: &[f32; HIDDEN] = parameters[ROWS..BIAS].try_into().expect("a row");
    let mut sums = [*bias; 2];
    for (sum, features) in sums.iter_mut().zip(&sample.features) {
        for &feature in &features[..sample.pieces] {
            let start = usize::from(feature) * HIDDEN;
            for (value, weight) in sum.iter_mut().zip(&parameters[start..start + HIDDEN]) {
                *value += weight;
            }
        }
    }
    let mut output = parameters[WEIGHTS + sample.bucket];
    for (side, sum) in sums.iter().enumerate() {
        let start = output_weights(sample, side);
        let weights = &parameters[start..start + HIDDEN];
        let mut partial = [0.0f32; 8];
        for (values, weights) in sum.chunks_exact(8).zip(weights.chunks_exact(8)) {
            for lane in 0..8 {
                let clamped = values[lane].clamp(0.0, 1.0);
                partial[lane] += clamped * clamped * weights[lane];
            }
        }
        output += partial.iter().sum::<f32>();
    }
    (output, sums)
}

/// The index of the first weight of the second layer for this side.
fn output_weights(sample: &Sample, side: usize) -> usize {
    BIAS + (sample.bucket * 2 + side) * HIDDEN
}

/// The loss of the sample: the squared error.
fn loss(parameters: &[f32], sample: &Sample) -> f32 {
    let (output, _) = forward(parameters, sample);
    let error = sigmoid(output) - sample.target;
    error * error
}

/// The loss of the sample; adds its gradient to `gradient`.
fn backpropagate(parameters: &[f32], sample: &Sample, gradient: &mut [f32]) -> f32 {
    let (output, sums) = forward(parameters, sample);
    let predicted = sigmoid(output);
    let error = predicted - sample.target;
    let slope = 2.0 * error * predicted * (1.0 - predicted);
    gradient[WEIGHTS + sample.bucket] += slope;
    for (side, (sum, features)) in sums.iter().zip(&sample.features).enumerate() {
        let start = output_weights(sample, side);
        let mut row_gradient = [0.0; HIDDEN];
        let weights: &[f32; HIDDEN] = parameters[start..start + HIDDEN].try_into().expect("a row");
        let weight_gradient = &mut gradient[start..start + HIDDEN];
        for index in 0..HIDDEN {
            let clamped = sum[index].clamp(0.0, 1.0);
            weight_gradient[index] += slope * clamped * clamped;
            let inside = if clamped == sum[index] { 1.0 } else { 0.0 };
            row_gradient[index] = slope * weights[index] * 2.0 * clamped * inside;
        }
        for &feature in &features[..sample.pieces] {
            let start = usize::from(feature) * HIDDEN;
            add(&mut gradient[start..start + HIDDEN], &row_gradient);
        }
        add(&mut gradient[ROWS..BIAS], &row_gradient);
    }
    error * error
}

/// Adds `terms` to `sums`, one by one.
fn add(sums: &mut [f32], terms: &[f32]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += *term;
    }
}

/// The state of the optimizer for some parameters.
struct Adam {
    mean: Vec<f32>,
    mean_square: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(parameters: usize) -> Adam {
        Adam {
            mean: vec![0.0; parameters],
            mean_square: vec![0.0; parameters],
            steps: 0,
        }
    }

    /// Replaces the gradient by the step to subtract from the parameters.
    fn step(&mut self, gradient: &mut [f32], rate: f32) {
        const B1: f32 = 0.9;
        const B2: f32 = 0.999;
        self.steps += 1;
        let rate = rate * (1.0 - B2.powi(self.steps)).sqrt() / (1.0 - B1.powi(self.steps));
        let state = self.mean.iter_mut().zip(&mut self.mean_square);
        for (slope, (mean, mean_square)) in gradient.iter_mut().zip(state) {
            *mean = B1 * *mean + (1.0 - B1) * *slope;
            *mean_square = B2 * *mean_square + (1.0 - B2) * *slope * *slope;
            *slope = rate * *mean / (mean_square.sqrt() + 1e-8);
        }
    }
}

/// The parameters and their optimizers.
///
/// A piece on a square has a similar value in all king buckets, and kings are rare in some of them.
/// So the rows of all buckets learn together, and each bucket learns its difference (a factorizer,
/// in the words of those who train such networks).
struct Learner {
    parameters: Vec<f32>,
    each: Adam,
    shared: Adam,
}

impl Learner {
    /// Random initial weights.
    fn new(random: &mut Random) -> Learner {
        let rows: Vec<f32> = (0..BUCKET_ROWS).map(|_| random.signed() * 0.1).collect();
        let mut parameters = rows.repeat(KING_BUCKETS);
        parameters.resize(BIAS, 0.0);
        parameters.extend((BIAS..WEIGHTS).map(|_| random.signed() * 0.15));
        parameters.resize(PARAMETERS, 0.0);
        Learner::with(parameters)
    }

    /// These weights, and optimizers that have seen nothing.
    fn with(parameters: Vec<f32>) -> Learner {
        Learner {
            parameters,
            each: Adam::new(PARAMETERS),
            shared: Adam::new(BUCKET_ROWS),
        }
    }

    fn step(&mut self, gradient: &mut [f32], rate: f32, decay: f32) {
        let mut shared = vec![0.0; BUCKET_ROWS];
        for bucket in gradient[..ROWS].chunks(BUCKET_ROWS) {
            add(&mut shared, bucket);
        }
        self.shared.step(&mut shared, rate);
        self.each.step(gradient, rate);
        for bucket in gradient[..ROWS].chunks_mut(BUCKET_ROWS) {
            add(bucket, &shared);
        }
        let keep = 1.0 - rate * decay;
        for (parameter, change) in self.parameters.iter_mut().zip(gradient) {
            *parameter = *parameter * keep - *change;
        }
        let limit = WEIGHT_LIMIT as f32 / QB as f32;
        for weight in &mut self.parameters[..WEIGHTS] {
            *weight = weight.clamp(-limit, limit);
        }
    }
}

/// The recorded positions, split into training and validation.
struct Data {
    records: Vec<Record>,
    training: Vec<u32>,
    validation: Vec<u32>,
}

impl Data {
    fn read(paths: &[PathBuf]) -> io::Result<Data> {
        let mut records = Vec::new();
        for path in paths {
            for chunk in fs::read(path)?.chunks_exact(size_of::<Record>()) {
                records.push(Record::read_from_bytes(chunk).expect("as long as a record"));
            }
        }
        let is_training =
            |&index: &u32| index as usize / RUN % VALIDATION_SHARE != VALIDATION_SHARE - 1;
        let (training, validation) = (0..records.len() as u32).partition(is_training);
        Ok(Data {
            records,
            training,
            validation,
        })
    }

    /// Fisher-Yates shuffle of the training positions.
    fn shuffle(&mut self, random: &mut Random) {
        for last in (1..self.training.len()).rev() {
            self.training.swap(last, random.below(last + 1));
        }
    }

    /// The mean validation loss with this share of the result in the target.
    fn validation_loss(&self, learner: &Learner, result_share: f32) -> f64 {
        let losses = self.validation.iter().map(|&index| {
            let sample = sample(&self.records[index as usize], result_share);
            f64::from(loss(&learner.parameters, &sample))
        });
        losses.sum::<f64>() / self.validation.len() as f64
    }
}

/// Reads the data, trains, and writes the network. With the same data and arguments, the number of
/// threads included, the network is the same on the same machine.
pub fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut data = Data::read(&arguments.data)?;
    println!(
        "{} positions, {} of them for validation",
        data.records.len(),
        data.validation.len()
    );
    let mut random = Random::new(arguments.seed);
    let mut learner = match &arguments.from {
        None => Learner::new(&mut random),
        Some(name) => Learner::with(parameters(&network(name)?)),
    };
    let mut gradients = vec![vec![0.0; PARAMETERS]; arguments.threads];
    let steps = data.training.len() / arguments.batch * arguments.epochs;
    let started = Instant::now();
    for epoch in 1..=arguments.epochs {
        data.shuffle(&mut random);
        let mut sum = 0.0;
        for batch in data.training.chunks_exact(arguments.batch) {
            sum += batch_gradient(&learner, &data.records, batch, arguments, &mut gradients);
            let progress = learner.each.steps as f32 / steps as f32;
            // Half a cosine wave, down to a fiftieth.
            let fade = 0.02 + 0.98 * (0.5 + 0.5 * (progress * std::f32::consts::PI).cos());
            learner.step(&mut gradients[0], arguments.rate * fade, arguments.decay);
        }
        // The loss against scores and results alone: overfitting to results shows in both.
        println!(
            "epoch {epoch}: loss {:.6}, validation {:.6} (scores {:.6}, results {:.6}), {:.0} s",
            sum / data.training.len() as f64,
            data.validation_loss(&learner, arguments.result),
            data.validation_loss(&learner, 0.0),
            data.validation_loss(&learner, 1.0),
            started.elapsed().as_secs_f64()
        );
        io::stdout().flush()?;
    }
    let network = Network::new(arguments.scale, &quantized(&learner.parameters))?;
    fs::write(&arguments.out, network.as_bytes())?;
    println!("{}: network {}", arguments.out.display(), network.sha256());
    Ok(())
}

/// Computes the mean gradient of a batch with one thread per element of `gradients`, and leaves it
/// in the first one. Returns the sum of the losses.
fn batch_gradient(
    learner: &Learner,
    records: &[Record],
    batch: &[u32],
    arguments: &Arguments,
    gradients: &mut [Vec<f32>],
) -> f64 {
    let share = batch.len().div_ceil(arguments.threads);
    let sum = thread::scope(|scope| {
        let parameters = &learner.parameters;
        let workers: Vec<_> = batch
            .chunks(share)
            .zip(gradients.iter_mut())
            .map(|(part, gradient)| {
                scope.spawn(move || {
                    gradient.fill(0.0);
                    let load = |&index: &u32| sample(&records[index as usize], arguments.result);
                    let mut samples: Vec<Sample> = part.iter().map(load).collect();
                    // Samples that use the same rows one after the other: the rows of all king
                    // buckets exceed the cache.
                    samples.sort_by_key(|sample| {
                        sample
                            .features
                            .map(|features| features[0] / PIECE_SQUARES as u16)
                    });
                    let losses = samples
                        .iter()
                        .map(|sample| backpropagate(parameters, sample, gradient));
                    losses.map(f64::from).sum::<f64>()
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("a worker panicked"))
            .sum::<f64>()
    });
    let (total, others) = gradients.split_first_mut().expect("a thread");
    for other in others {
        add(total, other);
    }
    let count = batch.len() as f32;
    total.iter_mut().for_each(|slope| *slope /= count);
    sum
}

/// The weights of a network: the inverse of [`quantized`].
fn parameters(network: &Network) -> Vec<f32> {
    let bytes = network.as_bytes();
    let (weights, biases) = bytes[bytes.len() - PAYLOAD_BYTES..].split_at(2 * WEIGHTS);
    let weights = weights.chunks_exact(2).enumerate().map(|(index, bytes)| {
        let one = if index < BIAS { QA } else { QB };
        f32::from(i16::from_le_bytes([bytes[0], bytes[1]])) / one as f32
    });
    let biases = biases.chunks_exact(4).take(OUTPUT_BUCKETS).map(|bytes| {
        let bias = i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        bias as f32 / (QA * QB) as f32
    });
    weights.chain(biases).collect()
}

/// The payload of the network's file: see `engine::network`.
fn quantized(parameters: &[f32]) -> Vec<u8> {
    let rounded = |parameter: &f32, one: i32| (parameter * one as f32).round() as i32;
    let mut bytes = Vec::new();
    for parameter in &parameters[..BIAS] {
        bytes.extend_from_slice((rounded(parameter, QA) as i16).as_bytes());
    }
    for parameter in &parameters[BIAS..WEIGHTS] {
        bytes.extend_from_slice((rounded(parameter, QB) as i16).as_bytes());
    }
    for parameter in &parameters[WEIGHTS..] {
        bytes.extend_from_slice(rounded(parameter, QA * QB).as_bytes());
    }
    bytes.resize(PAYLOAD_BYTES, 0);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_a_network_give_the_same_network() {
        let network = Network::default();
        let bytes = network.as_bytes();
        let payload = &bytes[bytes.len() - PAYLOAD_BYTES..];
        assert_eq!(quantized(&parameters(&network)), payload);
    }
}
