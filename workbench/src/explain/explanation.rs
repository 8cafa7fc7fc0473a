//! Why an answer is wrong: the rule for each missing and each extra move, what they have in
//! common, and what kind of bug it must be.

use movegen::chess::explain::{MoveHistory, UciMove};
use movegen::chess::{CastlingStyle, Move, ParsedPosition, Position, PositionText};

use super::patterns::Patterns;
use super::state_bugs;
use crate::find::{Difference, Disagreement, Node};

/// What there is to say about a difference, in sentences without an end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// Legal moves that were not listed, and why each is legal:
    /// "e5d6 en passant is legal: the pawn on d5 has just gone two squares, past d6".
    pub missing: Vec<(Move, String)>,
    /// What was listed and is not legal, and the rule that forbids it.
    pub extra: Vec<(String, String)>,
    /// What all the missing or all the extra moves have in common, if there are several:
    /// "all 7 missing moves are captures en passant". At most one sentence for each.
    pub in_common: Vec<String>,
    /// What kind of bug it must be, if the moves alone do not say it: which state is wrong after
    /// which move, or what a table mixes up.
    pub bug: Option<String>,
}

impl Explanation {
    /// Explains what a hunt has found.
    pub fn of(found: &Disagreement, style: CastlingStyle) -> Explanation {
        let past = found.past();
        let difference = found.finding.difference();
        let mut explained =
            Explanation::of_step(&found.step.position, past.as_ref(), difference, style);
        let mut common = Patterns::default();
        common.add(&found.step.position, past.as_ref(), difference);
        for (step, difference) in &found.alike {
            common.add(&step.position, step.past().as_ref(), difference);
        }
        explained.in_common = common.sentences();
        explained.bug = state_bugs::bug(found, style);
        explained
    }

    /// Explains the moves of one difference. The past, if it is known, tells where a castling
    /// right went.
    pub fn of_step(
        position: &Position,
        past: Option<&MoveHistory>,
        difference: &Difference,
        style: CastlingStyle,
    ) -> Explanation {
        let missing = difference.missing.iter().map(|&mv| {
            let text = position.uci(mv, style);
            let why = why(position, past, &text);
            (mv, why)
        });
        let extra = difference
            .extra
            .iter()
            .map(|text| (text.clone(), why(position, past, text)));
        let mut common = Patterns::default();
        common.add(position, past, difference);
        Explanation {
            missing: missing.collect(),
            extra: extra.collect(),
            in_common: common.sentences(),
            bug: None,
        }
    }
}

/// Why the move of this text is legal, or is not, or is no move at all.
fn why(position: &Position, past: Option<&MoveHistory>, text: &str) -> String {
    match text.parse::<UciMove>() {
        Err(unreadable) => unreadable.to_string(),
        Ok(written) => match position.explain(written, past) {
            Ok(legal) => legal.to_string(),
            Err(illegal) => illegal.to_string(),
        },
    }
}

impl Node {
    /// How its position came about; `None` if its text cannot be read again, as can be when
    /// somebody else has made it.
    pub fn past(&self) -> Option<MoveHistory> {
        past(&self.fen, self.moves.clone())
    }
}

impl Disagreement {
    /// How the position that was found came about, from where the hunt began; also if the other
    /// side was told of it by a FEN.
    pub fn past(&self) -> Option<MoveHistory> {
        let moves = self.start.moves.iter().chain(&self.path);
        past(&self.start.fen, moves.cloned().collect())
    }
}

fn past(fen: &str, moves: Vec<String>) -> Option<MoveHistory> {
    let fen = Some(fen.to_owned());
    let told = ParsedPosition::from_text(&PositionText { fen, moves });
    told.ok().map(|told| told.history)
}
