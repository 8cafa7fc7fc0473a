//! Numbers in sentences and in lines with keys: which of them are counts, of what, at which depth, and
//! whose.

use super::names::{NODES, Role, kind, role};
use super::rows::{MOST_PLIES, Said, rows};
use super::series::{is_separator, is_series, list_at};
use super::words::Word;

/// What a phrase says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Phrase {
    /// Its counts.
    pub(super) counts: Vec<Said>,
    /// The last depth that it names.
    pub(super) depth: Option<u32>,
    /// Numbers that look like counts, without a word that says so.
    pub(super) loose: Vec<i128>,
}

/// A number alone in a line is no count below this one: the borders of boards have such.
const LEAST_ALONE: i128 = 10;

/// Numbers from here on look like counts.
const LEAST_COUNT: i128 = 100;

/// A number before one of these words is no count.
const UNITS: [&str; 62] = [
    "s",
    "sec",
    "secs",
    "second",
    "seconds",
    "ms",
    "msec",
    "msecs",
    "us",
    "ns",
    "min",
    "mins",
    "minutes",
    "hours",
    "hour",
    "days",
    "weeks",
    "months",
    "years",
    "k",
    "m",
    "million",
    "nps",
    "mnps",
    "knps",
    "mps",
    "kn",
    "mn",
    "mb",
    "gb",
    "kb",
    "threads",
    "cores",
    "positions",
    "games",
    "tests",
    "cases",
    "lines",
    "errors",
    "bugs",
    "engines",
    "times",
    "bits",
    "bit",
    "of",
    "fens",
    "failures",
    "failed",
    "files",
    "pieces",
    "squares",
    "more",
    "less",
    "fewer",
    "missing",
    "extra",
    "elo",
    "am",
    "pm",
    "x",
    "too",
    "out",
];

/// A number behind one of these words is no count.
const LABELS: [&str; 43] = [
    "time",
    "speed",
    "nps",
    "version",
    "v",
    "ver",
    "rev",
    "build",
    "hash",
    "threads",
    "line",
    "issue",
    "page",
    "post",
    "posts",
    "test",
    "case",
    "elapsed",
    "took",
    "position",
    "rank",
    "game",
    "year",
    "seed",
    "delta",
    "difference",
    "diff",
    "off",
    "missing",
    "extra",
    "date",
    "eval",
    "score",
    "cp",
    "ms",
    "seconds",
    "pr",
    "step",
    "id",
    "mhz",
    "knps",
    "mnps",
    "elo",
];

/// Words that can stand between `depth` and its number.
const BEFORE_DEPTH: [&str; 4] = ["of", "is", "was", "at"];

/// Labels of the two numbers of an assertion, of which either can be the right one.
const EITHER: [&str; 10] = [
    "which",
    "left",
    "right",
    "vs",
    "versus",
    "assert",
    "assertionerror",
    "asserteq",
    "assertequals",
    "against",
];

/// Splits words at semicolons and at the ends of sentences.
pub(super) fn segments(words: &[Word]) -> impl Iterator<Item = &[Word]> {
    words
        .split(|word| matches!(word, Word::Mark(';' | '.' | '?' | '!')))
        .filter(|words| !words.is_empty())
}

/// Reads one segment. `depth` is the depth that is in force.
pub(super) fn phrase(words: &[Word], depth: Option<u32>) -> Phrase {
    let rows = rows(words);
    if !rows.is_empty() {
        let depth = rows.last().and_then(|row| row.depth);
        return Phrase {
            counts: rows,
            depth,
            loose: Vec::new(),
        };
    }
    let mut reading = Reading {
        words,
        in_force: depth,
        phrase: Phrase::default(),
        depths: Vec::new(),
        places: Vec::new(),
    };
    reading.read();
    reading.phrase
}

/// A phrase that is being read.
struct Reading<'a> {
    words: &'a [Word],
    in_force: Option<u32>,
    phrase: Phrase,
    /// Depths, and where they stand.
    depths: Vec<(usize, u32)>,
    /// Where the counts stand.
    places: Vec<usize>,
}

