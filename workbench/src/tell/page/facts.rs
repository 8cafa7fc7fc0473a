//! What is wrong in a position: arrows for the board, each wrong move with its rule, and sentences.

use maud::{Markup, html};
use movegen::chess::Move;

use super::board::Mark;
use super::sentence::sentence;
use crate::explain::Diagnosis;
use crate::find::Disagreement;
use crate::tell::content::{self, Content, Evidence};
use crate::tell::fold::{fold, more_like_this};

/// A wrong move: how, its text, and the reason if there is one.
struct WrongMove {
    mark: Mark,
    text: String,
    reason: String,
}

/// The wrong moves as arrows, in UCI notation.
pub(super) fn arrows(diagnosis: &Diagnosis) -> Vec<(Mark, String)> {
    let found = &diagnosis.found;
    let wrong = wrong_moves(diagnosis).into_iter();
    let counts = few_counts(found).iter();
    let uci = |mv: Move| found.node.position.uci(mv, diagnosis.style);
    wrong
        .map(|wrong| (wrong.mark, wrong.text))
        .chain(counts.map(|count| (Mark::Count, uci(count.0))))
        .collect()
}

fn wrong_moves(diagnosis: &Diagnosis) -> Vec<WrongMove> {
    let found = &diagnosis.found;
    let uci = |mv: Move| found.node.position.uci(mv, diagnosis.style);
    let wrong = |mark: Mark, text: String, reason: &str| WrongMove {
        mark,
        text,
        reason: reason.to_owned(),
    };
    let moves = &diagnosis.explanation.moves;
    let missing = moves.missing.iter();
    let extra = moves.extra.iter();
    let repeated = found.finding.difference().repeated.iter();
    missing
        .map(|(mv, reason)| wrong(Mark::Missing, uci(*mv), reason))
        .chain(extra.map(|(text, reason)| wrong(Mark::Extra, text.clone(), reason)))
        .chain(repeated.map(|&mv| wrong(Mark::Repeated, uci(mv), "")))
        .collect()
}

/// Each wrong move with its rule, and the other evidence. The headline of the page is not repeated.
pub(super) fn facts(diagnosis: &Diagnosis, first: &Diagnosis) -> Markup {
    let content = Content::of(diagnosis);
    // The wrong moves have a list of their own.
    let wrong = wrong_moves(diagnosis);
    let listed = |part: &&Evidence| {
        let first = part.moves.first();
        first.is_some_and(|first| wrong.iter().any(|wrong| wrong.text == *first))
    };
    let others = content.evidence.iter().filter(|part| !listed(part));
    html! {
        @if content.headline != content::headline(first) {
            p class="headline" { (sentence(&content.headline)) }
        }
        (moves(&wrong))
        @for part in others { (lines(part)) }
    }
}

/// The wrong moves; those that break the same rule are folded.
fn moves(wrong: &[WrongMove]) -> Markup {
    let reasons: Vec<String> = wrong
        .iter()
        .map(|wrong| format!("{} {} {}", wrong.mark.word(), wrong.text, wrong.reason))
        .collect();
    let item = |reason: &str| {
        let number = reasons.iter().position(|other| other == reason);
        number.and_then(|number| wrong.get(number)).map(list_item)
    };
    html! {
        @for folded in fold(&reasons) {
            ul class="moves" {
                @for reason in &folded.shown { @if let Some(item) = item(reason) { (item) } }
            }
            @if !folded.more.is_empty() {
                details {
                    summary { (more_like_this(folded.more.len())) }
                    ul class="moves" {
                        @for reason in &folded.more { @if let Some(item) = item(reason) { (item) } }
                    }
                }
            }
        }
    }
}

fn list_item(wrong: &WrongMove) -> Markup {
    let mark = wrong.mark;
    html! {
        li class=(mark.class()) {
            span class="sign" aria-hidden="true" { (mark.sign()) }
            strong { (wrong.text) } " " em { (mark.word()) }
            @if !wrong.reason.is_empty() { p { (wrong.reason) } }
        }
    }
}

/// A sentence and the lines below it.
fn lines(part: &Evidence) -> Markup {
    html! {
        @if !part.moves.is_empty() {
            p { (super::capital(&part.sentence)) ": " (part.moves.join(" ")) "." }
        } @else if part.lines.is_empty() {
            p { (sentence(&part.sentence)) }
        } @else {
            p { (super::capital(&part.sentence)) ":" }
            ul class="lines" {
                @for folded in fold(&part.lines) {
                    @for line in &folded.shown { li { (line) } }
                    @if !folded.more.is_empty() {
                        li {
                            details {
                                summary { (more_like_this(folded.more.len())) }
                                ul { @for line in &folded.more { li { (line) } } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The moves with a wrong count, if they are the finding and few enough for arrows.
fn few_counts(found: &Disagreement) -> &[(Move, u128, i128)] {
    const FEW: usize = 6;
    let difference = found.finding.difference();
    match difference.counts.len() {
        1..=FEW if !difference.in_moves() => &difference.counts,
        _ => &[],
    }
}

/// The meaning of the arrows on the board.
pub(super) fn legend(arrows: &[(Mark, String)]) -> Markup {
    let all = [Mark::Missing, Mark::Extra, Mark::Repeated, Mark::Count];
    html! {
        @for mark in all {
            @if arrows.iter().any(|(other, _)| *other == mark) {
                span class={"key " (mark.class())} {
                    svg viewBox="0 0 36 12" width="36" height="12" aria-hidden="true" {
                        g class={"arrow " (mark.class())} {
                            path class="shaft" d="M2 6h22" {}
                            path class="head" d="M35 6l-12-6v12z" {}
                        }
                    }
                    (mark.sign()) " " (mark.word())
                }
            }
        }
    }
}
