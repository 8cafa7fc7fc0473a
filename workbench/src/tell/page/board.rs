//! A position as an SVG drawing.

use maud::{Markup, PreEscaped, html};
use movegen::chess::{Color, File, PieceKind, Position, Rank, Square};

use super::sentence::capital;

/// The six pieces, drawn for this page, as symbols that every board refers to.
const PIECES: &str = include_str!("pieces.svg");

/// The side of a square; the pieces are drawn to this size.
const SIDE: i32 = 45;

/// The margin for coordinates.
const MARGIN: i32 = 16;

/// The meaning of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A legal move that is not listed.
    Missing,
    /// A listed move that is not legal.
    Extra,
    /// A move that is listed more than once.
    Repeated,
    /// A move with a wrong count.
    Count,
}

impl Mark {
    /// The name in the style sheet, the word in the text, and the sign that identifies it without color.
    fn names(self) -> [&'static str; 3] {
        match self {
            Mark::Missing => ["missing", "missing", "−"],
            Mark::Extra => ["extra", "extra", "+"],
            Mark::Repeated => ["repeated", "repeated", "2"],
            Mark::Count => ["count", "differs", "≠"],
        }
    }

    /// The name in the style sheet.
    pub(super) fn class(self) -> &'static str {
        self.names()[0]
    }

    /// The word in the text.
    pub(super) fn word(self) -> &'static str {
        self.names()[1]
    }

    /// The sign that identifies it without color.
    pub(super) fn sign(self) -> &'static str {
        self.names()[2]
    }
}

/// A board to be drawn.
pub(super) struct Board<'a> {
    /// Unique on the page.
    pub(super) id: String,
    /// The title of the drawing.
    pub(super) title: String,
    pub(super) position: &'a Position,
    /// The move that led here, in UCI notation.
    pub(super) last: Option<&'a str>,
    /// The arrows: moves in UCI notation.
    pub(super) arrows: Vec<(Mark, String)>,
    /// Whether coordinates are drawn.
    pub(super) coordinates: bool,
}

/// The piece symbols, needed once per page before the first board.
pub(super) fn piece_symbols() -> Markup {
    html! {
        svg class="pieces" width="0" height="0" aria-hidden="true" { (PreEscaped(PIECES)) }
    }
}

impl Board<'_> {
    pub(super) fn svg(&self) -> Markup {
        let (size, margin) = (8 * SIDE, if self.coordinates { MARGIN } else { 0 });
        let last: Vec<Square> = self.last.and_then(ends).into_iter().flatten().collect();
        // One arrow for the four promotions of a pawn.
        let mut arrows: Vec<(Mark, [Square; 2])> = Vec::new();
        for (mark, text) in &self.arrows {
            if let Some(ends) = ends(text)
                && !arrows.contains(&(*mark, ends))
            {
                arrows.push((*mark, ends));
            }
        }
        html! {
            svg class="board" viewBox=(format!("{} 0 {} {}", -margin, size + margin, size + margin)) role="img"
                aria-labelledby=(format!("{0}-title {0}-desc", self.id))
            {
                title id=(format!("{}-title", self.id)) { (self.title) }
                desc id=(format!("{}-desc", self.id)) { (self.description()) }
                @for square in Square::ALL {
                    @let (x, y) = corner(square);
                    rect class=(shade(square)) x=(x) y=(y) width=(SIDE) height=(SIDE) {}
                    @if last.contains(&square) {
                        rect class="last" x=(x + 2) y=(y + 2) width=(SIDE - 4) height=(SIDE - 4) {}
                    }
                }
                @if self.coordinates { (coordinates()) }
                @for square in Square::ALL {
                    @if let Some(piece) = self.position.piece_at(square) {
                        @let (x, y) = corner(square);
                        use class=(piece.color.to_string()) href=(format!("#{}", piece.kind.letter()))
                            x=(x) y=(y) width=(SIDE) height=(SIDE) {}
                    }
                }
                @for (mark, ends) in &arrows { (arrow(*mark, *ends)) }
                // Above all shafts, so that no sign is covered.
                @for (mark, ends) in &arrows { (badge(*mark, *ends)) }
            }
        }
    }

    /// The description for screen readers.
    fn description(&self) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            text += &format!("{}:", capital(&color.to_string()));
            for kind in PieceKind::ALL.into_iter().rev() {
                let squares = self.position.pieces(kind) & self.position.colors(color);
                for square in squares {
                    text += &format!(" {kind} {square},");
                }
            }
            text.pop();
            text += ". ";
        }
        text += &format!("{} to move.", capital(&self.position.turn().to_string()));
        if let Some(last) = self.last {
            text += &format!(" Last move: {last}.");
        }
        for (mark, arrow) in &self.arrows {
            text += &format!(" Arrow {arrow}: {}.", mark.word());
        }
        text
    }
}