impl Reading<'_> {
    fn read(&mut self) {
        // Behind the last count.
        let mut from = 0;
        let (mut was_no_count, mut was_loose) = (false, false);
        for at in 0..self.words.len() {
            let Some(number) = self.words[at].number() else {
                continue;
            };
            let lead = &self.words[from..at];
            if let Some(depth) = self.depth(lead, at, number) {
                self.depths.push((at, depth));
                self.phrase.depth = Some(depth);
                continue;
            }
            // `depths 1 and 2 are right`
            let is_depth = |word: &&Word| word.is("depth") || word.is("depths");
            if lead
                .iter()
                .rfind(is_depth)
                .is_some_and(|word| word.is("depths"))
            {
                self.phrase
                    .loose
                    .extend(Some(number).filter(|it| it.abs() >= LEAST_COUNT));
                continue;
            }
            let end = self.words[at + 1..]
                .iter()
                .position(|word| word.number().is_some() || matches!(word, Word::Mark(',')));
            let tail = match end {
                Some(end) => &self.words[at + 1..at + 1 + end],
                None => &self.words[at + 1..],
            };
            let follows = end
                .and_then(|end| self.words[at + 1 + end].number())
                .is_some();
            // `test 2/3`
            was_no_count = is_no_count(lead, tail, follows)
                || was_no_count && matches!(lead, [Word::Mark('/')]);
            if was_no_count {
                from = at + 1;
                continue;
            }
            let tail = if follows && names_next(tail) {
                &[]
            } else {
                tail
            };
            // The second number of a pair is what the first one is.
            let is_second = was_loose && joins(lead);
            let said = self.said(at, lead, tail).filter(|_| !is_second);
            was_loose = said.is_none();
            match said {
                Some(said) => {
                    self.phrase.counts.push(said);
                    self.places.push(at);
                }
                None if number.abs() >= LEAST_COUNT => self.phrase.loose.push(number),
                None => {}
            }
            from = at + 1;
        }
        self.place_depths();
    }

    /// The depth, if the number is one.
    fn depth(&self, lead: &[Word], at: usize, number: i128) -> Option<u32> {
        let depth = u32::try_from(number)
            .ok()
            .filter(|_| (1..=MOST_PLIES).contains(&number))?;
        let after = self.words.get(at + 1);
        let is_ply = |word: &Word| {
            ["ply", "plies", "plys", "plie"]
                .iter()
                .any(|it| word.is(it))
        };
        if after.is_some_and(is_ply) {
            return Some(depth);
        }
        let mut before = lead.iter().rev().peekable();
        // `Perft(board, 3)`
        if before.peek() == Some(&&Word::Mark(',')) {
            let is_call = |two: &[Word]| matches!(two, [Word::Text(name), Word::Mark('(')] if name.contains("perft"));
            return lead.windows(2).any(is_call).then_some(depth);
        }
        let mut marks = 0;
        while let Some(mark) = before.next_if(|word| {
            matches!(word, Word::Mark('(' | '=' | ':' | '-' | '['))
                || BEFORE_DEPTH.iter().any(|it| word.is(it))
        }) {
            marks += usize::from(*mark == Word::Mark(':') || *mark == Word::Mark('='));
        }
        let Word::Text(label) = before.next()? else {
            return None;
        };
        let is_depth = matches!(label.as_str(), "depth" | "ply" | "d" | "level");
        // `perft: 14` behind a depth is a count.
        let is_perft = label.ends_with("perft") || label == "divide" || label == "perftest";
        (is_depth || is_perft && (marks == 0 || self.depths.is_empty() && self.in_force.is_none()))
            .then_some(depth)
    }

    /// What the number is, if a word or a mark says that it is a count.
    fn said(&self, at: usize, lead: &[Word], tail: &[Word]) -> Option<Said> {
        let value = self.words[at].number()?;
        let last = self.phrase.counts.last();
        let is_first = last.is_none();
        // `right: 8902` below `left: 8000`
        let is_side = matches!(lead, [Word::Text(side), Word::Mark(_)] if side == "right");
        let mut found = match is_side {
            true => Role::Unknown,
            false => role(clause(lead)),
        };
        if found == Role::Unknown || !is_first && tail_is_expected(tail) {
            found = match () {
                () if tail_is_expected(tail) => Role::Expected,
                () if tail.first().is_some_and(|word| word.is("instead")) => Role::Got,
                () if tail
                    .windows(2)
                    .any(|two| two[0].is("for") && two[1].is("me")) =>
                {
                    Role::Got
                }
                () => found,
            };
        }
        if found == Role::Unknown
            && matches!(lead, [.., Word::Text(not)] if not == "not")
            && !is_first
        {
            found = Role::Expected;
        }
        // `34 captures, 12 checks`
        let key = kind_before(
            lead.rsplit(|word| *word == Word::Mark(','))
                .next()
                .unwrap_or(lead),
        );
        let named = key.or_else(|| kind_after(tail));
        let inherited = last.and_then(|it| it.kind).filter(|_| !names_nodes(lead));
        let kind = named.or(inherited.filter(|_| named.is_none()));
        let is_listed = |at| is_series(list_at(self.words, at));
        let is_next = !lead.is_empty() && lead.iter().all(is_separator) && is_listed(at);
        // `8902 and -1099065436`
        let ends_list = lead.first().is_some_and(is_separator)
            && self.places.last().is_some_and(|&before| is_listed(before));
        let is_pair = last.is_some() && (is_next || lead.len() <= 2 && joins(lead) && !ends_list);
        let has_label = names_nodes(lead)
            || names_nodes(&tail[..tail.len().min(2)])
            || lead.iter().any(|word| EITHER.iter().any(|it| word.is(it)))
            || tail.first().is_some_and(|word| {
                EITHER.iter().any(|it| word.is(it)) || *word == Word::Mark('=')
            });
        let alone = value.abs() >= LEAST_ALONE
            && !self
                .words
                .iter()
                .any(|word| matches!(word, Word::Text(_) | Word::Move(_)));
        let has_depth = !self.depths.is_empty() || self.depth_follows();
        let is_count = match kind {
            Some(_) => {
                found != Role::Unknown
                    || inherited.is_some()
                    || key.is_some() && ends_key(lead)
                    || (key.is_none() || kind_after(tail).is_none())
                        && (has_depth || self.in_force.is_some())
                        && !self.compares()
            }
            None => found != Role::Unknown || has_label || is_pair || alone || has_depth,
        };
        is_count.then_some(Said {
            value,
            role: found,
            kind,
            depth: None,
        })
    }

    /// Whether a depth is named anywhere in the phrase.
    fn depth_follows(&self) -> bool {
        let is_label = |word: &Word| ["depth", "perft", "ply"].iter().any(|it| word.is(it));
        (0..self.words.len()).any(|at| {
            let mut next = self.words[at + 1..].iter().take(2);
            is_label(&self.words[at]) && next.any(|word| word.number().is_some())
        })
    }

    /// Whether numbers can be differences: `4 captures too many`.
    fn compares(&self) -> bool {
        let words = ["too", "more", "less", "fewer", "missing", "extra", "off"];
        let mut all = self.words.iter();
        all.any(|word| words.iter().any(|it| word.is(it)))
    }

    /// Gives each count its depth: the one before it, or the next one if the phrase begins with a count.
    fn place_depths(&mut self) {
        let Some(&(first, _)) = self.depths.first() else {
            return;
        };
        let before = self.places.first().is_none_or(|place| first < *place);
        for (said, place) in self.phrase.counts.iter_mut().zip(&self.places) {
            let mut before_it = self.depths.iter().rev().filter(|(at, _)| at < place);
            let mut after_it = self.depths.iter().filter(|(at, _)| at > place);
            let found = match before {
                true => before_it.next().or_else(|| after_it.next()),
                false => after_it.next().or_else(|| before_it.next()),
            };
            said.depth = found.map(|(_, depth)| *depth);
        }
    }
}

