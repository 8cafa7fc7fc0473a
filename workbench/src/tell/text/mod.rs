//! A diagnosis as text for a terminal or a test's output. Texts have no line end after the last line.
//!
//! The order is always the same: the sentence that matters most, the position, the evidence, the
//! commands that reproduce it.

mod divides;

use std::fmt::{self, Display, Write as _};

pub use self::divides::describe_divide_diff;
use super::content::{Content, Evidence};
use super::fold::{fold, more_like_this};
use crate::explain::Diagnosis;
use crate::find::{Disagreement, Shrunk, Smallest, gain};

/// The greatest number of moves in a line.
const MOVES_IN_LINE: usize = 16;

/// `depth 3: 8902 leaves, agreed`
pub fn agreed(depth: u32, total: u128) -> String {
    format!("depth {depth}: {total} leaves, agreed")
}

/// The report about a disagreement.
pub fn describe(diagnosis: &Diagnosis) -> String {
    describe_drawn(diagnosis, None)
}

/// As [`describe`], with a line that says where the position comes from.
pub fn describe_drawn(diagnosis: &Diagnosis, origin: Option<&str>) -> String {
    let found = &diagnosis.found;
    let content = Content::of(diagnosis);
    let mut text = format!("{}\n\n", content.headline);
    if let Some(origin) = origin {
        let _ = writeln!(text, "{origin}");
    }
    let _ = writeln!(
        text,
        "depth {}: {} leaves, not agreed",
        found.depth, found.total
    );
    text += &match &found.path[..] {
        [] => "disagreement in this position:\n".to_owned(),
        path => format!("disagreement after {}:\n", path.join(" ")),
    };
    text += &situation(diagnosis, &content);
    text
}

/// The smallest position that [`shrink`](crate::find::shrink) has found for this disagreement.
pub fn describe_shrunk(shrunk: &Shrunk<Diagnosis>, found: &Diagnosis) -> String {
    let mut text = format!("\n{}", outcome(shrunk, &found.found));
    if let Smallest::Found(smallest) = &shrunk.smallest {
        let content = Content::of(smallest);
        text += ":\n";
        if content.headline != super::content::headline(found) {
            let _ = writeln!(text, "{}", content.headline);
        }
        text += &situation(smallest, &content);
    }
    if let Some(error) = &shrunk.error {
        let _ = write!(
            text,
            "\nthe search for a smaller position ended early: {error}"
        );
    }
    text
}

/// What the search for a smaller position has found, as a sentence.
pub(super) fn outcome(shrunk: &Shrunk<Diagnosis>, found: &Disagreement) -> String {
    match &shrunk.smallest {
        Smallest::Found(smallest) => format!(
            "smallest position found that shows it, {} ({} questions)",
            gain(&smallest.found, found),
            shrunk.questions
        ),
        Smallest::Same => format!(
            "no smaller position was found that shows it ({} questions)",
            shrunk.questions
        ),
        Smallest::NotReproducible => {
            "no smaller position is shown: the answer depends on earlier questions".to_owned()
        }
    }
}

impl Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&describe(self))
    }
}

/// The board, what is wrong there, and how to reproduce it.
fn situation(diagnosis: &Diagnosis, content: &Content) -> String {
    let node = &diagnosis.found.node;
    let mut text = node.position.board_text_with(&node.set_up);
    text += "\n\n";
    for part in &content.evidence {
        text += &evidence(part);
    }
    text += "\nto reproduce:\n  ";
    text += &diagnosis.commands.join("\n  ");
    text
}

fn evidence(part: &Evidence) -> String {
    let mut text = part.sentence.clone();
    if !part.moves.is_empty() {
        let (shown, more) = part.moves.split_at(match part.moves.len() {
            // To fold a single move would save nothing.
            number if number <= MOVES_IN_LINE + 1 => number,
            _ => MOVES_IN_LINE,
        });
        let _ = write!(text, ": {}", shown.join(" "));
        if !more.is_empty() {
            let _ = write!(text, " and {} more", more.len());
        }
    } else if !part.lines.is_empty() {
        text.push(':');
    }
    text.push('\n');
    for folded in fold(&part.lines) {
        for line in folded.shown {
            let _ = writeln!(text, "  {line}");
        }
        if !folded.more.is_empty() {
            let _ = writeln!(text, "  {}", more_like_this(folded.more.len()));
        }
    }
    text
}
