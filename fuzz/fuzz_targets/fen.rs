//! No text makes the FEN parser panic, and an accepted position survives a round trip through text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::chess::{CastlingStyle, ParsedFen, Position};

fuzz_target!(|text: &str| {
    let Ok(parsed) = text.parse::<ParsedFen>() else {
        return;
    };
    let Ok((position, _)) = Position::from_setup(&parsed.setup) else {
        return;
    };
    for style in [CastlingStyle::Standard, CastlingStyle::Chess960] {
        let again: Position = position.fen(style).parse().expect("its own FEN");
        assert_eq!(again, position);
    }
});
