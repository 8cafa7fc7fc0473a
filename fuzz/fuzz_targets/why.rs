//! No text makes the reader of `why` panic, and each claim is about a position and a depth.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::chess::variant::{Rules, Standard, VARIANTS, VariantPosition};
use movegen::chess::{CastlingStyle, PositionText};
use workbench::why::{Given, read};

fuzz_target!(|text: &str| {
    check(text, &Standard);
    // The length chooses a variant.
    check(text, VARIANTS[text.len() % VARIANTS.len()]);
});

fn check(text: &str, rules: &'static dyn Rules) {
    let given = Given {
        rules,
        ..Given::default()
    };
    let evidence = read(text, &given);
    for claim in evidence.iter().flat_map(|evidence| &evidence.claims) {
        let lines = claim.lines.as_ref();
        assert!(claim.depth > 0 && lines.is_some_and(|lines| lines.start() <= lines.end()));
        let text = PositionText {
            fen: Some(claim.fen.clone()),
            moves: claim.moves.clone(),
            style: CastlingStyle::Standard,
        };
        VariantPosition::from_text(rules, &text).expect("a position");
    }
}
