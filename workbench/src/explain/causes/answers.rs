//! Compares the answer of the other side with that of an imitation.

use movegen::chess::{CastlingStyle, ParsedPosition, PieceKind, Position, PositionText, Square};

use crate::ask::{Answer, DivideText, Question};
use crate::imitate::Counts;

/// Whether both answers are the same, as far as the other side has answered.
pub(super) fn same(question: &Question, theirs: &Answer, imitated: &Counts) -> bool {
    match theirs {
        Answer::Unknown => true,
        Answer::Verdict(agrees) => {
            *agrees == (u128::try_from(imitated.total) == Ok(question.expected))
        }
        Answer::Divide(theirs) => same_divide(question, theirs, imitated),
    }
}

fn same_divide(question: &Question, theirs: &DivideText, imitated: &Counts) -> bool {
    let same_total = theirs.total.is_none_or(|total| total == imitated.total);
    if !same_total || (theirs.lines.is_empty() && theirs.total.is_some_and(|total| total > 0)) {
        return same_total;
    }
    let text = PositionText {
        fen: Some(question.fen.to_owned()),
        moves: question.moves.to_vec(),
    };
    let Ok(parsed) = ParsedPosition::from_text(&text) else {
        return false;
    };
    let mut theirs: Vec<(String, i128)> = theirs
        .lines
        .iter()
        .map(|(text, count)| (text.clone(), *count))
        .collect();
    let mut imitated = imitated.lines.clone();
    for lines in [&mut theirs, &mut imitated] {
        for (text, _) in lines.iter_mut() {
            *text = canonical(&parsed.position, text);
        }
        lines.sort_unstable();
    }
    theirs == imitated
}

/// One text for both ways to write a castling move, legal or not: `e1h1`.
fn canonical(position: &Position, text: &str) -> String {
    if let Ok(mv) = position.parse_uci(text) {
        return position.uci(mv, CastlingStyle::Chess960);
    }
    let square = |from: usize| text.get(from..from + 2)?.parse::<Square>().ok();
    let (Some(from), Some(to)) = (square(0), square(2)) else {
        return text.to_owned();
    };
    let is_king = position
        .piece_at(from)
        .is_some_and(|piece| piece.kind == PieceKind::King);
    let rook = match (from, to) {
        (Square::E1, Square::G1) => "h1",
        (Square::E1, Square::C1) => "a1",
        (Square::E8, Square::G8) => "h8",
        (Square::E8, Square::C8) => "a8",
        _ => return text.to_owned(),
    };
    match is_king && text.len() == 4 {
        true => format!("{from}{rook}"),
        false => text.to_owned(),
    }
}
