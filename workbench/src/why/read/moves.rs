//! Lines with root moves and their counts.

use super::names::{Role, role};
use super::words::Word;

/// A root move, and one or two counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    /// The move as it was written.
    pub(super) mv: String,
    /// Its counts, one or two.
    pub(super) counts: Vec<(Role, i128)>,
    /// Whether a word or a mark shows that two numbers are two counts.
    pub(super) marked: bool,
}

/// What a line with moves says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct MoveLine {
    /// The moves.
    pub(super) moves: Vec<Counted>,
    /// The words before the first move and those behind the counts: a total, a depth.
    pub(super) others: Vec<Vec<Word>>,
}

/// These words can stand between a move and its count.
const BETWEEN: [&str; 27] = [
    "nodes",
    "node",
    "leaves",
    "perft",
    "ep",
    "e.p",
    "generated",
    "got",
    "get",
    "gives",
    "gave",
    "has",
    "is",
    "count",
    "expected",
    "mine",
    "should",
    "be",
    "returns",
    "move",
    "was",
    "returned",
    "off",
    "wrong",
    "differs",
    "counts",
    "shows",
];

/// A number before one of these words is no count.
const UNITS: [&str; 12] = [
    "s", "sec", "seconds", "ms", "us", "ns", "k", "m", "nps", "knps", "mnps", "min",
];

/// A number behind one of these words is a total or a depth.
const TOTALS: [&str; 7] = [
    "total", "sum", "nodes", "searched", "overall", "depth", "ply",
];

/// The most words between a move and its count.
const MOST_BETWEEN: usize = 6;

/// Reads a line; `None` if no move has a count.
pub(super) fn move_line(words: &[Word]) -> Option<MoveLine> {
    let starts: Vec<usize> = (0..words.len())
        .filter(|at| matches!(words[*at], Word::Move(_)) && first_count(words, *at).is_some())
        .collect();
    let &first = starts.first()?;
    let mut line = MoveLine::default();
    let before = &words[..first];
    let is_label = |word: &Word| match word {
        Word::Text(text) => matches!(text.as_str(), "move" | "moves" | "divide" | "root"),
        _ => true,
    };
    let has_words_before = !before.iter().all(is_label);
    if has_words_before {
        line.others.push(before.to_vec());
    }
    for (index, &at) in starts.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(words.len());
        let is_last = index + 1 == starts.len();
        let rest = line.read(&words[at..end], is_last);
        if !rest.is_empty() {
            line.others.push(rest.to_vec());
        }
    }
    // `e2e4: 20   e2e4: 21`, the move beside itself
    if let [one, other] = &line.moves[..]
        && one.mv == other.mv
        && let ([first], [second]) = (&one.counts[..], &other.counts[..])
    {
        // Words before a move say whose count it is.
        let roles = match &line.others[..] {
            [one, other, ..] if has_words_before => [role(one), role(other)],
            _ => [first.0, second.0],
        };
        let counts = vec![(roles[0], first.1), (roles[1], second.1)];
        let mv = one.mv.clone();
        line.moves = vec![Counted {
            mv,
            counts,
            marked: true,
        }];
        if has_words_before && line.others.len() > 1 {
            line.others.drain(..2);
        }
    }
    Some(line)
}

/// Where the count of the move at this place stands.
fn first_count(words: &[Word], at: usize) -> Option<usize> {
    let mut parentheses = 0_usize;
    for (index, word) in words.iter().enumerate().skip(at + 1).take(MOST_BETWEEN) {
        match word {
            Word::Number(_) if !is_numbering(words, index) => return Some(index),
            Word::Mark('(' | '[') => parentheses += 1,
            Word::Mark(')' | ']') => parentheses = parentheses.saturating_sub(1),
            Word::Mark(mark) if ":=-|,\"<>{}".contains(*mark) => {}
            Word::Text(text) if parentheses > 0 || BETWEEN.contains(&text.as_str()) => {}
            _ => return None,
        }
    }
    None
}

/// The first move that is written like one with a count but has none: `c2c3: -5`, `c2c3: illegal`, `c2c3 -5`, `c2c3 -`.
pub(super) fn uncounted(words: &[Word]) -> Option<&str> {
    words.iter().enumerate().find_map(|(at, word)| {
        let Word::Move(mv) = word else { return None };
        let is_nothing =
            |word: &Word| matches!(word, Word::Other | Word::Mark('-' | '?' | '|' | '/'));
        let has_place = match &words[at + 1..] {
            [Word::Mark(':' | '='), _, ..] => true,
            rest => at == 0 && !rest.is_empty() && rest.iter().all(is_nothing),
        };
        (has_place && first_count(words, at).is_none()).then_some(mv.as_str())
    })
}

