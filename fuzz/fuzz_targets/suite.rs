//! No text makes the reader of suites panic, and what it reads survives a round trip through the usual form.
//! One text of each form is in `seeds/suite`: `cargo fuzz run suite corpus/suite seeds/suite`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use movegen::chess::variant::{Standard, VARIANTS, VariantPosition};
use movegen::chess::{CastlingStyle, Position};
use uci::suite::{Case, ReadError, cases, parse};

/// Whether two cases ask the same of the same position.
fn same(one: &Case, other: &Case) -> bool {
    one.root.is_same(&*other.root) && one.expected == other.expected
}

fuzz_target!(|text: &str| {
    let found = parse(text);
    let by_line: Result<Vec<Case>, _> = cases(text.as_bytes(), &Standard).collect();
    match (&found, &by_line) {
        (Ok(all), Ok(lines)) => {
            assert_eq!(all.len(), lines.len());
            for (one, other) in all.iter().zip(lines) {
                assert!(same(one, other), "{one:?} and line by line {other:?}");
            }
        }
        (Err(one), Err(ReadError::Suite(other))) => {
            assert_eq!(one.to_string(), other.to_string());
        }
        (Ok(_), Err(ReadError::Suite(error))) => panic!("an error only line by line: {error}"),
        (Err(error), Ok(_)) => panic!("an error only at once: {error}"),
        // Only reading line by line has a limit for lines and knows encodings.
        (_, Err(_)) => {}
    }
    for case in found.iter().flatten() {
        assert!(!case.expected.is_empty(), "no counts: {case:?}");
        let Some(position) = case.root.downcast::<Position>() else {
            continue;
        };
        let counts = case.expected.iter();
        let counts: String = counts
            .map(|(depth, leaves)| format!(" ;D{depth} {leaves}"))
            .collect();
        let line = format!("{}{counts}", position.fen(CastlingStyle::Chess960));
        let again = parse(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(
            again.len() == 1 && same(&again[0], case),
            "{line}: {case:?}"
        );
    }
    // The length chooses a variant.
    let rules = VARIANTS[text.len() % VARIANTS.len()];
    for case in cases(text.as_bytes(), rules).map_while(Result::ok) {
        if let Some(position) = case.root.downcast::<VariantPosition>() {
            let fen = position.fen(CastlingStyle::Chess960);
            let again = VariantPosition::from_fen(rules, &fen)
                .unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert!(case.root.is_same(&again), "{fen}: {case:?}");
        }
    }
});
