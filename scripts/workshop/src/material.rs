//! Makes a network that counts material: the evaluation that training from nothing starts with.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use engine::Network;
use engine::network::{FEATURES, HIDDEN, OUTPUT_BUCKETS, PAYLOAD_BYTES, PIECE_SQUARES, QA};

/// Arguments of `material`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Output file
    #[arg(long)]
    out: PathBuf,
}

/// Values of the hidden layer that are used.
const USED: usize = 8;
/// The value of each kind of piece in the rows of the first layer. Knights are worth a half more in
/// every other value of the hidden layer.
const VALUES: [i16; 6] = [3, 9, 10, 15, 27, 0];
/// The weight of each used value in the second layer.
const WEIGHT: i16 = 85;
/// With this scale a pawn is worth 100 centipawns.
const SCALE: u16 = 400;

/// Writes the network and prints its hash.
pub fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let network = material();
    fs::write(&arguments.out, network.as_bytes())?;
    println!("{}: network {}", arguments.out.display(), network.sha256());
    Ok(())
}

/// The network.
///
/// A value of the hidden layer is m + d for the side to move and m - d for the opponent, where m is
/// half of the largest value and d the difference in material. The difference of their squares is
/// 4md, proportional to d, although the activation squares.
fn material() -> Network {
    let mut rows = vec![[0i16; HIDDEN]; FEATURES + 1 + 2 * OUTPUT_BUCKETS];
    for (feature, row) in rows[..FEATURES].iter_mut().enumerate() {
        let piece = feature % PIECE_SQUARES / 64;
        let sign = if piece < 6 { 1 } else { -1 };
        for (index, value) in row[..USED].iter_mut().enumerate() {
            let more = i16::from(piece % 6 == 1 && index % 2 == 1);
            *value = sign * (VALUES[piece % 6] + more);
        }
    }
    rows[FEATURES][..USED].fill(QA as i16 / 2);
    for sides in rows[FEATURES + 1..].chunks_exact_mut(2) {
        sides[0][..USED].fill(WEIGHT);
        sides[1][..USED].fill(-WEIGHT);
    }
    let mut payload: Vec<u8> = rows
        .as_flattened()
        .iter()
        .flat_map(|weight| weight.to_le_bytes())
        .collect();
    payload.resize(PAYLOAD_BYTES, 0);
    Network::new(SCALE, &payload).expect("small weights")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_is_counted() {
        let evaluate = |fen: &str| material().evaluate(&fen.parse().expect("a position"));
        // With pawns: endings without them are not evaluated by the network.
        for (fen, centipawns) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                0,
            ),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 100),
            ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", -100),
            ("4k3/4p3/8/3n4/8/8/4P3/1K6 w - - 0 1", -317),
            ("4k3/4p3/8/8/8/8/4P3/BK6 w - - 0 1", 333),
            ("r3k3/4p3/8/8/8/8/4P3/1K6 b - - 0 1", 500),
            (
                "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                900,
            ),
        ] {
            let error = evaluate(fen) - centipawns;
            assert!(error.abs() <= 5, "{fen}: off by {error}");
        }
    }
}
