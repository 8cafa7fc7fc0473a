//! Finds the known word that a mistyped one resembles.

/// The smallest similarity of two words, from 0 to 1: the threshold of `clap`'s suggestions.
const MIN_SIMILARITY: f64 = 0.7;

/// The candidate most similar to `word`, if any is similar enough.
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
        .filter(|(similarity, _)| *similarity > MIN_SIMILARITY)
        // The first of those that are equally similar.
        .min_by(|a, b| b.0.total_cmp(&a.0))
        .map(|(_, candidate)| candidate)
}