/// Whether the number only counts the next move: `2. b2b3`.
fn is_numbering(words: &[Word], at: usize) -> bool {
    matches!(words.get(at + 1), Some(Word::Mark('.' | ')')))
        && matches!(words.get(at + 2), Some(Word::Move(_)))
}

impl MoveLine {
    /// Adds a move with its counts. Another move follows unless it is the last one. Returns the words behind them.
    fn read<'a>(&mut self, words: &'a [Word], is_last: bool) -> &'a [Word] {
        let Some(Word::Move(mv)) = words.first() else {
            return &[];
        };
        let mut counts = Vec::new();
        let mut marked = false;
        let mut from = 1;
        let mut end = words.len();
        for at in 1..words.len() {
            let lead = &words[from..at];
            let next = words.get(at + 1);
            match &words[at] {
                Word::Mark(';' | '.') if !counts.is_empty() => {
                    end = at;
                    break;
                }
                // `2. b2b3`
                Word::Number(_) if !is_last && at + 2 == words.len() && !counts.is_empty() => {
                    from = words.len();
                    break;
                }
                Word::Number(count) => {
                    let is_total = |word: &Word| TOTALS.iter().any(|it| word.is(it));
                    if !counts.is_empty() && lead.iter().any(is_total) {
                        end = from;
                        break;
                    }
                    let has_unit =
                        matches!(next, Some(Word::Text(unit)) if UNITS.contains(&unit.as_str()));
                    let is_time = lead
                        .iter()
                        .any(|word| word.is("time") || word.is("ms") || word.is("nps"));
                    if !has_unit && !is_time && counts.len() < 2 {
                        marked = counts.len() == 1 && !lead.is_empty();
                        counts.push((role(lead), *count));
                    }
                    from = at + 1;
                }
                _ => {}
            }
        }
        self.moves.push(Counted {
            mv: mv.clone(),
            counts,
            marked,
        });
        &words[end.max(from).min(words.len())..]
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::words;
    use super::*;

    fn read(line: &str) -> Vec<(String, Vec<i128>)> {
        let found = move_line(&words(line)).unwrap_or_default();
        let moves = found.moves.into_iter();
        moves
            .map(|it| (it.mv, it.counts.iter().map(|count| count.1).collect()))
            .collect()
    }

    #[test]
    fn moves_with_one_or_two_counts() {
        for (line, expected) in [
            ("e2e4: 20", &[("e2e4", &[20][..])][..]),
            ("e2e4: 20 21", &[("e2e4", &[20, 21])]),
            ("e2e4 20 / 21", &[("e2e4", &[20, 21])]),
            (
                "b4b1: 69665 vs 69653 in my engine",
                &[("b4b1", &[69665, 69653])],
            ),
            ("e5d7: 44 (45)", &[("e5d7", &[44, 45])]),
            ("e5d7: got 44, expected 45", &[("e5d7", &[44, 45])]),
            (
                "Move d5-d6 (P quiet) generated 41 replies",
                &[("d5-d6", &[41])],
            ),
            ("e2e4 | 20 | 0.1 s", &[("e2e4", &[20])]),
            ("e2e4 20 5 ms", &[("e2e4", &[20])]),
            (
                "1. a2a3 1 2. b2b3 2 total 3",
                &[("a2a3", &[1]), ("b2b3", &[2])],
            ),
            (
                "b4b1 69653, b4b2 48486, others right",
                &[("b4b1", &[69653]), ("b4b2", &[48486])],
            ),
            (
                "{\"a2a3\": 1, \"b2b3\": 2}",
                &[("a2a3", &[1]), ("b2b3", &[2])],
            ),
            ("e2e4: 20    e2e4: 21", &[("e2e4", &[20, 21])]),
            ("e2e4 is off: 21 vs 20", &[("e2e4", &[21, 20])]),
            ("castling e1g1 is wrong, I get 197742", &[]),
            ("e2e4 e7e5 20", &[("e7e5", &[20])]),
        ] {
            let found = read(line);
            let found: Vec<(&str, &[i128])> = found
                .iter()
                .map(|(mv, counts)| (&**mv, &counts[..]))
                .collect();
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn totals_beside_moves_are_left() {
        let line =
            move_line(&words("start, total 6, divide a2a3 1 b2b3 5 total 6")).expect("moves");
        assert_eq!(line.moves.len(), 2);
        assert_eq!(line.others.len(), 2, "{:?}", line.others);
    }
}
