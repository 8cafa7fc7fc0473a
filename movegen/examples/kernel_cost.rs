//! Measures the kernels: the time for each parent of leaves, which bulk counting visits one by one.
//!
//! Each argument is the name of a kernel or a position, `FEN;DEPTH`, as in
//! `cargo run --release -p canopy-movegen --example kernel_cost -- avx2 bmi2 "8/8/8/4k3/8/8/3N4/4K3 w - - 0 1;5"`.
//! Without names all kernels of this CPU are measured, without positions a few built in.
//!
//! `scripts/check-avx512 --cost` runs this in an emulator, in which the clock counts executed instructions: a
//! nanosecond is an instruction there.

use std::time::Instant;

use movegen::chess::{Kernel, Position};
use movegen::perft::{Counter, Stop};

/// Boards full of pieces, and sparse ones of every kind.
const POSITIONS: [&str; 18] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;4",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1;4",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1;4",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1;5",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1;4",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10;4",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1;3",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1;4",
    "4k3/8/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - - 0 1;6",
    "8/8/8/3k4/8/8/4Q3/4K3 w - - 0 1;5",
    "8/8/8/3k4/8/8/4R3/4K3 w - - 0 1;6",
    "8/8/8/3kb3/8/8/1N2K3/8 w - - 0 1;5",
    "8/2n1k3/8/2b5/5B2/8/3K1N2/8 w - - 0 1;4",
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1;5",
    "8/P1P5/4k3/8/8/3K4/5p1p/8 w - - 0 1;5",
    "8/5pk1/6p1/7p/7P/5KP1/5P2/8 w - - 0 1;6",
    "8/4kp2/1r4p1/7p/7P/6P1/R4PK1/8 w - - 0 1;5",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1;6",
];

fn main() {
    measure(std::env::args().skip(1));
}

/// Measures the kernels and positions given, and prints a line for each pair.
fn measure(arguments: impl Iterator<Item = String>) {
    let (positions, kernels): (Vec<_>, Vec<_>) = arguments.partition(|text| text.contains(';'));
    let mut kernels: Vec<Kernel> = kernels
        .iter()
        .map(|name| name.parse().unwrap_or_else(|error| panic!("{error}")))
        .collect();
    if kernels.is_empty() {
        kernels = Kernel::available();
    }
    let built_in = POSITIONS.map(String::from);
    let positions = if positions.is_empty() {
        &built_in[..]
    } else {
        &positions
    };
    for text in positions {
        let (fen, depth) = text.rsplit_once(';').expect("FEN;DEPTH");
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let depth: u32 = depth.parse().expect("a depth");
        let greatest = <Kernel as Counter<Position>>::MAX_DEPTH;
        assert!(
            depth <= greatest,
            "{text}: the greatest depth is {greatest}"
        );
        let stop = Stop::new();
        let leaves = |kernel: &Kernel, depth| kernel.leaves(&position, depth, &stop);
        let parents = leaves(&kernels[0], depth - 1).expect("not stopped");
        let mut costs = String::new();
        let mut expected = None;
        for kernel in &kernels {
            let begin = Instant::now();
            let found = leaves(kernel, depth);
            let nanoseconds = begin.elapsed().as_nanos() as f64;
            assert_eq!(found, *expected.get_or_insert(found), "{kernel}: {text}");
            costs += &format!(" {kernel} {:7.1}", nanoseconds / parents as f64);
        }
        println!("{costs}  {parents:>8} parents  {text}");
    }
}

#[test]
fn runs() {
    measure(["8/8/8/3k4/8/8/4Q3/4K3 w - - 0 1;3".to_string()].into_iter());
}
