//! The views of a [`Diagnosis`]: text, HTML page, JSON.
//!
//! `content` decides what is said about a position and in which order; the views only lay it out.

mod content;
mod fold;
mod json;
mod no_answer;
mod page;
mod special;
mod text;

use std::fmt::{self, Display};

use crate::explain::Diagnosis;

pub use fold::more_like_this;
pub use json::{disagreement_fields, shrunk_fields};
pub use no_answer::{describe_no_answer, no_answer_fields};
pub use page::{Page, PageFinding};
pub use text::{agreed, describe, describe_divide_diff, describe_drawn, describe_shrunk};

/// The sentence that matters most, without a full stop: the cause if there is one, else the rule of
/// the wrong moves, else the fact.
pub fn headline(diagnosis: &Diagnosis) -> String {
    content::headline(diagnosis)
}

/// ` moves e2e4 e7e5`; nothing without moves.
fn with_moves(moves: &[String]) -> String {
    match moves {
        [] => String::new(),
        moves => format!(" moves {}", moves.join(" ")),
    }
}

/// `1 ply`, `2 plies`
struct Plies(u32);

impl Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => write!(f, "1 ply"),
            depth => write!(f, "{depth} plies"),
        }
    }
}
