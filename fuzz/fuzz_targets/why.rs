//! No text makes the reader of `why` panic, and each claim is about a position and a depth.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::chess::{CastlingStyle, ParsedPosition, PositionText};
use workbench::why::{Given, read};

fuzz_target!(|text: &str| {
    let evidence = read(text, &Given::default());
    for claim in evidence.iter().flat_map(|evidence| &evidence.claims) {
        let lines = claim.lines.as_ref();
        assert!(claim.depth > 0 && lines.is_some_and(|lines| lines.start() <= lines.end()));
        let text = PositionText {
            fen: Some(claim.fen.clone()),
            moves: claim.moves.clone(),
            style: CastlingStyle::Standard,
        };
        ParsedPosition::from_text(&text).expect("a position");
    }
});
