//! Goes through the lines and gathers numbers: which position, depth and side each belongs to.

use movegen::chess::variant::Rules;

use super::clean::Line;
use super::draft::{Block, Draft, FAR_APART};
use super::famous::FAMOUS;
use super::moves::{Counted, MoveLine, move_line, uncounted};
use super::names::{Role, role};
use super::phrase::{phrase, segments};
use super::place::{Place, places};
use super::rows::Said;
use super::series::is_series;
use super::table::{Row, Table, is_rule};
use super::truth::factor;
use super::words::{Word, words};
use crate::ask::without_blanks;
use crate::why::UnreadLine;

/// The columns of a row that can be read without a heading.
const WIKI_COLUMNS: usize = 10;

/// Totals with a smaller factor between them are those of one depth.
const NEAR: f64 = 2.0;

/// The most words of a line that says whose numbers follow.
const MOST_WORDS_OF_HEADING: usize = 8;

/// The same without a colon at the end.
const MOST_WORDS_ALONE: usize = 3;

/// What was gathered.
#[derive(Debug, Default)]
pub(super) struct Collector {
    /// The rules of all positions.
    pub(super) rules: &'static dyn Rules,
    /// Numbers, by position and depth.
    pub(super) drafts: Vec<Draft>,
    /// The positions that the text names, with their lines.
    pub(super) places: Vec<(usize, Place)>,
    /// FENs that are no positions: the line, the FEN, and what is wrong with it.
    pub(super) wrong: Vec<(usize, String, String)>,
    /// Depths that the text names, with their lines.
    pub(super) depths: Vec<(usize, u32)>,
    /// Whether the text says that castling is that of Chess960.
    pub(super) chess960: bool,
    pub(super) assumptions: Vec<String>,
    pub(super) unread: Vec<UnreadLine>,
    open: Draft,
    place: Option<Place>,
    depth: Option<u32>,
    role: Role,
    table: Option<Table>,
    /// Whether something else stood between the last move and this line.
    interrupted: bool,
    /// Whether `d4` is a depth: the text has no other moves.
    d_is_depth: bool,
}

/// Gathers the numbers of all lines.
pub(super) fn collect(lines: &[Line], rules: &'static dyn Rules) -> Collector {
    let is_depth = |word: &Word| match word {
        Word::Move(text) => text
            .strip_prefix('d')
            .is_some_and(|rest| rest.parse::<u8>().is_ok()),
        _ => true,
    };
    let mut collector = Collector {
        rules,
        d_is_depth: lines
            .iter()
            .all(|line| words(&line.text).iter().all(is_depth)),
        ..Collector::default()
    };
    for line in lines {
        collector.line(line);
    }
    collector.close();
    collector
}

impl Collector {
    fn line(&mut self, line: &Line) {
        if is_rule(&line.text) {
            return;
        }
        self.chess960 |= line.text.contains("Chess960 value true");
        let found = places(&line.text, self.rules, self.place.as_ref());
        for (fen, reason) in found.wrong {
            self.wrong.push((line.number, fen, reason));
            self.close();
            self.place = None;
        }
        for fen in found.incomplete {
            let sentence = format!(
                "line {}: the FEN is not complete; it is read as {fen}",
                line.number
            );
            self.assumptions.push(sentence);
        }
        for index in found.by_number {
            let name = FAMOUS[index].name;
            let sentence = format!("line {}: position {} is {name}", line.number, index + 1);
            if index > 1 && !self.assumptions.contains(&sentence) {
                self.assumptions.push(sentence);
            }
        }
        let rest = &found.rest;
        let mut places = found.found.into_iter().peekable();
        if places.peek().is_none() {
            self.part(line, rest);
        }
        let mut from = 0;
        while let Some((_, place)) = places.next() {
            let end = places.peek().map_or(rest.len(), |(at, _)| *at);
            self.set_place(line, place);
            self.part(line, &rest[from..end]);
            from = end;
        }
    }

    fn set_place(&mut self, line: &Line, place: Place) {
        let is_same = self
            .place
            .as_ref()
            .is_some_and(|current| current.is_same(&place));
        if !is_same {
            if !self.open.is_empty() {
                self.close();
                self.depth = None;
            }
            self.role = Role::Unknown;
        }
        self.open.place = Some(place.clone());
        self.places.push((line.number, place.clone()));
        self.place = Some(place);
    }

