//! Looks at moves in sets: a bitboard of destinations for each piece.
//!
//! `cargo run -p canopy-movegen --example move_sets`

use movegen::chess::{Bitboard, Position};

fn main() {
    // . . . . k . . .
    // . . . . . . . .
    // . . . . . . . .
    // . . . p . . . .
    // . . . . N . . .
    // . . . . . . . .
    // . . . . . . . .
    // . . . R K . . .
    let fen = "4k3/8/8/3p4/4N3/8/8/3RK3 w - - 0 1";
    let position: Position = fen.parse().expect("a valid FEN");
    let enemies = position.colors(!position.turn());

    let mut mobility = 0;
    let mut captures = Vec::new();
    let mut reachable = Bitboard::EMPTY;
    position.generate_moves(|mut moves| {
        println!(
            "{} on {}: {} moves",
            moves.piece,
            moves.from,
            moves.to.len()
        );
        mobility += moves.to.len();
        reachable |= moves.to;
        // Only the captures become single moves.
        moves.to &= enemies;
        captures.extend(moves);
    });
    println!("\nEvery square that a piece can reach:\n{reachable}");
    println!("{mobility} moves, captures: {captures:?}");
    assert_eq!(mobility as usize, position.legal_moves().len());
    assert_eq!(captures, *position.capture_moves());
}

#[test]
fn runs() {
    main();
}
