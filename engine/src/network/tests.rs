//! Tests of the file: what is accepted, and one refusal for each check.

use std::fs;

use sha2::{Digest as _, Sha256};

use super::*;
use crate::{Control, Engine, Info, Limits, Request, Settings};

/// A network without any knowledge.
fn zero() -> Network {
    Network::new(400, &[0; PAYLOAD_BYTES]).expect("allowed")
}

/// A payload of zeros with this 16-bit integer at an index.
fn payload(index: usize, value: i16) -> Vec<u8> {
    let mut payload = vec![0; PAYLOAD_BYTES];
    payload[2 * index..][..2].copy_from_slice(&value.to_le_bytes());
    payload
}

/// The error for the file of `network` with other bytes from an offset on, and the right hash.
fn refusal(offset: usize, bytes: &[u8]) -> NetworkError {
    let mut file = zero().as_bytes().to_vec();
    file[offset..][..bytes.len()].copy_from_slice(bytes);
    let hash = Sha256::new()
        .chain_update(&file[..32])
        .chain_update(&file[64..])
        .finalize();
    file[32..64].copy_from_slice(&hash);
    Network::from_bytes(&file).expect_err("a changed file")
}

/// The embedded network passes every check of a file, of which its hash is not checked at start-up.
#[test]
fn the_embedded_network_is_a_good_file() {
    let bytes = include_bytes!("../network.bin");
    let read = Network::from_bytes(bytes).expect("good");
    assert!(!read.is_embedded());
    assert!(Network::default().is_embedded());
    assert_eq!(read, Network::default());
    assert_eq!(Network::default().as_bytes(), bytes);
}

#[test]
fn a_file_is_read_as_it_was_written() {
    // Any two rows, a bias, a weight of the second layer, and another scale.
    for index in [
        0,
        HIDDEN * (FEATURES - 1),
        HIDDEN * FEATURES,
        HIDDEN * (FEATURES + 1),
    ] {
        let network = Network::new(123, &payload(index, -127)).expect("allowed");
        let read = Network::from_bytes(network.as_bytes()).expect("good");
        assert_eq!(read, network);
        assert_eq!(read.as_bytes(), network.as_bytes());
        assert_eq!(read.sha256(), network.sha256());
        assert_ne!(network, zero());
    }
}

#[test]
fn the_scale_is_part_of_the_hash() {
    let other = Network::new(401, &[0; PAYLOAD_BYTES]).expect("allowed");
    assert_ne!(other.sha256(), zero().sha256());
}

#[test]
fn text_and_short_files_are_no_networks() {
    let error = Network::from_bytes(b"8/8/8/8").expect_err("a text");
    assert_eq!(
        error.to_string(),
        "not a network: 7 bytes, shorter than a header of 64"
    );
    assert_eq!(
        refusal(0, b"MZ\x90\0").to_string(),
        r"not a network: it begins with 'MZ\x90\x00PYNN', expected 'CANOPYNN'"
    );
    // A file of Canopy from before there was a header.
    assert!(matches!(
        Network::from_bytes(&[0; PAYLOAD_BYTES]),
        Err(NetworkError::Magic { found }) if found == [0; 8]
    ));
}

#[test]
fn each_field_of_the_header_is_checked() {
    for (offset, bytes, text) in [
        (8, &[2, 0][..], "network format version 2, expected 1"),
        (
            14,
            &[0, 2],
            "network architecture (4x768 -> 512)x2 -> 1x8, QA 255, QB 64, \
             expected (4x768 -> 256)x2 -> 1x8, QA 255, QB 64",
        ),
        (22, &[0, 0], "network scale 0, allowed are 1 to 1000"),
        (22, &[0xe9, 3], "network scale 1001, allowed are 1 to 1000"),
        (
            24,
            &[0, 0, 0, 0],
            "network payload of 0 bytes, expected 1581632",
        ),
        (
            28,
            &[1, 0, 0, 0],
            "reserved field of the network's header is 1, expected 0",
        ),
    ] {
        assert_eq!(refusal(offset, bytes).to_string(), text);
    }
    // Each number of the architecture counts.
    for offset in (10..22).step_by(2) {
        assert!(
            matches!(refusal(offset, &[7, 7]), NetworkError::Architecture { .. }),
            "{offset}"
        );
    }
}

#[test]
fn the_file_has_one_length() {
    let network = zero();
    let file = network.as_bytes();
    assert_eq!(
        Network::from_bytes(&file[..FILE_BYTES - 1])
            .expect_err("cut off")
            .to_string(),
        "network file of 1581695 bytes, expected 1581696"
    );
    assert_eq!(
        Network::from_bytes(&[file, b"\n"].concat())
            .expect_err("too long")
            .to_string(),
        "network file of more than 1581696 bytes, expected 1581696"
    );
    assert!(matches!(
        Network::new(400, &file[..10]),
        Err(NetworkError::PayloadBytes { found: 10 })
    ));
}

#[test]
fn any_changed_bit_is_noticed() {
    let file = zero().as_bytes().to_vec();
    for offset in [23, 32, 63, 64, FILE_BYTES / 2, FILE_BYTES - 1] {
        let mut damaged = file.clone();
        damaged[offset] ^= 1;
        assert!(
            matches!(
                Network::from_bytes(&damaged),
                Err(NetworkError::Hash { .. })
            ),
            "{offset}"
        );
    }
}

/// The same bounds hold for files and for new networks.
fn overflow(scale: u16, payload: &[u8]) -> Overflow {
    match Network::new(scale, payload) {
        Err(NetworkError::Overflow(overflow)) => overflow,
        other => panic!("expected an overflow, got {other:?}"),
    }
}