    /// Reads a line, or the part of a line that belongs to one position.
    fn part(&mut self, line: &Line, text: &str) {
        let found = words(text);
        if says_others_right(&found) {
            self.open.others_right = true;
        }
        if let Some(table) = Table::heading(text) {
            self.table = Some(table);
            self.interrupted = true;
            return;
        }
        if let Some(row) = self.table.as_ref().and_then(|table| table.row(text)) {
            self.row(line, row);
            return;
        }
        let numbers = found.iter().filter(|word| word.number().is_some()).count();
        let is_text = |word: &Word| matches!(word, Word::Text(_) | Word::Move(_));
        if numbers == WIKI_COLUMNS
            && !found.iter().any(is_text)
            && let Some(row) = wiki_row(&found)
        {
            self.row(line, row);
            return;
        }
        if numbers == 0 && !found.is_empty() {
            self.table = None;
            self.heading(&found);
        }
        let found = with_depth_labels(found, self.d_is_depth);
        if let Some(mv) = uncounted(&found) {
            self.unread.push(UnreadLine {
                number: line.number,
                text: line.written.clone(),
                reason: format!("no count can be read behind {mv}"),
            });
        }
        match move_line(&found) {
            Some(moves) => self.moves(line, text, moves),
            None => {
                self.interrupted = true;
                self.sentence(line, text, &found);
            }
        }
    }

    /// `mine:` and `Stockfish 17:` say whose numbers follow.
    fn heading(&mut self, found: &[Word]) {
        let texts = found.iter().filter(|word| matches!(word, Word::Text(_)));
        let most = match found.last() {
            Some(Word::Mark(':')) => MOST_WORDS_OF_HEADING,
            _ => MOST_WORDS_ALONE,
        };
        if texts.count() <= most {
            let each = found.iter().map(|word| role(std::slice::from_ref(word)));
            let mut roles: Vec<Role> = each.filter(|role| *role != Role::Unknown).collect();
            roles.dedup();
            // `mine vs stockfish` says nothing about the next number.
            match roles[..] {
                [role] => self.role = role,
                [_, ..] => self.role = Role::Unknown,
                [] => {}
            }
        }
    }

    /// Reads prose and lines with keys.
    fn sentence(&mut self, line: &Line, text: &str, found: &[Word]) {
        let apart = text.replace(", ", " , ").replace(". ", " . ");
        let joined = without_blanks(apart.trim_end_matches(['.', ',', '?', '!']));
        let has_text = found.iter().any(|word| matches!(word, Word::Text(_)));
        let joined = joined.filter(|joined| joined.certain || has_text && !is_series(found));
        let joined = joined.map(|joined| words(&joined.text));
        let found = joined.as_deref().unwrap_or(found);
        let is_epd = is_epd(text);
        let mut loose = Vec::new();
        for segment in segments(found) {
            let said = phrase(segment, self.depth);
            if let Some(depth) = said.depth {
                self.depths.push((line.number, depth));
                self.depth = Some(depth);
                if self.open.depth.is_none() && self.is_before_total() {
                    self.open.depth = Some(depth);
                }
            }
            loose.extend(said.loose);
            for mut count in said.counts {
                if is_epd && count.role == Role::Unknown {
                    count.role = Role::Expected;
                }
                self.said(line, count);
            }
        }
        if let Some(number) = loose.first() {
            self.unread.push(UnreadLine {
                number: line.number,
                text: line.written.clone(),
                reason: format!("nothing says whether {number} is a count"),
            });
        }
    }

    /// Whether the depth of a divide can still follow: `Depth: 4`, `Nodes: 197281` behind its moves.
    fn is_before_total(&self) -> bool {
        self.open.blocks.last().is_some_and(|block| !block.closed)
    }

    /// Adds a number of a sentence.
    fn said(&mut self, line: &Line, said: Said) {
        // Where a heading names a reference, the true counts decide.
        let role = match (said.role, self.role) {
            (Role::Unknown, Role::Got) => Role::Got,
            (role, _) => role,
        };
        // `left: 8000`, `right: 8902: perft 3`
        let is_near = |(_, total): &(Role, i128)| factor(*total, said.value) < NEAR;
        if self.open.depth.is_none() && self.open.totals.iter().any(is_near) {
            self.open.depth = said.depth;
        }
        self.at_depth(line, said.depth);
        match said.kind {
            Some(kind) => self.kind(line, kind, role, said.value),
            None => self.total(line, role, said.value),
        }
    }

