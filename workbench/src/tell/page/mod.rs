//! A disagreement as one page of HTML that needs nothing else: no network, no script, no font.
//!
//! Everything is put in as text by `maud`, which escapes it: the other side may write what it
//! likes.

mod board;
mod divide;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use movegen::chess::{CastlingStyle, Move};

use self::board::{Board, Mark};
use super::report_text::{self, Plies};
use crate::ask::OtherSide;
use crate::explain::Explanation;
use crate::find::{Comparison, Disagreement, Finding, Shrunk, Smallest, gain};

const STYLE: &str = include_str!("page.css");

/// The browser is told to load nothing, whatever should ever get into the text.
const NOTHING_LOADED: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// What a page is about.
pub struct Page<'a> {
    /// What was found.
    pub found: &'a Disagreement,
    /// What it was made into, if that was asked for.
    pub shrunk: Option<&'a Shrunk>,
    /// How castling is written.
    pub style: CastlingStyle,
    /// Who disagrees.
    pub other: &'a dyn OtherSide,
    /// Its name.
    pub name: &'a str,
    /// The command that has found it, as a shell wants it.
    pub command: &'a str,
}

impl Page<'_> {
    /// The whole page.
    pub fn html(&self) -> String {
        let title = format!("{}: {}", self.name, headline(&self.found.finding));
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
                    (board::men())
                    header { (self.head()) }
                    main {
                        (self.situation("found", "What is wrong", self.found))
                        @if let Some(shrunk) = self.shrunk { (self.smallest(shrunk)) }
                        @if self.found.trail.len() > 1 { (self.descent()) }
                        (self.divides())
                        (self.by_hand())
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
        } = self.found;
        html! {
            p class="names" { strong { (self.name) } " against " strong { "Canopy" } }
            h1 { (headline(&self.found.finding)) }
            p class="where" {
                @if path.is_empty() { "In the very position that was asked about" }
                @else { "After " (path.join(" ")) }
                ", first seen at depth " (depth) ", where Canopy counts " (total) " leaves."
            }
        }
    }

    /// A position with its arrows, and in words what is wrong.
    fn situation(&self, id: &str, heading: &str, found: &Disagreement) -> Markup {
        let step = &found.step;
        let arrows = self.arrows(found);
        let board = Board {
            id: id.to_owned(),
            title: format!("{heading}: {}", step.set_up),
            position: &step.position,
            last: found.path.last().or(step.moves.last()).map(String::as_str),
            arrows,
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
                    (self.facts(found))
                    h3 { "Position" }
                    p { code { (step.set_up) } }
                    @if let Some(two_ways) = &found.two_ways {
                        h3 { "The same position, given in two ways, gets two answers" }
                        dl {
                            @for (line, difference) in report_text::told(two_ways) {
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

    fn arrows(&self, found: &Disagreement) -> Vec<(Mark, String)> {
        let difference = found.finding.difference();
        let uci = |mv: Move| found.step.position.uci(mv, self.style);
        let of = |mark, moves: &[Move]| -> Vec<(Mark, String)> {
            moves.iter().map(|&mv| (mark, uci(mv))).collect()
        };
        let mut arrows = of(Mark::Missing, &difference.missing);
        arrows.extend(
            difference
                .extra
                .iter()
                .map(|text| (Mark::Extra, text.clone())),
        );
        arrows.extend(of(Mark::Repeated, &difference.repeated));
        let counts: Vec<Move> = counted(found).iter().map(|count| count.0).collect();
        arrows.extend(of(Mark::Count, &counts));
        arrows
    }

    /// Each wrong move with its rule, and what follows from them together.
    fn facts(&self, found: &Disagreement) -> Markup {
        let explained = Explanation::of(found, self.style);
        let uci = |mv: Move| found.step.position.uci(mv, self.style);
        let item = |mark: Mark, text: &str, why: &str| {
            html! {
                li class=(mark.class()) {
                    span class="sign" aria-hidden="true" { (mark.sign()) }
                    strong { (text) } " " em { (mark.word()) }
                    @if !why.is_empty() { p { (why) } }
                }
            }
        };
        html! {
            ul class="moves" {
                @for (mv, why) in &explained.missing { (item(Mark::Missing, &uci(*mv), why)) }
                @for (text, why) in &explained.extra { (item(Mark::Extra, text, why)) }
                @for &mv in &found.finding.difference().repeated {
                    (item(Mark::Repeated, &uci(mv), ""))
                }
                @for &(mv, ours, theirs) in counted(found) {
                    (item(Mark::Count, &uci(mv), &format!("{theirs}, should be {ours}")))
                }
            }
            @for sentence in &explained.in_common { p { (sentence_of(sentence)) } }
            @if let Some(bug) = &explained.bug { p { (sentence_of(bug)) } }
            @if found.remembers {
                p {
                    "Comparison about this position before anything else, it gives another answer: it keeps \
                     something from the positions before."
                }
            }
        }
    }

    fn smallest(&self, shrunk: &Shrunk) -> Markup {
        html! {
            @match &shrunk.smallest {
                Smallest::Found(smallest) => {
                    (self.situation(
                        "smallest",
                        &format!("The smallest position found: {}", gain(smallest, self.found)),
                        smallest,
                    ))
                }
                Smallest::Same => section { p { "No smaller position was found that shows it." } }
                Smallest::Unsteady => {
                    section {
                        p { "No smaller position is shown: the answer depends on what was asked before." }
                    }
                }
            }
        }
    }

    /// The way from the first position to the wrong one.
    fn descent(&self) -> Markup {
        let path = &self.found.path;
        html! {
            section {
                h2 { "The way down" }
                ol class="path" {
                    @for (number, asked) in self.found.trail.iter().enumerate() {
                        @let last = number.checked_sub(1).and_then(|index| path.get(index));
                        li { (self.stop(number, asked, last.map(String::as_str))) }
                    }
                }
            }
        }
    }

    fn stop(&self, number: usize, asked: &Comparison, last: Option<&str>) -> Markup {
        let title = match last {
            Some(last) => format!("{number}. {last}"),
            None => "first position".to_owned(),
        };
        let board = Board {
            id: format!("path-{number}"),
            title: title.clone(),
            position: &asked.step.position,
            last: last.or(asked.step.moves.last().map(String::as_str)),
            arrows: Vec::new(),
            coordinates: false,
        };
        html! {
            figure {
                (board.svg())
                figcaption {
                    strong { (title) }
                    span { (Plies(asked.step.depth)) " deep" }
                    span { "Canopy: " (asked.ours.total) }
                    @if let Some(total) = divide::their_total(asked) {
                        span { (self.name) ": " (total) }
                    }
                }
            }
        }
    }

    fn divides(&self) -> Markup {
        let trail = &self.found.trail;
        html! {
            section {
                h2 { "Side by side" }
                @for (number, asked) in trail.iter().enumerate().rev() {
                    @let path = self.found.path.get(..number).unwrap_or_default();
                    details open[number + 1 == trail.len()] {
                        summary {
                            @if path.is_empty() { "The first position" }
                            @else { "After " (path.join(" ")) }
                            ", " (Plies(asked.step.depth)) " deep"
                        }
                        (divide::side_by_side(asked, self.style, self.name))
                    }
                }
            }
        }
    }

    /// The commands that show it again.
    fn by_hand(&self) -> Markup {
        let commands = |found| report_text::commands(found, self.style, self.other);
        let smallest = self.shrunk.and_then(|shrunk| match &shrunk.smallest {
            Smallest::Found(smallest) => Some(smallest.as_ref()),
            Smallest::Same | Smallest::Unsteady => None,
        });
        html! {
            section {
                h2 { "To see it" }
                h3 { "What was found" }
                @for command in commands(self.found) { pre { code { (command) } } }
                @if let Some(smallest) = smallest {
                    h3 { "The smallest position" }
                    @for command in commands(smallest) { pre { code { (command) } } }
                }
                h3 { "The whole hunt" }
                pre { code { (self.command) } }
            }
        }
    }
}

/// The moves with a wrong count, if they are what was found and few enough to be looked at one by
/// one; all of them are in the divide.
fn counted(found: &Disagreement) -> &[(Move, u128, u128)] {
    const FEW: usize = 6;
    let difference = found.finding.difference();
    match difference.counts.len() {
        1..=FEW if !difference.in_moves() => &difference.counts,
        _ => &[],
    }
}

/// The finding in a few words.
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
        Finding::Leaves(_) => "A single move counts for more than one leaf".to_owned(),
        Finding::Total(_) => "The total is not the sum of its lines".to_owned(),
        Finding::Refused(_) => "It counts another number of moves".to_owned(),
        Finding::Tree(_) => "Right in every position, and wrong in the tree".to_owned(),
        Finding::Counts(_) => "The counts differ".to_owned(),
    }
}

/// With a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// With a capital letter and an end.
fn sentence_of(text: &str) -> String {
    format!("{}.", capital(text))
}

/// What the arrows mean, as far as there are any.
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
