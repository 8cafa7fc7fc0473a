//! The known word that a mistyped one resembles.

/// How alike two words must be, from 0 to 1: the threshold of `clap`'s own suggestions.
const LEAST_SIMILARITY: f64 = 0.7;

/// The candidate most like `word`, if any is alike enough.
///
/// ```
/// use uci::suggest::similar;
/// assert_eq!(similar("prft", ["depth", "perft"]), Some("perft"));
/// assert_eq!(similar("4", ["depth", "perft"]), None);
/// ```
pub fn similar<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (strsim::jaro(word, candidate), candidate))
        .filter(|(similarity, _)| *similarity > LEAST_SIMILARITY)
        // The first of those that are equally alike.
        .min_by(|a, b| b.0.total_cmp(&a.0))
        .map(|(_, candidate)| candidate)
}
