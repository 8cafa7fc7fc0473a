//! Different positions: the published numbers, and a set of texts as the judge of everything else.

use std::collections::HashSet;

use crate::support::canopy::{canopy, stdout};
use crate::support::naive;
use crate::support::random::{self, Random};
use movegen::chess::{CastlingStyle, Position};
use movegen::perft::{Stop, Unique, UniqueError};

/// OEIS A083276, from ply 1 on.
const START: [u64; 5] = [20, 400, 5_362, 72_078, 822_518];

fn counts(unique: &Unique, root: &Position) -> Vec<u64> {
    let mut counts = Vec::new();
    let complete = unique.run(root, &Stop::new(), |_, count| counts.push(count));
    assert!(complete.expect("memory enough"));
    counts
}

/// Made by the naive generator, told apart by their FENs without counters.
fn by_texts(root: &Position, depth: u32) -> Vec<u64> {
    let mut ply = vec![root.to_setup()];
    let mut counts = Vec::new();
    for _ in 0..depth {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for setup in &ply {
            for mv in naive::legal_moves(setup) {
                let child = naive::normalised(&mv.child);
                let fen = child.fen(CastlingStyle::Chess960);
                let text: Vec<_> = fen.split(' ').take(4).map(str::to_owned).collect();
                if seen.insert(text) {
                    next.push(child);
                }
            }
        }
        counts.push(next.len() as u64);
        ply = next;
    }
    counts
}

#[test]
fn published_numbers() {
    assert_eq!(
        counts(&Unique::new(5).threads(2), &Position::startpos()),
        START
    );
}

#[test]
fn any_position_any_memory_any_threads() {
    let mut random = Random::new(83_276);
    let mut roots: Vec<Position> = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
        "4k3/3p4/8/4P3/8/8/8/R3K2R b KQ -",
        "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb -",
    ]
    .map(|fen| fen.parse().expect(fen))
    .to_vec();
    for _ in 0..20 {
        let setup = random::chess960_start(&mut random);
        if let Ok((position, _)) = Position::from_setup(&setup) {
            roots.push(position);
        }
        let setup = random::placement(&mut random);
        if let Ok((position, _)) = Position::from_setup(&setup) {
            roots.push(position);
        }
    }
    assert!(roots.len() > 20);
    for (index, root) in roots.iter().enumerate() {
        let depth = if index < 4 { 3 } else { 2 };
        let expected = by_texts(root, depth);
        for (threads, memory) in [(1, 2048), (3, 64), (1, 16)] {
            let unique = Unique::new(depth).threads(threads).memory_mb(memory);
            assert_eq!(
                counts(&unique, root),
                expected,
                "{root:?}, {threads}, {memory}"
            );
        }
    }
}

/// So little that every ply is made in dozens of parts.
#[test]
fn parts_add_up() {
    let narrow = Unique::new(5).threads(2).memory_mb(3);
    assert_eq!(counts(&narrow, &Position::startpos()), START);
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut counts = Vec::new();
    let narrow = Unique::new(6).memory_mb(3);
    let error = narrow.run(&Position::startpos(), &Stop::new(), |_, count| {
        counts.push(count)
    });
    // What was counted before holds.
    assert_eq!(counts, START[..4]);
    let Err(UniqueError::Memory {
        ply,
        positions,
        limit,
        ..
    }) = error
    else {
        panic!("{error:?}")
    };
    assert_eq!((ply, positions, limit), (4, 72_078, 3));
}

#[test]
fn the_command() {
    for (arguments, counts) in [
        (
            &["4"][..],
            "depth 1: 20\ndepth 2: 400\ndepth 3: 5362\ndepth 4: 72078\n",
        ),
        (&["0"], "depth 0: 1\n"),
        (
            &["2", "--moves", "f2f3 e7e5 g2g4 d8h4"],
            "depth 1: 0\ndepth 2: 0\n",
        ),
        (
            &["1", "--fen", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"],
            "depth 1: 7\n",
        ),
    ] {
        assert_eq!(stdout(&[&["unique"], arguments].concat()), counts);
    }
    canopy(&["unique", "6", "--memory", "3"]).says(
        2,
        &[
            "72078 different positions after 4 plies take 3 MB",
            "--memory",
        ],
    );
    for wrong in [["--memory", "0"], ["--fen", "8/8 w"]] {
        canopy(&[&["unique", "3"], &wrong[..]].concat()).refusal();
    }
}