#[test]
fn weights_that_overflow_are_refused() {
    let second_layer = HIDDEN * (FEATURES + 1);
    for found in [128, -128, i16::MIN] {
        assert_eq!(
            overflow(400, &payload(second_layer + 2 * HIDDEN, found)),
            Overflow::Weight { bucket: 1, found }
        );
    }
    // The largest weights everywhere.
    let mut large = vec![0; PAYLOAD_BYTES];
    for weight in large[2 * second_layer..][..4 * HIDDEN].chunks_exact_mut(2) {
        weight.copy_from_slice(&127i16.to_le_bytes());
    }
    assert_eq!(
        overflow(1, &large),
        Overflow::Output {
            bucket: 0,
            bound: 127 * 512 * 255 * 255
        }
    );
    // A bias that only the scale makes too large.
    let mut bias = vec![0; PAYLOAD_BYTES];
    bias[PAYLOAD_BYTES - 64..][..4].copy_from_slice(&3_000_000i32.to_le_bytes());
    assert!(Network::new(700, &bias).is_ok());
    assert_eq!(
        overflow(800, &bias),
        Overflow::Output {
            bucket: 0,
            bound: 2_400_000_000
        }
    );
    // A pawn with this weight on each square: 32 of them overflow, 31 do not.
    let with_pawns = |squares: usize| {
        let mut rows = vec![0; PAYLOAD_BYTES];
        for row in rows.chunks_exact_mut(2 * HIDDEN).take(squares) {
            row[10..12].copy_from_slice(&(-1024i16).to_le_bytes());
        }
        rows
    };
    assert!(Network::new(400, &with_pawns(31)).is_ok());
    for squares in [32, 64] {
        assert_eq!(
            overflow(400, &with_pawns(squares)),
            Overflow::Accumulator {
                bucket: 0,
                value: 5,
                bound: 32 * 1024
            }
        );
    }
    assert!(matches!(
        overflow(400, &payload(HIDDEN * FEATURES, i16::MIN)),
        Overflow::Accumulator { bound: 32_768, .. }
    ));
    // A file with such weights is refused too.
    assert!(matches!(
        refusal(64 + 2 * second_layer, &[128, 0]),
        NetworkError::Overflow(Overflow::Weight { found: 128, .. })
    ));
}

#[test]
fn a_file_that_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("net.bin");
    let error = Network::load(&path).expect_err("no such file");
    assert_eq!(
        error.to_string(),
        format!("'{}': cannot be read: no such file", path.display())
    );
    fs::write(&path, "nothing").expect("written");
    let error = Network::load(&path).expect_err("a text").to_string();
    assert!(
        error.contains("net.bin': not a network: 7 bytes"),
        "{error}"
    );
    fs::write(&path, zero().as_bytes()).expect("written");
    assert_eq!(Network::load(&path).expect("good"), zero());
}

/// The score after a search of the first moves of a game.
fn search(engine: &Engine, threads: usize) -> (u64, Info) {
    let request = Request {
        position: "rnbqkbnr/ppp2ppp/8/3pp3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3"
            .parse()
            .expect("a position"),
        history: Vec::new(),
        limits: Limits {
            depth: Some(5),
            ..Limits::default()
        },
        settings: Settings {
            threads,
            ..Settings::default()
        },
    };
    let mut last = None;
    let outcome = engine.search(&request, &Control::new(), &mut |info: &Info| {
        last = Some(info.clone());
    });
    (outcome.nodes, last.expect("an info"))
}

/// Nothing of the old network stays in tables, histories or accumulators.
#[test]
fn an_engine_with_another_network_is_as_new() {
    let reference = Engine::new(1).expect("memory");
    let (embedded_nodes, embedded) = search(&reference, 1);
    // A knight is worth 100 for this network, in the one bucket that kings use in an opening, and
    // no other piece is worth anything.
    let mut rows = payload(HIDDEN * FEATURES, 127);
    for knight_on in 64..128 {
        let own = HIDDEN * (PIECE_SQUARES + knight_on);
        rows[2 * own..][..2].copy_from_slice(&10i16.to_le_bytes());
    }
    let weight = HIDDEN * (FEATURES + 1) + 7 * 2 * HIDDEN;
    rows[2 * weight..][..2].copy_from_slice(&127i16.to_le_bytes());
    let knights = Network::new(400, &rows).expect("allowed");
    let fresh = Engine::new(1).expect("memory");
    fresh.set_network(&knights);
    let (knight_nodes, knight) = search(&fresh, 1);
    assert_ne!(
        (embedded_nodes, embedded.score),
        (knight_nodes, knight.score)
    );

    let engine = Engine::new(1).expect("memory");
    search(&engine, 2);
    engine.set_network(&knights);
    let (nodes, info) = search(&engine, 1);
    assert_eq!((nodes, info.score), (knight_nodes, knight.score));
    engine.set_network(&Network::default());
    let (nodes, info) = search(&engine, 1);
    assert_eq!((nodes, info.score), (embedded_nodes, embedded.score));
    // Threads that are started later use the network too.
    engine.set_network(&zero());
    let (_, info) = search(&engine, 2);
    assert_eq!(info.score, crate::Score::Centipawns(0));
}

/// The same network, set again, keeps what the engine has learned.
#[test]
fn an_equal_network_clears_nothing() {
    let engine = Engine::new(1).expect("memory");
    let (first, _) = search(&engine, 1);
    let same = Network::from_bytes(Network::default().as_bytes()).expect("good");
    engine.set_network(&same);
    let (second, _) = search(&engine, 1);
    assert!(second < first, "{second} nodes after {first}");
}