/// The words behind the last comma or conjunction: those before it are about the number before.
fn clause(lead: &[Word]) -> &[Word] {
    // `8000 is wrong, 8902`
    if matches!(lead, [.., Word::Text(wrong), Word::Mark(',')] if wrong == "wrong") {
        return &[];
    }
    let breaks = ["and", "but", "while", "whereas", "however", "though", "yet"];
    let is_break = |word: &Word| *word == Word::Mark(',') || breaks.iter().any(|it| word.is(it));
    match lead.iter().rposition(is_break) {
        Some(at)
            if lead[at + 1..]
                .iter()
                .any(|word| matches!(word, Word::Text(_))) =>
        {
            &lead[at + 1..]
        }
        _ => lead,
    }
}

/// Whether a unit or a label makes the number something else than a count.
fn is_no_count(lead: &[Word], tail: &[Word], follows: bool) -> bool {
    let unit = match tail {
        // `nodes 20 nps 20000`
        tail if follows && names_next(tail) && (names_nodes(lead) || ends_key(lead)) => false,
        [Word::Text(unit), ..] => UNITS.contains(&unit.as_str()),
        _ => false,
    };
    let is_mark = |word: &&Word| matches!(word, Word::Mark('(' | ')' | '=' | ':' | '-'));
    let label = lead.iter().rev().find(|word| !is_mark(word));
    let labelled = match label {
        Some(Word::Text(label)) => LABELS.contains(&label.as_str()),
        _ => false,
    };
    let per_second = matches!(label, Some(Word::Text(text)) if text == "second")
        && lead.iter().any(|word| word.is("nodes") || word.is("per"));
    unit || labelled || per_second
}

