//! Lists of totals, one for each depth: `20, 400, 8902 and 197742`.

use super::draft::FAR_APART;
use super::truth::factor;
use super::words::Word;

/// Whether the word separates the numbers of a list.
pub(super) fn is_separator(word: &Word) -> bool {
    *word == Word::Mark(',') || word.is("and")
}

/// The list of numbers to which the number at this place belongs: `20, 400 and 8902`. A negative one is in no list: a
/// total has overflowed, so that it does not tell its depth.
pub(super) fn list_at(words: &[Word], at: usize) -> &[Word] {
    let is_listed = |word: &Word| match word.number() {
        Some(number) => number >= 0,
        None => is_separator(word),
    };
    if !is_listed(&words[at]) {
        return &[];
    }
    let first = words[..at]
        .iter()
        .rposition(|word| !is_listed(word))
        .map_or(0, |before| before + 1);
    let after = words[at..].iter().position(|word| !is_listed(word));
    &words[first..after.map_or(words.len(), |after| at + after)]
}

/// Whether three or more numbers grow as the counts of one depth after the other do.
pub(super) fn is_series(words: &[Word]) -> bool {
    let numbers: Vec<i128> = words.iter().filter_map(Word::number).collect();
    let grows = |two: &[i128]| two[0] < two[1] && factor(two[0], two[1]) > FAR_APART;
    numbers.len() > 2 && numbers.windows(2).all(grows)
}
