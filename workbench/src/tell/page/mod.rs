//! A diagnosis as a self-contained HTML page: no network, no scripts, no fonts.
//!
//! `maud` escapes all texts, so the output of the other program cannot inject anything.

mod board;
mod divide;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use movegen::chess::Move;

use self::board::{Board, Mark};
use super::text::{self, Plies};
use crate::explain::Diagnosis;
use crate::find::{Comparison, Disagreement, Finding, Shrunk, Smallest, gain};

const STYLE: &str = include_str!("page.css");

/// Tells the browser to load nothing, whatever the text contains.
const NOTHING_LOADED: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// A page about one disagreement.
pub struct Page<'a> {
    /// What was found.
    pub diagnosis: &'a Diagnosis,
    /// The smallest position, if it was searched for.
    pub shrunk: Option<&'a Shrunk<Diagnosis>>,
    /// The name of the other program.
    pub name: &'a str,
    /// The command that has found it, quoted for a shell.
    pub command: &'a str,
}

impl Page<'_> {
    /// The whole page.
    pub fn html(&self) -> String {
        let title = format!("{}: {}", self.name, headline(&self.diagnosis.found.finding));
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta http-equiv="Content-Security-Policy" content=(NOTHING_LOADED);
                    title { (title) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    (board::piece_symbols())
                    header { (self.head()) }
                    main {
                        (situation("found", "What is wrong", self.diagnosis))
                        @if let Some(shrunk) = self.shrunk { (self.smallest(shrunk)) }
                        @if self.diagnosis.found.trail.len() > 1 { (self.descent()) }
                        (self.divides())
                        (self.reproduce())
                    }
                    footer { p { "Written by Canopy " (env!("CARGO_PKG_VERSION")) "." } }
                }
            }
        };
        page.into_string()
    }

    fn head(&self) -> Markup {
        let Disagreement {
            depth, total, path, ..
        } = &self.diagnosis.found;
        html! {
            p class="names" { strong { (self.name) } " against " strong { "Canopy" } }
            h1 { (headline(&self.diagnosis.found.finding)) }
            p class="where" {
                @if path.is_empty() { "In the start position of the comparison" }
                @else { "After " (path.join(" ")) }
                ", first seen at depth " (depth) ", where Canopy counts " (total) " leaves."
            }
        }
    }

    fn smallest(&self, shrunk: &Shrunk<Diagnosis>) -> Markup {
        html! {
            @match &shrunk.smallest {
                Smallest::Found(smallest) => {
                    (situation(
                        "smallest",
                        &format!("The smallest position found: {}", gain(&smallest.found, &self.diagnosis.found)),
                        smallest,
                    ))
                }
                Smallest::Same => section { p { "No smaller position was found that shows it." } }
                Smallest::Unsteady => {
                    section {
                        p { "No smaller position is shown: the answer depends on earlier questions." }
                    }
                }
            }
        }
    }

    /// The positions from the first one to the wrong one.
    fn descent(&self) -> Markup {
        let path = &self.diagnosis.found.path;
        html! {
            section {
                h2 { "Path to the position" }
                ol class="path" {
                    @for (number, asked) in self.diagnosis.found.trail.iter().enumerate() {
                        @let last = number.checked_sub(1).and_then(|index| path.get(index));
                        li { (self.path_step(number, asked, last.map(String::as_str))) }
                    }
                }
            }
        }
    }

    fn path_step(&self, number: usize, asked: &Comparison, last: Option<&str>) -> Markup {
        let title = match last {
            Some(last) => format!("{number}. {last}"),
            None => "first position".to_owned(),
        };
        let board = Board {
            id: format!("path-{number}"),
            title: title.clone(),
            position: &asked.node.position,
            last: last.or(asked.node.moves.last().map(String::as_str)),
            arrows: Vec::new(),
            coordinates: false,
        };
        html! {
            figure {
                (board.svg())
                figcaption {
                    strong { (title) }
                    span { (Plies(asked.node.depth)) " deep" }
                    span { "Canopy: " (asked.ours.total) }
                    @if let Some(total) = divide::their_total(asked) {
                        span { (self.name) ": " (total) }
                    }
                }
            }
        }
    }

    fn divides(&self) -> Markup {
        let trail = &self.diagnosis.found.trail;
        html! {
            section {
                h2 { "Side by side" }
                @for (number, asked) in trail.iter().enumerate().rev() {
                    @let path = self.diagnosis.found.path.get(..number).unwrap_or_default();
                    details open[number + 1 == trail.len()] {
                        summary {
                            @if path.is_empty() { "The first position" }
                            @else { "After " (path.join(" ")) }
                            ", " (Plies(asked.node.depth)) " deep"
                        }
                        (divide::side_by_side(asked, self.diagnosis.style, self.name))
                    }
                }
            }
        }
    }

    /// The commands that reproduce it.
    fn reproduce(&self) -> Markup {
        let smallest = self.shrunk.and_then(|shrunk| match &shrunk.smallest {
            Smallest::Found(smallest) => Some(smallest.as_ref()),
            Smallest::Same | Smallest::Unsteady => None,
        });
        html! {
            section {
                h2 { "How to reproduce it" }
                h3 { "The position that was found" }
                @for command in &self.diagnosis.commands { pre { code { (command) } } }
                @if let Some(smallest) = smallest {
                    h3 { "The smallest position" }
                    @for command in &smallest.commands { pre { code { (command) } } }
                }
                h3 { "The whole comparison" }
                pre { code { (self.command) } }
            }
        }
    }
}

