//! Plays the moves of a game in SAN, as they stand in a PGN file, until the game is over.
//!
//! `cargo run -p canopy-movegen --example play_game`

use movegen::chess::{Color, Outcome, Position, SanError};

const GAME: &str = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#";

/// Returns the last position and the result.
fn play(game: &str) -> Result<(Position, Option<Outcome>), SanError> {
    let mut position = Position::startpos();
    // Keys of the earlier positions, to find repetitions.
    let mut earlier = Vec::new();
    let moves = game.split(' ').filter(|word| !word.ends_with('.'));
    for san in moves {
        let mv = position.parse_san(san)?;
        println!("{:5} is {mv}", position.san(mv));
        earlier.push(position.key());
        position = position.play(mv);
    }
    Ok((position, position.outcome_after(&earlier)))
}

fn main() {
    let (position, outcome) = play(GAME).expect("legal moves");
    println!("\n{}", position.diagram());
    println!("{position}");
    let white = Outcome::Checkmate {
        winner: Color::White,
    };
    assert_eq!(outcome, Some(white));
    println!("{white}");

    // An illegal move is explained.
    let error = play("1. e4 e5 2. Ke3").expect_err("illegal");
    println!("{error}");
    assert_eq!(
        error.to_string(),
        "Ke3 is illegal: no white king can go to e3"
    );
}

#[test]
fn runs() {
    main();
}
