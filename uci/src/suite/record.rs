//! Entries whose parts have names: the columns of a table, `key=value` pairs, and what stands in brackets.

use movegen::chess::variant::Rules;

use super::case::{Case, add_count, read_position};
use super::error::SuiteError;
use super::numbers;
use super::span::Span;

/// A part of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Name,
    Position,
    Depth,
    /// A count at the depth of the entry, or the counts at several depths.
    Count,
    /// A count at this depth.
    CountAt(u32),
    /// Links to pages on the position.
    Links,
    /// The key of a position in the corpus of The Grand Chess Tree, in which a count of 0 is one that is not known.
    CorpusKey,
}

impl Field {
    /// The part that has this name in the files of some program; `None` if it is none that a suite needs.
    pub(super) fn named(name: &str) -> Option<Field> {
        if name.contains(|c: char| c.is_ascii_digit()) {
            return depth_of(name).map(Field::CountAt);
        }
        if !name
            .chars()
            .all(|c| c.is_ascii_alphabetic() || "_- *".contains(c))
        {
            return None;
        }
        let letters = name.chars().filter(char::is_ascii_alphabetic);
        let letters: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
        match &*letters {
            "name" | "id" | "title" | "label" | "description" | "comment" => Some(Field::Name),
            "fen" | "epd" | "position" | "fenstring" | "fenstr" | "fentext" => {
                Some(Field::Position)
            }
            "depth" => Some(Field::Depth),
            "sourceurls" | "links" | "link" | "urls" | "url" => Some(Field::Links),
            "fenkey" => Some(Field::CorpusKey),
            "nodes" | "nodecount" | "nodecounts" | "count" | "counts" | "leaves" | "leafnodes"
            | "expected" | "expect" | "expectednodes" | "expectedcount" | "expectedcounts"
            | "perft" | "perfts" | "perftresults" | "result" | "results" | "depths" => {
                Some(Field::Count)
            }
            _ => None,
        }
    }
}

/// The depth in `d4`, `depth4`, `depth_4`, `perft4`, `nodes4` or `4`.
fn depth_of(name: &str) -> Option<u32> {
    let name = name.to_ascii_lowercase();
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let (label, digits) = name.split_at(digits);
    let label = label.trim_end_matches(['_', ' ', '-']);
    let known = matches!(label, "" | "d" | "depth" | "perft" | "nodes");
    digits.parse().ok().filter(|_| known)
}

/// The parts of an entry.
#[derive(Default)]
pub(super) struct Record<'a> {
    pub(super) name: Option<Span<'a>>,
    position: Option<Span<'a>>,
    /// The depth, or the depths of a list of counts.
    depths: Vec<Span<'a>>,
    count: Option<Span<'a>>,
    /// Counts in order of their depths.
    list: Vec<Span<'a>>,
    /// Counts with depths of their own.
    counts: Vec<(u32, Span<'a>)>,
    /// Numbers without names.
    pub(super) numbers: Vec<Span<'a>>,
    pub(super) links: Vec<&'a str>,
    /// Whether a count of 0 is one that is not known.
    is_of_corpus: bool,
}

impl<'a> Record<'a> {
    /// Sets a part. An empty one is missing: tables have empty cells where a depth was not counted.
    ///
    /// # Errors
    /// If the position, depth or count is given twice.
    pub(super) fn set(&mut self, field: Field, text: Span<'a>) -> Result<(), SuiteError> {
        if text.part.is_empty() {
            return Ok(());
        }
        let repeated = match field {
            Field::Name => self.name.get_or_insert(text).part.is_empty(),
            Field::Position => self.position.replace(text).is_some(),
            Field::Depth => {
                self.depths.push(text);
                self.depths.len() > 1
            }
            Field::Count => self.count.replace(text).is_some(),
            Field::CountAt(depth) => {
                self.counts.push((depth, text));
                false
            }
            Field::Links => {
                self.links.push(text.part);
                false
            }
            Field::CorpusKey => {
                self.is_of_corpus = true;
                false
            }
        };
        match repeated {
            true => Err(text.stray()),
            false => Ok(()),
        }
    }

    /// Sets the depths or the counts to a list.
    ///
    /// # Errors
    /// If the entry has them already.
    pub(super) fn set_list(
        &mut self,
        field: Field,
        texts: Vec<Span<'a>>,
    ) -> Result<(), SuiteError> {
        let known = match field {
            Field::Depth => &mut self.depths,
            _ => &mut self.list,
        };
        match (known.is_empty(), texts.first()) {
            (false, Some(first)) => Err(first.stray()),
            _ => {
                known.extend(texts);
                Ok(())
            }
        }
    }

    /// The entry as a position under these rules, with its counts.
    ///
    /// # Errors
    /// If it has no position or no count, a count without its depth, or a text that is none of these.
    pub(super) fn case(self, line: usize, rules: &'static dyn Rules) -> Result<Case, SuiteError> {
        let missing = |what| SuiteError::Incomplete { line, what };
        let position = self.position.ok_or(missing("position (`fen`)"))?;
        let name = self.name.map(|name| name.part.to_owned());
        let mut case = read_position(position, name, rules)?;
        case.line = line;
        match (&self.depths[..], self.count, &self.list[..]) {
            ([], None, []) => {}
            ([], None, list) => numbers::add(list, &mut case)?,
            ([], Some(_), _) => return Err(missing("depth (`depth`)")),
            (&[depth], Some(count), []) => add_count(depth, count, &mut case)?,
            (_, None, []) => return Err(missing("count (`nodes`)")),
            (depths, None, list) if depths.len() == list.len() => {
                for (&depth, &count) in depths.iter().zip(list) {
                    add_count(depth, count, &mut case)?;
                }
            }
            (&[first, ..], ..) => return Err(first.stray()),
        }
        case.comments
            .extend(self.links.iter().map(|&link| link.to_owned()));
        for (depth, count) in self.counts {
            if self.is_of_corpus && count.part == "0" {
                continue;
            }
            add_count(Span::line(count.line, &depth.to_string()), count, &mut case)?;
        }
        match (&self.numbers[..], case.expected.is_empty()) {
            ([], true) if !self.is_of_corpus => return Err(missing("count (`nodes`)")),
            ([], _) => {}
            ([_], true) => return Err(missing("depth (`depth`)")),
            (numbers, true) => numbers::add(numbers, &mut case)?,
            (&[first, ..], false) => return Err(first.stray()),
        }
        Ok(case)
    }
}
