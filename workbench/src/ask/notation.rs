//! Remarks about moves that are not written in UCI notation.

use movegen::chess::{MoveKind, ParsedPosition, PositionText};

use super::{DivideText, Launch, Question, Spelling};

/// Castling as king takes rook, in standard chess.
const KING_TAKES_ROOK: [&str; 4] = ["e1h1", "e1a1", "e8h8", "e8a8"];

/// Remarks on the notation of an answer. Each subject is mentioned once per run.
pub(super) fn remark(launch: &Launch, question: &Question, divide: &DivideText) {
    let notices = &launch.notices;
    for (spelling, line) in &divide.spellings {
        let (subject, text) = match spelling {
            Spelling::Capitals => (
                "capitals",
                "moves are written with capital letters; UCI writes e7e8q",
            ),
            Spelling::Decorated => (
                "decorated",
                "moves are written with more than two squares; UCI writes e5g6, e7e8q",
            ),
            Spelling::Zeros => (
                "zeros",
                "castling is written with zeros or small letters; UCI writes e1g1, SAN O-O",
            ),
            Spelling::Null => (
                "null",
                "a move is written as a null move; UCI writes castling as e1g1",
            ),
            Spelling::San if !divide.is_san() => (
                "mixed",
                "some moves are in SAN, the others have two squares; UCI writes e1g1",
            ),
            Spelling::San | Spelling::Uci => continue,
        };
        notices.give(subject, || format!("{text}: {line:?}"));
    }
    if let Some((line, _)) = divide.unreadable.first() {
        let more = match divide.unreadable.len() {
            1 => String::new(),
            lines => format!(" and {} more", lines - 1),
        };
        notices.give("unreadable", || {
            format!("lines that could not be read: {line:?}{more}")
        });
    }
    if divide.doubled {
        notices.give("doubled", || {
            "each line of its answer comes twice".to_owned()
        });
    }
    if !launch.is_chess960()
        && let Some(text) = king_takes_rook(question, divide)
    {
        notices.give("king takes rook", || {
            format!(
                "castling is written as king takes rook without UCI_Chess960: {text:?}; UCI writes {:?}",
                text.replace('h', "g").replace('a', "c")
            )
        });
    }
}

/// A castling move of the answer that is written in this way.
fn king_takes_rook<'a>(question: &Question, divide: &'a DivideText) -> Option<&'a str> {
    let mut texts = divide.lines.iter().map(|(text, _)| text.as_str());
    let text = texts.find(|text| KING_TAKES_ROOK.contains(text))?;
    let question = PositionText {
        fen: Some(question.fen.to_owned()),
        moves: question.moves.to_vec(),
        ..PositionText::default()
    };
    let position = ParsedPosition::from_text(&question).ok()?.position;
    let mv = position.parse_uci(text).ok()?;
    (mv.kind() == MoveKind::Castle).then_some(text)
}