/// Whether the word between two numbers is about the second one: `got 8000 expected 8902`.
fn names_next(words: &[Word]) -> bool {
    matches!(
        words,
        [Word::Text(_)] | [Word::Text(_), Word::Mark(':' | '=')]
    )
}

/// Whether the words after a number call it right: `8902 is expected`.
fn tail_is_expected(tail: &[Word]) -> bool {
    let texts = tail.iter().filter_map(|word| match word {
        Word::Text(text) => Some(text.as_str()),
        _ => None,
    });
    let texts: Vec<&str> = texts.take(4).collect();
    matches!(
        texts[..],
        [
            "is" | "are" | "was",
            "expected" | "correct" | "right" | "true",
            ..
        ] | ["is", "the", "correct" | "right" | "expected" | "true", ..]
            | ["expected", ..]
    )
}

/// Whether the words name numbers of leaves.
fn names_nodes(words: &[Word]) -> bool {
    words.iter().any(|word| match word {
        Word::Text(text) => NODES.contains(&text.as_str()) || text.ends_with("perft"),
        _ => false,
    })
}

/// Whether the words join two numbers: `vs`, `/`, `->`, `!=`.
fn joins(words: &[Word]) -> bool {
    words.iter().all(|word| match word {
        Word::Mark(mark) => "/-=|([".contains(*mark),
        Word::Text(text) => {
            EITHER.contains(&text.as_str()) || text == "and" || text == "or" || text == "not"
        }
        _ => false,
    })
}

/// Words between a key and its number: `captures are 34`.
const VERBS: [&str; 5] = ["is", "are", "was", "were", "be"];

fn is_verb(word: &Word) -> bool {
    VERBS.iter().any(|verb| word.is(verb))
}

/// Whether a key ends here: `captures: 34`.
fn ends_key(lead: &[Word]) -> bool {
    lead.last().is_some_and(|last| {
        is_verb(last) || matches!(last, Word::Mark(':' | '=' | '|' | '(' | '-'))
    })
}

/// The kind of leaves that the last words before a number name.
fn kind_before(lead: &[Word]) -> Option<&'static str> {
    let end = lead
        .iter()
        .rposition(|word| matches!(word, Word::Text(_)) && !is_verb(word))?
        + 1;
    let texts: Vec<&str> = lead[..end]
        .iter()
        .filter_map(|word| match word {
            Word::Text(text) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    (1..=texts.len().min(3))
        .rev()
        .find_map(|length| kind(&texts[texts.len() - length..].join(" ")))
}

/// The kind of leaves that the first words after a number name.
fn kind_after(tail: &[Word]) -> Option<&'static str> {
    let texts = tail.iter().map_while(|word| match word {
        Word::Text(text) => Some(text.as_str()),
        _ => None,
    });
    let texts: Vec<&str> = texts.take(3).collect();
    (1..=texts.len())
        .rev()
        .find_map(|length| kind(&texts[..length].join(" ")))
}