fn shade(square: Square) -> &'static str {
    let is_light = (square.file().index() + square.rank().index()) % 2 == 1;
    if is_light { "light" } else { "dark" }
}

/// The upper left corner; White sits below.
fn corner(square: Square) -> (i32, i32) {
    let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
    (SIDE * file, SIDE * (7 - rank))
}

fn center(square: Square) -> (f64, f64) {
    let (x, y) = corner(square);
    let half = f64::from(SIDE) / 2.0;
    (f64::from(x) + half, f64::from(y) + half)
}

/// The two squares of a move in UCI notation.
fn ends(text: &str) -> Option<[Square; 2]> {
    Some([text.get(0..2)?.parse().ok()?, text.get(2..4)?.parse().ok()?])
}

/// Letters below the first rank and digits left of the a-file.
fn coordinates() -> Markup {
    html! {
        g class="coordinates" aria-hidden="true" {
            @for rank in Rank::ALL {
                @let (_, y) = center(Square::new(File::A, rank));
                text x=(-MARGIN / 2) y=(y + 4.0) { (rank.digit()) }
            }
            @for file in File::ALL {
                @let (x, _) = center(Square::new(file, Rank::First));
                text x=(x) y=(8 * SIDE + MARGIN - 3) { (file.letter()) }
            }
        }
    }
}

/// A shaft with a head, on a paler casing that sets it off from the pieces; a ring if the move starts
/// and ends on the same square.
fn arrow(mark: Mark, [from, to]: [Square; 2]) -> Markup {
    if from == to {
        let (x, y) = center(from);
        let ring = |class| html! { circle class=(class) cx=(x) cy=(y) r="18" {} };
        return html! {
            g class={"arrow " (mark.class())} { (ring("casing")) (ring("shaft")) }
        };
    }
    let ((x1, y1), (x2, y2)) = (center(from), center(to));
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = dx.hypot(dy);
    let (ux, uy) = (dx / length, dy / length);
    let along = |distance: f64, aside: f64| {
        let (x, y) = (
            x1 + ux * distance - uy * aside,
            y1 + uy * distance + ux * aside,
        );
        format!("{x:.1} {y:.1}")
    };
    // The head ends a little before the middle of the square, the shaft within the head.
    let (tip, neck) = (length - 2.0, length - 20.0);
    let shaft = format!("M{}L{}", along(8.0, 0.0), along(neck + 2.0, 0.0));
    let head = format!(
        "M{}L{}L{}z",
        along(tip, 0.0),
        along(neck, 11.0),
        along(neck, -11.0)
    );
    html! {
        g class={"arrow " (mark.class())} {
            path class="casing" d=(shaft) {}
            path class="casing head" d=(head) {}
            path class="shaft" d=(shaft) {}
            path class="head" d=(head) {}
        }
    }
}

/// The sign of the mark on the shaft.
fn badge(mark: Mark, [from, to]: [Square; 2]) -> Markup {
    let ((x1, y1), (x2, y2)) = (center(from), center(to));
    // Nearer to the start: arrows from different squares often end on the same one.
    let (x, y) = (x1 + 0.4 * (x2 - x1), y1 + 0.4 * (y2 - y1));
    let at = |value: f64| format!("{value:.1}");
    html! {
        g class={"badge " (mark.class())} {
            circle cx=(at(x)) cy=(at(y)) r="8" {}
            text x=(at(x)) y=(at(y + 4.0)) text-anchor="middle" { (mark.sign()) }
        }
    }
}
