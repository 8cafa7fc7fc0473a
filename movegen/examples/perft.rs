//! Counts leaves: in one line, and with threads and a hash table.
//!
//! `cargo run --release -p canopy-movegen --example perft`

use movegen::chess::{Kernel, Position};
use movegen::perft::{Perft, Stop};

fn main() {
    let position = Position::startpos();
    for depth in 1..=4 {
        println!("perft({depth}) = {}", position.perft(depth));
    }

    // One thread per core, a table of 16 MB.
    let perft = Perft::new(5).threads(0).hash_mb(16);
    let outcome = perft
        .run(&position, &Kernel::best(), &Stop::new(), |_| {})
        .expect("the table fits into memory");
    println!("perft(5) = {}", outcome.total);
    assert_eq!(outcome.total, 4_865_609);
}

#[test]
fn runs() {
    main();
}