    /// Goes to this depth: the numbers of another one are complete.
    fn at_depth(&mut self, line: &Line, depth: Option<u32>) {
        if let Some(depth) = depth {
            self.depths.push((line.number, depth));
            self.depth = Some(depth);
            // `I get 197742. Depth 5: 4865351`
            if self.open.depth.is_none() && self.open.is_counted() {
                self.close();
            }
        }
        if self.open.is_empty() || self.open.depth.is_none() {
            self.open.depth = self.depth;
        } else if self.depth.is_some() && self.open.depth != self.depth {
            self.close();
        }
        self.open.touch(line.number, &line.written);
    }

    fn total(&mut self, line: &Line, role: Role, value: i128) {
        if role != Role::Expected
            && let Some(block) = self.open.blocks.last_mut().filter(|block| !block.closed)
        {
            let counts = block.moves.iter().flat_map(|mv| &mv.counts);
            let largest = counts.map(|count| count.1).max();
            if largest.is_some_and(|largest| (1..largest).contains(&value)) {
                // `Moves: 20`, the number of lines
                if usize::try_from(value) != Ok(block.moves.len()) {
                    self.unread.push(UnreadLine {
                        number: line.number,
                        text: line.written.clone(),
                        reason: format!("{value} is less than the count of a move"),
                    });
                }
                return;
            }
            block.total = Some(value);
            block.closed = true;
            self.role = Role::Unknown;
            return;
        }
        if let Some(block) = self.open.blocks.last_mut().filter(|block| !block.closed)
            && block.role == Role::Expected
        {
            block.closed = true;
            self.role = Role::Unknown;
        }
        let is_of_block = self
            .open
            .blocks
            .iter()
            .any(|block| block.total == Some(value));
        if is_of_block && role != Role::Expected {
            return;
        }
        let is_said = |(other, total): &(Role, i128)| {
            *total == value && (role == Role::Unknown || *other == role)
        };
        if self.open.totals.iter().any(is_said) {
            return;
        }
        // Of a series without depths, each is the next depth.
        let is_next = |(other, total): &(Role, i128)| {
            let is_same_side = role == Role::Unknown || *other == role;
            is_same_side && *total < value && factor(*total, value) > FAR_APART
        };
        let is_series = self.open.depth.is_none() && self.open.totals.iter().any(is_next);
        if is_series || !self.open.has_room(role, value) {
            self.close();
            self.open.touch(line.number, &line.written);
        }
        self.open.totals.push((role, value));
    }

    fn kind(&mut self, line: &Line, kind: &'static str, role: Role, value: i128) {
        if !self.open.has_room_for_kind(kind, role) {
            self.close();
            self.open.touch(line.number, &line.written);
        }
        self.open.kinds.push((kind, role, value));
    }

    fn row(&mut self, line: &Line, row: Row) {
        // One leaf, of which no rule is tested.
        if row.depth == Some(0) {
            return;
        }
        self.at_depth(line, row.depth);
        for (depth, value) in row.by_depth {
            self.at_depth(line, Some(depth));
            self.total(line, Role::Unknown, value);
        }
        let totals = row.numbers.iter().filter(|number| number.1.is_none());
        if let Some(mv) = row.mv {
            let counts: Vec<(Role, i128)> = totals.map(|number| (number.0, number.2)).collect();
            let marked = counts.len() > 1;
            let text = format!("{mv}: {}", counts.first().map_or(0, |count| count.1));
            let moves = vec![Counted { mv, counts, marked }];
            self.add_moves(line, &text, moves);
            return;
        }
        // Rows of one position at one depth are one after the other.
        let has_got = self
            .open
            .totals
            .iter()
            .any(|(role, _)| *role != Role::Expected);
        if has_got && totals.clone().next().is_some() {
            self.close();
            self.open.touch(line.number, &line.written);
        }
        for (role, kind, value) in row.numbers {
            match kind {
                Some(kind) => self.kind(line, kind, role, value),
                None => self.open.totals.push((role, value)),
            }
        }
    }

