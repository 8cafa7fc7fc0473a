//! A failure to answer, traced to its cause: as text and as fields of a JSON object.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::special::special;
use super::{Plies, with_moves};
use crate::find::{NoAnswer, NoAnswerCause, Unanswered};

/// The number of earlier questions that are listed.
const MOST_LISTED: usize = 10;

/// What happened, and the smallest question that makes it happen again.
pub fn describe_no_answer(found: &NoAnswer) -> String {
    let mut text = found.error.to_string();
    let questions = Questions(found.questions);
    match &found.cause {
        NoAnswerCause::Alone(unanswered) => {
            let Unanswered { node, error, .. } = &**unanswered;
            let pieces = node.position.chess().occupied().len();
            let plies = Plies(node.depth);
            let _ = write!(
                text,
                "\n\nsmallest position found that makes it fail, {pieces} pieces, {plies} deep \
                 ({questions}):\n{}\n{error}",
                node.position.board_text_with(&node.set_up),
            );
            let special = special(node);
            if !special.is_empty() {
                let _ = write!(
                    text,
                    "\n\nspecial in this position:\n  {}",
                    special.join("\n  ")
                );
            }
            add_command(&mut text, unanswered);
        }
        NoAnswerCause::AfterOthers { earlier, last } => {
            let _ = write!(
                text,
                "\n\nin a fresh process it answers; it fails after these earlier questions \
                 ({questions}):"
            );
            for exchange in earlier.iter().take(MOST_LISTED) {
                let moves = with_moves(&exchange.moves);
                let plies = Plies(exchange.depth);
                let _ = write!(text, "\n  {}{moves}, {plies} deep", exchange.fen);
            }
            if let Some(more @ 1..) = earlier.len().checked_sub(MOST_LISTED) {
                let _ = write!(text, "\n  and {more} more");
            }
            let node = &last.node;
            let (moves, plies) = (with_moves(&node.moves), Plies(node.depth));
            let _ = write!(text, "\nand then:\n  {}{moves}, {plies} deep", node.fen);
        }
        NoAnswerCause::Always => {
            text += "\n\nit does not even answer about the start position at depth 1"
        }
        NoAnswerCause::Slow(expected) => {
            let _ = write!(
                text,
                "\n\nit may only be slow: at the speed of its other answers, this one takes about \
                 {:.0} s",
                expected.as_secs_f64().ceil()
            );
        }
        NoAnswerCause::NotRepeated => {
            let _ = write!(text, "\n\nasked again, it answers ({questions})");
        }
    }
    text
}

/// The fields of a failure: the cause, and the smallest question if there is one.
pub fn no_answer_fields(found: &NoAnswer) -> Map<String, Value> {
    let (cause, unanswered) = match &found.cause {
        NoAnswerCause::Alone(unanswered) => ("alone", Some(unanswered)),
        NoAnswerCause::AfterOthers { last, .. } => ("after_others", Some(last)),
        NoAnswerCause::Always => ("always", None),
        NoAnswerCause::Slow(_) => ("slow", None),
        NoAnswerCause::NotRepeated => ("not_repeated", None),
    };
    let smallest = unanswered.map(|unanswered| {
        let node = &unanswered.node;
        json!({
            "fen": node.fen,
            "moves": node.moves,
            "depth": node.depth,
            "error": unanswered.error.to_string(),
            "special": special(node),
            "command": unanswered.command,
        })
    });
    let earlier = match &found.cause {
        NoAnswerCause::AfterOthers { earlier, .. } => &earlier[..],
        _ => &[],
    };
    let earlier = earlier.iter().map(
        |exchange| json!({"fen": exchange.fen, "moves": exchange.moves, "depth": exchange.depth}),
    );
    let fields = [
        ("failure_cause", json!(cause)),
        ("questions", json!(found.questions)),
        ("smallest", json!(smallest)),
        ("earlier", earlier.collect()),
    ];
    fields
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

fn add_command(text: &mut String, unanswered: &Unanswered) {
    if let Some(command) = &unanswered.command {
        let _ = write!(text, "\n\nto reproduce:\n  {command}");
    }
}

/// `1 question`, `2 questions`
struct Questions(u32);

impl std::fmt::Display for Questions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            1 => write!(f, "1 question"),
            number => write!(f, "{number} questions"),
        }
    }
}
