//! The part of the page about one disagreement.

use maud::{Markup, html};

use super::board::Board;
use super::facts::{arrows, facts, legend};
use super::sentence::sentence;
use super::{PageFinding, command, divide};
use crate::explain::Diagnosis;
use crate::find::{Comparison, Disagreement, Shrunk, Smallest, gain};
use crate::tell::fold::more_like_this;
use crate::tell::{Plies, text};

/// One disagreement, to be drawn.
pub(super) struct Section<'a> {
    pub(super) finding: &'a PageFinding<'a>,
    /// Unique on the page.
    pub(super) id: String,
    /// The name of the other program.
    pub(super) name: &'a str,
}

impl Section<'_> {
    pub(super) fn html(&self) -> Markup {
        let PageFinding {
            diagnosis,
            shrunk,
            again,
            ..
        } = self.finding;
        html! {
            (self.place())
            @if let Some(Shrunk { smallest: Smallest::Found(smallest), .. }) = shrunk {
                @let gain = gain(&smallest.found, &diagnosis.found);
                (self.situation("smallest", &format!("The smallest position found: {gain}"), smallest))
                (self.situation("found", "The position that was found", diagnosis))
            } @else {
                (self.situation("found", "What is wrong", diagnosis))
            }
            @if let Some(shrunk) = shrunk { (self.no_smaller(shrunk)) }
            @if diagnosis.found.trail.len() > 1 { (self.descent()) }
            (self.divides())
            @if !again.is_empty() {
                section {
                    h2 { "Found again" }
                    details {
                        summary { (more_like_this(again.len())) }
                        ul { @for place in *again { li { (place) } } }
                    }
                }
            }
        }
    }

    fn place(&self) -> Markup {
        let Disagreement {
            depth, total, path, ..
        } = &self.finding.diagnosis.found;
        html! {
            p class="where" {
                @if path.is_empty() { "In the first position of the comparison" }
                @else { "After " (path.join(" ")) }
                ", first seen at depth " (depth) ", where Canopy counts " (total)
                @if *total == 1 { " leaf." } @else { " leaves." }
                @if let Some(origin) = &self.finding.origin { " " (sentence(origin)) }
            }
        }
    }

    /// Why no smaller position is shown, or why the search for it ended early.
    fn no_smaller(&self, shrunk: &Shrunk<Diagnosis>) -> Markup {
        let found = matches!(shrunk.smallest, Smallest::Found(_));
        html! {
            @if !found || shrunk.error.is_some() {
                section {
                    @if !found { p { (sentence(&text::outcome(shrunk, &self.finding.diagnosis.found))) } }
                    @if let Some(error) = &shrunk.error {
                        p { "The search for a smaller position ended early: " (error) }
                    }
                }
            }
        }
    }

    /// A position with its arrows, what is wrong there, and the commands that reproduce it.
    fn situation(&self, part: &str, heading: &str, diagnosis: &Diagnosis) -> Markup {
        let found = &diagnosis.found;
        let node = &found.node;
        let board = Board {
            id: format!("{}-{part}", self.id),
            title: format!("{heading}: {}", node.set_up),
            position: node.position.chess(),
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
                    (facts(diagnosis, self.finding.diagnosis))
                    h3 { "Position" }
                    (command(&node.set_up))
                    h3 { "To reproduce it" }
                    @for line in &diagnosis.commands { (command(line)) }
                }
            }
        }
    }

    /// The positions from the first one to the wrong one.
    fn descent(&self) -> Markup {
        let found = &self.finding.diagnosis.found;
        html! {
            section {
                h2 { "Path to the position" }
                ol class="path" {
                    @for (number, asked) in found.trail.iter().enumerate() {
                        @let last = number.checked_sub(1).and_then(|index| found.path.get(index));
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
            id: format!("{}-path-{number}", self.id),
            title: title.clone(),
            position: asked.node.position.chess(),
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

    /// Both divides of every position on the path, the last one first.
    fn divides(&self) -> Markup {
        let Diagnosis { found, style, .. } = self.finding.diagnosis;
        html! {
            section {
                h2 { "Side by side" }
                @for (number, asked) in found.trail.iter().enumerate().rev() {
                    @let path = found.path.get(..number).unwrap_or_default();
                    details open[number + 1 == found.trail.len()] {
                        summary {
                            @if path.is_empty() { "The first position" }
                            @else { "After " (path.join(" ")) }
                            ", " (Plies(asked.node.depth)) " deep"
                        }
                        (divide::side_by_side(asked, *style, self.name))
                    }
                }
            }
        }
    }
}
