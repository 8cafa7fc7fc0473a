//! Makes claims of what was gathered.

use movegen::chess::Position;

use super::draft::Draft;
use super::names::Role;
use super::place::Place;
use super::sides::{Sides, divides, is_far, sides, true_count};
use super::truth::{MOST_LEAVES, Truth};
use crate::ask::DivideText;
use crate::why::{Claim, Counted, Evidence, OtherMoves, UnreadLine};

/// A draft whose position and depth are known.
pub(super) struct Filled {
    pub(super) draft: Draft,
    pub(super) place: Place,
    pub(super) position: Position,
    pub(super) depth: u32,
}

/// Adds the claims of a draft.
pub(super) fn add(evidence: &mut Evidence, filled: &Filled, truth: &mut Truth) {
    let Filled {
        draft,
        position,
        depth,
        ..
    } = filled;
    let total = truth.total(position, *depth);
    let mut assumptions = Vec::new();
    if total.is_none() {
        assumptions.push(format!(
            "the true count at depth {depth} was not used for reading: it is more than {MOST_LEAVES}"
        ));
    }
    if let Some(number) = is_far(draft, total) {
        evidence.unread.push(unread(
            draft,
            format!(
                "{number} is far from the count at depth {depth}, {}",
                total.unwrap_or(0)
            ),
        ));
        return;
    }
    let first_line = draft.lines.map_or(1, |(first, _)| first);
    let what = format!("leaves at depth {depth} (line {first_line})");
    let counted = sides(&draft.totals, total, &what, &mut assumptions);
    let before = evidence.claims.len();
    let divide = program_divide(filled, truth, &mut assumptions, &mut evidence.unread);
    if let Some(mut divide) = divide {
        divide.total = divide.total.or(counted.got);
        let other = other_moves(filled, &divide);
        evidence.claims.push(claim(
            filled,
            Counted::Divide(divide, other),
            counted.expected,
        ));
    }
    let kinds = kinds(filled, truth, &mut assumptions);
    if !kinds.is_empty() {
        evidence.claims.push(claim(
            filled,
            Counted::Statistics(kinds, counted.got),
            counted.expected,
        ));
    } else if let Some(got) = counted.got.filter(|_| evidence.claims.len() == before) {
        evidence
            .claims
            .push(claim(filled, Counted::Total(got), counted.expected));
    }
    if evidence.claims.len() > before {
        for sentence in assumptions {
            if !evidence.assumptions.contains(&sentence) {
                evidence.assumptions.push(sentence);
            }
        }
    }
}

fn claim(filled: &Filled, counted: Counted, expected: Option<i128>) -> Claim {
    let (first, last) = filled.draft.lines.unwrap_or((1, 1));
    Claim {
        fen: filled.place.fen.clone(),
        moves: filled.place.moves.clone(),
        depth: filled.depth,
        counted,
        expected,
        lines: first..=last,
    }
}

fn unread(draft: &Draft, reason: String) -> UnreadLine {
    UnreadLine {
        number: draft.lines.map_or(1, |(first, _)| first),
        text: draft.text.clone(),
        reason,
    }
}

/// The divide of the program.
fn program_divide(
    filled: &Filled,
    truth: &mut Truth,
    assumptions: &mut Vec<String>,
    unreadable: &mut Vec<UnreadLine>,
) -> Option<DivideText> {
    let Filled {
        draft,
        position,
        depth,
        place,
    } = filled;
    let right = truth.divide(position, *depth);
    let right = right.as_deref();
    let blocks = draft.blocks.iter();
    let mut found: Vec<(Role, DivideText)> = Vec::new();
    for (role, divide) in blocks.flat_map(|block| divides(block, position, right)) {
        let legal = divide
            .lines
            .iter()
            .filter(|(mv, _)| position.parse_move(mv).is_ok());
        if 2 * legal.count() < divide.lines.len() {
            let fen = &place.fen;
            let reason =
                format!("most moves of this divide are not legal in {fen}; name its position");
            unreadable.push(unread(draft, reason));
        } else if !found.iter().any(|(_, other)| *other == divide) {
            found.push((role, divide));
        }
    }
    let is_right = |divide: &DivideText| {
        let line_is_right =
            |(mv, count): &(String, i128)| true_count(position, right, mv) == Some(*count);
        right.is_some_and(|right| {
            divide.lines.len() == right.lines.len() && divide.lines.iter().all(line_is_right)
        })
    };
    if found.len() > 1 && found.iter().any(|(_, divide)| !is_right(divide)) {
        found.retain(|(_, divide)| !is_right(divide));
    }
    if found.len() > 1 && found.iter().any(|(role, _)| *role != Role::Expected) {
        let before = found.len();
        found.retain(|(role, _)| *role != Role::Expected);
        if found.len() < before && right.is_some_and(|_| before > 1) && !is_pair_of_columns(draft) {
            assumptions.push(format!(
                "the divide at depth {depth} that the text calls right differs from the true one"
            ));
        }
    }
    if found.len() > 1 {
        assumptions.push(format!(
            "the text has {} different divides at depth {depth}; the first one is taken for the program's",
            found.len()
        ));
    }
    found.into_iter().next().map(|(_, divide)| divide)
}

/// Whether two counts stand in each line: then the reference need not list each move.
fn is_pair_of_columns(draft: &Draft) -> bool {
    draft
        .blocks
        .iter()
        .any(|block| block.moves.iter().any(|it| it.counts.len() == 2))
}

/// What is known about moves that the divide does not list.
fn other_moves(filled: &Filled, divide: &DivideText) -> OtherMoves {
    let position = &filled.position;
    let listed: Vec<_> = divide
        .lines
        .iter()
        .filter_map(|(mv, _)| position.parse_move(mv).ok())
        .collect();
    let lists_all = position
        .legal_moves()
        .iter()
        .all(|legal| listed.contains(legal));
    let adds_up = divide.total == Some(divide.sum_of_lines());
    if lists_all || adds_up {
        OtherMoves::None
    } else if filled.draft.others_right {
        OtherMoves::Right
    } else {
        OtherMoves::Unknown
    }
}

/// The numbers of leaves by kind that the program counts.
fn kinds(
    filled: &Filled,
    truth: &mut Truth,
    assumptions: &mut Vec<String>,
) -> Vec<(&'static str, i128)> {
    let mut found: Vec<(&'static str, i128)> = Vec::new();
    for (name, ..) in &filled.draft.kinds {
        if found.iter().any(|(known, _)| known == name) {
            continue;
        }
        let of_kind = filled.draft.kinds.iter().filter(|(it, ..)| it == name);
        let numbers: Vec<(Role, i128)> =
            of_kind.map(|(_, role, number)| (*role, *number)).collect();
        // A right number alone needs no true one.
        let right = match numbers.len() {
            1 => None,
            _ => truth.statistic(&filled.position, filled.depth, name),
        };
        let what = format!("{} at depth {}", name.replace('_', " "), filled.depth);
        let Sides { got, .. } = sides(&numbers, right, &what, assumptions);
        if let Some(got) = got {
            found.push((name, got));
        }
    }
    found
}
