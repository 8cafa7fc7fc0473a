//! Makes claims of what was gathered.

use movegen::chess::explain::Illegal;
use movegen::chess::variant::VariantPosition;
use movegen::chess::{CastlingStyle, MoveError};

use super::draft::Draft;
use super::names::Role;
use super::place::Place;
use super::sides::{Sides, divides, is_far, sides, true_count};
use super::truth::{Truth, most_leaves};
use crate::ask::DivideText;
use crate::why::{Claim, Counted, Evidence, OtherMoves, UnreadLine};

/// A draft whose position and depth are known.
pub(super) struct Filled {
    pub(super) draft: Draft,
    pub(super) place: Place,
    pub(super) position: VariantPosition,
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
            "the true count at depth {depth} was not used for reading: it is more than {}",
            most_leaves(position)
        ));
    }
    let (far, totals): (Vec<_>, Vec<_>) = draft.totals.iter().partition(|it| is_far(it, total));
    for (_, number) in far {
        let total = total.unwrap_or(0);
        let reason = format!("{number} is far from the count at depth {depth}, {total}");
        evidence.unread.push(draft.unread(reason));
    }
    let first_line = draft.lines.map_or(1, |(first, _)| first);
    let what = format!("leaves at depth {depth} (line {first_line})");
    let counted = sides(&totals, total, &what, &mut assumptions);
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
        lines: Some(first..=last),
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
        let lines = divide.lines.iter();
        let possible = lines.filter(|(mv, _)| is_pseudo_legal(position, mv));
        if 2 * possible.count() < divide.lines.len() {
            let fen = &place.fen;
            let reason = format!(
                "most moves of this divide are not pseudo-legal in {fen}; name its position"
            );
            unreadable.push(draft.unread(reason));
        } else if !found.iter().any(|(_, other)| *other == divide) {
            found.push((role, divide));
        }
    }
    let lines_are_right = |divide: &DivideText| {
        let mut lines = divide.lines.iter();
        right.is_some() && lines.all(|(mv, count)| true_count(position, right, mv) == Some(*count))
    };
    let is_right = |divide: &DivideText| {
        let lists_all = right.is_some_and(|right| divide.lines.len() == right.lines.len());
        lists_all && lines_are_right(divide)
    };
    let is_expected = |it: &(Role, DivideText)| it.0 == Role::Expected;
    // Right lines of a reference beside a total of the program are no claim.
    let has_got = draft.totals.iter().any(|(role, _)| *role == Role::Got);
    let is_reference =
        |it: &(Role, DivideText)| is_expected(it) && has_got && lines_are_right(&it.1);
    if found.iter().any(|it| !is_expected(it)) || found.iter().all(is_reference) {
        let is_wrong =
            |it: &(Role, DivideText)| is_expected(it) && right.is_some() && !lines_are_right(&it.1);
        if found.iter().any(is_wrong) {
            assumptions.push(format!(
                "the divide at depth {depth} that the text calls right differs from the true one"
            ));
        }
        found.retain(|it| !is_expected(it));
    }
    if found.iter().any(|(role, _)| *role == Role::Got) {
        found.retain(|(role, _)| *role == Role::Got);
    }
    let tests: [&dyn Fn(&DivideText) -> bool; 2] = [&lines_are_right, &is_right];
    for is_right in tests {
        if found.len() > 1 && found.iter().any(|(_, divide)| !is_right(divide)) {
            found.retain(|(_, divide)| !is_right(divide));
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

/// Whether a move is pseudo-legal in a position: a program with a defect may list it.
fn is_pseudo_legal(position: &VariantPosition, mv: &str) -> bool {
    match position.parse_move(mv) {
        Ok(_) => true,
        Err(MoveError::Illegal(illegal)) => {
            illegal.is_pseudo_legal() || is_possible(position, &illegal)
        }
        Err(_) => false,
    }
}

/// Whether only a rule of a variant forbids a move, such as the end of the game or what can be dropped.
fn is_possible(position: &VariantPosition, illegal: &Illegal) -> bool {
    let rules = position.rules();
    if illegal.uci.drop.is_some() {
        return rules.has_drops();
    }
    let text = illegal.uci.to_string();
    let is_same = |mv| position.uci(mv, CastlingStyle::Standard) == text;
    !rules.is_standard() && position.pseudo_legal_moves().into_iter().any(is_same)
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
