//! A disagreement together with its explanation: the data that every view shows.

use std::fmt::Write as _;

use movegen::chess::{CastlingStyle, MoveFilter};

use super::Explanation;
use super::causes::Refuted;
use crate::ask::{OtherSide, Question, Shell};
use crate::find::{Comparison, Disagreement, Node, Shrunk};

/// What was found, why it is wrong, and how to reproduce it. Computed once; the text, the page and
/// the JSON of [`tell`](crate::tell) are views of it.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// What was found.
    pub found: Disagreement,
    /// How castling is written.
    pub style: CastlingStyle,
    /// Why the answer is wrong.
    pub explanation: Explanation,
    /// Shell commands that reproduce it: the other program's count, if it can be asked again, and
    /// Canopy's.
    pub commands: Vec<String>,
}

impl Diagnosis {
    /// Explains a disagreement. Costs up to about twenty counts of the position that was found.
    pub fn new(found: Disagreement, style: CastlingStyle, other: &mut dyn OtherSide) -> Diagnosis {
        Diagnosis::without(Refuted::default(), found, style, other)
    }

    /// Explains a disagreement without the programs that were refuted before.
    fn without(
        refuted: Refuted,
        found: Disagreement,
        style: CastlingStyle,
        other: &mut dyn OtherSide,
    ) -> Diagnosis {
        let theirs = found.trail.last().and_then(|asked| {
            let earlier = found.earlier.iter();
            let questions: Vec<Question> = earlier.map(Comparison::question).collect();
            match &questions[..] {
                [] => other.command(&asked.question()),
                _ => other.series_command(&[questions, vec![asked.question()]].concat()),
            }
        });
        let ours = canopy_command(&found.node, style, found.last_moves.as_ref());
        Diagnosis {
            explanation: Explanation::new(&found, refuted, style, other),
            commands: theirs.into_iter().chain([ours]).collect(),
            found,
            style,
        }
    }
}

impl Shrunk {
    /// Explains the smallest position, if one was found, after the position that it was searched for.
    pub fn diagnose(self, first: &Diagnosis, other: &mut dyn OtherSide) -> Shrunk<Diagnosis> {
        self.map(|found| {
            let refuted = match found.transcript.continues(&first.found.transcript) {
                true => first.explanation.refuted.clone(),
                false => Refuted::default(),
            };
            Diagnosis::without(refuted, found, first.style, other)
        })
    }
}

fn canopy_command(node: &Node, style: CastlingStyle, last_moves: Option<&MoveFilter>) -> String {
    let mut text = format!(
        "canopy perft {} --fen {}",
        node.depth,
        Shell::HERE.word(&node.fen)
    );
    if !node.moves.is_empty() {
        let _ = write!(text, " --moves {}", Shell::HERE.word(&node.moves.join(" ")));
    }
    if node.position.as_standard().is_none() {
        let _ = write!(text, " --variant {}", node.position.rules().name());
    }
    if style == CastlingStyle::Chess960 {
        text += " --chess960";
    }
    if let Some(last) = last_moves {
        let _ = write!(text, " --last {last}");
    }
    text
}
