//! The position of a question, and the lines of an answer, in one form.

use movegen::chess::variant::VariantPosition;
use movegen::chess::{
    CastlingStyle, File, ParsedPosition, PieceKind, Position, PositionText, Square,
};

use crate::ask::{Question, is_coordinates};
use crate::find::read_move;

/// The position of a question; `None` if it cannot be read.
pub(crate) fn position_of(question: &Question) -> Option<Position> {
    let text = PositionText {
        fen: Some(question.fen.to_owned()),
        moves: question.moves.to_vec(),
        ..PositionText::default()
    };
    Some(ParsedPosition::from_text(&text).ok()?.position)
}

/// The text of a move in UCI notation, with castling as king takes rook, legal or not. A text that is
/// no move stays as it is.
pub(crate) fn canonical(position: impl Into<VariantPosition>, text: &str) -> String {
    let position = position.into();
    let known = match is_coordinates(text) {
        true => castling(position.chess(), text),
        false => read_move(&position, text).map(|mv| position.uci(mv, CastlingStyle::Chess960)),
    };
    // An illegal drop may be written as SAN, too.
    let pawn = || Some(format!("P@{}", text.strip_prefix('@')?));
    known.or_else(pawn).unwrap_or_else(|| text.to_owned())
}

fn castling(position: &Position, text: &str) -> Option<String> {
    let square = |from: usize| text.get(from..from + 2)?.parse::<Square>().ok();
    let (from, to) = (square(0)?, square(2)?);
    // A variant may have no king, or several.
    let own = position.colors(position.turn());
    let kings = position.pieces(PieceKind::King) & own;
    let distance = from.file().index().abs_diff(to.file().index());
    if !kings.contains(from) || from.rank() != to.rank() || distance < 2 {
        return None;
    }
    if own.contains(to) {
        return Some(text.to_owned());
    }
    // A king that ends elsewhere does not castle by the rules.
    if !matches!(to.file(), File::A | File::C | File::G | File::H) {
        return None;
    }
    // The outermost rook on that side, or the corner if there is none.
    let right = to.file() > from.file();
    let rooks = position.pieces(PieceKind::Rook) & own;
    let on_side = rooks
        .into_iter()
        .filter(|rook| rook.rank() == from.rank() && (rook.file() > from.file()) == right);
    let outermost = on_side.max_by_key(|rook| rook.file().index().abs_diff(from.file().index()));
    let corner = if right { File::H } else { File::A };
    let rook = outermost.unwrap_or(Square::new(corner, from.rank()));
    Some(format!("{from}{rook}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_has_one_text() {
        for (fen, texts, expected) in [
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ["e1g1", "e1h1"], "e1h1"),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ["e1c1", "e1a1"], "e1a1"),
            // Illegal, but a program may list it.
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", ["e1g1", "e1h1"], "e1h1"),
            ("1r2k3/8/8/8/8/8/8/4K3 b q - 0 1", ["e8c8", "e8b8"], "e8b8"),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ["h1g1", "h1g1"], "h1g1"),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ["e1b1", "e1b1"], "e1b1"),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ["e1f1", "Kf1"], "e1f1"),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ["e1g1", "O-O"], "e1h1"),
        ] {
            let position: Position = fen.parse().expect(fen);
            for text in texts {
                assert_eq!(canonical(position, text), expected, "{text} in {fen}");
            }
        }
    }
}
