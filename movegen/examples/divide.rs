//! Prints the count below each root move, as Stockfish's `go perft` does.
//!
//! `cargo run --release -p canopy-movegen --example divide`

use movegen::chess::Position;

fn main() {
    // r . . . k . . r
    // p . p p q p b .
    // b n . . p n p .
    // . . . P N . . .
    // . p . . P . . .
    // . . N . . Q . p
    // P P P B B P P P
    // R . . . K . . R
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position: Position = fen.parse().expect("a valid FEN");

    let counts = position.divide(3);
    for (mv, leaves) in &counts {
        println!("{mv}: {leaves}");
    }
    let total: u128 = counts.iter().map(|(_, leaves)| leaves).sum();
    println!("\nNodes searched: {total}");
    assert_eq!(total, 97_862);
}

#[test]
fn runs() {
    main();
}