/// A position with its arrows, and what is wrong there.
fn situation(id: &str, heading: &str, diagnosis: &Diagnosis) -> Markup {
    let found = &diagnosis.found;
    let node = &found.node;
    let board = Board {
        id: id.to_owned(),
        title: format!("{heading}: {}", node.set_up),
        position: &node.position,
        last: found.path.last().or(node.moves.last()).map(String::as_str),
        arrows: arrows(diagnosis),
        coordinates: true,
    };
    html! {
        section class="situation" {
            h2 { (heading) }
            figure {
                (board.svg())
                figcaption { (legend(&board.arrows)) }
            }
            div class="facts" {
                (facts(diagnosis))
                h3 { "Position" }
                p { code { (node.set_up) } }
                @if let Some(two_ways) = &found.two_ways {
                    h3 { "The same position gets different answers when it is played and when it is set up" }
                    dl {
                        @for (line, difference) in text::position_commands(two_ways) {
                            dt class=(if difference.is_none() { "right" } else { "wrong" }) {
                                (if difference.is_none() { "right" } else { "wrong" })
                            }
                            dd { code { (line) } }
                        }
                    }
                }
            }
        }
    }
}

fn arrows(diagnosis: &Diagnosis) -> Vec<(Mark, String)> {
    let found = &diagnosis.found;
    let difference = found.finding.difference();
    let uci = |mv: Move| found.node.position.uci(mv, diagnosis.style);
    let marked = |mark, moves: &[Move]| -> Vec<(Mark, String)> {
        moves.iter().map(|&mv| (mark, uci(mv))).collect()
    };
    let mut arrows = marked(Mark::Missing, &difference.missing);
    let extra = difference.extra.iter();
    arrows.extend(extra.map(|text| (Mark::Extra, text.clone())));
    arrows.extend(marked(Mark::Repeated, &difference.repeated));
    let counts: Vec<Move> = few_counts(found).iter().map(|count| count.0).collect();
    arrows.extend(marked(Mark::Count, &counts));
    arrows
}

/// Each wrong move with its rule, and what follows from all of them.
fn facts(diagnosis: &Diagnosis) -> Markup {
    let Diagnosis {
        found, explanation, ..
    } = diagnosis;
    let uci = |mv: Move| found.node.position.uci(mv, diagnosis.style);
    let item = |mark: Mark, text: &str, reason: &str| {
        html! {
            li class=(mark.class()) {
                span class="sign" aria-hidden="true" { (mark.sign()) }
                strong { (text) } " " em { (mark.word()) }
                @if !reason.is_empty() { p { (reason) } }
            }
        }
    };
    html! {
        ul class="moves" {
            @for (mv, reason) in &explanation.moves.missing {
                (item(Mark::Missing, &uci(*mv), reason))
            }
            @for (text, reason) in &explanation.moves.extra { (item(Mark::Extra, text, reason)) }
            @for &mv in &found.finding.difference().repeated {
                (item(Mark::Repeated, &uci(mv), ""))
            }
            @for &(mv, ours, theirs) in few_counts(found) {
                (item(Mark::Count, &uci(mv), &format!("{theirs}, should be {ours}")))
            }
        }
        @for sentence in &explanation.patterns { p { (sentence_of(sentence)) } }
        @if let Some(bug) = &explanation.bug { p { (sentence_of(bug)) } }
        @if found.remembers {
            p {
                "Asked about this position first, it gives a different answer: it keeps something \
                 from earlier positions."
            }
        }
    }
}

/// The moves with a wrong count, if they are the finding and few enough to show one by one. The
/// divide shows all of them.
fn few_counts(found: &Disagreement) -> &[(Move, u128, i128)] {
    const FEW: usize = 6;
    let difference = found.finding.difference();
    match difference.counts.len() {
        1..=FEW if !difference.in_moves() => &difference.counts,
        _ => &[],
    }
}

/// The finding as a headline.
fn headline(finding: &Finding) -> String {
    let several = |count: usize, one: &str, more: &str| match count {
        1 => one.to_owned(),
        count => format!("{count} {more}"),
    };
    match finding {
        Finding::Moves(difference) => {
            let missing = difference.missing.len();
            let extra = difference.extra.len();
            let repeated = difference.repeated.len();
            let parts = [
                (
                    missing,
                    several(
                        missing,
                        "a legal move is missing",
                        "legal moves are missing",
                    ),
                ),
                (
                    extra,
                    several(
                        extra,
                        "an illegal move is listed",
                        "illegal moves are listed",
                    ),
                ),
                (
                    repeated,
                    several(repeated, "a move is repeated", "moves are repeated"),
                ),
            ];
            let parts = parts.into_iter().filter(|(count, _)| *count > 0);
            capital(&parts.map(|(_, text)| text).collect::<Vec<_>>().join(", "))
        }
        Finding::Leaves(_) => "A single move does not count 1 at depth 1".to_owned(),
        Finding::Total(_) => "The total is not the sum of the counts".to_owned(),
        Finding::Refused(_) => "The number of moves is wrong".to_owned(),
        Finding::Unreadable(_) => "Some lines could not be read".to_owned(),
        Finding::Tree(_) => "Every position is right on its own, but the tree is wrong".to_owned(),
        Finding::Counts(_) => "The counts differ".to_owned(),
    }
}

/// The text with a capital first letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// The text with a capital first letter and a full stop.
fn sentence_of(text: &str) -> String {
    format!("{}.", capital(text))
}

/// The meaning of the arrows on the board.
fn legend(arrows: &[(Mark, String)]) -> Markup {
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