    fn moves(&mut self, line: &Line, text: &str, moves: MoveLine) {
        let mut others = moves.others.into_iter();
        let is_before = |words: &Vec<Word>| words.iter().any(|word| matches!(word, Word::Text(_)));
        let mut after: Vec<Vec<Word>> = others.by_ref().filter(is_before).collect();
        // The first of these may stand before the moves.
        let starts_with_move = matches!(words(text).first(), Some(Word::Move(_)));
        if !starts_with_move && !after.is_empty() {
            let before = after.remove(0);
            self.sentence(line, "", &before);
        }
        self.at_depth(line, None);
        self.add_moves(line, text, moves.moves);
        for words in after {
            self.sentence(line, "", &words);
        }
    }

    fn add_moves(&mut self, line: &Line, text: &str, moves: Vec<Counted>) {
        self.open.touch(line.number, &line.written);
        let interrupted = std::mem::take(&mut self.interrupted);
        let role = self.role;
        let is_new = match self.open.blocks.last() {
            None => true,
            Some(block) => {
                let repeats = moves
                    .iter()
                    .any(|it| block.moves.iter().any(|mv| mv.mv == it.mv));
                block.closed || interrupted && (repeats || role != block.role)
            }
        };
        if is_new {
            self.open.blocks.push(Block {
                role,
                ..Block::default()
            });
        }
        if let Some(block) = self.open.blocks.last_mut() {
            block.written.push_str(text);
            block.written.push('\n');
            block.moves.extend(moves);
        }
    }

    /// Keeps the numbers of one position and depth, and begins anew.
    fn close(&mut self) {
        let next = Draft {
            place: self.place.clone(),
            depth: self.depth,
            ..Draft::default()
        };
        let draft = std::mem::replace(&mut self.open, next);
        if !draft.is_empty() {
            self.drafts.push(draft);
        }
    }
}

/// Whether the text has right counts as in `;D1 20 ;D2 400`.
fn is_epd(text: &str) -> bool {
    let mut operations = text.split(';').skip(1).map(str::trim_start);
    operations.any(|operation| {
        let depth = operation
            .strip_prefix('D')
            .and_then(|rest| rest.split(' ').next());
        depth.is_some_and(|depth| depth.parse::<u8>().is_ok())
    })
}

/// The row of a table of the wiki without its heading.
fn wiki_row(found: &[Word]) -> Option<Row> {
    let numbers: Vec<String> = found
        .iter()
        .filter_map(|word| word.number().map(|number| number.to_string()))
        .collect();
    let row = Table::of_wiki().row(&numbers.join(" "))?;
    row.depth.filter(|depth| *depth <= 15).map(|_| row)
}

/// Words in which `d2: 400` behind `d1: 20` names a depth, not a pawn's move.
fn with_depth_labels(found: Vec<Word>, d_is_depth: bool) -> Vec<Word> {
    let begins = found
        .windows(2)
        .any(|two| two[0].is("d") && two[1].number() == Some(1));
    if !begins && !d_is_depth {
        return found;
    }
    let split = |word: Word| match &word {
        Word::Move(text) => match text.strip_prefix('d').and_then(|rest| rest.parse().ok()) {
            Some(depth) => vec![Word::Text("d".to_owned()), Word::Number(depth)],
            None => vec![word],
        },
        _ => vec![word],
    };
    found.into_iter().flat_map(split).collect()
}

/// Whether a line calls all moves right that are not listed: `others right`, `all lines right but`.
fn says_others_right(found: &[Word]) -> bool {
    let has = |known: &[&str]| found.iter().any(|word| known.iter().any(|it| word.is(it)));
    let others = has(&["others", "other", "rest", "else", "remaining"]);
    let right = has(&[
        "right",
        "correct",
        "ok",
        "okay",
        "fine",
        "match",
        "matches",
        "same",
        "agree",
        "identical",
        "good",
        "equal",
    ]);
    let negated = has(&["not", "wrong", "isn't", "aren't", "don't", "doesn't"]);
    let all_but = has(&["all", "every", "everything"]) && has(&["but", "except", "besides"]);
    right && (others && !negated || all_but)
}
